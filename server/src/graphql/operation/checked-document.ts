/**
 * Parses and validates a document. The rule that compares fields of one name is not among graphql's that are used: it
 * compares every two fragments of a selection with one another, so that 600 of them take seconds. The plan of an
 * operation merges its fields anyway and finds what does not merge, in the time that the walk takes.
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
import { MAX_EXPLAINED_TOKENS } from '../../domain/limits.ts'
import type { FieldConflict } from '../execution/planned-field.ts'
import type { WorkMeter } from '../work-meter.ts'
import type { DocumentShape } from './document-shape.ts'
import { checkQueryLimits } from './query-limits.ts'
import { placesIn, type TextPlace } from './text-places.ts'
import { faultIn } from './valid-document.ts'
import { VALIDATION_RULES } from './validation-rules.ts'

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
  // biome-ignore lint/plugin: there is a bound on the tokens of what is explained
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

const STEPS_PER_TOKEN_PARSED = 2
const BYTES_PER_TOKEN_PARSED = 400
const STEPS_PER_TOKEN_EXPLAINED = 40

/** graphql's rules cannot be metered, and look for a line's number from the beginning of the text each time. */
const isExplained = ({ tokens, lexer }: DocumentShape): boolean =>
  tokens <= MAX_EXPLAINED_TOKENS && lexer.line <= MAX_EXPLAINED_TOKENS

/** Throws what is wrong with the document, but for fields that do not merge. */
export const checkedDocument = (schema: GraphQLSchema, shape: DocumentShape, meter: WorkMeter): DocumentNode => {
  const { tokens, lexer } = shape
  meter.step(STEPS_PER_TOKEN_PARSED * tokens)
  meter.keep(BYTES_PER_TOKEN_PARSED * tokens)
  const document = parsing(() => parse(lexer.source, { lexer }))
  checkQueryLimits(document, meter)
  const fault = faultIn(schema, document, meter)
  if (fault === null) return document
  if (isExplained(shape)) {
    meter.step(STEPS_PER_TOKEN_EXPLAINED * tokens)
    // biome-ignore lint/plugin: there is a bound on the tokens of what is explained, and a price
    const errors = validate(schema, document, VALIDATION_RULES, { maxErrors: MAX_ERRORS, hideSuggestions: true })
    if (errors.length > 0) throw new DocumentErrors('graphql_validation_failed', meter.map(errors, plain))
  }
  const { message, offset } = fault
  const locations = placesIn(meter, lexer.source.body)([offset])
  throw new DocumentErrors('graphql_validation_failed', [{ message: shortened(message), locations }])
}

export const operationsIn = ({ definitions }: DocumentNode, meter: WorkMeter): OperationDefinitionNode[] =>
  meter.filter(definitions, (node) => node.kind === Kind.OPERATION_DEFINITION)

const REMEDY = 'Use different aliases on the fields to fetch both if this was intentional.'

export const refuseConflicts = (conflicts: readonly FieldConflict[], text: string, meter: WorkMeter): void => {
  if (conflicts.length === 0) return
  const places = placesIn(meter, text)
  const errors = meter.map(conflicts.slice(0, MAX_ERRORS), ({ key, reason, offsets }) => ({
    message: `Fields "${key}" conflict because ${reason}. ${REMEDY}`,
    locations: places(offsets),
  }))
  throw new DocumentErrors('graphql_validation_failed', errors)
}

const unnamed = (message: string): never => {
  throw new DocumentErrors('graphql_validation_failed', [{ message }])
}

/**
 * The name, among those of a document's operations, that a request means: null means the only one there is, whatever
 * it is called.
 */
export const namedAmong = (names: ReadonlySet<string | null>, asked: string | null): string | null => {
  if (asked !== null) return names.has(asked) ? asked : unnamed('operationName names no operation of the document.')
  if (names.size > 1) return unnamed('Must provide operationName: the document has several operations.')
  // biome-ignore lint/plugin: ends with the first
  for (const name of names) return name
  return unnamed('The document has no operation.')
}
