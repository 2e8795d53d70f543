/** The crew of a flight. */

import { isInsideView } from '../../../../domain/view.ts'
import { setFlightCrew } from '../../../../services/operations/passengers/flight-people.ts'
import { CREW_MEMBER } from '../../../../storage/operations/crew/crew-members.ts'
import {
  CREW_ON_FLIGHT,
  type CrewOnFlight as CrewOnFlightRecord,
  crewOfFlights,
  crewsWithMembers,
} from '../../../../storage/operations/crew/flight-crew.ts'
import { seesAll } from '../../../../storage/records.ts'
import { needs, noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { mutation } from '../../../mutation.ts'
import { usually } from '../../../operation/list-size.ts'
import { Flight, FlightPayload } from '../flights/flight.ts'
import { bringCrewMembers, CrewMember, loadCrewMember } from './crew-member.ts'
import { CrewPosition } from './crew-position.ts'

const CrewOnFlight = builder.objectRef<CrewOnFlightRecord>('CrewOnFlight').implement({
  ...noScope,
  rows: CREW_ON_FLIGHT,
  fields: (t) => ({
    crewMember: t.field({
      columns: ['crewMemberId'],
      type: CrewMember,
      resolve: ({ crewMemberId }, _args, context) => loadCrewMember(context, crewMemberId),
    }),
    position: t.expose('position', { type: CrewPosition }),
    isPilotFlying: t.exposeBoolean('isPilotFlying', { nullable: true }),
    reportAt: t.expose('reportAt', { type: 'DateTime', nullable: true }),
    confirmed: t.exposeBoolean('confirmed'),
    startsDuty: t.exposeBoolean('startsDuty', { nullable: true }),
  }),
})

builder.objectField(Flight, 'crewList', (t) =>
  t.field({
    ...usually(3, needs('crew:read')),
    columns: ['flightId'],
    // Whoever joins or leaves the crew, or confirms, changes the flight.
    follows: [],
    type: [CrewOnFlight],
    // Buyers and providers see no crew, whatever support allowed them (data §5).
    resolve: ({ flightId }, _args, context) =>
      isInsideView(context.reader.view)
        ? context.loaders.loadList('crew', flightId, (ids) => crewsFor(context, ids))
        : [],
  }),
)

/** With the crew members, where they are asked for and a join shows no more of them than their own statement would. */
const crewsFor = async (context: QueryContext, flightIds: readonly string[]) => {
  const { reader, columns } = context
  const asked = columns.of(CREW_ON_FLIGHT)
  if (!columns.asksFor(CREW_MEMBER) || !seesAll(reader, CREW_MEMBER)) return crewOfFlights(reader, flightIds, asked)
  const { crews, members } = await crewsWithMembers(reader, flightIds, asked, columns.of(CREW_MEMBER))
  bringCrewMembers(context, members)
  return crews
}

export const CrewAssignInput = builder.inputType('CrewAssignInput', {
  fields: (t) => ({
    crewMemberId: t.id({ required: true }),
    position: t.field({ type: CrewPosition, required: true }),
    reportAt: t.field({ type: 'DateTime', description: 'An hour before off-block where absent.' }),
    isPilotFlying: t.boolean(),
    startsDuty: t.boolean({
      description: 'True: a new duty begins with this flight; false: it belongs to the one before; absent: by the gap.',
    }),
  }),
})

builder.mutationField('flightCrewSet', (t) =>
  mutation(t, {
    ...needs('crew:write'),
    description: 'Sets the whole crew of a flight, also after it. Their FLIGHT duties follow. A reason once CLOSED.',
    type: FlightPayload,
    args: {
      flightId: t.arg.id({ required: true }),
      crewList: t.arg({ type: [CrewAssignInput], required: true }),
      reason: t.arg.string(),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args, context) => setFlightCrew(tx, context, args),
  }),
)
