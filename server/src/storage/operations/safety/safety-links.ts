/** Links of the safety office to files of reports, each bound to what asked for it. */
import { isStillOpen } from '../../engines/engine.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../../handles.ts'

export interface SafetyLink {
  readonly hash: string
  readonly safety_report_id: string
  readonly safety_attachment_id: string
  readonly credential_kind: string
  readonly credential_hash: string
  readonly expires_at: number
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

/** Whether this is its first use: only that is told to the audit log. */
export const openSafetyLink = async (tx: TenantTx, hash: string, at: number): Promise<boolean> => {
  const row = await tx.db
    .updateTable('safety_link')
    .set({ opened_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('hash', '=', hash)
    .where('opened_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

export const removeSafetyLinksBefore = async (tx: PlatformTx, time: number): Promise<void> => {
  await tx.db.deleteFrom('safety_link').where('expires_at', '<', time).execute()
}
