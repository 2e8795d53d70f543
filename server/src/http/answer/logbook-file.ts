/** The table of a logbook as a file to be kept. */
import { TABLE_HEAD, tableLines } from '../../domain/operations/logbook/logbook-table.ts'
import { type LinkedLogbook, pagesOfLogbook } from '../../services/operations/logbook/logbook-links.ts'
import type { WorldAt } from '../../services/world.ts'

export const LOGBOOK_HEADERS = {
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': 'attachment; filename="logbook.csv"',
}

/** About what two pages of entries take. */
export const LOGBOOK_PART_BYTES = 500_000

export async function* linesOfLogbook(
  at: WorldAt,
  logbook: Pick<LinkedLogbook, 'userId' | 'search'>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(TABLE_HEAD)
  for await (const entries of pagesOfLogbook(at, logbook)) yield Buffer.from(tableLines(entries))
}
