/**
 * Runs a mutation in one transaction. A refusal is returned in `userErrorList` and changes nothing. The payload is
 * recorded under the idempotency key, so that a repetition has no further effect and returns the original payload.
 */

import { tidied } from '../domain/operations/written-text.ts'
import type { Problem } from '../domain/problem.ts'
import { refuseProblems, type UserError, UserErrors } from '../domain/user-error.ts'
import type { ChangeDraft } from '../storage/change-draft.ts'
import { once } from '../storage/idempotency.ts'
import { type ViewTx, writingAs } from '../storage/view.ts'
import type { QueryContext } from './context.ts'
import { claimOf, type MutationRequest } from './idempotency-claim.ts'

export type Payload<P> = { readonly [K in keyof P]: P[K] | null } & { readonly userErrorList: readonly UserError[] }

type Empty<P> = { readonly [K in keyof P]: P[K] extends readonly unknown[] ? readonly [] : null }

/** The arguments as they are written, every text trimmed; what cannot be written is refused (data §3.4). */
const written = <A extends object>(args: A): A => {
  const problems: Problem[] = []
  const tidy = tidied(args, problems)
  refuseProblems(problems, [])
  return tidy
}

/** `empty` is the payload of a refusal: no record and no warnings. The job gets the arguments with trimmed texts. */
export const mutate = async <P extends object, A extends MutationRequest['args']>(
  context: QueryContext,
  request: MutationRequest<A>,
  empty: Empty<NoInfer<P>>,
  job: (tx: ViewTx, args: A) => Promise<P>,
): Promise<Payload<P>> => {
  try {
    const claim = claimOf(context, request)
    const args = written(request.args)
    let changes: readonly ChangeDraft[] = []
    const payload = await context.world.storage.writeTenant(context.tenant.tenantId, async (tx) => {
      changes = tx.changes
      const carryOut = () => job(writingAs(tx, context.reader.view), args)
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
