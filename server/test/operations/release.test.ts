/** Grounded aircraft, release, corrections, uplifts and judged duties (data §4.2, §4.6 to §4.8, §4.10, §6). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { EVERYTHING } from '../support/integration.ts'
import { codesOf, OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 60
const SAID =
  'userErrorList { code message path } warningList { code message subjectIdList subjectList { entity entityId label } }'
const BLOCK = `mutation ($input: UnavailabilityInput!) { unavailabilityCreate(input: $input) {
  unavailability { unavailabilityId version to isEndEstimated } atRiskFlightIdList ${SAID} } }`
const CHANGE_BLOCK = `mutation ($id: ID!, $input: UnavailabilityUpdateInput!, $v: Int!) {
  unavailabilityUpdate(unavailabilityId: $id, input: $input, expectedVersion: $v) { unavailability { version } ${SAID} } }`
const CHANGE_AIRCRAFT = `mutation ($input: AircraftUpdateInput!, $v: Int!) {
  aircraftUpdate(input: $input, expectedVersion: $v) { aircraft { status version } ${SAID} } }`

for (const store of storesFor('life cycle')) {
  describe(`grounding, release and corrections (${store})`, () => {
    let server: TestServer
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const open = () => OperatingDay.open(server, `op${++operators}`)

    const aircraftOf = async (day: OperatingDay) =>
      (await day.key.ask('query ($id: ID!) { aircraft(aircraftId: $id) { status version } }', { id: day.aircraftId() }))
        .aircraft
    const setAircraft = async (day: OperatingDay, change: object) => {
      const { version } = await aircraftOf(day)
      return day.key.did(
        day.key.change(CHANGE_AIRCRAFT, { input: { aircraftId: day.aircraftId(), ...change }, v: version }),
      )
    }
    const statusFound = async (day: OperatingDay, status: string) => {
      const query = 'query ($s: [AircraftStatus!]) { aircraftList(filter: { status: $s }) { nodeList { aircraftId } } }'
      const { aircraftList } = await day.key.ask(query, { s: [status] })
      return aircraftList.nodeList.some(({ aircraftId }: { aircraftId: string }) => aircraftId === day.aircraftId())
    }

    test('an AOG block over a released flight is accepted, lists it, puts it at risk and in the feed (data row A10)', async () => {
      const day = await open()
      const flight = await day.released(30, 90)
      const told = (await day.told(flight)).length
      const input = { aircraftId: day.aircraftId(), from: day.at(-10), to: day.at(20 * HOUR), reason: 'AOG' }
      const { unavailability, atRiskFlightIdList, warningList } = await day.key.did(day.key.change(BLOCK, { input }))
      assert.deepEqual(atRiskFlightIdList, [flight.flightId])
      assert.deepEqual(codesOf(warningList), ['FLIGHT_AT_RISK'])
      assert.deepEqual(await day.read(flight, 'status riskReasonList'), {
        status: 'RELEASED',
        riskReasonList: ['AIRCRAFT_NOT_ACTIVE'],
      })
      assert.deepEqual((await day.told(flight)).slice(told), [['riskReasonList']])
      assert.equal((await aircraftOf(day)).status, 'AOG')
      assert.deepEqual([await statusFound(day, 'AOG'), await statusFound(day, 'ACTIVE')], [true, false])
      const other = { ...input, reason: 'OWNER_USE' }
      assert.deepEqual(await day.key.refusal(day.key.change(BLOCK, { input: other })), ['AIRCRAFT_OVERLAP'])

      const left = await day.report(flight, { offBlock: day.at(-1) })
      assert.deepEqual([left.flight.status, codesOf(left.warningList)], ['OFF_BLOCK', ['AIRCRAFT_NOT_ACTIVE']])
      await day.report(flight, { offBlock: null })

      const ends = { id: unavailability.unavailabilityId, input: { to: day.at(10) }, v: 1 }
      await day.key.did(day.key.change(CHANGE_BLOCK, ends))
      assert.deepEqual(await day.read(flight, 'isAtRisk'), { isAtRisk: false })
    })

    test('status AOG opens a block with an estimated end, ACTIVE ends it, and SOLD warns of planned flights (data row A10)', async () => {
      const day = await open()
      const flight = await day.released(60, 120)
      const grounded = await setAircraft(day, { status: 'AOG' })
      assert.deepEqual([grounded.aircraft.status, codesOf(grounded.warningList)], ['AOG', ['FLIGHT_AT_RISK']])
      const blocks = async () => {
        const query = `query ($id: ID!, $i: IntervalInput!) { aircraft(aircraftId: $id) {
          unavailabilityList(interval: $i) { reason isEndEstimated } } }`
        const i = { from: day.at(-HOUR), to: day.at(48 * HOUR) }
        return (await day.key.ask(query, { id: day.aircraftId(), i })).aircraft.unavailabilityList
      }
      assert.deepEqual(await blocks(), [{ reason: 'AOG', isEndEstimated: true }])
      // Nobody said that it was repaired: the estimated end moves on.
      server.clock.advanceSeconds(26 * 3600)
      const later = await OperatingDay.again(day)
      assert.equal((await aircraftOf(later)).status, 'AOG')
      server.clock.advanceSeconds(-26 * 3600)
      assert.equal((await setAircraft(day, { status: 'ACTIVE' })).aircraft.status, 'ACTIVE')
      assert.deepEqual(await day.read(flight, 'isAtRisk'), { isAtRisk: false })
      const sold = await setAircraft(day, { status: 'SOLD' })
      assert.deepEqual(codesOf(sold.warningList), ['FLIGHT_AT_RISK'])
      assert.deepEqual(sold.warningList[0].subjectIdList, [flight.flightId])
      assert.deepEqual(await day.read(flight, 'riskReasonList'), { riskReasonList: ['AIRCRAFT_NOT_ACTIVE'] })
    })

    test('blocks that overlap are accepted with a warning (data row C3)', async () => {
      const day = await open()
      const input = { aircraftId: day.aircraftId(), from: day.at(HOUR), to: day.at(3 * HOUR), reason: 'PARKING' }
      assert.deepEqual((await day.key.did(day.key.change(BLOCK, { input }))).warningList, [])
      const second = { ...input, from: day.at(2 * HOUR), to: day.at(4 * HOUR), reason: 'MAINTENANCE' }
      const { warningList } = await day.key.did(day.key.change(BLOCK, { input: second }))
      assert.deepEqual(codesOf(warningList), ['UNAVAILABILITY_OVERLAP'])
    })

    test('one pilot on a two-pilot type, or no medical, is NOT_RELEASABLE; short rest and full seats only warn (data row A11)', async () => {
      const day = await open()
      await setAircraft(day, { minFlightCrew: null, seatCount: 10 })
      const flight = await day.plan(20 * HOUR, 22 * HOUR, { paxCount: 14 })
      await day.crew(flight, [{ crewMemberId: day.member(0), position: 'CPT' }])
      const alone = await day.set(flight, 'RELEASED')
      assert.deepEqual(
        alone.userErrorList.map(({ code, message }: { code: string; message: string }) => [code, message]),
        [['NOT_RELEASABLE', 'The aircraft needs 2 pilots, and the flight has 1']],
      )
      await day.crew(flight)
      const { crewMember } = await day.key.ask(
        'query ($id: ID!) { crewMember(crewMemberId: $id) { qualificationList { qualificationId kind version } } }',
        { id: day.member(2) },
      )
      const medical = crewMember.qualificationList.find(({ kind }: { kind: string }) => kind === 'MEDICAL')
      const remove =
        'mutation ($id: ID!, $v: Int!) { qualificationDelete(qualificationId: $id, expectedVersion: $v) { userErrorList { code } } }'
      await day.key.did(day.key.change(remove, { id: medical.qualificationId, v: medical.version }))
      const unfit = await day.set(flight, 'RELEASED')
      assert.deepEqual(codesOf(unfit.userErrorList), ['NOT_RELEASABLE'])
      assert.equal(unfit.userErrorList[0].message, 'FRI: no MEDICAL CLASS_1')

      await day.crew(flight, day.crewList(0, 1))
      const office = {
        crewMemberId: day.member(0),
        kind: 'OFFICE',
        startAt: day.at(8 * HOUR),
        endAt: day.at(14 * HOUR),
      }
      await day.key.did(day.key.createDuty(office))
      const { flight: released, warningList } = await day.release(flight)
      assert.equal(released.status, 'RELEASED')
      assert.deepEqual(codesOf(warningList).sort(), ['PAX_ABOVE_SEATS', 'REST_BELOW_MINIMUM'])
      assert.deepEqual(await day.read(flight, 'riskReasonList'), { riskReasonList: ['REST_BELOW_MINIMUM'] })
    })

    test('crew, passengers and counts are corrected on block; on a closed flight that needs a reason, which is kept (data row A12)', async () => {
      const day = await open()
      const flight = await day.released(-3 * HOUR, -HOUR, { paxCount: 4 })
      const guest = (name: string) => ({ contact: { kind: 'PASSENGER', name, surname: 'Lang' } })
      const aboard = await day.key.did(
        day.key.setPassengers(flight.flightId, [guest('Eva'), guest('Jan')], await day.version(flight)),
      )
      assert.equal(aboard.flight.status, 'RELEASED')
      const [offBlock, takeOff, landing, onBlock] = [-180, -170, -70, -65].map((minutes) => day.at(minutes))
      await day.report(flight, { offBlock, takeOff, landing, onBlock })

      const seated = async () => (await day.read(flight, 'passengerList { contactId }')).passengerList
      const corrections = async (reason: string | undefined, paxCount: number, copilot: number) => {
        const version = () => day.version(flight)
        const [first] = await seated()
        const list = [{ contactId: first.contactId }]
        const crewList = day.crewList(0, copilot)
        return [
          () => version().then((v) => day.key.updateFlight({ flightId: flight.flightId, paxCount, reason }, v)),
          () =>
            version().then((v) =>
              day.key.change(
                `mutation ($id: ID!, $list: [CrewAssignInput!]!, $r: String, $v: Int!) { flightCrewSet(flightId: $id, crewList: $list, reason: $r, expectedVersion: $v) { flight { status } userErrorList { code } } }`,
                { id: flight.flightId, list: crewList, r: reason, v },
              ),
            ),
          () =>
            version().then((v) =>
              day.key.change(
                `mutation ($id: ID!, $list: [PassengerInput!]!, $r: String, $v: Int!) { flightPassengerListSet(flightId: $id, passengerList: $list, reason: $r, expectedVersion: $v) { flight { status } userErrorList { code } } }`,
                { id: flight.flightId, list: list.length === (reason ? 1 : 0) ? [] : list, r: reason, v },
              ),
            ),
        ]
      }
      for (const correct of await corrections(undefined, 3, 1)) await day.key.did(correct())
      await day.key.did(day.set(flight, 'CLOSED'))
      for (const correct of await corrections(undefined, 2, 2)) {
        const done = await correct()
        if (done.userErrorList.length > 0) assert.deepEqual(codesOf(done.userErrorList), ['REASON_NEEDED'])
      }
      const before = await day.read(flight, 'version paxCount { total }')
      assert.equal(before.paxCount.total, 3, 'nothing was corrected without a reason')
      const nobody = day.key.setPassengers(flight.flightId, [], await day.version(flight))
      assert.deepEqual(await day.key.refusal(nobody), ['REASON_NEEDED'])
      for (const correct of await corrections('Found on the paper manifest', 2, 2)) await day.key.did(correct())
      const seen = await day.read(flight, 'status paxCount { total } historyList { fieldList reason }')
      assert.deepEqual([seen.status, seen.paxCount.total], ['CLOSED', 2])
      assert.deepEqual(
        seen.historyList
          .filter(({ reason }: { reason: string | null }) => reason !== null)
          .map(({ fieldList }: { fieldList: string[] }) => fieldList.join()),
        ['paxCount', 'crewList', 'passengerList'],
      )

      // Times too: the hours of the aircraft follow without reopening it.
      const minutes = async () =>
        (
          await day.key.ask('query ($id: ID!) { aircraft(aircraftId: $id) { hours { airframeMinutes } } }', {
            id: day.aircraftId(),
          })
        ).aircraft.hours.airframeMinutes
      const flown = await minutes()
      const shorter = { flightId: flight.flightId, landing: day.at(-80) }
      assert.deepEqual(await day.key.refusal(day.key.report(shorter)), ['REASON_NEEDED'])
      const corrected = await day.report(flight, { landing: day.at(-80), reason: 'As in the log' })
      assert.equal(corrected.flight.status, 'CLOSED')
      assert.equal(await minutes(), flown - 10)

      // Reopened and closed again, every reason stays (data row C3).
      const reasons = async () => {
        const { historyList } = await day.read(flight, 'historyList { reason }')
        return historyList.flatMap(({ reason }: { reason: string | null }) => (reason === null ? [] : [reason]))
      }
      const given = await reasons()
      await day.key.did(day.key.setStatus(flight.flightId, 'ON_BLOCK', await day.version(flight), 'Wrong day'))
      await day.key.did(day.set(flight, 'CLOSED'))
      assert.deepEqual(await reasons(), [...given, 'Wrong day'])
    })

    test('uplifts are a list with their own units; their sum counts once every density is known (data row C3)', async () => {
      const day = await open()
      const flight = await day.plan(HOUR, 2 * HOUR)
      const add = (uplift: object) =>
        day.key.did(
          day.key.change(
            `mutation ($id: ID!, $u: FuelUpliftInput!) { flightFuelUpliftAdd(flightId: $id, uplift: $u) {
              fuelUplift { fuelUpliftId } flight { fuel { unit uplift } } ${SAID} } }`,
            { id: flight.flightId, u: uplift },
          ),
        )
      await day.report(flight, { fuel: { unit: 'KG', beforeUplift: 500, blockOff: 1300 } })
      const first = await add({ quantity: '500.5', unit: 'LITRE' })
      assert.deepEqual(first.flight.fuel, { unit: 'KG', uplift: null })
      assert.deepEqual(first.warningList, [], 'without a density nobody can say')
      const second = await add({ quantity: '882', unit: 'LB', ticketNumber: 'T-77' })
      assert.equal(second.flight.fuel.uplift, null)
      const update = `mutation ($id: ID!, $f: ID!, $u: FuelUpliftUpdateInput!) { flightFuelUpliftUpdate(flightId: $id, fuelUpliftId: $f, uplift: $u) {
        flight { fuel { uplift upliftList { quantity unit ticketNumber densityKgPerLitre } } } ${SAID} } }`
      const { fuelUpliftId } = first.fuelUplift
      const known = { id: flight.flightId, f: fuelUpliftId, u: { densityKgPerLitre: '0.8' } }
      const dense = await day.key.did(day.key.change(update, known))
      assert.deepEqual(dense.flight.fuel, {
        uplift: 800,
        upliftList: [
          { quantity: '500.5', unit: 'LITRE', ticketNumber: null, densityKgPerLitre: '0.8' },
          { quantity: '882', unit: 'LB', ticketNumber: 'T-77', densityKgPerLitre: null },
        ],
      })
      assert.deepEqual(dense.warningList, [])
      const wrong = { id: flight.flightId, f: fuelUpliftId, u: { densityKgPerLitre: '8' } }
      assert.deepEqual(await day.key.refusal(day.key.change(update, wrong)), ['VALIDATION'])
      const remove = `mutation ($id: ID!, $f: ID!) { flightFuelUpliftRemove(flightId: $id, fuelUpliftId: $f) { flight { fuel { uplift } } ${SAID} } }`
      const removed = await day.key.did(day.key.change(remove, { id: flight.flightId, f: fuelUpliftId }))
      assert.equal(removed.flight.fuel.uplift, 400)
      assert.deepEqual(codesOf(removed.warningList), ['FUEL_BALANCE'])
    })

    test('a duty judged illegal puts its flights at risk and is repeated at release, until the duty changes (data row D3)', async () => {
      const day = await open()
      const flight = await day.plan(20 * HOUR, 22 * HOUR)
      await day.crew(flight)
      const duty = async () => {
        const query = `query ($id: ID!, $i: IntervalInput!) { crewMember(crewMemberId: $id) { dutyList(interval: $i) {
          dutyId version assessmentList { source isLegal isStale } warningList { code } } } }`
        const i = { from: day.at(0), to: day.at(48 * HOUR) }
        return (await day.key.ask(query, { id: day.member(0), i })).crewMember.dutyList[0]
      }
      const { dutyId, version } = await duty()
      const assess = (input: object) =>
        day.key.change(
          `mutation ($id: ID!, $input: DutyAssessmentInput!) { dutyAssessmentSet(dutyId: $id, input: $input) { duty { version } ${SAID} } }`,
          { id: dutyId, input: { ruleSet: 'EASA CAT A', isLegal: false, messageList: ['FDP too long'], ...input } },
        )
      const judged = await day.key.did(assess({ dutyVersion: version }))
      assert.deepEqual(codesOf(judged.warningList), ['DUTY_ASSESSED_ILLEGAL'])
      assert.deepEqual(judged.warningList[0].subjectIdList, [dutyId, day.member(0)])
      assert.deepEqual(judged.warningList[0].subjectList, [
        { entity: 'DUTY', entityId: dutyId, label: null },
        { entity: 'CREW_MEMBER', entityId: day.member(0), label: 'WEB' },
      ])
      assert.match(judged.warningList[0].message, /^WEB: Test key judges the duty illegal/)
      assert.deepEqual(await day.read(flight, 'riskReasonList'), { riskReasonList: ['DUTY_ASSESSED_ILLEGAL'] })
      assert.deepEqual((await duty()).assessmentList, [{ source: 'Test key', isLegal: false, isStale: false }])
      const released = await day.release(flight)
      assert.deepEqual(codesOf(released.warningList), ['DUTY_ASSESSED_ILLEGAL'])

      const later = { flightId: flight.flightId, offBlock: day.at(21 * HOUR) }
      await day.key.did(day.key.updateFlight(later, await day.version(flight)))
      assert.deepEqual((await duty()).assessmentList, [{ source: 'Test key', isLegal: false, isStale: true }])
      assert.deepEqual(await day.read(flight, 'isAtRisk'), { isAtRisk: false })
      await day.key.did(assess({ dutyVersion: (await duty()).version, isLegal: true }))
      assert.deepEqual((await duty()).assessmentList, [{ source: 'Test key', isLegal: true, isStale: false }])
    })

    test('with the limits switched off, duties have no maximum and give no simplified warning (data row D3)', async () => {
      const day = await OperatingDay.open(server, `op${++operators}`, `${EVERYTHING} settings:read settings:write`)
      const settings = `mutation ($input: OperatorSettingsInput!, $v: Int!) { operatorSettingsUpdate(input: $input, expectedVersion: $v) {
        operatorSettings { version } userErrorList { code } } }`
      await day.key.did(day.key.change(settings, { input: { dutyLimits: { isOn: false } }, v: 1 }))
      const flight = await day.plan(20 * HOUR, 36 * HOUR)
      assert.deepEqual((await day.crew(flight)).warningList, [])
      const query = `query ($id: ID!, $i: IntervalInput!) { crewMember(crewMemberId: $id) { dutyList(interval: $i) {
        maxMinutes warningList { code } } } }`
      const i = { from: day.at(0), to: day.at(48 * HOUR) }
      const { crewMember } = await day.key.ask(query, { id: day.member(0), i })
      assert.deepEqual(crewMember.dutyList, [{ maxMinutes: null, warningList: [] }])
      assert.deepEqual((await day.release(flight)).warningList, [])
      // An operator's own block refuses what only warns elsewhere.
      const blocking = { releaseBlockList: ['PAX_ABOVE_SEATS'], dutyLimits: { isOn: true, maxDutyMinutes: 1200 } }
      await day.key.did(day.key.change(settings, { input: blocking, v: 2 }))
      const full = await day.plan(60 * HOUR, 62 * HOUR, { adep: 'LFPB', paxCount: 30 })
      await day.crew(full)
      assert.deepEqual(codesOf((await day.set(full, 'RELEASED')).userErrorList), ['NOT_RELEASABLE'])
    })

    test('startsDuty splits what the gap joins, and joins what the gap splits', async () => {
      const day = await open()
      const first = await day.plan(2 * HOUR, 4 * HOUR)
      const second = await day.plan(6 * HOUR, 8 * HOUR, { adep: 'LFPB', ades: 'LSZH' })
      const third = await day.plan(20 * HOUR, 21 * HOUR, { adep: 'LSZH' })
      const pilot = (startsDuty?: boolean) => [{ crewMemberId: day.member(0), position: 'CPT', startsDuty }]
      const duties = async () => {
        const query = `query ($id: ID!, $i: IntervalInput!) { crewMember(crewMemberId: $id) { dutyList(interval: $i) { flightIdList } } }`
        const i = { from: day.at(0), to: day.at(48 * HOUR) }
        const { crewMember } = await day.key.ask(query, { id: day.member(0), i })
        return crewMember.dutyList.map(({ flightIdList }: { flightIdList: string[] }) => flightIdList)
      }
      for (const flight of [first, second, third]) await day.crew(flight, pilot())
      assert.deepEqual(await duties(), [[first.flightId, second.flightId], [third.flightId]])
      await day.crew(second, pilot(true))
      assert.deepEqual(await duties(), [[first.flightId], [second.flightId], [third.flightId]])
      await day.crew(third, pilot(false))
      assert.deepEqual(await duties(), [[first.flightId], [second.flightId, third.flightId]])
    })
  })
}
