/** Links to the bytes of documents, each bound to what asked for it. */
import { isStillOpen } from '../../engines/engine.ts'
import type { TenantReader, TenantTx } from '../../handles.ts'
import type { BoundLink } from './link-tables.ts'

export interface DocumentLink extends BoundLink {
  readonly document_id: string
  readonly revision: number
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
