/** What holds an aircraft or a person at a time is found without reading what is over or was cancelled (threats rows 622 to 624). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../src/domain/interval.ts'
import { MAX_BLOCK_DAYS, type Unavailability } from '../../src/domain/operations/fleet/unavailability.ts'
import { FLIGHT_RECORD, type Flight, NO_MOVEMENT } from '../../src/domain/operations/flights/flight.ts'
import { madeRecord } from '../../src/domain/records/made-record.ts'
import { airportIdOf } from '../../src/domain/reference/airport.ts'
import { insertFlightCrew } from '../../src/storage/operations/crew/flight-crew.ts'
import { blocksBeside, flightsBeside } from '../../src/storage/operations/crowding.ts'
import { groundingsOf, UNAVAILABILITY, unavailabilityOf } from '../../src/storage/operations/fleet/unavailability.ts'
import { excludingFlights, FLIGHT, neighbours } from '../../src/storage/operations/flights/flights.ts'
import { assignedLegs, flightsInReach, legsOfAircraft, legsOfCrew } from '../../src/storage/operations/flights/legs.ts'
import { createRecords } from '../../src/storage/records.ts'
import { readingAs, type ViewReader } from '../../src/storage/view.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { stepsDuring } from '../support/steps-of-statements.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const OVER = 4_000
/** Less than half of what walking all of them takes. */
const FEW_STEPS = 12_000

for (const store of storesFor('sql')) {
  describe(`what stands (${store})`, () => {
    let server: TestServer
    let reader: ViewReader
    let fleet: Fleet
    let now = 0
    const aircraftId = (at: number): string => fleet.aircraft[at]?.aircraftId ?? ''
    const crewMemberId = (at: number): string => fleet.crew[at]?.crewMemberId ?? ''

    const block = (id: string, from: number, to: number, more: Partial<Unavailability> = {}) => ({
      unavailabilityId: `una_${id}`,
      aircraftId: aircraftId(0),
      from: now + from * DAY_MS,
      to: now + to * DAY_MS,
      reason: 'AOG' as const,
      isEndEstimated: false,
      note: null,
      techLogEntryId: null,
      permitAuthority: null,
      permitNumber: null,
      permitFrom: null,
      permitTo: null,
      permitConditions: null,
      ...more,
    })

    const flight = (id: string, from: number, more: Partial<Flight> = {}) =>
      madeRecord(FLIGHT_RECORD, now, {
        flightId: `flt_${id}`,
        flightNo: id,
        aircraftId: aircraftId(1),
        status: 'CONFIRMED',
        kind: 'CHARTER',
        rules: 'IFR',
        adepId: airportIdOf('LSZH'),
        adesId: airportIdOf('LFMN'),
        offBlock: now + from * DAY_MS,
        onBlock: now + from * DAY_MS + HOUR_MS,
        actual: NO_MOVEMENT,
        distanceNm: 300,
        paxTotal: 0,
        ...more,
      })

    before(async () => {
      server = await startServer(store)
      const { tenantId } = (await server.operator('alpine')).production.tenant
      const { storage } = server.world
      fleet = await seedFleet(storage, tenantId)
      reader = readingAs(storage.tenant(tenantId), { of: 'operator' })
      now = server.world.now(tenantId)
      const each = <T>(make: (at: number) => T): T[] => Array.from({ length: OVER }, (_, at) => make(at))
      await storage.writeTenant(tenantId, async (tx) => {
        await createRecords(tx, UNAVAILABILITY, [
          ...each((at) => block(`over_${at}`, -500 - at / 40, -499 - at / 40)),
          block('stood', -2_000, -1, { techLogEntryId: null }),
          block('estimated', -900, -899, { isEndEstimated: true }),
          block('begun', -MAX_BLOCK_DAYS + 2, 2),
          block('next', 5, 6),
          block('training', 5, 6, { reason: 'OTHER' as Unavailability['reason'] }),
        ])
        const cancelled = each((at) => flight(`cancelled_${at}`, (at - OVER / 2) / 400, { status: 'CANCELLED' }))
        const old = each((at) => flight(`old_${at}`, -700 + at / 10, { aircraftId: aircraftId(2) }))
        await createRecords(tx, FLIGHT, [...cancelled, ...old, flight('before', -20), flight('after', 20)])
        const assigned = {
          position: 'CPT',
          isPilotFlying: null,
          reportAt: null,
          confirmed: false,
          startsDuty: null,
        } as const
        await insertFlightCrew(tx, [
          ...old.map(({ flightId }) => ({ ...assigned, flightId, crewMemberId: crewMemberId(0) })),
          { ...assigned, flightId: 'flt_before', crewMemberId: crewMemberId(0) },
          { ...assigned, flightId: 'flt_after', crewMemberId: crewMemberId(1) },
        ])
      })
    })
    after(() => server.close())

    /** What a read answers, which the embedded store finds in few steps. */
    const few = async <T>(read: () => Promise<T>): Promise<T> => {
      let answer = await read()
      const steps = await stepsDuring(async () => {
        answer = await read()
      })
      if (store === 'sqlite') assert.ok(steps > 0 && steps < FEW_STEPS, `${steps} steps: ${read}`)
      return answer
    }
    const days = (from: number, to: number) => ({ from: now + from * DAY_MS, to: now + to * DAY_MS })
    const ids = (list: readonly { unavailabilityId: string }[]) => list.map(({ unavailabilityId }) => unavailabilityId)

    test('blocks of an aircraft are found by their end, long and estimated ones too (threats row 622)', async () => {
      const blocked = (from: number, to: number) =>
        few(async () => ids(await unavailabilityOf(reader, [aircraftId(0)], days(from, to))))
      const grounded = (from: number, to: number) =>
        few(async () => ids(await groundingsOf(reader, [aircraftId(0)], days(from, to), now)))
      assert.deepEqual(await blocked(0, 10), ['una_begun', 'una_next', 'una_training'])
      assert.deepEqual(await grounded(0, 10), ['una_estimated', 'una_begun', 'una_next'])
      assert.deepEqual(await blocked(-1_500, -1_499), ['una_stood'])
      assert.deepEqual(await grounded(-1_500, -1_499), ['una_stood'])
      assert.deepEqual(await blocked(-3, -2), ['una_stood', 'una_begun'])
      const newOne = block('new', 5.4, 7)
      const beside = await few(() => blocksBeside(reader, newOne, { near: 10, ahead: 10 }))
      assert.deepEqual(beside, { near: 2, ahead: 4 })
    })

    test('flights around a time are found without those that were cancelled (threats row 623)', async () => {
      const planned = flight('new', 0.001)
      const around = await few(() => neighbours(reader, planned))
      assert.deepEqual([around.before?.flightId, around.after?.flightId], ['flt_before', 'flt_after'])
      assert.deepEqual(await few(() => excludingFlights(reader, planned)), [])
      const near = await few(() => flightsBeside(reader, planned, { near: 10, ahead: 10 }))
      assert.deepEqual(near, { near: 0, ahead: 1 })
      const legs = await few(() => legsOfAircraft(reader, [aircraftId(1)], days(-4, 25)))
      assert.deepEqual(
        legs.get(aircraftId(1))?.map(({ flightId }) => flightId),
        ['flt_before', 'flt_after'],
      )
      const reached = await few(() =>
        flightsInReach(reader, { ...days(18, 19), aircraftIds: [aircraftId(1)], crewMemberIds: [] }),
      )
      assert.deepEqual(reached, ['flt_after'])
    })

    test('legs of a person around a time are found among those of that time, whatever the person ever flew (threats row 624)', async () => {
      const flown = async (from: number, to: number) => {
        const both = [crewMemberId(0), crewMemberId(1)]
        const legs = await few(() => legsOfCrew(reader, both, days(from, to)))
        return both.map((id) => legs.get(id)?.map(({ leg }) => leg.flightId))
      }
      assert.deepEqual(await flown(-22, -18), [['flt_before'], undefined])
      assert.deepEqual(await flown(18, 22), [undefined, ['flt_after']])
      const on = (day: number) => few(() => assignedLegs(reader, crewMemberId(0), days(day, day + 0.01)))
      assert.deepEqual(
        (await on(-20)).map(({ leg }) => leg.flightId),
        ['flt_before'],
      )
      assert.deepEqual(await on(3), [])
      const reached = await few(() =>
        flightsInReach(reader, { ...days(18, 19), aircraftIds: [], crewMemberIds: [crewMemberId(0), crewMemberId(1)] }),
      )
      assert.deepEqual(reached, ['flt_after'])
    })
  })
}
