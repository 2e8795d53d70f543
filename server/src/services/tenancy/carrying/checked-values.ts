/** What a file says in single columns, beyond what the schema can refuse. */
import { Failure } from '../../../domain/failure.ts'
import type { FileRow } from '../../../domain/tenancy/operator-file.ts'
import { carriedAs, holdsJson } from '../../../storage/tenancy/carrying/carried-tables.ts'
import { isUsableHash } from '../../identity/password.ts'
import type { ReadRow } from './read-operator-file.ts'

const refuse = (line: number, what: string): never => {
  throw new Failure('invalid_request', `Line ${line} of the file has ${what}`)
}

const isJson = (value: FileRow[string]): boolean => {
  if (typeof value !== 'string') return true
  try {
    return typeof JSON.parse(value) === 'object'
  } catch {
    return false
  }
}

/** The row as it is written: without what no file brings, and without hashes that were not asked for. */
export const checkedValues = (
  { table, row, line }: ReadRow,
  { takesCredentials }: { readonly takesCredentials: boolean },
): FileRow => {
  const { never = [], withCredentials = [] } = carriedAs(table) ?? {}
  const empty = takesCredentials ? never : [...never, ...withCredentials]
  const hash = row.password_hash
  if (takesCredentials && typeof hash === 'string' && !isUsableHash(hash)) {
    refuse(line, 'a password hash that cannot be checked here')
  }
  for (const [column, value] of Object.entries(row)) {
    if (holdsJson(table, column) && !isJson(value)) {
      refuse(line, `a value of "${column}" that is not a list or object of JSON`)
    }
  }
  return empty.length === 0 ? row : { ...row, ...Object.fromEntries(empty.map((name) => [name, null])) }
}
