/** Turns the response of the query endpoint into data or one of the errors (access-model §7). */
import {
  AskedToWait,
  ConnectionFailed,
  CursorExpired,
  type GraphQLErrorEntry,
  InsufficientScope,
  QueryFailed,
  RateLimited,
  type ScopeShortage,
  UnexpectedAnswer,
  type UserError,
  UserErrors,
} from './failures.ts'
import { type Answer, parseJson, retryAfterSeconds } from './transport.ts'

/** What the request was charged: its parts add up, and those that are nothing are absent. */
export interface QueryCost {
  /** For the operation, known before it runs. */
  readonly requested: number
  /** What is left in the bucket of this application or key; below zero what is owed. */
  readonly remaining: number
  /** For reading the request: a large body, a document that was not seen before. */
  readonly prepared?: number
  /** For the rows that searches looked through beside what they found. */
  readonly searched?: number
  /** For what was answered beyond what the operation was estimated at. */
  readonly answered?: number
}

export interface QueryAnswer<Result> {
  readonly data: Result
  readonly cost: QueryCost | undefined
  readonly requestId: string | undefined
  /** Why a mutation changed nothing, with `userErrors: 'return'`; empty where it was done. */
  readonly userErrors: readonly UserError[]
}

interface Body {
  readonly data?: unknown
  readonly errors?: readonly GraphQLErrorEntry[]
  readonly extensions?: { readonly cost?: QueryCost }
}

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

const missingScopesOf = ({ extensions = {} }: GraphQLErrorEntry): ScopeShortage => ({
  path: String(extensions.path ?? ''),
  requiredScopes: strings(extensions.requiredScopes),
  missingScopes: strings(extensions.missingScopes),
})

const failureOf = (answer: Answer, body: Body, errors: readonly GraphQLErrorEntry[], now: number): Error => {
  const details = { status: answer.status, requestId: answer.requestId }
  const code = errors[0]?.extensions?.code
  const message = errors[0]?.message ?? `The service answered ${answer.status}`
  const wait = retryAfterSeconds(answer.headers, now)
  if (code === 'INSUFFICIENT_SCOPE') return new InsufficientScope(errors.map(missingScopesOf), details)
  if (code === 'RATE_LIMITED') return new RateLimited(message, wait, details)
  if (answer.status === 429 || answer.status === 503 || answer.status === 408) {
    return new AskedToWait(message, wait, details)
  }
  if (answer.status === 502 || answer.status === 504) return new ConnectionFailed(message, 'unknown', false)
  if (code === 'CURSOR_EXPIRED') return new CursorExpired(errors, body.data, details)
  if (errors.length > 0) return new QueryFailed(errors, body.data, details)
  const told = (body as { error_description?: unknown }).error_description
  return new UnexpectedAnswer(typeof told === 'string' ? told : `${message} without data`, details)
}

/** Collects the user errors of mutations: each payload lists its own. */
const userErrorsIn = (data: object): UserError[] =>
  Object.entries(data).flatMap(([field, payload]) => {
    const list = (payload as { userErrorList?: unknown } | null)?.userErrorList
    if (!Array.isArray(list)) return []
    return list.map(({ code = 'UNKNOWN', message = 'The change was refused', path = null }) => ({
      field,
      code,
      message,
      path,
    }))
  })

/** Takes away what the document did not ask for. */
const withoutAdded = (data: object, added: readonly string[]): object =>
  Object.fromEntries(
    Object.entries(data).map(([field, payload]) => {
      if (!added.includes(field) || typeof payload !== 'object' || payload === null) return [field, payload]
      const { userErrorList: _, ...rest } = payload as { userErrorList?: unknown }
      return [field, rest]
    }),
  )

export interface Reading {
  readonly now: number
  readonly throwUserErrors: boolean
  /** Fields whose `userErrorList` was asked for beside the document. */
  readonly added: readonly string[]
}

export const readAnswer = <Result>(answer: Answer, { now, throwUserErrors, added }: Reading): QueryAnswer<Result> => {
  const parsed = parseJson(answer.text)
  const body = isBody(parsed) ? parsed : {}
  const errors = Array.isArray(body.errors) ? body.errors : []
  if (errors.length > 0 || typeof body.data !== 'object' || body.data === null) {
    throw failureOf(answer, body, errors, now)
  }
  const { requestId } = answer
  const userErrors = userErrorsIn(body.data)
  const data = added.length > 0 ? withoutAdded(body.data, added) : body.data
  if (throwUserErrors && userErrors.length > 0)
    throw new UserErrors(userErrors, data, { status: answer.status, requestId })
  return { data: data as Result, cost: body.extensions?.cost, requestId, userErrors }
}
