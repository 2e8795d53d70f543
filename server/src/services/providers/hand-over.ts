/**
 * A hand-over: a member of a provider, signed in at the portal, goes to the provider's own sandbox without a second
 * password (portals §1, ADR 165). It replaces the password there and nothing else: a second step is still asked for.
 */
import { addSeconds } from '../../domain/clock.ts'
import { Failure } from '../../domain/failure.ts'
import { DEVELOPERS_REALM_ID } from '../../domain/identity/realm.ts'
import { HAND_OVER_SECONDS } from '../../domain/limits.ts'
import { type RandomBytes, randomText, secretHash } from '../../domain/secret.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import type { PlatformTx, TenantTx } from '../../storage/handles.ts'
import { lockSessionRights } from '../../storage/identity/session-rights.ts'
import { endSession, isKnownDevice } from '../../storage/identity/sessions.ts'
import { lockAdministrators } from '../../storage/identity/user-accounts.ts'
import { accountsOfAddresses, canSignIn, lockUser, type UserRow, userByEmail } from '../../storage/identity/users.ts'
import { findHandOver, type HandOverRow, insertHandOver, takeHandOver } from '../../storage/providers/hand-overs.ts'
import { lockMembership } from '../../storage/providers/members.ts'
import { providerById } from '../../storage/providers/providers.ts'
import { type Actor, recordAudit } from '../audit-trail.ts'
import { makeAdministrator, takePasswordOver } from '../identity/administrators.ts'
import { sessionEnd, type Visitor } from '../identity/sessions.ts'
import { afterPassword, type SignInOutcome } from '../identity/sign-in.ts'
import { recordFailedSignIn } from '../identity/sign-in-audit.ts'
import type { WorldAt } from '../world.ts'
import type { SignedInMember } from './members.ts'
import { requireSandbox } from './sandbox.ts'

const SECRET_LENGTH = 43
const SECRET = /^[0-9A-Za-z]{43}$/
const HASH = /^[\w-]{43}$/

/** What a browser keeps in a cookie of the sandbox's address, and what it tells the portal. */
export const newBrowserSecret = (randomBytes: RandomBytes): { readonly secret: string; readonly hash: string } => {
  const secret = randomText(SECRET_LENGTH, randomBytes)
  return { secret, hash: secretHash(secret) }
}

export interface Asked {
  readonly operatorId: string
  readonly browserHash: string
}

/** At the portal: what the browser carries to the sandbox. */
export const giveHandOver = (
  at: WorldAt,
  { user, session, provider }: SignedInMember,
  { operatorId, browserHash }: Asked,
): Promise<{ readonly carried: string; readonly sandbox: Tenant }> =>
  at.writeWithPlatform(async (_tx, platform) => {
    const current = await providerById(platform, provider.provider_id)
    if (current?.sandbox_operator_id !== operatorId || !HASH.test(browserHash)) {
      throw new Failure('not_found', 'This is not the sandbox operator of your company')
    }
    const sandbox = await requireSandbox(platform, current)
    const carried = randomText(SECRET_LENGTH, at.randomBytes)
    await insertHandOver(platform, {
      hash: secretHash(carried),
      user_id: user.user_id,
      session_hash: session.hash,
      sandbox_id: sandbox.tenantId,
      browser_hash: browserHash,
      expires_at: addSeconds(await platform.now(), HAND_OVER_SECONDS),
    })
    return { carried, sandbox }
  })

export interface Arrival {
  readonly carried: string
  /** The secret of the cookie that this address gave to the browser. */
  readonly browserSecret: string | null
  readonly visitor: Visitor
  readonly deviceSecret: string | null
  /** The session that this one replaces. */
  readonly earlierSession: string | null
}

export type HandOverOutcome =
  | Extract<SignInOutcome, { kind: 'signed-in' | 'second-step' | 'passkey-needed' }>
  /** Used, older than a minute, of another browser or sandbox, or its member is one no longer. */
  | { readonly kind: 'over' }
  /** Whoever looks after the sandbox removed this account, of a member who is no owner, or the host suspended it. */
  | { readonly kind: 'no-account' }

const OVER: HandOverOutcome = { kind: 'over' }
const NO_ACCOUNT: HandOverOutcome = { kind: 'no-account' }

interface Coming {
  /** The member, as the portal knows them. */
  readonly person: UserRow
  readonly isOwner: boolean
  readonly providerId: string
  readonly ageMs: number
}

/** Reads the member again, everybody of the provider locked first, as whoever removes a member does. */
const comingMember = async (platform: PlatformTx, given: HandOverRow): Promise<Coming | null> => {
  const portal = platform.inTenant(DEVELOPERS_REALM_ID)
  const member = await lockMembership(portal, given.user_id)
  const rights = member && (await lockSessionRights(portal, given.session_hash))
  const person = await lockUser(portal, given.user_id)
  const now = await portal.now()
  if (!rights || sessionEnd(rights) <= now) return null
  if (!person) return null
  const { provider_id: providerId, is_owner } = member
  return { person, isOwner: is_owner === 1, providerId, ageMs: now - rights.created_at }
}

/**
 * The account of the same address; a member who never had one gets it, as the administrators are told. An owner of the
 * company is administrator of its sandbox whatever others did to the account there (threats row 269); only the host's
 * suspension holds.
 */
const accountAt = async (
  at: WorldAt<Tenant>,
  tx: TenantTx,
  { person, isOwner }: Coming,
  actor: Actor,
): Promise<UserRow | undefined> => {
  // All administrators before one of them, in the order that everybody follows (`rights-at-write`).
  const isAdministrator = (await lockAdministrators(tx)).some((user) => user.email === person.email && canSignIn(user))
  const known = (await accountsOfAddresses(tx, [person.email])).get(person.email)
  if (known === undefined || (isOwner && !isAdministrator)) await makeAdministrator(at, tx, person, actor)
  const account = await userByEmail(tx, person.email)
  if (account && account.password_hash === null && account.suspended_at === null) {
    await takePasswordOver(at, tx, { user: account, password_hash: person.password_hash }, actor)
  }
  return account && lockUser(tx, account.user_id)
}

const letIn = async (
  at: WorldAt<Tenant>,
  [tx, platform]: readonly [TenantTx, PlatformTx],
  { carried, browserSecret, ...arrival }: Arrival,
): Promise<HandOverOutcome> => {
  const hash = secretHash(carried)
  const browser_hash = secretHash(browserSecret ?? '')
  const given = await findHandOver(platform, { hash, sandbox_id: at.tenantId, browser_hash })
  const coming = given && (await comingMember(platform, given))
  if (!given || !coming || !(await takeHandOver(platform, hash))) return OVER
  const provider = await providerById(platform, coming.providerId)
  if (provider?.sandbox_operator_id !== at.realm.operatorId || at.realm.environment !== 'sandbox') return OVER
  const { visitor, deviceSecret, earlierSession } = arrival
  const actor: Actor = {
    kind: 'provider',
    id: given.user_id,
    address: visitor.address,
    requestId: visitor.requestId,
  }
  const user = await accountAt(at, tx, coming, actor)
  if (!user || !canSignIn(user)) return NO_ACCOUNT
  if (earlierSession !== null) await endSession(tx, secretHash(earlierSession), await tx.now())
  const isKnown = deviceSecret !== null && (await isKnownDevice(tx, user.email, secretHash(deviceSecret)))
  const knownDeviceSecret = isKnown ? deviceSecret : null
  const beganWith = { portalSession: given.session_hash }
  const entering = { user, visitor, knownDeviceSecret, means: 'hand-over', ageMs: coming.ageMs, beganWith } as const
  const outcome = await afterPassword(at, tx, entering)
  const subject = { kind: 'operator', id: at.realm.operatorId }
  const detail = { device: visitor.device, userId: user.user_id, next: outcome.kind }
  await recordAudit(at, platform.inTenant(DEVELOPERS_REALM_ID), actor, { action: 'sandbox.entered', subject, detail })
  return outcome as HandOverOutcome
}

/** At the sandbox: once, within a minute, in the browser that asked, while the member is one. */
export const acceptHandOver = async (at: WorldAt<Tenant>, arrival: Arrival): Promise<HandOverOutcome> => {
  const outcome = SECRET.test(arrival.carried)
    ? await at.writeWithPlatform((tx, platform) => letIn(at, [tx, platform], arrival))
    : OVER
  if (outcome.kind === 'over' || outcome.kind === 'no-account') {
    await recordFailedSignIn(at, undefined, { visitor: arrival.visitor, means: 'hand-over' })
  }
  return outcome
}
