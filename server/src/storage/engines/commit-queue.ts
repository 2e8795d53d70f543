/**
 * Shared commits on the embedded store. A durable commit costs a disk sync; jobs that wait at the same moment
 * run one after another inside one transaction, each behind a savepoint of its own, and share that sync.
 * Nobody is answered before COMMIT returned. Jobs take turns by share, and a commit takes in no further job once it
 * has lasted a while, so that one tenant's slow jobs do not hold up those of the others. A commit of nothing but
 * repeatable jobs is not synced: the process would stand still for the disk (ADR 201).
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { LaneLoad } from './turns/fair-turns.ts'
import type { LongJob } from './turns/long-job.ts'
import { RoundRobin, tooManyWait } from './turns/round-robin.ts'
import { type Lifetime, OWN_WORK, requireTime, type StoreUse } from './turns/store-use.ts'
import { WriterPace } from './turns/writer-pace.ts'
import { commitError, OutcomeUnknown } from './unavailable.ts'

interface Waiting {
  readonly share: string
  readonly isRepeatable: boolean
  /** The one tenant whose rows it can write; null where it can write others too. */
  readonly tenantId: string | null
  readonly long: LongJob | null
  readonly lifetime: Lifetime | null
  readonly onOver: () => void
  readonly run: () => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

type Outcome = { readonly job: Waiting } & ({ readonly value: unknown } | { readonly reason: unknown })

/** How jobs are run. */
interface Manner {
  readonly isAlone: boolean
  /** Whether it is tried after a commit that failed: then nobody gives way, for one of its tenant may have done so. */
  readonly isAgain: boolean
}

/** A long job that gave way: it waits for its next piece. */
const GAVE_WAY = Symbol('gave way')

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

/** A long job that gave way waits in a share of its own, and its tenant's other shares wait for it. */
const LONG = 'long '
/** Shares of what can be written for a tenant end with its id: its own, strangers at its doors, transfers. */
const isOfTenant = (share: string, tenantId: string): boolean => share === tenantId || share.endsWith(` ${tenantId}`)

/**
 * How many may wait for long jobs of their tenants, in all: a request that waits keeps its place among those that the
 * server works on, so that more of one tenant's would leave none to the others (threats row 508).
 */
const MAX_BEHIND_LONG = 256

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
  /** Those that gave way and are not done. */
  readonly #parked = new Set<Waiting>()
  /** Tenants with a job that gave way and is not done, whether it has a piece now or waits for one. */
  readonly #tenantsBehind = new Set<string>()
  /** Shares that waited while a long job had a piece: each has a turn before the next piece, whosever that is. */
  #first = new Set<string>()
  #draining: Promise<void> | null = null
  #isSynced = true

  constructor(database: DatabaseSync, { maxLockWaitMs, maxCommitMs }: CommitBounds = {}) {
    this.#database = database
    this.#maxLockWaitMs = maxLockWaitMs ?? MAX_LOCK_WAIT_MS
    this.#maxCommitMs = maxCommitMs ?? MAX_COMMIT_MS
    this.#savepoint = database.prepare('SAVEPOINT job')
    this.#release = database.prepare('RELEASE job')
  }

  /** A long job is one of a tenant. */
  run<T>(run: () => Promise<T>, use: StoreUse = OWN_WORK, long: LongJob | null = null): Promise<T> {
    const { share: of, lifetime, isRepeatable = false, tenantId = null } = use
    const share = isRepeatable ? `${REPEATABLE}${of}` : of
    return new Promise<T>((resolve, reject) => {
      const onOver = (): void => {
        const isWaiting = this.#waiting.remove(share, job) || this.#waiting.remove(`${LONG}${tenantId}`, job)
        if (isWaiting) this.#refuse(job, lifetime?.reason)
      }
      const job: Waiting = {
        share,
        isRepeatable,
        tenantId,
        long,
        lifetime,
        onOver,
        run,
        resolve: resolve as (value: unknown) => void,
        reject,
      }
      this.#requireRoom(share)
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

  /** Not what a tenant writes while a long job of its own waits to go on. */
  #mayRun(share: string): boolean {
    if (this.#parked.size === 0 || share.startsWith(LONG)) return true
    return !this.#parked.values().some(({ tenantId }) => isOfTenant(share, tenantId as string))
  }

  /** It waited for a piece of a long job, and may write before the next one. */
  #isFirst(share: string): boolean {
    return this.#first.has(share) && !share.startsWith(LONG) && this.#mayRun(share)
  }

  /** Tenants with long jobs have equal parts of the room. */
  #requireRoom(share: string): void {
    for (const tenantId of this.#tenantsBehind) {
      if (!isOfTenant(share, tenantId)) continue
      const waiting = this.#waiting.countOf((other) => isOfTenant(other, tenantId))
      if (waiting >= MAX_BEHIND_LONG / this.#tenantsBehind.size) throw tooManyWait()
    }
  }

  #park(job: Waiting): void {
    this.#parked.add(job)
    this.#tenantsBehind.add(job.tenantId as string)
    this.#waiting.add(`${LONG}${job.tenantId}`, job)
    job.lifetime?.onOver(job.onOver)
  }

  #refuse(job: Waiting, reason: unknown): void {
    if (this.#parked.delete(job)) this.#tenantsBehind.delete(job.tenantId as string)
    job.long?.abandon(reason)
    job.reject(reason)
  }

  /** Commits jobs that wait now; those that come while it runs wait for the next commit. */
  async #commitTogether(waiting: number): Promise<void> {
    const isSynced = this.#waiting.hasOf(isOfOthers)
    try {
      await this.#begin(isSynced)
    } catch (reason) {
      // The write lock could not be had: waiting for it again for each job would only delay all of them.
      for (let left = waiting; left > 0; left--) {
        const job = this.#waiting.next()
        if (job) this.#refuse(job, reason)
      }
      return
    }
    const jobs: Waiting[] = []
    const isTurnOfLong = !this.#waiting.hasOf((share) => this.#isFirst(share))
    // Nobody who is done waits for the next piece of a long job.
    const mayJoin = (share: string) => !share.startsWith(LONG) || (isTurnOfLong && jobs.length === 0)
    const until = performance.now() + this.#maxCommitMs
    await this.#settle(
      jobs,
      () => {
        const isFull = jobs.length >= Math.min(waiting, MAX_JOBS_PER_COMMIT)
        return isFull || (jobs.length > 0 && performance.now() > until)
          ? undefined
          : this.#waiting.next((share) => this.#mayRun(share) && (isSynced ? mayJoin(share) : isOfRepeatable(share)))
      },
      { isAlone: waiting === 1, isAgain: false },
    )
  }

  /** Runs what `next` gives in the open transaction, noting each in `jobs`, and tells every one what came of it. */
  async #settle(jobs: Waiting[], next: () => Waiting | undefined, manner: Manner): Promise<void> {
    let outcomes: Outcome[]
    try {
      outcomes = await this.#transaction(jobs, next, manner)
    } catch (reason) {
      // What those that gave way had read in this transaction may never have been.
      for (const { long } of [...this.#parked, ...jobs]) long?.overtake()
      // The disk failed during COMMIT: no job's outcome is known, and a retry would fail again.
      if (jobs.length === 1 || reason instanceof OutcomeUnknown) for (const job of jobs) this.#refuse(job, reason)
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
      return this.#refuse(job, reason)
    }
    const only = [job]
    await this.#settle([], () => only.pop(), { isAlone: true, isAgain: true })
  }

  async #transaction(jobs: Waiting[], next: () => Waiting | undefined, manner: Manner): Promise<Outcome[]> {
    try {
      const outcomes: Outcome[] = []
      for (let job = next(); job !== undefined; job = next()) {
        jobs.push(job)
        const outcome = await this.#behindSavepoint(job, manner, () => jobs.length > 1)
        if (outcome === GAVE_WAY) {
          this.#park(jobs.pop() as Waiting)
          break
        }
        outcomes.push(outcome)
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

  /** `isAwaited` says whether others wait for this commit. */
  async #behindSavepoint(job: Waiting, manner: Manner, isAwaited: () => boolean): Promise<Outcome | typeof GAVE_WAY> {
    const alone = manner.isAlone && job.long === null
    job.lifetime?.offOver(job.onOver)
    if (!alone) this.#savepoint.run()
    try {
      const done = await this.#runIn(job, manner, isAwaited)
      if (done === null) {
        this.#database.exec('ROLLBACK TO job; RELEASE job')
        return GAVE_WAY
      }
      requireTime(job.lifetime)
      if (!alone) this.#release.run()
      return { job, value: done.value }
    } catch (reason) {
      if (alone) throw reason
      if (!this.#database.isTransaction) throw new TransactionLost('The transaction was rolled back', { cause: reason })
      this.#database.exec('ROLLBACK TO job; RELEASE job')
      return { job, reason }
    }
  }

  /** Null where a long job gave way before it was done. */
  async #runIn(
    job: Waiting,
    { isAgain }: Manner,
    isAwaited: () => boolean,
  ): Promise<{ readonly value: unknown } | null> {
    const { long, tenantId, run } = job
    this.#first.delete(job.share)
    const wasParked = this.#parked.delete(job)
    if (long === null || tenantId === null) {
      this.pace.begin(job.lifetime, tenantId === null && this.#parked.size > 0 ? this.#tellParked : null)
      return { value: await run() }
    }
    // Long ones go on one after another: in turns all of them would last until their deadlines.
    const isOfAnother = (share: string) =>
      !share.startsWith(LONG) && !isOfTenant(share, tenantId) && this.#mayRun(share)
    let isDone = true
    try {
      const done = await long.hold(run, () => !isAgain && (isAwaited() || this.#waiting.hasOf(isOfAnother)))
      isDone = done !== null
      if (wasParked || !isDone) this.#first = new Set(this.#waiting.shares)
      return done
    } finally {
      if (isDone) this.#tenantsBehind.delete(tenantId)
    }
  }

  /** Whoever is not bound to one tenant may write to the rows of any. */
  readonly #tellParked = (text: string): void => {
    for (const { long } of this.#parked) long?.noteOther(text)
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
