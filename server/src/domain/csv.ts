/**
 * RFC 4180 as files in the wild have it: a byte order mark, CRLF, LF or CR, a comma, a semicolon or a tab between
 * the values (whichever the first line uses most), quoted values that hold line ends. Blank lines are left out. What is
 * read is bounded before it is taken apart: a line of a megabyte of commas would be a million values (threats row 395).
 */
import { MAX_IMPORT_COLUMNS } from './limits.ts'

export interface CsvRow {
  /** Where the row starts in the file, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

export interface LineError {
  readonly line: number
  readonly message: string
}

interface ReadCsv {
  readonly rows: readonly CsvRow[]
  readonly errors: readonly LineError[]
}

/**
 * After the first error nothing more is read: where a quote went wrong, the rest cannot be trusted. Nor is anything
 * after the rows that the caller takes.
 */
export const readCsv = (text: string, mostRows = Number.POSITIVE_INFINITY): ReadCsv => {
  const unreadable = findUnreadable(text)
  if (unreadable) return { rows: [], errors: [unreadable] }
  const cursor: Cursor = { text, delimiter: delimiterOf(text), at: text.startsWith('\ufeff') ? 1 : 0, line: 1 }
  const rows: CsvRow[] = []
  while (cursor.at < text.length && rows.length < mostRows) {
    skipLineEnds(cursor)
    if (cursor.at === text.length) break
    const row = readRow(cursor)
    if ('message' in row) return { rows: [], errors: [row] }
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push(row)
  }
  return { rows, errors: [] }
}

interface Cursor {
  readonly text: string
  readonly delimiter: string
  at: number
  line: number
}

const LINE_END = /\r\n|\r|\n/g

const linesIn = (text: string): number => text.match(LINE_END)?.length ?? 0

/** A file in another encoding would be stored with damaged names, so it is refused instead. */
const findUnreadable = (text: string): LineError | null => {
  const at = text.search(/[\0\ufffd]/)
  if (at < 0) return null
  return { line: linesIn(text.slice(0, at)) + 1, message: 'This is not UTF-8 text. Save the file as CSV in UTF-8' }
}

/** More than the headings of as many columns as a file may have; the rest of the first line decides nothing. */
const HEADINGS_LOOKED_AT = 20_000

const DELIMITERS = [',', ';', '\t'] as const

const delimiterOf = (text: string): string => {
  const beginning = text.slice(0, HEADINGS_LOOKED_AT)
  const firstLine = beginning.slice(0, beginning.search(/[\r\n]|$/)).replace(/"[^"]*"/g, '')
  const count = (delimiter: string): number => firstLine.split(delimiter).length
  return DELIMITERS.reduce<string>((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best), ',')
}

/** Of blank lines, which are no rows: a file may be a megabyte of them. */
const skipLineEnds = (cursor: Cursor): void => {
  const { text } = cursor
  for (; text[cursor.at] === '\n' || text[cursor.at] === '\r'; cursor.line++) {
    cursor.at += text[cursor.at] === '\r' && text[cursor.at + 1] === '\n' ? 2 : 1
  }
}

const readRow = (cursor: Cursor): CsvRow | LineError => {
  const line = cursor.line
  const cells: string[] = []
  for (;;) {
    const cell = cursor.text[cursor.at] === '"' ? readQuoted(cursor) : readPlain(cursor)
    if (typeof cell !== 'string') return cell
    if (cells.length === MAX_IMPORT_COLUMNS) {
      return {
        line,
        message: `There are more than ${MAX_IMPORT_COLUMNS} values: leave out columns that are not needed`,
      }
    }
    cells.push(cell)
    const next = cursor.text[cursor.at]
    if (next === cursor.delimiter) {
      cursor.at++
      continue
    }
    if (next === '\r' && cursor.text[cursor.at + 1] === '\n') cursor.at++
    cursor.at++
    cursor.line++
    return { line, cells }
  }
}

const readPlain = (cursor: Cursor): string | LineError => {
  const { text, delimiter } = cursor
  const start = cursor.at
  while (cursor.at < text.length) {
    const character = text[cursor.at]
    if (character === delimiter || character === '\n' || character === '\r') break
    if (character === '"') {
      return { line: cursor.line, message: 'There is a quote inside a value that is not quoted. Quote the whole value' }
    }
    cursor.at++
  }
  return text.slice(start, cursor.at)
}

const readQuoted = (cursor: Cursor): string | LineError => {
  const { text, line } = cursor
  const start = cursor.at + 1
  let end = text.indexOf('"', start)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  if (end < 0) return { line, message: 'A quote is opened here and never closed' }
  const quoted = text.slice(start, end)
  cursor.at = end + 1
  cursor.line += linesIn(quoted)
  const next = text[cursor.at]
  if (next !== undefined && next !== cursor.delimiter && next !== '\n' && next !== '\r') {
    return { line: cursor.line, message: 'Text follows a closing quote. Write a quote inside a value as two quotes' }
  }
  return quoted.replaceAll('""', '"')
}
