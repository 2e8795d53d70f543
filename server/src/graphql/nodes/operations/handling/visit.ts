/** Visits: an aircraft at an airport, with what was asked for there. */
import { VISIT, visitsOfFlights } from '../../../../storage/operations/handling/visits.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { lookedUp } from '../../../operation/list-size.ts'
import { recordNodes } from '../../records/record-nodes.ts'
import { Flight } from '../flights/flight.ts'
import { flownAircraft, LEG_FOLLOWS, legOf, typeOfAircraft, VisitLeg } from './visit-leg.ts'

export const { Node: Visit, load: loadVisit } = recordNodes(
  VISIT,
  {},
  {
    fields: (t) => ({
      registration: t.string({
        columns: ['aircraftId'],
        follows: ['AIRCRAFT'],
        resolve: async ({ aircraftId }, _args, context) => (await flownAircraft(context, aircraftId)).registration,
      }),
      acftICAO: t.string({
        columns: ['aircraftId'],
        follows: ['AIRCRAFT'],
        description: 'The designator of its type.',
        resolve: ({ aircraftId }, _args, context) => typeOfAircraft(context, aircraftId),
      }),
      mtowKg: t.int({
        columns: ['aircraftId'],
        follows: ['AIRCRAFT'],
        nullable: true,
        resolve: async ({ aircraftId }, _args, context) => (await flownAircraft(context, aircraftId)).mtowKg,
      }),
      arrival: t.field({
        columns: ['arrivalFlightId'],
        follows: LEG_FOLLOWS,
        type: VisitLeg,
        nullable: true,
        resolve: ({ arrivalFlightId }, _args, context) => (arrivalFlightId ? legOf(context, arrivalFlightId) : null),
      }),
      departure: t.field({
        columns: ['departureFlightId'],
        follows: LEG_FOLLOWS,
        type: VisitLeg,
        nullable: true,
        resolve: ({ departureFlightId }, _args, context) =>
          departureFlightId ? legOf(context, departureFlightId) : null,
      }),
    }),
  },
)

const visitIdAt = async (
  { loaders, reader }: QueryContext,
  end: 'arrivalFlightId' | 'departureFlightId',
  flightId: string,
): Promise<string | null> =>
  (await loaders.load<string>(`visit by ${end}`, flightId, (ids) => visitsOfFlights(reader, end, ids))) ?? null

builder.objectFields(Flight, (t) => ({
  arrivalVisitId: t.id({
    ...lookedUp(needs('service:read')),
    columns: ['flightId'],
    follows: ['VISIT'],
    nullable: true,
    description: 'The visit that begins with it; a provider is told its own.',
    resolve: ({ flightId }, _args, context) => visitIdAt(context, 'arrivalFlightId', flightId),
  }),
  departureVisitId: t.id({
    ...lookedUp(needs('service:read')),
    columns: ['flightId'],
    follows: ['VISIT'],
    nullable: true,
    description: 'The visit that ends with it; a provider is told its own.',
    resolve: ({ flightId }, _args, context) => visitIdAt(context, 'departureFlightId', flightId),
  }),
}))
