/** Imported type ratings and runways (data §14): a host replaces them by files, and servers use them within a second. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { isTypeDesignator } from '../../src/domain/reference/aircraft-type.ts'
import { bundledAircraftTypes, bundledTypeRatings } from '../../src/storage/reference/bundled-reference.ts'
import { readAirports, replaceAirports } from '../../src/storage/reference/reference.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { soon } from '../support/soon.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const folder = mkdtempSync(join(tmpdir(), 'airside-reference-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const RUNWAYS = `airport_ident,le_ident,he_ident,length_ft,width_ft,surface,lighted,closed
LSZH,16,34,12139,197,ASP,1,0
LSZH,14,32,10827,197,CON,1,0
LSZH,10,28,8202,,ASP,0,1
QQQQ,09,27,1000,,GRS,0,0
`

test('each bundled rating covers bundled types, and no type belongs to two ratings', () => {
  const types = new Set(bundledAircraftTypes().map(({ iCAO }) => iCAO))
  const covered = bundledTypeRatings().flatMap(({ iCAOList }) => iCAOList)
  assert.deepEqual(
    covered.filter((iCAO) => !types.has(iCAO) || !isTypeDesignator(iCAO)),
    [],
  )
  assert.equal(new Set(covered).size, covered.length)
  const jets = bundledAircraftTypes().filter(({ iCAO }) => /^(C25|C5|C6|C7|CL|E5|F9|FA|GL|H25|LJ|PC)/.test(iCAO))
  const business = jets.filter(({ engineType }) => engineType === 'JET').map(({ iCAO }) => iCAO)
  assert.deepEqual(
    [...new Set(business)].filter((iCAO) => !covered.includes(iCAO)),
    ['C526', 'C5M'],
    'a prototype and a freighter of the air force',
  )
})

for (const store of storesFor('life cycle')) {
  describe(`imported ratings and runways (${store})`, () => {
    let server: TestServer
    let key: Integration
    before(async () => {
      server = await startServer(store)
      key = await Integration.of((await server.operator('alpine')).production)
    })
    after(() => server.close())

    const load = (set: string, text: string): Promise<string> => {
      const file = join(folder, `${store}-${set}.csv`)
      writeFileSync(file, text)
      return runCommand(['reference', 'import', set, file], server.place.environment)
    }
    const ratings = async () => (await key.ask('{ typeRatingList { ratingCode iCAOList } }')).typeRatingList
    const zurich = async () =>
      (await key.ask('{ airportByCode(code: "LSZH") { runwayList { ident lengthFt widthFt surface isLighted } } }'))
        .airportByCode.runwayList

    test('a file of ratings replaces them, and a wrong one changes nothing', async () => {
      const before = await ratings()
      const wrong = load('type-ratings', 'rating,designators,min_flight_crew\nPC24,PC24,9\nC525,C525 X,\nPC12,,\n')
      await assert.rejects(
        wrong,
        /nothing has changed:\n {2}line 2: "9" .*\n {2}line 3: "X" .*\n {2}line 4: PC12 covers no type/,
      )
      assert.deepEqual(await ratings(), before)
      const text =
        'rating,name,designators,min_flight_crew\nSET,Single engine turboprop,PC12 TBM9,1\nPC24,PC-24,PC24,2\n'
      assert.match(await load('type-ratings', text), /^Imported 2 type-ratings/)
      await soon('the new ratings are listed', async () => (await ratings()).length === 2)
      const { aircraftTypeList } = await key.ask(
        '{ aircraftTypeList(wildcard: "PC??") { iCAO ratingCode minFlightCrew } }',
      )
      const found = new Map(aircraftTypeList.map((type: { iCAO: string }) => [type.iCAO, type]))
      assert.deepEqual(found.get('PC24'), { iCAO: 'PC24', ratingCode: 'PC24', minFlightCrew: 2 })
      assert.deepEqual(found.get('PC12'), { iCAO: 'PC12', ratingCode: 'SET', minFlightCrew: 1 })
    })

    test('imported runways have surface and length, outlive an import of airports, and leave other airports alone', async () => {
      assert.deepEqual(
        (await zurich()).map(({ ident }: { ident: string }) => ident),
        ['LONGEST'],
      )
      const other = () => key.ask('{ airportByCode(code: "EGLF") { runwayList { ident lengthFt } } }')
      const farnborough = await other()
      const told = await load('runways', RUNWAYS)
      assert.match(told, /^Imported 2 runways/)
      assert.match(told, /line 5: There is no airport QQQQ; left out/)
      const expected = [
        { ident: '16/34', lengthFt: 12139, widthFt: 197, surface: 'ASP', isLighted: true },
        { ident: '14/32', lengthFt: 10827, widthFt: 197, surface: 'CON', isLighted: true },
      ]
      await soon('the runways are read', async () => (await zurich()).length === 2)
      assert.deepEqual(await zurich(), expected)
      assert.deepEqual(await other(), farnborough)
      const { airports, aliases } = await readAirports(server.world.storage.platform)
      await server.world.storage.writePlatform((tx) => replaceAirports(tx, airports, aliases, 'again.csv'))
      assert.deepEqual(await zurich(), expected)
      await assert.rejects(
        load('runways', 'airport,ident,length_ft,surface\nLSZH,16,long,ASP\n'),
        /line 2: "long" is not a length in feet/,
      )
      assert.deepEqual(await zurich(), expected)
    })
  })
}
