/** Imports of one tenant, and the version in which each left the records that it added. */
import { sql } from 'kysely'
import type { Author } from '../../../domain/versioned.ts'
import { removeSome } from '../../bounded-removal.ts'
import { fragment, rowsOf } from '../../engines/fragment.ts'
import { insertRows } from '../../engines/insert-rows.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../../handles.ts'
import type { LogPosition } from '../../log-search.ts'

declare module '../../engines/tables.ts' {
  interface Tables {
    import_run: {
      tenant_id: string
      import_id: string
      kind: string
      file_name: string | null
      /** An author, as JSON. */
      made_by: string | null
      created_at: number
      created_count: number
      updated_count: number
      undone_at: number | null
      /** Where the feed ended before the import: its own changes and all later ones follow. */
      change_position: number | null
    }
    import_addition: { tenant_id: string; import_id: string; record_id: string; version: number }
  }
}

export interface ImportRun {
  readonly importId: string
  readonly kind: string
  readonly fileName: string | null
  readonly madeBy: Author | null
  readonly createdAt: number
  readonly createdCount: number
  readonly updatedCount: number
  readonly undoneAt: number | null
  /** Where the feed ended before the import; null for one of before this was kept. */
  readonly changePosition: number | null
}

type Row = Omit<ImportRun, 'madeBy'> & { readonly madeBy: string | null }

const COLUMNS = fragment.raw(
  `import_id as "importId", kind, file_name as "fileName", made_by as "madeBy", created_at as "createdAt",
   created_count as "createdCount", updated_count as "updatedCount", undone_at as "undoneAt",
   change_position as "changePosition"`,
)

const runOf = (row: Row): ImportRun => ({
  ...row,
  madeBy: row.madeBy === null ? null : (JSON.parse(row.madeBy) as Author),
})

export const insertImport = async (
  tx: TenantTx,
  run: Omit<ImportRun, 'madeBy' | 'createdAt' | 'undoneAt'>,
): Promise<void> => {
  await tx.db
    .insertInto('import_run')
    .values({
      tenant_id: tx.tenantId,
      import_id: run.importId,
      kind: run.kind,
      file_name: run.fileName,
      made_by: tx.author === null ? null : JSON.stringify(tx.author),
      created_at: await tx.now(),
      created_count: run.createdCount,
      updated_count: run.updatedCount,
      undone_at: null,
      change_position: run.changePosition,
    })
    .execute()
}

/** The latest first. */
export const importsSince = async (
  reader: TenantReader,
  since: number,
  before: LogPosition | null,
  most: number,
): Promise<ImportRun[]> => {
  const older =
    before === null ? fragment.raw('') : fragment`and (created_at, import_id) < (${before.at}, ${before.id})`
  const rows = await rowsOf<Row>(
    reader,
    fragment`select ${COLUMNS} from import_run
      where tenant_id = ${reader.tenantId} and created_at > ${since} ${older}
      order by created_at desc, import_id desc limit ${most}`,
  )
  return rows.map(runOf)
}

export const lockImport = async (tx: TenantTx, importId: string): Promise<ImportRun | undefined> => {
  const [row] = await rowsOf<Row>(
    tx,
    fragment`select ${COLUMNS} from import_run where tenant_id = ${tx.tenantId} and import_id = ${importId}
      ${fragment.raw(tx.kind === 'postgres' ? 'for update' : '')}`,
  )
  return row && runOf(row)
}

/** Counts the next lines of an import. */
export const countMore = async (
  tx: TenantTx,
  { importId, createdCount, updatedCount }: Pick<ImportRun, 'importId' | 'createdCount' | 'updatedCount'>,
): Promise<void> => {
  await tx.db
    .updateTable('import_run')
    .set((eb) => ({
      created_count: eb('created_count', '+', createdCount),
      updated_count: eb('updated_count', '+', updatedCount),
    }))
    .where('tenant_id', '=', tx.tenantId)
    .where('import_id', '=', importId)
    .execute()
}

export const markUndone = async (tx: TenantTx, importId: string): Promise<void> => {
  await tx.db
    .updateTable('import_run')
    .set({ undone_at: await tx.now() })
    .where('tenant_id', '=', tx.tenantId)
    .where('import_id', '=', importId)
    .execute()
}

/** A record that an import added, in the version in which the import left it. */
export interface Addition {
  readonly recordId: string
  readonly version: number
}

export const insertAdditions = (tx: TenantTx, importId: string, additions: readonly Addition[]): Promise<void> =>
  insertRows(
    tx,
    'import_addition',
    additions.map(({ recordId, version }) => ({
      tenant_id: tx.tenantId,
      import_id: importId,
      record_id: recordId,
      version,
    })),
  )

export const additionsOf = (reader: TenantReader, importId: string): Promise<Addition[]> =>
  rowsOf(
    reader,
    fragment`select record_id as "recordId", version from import_addition
      where tenant_id = ${reader.tenantId} and import_id = ${importId} order by record_id`,
  )

/** Follows a record that the import itself changed again, from the version before this one. */
export const moveAddition = async (tx: TenantTx, importId: string, { recordId, version }: Addition): Promise<void> => {
  await tx.db
    .updateTable('import_addition')
    .set({ version })
    .where('tenant_id', '=', tx.tenantId)
    .where('import_id', '=', importId)
    .where('record_id', '=', recordId)
    .where('version', '=', version - 1)
    .execute()
}

/** A column of another table that names records of a kind. */
export type Use = readonly [table: string, column: string]

/** Which of these records other records name. */
export const usedRecords = async (
  reader: TenantReader,
  uses: readonly Use[],
  ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const used = new Set<string>()
  for (const [table, column] of uses) {
    const rows = await rowsOf<{ id: string }>(
      reader,
      fragment`select distinct ${fragment.raw(column)} as id from ${fragment.raw(table)}
        where tenant_id = ${reader.tenantId} and ${fragment.raw(column)} ${fragment.among(ids)}`,
    )
    for (const { id } of rows) used.add(id)
  }
  return used
}

/** What an import added goes first: a file of thousands of lines is not removed by one statement either. */
export const removeImportsBefore = async (tx: PlatformTx, time: number, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`delete from import_addition where (tenant_id, import_id, record_id) in (
    select a.tenant_id, a.import_id, a.record_id from import_run r
      join import_addition a on a.tenant_id = r.tenant_id and a.import_id = r.import_id
    where r.created_at < ${time} limit ${sql.lit(most)})`.execute(tx.db)
  const additions = Number(numAffectedRows ?? 0)
  if (additions >= most) return additions
  return removeSome(
    tx,
    {
      from: 'import_run',
      key: ['tenant_id', 'import_id'],
      by: 'created_at',
      before: time,
      where: sql`not exists (select 1 from import_addition a
        where a.tenant_id = import_run.tenant_id and a.import_id = import_run.import_id)`,
    },
    most,
  )
}
