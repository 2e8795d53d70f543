/** The passengers of flights. A passenger is a contact, visible through the flight. */
import type { Contact } from '../../domain/operations/contact.ts'
import { allColumns, type Columns } from '../columns.ts'
import { fragment, listsOf } from '../engines/fragment.ts'
import { insertRows } from '../engines/insert-rows.ts'
import type { TenantTx } from '../handles.ts'
import type { ViewReader } from '../view.ts'
import { CONTACT } from './contacts.ts'
import { ofSeenFlights } from './flights.ts'

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

/** Rank, flight, whether this is the lead passenger, and the columns of the contact. */
type PassengerRow = [rank: number, flightId: string, isLead: number, ...contact: unknown[]]

/** The passengers of those flights that the reader sees, in the order in which they were entered. */
export const passengersOfFlights = async (
  reader: ViewReader,
  flightIds: readonly string[],
  columns: Columns<Contact> = allColumns(CONTACT),
): Promise<ReadonlyMap<string, Passenger[]>> => {
  const read = columns.with('contactId')
  const rows = await listsOf(
    reader,
    fragment`select flight_passenger.rank, flight_passenger.flight_id, flight_passenger.is_lead, ${read.selected}
    from flight_passenger
    join contact on contact.tenant_id = flight_passenger.tenant_id
      and contact.contact_id = flight_passenger.contact_id
    where ${ofSeenFlights(reader, 'flight_passenger', flightIds)}`,
  )
  const byFlight = new Map<string, Passenger[]>()
  for (const row of (rows as PassengerRow[]).sort(([rank], [other]) => rank - other)) {
    const [, flightId, isLead] = row
    const list = byFlight.get(flightId) ?? []
    list.push(Object.assign(read.objectOf(row, 3), { isLead: isLead === 1 }))
    byFlight.set(flightId, list)
  }
  return byFlight
}

/** Keeps the order of the list. */
export const insertFlightPassengers = async (
  tx: TenantTx,
  list: readonly (PassengerOnFlight & { readonly flightId: string })[],
): Promise<void> => {
  await insertRows(
    tx,
    'flight_passenger',
    list.map(({ flightId, contactId, isLead }, rank) => ({
      tenant_id: tx.tenantId,
      flight_id: flightId,
      contact_id: contactId,
      rank,
      is_lead: isLead ? 1 : 0,
    })),
  )
  tx.growth.records += list.length
}

export const replaceFlightPassengers = async (
  tx: TenantTx,
  flightId: string,
  list: readonly PassengerOnFlight[],
): Promise<void> => {
  const { numDeletedRows } = await tx.db
    .deleteFrom('flight_passenger')
    .where('tenant_id', '=', tx.tenantId)
    .where('flight_id', '=', flightId)
    .executeTakeFirstOrThrow()
  tx.growth.records -= Number(numDeletedRows)
  await insertFlightPassengers(
    tx,
    list.map((passenger) => ({ ...passenger, flightId })),
  )
}
