/** Links to the table of a logbook, each bound to what asked for it. */
import { isStillOpen } from '../../engines/engine.ts'
import type { TenantReader, TenantTx } from '../../handles.ts'
import type { BoundLink } from '../documents/link-tables.ts'

export interface LogbookLink extends BoundLink {
  readonly user_id: string
  /** What was asked for, as JSON. */
  readonly search: string
}

declare module '../../engines/tables.ts' {
  interface Tables {
    logbook_link: LogbookLink & { tenant_id: string }
  }
}

export const insertLogbookLink = async (tx: TenantTx, link: LogbookLink): Promise<void> => {
  await tx.db
    .insertInto('logbook_link')
    .values({ tenant_id: tx.tenantId, ...link })
    .execute()
}

export const findLogbookLink = (reader: TenantReader, hash: string): Promise<LogbookLink | undefined> =>
  reader.db
    .selectFrom('logbook_link')
    .select(['hash', 'user_id', 'search', 'credential_kind', 'credential_hash', 'expires_at'])
    .where('tenant_id', '=', reader.tenantId)
    .where('hash', '=', hash)
    .where(isStillOpen(reader))
    .executeTakeFirst()
