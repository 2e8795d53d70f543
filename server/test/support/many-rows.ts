/**
 * Fills an operator's tables on the embedded store, so that each kind of record has thousands: of what a list names
 * (flights, aircraft, people) each row names one that exists. They are written past the rules and are only looked through.
 */
import { DatabaseSync } from 'node:sqlite'
import { RECORDS } from '../../src/domain/records/all-records.ts'
import type { AnyDescription } from '../../src/domain/records/description.ts'
import type { Field } from '../../src/domain/records/field.ts'
import { columnName, tableOf } from '../../src/storage/columns.ts'

const HOUR_MS = 3_600_000
const STAMPS = ['version', 'created_at', 'updated_at', 'created_by', 'updated_by', 'external_id_list']

/** Half of the rows of other tables name the same flight, aircraft or person; of these rules bound how many may (data §5.12). */
const SPREAD: ReadonlySet<string> = new Set(['qualification'])

interface Column {
  readonly name: string
  readonly type: string
  readonly pk: number
}

interface Filling {
  readonly tenantId: string
  readonly now: number
  readonly rows: number
}

type Value = string | number | null

export class ManyRows {
  readonly #store: DatabaseSync
  readonly #filling: Filling

  constructor(file: string, filling: Filling) {
    this.#store = new DatabaseSync(file)
    this.#store.exec('pragma foreign_keys = off; pragma ignore_check_constraints = on')
    this.#filling = filling
  }

  close(): void {
    this.#store.close()
  }

  #existing(table: string, column: string): readonly Value[] {
    const sql = `select "${column}" as value from "${table}" where tenant_id = ?`
    return this.#store
      .prepare(sql)
      .all(this.#filling.tenantId)
      .map(({ value }) => value as Value)
  }

  /** What each column of a table has in the row of a number. */
  #values(table: string, fields: Readonly<Record<string, Field>>) {
    const { tenantId, now } = this.#filling
    const columns = this.#store
      .prepare(`select name, type, pk from pragma_table_info(?)`)
      .all(table) as unknown as Column[]
    const references = this.#store
      .prepare(`select "table" as named, "from" as here, "to" as there from pragma_foreign_key_list(?)`)
      .all(table) as { named: string; here: string; there: string }[]
    const byColumn = new Map(Object.entries(fields).map(([name, field]) => [columnName(name), field]))
    const valueIn = ({ name, type, pk }: Column): ((at: number) => Value) => {
      if (name === 'tenant_id') return () => tenantId
      // One crew member at most is a user.
      if (table === 'crew_member' && name === 'user_id') return () => null
      const reference = references.find(({ here }) => here === name)
      const named = reference ? this.#existing(reference.named, reference.there) : []
      const isCrowded = !SPREAD.has(table)
      if (named.length > 0) return (at) => named[isCrowded && at % 2 === 0 ? 0 : at % named.length] as Value
      if (pk > 0) return (at) => (/INT/i.test(type) ? 1_000_000 + at : `row_${String(at).padStart(6, '0')}`)
      const field = byColumn.get(name)
      if (name === 'version') return () => 1
      if (STAMPS.includes(name) && name.endsWith('_by')) return () => '{"kind":"SYSTEM"}'
      if (name.endsWith('_list')) return () => '[]'
      if (field?.type === 'word') {
        const words = field.words?.values ?? ['NONE']
        return (at) => words[at % words.length] as string
      }
      if (field?.type === 'day') return (at) => new Date(now + at * HOUR_MS).toISOString().slice(0, 10)
      if (field?.type === 'value' || field?.type === 'words' || field?.type === 'values') return () => '[]'
      if (field?.type === 'truth') return (at) => at % 2
      if (/INT/i.test(type)) return (at) => (field?.type === 'whole' ? at % 9 : now + at * HOUR_MS)
      return (at) => `made ${at}`
    }
    return columns.map((column) => ({ name: column.name, valueAt: valueIn(column) }))
  }

  /** One row, of columns that are given; the others are as the table has them. */
  add(table: string, row: Readonly<Record<string, Value>>): void {
    const names = Object.keys(row)
    const insert = `insert into "${table}" (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`
    this.#store.prepare(insert).run(...Object.values(row))
  }

  /** The same values in all rows of the tenant. */
  set(table: string, row: Readonly<Record<string, Value>>): void {
    const change = Object.keys(row).map((name) => `"${name}" = ?`)
    this.#store
      .prepare(`update "${table}" set ${change.join(', ')} where tenant_id = ?`)
      .run(...Object.values(row), this.#filling.tenantId)
  }

  fill(table: string, fields: Readonly<Record<string, Field>> = {}): void {
    const values = this.#values(table, fields)
    const names = values.map(({ name }) => `"${name}"`).join(', ')
    const marks = values.map(() => '?').join(', ')
    const insert = this.#store.prepare(`insert or ignore into "${table}" (${names}) values (${marks})`)
    this.#store.exec('begin immediate')
    for (let at = 0; at < this.#filling.rows; at++) insert.run(...values.map(({ valueAt }) => valueAt(at)))
    this.#store.exec('commit')
  }

  /** Each flight has the same person in its crew. */
  crowd(crewMemberId: string): void {
    const insert =
      this.#store.prepare(`insert or ignore into flight_crew (tenant_id, flight_id, crew_member_id, rank, position, confirmed)
      select tenant_id, flight_id, ?, 90, 'CPT', 0 from flight where tenant_id = ?`)
    insert.run(crewMemberId, this.#filling.tenantId)
  }

  fillRecords(): void {
    for (const description of RECORDS.toReversed() as readonly AnyDescription[]) {
      this.fill(tableOf(description), description.fields)
    }
  }
}
