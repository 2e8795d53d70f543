/** The idempotency key of a mutation, and the fingerprint that tells a repetition from a different request. */
import { createHmac, hash } from 'node:crypto'
import { canonicalJson } from '../domain/canonical-json.ts'
import { userError } from '../domain/user-error.ts'
import type { IdempotencyKey } from '../storage/idempotency.ts'
import type { QueryContext } from './context.ts'

const MAX_KEY_LENGTH = 200

interface KeyedArguments {
  readonly idempotencyKey?: string | null | undefined
}

/** `name` and the arguments tell a repetition from a different request. */
export const requestedKey = (
  context: QueryContext,
  name: string,
  args: KeyedArguments,
  isSecret: boolean,
): IdempotencyKey | null => {
  const { idempotencyKey: key, ...asked } = args
  if (key === null || key === undefined) return null
  if (key === '' || key.length > MAX_KEY_LENGTH) {
    throw userError('VALIDATION', `An idempotency key has 1 to ${MAX_KEY_LENGTH} characters`, ['idempotencyKey'])
  }
  const request = `${name} ${canonicalJson(asked, PASSWORD)}`
  const { actorKey } = context.principal
  if (isSecret) return secretClaim(key, actorKey, name, request)
  return { principal: actorKey, key, argumentsHash: hash('sha256', request, 'base64url') }
}

/** As long as the SDK's and the console's are; a short one could be tried by whoever has the store. */
export const MIN_SECRET_KEY_LENGTH = 20

/**
 * Hashes whose key is the client's own, which the store does not keep: neither who asked nor what can be computed again
 * from the row, and its time is the day's end (data §11.2).
 */
const secretClaim = (key: string, actorKey: string, name: string, request: string): IdempotencyKey => {
  const keyed = (text: string): string => createHmac('sha256', key).update(`${actorKey} ${text}`).digest('base64url')
  return { principal: 'own:safety', key: keyed(name), argumentsHash: keyed(request), isSecret: true }
}

/** Proves who asks and is no part of what is asked: a fingerprint that is kept must not tell a password. */
const PASSWORD = 'currentPassword'
