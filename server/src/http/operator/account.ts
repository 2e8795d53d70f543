/** GET and POST /account/: the user's own account page. Every form on it posts an intent (access-model §4, §10). */

import { Failure } from '../../domain/failure.ts'
import { scopeSet, scopesIn, splitScopes } from '../../domain/scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { type AccountIntent, type AccountView, accountPage } from '../../pages/identity/account.ts'
import { recoveryCodesPage } from '../../pages/identity/recovery-codes.ts'
import type { Notice } from '../../pages/note.ts'
import type { Actor } from '../../services/audit-trail.ts'
import { changePassword, endPersonalGrant } from '../../services/identity/account.ts'
import {
  addPasskey,
  MAX_PASSKEY_NAME_CHARACTERS,
  nameOwnPasskey,
  removeOwnPasskey,
} from '../../services/identity/passkeys/passkeys.ts'
import { MIN_PASSWORD_CHARACTERS } from '../../services/identity/password.ts'
import { isRecentSignIn } from '../../services/identity/presence.ts'
import { renewRecoveryCodes } from '../../services/identity/recovery-codes.ts'
import {
  cancelSecondStep,
  confirmSecondStep,
  endSecondStep,
  secondStepOf,
  startSecondStep,
} from '../../services/identity/second-step.ts'
import {
  endOneSession,
  type SignedIn,
  sessionsOf,
  signedIn,
  signOut,
  signOutEverywhere,
} from '../../services/identity/sessions.ts'
import { during, type World, type WorldAt } from '../../services/world.ts'
import { type PasskeyRow, passkeysOf } from '../../storage/identity/passkeys.ts'
import { personalGrants } from '../../storage/oauth/grants.ts'
import { type Site, seeOther, sendPage } from '../answer/page-answer.ts'
import { ACCOUNT_PASSKEY_OPTIONS_PATH, ACCOUNT_PATH, SIGN_IN_PATH } from '../answer/page-paths.ts'
import { personView } from '../answer/person-view.ts'
import { sessionPage } from '../guards/session.ts'
import type { Exchange } from '../listening/exchange.ts'
import type { Route } from '../listening/route.ts'
import { endedSessionCookie, sessionSecret } from '../request/cookies.ts'
import { pageForm } from '../request/forms/page-form.ts'
import { actorOf } from '../request/session-actor.ts'

interface Visit {
  readonly at: WorldAt<Tenant>
  readonly user: SignedIn
  readonly actor: Actor
  readonly origin: string
  readonly field: (name: string) => string
}

/** What was done, in words; recovery codes to show once; null where the user is signed out by it. */
type Act = (visit: Visit) => Promise<string | { readonly codes: readonly string[] } | null>

const ACTS: Readonly<Record<AccountIntent, Act>> = {
  'end-grant': async ({ at, user, actor, field }) => {
    await endPersonalGrant(at, user, field('grant'), actor)
    return 'The connection has ended. Its tokens stopped working.'
  },
  'end-session': async ({ at, user, field }) => {
    await endOneSession(at, user.user.user_id, field('session'))
    return field('session') === user.session.session_id ? null : 'That session is signed out.'
  },
  'sign-out': async ({ at, user }) => {
    await endOneSession(at, user.user.user_id, user.session.session_id)
    return null
  },
  'sign-out-everywhere': async ({ at, user }) => {
    await signOutEverywhere(at, user.user.user_id)
    return null
  },
  'change-password': async ({ at, user, actor, field }) => {
    const change = { current: field('current_password'), next: field('new_password') }
    await changePassword(at, user, change, actor)
    return 'The password is changed. You are signed out everywhere else.'
  },
  'start-second-step': async ({ at, user, field }) => {
    await startSecondStep(at, user, field('current_password'))
    return 'Add the key to your authenticator, then type the code it shows.'
  },
  'confirm-second-step': async ({ at, user, actor, field }) => {
    return { codes: await confirmSecondStep(at, user, field('code'), actor) }
  },
  'cancel-second-step': async ({ at, user }) => {
    await cancelSecondStep(at, user)
    return 'The second step stays off.'
  },
  'renew-recovery-codes': async ({ at, user, actor, field }) => ({
    codes: await renewRecoveryCodes(at, user, field('current_password'), actor),
  }),
  'end-second-step': async ({ at, user, actor, field }) => {
    await endSecondStep(at, user, field('current_password'), actor)
    return 'The second step is off.'
  },
  'add-passkey': async ({ at, origin, user, actor, field }) => {
    const passkey = { origin, credential: field('credential'), name: field('name') }
    await addPasskey(at, user, passkey, actor)
    return 'The passkey is added. You can sign in with it from now on.'
  },
  'rename-passkey': async ({ at, user, field }) => {
    await nameOwnPasskey(at, user, field('passkey'), field('name'))
    return 'The passkey has its new name.'
  },
  'remove-passkey': async ({ at, user, actor, field }) => {
    await removeOwnPasskey(at, user, { passkeyId: field('passkey'), password: field('current_password') }, actor)
    return 'The passkey is removed. Nobody signs in with it any more.'
  },
}

const passkeysView = (rows: readonly PasskeyRow[]): AccountView['passkeys'] => ({
  list: rows.map((row) => ({
    passkeyId: row.passkey_id,
    name: row.name,
    isBackedUp: row.backed_up === 1,
    addedAtMs: row.created_at,
    lastUsedAtMs: row.last_used_at,
  })),
  optionsPath: ACCOUNT_PASSKEY_OPTIONS_PATH,
  maxNameCharacters: MAX_PASSKEY_NAME_CHARACTERS,
})

interface Reader {
  readonly site: Site
  readonly user: SignedIn
}

const sendAccount = async (
  at: WorldAt<Tenant>,
  exchange: Exchange,
  { site, user }: Reader,
  notice: Notice | null,
): Promise<void> => {
  const reader = at.read
  const [grants, passkeys, sessions] = await Promise.all([
    personalGrants(reader, user.user.user_id),
    passkeysOf(reader, user.user.user_id),
    sessionsOf(at, user.user.user_id),
  ])
  const page = accountPage({
    place: site.place,
    person: personView(user),
    notice,
    grants: grants.map((grant) => ({
      grantId: grant.grantId,
      application: { name: grant.applicationName, logo: null },
      scopes: scopesIn(scopeSet(splitScopes(grant.scopes))),
      grantedAtMs: grant.changedAt,
      lastUsedAtMs: grant.lastUsedAt,
    })),
    sessions: sessions.map((session) => ({
      sessionId: session.session_id,
      device: session.device,
      ipAddress: session.address,
      startedAtMs: session.created_at,
      lastSeenAtMs: session.last_seen_at,
      current: session.hash === user.session.hash,
    })),
    secondStep: await secondStepOf(at, user),
    isPasswordAsked: !isRecentSignIn(at, user),
    passkeys: passkeysView(passkeys),
    minPasswordCharacters: MIN_PASSWORD_CHARACTERS,
    action: ACCOUNT_PATH,
  })
  sendPage(exchange, page, { isScripted: true, ...(notice?.tone === 'failed' ? { status: 400 } : {}) })
}

/** Runs the action; a mistake of the user is shown on the page itself. */
const perform = async (
  intent: string,
  visit: Visit,
): Promise<Notice | { readonly codes: readonly string[] } | null> => {
  const act = Object.hasOwn(ACTS, intent) ? ACTS[intent as AccountIntent] : undefined
  if (!act) return { tone: 'failed', text: 'This form is not one of this page' }
  try {
    const done = await act(visit)
    return typeof done === 'string' ? { tone: 'good', text: done } : done
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    if (error.code === 'not_signed_in') return null
    if (error.code !== 'invalid_request' && error.code !== 'not_found') throw error
    return { tone: 'failed', text: error.message }
  }
}

export const accountRoutes = (world: World, publicUrl: URL): readonly Route<Tenant>[] => [
  sessionPage(
    { world, publicUrl },
    { method: 'GET', path: ACCOUNT_PATH },
    ({ exchange, tenant, site, user, world: usersWorld }) =>
      sendAccount(usersWorld.at(tenant), exchange, { site, user }, null),
  ),
  sessionPage(
    { world, publicUrl },
    { method: 'POST', path: ACCOUNT_PATH },
    async ({ exchange, tenant, site, user, world: usersWorld }) => {
      const fields = await pageForm(exchange)
      const secret = sessionSecret(exchange.req)
      const field = (name: string) => fields.get(name) ?? ''
      const visit = {
        at: usersWorld.at(tenant),
        user,
        actor: actorOf(exchange, user),
        origin: site.origin,
        field,
      }
      const notice = await perform(field('intent'), visit)
      // Not the user's world, whose writes end with the session.
      const at = during(world, exchange.lifetime).at(tenant)
      const after = await signedIn(at, secret)
      if (notice === null || !after) {
        if (secret !== null) await signOut(at, secret)
        return seeOther(exchange, SIGN_IN_PATH, [endedSessionCookie])
      }
      if ('codes' in notice) {
        const view = { place: site.place, email: user.user.email, codes: notice.codes, onward: ACCOUNT_PATH }
        return sendPage(exchange, recoveryCodesPage(view), { isScripted: true })
      }
      await sendAccount(at, exchange, { site, user: after }, notice)
    },
  ),
]
