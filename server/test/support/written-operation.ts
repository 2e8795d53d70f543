/** Writes an operation of the search as a request: its templates filled, its long values as variables or written out. */
import { MAX_COST_PER_REQUEST } from '../../src/domain/limits.ts'
import type { Asked, CostlyOperation } from './costly-operation.ts'
import { costlyText, digitsAsJson, isNumber } from './costly-text.ts'

const DAY_MS = 24 * 3_600_000

/** Real ids of each kind, and the time that days are counted from. */
export interface Rows {
  readonly ids: ReadonlyMap<string, readonly string[]>
  readonly now: number
}

export interface WrittenOperation {
  readonly by: CostlyOperation['by']
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  /** Of the long texts, once for each place that names them. */
  readonly characters: number
}

const idOf = (ids: readonly string[] = ['none'], at: number): string => ids[at % ids.length] ?? 'none'

/** A long text, or a list of so many. */
interface LongValue {
  readonly kind: string
  readonly length: number
  readonly count: number
}

const valueNamed = (name: string): LongValue => {
  const [kind = '', length, count] = name.split(' ')
  return { kind, length: Number(length), count: Number(count) }
}

class Writing {
  readonly variables: Record<string, unknown> = {}
  readonly definitions: string[] = []
  characters = 0
  readonly #rows: Rows
  readonly #nameLength: number
  readonly #names = new Map<string, string>()

  constructor(rows: Rows, nameLength: number) {
    this.#rows = rows
    this.#nameLength = nameLength
  }

  name(beginning: string): string {
    return beginning.padEnd(this.#nameLength, '_')
  }

  selection(asked: readonly Asked[]): string {
    const fields = asked.flatMap(({ name, copies, args, below }, at) =>
      Array.from({ length: copies }, (_, copy) => {
        const given = Object.entries(args).map(([key, template]) => `${key}: ${this.#filled(template, copy)}`)
        const selection = below.length === 0 ? '' : ` { ${this.selection(below)} }`
        const alias = copies === 1 && at === 0 ? '' : `${this.name(`a${at}_${copy}`)}: `
        return `${alias}${name}${given.length === 0 ? '' : `(${given.join(', ')})`}${selection}`
      }),
    )
    return fields.join(' ')
  }

  /** What stands in the place of a template in one copy of its field. */
  #filled(template: string, copy: number): string {
    const { ids, now } = this.#rows
    return template
      .replace(/\{\{days (-?\d+)\}\}/g, (_, days) => new Date(now + days * DAY_MS + copy * 60_000).toISOString())
      .replace(/\{\{id (\w*)\}\}/g, (_, kind) => JSON.stringify(idOf(ids.get(kind), copy)))
      .replace(/\{\{ids (\w*) (\d+)\}\}/g, (_, kind, count) =>
        JSON.stringify(Array.from({ length: Number(count) }, (_each, at) => idOf(ids.get(kind), copy + at))),
      )
      .replaceAll('#', String(copy))
      .replace(/\{\{digits (\d+)\}\}/g, (_, length) => '9'.repeat(length))
      .replace(/\{\{text (\w+) (\d+)\}\}/g, (_, kind, length) => JSON.stringify(this.#counted(kind, Number(length), 1)))
      .replace(/\{\{sent (\S+) (\w+ \d+ \d+)\}\}/g, (_, type, value) => this.#variable(type, valueNamed(value)))
      .replace(/\{\{each (\S+) (\w+ \d+ \d+)\}\}/g, (_, type, value) => {
        const named = valueNamed(value)
        const one = (at: number) => this.#variable(type, { ...named, count: 1 }, at)
        return `[${Array.from({ length: named.count }, (_each, at) => one(at)).join(' ')}]`
      })
  }

  #counted(kind: string, length: number, count: number): string {
    this.characters += length * count
    return costlyText(kind, length)
  }

  /** The same variable for all places that ask for the same value. */
  #variable(type: string, { kind, length, count }: LongValue, at = 0): string {
    const isList = type.startsWith('[')
    const made = isNumber(type) ? digitsAsJson(length) : this.#counted(kind, length, isList ? count : 1)
    const key = `${type} ${kind} ${length} ${count} ${at}`
    const known = this.#names.get(key)
    if (known) return known
    const name = this.name(`v${this.#names.size}`)
    this.#names.set(key, `$${name}`)
    this.definitions.push(`$${name}: ${type}`)
    this.variables[name] = isList ? Array.from({ length: Math.min(count, MAX_COST_PER_REQUEST) }, () => made) : made
    return `$${name}`
  }
}

export const writtenOperation = ({ by, type, asked, nameLength }: CostlyOperation, rows: Rows): WrittenOperation => {
  const writing = new Writing(rows, nameLength)
  const selection = writing.selection(asked)
  const { definitions, variables, characters } = writing
  const head =
    type === 'mutation' || definitions.length > 0 || nameLength > 1
      ? `${type} ${writing.name('o')}${definitions.length === 0 ? '' : `(${definitions.join(' ')})`} `
      : ''
  return { by, query: `${head}{ ${selection} }`, variables, characters }
}

const toldFields = (asked: readonly Asked[]): string =>
  asked
    .map(({ name, copies, args, below }) => {
      const given = Object.entries(args).map(([key, template]) => `${key}: ${template.slice(0, 300)}`)
      return `${copies > 1 ? `${copies} × ` : ''}${name}${given.length === 0 ? '' : `(${given.join(', ')})`}${below.length === 0 ? '' : ` { ${toldFields(below)} }`}`
    })
    .join(' ')

/** As the search keeps it: each field once, with the number of its copies and its templates. */
export const toldOperation = ({ by, type, asked, nameLength }: CostlyOperation): string =>
  `${type} of a ${by}${nameLength > 1 ? `, names of ${nameLength}` : ''}: ${toldFields(asked)}`
