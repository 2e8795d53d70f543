/** One request by its id, at whichever operator it came in: what is known of it, never what it answered. */
import type { PlatformReader } from '../handles.ts'
import type { RequestRow } from '../usage/request-log.ts'

export type FoundRequest = RequestRow & { readonly tenant_id: string }

export const requestById = (reader: PlatformReader, requestId: string): Promise<FoundRequest | undefined> =>
  reader.db.selectFrom('usage_request').selectAll().where('request_id', '=', requestId).limit(1).executeTakeFirst()
