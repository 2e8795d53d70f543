/**
 * The page for a user who must have a second step or a passkey and has neither: it sets one up, and shows nothing else.
 */
import { html } from '../html.ts'
import { documentOf, headerBar, type PagePlace } from '../layout.ts'
import { type Notice, noticeNote } from '../note.ts'
import { PASSKEY_SCRIPT } from '../passkey-script.ts'
import { buttonForm } from '../post-form.ts'
import { addPasskeyForm, type PasskeysView } from './account-passkeys.ts'
import { type SecondStepSetting, secondStepSetUp } from './account-security.ts'

export interface SetUpView {
  readonly place: PagePlace
  readonly email: string
  readonly notice: Notice | null
  readonly setting: SecondStepSetting
  /** After a while, a new way in asks for the password again. */
  readonly isPasswordAsked: boolean
  readonly passkeys: PasskeysView
  /** Every form posts here. */
  readonly action: string
}

export const setUpPage = (view: SetUpView): string => {
  const { place, email, action } = view
  const body = html`${headerBar(place.host)}
<main id="main" class="middle narrow"><div class="card padded recovery"><div class="stack">
<div><h1>Set up a second step</h1><p class="quiet"><bdi>${place.operatorName}</bdi> requires one of everybody. You go on once you have it.</p></div>
${noticeNote(view.notice)}
<h2>Code from an authenticator app</h2>
${secondStepSetUp(view)}
<div class="passkey stack"><h2>Or a passkey</h2>
${addPasskeyForm(view)}
<p class="small quiet" data-passkey="unable">Adding one needs a browser that knows passkeys and runs this page’s script.</p></div>
<p class="small quiet">Signed in as ${email}.</p>
${buttonForm({ action, fields: { intent: 'sign-out' } }, 'Sign out', 'button slim')}
</div></div></main>`
  return documentOf('Set up a second step', place, body, PASSKEY_SCRIPT)
}
