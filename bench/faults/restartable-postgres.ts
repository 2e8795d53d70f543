/** A PostgreSQL that is stopped and started again on the same port, or frozen with everything it runs. */
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Postgres, startPostgres } from '../../server/test/support/postgres.ts'

export class RestartablePostgres {
  readonly url: string
  readonly #folder: string
  #running: Postgres

  private constructor(folder: string, running: Postgres) {
    this.#folder = folder
    this.#running = running
    this.url = running.url
  }

  static async start(): Promise<RestartablePostgres> {
    const folder = await mkdtemp(join(tmpdir(), 'airside-faults-'))
    return new RestartablePostgres(folder, await startPostgres({ durable: true, folder }))
  }

  stop(): Promise<void> {
    return this.#running.stop()
  }

  async startAgain(): Promise<void> {
    const port = Number(new URL(this.url).port)
    this.#running = await startPostgres({ durable: true, folder: this.#folder, port })
  }

  /** SIGSTOP and SIGCONT reach the server and each of its backends. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    const pid = this.#running.process?.pid as number
    for (const one of [pid, ...childrenOf(pid)]) process.kill(one, signal)
  }

  async dispose(): Promise<void> {
    await this.#running.stop()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

const parentOf = (pid: string): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return 0
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number)
