import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import airportData from 'airport-data-js'
import { renderAirports } from '../../../scripts/airport-file.ts'
import { readCsv } from '../../src/domain/csv.ts'
import {
  type AircraftTypeRecord,
  byTypeOrder,
  ENGINE_TYPES,
  isTypeDesignator,
  SPECIES,
  WAKE_CATEGORIES,
} from '../../src/domain/reference/aircraft-type.ts'
import { readAircraftTypes } from '../../src/domain/reference/aircraft-type-file.ts'
import { type Airports, airportFinder, airportIdOf, longestRunwayFt } from '../../src/domain/reference/airport.ts'
import { readAirports } from '../../src/domain/reference/airport-file.ts'
import { isTimezone, nauticalTimezone } from '../../src/domain/reference/timezone.ts'
import { AircraftTypeSearch } from '../../src/services/reference/aircraft-type-search.ts'
import { AirportSearch } from '../../src/services/reference/airport-search.ts'
import {
  bundledAircraftTypes,
  bundledAirports,
  bundledCountries,
} from '../../src/storage/reference/bundled-reference.ts'

const types = bundledAircraftTypes()
const bundled = bundledAirports()
const find = airportFinder(bundled)
const distinct = (values: readonly unknown[]): number => new Set(values).size

describe('the bundled aircraft types', () => {
  test('there are several hundred bundled aircraft types, each with designator, all facts and a unique id', () => {
    assert.ok(types.length >= 450, `${types.length} records`)
    for (const type of types) {
      const what = JSON.stringify(type)
      assert.ok(isTypeDesignator(type.iCAO), what)
      assert.match(type.acftTypeId, /^act_[0-9a-f]{16}$/, what)
      assert.ok(type.engineCount !== null && type.engineCount >= 1 && type.engineCount <= 8, what)
      assert.ok(type.engineType !== null && ENGINE_TYPES.includes(type.engineType), what)
      assert.ok(type.species !== null && SPECIES.includes(type.species), what)
      assert.ok(
        WAKE_CATEGORIES.some((category) => category === type.wakeCategory),
        what,
      )
    }
    assert.equal(distinct(types.map(({ acftTypeId }) => acftTypeId)), types.length)
    assert.equal(distinct(types.map((type) => `${type.iCAO} ${type.manufacturer} ${type.model}`)), types.length)
  })

  test('bundled aircraft types are ordered by iCAO, manufacturer and model', () => {
    assert.deepEqual(types, types.toSorted(byTypeOrder))
  })

  test('aircraft types that share a designator have one species, engine type and number of engines', () => {
    for (const [designator, sharing] of Map.groupBy(types, ({ iCAO }) => iCAO)) {
      const airframes = sharing.map(({ species, engineType, engineCount }) => `${species} ${engineType} ${engineCount}`)
      assert.equal(distinct(airframes), 1, designator)
    }
  })

  test('an airliner and a business jet that share one designator are both bundled', () => {
    const models = (designator: string) => types.filter(({ iCAO }) => iCAO === designator).map(({ model }) => model)
    assert.deepEqual(models('B738'), ['737-800', 'BBJ2'])
    assert.deepEqual(models('A319'), ['A319', 'ACJ319'])
    assert.ok(models('CRJ2').includes('Challenger 850'))
    assert.ok(models('E190').includes('Lineage 1000'))
  })

  test('bundled aircraft types are found by designator, manufacturer or model', () => {
    const search = new AircraftTypeSearch(types)
    const found = (wildcard: string) => search.find(wildcard)
    assert.deepEqual(
      found('bbj2').map(({ iCAO }) => iCAO),
      ['B738'],
    )
    assert.ok(found('gulfstream').length > 15)
    assert.ok(found('C25?').every(({ manufacturer }) => manufacturer === 'Cessna'))
    assert.equal(found('').length, types.length)
  })
})

const readTypes = (text: string) => readAircraftTypes(readCsv(text).rows)
const summary = ({ iCAO, manufacturer, model, engineCount, engineType, species, wakeCategory }: AircraftTypeRecord) =>
  [iCAO, manufacturer, model, engineCount, engineType, species, wakeCategory].join(' ')

describe('placeholder codes', () => {
  test('a placeholder code finds no airport, neither bundled nor imported', () => {
    for (const code of ['ZZZZ', 'AFIL']) {
      assert.equal(find(code), undefined)
      assert.ok(bundled.airports.every(({ iCAO }) => iCAO !== code))
      const file = `ident,name,iso_country,latitude_deg,longitude_deg,gps_code\n${code},Nowhere,FR,49.4,6.1,${code}`
      const read = readAirports(readCsv(file).rows, bundled)
      assert.equal(airportFinder(read)(code), undefined)
      assert.equal(read.airports.length, 1)
    }
    assert.ok(bundled.airports.some(({ name }) => name === 'Zoufftgen Airfield'))
  })
})

describe('a file of aircraft types', () => {
  test('a file of aircraft types may be an export of Doc 8643 with coded columns', () => {
    const { records, errors } = readTypes(
      [
        '"AircraftDescription","Description","Designator","EngineCount","EngineType","ManufacturerCode","ModelFullName","WTC"',
        '"LandPlane","L2J","B738","2","Jet","BOEING","737-800","M"',
        '"Helicopter","H2T","EC35","2","Turboprop/Turboshaft","AIRBUS HELICOPTERS","H-135","L"',
        '"LandPlane","L1T","C208","1","Turboprop/Turboshaft","CESSNA","208 Caravan 1","L"',
      ].join('\r\n'),
    )
    assert.deepEqual(errors, [])
    assert.deepEqual(records.map(summary), [
      'B738 BOEING 737-800 2 JET LANDPLANE M',
      'C208 CESSNA 208 Caravan 1 1 TURBOPROP LANDPLANE L',
      'EC35 AIRBUS HELICOPTERS H-135 2 TURBOPROP HELICOPTER L',
    ])
  })

  test('a file of aircraft types may describe engines and species by letters only', () => {
    const { records, errors } = readTypes(
      [
        'Manufacturer;Model;Type Designator;Description;WTC',
        'BELL-BOEING;V-22;V22;T2T;M',
        'FAIREY;Gannet;GANT;LCT;M',
        'ANY;Glider;GLID;L0-;-',
        'SWEARINGEN;Metro;SW4;L2T;L/M',
      ].join('\n'),
    )
    assert.deepEqual(errors, [])
    assert.deepEqual(records.map(summary), [
      'GANT FAIREY Gannet 2 TURBOPROP LANDPLANE M',
      'GLID ANY Glider 0  LANDPLANE ',
      'SW4 SWEARINGEN Metro 2 TURBOPROP LANDPLANE L/M',
      'V22 BELL-BOEING V-22 2 TURBOPROP TILTROTOR M',
    ])
  })

  test('an imported aircraft type keeps its bundled id, in any letter case', () => {
    const [record] = readTypes('icao,manufacturer,model\nb738,BOEING, 737-800 ').records
    assert.equal(record?.acftTypeId, types.find(({ model }) => model === '737-800')?.acftTypeId)
  })

  test('a file of aircraft types may repeat a row, but not with other facts', () => {
    const rows = ['icao,manufacturer,model,wtc', 'A10,Fairchild,A-10,M', 'A10,FAIRCHILD,A-10,M']
    assert.equal(readTypes(rows.join('\n')).records.length, 1)
    assert.deepEqual(readTypes([...rows, 'A10,Fairchild,A-10,H'].join('\n')), {
      records: [],
      errors: [
        {
          line: 4,
          message: 'A10 Fairchild A-10 is in line 2 with other engines, species or wake category. Keep one',
        },
      ],
    })
  })

  test('a file of aircraft types with faults is refused as a whole, each fault with its line', () => {
    const { records, errors } = readTypes(
      [
        'icao,manufacturer,model,engine_count,engine_type,species,wake_category',
        'B738,Boeing,737-800,2,JET,LANDPLANE,M',
        'TOOLONG,Boeing,737-800,2,JET,LANDPLANE,M',
        'B738,,737-800,2,JET,LANDPLANE,M',
        'B738,Boeing,,2,JET,LANDPLANE,M',
        'B738,Boeing,BBJ2,two,JET,LANDPLANE,M',
        'B738,Boeing,BBJ2,2,STEAM,LANDPLANE,M',
        'B738,Boeing,BBJ2,2,JET,BOAT,M',
        'B738,Boeing,BBJ2,2,JET,LANDPLANE,constructor',
      ].join('\n'),
    )
    assert.deepEqual(records, [])
    assert.deepEqual(
      errors.map(({ line, message }) => `${line} ${message.split(':')[0]}`),
      [
        '3 "TOOLONG" is not a type designator',
        '4 B738 has no manufacturer',
        '5 B738 has no model',
        '6 "two" is not a number of engines',
        '7 "STEAM" is not a kind of engine',
        '8 "BOAT" is not a species',
        '9 "constructor" is not a wake category',
      ],
    )
  })

  test('a file of aircraft types without a required column is refused with its name', () => {
    assert.match(readTypes('a,b\n1,2').errors[0]?.message ?? '', /"ICAO" or "Type Designator" or "Designator"/)
  })
})

describe('the bundled airports', () => {
  test('the committed airports file equals what the script makes of the package and the corrections', async () => {
    const committed = gunzipSync(readFileSync(new URL('../../reference/airports.json.gz', import.meta.url))).toString()
    assert.ok(committed === (await renderAirports()), 'run: npm run generate')
  })

  test('the bundled airports are those of the package without the ones dropped on purpose', async () => {
    const packaged = await airportData.findAirports({})
    assert.ok(bundled.airports.length > 18_000)
    assert.ok(packaged.length - bundled.airports.length < 20)
    const codes = new Set(packaged.map(({ icao }) => icao))
    for (const { iCAO } of bundled.airports) if (iCAO !== null) assert.ok(codes.has(iCAO), iCAO)
    const zurich = packaged.find(({ icao }) => icao === 'LSZH')
    assert.equal(find('LSZH')?.name, zurich?.airport)
    assert.equal(find('LSZH')?.longitude, zurich?.longitude)
  })

  test('bundled airports have unique ids, codes and aliases', () => {
    const carried = bundled.airports.flatMap(({ iCAO, iATA }) => [iCAO ?? [], iATA ?? []].flat())
    assert.equal(distinct(bundled.airports.map(({ airportId }) => airportId)), bundled.airports.length)
    assert.equal(distinct(carried), carried.length)
    const all = [...carried, ...bundled.aliases.map(({ code }) => code)]
    assert.equal(distinct(all), all.length, 'a code leads to one airport')
  })

  test('bundled airports have a position, a known country, and an existing time zone that fits the position', () => {
    const countries = new Set(bundledCountries().map(({ countryCode }) => countryCode))
    const hoursAhead = (timezone: string): number => {
      const parts = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'longOffset' }).formatToParts(0)
      const [, sign, hours] =
        /GMT(?:([+-])(\d\d))?/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? []
      return Number(`${sign ?? ''}${hours ?? 0}`)
    }
    const offsets = new Map(
      [...new Set(bundled.airports.map(({ timezone }) => timezone))].map((zone) => [zone, hoursAhead(zone)]),
    )
    for (const { name, countryCode, latitude, longitude, timezone } of bundled.airports) {
      assert.ok(name.length > 0 && countries.has(countryCode), name)
      assert.ok(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180, name)
      assert.ok(isTimezone(timezone), `${name} ${timezone}`)
      const apart = Math.abs((offsets.get(timezone) ?? 0) - longitude / 15)
      assert.ok(Math.min(apart, 24 - apart) < 4.5 || countryCode === 'AQ', `${name} ${timezone} ${longitude}`)
    }
  })

  test('bundled airports have the known longest runway and no elevation', () => {
    assert.deepEqual(find('LSZH')?.runwayList, [
      { ident: 'LONGEST', lengthFt: 12139, widthFt: null, surface: null, isLighted: false },
    ])
    const launceston = find('YMLT')
    assert.ok(launceston)
    assert.equal(longestRunwayFt(launceston), null, 'the source says -10')
    assert.ok(bundled.airports.every(({ elevationFt }) => elevationFt === null))
    // The source gives these two in metres: 2,440 and 4,100.
    const corrected = ['EGLF', 'LTFM'].map((code) => longestRunwayFt(find(code) ?? assert.fail(code)))
    assert.deepEqual(corrected, [8005, 13_451])
  })

  test('bundled airports are found by former codes under one unchanged id', () => {
    const airport = find('KDJT')
    assert.deepEqual([airport?.iCAO, airport?.iATA], ['KDJT', 'DJT'])
    for (const code of ['DJT', 'KPBI', 'PBI', 'kpbi']) assert.equal(find(code), airport, code)
    assert.equal(airportIdOf('KDJT'), airportIdOf('KPBI'))
    assert.equal(airport?.airportId, airportIdOf('KPBI'))
    assert.notEqual(airportIdOf('LSZH'), airportIdOf('LSGG'))
  })

  test('bundled airports are found by national codes that are no location indicators', () => {
    assert.equal(find('80F')?.name, 'Antlers Airport')
    assert.equal(find('80F')?.iCAO, null)
    assert.equal(find('nowhere'), undefined)
  })

  test('bundled airports match by iCAO, iATA or name', () => {
    const codes = (wildcard: string) =>
      new AirportSearch(bundled.airports).find({ wildcard }, 500).found.map(({ iCAO }) => iCAO)
    assert.deepEqual(codes('lszh'), ['LSZH'])
    assert.ok(codes('zrh').includes('LSZH'))
    assert.ok(codes('*teterboro*').includes('KTEB'))
  })
})

const NONE: Airports = { airports: [], aliases: [] }
const OURAIRPORTS =
  'id,ident,type,name,latitude_deg,longitude_deg,elevation_ft,continent,iso_country,iso_region,municipality,scheduled_service,icao_code,iata_code,gps_code,local_code'

const readFile = (lines: readonly string[], known: Airports = NONE) =>
  readAirports(readCsv(lines.join('\n')).rows, known)

describe('a file of airports', () => {
  test('a file of airports may be that of OurAirports, whose closed airports are left out', () => {
    const { airports, errors, warnings } = readFile([
      OURAIRPORTS,
      '1,LSZH,large_airport,"Zürich Airport",47.458056,8.548056,1417,EU,CH,CH-ZH,Zürich,yes,LSZH,ZRH,LSZH,',
      '2,US-0042,small_airport,"Some ""Ranch"" Strip",34.5,-97.1,,NA,US,US-OK,,no,,,,1F0',
      '3,KXXX,closed,Gone,34.5,-97.1,,NA,US,US-OK,,no,,,,',
    ])
    assert.deepEqual([errors, warnings], [[], []])
    assert.deepEqual(
      airports.map(({ iCAO, iATA, name, city, countryCode, elevationFt }) => [
        iCAO,
        iATA,
        name,
        city,
        countryCode,
        elevationFt,
      ]),
      [
        ['LSZH', 'ZRH', 'Zürich Airport', 'Zürich', 'CH', 1417],
        [null, null, 'Some "Ranch" Strip', null, 'US', null],
      ],
    )
    assert.deepEqual(
      airports.map(({ timezone }) => timezone),
      ['Etc/GMT-1', 'Etc/GMT+6'],
      'the nautical zones, for want of better',
    )
  })

  test('a file of airports without time zones and runways keeps those already known', () => {
    const { airports } = readFile(
      [OURAIRPORTS, '1,LSZH,large_airport,Zürich Airport,47.458,8.548,1417,EU,CH,CH-ZH,Zürich,yes,LSZH,ZRH,LSZH,'],
      bundled,
    )
    const [before, after] = [find('LSZH'), airports[0]]
    assert.equal(after?.airportId, before?.airportId)
    assert.equal(after?.timezone, 'Europe/Zurich')
    assert.deepEqual(after?.runwayList, before?.runwayList)
    assert.equal(after?.elevationFt, 1417)
  })

  test("a file of airports may change an airport's codes: its id stays and former codes still find it", () => {
    const own = 'icao,iata,name,city,country_code,latitude,longitude,elevation_ft,timezone,longest_runway_ft'
    const first = readFile([own, 'AAAA,AAA,Old Name,,CH,47,8,1000,Europe/Zurich,5000'])
    assert.deepEqual([first.errors, first.warnings], [[], []])
    const second = readFile([own, 'BBBB,AAA,New Name,Town,CH,47.01,8.01,,,'], first)
    const third = readFile([own, 'BBBB,CCC,New Name,Town,CH,47.01,8.01,,,'], second)
    assert.equal(third.airports.length, 1)
    assert.equal(third.airports[0]?.airportId, first.airports[0]?.airportId)
    assert.equal(third.airports[0]?.timezone, 'Europe/Zurich')
    const thirdFinder = airportFinder(third)
    for (const code of ['AAAA', 'AAA', 'BBBB', 'CCC']) assert.equal(thirdFinder(code), third.airports[0], code)
  })

  test('two airports that had the same iATA code one after the other stay separate', () => {
    const own = 'icao,iata,name,country_code,latitude,longitude'
    const before = readFile([own, 'LTBA,IST,Atatürk,TR,40.98,28.81'])
    const after = readFile([own, 'LTBA,ISL,Atatürk,TR,40.98,28.81', 'LTFM,IST,Istanbul,TR,41.26,28.74'], before)
    const finder = airportFinder(after)
    assert.equal(finder('LTBA')?.airportId, before.airports[0]?.airportId)
    assert.equal(finder('IST')?.iCAO, 'LTFM')
    assert.notEqual(finder('IST')?.airportId, before.airports[0]?.airportId)
  })

  test('a code that two imported airports claim goes to the first, and the import reports it', () => {
    const { airports, warnings } = readFile([
      'ident,name,country_code,latitude,longitude,iata_code',
      'AAAA,First,CH,47,8,XYZ',
      'BBBB,Second,CH,40,8,XYZ',
    ])
    assert.deepEqual(
      airports.map(({ iATA }) => iATA),
      ['XYZ', null],
    )
    assert.deepEqual(warnings, [{ line: 3, message: 'XYZ belongs to the airport of line 2; left out here' }])
  })

  test('a file of airports with faults is refused as a whole, each fault with its line', () => {
    const { airports, errors } = readFile([
      'icao,iata,name,country_code,latitude,longitude,elevation_ft,timezone,longest_runway_ft',
      'LSZH,ZRH,Zürich,CH,47.4,8.5,1417,Europe/Zurich,12139',
      ',,Nameless,CH,47.4,8.5,,,',
      'AAAA,,,CH,47.4,8.5,,,',
      'BBBB,,Name,Switzerland,47.4,8.5,,,',
      'CCCC,,Name,CH,91,181,,,',
      'DDDD,,Name,CH,47.4,8.5,high,Europe/Nowhere,long',
    ])
    assert.deepEqual(airports, [])
    assert.deepEqual(
      errors.map(({ line, message }) => `${line} ${message.split(/ of | in /)[0]}`),
      [
        '3 The airport has no code',
        '4 AAAA has no name',
        '5 "Switzerland" is not a country code',
        '6 "91" is not a latitude',
        '6 "181" is not a longitude',
        '7 "high" is not an elevation',
        '7 "long" is not a runway length',
        '7 "Europe/Nowhere" is not a time zone',
      ],
    )
    const twice = readFile(['icao,name,country_code,latitude,longitude', 'AAAA,A,CH,1,1', 'aaaa,B,CH,2,2'])
    assert.deepEqual(twice.errors, [{ line: 3, message: 'AAAA is the airport of line 2. Keep one of them' }])
  })
})

test('the nautical time zone is the nearest hour by longitude', () => {
  const cases = {
    0: 'Etc/GMT',
    7.4: 'Etc/GMT',
    8.5: 'Etc/GMT-1',
    '-74': 'Etc/GMT+5',
    180: 'Etc/GMT-12',
    '-180': 'Etc/GMT+12',
  }
  for (const [longitude, zone] of Object.entries(cases)) {
    assert.equal(nauticalTimezone(Number(longitude)), zone)
    assert.ok(isTimezone(zone))
  }
  assert.ok(!isTimezone('+02:00'))
})

test('countries have a code and an English name, ordered by code', () => {
  const countries = bundledCountries()
  assert.equal(countries.length, 250)
  assert.deepEqual(
    countries,
    countries.toSorted((a, b) => (a.countryCode < b.countryCode ? -1 : 1)),
  )
  assert.ok(countries.every(({ countryCode, name }) => /^[A-Z]{2}$/.test(countryCode) && name !== countryCode))
  assert.equal(countries.find(({ countryCode }) => countryCode === 'CH')?.name, 'Switzerland')
})
