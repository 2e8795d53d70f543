/** An import replaces a whole reference set and keeps the entries that operators' records refer to. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { systemClock } from '../../src/domain/clock.ts'
import type { AircraftTypeRecord } from '../../src/domain/reference/aircraft-type.ts'
import { type AirportRecord, airportIdOf } from '../../src/domain/reference/airport.ts'
import { newContext, type Surroundings } from '../../src/graphql/context.ts'
import type { Principal } from '../../src/services/principal.ts'
import { ReferenceData } from '../../src/services/reference/reference-data.ts'
import { ValidityWatch } from '../../src/services/validity-watch.ts'
import {
  readAircraftTypes,
  readAirports,
  replaceAircraftTypes,
  replaceAirports,
} from '../../src/storage/reference/reference.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const PROTOTYPE: AircraftTypeRecord = {
  acftTypeId: 'act_prototype',
  iCAO: 'ZZZ9',
  manufacturer: 'Testwerke',
  model: 'Prototype',
  engineCount: 2,
  engineType: 'JET',
  species: 'LANDPLANE',
  wakeCategory: 'M',
  isActive: true,
}

for (const store of storesFor('sql')) {
  describe(`an import of reference data (${store})`, () => {
    let server: TestServer
    let fleet: Fleet
    let key: Integration
    let types: AircraftTypeRecord[]
    let airports: AirportRecord[]
    before(async () => {
      server = await startServer(store)
      const { production } = await server.operator('alpine')
      fleet = await seedFleet(server.world.storage, production.tenant.tenantId)
      key = await Integration.of(production)
      const { platform } = server.world.storage
      types = await readAircraftTypes(platform)
      airports = (await readAirports(platform)).airports
    })
    after(() => server.close())

    const importTypes = (records: readonly AircraftTypeRecord[]) =>
      server.world.storage.writePlatform((tx) => replaceAircraftTypes(tx, records, 'test.csv'))
    const importAirports = (records: readonly AirportRecord[]) =>
      server.world.storage.writePlatform((tx) => replaceAirports(tx, records, [], 'test.csv'))
    const listedTypes = async (): Promise<string[]> =>
      (await key.ask('{ aircraftTypeList { iCAO } }')).aircraftTypeList.map(({ iCAO }: { iCAO: string }) => iCAO)
    const FLEET = '{ aircraftList { nodeList { acftType { iCAO } base { iCAO } } } }'

    test('an import keeps aircraft types that operators use, and lists them', async () => {
      assert.equal(await importTypes([PROTOTYPE]), 1)
      await soon('the new types are listed', async () => (await listedTypes()).length === 2)
      assert.deepEqual(await listedTypes(), ['C56X', 'ZZZ9'])
      const { aircraftList } = await key.ask(FLEET)
      assert.equal(aircraftList.nodeList.length, 3)
      for (const { acftType } of aircraftList.nodeList) assert.equal(acftType.iCAO, 'C56X')
      const filtered = await key.ask('{ aircraftList(filter: { iCAO: "C56X" }) { nodeList { aircraftId } } }')
      assert.equal(filtered.aircraftList.nodeList.length, 3)
    })

    test('a server started after the import has the kept types too, and a re-imported type is listed once', async () => {
      const again = await readAircraftTypes(server.world.storage.platform)
      assert.equal(again.length, 2)
      assert.equal(await importTypes(types), 0)
      await soon('the former types are listed', async () => (await listedTypes()).length === types.length)
    })

    test('an import keeps airports used as base, end of a flight, alternate or diversion, and frees their codes', async () => {
      const left = Date.now() - 3_600_000
      const input = { aircraftId: fleet.aircraft[0]?.aircraftId, offBlock: z(left), adep: 'LSZH', ades: 'LFPB' }
      const { flight } = await key.did(key.createFlight(input))
      await key.did(key.updateFlight({ flightId: flight.flightId, alternateList: ['LFPG'] }, 1))
      await key.did(key.setStatus(flight.flightId, 'CONFIRMED', 2))
      await key.did(key.report({ flightId: flight.flightId, takeOff: z(left + 600_000), divertedTo: 'LFQQ' }))
      const usurper = airports.find(({ iCAO }) => iCAO === 'EGLF')
      assert.ok(usurper)
      assert.equal(await importAirports([{ ...usurper, airportId: 'apt_new', iATA: 'CDG' }]), 4)
      const byCode = async (code: string) =>
        (await key.ask(`{ airportByCode(code: "${code}") { airportId iCAO iATA } }`)).airportByCode
      await soon('the new airports are found', async () => (await byCode('EGLF'))?.airportId === 'apt_new')
      const query = `{ flight(flightId: "${flight.flightId}") { adep { iCAO } ades { iCAO } alternateList { iCAO iATA } divertedTo { iCAO } } }`
      assert.deepEqual((await key.ask(query)).flight, {
        adep: { iCAO: 'LSZH' },
        ades: { iCAO: 'LFPB' },
        // The new file gives its iATA code to another.
        alternateList: [{ iCAO: 'LFPG', iATA: null }],
        divertedTo: { iCAO: 'LFQQ' },
      })
      assert.equal((await byCode('CDG')).airportId, 'apt_new')
      assert.equal((await byCode('LSZH')).airportId, airportIdOf('LSZH'))
      assert.equal(await byCode('LSGG'), null)
      assert.equal((await key.ask(FLEET)).aircraftList.nodeList[0].base.iCAO, 'LSZH')
    })

    test('a record saved while its airport was being dropped still reads it', async () => {
      const dropped = airports.find(({ iCAO }) => iCAO === 'LSGG')
      const { flightList } = await key.ask(
        `{ flightList(filter: { interval: { from: "${z(Date.now() - 7_200_000)}", to: "${z(Date.now())}" } }) { nodeList { flightId } } }`,
      )
      const [{ flightId }] = flightList.nodeList
      await server.world.storage.writeTenant(key.at.tenant.tenantId, (tx) =>
        sql`update flight set ades_id = ${dropped?.airportId} where flight_id = ${flightId}`.execute(tx.db),
      )
      const { flight } = await key.ask(`{ flight(flightId: "${flightId}") { ades { iCAO name } } }`)
      assert.deepEqual(flight.ades, { iCAO: 'LSGG', name: dropped?.name })
      assert.equal(await importAirports(airports), 0, 'they are all listed again')
    })
  })
}

test('a request reads one snapshot of reference data, and the next one reads the new set soon', async () => {
  const server = await startServer('sqlite')
  const { storage } = server.world
  const watch = new ValidityWatch(storage, systemClock)
  try {
    const { tenant } = (await server.operator('alpine')).production
    await watch.start()
    const reference = await ReferenceData.load(storage, watch)
    const request = () =>
      newContext({ reference, world: server.world } as Surroundings, {
        tenant,
        principal: {} as Principal,
        requestId: 'req',
        address: null,
        lifetime: null,
      })
    const [early, idle] = [request(), request()]
    const before = early.reference.aircraftTypes(null).length
    await storage.writePlatform((tx) => replaceAircraftTypes(tx, [PROTOTYPE], 'test.csv'))
    await soon('the new set is there', async () => reference.current !== early.reference)
    assert.equal(early.reference.aircraftTypes(null).length, before)
    assert.equal(early.reference.aircraftTypeById(PROTOTYPE.acftTypeId), undefined)
    assert.deepEqual(idle.reference.aircraftTypes(null), [PROTOTYPE])
    assert.deepEqual(idle.reference.aircraftTypeById(PROTOTYPE.acftTypeId), PROTOTYPE)
  } finally {
    watch.stop()
    await server.close()
  }
})
