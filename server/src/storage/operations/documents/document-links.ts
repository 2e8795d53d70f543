/** Links to the bytes of documents, each bound to what asked for it. */
import { isStillOpen } from '../../engines/engine.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../../handles.ts'

export interface DocumentLink {
  readonly hash: string
  readonly document_id: string
  readonly revision: number
  readonly credential_kind: string
  readonly credential_hash: string
  readonly expires_at: number
}

declare module '../../engines/tables.ts' {
  interface Tables {
    document_link: DocumentLink & { tenant_id: string; opened_at: number | null }
  }
}

export const insertLink = async (tx: TenantTx, link: DocumentLink): Promise<void> => {
  await tx.db
    .insertInto('document_link')
    .values({ tenant_id: tx.tenantId, ...link, opened_at: null })
    .execute()
}

export const findLink = (
  reader: TenantReader,
  hash: string,
): Promise<(DocumentLink & { readonly opened_at: number | null }) | undefined> =>
  reader.db
    .selectFrom('document_link')
    .select(['hash', 'document_id', 'revision', 'credential_kind', 'credential_hash', 'expires_at', 'opened_at'])
    .where('tenant_id', '=', reader.tenantId)
    .where('hash', '=', hash)
    .where(isStillOpen(reader))
    .executeTakeFirst()

/** Whether this is its first use: only that is told to the audit log. */
export const openLink = async (tx: TenantTx, hash: string, at: number): Promise<boolean> => {
  const row = await tx.db
    .updateTable('document_link')
    .set({ opened_at: at })
    .where('tenant_id', '=', tx.tenantId)
    .where('hash', '=', hash)
    .where('opened_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

export const removeLinksBefore = async (tx: PlatformTx, time: number): Promise<void> => {
  await tx.db.deleteFrom('document_link').where('expires_at', '<', time).execute()
}
