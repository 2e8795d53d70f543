/** The idempotency key of a mutation, and the fingerprint that tells a repetition from a different request. */
import { hash } from 'node:crypto'
import { canonicalJson } from '../domain/canonical-json.ts'
import { userError } from '../domain/user-error.ts'
import type { IdempotencyKey } from '../storage/idempotency.ts'
import type { QueryContext } from './context.ts'

const MAX_KEY_LENGTH = 200

interface KeyedArguments {
  readonly idempotencyKey?: string | null | undefined
}

/** `name` and the arguments tell a repetition from a different request. */
export const requestedKey = (context: QueryContext, name: string, args: KeyedArguments): IdempotencyKey | null => {
  const { idempotencyKey: key, ...asked } = args
  if (key === null || key === undefined) return null
  if (key === '' || key.length > MAX_KEY_LENGTH) {
    throw userError('VALIDATION', `An idempotency key has 1 to ${MAX_KEY_LENGTH} characters`, ['idempotencyKey'])
  }
  const argumentsHash = hash('sha256', `${name} ${canonicalJson(asked, PASSWORD)}`, 'base64url')
  return { principal: context.principal.actorKey, key, argumentsHash }
}

/** Proves who asks and is no part of what is asked: a fingerprint that is kept must not tell a password. */
const PASSWORD = 'currentPassword'
