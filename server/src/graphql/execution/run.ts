/** One run of an operation: what its fields share, and the errors they met. */
import { inspect } from 'graphql/jsutils/inspect.js'
import { Failure } from '../../domain/failure.ts'
import { MAX_ANSWER_CHARACTERS, MAX_COST_PER_REQUEST } from '../../domain/limits.ts'
import { turnOfLoop } from '../../storage/engines/turns/turn-of-loop.ts'
import type { QueryContext } from '../context.ts'
import { ArgumentError } from './argument-values.ts'
import type { Values } from './input-values.ts'
import type { PlannedField } from './planned-field.ts'

/** Far beyond what a request may cost, because estimates are means. */
const MAX_OBJECTS = 2 * MAX_COST_PER_REQUEST

/** After so many members others get a turn: about ten milliseconds of work (threats row 266). */
const MEMBERS_PER_TURN = 10_000

/** The way from the root to a value, from its end. */
export interface Path {
  readonly up: Path | null
  readonly key: string | number
}

const stepsOf = (path: Path | null): (string | number)[] => {
  const steps: (string | number)[] = []
  for (let at = path; at !== null; at = at.up) steps.push(at.key)
  return steps.reverse()
}

/** What went wrong in one field, with its place in the answer and in the text. */
export class FieldError {
  readonly cause: Error
  readonly path: readonly (string | number)[]
  /** Where the nodes of the field begin in the text that the operation was compiled from. */
  readonly offsets: readonly number[]

  constructor(cause: Error, path: readonly (string | number)[], offsets: readonly number[]) {
    this.cause = cause
    this.path = path
    this.offsets = offsets
  }
}

/** An error that was thrown for a value below keeps the place it has. */
export const located = (thrown: unknown, field: PlannedField, up: Path | null, key: string | number): FieldError => {
  if (thrown instanceof FieldError) return thrown
  const cause = thrown instanceof Error ? thrown : new Error(`Unexpected error value: ${inspect(thrown)}`)
  const offsets = thrown instanceof ArgumentError ? [thrown.offset] : field.offsets
  return new FieldError(cause, stepsOf({ up, key }), offsets)
}

export class Run {
  readonly context: QueryContext
  /** The arguments of each field that has different ones in each request, by its slot. */
  readonly args: readonly (Values | ArgumentError)[]
  readonly errors: FieldError[] = []
  /** How many records of each kind were answered, by the number of the kind. */
  readonly read: number[] = []
  /** How many objects were answered. */
  objects = 0
  /** How many members of objects were answered without a pause. */
  members = 0
  /** How long the answer is so far: its names and texts. */
  characters = 0
  /** Why it was broken off as a whole; no field that may be null answers for this. */
  broken: Failure | null = null
  readonly #isMutation: boolean
  #pause: Promise<void> | null = null

  /** What was not known before it ran has an end too. */
  countObject(): void {
    this.objects++
    if (this.objects <= MAX_OBJECTS) return
    throw new Failure('cost_exceeded', 'The answer has more objects than one may have: ask for less at a time')
  }

  /** Texts are counted as they are answered, not when they are all in one (threats row 423). */
  countCharacters(characters: number): void {
    this.characters += characters
    if (this.characters <= MAX_ANSWER_CHARACTERS) return
    this.broken ??= new Failure(
      'limit_exceeded',
      `The answer would have more than ${MAX_ANSWER_CHARACTERS} characters: ask for less in one request${this.#isMutation ? '. What its mutations wrote so far is written' : ''}`,
    )
    throw this.broken
  }

  /** Of a value that came later; whether that was too much is asked when the answer is whole. */
  noteText(value: unknown): void {
    if (typeof value === 'string') this.characters += value.length
  }

  get isPauseDue(): boolean {
    return this.members >= MEMBERS_PER_TURN
  }

  /** Everything that is due waits for the same pause; a request that is over meanwhile goes no further. */
  async pause(): Promise<void> {
    this.#pause ??= turnOfLoop(this.context.tenant.tenantId).then(() => {
      this.members = 0
      this.#pause = null
    })
    await this.#pause
    const reason = this.context.lifetime?.reason
    if (reason) throw reason
  }

  constructor(context: QueryContext, args: readonly (Values | ArgumentError)[], isMutation: boolean) {
    this.context = context
    this.args = args
    this.#isMutation = isMutation
  }
}
