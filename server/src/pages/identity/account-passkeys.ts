/**
 * The passkeys on the account page: list, rename, remove. Adding one needs the script and a browser that supports
 * passkeys.
 */

import { type Html, html } from '../html.ts'
import { buttonForm, hiddenFields } from '../post-form.ts'
import { day, moment } from '../time.ts'
import { formFor, unsentUsername } from './account-security.ts'

export interface PasskeyView {
  readonly passkeyId: string
  readonly name: string
  /** Stored in more than one place, such as a password manager's cloud. */
  readonly isBackedUp: boolean
  readonly addedAtMs: number
  readonly lastUsedAtMs: number | null
}

export interface PasskeysView {
  readonly list: readonly PasskeyView[]
  /** Where the script gets the options for a new passkey. */
  readonly optionsPath: string
  readonly maxNameCharacters: number
}

const nameField = (id: string, label: string, value: string, maxCharacters: number): Html =>
  html`<div class="field"><label for="${id}">${label}</label>
<input id="${id}" name="name" maxlength="${maxCharacters}" autocomplete="off" value="${value}"></div>`

const renameForm = (action: string, { passkeyId, name }: PasskeyView, maxCharacters: number): Html =>
  html`<details><summary class="small">Rename<span class="unseen"> <bdi>${name}</bdi></span></summary>
${formFor(
  action,
  'rename-passkey',
  html`<input type="hidden" name="passkey" value="${passkeyId}">
${nameField(`name-${passkeyId}`, 'New name', name, maxCharacters)}
<button class="button slim">Rename</button>`,
)}</details>`

/** A sign-in that is not recent is asked for the password. */
const removeForm = ({ action, email, isPasswordAsked }: AccountPasskeys, { passkeyId, name }: PasskeyView): Html => {
  const words = html`Remove<span class="unseen"> the passkey <bdi>${name}</bdi></span>`
  if (!isPasswordAsked) {
    return buttonForm({ action, fields: { intent: 'remove-passkey', passkey: passkeyId } }, words, 'button slim danger')
  }
  return html`<details><summary class="small">${words}</summary>
${formFor(
  action,
  'remove-passkey',
  html`<input type="hidden" name="passkey" value="${passkeyId}">${unsentUsername(email)}
<div class="field"><label for="password-${passkeyId}">Password<span class="unseen"> to remove the passkey <bdi>${name}</bdi></span></label>
<input id="password-${passkeyId}" name="current_password" type="password" autocomplete="current-password" required></div>
<button class="button slim danger">Remove</button>`,
)}</details>`
}

const passkeyItem = (panel: AccountPasskeys, passkey: PasskeyView): Html => {
  const { name, isBackedUp, addedAtMs, lastUsedAtMs } = passkey
  const used = lastUsedAtMs === null ? 'not used yet' : html`last used ${moment(lastUsedAtMs)}`
  return html`<li class="entry"><div><b><bdi>${name}</bdi></b>
<p class="small quiet">Added on ${day(addedAtMs)}, ${used}${isBackedUp && ', kept by a password manager'}</p>
${renameForm(panel.action, passkey, panel.passkeys.maxNameCharacters)}</div>
${removeForm(panel, passkey)}</li>`
}

/** Not sent with the form: the script sends it to get a challenge, which then proves the user's presence. */
const unsentPassword = (email: string): Html =>
  html`${unsentUsername(email)}<div class="field"><label for="passkey-password">Your password</label>
<input id="passkey-password" type="password" autocomplete="current-password" required></div>`

export const addPasskeyForm = ({ action, email, isPasswordAsked, passkeys: view }: AccountPasskeys): Html =>
  html`<form class="stack" method="post" action="${action}" data-passkey="add" data-options="${view.optionsPath}" hidden>
${hiddenFields({ action, fields: { intent: 'add-passkey', credential: '' } })}
${isPasswordAsked && unsentPassword(email)}
${nameField('passkey-name', 'Name, if you like', '', view.maxNameCharacters)}
<button class="button slim">Add a passkey</button>
<p class="small" role="alert"></p></form>`

export interface AccountPasskeys {
  /** Where the forms post to. */
  readonly action: string
  readonly email: string
  readonly isPasswordAsked: boolean
  readonly passkeys: PasskeysView
}

export const accountPasskeys = (panel: AccountPasskeys): Html => {
  const { passkeys: view } = panel
  return html`<section class="panel" aria-labelledby="passkeys"><header><h2 id="passkeys">Passkeys</h2></header>
${view.list.length > 0 && html`<ul>${view.list.map((passkey) => passkeyItem(panel, passkey))}</ul>`}
<div class="body stack passkey"><p>With a passkey you sign in by fingerprint, face or PIN: no password to type, and none to give away to a page that only looks like this one.</p>
${addPasskeyForm(panel)}
<p class="small quiet" data-passkey="unable">Adding one needs a browser that knows passkeys and runs this page’s script.</p></div></section>`
}
