/** The conversation between a provider and support about one application. */
import type { Tables } from '../engines/tables.ts'
import type { PlatformReader, PlatformTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    application_message: {
      message_id: string
      client_id: string
      at: number
      author_kind: 'provider' | 'support'
      author_id: string
      author_name: string
      text: string
    }
  }
}

export type MessageRow = Tables['application_message']

export const insertApplicationMessage = async (tx: PlatformTx, message: MessageRow): Promise<void> => {
  await tx.db.insertInto('application_message').values(message).execute()
}

/** The latest ones, oldest first. */
export const applicationMessages = async (
  reader: PlatformReader,
  clientId: string,
  most: number,
): Promise<MessageRow[]> => {
  const rows = await reader.db
    .selectFrom('application_message')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(most)
    .execute()
  return rows.reverse()
}
