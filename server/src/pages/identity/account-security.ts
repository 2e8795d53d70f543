/** Password and second step on the account page. */
import { type Html, html } from '../html.ts'
import { hiddenFields } from '../post-form.ts'
import { day } from '../time.ts'
import { qrCode } from './qr-code.ts'

export type SecondStepSetting =
  | { readonly kind: 'off' }
  /** The secret is shown only during setup. */
  | { readonly kind: 'enrolling'; readonly secret: string; readonly otpauthUri: string }
  | { readonly kind: 'on'; readonly sinceMs: number; readonly recoveryCodesLeft: number }

const currentPassword = (id: string, label: string): Html =>
  html`<div class="field"><label for="${id}">${label}</label>
<input id="${id}" name="current_password" type="password" autocomplete="current-password" required></div>`

/** For password managers, which need to know whose password this is; without a name it is not submitted. */
export const unsentUsername = (email: string): Html =>
  html`<input hidden readonly autocomplete="username" value="${email}">`

export const formFor = (action: string, intent: string, content: Html): Html =>
  html`<form class="stack" method="post" action="${action}">${hiddenFields({ action, fields: { intent } })}${content}</form>`

const passwordPanel = (action: string, email: string, minCharacters: number): Html =>
  html`<section class="panel" aria-labelledby="password"><header><h2 id="password">Password</h2></header><div class="body">
${formFor(
  action,
  'change-password',
  html`${unsentUsername(email)}${currentPassword('current', 'Current password')}
<div class="field"><label for="new">New password, ${minCharacters} characters or more</label>
<input id="new" name="new_password" type="password" autocomplete="new-password" minlength="${minCharacters}" required></div>
<p class="small quiet">Your other sessions are signed out.</p>
<button class="button slim">Change password</button>`,
)}</div></section>`

const off = ({ action, email, isPasswordAsked }: SecondStepSetUp): Html =>
  html`<p>A code from an authenticator app, asked for after your password, keeps out whoever learns the password.</p>
${formFor(
  action,
  'start-second-step',
  html`${isPasswordAsked && html`${unsentUsername(email)}${currentPassword('setup-password', 'Your password')}`}
<button class="button slim">Set up a second step</button>`,
)}`

const enrolling = (action: string, secret: string, otpauthUri: string): Html => {
  const drawing = qrCode(otpauthUri)
  return html`<p>${drawing ? 'Scan this with your authenticator app, or type the key' : 'Type this key into your authenticator app'}. Then enter the code that it shows.</p>
${drawing && html`<div class="qr">${drawing}</div>`}
<dl class="facts"><div><dt>Key</dt><dd class="mono">${secret.match(/.{1,4}/g)?.join(' ')}</dd></div></dl>
<details><summary class="small">The whole address</summary><code>${otpauthUri}</code></details>
${formFor(
  action,
  'confirm-second-step',
  html`<div class="field"><label for="code">Six digits</label>
<input class="mono digits" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="7" pattern="[0-9]{3} ?[0-9]{3}" required></div>
<button class="button slim primary">Turn on</button>`,
)}
${formFor(action, 'cancel-second-step', html`<button class="button slim">Cancel</button>`)}`
}

const codesLeft = (left: number): string => (left === 1 ? 'One recovery code is' : `${left || 'No'} recovery codes are`)

const on = ({ action, email, isPasswordAsked }: SecondStepSetUp, sinceMs: number, left: number): Html =>
  html`<p>A code from your authenticator app has been asked for since ${day(sinceMs)}. ${codesLeft(left)} left.</p>
${formFor(
  action,
  'renew-recovery-codes',
  html`${isPasswordAsked && html`${unsentUsername(email)}${currentPassword('codes-password', 'Your password')}`}
<button class="button slim">Make new recovery codes</button>`,
)}
${formFor(
  action,
  'end-second-step',
  html`${unsentUsername(email)}${currentPassword('second-step-password', 'Your password')}
<button class="button slim danger">Turn off</button>`,
)}`

/** Also on the page that requires a second step. */
export interface SecondStepSetUp {
  /** Where the forms post to. */
  readonly action: string
  readonly email: string
  readonly setting: SecondStepSetting
  readonly isPasswordAsked: boolean
}

export const secondStepSetUp = (panel: SecondStepSetUp): Html => {
  const { action, setting } = panel
  if (setting.kind === 'off') return off(panel)
  return setting.kind === 'on'
    ? on(panel, setting.sinceMs, setting.recoveryCodesLeft)
    : enrolling(action, setting.secret, setting.otpauthUri)
}

const STATE_NAMES = { off: 'Off', enrolling: 'Being set up', on: 'On' }

export interface AccountSecurity extends SecondStepSetUp {
  readonly minPasswordCharacters: number
}

export const accountSecurity = (security: AccountSecurity): Html => {
  const { action, email, setting, minPasswordCharacters } = security
  return html`<section class="panel" aria-labelledby="second-step"><header><h2 id="second-step">Second step</h2>
<span class="tag ${setting.kind === 'on' && 'good'}">${STATE_NAMES[setting.kind]}</span></header>
<div class="body stack">${secondStepSetUp(security)}</div></section>
${passwordPanel(action, email, minPasswordCharacters)}`
}
