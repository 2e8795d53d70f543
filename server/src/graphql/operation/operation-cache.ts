/**
 * From the text of a request to an operation. A text that was seen before is found by itself, one that differs from
 * another by its literals by its shape. Texts, shapes, documents and refusals are four caches with keys of one kind
 * each, and the name of the operation is never part of a key: nothing that one request sends is the key of another.
 *
 * Each cache is bounded by the bytes that it is estimated to hold, and takes nothing that would fill much of it: one
 * large document does not displace everybody's.
 */
import type { GraphQLSchema } from 'graphql'
import { LRUCache } from 'lru-cache'
import { Failure } from '../../domain/failure.ts'
import { LiteralPlaces } from '../execution/literal-places.ts'
import {
  checkedDocument,
  DocumentErrors,
  namedOperation,
  operationsIn,
  parsing,
  refuseConflicts,
} from './checked-document.ts'
import { type DocumentShape, shapeOf } from './document-shape.ts'
import { Operation, type OperationSource, wholePlan } from './operation.ts'

const MEGABYTE = 1024 * 1024
export const CACHE_BYTES = {
  shapes: 48 * MEGABYTE,
  documents: 16 * MEGABYTE,
  texts: 16 * MEGABYTE,
  refusals: 4 * MEGABYTE,
}
/** The part of a cache that one entry may take. */
const ENTRY_SHARE = 1 / 32
const ENTRY_BYTES = 500
const BYTES_PER_LITERAL = 100

export interface PreparedOperation {
  readonly operation: Operation
  /** Coerced; empty where they are part of the operation. */
  readonly literals: readonly unknown[]
}

/** An operation that was just compiled, with the number of selections that were planned for it. */
interface NewOperation extends PreparedOperation {
  readonly selections: number
}

interface CompiledDocument {
  readonly operations: readonly Operation[]
  readonly literals: readonly unknown[]
  readonly selections: number
}

/** An operation that texts of one shape share, and how the literals of such a text become values. */
interface KnownShape {
  readonly operation: Operation
  readonly read: NonNullable<ReturnType<LiteralPlaces['reader']>>
}

/** A text seen before. A shape that is dropped loses its operation, so that no text keeps an operation alive. */
interface KnownText {
  readonly shape: KeptShape
  readonly literals: readonly unknown[]
}

interface KeptShape {
  known: KnownShape | null
}

const cacheOf = <V extends object>(maxSize: number, dispose?: (value: V) => void): LRUCache<string, V> =>
  new LRUCache({ maxSize, maxEntrySize: Math.ceil(maxSize * ENTRY_SHARE), ...(dispose && { dispose }) })

const drop = (shape: KeptShape): void => {
  shape.known = null
}

export class OperationCache {
  readonly #schema: GraphQLSchema
  readonly #shapes: LRUCache<string, KeptShape>
  readonly #texts: LRUCache<string, KnownText>
  /** Documents whose literals are part of their operations. */
  readonly #documents: LRUCache<string, readonly Operation[]>
  readonly #refusals: LRUCache<string, DocumentErrors | Failure>

  constructor(schema: GraphQLSchema, bytes = CACHE_BYTES) {
    this.#schema = schema
    this.#shapes = cacheOf(bytes.shapes, drop)
    this.#documents = cacheOf(bytes.documents)
    this.#texts = cacheOf(bytes.texts)
    this.#refusals = cacheOf(bytes.refusals)
  }

  /** What the caches are estimated to hold. */
  get bytes(): number {
    const caches = [this.#shapes, this.#documents, this.#texts, this.#refusals]
    return caches.reduce((sum, { calculatedSize }) => sum + calculatedSize, 0)
  }

  /** An operation that needs no work any more, or null; throws what was refused before. */
  find(text: string, operationName: string | null): PreparedOperation | null {
    const seen = this.#texts.get(text)
    const shape = seen?.shape.known
    if (seen && shape) return { operation: onlyOperation(shape.operation, operationName), literals: seen.literals }
    const operations = this.#documents.get(text)
    if (operations) return { operation: namedOperation(operations, operationName), literals: [] }
    const refusal = this.#refusals.get(text)
    if (refusal) throw refusal
    return null
  }

  /** Throws graphql's own syntax error, or a limit that is exceeded. */
  lex(text: string): DocumentShape {
    return this.#refusing(text, () => parsing(() => shapeOf(text)))
  }

  /** An operation of the same shape, with the literals of this text; null if there is none, or one does not fit. */
  findShape(text: string, { key, literals }: DocumentShape, operationName: string | null): PreparedOperation | null {
    const shape = this.#shapes.get(key)
    const values = shape?.known?.read(literals) ?? null
    if (!shape?.known || values === null) return null
    this.#rememberText(text, shape, values)
    return { operation: onlyOperation(shape.known.operation, operationName), literals: values }
  }

  /** Parses, validates and compiles. */
  add(text: string, shape: DocumentShape, operationName: string | null): NewOperation {
    const { operations, literals, selections } = this.#refusing(text, () => this.#compile(text, shape))
    return { operation: namedOperation(operations, operationName), literals, selections }
  }

  #compile(text: string, shape: DocumentShape): CompiledDocument {
    const { document, selections } = checkedDocument(this.#schema, text)
    const definitions = operationsIn(document)
    const base = { schema: this.#schema, document, text }
    const [definition, ...others] = definitions
    if (definition && others.length === 0) {
      const lifted = this.#lift({ ...base, definition, places: new LiteralPlaces(shape.offsets) }, shape)
      if (lifted) return { ...lifted, selections }
    }
    const operations = definitions.map((each) => operationOf({ ...base, definition: each, places: null }))
    const size = operations.reduce((sum, { bytes }) => sum + bytes, ENTRY_BYTES + 2 * text.length)
    this.#documents.set(text, operations, { size })
    return { operations, literals: [], selections }
  }

  /** Null where the shape alone does not decide what the document means: its literals become part of it then. */
  #lift(source: OperationSource & { readonly places: LiteralPlaces }, { key, literals }: DocumentShape) {
    const plan = wholePlan(source)
    refuseConflicts(plan.conflicts, source.text)
    const read = source.places.reader()
    const values = read?.(literals) ?? null
    if (read === null || values === null) return null
    const operation = new Operation(source, plan)
    const shape: KeptShape = { known: { operation, read } }
    this.#shapes.set(key, shape, { size: ENTRY_BYTES + operation.bytes + 2 * key.length })
    // A shape that is too large for the cache is not kept by a text either.
    if (this.#shapes.peek(key) === shape) this.#rememberText(source.text, shape, values)
    return { operations: [operation], literals: values }
  }

  #rememberText(text: string, shape: KeptShape, literals: readonly unknown[]): void {
    const size = ENTRY_BYTES + 2 * text.length + BYTES_PER_LITERAL * literals.length
    this.#texts.set(text, { shape, literals }, { size })
  }

  /** What was refused once is refused again without the work. */
  #refusing<T>(text: string, job: () => T): T {
    try {
      return job()
    } catch (error) {
      if (error instanceof DocumentErrors || error instanceof Failure) {
        const told = error instanceof DocumentErrors ? error.errors : [error]
        const size = told.reduce((sum, { message }) => sum + 2 * message.length + ENTRY_BYTES, 2 * text.length)
        this.#refusals.set(text, error, { size })
      }
      throw error
    }
  }
}

/** Found without a list, because this is the hottest path. */
const onlyOperation = (operation: Operation, name: string | null): Operation =>
  name === null || name === operation.givenName ? operation : namedOperation([operation], name)

const operationOf = (source: OperationSource): Operation => {
  const plan = wholePlan(source)
  refuseConflicts(plan.conflicts, source.text)
  return new Operation(source, plan)
}
