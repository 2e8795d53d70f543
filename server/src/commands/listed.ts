/** The answer of a command that lists: a table for people, the rows as they are for programs. */
import type { CommandAnswer } from './command.ts'

export type Row = Readonly<Record<string, string | number | boolean | null>>

const GAP = 2

const shown = (value: Row[string] | undefined): string =>
  value === null || value === undefined ? '' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)

const titleOf = (column: string): string => column.replaceAll('_', ' ')

export const listed = (rows: readonly Row[]): CommandAnswer => {
  const [first] = rows
  if (!first) return { data: rows, text: 'There are none.' }
  const lines = [
    Object.keys(first).map(titleOf),
    ...rows.map((row) => Object.keys(first).map((column) => shown(row[column]))),
  ]
  const widths = Object.keys(first).map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)) + GAP)
  const text = lines.map((line) =>
    line
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('')
      .trimEnd(),
  )
  return { data: rows, text: text.join('\n') }
}
