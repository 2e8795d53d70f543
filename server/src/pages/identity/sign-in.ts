/** Sign-in: one form, on one operator's address. No response reveals whether an account exists (access-model §10). */

import { type Html, html } from '../html.ts'
import { brand, documentOf, type PagePlace } from '../layout.ts'
import { note } from '../note.ts'
import { applicationLogo, type ShownApplication } from '../oauth/application.ts'
import { PASSKEY_SCRIPT, type PasskeyPlaces } from '../passkey-script.ts'
import { hiddenFields, type PostForm } from '../post-form.ts'
import { duration, timeOfDay } from '../time.ts'

export type SignInState =
  | { readonly kind: 'first' }
  /** The same for an unknown e-mail, a wrong password and an account that may not sign in. */
  | { readonly kind: 'wrong' }
  /** The password is right, but a passkey is required and the person has one. */
  | { readonly kind: 'passkey-needed' }
  | Throttled
  | { readonly kind: 'expired' }
  | StaleForm
  /** The same for an unknown passkey, a wrong signature and an account that may not sign in. */
  | { readonly kind: 'wrong-passkey' }
  /** It took too long, or was sent twice. */
  | { readonly kind: 'stale-passkey' }

/** The wait is exact: after `untilMs` the form works again. */
export interface Throttled {
  readonly kind: 'throttled'
  readonly waitSeconds: number
  readonly untilMs: number
  /** Many guess at this account from elsewhere, so that the wait begins with the first mistake. */
  readonly isAmongMany: boolean
}

/** The form was submitted before, or is too old. `onward` if the user is signed in by now. */
export interface StaleForm {
  readonly kind: 'stale-form'
  readonly onward: string | null
}

export interface SignInView {
  readonly place: PagePlace
  /** The application whose consent page follows, if any. */
  readonly application: ShownApplication | null
  readonly state: SignInState
  /** The e-mail address typed before; the password is never filled in. */
  readonly email: string
  /** Posts `email` and `password`. */
  readonly form: PostForm
  readonly passkey: PasskeyPlaces
  /** Where a forgotten password is replaced. */
  readonly forgottenHref: string
  /** Where a provider signs up; null where nobody can. */
  readonly signUpHref: string | null
  /** The landing page, for users of another operator. */
  readonly landingUrl: string
}

const environmentName = (place: PagePlace): string => (place.environment === 'sandbox' ? 'Sandbox' : 'Production')

/** The dark half, which names the operator. Shared with the second step, so that both look like one process. */
export const signInFrame = (place: PagePlace, form: Html, about: Html | null = null): Html =>
  html`<div class="sign-in">
<header class="side">${brand}
<svg class="runway" viewBox="0 0 480 132" preserveAspectRatio="xMidYMid slice" aria-hidden="true"><path d="M0 10H480M0 42H480"/><path d="M0 90H480M0 122H480" stroke-dasharray="44 28"/></svg>${about}
<dl><div><dt>${place.isPlatform ? 'Service' : 'Operator'}</dt><dd class="operator"><bdi>${place.operatorName}</bdi></dd></div>
<div><dt>You are on</dt><dd class="mono">${place.host}</dd></div>
${!place.isPlatform && html`<div class="wide-only"><dt>Environment</dt><dd>${environmentName(place)}</dd></div>`}</dl>
</header>
<main id="main">${form}</main>
</div>`

export const throttledNote = (state: Throttled): Html =>
  note(
    'plain',
    state.isAmongMany
      ? html`<b>Wait ${duration(state.waitSeconds)}.</b> Many wrong passwords came for this address, from elsewhere too. A browser that you signed in with before, a passkey, or a new password by “Forgotten?” work at once; this form works again after ${timeOfDay(state.untilMs)}.`
      : html`<b>Wait ${duration(state.waitSeconds)}.</b> There were too many tries. After ${timeOfDay(state.untilMs)} the form works again.`,
  )

export const staleFormNote = ({ onward }: StaleForm): Html =>
  onward === null
    ? note('plain', html`<b>Not signed in yet.</b> This form was sent before, or waited too long. Try again.`)
    : note('plain', html`<b>You are signed in already.</b> This form was sent twice. <a href="${onward}">Go on</a>`)

const stateNote = (state: SignInState): Html | null => {
  if (state.kind === 'wrong') return note('failed', html`<b>Not signed in.</b> The email or the password is wrong.`)
  if (state.kind === 'passkey-needed') {
    return note(
      'plain',
      html`<b>Use your passkey.</b> A password alone is not enough here. If you lost the passkey, an administrator can end it.`,
    )
  }
  if (state.kind === 'wrong-passkey') {
    return note('failed', html`<b>Not signed in.</b> This passkey opens no account here. Sign in with your password.`)
  }
  if (state.kind === 'stale-passkey') {
    return note('plain', html`<b>Not signed in yet.</b> That took too long, or was sent twice. Try again.`)
  }
  if (state.kind === 'throttled') return throttledNote(state)
  if (state.kind === 'stale-form') return staleFormNote(state)
  if (state.kind === 'expired') return note('plain', html`<b>Your session has ended.</b> Sign in again to go on.`)
  return null
}

const leadsTo = (application: ShownApplication): Html =>
  html`<div class="note small">${applicationLogo(application)}<span>Next, you decide whether <b><bdi>${application.name}</bdi></b> may connect.
Signing in allows nothing by itself.</span></div>`

const passwordField = (wrong: boolean, forgottenHref: string): Html => {
  const label = html`<span class="label-row"><label for="password">Password</label><a class="small" href="${forgottenHref}">Forgotten?</a></span>`
  const input = html`id="password" name="password" type="password" autocomplete="current-password" required`
  return wrong
    ? html`<div class="field">${label}<input ${input} aria-invalid="true" aria-describedby="password-hint">
<span class="hint" id="password-hint">Check caps lock and the keyboard layout.</span></div>`
    : html`<div class="field">${label}<input ${input}></div>`
}

/** Hidden until the script finds that the browser supports passkeys, so that nobody sees a button without effect. */
const passkeyDoor = ({ options, action }: PasskeyPlaces): Html =>
  html`<div class="passkey" data-passkey="sign-in" data-options="${options}" data-action="${action}" hidden>
<button class="button" type="button">Sign in with a passkey</button>
<p class="small" role="alert"></p></div>`

/** Public, at the portal's own address. */
const DOCS_PATH = '/docs/'

const wayOn = ({ signUpHref, landingUrl, place }: SignInView): Html => {
  if (signUpHref !== null)
    return html`<a class="whole" href="${signUpHref}">No account? Sign up as a provider</a> <a class="whole" href="${DOCS_PATH}">Documentation</a>`
  return html`<a class="whole" href="${landingUrl}">${place.isPlatform ? 'Airside’s first page' : 'Another operator?'}</a>`
}

export const signInPage = (view: SignInView): string => {
  const { place, state, application } = view
  const name = html`<bdi>${place.operatorName}</bdi>`
  const form = html`<form method="post" action="${view.form.action}">${hiddenFields(view.form)}
<div><h1>Sign in to ${name}</h1><p class="quiet">${!place.isPlatform && `${environmentName(place)}, `}${place.isPlatform ? 'With' : 'with'} your ${name} account.</p></div>
${stateNote(state)}
${application && leadsTo(application)}
<div class="field"><label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username webauthn" autocapitalize="none" spellcheck="false" required value="${view.email}"></div>
${passwordField(state.kind === 'wrong', view.forgottenHref)}
<button class="button primary">Sign in</button>
${passkeyDoor(view.passkey)}
<p class="small quiet">Your session counts on this address only. ${wayOn(view)}</p>
</form>`
  return documentOf(`Sign in to ${place.operatorName}`, place, signInFrame(place, form), PASSKEY_SCRIPT)
}
