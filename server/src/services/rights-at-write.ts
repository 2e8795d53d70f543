/**
 * Rights hold to the last write: whatever is written for a principal is committed only if they may still write it. A
 * world made here reads the principal again inside each of its transactions (`storage/write-guard`), so that nothing
 * that a request does can get past it: not the request of a user who was removed or demoted while it ran, of a key that
 * was revoked, or of an application that was disconnected, narrowed or suspended.
 */
import { Failure } from '../domain/failure.ts'
import { userScopes } from '../domain/identity/user-scopes.ts'
import { holdsAll, NO_SCOPES, type ScopeSet, scopesIn, without } from '../domain/scopes.ts'
import type { TenantTx } from '../storage/handles.ts'
import { holdSessionRights, lockSessionRights } from '../storage/identity/sessions.ts'
import { lockAdministrators } from '../storage/identity/user-accounts.ts'
import type { UserRow } from '../storage/identity/users.ts'
import { lockEpochs } from '../storage/validity-epochs.ts'
import type { WriteGuard } from '../storage/write-guard.ts'
import type { SignedIn } from './identity/sessions.ts'
import { readPrincipal, unknownToken } from './oauth/verify.ts'
import type { Credential, Principal } from './principal.ts'
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

/** Undefined where the session has ended or the user was removed. */
const requireUser = (rights: Pick<UserRow, 'role_list'> | undefined, needed: ScopeSet): void => {
  if (!rights) throw new Failure('not_signed_in', 'Your session ended while the request ran: nothing was done')
  requireScopes(scopesOf(rights), needed)
}

/**
 * The rows of user and session are what decides. The last look never waits: sign-in and removal lock the user first,
 * and whoever waited for the user last would wait in a circle with them. It also meets what the job itself did, such as
 * signing out everywhere; the look before the job does not.
 */
const sessionGuard = (hash: string, needed: NeededScopes): WriteGuard => ({
  first: async (tx) => {
    // What administrators do may lock all of them, in one order: whoever locks one of them first must follow it.
    const needsAdministrator = !holdsAll(userScopes([]), needed())
    if (needsAdministrator && tx.kind === 'postgres') await lockAdministrators(tx)
    requireUser(await lockSessionRights(tx, hash), needed())
  },
  last: async (tx) => {
    const rights = await holdSessionRights(tx, hash)
    return rights !== undefined && holdsAll(scopesOf(rights), needed())
  },
})

type TokenCredential = Extract<Credential, { kind: 'access-token' }>

/**
 * Nothing has changed since the token was verified if no epoch of it has been raised, which takes one statement.
 * Whoever raises one waits for the COMMIT, or has been waited for; only then the token itself is looked at.
 */
const tokenGuard = (
  world: World,
  { hash, epochs }: TokenCredential,
  clientId: string | null,
  needed: NeededScopes,
): WriteGuard => {
  const check = async (tx: TenantTx): Promise<void> => {
    const now = await lockEpochs(tx, clientId)
    if (now.tenant === epochs.tenant && now.application === epochs.application) return
    const principal = await readPrincipal(world, tx, hash)
    if (!principal) throw unknownToken()
    requireScopes(principal.scopes, needed())
  }
  return { first: check, last: (tx) => check(tx).then(() => true) }
}

/** The world in which a principal's operation runs; `needed` are the scopes without which it must not write. */
export const worldOf = (world: World, { credential, clientId }: Principal, needed: NeededScopes): World => {
  const guard =
    credential.kind === 'session'
      ? sessionGuard(credential.hash, needed)
      : tokenGuard(world, credential, clientId, needed)
  return { ...world, storage: world.storage.guardedBy(guard) }
}

/** The world in which the forms of a signed-in user's pages are carried out. */
export const worldOfUser = (world: World, { session }: SignedIn): World => ({
  ...world,
  storage: world.storage.guardedBy(sessionGuard(session.hash, () => NO_SCOPES)),
})
