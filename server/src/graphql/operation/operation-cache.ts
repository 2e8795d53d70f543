/**
 * From the text of a request to an operation: by the text itself where it was seen before, else by its shape. Both
 * are bounded, the operations by the bytes they are estimated to hold.
 */
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import { Failure } from '../../domain/failure.ts'
import { QUERY_TOKENS } from '../../domain/limits.ts'
import { BoundedMap } from './bounded-map.ts'
import { type DocumentShape, shapeOf } from './document-shape.ts'
import { knownOperationKinds } from './known-operation-kinds.ts'
import { LITERAL_PREFIX, liftLiterals, type VariableValues } from './lifted-document.ts'
import { Operation } from './operation.ts'
import { checkQueryLimits } from './query-limits.ts'
import { withoutRepeatedFields } from './repeated-fields.ts'

const OPERATIONS_BYTES = 64 * 1024 * 1024
const TEXTS_BYTES = 16 * 1024 * 1024
const TEXT_ENTRY_BYTES = 400
const ERRORS_MOST = 20
const RULES = [...specifiedRules, knownOperationKinds]
/** What graphql says of a document whose fields it gave up comparing with one another. */
const ABORTED = 'Validation aborted.'

/** A document that cannot be run as it stands; its errors are the client's to read. */
export class DocumentErrors extends Error {
  readonly kind: 'graphql_parse_failed' | 'graphql_validation_failed'
  readonly errors: readonly GraphQLError[]
  constructor(kind: DocumentErrors['kind'], errors: readonly GraphQLError[]) {
    super(kind)
    this.kind = kind
    this.errors = errors
  }
}

export interface PreparedOperation {
  readonly operation: Operation
  /** The literals of the text, as variables; null where they stayed in the operation. */
  readonly literals: VariableValues | null
}

/** How the literals of a text become variables; null where they stay in the operation. */
type LiteralReader = ((literals: DocumentShape['literals']) => VariableValues) | null

interface KnownOperation {
  readonly operation: Operation
  readonly variablesOf: LiteralReader
}

/** A text seen before: where its operation is kept, so that no text keeps one alive that was dropped. */
interface KnownText {
  readonly key: string
  readonly literals: VariableValues | null
}

export class OperationCache {
  readonly #schema: GraphQLSchema
  readonly #texts: BoundedMap<KnownText>
  readonly #operations: BoundedMap<KnownOperation>

  constructor(schema: GraphQLSchema, operationsBytes = OPERATIONS_BYTES, textsBytes = TEXTS_BYTES) {
    this.#schema = schema
    this.#operations = new BoundedMap(operationsBytes)
    this.#texts = new BoundedMap(textsBytes)
  }

  /** What the cache is estimated to hold. */
  get bytes(): number {
    return this.#texts.bytes + this.#operations.bytes
  }

  prepare(text: string, operationName: string | null): PreparedOperation {
    const suffix = operationName === null ? '' : `\u0000${operationName}`
    const seen = this.#texts.get(text + suffix)
    const known = seen && this.#operations.get(seen.key)
    if (known) return { operation: known.operation, literals: seen.literals }
    const shape = lexed(text)
    const key = shape.key + suffix
    const shaped = this.#operations.get(key)
    return shaped
      ? this.#remember(text + suffix, key, shaped, shape)
      : this.#add(text, operationName, shape, key, text + suffix)
  }

  /** The text without lifting, for one whose literals turned out not to fit: its errors are told in its own words. */
  prepareVerbatim(text: string, operationName: string | null): PreparedOperation {
    const document = this.#checked(text)
    const definition = executedOperation(document, operationName)
    return { operation: new Operation(this.#schema, document, definition, text.length), literals: null }
  }

  #checked(text: string): DocumentNode {
    const written = parsed(text)
    checkQueryLimits(written)
    const document = withoutRepeatedFields(written)
    const errors = validate(this.#schema, document, RULES, { maxErrors: ERRORS_MOST })
    if (errors.some(({ message }) => message === ABORTED)) {
      throw new Failure('limit_exceeded', 'The document repeats fields too often to compare them all: split it')
    }
    if (errors.length > 0) throw new DocumentErrors('graphql_validation_failed', errors)
    return document
  }

  /** By its shape where its literals could be lifted, or there are none; else by its text. */
  #add(text: string, operationName: string | null, shape: DocumentShape, shapeKey: string, textKey: string) {
    const document = this.#checked(text)
    executedOperation(document, operationName)
    const lifted = shape.literals.length > 0 && isLiftable(document, text) ? this.#lift(document) : null
    const runnable = lifted?.document ?? document
    const operation = new Operation(this.#schema, runnable, executedOperation(runnable, operationName), text.length)
    const known = { operation, variablesOf: lifted?.variablesOf ?? null }
    const key = lifted || shape.literals.length === 0 ? shapeKey : `\u0000${textKey}`
    const keep = () => this.#operations.set(key, known, operation.bytes + key.length)
    operation.onGrowth = keep
    keep()
    return this.#remember(textKey, key, known, shape)
  }

  #remember(textKey: string, key: string, known: KnownOperation, shape: DocumentShape): PreparedOperation {
    const literals = known.variablesOf ? known.variablesOf(shape.literals) : null
    this.#texts.set(textKey, { key, literals }, 2 * (textKey.length + key.length) + TEXT_ENTRY_BYTES)
    return { operation: known.operation, literals }
  }

  /** Two fields of one name must ask for the same; if that hangs on the literals, the shape alone cannot tell. */
  #lift(document: DocumentNode) {
    const index = document.definitions.findIndex((node) => node.kind === Kind.OPERATION_DEFINITION)
    const lifted = liftLiterals(this.#schema, document, index)
    return lifted && validate(this.#schema, lifted.document).length === 0 ? lifted : null
  }
}

const isLiftable = (document: DocumentNode, text: string): boolean =>
  document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION).length === 1 &&
  !text.includes(LITERAL_PREFIX)

const asParseFailure = (error: unknown): never => {
  throw error instanceof GraphQLError ? new DocumentErrors('graphql_parse_failed', [error]) : error
}

const lexed = (text: string): DocumentShape => {
  try {
    return shapeOf(text)
  } catch (error) {
    return asParseFailure(error)
  }
}

const parsed = (text: string): DocumentNode => {
  try {
    return parse(text, { maxTokens: QUERY_TOKENS })
  } catch (error) {
    return asParseFailure(error)
  }
}

const executedOperation = (document: DocumentNode, name: string | null): OperationDefinitionNode => {
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  const refuse = (message: string): never => {
    throw new DocumentErrors('graphql_validation_failed', [new GraphQLError(message)])
  }
  if (name === null && operations.length > 1)
    return refuse('Must provide operationName: the document has several operations.')
  const found = name === null ? operations[0] : operations.find((node) => node.name?.value === name)
  return (
    found ??
    refuse(name === null ? 'The document has no operation.' : 'operationName names no operation of the document.')
  )
}
