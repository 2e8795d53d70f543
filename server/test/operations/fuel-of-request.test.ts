/** What a provider uplifts reaches the flight that leaves: once, with its request alone (data §8.8). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import type { Flight } from '../../src/domain/operations/flights/flight.ts'
import { FLIGHT } from '../../src/storage/operations/flights/flights.ts'
import { changeRecord, recordById } from '../../src/storage/records.ts'
import { writingAs } from '../../src/storage/view.ts'
import { ERRORS, HandlingScene } from '../support/handling-scene.ts'
import type { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

const UPLIFT = { quantity: '900', unit: 'KG' }
const SET = `mutation ($id: ID!, $result: ServiceResultInput, $reason: String, $v: Int!) {
  serviceRequestStatusSet(serviceRequestId: $id, status: COMPLETED, result: $result, reason: $reason, expectedVersion: $v) {
    serviceRequest { status } ${ERRORS} warningList { code path } } }`

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`fuel that a provider brought (${store})`, () => {
    let server: TestServer
    let scene: HandlingScene
    let goldair: Integration
    let signature: Integration
    before(async () => {
      server = await startServer(store)
      scene = await HandlingScene.open(server)
      goldair = (await scene.application('RampReady', scene.goldair)).by
      signature = (await scene.application('Signature desk', scene.signature)).by
    })
    after(() => server.close())

    const ordered = async (more: object = {}): Promise<{ fuel: Data; departure: Data; arrival: Data }> => {
      const { arrival, departure } = await scene.turn()
      const asked = await scene.asked({ flightId: arrival.flightId, kind: 'FUEL', ...more })
      return { fuel: await scene.done(goldair, asked, 'CONFIRMED'), departure, arrival }
    }
    const complete = async (by: Integration, { serviceRequestId }: Data, result: object, reason?: string) => {
      const { version } = await scene.read(scene.key, { serviceRequestId })
      return by.change(SET, { id: serviceRequestId, result, v: version, reason })
    }
    const fuelOf = async (leg: Data, by = scene.key) => {
      const text = `query ($id: ID!) { flight(flightId: $id) { fuel { unit uplift upliftList { quantity supplierName } } } }`
      return (await by.ask(text, { id: leg.flightId })).flight.fuel
    }

    testOnBoth('of two completions at once one is taken, and the flight gets the fuel once', async () => {
      const { fuel, departure } = await ordered()
      const both = await Promise.all([
        complete(goldair, fuel, { upliftList: [UPLIFT] }),
        complete(goldair, fuel, { upliftList: [UPLIFT] }),
      ])
      const codes = both.map(({ userErrorList }) => userErrorList[0]?.code ?? 'DONE').sort()
      assert.equal(codes.filter((code: string) => code === 'DONE').length, 1, codes.join())
      assert.equal((await fuelOf(departure)).upliftList.length, 1)
    })

    test('fuel that does not add up with what left the block is warned of, in mass', async () => {
      const { fuel, departure } = await ordered()
      const reported = { flightId: departure.flightId, fuel: { unit: 'KG', beforeUplift: 500, blockOff: 1450 } }
      await scene.key.did(scene.key.report(reported))
      const litres = { quantity: '1250', unit: 'LITRE', densityKgPerLitre: '0.8' }
      const done = await complete(goldair, fuel, { upliftList: [litres] })
      assert.deepEqual(done.userErrorList, [])
      assert.deepEqual(done.warningList, [{ code: 'FUEL_BALANCE', path: ['result', 'upliftList'] }])
      assert.equal((await fuelOf(departure)).uplift, 1000)
    })

    test('without a flight that leaves the request keeps what was uplifted', async () => {
      const arrival = await scene.fly(24 * 90)
      const asked = await scene.asked({ flightId: arrival.flightId, kind: 'FUEL' })
      await scene.done(goldair, asked, 'CONFIRMED')
      const done = await complete(goldair, asked, { upliftList: [UPLIFT] })
      assert.deepEqual(done.userErrorList, [])
      const { result } = await scene.read(goldair, asked, 'result { upliftList { quantity } }')
      assert.deepEqual(result.upliftList, [{ quantity: '900' }])
      assert.equal(await fuelOf(arrival), null)
    })

    test('uplifts are refused of other kinds, before completion, with other numbers and times, and named', async () => {
      const { fuel, arrival } = await ordered()
      const parking = await scene.asked({ flightId: arrival.flightId, kind: 'PARKING' })
      const refused = async (request: Data, status: string, upliftList: object[]) => {
        const now = await scene.read(scene.key, request)
        const { userErrorList } = await scene.set(goldair, now, status, { result: { upliftList } })
        return userErrorList.map(({ code, path }: Data) => [code, path.join('.')])
      }
      const OF = 'result.upliftList'
      assert.deepEqual(await refused(parking, 'CONFIRMED', [UPLIFT]), [['VALIDATION', OF]])
      assert.deepEqual(await refused(fuel, 'COMPLETED', [{ ...UPLIFT, quantity: '-1' }]), [
        ['VALIDATION', `${OF}.0.quantity`],
      ])
      assert.deepEqual(await refused(fuel, 'COMPLETED', [UPLIFT, { ...UPLIFT, densityKgPerLitre: '8' }]), [
        ['VALIDATION', `${OF}.1.densityKgPerLitre`],
      ])
      assert.deepEqual(await refused(fuel, 'COMPLETED', [{ ...UPLIFT, at: scene.time(24 * 200) }]), [
        ['IMPLAUSIBLE', `${OF}.0.at`],
      ])
      assert.deepEqual(await refused(fuel, 'COMPLETED', Array(21).fill(UPLIFT)), [['VALIDATION', OF]])
      const again = await scene.asked({ flightId: arrival.flightId, kind: 'FUEL' })
      assert.deepEqual(await refused(again, 'CONFIRMED', [UPLIFT]), [['VALIDATION', OF]])
      assert.equal((await scene.read(scene.key, fuel)).status, 'CONFIRMED')
    })

    test('a provider changes no fuel of a flight otherwise, and others read the sum without its tickets (threats rows 344, 345)', async () => {
      const { fuel, departure, arrival } = await ordered()
      await scene.asked({ flightId: arrival.flightId, providerContactId: scene.signature })
      await complete(goldair, fuel, { upliftList: [UPLIFT] })
      const { flightId } = departure
      const add = goldair.change(
        `mutation ($id: ID!, $u: FuelUpliftInput!) { flightFuelUpliftAdd(flightId: $id, uplift: $u) { ${ERRORS} } }`,
        { id: flightId, u: UPLIFT },
      )
      assert.deepEqual(await goldair.refusal(add), ['NOT_ALLOWED'])
      const { fuel: own } = await scene.leg(departure, 'fuel { upliftList { fuelUpliftId } }')
      const remove = goldair.change(
        `mutation ($id: ID!, $u: ID!) { flightFuelUpliftRemove(flightId: $id, fuelUpliftId: $u) { ${ERRORS} } }`,
        { id: flightId, u: own.upliftList[0].fuelUpliftId },
      )
      assert.deepEqual(await goldair.refusal(remove), ['NOT_ALLOWED'])
      const foreign = await complete(signature, fuel, { upliftList: [UPLIFT] })
      assert.deepEqual(foreign.userErrorList[0].code, 'NOT_FOUND')
      assert.deepEqual(await fuelOf(departure, signature), { unit: 'KG', uplift: 900, upliftList: [] })
    })

    test('of a closed flight the operator alone says what was uplifted, with a reason', async () => {
      const { fuel, departure } = await ordered()
      await server.world.storage.writeTenant(scene.scene.at.tenant.tenantId, async (tx) => {
        const flight = (await recordById(writingAs(tx, { of: 'operator' }), FLIGHT, departure.flightId)) as Flight
        await changeRecord(tx, FLIGHT, flight, { status: 'CLOSED' })
      })
      const said = { upliftList: [UPLIFT] }
      assert.equal((await complete(goldair, fuel, said, 'Late ticket')).userErrorList[0].code, 'LOCKED')
      assert.equal((await complete(scene.key, fuel, said)).userErrorList[0].code, 'REASON_NEEDED')
      assert.deepEqual((await complete(scene.key, fuel, said, 'Late ticket')).userErrorList, [])
      assert.equal((await fuelOf(departure)).uplift, 900)
    })
  })
}
