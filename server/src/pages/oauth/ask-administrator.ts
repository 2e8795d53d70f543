/** For a user who may not grant: names who can, and links back to the application (access-model §4). */

import { type Html, html } from '../html.ts'
import { type PersonView, personFact, switchPersonForm } from '../identity/person.ts'
import { documentOf, headerBar, type Place } from '../layout.ts'
import type { PostForm } from '../post-form.ts'
import { type ApplicationView, applicationFacts, applicationLogo } from './application.ts'
import { redirectPlace } from './redirect-place.ts'

export interface AskAdministratorView {
  readonly place: Place
  readonly application: ApplicationView
  readonly person: PersonView
  /** The names of users who may grant; empty if the operator has no administrator. */
  readonly administrators: readonly string[]
  readonly redirectUri: string
  /** The form posts `request` and `decision=cancel` here, which sends `access_denied` to the application. */
  readonly action: string
  /** The id of the consent request. */
  readonly request: string
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

export const askAdministratorPage = (view: AskAdministratorView): string => {
  const { application, place } = view
  const name = html`<bdi>${application.name}</bdi>`
  const body = html`${headerBar(place.host)}
<main id="main" class="middle narrow">
<form class="card padded" method="post" action="${view.action}"><input type="hidden" name="request" value="${view.request}">
<div class="titled">${applicationLogo(application)}<h1>Ask an administrator to connect ${name}</h1></div>
${applicationFacts(application)}
<p>Only an administrator of <bdi>${place.operatorName}</bdi> can allow ${name}. Nothing was shared with it.</p>
<dl class="facts">${administratorsFact(view)}
${personFact(view.person)}
<div><dt>The button leads back to</dt><dd>${redirectPlace(view.redirectUri)}</dd></div></dl>
<button class="button" name="decision" value="cancel"><span>Back to ${name}</span></button>
</form>
${switchPersonForm(view.notYou)}
</main>`
  return documentOf(`Ask an administrator to connect ${application.name}`, place, body)
}
