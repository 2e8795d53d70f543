/**
 * Checks rights again at commit: what is written for a principal is committed only if it may still write. A world made
 * here reads the principal again inside each of its transactions (`storage/write-guard`). This stops a request of a
 * user who was removed or demoted while it ran, of an owner who is one no longer, of a key that was revoked or may come
 * from elsewhere only, or of an application that was disconnected, narrowed or suspended.
 */
import { Failure } from '../domain/failure.ts'
import { type Audience, isOfAll, requireAudiences, type Standing } from '../domain/identity/audience.ts'
import { userScopes } from '../domain/identity/user-scopes.ts'
import { actingAs } from '../domain/operations/acting-as.ts'
import { holdsAll, NO_SCOPES, type ScopeSet, scopesIn, without } from '../domain/scopes.ts'
import type { TenantTx } from '../storage/handles.ts'
import { holdSessionRights, lockSessionRights, type SessionRights } from '../storage/identity/session-rights.ts'
import { lockAdministrators } from '../storage/identity/user-accounts.ts'
import type { UserRow } from '../storage/identity/users.ts'
import { holdMembership, lockMembership, type MemberRow } from '../storage/providers/members.ts'
import { lockEpochs } from '../storage/validity-epochs.ts'
import type { WriteGuard } from '../storage/write-guard.ts'
import { type SignedIn, sessionEnd } from './identity/sessions.ts'
import { requireNetwork } from './oauth/key-networks.ts'
import { hasNarrowed, readPrincipal, unknownToken } from './oauth/verify.ts'
import { authorOf, type Credential, type Principal } from './principal.ts'
import type { World } from './world.ts'

/** What an operation needs to write: scopes at an operator, an audience in the portal or the support console. */
export interface NeededRights {
  readonly scopes: ScopeSet
  readonly audiences: readonly Audience[]
}

export const NO_RIGHTS: NeededRights = { scopes: NO_SCOPES, audiences: [] }

type Needed = () => NeededRights

export const requireScopes = (held: ScopeSet, needed: ScopeSet): void => {
  if (holdsAll(held, needed)) return
  const missingScopes = scopesIn(without(needed, held))
  throw new Failure('insufficient_scope', `${missingScopes.join(' ')} was taken away while the request ran`, {
    details: { missingScopes },
  })
}

export const scopesOf = ({ role_list }: Pick<UserRow, 'role_list'>): ScopeSet => userScopes(role_list.split(' '))

/** What a user is now, by their session and membership. */
export const standingNow = (rights: SessionRights, member: MemberRow | undefined): Standing => ({
  roleList: rights.role_list,
  isOwner: member ? member.is_owner === 1 : null,
})

/** Members are users of a provider: for the other realms it is not asked. */
export const isOfProvider = ({ audiences }: NeededRights): boolean =>
  audiences.includes('member') || audiences.includes('owner')

/** Whose session it is, and whether their jobs may lock other users. */
interface Guarded {
  readonly hash: string
  readonly userId: string
  readonly changesUsers: boolean
}

/**
 * The rows of user, session and membership decide. The last check never waits: sign-in and removal lock the user first,
 * so waiting for the user last could deadlock with them. It also notices what the job itself did, such as signing out
 * everywhere or making its own user an owner again, which the check before the job cannot.
 */
const sessionGuard = (world: World, { hash, userId, changesUsers }: Guarded, needed: Needed): WriteGuard => {
  const isOver = (rights: SessionRights, tx: TenantTx): boolean => sessionEnd(rights) <= world.now(tx.tenantId)
  return {
    first: async (tx) => {
      const { scopes, audiences } = needed()
      // Administrators' changes may lock all administrators in one order, owners' changes all members; a transaction
      // that locks one of them first must follow that order, unless it locks no other user afterwards.
      const needsAdministrator = !holdsAll(userScopes([]), scopes) || audiences.includes('administrator')
      if (changesUsers && needsAdministrator && tx.kind === 'postgres') await lockAdministrators(tx)
      const member = isOfProvider(needed()) ? await lockMembership(tx, userId) : undefined
      const rights = await lockSessionRights(tx, hash)
      if (!rights || isOver(rights, tx)) {
        throw new Failure('not_signed_in', 'Your session ended while the request ran: nothing was done')
      }
      requireScopes(scopesOf(rights), scopes)
      requireAudiences(standingNow(rights, member), audiences)
    },
    last: async (tx) => {
      const { scopes, audiences } = needed()
      const rights = await holdSessionRights(tx, hash)
      if (!rights || isOver(rights, tx) || !holdsAll(scopesOf(rights), scopes)) return false
      const member = isOfProvider(needed()) ? await holdMembership(tx, userId) : undefined
      return isOfAll(standingNow(rights, member), audiences)
    },
  }
}

type TokenCredential = Extract<Credential, { kind: 'access-token' }>

/** A token, and the address that it was sent from; null for work that no request waits for. */
interface TokenSent {
  readonly credential: TokenCredential
  readonly principal: Principal
  readonly address: string | null
}

/** Whether what it sees and changes is chosen by administrators: the contacts it acts for, or the aircraft it may offer. */
const isChosenFor = (principal: Principal): boolean => ['buyer', 'provider'].includes(actingAs(principal))

/**
 * If none of the token's epochs was raised since it was verified, only time can have ended it; that takes one
 * statement. A transaction that raises an epoch waits for this COMMIT, or this one waited for it. Only if an epoch was
 * raised, or scopes that support allowed until a day have ended, is the token itself read, with the networks that its
 * key may come from. Contacts and aircraft that are chosen for an application are read by the job, so that after it
 * nobody can tell which it depended on: where an epoch was raised, it is done again with the epochs held (threats row
 * 400).
 */
const tokenGuard = (world: World, { credential, principal, address }: TokenSent, needed: Needed): WriteGuard => {
  const { hash, epochs } = credential
  const { clientId, expiresAt } = principal
  /** Whether nothing was changed since the token was verified. */
  const check = async (tx: TenantTx): Promise<boolean> => {
    if (world.now(tx.tenantId) >= expiresAt) throw unknownToken()
    const now = await lockEpochs(tx, clientId)
    const isUnchanged = now.tenant === epochs.tenant && now.application === epochs.application
    if (isUnchanged && !hasNarrowed(principal, world.now(tx.tenantId))) return true
    const current = await readPrincipal(world, tx, hash)
    if (!current) throw unknownToken()
    if (address !== null) requireNetwork(current.networks, address)
    requireScopes(current.scopes, needed().scopes)
    return isUnchanged
  }
  return {
    first: async (tx) => {
      await check(tx)
    },
    last: async (tx) => (await check(tx)) || !isChosenFor(principal),
  }
}

/** Who asks, and from which address. */
interface Asker {
  readonly principal: Principal
  readonly address: string | null
}

/**
 * The world that a principal's operation runs in; `needed` are the rights without which it must not write. A job that
 * takes seconds and never locks a user's row says so by `changesUsers`: the other administrators can then sign in and
 * write meanwhile, where it has to be done with the user locked first.
 */
export const worldOf = (world: World, { principal, address }: Asker, needed: Needed, changesUsers = true): World => {
  const { credential, actorKey } = principal
  const guard =
    credential.kind === 'session'
      ? sessionGuard(world, { hash: credential.hash, userId: actorKey, changesUsers }, needed)
      : tokenGuard(world, { credential, principal, address }, needed)
  return world.with({ storage: world.storage.guardedBy(guard).writtenBy(authorOf(principal)) })
}

/** The world that the forms of a signed-in user's pages run in. */
export const worldOfUser = (world: World, { session, user }: SignedIn, audiences: readonly Audience[] = []): World => {
  const guarded = { hash: session.hash, userId: user.user_id, changesUsers: true }
  return world.with({
    storage: world.storage.guardedBy(sessionGuard(world, guarded, () => ({ scopes: NO_SCOPES, audiences }))),
  })
}
