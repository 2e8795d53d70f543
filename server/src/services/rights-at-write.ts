/**
 * Checks rights again at commit: what is written for a principal is committed only if it may still write. A world made
 * here reads the principal again inside each of its transactions (`storage/write-guard`). This stops a request of a
 * user who was removed or demoted while it ran, of a key that was revoked, or of an application that was disconnected,
 * narrowed or suspended.
 */
import { Failure } from '../domain/failure.ts'
import { userScopes } from '../domain/identity/user-scopes.ts'
import { holdsAll, NO_SCOPES, type ScopeSet, scopesIn, without } from '../domain/scopes.ts'
import type { TenantTx } from '../storage/handles.ts'
import { holdSessionRights, lockSessionRights } from '../storage/identity/session-rights.ts'
import { lockAdministrators } from '../storage/identity/user-accounts.ts'
import type { UserRow } from '../storage/identity/users.ts'
import { lockEpochs } from '../storage/validity-epochs.ts'
import type { WriteGuard } from '../storage/write-guard.ts'
import type { SignedIn } from './identity/sessions.ts'
import { readPrincipal, unknownToken } from './oauth/verify.ts'
import { authorOf, type Credential, type Principal } from './principal.ts'
import type { World } from './world.ts'

type NeededScopes = () => ScopeSet

const requireScopes = (held: ScopeSet, needed: ScopeSet): void => {
  if (holdsAll(held, needed)) return
  const missingScopes = scopesIn(without(needed, held))
  throw new Failure('insufficient_scope', `${missingScopes.join(' ')} was taken away while the request ran`, {
    details: { missingScopes },
  })
}

const scopesOf = ({ role_list }: Pick<UserRow, 'role_list'>): ScopeSet => userScopes(role_list.split(' '))

/** Undefined rights mean that the session has ended or the user was removed. */
const requireUser = (rights: Pick<UserRow, 'role_list'> | undefined, needed: ScopeSet): void => {
  if (!rights) throw new Failure('not_signed_in', 'Your session ended while the request ran: nothing was done')
  requireScopes(scopesOf(rights), needed)
}

/**
 * The rows of user and session decide. The last check never waits: sign-in and removal lock the user first, so waiting
 * for the user last could deadlock with them. It also notices what the job itself did, such as signing out everywhere,
 * which the check before the job cannot.
 */
const sessionGuard = (hash: string, needed: NeededScopes, changesUsers: boolean): WriteGuard => ({
  first: async (tx) => {
    // Administrators' changes may lock all administrators in one order; a transaction that locks one of them first must
    // follow that order, unless it locks no other user afterwards.
    const needsAdministrator = !holdsAll(userScopes([]), needed())
    if (changesUsers && needsAdministrator && tx.kind === 'postgres') await lockAdministrators(tx)
    requireUser(await lockSessionRights(tx, hash), needed())
  },
  last: async (tx) => {
    const rights = await holdSessionRights(tx, hash)
    return rights !== undefined && holdsAll(scopesOf(rights), needed())
  },
})

type TokenCredential = Extract<Credential, { kind: 'access-token' }>

/**
 * If none of the token's epochs was raised since it was verified, only time can have ended it; that takes one
 * statement. A transaction that raises an epoch waits for this COMMIT, or this one waited for it. Only if an epoch was
 * raised is the token itself read.
 */
const tokenGuard = (
  world: World,
  { hash, epochs }: TokenCredential,
  { clientId, expiresAt }: Principal,
  needed: NeededScopes,
): WriteGuard => {
  const check = async (tx: TenantTx): Promise<void> => {
    if (world.now(tx.tenantId) >= expiresAt) throw unknownToken()
    const now = await lockEpochs(tx, clientId)
    if (now.tenant === epochs.tenant && now.application === epochs.application) return
    const principal = await readPrincipal(world, tx, hash)
    if (!principal) throw unknownToken()
    requireScopes(principal.scopes, needed())
  }
  return { first: check, last: (tx) => check(tx).then(() => true) }
}

/**
 * The world that a principal's operation runs in; `needed` are the scopes without which it must not write. A job that
 * takes seconds and never locks a user's row says so by `changesUsers`: the other administrators can then sign in and
 * write meanwhile, where it has to be done with the user locked first.
 */
export const worldOf = (world: World, principal: Principal, needed: NeededScopes, changesUsers = true): World => {
  const { credential } = principal
  const guard =
    credential.kind === 'session'
      ? sessionGuard(credential.hash, needed, changesUsers)
      : tokenGuard(world, credential, principal, needed)
  return world.with({ storage: world.storage.guardedBy(guard).writtenBy(authorOf(principal)) })
}

/** The world that the forms of a signed-in user's pages run in. */
export const worldOfUser = (world: World, { session }: SignedIn): World =>
  world.with({ storage: world.storage.guardedBy(sessionGuard(session.hash, () => NO_SCOPES, true)) })
