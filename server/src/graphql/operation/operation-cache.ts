/**
 * From the text of a request to an operation. A text that was seen before is found by itself, one that differs from
 * another by its literals by its shape. Texts, shapes, documents and refusals are four caches with keys of one kind
 * each, and the name of the operation is never part of a key: nothing that one request sends is the key of another.
 *
 * Each cache is bounded by the bytes that it is estimated to hold, and takes nothing that would fill much of it: one
 * large document does not displace everybody's. A shape, and another text of a known shape, is kept at its second sight
 * (ADR 278).
 */
import type { GraphQLSchema } from 'graphql'
import { LRUCache } from 'lru-cache'
import { Failure } from '../../domain/failure.ts'
import { LiteralPlaces } from '../execution/literal-places.ts'
import type { WorkMeter } from '../work-meter.ts'
import {
  checkedDocument,
  DocumentErrors,
  namedAmong,
  operationsIn,
  parsing,
  refuseConflicts,
} from './checked-document.ts'
import { type DocumentShape, shapeOf } from './document-shape.ts'
import { MetTexts, Newcomers } from './newcomers.ts'
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

/** A document whose literals are part of its operations: all their names, and those that were asked for so far. */
interface KnownDocument {
  readonly names: ReadonlySet<string | null>
  readonly operations: readonly Operation[]
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

/** A shape that was met once, with the text that it was met in. */
interface NewShape extends KnownShape {
  readonly key: string
  readonly text: string
  readonly literals: readonly unknown[]
  readonly bytes: number
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
  readonly #documents: LRUCache<string, KnownDocument>
  readonly #refusals: LRUCache<string, DocumentErrors | Failure>
  readonly #newcomers = new Newcomers<NewShape>()
  readonly #met = new MetTexts()

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
    // biome-ignore lint/plugin: there are four
    return caches.reduce((sum, { calculatedSize }) => sum + calculatedSize, this.#newcomers.bytes)
  }

  /** An operation that needs no work any more, or null; throws what was refused before. */
  find(text: string, operationName: string | null): PreparedOperation | null {
    const seen = this.#texts.get(text)
    const shape = seen?.shape.known
    if (seen && shape) return { operation: onlyOperation(shape.operation, operationName), literals: seen.literals }
    const document = this.#documents.get(text)
    if (document) return known(document, operationName)
    const refusal = this.#refusals.get(text)
    if (refusal) throw refusal
    const newcomer = this.#newcomers.take((each) => each.text === text)
    if (!newcomer) return null
    this.#rememberText(text, this.#keep(newcomer), newcomer.literals)
    return { operation: onlyOperation(newcomer.operation, operationName), literals: newcomer.literals }
  }

  /** Throws graphql's own syntax error, or a limit that is exceeded. */
  lex(text: string, meter: WorkMeter): DocumentShape {
    return this.#refusing(text, () => parsing(() => shapeOf(text, meter)))
  }

  /** An operation of the same shape, with the literals of this text; null if there is none, or one does not fit. */
  findShape(
    { key, literals, lexer }: DocumentShape,
    operationName: string | null,
    meter: WorkMeter,
  ): PreparedOperation | null {
    const text = lexer.source.body
    const shape = this.#shapes.get(key) ?? this.#keptNow(key)
    const values = shape?.known?.read(literals, meter) ?? null
    if (!shape?.known || values === null) return null
    if (this.#met.meet(text)) this.#rememberText(text, shape, values)
    return { operation: onlyOperation(shape.known.operation, operationName), literals: values }
  }

  /** Parses and validates; plans and compiles the one operation that is asked for. */
  add(shape: DocumentShape, operationName: string | null, meter: WorkMeter): PreparedOperation {
    const text = shape.lexer.source.body
    const document = this.#refusing(text, () => checkedDocument(this.#schema, shape, meter))
    const definitions = operationsIn(document, meter)
    const base = { schema: this.#schema, document, text, tokens: shape.tokens }
    const [only, ...others] = definitions
    if (only && others.length === 0) {
      const source = { ...base, definition: only, places: new LiteralPlaces(shape.offsets, meter) }
      const lifted = this.#refusing(text, () => this.#lift(source, shape, meter))
      if (lifted) return { ...lifted, operation: onlyOperation(lifted.operation, operationName) }
    }
    const names = new Set(meter.map(definitions, ({ name }) => name?.value ?? null))
    const operations = this.#documents.get(text)?.operations ?? []
    this.#rememberDocument(text, { names, operations })
    const name = namedAmong(names, operationName)
    const definition = meter.find(definitions, (node) => (node.name?.value ?? null) === name)
    if (!definition) throw new Error('A name of the document names one of its operations')
    const operation = operationOf({ ...base, definition, places: null }, meter)
    this.#rememberDocument(text, { names, operations: [...operations, operation] })
    return { operation, literals: [] }
  }

  /** Null where the shape alone does not decide what the document means: its literals become part of it then. */
  #lift(
    source: OperationSource & { readonly places: LiteralPlaces },
    { key, literals }: DocumentShape,
    meter: WorkMeter,
  ): PreparedOperation | null {
    const plan = wholePlan(source, meter)
    refuseConflicts(plan.conflicts, source.text, meter)
    const read = source.places.reader()
    const values = read?.(literals, meter) ?? null
    if (read === null || values === null) return null
    const operation = new Operation(source, plan, meter)
    const { text } = source
    const bytes = ENTRY_BYTES + operation.bytes + 2 * key.length
    const shape: NewShape = { key, text, operation, read, literals: values, bytes }
    const isMet = this.#met.meet(key)
    if (bytes <= this.#shapes.maxEntrySize) {
      if (isMet) this.#keep(shape)
      else this.#newcomers.add(shape)
    }
    return { operation, literals: values }
  }

  #keptNow(key: string): KeptShape | undefined {
    const newcomer = this.#newcomers.take((each) => each.key === key)
    return newcomer && this.#keep(newcomer)
  }

  #keep({ key, operation, read, bytes }: NewShape): KeptShape {
    const shape: KeptShape = { known: { operation, read } }
    this.#shapes.set(key, shape, { size: bytes })
    return shape
  }

  #rememberDocument(text: string, document: KnownDocument): void {
    let size = ENTRY_BYTES * (1 + document.names.size) + 2 * text.length
    // biome-ignore lint/plugin: as many as were asked for and fit into the cache
    for (const { bytes } of document.operations) size += bytes
    this.#documents.set(text, document, { size })
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
        // biome-ignore lint/plugin: at most twenty
        const size = told.reduce((sum, { message }) => sum + 2 * message.length + ENTRY_BYTES, 2 * text.length)
        this.#refusals.set(text, error, { size })
      }
      throw error
    }
  }
}

/** Found without a set, because this is the hottest path. */
const onlyOperation = (operation: Operation, name: string | null): Operation => {
  if (name !== null && name !== operation.givenName) namedAmong(new Set([operation.givenName]), name)
  return operation
}

/** Null for an operation that nobody asked for yet. */
const known = ({ names, operations }: KnownDocument, asked: string | null): PreparedOperation | null => {
  const name = namedAmong(names, asked)
  // biome-ignore lint/plugin: as many as were asked for and fit into the cache
  for (const operation of operations) if (operation.givenName === name) return { operation, literals: [] }
  return null
}

const operationOf = (source: OperationSource, meter: WorkMeter): Operation => {
  const plan = wholePlan(source, meter)
  refuseConflicts(plan.conflicts, source.text, meter)
  return new Operation(source, plan, meter)
}
