/** Legs of a sale: as they are asked for, with a window, and as they would be flown. */
import type { PlannedLeg as Planned } from '../../../../domain/operations/sales/availability.ts'
import type { KeptLeg } from '../../../../domain/operations/sales/requested-leg.ts'
import { localTime } from '../../../../domain/reference/local-time.ts'
import { PLACE_FORMAT } from '../../../../domain/reference/uncoded-place.ts'
import { noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { Airport } from '../../reference/airport.ts'
import { airport } from '../../reference/airport-field.ts'

const CODE = `iCAO or iATA code; ${PLACE_FORMAT}.`

type Placed<L> = L & { readonly legIndex: number }

/** Legs with their places in the list. */
export const placed = <L>(legs: readonly L[]): Placed<L>[] => legs.map((leg, legIndex) => ({ ...leg, legIndex }))

export const PlannedLeg = builder.objectRef<Placed<Planned>>('PlannedLeg').implement({
  ...noScope,
  description: 'A leg as it would be flown.',
  fields: (t) => ({
    legIndex: t.exposeInt('legIndex', { description: 'Its place in the plan, from 0.' }),
    adep: t.field({ type: Airport, resolve: ({ adepId }, _args, context) => airport(context, adepId) }),
    ades: t.field({ type: Airport, resolve: ({ adesId }, _args, context) => airport(context, adesId) }),
    offBlock: t.expose('offBlock', { type: 'DateTime' }),
    onBlock: t.expose('onBlock', { type: 'DateTime' }),
    distanceNm: t.exposeInt('distanceNm'),
    isPositioning: t.exposeBoolean('isPositioning', { description: 'Without passengers: there, or home.' }),
  }),
})

export const PlannedLegInput = builder.inputType('PlannedLegInput', {
  fields: (t) => ({
    adep: t.string({ required: true, description: CODE }),
    ades: t.string({ required: true, description: CODE }),
    offBlock: t.field({ type: 'DateTime', required: true }),
    onBlock: t.field({ type: 'DateTime', description: 'By distance and cruise where absent.' }),
    isPositioning: t.boolean({ defaultValue: false }),
  }),
})

/** What a clock at the airport that the window is for shows. */
const shownLocally = (context: QueryContext, { isArrival, adepId, adesId }: KeptLeg, time: number): string =>
  localTime(time, airport(context, isArrival ? adesId : adepId).timezone)

export const RequestedLeg = builder.objectRef<Placed<KeptLeg>>('RequestedLeg').implement({
  ...noScope,
  description: 'A leg as a window in time.',
  fields: (t) => ({
    legIndex: t.exposeInt('legIndex', { description: 'Its place in the request, from 0.' }),
    adep: t.field({ type: Airport, resolve: ({ adepId }, _args, context) => airport(context, adepId) }),
    ades: t.field({ type: Airport, resolve: ({ adesId }, _args, context) => airport(context, adesId) }),
    earliest: t.field({ type: 'DateTime', resolve: ({ from }) => from }),
    latest: t.field({ type: 'DateTime', resolve: ({ to }) => to }),
    isDateOnly: t.exposeBoolean('isDateOnly', { description: 'The window is that local day.' }),
    isArrival: t.exposeBoolean('isArrival', { description: 'The window is for the arrival.' }),
    earliestLocal: t.string({
      follows: ['REFERENCE'],
      resolve: (leg, _args, context) => shownLocally(context, leg, leg.from),
    }),
    latestLocal: t.string({
      follows: ['REFERENCE'],
      resolve: (leg, _args, context) => shownLocally(context, leg, leg.to),
    }),
    paxCount: t.exposeInt('paxCount'),
    luggageCount: t.exposeInt('luggageCount', { nullable: true }),
    luggageNote: t.exposeString('luggageNote', { nullable: true }),
    petCount: t.exposeInt('petCount'),
    note: t.exposeString('note', { nullable: true }),
  }),
})

export const RequestedLegInput = builder.inputType('RequestedLegInput', {
  description:
    'Exactly one form of window: date alone (the local day at adep, at ades for an arrival); earliest and latest in UTC; earliestLocal and latestLocal on the clock of that airport. A local time that exists twice is the first.',
  fields: (t) => ({
    adep: t.string({ required: true, description: CODE }),
    ades: t.string({ required: true, description: CODE }),
    date: t.field({ type: 'Date' }),
    earliest: t.field({ type: 'DateTime' }),
    latest: t.field({ type: 'DateTime' }),
    earliestLocal: t.string({ description: 'E.g. 2026-11-15T10:30.' }),
    latestLocal: t.string(),
    isArrival: t.boolean({ defaultValue: false, description: 'The window is for the arrival.' }),
    paxCount: t.int({ required: true }),
    luggageCount: t.int(),
    luggageNote: t.string(),
    petCount: t.int({ defaultValue: 0 }),
    note: t.string(),
  }),
})
