/**
 * Runs a mutation in one transaction. A refusal is returned in `userErrorList` and changes nothing. The payload is
 * recorded under the idempotency key, so that a repetition has no further effect and returns the original payload.
 */
import { type UserError, UserErrors } from '../domain/user-error.ts'
import type { ChangeDraft } from '../storage/change-draft.ts'
import { once } from '../storage/idempotency.ts'
import { type ViewTx, writingAs } from '../storage/view.ts'
import type { QueryContext } from './context.ts'
import { claimOf, type MutationRequest } from './idempotency-claim.ts'

export type Payload<P> = { readonly [K in keyof P]: P[K] | null } & { readonly userErrorList: readonly UserError[] }

type Empty<P> = { readonly [K in keyof P]: P[K] extends readonly unknown[] ? readonly [] : null }

/** `empty` is the payload of a refusal: no record and no warnings. */
export const mutate = async <P extends object>(
  context: QueryContext,
  request: MutationRequest,
  empty: Empty<P>,
  job: (tx: ViewTx) => Promise<P>,
): Promise<Payload<P>> => {
  try {
    const claim = claimOf(context, request)
    let changes: readonly ChangeDraft[] = []
    const payload = await context.world.storage.writeTenant(context.tenant.tenantId, async (tx) => {
      changes = tx.changes
      const carryOut = () => job(writingAs(tx, context.reader.view))
      return claim === null ? carryOut() : (await once(tx, claim, carryOut)).outcome
    })
    for (const { entity } of changes) context.trace.recordWrite(entity)
    // Loaded records are outdated after the change; a later mutation of the same request reads again.
    context.loaders.forget()
    return { ...payload, userErrorList: [] }
  } catch (error) {
    if (!(error instanceof UserErrors)) throw error
    context.trace.recordRefusal(error.list)
    return { ...empty, userErrorList: error.list } as Payload<P>
  }
}
