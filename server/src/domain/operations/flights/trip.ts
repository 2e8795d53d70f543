/** A trip groups flights. Its status is computed from theirs. */

import { own, type RecordOf, record } from '../../records/description.ts'
import { enumeration } from '../../records/field.ts'
import { anyText, idOf, oneOf, values } from '../../records/fields.ts'
import { among, byId, equal, joined } from '../../records/filter.ts'
import type { FlightStatus } from './flight.ts'

const TRIP_STATUSES = ['OPTION', 'CONFIRMED', 'COMPLETED', 'CANCELLED'] as const
export type TripStatus = (typeof TRIP_STATUSES)[number]

/** `status` and `aircraftIdList` follow from its legs. */
export const TRIP_RECORD = record('Trip', {
  file: 'domain/operations/flights/trip.ts',
  entity: 'TRIP',
  noun: 'trip',
  calledBy: ['tripNumber'],
  says: 'Legs that belong together. Its status follows from theirs.',
  id: { field: 'tripId', prefix: 'trp' },
  read: 'flight:read',
  write: 'flight:write',
  names: { createInput: 'TripCreateInput' },
  fields: {
    tripNumber: anyText({ required: true, written: 'never' }),
    status: oneOf(enumeration('TripStatus', TRIP_STATUSES), { written: 'never', initial: 'OPTION' }),
    clientId: idOf('Contact', { as: 'clientContactId', shown: 'client', needs: ['contact:read'] }),
    quoteId: idOf('Quote', { written: 'never', says: 'The quote that it was booked from.' }),
    /** The marketplace that bought it, where one did. */
    buyer: anyText({ written: 'never', shown: null }),
    /** The aircraft of its legs: a key limited to one of them sees the trip. */
    aircraftIdList: values<string>()({ written: 'never', shown: 'flightList' }),
  },
  order: { field: 'createdAt' },
  filters: {
    tripIdList: byId,
    interval: joined('interval', { maxDays: 4000, says: 'Trips with a leg whose planned time meets it.' }),
    statusList: among('status'),
    tripNumber: equal('tripNumber'),
    clientContactId: joined('id', { needs: ['contact:read'] }),
    quoteId: equal('quoteId', { isIndexed: true, findsFew: true, needs: ['sales:read'] }),
  },
  visible: { aircraft: 'joined', buyer: own('buyer'), provider: 'none', person: 'none' },
  one: 'One trip.',
  list: 'Trips in the order they were made, also those without legs.',
  create:
    'Opens a trip; flightCreate adds legs to it. Not for a key limited to some aircraft, which sees a trip by its legs.',
  update: 'Gives a trip another client.',
  delete: 'Removes a trip without legs; answers what was removed.',
  patch: 'What is absent stays; null leaves the trip without a client.',
})

export type Trip = RecordOf<typeof TRIP_RECORD>

/** No leg yet, or one still an option: OPTION. All flown: COMPLETED. All cancelled: CANCELLED. */
export const tripStatus = (legs: readonly FlightStatus[]): TripStatus => {
  const standing = legs.filter((status) => status !== 'CANCELLED')
  if (standing.length === 0) return legs.length === 0 ? 'OPTION' : 'CANCELLED'
  if (standing.includes('OPTION')) return 'OPTION'
  return standing.every((status) => status === 'ON_BLOCK' || status === 'CLOSED') ? 'COMPLETED' : 'CONFIRMED'
}
