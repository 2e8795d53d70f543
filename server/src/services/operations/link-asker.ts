/**
 * Who asked for a link, with the rights of now: a link ends with the right to what it leads to (threats row 251). A
 * person uses one only in the browser that they are signed in with.
 */
import { Failure } from '../../domain/failure.ts'
import { userScopes } from '../../domain/identity/user-scopes.ts'
import type { Tenant } from '../../domain/tenancy/tenant.ts'
import { signedIn } from '../identity/sessions.ts'
import { requireNetwork } from '../oauth/key-networks.ts'
import { readPrincipal } from '../oauth/verify.ts'
import { keysOf, type Payer, type Principal } from '../principal.ts'
import type { Viewing } from '../view.ts'
import type { World, WorldAt } from '../world.ts'

export const LINK_SECRET_LENGTH = 43

export interface LinkUse {
  readonly secret: string
  readonly sessionSecret: string | null
  readonly address: string
  readonly requestId: string
}

/** Who asked for a link, as far as it decides what they see and who pays. */
export type Asker = Viewing & Payer & Pick<Principal, 'clientId'>

/** One answer for all: whoever holds a link that does not work learns nothing of why. */
export const noSuchLink = (): Failure =>
  new Failure('not_found', 'There is no such link, or it is over: ask for a new one where you got it')

const personOf = async (at: WorldAt<Tenant>, hash: string, secret: string | null): Promise<Asker | null> => {
  const person = await signedIn(at, secret)
  if (!person || person.session.hash !== hash) return null
  const { user_id: actorKey, role_list } = person.user
  return {
    // People have a bucket each, as in the console.
    ...keysOf({ tenantId: at.tenantId, sharesBudget: false }, actorKey),
    kind: 'user',
    userId: actorKey,
    scopes: userScopes(role_list.split(' ')),
    clientId: null,
    applicationKind: null,
    isPersonal: false,
    aircraftIds: null,
  }
}

export const askerOf = async (
  world: World,
  at: WorldAt<Tenant>,
  { credential_kind, credential_hash }: { readonly credential_kind: string; readonly credential_hash: string },
  { sessionSecret, address }: LinkUse,
): Promise<Asker | null> => {
  if (credential_kind === 'session') return personOf(at, credential_hash, sessionSecret)
  const principal = await readPrincipal(world, at.read, credential_hash)
  if (principal) requireNetwork(principal.networks, address)
  return principal ?? null
}
