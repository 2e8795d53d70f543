/** Reads an operator's file from its first line to its sums, and hands over each row that this store can take. */
import { Failure } from '../../../domain/failure.ts'
import {
  checkedRow,
  type FileRow,
  fileLineOf,
  headOf,
  type OperatorFileEnd,
  type OperatorFileHead,
} from '../../../domain/tenancy/operator-file.ts'
import { carriedShapes } from '../../../storage/tenancy/carrying/carried-rows.ts'
import type { TableShape } from '../../../storage/tenancy/carrying/table-shapes.ts'
import type { World } from '../../world.ts'
import { type FileBytes, fileLines } from './file-lines.ts'
import { differingTable, FileSums } from './file-sums.ts'

export interface ReadRow {
  readonly table: string
  readonly row: FileRow
  readonly line: number
}

export interface ReadFile {
  readonly head: OperatorFileHead
  readonly end: OperatorFileEnd
}

const held = (sums: FileSums, said: OperatorFileEnd): OperatorFileEnd => {
  const found = sums.end()
  const table = differingTable(found, said)
  if (table === null) return found
  throw new Failure('invalid_request', `The file is damaged or was changed: its sums do not match (${table})`)
}

/** `visit` is called for one row after another, in the order of the file. */
export const readOperatorFile = async (
  bytes: FileBytes,
  shapes: readonly TableShape[],
  visit: (row: ReadRow, head: OperatorFileHead) => void | Promise<void>,
): Promise<ReadFile> => {
  const byName = new Map(shapes.map((shape) => [shape.table, shape]))
  const sums = new FileSums()
  let head: OperatorFileHead | null = null
  let end: OperatorFileEnd | null = null
  let line = 0
  for await (const text of fileLines(bytes)) {
    line++
    if (end !== null) throw new Failure('invalid_request', `Line ${line} of the file comes after its end`)
    if (head === null) {
      head = headOf(text)
      sums.addHead(text)
      continue
    }
    const value = fileLineOf(text, line)
    if ('end' in value) {
      end = held(sums, value.end)
      continue
    }
    const shape = byName.get(value.table)
    if (shape === undefined) throw unknownTable(value.table, line)
    sums.addRow(value.table, text)
    const visited = visit({ table: value.table, row: checkedRow(value.row, shape.columns, line), line }, head)
    if (visited) await visited
  }
  if (head === null || end === null)
    throw new Failure('invalid_request', 'The file is incomplete: its last line is missing')
  return { head, end }
}

const unknownTable = (table: string, line: number): Failure =>
  new Failure(
    'invalid_request',
    `Line ${line} of the file is of a table that this release does not carry (${JSON.stringify(table.slice(0, 60))}): use the release that wrote the file, or a later one`,
  )

/** Reads a file to its end: throws where it is not whole, or holds what this store could not take. */
export const readWholeFile = async ({ storage }: World, bytes: FileBytes): Promise<ReadFile> =>
  readOperatorFile(bytes, await carriedShapes(storage.platform), () => {})
