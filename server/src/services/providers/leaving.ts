/**
 * A member leaves: their account goes, and the one they have at the provider's sandbox operator with the keys and webhooks
 * that they made there (portals §1, ADR 257).
 */
import { Failure } from '../../domain/failure.ts'
import { DEVELOPERS } from '../../domain/identity/realm.ts'
import { originOf } from '../../domain/tenancy/address.ts'
import type { PlatformTx, TenantTx } from '../../storage/handles.ts'
import type { IdempotencyKey } from '../../storage/idempotency.ts'
import { lockAdministrators } from '../../storage/identity/user-accounts.ts'
import { canSignIn, idsOfAddress, lockUser, nameOf, type UserRow, userByEmail } from '../../storage/identity/users.ts'
import { membersOf } from '../../storage/providers/members.ts'
import { removePhoneChangesOf } from '../../storage/providers/phone-changes.ts'
import { providerById } from '../../storage/providers/providers.ts'
import { removeInvitationsBy } from '../../storage/providers/sign-ups.ts'
import { endTakingWithoutCase } from '../../storage/support/taken-cases.ts'
import { findTenantInAnyState } from '../../storage/tenancy/tenants.ts'
import type { Actor } from '../audit-trail.ts'
import { changeWithPlatformOnce } from '../change-once.ts'
import { switchOffMadeBy } from '../events/webhook-switch.ts'
import { makeAdministrator } from '../identity/administrators.ts'
import { removeKnownUser } from '../identity/users.ts'
import type { AtRealm } from '../notices/administrator-notice.ts'
import { revokeKeysOf } from '../oauth/api-keys.ts'
import type { WorldAt } from '../world.ts'
import { type EndedThere, type LeftBehind, leftBehindBy, tellOwnersWhatIsLeft } from './left-behind.ts'
import { type ByMember, lockedMember, NO_MEMBER, requireOwner } from './members.ts'

interface Leaving {
  readonly providerId: string
  readonly publicUrl: URL
  readonly user: UserRow
  readonly actor: Actor
}

/** An owner becomes administrator where nobody is left who can sign in as one. */
const keepAdministrator = async (
  at: AtRealm,
  there: TenantTx,
  owners: readonly UserRow[],
  actor: Actor,
): Promise<void> => {
  if ((await lockAdministrators(there)).some(canSignIn)) return
  for (const owner of owners.filter(canSignIn)) {
    if (await makeAdministrator(at, there, owner, actor)) return
  }
}

const leaveSandbox = async (
  at: WorldAt,
  [tx, platform]: readonly [TenantTx, PlatformTx],
  { providerId, publicUrl, user, actor }: Leaving,
): Promise<EndedThere> => {
  const operatorId = (await providerById(platform, providerId))?.sandbox_operator_id
  // Also while it is suspended: whoever left must not be its administrator when it resumes.
  const sandbox = operatorId && (await findTenantInAnyState(platform, operatorId, 'sandbox'))
  if (!sandbox) return { keys: [], hosts: [] }
  const there = platform.inTenant(sandbox.tenantId)
  // All administrators before one of them, in the order that everybody follows (`rights-at-write`).
  await lockAdministrators(there)
  const account = await userByEmail(there, user.email)
  const locked = account && (await lockUser(there, account.user_id))
  // Also those of an account that was removed there before.
  const accounts = await idsOfAddress(there, user.email)
  const ended = {
    keys: await revokeKeysOf(at, there, accounts, actor),
    hosts: await switchOffMadeBy(at, there, accounts, { reason: `${nameOf(user)}, who made it, left`, actor }),
  }
  if (!locked) return ended
  const here = { randomBytes: at.randomBytes, realm: sandbox }
  const origin = originOf(publicUrl, sandbox.operatorId, sandbox.environment)
  await removeKnownUser({ ...here, origin }, there, locked, actor)
  const owners = (await membersOf(tx, providerId)).filter(({ is_owner }) => is_owner === 1)
  await keepAdministrator(here, there, owners, actor)
  return ended
}

/** What they asked, and nobody answered yet, ends with them: invitations, and phone numbers that they asked support for. */
const endQuestionsOf = async (tx: TenantTx, platform: PlatformTx, userId: string): Promise<void> => {
  await removeInvitationsBy(tx, userId)
  for (const clientId of await removePhoneChangesOf(platform, userId)) await endTakingWithoutCase(platform, clientId)
}

export const removeMember = async (
  at: WorldAt,
  { userId, publicUrl }: { readonly userId: string; readonly publicUrl: URL },
  { by, actor }: ByMember,
  key: IdempotencyKey | null = null,
): Promise<readonly LeftBehind[]> => {
  const { outcome } = await changeWithPlatformOnce(at, key, async (tx, platform) => {
    if (userId !== by.user.user_id) await requireOwner(tx, by.user.user_id)
    const { provider_id: providerId } = by.provider
    await lockedMember(tx, providerId, userId, true)
    const user = await lockUser(tx, userId)
    if (!user) throw new Failure('not_found', NO_MEMBER, { details: { field: 'userId' } })
    const origin = originOf(publicUrl, DEVELOPERS, 'production')
    await removeKnownUser({ ...at, origin }, tx, user, actor)
    await endQuestionsOf(tx, platform, userId)
    const ended = await leaveSandbox(at, [tx, platform], { providerId, publicUrl, user, actor })
    const left = await leftBehindBy(platform, { providerId, userId, now: await platform.now() })
    await tellOwnersWhatIsLeft(at, platform, { providerId, origin, user, left, ended })
    return left
  })
  return outcome
}
