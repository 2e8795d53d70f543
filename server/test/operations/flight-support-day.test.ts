/** A day of a flight support application (data §13), with exactly its ceiling, then every refusal one step outside. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DocumentSender, PDF } from '../support/document-files.ts'
import { ERRORS, HandlingScene } from '../support/handling-scene.ts'
import type { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

const HOUR = 3_600_000

for (const store of storesFor('record')) {
  describe(`the day of a flight support application (${store})`, () => {
    let server: TestServer
    let scene: HandlingScene
    let rampReady: Integration
    let arrival: Data
    let departure: Data
    let handling: Data
    let fuel: Data
    let elsewhere: Data
    before(async () => {
      server = await startServer(store)
      scene = await HandlingScene.open(server)
      rampReady = (await scene.application('RampReady', scene.goldair)).by
      arrival = await scene.fly(-1)
      departure = await scene.fly(5, { adep: 'LFPB', ades: 'LSZH' })
      const crewList = [{ crewMemberId: scene.fleet.crew[0]?.crewMemberId, position: 'CPT' }]
      await scene.key.did(scene.key.setCrew(arrival.flightId, crewList, (await scene.leg(arrival)).version))
      const document = { type: 'PASSPORT', number: 'X0099887', issuingCountry: 'CH', nationality: 'CH' }
      const named = { ...document, givenNames: 'Eva', surname: 'Lang', expiry: '2036-01-01', dateOfBirth: '1980-02-03' }
      const passenger = { contact: { kind: 'PASSENGER', name: 'Eva', surname: 'Lang' }, travelDocument: named }
      await scene.key.did(
        scene.key.change(
          `mutation ($id: ID!, $p: PassengerInput!) { flightPassengerAdd(flightId: $id, passenger: $p) { ${ERRORS} } }`,
          { id: arrival.flightId, p: passenger },
        ),
      )
      handling = await scene.asked({ flightId: arrival.flightId })
      fuel = await scene.asked({ flightId: departure.flightId, flightEnd: 'DEPARTURE', kind: 'FUEL', quantity: '900' })
      elsewhere = await scene.asked({
        flightId: arrival.flightId,
        flightEnd: 'DEPARTURE',
        providerContactId: scene.signature,
      })
    })
    after(() => server.close())

    const now = (request: Data) => scene.read(rampReady, request, 'version status')
    const names = async () => {
      const leg = 'manifest { personList { isCrew name surname dateOfBirth documentNumber } }'
      const { arrival: seen } = await scene.visit(rampReady, handling.visit.visitId, `arrival { ${leg} }`)
      return seen.manifest?.personList ?? null
    }

    test('it finds its visits, acknowledges and confirms, reads who comes, and confirms again after a delay', async () => {
      const interval = { from: scene.time(-24), to: scene.time(24 * 30) }
      const { visitList } = await rampReady.ask(
        `query ($i: IntervalInput!) { visitList(filter: { interval: $i }) { nodeList {
          visitId airport { iCAO } serviceRequestList { kind } } } }`,
        { i: interval },
      )
      assert.deepEqual(visitList.nodeList, [
        {
          visitId: handling.visit.visitId,
          airport: { iCAO: 'LFPB' },
          serviceRequestList: [{ kind: 'HANDLING' }, { kind: 'FUEL' }],
        },
      ])
      await scene.done(rampReady, await now(handling), 'ACKNOWLEDGED')
      await scene.done(rampReady, await now(handling), 'CONFIRMED', { result: { reference: 'GH-77120' } })
      await scene.done(rampReady, await now(fuel), 'CONFIRMED')
      const people = await names()
      assert.deepEqual(people.at(-1), {
        isCrew: false,
        name: 'Eva',
        surname: 'Lang',
        dateOfBirth: '1980-02-03',
        documentNumber: null,
      })
      assert.equal(people[0].isCrew, true)
      const later = new Date(Date.parse(arrival.schedule.offBlock) + 0.75 * HOUR).toISOString()
      await scene.move(arrival, { offBlock: later })
      assert.equal((await now(handling)).status, 'REVIEW')
      await scene.done(rampReady, await now(handling), 'CONFIRMED')
    })

    test('it uploads the general declaration, which the operator reads and another provider does not', async () => {
      const { serviceRequestId } = handling
      const desk = new DocumentSender(server.client, rampReady)
      const gendec = { kind: 'GENDEC', title: 'General declaration LFPB', serviceRequestId, audienceList: ['PROVIDER'] }
      const { documentId } = await desk.made(gendec)
      const text = 'query ($id: ID!) { document(documentId: $id) { kind serviceRequestId isPassengerData } }'
      const read = (await scene.key.ask(text, { id: documentId })).document
      assert.deepEqual(read, { kind: 'GENDEC', serviceRequestId, isPassengerData: true })
      const answer = await desk.fetch((await desk.link(documentId)) ?? '')
      assert.deepEqual([answer.status, answer.body], [200, PDF.toString()])
      const signature = (await scene.application('Signature desk', scene.signature)).by
      assert.equal((await signature.ask(text, { id: documentId })).document, null)
      assert.deepEqual(
        await rampReady.refusal(
          desk.create({ ...gendec, uploadId: await desk.uploaded(), serviceRequestId: elsewhere.serviceRequestId }),
        ),
        ['NOT_FOUND'],
      )
    })

    test('it reports on-block, completes fuel with uplift and charge, and cancels with a fee', async () => {
      const onBlock = new Date(server.clock.now() - 60_000).toISOString()
      const { version } = await scene.leg(arrival)
      await scene.key.did(scene.key.setStatus(arrival.flightId, 'RELEASED', version))
      const { flight } = await rampReady.did(rampReady.report({ flightId: arrival.flightId, onBlock }))
      assert.equal(flight.status, 'ON_BLOCK')
      const net = { amount: '1008.00', currency: 'GBP' }
      const uplift = { quantity: '1120', unit: 'LITRE', densityKgPerLitre: '0.803', ticketNumber: 'LB-8812' }
      const result = { chargeList: [{ label: 'Jet A-1', net }], note: 'By bowser', upliftList: [uplift] }
      await scene.done(rampReady, await now(fuel), 'COMPLETED', { result })
      const UPLIFTS = 'upliftList { quantity unit densityKgPerLitre ticketNumber supplierName serviceRequestId }'
      const done = await scene.read(
        scene.key,
        fuel,
        `status result { note completedAt chargeList { net { amount } } ${UPLIFTS} }`,
      )
      assert.deepEqual([done.status, done.result.chargeList[0].net.amount], ['COMPLETED', '1008.00'])
      assert.notEqual(done.result.completedAt, null)
      const said = { ...uplift, supplierName: 'Goldair', serviceRequestId: fuel.serviceRequestId }
      assert.deepEqual(done.result.upliftList, [said])
      const fuelOf = async (leg: Data) => (await scene.leg(leg, `fuel { unit uplift ${UPLIFTS} }`)).fuel
      assert.deepEqual(await fuelOf(departure), { unit: 'LITRE', uplift: 1120, upliftList: [said] })
      assert.equal(await fuelOf(arrival), null)
      await scene.done(scene.key, await now(handling), 'CANCELLATION_REQUESTED', { reason: 'We park elsewhere' })
      const fee = { label: 'Late', net, isCancellationFee: true }
      const early = scene.set(rampReady, await now(handling), 'REJECTED', { result: { chargeList: [fee] } })
      assert.deepEqual(await rampReady.refusal(early), ['ILLEGAL_TRANSITION'])
      await scene.done(rampReady, await now(handling), 'CANCELLED', { result: { chargeList: [fee] } })
    })

    test('papers come with customs, security and permits alone, and names end with the last request that stands (threats row 279)', async () => {
      assert.equal((await names()).at(-1).documentNumber, null)
      const customs = await scene.asked({ visitId: handling.visit.visitId, kind: 'CUSTOMS' })
      assert.equal((await names()).at(-1).documentNumber, 'X0099887')
      await scene.done(rampReady, customs, 'REJECTED', { reason: 'Closed at night' })
      assert.equal((await names()).at(-1).documentNumber, null)
      for (const request of [fuel, handling]) await scene.put(request, { status: 'CANCELLED' })
      assert.equal(await names(), null)
      await scene.put(fuel, { status: 'COMPLETED' })
      assert.equal((await names()).length, 2)
    })

    test('one step outside is refused: scopes, other times, other ends, other providers, the operator’s own steps (threats row 278)', async () => {
      for (const text of [
        '{ crewMemberList { nodeList { code } } }',
        '{ contactList { nodeList { name } } }',
        '{ charterRequestList { nodeList { status } } }',
        `mutation { flightUpdate(input: { flightId: "${arrival.flightId}", paxCount: 1 }, expectedVersion: 1) { ${ERRORS} } }`,
      ]) {
        const { errors } = await rampReady.body(text)
        assert.equal(errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE', text)
      }
      const { flightId } = arrival
      const at = new Date(server.clock.now() - 60_000).toISOString()
      for (const input of [
        { takeOff: at },
        { landing: at },
        { divertedTo: 'LFPG' },
        { estimatedOnBlock: at },
        { paxAboard: 1 },
        { offBlock: at },
        { onBlock: at, source: 'OPS' },
      ]) {
        const refusal = await rampReady.refusal(rampReady.report({ flightId, ...input }))
        assert.deepEqual(refusal, ['NOT_ALLOWED'], JSON.stringify(input))
      }
      const wrongEnd = rampReady.report({ flightId: departure.flightId, onBlock: at })
      assert.deepEqual(await rampReady.refusal(wrongEnd), ['NOT_ALLOWED'])
      const { flightId: unseen } = await scene.fly(24 * 40)
      assert.deepEqual(await rampReady.refusal(rampReady.report({ flightId: unseen, onBlock: at })), ['NOT_FOUND'])
      assert.deepEqual(await rampReady.refusal(scene.ask({ flightId, kind: 'PARKING' }, rampReady)), ['NOT_ALLOWED'])
      assert.deepEqual(await rampReady.refusal(scene.update(rampReady, await now(fuel), { quantity: '1' })), [
        'NOT_ALLOWED',
      ])
      assert.deepEqual(await rampReady.refusal(scene.set(rampReady, elsewhere, 'CONFIRMED')), ['NOT_FOUND'])
      assert.equal(await scene.visit(rampReady, elsewhere.visit.visitId), null)
      const open = await scene.asked({ visitId: handling.visit.visitId, kind: 'PARKING' })
      assert.deepEqual(await rampReady.refusal(scene.set(rampReady, open, 'CANCELLED')), ['ILLEGAL_TRANSITION'])
      const noted = await scene.move(departure, { opsNote: 'VIP aboard', reason: 'Told by phone' })
      const query = 'query ($id: ID!) { flight(flightId: $id) { opsNote statusReason historyList { reason } } }'
      const seen = (await rampReady.ask(query, { id: noted.flightId })).flight
      assert.deepEqual(seen, { opsNote: null, statusReason: null, historyList: [] })
    })
  })
}
