/** Whose logbooks are to be filled with flights that were closed before their link, and how far that is. */
import { fragment, rowsOf } from '../../engines/fragment.ts'
import type { PlatformReader, TenantReader, TenantTx } from '../../handles.ts'

export interface LogbookToFill {
  readonly tenantId: string
  readonly crewMemberId: string
  readonly userId: string
  /** The flight that was looked at last; empty where none was. */
  readonly afterFlight: string
}

declare module '../../engines/tables.ts' {
  interface Tables {
    logbook_to_fill: {
      tenant_id: string
      crew_member_id: string
      user_id: string
      after_flight: string
    }
  }
}

/** Begun anew where the crew member was linked before. */
export const fillLogbook = async (tx: TenantTx, crewMemberId: string, userId: string): Promise<void> => {
  await endFilling(tx, crewMemberId)
  const row = { tenant_id: tx.tenantId, crew_member_id: crewMemberId, user_id: userId, after_flight: '' }
  await tx.db.insertInto('logbook_to_fill').values(row).execute()
}

export const endFilling = async (tx: TenantTx, crewMemberId: string): Promise<void> => {
  await tx.db
    .deleteFrom('logbook_to_fill')
    .where('tenant_id', '=', tx.tenantId)
    .where('crew_member_id', '=', crewMemberId)
    .execute()
}

export const noteFilled = async (tx: TenantTx, crewMemberId: string, afterFlight: string): Promise<void> => {
  await tx.db
    .updateTable('logbook_to_fill')
    .set({ after_flight: afterFlight })
    .where('tenant_id', '=', tx.tenantId)
    .where('crew_member_id', '=', crewMemberId)
    .execute()
}

/** One of any tenant, drawn by lot: one that cannot be filled keeps nobody else waiting. */
export const nextLogbookToFill = async (reader: PlatformReader): Promise<LogbookToFill | undefined> => {
  const rows = await rowsOf<LogbookToFill>(
    reader,
    fragment`select tenant_id as "tenantId", crew_member_id as "crewMemberId", user_id as "userId",
      after_flight as "afterFlight" from logbook_to_fill order by random() limit 1`,
  )
  return rows[0]
}

/** Flights of a crew member after one of them, in the order of their ids. */
export const flownFlightIds = async (
  reader: TenantReader,
  { crewMemberId, afterFlight }: Pick<LogbookToFill, 'crewMemberId' | 'afterFlight'>,
  most: number,
): Promise<string[]> => {
  const rows = await rowsOf<{ id: string }>(
    reader,
    fragment`select flight_id as id from flight_crew where tenant_id = ${reader.tenantId}
      and crew_member_id = ${crewMemberId} and flight_id > ${afterFlight} order by flight_id limit ${most}`,
  )
  return rows.map(({ id }) => id)
}
