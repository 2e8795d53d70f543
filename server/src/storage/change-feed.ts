/**
 * The ordered change feed. A database sequence does not follow commit order, so each change takes its number from the
 * tenant's head row in the last statements before COMMIT. The lock on that row makes transactions number and commit one
 * at a time; no change can appear behind a cursor that a client already holds.
 *
 * Each change stores who saw the record before and after it. A record that enters a view is reported as CREATED, one
 * that leaves it as DELETED, and one that was never in it is not reported (data §5.8).
 */
import { type RawBuilder, sql } from 'kysely'
import type { ChangeKind, EntityKind } from '../domain/entity-kind.ts'
import { Failure } from '../domain/failure.ts'
import { type Viewer, viewersOf } from '../domain/view.ts'
import type { ChangeDraft } from './change-draft.ts'
import { insertRows } from './engines/insert-rows.ts'
import type { PlatformTx, TenantReader, TenantTx } from './handles.ts'
import { limitOf } from './record-limit.ts'
import type { ViewReader } from './view.ts'

export interface Change extends Pick<ChangeDraft, 'entity' | 'entityId' | 'kind' | 'version' | 'fieldList'> {
  readonly position: number
  readonly at: number
}

declare module './engines/tables.ts' {
  interface Tables {
    /** With how many records the tenant has and may have: see `record-limit`. */
    change_head: { tenant_id: string; position: number; record_count: number; record_limit: number | null }
    change_entry: {
      tenant_id: string
      position: number
      entity: EntityKind
      entity_id: string
      kind: ChangeKind
      version: number
      field_list: string
      at: number
    }
    change_viewer: { tenant_id: string; viewer: string; position: number; saw_before: number; sees_after: number }
  }
}

export const appendChanges = async (tx: TenantTx): Promise<void> => {
  const count = tx.changes.length
  const growth = tx.growth.records
  if (count === 0 && growth === 0) return
  const head = await tx.db
    .updateTable('change_head')
    .set((eb) => ({ position: eb('position', '+', count), record_count: eb('record_count', '+', growth) }))
    .where('tenant_id', '=', tx.tenantId)
    .returning(['position', 'record_count', 'record_limit'])
    .executeTakeFirstOrThrow()
  if (growth > 0) refuseBeyondLimit(head.record_count, head.record_limit)
  const at = await tx.now()
  const positionAt = (index: number): number => head.position - count + 1 + index
  const entries = tx.changes.map((change, index) => ({
    tenant_id: tx.tenantId,
    position: positionAt(index),
    entity: change.entity,
    entity_id: change.entityId,
    kind: change.kind,
    version: change.version,
    field_list: JSON.stringify(change.fieldList),
    at,
  }))
  await insertRows(tx, 'change_entry', entries)
  const viewers = tx.changes.flatMap((change, index) => viewerRows(tx.tenantId, positionAt(index), change))
  await insertRows(tx, 'change_viewer', viewers)
}

const refuseBeyondLimit = (count: number, recordLimit: number | null): void => {
  const limit = limitOf(recordLimit)
  if (count <= limit) return
  throw new Failure(
    'record_limit_reached',
    `An operator may have ${limit} records here: remove what is no longer needed, or ask support for a higher limit`,
  )
}

const viewerRows = (tenantId: string, position: number, { viewersBefore, viewersAfter }: ChangeDraft) =>
  [...new Set([...viewersBefore, ...viewersAfter])].map((viewer) => ({
    tenant_id: tenantId,
    viewer,
    position,
    saw_before: viewersBefore.includes(viewer) ? 1 : 0,
    sees_after: viewersAfter.includes(viewer) ? 1 : 0,
  }))

/** The latest committed position: the head row and its entries commit together. */
export const changeHead = async (reader: TenantReader): Promise<number> => {
  const row = await reader.db
    .selectFrom('change_head')
    .select('position')
    .where('tenant_id', '=', reader.tenantId)
    .executeTakeFirstOrThrow()
  return row.position
}

export interface ChangeRange {
  readonly after: number
  readonly upTo: number
  readonly entities: readonly EntityKind[]
  readonly most: number
}

/** The changes of these kinds, in commit order, as this view sees them. */
export const changesIn = async (reader: ViewReader, range: ChangeRange): Promise<Change[]> => {
  if (range.entities.length === 0) return []
  const viewers = viewersOf(reader.view)
  if (viewers !== null && viewers.length === 0) return []
  const { rows } = await (viewers === null ? allIn(reader, range) : seenIn(reader, range, viewers)).execute(reader.db)
  return rows.map(({ saw_before, sees_after, field_list, kind, ...row }) => ({
    ...row,
    kind: sees_after === 0 ? 'DELETED' : saw_before === 0 ? 'CREATED' : kind,
    fieldList: sees_after === 0 ? [] : JSON.parse(field_list),
  }))
}

type ChangeRow = Pick<Change, 'position' | 'entity' | 'entityId' | 'kind' | 'version' | 'at'> & {
  field_list: string
  saw_before: number
  sees_after: number
}

const COLUMNS = sql.raw(
  'e.position, e.entity, e.entity_id as "entityId", e.kind, e.version, e.at, e.field_list as field_list',
)

const within = (reader: ViewReader, { after, upTo, entities }: ChangeRange) =>
  sql`e.tenant_id = ${reader.tenantId} and e.position > ${after} and e.position <= ${upTo}
    and e.entity in (${sql.join(entities)})`

const allIn = (reader: ViewReader, range: ChangeRange) =>
  sql<ChangeRow>`select ${COLUMNS},
      case e.kind when 'CREATED' then 0 else 1 end as saw_before, case e.kind when 'DELETED' then 0 else 1 end as sees_after
    from change_entry e where ${within(reader, range)} order by e.position limit ${range.most}`

/** One change can concern several viewers of a view, e.g. both aircraft of a flight that moved between them. */
const seenIn = (reader: ViewReader, range: ChangeRange, viewers: readonly Viewer[]) =>
  sql<ChangeRow>`select ${COLUMNS}, v.saw_before, v.sees_after
    from (select position, max(saw_before) as saw_before, max(sees_after) as sees_after from change_viewer
          where tenant_id = ${reader.tenantId} and viewer in (${sql.join(viewers)})
            and position > ${range.after} and position <= ${range.upTo} group by position) v
    join change_entry e on e.tenant_id = ${reader.tenantId} and e.position = v.position
    where ${within(reader, range)} order by e.position limit ${range.most}`

const removeEntries = async (tx: PlatformTx, entries: RawBuilder<unknown>): Promise<number> => {
  await sql`delete from change_viewer where (tenant_id, position) in (${entries})`.execute(tx.db)
  const removed = await sql`delete from change_entry where (tenant_id, position) in (${entries})`.execute(tx.db)
  return Number(removed.numAffectedRows ?? 0)
}

/** Removes at most `most` entries that are older than every valid cursor. */
export const removeChangesBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeEntries(tx, sql`select tenant_id, position from change_entry where at < ${time} limit ${most}`)

/** Removes at most `most` entries of tenants that have more than `kept`, the oldest ones. */
export const removeChangesBeyond = (tx: PlatformTx, kept: number, most: number): Promise<number> =>
  removeEntries(
    tx,
    sql`select e.tenant_id, e.position from change_head h
      join change_entry e on e.tenant_id = h.tenant_id and e.position <= h.position - ${kept}
      where h.position > ${kept} limit ${most}`,
  )
