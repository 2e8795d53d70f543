/**
 * What an import costs, and how many an operator may send: each line is checked and written as a mutation would, also
 * in a dry run (threats row 97). The budget is kept by each process; the allowance is in the store, so that all of them
 * share it.
 */
import { MAX_CONSOLE_IMPORT_LINES, MAX_IMPORTS_PER_HOUR } from '../../../../domain/limits.ts'
import { spendOrRefuse } from '../../../../services/identity/allowance.ts'
import { brakeSender } from '../../../../services/request-brake.ts'
import type { QueryContext } from '../../../context.ts'
import { signedInUser } from '../../../signed-in-user.ts'

const HOUR_SECONDS = 3600

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

/** Counts this import, in a transaction of its own: a dry run leaves nothing else behind. Refuses with when to try again. */
export const spendImport = async (context: QueryContext): Promise<void> => {
  const { user } = signedInUser(context)
  brakeSender(context.at, `imports of ${user.user_id}`, 'Too many imports: wait, then try again')
  const times = MAX_IMPORTS_PER_HOUR
  const allowance = { subject: `imports of ${context.at.tenantId}`, times, seconds: HOUR_SECONDS }
  await context.at.write((tx) =>
    spendOrRefuse(tx, allowance, `At most ${times} imports an hour, dry runs and parts of long files included`),
  )
}
