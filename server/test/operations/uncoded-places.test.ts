/** Flights and duties from and to places without a code: ZZZZ, position and name (data §3.10). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { codesOf, OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const GSTAAD = 'ZZZZ 4627N00717E Gstaad heliport'
const GSTAAD_ID = 'ZZZZ 462700N0071700E GSTAAD HELIPORT'
const PLACE = '{ airportId iCAO iATA name countryCode timezone }'

for (const store of storesFor('record')) {
  describe(`places without a code (${store})`, () => {
    let server: TestServer
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const open = () => OperatingDay.open(server, `op${++operators}`)
    const create = (day: OperatingDay, from: number, more: object) =>
      day.key.createFlight({
        aircraftId: day.aircraftId(),
        offBlock: day.at(from),
        onBlock: day.at(from + 45),
        status: 'CONFIRMED',
        ...more,
      })

    test('a flight goes to a place without a code, with distance, local times and the name (data row P3)', async () => {
      const day = await open()
      const { flight, warningList } = await day.key.did(create(day, 600, { ades: GSTAAD }))
      assert.deepEqual(codesOf(warningList), [])
      const read = await day.read(flight, `ades ${PLACE} distanceNm schedule { onBlock onBlockLocal }`)
      assert.deepEqual(read.ades, {
        airportId: GSTAAD_ID,
        iCAO: null,
        iATA: null,
        name: 'GSTAAD HELIPORT',
        countryCode: 'CH',
        timezone: 'Europe/Zurich',
      })
      assert.equal(read.distanceNm, 80)
      assert.match(read.schedule.onBlockLocal, /\+0[12]:00$/)
    })

    test('the next leg from the same place, however it is written, leaves no gap; from another it does (data row P3)', async () => {
      const day = await open()
      await day.key.did(create(day, 600, { ades: GSTAAD }))
      const back = { adep: 'zzzz 462700N0071700E  GSTAAD   HELIPORT', ades: 'LSZH' }
      const next = await day.key.did(create(day, 700, back))
      assert.deepEqual(codesOf(next.warningList), [])
      const other = { flightId: next.flight.flightId, adep: 'ZZZZ 4628N00717E Gstaad Saanen' }
      const moved = await day.key.did(day.key.updateFlight(other, await day.version(next.flight)))
      assert.ok(codesOf(moved.warningList).includes('POSITION_GAP'))
    })

    test('flights are found by the place, and the aircraft stands there once it has landed (data row P3)', async () => {
      const day = await open()
      const { flight } = await day.key.did(create(day, -100, { ades: GSTAAD }))
      await create(day, 600, { adep: GSTAAD, ades: 'LSZH' })
      const find = (ades: string) =>
        day.key.body(
          `query ($ades: String, $from: DateTime!, $to: DateTime!) { flightList(filter: { ades: $ades, basis: EXPECTED, interval: { from: $from, to: $to } }) { nodeList { flightId } } }`,
          { ades, from: day.at(-600), to: day.at(1000) },
        )
      assert.deepEqual((await find(GSTAAD_ID)).data.flightList.nodeList, [{ flightId: flight.flightId }])
      assert.deepEqual((await find('ZZZZ 0000N00000E Elsewhere')).data.flightList.nodeList, [])
      assert.match((await find('ZZZZ')).errors?.[0]?.message ?? '', /^filter.ades: ZZZZ needs a position/)
      const times = { offBlock: day.at(-100), takeOff: day.at(-90), landing: day.at(-60), onBlock: day.at(-55) }
      await day.report(flight, times)
      const { aircraft } = await day.key.ask(`query ($id: ID!) { aircraft(aircraftId: $id) { position ${PLACE} } }`, {
        id: day.aircraftId(),
      })
      assert.equal(aircraft.position.airportId, GSTAAD_ID)
    })

    test('a duty positions to such a place, and a flight is diverted there (data row P3)', async () => {
      const day = await open()
      const { duty } = await day.key.did(
        day.key.change(
          `mutation ($input: DutyInput!) { dutyCreate(input: $input) { duty { endAirport ${PLACE} } userErrorList { code message } } }`,
          {
            input: {
              crewMemberId: day.member(1),
              kind: 'POSITIONING',
              startAt: day.at(600),
              endAt: day.at(700),
              startAirport: 'LSZH',
              endAirport: GSTAAD,
            },
          },
        ),
      )
      assert.equal(duty.endAirport.name, 'GSTAAD HELIPORT')
      const flight = await day.released(-60, 60)
      await day.report(flight, { offBlock: day.at(-60), takeOff: day.at(-50) })
      await day.report(flight, { divertedTo: GSTAAD })
      const read = await day.read(flight, `arrivalAirport ${PLACE}`)
      assert.equal(read.arrivalAirport.airportId, GSTAAD_ID)
    })

    test('ZZZZ without position or name, a wrong position, and a code with a position are refused at their field (data row P3)', async () => {
      const day = await open()
      const cases = [
        ['ZZZZ', /needs a position/],
        ['ZZZZ Gstaad', /needs a position/],
        ['ZZZZ 4627N00717E', /needs a name/],
        ['ZZZZ 4667N00717E Gstaad', /needs a position/],
        ['ZZZZ 9100N00717E Gstaad', /needs a position/],
        ['ZZZZ 4627N18100E Gstaad', /needs a position/],
        [`ZZZZ 4627N00717E ${'G'.repeat(61)}`, /needs a name/],
        [`ZZZZ 4627N00717E ${'G'.repeat(500)}`, /at most 60/],
        ['ZZZZ 4627N00717E Gst\u202Eaad', /invisible characters/],
        ['LSZH 4627N00717E Zurich', /Only ZZZZ/],
      ] as const
      for (const [ades, message] of cases) {
        const { userErrorList } = await create(day, 600, { ades })
        assert.equal(userErrorList.length, 1, ades)
        assert.deepEqual([userErrorList[0].code, userErrorList[0].path], ['VALIDATION', ['input', 'ades']], ades)
        assert.match(userErrorList[0].message, message, ades)
      }
      assert.deepEqual(await day.key.refusal(create(day, 600, { ades: 'QQQQ' })), ['NOT_FOUND'])
    })

    test('a place has the time of the nearest airport, across the date line too, and far out that of the sea', async () => {
      const { key } = await open()
      const placeOf = async (code: string) =>
        (await key.ask(`query ($code: String!) { airportByCode(code: $code) ${PLACE} }`, { code })).airportByCode
      assert.equal((await placeOf('ZZZZ 1650S17950W East of Taveuni')).timezone, 'Pacific/Fiji')
      const rig = await placeOf('ZZZZ 3000S12000W Rig')
      assert.deepEqual([rig.countryCode, rig.timezone], ['XZ', 'Etc/GMT+8'])
      assert.deepEqual(await placeOf(rig.airportId), rig)
    })
  })
}
