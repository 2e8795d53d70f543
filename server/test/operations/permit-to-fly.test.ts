/** An aircraft that is grounded flies under a permit: ferries and tests alone (data §4.6). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { codesOf, OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const BLOCK = `unavailability { unavailabilityId version permitToFly { authority number validFrom validTo conditions } }
  userErrorList { code path } warningList { code }`

for (const store of storesFor('life cycle')) {
  describe(`a permit to fly (${store})`, () => {
    let server: TestServer
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const open = () => OperatingDay.open(server, `op${++operators}`)
    const ground = (day: OperatingDay, more: object = {}) =>
      day.key.change(`mutation ($input: UnavailabilityInput!) { unavailabilityCreate(input: $input) { ${BLOCK} } }`, {
        input: { aircraftId: day.aircraftId(), from: day.at(100), to: day.at(2000), reason: 'AOG', ...more },
      })
    const permitted = (day: OperatingDay) => ({
      permitAuthority: 'FOCA',
      permitNumber: 'PTF-7',
      permitTo: day.at(1500),
      permitConditions: 'Gear down',
    })
    const create = (day: OperatingDay, more: object) =>
      day.key.createFlight({
        aircraftId: day.aircraftId(),
        offBlock: day.at(600),
        onBlock: day.at(700),
        status: 'CONFIRMED',
        ...more,
      })

    test('a ferry and a test fly in an AOG block under its permit, warned and released; others do not (data row F11)', async () => {
      const day = await open()
      const { unavailability } = await day.key.did(ground(day))
      assert.equal(unavailability.permitToFly, null)
      assert.deepEqual(await day.key.refusal(create(day, { kind: 'FERRY' })), ['AIRCRAFT_UNAVAILABLE'])
      const change = `mutation ($id: ID!, $input: UnavailabilityUpdateInput!, $v: Int!) {
        unavailabilityUpdate(unavailabilityId: $id, input: $input, expectedVersion: $v) { ${BLOCK} } }`
      const { unavailabilityId, version } = unavailability
      const given = await day.key.did(
        day.key.change(change, { id: unavailabilityId, input: permitted(day), v: version }),
      )
      assert.deepEqual(given.unavailability.permitToFly, {
        authority: 'FOCA',
        number: 'PTF-7',
        validFrom: day.at(100),
        validTo: day.at(1500),
        conditions: 'Gear down',
      })
      assert.deepEqual(await day.key.refusal(create(day, { kind: 'CHARTER' })), ['AIRCRAFT_UNAVAILABLE'])
      const { flight: ferry, warningList: planned } = await day.key.did(create(day, { kind: 'FERRY' }))
      assert.ok(codesOf(planned).includes('PERMIT_TO_FLY'), 'warned when it is planned')
      const after = { kind: 'TEST', offBlock: day.at(1480), onBlock: day.at(1560), adep: 'LFPB' }
      assert.deepEqual(await day.key.refusal(create(day, after)), ['AIRCRAFT_UNAVAILABLE'], 'the permit has ended')
      await day.crew(ferry)
      const released = await day.release(ferry)
      assert.ok(codesOf(released.warningList).includes('PERMIT_TO_FLY'), JSON.stringify(released.warningList))
      const { isAtRisk, warningList } = await day.read(ferry, 'isAtRisk warningList { code message subjectIdList }')
      assert.equal(isAtRisk, false)
      const permit = warningList.find(({ code }: { code: string }) => code === 'PERMIT_TO_FLY')
      assert.match(permit.message, /under the permit PTF-7 of FOCA: Gear down$/)
      assert.deepEqual(permit.subjectIdList, [ferry.flightId, unavailabilityId])
      // Once it is withdrawn the flight is at risk again.
      const none = { permitAuthority: null, permitNumber: null, permitTo: null, permitConditions: null }
      const again = { id: unavailabilityId, input: none, v: given.unavailability.version }
      await day.key.did(day.key.change(change, again))
      assert.deepEqual((await day.read(ferry, 'riskReasonList')).riskReasonList, ['AIRCRAFT_NOT_ACTIVE'])
    })

    test('a permit says who gave it, its number and its end, and belongs to a grounding', async () => {
      const day = await open()
      const paths = async (more: object) =>
        (await ground(day, more)).userErrorList.map(({ code, path }: { code: string; path: string[] }) => [
          code,
          ...path,
        ])
      assert.deepEqual(await paths({ permitNumber: 'PTF-7' }), [
        ['VALIDATION', 'input', 'permitAuthority'],
        ['VALIDATION', 'input', 'permitTo'],
      ])
      assert.deepEqual(await paths({ ...permitted(day), permitTo: day.at(50) }), [['TIME_ORDER', 'input', 'permitTo']])
      assert.deepEqual(await paths({ ...permitted(day), reason: 'OWNER_USE' }), [
        ['VALIDATION', 'input', 'permitNumber'],
      ])
    })

    test('fewer seats than a planned flight carries warn with the flight (data row F12)', async () => {
      const day = await open()
      const flight = await day.plan(600, 700, { paxCount: 5 })
      const query = 'query ($id: ID!) { aircraft(aircraftId: $id) { version seatCount } }'
      const { aircraft } = await day.key.ask(query, { id: day.aircraftId() })
      const update = `mutation ($input: AircraftUpdateInput!, $v: Int!) { aircraftUpdate(input: $input, expectedVersion: $v) {
        aircraft { version } userErrorList { code } warningList { code path subjectIdList } } }`
      const input = { aircraftId: day.aircraftId(), seatCount: 1 }
      const { warningList } = await day.key.did(day.key.change(update, { input, v: aircraft.version }))
      assert.deepEqual(warningList, [
        { code: 'PAX_ABOVE_SEATS', path: ['input', 'seatCount'], subjectIdList: [flight.flightId] },
      ])
    })

    test('a trip gets another client, and is removed once it has no legs', async () => {
      const day = await open()
      const opened = 'mutation { tripCreate(input: {}) { trip { tripId tripNumber version } userErrorList { code } } }'
      const { trip } = await day.key.did(day.key.change(opened))
      const made = `mutation { contactCreate(input: { kind: CLIENT, name: "Lang AG" }) { contact { contactId } userErrorList { code } } }`
      const { contact } = await day.key.did(day.key.change(made))
      const update = `mutation ($id: ID!, $input: TripUpdateInput!, $v: Int!) { tripUpdate(tripId: $id, input: $input, expectedVersion: $v) {
        trip { version tripNumber client { contactId } } userErrorList { code path } } }`
      const changed = await day.key.did(
        day.key.change(update, { id: trip.tripId, input: { clientContactId: contact.contactId }, v: 1 }),
      )
      assert.deepEqual(changed.trip, { version: 2, tripNumber: trip.tripNumber, client: contact })
      const flight = await day.plan(600, 700, { tripId: trip.tripId })
      const version = async () =>
        (await day.key.ask('query ($id: ID!) { trip(tripId: $id) { version } }', { id: trip.tripId })).trip?.version
      const remove = async () =>
        day.key.change(
          'mutation ($id: ID!, $v: Int!) { tripDelete(tripId: $id, expectedVersion: $v) { userErrorList { code path } } }',
          { id: trip.tripId, v: await version() },
        )
      assert.deepEqual((await remove()).userErrorList, [{ code: 'LOCKED', path: ['tripId'] }])
      const out = { flightId: flight.flightId, tripId: null }
      await day.key.did(day.key.updateFlight(out, await day.version(flight)))
      assert.deepEqual((await remove()).userErrorList, [])
      assert.equal(await version(), undefined)
    })
  })
}
