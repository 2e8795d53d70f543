/** Visits and service requests (data §8): what providers are asked for, answer and see. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CHANGE_KINDS } from '../../src/domain/entity-kind.ts'
import { ACTORS } from '../../src/domain/operations/acting-as.ts'
import { SERVICE_REQUEST_LIFE_CYCLE, SERVICE_STATUSES } from '../../src/domain/operations/handling/service-request.ts'
import { stepsOf } from '../../src/domain/operations/step.ts'
import { secretHash } from '../../src/domain/secret.ts'
import { changesToSend } from '../../src/services/events/webhook-changes.ts'
import { readPrincipal } from '../../src/services/oauth/verify.ts'
import { changeHead } from '../../src/storage/change-feed.ts'
import { FLIGHT } from '../../src/storage/operations/flights/flights.ts'
import { changeRecord, recordById } from '../../src/storage/records.ts'
import { writingAs } from '../../src/storage/view.ts'
import { formTo } from '../support/browser.ts'
import {
  addApplication,
  addPerson,
  authorizePath,
  exchangeFields,
  returned,
  signedInBrowser,
  type TestApplication,
} from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { ERRORS, FLIGHT_SUPPORT, HandlingScene } from '../support/handling-scene.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { statementsDuring } from '../support/statements.ts'
import { onPostgres, preparedPlace, startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

/** What the provider does, and the operator in its name. */
const ANSWERS = [
  'REQUESTED ACKNOWLEDGED',
  'REQUESTED CONFIRMED',
  'REQUESTED REJECTED',
  'ACKNOWLEDGED CONFIRMED',
  'ACKNOWLEDGED REJECTED',
  'REVIEW CONFIRMED',
  'REVIEW REJECTED',
  'CONFIRMED COMPLETED',
  'CANCELLATION_REQUESTED CANCELLED',
]

/** The life cycle of a service request (data §8.2), written down a second time by hand. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  operator: [
    'DRAFT REQUESTED',
    'DRAFT CANCELLED',
    'DRAFT NOT_REQUIRED',
    'REQUESTED CANCELLED',
    'REQUESTED NOT_REQUIRED',
    'REJECTED REQUESTED',
    'ACKNOWLEDGED CANCELLATION_REQUESTED',
    'CONFIRMED CANCELLATION_REQUESTED',
    'REVIEW CANCELLATION_REQUESTED',
    ...ANSWERS,
  ],
  provider: ANSWERS,
}

test('a step of a service request is allowed exactly for the states and actors that docs/life-cycles.md lists', () => {
  for (const from of SERVICE_STATUSES) {
    for (const to of SERVICE_STATUSES) {
      for (const actor of ACTORS) {
        const isAllowed = stepsOf(SERVICE_REQUEST_LIFE_CYCLE, { from, to, by: 'set' }, actor).length > 0
        assert.equal(isAllowed, ALLOWED[actor]?.includes(`${from} ${to}`) ?? false, `${from} -> ${to} by ${actor}`)
      }
    }
  }
})

for (const store of storesFor('record')) {
  describe(`flight support (${store})`, () => {
    let server: TestServer
    let scene: HandlingScene
    let rampReady: Integration
    let handlerHub: Integration
    before(async () => {
      server = await startServer(store)
      scene = await HandlingScene.open(server)
      rampReady = (await scene.application('RampReady', scene.goldair)).by
      handlerHub = (await scene.application('HandlerHub', scene.signature)).by
    })
    after(() => server.close())

    const visitsOf = async (by: Integration, flightId: string): Promise<Data[]> =>
      (
        await by.ask(`query ($id: ID!) { visitList(filter: { flightId: $id }) { nodeList { visitId version } } }`, {
          id: flightId,
        })
      ).visitList.nodeList

    test('a visit begins with the first request, has both legs, and the provider who was asked sees it flat', async () => {
      const { arrival, departure } = await scene.turn()
      assert.deepEqual(await visitsOf(scene.key, arrival.flightId), [])
      const { visit } = await scene.asked({ flightId: arrival.flightId, flightEnd: 'ARRIVAL' })
      const same = await scene.asked({ flightId: departure.flightId, flightEnd: 'DEPARTURE', kind: 'CATERING' })
      assert.equal(same.visit.visitId, visit.visitId)
      const leg = 'flightNo registration acftICAO adepICAO adesICAO paxCount crewCount schedule { offBlock }'
      const fields = `airport { iCAO } registration arriveAt departAt arrival { flightId ${leg} } departure { flightId ${leg} }
        serviceRequestList { kind status provider { name } }`
      const seen = await scene.visit(rampReady, visit.visitId, fields)
      assert.deepEqual(seen, await scene.visit(scene.key, visit.visitId, fields))
      assert.deepEqual([seen.arrival.flightId, seen.departure.flightId], [arrival.flightId, departure.flightId])
      assert.deepEqual([seen.airport.iCAO, seen.arrival.paxCount, seen.arrival.adepICAO], ['LFPB', 4, 'LSZH'])
      assert.deepEqual(
        seen.serviceRequestList.map(({ kind }: Data) => kind),
        ['HANDLING', 'CATERING'],
      )
    })

    test('a leg that moves by more than the kind allows sends what was confirmed to REVIEW, and each yes is for what it was then (data §8.3)', async () => {
      const { arrival } = await scene.turn()
      const flightId = arrival.flightId
      const handling = await scene.asked({ flightId })
      const fuel = await scene.asked({ flightId, kind: 'FUEL' })
      await scene.done(rampReady, handling, 'ACKNOWLEDGED')
      await scene.done(rampReady, { ...handling, version: 2 }, 'CONFIRMED')
      await scene.done(rampReady, fuel, 'CONFIRMED')
      const at = (minutes: number) => new Date(Date.parse(arrival.schedule.offBlock) + minutes * 60_000).toISOString()
      await scene.move(arrival, { offBlock: at(20) })
      assert.equal((await scene.read(rampReady, handling)).status, 'CONFIRMED')
      await scene.move(arrival, { offBlock: at(45) })
      const reviewed = await scene.read(rampReady, handling, 'version status reviewReasonList')
      assert.deepEqual([reviewed.status, reviewed.reviewReasonList], ['REVIEW', ['TIME']])
      assert.equal((await scene.read(rampReady, fuel)).status, 'CONFIRMED')
      await scene.done(rampReady, reviewed, 'CONFIRMED')
      await scene.move(arrival, { offBlock: at(50), paxCount: 5 })
      const again = await scene.read(rampReady, handling, 'status reviewReasonList')
      assert.deepEqual([again.status, again.reviewReasonList], ['REVIEW', ['PAX_COUNT']])
    })

    test('another airport ends the visit and opens one there, with its requests in REVIEW and without the handler of the first', async () => {
      const { arrival, departure } = await scene.turn()
      const request = await scene.asked({ flightId: arrival.flightId })
      await scene.done(rampReady, request, 'CONFIRMED')
      const { visitId } = request.visit
      const cursor = (await rampReady.ask('{ changeList(from: NOW, entityList: [VISIT]) { pageInfo { endCursor } } }'))
        .changeList.pageInfo.endCursor
      await scene.move(arrival, { ades: 'LFPG' })
      assert.equal(await scene.visit(scene.key, visitId), null)
      const moved = await scene.read(
        scene.key,
        request,
        'status reviewReasonList provider { name } visit { visitId airport { iCAO } arrival { flightId } departure { flightId } }',
      )
      assert.deepEqual([moved.status, moved.provider], ['REVIEW', null])
      assert.deepEqual(moved.reviewReasonList.includes('AIRPORT'), true)
      assert.deepEqual([moved.visit.airport.iCAO, moved.visit.arrival.flightId], ['LFPG', arrival.flightId])
      assert.equal(moved.visit.departure, null, `${departure.flightId} leaves from another airport`)
      const told = await rampReady.ask(
        'query ($after: String!) { changeList(after: $after, entityList: [VISIT]) { nodeList { entityId kind } } }',
        { after: cursor },
      )
      assert.deepEqual(told.changeList.nodeList, [{ entityId: visitId, kind: 'DELETED' }])
      assert.equal(await scene.read(rampReady, request), null)
    })

    test('another aircraft ends the visit and opens one for it, where the provider comes along', async () => {
      const { arrival } = await scene.turn()
      const request = await scene.asked({ flightId: arrival.flightId })
      await scene.done(rampReady, request, 'CONFIRMED')
      await scene.move(arrival, { aircraftId: scene.aircraftId(1) })
      const moved = await scene.read(rampReady, request, 'status reviewReasonList visit { visitId aircraftId }')
      assert.equal(moved.status, 'REVIEW')
      assert.ok(moved.reviewReasonList.includes('AIRCRAFT'))
      assert.notEqual(moved.visit.visitId, request.visit.visitId)
      assert.equal(moved.visit.aircraftId, scene.aircraftId(1))
    })

    test('a flight that is an option again and gets another aircraft takes its visit and requests to the keys of that one', async () => {
      const { arrival } = await scene.turn()
      const request = await scene.asked({ flightId: arrival.flightId })
      await scene.done(rampReady, request, 'CONFIRMED')
      const scope = 'service:read flight:read'
      const first = await Integration.of(scene.scene.at, scope, [scene.aircraftId()])
      const second = await Integration.of(scene.scene.at, scope, [scene.aircraftId(1)])
      const step = async (status: string): Promise<void> => {
        const { flight } = await scene.key.ask('query ($id: ID!) { flight(flightId: $id) { version } }', {
          id: arrival.flightId,
        })
        await scene.key.did(scene.key.setStatus(arrival.flightId, status, flight.version))
      }
      const seen = async (by: Integration): Promise<boolean[]> => [
        (await scene.read(by, request)) !== null,
        (await scene.visit(by, request.visit.visitId)) !== null,
      ]
      const cursor = (await first.ask('{ changeList(from: NOW) { pageInfo { endCursor } } }')).changeList.pageInfo
        .endCursor
      await step('OPTION')
      await scene.move(arrival, { aircraftId: scene.aircraftId(1) })
      assert.deepEqual(
        [await seen(first), await seen(second)],
        [
          [false, false],
          [true, true],
        ],
      )
      const told = await first.ask(
        `query ($after: String!) { changeList(after: $after, entityList: [VISIT, SERVICE_REQUEST]) {
          nodeList { entityId kind } } }`,
        { after: cursor },
      )
      const ended = told.changeList.nodeList.filter(({ kind }: Data) => kind === 'DELETED')
      assert.deepEqual(
        ended.map(({ entityId }: Data) => entityId).sort(),
        [request.serviceRequestId, request.visit.visitId].sort(),
      )
      await step('CONFIRMED')
      const again = await scene.read(rampReady, request, 'status reviewReasonList')
      assert.equal(again.status, 'REVIEW')
      assert.ok(again.reviewReasonList.includes('AIRCRAFT'))
    })

    test('a provider whom support allows crew:read sees no crew of the flights that it sees (threats row 330)', async () => {
      const { by } = await scene.connected('Widened', FLIGHT_SUPPORT, [scene.goldair], 'crew:read')
      const { arrival } = await scene.turn()
      const crewMemberId = scene.fleet.crew[0]?.crewMemberId
      const { version } = await scene.leg(arrival)
      await scene.key.did(scene.key.setCrew(arrival.flightId, [{ crewMemberId, position: 'CPT' }], version))
      await scene.asked({ flightId: arrival.flightId })
      const text = 'query ($id: ID!) { flight(flightId: $id) { crewList { position crewMember { code } } } }'
      assert.deepEqual((await by.ask(text, { id: arrival.flightId })).flight, { crewList: [] })
      assert.equal((await scene.key.ask(text, { id: arrival.flightId })).flight.crewList.length, 1)
    })

    test('a cancelled flight asks who answered to cancel, ends what nobody answered, and the provider cancels with its fee', async () => {
      const { arrival } = await scene.turn()
      const [answered, open] = [
        await scene.asked({ flightId: arrival.flightId }),
        await scene.asked({ flightId: arrival.flightId, kind: 'PARKING' }),
      ]
      await scene.done(rampReady, answered, 'CONFIRMED')
      const { version } = await scene.leg(arrival)
      await scene.key.did(scene.key.setStatus(arrival.flightId, 'CANCELLED', version, 'Client ill'))
      assert.equal((await scene.read(rampReady, open)).status, 'CANCELLED')
      const asked = await scene.read(rampReady, answered)
      assert.equal(asked.status, 'CANCELLATION_REQUESTED')
      const net = { amount: '180.00', currency: 'CHF' }
      const fee = { label: 'Less than 24 h', net, isCancellationFee: true }
      await scene.done(rampReady, asked, 'CANCELLED', { result: { chargeList: [fee] } })
      const { result } = await scene.read(
        scene.key,
        answered,
        'result { chargeList { label net { amount currency } isCancellationFee } }',
      )
      assert.deepEqual(result.chargeList, [fee])
    })

    test('another provider’s visits and requests are in no answer: by id, list, filter, leg, feed and step (threats row 277)', async () => {
      const everything = '{ changeList(from: NOW) { pageInfo { endCursor } } }'
      const cursor = (await handlerHub.ask(everything)).changeList.pageInfo.endCursor
      const head = await changeHead(server.world.storage.tenant(scene.scene.at.tenant.tenantId))
      const { arrival } = await scene.turn()
      const request = await scene.asked({ flightId: arrival.flightId })
      const draft = await scene.asked({ flightId: arrival.flightId, providerContactId: scene.signature, send: false })
      for (const { serviceRequestId } of [request, draft]) {
        assert.equal(await scene.read(handlerHub, { serviceRequestId }), null)
      }
      assert.equal(await scene.visit(handlerHub, request.visit.visitId), null)
      const seen = await handlerHub.ask(
        `query ($v: ID!, $f: ID!, $p: ID!) {
          visitList(filter: { visitIdList: [$v] }) { nodeList { visitId } }
          byLeg: visitList(filter: { flightId: $f }) { nodeList { visitId } }
          serviceRequestList(filter: { visitId: $v }) { nodeList { serviceRequestId } }
          byProvider: serviceRequestList(filter: { providerContactIdList: [$p] }) { nodeList { serviceRequestId } }
          flight(flightId: $f) { flightId }
          flightList(filter: { flightIdList: [$f] }) { nodeList { flightId } } }`,
        { v: request.visit.visitId, f: arrival.flightId, p: scene.goldair },
      )
      const lists = [seen.visitList, seen.byLeg, seen.serviceRequestList, seen.byProvider, seen.flightList]
      assert.deepEqual(
        lists.map(({ nodeList }) => nodeList),
        [[], [], [], [], []],
      )
      assert.equal(seen.flight, null)
      assert.deepEqual(await handlerHub.refusal(scene.set(handlerHub, request, 'CONFIRMED')), ['NOT_FOUND'])
      const told = await handlerHub.ask(
        'query ($after: String!) { changeList(after: $after) { nodeList { entity entityId } } }',
        { after: cursor },
      )
      assert.deepEqual(told.changeList.nodeList, [])
      const toSend = async (by: Integration, after = head) => {
        const { world } = server
        const { tenantId } = scene.scene.at.tenant
        const principal = await readPrincipal(world, world.storage.tenant(tenantId), secretHash(by.token))
        assert.ok(principal)
        const rest = { fields: null, statuses: null, aircraftIds: null }
        const heard = { tenantId, entities: ['VISIT', 'SERVICE_REQUEST'], kinds: CHANGE_KINDS, ...rest } as const
        const { changes } = await changesToSend(world, heard, principal, { after, most: 100 })
        return changes.map(({ entityId }) => entityId)
      }
      assert.deepEqual(await toSend(handlerHub), [])
      assert.deepEqual(new Set(await toSend(rampReady)), new Set([request.serviceRequestId, request.visit.visitId]))
      // Both at one visit: each sees its own, and nothing of the other's (threats row 243).
      const cursorNow = async (by: Integration): Promise<string> =>
        (await by.ask(everything)).changeList.pageInfo.endCursor
      const toldOf = async (by: Integration, after: string): Promise<string[]> => {
        const text = 'query ($after: String!) { changeList(after: $after) { nodeList { entity entityId kind } } }'
        const { nodeList } = (await by.ask(text, { after })).changeList
        return nodeList.map(({ entity, entityId, kind }: Data) => `${kind} ${entity} ${entityId}`)
      }
      const shown = 'version updatedAt updatedBy { kind }'
      const before = await scene.visit(rampReady, request.visit.visitId, shown)
      const [ramp, hub, key] = [await cursorNow(rampReady), await cursorNow(handlerHub), await cursorNow(scene.key)]
      const atHead = await changeHead(server.world.storage.tenant(scene.scene.at.tenant.tenantId))
      await scene.done(scene.key, draft, 'REQUESTED')
      assert.deepEqual(await scene.visit(rampReady, request.visit.visitId, shown), before)
      assert.deepEqual(await toldOf(rampReady, ramp), [])
      assert.deepEqual(await toSend(rampReady, atHead), [])
      assert.deepEqual(await toldOf(handlerHub, hub), [
        `CREATED SERVICE_REQUEST ${draft.serviceRequestId}`,
        `CREATED VISIT ${request.visit.visitId}`,
      ])
      assert.deepEqual(await toldOf(scene.key, key), [`UPDATED SERVICE_REQUEST ${draft.serviceRequestId}`])
      const fields = 'serviceRequestList { serviceRequestId }'
      const ids = async (by: Integration) =>
        (await scene.visit(by, request.visit.visitId, fields)).serviceRequestList.map(
          (each: Data) => each.serviceRequestId,
        )
      assert.deepEqual(await ids(handlerHub), [draft.serviceRequestId])
      assert.deepEqual(await ids(rampReady), [request.serviceRequestId])
    })

    test('a flight names its visits and what is asked for it, a provider reads its own alone, and requests are found by their days (threats row 277)', async () => {
      const { arrival, departure } = await scene.turn()
      const request = await scene.asked({ flightId: arrival.flightId })
      const permit = { countryCode: 'rs', entryPoint: 'NARKA' }
      const asked = await scene.asked({ flightId: arrival.flightId, kind: 'OVERFLIGHT_PERMIT', permit })
      // Of the other provider, so that it sees the departure too.
      await scene.asked({
        ...{ flightId: departure.flightId, kind: 'OVERFLIGHT_PERMIT', permit: { countryCode: 'AT' } },
        providerContactId: scene.signature,
      })
      const flightOf = async (by: Integration, { flightId }: Data) =>
        (
          await by.ask(
            `query ($id: ID!) { flight(flightId: $id) { arrivalVisitId departureVisitId
              serviceRequestList { kind permit { countryCode entryPoint } } } }`,
            { id: flightId },
          )
        ).flight
      const { visitId } = request.visit
      const rs = { kind: 'OVERFLIGHT_PERMIT', permit: { countryCode: 'RS', entryPoint: 'NARKA' } }
      const at = { kind: 'OVERFLIGHT_PERMIT', permit: { countryCode: 'AT', entryPoint: null } }
      assert.deepEqual(await flightOf(scene.key, arrival), {
        ...{ arrivalVisitId: visitId, departureVisitId: null, serviceRequestList: [rs] },
      })
      assert.deepEqual(await flightOf(rampReady, departure), {
        ...{ arrivalVisitId: null, departureVisitId: visitId, serviceRequestList: [] },
      })
      assert.deepEqual(await flightOf(handlerHub, departure), {
        ...{ arrivalVisitId: null, departureVisitId: null, serviceRequestList: [at] },
      })
      const found = async (from: string, to: string) =>
        (
          await rampReady.ask(
            `query ($i: IntervalInput!) { serviceRequestList(filter: { interval: $i }) { nodeList { serviceRequestId } } }`,
            { i: { from, to } },
          )
        ).serviceRequestList.nodeList.map((each: Data) => each.serviceRequestId)
      const [{ offBlock, onBlock }, next] = await Promise.all(
        [arrival, departure].map(async (leg) => (await scene.leg(leg, 'schedule { offBlock onBlock }')).schedule),
      )
      assert.deepEqual(await found(onBlock, next.offBlock), [request.serviceRequestId])
      assert.deepEqual(await found(offBlock, onBlock), [asked.serviceRequestId])
      await scene.done(rampReady, asked, 'CONFIRMED')
      const { agreedFor } = await scene.read(rampReady, asked, 'agreedFor { arriveAt departAt arrivalPaxCount }')
      assert.deepEqual(agreedFor, { arriveAt: onBlock, departAt: offBlock, arrivalPaxCount: 4 })
    })

    test('a request that is given on begins anew: the next provider reads nothing of the first, and nothing before it is sent (threats row 277)', async () => {
      const { arrival } = await scene.turn()
      const request = await scene.asked({ flightId: arrival.flightId })
      const net = { amount: '900.00', currency: 'EUR' }
      const chargeList = [{ label: 'Basic', net, invoiceNumber: 'G-1' }]
      const result = { reference: 'GH-1', note: 'At our price', chargeList }
      await scene.done(scene.key, request, 'CONFIRMED', { result, reason: 'By phone' })
      const offBlock = new Date(Date.parse(arrival.schedule.offBlock) + 3_600_000).toISOString()
      await scene.move(arrival, { offBlock })
      const reviewed = await scene.read(scene.key, request)
      assert.equal(reviewed.status, 'REVIEW')
      await scene.key.did(scene.update(scene.key, reviewed, { providerContactId: scene.signature }))
      for (const by of [rampReady, handlerHub]) {
        assert.equal(await scene.read(by, request), null)
        assert.equal(await scene.visit(by, request.visit.visitId), null)
      }
      const fields = `version status statusReason sentAt reviewReasonList result { reference }
        historyList { from to reason onBehalfOf { name } }`
      const given = await scene.read(scene.key, request, fields)
      assert.deepEqual([given.status, given.sentAt, given.result, given.reviewReasonList], ['DRAFT', null, null, []])
      assert.deepEqual(
        given.historyList.map(({ to }: Data) => to),
        ['CONFIRMED', 'REVIEW', 'DRAFT'],
      )
      await scene.done(scene.key, given, 'REQUESTED')
      const seen = await scene.read(handlerHub, request, fields)
      assert.deepEqual([seen.status, seen.statusReason, seen.result], ['REQUESTED', null, null])
      assert.deepEqual(seen.historyList, [{ from: 'DRAFT', to: 'REQUESTED', reason: null, onBehalfOf: null }])
      assert.equal(await scene.read(rampReady, request), null)
      await scene.done(handlerHub, seen, 'CONFIRMED')
      const { historyList } = await scene.read(handlerHub, request, fields)
      assert.deepEqual(
        historyList.map(({ to }: Data) => to),
        ['REQUESTED', 'CONFIRMED'],
      )
    })

    test('a provider, who sees no trips, finds no flights by the id of one (threats row 556)', async () => {
      const made = 'mutation { tripCreate(input: {}) { trip { tripId } userErrorList { code message } } }'
      const { tripId } = (await scene.key.did(scene.key.change(made))).trip
      const { arrival } = await scene.turn({ tripId })
      await scene.asked({ flightId: arrival.flightId })
      const list = 'query ($f: FlightFilter!) { flightList(filter: $f) { nodeList { flightId } } }'
      const found = async (by: Integration, f: object): Promise<string[]> =>
        (await by.ask(list, { f })).flightList.nodeList.map(({ flightId }: Data) => flightId)
      const interval = { from: arrival.schedule.offBlock, to: arrival.schedule.onBlock }
      assert.ok((await found(rampReady, { interval })).includes(arrival.flightId))
      assert.deepEqual(await found(rampReady, { interval, tripId }), [])
      assert.deepEqual(await found(rampReady, { tripId }), [])
      assert.ok((await found(scene.key, { tripId })).includes(arrival.flightId))
    })

    const closed = ({ flightId }: Data) =>
      server.world.storage.writeTenant(scene.scene.at.tenant.tenantId, async (tx) => {
        const flight = await recordById(writingAs(tx, { of: 'operator' }), FLIGHT, flightId)
        assert.ok(flight)
        await changeRecord(tx, FLIGHT, flight, { status: 'CLOSED' })
      })

    test('times are reported with a request that the provider said yes to, and not of a closed flight (threats row 278)', async () => {
      const { arrival } = await scene.turn()
      const { flightId } = arrival
      const request = await scene.asked({ flightId })
      // Of a flight of another day: who may report is told so.
      const onBlock = new Date(Date.parse(arrival.schedule.onBlock) - 100 * 3_600_000).toISOString()
      const refusal = () => rampReady.refusal(rampReady.report({ flightId, onBlock }))
      const isAllowed = { ACKNOWLEDGED: true, CONFIRMED: true, REVIEW: true, COMPLETED: true } as Record<
        string,
        boolean
      >
      for (const status of SERVICE_STATUSES) {
        await scene.put(request, { status })
        assert.deepEqual(await refusal(), [isAllowed[status] ? 'IMPLAUSIBLE' : 'NOT_ALLOWED'], status)
      }
      await scene.put(request, { status: 'CONFIRMED' })
      await closed(arrival)
      assert.deepEqual(await refusal(), ['LOCKED'])
    })

    test('a provider takes back its own times alone, and is warned of times alone (threats row 278)', async () => {
      const { flightId, schedule } = await scene.fly(-3)
      for (const providerContactId of [scene.goldair, scene.signature]) {
        await scene.put(await scene.asked({ flightId, providerContactId }), { status: 'CONFIRMED' })
      }
      const { warningList } = await rampReady.did(rampReady.report({ flightId, onBlock: schedule.onBlock }))
      assert.deepEqual([...new Set(warningList.map(({ code }: Data) => code))], ['TIME_IMPLIED'])
      const reports = async () => {
        const text = 'query ($id: ID!) { flight(flightId: $id) { timeReportList { event source } } }'
        return (await scene.key.ask(text, { id: flightId })).flight.timeReportList
      }
      await handlerHub.did(handlerHub.report({ flightId, onBlock: null }))
      assert.deepEqual(await reports(), [{ event: 'ON_BLOCK', source: 'HANDLER' }])
      await rampReady.did(rampReady.report({ flightId, onBlock: null }))
      assert.deepEqual(await reports(), [])
    })

    test('papers end when the request is done, and names when the flight is closed (threats row 279)', async () => {
      const { arrival } = await scene.turn()
      const { flightId } = arrival
      const document = { type: 'PASSPORT', number: 'X0011223', issuingCountry: 'CH', nationality: 'CH' }
      const named = { ...document, givenNames: 'Eva', surname: 'Lang', expiry: '2036-01-01', dateOfBirth: '1980-02-03' }
      const passenger = { contact: { kind: 'PASSENGER', name: 'Eva', surname: 'Lang' }, travelDocument: named }
      const text = `mutation ($id: ID!, $p: PassengerInput!) { flightPassengerAdd(flightId: $id, passenger: $p) { ${ERRORS} } }`
      await scene.key.did(scene.key.change(text, { id: flightId, p: passenger }))
      const request = await scene.asked({ flightId, kind: 'CUSTOMS' })
      const people = async () => {
        const fields = 'arrival { manifest { personList { surname documentNumber } } }'
        const seen = await scene.visit(rampReady, request.visit.visitId, fields)
        return seen.arrival.manifest?.personList ?? null
      }
      for (const status of ['REQUESTED', 'ACKNOWLEDGED', 'CONFIRMED', 'REVIEW', 'CANCELLATION_REQUESTED'] as const) {
        await scene.put(request, { status })
        assert.deepEqual(await people(), [{ surname: 'Lang', documentNumber: 'X0011223' }], status)
      }
      await scene.put(request, { status: 'COMPLETED' })
      assert.deepEqual(await people(), [{ surname: 'Lang', documentNumber: null }])
      for (const status of ['REJECTED', 'CANCELLED', 'NOT_REQUIRED'] as const) {
        await scene.put(request, { status })
        assert.equal(await people(), null, status)
      }
      await scene.put(request, { status: 'CONFIRMED' })
      await closed(arrival)
      assert.equal(await people(), null)
    })

    test('a result says when a service was completed as it completes it, and neither times nor amounts beyond all bounds', async () => {
      const { arrival } = await scene.turn()
      const request = await scene.asked({ flightId: arrival.flightId })
      const refused = async (status: string, result: object, asked = request) =>
        rampReady.refusal(scene.set(rampReady, asked, status, { result }))
      const now = new Date(server.clock.now()).toISOString()
      const charge = (net: string, tax: string) => ({
        label: 'Basic',
        net: { amount: net, currency: 'EUR' },
        taxAmount: { amount: tax, currency: 'EUR' },
      })
      assert.deepEqual(await refused('CONFIRMED', { completedAt: now }), ['VALIDATION'])
      assert.deepEqual(await refused('CONFIRMED', { slotTime: '9999-01-01T00:00:00Z' }), ['IMPLAUSIBLE'])
      assert.deepEqual(await refused('CONFIRMED', { slotTime: '1970-01-01T00:00:00Z' }), ['IMPLAUSIBLE'])
      assert.deepEqual(await refused('CONFIRMED', { chargeList: [charge('1000000000', '0')] }), ['VALIDATION'])
      assert.deepEqual(await refused('CONFIRMED', { chargeList: [charge('1', '1000000000.00')] }), ['VALIDATION'])
      const result = { slotTime: arrival.schedule.onBlock, chargeList: [charge('999999999.99', '999999999.99')] }
      const confirmed = await scene.done(rampReady, request, 'CONFIRMED', { result })
      for (const completedAt of ['1970-01-01T00:00:00Z', new Date(server.clock.now() + 3_600_000).toISOString()]) {
        assert.deepEqual(await refused('COMPLETED', { completedAt }, confirmed), ['IMPLAUSIBLE'], completedAt)
      }
      await scene.done(rampReady, confirmed, 'COMPLETED', { result: { completedAt: now } })
    })

    test('each open request that follows a flight is paid for by whoever moves it, and what is over is not looked at (threats row 97)', async () => {
      const text = `mutation ($input: MovementInput!) { flightMovementReport(input: $input) { flight { flightId } ${ERRORS} } }`
      const searched = async (open: number, over: number): Promise<number> => {
        const { arrival } = await scene.turn()
        const { flightId } = arrival
        for (let made = 0; made < open; made++) await scene.asked({ flightId })
        for (let made = 0; made < over; made++) {
          await scene.put(await scene.asked({ flightId, kind: 'FUEL' }), { status: 'COMPLETED' })
        }
        const estimatedOnBlock = new Date(Date.parse(arrival.schedule.onBlock) + 3_600_000).toISOString()
        const { data, extensions }: Data = await scene.key.body(text, { input: { flightId, estimatedOnBlock } })
        assert.deepEqual(data?.flightMovementReport.userErrorList, [])
        return extensions.cost.searched ?? 0
      }
      const [none, ofFive] = [await searched(0, 0), await searched(5, 0)]
      assert.ok(ofFive >= none + 5, `${ofFive} with five, ${none} without`)
      assert.equal(await searched(5, 2), ofFive)
    })

    test('the operator takes the steps of a provider by name, and a result comes with the provider’s answer alone', async () => {
      const { arrival } = await scene.turn()
      const request = await scene.asked({ flightId: arrival.flightId })
      const confirmed = await scene.done(scene.key, request, 'CONFIRMED', { result: { reference: 'By phone' } })
      const fields = 'historyList { from to onBehalfOf { name } } result { reference }'
      const { historyList, result } = await scene.read(scene.key, request, fields)
      assert.deepEqual(historyList, [{ from: 'REQUESTED', to: 'CONFIRMED', onBehalfOf: { name: 'Goldair' } }])
      assert.equal(result.reference, 'By phone')
      const refused = scene.set(scene.key, confirmed, 'CANCELLATION_REQUESTED', { result: { reference: 'x' } })
      assert.deepEqual(await scene.key.refusal(refused), ['VALIDATION'])
    })
  })
}

describe('who acts for whom', () => {
  let server: TestServer
  let scene: HandlingScene
  let first: Integration
  let application: TestApplication
  let console: ConsoleClient
  before(async () => {
    server = await startServer('sqlite')
    scene = await HandlingScene.open(server)
    const connected = await scene.application('RampReady', scene.goldair)
    first = connected.by
    application = connected.application
    console = new ConsoleClient(server.client, scene.scene.browser)
  })
  after(() => server.close())

  const bind = (...contactIdList: string[]) =>
    console.data(
      `mutation ($c: ID!, $l: [ID!]!) { addOnProviderListSet(clientId: $c, contactIdList: $l) {
        addOn { providerContactList { contactId } } ${ERRORS} } }`,
      { c: application.clientId, l: contactIdList },
    )

  test('of two applications for one contact the first that answers holds the request', async () => {
    const { arrival } = await scene.turn()
    const request = await scene.asked({ flightId: arrival.flightId })
    const other = (await scene.application('HandlerHub', scene.goldair)).by
    const held = await scene.done(first, request, 'ACKNOWLEDGED')
    assert.deepEqual(await other.refusal(scene.set(other, held, 'CONFIRMED')), ['NOT_ALLOWED'])
    await scene.done(first, held, 'CONFIRMED')
  })

  test('an application that acts for the contact no more holds no request of it', async () => {
    const { arrival } = await scene.turn()
    const requests = [
      await scene.asked({ flightId: arrival.flightId }),
      await scene.asked({ flightId: arrival.flightId, kind: 'FUEL' }),
    ]
    const other = (await scene.application('RampTwo', scene.goldair)).by
    const third = await scene.application('RampThree', scene.goldair)
    const [taken, left] = [
      await scene.done(first, requests[0], 'ACKNOWLEDGED'),
      await scene.done(third.by, requests[1], 'ACKNOWLEDGED'),
    ]
    for (const held of [taken, left]) {
      assert.deepEqual(await other.refusal(scene.set(other, held, 'CONFIRMED')), ['NOT_ALLOWED'])
    }
    await bind(scene.signature)
    await scene.done(other, taken, 'CONFIRMED')
    await bind(scene.goldair)
    const end = `mutation ($c: ID!) { addOnDisconnect(clientId: $c) { ${ERRORS} } }`
    await console.data(end, { c: third.application.clientId })
    await scene.done(other, left, 'CONFIRMED')
  })

  const exchanged = async (code: string): Promise<void> => {
    assert.equal((await scene.scene.token(exchangeFields(application, code))).status, 200)
  }

  test('a contact that is taken from an application is closed to it at once, and opens again when it is chosen (threats row 277)', async () => {
    const { arrival } = await scene.turn()
    const request = await scene.asked({ flightId: arrival.flightId })
    assert.equal((await scene.read(first, request)).status, 'REQUESTED')
    const { addOn } = (await bind(scene.signature)).addOnProviderListSet
    assert.deepEqual(addOn.providerContactList, [{ contactId: scene.signature }])
    assert.equal(await scene.read(first, request), null)
    assert.deepEqual(await first.refusal(scene.set(first, request, 'CONFIRMED')), ['NOT_FOUND'])
    await bind(scene.goldair)
    await scene.done(first, request, 'CONFIRMED')
  })

  test('a renewed consent shows whom it answers for first, and keeps those that do not fit on the page (threats row 281)', async () => {
    const many = await Promise.all(
      Array.from({ length: 51 }, (_each, index) =>
        scene.key.did(
          scene.key.change(
            `mutation ($n: String!) { contactCreate(input: { kind: HANDLER, name: $n }) { contact { contactId } ${ERRORS} } }`,
            { n: `AAA ${index}` },
          ),
        ),
      ),
    )
    const ids = many.map(({ contact }) => contact.contactId as string)
    await bind(scene.goldair)
    const ask = async () => (await scene.scene.browser.get(authorizePath(application, 'service:read'))).body
    assert.match(await ask(), new RegExp(`chosen-${scene.goldair}" value="yes" checked`))
    await bind(...ids)
    const page = await ask()
    assert.match(page, /Not shown, chosen before and kept: 1\./)
    const shown = ids.filter((id) => page.includes(`chosen-${id}`))
    assert.equal(shown.length, 50)
    const answer = await scene.scene.browser.submit(formTo(page, '/consent/'), {
      decision: 'allow',
      [`chosen-${shown[0]}`]: 'yes',
    })
    await exchanged(returned(answer).get('code') ?? '')
    const query = 'query ($c: ID!) { addOn(clientId: $c) { providerContactList { contactId } } }'
    const { addOn } = await console.data(query, { c: application.clientId })
    const kept = addOn.providerContactList.map(({ contactId }: { contactId: string }) => contactId)
    assert.deepEqual(kept.toSorted(), ids.filter((id) => id === shown[0] || !shown.includes(id)).toSorted())
    await bind(scene.goldair)
  })

  test('the contacts that all add-ons act for are read by one statement', async () => {
    const query = '{ addOnList { clientId providerContactList { contactId } } }'
    let addOns: unknown[] = []
    const statements = await statementsDuring(async () => {
      addOns = (await console.data(query)).addOnList
    })
    assert.ok(addOns.length > 1, `${addOns.length} add-ons`)
    assert.equal(statements.filter((text) => text.includes('from application_provider')).length, 1)
  })

  test('the list of a consent page is searched without a script, and what is ticked stays until somebody unticks it', async () => {
    const { browser } = scene.scene
    const page = await browser.get(authorizePath(application, 'service:read'))
    const checkedIn = (body: string) =>
      [...body.matchAll(/name="chosen-([^"]+)" value="yes" checked/g)].map(([, id]) => id)
    assert.deepEqual(checkedIn(page.body), [scene.goldair], 'what was chosen before, and nothing else')
    assert.match(page.body, /You chose <span class="chosen-count"><\/span> of \d+ providers/)
    const form = formTo(page.body, '/consent/')
    const ticked = (...ids: string[]) => Object.fromEntries(ids.map((id) => [`chosen-${id}`, 'yes']))
    const search = (text: string, ...ids: string[]) =>
      browser.submit(form, { decision: 'search', search: text, ...ticked(...ids) })
    const found = await search('aaa 1', scene.goldair)
    assert.equal(found.status, 200)
    const ids = [...found.body.matchAll(/name="chosen-([^"]+)"/g)].map(([, id = '']) => id)
    assert.equal(ids[0], scene.goldair)
    assert.equal(ids.length, 15, 'the 14 with a 1 in their name, after what is ticked')
    assert.deepEqual(checkedIn(found.body), [scene.goldair])
    assert.deepEqual(checkedIn((await search('nobody is called so')).body), [], 'unticked')
    assert.match((await search('nobody is called so')).body, /Nothing else matches/)
    const hostile = await search(`"><script>x</script>%_*${'y'.repeat(5000)}`)
    assert.equal(hostile.status, 200)
    assert.ok(!hostile.body.includes('<script>x'))
    const pilot = await signedInBrowser(server, scene.scene.at, scene.scene.pilot)
    const asking = await pilot.get(authorizePath(application, 'service:read'))
    for (const request of [form, formTo(asking.body, '/consent/')]) {
      const answer = await pilot.submit(request, { decision: 'search', search: 'aaa' })
      assert.deepEqual([answer.status, answer.body.includes('AAA')], [403, false], 'names are for who may decide')
    }
    const decided = await browser.submit(formTo(found.body, '/consent/'), {
      decision: 'allow',
      ...ticked(ids[1] ?? ''),
    })
    await exchanged(returned(decided).get('code') ?? '')
    const again = await browser.get(authorizePath(application, 'service:read'))
    assert.deepEqual(checkedIn(again.body), [ids[1]])
    await bind(scene.goldair)
  })

  test('who may not connect an application reads no contact from its question, also by answering it (threats row 281)', async () => {
    const pilot = await signedInBrowser(
      server,
      scene.scene.at,
      await addPerson(server, scene.scene.at, 'Nina', ['CREW']),
    )
    const page = await pilot.get(authorizePath(application, 'service:read'))
    const form = formTo(page.body, '/consent/')
    const answer = await pilot.submit(form, { decision: 'allow' })
    assert.equal(answer.status, 403)
    for (const { body } of [page, answer]) assert.ok(!body.includes(scene.goldair) && !body.includes('Goldair'))
  })

  test('only handlers, suppliers and authorities of this operator can be chosen, and only for flight support (threats row 281)', async () => {
    const passenger = scene.key.change(
      `mutation { contactCreate(input: { kind: PASSENGER, name: "Eva" }) { contact { contactId } ${ERRORS} } }`,
    )
    const { contactId } = (await scene.key.did(passenger)).contact
    for (const wrong of [contactId, 'con_unknown']) {
      const { userErrorList } = (await bind(scene.goldair, wrong)).addOnProviderListSet
      assert.equal(userErrorList.length, 1, wrong)
    }
    assert.deepEqual((await bind(scene.goldair)).addOnProviderListSet.userErrorList, [])
    const nobody = await addApplication(server, { kind: 'flight-support', name: 'Nobody' })
    const { browser } = scene.scene
    const page = await browser.get(authorizePath(nobody, 'service:read'))
    const form = formTo(page.body, '/consent/')
    for (const ticked of [{}, { [`chosen-${contactId}`]: 'yes' }]) {
      const answer = await browser.submit(form, { decision: 'allow', ...ticked })
      assert.equal(answer.status, 400)
      assert.match(answer.body, /Tick at least one provider/)
    }
    // What was not decided can still be.
    const chosen = await browser.submit(form, { decision: 'allow', [`chosen-${scene.goldair}`]: 'yes' })
    assert.ok(returned(chosen).get('code'))
  })

  test('a user asks for pages with a list of contacts 60 times at once, then once a second (threats row 560)', async () => {
    server.clock.standStill()
    const admin = await addPerson(server, scene.scene.at, 'Olaf', ['ADMIN'])
    const browser = await signedInBrowser(server, scene.scene.at, admin)
    const ask = () => browser.get(authorizePath(application, 'service:read'))
    const pages = await Promise.all(Array.from({ length: 60 }, ask))
    assert.ok(pages.every(({ status }) => status === 200))
    assert.equal((await ask()).status, 429)
    const form = formTo(pages[0]?.body ?? '', '/consent/')
    let decided = 0
    const sent = await statementsDuring(async () => {
      decided = (await browser.submit(form, { decision: 'allow', seen: 'something else' })).status
    })
    assert.equal(decided, 429)
    assert.deepEqual(
      sent.filter((text) => /from "?contact"?/.test(text)),
      [],
      'a decision that reads the list counts too',
    )
    const other = await addApplication(server, { name: 'Lists nothing' })
    assert.equal((await browser.get(authorizePath(other, 'contact:read'))).status, 200)
    server.clock.advanceSeconds(1)
    assert.equal((await ask()).status, 200)
  })
})

test(
  'a flight moves while a handler confirms, at two processes: the yes is for what it was then or is refused, and nothing is lost (threats row 280)',
  onPostgres('locks'),
  async () => {
    const place = await preparedPlace('postgres')
    const first = await startServer('postgres', place)
    const second = await startServer('postgres', place)
    try {
      const scene = await HandlingScene.open(first)
      const { by } = await scene.application('RampReady', scene.goldair)
      const there = scene.at(second, by)
      for (let round = 0; round < 6; round++) {
        const { arrival } = await scene.turn()
        const request = await scene.asked({ flightId: arrival.flightId })
        const offBlock = new Date(Date.parse(arrival.schedule.offBlock) + 3_600_000).toISOString()
        const [confirmed] = await Promise.all([
          scene.set(there, request, 'CONFIRMED'),
          scene.move(arrival, { offBlock }),
        ])
        const codes = confirmed.userErrorList.map(({ code }: Data) => code)
        const now = await scene.read(
          there,
          request,
          'status reviewReasonList visit { arrival { schedule { offBlock } } }',
        )
        assert.equal(Date.parse(now.visit.arrival.schedule.offBlock), Date.parse(offBlock))
        if (codes.length === 0) assert.deepEqual([now.status, now.reviewReasonList], ['REVIEW', ['TIME']])
        else assert.deepEqual([codes, now.status], [['STALE_VERSION'], 'REQUESTED'])
      }
    } finally {
      await second.close()
      await first.close()
    }
  },
)
