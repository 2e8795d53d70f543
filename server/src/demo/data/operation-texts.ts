/**
 * What the demo's applications and keys send, by the name of the operation: the request log shows it, as it shows the
 * text of a real request. A test holds each against the schema and the scopes that the log says it needed.
 */
import { createHash } from 'node:crypto'

const FLIGHTS = 'flightList(filter: $filter) {\n    nodeList { flightId flightNo status'
const LEGS = 'adep { iCAO } ades { iCAO } schedule { offBlock onBlock }'

/** A query of one list with some fields. */
const listed = (name: string, variables: string, list: string, fields: string): string =>
  `query ${name}${variables} {\n  ${list} {\n    nodeList { ${fields} }\n  }\n}`

const flights = (name: string, fields: string): string =>
  `query ${name}($filter: FlightFilter!) {\n  ${FLIGHTS} ${fields} }\n  }\n}`

/** What it changed is read by whoever may read it. */
const changed = (name: string, variables: string, mutation: string, answer = ''): string =>
  `mutation ${name}(${variables}) {\n  ${mutation} {\n    ${answer}userErrorList { code message path }\n  }\n}`

const TEXTS = [
  flights('DayFlights', LEGS),
  flights('BookedFlights', LEGS),
  flights('Arrivals', `${LEGS} estimate { onBlock }`),
  flights('TodaysVisits', LEGS),
  flights('NextFlights', LEGS),
  flights('FlownYesterday', `${LEGS} actual { offBlock onBlock }`),
  flights('Wallboard', `${LEGS} aircraft { registration status }`),
  flights('Board', `${LEGS} aircraft { registration status }`),
  flights('FlightPax', 'passengerList { name surname }'),
  flights('PassengersOfVisit', 'passengerList { name surname }'),
  flights('CrewOfOffer', 'crewList { position crewMember { code } }'),
  flights('CrewOfFlight', 'crewList { position crewMember { code } }'),
  flights('CrewOnBoard', 'crewList { position crewMember { code } }'),
  flights('LegsOfDuty', `${LEGS} crewList { position crewMember { code } }`),
  `query FlightDetail($flightId: ID!) {\n  flight(flightId: $flightId) {\n    flightNo status ${LEGS}\n    aircraft { registration base { iCAO } seatCount }\n  }\n}`,
  listed('Fleet', '', 'aircraftList', 'aircraftId registration seatCount base { iCAO }'),
  listed('MyAircraft', '', 'aircraftList', 'aircraftId registration status'),
  listed('CrewOfDay', '($filter: CrewFilter)', 'crewMemberList(filter: $filter)', 'crewMemberId code name surname'),
  listed('Duties', '($filter: DutyFilter!)', 'dutyList(filter: $filter)', 'dutyId kind startAt endAt'),
  listed('DutiesOfWeek', '($filter: DutyFilter!)', 'dutyList(filter: $filter)', 'dutyId kind startAt endAt'),
  listed('EmptyLegs', '', 'emptyLegList', 'emptyLegId status adep { iCAO } ades { iCAO }'),
  listed('OurRequests', '', 'charterRequestList', 'charterRequestId status quoteList { quoteId status }'),
  listed('Sales', '', 'charterRequestList', 'charterRequestId status'),
  listed('Prices', '', 'quoteList', 'quoteId status gross { amount currency }'),
  listed('Customers', '', 'contactList', 'contactId name surname company'),
  listed(
    'VisitsOfDay',
    '($filter: VisitFilter!)',
    'visitList(filter: $filter)',
    'visitId registration arriveAt departAt serviceRequestList { serviceRequestId kind status }',
  ),
  listed(
    'NamesAboard',
    '($filter: VisitFilter!)',
    'visitList(filter: $filter)',
    'visitId departure { flightNo manifest { personList { name surname } } }',
  ),
  listed(
    'FreeAircraft',
    '($filter: AircraftScheduleFilter!)',
    'aircraftScheduleList(filter: $filter)',
    'aircraftId seatCount blockList { from to }',
  ),
  'query MyDuties($interval: IntervalInput) {\n  me { name surname }\n  myDutyList(interval: $interval) { dutyId kind startAt endAt }\n}',
  'query MySafetyReports {\n  mySafetyReportList {\n    nodeList { safetyReportId title status }\n  }\n}',
  changed(
    'ReportMovement',
    '$input: MovementInput!',
    'flightMovementReport(input: $input)',
    'flight { flightId status } ',
  ),
  changed(
    'AskForCharter',
    '$input: CharterRequestInput!, $key: String',
    'charterRequestCreate(input: $input, idempotencyKey: $key)',
  ),
  changed(
    'AnswerFuel',
    '$id: ID!, $status: ServiceStatus!, $result: ServiceResultInput, $version: Int!',
    'serviceRequestStatusSet(serviceRequestId: $id, status: $status, result: $result, expectedVersion: $version)',
    'serviceRequest { serviceRequestId status } ',
  ),
  changed('BlockAircraft', '$input: UnavailabilityInput!', 'unavailabilityCreate(input: $input)'),
  changed(
    'DeferDefect',
    '$id: ID!, $version: Int!, $accepted: ID!, $input: DeferralInput!',
    'techLogEntryDefer(techLogEntryId: $id, expectedVersion: $version, confirmationId: $accepted, input: $input)',
  ),
] as const

/** As those of real requests, whose texts have no literal either. */
const idOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22)

const nameIn = (text: string): string => /^\w+ (\w+)/.exec(text)?.[1] ?? ''

export interface OperationText {
  readonly documentId: string
  readonly text: string
}

export const OPERATION_TEXTS: ReadonlyMap<string, OperationText> = new Map(
  TEXTS.map((text) => [nameIn(text), { documentId: idOf(text), text }]),
)
