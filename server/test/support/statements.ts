/** Which statements the stores were sent while something ran; the poll that watches validity does not count. */
import { channel } from 'node:diagnostics_channel'

const statements = channel('airside:statement')

export const statementsDuring = async (job: () => unknown): Promise<string[]> => {
  const sent: string[] = []
  const note = (text: unknown): void => {
    if (!/select "epoch"/.test(String(text))) sent.push(String(text))
  }
  statements.subscribe(note)
  try {
    await job()
  } finally {
    statements.unsubscribe(note)
  }
  return sent
}
