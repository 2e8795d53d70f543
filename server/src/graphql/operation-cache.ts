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
import { QUERY_TOKENS } from '../domain/limits.ts'
import { BoundedMap } from './bounded-map.ts'
import { type DocumentShape, shapeOf } from './document-shape.ts'
import { LITERAL_PREFIX, liftLiterals, type VariableValues } from './lifted-document.ts'
import { Operation } from './operation.ts'
import { checkQueryLimits } from './query-limits.ts'

const OPERATIONS_BYTES = 64 * 1024 * 1024
const TEXTS_BYTES = 16 * 1024 * 1024
const ERRORS_MOST = 20

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
  /** The literals of the text, as variables. */
  readonly literals: VariableValues
  /** Run exactly this text instead, where the literals turn out not to fit their places. */
  readonly verbatim: boolean
}

interface ShapedOperation {
  readonly operation: Operation
  readonly variablesOf: ((literals: DocumentShape['literals']) => VariableValues) | null
}

const NO_VARIABLES: VariableValues = {}

export class OperationCache {
  readonly #schema: GraphQLSchema
  readonly #byText = new BoundedMap<PreparedOperation>(TEXTS_BYTES)
  readonly #byShape = new BoundedMap<ShapedOperation>(OPERATIONS_BYTES)

  constructor(schema: GraphQLSchema) {
    this.#schema = schema
  }

  prepare(text: string, operationName: string | null): PreparedOperation {
    const suffix = operationName === null ? '' : `\u0000${operationName}`
    const known = this.#byText.get(text + suffix)
    if (known) return known
    const shape = lexed(text)
    const shaped = this.#byShape.get(shape.key + suffix)
    const prepared = shaped ? fromShape(shaped, shape) : this.#add(text, operationName, shape, suffix)
    this.#byText.set(text + suffix, prepared, () => (text.length + 200) * 2)
    return prepared
  }

  /** The text without lifting: its own errors are then told in its own words. */
  prepareVerbatim(text: string, operationName: string | null): PreparedOperation {
    const document = parsed(text)
    this.#check(document)
    const operation = new Operation(this.#schema, document, executedOperation(document, operationName), text.length)
    return { operation, literals: NO_VARIABLES, verbatim: true }
  }

  #check(document: DocumentNode): void {
    checkQueryLimits(document)
    const errors = validate(this.#schema, document, specifiedRules, { maxErrors: ERRORS_MOST })
    if (errors.length > 0) throw new DocumentErrors('graphql_validation_failed', errors)
  }

  #add(text: string, operationName: string | null, shape: DocumentShape, suffix: string): PreparedOperation {
    const document = parsed(text)
    this.#check(document)
    const definition = executedOperation(document, operationName)
    const lifted = shape.literals.length > 0 && isLiftable(document, text) ? this.#lift(document) : null
    const runnable = lifted?.document ?? document
    const operation = new Operation(
      this.#schema,
      runnable,
      lifted ? executedOperation(runnable, operationName) : definition,
      text.length,
    )
    const shaped = { operation, variablesOf: lifted?.variablesOf ?? null }
    if (lifted || shape.literals.length === 0) this.#byShape.set(shape.key + suffix, shaped, () => operation.bytes)
    return fromShape(shaped, shape)
  }

  /** Two fields of one name must ask for the same; if that hangs on the literals, the shape alone cannot tell. */
  #lift(document: DocumentNode) {
    const index = document.definitions.findIndex((node) => node.kind === Kind.OPERATION_DEFINITION)
    const lifted = liftLiterals(this.#schema, document, index)
    return lifted && validate(this.#schema, lifted.document).length === 0 ? lifted : null
  }
}

const fromShape = (shaped: ShapedOperation, shape: DocumentShape): PreparedOperation => ({
  operation: shaped.operation,
  literals: shaped.variablesOf ? shaped.variablesOf(shape.literals) : NO_VARIABLES,
  verbatim: shaped.variablesOf === null,
})

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
