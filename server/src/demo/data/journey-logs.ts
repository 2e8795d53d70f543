/** Journey logs of the demo's last flights: signed, amended, opened again, one that differs from its flight, one that waits. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/interval.ts'
import { COMMANDER } from '../../domain/operations/crew/crew.ts'
import { arrivalId, type Flight } from '../../domain/operations/flights/flight.ts'
import { derivedLog, type LoggedFlight } from '../../domain/operations/logs/derived-log.ts'
import { JOURNEY_LOG_RECORD, type JourneyLog } from '../../domain/operations/logs/journey-log.ts'
import { madeRecord } from '../../domain/records/made-record.ts'
import type { CrewOnFlight } from '../../storage/operations/crew/flight-crew.ts'
import type { DemoReference, OperatorData } from './operator-data.ts'
import { Seeded } from './seeded.ts'

interface LogFacts {
  readonly data: OperatorData
  readonly crew: readonly CrewOnFlight[]
  readonly reference: DemoReference
  readonly seed: string
  readonly asOf: number
}

const LOGS = 12
/** Counted from the last flight. */
const WAITS = 0
const DIFFERS = 2
const AMENDED = 4

const loggedOf = ({ data, crew, reference }: LogFacts, flight: Flight): LoggedFlight | null => {
  const aircraft = data.aircraft.find(({ aircraftId }) => aircraftId === flight.aircraftId)
  const [from, to] = [flight.adepId, arrivalId(flight)].map(reference.airportById)
  if (!aircraft || !from || !to) return null
  return {
    flight,
    registration: aircraft.registration,
    type: reference.aircraftTypes.find(({ acftTypeId }) => acftTypeId === aircraft.acftTypeId),
    from,
    to,
    crew: crew
      .filter(({ flightId }) => flightId === flight.flightId)
      .flatMap(({ crewMemberId, position, isPilotFlying }) => {
        const member = data.crewMembers.find((each) => each.crewMemberId === crewMemberId)
        return member ? [{ crewMemberId, name: member.name, surname: member.surname, position, isPilotFlying }] : []
      }),
  }
}

const signatureOf = ({ data }: LogFacts, { crew }: LoggedFlight, signedAt: number): JourneyLog['signature'] => {
  const commander = crew.find(({ position }) => position === COMMANDER)
  if (!commander) return null
  const { crewMemberId, name, surname } = commander
  const licence = data.qualifications.find((each) => each.crewMemberId === crewMemberId && each.kind === 'LICENCE')
  return {
    crewMemberId,
    name: `${name} ${surname}`,
    licenceNumber: licence?.number ?? null,
    method: 'PASSWORD',
    applicationName: 'Skylog',
    deviceId: 'EFB-07',
    signedAt,
  }
}

const logsOf = (facts: LogFacts, random: Seeded, flight: Flight, back: number): JourneyLog[] => {
  const logged = loggedOf(facts, flight)
  if (!logged) return []
  const onBlock = flight.actual.onBlock ?? flight.onBlock
  const draft: JourneyLog = madeRecord(JOURNEY_LOG_RECORD, onBlock - 30 * MINUTE_MS, {
    ...derivedLog(logged, []),
    flightId: flight.flightId,
    baggageKg: flight.paxTotal * 14,
    oilAddedMl: back % 3 === 1 ? 250 : null,
    observations: back % 4 === 1 ? 'Light chop above FL 300' : null,
    journeyLogId: random.id('jlg'),
  })
  if (back === WAITS) return [draft]
  const signedAt = onBlock + 20 * MINUTE_MS
  const signed: JourneyLog = { ...draft, status: 'SIGNED', signature: signatureOf(facts, logged, signedAt) }
  if (back === DIFFERS) {
    return [{ ...signed, paxOfFlight: signed.paxOfFlight + 1, differenceList: ['paxAboard'] }]
  }
  if (back !== AMENDED) return [signed]
  const again = Math.min(signedAt + 20 * HOUR_MS, facts.asOf)
  const next = { revision: 2, amendReason: 'Oil uplift was left out', oilAddedMl: 500, journeyLogId: random.id('jlg') }
  return [
    { ...signed, status: 'AMENDED' },
    { ...draft, ...next, createdAt: again, updatedAt: again },
  ]
}

export const journeyLogsOf = (facts: LogFacts): JourneyLog[] => {
  const random = new Seeded(facts.seed).part('journey logs')
  return facts.data.flights
    .filter(({ status, onBlock }) => status === 'CLOSED' && onBlock > facts.asOf - 20 * DAY_MS)
    .toSorted((a, b) => b.offBlock - a.offBlock || (a.flightId < b.flightId ? -1 : 1))
    .slice(0, LOGS)
    .flatMap((flight, back) => logsOf(facts, random, flight, back))
}
