/** Reports that were not sent yet. Each statement names the person whose they are. */

import type { SafetyAttachment } from '../../../domain/operations/safety/safety-attachment.ts'
import type { DraftText, SafetyDraft } from '../../../domain/operations/safety/safety-draft.ts'
import { removeSome } from '../../bounded-removal.ts'
import { isStillOpen } from '../../engines/engine.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../../handles.ts'
import { abandonFiles } from './safety-files.ts'

interface DraftRow {
  safety_report_id: string
  user_id: string
  draft: string
  document_list: string
  version: number
  created_at: number
  expires_at: number
}

declare module '../../engines/tables.ts' {
  interface Tables {
    safety_draft: DraftRow & { tenant_id: string }
  }
}

const draftOf = (row: DraftRow): SafetyDraft => ({
  safetyReportId: row.safety_report_id,
  userId: row.user_id,
  draft: JSON.parse(row.draft) as DraftText,
  documentList: JSON.parse(row.document_list) as SafetyAttachment[],
  version: row.version,
  createdAt: row.created_at,
})

/** All of a person, of which there are few. */
export const draftsOf = async (reader: TenantReader, userId: string): Promise<SafetyDraft[]> => {
  const rows = await reader.db
    .selectFrom('safety_draft')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('user_id', '=', userId)
    .where(isStillOpen(reader))
    .execute()
  return rows.map(draftOf)
}

export const findDraft = async (
  reader: TenantReader,
  userId: string,
  safetyReportId: string,
): Promise<SafetyDraft | undefined> =>
  (await draftsOf(reader, userId)).find((draft) => draft.safetyReportId === safetyReportId)

/** Writes a new one, or over the one of the same id. The caller has locked the person. */
export const writeDraft = async (tx: TenantTx, written: SafetyDraft, expiresAt: number): Promise<void> => {
  const { safetyReportId, userId, draft, documentList, version, createdAt } = written
  const values = {
    draft: JSON.stringify(draft),
    document_list: JSON.stringify(documentList),
    version,
    expires_at: expiresAt,
  }
  await tx.db
    .insertInto('safety_draft')
    .values({
      tenant_id: tx.tenantId,
      safety_report_id: safetyReportId,
      user_id: userId,
      created_at: createdAt,
      ...values,
    })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'safety_report_id']).doUpdateSet(values))
    .execute()
}

export const removeDraft = async (tx: TenantTx, { userId, safetyReportId }: SafetyDraft): Promise<void> => {
  await tx.db
    .deleteFrom('safety_draft')
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .where('safety_report_id', '=', safetyReportId)
    .execute()
}

/** All of a person who is no user any more, with their files. */
export const removeDraftsOf = async (tx: TenantTx, userId: string): Promise<void> => {
  const files = (await draftsOf(tx, userId)).flatMap(({ documentList }) => documentList)
  await abandonFiles(
    tx,
    files.map(({ fileId }) => fileId),
    await tx.now(),
  )
  await tx.db.deleteFrom('safety_draft').where('tenant_id', '=', tx.tenantId).where('user_id', '=', userId).execute()
}

export const removeDraftsBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(tx, { from: 'safety_draft', key: ['tenant_id', 'safety_report_id'], by: 'expires_at', before: time }, most)
