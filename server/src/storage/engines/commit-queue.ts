/**
 * Shared commits on the embedded store. A durable commit costs a disk sync; jobs that wait at the same moment
 * run one after another inside one transaction, each behind a savepoint of its own, and share that sync.
 * Nobody is answered before COMMIT returned. Jobs take turns by share, and a commit takes in no further job once it
 * has lasted a while, so that one tenant's slow jobs do not hold up those of the others. A commit of nothing but
 * repeatable jobs is not synced: the process would stand still for the disk (ADR 201).
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { LaneLoad } from './turns/fair-turns.ts'
import { RoundRobin } from './turns/round-robin.ts'
import { type Lifetime, OWN_WORK, requireTime, type StoreUse } from './turns/store-use.ts'
import { WriterPace } from './turns/writer-pace.ts'
import { commitError, OutcomeUnknown } from './unavailable.ts'

interface Waiting {
  readonly isRepeatable: boolean
  readonly lifetime: Lifetime | null
  readonly onOver: () => void
  readonly run: () => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

type Outcome = { readonly job: Waiting } & ({ readonly value: unknown } | { readonly reason: unknown })

/**
 * As many as the server admits at once. Each turn of the event loop makes one commit, and under overload turns are
 * long, with thousands of requests to refuse in each: at 128, clients that retry immediately left a tenth of the
 * goodput.
 */
const MAX_JOBS_PER_COMMIT = 1024
const MAX_COMMIT_MS = 10
const MAX_LOCK_WAIT_MS = 5000
const LOCK_RETRY_MS = 5

/** Repeatable jobs wait in shares of their own, so that a commit without a sync takes in no others. */
const REPEATABLE = 'repeatable '
const isOfRepeatable = (share: string): boolean => share.startsWith(REPEATABLE)
const isOfOthers = (share: string): boolean => !isOfRepeatable(share)

/** SQLITE_BUSY: another process writes. */
export const isBusy = (error: unknown): boolean => (error as { errcode?: number }).errcode === 5

/** The error ended the whole transaction (as SQLITE_FULL does), so the work of the other jobs in it is lost as well. */
class TransactionLost extends Error {}

export interface CommitBounds {
  readonly maxLockWaitMs?: number
  readonly maxCommitMs?: number
}

export class CommitQueue {
  /** Statements of the running job wait here; see `WriterPace`. */
  readonly pace = new WriterPace()
  readonly #database: DatabaseSync
  readonly #savepoint: StatementSync
  readonly #release: StatementSync
  readonly #maxLockWaitMs: number
  readonly #maxCommitMs: number
  readonly #waiting = new RoundRobin<Waiting>()
  #draining: Promise<void> | null = null
  #isSynced = true

  constructor(database: DatabaseSync, { maxLockWaitMs, maxCommitMs }: CommitBounds = {}) {
    this.#database = database
    this.#maxLockWaitMs = maxLockWaitMs ?? MAX_LOCK_WAIT_MS
    this.#maxCommitMs = maxCommitMs ?? MAX_COMMIT_MS
    this.#savepoint = database.prepare('SAVEPOINT job')
    this.#release = database.prepare('RELEASE job')
  }

  run<T>(run: () => Promise<T>, { share: of, lifetime, isRepeatable = false }: StoreUse = OWN_WORK): Promise<T> {
    const share = isRepeatable ? `${REPEATABLE}${of}` : of
    return new Promise<T>((resolve, reject) => {
      const onOver = (): void => {
        if (this.#waiting.remove(share, job)) reject(lifetime?.reason)
      }
      const job: Waiting = {
        isRepeatable,
        lifetime,
        onOver,
        run,
        resolve: resolve as (value: unknown) => void,
        reject,
      }
      this.#waiting.add(share, job)
      lifetime?.onOver(onOver)
      this.#draining ??= this.#drain()
    })
  }

  get load(): LaneLoad {
    return { places: 1, inUse: this.#draining === null ? 0 : 1, waiting: this.#waiting.size }
  }

  /** Resolves when the queue is empty. */
  async idle(): Promise<void> {
    while (this.#draining) await this.#draining
  }

  async #drain(): Promise<void> {
    // Let every request that the current turn of the event loop brings in join the first commit.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.size > 0) {
      await this.#commitTogether(this.#waiting.size)
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#draining = null
  }

  /** Commits jobs that wait now; those that come while it runs wait for the next commit. */
  async #commitTogether(waiting: number): Promise<void> {
    const isSynced = this.#waiting.hasOf(isOfOthers)
    try {
      await this.#begin(isSynced)
    } catch (reason) {
      // The write lock could not be had: waiting for it again for each job would only delay all of them.
      for (let left = waiting; left > 0; left--) this.#waiting.next()?.reject(reason)
      return
    }
    const jobs: Waiting[] = []
    const until = performance.now() + this.#maxCommitMs
    await this.#settle(
      jobs,
      () => {
        const isFull = jobs.length >= Math.min(waiting, MAX_JOBS_PER_COMMIT)
        return isFull || (jobs.length > 0 && performance.now() > until)
          ? undefined
          : this.#waiting.next(isSynced ? undefined : isOfRepeatable)
      },
      waiting === 1,
    )
  }

  /** Runs what `next` gives in the open transaction, noting each in `jobs`, and tells every one what came of it. */
  async #settle(jobs: Waiting[], next: () => Waiting | undefined, alone: boolean): Promise<void> {
    let outcomes: Outcome[]
    try {
      outcomes = await this.#transaction(jobs, next, alone)
    } catch (reason) {
      // The disk failed during COMMIT: no job's outcome is known, and a retry would fail again.
      if (jobs.length === 1 || reason instanceof OutcomeUnknown) for (const job of jobs) job.reject(reason)
      else for (const job of jobs) await this.#commitAlone(job)
      return
    }
    for (const outcome of outcomes) {
      if ('reason' in outcome) outcome.job.reject(outcome.reason)
      else outcome.job.resolve(outcome.value)
    }
  }

  async #commitAlone(job: Waiting): Promise<void> {
    try {
      await this.#begin(!job.isRepeatable)
    } catch (reason) {
      return job.reject(reason)
    }
    const only = [job]
    await this.#settle([], () => only.pop(), true)
  }

  async #transaction(jobs: Waiting[], next: () => Waiting | undefined, alone: boolean): Promise<Outcome[]> {
    try {
      const outcomes: Outcome[] = []
      for (let job = next(); job !== undefined; job = next()) {
        jobs.push(job)
        outcomes.push(await this.#behindSavepoint(job, alone))
      }
      this.#commit()
      return outcomes
    } catch (reason) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw reason instanceof TransactionLost ? reason.cause : reason
    } finally {
      this.pace.end()
    }
  }

  #commit(): void {
    try {
      this.#database.exec('COMMIT')
    } catch (reason) {
      throw commitError(reason)
    }
  }

  async #behindSavepoint(job: Waiting, alone: boolean): Promise<Outcome> {
    job.lifetime?.offOver(job.onOver)
    if (!alone) this.#savepoint.run()
    try {
      this.pace.begin(job.lifetime)
      const value = await job.run()
      requireTime(job.lifetime)
      if (!alone) this.#release.run()
      return { job, value }
    } catch (reason) {
      if (alone) throw reason
      if (!this.#database.isTransaction) throw new TransactionLost('The transaction was rolled back', { cause: reason })
      this.#database.exec('ROLLBACK TO job; RELEASE job')
      return { job, reason }
    }
  }

  /** A commit that is synced takes those before it along: the log is one file. */
  #syncNext(isSynced: boolean): void {
    if (this.#isSynced === isSynced) return
    this.#database.exec(`PRAGMA synchronous = ${isSynced ? 'FULL' : 'NORMAL'}`)
    this.#isSynced = isSynced
  }

  /** Another process may hold the write lock: wait for it without blocking the event loop. */
  async #begin(isSynced: boolean): Promise<void> {
    this.#syncNext(isSynced)
    const deadline = performance.now() + this.#maxLockWaitMs
    for (;;) {
      try {
        this.#database.exec('BEGIN IMMEDIATE')
        return
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error
        await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS))
      }
    }
  }
}
