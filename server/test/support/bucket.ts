/** A bucket of S3 in a process of its own (s3rver), which can be stopped and started again with what it holds. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { soon } from './soon.ts'

const NAME = 'documents'
const END_WITH_PARENT = new URL('../../../scripts/tests/end-with-parent.ts', import.meta.url).href

/** Null where the packages were installed before it was one of them. */
const program = (): string | null => {
  try {
    return createRequire(import.meta.url).resolve('s3rver/bin/s3rver.js')
  } catch {
    return null
  }
}

/** Options of a suite that needs one. */
export const withBucket = (): { readonly skip: string | false } => ({
  skip: program() === null ? 's3rver is not installed: npm ci' : false,
})

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.end())
  })

export class Bucket {
  readonly port: number
  readonly #folder = mkdtempSync(join(tmpdir(), 'airside-bucket-'))
  #process: ChildProcess | null = null

  constructor(port: number) {
    this.port = port
  }

  static async open(): Promise<Bucket> {
    const bucket = new Bucket(await freePort())
    await bucket.start()
    return bucket
  }

  /** What a server is told to use it. */
  get environment(): Record<string, string> {
    return {
      AIRSIDE_DOCUMENT_STORE: `s3://${NAME}/files?endpoint=http://127.0.0.1:${this.port}&region=eu-central-1`,
      AIRSIDE_S3_KEY_ID: 'S3RVER',
      AIRSIDE_S3_SECRET: 'S3RVER',
    }
  }

  async start(): Promise<void> {
    const options = ['-d', this.#folder, '-a', '127.0.0.1', '-p', String(this.port), '--silent', '--no-vhost-buckets']
    const run = ['--import', END_WITH_PARENT, program() ?? '', ...options, '--configure-bucket', NAME]
    this.#process = spawn(process.execPath, run, { stdio: 'ignore' })
    await soon('the bucket answers', () => answers(this.port))
  }

  async stop(): Promise<void> {
    const running = this.#process
    if (running === null || running.exitCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }

  /** The objects of a tenant. */
  objectsOf(tenantId: string): string[] {
    const own = join(this.#folder, NAME, 'files', tenantId)
    if (!existsSync(own)) return []
    return readdirSync(own)
      .filter((file) => file.endsWith('_object'))
      .map((file) => file.split('.')[0] ?? '')
  }

  async close(): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
