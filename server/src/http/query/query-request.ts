/** The body of a query: a JSON object with `query` and optionally `operationName`, `variables`, `extensions`. */
import { Failure } from '../../domain/failure.ts'
import { isUnstorable } from '../../graphql/operation/sent-variables.ts'
import type { QueryRequest } from '../../graphql/query-service.ts'
import { charsetOf } from '../request/charset.ts'
import { parseHeaderValue } from '../request/header-value.ts'
import { refuseManyValues } from './json-size.ts'

const refuse = (description: string): never => {
  throw new Failure('invalid_request', description)
}

const checkMediaType = (contentType: string | undefined): void => {
  if (contentType === 'application/json') return
  const parsed = contentType === undefined ? undefined : parseHeaderValue(contentType)
  if (parsed?.value !== 'application/json' || !charsetOf(parsed.parameters.get('charset'))) {
    throw new Failure('unsupported_media_type', 'Send the body as application/json, in UTF-8')
  }
}

const BYTE_ORDER_MARK = 0xfeff
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Strict decoding costs twice as much, so only a text with a replacement character is checked. */
const decoded = (body: Buffer): string => {
  const text = body.toString('utf8')
  return text.includes('\uFFFD') || text.charCodeAt(0) === BYTE_ORDER_MARK ? decoder.decode(body) : text
}

const parseJson = (body: Buffer): unknown => {
  refuseManyValues(body)
  try {
    return JSON.parse(decoded(body))
  } catch (cause) {
    throw new Failure('invalid_request', 'The body is not JSON in UTF-8', { cause })
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const parseQueryRequest = (contentType: string | undefined, body: Buffer): QueryRequest => {
  checkMediaType(contentType)
  const value = parseJson(body)
  if (Array.isArray(value)) return refuse('Send one operation per request: batching is not supported')
  if (!isObject(value)) return refuse('The body must be a JSON object with the member query')
  const { query, operationName, variables, extensions } = value
  if (typeof query !== 'string') return refuse('The member query must be a string that holds a GraphQL document')
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    return refuse('The member operationName must be a string')
  }
  if (variables !== undefined && variables !== null && !isObject(variables))
    refuse('The member variables must be an object')
  if (extensions !== undefined && extensions !== null && !isObject(extensions)) {
    refuse('The member extensions must be an object')
  }
  if (isUnstorable(query)) refuse('The query holds a NUL character or half of a surrogate pair')
  return { query, operationName: operationName || null, variables: isObject(variables) ? variables : {} }
}
