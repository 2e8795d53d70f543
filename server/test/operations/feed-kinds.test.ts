/** Each kind of record in the feed (data §5, data row B2): told, and read by id, by list of ids and as a list. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  addApplication,
  allow,
  authorizePath,
  exchangeFields,
  GrantScene,
  returned,
  signedInBrowser,
  type Tokens,
} from '../support/code-grant.ts'
import { linkCrewMember } from '../support/crew-link.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const START = Date.parse('2027-06-01T06:00:00Z')
const HOUR = 3_600_000
const INTERVAL = '{ from: "2027-01-01T00:00:00Z", to: "2027-12-31T00:00:00Z" }'

/** How each kind is read: one, some by id, and all that changed since a time. */
const KINDS = {
  AIRCRAFT: [
    'aircraft(aircraftId: $id)',
    'aircraftList(filter: { aircraftIdList: $ids })',
    'aircraftList(filter: { updatedSince: $since })',
    'aircraftId',
  ],
  UNAVAILABILITY: [
    'unavailability(unavailabilityId: $id)',
    'unavailabilityList(filter: { unavailabilityIdList: $ids })',
    'unavailabilityList(filter: { updatedSince: $since })',
    'unavailabilityId',
  ],
  FLIGHT: [
    'flight(flightId: $id)',
    'flightList(filter: { flightIdList: $ids })',
    'flightList(filter: { updatedSince: $since })',
    'flightId',
  ],
  TRIP: [
    'trip(tripId: $id)',
    'tripList(filter: { tripIdList: $ids })',
    'tripList(filter: { updatedSince: $since })',
    'tripId',
  ],
  CREW_MEMBER: [
    'crewMember(crewMemberId: $id)',
    'crewMemberList(filter: { crewMemberIdList: $ids })',
    'crewMemberList(filter: { updatedSince: $since })',
    'crewMemberId',
  ],
  QUALIFICATION: [
    'qualification(qualificationId: $id)',
    'qualificationList(filter: { qualificationIdList: $ids })',
    'qualificationList(filter: { updatedSince: $since })',
    'qualificationId',
  ],
  DUTY: [
    'duty(dutyId: $id)',
    'dutyList(filter: { dutyIdList: $ids })',
    'dutyList(filter: { updatedSince: $since })',
    'dutyId',
  ],
} as const

interface Told {
  readonly entity: string
  readonly entityId: string
  readonly parentId: string | null
  readonly kind: string
  readonly isOwn: boolean
  readonly fieldList: string[]
}

const changes = async (reader: Integration, cursor: string): Promise<{ told: Told[]; cursor: string }> => {
  const { changeList } = await reader.ask(
    'query ($c: String) { changeList(after: $c) { nodeList { entity entityId parentId kind isOwn fieldList } pageInfo { endCursor } } }',
    { c: cursor },
  )
  return { told: changeList.nodeList, cursor: changeList.pageInfo.endCursor }
}

const now = async (reader: Integration): Promise<string> => {
  const { changeList } = await reader.ask(
    '{ changeList(from: NOW) { nodeList { entity } pageInfo { endCursor hasMore } } }',
  )
  assert.deepEqual([changeList.nodeList, changeList.pageInfo.hasMore], [[], false])
  return changeList.pageInfo.endCursor
}

for (const store of storesFor('record')) {
  describe(`kinds of the feed (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let fleet: Fleet
    let key: Integration
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      fleet = await seedFleet(server.world.storage, scene.at.tenant.tenantId, scene.pilot.userId)
      key = await Integration.of(scene.at)
    })
    after(() => server.close())

    const member = (index: number) => fleet.crew[index]?.crewMemberId ?? ''
    const aircraftId = (index = 0) => fleet.aircraft[index]?.aircraftId ?? ''
    const flightAt = async (hour: number, aircraft = 0) => {
      const offBlock = START + hour * HOUR
      const input = { aircraftId: aircraftId(aircraft), offBlock: z(offBlock), onBlock: z(offBlock + HOUR) }
      return (await key.did(key.createFlight(input))).flight
    }

    test('other rules of the operator are told once as OPERATOR_SETTINGS, to who may read them (data row F12)', async () => {
      const planner = await Integration.of(scene.at, 'settings:read settings:write')
      const cursor = await now(planner)
      const set = async () => {
        const { operatorSettings } = await planner.ask('{ operatorSettings { version } }')
        await planner.did(
          planner.change(
            `mutation ($v: Int!) { operatorSettingsUpdate(input: { taxiInMinutes: 7 }, expectedVersion: $v) {
              userErrorList { code } } }`,
            { v: operatorSettings.version },
          ),
        )
      }
      await set()
      await set()
      const { told } = await changes(planner, cursor)
      assert.deepEqual(told, [
        {
          entity: 'OPERATOR_SETTINGS',
          entityId: 'alpine',
          parentId: null,
          kind: 'UPDATED',
          isOwn: true,
          fieldList: ['taxiInMinutes'],
        },
      ])
      const without = await key.body('{ changeList(entityList: [OPERATOR_SETTINGS]) { nodeList { entity } } }')
      assert.equal(without.errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE')
      assert.deepEqual((await changes(key, await now(key))).told, [])
    })

    test('every kind of record is in the feed once it is written, and is read by id, by ids and as a list', async () => {
      const cursor = await now(key)
      const { trip } = await key.did(
        key.change('mutation { tripCreate(input: {}) { trip { tripId } userErrorList { code } } }'),
      )
      const flight = await flightAt(0)
      await key.did(key.setCrew(flight.flightId, [{ crewMemberId: member(1), position: 'CPT' }], 1))
      await key.did(key.block({ aircraftId: aircraftId(2), from: z(START), to: z(START + HOUR), note: 'Check' }))
      await key.did(
        key.change(
          `mutation ($m: ID!) { qualificationSave(input: { crewMemberId: $m, kind: OPC, label: "OPC", validFrom: "2027-01-01" }) {
            qualification { qualificationId } userErrorList { code } } }`,
          { m: member(1) },
        ),
      )
      const { told } = await changes(key, cursor)
      for (const [kind, [one, some, since, id]] of Object.entries(KINDS)) {
        const change = told.find(({ entity }) => entity === kind)
        assert.ok(change, `${kind} is not told`)
        const variables = { id: change.entityId, ids: [change.entityId, 'xxx_unknown'], since: '2020-01-01T00:00:00Z' }
        const read = await key.ask(
          `query ($id: ID!, $ids: [ID!], $since: DateTime) { one: ${one} { ${id} version }
            some: ${some} { nodeList { ${id} } } since: ${since} { nodeList { ${id} } } }`,
          variables,
        )
        assert.equal(read.one[id], change.entityId, kind)
        assert.deepEqual(read.some.nodeList, [{ [id]: change.entityId }], kind)
        assert.ok(
          read.since.nodeList.some((node: Record<string, string>) => node[id] === change.entityId),
          kind,
        )
        const later = await key.ask(
          `query ($id: ID!, $ids: [ID!], $since: DateTime) { one: ${one} { ${id} } some: ${some} { nodeList { ${id} } } since: ${since} { nodeList { ${id} } } }`,
          { ...variables, since: '2090-01-01T00:00:00Z' },
        )
        assert.deepEqual(later.since.nodeList, [], kind)
      }
      assert.ok(trip.tripId)
      const parents = told.filter(({ entity }) => ['DUTY', 'QUALIFICATION', 'UNAVAILABILITY'].includes(entity))
      assert.deepEqual([...new Set(parents.map(({ entity, parentId }) => `${entity} ${parentId}`))].sort(), [
        `DUTY ${member(1)}`,
        `QUALIFICATION ${member(1)}`,
        `UNAVAILABILITY ${aircraftId(2)}`,
      ])
    })

    test('a list of ids has no interval and at most 500 entries; other lists need something to find by', async () => {
      const ids = Array.from({ length: 501 }, (_, index) => `flt_${index}`)
      const query = 'query ($ids: [ID!]) { flightList(filter: { flightIdList: $ids }) { nodeList { flightId } } }'
      assert.equal((await key.body(query, { ids })).errors?.[0]?.extensions.code, 'BAD_USER_INPUT')
      assert.deepEqual((await key.ask(query, { ids: ids.slice(1) })).flightList.nodeList, [])
      for (const list of ['flightList(filter: {})', 'dutyList(filter: { kindList: [OFF] })']) {
        const { errors } = await key.body(`{ ${list} { nodeList { version } } }`)
        assert.match(errors?.[0]?.message ?? '', /needs one of/, list)
      }
    })

    test('a deleted duty names its crew member, and a block its aircraft', async () => {
      const flight = await flightAt(48)
      await key.did(key.setCrew(flight.flightId, [{ crewMemberId: member(1), position: 'CPT' }], 1))
      const { unavailability } = await key.did(
        key.block({ aircraftId: aircraftId(1), from: z(START), to: z(START + HOUR) }),
      )
      const cursor = await now(key)
      await key.did(key.setCrew(flight.flightId, [], 2))
      await key.did(key.unblock(unavailability.unavailabilityId, 1))
      const gone = (await changes(key, cursor)).told.filter(({ kind }) => kind === 'DELETED')
      assert.deepEqual(
        gone.map(({ entity, parentId }) => [entity, parentId]),
        [
          ['DUTY', member(1)],
          ['UNAVAILABILITY', aircraftId(1)],
        ],
      )
    })

    test('a change says whether the caller made it', async () => {
      const other = await Integration.of(scene.at)
      const cursor = await now(key)
      await flightAt(72)
      const own = (await changes(key, cursor)).told
      const others = (await changes(other, cursor)).told
      assert.deepEqual([own.every(({ isOwn }) => isOwn), others.some(({ isOwn }) => isOwn)], [true, false])
      assert.equal(own.length, others.length)
    })

    test('an empty poll costs at most 5 (data row C3)', async () => {
      const cursor = await now(key)
      const answer = await scene.at.query(
        key.token,
        `{ changeList(after: "${cursor}") { nodeList { entity entityId kind } pageInfo { endCursor hasMore } } }`,
      )
      const { requested } = answer.json<{ extensions: { cost: { requested: number } } }>().extensions.cost
      assert.ok(requested <= 5, `it costs ${requested}`)
    })

    test('a person’s own application follows own duties, flights and papers, and nobody else’s', async () => {
      const logbook = await addApplication(server, { name: 'Logbook', kind: 'pilot-logbook', personal: true })
      const browser = await signedInBrowser(server, scene.at, scene.pilot)
      const code = returned(await allow(browser, authorizePath(logbook, 'own:profile own:roster'))).get('code') ?? ''
      const tokens = (await scene.token(exchangeFields(logbook, code))).json<Tokens>()
      const mine = new Integration(scene.at, tokens.access_token)
      let cursor = await now(mine)
      const next = async () => {
        const page = await changes(mine, cursor)
        cursor = page.cursor
        return page.told
      }
      const kinds = (told: readonly Told[]) => told.map(({ entity, kind }) => `${entity} ${kind}`).sort()

      const flight = await flightAt(120)
      await key.did(key.setCrew(flight.flightId, [{ crewMemberId: member(1), position: 'CPT' }], 1))
      assert.deepEqual(await next(), [], 'a colleague’s flight is not told')
      await key.did(
        key.setCrew(
          flight.flightId,
          [
            { crewMemberId: member(1), position: 'CPT' },
            { crewMemberId: member(0), position: 'FO' },
          ],
          2,
        ),
      )
      const joined = await next()
      assert.deepEqual(kinds(joined), ['MY_DUTY CREATED', 'MY_FLIGHT CREATED'])
      const duty = joined.find(({ entity }) => entity === 'MY_DUTY')?.entityId ?? ''
      const read = await mine.ask(
        `query ($d: ID!, $f: ID!) { myDuty(dutyId: $d) { dutyId legList { flightId } } myDutyList(dutyIdList: [$d]) { dutyId }
          myFlight(flightId: $f) { flightNo position picName isMultiPilot adepICAO arrivalICAO registration }
          myFlightList(flightIdList: [$f]) { nodeList { flightId } } all: myFlightList(interval: ${INTERVAL}) { nodeList { flightId } }
          myQualificationList { qualificationId kind } }`,
        { d: duty, f: flight.flightId },
      )
      assert.deepEqual(read.myDuty.legList, [{ flightId: flight.flightId }])
      assert.deepEqual(read.myDutyList, [{ dutyId: duty }])
      assert.deepEqual(
        [read.myFlight.position, read.myFlight.picName, read.myFlight.isMultiPilot, read.myFlight.adepICAO],
        ['FO', 'Anna Keller', true, 'LSZH'],
      )
      assert.deepEqual(read.myFlightList.nodeList, [{ flightId: flight.flightId }])
      assert.deepEqual(read.all.nodeList, [{ flightId: flight.flightId }])
      const [paper] = read.myQualificationList
      const one = await mine.ask('query ($q: ID!) { myQualification(qualificationId: $q) { kind } }', {
        q: paper.qualificationId,
      })
      assert.equal(one.myQualification.kind, paper.kind)

      await key.did(key.updateFlight({ flightId: flight.flightId, opsNote: 'Not for the crew' }, 3))
      const [noted] = await next()
      assert.deepEqual([noted?.entity, noted?.fieldList], ['MY_FLIGHT', []])
      await key.did(key.setCrew(flight.flightId, [{ crewMemberId: member(1), position: 'CPT' }], 4))
      assert.deepEqual(kinds(await next()), ['MY_DUTY DELETED', 'MY_FLIGHT DELETED'])
      const gone = await mine.ask('query ($f: ID!) { myFlight(flightId: $f) { flightNo } }', { f: flight.flightId })
      assert.equal(gone.myFlight, null)

      await linkCrewMember(server, scene.at, scene.admin, { crewMemberId: member(0), userId: null })
      assert.deepEqual(
        [...new Set(kinds(await next()))],
        ['MY_QUALIFICATION DELETED'],
        'whoever is no longer the member loses its records',
      )
    })

    test('the change feed checks the scope of a kind before it answers anything', async () => {
      const reader = await Integration.of(scene.at, 'flight:read')
      for (const kind of ['UNAVAILABILITY', 'QUALIFICATION', 'MY_DUTY']) {
        const answer = await scene.at.query(
          reader.token,
          `{ changeList(entityList: [${kind}]) { nodeList { entityId } } }`,
        )
        assert.equal(answer.status, 403, kind)
      }
    })
  })
}
