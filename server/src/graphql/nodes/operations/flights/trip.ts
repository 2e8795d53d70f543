/** Trips: legs that belong together. */
import { trips } from '../../../../services/operations/flights/trips.ts'
import { FLIGHT, legsOfTrips } from '../../../../storage/operations/flights/flights.ts'
import { TRIP } from '../../../../storage/operations/flights/trips.ts'
import { builder } from '../../../builder.ts'
import { usually } from '../../../operation/list-size.ts'
import { recordNodes } from '../../records/record-nodes.ts'
import { Contact, loadContact } from '../contact.ts'
import { Flight } from './flight.ts'

const { Node, load: loadTrip } = recordNodes(TRIP, trips, {
  fields: (t) => ({
    client: t.field({
      columns: ['clientId'],
      type: Contact,
      nullable: true,
      resolve: async ({ clientId }, _args, context) => (clientId && (await loadContact(context, clientId))) || null,
    }),
    flightList: t.field({
      ...usually(4),
      columns: ['tripId'],
      type: [Flight],
      resolve: ({ tripId }, _args, { loaders, reader, columns }) =>
        loaders.loadList('legs', tripId, (ids) => legsOfTrips(reader, ids, columns.of(FLIGHT))),
    }),
  }),
})

export const Trip = Node

builder.objectField(Flight, 'trip', (t) =>
  t.field({
    columns: ['tripId'],
    type: Trip,
    nullable: true,
    resolve: async ({ tripId }, _args, context) => (tripId && (await loadTrip(context, tripId))) || null,
  }),
)
