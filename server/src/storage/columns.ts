/**
 * Selects which columns a statement reads of one kind of row. A column that was not read cannot be mistaken for null:
 * reading its field throws.
 */
import { type Fragment, fragment } from './engines/fragment.ts'

/** How a field is stored: as it is, as JSON text, or as 0 and 1. */
export type Encoding = 'plain' | 'json' | 'truth'

/** A table and the fields of the objects that its rows become. The column of `flightNo` is `flight_no`. */
export interface RowKind<R> {
  readonly table: string
  readonly fields: Readonly<Record<keyof R & string, Encoding>>
}

const EMPTY_LIST: readonly never[] = Object.freeze([])

const decode = (value: unknown, encoding: Encoding): unknown => {
  if (encoding === 'plain' || value === null) return value
  if (encoding === 'truth') return value === 1
  // Skips the JSON parser for the empty list, the most common value.
  return value === '[]' ? EMPTY_LIST : JSON.parse(value as string)
}

/** Encodes a field's value for its column. */
export const encode = (value: unknown, encoding: Encoding): string | number | null => {
  if (value === null || encoding === 'plain') return value as string | number | null
  return encoding === 'truth' ? (value ? 1 : 0) : JSON.stringify(value)
}

export const columnName = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The table of a described record: `travel_document` of `TravelDocument`. */
export const tableOf = ({ name }: { readonly name: string }): string => columnName(name).slice(1)

/**
 * A prototype whose getters throw for every field that was not read. Objects that were read whole are plain objects.
 */
const prototypeWithout = (table: string, unread: readonly string[]): object => {
  const prototype = {}
  for (const field of unread) {
    Object.defineProperty(prototype, field, {
      get: () => {
        throw new Error(`${field} of ${table} was not read: name it among the columns of the field that needs it`)
      },
    })
  }
  return unread.length === 0 ? Object.prototype : prototype
}

/**
 * `R` is the type of the whole record, `S` the fields that were read: all of them where the selection is not known
 * here.
 */
export class Columns<R, S = R> {
  readonly kind: RowKind<R>
  /** For the select list of a statement. */
  readonly selected: Fragment
  readonly #fields: readonly (keyof R & string)[]
  readonly #columns: readonly string[]
  readonly #encodings: readonly Encoding[]
  readonly #prototype: object
  readonly #wider = new Map<string, Columns<R, never>>()

  constructor(kind: RowKind<R>, asked: ReadonlySet<string>) {
    const all = Object.keys(kind.fields) as (keyof R & string)[]
    this.kind = kind
    // Follows the order of the kind, so that the same fields give the same statement in whichever order they were asked
    // for.
    this.#fields = all.filter((field) => asked.has(field))
    this.#columns = this.#fields.map((field) => `${kind.table}.${columnName(field)}`)
    this.#encodings = this.#fields.map((field) => kind.fields[field])
    this.#prototype = prototypeWithout(
      kind.table,
      all.filter((field) => !asked.has(field)),
    )
    this.selected = fragment.raw(this.#fields.map((field) => this.#nameOf(field)).join(', '))
  }

  #nameOf(field: string): string {
    return `${this.kind.table}."${columnName(field)}"`
  }

  /** The items of a select list in which another table has the value of `field`. */
  selectedBut(field: keyof S & keyof R & string): readonly Fragment[] {
    return this.#fields.filter((other) => other !== field).map((other) => fragment.raw(this.#nameOf(other)))
  }

  get width(): number {
    return this.#fields.length
  }

  /** Which of these columns the field is. */
  placeOf(field: keyof S & keyof R & string): number {
    return this.#fields.indexOf(field)
  }

  /** Which of these columns is read by this name, e.g. `flight.off_block`; -1 where none is. */
  placeOfColumn(column: string): number {
    return this.#columns.indexOf(column)
  }

  /** Adds columns that a function needs itself: to order by, to group by or to match. */
  with<F extends keyof R & string>(...fields: readonly F[]): Columns<R, S & Pick<R, F>> {
    if (fields.every((field) => this.#fields.includes(field))) return this as unknown as Columns<R, S & Pick<R, F>>
    const key = fields.join()
    const wider =
      this.#wider.get(key) ?? new Columns<R, never>(this.kind, new Set<string>([...this.#fields, ...fields]))
    this.#wider.set(key, wider)
    return wider as unknown as Columns<R, S & Pick<R, F>>
  }

  /** Builds the object of a row; the values of these columns begin at `from`. */
  objectOf(row: readonly unknown[], from = 0): S {
    const object = Object.create(this.#prototype) as Record<string, unknown>
    const fields = this.#fields
    for (let at = 0; at < fields.length; at++) {
      object[fields[at] as string] = decode(row[from + at], this.#encodings[at] as Encoding)
    }
    return object as S
  }

  /** The same for a row that was selected without `field`, from its other columns and this value. */
  objectWith(field: keyof S & keyof R & string, value: unknown, row: readonly unknown[], from: number): S {
    const whole = row.slice(from)
    whole.splice(this.placeOf(field), 0, value)
    return this.objectOf(whole)
  }
}

/** The columns of fields that the caller knows beforehand. */
export const columnsOf = <R, F extends keyof R & string>(
  kind: RowKind<R>,
  ...fields: readonly F[]
): Columns<R, Pick<R, F>> => new Columns<R, Pick<R, F>>(kind, new Set<string>(fields))

const whole = new WeakMap<object, Columns<never>>()

export const allColumns = <R>(kind: RowKind<R>): Columns<R> => {
  const known = whole.get(kind) as Columns<R> | undefined
  if (known) return known
  const all = new Columns<R>(kind, new Set(Object.keys(kind.fields)))
  whole.set(kind, all as unknown as Columns<never>)
  return all
}
