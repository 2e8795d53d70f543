/** The idempotency key of a mutation, and the fingerprint that tells a repetition from a different request. */
import { hash } from 'node:crypto'
import { userError } from '../domain/user-error.ts'
import type { IdempotencyKey } from '../storage/idempotency.ts'
import type { QueryContext } from './context.ts'

export interface MutationRequest<A extends object = Readonly<Record<string, unknown>>> {
  /** The mutation's name and all its arguments, which tell a repetition from a different request. */
  readonly name: string
  readonly args: A
  readonly idempotencyKey: string | null | undefined
  /** The argument that holds the fields which a refusal may name. */
  readonly under?: readonly string[]
}

interface KeyedArguments {
  readonly idempotencyKey?: string | null | undefined
}

/** A mutation with the arguments it got. */
export const asked = (name: string, args: KeyedArguments): MutationRequest => ({
  name,
  args: { ...args },
  idempotencyKey: args.idempotencyKey,
})

const MAX_KEY_LENGTH = 200

export const requestedKey = (context: QueryContext, request: MutationRequest): IdempotencyKey | null => {
  const key = request.idempotencyKey
  if (key === null || key === undefined) return null
  if (key === '' || key.length > MAX_KEY_LENGTH) {
    throw userError('VALIDATION', `An idempotency key has 1 to ${MAX_KEY_LENGTH} characters`, ['idempotencyKey'])
  }
  const { idempotencyKey: _, ...asked } = request.args
  const argumentsHash = hash('sha256', `${request.name} ${canonicalJson(asked)}`, 'base64url')
  return { principal: context.principal.actorKey, key, argumentsHash }
}

/** The same text for the same arguments in any order. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, item) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
