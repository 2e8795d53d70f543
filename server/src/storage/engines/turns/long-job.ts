/**
 * A long job of the embedded store, which has one writer: it gives way to others between two of its statements and goes
 * on later in another transaction (ADR 217). What it wrote is rolled back and sent again, without the reading and the
 * reckoning that led there. That is the same as one transaction at the end, as long as nobody has changed what it read:
 * its tenant's other writers wait, and where somebody else wrote to a table that it read, it begins anew.
 */
import { Failure } from '../../../domain/failure.ts'
import { Pauses } from './pauses.ts'
import { type Lifetime, requireTime } from './store-use.ts'

const MIN_PIECE_MS = 50

/** How long it holds the writer while others wait, after it took so long to write again. */
const pieceAfter = (againMs: number): number => Math.max(MIN_PIECE_MS, againMs)

/** Who is overtaken as often is told to come back. */
const MAX_BEGINNINGS = 5

interface Sent {
  readonly text: string
  readonly parameters: readonly unknown[]
  /** Rows that it wrote or answered. */
  readonly rows: number
}

/** The writer's connection. */
export interface LongJobStore {
  /** Sends a statement that was sent before and says how many rows it wrote or answered. */
  repeat(text: string, parameters: readonly unknown[]): number
  /** Another number once another process has written. */
  version(): number
}

/** Somebody changed what the job read. */
class Overtaken extends Error {}

/** SQLITE_CONSTRAINT: what the row refers to is gone, or another has taken its place. */
const isConstraint = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === 19

const WRITES = /^\s*(?:with\b[\s\S]*?\b)?(?:insert\b[\s\w]*?\binto|update|delete\s+from)\s+"?(\w+)/i

/** The table that a statement writes to; undefined where it only reads. */
const writtenTable = (text: string): string | undefined => WRITES.exec(text)?.[1]

/** A new row depends on no other, except where it says so; a row that is there already is refused by the store itself. */
const isPlainInsert = (text: string): boolean =>
  /^\s*insert/i.test(text) && !/\bon conflict\b|\breturning\b|\bfrom\s+(?!json_each\b)/i.test(text)

const overtakenTooOften = (): Failure =>
  new Failure('temporarily_unavailable', 'Others changed the same records meanwhile: nothing was done, try again', {
    retryAfterSeconds: 1,
  })

export class LongJob {
  readonly #lifetime: Lifetime | null
  readonly #store: LongJobStore
  readonly #pieceAfter: (againMs: number) => number
  /** Whether somebody waits to whom it gives way. */
  #othersWait: () => boolean = () => false
  #written: Sent[] = []
  readonly #read = new Set<string>()
  /** What its statements wait for while others have the writer. */
  #parked: PromiseWithResolvers<void> | null = null
  #parkedAt = 0
  #givenWay = Promise.withResolvers<null>()
  #running: Promise<{ readonly value: unknown }> | null = null
  #beginnings = 0
  #version = 0
  #isOvertaken = false
  #heldSince = 0
  #pieceMs = 0
  readonly #pauses = new Pauses('writer')

  constructor(store: LongJobStore, lifetime: Lifetime | null, piece = pieceAfter) {
    this.#store = store
    this.#lifetime = lifetime
    this.#pieceAfter = piece
  }

  /** Begins or goes on in the open transaction. Null where it gave way: what it wrote there is rolled back. */
  async hold(run: () => Promise<unknown>, othersWait: () => boolean): Promise<{ readonly value: unknown } | null> {
    this.#othersWait = othersWait
    this.#givenWay = Promise.withResolvers()
    this.#pauses.begin()
    if (this.#running === null) this.#begin(run)
    else if (!(await this.#goOn())) return null
    let gaveWay = false
    try {
      const done = await Promise.race([this.#running, this.#givenWay.promise])
      gaveWay = done === null
      return done
    } finally {
      // Where it failed, or its commit does, it is done from the beginning.
      if (!gaveWay) this.#running = null
    }
  }

  /** Called while it waits, with what somebody else sent who may write for its tenant. */
  noteOther(text: string): void {
    const table = writtenTable(text)
    if (table === undefined || this.#isOvertaken) return
    const named = new RegExp(`\\b${table}\\b`, 'i')
    if (this.#read.values().some((read) => named.test(read))) this.overtake()
  }

  /** It begins anew. */
  overtake(): void {
    this.#isOvertaken = true
  }

  /** It does not go on. */
  abandon(reason: unknown): void {
    this.#noteWait()
    this.#parked?.reject(reason)
  }

  /** Called before each statement; a promise where it must wait. */
  beforeStatement(): void | Promise<void> {
    requireTime(this.#lifetime)
    if (this.#parked === null && performance.now() - this.#heldSince >= this.#pieceMs && this.#othersWait()) {
      this.#parked = Promise.withResolvers()
      this.#parkedAt = performance.now()
      this.#givenWay.resolve(null)
    }
    if (this.#parked !== null) return this.#parked.promise
    if (this.#pauses.isDue) return this.#pauseBeforeStatement()
  }

  afterStatement(text: string, parameters: readonly unknown[], rows: number): void {
    if (writtenTable(text) !== undefined) this.#written.push({ text, parameters, rows })
    if (!isPlainInsert(text)) this.#read.add(text)
  }

  #begin(run: () => Promise<unknown>): void {
    if (this.#beginnings === MAX_BEGINNINGS) throw overtakenTooOften()
    this.#beginnings++
    this.#written = []
    this.#read.clear()
    this.#isOvertaken = false
    this.#parked = null
    this.#version = this.#store.version()
    this.#pieceMs = this.#pieceAfter(0)
    this.#heldSince = performance.now()
    this.#running = run().then((value) => ({ value }))
    // Whoever holds it is told; it may fail while nobody does.
    this.#running.catch(() => {})
  }

  /** False where it must begin anew; where it cannot go on, what waits for it ends as well. */
  async #goOn(): Promise<boolean> {
    try {
      requireTime(this.#lifetime)
      if (await this.#writeAgain()) return true
      await this.#forget(new Overtaken('Somebody changed what the job read'))
      return false
    } catch (reason) {
      await this.#forget(reason)
      throw reason
    }
  }

  async #writeAgain(): Promise<boolean> {
    if (this.#isOvertaken || this.#store.version() !== this.#version) return false
    const from = performance.now()
    for (const sent of this.#written) {
      if (this.#pauses.isDue) await this.#pause()
      if (!this.#isRepeated(sent)) return false
    }
    this.#heldSince = performance.now()
    this.#pieceMs = this.#pieceAfter(this.#heldSince - from)
    this.#noteWait()
    this.#parked?.resolve()
    this.#parked = null
    return true
  }

  /** Whether the statement, sent again, wrote what it wrote before. A store that fails is no sign of others' changes. */
  #isRepeated({ text, parameters, rows }: Sent): boolean {
    try {
      return this.#store.repeat(text, parameters) === rows
    } catch (error) {
      if (isConstraint(error)) return false
      throw error
    }
  }

  async #forget(reason: unknown): Promise<void> {
    this.#noteWait()
    this.#parked?.reject(reason)
    await this.#running?.catch(() => {})
    this.#parked = null
    this.#running = null
  }

  /** Once for all statements that waited. */
  #noteWait(): void {
    if (this.#lifetime === null || this.#parked === null) return
    this.#lifetime.waitedMs += performance.now() - this.#parkedAt
    this.#parkedAt = performance.now()
  }

  async #pause(): Promise<void> {
    await this.#pauses.take()
    requireTime(this.#lifetime)
  }

  /** Another statement of the job may give way meanwhile: this one waits with it. */
  async #pauseBeforeStatement(): Promise<void> {
    await this.#pause()
    if (this.#parked !== null) await this.#parked.promise
  }
}
