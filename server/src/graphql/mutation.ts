/**
 * How a mutation runs: one transaction; what it refuses is answered in `userErrorList` and changes nothing; what
 * it did is recorded under its idempotency key, so that a repetition has one effect and the original payload.
 */
import { hash } from 'node:crypto'
import { type UserError, UserErrors, userError } from '../domain/user-error.ts'
import type { ChangeDraft } from '../storage/change-draft.ts'
import type { TenantTx } from '../storage/handles.ts'
import { claimIdempotencyKey, type IdempotencyKey, recordOutcome } from '../storage/idempotency.ts'
import { type ViewTx, writingAs } from '../storage/view.ts'
import type { QueryContext } from './context.ts'

export interface MutationRequest {
  /** Its name and everything that was asked, by which a repetition is told from another request. */
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly idempotencyKey: string | null | undefined
}

export type Payload<P> = { readonly [K in keyof P]: P[K] | null } & { readonly userErrorList: readonly UserError[] }

type Empty<P> = { readonly [K in keyof P]: P[K] extends readonly unknown[] ? readonly [] : null }

const KEY_LENGTH = 200

const claimOf = (context: QueryContext, request: MutationRequest): IdempotencyKey | null => {
  const key = request.idempotencyKey
  if (key === null || key === undefined) return null
  if (key === '' || key.length > KEY_LENGTH) {
    throw userError('VALIDATION', `An idempotency key has 1 to ${KEY_LENGTH} characters`, ['idempotencyKey'])
  }
  const { idempotencyKey: _, ...asked } = request.args
  const argumentsHash = hash('sha256', `${request.name} ${canonicalJson(asked)}`, 'base64url')
  return { principal: context.principal.actorKey, key, argumentsHash }
}

/** The same arguments give the same text, in whatever order they were written. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )

const once = async <P>(tx: TenantTx, claim: IdempotencyKey, job: () => Promise<P>): Promise<P> => {
  const known = await claimIdempotencyKey(tx, claim)
  if (known !== null) {
    if (known.argumentsHash === claim.argumentsHash) return JSON.parse(known.outcome) as P
    throw userError('IDEMPOTENCY_MISMATCH', 'This idempotency key was used with other arguments', ['idempotencyKey'])
  }
  const payload = await job()
  await recordOutcome(tx, claim, JSON.stringify(payload))
  return payload
}

/** `empty` is the payload of a refusal: nothing where there would be a record, and no warnings. */
export const mutate = async <P extends object>(
  context: QueryContext,
  request: MutationRequest,
  empty: Empty<P>,
  job: (tx: ViewTx) => Promise<P>,
): Promise<Payload<P>> => {
  try {
    const claim = claimOf(context, request)
    let changes: readonly ChangeDraft[] = []
    const payload = await context.world.storage.writeTenant(context.tenant.tenantId, (tx) => {
      changes = tx.changes
      return claim === null
        ? job(writingAs(tx, context.reader.view))
        : once(tx, claim, () => job(writingAs(tx, context.reader.view)))
    })
    for (const { entity } of changes) context.trace.wrote(entity)
    // What was loaded before the change is old now; a later mutation of the same request reads again.
    context.loaders.forget()
    return { ...payload, userErrorList: [] }
  } catch (error) {
    if (!(error instanceof UserErrors)) throw error
    context.trace.refusedByRule(error.list)
    return { ...empty, userErrorList: error.list } as Payload<P>
  }
}
