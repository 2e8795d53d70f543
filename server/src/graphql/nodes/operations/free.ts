/** Who and what is free in an interval, ordered by how well it fits. */
import type { FreeMember } from '../../../domain/operations/crew/crew-fit.ts'
import { freeCrew } from '../../../services/operations/crew/free-crew.ts'
import {
  type FreeAircraft as FreeAircraftValue,
  freeAircraft,
} from '../../../services/operations/fleet/free-aircraft.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { searches, usually } from '../../operation/list-size.ts'
import { askedInterval, IntervalInput } from '../interval.ts'
import { badInput } from '../page.ts'
import { isInside } from '../records/inside.ts'
import { Airport } from '../reference/airport.ts'
import { airport, askedAirportId } from '../reference/airport-field.ts'
import { Warning } from '../warning.ts'
import { CrewMember, loadCrewMember } from './crew/crew-member.ts'
import { CrewPosition } from './crew/crew-position.ts'
import { Aircraft } from './fleet/aircraft.ts'

const MAX_DAYS = 14
const MAX_FOUND = 100
const USUALLY_FOUND = 20
/** All crews and their duties, or the whole fleet and its flights, are looked through. */
const COST_OF_LOOKING = 225

const askedCount = (first: number | null | undefined): number => {
  const count = first ?? USUALLY_FOUND
  if (count < 1 || count > MAX_FOUND) throw badInput(`first is from 1 to ${MAX_FOUND}.`)
  return count
}

const FreeCrew = builder.objectRef<FreeMember>('FreeCrew').implement({
  ...needs('crew:read'),
  description: 'A crew member who is free, and what stands against them.',
  fields: (t) => ({
    crewMember: t.field({
      type: CrewMember,
      resolve: ({ member }, _args, context) => loadCrewMember(context, member.crewMemberId),
    }),
    place: t.field({
      type: Airport,
      description: 'Where the last duty within two days ended, else the base.',
      resolve: ({ placeId }, _args, context) => airport(context, placeId),
    }),
    isOnStandby: t.exposeBoolean('isOnStandby', { description: 'The flight would call the standby out.' }),
    isInReserve: t.exposeBoolean('isInReserve'),
    warningList: t.field({
      ...usually(1),
      type: [Warning],
      description: 'Papers that are missing or end, and limits of duty and rest that would be passed.',
      resolve: ({ warnings }) => [...warnings],
    }),
  }),
})

const FreeAircraft = builder.objectRef<FreeAircraftValue>('FreeAircraft').implement({
  ...needs('aircraft:read', 'flight:read'),
  description: 'An aircraft that is free.',
  fields: (t) => ({
    aircraft: t.field({ type: Aircraft, resolve: ({ aircraft }) => aircraft }),
    place: t.field({
      type: Airport,
      description: 'Where the flight before ends, else the base.',
      resolve: ({ placeId }, _args, context) => airport(context, placeId),
    }),
    hasOption: t.exposeBoolean('hasOption', { description: 'Another OPTION is planned then.' }),
  }),
})

/** The type of a designator; an unknown one is an error, not an empty result. */
const askedType = ({ reference }: QueryContext, iCAO: string | null | undefined) => {
  if (iCAO === null || iCAO === undefined) return null
  const type = reference.aircraftTypes(null).find((each) => each.iCAO === iCAO.trim().toUpperCase())
  if (!type) throw badInput('iCAO: there is no aircraft type with this designator.')
  return type
}

builder.queryFields((t) => ({
  freeCrewList: t.field({
    ...searches({ cost: COST_OF_LOOKING, args: ['interval'] }, needs('crew:read')),
    description:
      'Who is free from off-block to on-block, in this position: with papers and rest first, then at the place, then on standby or in reserve.',
    type: [FreeCrew],
    args: {
      interval: t.arg({ type: IntervalInput, required: true }),
      position: t.arg({ type: CrewPosition, required: true }),
      iCAO: t.arg.string({ description: 'The designator of the type: papers are judged for it.' }),
      adep: t.arg.string({ description: 'Where the flight begins.' }),
      first: t.arg.int({ defaultValue: USUALLY_FOUND, description: `At most ${MAX_FOUND}.` }),
    },
    resolve: (_root, { interval, position, iCAO, adep, first }, context) => {
      const search = {
        flight: askedInterval(interval, MAX_DAYS),
        position,
        type: askedType(context, iCAO),
        adepId: askedAirportId(context, adep, 'adep'),
        most: askedCount(first),
      }
      if (context.reader.view.of !== 'operator') return []
      return context.loaders.inTurn(() => freeCrew(context.reader, context.reference, search))
    },
  }),
  freeAircraftList: t.field({
    ...searches({ cost: COST_OF_LOOKING, args: ['interval'] }, needs('aircraft:read', 'flight:read')),
    description:
      'Aircraft that are neither planned nor blocked in the interval: those at the place first, then those without an option, then those with the fewest seats. Empty outside the operator’s own view.',
    type: [FreeAircraft],
    args: {
      interval: t.arg({ type: IntervalInput, required: true }),
      adep: t.arg.string({ description: 'Where the flight begins.' }),
      seatCount: t.arg.int({ description: 'Seats that it needs at least.' }),
      first: t.arg.int({ defaultValue: USUALLY_FOUND, description: `At most ${MAX_FOUND}.` }),
    },
    resolve: (_root, { interval, adep, seatCount, first }, context) => {
      const search = {
        interval: askedInterval(interval, MAX_DAYS),
        adepId: askedAirportId(context, adep, 'adep'),
        seats: seatCount ?? 0,
        most: askedCount(first),
      }
      return isInside(context) ? context.loaders.inTurn(() => freeAircraft(context.reader, search)) : []
    },
  }),
}))
