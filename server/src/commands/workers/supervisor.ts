/**
 * Watches over the workers that share the port: starts again what dies, each time later, replaces them one after
 * another, adds up their metrics and stops them. It serves nothing itself and opens no store.
 */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { SummedMetrics } from '../../metrics/summed-metrics.ts'
import { type FromWorker, NUMBER_VARIABLE, type Serving, type ToWorker } from './worker.ts'

const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 30_000
/** A worker that lived for so long was in order: the next one starts at once. */
const STEADY_MS = 60_000
const MAX_METRICS_MS = 2_000
/** Beyond the time that a worker gives itself to stop. */
const LAST_MS = 2_000

/** The first worker could not start; it has said why. */
export class WorkerDidNotStart extends Error {}

interface End {
  readonly code: number | null
  readonly signal: string | null
  readonly livedMs: number
}

export class Supervisor {
  readonly #log: Logger
  /** By their numbers. One that replaces another takes its place here when it serves. */
  readonly #workers = new Map<number, Worker>()
  readonly #deathsInARow = new Map<number, number>()
  readonly #metrics = new SummedMetrics()
  #isWatching = false
  #isStopping = false
  #isReplacing = false

  constructor(log: Logger) {
    this.#log = log
  }

  /** The first alone, because it prepares an empty store; then the others together. */
  async start(count: number): Promise<Serving> {
    const serving = await this.#startAs(1)
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => this.#startAs(index + 2)))
    this.#isWatching = true
    return serving
  }

  #startAs(number: number): Promise<Serving> {
    const worker = this.#fork(number)
    this.#workers.set(number, worker)
    return servingOf(worker)
  }

  #fork(number: number): Worker {
    const worker = cluster.fork({ [NUMBER_VARIABLE]: String(number) })
    const startedAt = performance.now()
    worker.once('exit', (code: number | null, signal: string | null) => {
      this.#metrics.keepOf(worker.id)
      if (this.#workers.get(number) !== worker || !this.#isWatching || this.#isStopping) return
      void this.#startAgain(number, { code, signal, livedMs: performance.now() - startedAt })
    })
    return worker
  }

  async #startAgain(number: number, { code, signal, livedMs }: End): Promise<void> {
    const deaths = livedMs > STEADY_MS ? 0 : (this.#deathsInARow.get(number) ?? 0) + 1
    this.#deathsInARow.set(number, deaths)
    const delayMs = deaths === 0 ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (deaths - 1))
    this.#log.error({ worker: number, code, signal, delayMs }, 'a worker ended and is started again')
    await pause(delayMs)
    // One that does not start ends, and its end leads here again.
    if (!this.#isStopping) await this.#startAs(number).catch(() => {})
  }

  /** Each is replaced by one that already serves; nobody is without an answer meanwhile. */
  async replaceAll(): Promise<void> {
    if (this.#isReplacing) return
    this.#isReplacing = true
    await this.#replaceEach().finally(() => {
      this.#isReplacing = false
    })
  }

  async #replaceEach(): Promise<void> {
    for (const [number, old] of [...this.#workers]) {
      if (this.#isStopping) return
      const next = this.#fork(number)
      try {
        await servingOf(next)
      } catch {
        this.#log.error({ worker: number }, 'the worker that should replace this one does not start: it stays')
        return
      }
      this.#workers.set(number, next)
      await stopped(old, 'SIGTERM')
      this.#log.info({ worker: number }, 'replaced a worker')
    }
  }

  /** All at once: they answer on one port, so each must say that it is stopping. */
  async stop(signal: NodeJS.Signals, stopMs: number): Promise<void> {
    this.#isStopping = true
    const workers = Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? [])
    const late = setTimeout(() => {
      for (const worker of workers) worker.process.kill('SIGKILL')
    }, stopMs + LAST_MS)
    await Promise.all(workers.map((worker) => stopped(worker, signal)))
    clearTimeout(late)
  }

  async metricsText(): Promise<string> {
    const asked = await Promise.all([...this.#workers].map(([number, worker]) => readingOf(number, worker)))
    return this.#metrics.textOf(asked.flatMap((reading) => reading ?? []))
  }
}

const tell = (worker: Worker, message: ToWorker): void => {
  if (worker.isConnected()) worker.send(message, () => {})
}

/** Resolves with the first message of the worker that has this member. */
const firstMessage = async <K extends keyof FromWorker>(
  worker: Worker,
  member: K,
  signal?: AbortSignal,
): Promise<NonNullable<FromWorker[K]>> => {
  for (;;) {
    const [message] = (await once(worker, 'message', signal ? { signal } : {})) as [FromWorker]
    const value = message[member]
    if (value !== undefined) return value as NonNullable<FromWorker[K]>
  }
}

const servingOf = (worker: Worker): Promise<Serving> => {
  const ended = new AbortController()
  const onExit = (): void => ended.abort(new WorkerDidNotStart('The worker ended before it served'))
  worker.once('exit', onExit)
  return firstMessage(worker, 'serving', ended.signal)
    .catch(() => {
      throw new WorkerDidNotStart('The worker ended before it served')
    })
    .finally(() => worker.off('exit', onExit))
}

/** One that does not answer in time is left out. */
const readingOf = async (number: number, worker: Worker) => {
  const metrics = firstMessage(worker, 'metrics', AbortSignal.timeout(MAX_METRICS_MS))
  tell(worker, { readMetrics: true })
  const text = await metrics.catch(() => null)
  return text === null ? null : { id: worker.id, number, text }
}

const stopped = async (worker: Worker, signal: NodeJS.Signals): Promise<void> => {
  if (worker.isDead()) return
  const ended = once(worker, 'exit')
  tell(worker, { stop: signal })
  await ended
}
