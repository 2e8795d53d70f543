/**
 * Runs a mutation of records in one transaction. The payload is recorded under the idempotency key, so that a
 * repetition has no further effect and returns the original payload.
 */

import { tidied } from '../domain/operations/written-text.ts'
import type { Problem } from '../domain/problem.ts'
import { refuseProblems } from '../domain/user-error.ts'
import { changeOnce } from '../services/change-once.ts'
import type { ChangeDraft } from '../storage/change-draft.ts'
import { type ViewTx, writingAs } from '../storage/view.ts'
import { attempt, type Empty, type Payload } from './attempt.ts'
import type { QueryContext } from './context.ts'
import type { MutationRequest } from './idempotency-claim.ts'

/** The arguments as they are written, every text trimmed; what cannot be written is refused (data §3.4). */
const written = <A extends object>(args: A): A => {
  const problems: Problem[] = []
  const tidy = tidied(args, problems)
  refuseProblems(problems, [])
  return tidy
}

/** The job gets the arguments with trimmed texts. */
export const mutate = <P extends object, A extends MutationRequest['args']>(
  context: QueryContext,
  request: MutationRequest<A>,
  empty: Empty<NoInfer<P>>,
  job: (tx: ViewTx, args: A) => Promise<P>,
): Promise<Payload<P>> =>
  attempt<P>(context, request, empty, async (key) => {
    const args = written(request.args)
    let changes: readonly ChangeDraft[] = []
    const { outcome } = await changeOnce(context.at, key, (tx) => {
      changes = tx.changes
      return job(writingAs(tx, context.reader.view), args)
    })
    for (const { entity } of changes) context.trace.recordWrite(entity)
    return outcome
  })
