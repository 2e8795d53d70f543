/** Records the statements that stores receive while a function runs. */
import { channel } from 'node:diagnostics_channel'

/**
 * The poll of the epochs, the look at the revisions of reference data that follows a change, and the counting of use go
 * on behind every request. Which tenant an address belongs to is remembered until word of an earlier change arrives,
 * which can be at any moment.
 */
const BEHIND = /clock\.at|from "reference_set"|usage_|from "tenant" inner join "operator"/

const statements = channel('airside:statement')

export const statementsDuring = async (job: () => unknown, leftOut = BEHIND): Promise<string[]> => {
  const sent: string[] = []
  const note = (text: unknown): void => {
    if (!leftOut.test(String(text))) sent.push(String(text))
  }
  statements.subscribe(note)
  try {
    await job()
  } finally {
    statements.unsubscribe(note)
  }
  return sent
}

/** Resolves when the next statement that matches is sent to a store. */
export const statementSent = (pattern: RegExp): Promise<void> =>
  new Promise((resolve) => {
    const look = (text: unknown): void => {
      if (!pattern.test(String(text))) return
      statements.unsubscribe(look)
      resolve()
    }
    statements.subscribe(look)
  })
