/** A user's own flights, by actual times: what a logbook imports. */

import { COMMANDER, type CrewMember } from '../../../../domain/operations/crew/crew.ts'
import type { Aircraft } from '../../../../domain/operations/fleet/aircraft.ts'
import { airborneMinutes, arrivalId, blockMinutes, type Flight } from '../../../../domain/operations/flights/flight.ts'
import { ifrMinutes, isPilot, ownMovements, pathOf } from '../../../../domain/operations/logbook/derived-entry.ts'
import { nightMinutes } from '../../../../domain/operations/logbook/night.ts'
import { allColumns } from '../../../../storage/columns.ts'
import { CREW_MEMBER } from '../../../../storage/operations/crew/crew-members.ts'
import { type CrewOnFlight, crewOfFlights } from '../../../../storage/operations/crew/flight-crew.ts'
import { AIRCRAFT } from '../../../../storage/operations/fleet/aircraft.ts'
import { FLIGHT } from '../../../../storage/operations/flights/flights.ts'
import { recordsById } from '../../../../storage/records.ts'
import { operatorSettings } from '../../../../storage/tenancy/operator-settings.ts'
import { unrestricted, type ViewReader } from '../../../../storage/view.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { usually } from '../../../operation/list-size.ts'
import { askedList } from '../../asked-list.ts'
import { type OwnRecords, ownRecords } from '../../identity/me.ts'
import { askedInterval, IntervalInput } from '../../interval.ts'
import { askedPage, type Page, PageInfo, PageInput, pageOf } from '../../page.ts'
import { airport } from '../../reference/airport-field.ts'
import { CrewPosition } from '../crew/crew-position.ts'
import { FlightKind, FlightStatus } from '../flights/flight.ts'
import { MovementTimes, scheduleOf, TimePair } from '../movement/flight-times.ts'

const MAX_INTERVAL_DAYS = 4000
/** What a place without a code is called in flight plans. */
const NO_CODE = 'ZZZZ'

interface CrewName extends Pick<CrewMember, 'name' | 'surname'> {
  readonly position: CrewOnFlight['position']
}

interface OwnFlight {
  readonly flight: Flight
  readonly aircraft: Aircraft
  readonly own: CrewOnFlight
  readonly commander: Pick<CrewMember, 'name' | 'surname'> | undefined
  readonly pilotCount: number
  readonly others: readonly CrewName[]
}

const codeOf = (context: QueryContext, airportId: string): string => airport(context, airportId).iCAO ?? NO_CODE

const typeOf = ({ reference }: QueryContext, { aircraft }: OwnFlight) => reference.aircraftTypeById(aircraft.acftTypeId)

const MOVEMENTS = ['takeOffsDay', 'takeOffsNight', 'landingsDay', 'landingsNight'] as const

/** As a logbook sees it. */
const flownBy = (context: QueryContext, { flight, pilotCount }: OwnFlight) => ({
  flight,
  pilotCount,
  from: airport(context, flight.adepId),
  to: airport(context, arrivalId(flight)),
})

const MyFlightCrew = builder.objectRef<CrewName>('MyFlightCrew').implement({
  ...needs('own:roster'),
  description: 'Somebody else of the crew.',
  fields: (t) => ({
    name: t.exposeString('name'),
    surname: t.exposeString('surname'),
    position: t.expose('position', { type: CrewPosition }),
  }),
})

/** Once for all flights of a request. */
const crewNamesShown = async (reader: ViewReader): Promise<ReadonlyMap<string, boolean>> =>
  new Map([[reader.tenantId, (await operatorSettings(reader)).crewNamesShown]])

const MyFlight = builder.objectRef<OwnFlight>('MyFlight').implement({
  ...needs('own:roster'),
  description: 'A flight that the person operates or operated, by actual times; what a logbook imports.',
  fields: (t) => ({
    flightId: t.id({ resolve: ({ flight }) => flight.flightId }),
    flightNo: t.string({ resolve: ({ flight }) => flight.flightNo }),
    registration: t.string({ resolve: ({ aircraft }) => aircraft.registration }),
    acftICAO: t.string({ resolve: (own, _args, context) => typeOf(context, own)?.iCAO ?? NO_CODE }),
    acftModel: t.string({ resolve: (own, _args, context) => typeOf(context, own)?.model ?? '' }),
    kind: t.field({ type: FlightKind, resolve: ({ flight }) => flight.kind }),
    status: t.field({ type: FlightStatus, resolve: ({ flight }) => flight.status }),
    adepICAO: t.string({ resolve: ({ flight }, _args, context) => codeOf(context, flight.adepId) }),
    arrivalICAO: t.string({
      description: 'Where it landed: a diversion counts.',
      resolve: ({ flight }, _args, context) => codeOf(context, arrivalId(flight)),
    }),
    plannedICAO: t.string({ resolve: ({ flight }, _args, context) => codeOf(context, flight.adesId) }),
    actual: t.field({ type: MovementTimes, resolve: ({ flight }) => flight.actual }),
    blockMinutes: t.int({ nullable: true, resolve: ({ flight }) => blockMinutes(flight) }),
    airborneMinutes: t.int({ nullable: true, resolve: ({ flight }) => airborneMinutes(flight) }),
    position: t.field({ type: CrewPosition, resolve: ({ own }) => own.position }),
    isPilotFlying: t.boolean({ nullable: true, resolve: ({ own }) => own.isPilotFlying }),
    schedule: t.field({ type: TimePair, resolve: ({ flight }) => scheduleOf(flight) }),
    nightMinutes: t.int({
      nullable: true,
      description: 'By sun and position, from off-block to on-block; null until it is on block.',
      resolve: (own, _args, context) => {
        const path = pathOf(flownBy(context, own))
        return path && nightMinutes(path)
      },
    }),
    ifrMinutes: t.int({
      nullable: true,
      description: 'All of it where the whole flight was under IFR.',
      resolve: ({ flight }) => {
        const total = blockMinutes(flight)
        return total === null ? null : ifrMinutes(flight, total)
      },
    }),
    landingCount: t.int({ nullable: true, resolve: ({ flight }) => flight.landingCount }),
    ...Object.fromEntries(
      MOVEMENTS.map((name) => [
        name,
        t.int({
          description: 'Of the person, as the flying pilot.',
          resolve: (own, _args, context) => ownMovements(flownBy(context, own), own.own)[name],
        }),
      ]),
    ),
    picName: t.string({
      nullable: true,
      resolve: ({ commander }) => (commander ? `${commander.name} ${commander.surname}` : null),
    }),
    crewList: t.field({
      ...usually(2),
      type: [MyFlightCrew],
      description: 'The others on board as crew, where the operator shows names (crewNamesShown); else empty.',
      resolve: async ({ others }, _args, { loaders, reader }) =>
        (await loaders.load<boolean>('crew names shown', reader.tenantId, () => crewNamesShown(reader)))
          ? [...others]
          : [],
    }),
    isMultiPilot: t.boolean({ resolve: ({ pilotCount }) => pilotCount > 1 }),
    version: t.int({ resolve: ({ flight }) => flight.version }),
  }),
})

const MyFlightPage = builder.objectRef<Page<OwnFlight>>('MyFlightPage').implement({
  ...needs('own:roster'),
  fields: (t) => ({
    nodeList: t.field({ type: [MyFlight], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

/** What belongs to the flights, read for all of them at once. Names are read with the crew. */
const completed = async ({ reader, member }: OwnRecords, flights: readonly Flight[]): Promise<OwnFlight[]> => {
  if (flights.length === 0) return []
  const crews = await crewOfFlights(
    reader,
    flights.map(({ flightId }) => flightId),
  )
  const fleet = await recordsById(reader, AIRCRAFT, [...new Set(flights.map(({ aircraftId }) => aircraftId))])
  const aboard = [...crews.values()].flat().map(({ crewMemberId }) => crewMemberId)
  const names = await recordsById(unrestricted(reader), CREW_MEMBER, [...new Set(aboard)])
  return flights.flatMap((flight) => {
    const crew = crews.get(flight.flightId) ?? []
    const aircraft = fleet.get(flight.aircraftId)
    const own = crew.find(({ crewMemberId }) => crewMemberId === member?.crewMemberId)
    const commander = crew.find(({ position }) => position === COMMANDER)
    if (!aircraft || !own) return []
    const pilotCount = crew.filter(isPilot).length
    const others = crew.flatMap(({ crewMemberId, position }) => {
      const other = crewMemberId === own.crewMemberId ? undefined : names.get(crewMemberId)
      return other ? [{ name: other.name, surname: other.surname, position }] : []
    })
    return [{ flight, aircraft, own, commander: names.get(commander?.crewMemberId ?? ''), pilotCount, others }]
  })
}

builder.queryFields((t) => ({
  myFlight: t.field({
    ...needs('own:roster'),
    description: 'One flight that the person operates or operated.',
    type: MyFlight,
    nullable: true,
    args: { flightId: t.arg.id({ required: true }) },
    resolve: async (_root, { flightId }, context) => {
      const own = await ownRecords(context)
      const flights = await recordsById(own.reader, FLIGHT, [flightId])
      return (await completed(own, [...flights.values()]))[0] ?? null
    },
  }),
  myFlightList: t.field({
    ...needs('own:roster'),
    description: 'Own flights by planned off-block.',
    type: MyFlightPage,
    args: {
      flightIdList: t.arg.idList(),
      interval: t.arg({ type: IntervalInput }),
      updatedSince: t.arg({ type: 'DateTime' }),
      page: t.arg({ type: PageInput }),
    },
    resolve: async (_root, { page, ...filter }, context) => {
      const { flightIdList, interval, updatedSince } = filter
      const own = await ownRecords(context)
      const search = {
        flightIdList: askedList(flightIdList, 'flightIdList'),
        interval: interval ? askedInterval(interval, MAX_INTERVAL_DAYS) : null,
        updatedSince: updatedSince ?? null,
      }
      const asked = askedPage('myFlightList', page, ['number', 'string'], filter)
      const rows = await FLIGHT.page(own.reader, search, { columns: allColumns(FLIGHT), ...asked.range })
      const { nodeList, pageInfo } = pageOf(rows, asked, FLIGHT.position)
      return { nodeList: await completed(own, nodeList), pageInfo }
    },
  }),
}))
