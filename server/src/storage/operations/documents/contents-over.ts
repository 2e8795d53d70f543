/**
 * Contents beside the store that no file names any more, or none yet (ADR 204): noted in the transaction that takes the
 * row away, removed when they are due. Every content is named by a row or noted here, whatever crashes.
 */
import { addSeconds } from '../../../domain/clock.ts'
import { CONTENT_KEPT_SECONDS } from '../../../domain/limits.ts'
import type { PlaceKind } from '../../../domain/operations/documents/place-kind.ts'
import { fragment, rowsOf } from '../../engines/fragment.ts'
import type { PlatformReader, TenantTx } from '../../handles.ts'

declare module '../../engines/tables.ts' {
  interface Tables {
    document_content_over: {
      tenant_id: string
      content_id: string
      place: PlaceKind
      /** What it still takes of the operator's space. */
      byte_size: number
      due_at: number
    }
  }
}

export interface OverContent {
  readonly tenantId: string
  readonly contentId: string
  readonly place: PlaceKind
}

/** The content of a file that is about to go; nothing where its bytes are rows. */
export const noteContentOver = async (tx: TenantTx, fileId: string, dueAt: number): Promise<void> => {
  await rowsOf(
    tx,
    fragment`insert into document_content_over (tenant_id, content_id, place, byte_size, due_at)
      select tenant_id, content_id, place, byte_size, ${dueAt} from document_file
        where tenant_id = ${tx.tenantId} and file_id = ${fileId} and content_id is not null
      on conflict (tenant_id, content_id) do nothing`,
  )
}

/** Those of all files of an operator, whose rows go by the host's own act: they take none of its space. */
export const noteAllContentsOver = async (tx: TenantTx): Promise<void> => {
  const dueAt = addSeconds(await tx.realNow(), CONTENT_KEPT_SECONDS)
  await rowsOf(
    tx,
    fragment`insert into document_content_over (tenant_id, content_id, place, byte_size, due_at)
      select tenant_id, content_id, place, 0, ${dueAt} from document_file
        where tenant_id = ${tx.tenantId} and content_id is not null
      on conflict (tenant_id, content_id) do nothing`,
  )
}

/** A content that is about to be written, and that no file names yet. */
export const noteContentBegun = async (
  tx: TenantTx,
  { contentId, place }: Pick<OverContent, 'contentId' | 'place'>,
  dueAt: number,
): Promise<void> => {
  await tx.db
    .insertInto('document_content_over')
    .values({ tenant_id: tx.tenantId, content_id: contentId, place, byte_size: 0, due_at: dueAt })
    .execute()
}

/** It is removed, or a file names it now. */
export const forgetContentOver = async (tx: TenantTx, contentId: string): Promise<void> => {
  await tx.db
    .deleteFrom('document_content_over')
    .where('tenant_id', '=', tx.tenantId)
    .where('content_id', '=', contentId)
    .execute()
}

/** Those of a place whose time is over, of any tenant; never one that a file names. */
export const dueContents = (
  reader: PlatformReader,
  { place, now, most }: { readonly place: PlaceKind; readonly now: number; readonly most: number },
): Promise<OverContent[]> =>
  reader.db
    .selectFrom('document_content_over as over')
    .select(['over.tenant_id as tenantId', 'over.content_id as contentId', 'over.place as place'])
    .where('over.place', '=', place)
    .where('over.due_at', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('document_file as file')
            .select('file.file_id')
            .whereRef('file.tenant_id', '=', 'over.tenant_id')
            .whereRef('file.content_id', '=', 'over.content_id'),
        ),
      ),
    )
    .orderBy('over.due_at')
    .limit(most)
    .execute()
