/** The passengers of flights. A passenger is a contact, visible through the flight. */
import type { Interval } from '../../../domain/interval.ts'
import type { Contact } from '../../../domain/operations/contact.ts'
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import type { PassengerAge, PassengerLoad } from '../../../domain/operations/passengers/passenger-load.ts'
import { allColumns, type Columns, columnsOf } from '../../columns.ts'
import { fragment, listsOf, rowsOf } from '../../engines/fragment.ts'
import { insertRows } from '../../engines/insert-rows.ts'
import type { TenantTx } from '../../handles.ts'
import { oneOf, sortedAfterwards } from '../../record-kind.ts'
import { selectRecords } from '../../records.ts'
import type { ViewReader } from '../../view.ts'
import { CONTACT } from '../contacts.ts'
import { FLIGHT, ofSeenFlights, scheduledWithin } from '../flights/flights.ts'

export interface PassengerOnFlight extends PassengerLoad {
  readonly contactId: string
  readonly isLead: boolean
  readonly isNoShow: boolean
  /** The document chosen for this flight. */
  readonly travelDocumentId: string | null
  /** The id of the application, key or user who added the passenger. */
  readonly addedBy: string | null
}

export type Passenger = Contact & Pick<PassengerOnFlight, 'contactId' | 'isLead'> & { readonly flightId: string }

declare module '../../engines/tables.ts' {
  interface Tables {
    flight_passenger: {
      tenant_id: string
      flight_id: string
      contact_id: string
      rank: number
      is_lead: number
      is_no_show: number
      travel_document_id: string | null
      added_by: string | null
      /** Null where it was stored before it was told: an adult. */
      age: PassengerAge | null
      weight_kg: number | null
      baggage_kg: number | null
      baggage_count: number | null
    }
  }
}

const LEG = columnsOf(FLIGHT, 'flightId', 'flightNo', 'status', 'onBlock')

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
    list.push(Object.assign(read.objectOf(row, 3), { flightId, isLead: isLead === 1 }))
    byFlight.set(flightId, list)
  }
  return byFlight
}

type LinkRow = PassengerOnFlight & { readonly flightId: string; readonly rank: number }

/** The passengers of those of these flights that the reader sees, in the order in which they were entered. */
export const passengerLinks = async (
  reader: ViewReader,
  flightIds: readonly string[],
): Promise<ReadonlyMap<string, PassengerOnFlight[]>> => {
  const rows = await rowsOf<Omit<LinkRow, 'isLead' | 'isNoShow'> & { isLead: number; isNoShow: number }>(
    reader,
    fragment`select flight_id as "flightId", contact_id as "contactId", rank, is_lead as "isLead",
      is_no_show as "isNoShow", travel_document_id as "travelDocumentId", added_by as "addedBy",
      coalesce(age, 'ADULT') as age, weight_kg as "weightKg", baggage_kg as "baggageKg", baggage_count as "baggageCount"
    from flight_passenger where ${ofSeenFlights(reader, 'flight_passenger', flightIds)}`,
  )
  const links = rows
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ rank: _, isLead, isNoShow, ...link }) => ({ ...link, isLead: isLead === 1, isNoShow: isNoShow === 1 }))
  return Map.groupBy(links, ({ flightId }) => flightId)
}

/** How many passengers of each flight are named. */
export const namedOnFlights = async (
  reader: ViewReader,
  flightIds: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await rowsOf<{ flightId: string; named: number }>(
    reader,
    fragment`select flight_id as "flightId", count(*) as named from flight_passenger
    where ${ofSeenFlights(reader, 'flight_passenger', flightIds)} group by flight_id`,
  )
  return new Map(rows.map(({ flightId, named }) => [flightId, Number(named)]))
}

/** The flights that a person is or was on. */
export const flightsOfPassenger = (
  reader: ViewReader,
  contactId: string,
): Promise<Pick<Flight, 'flightId' | 'flightNo' | 'status' | 'onBlock'>[]> =>
  selectRecords(reader, FLIGHT, {
    columns: LEG,
    where: [
      fragment`flight.flight_id in (select flight_id from flight_passenger
        where tenant_id = ${reader.tenantId} and contact_id = ${contactId})`,
    ],
    orderBy: [sortedAfterwards('flight.off_block'), 'flight.flight_id'],
  })

export interface PassengerLeg extends Pick<Flight, 'flightId' | 'flightNo' | 'offBlock' | 'onBlock'> {
  readonly contactId: string
}

/** The legs from CONFIRMED on that these people are on within an interval, of those that the reader sees. */
export const legsOfPassengers = (
  reader: ViewReader,
  contactIds: readonly string[],
  interval: Interval,
): Promise<PassengerLeg[]> => {
  const { view, tenantId } = reader
  const seen = view.of === 'operator' ? fragment`` : fragment` and ${FLIGHT.visible(view, tenantId)}`
  return rowsOf<PassengerLeg>(
    reader,
    fragment`select p.contact_id as "contactId", flight.flight_id as "flightId", flight.flight_no as "flightNo",
      flight.off_block as "offBlock", flight.on_block as "onBlock"
    from flight_passenger p join flight on flight.tenant_id = p.tenant_id and flight.flight_id = p.flight_id
    where p.tenant_id = ${reader.tenantId} and ${oneOf('p.contact_id', contactIds)} and p.is_no_show = 0
      and flight.status not in ('CANCELLED', 'OPTION') and ${scheduledWithin(interval)}${seen}
    order by flight.off_block, flight.flight_id`,
  )
}

/** Takes a document off the flights that it was chosen for. */
export const forgetDocument = async (tx: TenantTx, travelDocumentId: string): Promise<void> => {
  await tx.db
    .updateTable('flight_passenger')
    .set({ travel_document_id: null })
    .where('tenant_id', '=', tx.tenantId)
    .where('travel_document_id', '=', travelDocumentId)
    .execute()
}

/** Chooses a document of a person for some flights. */
export const chooseDocument = async (
  tx: TenantTx,
  { contactId, travelDocumentId }: { readonly contactId: string; readonly travelDocumentId: string },
  flightIds: readonly string[],
): Promise<void> => {
  if (flightIds.length === 0) return
  await tx.db
    .updateTable('flight_passenger')
    .set({ travel_document_id: travelDocumentId })
    .where('tenant_id', '=', tx.tenantId)
    .where('contact_id', '=', contactId)
    .where('flight_id', 'in', flightIds)
    .execute()
}

/** Forgets what a person weighed, on every flight; the sums of the flights stay. */
export const forgetWeights = async (tx: TenantTx, contactId: string): Promise<void> => {
  await tx.db
    .updateTable('flight_passenger')
    .set({ weight_kg: null, baggage_kg: null, baggage_count: null })
    .where('tenant_id', '=', tx.tenantId)
    .where('contact_id', '=', contactId)
    .execute()
}

/** Keeps the order of the list. */
export const insertFlightPassengers = async (
  tx: TenantTx,
  list: readonly (PassengerOnFlight & { readonly flightId: string })[],
): Promise<void> => {
  await insertRows(
    tx,
    'flight_passenger',
    list.map(({ flightId, contactId, isLead, isNoShow, travelDocumentId, addedBy, ...load }, rank) => ({
      tenant_id: tx.tenantId,
      flight_id: flightId,
      contact_id: contactId,
      rank,
      is_lead: isLead ? 1 : 0,
      is_no_show: isNoShow ? 1 : 0,
      travel_document_id: travelDocumentId,
      added_by: addedBy,
      age: load.age,
      weight_kg: load.weightKg,
      baggage_kg: load.baggageKg,
      baggage_count: load.baggageCount,
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
