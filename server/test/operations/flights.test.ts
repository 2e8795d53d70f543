/** Flights: slots, times, versions, warnings, local times (data §5.1, §5.2, §5.3, §5.5, §5.6, §5.7). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { distanceNm } from '../../src/domain/reference/great-circle.ts'
import { localTime } from '../../src/domain/reference/local-time.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 3_600_000
const START = Date.parse('2027-06-01T06:00:00Z')

test('local times are correct on days of clock changes and across the date line', () => {
  const at = (text: string, zone: string) => localTime(Date.parse(text), zone)
  assert.equal(at('2027-03-28T00:59:59Z', 'Europe/Zurich'), '2027-03-28T01:59:59+01:00')
  assert.equal(at('2027-03-28T01:00:00Z', 'Europe/Zurich'), '2027-03-28T03:00:00+02:00')
  assert.equal(at('2026-10-25T00:30:00Z', 'Europe/Zurich'), '2026-10-25T02:30:00+02:00')
  assert.equal(at('2026-10-25T01:30:00Z', 'Europe/Zurich'), '2026-10-25T02:30:00+01:00')
  assert.equal(at('2027-01-01T10:00:00Z', 'Pacific/Kiritimati'), '2027-01-02T00:00:00+14:00')
  assert.equal(at('2027-01-01T10:00:00Z', 'Pacific/Pago_Pago'), '2026-12-31T23:00:00-11:00')
  assert.equal(at('2027-01-01T00:00:00Z', 'Asia/Kathmandu'), '2027-01-01T05:45:00+05:45')
  assert.equal(at('2027-01-01T00:00:00Z', 'Etc/UTC'), '2027-01-01T00:00:00+00:00')
})

test('distances follow the great circle, also across the date line and over the pole', () => {
  const zurich = { latitude: 47.4647, longitude: 8.5492 }
  const newYork = { latitude: 40.6398, longitude: -73.7789 }
  assert.ok(Math.abs(distanceNm(zurich, newYork) - 3415) < 15)
  assert.equal(distanceNm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }), 60)
  assert.equal(distanceNm({ latitude: 89, longitude: 0 }, { latitude: 89, longitude: 180 }), 120)
  assert.equal(distanceNm(zurich, zurich), 0)
})

for (const store of storesFor('sql')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`flights (${store})`, () => {
    let server: TestServer
    let fleet: Fleet
    let key: Integration
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const open = async () => {
      const { production } = await server.operator(`op${++operators}`)
      fleet = await seedFleet(server.world.storage, production.tenant.tenantId)
      key = await Integration.of(production)
    }
    const slot = (hour: number, lasts = 2, aircraft = 0) => ({
      aircraftId: fleet.aircraft[aircraft]?.aircraftId,
      offBlock: z(START + hour * HOUR),
      onBlock: z(START + (hour + lasts) * HOUR),
    })
    const codes = (list: { code: string }[]) => list.map(({ code }) => code)
    const feedLength = async () =>
      (await key.ask('{ changeList(first: 500) { nodeList { cursor } } }')).changeList.nodeList.length

    testOnBoth('planned flights of an aircraft must not overlap each other or a block, but may touch', async () => {
      await open()
      const going = (...when: Parameters<typeof slot>) => ({ ...slot(...when), status: 'CONFIRMED' })
      const { flight } = await key.did(key.createFlight(going(0)))
      await key.did(key.createFlight(going(2)))
      await key.did(key.createFlight(going(0, 2, 1)))
      const length = await feedLength()
      for (const taken of [going(1), going(-1), going(0), going(0.5, 1), going(-1, 9)]) {
        assert.deepEqual(await key.refusal(key.createFlight(taken)), ['AIRCRAFT_OVERLAP'])
      }
      const { aircraftId } = slot(0)
      const block = (from: number, to: number) =>
        key.block({ aircraftId, from: z(START + from * HOUR), to: z(START + to * HOUR), reason: 'OWNER_USE' })
      assert.deepEqual(await key.refusal(block(3, 5)), ['AIRCRAFT_OVERLAP'])
      assert.equal(await feedLength(), length, 'a refusal leaves no trace')
      const { unavailability } = await key.did(block(4, 8))
      assert.deepEqual(await key.refusal(key.createFlight(slot(7))), ['AIRCRAFT_UNAVAILABLE'])
      assert.deepEqual(await key.refusal(key.updateFlight({ flightId: flight.flightId, ...slot(5) }, 1)), [
        'AIRCRAFT_UNAVAILABLE',
      ])
      await key.did(key.unblock(unavailability.unavailabilityId, 1))
      await key.did(key.updateFlight({ flightId: flight.flightId, ...slot(5) }, 1))
    })

    test('a cancelled flight frees its slot, comes back as an option, and is confirmed only while the slot is free', async () => {
      await open()
      const version = async ({ flightId }: { flightId: string }) =>
        (await key.ask('query ($id: ID!) { flight(flightId: $id) { version } }', { id: flightId })).flight.version
      const { flight } = await key.did(key.createFlight({ ...slot(0), status: 'CONFIRMED' }))
      await key.did(key.setStatus(flight.flightId, 'CANCELLED', 1, 'Client'))
      const { flight: second } = await key.did(key.createFlight({ ...slot(1), status: 'CONFIRMED' }))
      await key.did(key.setStatus(flight.flightId, 'OPTION', 2))
      const confirm = async () => key.setStatus(flight.flightId, 'CONFIRMED', await version(flight))
      assert.deepEqual(await key.refusal(confirm()), ['AIRCRAFT_OVERLAP'])
      await key.did(key.setStatus(second.flightId, 'CANCELLED', await version(second), 'Client'))
      await key.did(confirm())
    })

    test('times out of order are TIME_ORDER, and a late arrival is a warning', async () => {
      await open()
      const now = Date.now()
      const times = { offBlock: z(now - 2 * HOUR), onBlock: z(now - HOUR) }
      const { flight } = await key.did(key.createFlight({ ...slot(0), ...times }))
      const next = { ...slot(0), offBlock: z(now - 0.9 * HOUR), onBlock: z(now + HOUR) }
      await key.did(key.createFlight(next))
      const crewList = [{ crewMemberId: fleet.crew[0]?.crewMemberId, position: 'CPT' }]
      await key.did(key.setCrew(flight.flightId, crewList, 1))
      await key.did(key.setStatus(flight.flightId, 'CONFIRMED', 2))
      await key.did(key.setStatus(flight.flightId, 'RELEASED', 3))
      const report = (input: object) => key.report({ flightId: flight.flightId, ...input })
      const at = (minutes: number) => z(now + minutes * 60_000)
      assert.deepEqual(await key.refusal(report({ offBlock: at(-60), takeOff: at(-70) })), ['TIME_ORDER'])
      assert.deepEqual(await key.refusal(report({ estimatedOffBlock: at(9), estimatedOnBlock: at(8) })), ['TIME_ORDER'])
      const all = { offBlock: at(-60), takeOff: at(-60), landing: at(-30), onBlock: at(-20) }
      const { warningList } = await key.did(report(all))
      assert.deepEqual(codes(warningList), ['AIRCRAFT_LATE'])
    })

    test('a plan that ends before it begins is TIME_ORDER, for a new and for a moved flight', async () => {
      await open()
      assert.deepEqual(await key.refusal(key.createFlight(slot(0, -1))), ['TIME_ORDER'])
      assert.deepEqual(await key.refusal(key.createFlight(slot(0, 0))), ['TIME_ORDER'])
      assert.deepEqual(await key.refusal(key.createFlight(slot(0, 25))), ['VALIDATION'])
      const { flight } = await key.did(key.createFlight(slot(0)))
      const onBlock = z(START - HOUR)
      assert.deepEqual(await key.refusal(key.updateFlight({ flightId: flight.flightId, onBlock }, 1)), ['TIME_ORDER'])
    })

    test('fractions of a second are dropped, and times other than UTC are refused', async () => {
      await open()
      const input = { ...slot(0), offBlock: '2027-06-01T06:00:00.999Z', onBlock: '2027-06-01T08:00:00.123456789Z' }
      const { flight } = await key.did(key.createFlight(input))
      assert.deepEqual(flight.schedule, { offBlock: '2027-06-01T06:00:00Z', onBlock: '2027-06-01T08:00:00Z' })
      for (const offBlock of ['2027-06-01T06:00:00.Z', '2027-06-01T06:00:00.5+00:00', '2027-06-01T06:00:00,5Z']) {
        const { errors } = await key.body(
          'mutation ($i: FlightCreateInput!) { flightCreate(input: $i) { userErrorList { code } } }',
          { i: { ...slot(9), offBlock, adep: 'LSZH', ades: 'LFPB', kind: 'CHARTER' } },
        )
        assert.match(errors?.[0]?.message ?? '', /^Variable "\$i" got invalid value .* at "i\.offBlock"/, offBlock)
      }
    })

    test('a grounded aircraft can be planned with a warning, a sold one cannot', async () => {
      await open()
      const aircraftId = fleet.aircraft[0]?.aircraftId ?? ''
      let version = 0
      const set = (status: string) =>
        key.did(
          key.change(
            'mutation ($input: AircraftUpdateInput!, $v: Int!) { aircraftUpdate(input: $input, expectedVersion: $v) { userErrorList { code } } }',
            { input: { aircraftId, status }, v: ++version },
          ),
        )
      for (const [index, status] of ['AOG', 'MAINTENANCE', 'STORED'].entries()) {
        await set(status)
        const { warningList } = await key.did(key.createFlight({ ...slot(index * 4), ades: 'LSZH' }))
        assert.deepEqual(codes(warningList), ['AIRCRAFT_NOT_ACTIVE'])
        assert.match(warningList[0].message, new RegExp(status))
      }
      const { flight: other } = await key.did(key.createFlight(slot(12, 2, 1)))
      const { flight: cancelled } = await key.did(key.createFlight(slot(16)))
      await key.did(key.setStatus(cancelled.flightId, 'CANCELLED', 1, 'Sold'))
      await set('SOLD')
      assert.deepEqual(await key.refusal(key.createFlight(slot(12))), ['AIRCRAFT_UNAVAILABLE'])
      const moved = key.updateFlight({ flightId: other.flightId, aircraftId }, 1)
      assert.deepEqual(await key.refusal(moved), ['AIRCRAFT_UNAVAILABLE'])
      assert.deepEqual(await key.refusal(key.setStatus(cancelled.flightId, 'OPTION', 2)), ['AIRCRAFT_UNAVAILABLE'])
      await set('ACTIVE')
      assert.deepEqual((await key.did(key.createFlight({ ...slot(12), ades: 'LSZH' }))).warningList, [])
    })

    test('more passengers than seats and a gap in position give warnings', async () => {
      await open()
      const first = await key.did(key.createFlight({ ...slot(0), paxCount: 12 }))
      assert.deepEqual(codes(first.warningList), ['PAX_ABOVE_SEATS'])
      const second = await key.did(key.createFlight({ ...slot(4), adep: 'LSGG', ades: 'LSZH' }))
      assert.deepEqual(codes(second.warningList), ['POSITION_GAP'])
    })

    test('a moved flight keeps its length, its version rises by one, and an old version changes nothing', async () => {
      await open()
      const { flight } = await key.did(key.createFlight(slot(0)))
      const { flight: moved } = await key.did(
        key.updateFlight({ flightId: flight.flightId, offBlock: z(START + 9 * HOUR) }, 1),
      )
      assert.deepEqual(moved.schedule, { offBlock: z(START + 9 * HOUR), onBlock: z(START + 11 * HOUR) })
      assert.equal(moved.version, 2)
      const length = await feedLength()
      assert.deepEqual(await key.refusal(key.updateFlight({ flightId: flight.flightId, opsNote: 'late' }, 1)), [
        'STALE_VERSION',
      ])
      assert.deepEqual(await key.refusal(key.setStatus(flight.flightId, 'CONFIRMED', 3)), ['STALE_VERSION'])
      assert.deepEqual(await key.refusal(key.report({ flightId: flight.flightId, paxAboard: 3 }, 1)), ['STALE_VERSION'])
      assert.equal(await feedLength(), length)
    })

    test('a repeated idempotency key returns the original payload with the new selection, and a refusal is not recorded', async () => {
      await open()
      const going = { ...slot(0), status: 'CONFIRMED' }
      const { flight } = await key.did(key.createFlight(going, 'k1'))
      assert.deepEqual(await key.refusal(key.createFlight(going, 'k2')), ['AIRCRAFT_OVERLAP'])
      await key.did(key.setStatus(flight.flightId, 'CANCELLED', 1, 'Client'))
      const again = await key.did(key.createFlight(going, 'k1'))
      assert.deepEqual([again.flight.flightId, again.flight.version], [flight.flightId, 1])
      const fresh = await key.did(key.createFlight(going, 'k2'))
      assert.notEqual(fresh.flight.flightId, flight.flightId)
      assert.deepEqual(await key.refusal(key.createFlight(slot(4), 'k1')), ['IDEMPOTENCY_MISMATCH'])
      server.clock.advanceSeconds(24 * 3600 + 1)
      key = await Integration.of(key.at)
      const other = await Integration.of(key.at)
      await other.did(other.createFlight(slot(8), 'k1'))
      server.clock.advanceSeconds(-(24 * 3600 + 1))
    })

    testOnBoth(
      'flights are filtered by airport, status, kind, crew, names, registration and external id (data row C3)',
      async () => {
        await open()
        const externalIdList = [{ system: 'erp', value: '4"7' }]
        const names = { flightNo: 'ALP-77', callsign: 'ALP77' }
        const { flight } = await key.did(key.createFlight({ ...slot(0), ...names, externalIdList }))
        await key.did(key.createFlight({ ...slot(0, 2, 1), kind: 'FERRY', ades: 'EGGW' }))
        const found = async (filter: object) => {
          const { flightList } = await key.ask(
            'query ($f: FlightFilter!) { flightList(filter: $f) { nodeList { flightId } } }',
            { f: { interval: { from: z(START), to: z(START + HOUR) }, ...filter } },
          )
          return flightList.nodeList.map(({ flightId }: { flightId: string }) => flightId)
        }
        assert.equal((await found({})).length, 2)
        assert.deepEqual(await found({ externalId: { system: 'erp', value: '4"7' } }), [flight.flightId])
        assert.deepEqual(await found({ externalId: { system: 'erp', value: '4' } }), [])
        assert.deepEqual(await found({ kindList: ['CHARTER'], statusList: ['OPTION'], adep: 'ZRH', ades: 'LFPB' }), [
          flight.flightId,
        ])
        const [own, others] = fleet.aircraft.map(({ registration }) => registration)
        for (const filter of [{ flightNo: 'alp-77' }, { callsign: ' alp77 ' }, { registration: own }]) {
          assert.deepEqual(await found(filter), [flight.flightId], JSON.stringify(filter))
        }
        for (const filter of [{ flightNo: 'ALP-7' }, { callsign: 'ALP%' }, { registration: 'HB-XXX' }]) {
          assert.deepEqual(await found(filter), [], JSON.stringify(filter))
        }
        assert.equal((await found({ registration: others })).length, 1)
        assert.deepEqual(await found({ registration: others, ...names }), [])
        assert.deepEqual(await found({ crewMemberId: fleet.crew[0]?.crewMemberId }), [])
        assert.deepEqual(await found({ flightIdList: [] }), [])
        assert.deepEqual(await found({ interval: { from: z(START + 2 * HOUR), to: z(START + 3 * HOUR) } }), [])
      },
    )

    test('the legs of a trip have its status, and its passengers become contacts', async () => {
      await open()
      const opened = await key.did(
        key.change('mutation { tripCreate(input: {}) { trip { tripId } userErrorList { code } } }'),
      )
      const { tripId } = opened.trip
      const { flight } = await key.did(key.createFlight({ ...slot(0), tripId, status: 'CONFIRMED' }))
      const passengers = [{ contact: { kind: 'PASSENGER', name: 'Eva', surname: 'Lang' }, isLead: true }]
      await key.did(key.setPassengers(flight.flightId, passengers, 1))
      const query = `query ($id: ID!) { trip(tripId: $id) { status version flightList { legNumber paxCount { total } passengerList { name surname isLead } } } }`
      assert.deepEqual((await key.ask(query, { id: tripId })).trip, {
        status: 'CONFIRMED',
        version: 2,
        flightList: [
          { legNumber: 1, paxCount: { total: 1 }, passengerList: [{ name: 'Eva', surname: 'Lang', isLead: true }] },
        ],
      })
      await key.did(key.setStatus(flight.flightId, 'CANCELLED', 2, 'Client'))
      assert.equal((await key.ask(query, { id: tripId })).trip.status, 'CANCELLED')
    })
  })
}
