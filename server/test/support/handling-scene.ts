/** An operator that asks providers for services: its key, two handlers, and flight support applications that act for them. */
import assert from 'node:assert/strict'
import type { ServiceRequest } from '../../src/domain/operations/handling/service-request.ts'
import { isOffered, scopeCeiling } from '../../src/domain/scopes.ts'
import { decideExtraScopes } from '../../src/storage/oauth/extra-scopes.ts'
import { SERVICE_REQUEST } from '../../src/storage/operations/handling/service-requests.ts'
import { changeRecord, recordById } from '../../src/storage/records.ts'
import { writingAs } from '../../src/storage/view.ts'
import { formTo } from './browser.ts'
import {
  addApplication,
  authorizePath,
  exchangeFields,
  GrantScene,
  PASSWORD,
  returned,
  type TestApplication,
  type Tokens,
} from './code-grant.ts'
import { type Fleet, seedFleet } from './fleet.ts'
import { EVERYTHING, Integration, z } from './integration.ts'
import { type TestServer, TestTenant } from './test-server.ts'

const HOUR = 3_600_000

export const HANDLED = `${EVERYTHING} service:read service:write`

/** All that a flight support application can be given. */
export const FLIGHT_SUPPORT = scopeCeiling('flight-support', false).filter(isOffered).join(' ')

export const ERRORS = 'userErrorList { code message path }'
const REQUEST = `serviceRequest { serviceRequestId version status visit { visitId version } } ${ERRORS}`

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the scene's own query asks for
type Data = any

export interface Asked {
  readonly serviceRequestId: string
  readonly version: number
}

export class HandlingScene {
  readonly scene: GrantScene
  readonly fleet: Fleet
  /** Acts for the operator. */
  readonly key: Integration
  /** Handlers at Paris Le Bourget. */
  readonly goldair: string
  readonly signature: string
  readonly #start: number
  #days = 2

  private constructor(scene: GrantScene, fleet: Fleet, key: Integration, providers: readonly string[]) {
    this.scene = scene
    this.fleet = fleet
    this.key = key
    this.goldair = providers[0] ?? ''
    this.signature = providers[1] ?? ''
    this.#start = Math.floor(scene.server.clock.now() / 60_000) * 60_000
  }

  static async open(server: TestServer, operatorId = 'alpine'): Promise<HandlingScene> {
    const scene = await GrantScene.open(server, operatorId)
    const fleet = await seedFleet(server.world.storage, scene.at.tenant.tenantId)
    const key = await Integration.of(scene.at, HANDLED)
    const contact = async (name: string) => {
      const input = { kind: 'HANDLER', name, airport: 'LFPB' }
      const text = `mutation ($input: ContactInput!) { contactCreate(input: $input) { contact { contactId } ${ERRORS} } }`
      return (await key.did(key.change(text, { input }))).contact.contactId
    }
    return new HandlingScene(scene, fleet, key, [await contact('Goldair'), await contact('Signature')])
  }

  get server(): TestServer {
    return this.scene.server
  }

  time(hours: number): string {
    return z(this.#start + hours * HOUR)
  }

  /** Connected with its whole ceiling, for the contacts that the administrator ticks. */
  application(name: string, ...contactIds: string[]): Promise<{ by: Integration; application: TestApplication }> {
    return this.connected(name, FLIGHT_SUPPORT, contactIds)
  }

  /** With `beyond` support allows it more than its kind first. */
  async connected(
    name: string,
    asked: string,
    contactIds: readonly string[],
    beyond = '',
  ): Promise<{ by: Integration; application: TestApplication }> {
    const application = await addApplication(this.server, { kind: 'flight-support', name })
    const scope = `${asked} ${beyond}`.trim()
    const until = this.server.clock.now() + 24 * HOUR
    const decision = { scopes: beyond, until_at: until, reason: 'test', staff_id: null, action: 'ALLOWED' } as const
    if (beyond !== '')
      await this.server.world.storage.writePlatform((tx) =>
        decideExtraScopes(tx, { scopes: beyond, until }, { client_id: application.clientId, ...decision }),
      )
    const { browser } = this.scene
    const page = await browser.get(authorizePath(application, scope))
    const ticked = Object.fromEntries(contactIds.map((id) => [`chosen-${id}`, 'yes']))
    const decided = await browser.submit(formTo(page.body, '/consent/'), {
      decision: 'allow',
      password: PASSWORD,
      ...ticked,
    })
    const code = returned(decided).get('code') ?? ''
    const answer = await this.scene.token(exchangeFields(application, code))
    assert.equal(answer.status, 200, answer.body)
    assert.equal(answer.json<Tokens>().scope, scope)
    return { by: new Integration(this.scene.at, answer.json<Tokens>().access_token), application }
  }

  /** The same integration, asked at another server on the same store. */
  at(other: TestServer, { token }: Integration): Integration {
    return new Integration(new TestTenant(this.scene.at.tenant, other.client, other.world), token)
  }

  aircraftId(index = 0): string {
    return this.fleet.aircraft[index]?.aircraftId ?? ''
  }

  async fly(hours: number, more: object = {}): Promise<Data> {
    const input = { aircraftId: this.aircraftId(), status: 'CONFIRMED', paxCount: 4, ...more }
    const times = { offBlock: this.time(hours), onBlock: this.time(hours + 2) }
    return (await this.key.did(this.key.createFlight({ ...input, ...times, ...more }))).flight
  }

  /** To Le Bourget and back three hours later, on a day of its own. */
  async turn(more: object = {}): Promise<{ arrival: Data; departure: Data }> {
    const hours = 24 * this.#days++
    const arrival = await this.fly(hours, more)
    return { arrival, departure: await this.fly(hours + 5, { adep: 'LFPB', ades: 'LSZH', ...more }) }
  }

  ask(input: object, by = this.key): Promise<Data> {
    const text = `mutation ($input: ServiceRequestInput!) { serviceRequestCreate(input: $input) { ${REQUEST} } }`
    return by.change(text, { input: { kind: 'HANDLING', providerContactId: this.goldair, ...input } })
  }

  async asked(input: object): Promise<Data> {
    return (await this.key.did(this.ask(input))).serviceRequest
  }

  set(by: Integration, { serviceRequestId, version }: Asked, status: string, more: object = {}): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $status: ServiceStatus!, $result: ServiceResultInput, $reason: String, $v: Int!) {
        serviceRequestStatusSet(serviceRequestId: $id, status: $status, result: $result, reason: $reason, expectedVersion: $v) {
          ${REQUEST} } }`,
      { id: serviceRequestId, status, v: version, ...more },
    )
  }

  async done(by: Integration, request: Asked, status: string, more: object = {}): Promise<Data> {
    return (await by.did(this.set(by, request, status, more))).serviceRequest
  }

  update(by: Integration, { serviceRequestId, version }: Asked, input: object): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $input: ServiceRequestUpdateInput!, $v: Int!) {
        serviceRequestUpdate(serviceRequestId: $id, input: $input, expectedVersion: $v) { ${REQUEST} } }`,
      { id: serviceRequestId, input, v: version },
    )
  }

  async read(by: Integration, { serviceRequestId }: Pick<Asked, 'serviceRequestId'>, fields = 'version status') {
    const text = `query ($id: ID!) { serviceRequest(serviceRequestId: $id) { serviceRequestId ${fields} } }`
    return (await by.ask(text, { id: serviceRequestId })).serviceRequest
  }

  async visit(by: Integration, visitId: string, fields = 'version'): Promise<Data> {
    return (await by.ask(`query ($id: ID!) { visit(visitId: $id) { visitId ${fields} } }`, { id: visitId })).visit
  }

  /** The leg as it is now, for the version that a change of it needs. */
  async leg({ flightId }: Data, fields = 'version status'): Promise<Data> {
    return (await this.key.ask(`query ($id: ID!) { flight(flightId: $id) { flightId ${fields} } }`, { id: flightId }))
      .flight
  }

  async move(flight: Data, input: object): Promise<Data> {
    const { version } = await this.leg(flight)
    return (await this.key.did(this.key.updateFlight({ flightId: flight.flightId, ...input }, version))).flight
  }

  /** Puts a request into a state by hand. */
  put({ serviceRequestId }: Pick<Asked, 'serviceRequestId'>, changes: Partial<ServiceRequest>): Promise<Asked> {
    return this.server.world.storage.writeTenant(this.scene.at.tenant.tenantId, async (tx) => {
      const view = writingAs(tx, { of: 'operator' })
      const before = (await recordById(view, SERVICE_REQUEST, serviceRequestId)) as ServiceRequest
      return changeRecord(tx, SERVICE_REQUEST, before, changes)
    })
  }
}
