/**
 * Ids from before a system of external ids had one owner. Where a name became the operator's, those that an application
 * may have planted are kept under another one, which nobody has: they stay on their records, and nobody finds by them
 * until the operator sets them anew (ADR 237).
 */
import { type Fragment, fragment, rowsOf } from './engines/fragment.ts'
import {
  KINDS,
  lockSystem,
  nextKept,
  OPERATOR,
  readSystem,
  type SystemRow,
  setOwner,
  systemsOf,
} from './external-id-systems.ts'
import type { PlatformReader, TenantReader, TenantTx } from './handles.ts'

/** No owner has it: those who take a name over begin with 2. */
const asideAs = (system: string): string => `${system}#1`

const RECORDS_PER_STEP = 100

/** A system that nobody looked at since it was written as it was before; most of the time there is none. */
export const nextUnseen = async (
  reader: PlatformReader,
): Promise<{ readonly tenantId: string; readonly system: string } | undefined> => {
  const [found] = await rowsOf<{ tenantId: string; system: string }>(
    reader,
    fragment`select tenant_id as "tenantId", system from external_id_system where doubted is null
      order by tenant_id, system limit 1`,
  )
  return found
}

const ofApplication = fragment.raw(`r.created_by like '%"APPLICATION"%'`)

/** Those whom a marketplace saw as passengers, and named, whoever recorded them. */
const wasSold = fragment.raw(`exists (select 1 from flight_passenger p
  join flight f on f.tenant_id = p.tenant_id and f.flight_id = p.flight_id
  where p.tenant_id = r.tenant_id and p.contact_id = r.contact_id and f.buyer is not null)`)

/** What applications could name without having made it, once it was changed. */
const NAMED_BY_OTHERS: Readonly<Record<string, Fragment>> = {
  contact: fragment`(${ofApplication} or (r.version > 1 and ${wasSold}))`,
  document: fragment`(${ofApplication} or r.version > 1)`,
  travel_document: fragment`(${ofApplication} or r.version > 1)`,
}

/** Ids of a system on records of one kind, with their records. */
const idsIn = ({ tenantId }: TenantReader, table: string, system: string): Fragment => {
  const record = fragment.raw(`join ${table} r on r.tenant_id = e.tenant_id and r.${table}_id = e.record_id`)
  return fragment`from external_id e ${record}
    where e.tenant_id = ${tenantId} and e.kind = ${table} and e.system = ${system}`
}

/** A key or person made a record with an id of it, and nobody changed it since: the operator uses the name. */
const isOperators = async (tx: TenantTx, { system, owner, storedAs }: SystemRow): Promise<boolean> => {
  if (owner === OPERATOR) return true
  if (storedAs !== null) return false
  for (const table of KINDS) {
    const certain = fragment`select 1 ${idsIn(tx, table, system)} and r.version = 1 and not (${ofApplication}) limit 1`
    if ((await rowsOf(tx, certain)).length > 0) return true
  }
  return false
}

interface Doubted {
  readonly table: string
  readonly id: string
}

const doubtedIds = async (tx: TenantTx, { system, storedAs }: SystemRow): Promise<Doubted[]> => {
  const found: Doubted[] = []
  // Those who took the name over began with none.
  if (storedAs !== null) return found
  for (const table of KINDS) {
    const rows = await rowsOf<{ id: string }>(
      tx,
      fragment`select e.record_id as id ${idsIn(tx, table, system)} and ${NAMED_BY_OTHERS[table] ?? ofApplication}
        order by e.record_id limit ${RECORDS_PER_STEP - found.length}`,
    )
    found.push(...rows.map(({ id }) => ({ table, id })))
    if (found.length === RECORDS_PER_STEP) break
  }
  return found
}

/** Locks the record, as whoever changes its ids does before the system. */
const listOf = async (tx: TenantTx, { table, id }: Doubted): Promise<readonly { system: string; value: string }[]> => {
  const lock = fragment.raw(tx.kind === 'postgres' ? 'for update' : '')
  const [row] = await rowsOf<{ list: string }>(
    tx,
    fragment`select external_id_list as list from ${fragment.raw(table)}
      where tenant_id = ${tx.tenantId} and ${fragment.raw(`${table}_id`)} = ${id} ${lock}`,
  )
  return JSON.parse(row?.list ?? '[]')
}

const setAside = async (tx: TenantTx, doubted: Doubted, system: string, list: string): Promise<void> => {
  const { table, id } = doubted
  await rowsOf(
    tx,
    fragment`update ${fragment.raw(table)} set external_id_list = ${list}
      where tenant_id = ${tx.tenantId} and ${fragment.raw(`${table}_id`)} = ${id}`,
  )
  await rowsOf(
    tx,
    fragment`update external_id set system = ${asideAs(system)}
      where tenant_id = ${tx.tenantId} and kind = ${table} and record_id = ${id} and system = ${system}`,
  )
}

const countAside = async (reader: TenantReader, system: string): Promise<number> => {
  const [counted] = await rowsOf<{ count: number | string }>(
    reader,
    fragment`select count(*) as count from external_id where tenant_id = ${reader.tenantId}
      and kind ${fragment.among(KINDS)} and system = ${asideAs(system)}`,
  )
  return Number(counted?.count ?? 0)
}

/**
 * Looks at ids of one system, in steps: gives the name to the operator where the operator certainly uses it, and sets
 * aside what an application may have planted there. Answers how many were set aside in all, null where more is left.
 * What is shown of a record stays as it was, so that neither its version nor the feed changes.
 */
export const seeSystem = async (tx: TenantTx, system: string): Promise<number | null> => {
  const seen = await readSystem(tx, system)
  if (!seen || seen.doubted !== null) return 0
  const isTheirs = await isOperators(tx, seen)
  const doubted = isTheirs ? await doubtedIds(tx, seen) : []
  const lists = new Map<Doubted, Awaited<ReturnType<typeof listOf>>>()
  for (const each of doubted) lists.set(each, await listOf(tx, each))
  const now = await lockSystem(tx, system)
  // Taken over meanwhile: looked at again.
  if (now?.owner !== seen.owner || now.storedAs !== seen.storedAs) return null
  if (isTheirs && now.owner !== OPERATOR) await setOwner(tx, system, OPERATOR, now.storedAs)
  for (const [each, list] of lists) {
    const after = list.map((id) => (id.system === system ? { ...id, system: asideAs(system) } : id))
    await setAside(tx, each, system, JSON.stringify(after))
  }
  if (doubted.length === RECORDS_PER_STEP) return null
  const count = await countAside(tx, system)
  await rowsOf(
    tx,
    fragment`update external_id_system set doubted = ${count}
      where tenant_id = ${tx.tenantId} and system = ${system}`,
  )
  return count
}

/** The systems of an operator that nobody looked at yet. */
export const unseenSystems = async (reader: TenantReader): Promise<readonly string[]> => {
  const rows = await rowsOf<{ system: string }>(
    reader,
    fragment`select system from external_id_system where tenant_id = ${reader.tenantId} and doubted is null
      order by system`,
  )
  return rows.map(({ system }) => system)
}

/** What is the operator's stays the operator's: names that rows from elsewhere give to somebody else are taken over. */
export const keepOperators = async (tx: TenantTx, systems: readonly string[]): Promise<void> => {
  const kept = new Set((await systemsOf(tx, OPERATOR)).map(({ system }) => system))
  for (const system of systems) {
    const row = kept.has(system) ? undefined : await lockSystem(tx, system)
    if (row) await setOwner(tx, system, OPERATOR, nextKept(row))
  }
}

export interface AsideAt {
  readonly operatorId: string
  readonly environment: string
  readonly system: string
  readonly count: number
}

/** What was set aside and is not set anew, for `doctor`. */
export const idsAside = async (
  reader: PlatformReader,
  inTenant: (tenantId: string) => TenantReader,
): Promise<readonly AsideAt[]> => {
  const rows = await rowsOf<Omit<AsideAt, 'count'> & { tenantId: string }>(
    reader,
    fragment`select t.tenant_id as "tenantId", t.operator_id as "operatorId", t.environment, s.system
      from external_id_system s join tenant t on t.tenant_id = s.tenant_id
      where s.doubted > 0 order by t.operator_id, t.environment, s.system`,
  )
  const found: AsideAt[] = []
  for (const { tenantId, ...at } of rows) {
    const count = await countAside(inTenant(tenantId), at.system)
    if (count > 0) found.push({ ...at, count })
  }
  return found
}
