/**
 * Use cases on an operator's data: aircraft, flights, trips, crews, duties and contacts. Each takes its caller's
 * transaction and a desk and knows nothing of GraphQL, so that an import, a webhook or the command line can call it
 * too. All of them lock in one order (see flight-lock.ts). Refusals are `UserErrors`.
 */
import type { Acting } from '../../domain/operations/acting-as.ts'
import type { ScopeSet } from '../../domain/scopes.ts'
import { userError } from '../../domain/user-error.ts'
import type { Author } from '../../domain/versioned.ts'
import type { LookedThrough } from '../../storage/counted-search.ts'
import type { ViewTx } from '../../storage/view.ts'
import { authorOf as principalAsAuthor } from '../principal.ts'
import type { ReferenceSnapshot } from '../reference/reference-snapshot.ts'
import type { World } from '../world.ts'

export type { Given } from '../../domain/records/description.ts'

/** Who asks: on whose behalf, with which application (null for a user or key) and which scopes. */
export interface DeskPrincipal extends Acting {
  readonly actorKey: string
  readonly applicationName: string | null
  readonly clientId: string | null
  /** Of a personal application, whose it is. */
  readonly userId: string | null
  readonly scopes: ScopeSet
}

/** What a use case needs beside its transaction: randomness and time, reference data, and the principal. */
export interface Desk {
  readonly world: World
  readonly reference: ReferenceSnapshot
  readonly principal: DeskPrincipal
  /** Counts what follows from a change, where somebody pays for it. */
  readonly looked?: Pick<LookedThrough, 'add'>
  /** The signed-in user was found present; absent where nobody is signed in (`services/identity/presence`). */
  readonly isPresent?: boolean
  /** Where a request came from and which it is, for the audit log; absent for work that no request waits for. */
  readonly address?: string | null
  readonly requestId?: string | null
}

/** The principal, as it is kept with what it wrote. */
export const authorOf = ({
  principal,
}: {
  readonly principal: Pick<DeskPrincipal, 'kind' | 'clientId' | 'actorKey'>
}): Author => principalAsAuthor(principal)

/** A principal with a limited view could not see a new record that nothing ties to what it sees. */
export const refuseLimitedView = ({ view }: ViewTx, message: string): void => {
  if (view.of !== 'operator') throw userError('NOT_ALLOWED', message)
}
