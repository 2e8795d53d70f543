/** When aircraft are taken, for buyers, and which of them could fly what a buyer asks for. */
import { DAY_MS } from '../../../../domain/interval.ts'
import { DEFAULT_PAGE_SIZE } from '../../../../domain/limits.ts'
import { EQUIPMENT } from '../../../../domain/operations/fleet/aircraft.ts'
import {
  AVAILABILITY_KINDS,
  type AvailabilityBlock as Block,
} from '../../../../domain/operations/sales/availability.ts'
import { MAX_REQUESTED_LEGS } from '../../../../domain/operations/sales/sales-limits.ts'
import { UserErrors } from '../../../../domain/user-error.ts'
import { inFull } from '../../../../domain/wording.ts'
import {
  MAX_OPTIONS,
  type AvailabilityOption as Option,
  type Schedule,
  schedulesOf,
  searchAvailability,
} from '../../../../services/operations/sales/availability.ts'
import { requestedLegs } from '../../../../services/operations/sales/requested-legs.ts'
import { knownType } from '../../../../services/reference/aircraft-type.ts'
import { scheduledAircraft } from '../../../../storage/operations/sales/schedules.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { costing, searches, usually } from '../../../operation/list-size.ts'
import { askedList } from '../../asked-list.ts'
import { askedInterval, IntervalInput } from '../../interval.ts'
import { askedPage, badInput, type Page, PageInfo, PageInput, pageOf } from '../../page.ts'
import { isInside } from '../../records/inside.ts'
import { enumOf } from '../../records/record-enum.ts'
import { AircraftType } from '../../reference/aircraft-type.ts'
import { Airport } from '../../reference/airport.ts'
import { airport } from '../../reference/airport-field.ts'
import { Warning } from '../../warning.ts'
import { PlannedLeg, placed, RequestedLegInput } from './sold-leg.ts'

const MAX_DAYS = 400
const MAX_POSITIONING_NM = 10_000
const USUAL_POSITIONING_NM = 1500
/** The whole fleet and its flights are looked through. */
const COST_OF_SEARCH = 250
/** What the blocks of a day cost: an aircraft is taken two or three times, and rows cost a tenth. */
const COST_OF_A_DAY = 0.25

const AvailabilityKind = builder.enumType('AvailabilityKind', {
  values: AVAILABILITY_KINDS,
  description:
    'OPTION flights read OPTION, MAINTENANCE and AOG blocks MAINTENANCE, published ferries EMPTY_LEG, all else BUSY.',
})

const AvailabilityBlock = builder.objectRef<Block>('AvailabilityBlock').implement({
  ...needs('availability:read'),
  description: 'A time in which an aircraft is taken. No flight, person, note or number shows.',
  fields: (t) => ({
    kind: t.expose('kind', { type: AvailabilityKind }),
    from: t.expose('from', { type: 'DateTime' }),
    to: t.expose('to', { type: 'DateTime' }),
    startAirport: t.field({ type: Airport, resolve: ({ startId }, _args, context) => airport(context, startId) }),
    endAirport: t.field({ type: Airport, resolve: ({ endId }, _args, context) => airport(context, endId) }),
    isMovable: t.boolean({
      description: 'The operator would move it for a sale: it is an empty leg.',
      resolve: ({ emptyLegId }) => emptyLegId !== null,
    }),
    emptyLegId: t.exposeID('emptyLegId', { nullable: true }),
  }),
})

const AircraftSchedule = builder.objectRef<Schedule>('AircraftSchedule').implement({
  ...needs('availability:read'),
  description: 'When one aircraft is taken, without saying by whom. AVAILABILITY in the feed, by its aircraftId.',
  fields: (t) => ({
    aircraftId: t.id({ resolve: ({ aircraft }) => aircraft.aircraftId }),
    acftType: t.field({
      type: AircraftType,
      resolve: ({ aircraft }, _args, { reference }) => knownType(reference, aircraft.acftTypeId),
    }),
    seatCount: t.int({ resolve: ({ aircraft }) => aircraft.seatCount }),
    base: t.field({ type: Airport, resolve: ({ aircraft }, _args, context) => airport(context, aircraft.baseId) }),
    blockList: t.field({
      ...usually(1),
      type: [AvailabilityBlock],
      description: 'What meets the interval, in the order of time.',
      resolve: ({ blocks }) => [...blocks],
    }),
    version: t.exposeInt('version', { description: 'Rises with every change of the schedule.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
})

const AircraftSchedulePage = builder.objectRef<Page<Schedule>>('AircraftSchedulePage').implement({
  ...needs('availability:read'),
  fields: (t) => ({
    nodeList: t.field({ type: [AircraftSchedule], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

const AircraftScheduleFilter = builder.inputType('AircraftScheduleFilter', {
  fields: (t) => ({ interval: t.field({ type: IntervalInput, required: true }), aircraftIdList: t.idList() }),
})

const Equipment = enumOf(EQUIPMENT)

const AvailabilityOption = builder.objectRef<Option>('AvailabilityOption').implement({
  ...needs('availability:read'),
  description: 'One aircraft that can fly the whole request. Crews are not considered, and it has no price.',
  fields: (t) => ({
    aircraftId: t.id({ resolve: ({ aircraft }) => aircraft.aircraftId }),
    acftType: t.field({
      type: AircraftType,
      resolve: ({ aircraft }, _args, { reference }) => knownType(reference, aircraft.acftTypeId),
    }),
    seatCount: t.int({ resolve: ({ aircraft }) => aircraft.seatCount }),
    equipmentList: t.field({ type: [Equipment], resolve: ({ aircraft }) => [...aircraft.equipmentList] }),
    base: t.field({ type: Airport, resolve: ({ aircraft }, _args, context) => airport(context, aircraft.baseId) }),
    positioningNm: t.exposeInt('positioningNm', { description: 'Flown without passengers, all legs together.' }),
    legList: t.field({
      ...usually(3),
      type: [PlannedLeg],
      resolve: ({ legs }) => placed(legs),
    }),
    warningList: t.field({ ...usually(1), type: [Warning], resolve: ({ warnings }) => [...warnings] }),
  }),
})

const AvailabilitySearchInput = builder.inputType('AvailabilitySearchInput', {
  fields: (t) => ({
    legList: t.field({
      type: [RequestedLegInput],
      required: true,
      description: `1 to ${MAX_REQUESTED_LEGS}, in their order.`,
    }),
    acftTypeIdList: t.stringList(),
    equipmentList: t.field({ type: [Equipment], description: 'All of these.' }),
    maxPositioningNm: t.int({ defaultValue: USUAL_POSITIONING_NM }),
  }),
})

/** What is wrong with a leg, as what is wrong with a query is told. */
const askedLegs = ({ reference }: QueryContext, list: readonly (typeof RequestedLegInput.$inferInput)[]) => {
  try {
    return requestedLegs(reference, list, ['input', 'legList'])
  } catch (error) {
    if (!(error instanceof UserErrors)) throw error
    throw badInput(error.list.map(({ path, message }) => `${path?.join('.')}: ${inFull(message)}.`).join(' '))
  }
}

const daysOf = (interval: unknown): number => {
  const { from, to } = (interval ?? {}) as { from?: number; to?: number }
  return typeof from === 'number' && typeof to === 'number' ? Math.max(0, to - from) / DAY_MS : MAX_DAYS
}

/** By aircraft and days: what takes an aircraft is read whole. */
const costOfSchedules = (args: Readonly<Record<string, unknown>>): number => {
  const { filter, interval, page } = args as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>
  const aircraft = filter ? Number(page?.first ?? DEFAULT_PAGE_SIZE) : 1
  return Math.ceil(aircraft * daysOf(filter?.interval ?? interval) * COST_OF_A_DAY)
}

/** What is past tells a buyer nothing but where the aircraft was. */
const shownInterval = (given: typeof IntervalInput.$inferInput, context: QueryContext) => {
  const { from, to } = askedInterval(given, MAX_DAYS)
  if (isInside(context)) return { from, to }
  const now = context.world.now(context.tenant.tenantId)
  return { from: Math.max(from, now), to: Math.max(to, now) }
}

const ONE = { after: null, isDescending: false, most: 1 } as const

builder.queryFields((t) => ({
  aircraftSchedule: t.field({
    ...costing(costOfSchedules, needs('availability:read')),
    description: `When one aircraft is taken, at most ${MAX_DAYS} days; from now on outside the operator’s own view. Null where it is not in service.`,
    type: AircraftSchedule,
    nullable: true,
    args: {
      aircraftId: t.arg.id({ required: true }),
      interval: t.arg({ type: IntervalInput, required: true }),
    },
    resolve: async (_root, { aircraftId, interval }, context) => {
      const { reader, loaders } = context
      const asked = shownInterval(interval, context)
      return loaders.inTurn(async () => {
        const aircraft = await scheduledAircraft(reader, [aircraftId], ONE)
        return (await schedulesOf(reader, aircraft, asked))[0] ?? null
      })
    },
  }),
  aircraftScheduleList: t.field({
    ...costing(costOfSchedules, needs('availability:read')),
    description: `When aircraft in service are taken, at most ${MAX_DAYS} days; from now on outside the operator’s own view.`,
    type: AircraftSchedulePage,
    args: {
      filter: t.arg({ type: AircraftScheduleFilter, required: true }),
      page: t.arg({ type: PageInput }),
    },
    resolve: async (_root, { filter, page }, context) => {
      const { reader, loaders } = context
      const interval = shownInterval(filter.interval, context)
      const asked = askedPage('aircraftScheduleList', page, ['string', 'string'], filter)
      const ids = askedList(filter.aircraftIdList, 'filter.aircraftIdList') ?? null
      return loaders.inTurn(async () => {
        const fleet = await scheduledAircraft(reader, ids, asked.range)
        const { nodeList, pageInfo } = pageOf(fleet, asked, ({ registration, aircraftId }) => [
          registration,
          aircraftId,
        ])
        return { nodeList: await schedulesOf(reader, nodeList, interval), pageInfo }
      })
    },
  }),
  availabilitySearch: t.field({
    ...searches({ cost: COST_OF_SEARCH, args: ['input'] }, usually(20, needs('availability:read'))),
    description: `Aircraft that can fly all legs, least positioning first, at most ${MAX_OPTIONS}: seats, range and what is planned around it are considered, a short runway or an option is warned of.`,
    type: [AvailabilityOption],
    args: { input: t.arg({ type: AvailabilitySearchInput, required: true }) },
    resolve: (_root, { input }, context) => {
      const maxPositioningNm = input.maxPositioningNm ?? USUAL_POSITIONING_NM
      if (maxPositioningNm < 0 || maxPositioningNm > MAX_POSITIONING_NM) {
        throw badInput(`input.maxPositioningNm is from 0 to ${MAX_POSITIONING_NM}.`)
      }
      const search = {
        legs: askedLegs(context, input.legList),
        acftTypeIds: askedList(input.acftTypeIdList, 'input.acftTypeIdList') ?? null,
        equipment: input.equipmentList ?? [],
        maxPositioningNm,
      }
      return context.loaders.inTurn(() => searchAvailability(context.reader, context.reference, search))
    },
  }),
}))
