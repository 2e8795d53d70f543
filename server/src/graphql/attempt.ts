/**
 * Runs a mutation of the console: a refusal by a service is returned in `userErrorList`, with the argument it concerns,
 * and changes nothing. What is done once under an idempotency key is recorded by id (`services/change-once`), never as
 * the response: a response may contain a secret, which must not be stored.
 */
import { Failure } from '../domain/failure.ts'
import { type UserErrorCode, UserErrors, userError } from '../domain/user-error.ts'
import type { QueryContext } from './context.ts'
import type { Payload } from './mutation.ts'

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

export const attempt = async <P extends object>(
  context: QueryContext,
  empty: { readonly [K in keyof P]: null },
  job: () => Promise<P>,
  under: readonly string[] = [],
): Promise<Payload<P>> => {
  try {
    const payload = await job()
    context.loaders.forget()
    return { ...payload, userErrorList: [] }
  } catch (error) {
    const refusal = asUserErrors(error, under)
    if (!refusal) throw error
    context.trace.recordRefusal(refusal.list)
    return { ...empty, userErrorList: refusal.list } as Payload<P>
  }
}
