/** What happens to one flight reaches duties, rest and the flights after it (data §4.3 to §4.5, §6). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { z } from '../support/integration.ts'
import { codesOf, OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 60
const RISK = 'isAtRisk riskReasonList'
const CALM = { isAtRisk: false, riskReasonList: [] }

for (const store of storesFor('life cycle')) {
  describe(`consequences (${store})`, () => {
    let server: TestServer
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const open = () => OperatingDay.open(server, `op${++operators}`)

    const dutiesOf = async (day: OperatingDay, member = 0) => {
      const query = `query ($id: ID!, $i: IntervalInput!) { crewMember(crewMemberId: $id) { dutyList(interval: $i) {
        dutyId startAt endAt plannedEndAt actualEndAt fdpEndAt fdpMinutes sectorCount restBeforeMinutes maxMinutes
        flightIdList endAirport { iCAO } warningList { code } version } } }`
      const interval = { from: day.at(-4 * 24 * HOUR), to: day.at(8 * 24 * HOUR) }
      return (await day.key.ask(query, { id: day.member(member), i: interval })).crewMember.dutyList
    }

    test('a diversion puts the next leg at risk, in the payload and in the feed; planned from there it is not (data row A4)', async () => {
      const day = await open()
      const leg = await day.released(-120, -20, { ades: 'EGLF' })
      const next = await day.plan(120, 240, { adep: 'EGLF', ades: 'LSZH' })
      await day.crew(next)
      assert.deepEqual(await day.read(next, RISK), CALM)
      const told = (await day.told(next)).length

      const option = await day.plan(400, 500, { adep: 'LSZH', status: 'OPTION' })
      const refused = day.key.report({ flightId: option.flightId, divertedTo: 'EGSS' })
      assert.deepEqual(await day.key.refusal(refused), ['VALIDATION'])
      const places = 'adep { iCAO } aircraft { position { iCAO } }'
      await day.report(leg, { takeOff: day.at(-100) })
      const airborne = await day.read(leg, places)
      assert.deepEqual(airborne.aircraft.position, airborne.adep, 'where it landed last')
      const home = day.key.report({ flightId: leg.flightId, divertedTo: 'EGLF' })
      assert.deepEqual(await day.key.refusal(home), ['VALIDATION'], 'it is going there')

      const { warningList } = await day.report(leg, { divertedTo: 'EGSS', landing: day.at(-30), onBlock: day.at(-25) })
      assert.deepEqual(codesOf(warningList), ['POSITION_GAP'])
      assert.deepEqual(warningList[0].subjectIdList, [next.flightId])
      assert.deepEqual(await day.read(next, RISK), { isAtRisk: true, riskReasonList: ['POSITION_GAP'] })
      assert.deepEqual((await day.told(next)).slice(told), [['riskReasonList']])
      assert.deepEqual(await day.read(leg, 'arrivalAirport { iCAO } divertedTo { iCAO }'), {
        arrivalAirport: { iCAO: 'EGSS' },
        divertedTo: { iCAO: 'EGSS' },
      })
      assert.equal((await day.read(leg, places)).aircraft.position.iCAO, 'EGSS')
      assert.equal((await dutiesOf(day))[0].sectorCount, 2)

      const moved = await day.key.did(
        day.key.updateFlight({ flightId: next.flightId, adep: 'EGSS' }, await day.version(next)),
      )
      assert.deepEqual(codesOf(moved.warningList), [])
      assert.deepEqual(await day.read(next, RISK), CALM)
    })

    test('a flight that comes fifteen hours late ends its duty, and the rest of the next one counts from there (data row A5)', async () => {
      const day = await open()
      const start = -20 * HOUR
      const flight = await day.released(start, start + 2 * HOUR)
      const next = await day.plan(12 * HOUR, 14 * HOUR, { adep: 'LFPB' })
      await day.crew(next)
      const [planned] = await dutiesOf(day)
      assert.deepEqual([planned.endAt, planned.plannedEndAt], [day.at(start + 2.5 * HOUR), day.at(start + 2.5 * HOUR)])
      const late = start + 17 * HOUR
      const { warningList } = await day.report(flight, { offBlock: day.at(start), onBlock: day.at(late) })
      const [duty, following] = await dutiesOf(day)
      assert.deepEqual([duty.endAt, duty.actualEndAt], [day.at(late + 30), day.at(late + 30)])
      assert.equal(duty.plannedEndAt, planned.plannedEndAt)
      assert.equal(duty.fdpMinutes, 18 * HOUR)
      assert.deepEqual(codesOf(duty.warningList), ['DUTY_ABOVE_MAXIMUM'])
      assert.equal(following.restBeforeMinutes, 12 * HOUR - 60 - (late + 30))
      assert.deepEqual(
        new Set(codesOf(warningList)),
        new Set(['DUTY_ABOVE_MAXIMUM', 'REST_BELOW_MINIMUM', 'TIME_IMPLIED']),
      )
      assert.deepEqual(await day.read(next, RISK), { isAtRisk: true, riskReasonList: ['REST_BELOW_MINIMUM'] })
    })

    test('a flight moved into the evening warns of short rest once per person, with the duty as subject (data row A6)', async () => {
      const day = await open()
      const midnight = Math.ceil(day.now / 86_400_000) * 86_400_000
      const at = (hours: number) => z(midnight + hours * 3_600_000)
      const flight = await day.plan(0, 0, { offBlock: at(10), onBlock: at(12) })
      const early = await day.plan(0, 0, { offBlock: at(24 + 6), onBlock: at(24 + 8), adep: 'LFPB' })
      await day.crew(flight)
      await day.crew(early)
      const moved = { flightId: flight.flightId, offBlock: at(20.5), onBlock: at(22.5) }
      const { warningList } = await day.key.did(day.key.updateFlight(moved, await day.version(flight)))
      assert.deepEqual(codesOf(warningList), ['REST_BELOW_MINIMUM', 'REST_BELOW_MINIMUM'])
      const [, captains] = await dutiesOf(day)
      const [, copilots] = await dutiesOf(day, 2)
      assert.deepEqual(captains.flightIdList, [early.flightId])
      assert.deepEqual(
        warningList.map(({ subjectIdList }: { subjectIdList: string[] }) => subjectIdList).sort(),
        [
          [captains.dutyId, day.member(0)],
          [copilots.dutyId, day.member(2)],
        ].sort(),
      )
      assert.deepEqual(await day.read(early, RISK), { isAtRisk: true, riskReasonList: ['REST_BELOW_MINIMUM'] })
    })

    test('a new destination calculates on-block anew and warns beyond the range of the aircraft (data row A7)', async () => {
      const day = await open()
      const flight = await day.plan(120, 160, { ades: 'LSGG' })
      const { flight: moved, warningList } = await day.key.did(
        day.key.updateFlight({ flightId: flight.flightId, ades: 'KTEB' }, 1),
      )
      const range = warningList.find(({ code }: { code: string }) => code === 'RANGE_EXCEEDED')
      assert.match(range.message, /^34\d\d nm, and the aircraft flies 2500 nm$/)
      assert.ok(Date.parse(moved.schedule.onBlock) - Date.parse(moved.schedule.offBlock) > 7 * 3_600_000)
      const given = { flightId: flight.flightId, ades: 'LSGG', onBlock: day.at(170) }
      assert.equal((await day.key.did(day.key.updateFlight(given, 2))).flight.schedule.onBlock, day.at(170))
    })

    test('two flights of one aircraft airborne at once are both kept, with ACTUAL_OVERLAP on both (data row B7)', async () => {
      const day = await open()
      const first = await day.plan(-180, -120)
      const second = await day.plan(-100, -40, { adep: 'LFPB' })
      await day.report(first, { takeOff: day.at(-170) })
      const { warningList } = await day.report(second, { takeOff: day.at(-90) })
      assert.ok(codesOf(warningList).includes('ACTUAL_OVERLAP'), JSON.stringify(warningList))
      for (const flight of [first, second]) {
        const seen = await day.read(flight, 'status warningList { code }')
        assert.equal(seen.status, 'AIRBORNE')
        assert.ok(codesOf(seen.warningList).includes('ACTUAL_OVERLAP'))
      }
    })

    test('a leg moved to another aircraft warns of the gap it leaves behind and of the one it makes (data row B8)', async () => {
      const day = await open()
      const out = await day.plan(60, 120, { ades: 'LFPB' })
      const back = await day.plan(180, 240, { adep: 'LFPB', ades: 'LSZH' })
      await day.plan(300, 360, { adep: 'LSZH', ades: 'LSGG' })
      await day.plan(0, 30, { aircraftId: day.aircraftId(1), ades: 'EGLF' })
      assert.deepEqual(await day.read(back, RISK), CALM)
      const moved = { flightId: out.flightId, aircraftId: day.aircraftId(1), onBlock: day.at(120) }
      const { warningList } = await day.key.did(day.key.updateFlight(moved, await day.version(out)))
      const subjects = warningList.map(({ code, subjectIdList }: { code: string; subjectIdList: string[] }) => [
        code,
        ...subjectIdList,
      ])
      assert.ok(
        subjects.some((each: string[]) => each.join() === `POSITION_GAP,${out.flightId}`),
        JSON.stringify(subjects),
      )
      // Nothing stands before the leg on the aircraft that it left, so that nobody can say where that aircraft is.
      assert.deepEqual(await day.read(out, RISK), { isAtRisk: true, riskReasonList: ['POSITION_GAP'] })
      const again = { flightId: back.flightId, aircraftId: day.aircraftId(2), onBlock: day.at(240) }
      await day.plan(-60, -30, { adep: 'LSZH', ades: 'LFPB' })
      const behind = await day.key.did(day.key.updateFlight(again, await day.version(back)))
      assert.ok(codesOf(behind.warningList).includes('POSITION_GAP'), JSON.stringify(behind.warningList))
    })

    test('a leg inserted between two takes its place by time, and name, rules and trip can be changed (data row B6)', async () => {
      const day = await open()
      const opened = 'mutation { tripCreate(input: {}) { trip { tripId } userErrorList { code } } }'
      const { tripId } = (await day.key.did(day.key.change(opened))).trip
      const one = await day.plan(60, 120, { tripId })
      const three = await day.plan(300, 360, { tripId, adep: 'LFPB', ades: 'LSGG' })
      const two = await day.plan(180, 240, { tripId, adep: 'LFPB', ades: 'LFPB' })
      const places = async () => {
        const query = 'query ($id: ID!) { trip(tripId: $id) { flightList { flightId legNumber } } }'
        const { trip } = await day.key.ask(query, { id: tripId })
        return trip.flightList.map(({ flightId, legNumber }: { flightId: string; legNumber: number }) => [
          flightId,
          legNumber,
        ])
      }
      assert.deepEqual(await places(), [
        [one.flightId, 1],
        [two.flightId, 2],
        [three.flightId, 3],
      ])
      assert.ok((await day.told(three)).at(-1)?.includes('legNumber'), 'the feed tells of the new place')
      const input = { flightId: two.flightId, callsign: 'ALP7X', flightNo: 'ALP700', rules: 'VFR', tripId: null }
      await day.key.did(day.key.updateFlight(input, await day.version(two)))
      assert.deepEqual(await day.read(two, 'callsign flightNo rules legNumber trip { tripId }'), {
        callsign: 'ALP7X',
        flightNo: 'ALP700',
        rules: 'VFR',
        legNumber: null,
        trip: null,
      })
      assert.deepEqual(await places(), [
        [one.flightId, 1],
        [three.flightId, 2],
      ])
      await day.key.did(day.set(one, 'CANCELLED', 'Client'))
      assert.deepEqual(await places(), [
        [one.flightId, null],
        [three.flightId, 1],
      ])
    })

    test('a late arrival puts the next flight of aircraft and crew at risk, until its own estimate moves', async () => {
      const day = await open()
      const flight = await day.released(-60, 60)
      const next = await day.plan(90, 150, { adep: 'LFPB' })
      await day.crew(next)
      const { warningList, flight: after } = await day.report(flight, { estimatedOnBlock: day.at(120) })
      assert.equal(after.version, flight.version + 1)
      assert.deepEqual(codesOf(warningList), ['AIRCRAFT_LATE', 'CREW_LATE', 'CREW_LATE'])
      assert.deepEqual(await day.read(next, RISK), {
        isAtRisk: true,
        riskReasonList: ['AIRCRAFT_LATE', 'CREW_LATE'],
      })
      const atRisk = async () => {
        const query = `query ($i: IntervalInput!) { flightList(filter: { interval: $i, isAtRisk: true }) { nodeList { flightId } } }`
        const { flightList } = await day.key.ask(query, { i: { from: day.at(-600), to: day.at(600) } })
        return flightList.nodeList
      }
      assert.deepEqual(await atRisk(), [{ flightId: next.flightId }])
      await day.report(next, { estimatedOffBlock: day.at(150), estimatedOnBlock: day.at(210) })
      assert.deepEqual(await atRisk(), [])
      assert.deepEqual(await day.read(next, RISK), CALM)
    })
  })
}
