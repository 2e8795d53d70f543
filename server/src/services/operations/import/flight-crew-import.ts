/**
 * Imports who flies: a line puts one person on a flight, or gives them another position there. All lines of a flight are
 * one change of its crew, so that two people can swap their positions; whoever is aboard and not in the file stays.
 */
import { DAY_MS } from '../../../domain/interval.ts'
import { CREW_POSITION, type CrewPosition } from '../../../domain/operations/crew/crew.ts'
import type { Flight } from '../../../domain/operations/flights/flight.ts'
import type { Problem } from '../../../domain/problem.ts'
import { labelOf } from '../../../domain/records/field.ts'
import { type UserError, UserErrors } from '../../../domain/user-error.ts'
import type { Warning } from '../../../domain/warning.ts'
import { fragment } from '../../../storage/engines/fragment.ts'
import { type CrewOnFlight, crewOfFlights } from '../../../storage/operations/crew/flight-crew.ts'
import { FLIGHT } from '../../../storage/operations/flights/flights.ts'
import { recordById, selectRecords } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import type { Desk } from '../desk.ts'
import { lockFlights } from '../flights/flight-lock.ts'
import { type CrewAssignment, setFlightCrew } from '../passengers/flight-people.ts'
import { code, day, oneOf, text, time, truth } from './cells.ts'
import { FLIGHT_HEADINGS } from './heading-words.ts'
import {
  type FileField,
  type ImportKind,
  type LineInput,
  type LookedAt,
  missingFrom,
  type Outcome,
  type ReadLine,
} from './import-kind.ts'
import { externalIdOf, recordOfExternalId } from './known-record.ts'
import { CREW_CODE, CREW_MEMBER_ID, namedCrew } from './named-crew.ts'

const { flightNo: FLIGHT_NO } = FLIGHT.description.fields

const COLUMNS: Readonly<Record<string, FileField>> = {
  flightNo: { read: code, label: labelOf('flightNo', FLIGHT_NO), headings: FLIGHT_HEADINGS.flightNo ?? '' },
  day: {
    read: day,
    label: 'Day, UTC',
    headings: 'date, flight date, day of flight, Datum, Tag, Flugtag, jour, date du vol, data, giorno',
  },
  crewCode: CREW_CODE,
  position: {
    read: oneOf(CREW_POSITION.values),
    label: 'Position',
    headings: 'function, rank, role, Funktion, Rang, fonction, poste, funzione, posizione, grado',
  },
  reportAt: {
    read: time,
    label: 'Report, UTC',
    headings: 'report, report time, check-in, Meldezeit, Dienstbeginn, heure de présentation, presentazione',
  },
  isPilotFlying: { read: truth, label: 'Pilot flying', headings: 'pf, pilot flying' },
  startsDuty: { read: truth, label: 'Begins a duty', headings: '' },
  reason: { read: text, label: 'Reason, once closed', headings: 'Grund, Begründung, motif, motivo' },
  flightId: { read: text, label: 'Flight, by its id', headings: '' },
  crewMemberId: CREW_MEMBER_ID,
}

const NEEDED = [['flightNo', 'externalId', 'flightId'], ['crewCode', 'crewMemberId'], ['position']]

interface FoundFlight {
  readonly flight: Flight | undefined
  readonly problems: readonly Problem[]
}

const NO_FLIGHT: FoundFlight = { flight: undefined, problems: [] }

const found = (flight: Flight | undefined, field: string, message: string): FoundFlight => ({
  flight,
  problems: flight ? [] : [{ path: [field], message }],
})

/** A number is used again: the day of the planned off-block says which flight is meant. */
const flightOfNumber = async (tx: ViewTx, flightNo: string, on: string): Promise<FoundFlight> => {
  const from = Date.parse(`${on}T00:00:00Z`)
  const where = [
    fragment`flight.flight_no = ${flightNo}`,
    fragment`flight.off_block >= ${from} and flight.off_block < ${from + DAY_MS}`,
    fragment`flight.status <> ${'CANCELLED'}`,
  ]
  const flights = await selectRecords(tx, FLIGHT, { where, most: 2 })
  if (flights.length < 2) return found(flights[0], 'flightNo', `There is no flight ${flightNo} on ${on}`)
  const message = `Several flights are called ${flightNo} on ${on}: name one by its flightId`
  return { flight: undefined, problems: [{ path: ['flightNo'], message }] }
}

const flightOf = async (tx: ViewTx, { input, unreadable }: ReadLine): Promise<FoundFlight> => {
  const { flightId, flightNo, day: on } = input
  if (typeof flightId === 'string') {
    return found(await recordById(tx, FLIGHT, flightId), 'flightId', `There is no flight with the id ${flightId}`)
  }
  const externalId = externalIdOf(input)
  if (externalId) {
    const message = `${externalId.system} has no flight ${externalId.value} here`
    return found(await recordOfExternalId(tx, FLIGHT, input), 'externalIdList', message)
  }
  if (typeof flightNo !== 'string') return NO_FLIGHT
  if (typeof on === 'string') return flightOfNumber(tx, flightNo, on)
  if (unreadable.has('day')) return NO_FLIGHT
  return {
    flight: undefined,
    problems: [{ path: ['day'], message: 'Say on which day: a flight number is used again' }],
  }
}

/** The same flight is looked for once. */
const keyOf = ({ input: { flightId, flightNo, day: on, externalIdList }, unreadable }: ReadLine): string =>
  JSON.stringify([flightId, flightNo, on, externalIdList, unreadable.has('day')])

/** A line that names a flight and a person. */
interface Assigned {
  readonly line: number
  readonly flightId: string
  readonly assignment: CrewAssignment
  readonly reason: string | null
}

const assignmentOf = (input: LineInput, crewMemberId: string): CrewAssignment => ({
  crewMemberId,
  position: input.position as CrewPosition,
  ...(input.reportAt === undefined ? {} : { reportAt: input.reportAt as number }),
  ...(input.isPilotFlying === undefined ? {} : { isPilotFlying: input.isPilotFlying as boolean }),
  ...(input.startsDuty === undefined ? {} : { startsDuty: input.startsDuty as boolean }),
})

/** The whole crew after the lines: in the order in which it was, then those who join. */
const crewAfter = (present: readonly CrewOnFlight[], assigned: readonly Assigned[]): CrewAssignment[] => {
  const lines = new Map(assigned.map(({ assignment }) => [assignment.crewMemberId, assignment]))
  const aboard = new Set(present.map(({ crewMemberId }) => crewMemberId))
  return [
    ...present.map((item) => ({ ...item, ...lines.get(item.crewMemberId) })),
    ...[...lines.values()].filter(({ crewMemberId }) => !aboard.has(crewMemberId)),
  ]
}

/** What became of the lines of one flight. */
interface Settled {
  readonly outcomes: ReadonlyMap<number, Outcome['did']>
  readonly errors: ReadonlyMap<number, readonly UserError[]>
  readonly warningList: readonly Warning[]
}

/** The column that a refusal of the crew concerns. */
const repathed = (error: UserError): UserError => {
  const field = error.path?.[0] === 'crewList' ? error.path[2] : error.path?.[0]
  const column = field === 'crewMemberId' ? 'crewCode' : field
  return { ...error, path: column === undefined ? null : ['input', column] }
}

const settle = async (tx: ViewTx, desk: Desk, flightId: string, assigned: readonly Assigned[]): Promise<Settled> => {
  const flight = (await recordById(tx, FLIGHT, flightId)) as Flight
  const present = (await crewOfFlights(tx, [flightId])).get(flightId) ?? []
  const crewList = crewAfter(present, assigned)
  const reason = assigned.find((each) => each.reason !== null)?.reason ?? null
  const lineOf = new Map(assigned.map(({ line, assignment }) => [assignment.crewMemberId, line]))
  const first = assigned[0]?.line ?? 0
  try {
    const asked = { flightId, crewList, expectedVersion: flight.version, reason }
    const { flight: after, warningList } = await setFlightCrew(tx, desk, asked)
    const before = new Map(present.map((item) => [item.crewMemberId, item]))
    const isSame = ({ assignment }: Assigned): boolean => {
      const was = before.get(assignment.crewMemberId)
      return was !== undefined && Object.entries(assignment).every(([key, value]) => was[key as 'position'] === value)
    }
    const isUnchanged = (each: Assigned) => after.version === flight.version || isSame(each)
    const outcomes = assigned.map((each) => [each.line, isUnchanged(each) ? 'unchanged' : 'updated'] as const)
    return { outcomes: new Map(outcomes), errors: new Map(), warningList }
  } catch (error) {
    if (!(error instanceof UserErrors)) throw error
    const lineOfError = ({ path }: UserError): number =>
      (path?.[0] === 'crewList' ? lineOf.get(crewList[Number(path[1])]?.crewMemberId ?? '') : undefined) ?? first
    const byLine = Map.groupBy(error.list, lineOfError)
    const errors = [...byLine].map(([line, list]) => [line, list.map(repathed)] as const)
    return { outcomes: new Map(), errors: new Map(errors), warningList: [] }
  }
}

const twice = (line: number): Problem => ({
  path: ['crewCode'],
  message: `This person is put on this flight by line ${line} too: keep one`,
})

const begin: ImportKind['begin'] = async (tx, desk, lines) => {
  const { ids: crewMemberIds, memberOf } = await namedCrew(tx, lines)
  const flights = new Map<string, FoundFlight>()
  for (const line of lines) {
    const key = keyOf(line)
    if (!flights.has(key)) flights.set(key, await flightOf(tx, line))
  }
  const flightIds = new Set([...flights.values()].flatMap(({ flight }) => flight?.flightId ?? []))
  const toLock = [...flightIds].map((flightId, index) => ({
    flightId,
    path: ['flightId'],
    // All of them are locked together: it does not matter whose they are.
    too: { crewMemberIds: index === 0 ? crewMemberIds : [] },
  }))
  if (toLock.length > 0) await lockFlights(tx, toLock)

  const problems = new Map<number, readonly Problem[]>()
  const assigned = new Map<number, Assigned>()
  const lineOfPerson = new Map<string, number>()
  for (const read of lines) {
    const { flight, problems: ofFlight } = flights.get(keyOf(read)) ?? NO_FLIGHT
    const { crewMemberId, problems: ofMember } = memberOf(read.input)
    const person = `${flight?.flightId} ${crewMemberId}`
    const earlier = flight && crewMemberId ? lineOfPerson.get(person) : undefined
    if (earlier === undefined) lineOfPerson.set(person, read.line)
    const missing = missingFrom({ needed: NEEDED }, read)
    const all = [...missing, ...ofFlight, ...ofMember, ...(earlier === undefined ? [] : [twice(earlier)])]
    problems.set(read.line, all)
    if (!flight || !crewMemberId || all.length > 0 || read.unreadable.size > 0) continue
    const reason = (read.input.reason as string | undefined) ?? null
    const assignment = assignmentOf(read.input, crewMemberId)
    assigned.set(read.line, { line: read.line, flightId: flight.flightId, assignment, reason })
  }
  const byFlight = Map.groupBy(assigned.values(), ({ flightId }) => flightId)
  const settled = new Map<string, Settled>()

  return async ({ line }): Promise<LookedAt> => ({
    problems: problems.get(line) ?? [],
    write: async () => {
      const { flightId } = assigned.get(line) as Assigned
      const isFirst = !settled.has(flightId)
      const told = settled.get(flightId) ?? (await settle(tx, desk, flightId, byFlight.get(flightId) ?? []))
      settled.set(flightId, told)
      const errors = told.errors.get(line)
      if (errors) throw new UserErrors(errors)
      return { did: told.outcomes.get(line) ?? 'unchanged', warningList: isFirst ? told.warningList : [] }
    },
  })
}

export const FLIGHT_CREW_IMPORT: ImportKind = {
  record: FLIGHT,
  columns: COLUMNS,
  externalId: {
    label: 'Flight, by its id in another system',
    headings: 'id, external id, ref, reference, flight id, Referenz, Flug-ID, identifiant, référence, riferimento',
  },
  needed: NEEDED,
  begin,
}
