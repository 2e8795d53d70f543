/**
 * The file that carries an operator (ADR 102): lines of JSON, compressed by gzip. The first line says what it is, each
 * further one holds a row of a table, and the last one counts them with their SHA-256.
 */
import { Failure } from '../failure.ts'
import { ENVIRONMENTS, type Environment } from './tenant.ts'

export const OPERATOR_FILE_FORMAT = 1

export interface OperatorFileHead {
  readonly airside: 'operator'
  readonly format: number
  /** The release that wrote it. */
  readonly release: string
  readonly operatorId: string
  readonly environment: Environment
  readonly name: string
  readonly requiresSecondStep: boolean
  /** When the operator was created at its first place, in milliseconds. */
  readonly createdAt: number
  readonly takenAt: string
  /** Hashes of passwords and keys are in it. */
  readonly withCredentials: boolean
}

export type FileRow = Readonly<Record<string, string | number | null>>

export interface TableSum {
  readonly rows: number
  readonly sha256: string
}

export interface OperatorFileEnd {
  readonly tables: Readonly<Record<string, TableSum>>
  /** Of every line before this one, with its line end. */
  readonly sha256: string
}

/** What a column of the store takes. */
export interface FileColumn {
  readonly name: string
  readonly type: 'text' | 'integer' | 'bytes'
  readonly isRequired: boolean
  readonly hasDefault: boolean
}

/** No row of ours is nearly as long: an operation's text has at most 1 MB. */
export const MAX_LINE_BYTES = 16_000_000

type Fields = Readonly<Record<string, unknown>>

const refuse = (line: number, what: string): never => {
  throw new Failure('invalid_request', `Line ${line} of the file ${what}`)
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parsed = (text: string, line: number): Fields => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    refuse(line, 'is not JSON: the file is damaged, or no file of "operator export"')
  }
  return isFields(value) ? value : refuse(line, 'is not an object of JSON')
}

export const headOf = (text: string): OperatorFileHead => {
  const head = parsed(text, 1)
  if (head.airside !== 'operator') refuse(1, 'does not say {"airside":"operator"}: no file of "operator export"')
  if (head.format !== OPERATOR_FILE_FORMAT) {
    refuse(
      1,
      `has format ${JSON.stringify(head.format)}; this release reads ${OPERATOR_FILE_FORMAT}: use the release that it names`,
    )
  }
  const { operatorId, name, release, takenAt, environment } = head
  for (const [field, value] of Object.entries({ operatorId, name, release, takenAt })) {
    if (typeof value !== 'string') refuse(1, `lacks "${field}"`)
  }
  if (!ENVIRONMENTS.some((known) => known === environment)) refuse(1, 'names no environment')
  if (!Number.isSafeInteger(head.createdAt)) refuse(1, 'does not say when the operator was created')
  if (typeof head.withCredentials !== 'boolean' || typeof head.requiresSecondStep !== 'boolean') {
    refuse(1, 'does not say whether it has credentials, or whether a second step is required')
  }
  return head as unknown as OperatorFileHead
}

export type FileLine = { readonly table: string; readonly row: Fields } | { readonly end: OperatorFileEnd }

const isSum = (value: unknown): value is TableSum =>
  isFields(value) && Number.isSafeInteger(value.rows) && typeof value.sha256 === 'string'

/** A line after the first. */
export const fileLineOf = (text: string, line: number): FileLine => {
  const value = parsed(text, line)
  if (isFields(value.end)) {
    const { tables, sha256 } = value.end
    if (typeof sha256 === 'string' && isFields(tables) && Object.values(tables).every(isSum)) {
      return { end: value.end as unknown as OperatorFileEnd }
    }
    refuse(line, 'ends the file without its sums')
  }
  if (typeof value.table !== 'string' || !isFields(value.row)) refuse(line, 'has neither a table’s row nor the end')
  return value as unknown as FileLine
}

/** PostgreSQL stores no NUL, and neither store text that is not Unicode. */
const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const valueProblem = (value: unknown, { type, isRequired }: FileColumn): string | null => {
  if (value === null) return isRequired ? 'cannot be null' : null
  if (type === 'text') return typeof value === 'string' && isStorable(value) ? null : 'is not a text'
  if (type === 'integer') return Number.isSafeInteger(value) ? null : 'is not a whole number'
  return 'is not carried by files'
}

/** The row with the columns of this store: those that an older file does not have get their default or null. */
export const checkedRow = (row: Fields, columns: readonly FileColumn[], line: number): FileRow => {
  const unknown = Object.keys(row).find((name) => !columns.some((column) => column.name === name))
  if (unknown !== undefined) {
    refuse(
      line,
      `has a column that this release does not know (${JSON.stringify(unknown.slice(0, 60))}): use the release that wrote the file, or a later one`,
    )
  }
  const checked: Record<string, string | number | null> = {}
  for (const column of columns) {
    const { name, hasDefault, isRequired } = column
    if (!Object.hasOwn(row, name)) {
      if (isRequired && !hasDefault) refuse(line, `lacks "${name}"`)
      if (!hasDefault) checked[name] = null
      continue
    }
    const problem = valueProblem(row[name], column)
    if (problem !== null) refuse(line, `has a value of "${name}" that ${problem}`)
    checked[name] = row[name] as string | number | null
  }
  return checked
}
