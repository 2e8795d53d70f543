/** Writes values of a document down, to compare them or to show them. */
import { Kind, type ValueNode } from 'graphql'
import type { WorkMeter } from '../work-meter.ts'

const MAX_SHOWN_LENGTH = 200
const BYTES_PER_CHARACTER = 2

export class WrittenValues {
  readonly #meter: WorkMeter
  #most = Number.POSITIVE_INFINITY

  constructor(meter: WorkMeter) {
    this.#meter = meter
  }

  /** The same for two values that ask for the same: fields of an object are in the order of their names. */
  compared(node: ValueNode): string {
    this.#most = Number.POSITIVE_INFINITY
    const written = this.#write(node, true)
    this.#meter.keep(BYTES_PER_CHARACTER * written.length)
    return written
  }

  /** The beginning of it, as a client wrote it. */
  shown(node: ValueNode): string {
    this.#most = MAX_SHOWN_LENGTH
    const written = this.#write(node, false)
    return written.length <= MAX_SHOWN_LENGTH ? written : `${written.slice(0, MAX_SHOWN_LENGTH)}…`
  }

  #write(node: ValueNode, isSorted: boolean): string {
    if (node.kind === Kind.LIST) return `[${this.#parts(node.values, (each) => this.#write(each, isSorted))}]`
    if (node.kind === Kind.OBJECT) {
      const fields = isSorted ? this.#meter.sorted(node.fields, ({ name }) => name.value) : node.fields
      return `{ ${this.#parts(fields, ({ name, value }) => `${name.value}: ${this.#write(value, isSorted)}`)} }`
    }
    if (node.kind === Kind.VARIABLE) return `$${node.name.value}`
    if (node.kind === Kind.NULL) return 'null'
    if (node.kind === Kind.STRING) return JSON.stringify(node.value.slice(0, this.#most))
    return String(node.value)
  }

  #parts<T>(nodes: readonly T[], write: (node: T) => string): string {
    let written = ''
    for (const node of this.#meter.over(nodes)) {
      if (written.length > this.#most) break
      written += written === '' ? write(node) : `, ${write(node)}`
    }
    return written
  }
}
