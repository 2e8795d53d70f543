/** Safety reports of the demo, in every state, each about a flight of the last weeks. */
import { DAY_MS, HOUR_MS } from '../../domain/interval.ts'
import { arrivalId, type Flight } from '../../domain/operations/flights/flight.ts'
import { ICAO_MATRIX, type RiskPlace, riskAt } from '../../domain/operations/safety/risk.ts'
import { PUBLIC_CODES } from '../../domain/operations/safety/safety-code.ts'
import { SAFETY_REPORT_RECORD, type SafetyReport } from '../../domain/operations/safety/safety-report.ts'
import { madeRecord } from '../../domain/records/made-record.ts'
import type { Seeded } from './seeded.ts'

type Told = Pick<SafetyReport, 'title' | 'narrative' | 'subject' | 'legalType' | 'status'> & {
  readonly daysAgo: number
  readonly category: string
  readonly risk: RiskPlace | null
}

const TOLD: readonly Told[] = [
  {
    title: 'Loose carpet in the galley',
    narrative: 'The carpet before the galley was loose over a length of a hand. Fixed with tape for the leg.',
    subject: 'HAZARD',
    legalType: 'VOLUNTARY',
    status: 'CLOSED',
    daysAgo: 50,
    category: 'CABIN',
    risk: { severity: 1, likelihood: 2 },
  },
  {
    title: 'Bird strike on approach',
    narrative: 'A small bird hit the radome at about 800 ft. No damage found after landing.',
    subject: 'BIRD_STRIKE',
    legalType: 'MANDATORY',
    status: 'ACTION_REQUIRED',
    daysAgo: 25,
    category: 'BIRD',
    risk: { severity: 2, likelihood: 3 },
  },
  {
    title: 'Ladder left at the tail',
    narrative: 'A ladder of the ground crew stood below the tail when the aircraft was to be pushed back.',
    subject: 'GROUND_DAMAGE',
    legalType: 'VOLUNTARY',
    status: 'UNDER_REVIEW',
    daysAgo: 12,
    category: 'RAMP',
    risk: { severity: 2, likelihood: 2 },
  },
  {
    title: 'Report of another aircraft',
    narrative: 'Told by telephone, and taken back by the caller: it was another operator’s.',
    subject: 'OCCURRENCE',
    legalType: 'VOLUNTARY',
    status: 'WITHDRAWN',
    daysAgo: 7,
    category: 'OTHR',
    risk: null,
  },
  {
    title: 'Runway incursion by a vehicle',
    narrative: 'A vehicle crossed the holding point while we were on short final. We went around.',
    subject: 'OCCURRENCE',
    legalType: 'MANDATORY',
    status: 'SUBMITTED',
    daysAgo: 2,
    category: 'RI',
    risk: null,
  },
]

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

const latestBefore = (flights: readonly Flight[], time: number): Flight | undefined =>
  flights
    .filter(({ status, onBlock }) => status === 'CLOSED' && onBlock <= time)
    .sort((a, b) => b.onBlock - a.onBlock || (a.flightId < b.flightId ? -1 : 1))[0]

const reportOf = (random: Seeded, flight: Flight, asOf: number, told: Told): SafetyReport => {
  const { daysAgo, category, risk, ...words } = told
  const awareAt = flight.onBlock + 5 * HOUR_MS
  const isWorkedOn = words.status !== 'SUBMITTED' && words.status !== 'WITHDRAWN'
  const isSentOn = words.legalType === 'MANDATORY' && isWorkedOn
  return madeRecord(SAFETY_REPORT_RECORD, Math.min(awareAt, asOf), {
    safetyReportId: random.id('sfr'),
    reference: '',
    ...words,
    confidentiality: 'OPEN',
    occurredAt: flight.onBlock,
    occurredOn: dayOf(flight.onBlock),
    airportId: arrivalId(flight),
    flightId: flight.flightId,
    aircraftId: flight.aircraftId,
    codeList: isWorkedOn ? PUBLIC_CODES.filter(({ list, code }) => list === 'CATEGORY' && code === category) : [],
    initialRisk: risk && riskAt(ICAO_MATRIX, risk),
    feedback: words.status === 'CLOSED' ? 'Replaced at the next inspection.' : null,
    awareAt,
    reportedToAuthorityAt: isSentOn ? awareAt + 20 * HOUR_MS : null,
    authorityReference: isSentOn ? `BAZL-${random.whole(1000, 9999)}` : null,
    preliminarySentAt: isSentOn ? awareAt + 9 * DAY_MS : null,
    isLate: false,
  })
}

/** In the order in which they came. */
export const safetyReportsOf = (random: Seeded, flights: readonly Flight[], asOf: number): SafetyReport[] =>
  TOLD.flatMap((told) => {
    const flight = latestBefore(flights, asOf - told.daysAgo * DAY_MS)
    return flight ? [reportOf(random, flight, asOf, told)] : []
  }).map((report, index) => ({ ...report, reference: `SR${String(index + 1).padStart(5, '0')}` }))
