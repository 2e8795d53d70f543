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
    document_link: DocumentLink & { tenant_id: string }
  }
}

export const insertLink = async (tx: TenantTx, link: DocumentLink): Promise<void> => {
  await tx.db
    .insertInto('document_link')
    .values({ tenant_id: tx.tenantId, ...link })
    .execute()
}

export const findLink = (reader: TenantReader, hash: string): Promise<DocumentLink | undefined> =>
  reader.db
    .selectFrom('document_link')
    .select(['hash', 'document_id', 'revision', 'credential_kind', 'credential_hash', 'expires_at'])
    .where('tenant_id', '=', reader.tenantId)
    .where('hash', '=', hash)
    .where(isStillOpen(reader))
    .executeTakeFirst()

export const removeLinksBefore = async (tx: PlatformTx, time: number): Promise<void> => {
  await tx.db.deleteFrom('document_link').where('expires_at', '<', time).execute()
}
