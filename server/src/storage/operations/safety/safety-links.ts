/** Links of the safety office to files of reports, each bound to what asked for it. */
import { isStillOpen } from '../../engines/engine.ts'
import type { TenantReader, TenantTx } from '../../handles.ts'
import type { BoundLink } from '../documents/link-tables.ts'

export interface SafetyLink extends BoundLink {
  readonly safety_report_id: string
  readonly safety_attachment_id: string
}

declare module '../../engines/tables.ts' {
  interface Tables {
    safety_link: SafetyLink & { tenant_id: string; opened_at: number | null }
  }
}

export const insertSafetyLink = async (tx: TenantTx, link: SafetyLink): Promise<void> => {
  await tx.db
    .insertInto('safety_link')
    .values({ tenant_id: tx.tenantId, ...link, opened_at: null })
    .execute()
}

export const findSafetyLink = (reader: TenantReader, hash: string): Promise<SafetyLink | undefined> =>
  reader.db
    .selectFrom('safety_link')
    .select(['hash', 'safety_report_id', 'safety_attachment_id', 'credential_kind', 'credential_hash', 'expires_at'])
    .where('tenant_id', '=', reader.tenantId)
    .where('hash', '=', hash)
    .where(isStillOpen(reader))
    .executeTakeFirst()
