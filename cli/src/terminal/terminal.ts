/** Output: results to standard output, everything else to standard error; colours and progress only in terminals. */
import type { Writable } from 'node:stream'
import { terminalText } from './visible-text.ts'

export type Stream = Writable & { readonly isTTY?: boolean; readonly columns?: number }

const CODES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39], cyan: [36, 39] } as const

export type Style = keyof typeof CODES
export type Paint = (style: Style, text: string) => string

/** https://no-color.org, and terminals without capabilities. */
const isColourful = (stream: Stream, env: NodeJS.ProcessEnv): boolean =>
  stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'

const painter = (isOn: boolean): Paint =>
  isOn ? (style, text) => `\u001b[${CODES[style][0]}m${text}\u001b[${CODES[style][1]}m` : (_style, text) => text

const WIDTH_DEFAULT = 100

export class Terminal {
  readonly #out: Stream
  readonly #err: Stream
  readonly input: NodeJS.ReadStream
  /** For standard output. */
  readonly paint: Paint
  /** For standard error. */
  readonly paintAside: Paint
  #progress = ''

  constructor(out: Stream, err: Stream, input: NodeJS.ReadStream, env: NodeJS.ProcessEnv) {
    this.#out = out
    this.#err = err
    this.input = input
    this.paint = painter(isColourful(out, env))
    this.paintAside = painter(isColourful(err, env))
  }

  get isInteractive(): boolean {
    return this.input.isTTY === true && this.#err.isTTY === true
  }

  /** Table columns are cut to fit a terminal, never a file. */
  get width(): number {
    return this.#out.isTTY ? (this.#out.columns ?? WIDTH_DEFAULT) : Number.POSITIVE_INFINITY
  }

  get isWatched(): boolean {
    return this.#out.isTTY === true
  }

  /** Prints a line of the result. */
  say(line: string): void {
    this.#clearProgress()
    this.#write(this.#out, `${line}\n`)
  }

  /** Prints a line to standard error. */
  aside(line: string): void {
    this.#clearProgress()
    this.#write(this.#err, `${line}\n`)
  }

  /** Prints a prompt, without a line end. */
  ask(text: string): void {
    this.#write(this.#err, text)
  }

  /** Prints progress that replaces itself; nothing without a terminal. */
  progress(text: string): void {
    if (!this.#err.isTTY) return
    this.#clearProgress()
    this.#progress = text
    this.#write(this.#err, this.paintAside('dim', text))
  }

  done(): void {
    this.#clearProgress()
  }

  /** Text from outside must not control a terminal, whatever command prints it; a file gets the bytes unchanged. */
  #write(stream: Stream, text: string): void {
    stream.write(stream.isTTY ? terminalText(text) : text)
  }

  #clearProgress(): void {
    if (this.#progress !== '') this.#err.write('\r\u001b[K')
    this.#progress = ''
  }
}
