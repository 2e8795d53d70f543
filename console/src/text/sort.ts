/** The order of a table in its address: "registration", or "-registration" for the other way round. */
export interface Order {
  readonly by: string
  readonly isDescending: boolean
}

const orderOf = (text: string | undefined, columns: readonly string[]): Order | null => {
  if (text === undefined) return null
  const by = text.replace(/^-/, '')
  return columns.includes(by) ? { by, isDescending: text.startsWith('-') } : null
}

/** The order after a press on the head of this column: ascending, descending, then the list's own. */
const nextOrder = (order: Order | null, by: string): string | undefined => {
  if (order?.by !== by) return by
  return order.isDescending ? undefined : `-${by}`
}

export interface Sorting {
  readonly order: Order | null
  readonly onSort: (column: string) => void
}

/** The order that the address has, and how a press on a head changes it. */
export const sortingOf = (
  text: string | undefined,
  columns: readonly string[],
  onChange: (text: string | undefined) => void,
): Sorting => {
  const order = orderOf(text, columns)
  return { order, onSort: (by) => onChange(nextOrder(order, by)) }
}

type Value = string | number | null

/** Words by the alphabet with numbers in them by size, and what is missing at the end, whichever way it goes. */
const compare = (a: Value, b: Value, isDescending: boolean): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  const up =
    typeof a === 'number' && typeof b === 'number'
      ? a - b
      : String(a).localeCompare(String(b), 'en', { numeric: true, sensitivity: 'base' })
  return isDescending ? -up : up
}

export const sorted = <Row>(
  rows: readonly Row[],
  order: Order | null,
  values: Readonly<Record<string, (row: Row) => Value>>,
): readonly Row[] => {
  const sortValue = order && values[order.by]
  if (!sortValue) return rows
  return rows.toSorted((a, b) => compare(sortValue(a), sortValue(b), order.isDescending))
}
