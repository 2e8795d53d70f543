/** Planned, expected and reported times of a flight, in UTC and in the local times of both airports. */
import type {
  Flight as FlightRecord,
  MovementTimes as MovementTimesValue,
} from '../../../../domain/operations/flights/flight.ts'
import {
  TIME_SOURCES,
  type TimeReport as TimeReportValue,
  usedReports,
} from '../../../../domain/operations/movement/time-report.ts'
import { MOVEMENT_EVENTS } from '../../../../domain/operations/movement/times.ts'
import { localTime } from '../../../../domain/reference/local-time.ts'
import { noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { usually } from '../../../operation/list-size.ts'
import { Actor } from '../../actor.ts'
import { airport } from '../../reference/airport-field.ts'
import { shownAuthor } from '../../versioned.ts'

export interface TimePairValue {
  readonly offBlock: number
  readonly onBlock: number
  readonly adepId: string
  readonly adesId: string
}

export const TimePair = builder.objectRef<TimePairValue>('TimePair').implement({
  ...noScope,
  description: 'Off-block and on-block. Local times carry their offset and follow the airport’s own clock.',
  fields: (t) => ({
    offBlock: t.expose('offBlock', { type: 'DateTime' }),
    onBlock: t.expose('onBlock', { type: 'DateTime' }),
    offBlockLocal: t.string({
      description: 'At the aerodrome of departure, e.g. 2026-11-15T10:30:00+01:00.',
      follows: ['REFERENCE'],
      resolve: ({ offBlock, adepId }, _args, context) => localTime(offBlock, airport(context, adepId).timezone),
    }),
    onBlockLocal: t.string({
      description: 'At the aerodrome of destination, e.g. 2026-11-15T10:30:00+01:00.',
      follows: ['REFERENCE'],
      resolve: ({ onBlock, adesId }, _args, context) => localTime(onBlock, airport(context, adesId).timezone),
    }),
  }),
})

const MovementEvent = builder.enumType('MovementEvent', { values: MOVEMENT_EVENTS })
export const TimeSource = builder.enumType('TimeSource', {
  values: TIME_SOURCES,
  description: 'Precedence: OPS, CREW, ACARS, HANDLER, ADSB; within one source the newest.',
})

export const MovementTimes = builder.objectRef<MovementTimesValue>('MovementTimes').implement({
  ...noScope,
  description: 'The times that count: off-block, take-off, landing, on-block.',
  fields: (t) => ({
    offBlock: t.expose('offBlock', { type: 'DateTime', nullable: true }),
    takeOff: t.expose('takeOff', { type: 'DateTime', nullable: true }),
    landing: t.expose('landing', { type: 'DateTime', nullable: true }),
    onBlock: t.expose('onBlock', { type: 'DateTime', nullable: true }),
    impliedList: t.field({
      ...usually(1),
      type: [MovementEvent],
      description: 'Those that nobody reported: estimated from the others.',
      resolve: ({ impliedList }) => [...impliedList],
    }),
  }),
})

export type SeenTimeReport = TimeReportValue & { readonly isUsed: boolean }

export const TimeReport = builder.objectRef<SeenTimeReport>('TimeReport').implement({
  ...noScope,
  description: 'One report of one time.',
  fields: (t) => ({
    event: t.expose('event', { type: MovementEvent }),
    at: t.expose('at', { type: 'DateTime' }),
    source: t.expose('source', { type: TimeSource }),
    isUsed: t.exposeBoolean('isUsed', { description: 'Whether it is the one that counts.' }),
    reportedAt: t.expose('reportedAt', { type: 'DateTime' }),
    reportedBy: t.field({
      type: Actor,
      nullable: true,
      follows: [],
      resolve: ({ by }, _args, context) => shownAuthor(by, context),
    }),
  }),
})

export const timeReportsOf = (list: readonly TimeReportValue[]): SeenTimeReport[] => {
  const used = new Set(usedReports(list).values())
  return list.map((report) => ({ ...report, isUsed: used.has(report) }))
}

export const SCHEDULE_COLUMNS = ['offBlock', 'onBlock', 'adepId', 'adesId'] as const

export const scheduleOf = ({
  offBlock,
  onBlock,
  adepId,
  adesId,
}: Pick<FlightRecord, (typeof SCHEDULE_COLUMNS)[number]>): TimePairValue => ({
  offBlock,
  onBlock,
  adepId,
  adesId,
})

export const ESTIMATE_COLUMNS = [
  ...SCHEDULE_COLUMNS,
  'estimatedOffBlock',
  'estimatedOnBlock',
  'actual',
  'divertedToId',
] as const

/** The plan with the estimates applied; null if there are none. */
export const estimateOf = (flight: Pick<FlightRecord, (typeof ESTIMATE_COLUMNS)[number]>): TimePairValue | null => {
  const { estimatedOffBlock, estimatedOnBlock, adepId } = flight
  if (estimatedOffBlock === null && estimatedOnBlock === null) return null
  const offBlock = estimatedOffBlock ?? flight.actual.offBlock ?? flight.offBlock
  const onBlock = estimatedOnBlock ?? offBlock + (flight.onBlock - flight.offBlock)
  return { offBlock, onBlock, adepId, adesId: flight.divertedToId ?? flight.adesId }
}
