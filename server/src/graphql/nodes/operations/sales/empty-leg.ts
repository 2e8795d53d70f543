/** Empty legs: ferry flights that are offered to buyers. */
import { EMPTY_LEG_RECORD, statusAt } from '../../../../domain/operations/sales/empty-leg.ts'
import {
  emptyLegs,
  holdEmptyLeg,
  holderOf,
  publishEmptyLeg,
  setEmptyLegStatus,
} from '../../../../services/operations/sales/empty-legs.ts'
import { knownType } from '../../../../services/reference/aircraft-type.ts'
import { knownAirport } from '../../../../services/reference/airport-code.ts'
import { columnsOf } from '../../../../storage/columns.ts'
import { AIRCRAFT } from '../../../../storage/operations/fleet/aircraft.ts'
import { EMPTY_LEG } from '../../../../storage/operations/sales/empty-legs.ts'
import { recordsById } from '../../../../storage/records.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { mutation } from '../../../mutation.ts'
import { Actor } from '../../actor.ts'
import { badInput } from '../../page.ts'
import { isInside } from '../../records/inside.ts'
import { createInput } from '../../records/record-inputs.ts'
import { recordNodes } from '../../records/record-nodes.ts'
import { typeOf } from '../../records/record-type.ts'
import { AircraftType } from '../../reference/aircraft-type.ts'
import { askedAirportId } from '../../reference/airport-field.ts'

const MAX_RADIUS_NM = 500
const USUAL_RADIUS_NM = 100

/** The airports around one, itself included. Comparing them costs, whatever is found (threats row 97). */
const airportsAround =
  (name: string) =>
  (code: string, context: QueryContext, asked: Readonly<Record<string, unknown>>): readonly string[] => {
    const radius = (asked.radiusNm as number | null | undefined) ?? USUAL_RADIUS_NM
    if (radius < 0 || radius > MAX_RADIUS_NM) throw badInput(`filter.radiusNm is from 0 to ${MAX_RADIUS_NM}.`)
    const id = askedAirportId(context, code, `filter.${name}`) as string
    const centre = knownAirport(context.reference, id)
    const { found, compared } = context.reference.airportSet.within(centre, radius)
    context.looked.add(compared + found.length, 'compared')
    return [...new Set([id, ...found.map(({ airportId }) => airportId)])]
  }

const SOLD_OF_AIRCRAFT = columnsOf(AIRCRAFT, 'aircraftId', 'acftTypeId', 'seatCount')

/** What a buyer is told of the aircraft without aircraft:read. */
const aircraftOf = async ({ loaders, reader }: QueryContext, aircraftId: string) => {
  const load = (ids: readonly string[]) => recordsById(reader, AIRCRAFT, ids, SOLD_OF_AIRCRAFT)
  const found = await loaders.load('aircraft that are sold', aircraftId, load)
  if (!found) throw new Error(`The aircraft ${aircraftId} of an empty leg is missing`)
  return found
}

const nowOf = ({ world, tenant }: QueryContext): number => world.now(tenant.tenantId)

const HOLD = ['status', 'latest', 'heldUntil'] as const
const EmptyLegStatus = typeOf(EMPTY_LEG, 'status')

const { Payload: EmptyLegPayload } = recordNodes(EMPTY_LEG, emptyLegs, {
  fields: (t) => ({
    acftType: t.field({
      columns: ['aircraftId'],
      follows: ['AIRCRAFT'],
      type: AircraftType,
      resolve: async ({ aircraftId }, _args, context) =>
        knownType(context.reference, (await aircraftOf(context, aircraftId)).acftTypeId),
    }),
    seatCount: t.int({
      columns: ['aircraftId'],
      follows: ['AIRCRAFT'],
      resolve: async ({ aircraftId }, _args, context) => (await aircraftOf(context, aircraftId)).seatCount,
    }),
    status: t.field({
      columns: [...HOLD],
      follows: ['TIME'],
      type: EmptyLegStatus,
      description: 'PUBLISHED or HELD reads EXPIRED once latest has passed; a hold ends by itself at heldUntil.',
      resolve: (leg, _args, context) => statusAt(leg, nowOf(context)),
    }),
    heldUntil: t.field({
      columns: [...HOLD],
      follows: ['TIME'],
      type: 'DateTime',
      nullable: true,
      resolve: (leg, _args, context) => (statusAt(leg, nowOf(context)) === 'HELD' ? leg.heldUntil : null),
    }),
    isHeldByMe: t.boolean({
      columns: [...HOLD, 'holder'],
      follows: ['TIME'],
      description: 'Whether the caller holds it, or bought it.',
      resolve: (leg, _args, context) =>
        ['HELD', 'SOLD'].includes(statusAt(leg, nowOf(context))) && leg.holder === holderOf(context.reader.view),
    }),
    heldBy: t.field({
      ...needs('sales:read'),
      columns: [...HOLD, 'heldBy'],
      follows: ['TIME'],
      type: Actor,
      nullable: true,
      description: 'The application, or whoever of the operator holds it. Null outside the operator’s own view.',
      resolve: (leg, _args, context) =>
        isInside(context) && ['HELD', 'SOLD'].includes(statusAt(leg, nowOf(context))) ? leg.heldBy : null,
    }),
    flightId: t.id({
      ...needs('flight:read'),
      columns: ['flightId'],
      follows: [],
      nullable: true,
      description: 'Null outside the operator’s own view.',
      resolve: ({ flightId }, _args, context) => (isInside(context) ? flightId : null),
    }),
  }),
  read: { near: airportsAround('near'), toward: airportsAround('toward') },
})

const EmptyLegInput = createInput(EMPTY_LEG_RECORD)

builder.mutationFields((t) => ({
  emptyLegPublish: mutation(t, {
    ...needs('sales:write'),
    description: 'Publishes a FERRY as an empty leg. It follows the flight, and is withdrawn with it. Operator only.',
    type: EmptyLegPayload,
    args: { input: t.arg({ type: EmptyLegInput, required: true }) },
    write: (tx, args, context) => publishEmptyLeg(tx, context, args.input),
  }),
  emptyLegHold: mutation(t, {
    ...needs('sales:write'),
    description: 'Holds an empty leg for the caller, at most 48 hours: nobody else can hold it until then.',
    type: EmptyLegPayload,
    args: {
      emptyLegId: t.arg.id({ required: true }),
      until: t.arg({ type: 'DateTime', required: true }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args, context) => holdEmptyLeg(tx, context, args),
  }),
  emptyLegStatusSet: mutation(t, {
    ...needs('sales:write'),
    description: 'Publishes again, sells to the holder, or withdraws; the holder may give its hold back.',
    type: EmptyLegPayload,
    args: {
      emptyLegId: t.arg.id({ required: true }),
      status: t.arg({ type: EmptyLegStatus, required: true }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args, context) => setEmptyLegStatus(tx, context, args),
  }),
}))
