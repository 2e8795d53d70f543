/** An operator that sells: its key, marketplaces that are connected with their whole ceiling, and ferries to offer. */
import assert from 'node:assert/strict'
import type { EmptyLeg } from '../../src/domain/operations/sales/empty-leg.ts'
import { isOffered, scopeCeiling } from '../../src/domain/scopes.ts'
import { FLIGHT } from '../../src/storage/operations/flights/flights.ts'
import { TRIP } from '../../src/storage/operations/flights/trips.ts'
import { EMPTY_LEG } from '../../src/storage/operations/sales/empty-legs.ts'
import { changeRecord, recordById } from '../../src/storage/records.ts'
import { writingAs } from '../../src/storage/view.ts'
import { formTo } from './browser.ts'
import {
  addApplication,
  authorizePath,
  exchangeFields,
  GrantScene,
  obtainCode,
  PASSWORD,
  returned,
  type TestApplication,
  type Tokens,
} from './code-grant.ts'
import { type Fleet, seedFleet } from './fleet.ts'
import { EVERYTHING, Integration, z } from './integration.ts'
import { type TestServer, TestTenant } from './test-server.ts'

const HOUR = 3_600_000

export const SELLING = `${EVERYTHING} availability:read sales:read sales:write`

/** All that a marketplace can be given. */
export const MARKETPLACE = scopeCeiling('marketplace', false).filter(isOffered).join(' ')

const LEG = 'emptyLeg { emptyLegId version status heldUntil isHeldByMe } userErrorList { code message path }'

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the scene's own query asks for
type Data = any

export interface Leg {
  readonly emptyLegId: string
  readonly version: number
}

export class SalesScene {
  readonly scene: GrantScene
  readonly fleet: Fleet
  /** Acts for the operator. */
  readonly key: Integration
  /** One minute for the whole scene, so that equal times are equal. */
  readonly #start: number
  #ferries = 0

  private constructor(scene: GrantScene, fleet: Fleet, key: Integration) {
    this.scene = scene
    this.fleet = fleet
    this.key = key
    this.#start = Math.floor(scene.server.clock.now() / 60_000) * 60_000
  }

  static async open(server: TestServer, operatorId = 'alpine'): Promise<SalesScene> {
    const scene = await GrantScene.open(server, operatorId)
    const fleet = await seedFleet(server.world.storage, scene.at.tenant.tenantId)
    return new SalesScene(scene, fleet, await Integration.of(scene.at, SELLING))
  }

  get server(): TestServer {
    return this.scene.server
  }

  /** Hours from when the scene began, to the minute. */
  time(hours: number): string {
    return z(this.#start + hours * HOUR)
  }

  async marketplace(name: string, scope = MARKETPLACE): Promise<Integration> {
    return (await this.connected(name, scope)).by
  }

  /** With the aircraft that the administrator ticks; the whole fleet where none are named. */
  async connected(
    name: string,
    scope = MARKETPLACE,
    aircraftIds: readonly string[] | null = null,
  ): Promise<{ readonly by: Integration; readonly application: TestApplication }> {
    const application = await addApplication(this.server, { kind: 'marketplace', name })
    const { browser } = this.scene
    const page = await browser.get(authorizePath(application, scope))
    const ticked = Object.fromEntries((aircraftIds ?? []).map((id) => [`chosen-${id}`, 'yes']))
    const code =
      aircraftIds === null
        ? await obtainCode(browser, application, scope)
        : (returned(
            await browser.submit(formTo(page.body, '/consent/'), { decision: 'allow', password: PASSWORD, ...ticked }),
          ).get('code') ?? '')
    const answer = await this.scene.token(exchangeFields(application, code))
    assert.equal(answer.status, 200, answer.body)
    return { by: new Integration(this.scene.at, answer.json<Tokens>().access_token), application }
  }

  /** Makes a flight the only leg of a trip that a marketplace bought. */
  async sell(flightId: string, clientId: string): Promise<void> {
    const opened = 'mutation { tripCreate(input: {}) { trip { tripId } userErrorList { code } } }'
    const { tripId } = (await this.key.did(this.key.change(opened))).trip
    await this.server.world.storage.writeTenant(this.scene.at.tenant.tenantId, async (tx) => {
      const seen = writingAs(tx, { of: 'operator' })
      const [trip, flight] = [await recordById(seen, TRIP, tripId), await recordById(seen, FLIGHT, flightId)]
      assert.ok(trip && flight)
      await changeRecord(tx, TRIP, trip, { buyer: clientId })
      await changeRecord(tx, FLIGHT, flight, { tripId, buyer: clientId, legNumber: 1 })
    })
  }

  /** The same application, connected once more with other scopes. */
  async again(application: TestApplication, scope: string): Promise<Integration> {
    const code = await obtainCode(this.scene.browser, application, scope)
    const answer = await this.scene.token(exchangeFields(application, code))
    assert.equal(answer.status, 200, answer.body)
    return new Integration(this.scene.at, answer.json<Tokens>().access_token)
  }

  /** The same integration, asked at another server on the same store. */
  at(other: TestServer, { token }: Integration): Integration {
    return new Integration(new TestTenant(this.scene.at.tenant, other.client, other.world), token)
  }

  /** A confirmed ferry home from Paris, on a day of its own. */
  async ferry(more: object = {}): Promise<Data> {
    const hours = 24 + 6 * this.#ferries++
    const aircraftId = this.fleet.aircraft[0]?.aircraftId
    const input = { aircraftId, adep: 'LFPB', ades: 'LSZH', kind: 'FERRY', status: 'CONFIRMED' }
    const { flight } = await this.key.did(
      this.key.createFlight({ ...input, offBlock: this.time(hours), onBlock: this.time(hours + 2), ...more }),
    )
    return flight
  }

  publish(by: Integration, flightId: string, more: object = {}): Promise<Data> {
    const input = { flightId, earliest: this.time(12), latest: this.time(120), ...more }
    return by.change(`mutation ($input: EmptyLegInput!) { emptyLegPublish(input: $input) { ${LEG} } }`, { input })
  }

  /** A ferry and what is offered of it. */
  async offer(more: object = {}): Promise<{ flight: Data; leg: Leg }> {
    const flight = await this.ferry()
    return { flight, leg: (await this.key.did(this.publish(this.key, flight.flightId, more))).emptyLeg }
  }

  hold(by: Integration, { emptyLegId, version }: Leg, until = this.time(24)): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $until: DateTime!, $v: Int!) {
        emptyLegHold(emptyLegId: $id, until: $until, expectedVersion: $v) { ${LEG} } }`,
      { id: emptyLegId, until, v: version },
    )
  }

  set(by: Integration, { emptyLegId, version }: Leg, status: string): Promise<Data> {
    return by.change(
      `mutation ($id: ID!, $status: EmptyLegStatus!, $v: Int!) {
        emptyLegStatusSet(emptyLegId: $id, status: $status, expectedVersion: $v) { ${LEG} } }`,
      { id: emptyLegId, status, v: version },
    )
  }

  async read(by: Integration, { emptyLegId }: Pick<Leg, 'emptyLegId'>, fields = 'version status'): Promise<Data> {
    return (await by.ask(`query ($id: ID!) { emptyLeg(emptyLegId: $id) { ${fields} } }`, { id: emptyLegId })).emptyLeg
  }

  /** Puts a leg into a state by hand. */
  put({ emptyLegId }: Leg, changes: Partial<EmptyLeg>): Promise<Leg> {
    return this.server.world.storage.writeTenant(this.scene.at.tenant.tenantId, async (tx) => {
      const before = (await recordById(writingAs(tx, { of: 'operator' }), EMPTY_LEG, emptyLegId)) as EmptyLeg
      return changeRecord(tx, EMPTY_LEG, before, changes)
    })
  }
}
