/** Writes an operator's generated data to a store. */
import { hash } from 'node:crypto'
import { DEFAULT_RULES, type OperatorRules } from '../../domain/operations/operator-rules.ts'
import { UNTOLD_LOAD } from '../../domain/operations/passengers/passenger-load.ts'
import type { Versioned } from '../../domain/versioned.ts'
import { inTurns } from '../../services/steps.ts'
import type { TenantTx } from '../../storage/handles.ts'
import { userByEmail } from '../../storage/identity/users.ts'
import { CONTACT } from '../../storage/operations/contacts.ts'
import { CREW_MEMBER, QUALIFICATION } from '../../storage/operations/crew/crew-members.ts'
import { DUTY } from '../../storage/operations/crew/duties.ts'
import { type CrewOnFlight, insertFlightCrew } from '../../storage/operations/crew/flight-crew.ts'
import { insertWholeFile } from '../../storage/operations/documents/document-files.ts'
import { DOCUMENT, insertAcknowledgement, insertRevision } from '../../storage/operations/documents/documents.ts'
import { AIRCRAFT } from '../../storage/operations/fleet/aircraft.ts'
import { UNAVAILABILITY } from '../../storage/operations/fleet/unavailability.ts'
import { FLIGHT_PLAN } from '../../storage/operations/flights/flight-plans.ts'
import { FLIGHT } from '../../storage/operations/flights/flights.ts'
import { TRIP } from '../../storage/operations/flights/trips.ts'
import { SERVICE_REQUEST } from '../../storage/operations/handling/service-requests.ts'
import { VISIT } from '../../storage/operations/handling/visits.ts'
import { LOGBOOK_ENTRY } from '../../storage/operations/logbook/logbook-entries.ts'
import { JOURNEY_LOG } from '../../storage/operations/logs/journey-logs.ts'
import { MAINTENANCE_DUE } from '../../storage/operations/logs/maintenance-due.ts'
import { TECH_LOG_ENTRY } from '../../storage/operations/logs/tech-log.ts'
import { insertMany, ROWS_PER_STATEMENT, setCounters } from '../../storage/operations/operator-data.ts'
import { insertFlightPassengers } from '../../storage/operations/passengers/flight-passengers.ts'
import { TRAVEL_DOCUMENT } from '../../storage/operations/passengers/travel-documents.ts'
import { noteAssessedRules } from '../../storage/operations/risk/assessed-anew.ts'
import { CHARTER_REQUEST } from '../../storage/operations/sales/charter-requests.ts'
import { EMPTY_LEG } from '../../storage/operations/sales/empty-legs.ts'
import { QUOTE } from '../../storage/operations/sales/quotes.ts'
import type { RecordKind } from '../../storage/record-kind.ts'
import { saveOperatorProfile } from '../../storage/tenancy/operator-profile.ts'
import { saveOperatorRules } from '../../storage/tenancy/operator-settings.ts'
import { FIRST_FLIGHT_NUMBER } from './blank-records.ts'
import type { DemoOperator } from './demo-operators.ts'
import { FLIGHT_PAPERS } from './documents.ts'
import { heldByMarketplace } from './empty-legs.ts'
import { flightPlansOf } from './flight-plans.ts'
import { journeyLogsOf } from './journey-logs.ts'
import { logbookOf } from './logbook.ts'
import { type DemoReference, makeOperatorData, type OperatorData } from './operator-data.ts'
import { throughMarketplace } from './quotes.ts'
import { writeSafety } from './write-safety.ts'

const LINKS_PER_STATEMENT = 250

export interface Seeding {
  readonly operator: DemoOperator
  readonly seed: string
  readonly asOf: number
  readonly reference: DemoReference
  /** Whether the change feed reports every record; without followers it need not. */
  readonly told: boolean
  /** The application that buyers asked through; undefined where none is connected. */
  readonly marketplace?: string | undefined
}

/** A part of an operator's data, written in some milliseconds. The parts are written in their order. */
type Part = (tx: TenantTx) => Promise<void>

const writeCrew = async (tx: TenantTx, { operator, told }: Seeding, data: OperatorData): Promise<void> => {
  const pilot = await userByEmail(tx, pilotEmail(operator))
  const members = data.crewMembers.map((member, index) =>
    index === 0 && pilot ? { ...member, userId: pilot.user_id } : member,
  )
  await insertMany(tx, CREW_MEMBER, members, told)
}

/** The pilots of a flight take turns at the controls. */
const crewOnFlights = (data: OperatorData): CrewOnFlight[] =>
  [...Map.groupBy(data.flightCrew, ({ flightId }) => flightId).values()].flatMap((crew, turn) =>
    crew.map((item) => ({
      ...item,
      isPilotFlying: item.position === 'FA' ? null : (item.position === 'CPT') === (turn % 2 === 0),
      reportAt: null,
      confirmed: true,
      startsDuty: null,
    })),
  )

const writeLogbook = async (
  tx: TenantTx,
  { operator, told, reference, seed, asOf }: Seeding,
  data: OperatorData,
): Promise<void> => {
  const pilot = await userByEmail(tx, pilotEmail(operator))
  const crewMemberId = data.crewMembers[0]?.crewMemberId
  if (!pilot || crewMemberId === undefined) return
  const facts = { userId: pilot.user_id, crewMemberId, data, crew: crewOnFlights(data), reference, seed, asOf }
  await insertMany(tx, LOGBOOK_ENTRY, logbookOf(facts), told)
}

const partsOf = <T>(
  items: readonly T[],
  size: number,
  write: (tx: TenantTx, some: readonly T[]) => Promise<void>,
): Part[] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => {
    const some = items.slice(index * size, (index + 1) * size)
    return (tx) => write(tx, some)
  })

const peopleOnFlights = (data: OperatorData): Part[] => [
  ...partsOf(crewOnFlights(data), LINKS_PER_STATEMENT, insertFlightCrew),
  ...partsOf(data.passengers, LINKS_PER_STATEMENT, (tx, some) =>
    insertFlightPassengers(
      tx,
      some.map((each) => ({ ...each, ...UNTOLD_LOAD, isNoShow: false, travelDocumentId: null, addedBy: null })),
    ),
  ),
]

const writeDocuments = async (tx: TenantTx, { operator, told }: Seeding, data: OperatorData): Promise<void> => {
  const [member] = data.crewMembers
  const pilot = await userByEmail(tx, pilotEmail(operator))
  await insertMany(
    tx,
    DOCUMENT,
    data.documents.map(({ document }) => document),
    told,
  )
  for (const { document, contents, readByPilot } of data.documents) {
    const { documentId, mediaType } = document
    for (const { content, ...each } of contents) {
      const described = { byteSize: content.length, sha256: hash('sha256', content, 'hex') }
      await insertWholeFile(tx, { fileId: each.fileId, mediaType, content, createdAt: each.createdAt })
      await insertRevision(tx, { ...each, ...described, documentId, mediaType, createdBy: null })
    }
    if (!pilot || readByPilot === null) continue
    const crewMemberId = member?.crewMemberId ?? null
    const read = { documentId, revision: readByPilot, userId: pilot.user_id, crewMemberId, at: document.createdAt }
    await insertAcknowledgement(tx, read)
  }
}

const FIRST_VERSION = 1

/** What its charter flights should carry, so that briefings miss something; the flights were assessed by these rules. */
const writeRules = async (tx: TenantTx): Promise<void> => {
  const rules: OperatorRules = {
    ...DEFAULT_RULES,
    requiredDocumentList: [{ flightKind: 'CHARTER', kindList: FLIGHT_PAPERS }],
  }
  if (await saveOperatorRules(tx, rules, FIRST_VERSION - 1)) await noteAssessedRules(tx, FIRST_VERSION, null)
}

/** The user linked to the first crew member, if there is one. */
const pilotEmail = ({ operatorId, pilot: [name] }: DemoOperator): string =>
  `${name.toLowerCase()}@${operatorId}.example`

const sold = (data: OperatorData, marketplace: string | undefined): OperatorData => {
  if (marketplace === undefined) return data
  return { ...throughMarketplace(data, marketplace), emptyLegs: heldByMarketplace(data.emptyLegs, marketplace) }
}

const writeProfile = async (tx: TenantTx, { operator, reference }: Seeding, data: OperatorData): Promise<void> => {
  const base = reference.airportByCode(operator.base)
  await saveOperatorProfile(tx, {
    iCAO: operator.iCAO,
    iATA: null,
    callsign: operator.callsign,
    baseIdList: base ? [base.airportId] : [],
    timezone: operator.timezone,
    aocNumber: null,
  })
  await setCounters(tx, {
    charterRequest: data.charterRequests.length,
    emptyLeg: data.emptyLegs.length,
    flight: data.flights.length + FIRST_FLIGHT_NUMBER,
    quote: data.quotes.length,
    safetyReport: data.safetyReports.length,
    serviceRequest: data.serviceRequests.length,
    trip: data.trips.length,
    visit: data.visits.length,
  })
}

/** Made before anything is written, which takes turns with others. */
export const operatorParts = async (
  seeding: Seeding,
): Promise<{ readonly data: OperatorData; readonly parts: readonly Part[] }> => {
  const { operator, reference, told, seed, asOf } = seeding
  const made = await inTurns(makeOperatorData(operator, seed, asOf, reference))
  const data = sold(made, seeding.marketplace)
  const all = <R extends Versioned>(kind: RecordKind<R>, records: readonly R[]): Part[] =>
    partsOf(records, ROWS_PER_STATEMENT, (tx, some) => insertMany(tx, kind, some, told))
  const parts: Part[] = [
    (tx) => writeProfile(tx, seeding, data),
    ...all(CONTACT, data.contacts),
    ...all(TRAVEL_DOCUMENT, data.travelDocuments),
    ...all(AIRCRAFT, data.aircraft),
    ...all(UNAVAILABILITY, data.unavailability),
    ...all(TRIP, data.trips),
    ...all(FLIGHT, data.flights),
    ...all(TECH_LOG_ENTRY, data.techLogEntries),
    ...all(MAINTENANCE_DUE, data.maintenanceDue),
    ...all(VISIT, data.visits),
    ...all(SERVICE_REQUEST, data.serviceRequests),
    ...all(EMPTY_LEG, data.emptyLegs),
    ...all(CHARTER_REQUEST, data.charterRequests),
    ...all(QUOTE, data.quotes),
    (tx) => writeCrew(tx, seeding, data),
    ...all(QUALIFICATION, data.qualifications),
    ...all(DUTY, data.duties),
    ...peopleOnFlights(data),
    ...all(FLIGHT_PLAN, flightPlansOf({ ...seeding, data, crew: crewOnFlights(data) })),
    ...all(JOURNEY_LOG, journeyLogsOf({ ...seeding, data, crew: crewOnFlights(data) })),
    (tx) => writeDocuments(tx, seeding, data),
    writeRules,
    (tx) => writeLogbook(tx, seeding, data),
    async (tx) => {
      const pilotUserId = (await userByEmail(tx, pilotEmail(operator)))?.user_id
      await writeSafety(tx, { seed, asOf, told, pilotUserId }, data.safetyReports)
    },
  ]
  return { data, parts }
}

/** All of it in one transaction. */
export const writeOperator = async (tx: TenantTx, seeding: Seeding): Promise<OperatorData> => {
  const { data, parts } = await operatorParts(seeding)
  for (const write of parts) await write(tx)
  return data
}
