/** What an import costs: each line is checked and written as a mutation would, also in a dry run (threats row 97). */
import { IMPORT_LINE_COSTS, MAX_CONSOLE_IMPORT_LINES } from '../../../../domain/limits.ts'
import type { ImportKindName } from '../../../../services/operations/import/import-file.ts'

/** The lines below the header, by their ends; no more than would be read. */
const lineCount = (text: string): number =>
  text
    .trimEnd()
    .matchAll(/\r\n?|\n/g)
    .take(MAX_CONSOLE_IMPORT_LINES)
    .reduce((lines) => lines + 1, 0)

const COSTS: Readonly<Record<ImportKindName, number>> = IMPORT_LINE_COSTS
const MOST = Math.max(...Object.values(COSTS))

/** Known before anything runs: what the bucket does not have is refused. A kind that is not one costs as the dearest. */
export const costOfLines = ({ kind, text }: Readonly<Record<string, unknown>>): number =>
  typeof text === 'string' ? lineCount(text) * (COSTS[kind as ImportKindName] ?? MOST) : 0

/** "3 of contacts, 5 of crew", the cheapest first. */
export const COSTS_IN_WORDS = Object.entries(COSTS)
  .toSorted(([, a], [, b]) => a - b)
  .map(([kind, cost]) => `${cost} of ${kind}`)
  .join(', ')
