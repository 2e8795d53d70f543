/**
 * Whose a system of external ids is: the operator's, for good, or one application's while it has ids there and is
 * connected (ADR 229). Whoever takes over a name keeps their ids under another one, so that none of before is theirs.
 */
import { RECORDS } from '../domain/records/all-records.ts'
import { applicationOf, isInsideView, type View } from '../domain/view.ts'
import { tableOf } from './columns.ts'
import { type Fragment, fragment, rowsOf } from './engines/fragment.ts'
import type { TenantReader, TenantTx } from './handles.ts'
import { findActiveGrant } from './oauth/grants.ts'

declare module './engines/tables.ts' {
  interface Tables {
    /**
     * `stored_as`: what ids of this owner are kept under; null where that is the name itself. `doubted`: how many ids of
     * before were set aside; null where they were not looked at yet.
     */
    external_id_system: {
      tenant_id: string
      system: string
      client_id: string
      stored_as: string | null
      doubted: number | null
    }
  }
}

/** The owner of what keys, people and the host write. */
export const OPERATOR = 'operator'
/** Of a name that an application gave back after another one had it. */
const NOBODY = ''

export interface SystemRow {
  readonly system: string
  readonly owner: string
  readonly storedAs: string | null
  readonly doubted: number | null
}

const keptAs = ({ system, storedAs }: SystemRow): string => storedAs ?? system

/** Ids of one person's records are apart, and none of a system here. */
export const KINDS = RECORDS.map(tableOf)

const COLUMNS = fragment.raw('system, client_id as owner, stored_as as "storedAs", doubted')

const NO_LOCK = fragment.raw('')

/** The names that each transaction writes under, by its changes: their ids may come later in it. */
const writtenIn = new WeakMap<TenantTx['changes'], Set<string>>()

const noteWritten = ({ changes }: TenantTx, systems: Iterable<string>): void => {
  writtenIn.set(changes, new Set([...(writtenIn.get(changes) ?? []), ...systems]))
}

const lockOf = (tx: TenantTx, lock: string): Fragment => (tx.kind === 'postgres' ? fragment.raw(lock) : NO_LOCK)

/**
 * What the owner's ids of these systems are kept under, by their names; those of others are missing. Nobody takes over
 * an application's name before this transaction ends; the operator's are never taken over.
 */
export const ownSystems = async (
  tx: TenantTx,
  systems: readonly string[],
  owner: string,
): Promise<ReadonlyMap<string, string>> => {
  if (systems.length === 0) return new Map()
  const lock = owner === OPERATOR ? NO_LOCK : lockOf(tx, 'for share')
  const rows = await rowsOf<SystemRow>(
    tx,
    fragment`select ${COLUMNS} from external_id_system where tenant_id = ${tx.tenantId}
      and system ${fragment.among(systems)} and client_id = ${owner} order by system ${lock}`,
  )
  const own = new Map(rows.map((row) => [row.system, keptAs(row)]))
  noteWritten(tx, own.keys())
  return own
}

/** Under which names ids of an application are kept. */
export const systemsKeptFor = async (reader: TenantReader, clientId: string): Promise<ReadonlySet<string>> =>
  new Set((await systemsOf(reader, clientId)).map(keptAs))

const hasIds = async (tx: TenantTx, kept: string): Promise<boolean> => {
  const rows = await rowsOf(
    tx,
    fragment`select 1 from external_id where tenant_id = ${tx.tenantId} and kind ${fragment.among(KINDS)}
      and system = ${kept} limit 1`,
  )
  return rows.length > 0
}

export const systemsOf = (reader: TenantReader, owner: string): Promise<SystemRow[]> =>
  rowsOf<SystemRow>(
    reader,
    fragment`select ${COLUMNS} from external_id_system where tenant_id = ${reader.tenantId} and client_id = ${owner}`,
  )

export const readSystem = async (reader: TenantReader, system: string): Promise<SystemRow | undefined> => {
  const [row] = await rowsOf<SystemRow>(
    reader,
    fragment`select ${COLUMNS} from external_id_system where tenant_id = ${reader.tenantId} and system = ${system}`,
  )
  return row
}

export const lockSystem = async (tx: TenantTx, system: string): Promise<SystemRow | undefined> => {
  const [row] = await rowsOf<SystemRow>(
    tx,
    fragment`select ${COLUMNS} from external_id_system where tenant_id = ${tx.tenantId} and system = ${system}
      ${lockOf(tx, 'for update')}`,
  )
  return row
}

export const setOwner = async (tx: TenantTx, system: string, owner: string, storedAs: string | null): Promise<void> => {
  await rowsOf(
    tx,
    fragment`update external_id_system set client_id = ${owner}, stored_as = ${storedAs}
      where tenant_id = ${tx.tenantId} and system = ${system}`,
  )
}

const isFree = async (tx: TenantTx, row: SystemRow): Promise<boolean> => {
  if (row.owner === OPERATOR) return false
  if (row.owner === NOBODY || !(await findActiveGrant(tx, row.owner, null))) return true
  return !(await hasIds(tx, keptAs(row)))
}

/** A name that no system can have, and no owner had before. */
export const nextKept = (row: SystemRow): string => `${row.system}#${Number(keptAs(row).split('#')[1] ?? 1) + 1}`

const claim = async (tx: TenantTx, system: string, owner: string): Promise<string | null> => {
  let row = await lockSystem(tx, system)
  if (!row) {
    // Ids from before names were claimed for the operator are the operator's.
    if (owner !== OPERATOR && (await hasIds(tx, system))) return null
    await rowsOf(
      tx,
      fragment`insert into external_id_system (tenant_id, system, client_id, doubted)
        values (${tx.tenantId}, ${system}, ${owner}, 0) on conflict (tenant_id, system) do nothing`,
    )
    row = await lockSystem(tx, system)
  }
  if (!row) throw new Error('A system was given back while it was being claimed')
  if (row.owner === owner) return keptAs(row)
  if (!(await isFree(tx, row))) return null
  const storedAs = nextKept(row)
  await setOwner(tx, system, owner, storedAs)
  return storedAs
}

/** Claims a system; answers what its ids are kept under, or null where it is another's. */
export const claimSystem = async (tx: TenantTx, system: string, owner: string): Promise<string | null> => {
  const kept = await claim(tx, system, owner)
  if (kept !== null) noteWritten(tx, [system])
  return kept
}

/**
 * How many systems an application has, once those without an id are given back. One that this transaction writes under
 * is kept, its ids may come; one that another writes under is passed over and counts: to wait for it could be for ever.
 */
export const countSystems = async (tx: TenantTx, clientId: string): Promise<number> => {
  const own = fragment`from external_id_system where tenant_id = ${tx.tenantId} and client_id = ${clientId}`
  const rows = await rowsOf<SystemRow>(
    tx,
    fragment`select ${COLUMNS} ${own} order by system ${lockOf(tx, 'for update skip locked')}`,
  )
  for (const row of rows) {
    if (writtenIn.get(tx.changes)?.has(row.system) || (await hasIds(tx, keptAs(row)))) continue
    if (row.storedAs === null) await rowsOf(tx, fragment`delete ${own} and system = ${row.system}`)
    else await setOwner(tx, row.system, NOBODY, row.storedAs)
  }
  const [counted] = await rowsOf<{ count: number | string }>(tx, fragment`select count(*) as count ${own}`)
  return Number(counted?.count ?? 0)
}

/**
 * What the ids are kept under that somebody finds by the name of a system: their own, and the operator's where they see
 * it from inside. Another application's are found by that one alone: who could plant an id would be taken for the
 * record that it names (threats row 451).
 */
export const foundSystem = (system: string, view: View, tenantId: string): Fragment => {
  const application = applicationOf(view)
  const row = fragment`from external_id_system where tenant_id = ${tenantId} and system = ${system}`
  const kept = fragment`coalesce(stored_as, system)`
  if (!isInsideView(view)) return fragment`(select ${kept} ${row} and client_id = ${application ?? NOBODY})`
  const owners = fragment.among(application === null ? [OPERATOR] : [OPERATOR, application])
  return fragment`coalesce((select case when client_id ${owners} then ${kept} else '' end ${row}), ${system})`
}
