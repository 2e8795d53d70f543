/**
 * Does a background job again and again, in steps of one transaction each. Every process asks for each step; one of
 * them gets it (`claimJob`), so that N processes do the job once (threats row 108).
 */
import type { Logger } from 'pino'
import { type BackgroundJob, claimJob, claimJobToDo, keepJobDue, noteJobDone } from '../storage/background-jobs.ts'
import type { PlatformTx } from '../storage/handles.ts'
import type { Storage } from '../storage/storage.ts'

const STEP_MS = 50
/**
 * A process looks at least so often whether a job is due. One that waited a day for its first look would do a daily job
 * only where nobody restarts it for a day.
 */
const MAX_LOOK_MS = 3_600_000
/** A timer that fires a little early must not wait for another whole round. */
const EARLY = 0.1

/** `Found` is what a search found before the transaction that a step is. */
export interface BackgroundWorkParts<Found = void> {
  readonly storage: Storage
  readonly log: Logger
  readonly job: BackgroundJob
  readonly everyMs: number
  /** Reads whether anything is due, for a job that looks so often that it must not write each time. */
  readonly isDue?: () => Promise<boolean>
  /**
   * Looks for what there is to do where that takes long, outside of a transaction, so that nobody waits for a search.
   * The job is claimed first: if the process dies meanwhile, it is due again after `everyMs`.
   */
  readonly find?: () => Promise<Found>
  /** One small step; true if more is left to do. */
  readonly step: (tx: PlatformTx, found: Found) => Promise<boolean>
}

type Turn = 'not claimed' | 'done' | 'more'

export class BackgroundWork<Found = void> {
  readonly #parts: BackgroundWorkParts<Found>
  #timer: NodeJS.Timeout | null = null
  #stopped = false

  constructor(parts: BackgroundWorkParts<Found>) {
    this.#parts = parts
  }

  start(): void {
    this.#next(this.#lookMs)
  }

  get #lookMs(): number {
    return Math.min(this.#parts.everyMs, MAX_LOOK_MS)
  }

  #next(delayMs: number): void {
    if (this.#stopped) return
    this.#timer = setTimeout(() => void this.#repeat(), delayMs)
    this.#timer.unref()
  }

  async #repeat(): Promise<void> {
    const { job, log } = this.#parts
    try {
      this.#next((await this.turn()) === 'more' ? STEP_MS : this.#lookMs)
    } catch (err) {
      log.warn({ err, job }, `${job} failed and will be tried again`)
      this.#next(this.#lookMs)
    }
  }

  /** Does one step if it is due and no other process is at it. */
  async turn(): Promise<Turn> {
    const { storage, find, isDue } = this.#parts
    if (isDue && !(await isDue())) return 'not claimed'
    return find === undefined ? storage.writePlatform((tx) => this.#claimAndDo(tx)) : this.#findFirst(find)
  }

  async #claimAndDo(tx: PlatformTx): Promise<Turn> {
    return (await claimJob(tx, this.#parts.job, this.#untilDueMs)) ? this.#do(tx, undefined as Found) : 'not claimed'
  }

  async #findFirst(find: () => Promise<Found>): Promise<Turn> {
    const { storage, job } = this.#parts
    if (!(await storage.writePlatform((tx) => claimJobToDo(tx, job, this.#untilDueMs)))) return 'not claimed'
    const found = await find()
    return storage.writePlatform(async (tx) => {
      await noteJobDone(tx, job)
      return this.#do(tx, found)
    })
  }

  get #untilDueMs(): number {
    return this.#parts.everyMs - this.#lookMs * EARLY
  }

  async #do(tx: PlatformTx, found: Found): Promise<'done' | 'more'> {
    const { job, step } = this.#parts
    if (!(await step(tx, found))) return 'done'
    await keepJobDue(tx, job)
    return 'more'
  }

  stop(): void {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
  }
}
