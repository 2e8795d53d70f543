/**
 * Exports that administrators asked for, one for each tenant, and their files in parts (ADR 177). Times are the world's,
 * whatever the clock of a sandbox says.
 */
import { sql } from 'kysely'
import { addSeconds } from '../../../domain/clock.ts'
import { EXPORT_SECONDS } from '../../../domain/limits.ts'
import type { ExportFile } from '../../../domain/tenancy/asked-export.ts'
import { nowIn } from '../../engines/engine.ts'
import type { Tables } from '../../engines/tables.ts'
import type { PlatformReader, PlatformTx, TenantReader, TenantTx } from '../../handles.ts'

declare module '../../engines/tables.ts' {
  interface Tables {
    operator_export: {
      tenant_id: string
      export_id: string
      asked_by: string
      asked_at: number
      /** How often it was begun. */
      tries: number
      /** When it is begun, or begun again because whoever makes it has not been heard of. */
      due_at: number
      /** How far it is. */
      row_count: number
      made_at: number | null
      /** When its links end; null while it is not made. */
      expires_at: number | null
      /** Its files as JSON. */
      file_list: string | null
      /** Why it cannot be made. */
      problem: 'TOO_LARGE' | null
    }
    operator_export_part: {
      tenant_id: string
      export_id: string
      /** Which try wrote it. */
      attempt: number
      file: string
      number: number
      bytes: Uint8Array
    }
  }
}

export type AskedExport = Tables['operator_export']

/** One try at an export: what another one wrote is not its own. */
export type ExportTry = Pick<AskedExport, 'tenant_id' | 'export_id' | 'tries'>

/** Takes the place of an older one. False where one was asked for within the day: of two at once one is. */
export const insertExport = async (
  tx: TenantTx,
  wish: Pick<AskedExport, 'export_id' | 'asked_by'>,
): Promise<boolean> => {
  const now = await tx.realNow()
  const fresh = {
    ...wish,
    asked_at: now,
    tries: 0,
    due_at: now,
    row_count: 0,
    made_at: null,
    expires_at: null,
    file_list: null,
    problem: null,
  }
  const inserted = await tx.db
    .insertInto('operator_export')
    .values({ tenant_id: tx.tenantId, ...fresh })
    .onConflict((conflict) =>
      conflict
        .column('tenant_id')
        .doUpdateSet(fresh)
        .where('operator_export.asked_at', '<=', addSeconds(now, -EXPORT_SECONDS)),
    )
    .returning('export_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const exportOf = (reader: TenantReader): Promise<AskedExport | undefined> =>
  reader.db.selectFrom('operator_export').selectAll().where('tenant_id', '=', reader.tenantId).executeTakeFirst()

/** The one that has waited longest; undefined where none is due. */
export const dueExport = (reader: PlatformReader): Promise<AskedExport | undefined> =>
  reader.db
    .selectFrom('operator_export')
    .selectAll()
    .where('made_at', 'is', null)
    .where('problem', 'is', null)
    .where('due_at', '<=', nowIn(reader))
    .orderBy('due_at')
    .orderBy('tenant_id')
    .limit(1)
    .executeTakeFirst()

/** Another try; undefined where another process has begun it. */
export const noteExportTry = (
  tx: PlatformTx,
  { tenant_id, export_id, tries }: ExportTry,
  dueAt: number,
): Promise<AskedExport | undefined> =>
  tx.db
    .updateTable('operator_export')
    .set({ tries: tries + 1, due_at: dueAt, row_count: 0 })
    .where('tenant_id', '=', tenant_id)
    .where('export_id', '=', export_id)
    .where('tries', '=', tries)
    .returningAll()
    .executeTakeFirst()

type Progress = Partial<Pick<AskedExport, 'due_at' | 'row_count' | 'made_at' | 'expires_at' | 'file_list' | 'problem'>>

/** Writes how this try goes on; false where it is no longer the one that counts. */
export const noteExport = async (
  tx: TenantTx,
  { export_id, tries }: Pick<ExportTry, 'export_id' | 'tries'>,
  progress: Progress,
): Promise<boolean> => {
  const noted = await tx.db
    .updateTable('operator_export')
    .set(progress)
    .where('tenant_id', '=', tx.tenantId)
    .where('export_id', '=', export_id)
    .where('tries', '=', tries)
    .where('made_at', 'is', null)
    .returning('export_id')
    .executeTakeFirst()
  return noted !== undefined
}

export const insertExportPart = async (
  tx: TenantTx,
  { export_id, tries }: Pick<ExportTry, 'export_id' | 'tries'>,
  part: Pick<Tables['operator_export_part'], 'file' | 'number' | 'bytes'>,
): Promise<void> => {
  await tx.db
    .insertInto('operator_export_part')
    .values({ tenant_id: tx.tenantId, export_id, attempt: tries, ...part })
    .execute()
}

export const filesOf = ({ file_list }: Pick<AskedExport, 'file_list'>): readonly ExportFile[] =>
  file_list === null ? [] : (JSON.parse(file_list) as ExportFile[])

/** A part of a file, as long as the export is there and its links have not ended. */
export const exportPart = (
  reader: TenantReader,
  { exportId, file, number }: { readonly exportId: string; readonly file: string; readonly number: number },
  now: number,
): Promise<{ readonly bytes: Uint8Array } | undefined> =>
  reader.db
    .selectFrom('operator_export')
    .innerJoin('operator_export_part', (join) =>
      join
        .onRef('operator_export_part.tenant_id', '=', 'operator_export.tenant_id')
        .onRef('operator_export_part.export_id', '=', 'operator_export.export_id')
        .onRef('operator_export_part.attempt', '=', 'operator_export.tries'),
    )
    .select('operator_export_part.bytes')
    .where('operator_export.tenant_id', '=', reader.tenantId)
    .where('operator_export.export_id', '=', exportId)
    .where('operator_export.expires_at', '>', now)
    .where('operator_export_part.file', '=', file)
    .where('operator_export_part.number', '=', number)
    .executeTakeFirst()

/** Its parts go with the next removal. */
export const removeExport = async (tx: TenantTx, exportId: string): Promise<void> => {
  await tx.db
    .deleteFrom('operator_export')
    .where('tenant_id', '=', tx.tenantId)
    .where('export_id', '=', exportId)
    .execute()
}

/** Exports whose day is over. */
export const removeExportsOver = async (tx: PlatformTx, now: number, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`delete from operator_export where tenant_id in (
    select tenant_id from operator_export where coalesce(expires_at, asked_at + ${EXPORT_SECONDS * 1000}) <= ${now}
    limit ${sql.lit(most)})`.execute(tx.db)
  return Number(numAffectedRows ?? 0)
}

/** Parts of exports that are gone, and of tries that were broken off. Returns how many went. */
export const removePartsLeftOver = async (tx: PlatformTx, most: number): Promise<number> => {
  const over = await tx.db
    .selectFrom('operator_export_part as part')
    .select(['part.tenant_id', 'part.export_id', 'part.attempt', 'part.file', 'part.number'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('operator_export')
            .select('operator_export.export_id')
            .whereRef('operator_export.tenant_id', '=', 'part.tenant_id')
            .whereRef('operator_export.export_id', '=', 'part.export_id')
            .whereRef('operator_export.tries', '=', 'part.attempt'),
        ),
      ),
    )
    .limit(most)
    .execute()
  for (const { tenant_id, export_id, attempt, file, number } of over) {
    await tx.db
      .deleteFrom('operator_export_part')
      .where('tenant_id', '=', tenant_id)
      .where('export_id', '=', export_id)
      .where('attempt', '=', attempt)
      .where('file', '=', file)
      .where('number', '=', number)
      .execute()
  }
  return over.length
}
