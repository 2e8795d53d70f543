/** Prints rows in columns, cut to the width of the terminal. */
import type { Paint } from './terminal.ts'
import { broken, columnsOf, cut, padded, visibleText } from './visible-text.ts'

export type Row = Readonly<Record<string, unknown>>

const GAP = '  '
const MIN_CELL_COLUMNS = 6

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(cellOf).join(', ')
  if (typeof value !== 'object') return visibleText(String(value))
  const [only, ...others] = Object.values(value)
  return others.length === 0 ? cellOf(only) : visibleText(JSON.stringify(value))
}

/** Flattens objects inside a row into columns: `acftType.iCAO`. */
export const flattened = (row: Row, prefix = ''): Row =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flattened(value as Row, `${prefix}${name}.`))
        : [[`${prefix}${name}`, value]],
    ),
  )

/** Shrinks the widest columns first. */
const fitted = (widths: readonly number[], width: number): number[] => {
  const fit = [...widths]
  const total = () => fit.reduce((sum, each) => sum + each, GAP.length * (fit.length - 1))
  while (total() > width) {
    const widest = fit.indexOf(Math.max(...fit))
    if ((fit[widest] ?? 0) <= MIN_CELL_COLUMNS) break
    fit[widest] = (fit[widest] ?? 0) - 1
  }
  return fit
}

export const tableOf = (rows: readonly Row[], width: number, paint: Paint): string[] => {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cells = rows.map((row) => names.map((name) => cellOf(row[name])))
  const widest = names.map((name, index) =>
    cells.reduce((most, row) => Math.max(most, columnsOf(row[index] ?? '')), columnsOf(name)),
  )
  const widths = fitted(widest, width)
  const line = (row: readonly string[]) =>
    row
      .map((cell, index) => padded(cut(cell, widths[index] ?? 0), widths[index] ?? 0))
      .join(GAP)
      .trimEnd()
  return [paint('bold', line(names.map(visibleText))), ...cells.map(line)]
}

/** Prints names on the left and values on the right, wrapped between words. */
export const fieldsTable = (fields: Row, width: number, paint: Paint): string[] => {
  const left = Math.max(...Object.keys(fields).map(columnsOf))
  return Object.entries(fields).flatMap(([name, value]) => {
    const [first = '', ...more] = broken(cellOf(value), width - left - GAP.length)
    const indent = ' '.repeat(left + GAP.length)
    return [`${paint('dim', padded(name, left))}${GAP}${first}`, ...more.map((line) => indent + line)]
  })
}
