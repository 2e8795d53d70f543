/** The file of an operator (ADR 102), as a test looks into it. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

interface FileLine {
  readonly table: string
  readonly row: Readonly<Record<string, string | number | null>>
}

export const textOfFile = (file: string): string => gunzipSync(readFileSync(file)).toString('utf8')

export const rowsOfFile = (file: string): FileLine[] =>
  textOfFile(file)
    .trim()
    .split('\n')
    .slice(1, -1)
    .map((line) => JSON.parse(line))

/** By the argument that takes it, an id of each kind that the file has. */
export const idsInFile = (file: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rowsOfFile(file).flatMap(({ row }) =>
      Object.entries(row)
        .filter(([column, value]) => column.endsWith('_id') && typeof value === 'string')
        .map(([column, value]) => [column.replace(/_(\w)/g, (_, letter) => letter.toUpperCase()), String(value)]),
    ),
  )
