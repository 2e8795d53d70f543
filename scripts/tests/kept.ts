/** What a run keeps for the next one, beside the packages. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export class Kept<T> {
  readonly #root: string
  readonly #name: string
  readonly #none: T

  constructor(root: string, name: string, none: T) {
    this.#root = root
    this.#name = name
    this.#none = none
  }

  get #file(): string {
    return join(this.#root, 'node_modules', '.cache', `airside-test-${this.#name}.json`)
  }

  read(): T {
    try {
      return JSON.parse(readFileSync(this.#file, 'utf8'))
    } catch {
      return this.#none
    }
  }

  write(value: T): void {
    mkdirSync(dirname(this.#file), { recursive: true })
    writeFileSync(this.#file, JSON.stringify(value, null, 1))
  }
}
