/**
 * The logbook of the demo's pilot: what follows from the closed flights, as the server derives it, and what the pilot
 * added: flights at the club, simulator sessions, and the totals of the paper logbooks.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/interval.ts'
import { COMMANDER } from '../../domain/operations/crew/crew.ts'
import { arrivalId, type Flight } from '../../domain/operations/flights/flight.ts'
import { derivedEntry, isPilot } from '../../domain/operations/logbook/derived-entry.ts'
import {
  LOGBOOK_ENTRY_RECORD,
  type LogbookDetails,
  type LogbookEntry,
  placeInOrder,
} from '../../domain/operations/logbook/logbook-entry.ts'
import { madeRecord } from '../../domain/records/made-record.ts'
import type { CrewOnFlight } from '../../storage/operations/crew/flight-crew.ts'
import type { DemoReference, OperatorData } from './operator-data.ts'
import { Seeded } from './seeded.ts'

interface LogbookFacts {
  readonly userId: string
  readonly crewMemberId: string
  readonly data: OperatorData
  readonly crew: readonly CrewOnFlight[]
  readonly reference: DemoReference
  readonly seed: string
  readonly asOf: number
}

type Told = Partial<LogbookDetails> & Pick<LogbookDetails, 'date' | 'source'>

const flightEntry = (facts: LogbookFacts, flight: Flight): Told | null => {
  const { data, crew, reference, crewMemberId } = facts
  const aboard = crew.filter(({ flightId }) => flightId === flight.flightId)
  const own = aboard.find((each) => each.crewMemberId === crewMemberId)
  const aircraft = data.aircraft.find(({ aircraftId }) => aircraftId === flight.aircraftId)
  const type = reference.aircraftTypes.find(({ acftTypeId }) => acftTypeId === aircraft?.acftTypeId)
  const [from, to, planned] = [flight.adepId, arrivalId(flight), flight.adesId].map(reference.airportById)
  if (flight.status !== 'CLOSED' || !own || !isPilot(own) || !aircraft || !from || !to || !planned) return null
  const commanderId = aboard.find(({ position }) => position === COMMANDER)?.crewMemberId
  const commander = data.crewMembers.find((member) => member.crewMemberId === commanderId)
  const derived = derivedEntry(
    {
      flight,
      registration: aircraft.registration,
      type,
      ...{ from, to, planned },
      picName: commander ? `${commander.name} ${commander.surname}` : null,
      pilotCount: aboard.filter(isPilot).length,
      minFlightCrew: aircraft.minFlightCrew ?? (type ? reference.typeRatings.minFlightCrew(type) : 1),
    },
    own,
  )
  return (
    derived && { date: dayOf(flight.offBlock), ...derived, source: 'OPERATOR', flightId: flight.flightId, crewMemberId }
  )
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** At the club, once around the field for each landing. */
const atTheClub = (
  asOf: number,
  daysAgo: number,
  { startHour, minutes }: { readonly startHour: number; readonly minutes: number },
): Told => {
  const offBlock = Math.floor((asOf - daysAgo * DAY_MS) / DAY_MS) * DAY_MS + startHour * HOUR_MS
  return {
    source: 'MANUAL',
    date: dayOf(offBlock),
    ...{ adep: 'LSZR', ades: 'LSZR', offBlock, onBlock: offBlock + minutes * MINUTE_MS },
    ...{ totalMinutes: minutes, singlePilotSeMinutes: minutes },
  }
}

/** Three landings by day. */
const clubFlight = (asOf: number): Told => ({
  ...atTheClub(asOf, 14, { startHour: 11, minutes: 70 }),
  ...{ registration: 'HB-KFW', acftType: 'P28A', acftModel: 'PA-28-161 Warrior' },
  ...{ picMinutes: 70, nightMinutes: 0, takeOffsDay: 3, landingsDay: 3, picName: 'SELF' },
})

/** Three landings by night, which soon no longer count. */
const nightFlight = (asOf: number): Told => ({
  ...atTheClub(asOf, 83, { startHour: 21, minutes: 55 }),
  ...{ registration: 'HB-KFW', acftType: 'P28A', acftModel: 'PA-28-161 Warrior' },
  ...{ picMinutes: 55, nightMinutes: 55, takeOffsNight: 3, landingsNight: 3, picName: 'SELF' },
})

/** An hour with an instructor on another type, from an application: too little to be current on it. */
const lesson = (asOf: number): Told => ({
  ...atTheClub(asOf, 31, { startHour: 13, minutes: 60 }),
  source: 'IMPORT',
  ...{ registration: 'HB-SGD', acftType: 'DR40', acftModel: 'DR 400-180' },
  ...{ dualMinutes: 60, nightMinutes: 0, takeOffsDay: 1, landingsDay: 1, picName: 'K. Huber' },
  remarks: 'Tail wheel, crosswind landings',
})

const session = (asOf: number, daysAgo: number, remarks: string): Told => ({
  source: 'MANUAL',
  kind: 'FSTD',
  date: dayOf(asOf - daysAgo * DAY_MS),
  flightCount: 0,
  fstdType: 'C56X FFS',
  fstdQualification: 'CH-1A-014',
  fstdMinutes: 240,
  remarks,
})

const broughtForward = (asOf: number): Told => ({
  source: 'MANUAL',
  kind: 'BROUGHT_FORWARD',
  date: dayOf(asOf - 900 * DAY_MS),
  flightCount: 1388,
  ...{ totalMinutes: 72_270, multiPilotMinutes: 60_000, singlePilotSeMinutes: 12_270 },
  ...{ picMinutes: 12_770, copilotMinutes: 58_000, dualMinutes: 1_500, nightMinutes: 5_760, ifrMinutes: 55_000 },
  ...{ takeOffsDay: 620, takeOffsNight: 60, landingsDay: 640, landingsNight: 62 },
  remarks: 'Paper logbooks 1 to 3',
})

export const logbookOf = (facts: LogbookFacts): LogbookEntry[] => {
  const { asOf, seed, data, userId } = facts
  const random = new Seeded(seed).part('logbook')
  const flown = data.flights.flatMap((flight) => flightEntry(facts, flight) ?? [])
  const noted = flown.map((entry, index) =>
    index === flown.length - 1 ? { ...entry, annotation: 'First CAT II in service' } : entry,
  )
  const added = [
    broughtForward(asOf),
    session(asOf, 120, 'Proficiency check'),
    session(asOf, 9, 'LOFT, engine fire'),
    clubFlight(asOf),
    nightFlight(asOf),
    lesson(asOf),
  ]
  return [...noted, ...added].map((entry): LogbookEntry => {
    const told = { totalMinutes: 0, nightMinutes: 0, at: 0, ...entry, userId, logbookEntryId: random.id('lbe') }
    const made = madeRecord(LOGBOOK_ENTRY_RECORD, asOf, told)
    return { ...made, at: placeInOrder(made) }
  })
}
