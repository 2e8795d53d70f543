/** When support answered what it was asked: steps and messages of one period, over all applications. */
import type { PlatformReader } from '../handles.ts'
import type { TransitionRow } from '../oauth/applications.ts'

/** Steps since then of every application, the latest first. */
export const stepsSince = (reader: PlatformReader, since: number, most: number): Promise<TransitionRow[]> =>
  reader.db
    .selectFrom('application_transition')
    .selectAll()
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .orderBy('client_id')
    .orderBy('position', 'desc')
    .limit(most)
    .execute()

/** When support wrote, by application. */
export const supportMessagesSince = (
  reader: PlatformReader,
  since: number,
  most: number,
): Promise<{ client_id: string; at: number }[]> =>
  reader.db
    .selectFrom('application_message')
    .select(['client_id', 'at'])
    .where('author_kind', '=', 'support')
    .where('at', '>=', since)
    .orderBy('at', 'desc')
    .limit(most)
    .execute()
