/** The crew of flights. Read only for flights that the reader sees; written while the flight is locked. */

import type { CrewMember, CrewPosition } from '../../../domain/operations/crew/crew.ts'
import { allColumns, type Columns, type RowKind } from '../../columns.ts'
import { fragment, listsOf, rowsOf } from '../../engines/fragment.ts'
import { insertRows } from '../../engines/insert-rows.ts'
import type { TenantReader, TenantTx } from '../../handles.ts'
import type { ViewReader } from '../../view.ts'
import { ofSeenFlights } from '../flights/flights.ts'

export interface CrewOnFlight {
  readonly flightId: string
  readonly crewMemberId: string
  readonly position: CrewPosition
  readonly isPilotFlying: boolean | null
  readonly reportAt: number | null
  readonly confirmed: boolean
  /** True: a new duty begins with this flight; false: it belongs to the one before; null: by the gap. */
  readonly startsDuty: boolean | null
}

declare module '../../engines/tables.ts' {
  interface Tables {
    flight_crew: {
      tenant_id: string
      flight_id: string
      crew_member_id: string
      rank: number
      position: CrewPosition
      is_pilot_flying: number | null
      report_at: number | null
      confirmed: number
      starts_duty: number | null
    }
  }
}

export const CREW_ON_FLIGHT: RowKind<CrewOnFlight> = {
  table: 'flight_crew',
  fields: {
    flightId: 'plain',
    crewMemberId: 'plain',
    position: 'plain',
    isPilotFlying: 'truth',
    reportAt: 'plain',
    confirmed: 'truth',
    startsDuty: 'truth',
  },
}

/** The crews of those flights that the reader sees. SQLite would use a temporary table to sort by rank. */
export const crewOfFlights = async (
  reader: ViewReader,
  flightIds: readonly string[],
  columns: Columns<CrewOnFlight> = allColumns(CREW_ON_FLIGHT),
): Promise<ReadonlyMap<string, CrewOnFlight[]>> => {
  const read = columns.with('flightId')
  const rows = await listsOf(
    reader,
    fragment`select flight_crew.rank, ${read.selected} from flight_crew
    where ${ofSeenFlights(reader, 'flight_crew', flightIds)}`,
  )
  return byFlight(rows, read)
}

const byFlight = (rows: readonly unknown[][], read: Columns<CrewOnFlight>): ReadonlyMap<string, CrewOnFlight[]> => {
  const inOrder = (rows as [number, ...unknown[]][]).sort(([rank], [other]) => rank - other)
  return Map.groupBy(
    inOrder.map((row) => read.objectOf(row, 1)),
    ({ flightId }) => flightId,
  )
}

interface CrewsAndMembers {
  readonly crews: ReadonlyMap<string, CrewOnFlight[]>
  readonly members: ReadonlyMap<string, CrewMember>
}

/** The crews with the crew members who are in them, by one statement, for a reader who sees all crew members. */
export const crewsWithMembers = async (
  reader: ViewReader,
  flightIds: readonly string[],
  columns: Columns<CrewOnFlight>,
  memberColumns: Columns<CrewMember>,
): Promise<CrewsAndMembers> => {
  const read = columns.with('flightId', 'crewMemberId')
  const readMember = memberColumns.with('crewMemberId')
  const selected = fragment.join([read.selected, ...readMember.selectedBut('crewMemberId')])
  const rows = await listsOf(
    reader,
    fragment`select flight_crew.rank, ${selected} from flight_crew
    join crew_member on crew_member.tenant_id = flight_crew.tenant_id
      and crew_member.crew_member_id = flight_crew.crew_member_id
    where ${ofSeenFlights(reader, 'flight_crew', flightIds)}`,
  )
  const members = new Map<string, CrewMember>()
  const idAt = 1 + read.placeOf('crewMemberId')
  for (const row of rows) {
    const id = row[idAt] as string
    if (!members.has(id)) members.set(id, readMember.objectWith('crewMemberId', id, row, 1 + read.width))
  }
  return { crews: byFlight(rows, read), members }
}

export const insertFlightCrew = async (tx: TenantTx, list: readonly CrewOnFlight[]): Promise<void> => {
  await insertRows(
    tx,
    'flight_crew',
    list.map((item, rank) => ({
      tenant_id: tx.tenantId,
      flight_id: item.flightId,
      crew_member_id: item.crewMemberId,
      rank,
      position: item.position,
      is_pilot_flying: item.isPilotFlying === null ? null : item.isPilotFlying ? 1 : 0,
      report_at: item.reportAt,
      confirmed: item.confirmed ? 1 : 0,
      starts_duty: item.startsDuty === null ? null : item.startsDuty ? 1 : 0,
    })),
  )
  tx.growth.records += list.length
}

export const replaceFlightCrew = async (
  tx: TenantTx,
  flightId: string,
  list: readonly CrewOnFlight[],
): Promise<void> => {
  const former = await tx.db
    .deleteFrom('flight_crew')
    .where('tenant_id', '=', tx.tenantId)
    .where('flight_id', '=', flightId)
    .returning('crew_member_id')
    .execute()
  tx.growth.records -= former.length
  const { crewBefore } = tx.own
  if (!crewBefore.has(flightId)) {
    crewBefore.set(
      flightId,
      former.map(({ crew_member_id }) => crew_member_id),
    )
  }
  await insertFlightCrew(tx, list)
}

/** Whether a crew member is on a flight that has not departed and is not cancelled. */
export const hasPlannedFlights = async (reader: TenantReader, crewMemberId: string): Promise<boolean> => {
  const rows = await rowsOf<{ id: string }>(
    reader,
    fragment`select f.flight_id as id from flight_crew c
    join flight f on f.tenant_id = c.tenant_id and f.flight_id = c.flight_id
    where c.tenant_id = ${reader.tenantId} and c.crew_member_id = ${crewMemberId}
      and f.status ${fragment.among(['OPTION', 'CONFIRMED', 'RELEASED'])} limit 1`,
  )
  return rows.length > 0
}
