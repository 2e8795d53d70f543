/**
 * Use cases on an operator's data: aircraft, flights, trips, crews, duties and contacts. Each takes its caller's
 * transaction and a desk and knows nothing of GraphQL, so that an import, a webhook or the command line can call it
 * too. All of them lock in one order (see flight-lock.ts). Refusals are `UserErrors`.
 */
import type { Acting } from '../../domain/operations/acting-as.ts'
import type { Author } from '../../domain/operations/movement/author.ts'
import { userError } from '../../domain/user-error.ts'
import type { ViewTx } from '../../storage/view.ts'
import type { ReferenceSnapshot } from '../reference/reference-snapshot.ts'
import type { World } from '../world.ts'

/** What a use case needs beside its transaction: randomness and time, reference data, and the principal. */
export interface Desk {
  readonly world: World
  readonly reference: ReferenceSnapshot
  readonly principal: Acting & { readonly actorKey: string }
}

/** The principal, as it is kept with what it wrote. */
export const authorOf = ({ principal }: Pick<Desk, 'principal'>): Author => ({
  kind: principal.kind,
  id: principal.actorKey,
})

/** A field of a patch: absent and null mean different things. */
export type Given<T> = T | null | undefined

/** A principal that sees some records only could not see a new one that nothing ties to them. */
export const refuseLimitedView = ({ view }: ViewTx, message: string): void => {
  if (view.of !== 'operator') throw userError('NOT_ALLOWED', message)
}
