/** The life cycle of flights: every combination of two states and an actor, in the table and over HTTP. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { renderLifeCycles } from '../../../scripts/life-cycle-page.ts'
import { ACTORS, type ActingAs } from '../../src/domain/operations/acting-as.ts'
import { FLIGHT_STATUSES, type Flight, type FlightStatus } from '../../src/domain/operations/flights/flight.ts'
import { flightTransition } from '../../src/domain/operations/flights/flight-life-cycle.ts'
import { tripStatus } from '../../src/domain/operations/flights/trip.ts'
import type { TimeReport } from '../../src/domain/operations/movement/time-report.ts'
import { EVENT_FIELDS, MOVEMENT_EVENTS } from '../../src/domain/operations/movement/times.ts'
import { FLIGHT } from '../../src/storage/operations/flights/flights.ts'
import { changeRecord, recordById } from '../../src/storage/records.ts'
import { writingAs } from '../../src/storage/view.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const TODAY = Math.floor(Date.now() / 60_000) * 60_000
const BEFORE_RELEASE: readonly FlightStatus[] = ['OPTION', 'CONFIRMED', 'CANCELLED']

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
const BEFORE = ['CONFIRMED', 'RELEASED']
const MOVING = ['OFF_BLOCK', 'AIRBORNE', 'LANDED', 'ON_BLOCK']

/** Between any two states that times imply, and to and from those without a time; never between the latter. */
const byReport = (from: string, to: string): boolean =>
  from !== to &&
  [...BEFORE, ...MOVING].includes(from) &&
  [...BEFORE, ...MOVING].includes(to) &&
  (MOVING.includes(from) || MOVING.includes(to))

/** Off- and on-block forwards, and either of them taken back. */
const isSeenFromStand = (from: string, to: string): boolean => {
  const order = [...BEFORE, ...MOVING]
  return ['OFF_BLOCK', 'ON_BLOCK'].includes(order.indexOf(to) > order.indexOf(from) ? to : from)
}

const expected = (from: string, to: string, actor: ActingAs, by: 'set' | 'close' | 'report'): boolean => {
  const isCrew = actor === 'operator' || actor === 'flight-deck'
  if (by === 'report') return (isCrew || (actor === 'provider' && isSeenFromStand(from, to))) && byReport(from, to)
  if (by === 'close') return isCrew && from === 'ON_BLOCK' && to === 'CLOSED'
  return actor === 'operator' && BY_OPERATOR.includes(`${from} ${to}`)
}

test('a transition is allowed exactly for the states and actors that docs/life-cycles.md lists', () => {
  for (const from of FLIGHT_STATUSES) {
    for (const to of FLIGHT_STATUSES) {
      for (const actor of ACTORS) {
        for (const by of ['set', 'close', 'report'] as const) {
          const allowed = flightTransition(from, to, actor, by) !== undefined
          assert.equal(allowed, expected(from, to, actor, by), `${from} -> ${to} by ${actor}, ${by}`)
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

for (const store of storesFor('life cycle')) {
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

    /** A crewed flight of the past, put into a state by hand. */
    const flightIn = async (status: FlightStatus): Promise<{ flightId: string; version: number; offBlock: number }> => {
      const offBlock = TODAY - 90 * 86_400_000 + hours++ * 12 * 3_600_000
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
        const actual = timesIn(status, offBlock)
        const timeReportList = MOVEMENT_EVENTS.flatMap((event): TimeReport[] => {
          const time = actual[EVENT_FIELDS[event]]
          return time === null ? [] : [{ event, at: time, source: 'OPS', reportedAt: time, by: null }]
        })
        const releasedAt = BEFORE_RELEASE.includes(status) ? null : offBlock
        return changeRecord(tx, FLIGHT, before, { status, actual, timeReportList, releasedAt })
      })
      return moved
    }

    const timesIn = (status: FlightStatus, offBlock: number): Flight['actual'] => {
      const reached = ['OFF_BLOCK', 'AIRBORNE', 'LANDED', 'ON_BLOCK', 'CLOSED'].indexOf(status)
      const time = (index: number) => (reached >= index ? offBlock + index * 600_000 : null)
      return { offBlock: time(0), takeOff: time(1), landing: time(2), onBlock: time(3), impliedList: [] }
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

    test('reported times move a flight from RELEASED to ON_BLOCK and back, to the state that is left', async () => {
      const { flightId, offBlock: base } = await flightIn('RELEASED')
      const report = async (input: object) => (await key.did(key.report({ flightId, ...input }))).flight.status
      assert.equal(await report({ offBlock: z(base) }), 'OFF_BLOCK')
      assert.equal(await report({ offBlock: null }), 'RELEASED')
      assert.equal(await report({ offBlock: z(base), takeOff: z(base + 60_000) }), 'AIRBORNE')
      assert.equal(await report({ takeOff: null }), 'OFF_BLOCK')
      assert.equal(await report({ landing: z(base + 1_200_000) }), 'LANDED')
      assert.equal(await report({ onBlock: z(base + 1_500_000) }), 'ON_BLOCK')
      assert.equal(await report({ takeOff: z(base + 120_000) }), 'ON_BLOCK')
      assert.equal(await report({ onBlock: null, landing: null }), 'AIRBORNE')
    })

    test('times of an option are refused, and so is everything that is reported of a cancelled flight', async () => {
      const option = await flightIn('OPTION')
      const offBlock = z(option.offBlock)
      assert.deepEqual(await key.refusal(key.report({ flightId: option.flightId, offBlock })), ['ILLEGAL_TRANSITION'])
      const { flightId, offBlock: planned } = await flightIn('CANCELLED')
      assert.deepEqual(await key.refusal(key.report({ flightId, estimatedOffBlock: z(planned) })), ['LOCKED'])
    })

    test('releasing a flight needs a commander and an active aircraft, cancelling it needs a reason', async () => {
      const { flightId, version } = await flightIn('CONFIRMED')
      await key.did(key.setCrew(flightId, [], version))
      const uncrewed = await key.refusal(key.setStatus(flightId, 'RELEASED', version + 1))
      assert.deepEqual(uncrewed, ['NOT_RELEASABLE', 'NOT_RELEASABLE'], 'no commander, no pilot')
      assert.deepEqual(await key.refusal(key.setStatus(flightId, 'CANCELLED', version + 1)), ['REASON_NEEDED'])
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
      await setAircraft('STORED')
      const current = async () =>
        (await key.ask('query ($id: ID!) { flight(flightId: $id) { version } }', { id: flightId })).flight.version
      assert.deepEqual(await key.refusal(key.setStatus(flightId, 'RELEASED', await current())), ['NOT_RELEASABLE'])
      await setAircraft('ACTIVE')
      const released = await key.did(key.setStatus(flightId, 'RELEASED', await current()))
      const unmanned = await key.refusal(key.setCrew(flightId, [], released.flight.version))
      assert.deepEqual(unmanned, ['NOT_RELEASABLE', 'NOT_RELEASABLE'])
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
