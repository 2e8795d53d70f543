/**
 * Which aircraft of an operator a marketplace may offer: chosen at consent, and changed by administrators later. Every
 * statement that depends on it asks this table, so that taking an aircraft away counts at once (threats row 220).
 */
import { type Fragment, fragment, rowsOf } from '../engines/fragment.ts'
import { insertRows } from '../engines/insert-rows.ts'
import type { TenantReader, TenantTx } from '../handles.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    application_aircraft: { tenant_id: string; client_id: string; aircraft_id: string; chosen_at: number }
  }
}

export const offeredTo = async (reader: TenantReader, clientId: string): Promise<string[]> => {
  const rows = await reader.db
    .selectFrom('application_aircraft')
    .select('aircraft_id')
    .where('tenant_id', '=', reader.tenantId)
    .where('client_id', '=', clientId)
    .orderBy('aircraft_id')
    .execute()
  return rows.map(({ aircraft_id }) => aircraft_id)
}

/** The same of several applications at once. */
export const offeredToEach = async (
  reader: TenantReader,
  clientIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> => {
  const rows = await rowsOf<{ client: string; aircraft: string }>(
    reader,
    fragment`select client_id as client, aircraft_id as aircraft from application_aircraft
    where tenant_id = ${reader.tenantId} and client_id ${fragment.among(clientIds)}`,
  )
  const ofClient = Map.groupBy(rows, ({ client }) => client)
  return new Map([...ofClient].map(([client, list]) => [client, list.map(({ aircraft }) => aircraft)]))
}

/** For a condition: an aircraft that the application may offer. */
export const amongOffered = (tenantId: string, clientId: string): Fragment =>
  fragment`in (select offered.aircraft_id from application_aircraft offered
    where offered.tenant_id = ${tenantId} and offered.client_id = ${clientId})`

/** Takes the place of what was chosen before; writes that began with that are done again (`services/rights-at-write`). */
export const offerAircraft = async (
  tx: TenantTx,
  clientId: string,
  aircraftIds: readonly string[],
  at: number,
): Promise<void> => {
  tx.changeValidity()
  await tx.db
    .deleteFrom('application_aircraft')
    .where('tenant_id', '=', tx.tenantId)
    .where('client_id', '=', clientId)
    .execute()
  if (aircraftIds.length === 0) return
  const rows = aircraftIds.map((aircraft_id) => ({
    tenant_id: tx.tenantId,
    client_id: clientId,
    aircraft_id,
    chosen_at: at,
  }))
  await insertRows(tx, 'application_aircraft', rows)
}
