/** The life cycle of flights: every combination of two states and an actor, in the table and over HTTP. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { renderLifeCycles } from '../../../scripts/life-cycle-page.ts'
import { ACTORS, type ActingAs } from '../../src/domain/operations/acting-as.ts'
import { FLIGHT_STATUSES, type Flight, type FlightStatus } from '../../src/domain/operations/flight.ts'
import { flightTransition } from '../../src/domain/operations/flight-life-cycle.ts'
import { tripStatus } from '../../src/domain/operations/trip.ts'
import { FLIGHT } from '../../src/storage/operations/flights.ts'
import { changeRecord, recordById } from '../../src/storage/records.ts'
import { writingAs } from '../../src/storage/view.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { STORES, startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

/** The life cycle of a flight (data §4), written down a second time by hand. */
const BY_OPERATOR = [
  'OPTION CONFIRMED',
  'CONFIRMED OPTION',
  'CONFIRMED RELEASED',
  'RELEASED CONFIRMED',
  'OFF_BLOCK RELEASED',
  'ON_BLOCK CLOSED',
  'CLOSED ON_BLOCK',
  'OPTION CANCELLED',
  'CONFIRMED CANCELLED',
  'RELEASED CANCELLED',
  'CANCELLED OPTION',
]
const BY_REPORT = [
  'RELEASED OFF_BLOCK',
  'OFF_BLOCK AIRBORNE',
  'AIRBORNE LANDED',
  'LANDED ON_BLOCK',
  'OFF_BLOCK RELEASED',
]
const FLIGHT_DECK_SETS = ['OFF_BLOCK RELEASED', 'ON_BLOCK CLOSED']

const expected = (step: string, actor: ActingAs, by: 'set' | 'report'): boolean => {
  if (by === 'report') return (actor === 'operator' || actor === 'flight-deck') && BY_REPORT.includes(step)
  if (actor === 'operator') return BY_OPERATOR.includes(step)
  return actor === 'flight-deck' && FLIGHT_DECK_SETS.includes(step)
}

test('a transition is allowed exactly for the states and actors that docs/life-cycles.md lists', () => {
  for (const from of FLIGHT_STATUSES) {
    for (const to of FLIGHT_STATUSES) {
      for (const actor of ACTORS) {
        for (const by of ['set', 'report'] as const) {
          const allowed = flightTransition(from, to, actor, by) !== undefined
          assert.equal(allowed, expected(`${from} ${to}`, actor, by), `${from} -> ${to} by ${actor}, ${by}`)
        }
      }
    }
  }
})

test('docs/life-cycles.md equals the generated page', () => {
  assert.equal(readFileSync(new URL('../../../docs/life-cycles.md', import.meta.url), 'utf8'), renderLifeCycles())
})

test("a trip's state is derived from its legs", () => {
  const cases: [FlightStatus[], string][] = [
    [[], 'OPTION'],
    [['CANCELLED'], 'CANCELLED'],
    [['CANCELLED', 'OPTION'], 'OPTION'],
    [['CONFIRMED', 'CLOSED'], 'CONFIRMED'],
    [['AIRBORNE'], 'CONFIRMED'],
    [['ON_BLOCK', 'CLOSED', 'CANCELLED'], 'COMPLETED'],
  ]
  for (const [legs, status] of cases) assert.equal(tripStatus(legs), status, legs.join(' '))
})

for (const store of STORES) {
  describe(`the life cycle over HTTP (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let fleet: Fleet
    let key: Integration
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      fleet = await seedFleet(server.world.storage, at.tenant.tenantId)
      key = await Integration.of(at)
    })
    after(() => server.close())

    let hours = 0
    const crewList = () => [{ crewMemberId: fleet.crew[0]?.crewMemberId, position: 'CPT' }]

    /** A crewed flight of yesterday, put into a state by hand. */
    const flightIn = async (status: FlightStatus): Promise<{ flightId: string; version: number }> => {
      const offBlock = Date.now() - 90 * 86_400_000 + hours++ * 12 * 3_600_000
      const { flight } = await key.did(
        key.createFlight({
          aircraftId: fleet.aircraft[0]?.aircraftId,
          offBlock: z(offBlock),
          onBlock: z(offBlock + 3_600_000),
        }),
      )
      await key.did(key.setCrew(flight.flightId, crewList(), 1))
      const moved = await server.world.storage.writeTenant(at.tenant.tenantId, async (tx) => {
        const seen = writingAs(tx, { of: 'operator' })
        const before = (await recordById(seen, FLIGHT, flight.flightId)) as Flight
        return changeRecord(tx, FLIGHT, before, { status, actual: timesIn(status, offBlock) })
      })
      return moved
    }

    const timesIn = (status: FlightStatus, offBlock: number): Flight['actual'] => {
      const reached = ['OFF_BLOCK', 'AIRBORNE', 'LANDED', 'ON_BLOCK', 'CLOSED'].indexOf(status)
      const time = (index: number) => (reached >= index ? offBlock + index * 600_000 : null)
      return { offBlock: time(0), takeOff: time(1), landing: time(2), onBlock: time(3) }
    }

    test('an API key makes every listed transition of a flight and is refused all others', async () => {
      for (const from of FLIGHT_STATUSES) {
        for (const to of FLIGHT_STATUSES) {
          const { flightId, version } = await flightIn(from)
          const payload = await key.setStatus(flightId, to, version, 'Because')
          const step = `${from} ${to}`
          if (BY_OPERATOR.includes(step))
            assert.equal(payload.flight?.status, to, `${step}: ${JSON.stringify(payload)}`)
          else assert.deepEqual(await key.refusal(Promise.resolve(payload)), ['ILLEGAL_TRANSITION'], step)
        }
      }
    })

    test('reported times move a flight from RELEASED to ON_BLOCK, and a withdrawn off-block time moves it back', async () => {
      const { flightId } = await flightIn('RELEASED')
      const base = Date.now() - 3_600_000
      const report = (input: object) => key.report({ flightId, ...input })
      assert.equal((await key.did(report({ offBlock: z(base) }))).flight.status, 'OFF_BLOCK')
      assert.equal((await key.did(report({ offBlock: null }))).flight.status, 'RELEASED')
      assert.equal((await key.did(report({ offBlock: z(base), takeOff: z(base + 60_000) }))).flight.status, 'AIRBORNE')
      assert.deepEqual(await key.refusal(report({ takeOff: null })), ['ILLEGAL_TRANSITION'])
      assert.equal((await key.did(report({ landing: z(base + 1_200_000) }))).flight.status, 'LANDED')
      assert.equal((await key.did(report({ onBlock: z(base + 1_500_000) }))).flight.status, 'ON_BLOCK')
      assert.equal((await key.did(report({ takeOff: z(base + 120_000) }))).flight.status, 'ON_BLOCK')
    })

    test('times of a flight that is not released, or is closed or cancelled, are refused', async () => {
      for (const status of ['OPTION', 'CONFIRMED'] as const) {
        const { flightId } = await flightIn(status)
        assert.deepEqual(await key.refusal(key.report({ flightId, offBlock: z(Date.now()) })), ['ILLEGAL_TRANSITION'])
      }
      for (const status of ['CLOSED', 'CANCELLED'] as const) {
        const { flightId } = await flightIn(status)
        assert.deepEqual(await key.refusal(key.report({ flightId, estimatedOffBlock: z(Date.now()) })), ['LOCKED'])
      }
    })

    test('releasing a flight needs a commander and an active aircraft, cancelling it needs a reason', async () => {
      const { flightId, version } = await flightIn('CONFIRMED')
      await key.did(key.setCrew(flightId, [], version))
      assert.deepEqual(await key.refusal(key.setStatus(flightId, 'RELEASED', version + 1)), ['NOT_ALLOWED'])
      assert.deepEqual(await key.refusal(key.setStatus(flightId, 'CANCELLED', version + 1)), ['VALIDATION'])
      await key.did(key.setCrew(flightId, crewList(), version + 1))
      const aircraftId = fleet.aircraft[0]?.aircraftId
      const setAircraft = async (status: string) => {
        const { aircraft } = await key.ask('query ($id: ID!) { aircraft(aircraftId: $id) { version } }', {
          id: aircraftId,
        })
        await key.change(
          'mutation ($input: AircraftUpdateInput!, $v: Int!) { aircraftUpdate(input: $input, expectedVersion: $v) { userErrorList { code } } }',
          { input: { aircraftId, status }, v: aircraft.version },
        )
      }
      await setAircraft('AOG')
      assert.deepEqual(await key.refusal(key.setStatus(flightId, 'RELEASED', version + 2)), ['AIRCRAFT_UNAVAILABLE'])
      await setAircraft('ACTIVE')
      const released = await key.did(key.setStatus(flightId, 'RELEASED', version + 2))
      assert.equal(released.flight.version, version + 3)
      assert.deepEqual(await key.refusal(key.setCrew(flightId, [], version + 3)), ['NOT_ALLOWED'])
    })

    test("closing a flight adds the aircraft's hours, and amending subtracts them", async () => {
      const hoursOf = async () => {
        const query = 'query ($id: ID!) { aircraft(aircraftId: $id) { hours { airframeMinutes cycles } } }'
        return (await key.ask(query, { id: fleet.aircraft[0]?.aircraftId })).aircraft.hours
      }
      const { flightId, version } = await flightIn('ON_BLOCK')
      const before = await hoursOf()
      await key.did(key.setStatus(flightId, 'CLOSED', version))
      const after = await hoursOf()
      assert.deepEqual(after, { airframeMinutes: before.airframeMinutes + 10, cycles: before.cycles + 1 })
      await key.did(key.setStatus(flightId, 'ON_BLOCK', version + 1, 'Wrong fuel'))
      assert.deepEqual(await hoursOf(), before)
    })
  })
}
