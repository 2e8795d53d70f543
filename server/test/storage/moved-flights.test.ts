/** A store from before times were reports and groundings were blocks: what is stored moves, and nothing is lost. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../../src/config/config.ts'
import { MovableClock } from '../../src/domain/clock.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { createOperator } from '../../src/services/tenancy/operators.ts'
import { World } from '../../src/services/world.ts'
import type { Engine } from '../../src/storage/engines/engine.ts'
import { MIGRATIONS, migrate } from '../../src/storage/migrate.ts'
import { openEngine, Storage } from '../../src/storage/storage.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { newPlace, startServer, storesFor } from '../support/test-server.ts'

after(stopOwnPostgres)

/** And indexes of columns that they add. */
const LATER = new Set([
  '0061-reported-times',
  '0062-duties-in-fact',
  '0361-indexes-of-what-lies-near',
  '0371-indexes-of-what-stands',
])
const BEFORE = MIGRATIONS.filter(({ name }) => !LATER.has(name))

const HOUR = 3_600_000
const NOW = Math.floor(Date.now() / HOUR) * HOUR
const CHANGED_AT = NOW - 20 * HOUR

/** Times as they were stored: what was flown, in milliseconds. */
const FLOWN = {
  offBlock: NOW - 50 * HOUR,
  takeOff: NOW - 50 * HOUR + 600_000,
  landing: NOW - 49 * HOUR,
  onBlock: NOW - 49 * HOUR + 300_000,
}
const NOT_FLOWN = { offBlock: null, takeOff: null, landing: null, onBlock: null }

const FLIGHTS = [
  { id: 'flt_closed', status: 'CLOSED', at: NOW - 50 * HOUR, actual: FLOWN },
  {
    id: 'flt_airborne',
    status: 'AIRBORNE',
    at: NOW - HOUR,
    actual: { ...NOT_FLOWN, offBlock: NOW - HOUR, takeOff: NOW - HOUR / 2 },
  },
  { id: 'flt_released', status: 'RELEASED', at: NOW + 10 * HOUR, actual: NOT_FLOWN },
  { id: 'flt_planned', status: 'CONFIRMED', at: NOW + 20 * HOUR, actual: NOT_FLOWN },
] as const

/** One set AOG by hand, one with a block of its own, one in service. */
const AIRCRAFT = [
  { id: 'acf_aog', status: 'AOG' },
  { id: 'acf_shop', status: 'MAINTENANCE' },
  { id: 'acf_fine', status: 'ACTIVE' },
] as const

const stamps = sql`3, ${CHANGED_AT}, ${CHANGED_AT}`

const insertOld = (engine: Engine, tenantId: string): Promise<void> =>
  engine.write(async ({ db }) => {
    for (const { id, status } of AIRCRAFT) {
      await sql`insert into aircraft (tenant_id, aircraft_id, registration, acft_type_id, base_id, seat_count,
          equipment_list, status, airframe_minutes, cycles, hours_as_of, version, created_at, updated_at)
        values (${tenantId}, ${id}, ${id}, 'C25A', 'LSZH', 6, '[]', ${status}, 600, 10, 0, ${stamps})`.execute(db)
    }
    await sql`insert into unavailability (tenant_id, unavailability_id, aircraft_id, "from", "to", reason, note, version, created_at, updated_at)
      values (${tenantId}, 'una_shop', 'acf_shop', ${NOW - HOUR}, ${NOW + HOUR * 48}, 'MAINTENANCE', 'C check', ${stamps})`.execute(
      db,
    )
    for (const { id, status, at, actual } of FLIGHTS) {
      await sql`insert into flight (tenant_id, flight_id, flight_no, aircraft_id, status, kind, rules, adep_id, ades_id,
          alternate_id_list, off_block, on_block, actual, distance_nm, pax_total, delay_list, external_id_list, version,
          created_at, updated_at)
        values (${tenantId}, ${id}, ${id}, 'acf_fine', ${status}, 'CHARTER', 'IFR', 'LSZH', 'EGLF', '[]', ${at},
          ${at + HOUR}, ${JSON.stringify(actual)}, 430, 2, '[]', '[]', ${stamps})`.execute(db)
    }
    await sql`insert into crew_member (tenant_id, crew_member_id, code, name, surname, position_list, base_id,
        type_rating_list, is_active, version, created_at, updated_at)
      values (${tenantId}, 'crw_a', 'ABC', 'Anna', 'Berg', '["CPT"]', 'LSZH', '[]', 1, ${stamps})`.execute(db)
    await sql`insert into duty (tenant_id, duty_id, crew_member_id, kind, start_at, end_at, flight_id_list, version,
        created_at, updated_at)
      values (${tenantId}, 'dty_a', 'crw_a', 'STANDBY', ${NOW}, ${NOW + 8 * HOUR}, '[]', ${stamps})`.execute(db)
    await sql`update change_head set record_count = 9 where tenant_id = ${tenantId}`.execute(db)
  })

for (const store of storesFor('sql')) {
  describe(`flights and duties from before times were reports (${store})`, () => {
    test('migrating makes reports of times, blocks of groundings and a plan of duties, and counts what it adds', async (t) => {
      const place = await newPlace(store)
      t.after(place.dispose)
      const engine = openEngine(readConfig(place.environment))
      await migrate(engine, BEFORE)
      const clock = new MovableClock()
      const world = new World({ storage: new Storage(engine, clock), now: () => clock.now(), randomBytes })
      const [tenant] = await createOperator(
        world,
        { operatorId: 'alpine', name: 'Alpine', environments: ['production'] },
        HOST,
      )
      const tenantId = tenant?.tenantId ?? ''
      await insertOld(engine, tenantId)
      assert.deepEqual(await migrate(engine), [...LATER])
      await engine.close()

      const server = await startServer(store, { ...place, dispose: async () => {} })
      t.after(() => server.close())
      const key = await Integration.of(await server.existing('alpine'))
      const { flightList, aircraftList, dutyList, unavailabilityList } = await key.ask(`{
        flightList(filter: { updatedSince: "2020-01-01T00:00:00Z" }) { nodeList { flightId status version
          actual { offBlock takeOff landing onBlock impliedList } timeReportList { event at source isUsed reportedAt } } }
        aircraftList { nodeList { aircraftId status version } }
        dutyList(filter: { dutyIdList: ["dty_a"] }) { nodeList { startAt plannedStartAt plannedEndAt actualEndAt version } }
        unavailabilityList(filter: { updatedSince: "2020-01-01T00:00:00Z" }) { nodeList { aircraftId reason isEndEstimated note } } }`)

      const times = (actual: Readonly<Record<string, number | null>>) =>
        Object.fromEntries(Object.entries(actual).map(([name, at]) => [name, at === null ? null : z(at)]))
      const events = ['OFF_BLOCK', 'TAKE_OFF', 'LANDING', 'ON_BLOCK']
      const reports = (actual: Readonly<Record<string, number | null>>) =>
        Object.values(actual).flatMap((at, index) =>
          at === null
            ? []
            : [{ event: events[index], at: z(at), source: 'OPS', isUsed: true, reportedAt: z(CHANGED_AT) }],
        )
      assert.deepEqual(
        flightList.nodeList,
        FLIGHTS.map(({ id, status, actual }) => ({
          flightId: id,
          status,
          version: 3,
          actual: { ...times(actual), impliedList: [] },
          timeReportList: reports(actual),
        })),
      )
      assert.deepEqual(aircraftList.nodeList, [
        { aircraftId: 'acf_aog', status: 'AOG', version: 3 },
        { aircraftId: 'acf_fine', status: 'ACTIVE', version: 3 },
        { aircraftId: 'acf_shop', status: 'MAINTENANCE', version: 3 },
      ])
      assert.deepEqual(unavailabilityList.nodeList, [
        { aircraftId: 'acf_aog', reason: 'AOG', isEndEstimated: true, note: null },
        { aircraftId: 'acf_shop', reason: 'MAINTENANCE', isEndEstimated: false, note: 'C check' },
      ])
      assert.deepEqual(dutyList.nodeList, [
        { startAt: z(NOW), plannedStartAt: z(NOW), plannedEndAt: z(NOW + 8 * HOUR), actualEndAt: null, version: 3 },
      ])
      const { rows } = await sql<{ count: number }>`select record_count as count from change_head
        where tenant_id = ${tenantId}`.execute(server.world.storage.platform.db)
      assert.equal(rows[0]?.count, 10, 'the block that was opened counts')

      // Its crew's papers are looked at then, so that the aircraft needs a type that there is.
      await server.world.storage.writePlatform((tx) =>
        sql`update aircraft set acft_type_id = (select min(id) from aircraft_type)`.execute(tx.db),
      )
      // What was released before it flew is released again once its times are taken back.
      const back = await key.did(key.report({ flightId: 'flt_airborne', takeOff: null, offBlock: null }))
      assert.equal(back.flight.status, 'RELEASED')
    })
  })
}
