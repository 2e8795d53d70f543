/**
 * Parses and validates a document. The rule that compares fields of one name is ours: graphql's compares every two
 * fragments of a selection with one another, so that 600 of them take seconds. The plan of an operation merges its
 * fields anyway and finds what does not merge, in the time that the walk takes.
 */
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql'
import { MAX_QUERY_TOKENS } from '../../domain/limits.ts'
import type { FieldConflict } from '../execution/planned-field.ts'
import { checkQueryLimits } from './query-limits.ts'
import { placesIn, type TextPlace } from './text-places.ts'
import { rulesFor } from './validation-rules.ts'

const MAX_ERRORS = 20

export interface DocumentError {
  readonly message: string
  readonly locations?: readonly TextPlace[]
}

/** A document that cannot be run as it stands; its errors are the client's to read. */
export class DocumentErrors extends Error {
  readonly kind: 'graphql_parse_failed' | 'graphql_validation_failed'
  readonly errors: readonly DocumentError[]
  constructor(kind: DocumentErrors['kind'], errors: readonly DocumentError[]) {
    super(kind)
    this.kind = kind
    this.errors = errors
  }
}

/** Suggestions would reveal names of the schema to a client that guesses. */
export const withoutSuggestion = (message: string): string => {
  const at = message.indexOf(' Did you mean ')
  return at < 0 ? message : message.slice(0, at)
}

const MAX_MESSAGE_LENGTH = 400

/** Messages repeat what was sent, which may be a megabyte. */
export const shortened = (message: string, most = MAX_MESSAGE_LENGTH): string =>
  message.length <= most ? message : `${message.slice(0, most)}…`

/** Nothing of the document is held on to. */
const plain = ({ message, locations }: GraphQLError): DocumentError => ({
  message: shortened(withoutSuggestion(message)),
  ...(locations && { locations: locations.map(({ line, column }) => ({ line, column })) }),
})

/** Runs the lexer or parser; what they refuse is the client's error. */
export const parsing = <T>(job: () => T): T => {
  try {
    return job()
  } catch (error) {
    throw error instanceof GraphQLError ? new DocumentErrors('graphql_parse_failed', [plain(error)]) : error
  }
}

interface CheckedDocument {
  readonly document: DocumentNode
  /** With fragments written out, over all operations. */
  readonly selections: number
}

/** Throws what is wrong with the document, but for fields that do not merge. */
export const checkedDocument = (schema: GraphQLSchema, text: string): CheckedDocument => {
  const document = parsing(() => parse(text, { maxTokens: MAX_QUERY_TOKENS }))
  const selections = checkQueryLimits(document)
  const errors = validate(schema, document, rulesFor(text), { maxErrors: MAX_ERRORS })
  if (errors.length > 0) throw new DocumentErrors('graphql_validation_failed', errors.map(plain))
  return { document, selections }
}

export const operationsIn = ({ definitions }: DocumentNode): OperationDefinitionNode[] =>
  definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)

const REMEDY = 'Use different aliases on the fields to fetch both if this was intentional.'

export const refuseConflicts = (conflicts: readonly FieldConflict[], text: string): void => {
  if (conflicts.length === 0) return
  const places = placesIn(text)
  const errors = conflicts.slice(0, MAX_ERRORS).map(({ key, reason, offsets }) => ({
    message: `Fields "${key}" conflict because ${reason}. ${REMEDY}`,
    locations: places(offsets),
  }))
  throw new DocumentErrors('graphql_validation_failed', errors)
}

/** The operation that a request names; null names the only one there is. */
export const namedOperation = <T extends { readonly givenName: string | null }>(
  operations: readonly T[],
  name: string | null,
): T => {
  const refuse = (message: string): never => {
    throw new DocumentErrors('graphql_validation_failed', [{ message }])
  }
  if (name === null && operations.length > 1)
    return refuse('Must provide operationName: the document has several operations.')
  const found = name === null ? operations[0] : operations.find(({ givenName }) => givenName === name)
  return (
    found ??
    refuse(name === null ? 'The document has no operation.' : 'operationName names no operation of the document.')
  )
}
