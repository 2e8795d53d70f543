/** The fleet. */

import {
  AIRCRAFT_STATUSES,
  type Aircraft as AircraftRecord,
  EQUIPMENT,
  statusAt,
} from '../../../domain/operations/aircraft.ts'
import { placeOf } from '../../../domain/operations/risk/timeline.ts'
import { createAircraft, updateAircraft } from '../../../services/operations/aircraft.ts'
import { knownType } from '../../../services/reference/aircraft-type.ts'
import { AIRCRAFT, aircraftAfter } from '../../../storage/operations/aircraft.ts'
import { legsOfAircraft } from '../../../storage/operations/legs.ts'
import { UNAVAILABILITY, unavailabilityOf } from '../../../storage/operations/unavailability.ts'
import { recordsById } from '../../../storage/records.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { usually } from '../../operation/list-size.ts'
import { warningPayload } from '../../payload.ts'
import { askedList } from '../asked-list.ts'
import { ExternalIdInput } from '../external-id.ts'
import { askedFor } from '../found-by.ts'
import { askedInterval, IntervalInput } from '../interval.ts'
import { Money, MoneyInput } from '../money.ts'
import { askedPage, type Page, PageInfo, PageInput, pageOf } from '../page.ts'
import { AircraftType } from '../reference/aircraft-type.ts'
import { Airport } from '../reference/airport.ts'
import { airport, askedAirportId } from '../reference/airport-field.ts'
import { Versioned } from '../versioned.ts'
import { isInside, Unavailability } from './unavailability.ts'

const AircraftStatus = builder.enumType('AircraftStatus', { values: AIRCRAFT_STATUSES })
const Equipment = builder.enumType('Equipment', { values: EQUIPMENT })
const MAX_BLOCKS_DAYS = 4000

/** One aircraft, batched with the others of the page. */
const loadAircraft = ({ loaders, reader, columns }: QueryContext, aircraftId: string) =>
  loaders.load('aircraft', aircraftId, (ids) => recordsById(reader, AIRCRAFT, ids, columns.of(AIRCRAFT)))

/** The aircraft of a flight: it is visible with the flight. */
export const loadAircraftOfFlight = ({ loaders, reader, columns }: QueryContext, aircraftId: string) =>
  loaders.loadExisting('aircraft', aircraftId, (ids) => recordsById(reader, AIRCRAFT, ids, columns.of(AIRCRAFT)))

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

export const Aircraft = builder.objectRef<AircraftRecord>('Aircraft').implement({
  ...needs('aircraft:read'),
  description: 'An aircraft of the operator.',
  interfaces: [Versioned],
  rows: AIRCRAFT,
  fields: (t) => ({
    aircraftId: t.exposeID('aircraftId'),
    registration: t.exposeString('registration'),
    acftType: t.field({
      columns: ['acftTypeId'],
      type: AircraftType,
      resolve: ({ acftTypeId }, _args, { reference }) => knownType(reference, acftTypeId),
    }),
    serialNumber: t.exposeString('serialNumber', { nullable: true }),
    base: t.field({
      columns: ['baseId'],
      type: Airport,
      resolve: ({ baseId }, _args, context) => airport(context, baseId),
    }),
    position: t.field({
      columns: ['aircraftId', 'baseId'],
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
    seatCount: t.exposeInt('seatCount'),
    maxRangeNm: t.exposeInt('maxRangeNm', { nullable: true }),
    cruiseKt: t.exposeInt('cruiseKt', { nullable: true }),
    mtowKg: t.exposeInt('mtowKg', { nullable: true }),
    yearOfManufacture: t.exposeInt('yearOfManufacture', { nullable: true }),
    equipmentList: t.field({
      columns: ['equipmentList'],
      type: [Equipment],
      resolve: ({ equipmentList }) => [...equipmentList],
    }),
    minFlightCrew: t.int({
      columns: ['minFlightCrew', 'acftTypeId'],
      description: 'Pilots that it needs at least: what the operator says, else the type.',
      resolve: ({ minFlightCrew, acftTypeId }, _args, { reference }) =>
        minFlightCrew ?? reference.typeRatings.minFlightCrew(knownType(reference, acftTypeId)),
    }),
    cabinNote: t.exposeString('cabinNote', { nullable: true }),
    luggageM3: t.expose('luggageM3', { type: 'Decimal', nullable: true }),
    insuredLiability: t.expose('insuredLiability', { type: Money, nullable: true }),
    status: t.field({
      columns: ['status', 'groundingList'],
      type: AircraftStatus,
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
})

const AircraftPage = builder.objectRef<Page<AircraftRecord>>('AircraftPage').implement({
  ...needs('aircraft:read'),
  fields: (t) => ({
    nodeList: t.field({ type: [Aircraft], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

const AircraftFilter = builder.inputType('AircraftFilter', {
  fields: (t) => ({
    aircraftIdList: t.idList(),
    registration: t.string(),
    acftTypeId: t.string(),
    iCAO: t.string({ description: 'Type designator.' }),
    base: t.string({ description: 'iCAO or iATA code.' }),
    status: t.field({ type: [AircraftStatus] }),
    minSeats: t.int(),
    externalId: t.field({ type: ExternalIdInput }),
    updatedSince: t.field({ type: 'DateTime' }),
  }),
})

type Filter = typeof AircraftFilter.$inferInput

/** A designator matches every type that shares it. */
const askedTypeIds = ({ reference }: QueryContext, filter: Filter): string[] | null => {
  if (!filter.acftTypeId && !filter.iCAO) return null
  const designator = filter.iCAO?.trim().toUpperCase()
  return reference
    .aircraftTypes(null)
    .filter(
      (type) =>
        (!filter.acftTypeId || type.acftTypeId === filter.acftTypeId) && (!designator || type.iCAO === designator),
    )
    .map((type) => type.acftTypeId)
}

const searchOf = (context: QueryContext, filter: Filter) => ({
  ...askedFor(filter, filter.aircraftIdList, 'filter.aircraftIdList'),
  registration: filter.registration ?? null,
  acftTypeIds: askedTypeIds(context, filter),
  baseId: askedAirportId(context, filter.base, 'filter.base'),
  statuses: askedList(filter.status, 'filter.status'),
  minSeats: filter.minSeats ?? null,
  now: context.world.now(context.tenant.tenantId),
})

builder.queryFields((t) => ({
  aircraftList: t.field({
    ...needs('aircraft:read'),
    description: 'The fleet by registration.',
    type: AircraftPage,
    args: { filter: t.arg({ type: AircraftFilter }), page: t.arg({ type: PageInput }) },
    resolve: async (_root, { filter, page }, context) => {
      const asked = askedPage('aircraftList', page, ['string', 'string'], filter)
      const part = { columns: context.columns.of(AIRCRAFT), ...asked.range }
      const rows = await aircraftAfter(context.reader, searchOf(context, filter ?? {}), part)
      return pageOf(rows, asked, ({ registration, aircraftId }) => [registration, aircraftId])
    },
  }),
  aircraft: t.field({
    ...needs('aircraft:read'),
    description: 'One aircraft.',
    type: Aircraft,
    nullable: true,
    args: { aircraftId: t.arg.id({ required: true }) },
    resolve: async (_root, { aircraftId }, context) => (await loadAircraft(context, aircraftId)) ?? null,
  }),
}))

const AircraftInput = builder.inputType('AircraftInput', {
  fields: (t) => ({
    registration: t.string({ required: true }),
    acftTypeId: t.string({ required: true }),
    base: t.string({ required: true, description: 'iCAO or iATA code.' }),
    seatCount: t.int({ required: true }),
    serialNumber: t.string(),
    maxRangeNm: t.int(),
    cruiseKt: t.int(),
    mtowKg: t.int(),
    yearOfManufacture: t.int(),
    equipmentList: t.field({ type: [Equipment] }),
    minFlightCrew: t.int({ description: 'Of the type where absent.' }),
    cabinNote: t.string(),
    luggageM3: t.field({ type: 'Decimal' }),
    insuredLiability: t.field({ type: MoneyInput }),
    airframeMinutes: t.int({ defaultValue: 0, description: 'What it has flown when it joins.' }),
    cycles: t.int({ defaultValue: 0 }),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

const AircraftUpdateInput = builder.inputType('AircraftUpdateInput', {
  description:
    'status AOG or MAINTENANCE opens such a block from now with an estimated end in 24 h; ACTIVE ends the AOG or MAINTENANCE block of now.',
  fields: (t) => ({
    aircraftId: t.id({ required: true }),
    registration: t.string(),
    acftTypeId: t.string(),
    base: t.string({ description: 'iCAO or iATA code.' }),
    seatCount: t.int(),
    serialNumber: t.string(),
    maxRangeNm: t.int(),
    cruiseKt: t.int(),
    mtowKg: t.int(),
    yearOfManufacture: t.int(),
    equipmentList: t.field({ type: [Equipment] }),
    minFlightCrew: t.int(),
    cabinNote: t.string(),
    luggageM3: t.field({ type: 'Decimal' }),
    insuredLiability: t.field({ type: MoneyInput }),
    status: t.field({ type: AircraftStatus }),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

const AircraftPayload = warningPayload<{ readonly aircraft: AircraftRecord | null }>('AircraftPayload', (t) => ({
  aircraft: t.expose('aircraft', { type: Aircraft, nullable: true }),
}))

builder.mutationFields((t) => ({
  aircraftCreate: mutation(t, {
    ...needs('aircraft:write'),
    description: 'Adds an aircraft to the fleet. Not for a key limited to some aircraft, which would not see it.',
    type: AircraftPayload,
    args: { input: t.arg({ type: AircraftInput, required: true }) },
    write: (tx, args, context) => createAircraft(tx, context, args.input),
  }),
  aircraftUpdate: mutation(t, {
    ...needs('aircraft:write'),
    description: 'Changes an aircraft; what hits planned flights is warned of. What is absent stays, null clears.',
    type: AircraftPayload,
    args: {
      input: t.arg({ type: AircraftUpdateInput, required: true }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args, context) => updateAircraft(tx, context, args.input, args.expectedVersion),
  }),
}))
