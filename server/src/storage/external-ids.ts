/**
 * Makes external ids unique and finds records by them. A record's row has its list of them, as it is read; this table
 * has each of them once per tenant, kind of record, system and value (data §3.2).
 */

import { userError } from '../domain/user-error.ts'
import { type ExternalId, shownId, type Versioned } from '../domain/versioned.ts'
import { columnName } from './columns.ts'
import { fragment, rowsOf } from './engines/fragment.ts'
import { foundSystem } from './external-id-systems.ts'
import type { TenantTx } from './handles.ts'
import type { Condition, RecordKind } from './record-kind.ts'
import type { ViewReader } from './view.ts'

declare module './engines/tables.ts' {
  interface Tables {
    external_id: { tenant_id: string; kind: string; record_id: string; system: string; value: string }
  }
}

type Named = Pick<RecordKind<never>, 'noun'>

interface Given extends ExternalId {
  readonly recordId: string
  /** Among whose ids it is the only one. */
  readonly kind: string
}

/** The ids of one user's records are apart from everybody else's, so that a refusal tells nothing of them. */
const kindOf = (table: string, owner: string | null): string => (owner === null ? table : `${table}/${owner}`)

const keyOf = ({ system, value }: ExternalId): string => `${system}:${value}`

const COLUMNS = 'tenant_id, kind, record_id, system, value'

const insertText = (kind: TenantTx['kind']): string =>
  kind === 'postgres'
    ? `insert into external_id (${COLUMNS}) select ${COLUMNS} from json_populate_recordset(null::external_id, $1::json)
       on conflict do nothing returning system, value`
    : `insert into external_id (${COLUMNS})
       select value ->> '$.tenant_id', value ->> '$.kind', value ->> '$.record_id', value ->> '$.system', value ->> '$.value'
       from json_each(?) where true on conflict do nothing returning system, value`

/**
 * A pair that another record has is refused; a transaction that writes the same pair at the same moment waits for this
 * COMMIT.
 */
const give = async (tx: TenantTx, { noun }: Named, given: readonly Given[]): Promise<void> => {
  if (given.length === 0) return
  // In one order, so that two transactions cannot wait for each other.
  const inOrder = given.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const rows = inOrder.map(({ kind, recordId, system, value }) => ({
    tenant_id: tx.tenantId,
    kind,
    record_id: recordId,
    system,
    value,
  }))
  const written = await tx.execute<ExternalId>(insertText(tx.kind), [JSON.stringify(rows)])
  if (written.rows.length === rows.length) return
  const free = new Set(written.rows.map(keyOf))
  const taken = inOrder.find((id) => !free.has(keyOf(id))) ?? inOrder[0]
  const message = `${taken ? keyOf(shownId(taken)) : 'This'} is the id of another ${noun}: an id of a system names one`
  throw userError('EXTERNAL_ID_TAKEN', message, ['input', 'externalIdList'])
}

const idsOf = <R extends Versioned>({ table, id, owner }: RecordKind<R>, record: R): Given[] => {
  const kind = kindOf(table, owner ? (record[owner] as string) : null)
  return record.externalIdList.map((externalId) => ({ ...externalId, kind, recordId: record[id] as string }))
}

export const addExternalIds = <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  records: readonly R[],
): Promise<void> =>
  give(
    tx,
    kind,
    records.flatMap((record) => idsOf(kind, record)),
  )

const takeBack = async (tx: TenantTx, ids: readonly Given[]): Promise<void> => {
  if (ids.length === 0) return
  const kinds = new Set(ids.map(({ kind }) => kind))
  const recordIds = new Set(ids.map(({ recordId }) => recordId))
  const systems = new Set(ids.map(({ system }) => system))
  await rowsOf(
    tx,
    fragment`delete from external_id where tenant_id = ${tx.tenantId} and kind ${fragment.among([...kinds])}
      and record_id ${fragment.among([...recordIds])} and system ${fragment.among([...systems])}`,
  )
}

/** All ids of these records of one user, whatever their systems. */
export const removeExternalIdsOf = async (
  tx: TenantTx,
  { table, owner }: { readonly table: string; readonly owner: string },
  recordIds: readonly string[],
): Promise<void> => {
  if (recordIds.length === 0) return
  await rowsOf(
    tx,
    fragment`delete from external_id where tenant_id = ${tx.tenantId} and kind = ${kindOf(table, owner)}
      and record_id ${fragment.among(recordIds)}`,
  )
}

export const changeExternalIds = async <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  before: R,
  after: Pick<R, 'externalIdList'>,
): Promise<void> => {
  const isIn = (list: readonly ExternalId[]) => (id: ExternalId) => list.some((other) => keyOf(other) === keyOf(id))
  const [had, has] = [idsOf(kind, before), idsOf(kind, { ...before, ...after })]
  await takeBack(
    tx,
    had.filter((id) => !isIn(has)(id)),
  )
  await give(
    tx,
    kind,
    has.filter((id) => !isIn(had)(id)),
  )
}

export const removeExternalIds = <R extends Versioned>(
  tx: TenantTx,
  kind: RecordKind<R>,
  records: readonly R[],
): Promise<void> =>
  takeBack(
    tx,
    records.flatMap((record) => idsOf(kind, record)),
  )

/**
 * The record of a kind that has this id. The comparison with one value leaves no other plan than two look-ups: with `in`,
 * PostgreSQL joined the tables of a tenant whose first records it had not counted yet.
 */
export const withExternalId = <R extends Versioned>(
  { table, id, owner }: RecordKind<R>,
  { system, value }: ExternalId,
  { view, tenantId }: Pick<ViewReader, 'view' | 'tenantId'>,
): Condition => {
  const isOwn = owner !== undefined && view.of === 'person'
  const kind = kindOf(table, isOwn ? view.userId : null)
  const kept = isOwn ? fragment`${system}` : foundSystem(system, view, tenantId)
  return fragment`${fragment.raw(`${table}.${columnName(id)}`)} = (select record_id from external_id
    where tenant_id = ${tenantId} and kind = ${kind} and system = ${kept} and value = ${value})`
}
