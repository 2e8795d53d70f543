/** What an import costs: each line is checked and written as a mutation would, also in a dry run (threats row 97). */
import { MAX_CONSOLE_IMPORT_LINES } from '../../../../domain/limits.ts'

/** The lines below the header, by their ends; no more than would be read. */
const lineCount = (text: string): number =>
  text
    .trimEnd()
    .matchAll(/\r\n?|\n/g)
    .take(MAX_CONSOLE_IMPORT_LINES)
    .reduce((lines) => lines + 1, 0)

/** A line costs 1, as an entry of a list that is given does. */
export const costOfLines = ({ text }: Readonly<Record<string, unknown>>): number =>
  typeof text === 'string' ? lineCount(text) : 0
