/** An integration of an operator: a token, and the queries and mutations that tests send with it. */
import assert from 'node:assert/strict'
import type { TestTenant } from './test-server.ts'

export const EVERYTHING =
  'aircraft:read aircraft:write flight:read flight:write movement:write passenger:read passenger:write crew:read crew:write contact:read contact:write document:read document:write log:read log:write'

export interface UserErrorAnswer {
  readonly code: string
  readonly message: string
  readonly path: string[] | null
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

interface Body {
  readonly data?: Data
  readonly errors?: readonly { message: string; extensions: { code: string } }[]
}

const ERRORS = 'userErrorList { code message path }'
const FLIGHT = 'flight { flightId flightNo version status schedule { offBlock onBlock } }'
const FLIGHT_PAYLOAD = `{ ${FLIGHT} ${ERRORS} warningList { code message path subjectIdList } }`

export class Integration {
  readonly at: TestTenant
  readonly token: string

  constructor(at: TestTenant, token: string) {
    this.at = at
    this.token = token
  }

  /** With a key of these scopes. */
  static async of(at: TestTenant, scope = EVERYTHING, aircraftIds?: readonly string[]): Promise<Integration> {
    const { refreshToken } = await at.createKey(scope, aircraftIds ? { aircraftIds } : {})
    return new Integration(at, (await at.refreshKey(refreshToken)).body)
  }

  async body(query: string, variables: object = {}): Promise<Body> {
    return (await this.at.query(this.token, query, { variables })).json<Body>()
  }

  /** The data; errors of the request fail the test. */
  async ask(query: string, variables: object = {}): Promise<Data> {
    const body = await this.body(query, variables)
    assert.equal(body.errors, undefined, JSON.stringify(body.errors))
    return body.data
  }

  /** The payload of one mutation. */
  async change(query: string, variables: object = {}): Promise<Data> {
    return Object.values(await this.ask(query, variables))[0]
  }

  /** The payload, whose refusal fails the test. */
  async did(payload: Promise<Data>): Promise<Data> {
    const done = await payload
    assert.deepEqual(done.userErrorList, [])
    return done
  }

  /** The codes with which a mutation was refused. */
  async refusal(payload: Promise<Data>): Promise<string[]> {
    return (await payload).userErrorList.map(({ code }: UserErrorAnswer) => code)
  }

  createFlight(input: object, idempotencyKey?: string): Promise<Data> {
    return this.change(
      `mutation ($input: FlightCreateInput!, $key: String) { flightCreate(input: $input, idempotencyKey: $key) ${FLIGHT_PAYLOAD} }`,
      { input: { adep: 'LSZH', ades: 'LFPB', kind: 'CHARTER', ...input }, key: idempotencyKey },
    )
  }

  updateFlight(input: object, expectedVersion: number): Promise<Data> {
    return this.change(
      `mutation ($input: FlightUpdateInput!, $v: Int!) { flightUpdate(input: $input, expectedVersion: $v) ${FLIGHT_PAYLOAD} }`,
      { input, v: expectedVersion },
    )
  }

  setStatus(flightId: string, status: string, expectedVersion: number, reason?: string): Promise<Data> {
    return this.change(
      `mutation ($id: ID!, $s: FlightStatus!, $r: String, $v: Int!) { flightStatusSet(flightId: $id, status: $s, reason: $r, expectedVersion: $v) ${FLIGHT_PAYLOAD} }`,
      { id: flightId, s: status, r: reason, v: expectedVersion },
    )
  }

  report(input: object, expectedVersion?: number): Promise<Data> {
    return this.change(
      `mutation ($input: MovementInput!, $v: Int) { flightMovementReport(input: $input, expectedVersion: $v) ${FLIGHT_PAYLOAD} }`,
      { input, v: expectedVersion },
    )
  }

  setCrew(flightId: string, crewList: readonly object[], expectedVersion: number): Promise<Data> {
    return this.change(
      `mutation ($id: ID!, $list: [CrewAssignInput!]!, $v: Int!) { flightCrewSet(flightId: $id, crewList: $list, expectedVersion: $v) ${FLIGHT_PAYLOAD} }`,
      { id: flightId, list: crewList, v: expectedVersion },
    )
  }

  setPassengers(flightId: string, passengerList: readonly object[], expectedVersion: number): Promise<Data> {
    return this.change(
      `mutation ($id: ID!, $list: [PassengerInput!]!, $v: Int!) { flightPassengerListSet(flightId: $id, passengerList: $list, expectedVersion: $v) ${FLIGHT_PAYLOAD} }`,
      { id: flightId, list: passengerList, v: expectedVersion },
    )
  }

  block(input: object): Promise<Data> {
    return this.change(
      `mutation ($input: UnavailabilityInput!) { unavailabilityCreate(input: $input) { unavailability { unavailabilityId version } ${ERRORS} } }`,
      { input: { reason: 'MAINTENANCE', ...input } },
    )
  }

  unblock(unavailabilityId: string, expectedVersion: number): Promise<Data> {
    return this.change(
      `mutation ($id: ID!, $v: Int!) { unavailabilityDelete(unavailabilityId: $id, expectedVersion: $v) { unavailability { unavailabilityId } ${ERRORS} } }`,
      { id: unavailabilityId, v: expectedVersion },
    )
  }

  createDuty(input: object): Promise<Data> {
    return this.change(
      `mutation ($input: DutyInput!) { dutyCreate(input: $input) { duty { dutyId version restBeforeMinutes } ${ERRORS} warningList { code } } }`,
      { input },
    )
  }
}

/** A time as the graph writes it. */
export const z = (time: number | string): string => `${new Date(time).toISOString().slice(0, 19)}Z`
