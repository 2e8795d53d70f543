/** A user's own account page: name and role, applications with personal access, sessions (access-model §4, §10). */
import { type Scope, scopeEntry } from '../../domain/scopes.ts'
import { type Html, html } from '../html.ts'
import { documentOf, headerBar, type PagePlace } from '../layout.ts'
import { type Notice, noticeNote } from '../note.ts'
import { applicationLogo, monogram, type ShownApplication } from '../oauth/application.ts'
import { PASSKEY_SCRIPT } from '../passkey-script.ts'
import { buttonForm } from '../post-form.ts'
import { day, moment } from '../time.ts'
import { accountPasskeys, type PasskeysView } from './account-passkeys.ts'
import { accountSecurity, type SecondStepSetting } from './account-security.ts'
import type { PersonView } from './person.ts'

export interface PersonalGrantView {
  readonly grantId: string
  readonly application: ShownApplication
  readonly scopes: readonly Scope[]
  readonly grantedAtMs: number
  readonly lastUsedAtMs: number | null
}

export interface SessionView {
  readonly sessionId: string
  /** Display name from the browser's User-Agent: "Firefox on Linux". */
  readonly device: string
  readonly ipAddress: string
  readonly startedAtMs: number
  readonly lastSeenAtMs: number
  /** True for the session that requested this page. */
  readonly current: boolean
}

/** The field `intent` of every form on this page; each comes with the fields named here. */
export const ACCOUNT_INTENTS = {
  'end-grant': ['grant'],
  'end-session': ['session'],
  'sign-out': [],
  'sign-out-everywhere': [],
  'change-password': ['current_password', 'new_password'],
  'start-second-step': ['current_password'],
  'confirm-second-step': ['code'],
  'cancel-second-step': [],
  'end-second-step': ['current_password'],
  'renew-recovery-codes': ['current_password'],
  'add-passkey': ['credential', 'name'],
  'rename-passkey': ['passkey', 'name'],
  'remove-passkey': ['passkey', 'current_password'],
} as const satisfies Record<string, readonly string[]>

export type AccountIntent = keyof typeof ACCOUNT_INTENTS

export interface AccountView {
  readonly place: PagePlace
  readonly person: PersonView
  /** The result of the form before this page. */
  readonly notice: Notice | null
  readonly grants: readonly PersonalGrantView[]
  readonly sessions: readonly SessionView[]
  readonly secondStep: SecondStepSetting
  readonly passkeys: PasskeysView
  /** True if adding or removing a credential needs the password again, because the sign-in is too long ago. */
  readonly isPasswordAsked: boolean
  readonly minPasswordCharacters: number
  /** Every form posts here. */
  readonly action: string
}

const SLIM = 'button slim'
const DANGER = 'button slim danger'

/** The fields of a form of this page, with its intent. */
type IntentFields = { readonly intent: AccountIntent } & Readonly<Record<string, string>>

const intentForm = (action: string, fields: IntentFields, label: Html | string, buttonClass = SLIM): Html =>
  buttonForm({ action, fields }, label, buttonClass)

const grantItem = (action: string, grant: PersonalGrantView): Html => {
  const name = html`<bdi>${grant.application.name}</bdi>`
  const used = grant.lastUsedAtMs === null ? 'never used' : html`last used ${moment(grant.lastUsedAtMs)}`
  return html`<li class="entry">${applicationLogo(grant.application)}<div><b>${name}</b>
<ul class="granted">${grant.scopes.map((scope) => html`<li>${scopeEntry(scope).text} <code>${scope}</code></li>`)}</ul>
<p class="small quiet">Allowed on ${day(grant.grantedAtMs)}, ${used}</p></div>
${intentForm(action, { intent: 'end-grant', grant: grant.grantId }, html`End<span class="unseen"> the access of ${name}</span>`, DANGER)}</li>`
}

const grantsPanel = ({ action, grants }: AccountView): Html =>
  html`<section class="panel" aria-labelledby="grants"><header><h2 id="grants">Applications that act for you</h2></header>
${
  grants.length === 0
    ? html`<p class="empty quiet">None. A personal application, such as a pilot logbook, shows here once you allow it.</p>`
    : html`<ul>${grants.map((grant) => grantItem(action, grant))}</ul>`
}
<footer class="small quiet">Ending access takes effect at once. What the operator’s administrators connected is in their hands.</footer></section>`

const sessionItem = (action: string, session: SessionView): Html => {
  const end = session.current
    ? html`<span class="tag">This one</span>`
    : intentForm(
        action,
        { intent: 'end-session', session: session.sessionId },
        html`Sign out<span class="unseen"> ${session.device}, ${session.ipAddress}</span>`,
      )
  return html`<li class="entry"><div><b>${session.device}</b> <span class="small quiet">from ${session.ipAddress}</span>
<p class="small quiet">Since ${moment(session.startedAtMs)}, last seen ${moment(session.lastSeenAtMs)}</p></div>${end}</li>`
}

const sessionsPanel = ({ action, sessions }: AccountView): Html =>
  html`<section class="panel" aria-labelledby="sessions"><header><h2 id="sessions">Where you are signed in</h2>
${intentForm(action, { intent: 'sign-out-everywhere' }, 'Sign out everywhere', DANGER)}</header>
<ul>${sessions.map((session) => sessionItem(action, session))}</ul></section>`

export const accountPage = (view: AccountView): string => {
  const { place, person, action, secondStep: setting, isPasswordAsked, minPasswordCharacters } = view
  const security = { action, email: person.email, setting, isPasswordAsked, minPasswordCharacters }
  const body = html`${headerBar(place.host)}
<main id="main" class="middle wide">
<div class="page-head">${monogram(person.name)}<div><h1><bdi>${person.name}</bdi></h1>
<p class="quiet">${person.email}, ${person.role} at <bdi>${place.operatorName}</bdi></p></div>
${intentForm(action, { intent: 'sign-out' }, 'Sign out')}</div>
${noticeNote(view.notice)}
<div class="columns"><div>${grantsPanel(view)}${sessionsPanel(view)}</div>
<div>${accountPasskeys({ action, email: person.email, isPasswordAsked, passkeys: view.passkeys })}${accountSecurity(security)}</div></div>
</main>`
  return documentOf(`Your account at ${place.operatorName}`, place, body, PASSKEY_SCRIPT)
}
