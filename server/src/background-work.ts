/**
 * Does a background job again and again, in steps of one transaction each. Every process asks for each step; one of
 * them gets it (`claimJob`), so that N processes do the job once (threats row 108).
 */
import type { Logger } from 'pino'
import { type BackgroundJob, claimJob, keepJobDue } from './storage/background-jobs.ts'
import type { PlatformTx } from './storage/handles.ts'
import type { Storage } from './storage/storage.ts'

const STEP_MS = 50
/** A timer that fires a little early must not wait for another whole round. */
const EARLY = 0.1

export interface BackgroundWorkParts {
  readonly storage: Storage
  readonly log: Logger
  readonly job: BackgroundJob
  readonly everyMs: number
  /** One small step; true if more is left to do. */
  readonly step: (tx: PlatformTx) => Promise<boolean>
}

export class BackgroundWork {
  readonly #parts: BackgroundWorkParts
  #timer: NodeJS.Timeout | null = null
  #stopped = false

  constructor(parts: BackgroundWorkParts) {
    this.#parts = parts
  }

  start(): void {
    this.#next(this.#parts.everyMs)
  }

  #next(delayMs: number): void {
    if (this.#stopped) return
    this.#timer = setTimeout(() => void this.#repeat(), delayMs)
    this.#timer.unref()
  }

  async #repeat(): Promise<void> {
    const { everyMs, job, log } = this.#parts
    try {
      this.#next((await this.turn()) === 'more' ? STEP_MS : everyMs)
    } catch (err) {
      log.warn({ err, job }, `${job} failed and will be tried again`)
      this.#next(everyMs)
    }
  }

  /** Does one step if it is due and no other process is at it. */
  turn(): Promise<'not claimed' | 'done' | 'more'> {
    const { storage, job, everyMs, step } = this.#parts
    return storage.writePlatform(async (tx) => {
      if (!(await claimJob(tx, job, everyMs * (1 - EARLY)))) return 'not claimed'
      if (!(await step(tx))) return 'done'
      await keepJobDue(tx, job)
      return 'more'
    })
  }

  stop(): void {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
  }
}
