/** For a user who may not grant: asks the administrators, or leads back to the application (access-model §4). */

import { MAX_ACCESS_NOTE_CHARACTERS } from '../../domain/limits.ts'
import { type Html, html } from '../html.ts'
import { type PersonView, personFact, switchPersonForm } from '../identity/person.ts'
import { documentOf, headerBar, type PagePlace } from '../layout.ts'
import { note } from '../note.ts'
import type { PostForm } from '../post-form.ts'
import { moment } from '../time.ts'
import { type ApplicationView, applicationFacts, applicationLogo } from './application.ts'
import { redirectPlace } from './redirect-place.ts'

export type AskingState =
  | { readonly kind: 'first' }
  /** The user's request waits for an answer; `isNew` if it was sent just now. */
  | { readonly kind: 'open'; readonly sinceMs: number; readonly isNew: boolean }
  /** The request was refused, and what was typed is kept. */
  | { readonly kind: 'refused'; readonly text: string; readonly note: string }

export interface AskAdministratorView {
  readonly place: PagePlace
  readonly application: ApplicationView
  readonly person: PersonView
  /** The names of users who may grant; empty if the operator has no administrator. */
  readonly administrators: readonly string[]
  readonly redirectUri: string
  /** The form posts `request` and `decision` here: `cancel` sends `access_denied` to the application, `ask` a `note`. */
  readonly action: string
  /** The id of the consent request. */
  readonly request: string
  readonly asking: AskingState
  /** Signs out and returns as another user. */
  readonly notYou: PostForm
}

const administratorsFact = ({ administrators, place }: AskAdministratorView): Html =>
  html`<div><dt>Administrators of <bdi>${place.operatorName}</bdi></dt>
${
  administrators.length === 0
    ? html`<dd>None yet. Whoever runs this service can name one.</dd>`
    : html`<dd><ul class="names">${administrators.map((name) => html`<li><bdi>${name}</bdi></li>`)}</ul></dd>`
}</div>`

const stateNote = ({ asking }: AskAdministratorView): Html | null => {
  if (asking.kind === 'first') return null
  if (asking.kind === 'refused') return note('failed', html`<b>Nothing was sent.</b> ${asking.text}`)
  return asking.isNew
    ? note('good', html`<b>Your request was sent ${moment(asking.sinceMs)}.</b> You get a mail when it is answered.`)
    : note('plain', html`You asked on ${moment(asking.sinceMs)}. No administrator has answered yet.`)
}

const mayAsk = ({ asking, administrators }: AskAdministratorView): boolean =>
  asking.kind !== 'open' && administrators.length > 0

const noteField = ({ asking }: AskAdministratorView): Html =>
  html`<div class="field"><label for="note">Tell them why <span class="small quiet">(optional)</span></label>
<input id="note" name="note" maxlength="${MAX_ACCESS_NOTE_CHARACTERS}" autocomplete="off" value="${asking.kind === 'refused' ? asking.note : ''}"></div>`

/** The button to ask comes first in the markup, so that Enter in the field sends the request. */
const buttons = (view: AskAdministratorView): Html => {
  const back = html`<button class="button" name="decision" value="cancel"><span>Back to <bdi>${view.application.name}</bdi></span></button>`
  return mayAsk(view)
    ? html`<div class="choice asking"><button class="button primary" name="decision" value="ask">Send request</button>${back}</div>`
    : back
}

export const askAdministratorPage = (view: AskAdministratorView): string => {
  const { application, place } = view
  const name = html`<bdi>${application.name}</bdi>`
  const body = html`${headerBar(place.host)}
<main id="main" class="middle narrow">
<form class="card padded" method="post" action="${view.action}"><input type="hidden" name="request" value="${view.request}">
<div class="titled">${applicationLogo(application)}<h1>Ask an administrator to connect ${name}</h1></div>
${applicationFacts(application)}
${stateNote(view)}
<p>Only an administrator of <bdi>${place.operatorName}</bdi> can allow ${name}. Nothing was shared with it.</p>
<dl class="facts">${administratorsFact(view)}
${personFact(view.person)}
<div><dt>“Back” leads to</dt><dd>${redirectPlace(view.redirectUri)}</dd></div></dl>
${mayAsk(view) && noteField(view)}
${buttons(view)}
</form>
${switchPersonForm(view.notYou)}
</main>`
  return documentOf(`Ask an administrator to connect ${application.name}`, place, body)
}
