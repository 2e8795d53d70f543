/** An operator with two pilots who connected their logbooks, and flights that are flown and closed. */
import assert from 'node:assert/strict'
import {
  addApplication,
  addPerson,
  exchangeFields,
  GrantScene,
  obtainCode,
  type Person,
  signedInBrowser,
  type TestApplication,
  type Tokens,
} from './code-grant.ts'
import { linkCrewMember } from './crew-link.ts'
import { type Fleet, seedFleet } from './fleet.ts'
import { Integration, z } from './integration.ts'
import type { TestServer } from './test-server.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export const OWN = 'own:logbook:read own:logbook:write own:roster own:profile'

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

interface Flown {
  /** Days before today. */
  readonly daysAgo?: number
  /** Off-block in UTC: from 10:00 it is day between Zurich and Paris in every season, from 22:30 night. */
  readonly from?: string
  readonly crewList?: readonly object[]
  readonly more?: object
  readonly aircraft?: number
}

export class LogbookScene {
  readonly server: TestServer
  readonly grants: GrantScene
  readonly fleet: Fleet
  readonly key: Integration
  readonly application: TestApplication
  /** The first officer; the captain is the scene's pilot. */
  readonly officer: Person

  constructor(parts: Pick<LogbookScene, 'server' | 'grants' | 'fleet' | 'key' | 'application' | 'officer'>) {
    this.server = parts.server
    this.grants = parts.grants
    this.fleet = parts.fleet
    this.key = parts.key
    this.application = parts.application
    this.officer = parts.officer
  }

  static async open(server: TestServer): Promise<LogbookScene> {
    const grants = await GrantScene.open(server, 'alpine')
    const fleet = await seedFleet(server.world.storage, grants.at.tenant.tenantId, grants.pilot.userId)
    const key = await Integration.of(grants.at)
    const officer = await addPerson(server, grants.at, 'Urs', ['CREW'])
    const application = await addApplication(server, { name: 'Wingbook', kind: 'pilot-logbook', personal: true })
    const scene = new LogbookScene({ server, grants, fleet, key, application, officer })
    await scene.link(2, officer.userId)
    return scene
  }

  memberId(index: number): string {
    return this.fleet.crew[index]?.crewMemberId ?? ''
  }

  link(index: number, userId: string | null): Promise<void> {
    const { at, admin } = this.grants
    return linkCrewMember(this.server, at, admin, { crewMemberId: this.memberId(index), userId })
  }

  /** Changes a crew member. */
  async patch(index: number, input: object): Promise<void> {
    const { crewMember } = await this.key.ask('query ($id: ID!) { crewMember(crewMemberId: $id) { version } }', {
      id: this.memberId(index),
    })
    await this.key.did(
      this.key.change(
        `mutation ($id: ID!, $input: CrewMemberUpdateInput!, $v: Int!) {
          crewMemberUpdate(crewMemberId: $id, input: $input, expectedVersion: $v) { userErrorList { code message } } }`,
        { id: this.memberId(index), input, v: crewMember.version },
      ),
    )
  }

  async connect(person: Person, scope = OWN): Promise<Integration> {
    const browser = await signedInBrowser(this.server, this.grants.at, person)
    const code = await obtainCode(browser, this.application, scope)
    const answer = await this.grants.token(exchangeFields(this.application, code))
    assert.equal(answer.status, 200, answer.body)
    return new Integration(this.grants.at, answer.json<Tokens>().access_token)
  }

  crewList(more: object = {}): object[] {
    return [
      { crewMemberId: this.memberId(0), position: 'CPT', isPilotFlying: true, ...more },
      { crewMemberId: this.memberId(2), position: 'FO', isPilotFlying: false },
    ]
  }

  day(daysAgo: number): string {
    return new Date(this.server.clock.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)
  }

  /** A time some minutes after a time of a day. */
  at({ daysAgo = 40, from = '10:00' }: Flown, minutes: number): string {
    return z(Date.parse(`${this.day(daysAgo)}T${from}:00Z`) + minutes * MINUTE_MS)
  }

  /** Planned, flown and on block: 90 minutes from block to block, 75 of them in the air. */
  async flown(flown: Flown = {}): Promise<{ readonly flightId: string }> {
    const { crewList = this.crewList(), more = {}, aircraft = 0 } = flown
    const input = {
      aircraftId: this.fleet.aircraft[aircraft]?.aircraftId,
      offBlock: this.at(flown, 0),
      onBlock: this.at(flown, 90),
      status: 'CONFIRMED',
      rules: 'IFR',
      ...more,
    }
    const { flight } = await this.key.did(this.key.createFlight(input))
    await this.key.did(this.key.setCrew(flight.flightId, crewList, await this.version(flight)))
    await this.report(flight, {
      offBlock: this.at(flown, 0),
      takeOff: this.at(flown, 10),
      landing: this.at(flown, 85),
      onBlock: this.at(flown, 90),
    })
    return flight
  }

  /** Flown and closed. */
  async closed(flown: Flown = {}): Promise<{ readonly flightId: string }> {
    const flight = await this.flown(flown)
    await this.set(flight, 'CLOSED')
    return flight
  }

  report({ flightId }: { readonly flightId: string }, input: object): Promise<Data> {
    return this.key.did(this.key.report({ flightId, ...input }))
  }

  async set(flight: { readonly flightId: string }, status: string, reason?: string): Promise<Data> {
    return this.key.did(this.key.setStatus(flight.flightId, status, await this.version(flight), reason))
  }

  async version({ flightId }: { readonly flightId: string }): Promise<number> {
    return (await this.key.ask('query ($id: ID!) { flight(flightId: $id) { version } }', { id: flightId })).flight
      .version
  }

  async entries(pilot: Integration, fields: string, filter: object = {}): Promise<Data[]> {
    const query = `query ($filter: LogbookFilter) { myLogbookEntryList(filter: $filter, page: { first: 500 }) { nodeList { ${fields} } } }`
    return (await pilot.ask(query, { filter })).myLogbookEntryList.nodeList
  }

  /** The entry of one flight; undefined where the logbook has none. */
  async entryOf(pilot: Integration, { flightId }: { readonly flightId: string }, fields: string): Promise<Data> {
    return (await this.entries(pilot, `flightId ${fields}`)).find((entry) => entry.flightId === flightId)
  }

  create(pilot: Integration, input: object, idempotencyKey?: string): Promise<Data> {
    return pilot.change(
      `mutation ($input: LogbookEntryInput!, $key: String) { myLogbookEntryCreate(input: $input, idempotencyKey: $key) ${PAYLOAD} }`,
      { input, key: idempotencyKey },
    )
  }

  update(pilot: Integration, logbookEntryId: string, input: object, expectedVersion: number): Promise<Data> {
    return pilot.change(
      `mutation ($id: ID!, $input: LogbookEntryUpdateInput!, $v: Int!) {
        myLogbookEntryUpdate(logbookEntryId: $id, input: $input, expectedVersion: $v) ${PAYLOAD} }`,
      { id: logbookEntryId, input, v: expectedVersion },
    )
  }

  remove(pilot: Integration, logbookEntryId: string, expectedVersion: number): Promise<Data> {
    return pilot.change(
      `mutation ($id: ID!, $v: Int!) { myLogbookEntryDelete(logbookEntryId: $id, expectedVersion: $v) ${PAYLOAD} }`,
      { id: logbookEntryId, v: expectedVersion },
    )
  }

  annotate(
    pilot: Integration,
    logbookEntryId: string,
    annotation: string | null,
    expectedVersion: number,
  ): Promise<Data> {
    return pilot.change(
      `mutation ($id: ID!, $text: String, $v: Int!) {
        myLogbookAnnotationSet(logbookEntryId: $id, annotation: $text, expectedVersion: $v) ${PAYLOAD} }`,
      { id: logbookEntryId, text: annotation, v: expectedVersion },
    )
  }
}

const PAYLOAD = `{ logbookEntry { logbookEntryId version source kind totalMinutes nightMinutes annotation }
  userErrorList { code message path } warningList { code } }`
