/**
 * Shared commits on the embedded store. A durable commit costs a disk sync; jobs that wait at the same moment
 * run one after another inside one transaction, each behind a savepoint of its own, and share that sync.
 * Nobody is answered before COMMIT returned.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { commitError, OutcomeUnknown } from './unavailable.ts'

interface Waiting {
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
const JOBS_PER_COMMIT = 1024
const LOCK_PATIENCE_MS = 5000
const LOCK_RETRY_MS = 5

const isBusy = (error: unknown): boolean => (error as { errcode?: number }).errcode === 5

/** The error ended the whole transaction (as SQLITE_FULL does), so the work of the other jobs in it is lost as well. */
class TransactionLost extends Error {}

export class CommitQueue {
  readonly #database: DatabaseSync
  readonly #savepoint: StatementSync
  readonly #release: StatementSync
  readonly #lockPatienceMs: number
  #waiting: Waiting[] = []
  #draining: Promise<void> | null = null

  constructor(database: DatabaseSync, lockPatienceMs = LOCK_PATIENCE_MS) {
    this.#database = database
    this.#lockPatienceMs = lockPatienceMs
    this.#savepoint = database.prepare('SAVEPOINT job')
    this.#release = database.prepare('RELEASE job')
  }

  run<T>(run: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ run, resolve: resolve as (value: unknown) => void, reject })
      this.#draining ??= this.#drain()
    })
  }

  /** Resolves when the queue is empty. */
  async idle(): Promise<void> {
    while (this.#draining) await this.#draining
  }

  async #drain(): Promise<void> {
    // Let every request that the current turn of the event loop brings in join the first commit.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.#waiting.length > 0) {
      await this.#commitTogether(this.#waiting.splice(0, JOBS_PER_COMMIT))
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#draining = null
  }

  async #commitTogether(jobs: readonly Waiting[]): Promise<void> {
    let outcomes: Outcome[]
    try {
      await this.#begin()
    } catch (reason) {
      // The write lock could not be had: waiting for it again for each job would only delay all of them.
      for (const job of jobs) job.reject(reason)
      return
    }
    try {
      outcomes = await this.#transaction(jobs)
    } catch (reason) {
      const alone = jobs.length === 1
      // The disk failed during COMMIT: no job's outcome is known, and a retry would fail again.
      if (alone || reason instanceof OutcomeUnknown) for (const job of jobs) job.reject(reason)
      else for (const job of jobs) await this.#commitTogether([job])
      return
    }
    for (const outcome of outcomes) {
      if ('reason' in outcome) outcome.job.reject(outcome.reason)
      else outcome.job.resolve(outcome.value)
    }
  }

  async #transaction(jobs: readonly Waiting[]): Promise<Outcome[]> {
    try {
      const outcomes: Outcome[] = []
      for (const job of jobs) outcomes.push(await this.#behindSavepoint(job, jobs.length === 1))
      this.#commit()
      return outcomes
    } catch (reason) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK')
      throw reason instanceof TransactionLost ? reason.cause : reason
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
    if (!alone) this.#savepoint.run()
    try {
      const value = await job.run()
      if (!alone) this.#release.run()
      return { job, value }
    } catch (reason) {
      if (alone) throw reason
      if (!this.#database.isTransaction) throw new TransactionLost('The transaction was rolled back', { cause: reason })
      this.#database.exec('ROLLBACK TO job; RELEASE job')
      return { job, reason }
    }
  }

  /** Another process may hold the write lock: wait for it without blocking the event loop. */
  async #begin(): Promise<void> {
    const deadline = performance.now() + this.#lockPatienceMs
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
