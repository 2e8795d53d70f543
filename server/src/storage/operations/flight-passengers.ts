/** Who travels on which flight. A passenger is a contact, seen through the flight. */
import type { Contact } from '../../domain/operations/contact.ts'
import { rowsOf, sql } from '../engines/fragment.ts'
import type { Tables } from '../engines/tables.ts'
import type { TenantTx } from '../handles.ts'
import { recordsById } from '../records.ts'
import { unrestricted, type ViewReader } from '../view.ts'
import { CONTACT } from './contacts.ts'
import { FLIGHT } from './flights.ts'

export interface PassengerOnFlight {
  readonly contactId: string
  readonly isLead: boolean
}

export type Passenger = Contact & PassengerOnFlight

declare module '../engines/tables.ts' {
  interface Tables {
    flight_passenger: { tenant_id: string; flight_id: string; contact_id: string; rank: number; is_lead: number }
  }
}

/** Of the flights that the reader sees, in the order they were given: whoever sees the flight sees who is on it. */
export const passengersOfFlights = async (
  reader: ViewReader,
  flightIds: readonly string[],
): Promise<ReadonlyMap<string, Passenger[]>> => {
  const seen = reader.view.of === 'operator' ? flightIds : [...(await recordsById(reader, FLIGHT, flightIds)).keys()]
  if (seen.length === 0) return new Map()
  const rows = await rowsOf<Tables['flight_passenger']>(
    reader,
    sql`select flight_id, contact_id, is_lead from flight_passenger
    where tenant_id = ${reader.tenantId} and flight_id ${sql.among(seen)} order by flight_id, rank`,
  )
  const contactIds = [...new Set(rows.map((row) => row.contact_id))]
  const contacts = contactIds.length === 0 ? new Map() : await recordsById(unrestricted(reader), CONTACT, contactIds)
  const byFlight = new Map<string, Passenger[]>()
  for (const row of rows) {
    const list = byFlight.get(row.flight_id) ?? []
    list.push({ ...contacts.get(row.contact_id), isLead: row.is_lead === 1 })
    byFlight.set(row.flight_id, list)
  }
  return byFlight
}

/** In the order that they are given. */
export const insertFlightPassengers = async (
  tx: TenantTx,
  list: readonly (PassengerOnFlight & { readonly flightId: string })[],
): Promise<void> => {
  if (list.length === 0) return
  await tx.db
    .insertInto('flight_passenger')
    .values(
      list.map(({ flightId, contactId, isLead }, rank) => ({
        tenant_id: tx.tenantId,
        flight_id: flightId,
        contact_id: contactId,
        rank,
        is_lead: isLead ? 1 : 0,
      })),
    )
    .execute()
}

export const replaceFlightPassengers = async (
  tx: TenantTx,
  flightId: string,
  list: readonly PassengerOnFlight[],
): Promise<void> => {
  await tx.db
    .deleteFrom('flight_passenger')
    .where('tenant_id', '=', tx.tenantId)
    .where('flight_id', '=', flightId)
    .execute()
  await insertFlightPassengers(
    tx,
    list.map((passenger) => ({ ...passenger, flightId })),
  )
}
