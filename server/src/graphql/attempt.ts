/**
 * The runner of every mutation: it reads the idempotency key and hands it to the job; a refusal is returned in
 * `userErrorList`, with the argument it concerns, and changes nothing. What is done once under a key is recorded by
 * `services/change-once`.
 */
import { Failure } from '../domain/failure.ts'
import { type UserError, type UserErrorCode, UserErrors, userError } from '../domain/user-error.ts'
import type { IdempotencyKey } from '../storage/idempotency.ts'
import type { QueryContext } from './context.ts'
import { type MutationRequest, requestedKey } from './idempotency-claim.ts'

export type Payload<P> = { readonly [K in keyof P]: P[K] | null } & { readonly userErrorList: readonly UserError[] }

/** The payload of a refusal: no record and no warnings. */
export type Empty<P> = { readonly [K in keyof P]: P[K] extends readonly unknown[] ? readonly [] | null : null }

const CODES: Readonly<Record<string, UserErrorCode>> = {
  invalid_request: 'VALIDATION',
  invalid_scope: 'VALIDATION',
  not_found: 'NOT_FOUND',
  forbidden: 'NOT_ALLOWED',
}

const asUserErrors = (error: unknown, under: readonly string[]): UserErrors | null => {
  if (error instanceof UserErrors) return error
  const code = error instanceof Failure ? CODES[error.code] : undefined
  if (!(error instanceof Failure) || code === undefined) return null
  const field = error.details?.field
  return userError(code, error.message, typeof field === 'string' ? [...under, field] : null)
}

/** `request` is null for a mutation that takes no idempotency key. */
export const attempt = async <P extends object>(
  context: QueryContext,
  request: MutationRequest | null,
  empty: Empty<NoInfer<P>>,
  job: (key: IdempotencyKey | null) => Promise<P>,
): Promise<Payload<P>> => {
  try {
    const payload = await job(request && requestedKey(context, request))
    // Loaded records are outdated after the change; a later mutation of the same request reads again.
    context.loaders.forget()
    return { ...payload, userErrorList: [] }
  } catch (error) {
    const refusal = asUserErrors(error, request?.under ?? [])
    if (!refusal) throw error
    context.trace.recordRefusal(refusal.list)
    return { ...empty, userErrorList: refusal.list } as Payload<P>
  }
}
