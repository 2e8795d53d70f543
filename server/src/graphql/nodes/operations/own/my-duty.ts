/** A user's own duties and their legs. */

import type { Interval } from '../../../../domain/interval.ts'
import { assessmentWarnings, type Duty } from '../../../../domain/operations/crew/duty.ts'
import { type PeriodAround, periodWarnings, restBeforeMinutes } from '../../../../domain/operations/crew/duty-period.ts'
import type { Aircraft } from '../../../../domain/operations/fleet/aircraft.ts'
import { arrivalId, type Flight } from '../../../../domain/operations/flights/flight.ts'
import { allColumns } from '../../../../storage/columns.ts'
import { DUTY } from '../../../../storage/operations/crew/duties.ts'
import { type CrewOnFlight, crewOfFlights } from '../../../../storage/operations/crew/flight-crew.ts'
import { AIRCRAFT } from '../../../../storage/operations/fleet/aircraft.ts'
import { FLIGHT } from '../../../../storage/operations/flights/flights.ts'
import { recordsById } from '../../../../storage/records.ts'
import { needs, noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { usually } from '../../../operation/list-size.ts'
import { askedList } from '../../asked-list.ts'
import { type OwnRecords, ownRecords } from '../../identity/me.ts'
import { askedInterval, IntervalInput } from '../../interval.ts'
import { badInput } from '../../page.ts'
import { airport, airportOrNull } from '../../reference/airport-field.ts'
import { Warning } from '../../warning.ts'
import { CrewPosition } from '../crew/crew-position.ts'
import { DutyKind, loadPeriod, loadRules } from '../crew/duty.ts'
import { FlightStatus } from '../flights/flight.ts'
import { estimateOf, MovementTimes, scheduleOf, TimePair } from '../movement/flight-times.ts'

const MAX_DUTIES_DAYS = 400

interface OwnLeg {
  readonly flight: Flight
  readonly aircraft: Aircraft
  readonly position: CrewOnFlight['position']
}

interface OwnDuty {
  readonly duty: Duty
  readonly around: PeriodAround
  readonly legList: readonly OwnLeg[]
}

const MyLeg = builder.objectRef<OwnLeg>('MyLeg').implement({
  ...noScope,
  fields: (t) => ({
    flightId: t.id({ resolve: ({ flight }) => flight.flightId }),
    version: t.int({ resolve: ({ flight }) => flight.version }),
    flightNo: t.string({ resolve: ({ flight }) => flight.flightNo }),
    registration: t.string({ resolve: ({ aircraft }) => aircraft.registration }),
    acftICAO: t.string({
      resolve: ({ aircraft }, _args, { reference }) => reference.aircraftTypeById(aircraft.acftTypeId)?.iCAO ?? 'ZZZZ',
    }),
    adepICAO: t.string({ resolve: ({ flight }, _args, context) => airport(context, flight.adepId).iCAO ?? 'ZZZZ' }),
    adesICAO: t.string({ resolve: ({ flight }, _args, context) => airport(context, flight.adesId).iCAO ?? 'ZZZZ' }),
    divertedToICAO: t.string({
      nullable: true,
      resolve: ({ flight }, _args, context) => airportOrNull(context, flight.divertedToId)?.iCAO ?? null,
    }),
    arrivalICAO: t.string({
      description: 'Where it arrived, or is to arrive.',
      resolve: ({ flight }, _args, context) => airport(context, arrivalId(flight)).iCAO ?? 'ZZZZ',
    }),
    estimate: t.field({ type: TimePair, nullable: true, resolve: ({ flight }) => estimateOf(flight) }),
    callsign: t.string({ nullable: true, resolve: ({ flight }) => flight.callsign }),
    schedule: t.field({ type: TimePair, resolve: ({ flight }) => scheduleOf(flight) }),
    actual: t.field({ type: MovementTimes, resolve: ({ flight }) => flight.actual }),
    position: t.expose('position', { type: CrewPosition }),
    status: t.field({ type: FlightStatus, resolve: ({ flight }) => flight.status }),
  }),
})

const MyDuty = builder.objectRef<OwnDuty>('MyDuty').implement({
  ...needs('own:roster'),
  description: 'A duty of the user behind the token.',
  fields: (t) => ({
    dutyId: t.id({ resolve: ({ duty }) => duty.dutyId }),
    version: t.int({ resolve: ({ duty }) => duty.version }),
    kind: t.field({ type: DutyKind, resolve: ({ duty }) => duty.kind }),
    startAt: t.field({ type: 'DateTime', resolve: ({ duty }) => duty.startAt }),
    endAt: t.field({ type: 'DateTime', resolve: ({ duty }) => duty.endAt }),
    legList: t.field({ ...usually(3), type: [MyLeg], resolve: ({ legList }) => [...legList] }),
    plannedStartAt: t.field({ type: 'DateTime', resolve: ({ duty }) => duty.plannedStartAt }),
    plannedEndAt: t.field({ type: 'DateTime', resolve: ({ duty }) => duty.plannedEndAt }),
    restBeforeMinutes: t.int({ nullable: true, resolve: ({ around }) => restBeforeMinutes(around) }),
    warningList: t.field({
      ...usually(1),
      type: [Warning],
      resolve: async ({ duty, around }, _args, context) => [
        ...periodWarnings(around, (await loadRules(context)).dutyLimits),
        ...assessmentWarnings(duty),
      ],
    }),
  }),
})

/** Loads the legs of all duties at once, so that a year takes as many statements as a day. */
const legsOf = async (
  { reader, member }: OwnRecords,
  duties: readonly Duty[],
): Promise<ReadonlyMap<string, OwnLeg>> => {
  const flightIds = duties.flatMap(({ flightIdList }) => flightIdList)
  if (flightIds.length === 0) return new Map()
  const flights = await recordsById(reader, FLIGHT, flightIds)
  const crew = await crewOfFlights(reader, flightIds)
  const fleet = await recordsById(reader, AIRCRAFT, [...new Set([...flights.values()].map((leg) => leg.aircraftId))])
  const legs = new Map<string, OwnLeg>()
  for (const [flightId, flight] of flights) {
    const aircraft = fleet.get(flight.aircraftId)
    const own = crew.get(flightId)?.find(({ crewMemberId }) => crewMemberId === member?.crewMemberId)
    if (aircraft && own) legs.set(flightId, { flight, aircraft, position: own.position })
  }
  return legs
}

/** Which of the own duties: by id, by time, or both. */
interface AskedDuties {
  readonly ids: readonly string[] | null
  readonly interval: Interval | null
}

const ownDuties = async (context: QueryContext, asked: AskedDuties): Promise<OwnDuty[]> => {
  const own = await ownRecords(context)
  if (!own.member) return []
  const search = { dutyIdList: asked.ids, interval: asked.interval, crewMemberIdList: [own.member.crewMemberId] }
  const duties = await DUTY.page(own.reader, search, {
    columns: allColumns(DUTY),
    after: null,
    isDescending: false,
    most: MAX_DUTIES,
  })
  const periods = await Promise.all(duties.map((duty) => loadPeriod(context, duty)))
  const legs = await legsOf(own, duties)
  return duties.map((duty, index) => ({
    duty,
    around: periods[index] as PeriodAround,
    legList: duty.flightIdList.flatMap((flightId) => legs.get(flightId) ?? []),
  }))
}

/** More than a person has in the longest interval. */
const MAX_DUTIES = 2000

builder.queryFields((t) => ({
  myDuty: t.field({
    ...needs('own:roster'),
    description: 'One duty of one’s own.',
    type: MyDuty,
    nullable: true,
    args: { dutyId: t.arg.id({ required: true }) },
    resolve: async (_root, { dutyId }, context) =>
      (await ownDuties(context, { ids: [dutyId], interval: null }))[0] ?? null,
  }),
  myDutyList: t.field({
    ...needs('own:roster'),
    description: 'Own duties in the order of time; needs dutyIdList or interval.',
    type: [MyDuty],
    args: { dutyIdList: t.arg.idList(), interval: t.arg({ type: IntervalInput }) },
    resolve: (_root, { dutyIdList, interval }, context) => {
      const ids = askedList(dutyIdList, 'dutyIdList')
      if (!ids && !interval) throw badInput('myDutyList needs dutyIdList or interval.')
      return ownDuties(context, { ids, interval: interval ? askedInterval(interval, MAX_DUTIES_DAYS) : null })
    },
  }),
}))
