/**
 * A named statement as pg submits it, in place of pg's own `Query` (ADR 107). That one copies the settings of each run,
 * asks for the description of the rows each time and builds rows by it. Here the description is kept with the name, as
 * PostgreSQL keeps the plan: a run whose rows would differ from it is refused by PostgreSQL, never misread.
 */
import pg from 'pg'

const INT8 = 20

/** Numbers beyond 2^53 do not occur in our columns, so a bigint is a number. */
export const parserOf = (oid: number): ((text: string) => unknown) =>
  oid === INT8 ? Number : (pg.types.getTypeParser(oid, 'text') as (text: string) => unknown)

/** As pg writes values: arrays, dates and objects as text. */
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): unknown } }).utils

interface Column {
  readonly name: string
  readonly parse: (text: string) => unknown
}

/** The columns of a connection's statements by name, each filled in by its first run. */
export type Descriptions = Map<string, readonly Column[]>

/** What of pg's connection a statement uses. */
export interface Wire {
  readonly stream: { cork(): void; uncork(): void }
  readonly parsedStatements: Readonly<Record<string, string | undefined>>
  readonly submittedNamedStatements: Record<string, string | undefined>
  parse(statement: { name: string; text: string }): void
  bind(bound: { statement: string; values: readonly unknown[] }): void
  describe(what: { type: 'P'; name: string }): void
  execute(what: { portal: string; rows: number }): void
  sync(): void
}

export interface Answer<R> {
  readonly rows: R[]
  rowCount: number | null
}

export interface Run {
  readonly text: string
  readonly values: readonly unknown[]
  /** Each row as the list of its values. */
  readonly asLists: boolean
}

export class PostgresStatement<R> {
  /** pg notes under this name that the text is parsed. */
  readonly name: string
  readonly text: string
  readonly #run: Run
  #values: unknown[] = []
  readonly #known: Descriptions
  #columns: readonly Column[] | undefined
  /** A value that could not be read; the rows after it are passed over. */
  #unreadable: Error | null = null
  readonly #answer: Answer<R> = { rows: [], rowCount: null }
  /** pg wraps it with the time limit of a statement. */
  callback: (error: Error | null, answer?: Answer<R>) => void

  constructor(name: string, run: Run, known: Descriptions, callback: PostgresStatement<R>['callback']) {
    this.name = name
    this.text = run.text
    this.#run = run
    this.#known = known
    this.callback = callback
  }

  /** Writes all messages of the run at once. What is returned was not sent. */
  submit(wire: Wire): Error | null {
    try {
      this.prepare()
    } catch (error) {
      return error as Error
    }
    wire.stream.cork()
    try {
      this.write(wire)
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
    return null
  }

  /** Throws where a value cannot be sent, before anything is written. */
  prepare(): void {
    this.#values = this.#run.values.map(prepareValue)
  }

  /** All but the `sync` that ends what is sent together. */
  write(wire: Wire): void {
    const { name, text } = this
    this.#columns = this.#known.get(name)
    if (wire.parsedStatements[name] === undefined && wire.submittedNamedStatements[name] === undefined) {
      wire.parse({ name, text })
      wire.submittedNamedStatements[name] = text
    }
    wire.bind({ statement: name, values: this.#values })
    if (this.#columns === undefined) wire.describe({ type: 'P', name: '' })
    wire.execute({ portal: '', rows: 0 })
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }))
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#unreadable) return
    const columns = this.#columns ?? []
    try {
      this.#answer.rows.push((this.#run.asLists ? listOf(columns, fields) : objectOf(columns, fields)) as R)
    } catch (error) {
      this.#unreadable = error as Error
    }
  }

  /** `INSERT 0 3`, `SELECT 20`, `BEGIN`. */
  handleCommandComplete({ text }: { text: string }): void {
    const count = Number(text.slice(text.lastIndexOf(' ') + 1))
    this.#answer.rowCount = Number.isNaN(count) ? null : count
  }

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.callback(error)
  }

  handleReadyForQuery(): void {
    if (this.#unreadable) return void this.callback(this.#unreadable)
    // A statement without rows is not described: it has no columns.
    if (!this.#known.has(this.name)) this.#known.set(this.name, this.#columns ?? [])
    this.callback(null, this.#answer)
  }
}

const readValue = (column: Column | undefined, text: string | null): unknown =>
  text === null || column === undefined ? null : column.parse(text)

const listOf = (columns: readonly Column[], fields: readonly (string | null)[]): unknown[] => {
  const row: unknown[] = []
  for (let index = 0; index < fields.length; index++) row.push(readValue(columns[index], fields[index] ?? null))
  return row
}

const objectOf = (columns: readonly Column[], fields: readonly (string | null)[]): Record<string, unknown> => {
  const row: Record<string, unknown> = {}
  for (let index = 0; index < columns.length; index++) {
    const column = columns[index] as Column
    row[column.name] = readValue(column, fields[index] ?? null)
  }
  return row
}
