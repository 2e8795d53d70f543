/** The entries of users' logbooks. Only a view of their own user reads or locks them (threats row 286). */
import { LOGBOOK_ENTRY_RECORD, SUMMED, type Summed } from '../../../domain/operations/logbook/logbook-entry.ts'
import { daysAfter, type FlownOnDay, RECENCY_DAYS } from '../../../domain/operations/logbook/recency.ts'
import { columnName, columnsOf } from '../../columns.ts'
import { fragment, rowsOf } from '../../engines/fragment.ts'
import type { TenantReader, TenantTx } from '../../handles.ts'
import { describedRecord } from '../../records/described-record.ts'
import type { SearchOf } from '../../records/described-search.ts'
import { selectRecords } from '../../records.ts'
import type { ViewReader } from '../../view.ts'

const startOf = (date: string): number => Date.parse(`${date}T00:00:00Z`)

export const LOGBOOK_ENTRY = describedRecord(LOGBOOK_ENTRY_RECORD, {
  visible: {},
  filters: {
    from: (date) => fragment`logbook_entry.at >= ${startOf(date)}`,
    to: (date) => fragment`logbook_entry.at < ${startOf(daysAfter(date, 1))}`,
  },
})

export type LogbookSearch = SearchOf<typeof LOGBOOK_ENTRY_RECORD>

export interface EntryOfFlight {
  readonly logbookEntryId: string
  readonly userId: string
  readonly crewMemberId: string | null
}

/** How many entries a logbook has. */
export const entryCount = async (reader: TenantReader, userId: string): Promise<number> => {
  const [row] = await rowsOf<{ count: number }>(
    reader,
    fragment`select count(*) as count from logbook_entry where tenant_id = ${reader.tenantId} and user_id = ${userId}`,
  )
  return Number(row?.count ?? 0)
}

/** Whose entries follow a flight: for whoever changes it, who reads none of them. */
export const entriesOfFlight = (tx: TenantTx, flightId: string): Promise<EntryOfFlight[]> =>
  rowsOf(
    tx,
    fragment`select logbook_entry_id as "logbookEntryId", user_id as "userId", crew_member_id as "crewMemberId"
    from logbook_entry where tenant_id = ${tx.tenantId} and flight_id = ${flightId} order by logbook_entry_id`,
  )

/** Whose logbooks have entries. */
export const logbookOwners = async (tx: TenantTx): Promise<string[]> => {
  const rows = await rowsOf<{ id: string }>(
    tx,
    fragment`select distinct user_id as id from logbook_entry where tenant_id = ${tx.tenantId}`,
  )
  return rows.map(({ id }) => id)
}

/** How many entries a user added. */
export const ownEntryCount = async (reader: TenantReader, userId: string): Promise<number> => {
  const [row] = await rowsOf<{ count: number }>(
    reader,
    fragment`select count(*) as count from logbook_entry
    where tenant_id = ${reader.tenantId} and user_id = ${userId} and source <> 'OPERATOR'`,
  )
  return Number(row?.count ?? 0)
}

/** Sums of entries; of one type, of entries without a type, or of all (`acftType` null, `isAll`). */
export interface LogbookSums extends Readonly<Record<Summed, number>> {
  readonly acftType: string | null
  readonly entryCount: number
}

const SUMS = fragment.raw(
  SUMMED.map((field) => `coalesce(sum(logbook_entry.${columnName(field)}), 0) as "${field}"`).join(', '),
)

/** The sums of all that a search finds, by type. */
export const sumsByType = async (reader: ViewReader, search: LogbookSearch): Promise<LogbookSums[]> => {
  if (reader.view.of !== 'person') return []
  const conditions = [
    fragment`logbook_entry.tenant_id = ${reader.tenantId} and logbook_entry.user_id = ${reader.view.userId}`,
    ...LOGBOOK_ENTRY.matching(reader, search),
  ]
  const rows = await rowsOf<LogbookSums>(
    reader,
    fragment`select logbook_entry.acft_type as "acftType", count(*) as "entryCount", ${SUMS} from logbook_entry
    where ${fragment.join(conditions, ' and ')} group by logbook_entry.acft_type order by logbook_entry.acft_type`,
  )
  const sums = rows.map(({ acftType, ...numbers }) => ({
    acftType,
    ...(Object.fromEntries(Object.entries(numbers).map(([field, value]) => [field, Number(value)])) as Omit<
      LogbookSums,
      'acftType'
    >),
  }))
  reader.looked?.add(
    sums.reduce((count, { entryCount }) => count + entryCount, 0),
    'compared',
  )
  return sums
}

const MOVEMENTS = columnsOf(
  LOGBOOK_ENTRY,
  'date',
  'acftType',
  'takeOffsDay',
  'takeOffsNight',
  'landingsDay',
  'landingsNight',
  'approachList',
)

/** The flights that count for recency on a day. */
export const flownBefore = async (reader: ViewReader, day: string): Promise<FlownOnDay[]> => {
  const [first, last] = [startOf(daysAfter(day, -RECENCY_DAYS)), startOf(daysAfter(day, 1))]
  const where = [
    fragment`logbook_entry.at >= ${first} and logbook_entry.at < ${last} and logbook_entry.kind = 'FLIGHT'`,
  ]
  const found = await selectRecords(reader, LOGBOOK_ENTRY, { columns: MOVEMENTS, where })
  reader.looked?.add(found.length, 'compared')
  return found
}
