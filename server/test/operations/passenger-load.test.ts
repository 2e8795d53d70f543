/** Child or infant, weight and baggage of passengers, and their sums on the flight (data §3.8). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Integration } from '../support/integration.ts'
import { codesOf, OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const COUNT = 'paxCount { total named child infant seated weightKg weighed baggageKg baggageCount }'
const LOADS = 'passengerList { name age weightKg baggageKg baggageCount }'

const person = (name: string, more: object = {}) => ({
  contact: { kind: 'PASSENGER', name, surname: 'Lang' },
  ...more,
})

for (const store of storesFor('record')) {
  describe(`what passengers weigh (${store})`, () => {
    let server: TestServer
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const open = async (list: readonly object[], paxCount = list.length) => {
      const day = await OperatingDay.open(server, `op${++operators}`)
      const flight = await day.plan(600, 700, { paxCount })
      const change = await day.key.did(day.key.setPassengers(flight.flightId, list, flight.version))
      const { passengerList } = await day.read(flight, 'passengerList { contactId }')
      return { day, flight, change, contactIds: passengerList.map((each: { contactId: string }) => each.contactId) }
    }
    const update = ({ key }: OperatingDay, flightId: string, contactId: string, input: object) =>
      key.change(
        `mutation ($id: ID!, $c: ID!, $input: PassengerUpdateInput!) { flightPassengerUpdate(flightId: $id, contactId: $c, input: $input) {
          flight { version ${COUNT} } userErrorList { code path } warningList { code } } }`,
        { id: flightId, c: contactId, input },
      )

    test('a flight sums weight and baggage of those who travel, and says how many were weighed (data row P1)', async () => {
      const { day, flight, contactIds } = await open([
        person('Eva', { weightKg: 70, baggageKg: 23, baggageCount: 2 }),
        person('Max', { age: 'CHILD', weightKg: 30 }),
        person('Ida'),
      ])
      assert.deepEqual((await day.read(flight, `${COUNT} ${LOADS}`)).paxCount, {
        total: 3,
        named: 3,
        child: 1,
        infant: 0,
        seated: 3,
        weightKg: 100,
        weighed: 2,
        baggageKg: 23,
        baggageCount: 2,
      })
      const absent = await day.key.did(update(day, flight.flightId, contactIds[1], { isNoShow: true }))
      assert.deepEqual([absent.flight.paxCount.weightKg, absent.flight.paxCount.weighed], [70, 1])
      const cleared = await day.key.did(update(day, flight.flightId, contactIds[0], { weightKg: null }))
      assert.deepEqual([cleared.flight.paxCount.weightKg, cleared.flight.paxCount.baggageKg], [null, 23])
      // Whoever stays keeps what the new list does not say.
      const list = [{ contactId: contactIds[0], baggageCount: 3 }, { contactId: contactIds[1] }]
      await day.key.did(day.key.setPassengers(flight.flightId, list, await day.version(flight)))
      assert.deepEqual((await day.read(flight, LOADS)).passengerList, [
        { name: 'Eva', age: 'ADULT', weightKg: null, baggageKg: 23, baggageCount: 3 },
        { name: 'Max', age: 'CHILD', weightKg: 30, baggageKg: null, baggageCount: null },
      ])
    })

    test('an infant takes no seat: nine seats carry nine adults and a lap child (data row P1)', async () => {
      const adults = Array.from({ length: 9 }, (_, index) => person(`Adult ${index}`))
      const { day, flight, change, contactIds } = await open([...adults, person('Baby', { age: 'INFANT' })])
      assert.ok(!codesOf(change.warningList).includes('PAX_ABOVE_SEATS'))
      assert.equal((await day.read(flight, COUNT)).paxCount.seated, 9)
      const seated = await day.key.did(update(day, flight.flightId, contactIds[9], { age: 'CHILD' }))
      assert.deepEqual(codesOf(seated.warningList), ['PAX_ABOVE_SEATS', ...Array(10).fill('TRAVEL_DOCUMENT_MISSING')])
      assert.deepEqual(codesOf((await day.read(flight, 'warningList { code }')).warningList).at(2), 'PAX_ABOVE_SEATS')
    })

    test('a change of weight is a version of the flight, told as passengerList and paxCount; the same again is none', async () => {
      const { day, flight, contactIds } = await open([person('Eva')])
      const version = await day.version(flight)
      const weighed = () => update(day, flight.flightId, contactIds[0], { weightKg: 71 })
      assert.equal((await day.key.did(weighed())).flight.version, version + 1)
      assert.equal((await day.key.did(weighed())).flight.version, version + 1)
      assert.deepEqual((await day.told(flight)).at(-1)?.toSorted(), ['passengerList', 'paxCount'])
    })

    test('a weight of 0 or 401 kg and baggage below 0 are refused at their field', async () => {
      const { day, flight, contactIds } = await open([person('Eva')])
      const wrong = { weightKg: 401, baggageKg: -1, baggageCount: 101 }
      const { userErrorList } = await update(day, flight.flightId, contactIds[0], wrong)
      assert.deepEqual(userErrorList, [
        { code: 'VALIDATION', path: ['input', 'weightKg'] },
        { code: 'VALIDATION', path: ['input', 'baggageKg'] },
        { code: 'VALIDATION', path: ['input', 'baggageCount'] },
      ])
      const list = [person('Max', { weightKg: 0 })]
      const refused = await day.key.setPassengers(flight.flightId, list, await day.version(flight))
      assert.deepEqual(refused.userErrorList[0].path, ['passengerList', '0', 'weightKg'])
    })

    test('erasing a person forgets the weight; the sums of the flight stay (data row P1)', async () => {
      const { day, flight, contactIds } = await open([person('Eva', { weightKg: 70, baggageKg: 20 })])
      await day.key.did(day.set(flight, 'CANCELLED', 'Not needed'))
      const eraser = await Integration.of(day.tenant)
      const { contact } = await eraser.ask('query ($id: ID!) { contact(contactId: $id) { version } }', {
        id: contactIds[0],
      })
      await eraser.did(
        eraser.change(
          `mutation ($id: ID!, $v: Int!) { contactErase(contactId: $id, reason: "Asked for it", expectedVersion: $v) {
            userErrorList { code } } }`,
          { id: contactIds[0], v: contact.version },
        ),
      )
      const { paxCount, passengerList } = await day.read(flight, `${COUNT} ${LOADS}`)
      assert.deepEqual([paxCount.weightKg, paxCount.baggageKg], [70, 20])
      assert.deepEqual(passengerList, [
        { name: 'Erased', age: 'ADULT', weightKg: null, baggageKg: null, baggageCount: null },
      ])
    })

    test('of two who change passengers of one flight at once both changes count, and the sums have both', async () => {
      const { day, flight, contactIds } = await open([person('Eva'), person('Max')])
      await Promise.all([
        day.key.did(update(day, flight.flightId, contactIds[0], { weightKg: 70 })),
        day.key.did(update(day, flight.flightId, contactIds[1], { weightKg: 90 })),
      ])
      const { paxCount } = await day.read(flight, COUNT)
      assert.deepEqual([paxCount.weightKg, paxCount.weighed], [160, 2])
    })
  })
}
