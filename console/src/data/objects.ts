/** Objects that a field of any kind can show: what is read of them, and their words. */
import { type Kind, kindNamed, type Row, type Shown } from './kinds.ts'
import { spelled } from './spelled.ts'

interface ObjectWords {
  readonly selection: string
  readonly short: (value: Row) => string
  readonly long: (value: Row) => string
}

const text = (value: unknown): string => (value == null ? '' : String(value))

const joined = (...parts: readonly unknown[]): string => parts.map(text).filter(Boolean).join(' ')

const OBJECTS: Readonly<Record<string, ObjectWords>> = {
  Airport: {
    selection: 'airportId iCAO iATA name city',
    short: ({ iCAO, name }) => text(iCAO ?? name),
    long: ({ iCAO, name, city }) => joined(iCAO, city ?? name),
  },
  AircraftType: {
    selection: 'acftTypeId iCAO manufacturer model',
    short: ({ iCAO }) => text(iCAO),
    long: ({ iCAO, manufacturer, model }) => joined(iCAO, manufacturer, model),
  },
  Money: {
    selection: 'amount currency',
    short: ({ amount, currency }) => joined(amount, currency),
    long: ({ amount, currency }) => joined(amount, currency),
  },
}

/** The words by which people know a record: AOG, "PASSPORT 123" as "Passport 123". */
export const titleOf = (kind: Kind, row: Row): string =>
  kind.calledBy
    .map((name) => {
      const value = text(row[name])
      return kind.fields.some(({ shown, words }) => shown?.name === name && words) ? spelled(value) : value
    })
    .filter(Boolean)
    .join(' ')

/** Another record, by its name. */
const referenceTo = (kind: Kind): ObjectWords => ({
  selection: [kind.id.field, ...kind.calledBy].join(' '),
  short: (row) => titleOf(kind, row),
  long: (row) => titleOf(kind, row),
})

export const objectOf = ({ type, isList }: Shown): ObjectWords | undefined => {
  const kind = kindNamed(type)
  // A list of records is a page of its own.
  if (kind) return isList ? undefined : referenceTo(kind)
  return OBJECTS[type]
}
