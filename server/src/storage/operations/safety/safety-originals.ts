/** Reports as they were written, and by whom: apart from the reports, so that no list of those can show it. */
import type { SafetyAttachment } from '../../../domain/operations/safety/safety-attachment.ts'
import type { SafetyOriginal } from '../../../domain/operations/safety/safety-original.ts'
import type { TenantReader, TenantTx } from '../../handles.ts'

declare module '../../engines/tables.ts' {
  interface Tables {
    safety_original: {
      tenant_id: string
      safety_report_id: string
      user_id: string | null
      title: string
      narrative: string
      occurred_at: number
      airport_id: string | null
      flight_id: string | null
      aircraft_id: string | null
      duty_id: string | null
      document_list: string
    }
  }
}

export const insertOriginal = async (tx: TenantTx, original: SafetyOriginal): Promise<void> => {
  await tx.db
    .insertInto('safety_original')
    .values({
      tenant_id: tx.tenantId,
      safety_report_id: original.safetyReportId,
      user_id: original.userId,
      title: original.title,
      narrative: original.narrative,
      occurred_at: original.occurredAt,
      airport_id: original.airportId,
      flight_id: original.flightId,
      aircraft_id: original.aircraftId,
      duty_id: original.dutyId,
      document_list: JSON.stringify(original.documentList),
    })
    .execute()
}

/** Of these reports, as they were written. */
export const originalsOf = async (
  reader: TenantReader,
  safetyReportIds: readonly string[],
): Promise<ReadonlyMap<string, SafetyOriginal>> => {
  if (safetyReportIds.length === 0) return new Map()
  const rows = await reader.db
    .selectFrom('safety_original')
    .selectAll()
    .where('tenant_id', '=', reader.tenantId)
    .where('safety_report_id', 'in', safetyReportIds)
    .execute()
  return new Map(
    rows.map((row) => [
      row.safety_report_id,
      {
        safetyReportId: row.safety_report_id,
        userId: row.user_id,
        title: row.title,
        narrative: row.narrative,
        occurredAt: row.occurred_at,
        airportId: row.airport_id,
        flightId: row.flight_id,
        aircraftId: row.aircraft_id,
        dutyId: row.duty_id,
        documentList: JSON.parse(row.document_list) as SafetyAttachment[],
      },
    ]),
  )
}

/** Puts these files with what was written. Whoever calls it has locked the report. */
export const setOriginalDocuments = async (
  tx: TenantTx,
  safetyReportId: string,
  documentList: readonly SafetyAttachment[],
): Promise<void> => {
  await tx.db
    .updateTable('safety_original')
    .set({ document_list: JSON.stringify(documentList) })
    .where('tenant_id', '=', tx.tenantId)
    .where('safety_report_id', '=', safetyReportId)
    .execute()
}
