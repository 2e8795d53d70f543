/** The fleet. */
import { type Aircraft as AircraftRecord, statusAt } from '../../../../domain/operations/fleet/aircraft.ts'
import { placeOf } from '../../../../domain/operations/risk/timeline.ts'
import { aircraft } from '../../../../services/operations/fleet/aircraft.ts'
import { knownType } from '../../../../services/reference/aircraft-type.ts'
import { AIRCRAFT } from '../../../../storage/operations/fleet/aircraft.ts'
import { UNAVAILABILITY, unavailabilityOf } from '../../../../storage/operations/fleet/unavailability.ts'
import { legsOfAircraft } from '../../../../storage/operations/flights/legs.ts'
import { noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { usually } from '../../../operation/list-size.ts'
import { askedInterval, IntervalInput } from '../../interval.ts'
import { isInside } from '../../records/inside.ts'
import { recordNodes } from '../../records/record-nodes.ts'
import { typeOf } from '../../records/record-type.ts'
import { AircraftType } from '../../reference/aircraft-type.ts'
import { Airport } from '../../reference/airport.ts'
import { airport } from '../../reference/airport-field.ts'
import { Unavailability } from './unavailability.ts'

const MAX_BLOCKS_DAYS = 4000

/** The last leg that was to leave before now. */
const loadLastLeg = ({ loaders, reader, world, tenant }: QueryContext, aircraftId: string) =>
  loaders.loadList('last leg', aircraftId, (ids) => {
    const now = world.now(tenant.tenantId)
    return legsOfAircraft(reader, ids, { from: now, to: now })
  })

const AircraftHours = builder.objectRef<AircraftRecord>('AircraftHours').implement({
  ...noScope,
  description: 'What the airframe has flown: counted from closed flights.',
  fields: (t) => ({
    airframeMinutes: t.exposeInt('airframeMinutes'),
    cycles: t.exposeInt('cycles'),
    asOf: t.field({ type: 'DateTime', resolve: ({ hoursAsOf }) => hoursAsOf }),
  }),
})

/** A designator matches every type that shares it. */
const typesOfDesignator = (designator: string, { reference }: QueryContext): string[] => {
  const sought = designator.trim().toUpperCase()
  return reference
    .aircraftTypes(null)
    .filter(({ iCAO }) => iCAO === sought)
    .map(({ acftTypeId }) => acftTypeId)
}

/** The aircraft of a flight is visible with the flight. */
export const { Node: Aircraft, loadExisting: loadAircraft } = recordNodes(AIRCRAFT, aircraft, {
  fields: (t) => ({
    acftType: t.field({
      columns: ['acftTypeId'],
      type: AircraftType,
      resolve: ({ acftTypeId }, _args, { reference }) => knownType(reference, acftTypeId),
    }),
    position: t.field({
      columns: ['aircraftId', 'baseId'],
      follows: ['FLIGHT', 'TIME'],
      type: Airport,
      nullable: true,
      description:
        "Where it stands or last stood: the arrival of the last flight that was to leave by now, once it has landed, and its departure until then, also while it is in the air or was never reported. The base if there was no flight. Null outside the operator's own view.",
      resolve: async ({ aircraftId, baseId }, _args, context) => {
        if (!isInside(context)) return null
        const last = (await loadLastLeg(context, aircraftId)).at(-1)
        return airport(context, last === undefined ? baseId : placeOf(last))
      },
    }),
    minFlightCrew: t.int({
      columns: ['minFlightCrew', 'acftTypeId'],
      follows: ['REFERENCE'],
      description: 'Pilots that it needs at least: what the operator says, else the type.',
      resolve: ({ minFlightCrew, acftTypeId }, _args, { reference }) =>
        minFlightCrew ?? reference.typeRatings.minFlightCrew(knownType(reference, acftTypeId)),
    }),
    status: t.field({
      columns: ['status', 'groundingList'],
      follows: ['TIME'],
      type: typeOf(AIRCRAFT, 'status'),
      description: 'AOG and MAINTENANCE follow from the block that covers now; ACTIVE, STORED and SOLD are set.',
      resolve: (aircraft, _args, { world, tenant }) => statusAt(aircraft, world.now(tenant.tenantId)),
    }),
    hours: t.field({
      columns: ['airframeMinutes', 'cycles', 'hoursAsOf'],
      type: AircraftHours,
      resolve: (aircraft) => aircraft,
    }),
    unavailabilityList: t.field({
      ...usually(2),
      columns: ['aircraftId'],
      description: 'What meets the interval, in the order of time.',
      type: [Unavailability],
      args: { interval: t.arg({ type: IntervalInput, required: true }) },
      resolve: ({ aircraftId }, args, { loaders, reader, columns }) => {
        const interval = askedInterval(args.interval, MAX_BLOCKS_DAYS)
        const name = `unavailability ${interval.from} ${interval.to}`
        return loaders.loadList(name, aircraftId, async (ids) => {
          const blocks = await unavailabilityOf(reader, ids, interval, columns.of(UNAVAILABILITY))
          return Map.groupBy(blocks, (block) => block.aircraftId)
        })
      },
    }),
  }),
  read: { iCAO: typesOfDesignator },
})
