/** A child process that reads and writes one line at a time. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

export class StdioDriver {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>
  readonly #lines: AsyncIterator<string>

  constructor(node: string, script: string, task: object) {
    this.#child = spawn(node, [script, JSON.stringify(task)], { stdio: ['pipe', 'pipe', 'inherit'] })
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]()
  }

  async hear(): Promise<Record<string, unknown>> {
    const { value, done } = await this.#lines.next()
    if (done) throw new Error('It ended without a word')
    return JSON.parse(value)
  }

  tell(line: string): Promise<Record<string, unknown>> {
    this.#child.stdin.write(`${line}\n`)
    return this.hear()
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve))
    this.#child.stdin.end()
    await ended
  }
}
