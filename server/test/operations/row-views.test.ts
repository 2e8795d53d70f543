/** Row-level rules on every path: lists, ids, filters, nested selections, writes and the feed (threats rows 21, 24). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { FLIGHT } from '../../src/storage/operations/flights/flights.ts'
import { TRIP } from '../../src/storage/operations/flights/trips.ts'
import { changeRecord, recordById } from '../../src/storage/records.ts'
import { writingAs } from '../../src/storage/view.ts'
import {
  addApplication,
  exchangeFields,
  GrantScene,
  obtainCode,
  signedInBrowser,
  type TestApplication,
  type Tokens,
} from '../support/code-grant.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const START = Date.parse('2027-06-01T06:00:00Z')
const NEXT_YEAR = '{ from: "2028-01-01T00:00:00Z", to: "2029-01-01T00:00:00Z" }'
const YEAR = '{ from: "2027-01-01T00:00:00Z", to: "2028-01-01T00:00:00Z" }'

for (const store of storesFor('sql')) {
  describe(`row-level rules (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let fleet: Fleet
    let key: Integration
    let own: { flightId: string }
    let other: { flightId: string }
    let tripId: string

    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      fleet = await seedFleet(server.world.storage, scene.at.tenant.tenantId, scene.pilot.userId)
      key = await Integration.of(scene.at)
      const opened = 'mutation { tripCreate(input: {}) { trip { tripId } userErrorList { code } } }'
      tripId = (await key.did(key.change(opened))).trip.tripId
      const create = async (index: number, more: object, crew: number) => {
        const offBlock = z(START + index * 86_400_000)
        const input = { aircraftId: fleet.aircraft[index]?.aircraftId, offBlock, ...more }
        const { flight } = await key.did(key.createFlight(input))
        const crewList = [{ crewMemberId: fleet.crew[crew]?.crewMemberId, position: 'CPT' }]
        await key.did(key.setCrew(flight.flightId, crewList, 1))
        await key.did(
          key.setPassengers(flight.flightId, [{ contact: { kind: 'PASSENGER', name: `Guest ${index}` } }], 2),
        )
        return flight
      }
      own = await create(0, { tripId }, 0)
      other = await create(1, {}, 1)
    })
    after(() => server.close())

    const connect = async (application: TestApplication, scope: string, person = scene.admin): Promise<Integration> => {
      const browser = await signedInBrowser(server, scene.at, person)
      const code = await obtainCode(browser, application, scope)
      const answer = await scene.token(exchangeFields(application, code))
      assert.equal(answer.status, 200, answer.body)
      return new Integration(scene.at, answer.json<Tokens>().access_token)
    }

    test('a key limited to one aircraft counts only the legs that it sees (threats row 105)', async () => {
      const opened = 'mutation { tripCreate(input: {}) { trip { tripId } userErrorList { code } } }'
      const { tripId: mixed } = (await key.did(key.change(opened))).trip
      const leg = async (aircraft: number, day: number) => {
        const aircraftId = fleet.aircraft[aircraft]?.aircraftId
        const offBlock = z(START + (400 + day) * 86_400_000)
        return (await key.did(key.createFlight({ aircraftId, offBlock, tripId: mixed }))).flight.flightId
      }
      await leg(1, 0)
      const second = await leg(0, 1)
      const ask = '{ flightList(filter: { interval: INTERVAL, flightIdList: ["ID"] }) { nodeList { legNumber } } }'
      const query = ask.replace('INTERVAL', NEXT_YEAR).replace('ID', second)
      const limited = await Integration.of(scene.at, 'flight:read', [fleet.aircraft[0]?.aircraftId ?? ''])
      assert.deepEqual((await key.ask(query)).flightList.nodeList, [{ legNumber: 2 }])
      assert.deepEqual((await limited.ask(query)).flightList.nodeList, [{ legNumber: 1 }])
    })

    test('a marketplace that support lets read crew is told no totals of duty, which would count legs of others', async () => {
      const totals = `{ crewMember(crewMemberId: "${fleet.crew[1]?.crewMemberId}") {
        dutyTotals(at: "2027-06-30T00:00:00Z") { block28Days sectors7Days } } }`
      const marketplace = await addApplication(server, { kind: 'marketplace' })
      await server.world.storage.writePlatform(({ db }) =>
        db
          .updateTable('application')
          .set({ extra_scopes: 'crew:read', extra_scopes_until: server.clock.now() + 86_400_000 })
          .where('client_id', '=', marketplace.clientId)
          .execute(),
      )
      const buyer = await connect(marketplace, 'crew:read')
      assert.ok((await key.ask(totals)).crewMember.dutyTotals.block28Days > 0)
      assert.equal((await buyer.ask(totals)).crewMember?.dutyTotals ?? null, null)
    })

    test('a key limited to one aircraft sees only it, its flights and their passengers', async () => {
      const aircraftId = fleet.aircraft[0]?.aircraftId ?? ''
      const scope =
        'aircraft:read aircraft:write flight:read flight:write movement:write passenger:read passenger:write'
      const limited = await Integration.of(scene.at, scope, [aircraftId])
      const foreign = fleet.aircraft[1]?.aircraftId
      const data = await limited.ask(
        `query ($own: ID!, $other: ID!, $foreign: ID!) {
          aircraftList { nodeList { aircraftId } }
          byId: aircraftList(filter: { aircraftIdList: [$foreign] }) { nodeList { aircraftId } }
          aircraft(aircraftId: $foreign) { registration }
          flightList(filter: { interval: ${YEAR} }) { nodeList { flightId trip { tripId flightList { flightId } } passengerList { name } } }
          filtered: flightList(filter: { interval: ${YEAR}, flightIdList: [$other] }) { nodeList { flightId } }
          ofForeign: flightList(filter: { interval: ${YEAR}, aircraftIdList: [$foreign] }) { nodeList { flightId } }
          flight(flightId: $own) { flightId aircraft { aircraftId } }
          hidden: flight(flightId: $other) { flightId }
        }`,
        { own: own.flightId, other: other.flightId, foreign },
      )
      assert.deepEqual(data.aircraftList.nodeList, [{ aircraftId }])
      assert.deepEqual(data.byId.nodeList, [])
      assert.equal(data.aircraft, null)
      const leg = {
        flightId: own.flightId,
        trip: { tripId, flightList: [{ flightId: own.flightId }] },
        passengerList: [{ name: 'Guest 0' }],
      }
      assert.deepEqual(data.flightList.nodeList, [leg])
      assert.deepEqual([data.filtered.nodeList, data.ofForeign.nodeList, data.hidden], [[], [], null])
      assert.deepEqual(data.flight, { flightId: own.flightId, aircraft: { aircraftId } })
    })

    test('a key limited to one aircraft gets NOT_FOUND, never "forbidden", when it changes other records', async () => {
      const aircraftId = fleet.aircraft[0]?.aircraftId ?? ''
      const scope =
        'aircraft:read aircraft:write flight:read flight:write movement:write passenger:read passenger:write'
      const limited = await Integration.of(scene.at, scope, [aircraftId])
      const foreign = fleet.aircraft[1]?.aircraftId
      const { contactList } = await key.ask('{ contactList { nodeList { contactId name } } }')
      const guest = contactList.nodeList.find(({ name }: { name: string }) => name === 'Guest 1')
      const { flight } = await key.ask('query ($id: ID!) { flight(flightId: $id) { version } }', { id: own.flightId })
      for (const payload of [
        limited.createFlight({ aircraftId: foreign, offBlock: z(START) }),
        limited.updateFlight({ flightId: other.flightId, opsNote: 'x' }, 3),
        limited.updateFlight({ flightId: own.flightId, aircraftId: foreign }, flight.version),
        limited.setStatus(other.flightId, 'CANCELLED', 3, 'x'),
        limited.report({ flightId: other.flightId, estimatedOffBlock: z(START) }),
        limited.block({ aircraftId: foreign, from: z(START), to: z(START + 1000) }),
        limited.setPassengers(other.flightId, [], 3),
        limited.setPassengers(own.flightId, [{ contactId: guest.contactId }], flight.version),
      ]) {
        assert.deepEqual(await limited.refusal(payload), ['NOT_FOUND'])
      }
    })

    test('a marketplace sees the fleet and the legs of its own trips, and flight support sees no flight yet', async () => {
      const marketplace = await addApplication(server, { kind: 'marketplace' })
      const buyer = await connect(marketplace, 'aircraft:read flight:read')
      const support = await connect(
        await addApplication(server, { kind: 'flight-support' }),
        'aircraft:read flight:read',
      )
      const query = `query ($own: ID!, $trip: ID!) {
        aircraftList { nodeList { aircraftId } } flightList(filter: { interval: ${YEAR} }) { nodeList { flightId } }
        flight(flightId: $own) { flightId } trip(tripId: $trip) { tripId } changeList { nodeList { entity entityId kind } } }`
      const ask = (integration: Integration) => integration.ask(query, { own: own.flightId, trip: tripId })
      for (const integration of [buyer, support]) {
        const none = await ask(integration)
        assert.equal(none.aircraftList.nodeList.length, 3)
        assert.deepEqual([none.flightList.nodeList, none.flight, none.trip], [[], null, null])
        const told = none.changeList.nodeList.map(({ entity }: { entity: string }) => entity)
        assert.deepEqual([...new Set(told)], ['AIRCRAFT'])
      }
      // Sets the trip as bought in the store, because sales are not built yet.
      await server.world.storage.writeTenant(scene.at.tenant.tenantId, async (tx) => {
        const seen = writingAs(tx, { of: 'operator' })
        const trip = await recordById(seen, TRIP, tripId)
        const flight = await recordById(seen, FLIGHT, own.flightId)
        assert.ok(trip && flight)
        await changeRecord(tx, TRIP, trip, { buyer: marketplace.clientId })
        await changeRecord(tx, FLIGHT, flight, { buyer: marketplace.clientId })
      })
      const bought = await ask(buyer)
      assert.deepEqual(bought.flightList.nodeList, [{ flightId: own.flightId }])
      assert.deepEqual([bought.flight, bought.trip], [{ flightId: own.flightId }, { tripId }])
      const flights = bought.changeList.nodeList.filter(({ entity }: { entity: string }) => entity === 'FLIGHT')
      assert.deepEqual(flights, [{ entity: 'FLIGHT', entityId: own.flightId, kind: 'CREATED' }])
      assert.deepEqual((await ask(support)).flightList.nodeList, [])
    })

    test('who sees a part of the operator is not told what is free, and a limited key only of its aircraft (threats row 169)', async () => {
      const interval = '{ from: "2027-06-02T00:00:00Z", to: "2027-06-03T00:00:00Z" }'
      const aircraft = `{ freeAircraftList(interval: ${interval}) { aircraft { aircraftId } } }`
      const crew = `{ freeCrewList(interval: ${interval}, position: CPT) { crewMember { code } } }`
      const marketplace = await addApplication(server, { kind: 'marketplace' })
      await server.world.storage.writePlatform(({ db }) =>
        db
          .updateTable('application')
          .set({ extra_scopes: 'crew:read', extra_scopes_until: server.clock.now() + 86_400_000 })
          .where('client_id', '=', marketplace.clientId)
          .execute(),
      )
      const buyer = await connect(marketplace, 'aircraft:read flight:read crew:read')
      assert.ok((await key.ask(aircraft)).freeAircraftList.length > 0)
      assert.ok((await key.ask(crew)).freeCrewList.length > 0)
      assert.deepEqual((await buyer.ask(aircraft)).freeAircraftList, [])
      assert.deepEqual((await buyer.ask(crew)).freeCrewList, [])
      const aircraftId = fleet.aircraft[2]?.aircraftId ?? ''
      const limited = await Integration.of(scene.at, 'aircraft:read flight:read', [aircraftId])
      assert.deepEqual((await limited.ask(aircraft)).freeAircraftList, [{ aircraft: { aircraftId } }])
    })

    test('a marketplace is not told who at the operator changed a record (threats row 163)', async () => {
      const marketplace = await addApplication(server, { kind: 'marketplace' })
      const buyer = await connect(marketplace, 'aircraft:read')
      const query = '{ aircraftList { nodeList { versionList { version by { kind } } } } }'
      const versions = async (by: Integration) =>
        (await by.ask(query)).aircraftList.nodeList.flatMap(
          ({ versionList }: { versionList: readonly unknown[] }) => versionList,
        )
      assert.ok((await versions(key)).length > 0)
      assert.deepEqual(await versions(buyer), [])
    })

    test('a marketplace takes off the passengers it added, and not those of the operator', async () => {
      const marketplace = await addApplication(server, { kind: 'marketplace' })
      const buyer = await connect(marketplace, 'flight:read passenger:write')
      const flightId = other.flightId
      const opened = 'mutation { tripCreate(input: {}) { trip { tripId } userErrorList { code } } }'
      const sold = (await key.did(key.change(opened))).trip.tripId
      await server.world.storage.writeTenant(scene.at.tenant.tenantId, async (tx) => {
        const seen = writingAs(tx, { of: 'operator' })
        const trip = await recordById(seen, TRIP, sold)
        const flight = await recordById(seen, FLIGHT, flightId)
        assert.ok(trip && flight)
        await changeRecord(tx, TRIP, trip, { buyer: marketplace.clientId })
        await changeRecord(tx, FLIGHT, flight, { tripId: sold, buyer: marketplace.clientId })
      })
      const { flight } = await key.ask('query ($id: ID!) { flight(flightId: $id) { passengerList { contactId } } }', {
        id: flightId,
      })
      const [guest] = flight.passengerList
      const remove = (contactId: string) =>
        buyer.change(
          `mutation ($id: ID!, $c: ID!) { flightPassengerRemove(flightId: $id, contactId: $c) {
            contactId userErrorList { code path message } } }`,
          { id: flightId, c: contactId },
        )
      assert.deepEqual(await buyer.refusal(remove(guest.contactId)), ['NOT_ALLOWED'])
      const added = await buyer.did(
        buyer.change(
          `mutation ($id: ID!, $p: PassengerInput!) { flightPassengerAdd(flightId: $id, passenger: $p) {
            contactId userErrorList { code path message } } }`,
          { id: flightId, p: { contact: { kind: 'PASSENGER', name: 'Bought' } } },
        ),
      )
      await buyer.did(remove(added.contactId))
      const after = await key.ask('query ($id: ID!) { flight(flightId: $id) { passengerList { name } } }', {
        id: flightId,
      })
      assert.deepEqual(after.flight.passengerList, [{ name: 'Guest 1' }])
    })

    test("the application's kind decides the actor: a flight bag reports times, kind other plans", async () => {
      const bag = await connect(
        await addApplication(server, { kind: 'electronic-flight-bag' }),
        'flight:read movement:write',
      )
      const planner = await connect(await addApplication(server, { kind: 'other' }), 'flight:read flight:write')
      const now = Date.now()
      const aircraftId = fleet.aircraft[2]?.aircraftId
      const { flight } = await key.did(key.createFlight({ aircraftId, offBlock: z(now - 3_600_000), onBlock: z(now) }))
      const crewList = [{ crewMemberId: fleet.crew[1]?.crewMemberId, position: 'CPT' }]
      await key.did(key.setCrew(flight.flightId, crewList, 1))
      await planner.did(planner.setStatus(flight.flightId, 'CONFIRMED', 2))
      await planner.did(planner.setStatus(flight.flightId, 'RELEASED', 3))
      const report = { flightId: flight.flightId, offBlock: z(now - 3_000_000) }
      assert.equal((await bag.did(bag.report(report))).flight.status, 'OFF_BLOCK')
      const refused = await scene.at.query(
        bag.token,
        `mutation { flightStatusSet(flightId: "${flight.flightId}", status: RELEASED, expectedVersion: 5) { userErrorList { code } } }`,
      )
      assert.equal(refused.status, 403)
    })

    test("a personal application sees its user's profile, duties and legs, and no other user's", async () => {
      const logbook = await addApplication(server, { kind: 'pilot-logbook', personal: true })
      const query = `{ me { userId crewCode baseICAO qualificationList { kind } }
        myDutyList(interval: ${YEAR}) { kind legList { flightId registration acftICAO adepICAO adesICAO position schedule { offBlockLocal } } } }`
      const pilot = await connect(logbook, 'own:profile own:roster', scene.pilot)
      const data = await pilot.ask(query)
      assert.deepEqual(data.me, {
        userId: scene.pilot.userId,
        crewCode: 'WEB',
        baseICAO: 'LSZH',
        qualificationList: [{ kind: 'LICENCE' }, { kind: 'MEDICAL' }, { kind: 'TYPE_RATING' }],
      })
      assert.equal(data.myDutyList.length, 1)
      assert.deepEqual(data.myDutyList[0].legList, [
        {
          flightId: own.flightId,
          registration: 'HB-JAA',
          acftICAO: 'C56X',
          adepICAO: 'LSZH',
          adesICAO: 'LFPB',
          position: 'CPT',
          schedule: { offBlockLocal: '2027-06-01T08:00:00+02:00' },
        },
      ])
      const stranger = await (await connect(logbook, 'own:profile own:roster', scene.admin)).ask(query)
      assert.deepEqual(stranger.me, {
        userId: scene.admin.userId,
        crewCode: null,
        baseICAO: null,
        qualificationList: [],
      })
      assert.deepEqual(stranger.myDutyList, [])
      const { changeList } = await pilot.ask('{ changeList { nodeList { entity } } }')
      const told = new Set(changeList.nodeList.map(({ entity }: { entity: string }) => entity))
      assert.deepEqual([...told].sort(), ['MY_DUTY', 'MY_FLIGHT', 'MY_QUALIFICATION'])
      const refused = await scene.at.query(
        pilot.token,
        `{ me { userId } flight(flightId: "${own.flightId}") { flightId } }`,
      )
      assert.equal(refused.status, 403)
    })

    test('a key limited to aircraft cannot create a trip, but adds legs to a trip it sees', async () => {
      const aircraftId = fleet.aircraft[0]?.aircraftId ?? ''
      const limited = await Integration.of(scene.at, 'flight:read flight:write', [aircraftId])
      const trips = async () =>
        (await key.ask('{ changeList(entityList: [TRIP], first: 500) { nodeList { kind } } }')).changeList.nodeList
          .length
      const before = await trips()
      const opened = await limited.change(
        'mutation { tripCreate(input: {}) { trip { tripId } userErrorList { code message } } }',
      )
      assert.equal(opened.trip, null)
      assert.equal(opened.userErrorList[0]?.code, 'NOT_ALLOWED')
      assert.match(opened.userErrorList[0]?.message, /limited to some aircraft/)
      assert.equal(await trips(), before)
      await limited.did(limited.createFlight({ aircraftId, tripId, offBlock: z(START + 200 * 86_400_000) }))
    })
  })
}
