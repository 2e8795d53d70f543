/**
 * A dispatcher's week over HTTP: four legs over midnight and through time zones, a diversion, a late passenger, a crew
 * change, an AOG, corrections. A second integration follows the feed; its copy equals a fresh read after every step.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Integration, z } from '../support/integration.ts'
import { Mirror } from '../support/mirror.ts'
import { codesOf, OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 3_600_000
const DAY = 24 * HOUR

for (const store of storesFor('life cycle')) {
  test(`a dispatcher's week ends as flown, and a follower of the feed has the same state at every step (${store})`, async (t) => {
    const server = await startServer(store)
    t.after(() => server.close())
    const day = await OperatingDay.open(server, 'alpine')
    const { key } = day
    const follower = new Mirror(await Integration.of(day.tenant))
    await follower.start()
    // Reading everything anew after each step costs more than one key may spend at once.
    let steps = 0
    let reader = await Integration.of(day.tenant)
    const step = async (name: string, done: Promise<unknown>): Promise<void> => {
      await done
      await follower.follow()
      if (++steps % 8 === 0) reader = await Integration.of(day.tenant)
      assert.deepEqual(follower.copy, await follower.fresh(reader), name)
    }
    const monday = Math.floor(day.now / DAY) * DAY - 5 * DAY
    const at = (days: number, hours: number) => z(monday + days * DAY + hours * HOUR)

    // Four legs as one trip: the first over midnight, the third and fourth into and out of another time zone.
    const opened = 'mutation { tripCreate(input: {}) { trip { tripId } userErrorList { code } } }'
    const { tripId } = (await key.did(key.change(opened))).trip
    const leg = (from: string, to: string, more: object) =>
      day.plan(0, 0, { tripId, offBlock: from, onBlock: to, ...more })
    const one = await leg(at(0, 22.5), at(1, 0.5), { ades: 'EGLF', paxCount: 2 })
    const two = await leg(at(1, 15), at(1, 18), { adep: 'EGLF', ades: 'LIRA' })
    const three = await leg(at(2, 12), at(2, 15), { adep: 'LIRA', ades: 'LTFJ' })
    const four = await leg(at(3, 15), at(3, 18.5), { adep: 'LTFJ', ades: 'LSZH' })
    await step('planned', Promise.resolve())
    for (const flight of [one, two, three, four]) await step('crewed', day.crew(flight))
    const guest = (name: string) => ({ contact: { kind: 'PASSENGER', name, surname: 'Lang' } })
    const board = async (flight: { flightId: string }, list: object[]) =>
      key.did(key.setPassengers(flight.flightId, list, await day.version(flight)))
    await step('boarded', board(one, [guest('Eva'), guest('Jan')]))
    const local = await day.read(four, 'schedule { offBlockLocal onBlockLocal }')
    assert.match(local.schedule.offBlockLocal, /T18:00:00\+03:00$/)
    assert.match(local.schedule.onBlockLocal, /\+0[12]:00$/)

    /** Released and reported by the crew, with the surveillance a little off; closed. */
    const fly = async (flight: { flightId: string }, offBlock: number, minutes: number) => {
      const time = (after: number) => z(offBlock + after * 60_000)
      await step('released', day.release(flight))
      await step('out', day.report(flight, { offBlock: time(0), takeOff: time(10), source: 'CREW' }))
      await step('seen', day.report(flight, { takeOff: time(14), source: 'ADSB' }))
      await step('in', day.report(flight, { landing: time(minutes - 5), onBlock: time(minutes), source: 'CREW' }))
    }
    const close = async (flight: { flightId: string }) => step('closed', key.did(day.set(flight, 'CLOSED')))
    await fly(one, monday + 22.5 * HOUR, 120)
    await close(one)

    // The second leg ends elsewhere: the third is at risk until it is planned from there.
    await step('left', day.report(two, { offBlock: at(1, 15), takeOff: at(1, 15.2) }))
    const diverted = day.report(two, { divertedTo: 'LIRF', landing: at(1, 17.8), onBlock: at(1, 18) })
    await step('diverted', diverted)
    assert.ok(codesOf((await diverted).warningList).includes('POSITION_GAP'))
    assert.deepEqual(await day.read(three, 'riskReasonList'), { riskReasonList: ['POSITION_GAP'] })
    const replan = async () =>
      key.did(
        key.updateFlight({ flightId: three.flightId, adep: 'LIRF', onBlock: at(2, 15) }, await day.version(three)),
      )
    await step('planned from where it is', replan())
    assert.deepEqual(await day.read(three, 'isAtRisk'), { isAtRisk: false })
    await close(two)

    // A passenger comes late; then the first officer falls ill.
    await step('late', day.report(three, { estimatedOffBlock: at(2, 13.5), estimatedOnBlock: at(2, 16.5) }))
    await step('the late passenger', board(three, [guest('Eva'), guest('Jan'), guest('Tom')]))
    for (const flight of [three, four]) await step('another first officer', day.crew(flight, day.crewList(0, 1)))
    await fly(three, monday + 2 * DAY + 13.5 * HOUR, 180)
    await close(three)

    // The aircraft is grounded over the last leg, and repaired in time.
    const grounded = key.block({ aircraftId: day.aircraftId(), from: at(3, 9), to: at(3, 20), reason: 'AOG' })
    await step('grounded', key.did(grounded))
    assert.deepEqual(await day.read(four, 'riskReasonList'), { riskReasonList: ['AIRCRAFT_NOT_ACTIVE'] })
    assert.deepEqual(await key.refusal(day.set(four, 'RELEASED')), ['NOT_RELEASABLE'])
    const { unavailabilityId } = (await grounded).unavailability
    const repaired = `mutation ($id: ID!, $to: DateTime!) {
      unavailabilityUpdate(unavailabilityId: $id, input: { to: $to }, expectedVersion: 1) { userErrorList { code } } }`
    await step('repaired', key.did(key.change(repaired, { id: unavailabilityId, to: at(3, 14) })))
    await fly(four, monday + 3 * DAY + 15 * HOUR, 200)
    await close(four)

    // Corrections after the week: with a reason, without reopening.
    const correct = { flightId: one.flightId, onBlock: at(1, 0.75), reason: 'As in the log' }
    await step('corrected', key.did(key.report(correct)))

    const query = `query ($id: ID!, $a: ID!) { trip(tripId: $id) { status flightList { status legNumber arrivalAirport { iCAO } airborneMinutes } }
      aircraft(aircraftId: $a) { status hours { airframeMinutes cycles } } }`
    const { trip, aircraft } = await key.ask(query, { id: tripId, a: day.aircraftId() })
    assert.equal(trip.status, 'COMPLETED')
    assert.deepEqual(
      trip.flightList.map((each: Record<string, { iCAO: string }>) => [each.legNumber, each.arrivalAirport?.iCAO]),
      [
        [1, 'EGLF'],
        [2, 'LIRF'],
        [3, 'LTFJ'],
        [4, 'LSZH'],
      ],
    )
    const flown = trip.flightList.reduce(
      (sum: number, each: { airborneMinutes: number }) => sum + each.airborneMinutes,
      0,
    )
    assert.deepEqual(aircraft, { status: 'ACTIVE', hours: { airframeMinutes: flown, cycles: 4 } })
    const duties = `query ($id: ID!, $i: IntervalInput!) { crewMember(crewMemberId: $id) { dutyList(interval: $i) { actualEndAt sectorCount } } }`
    const week = { from: at(0, 0), to: at(6, 0) }
    const { crewMember } = await key.ask(duties, { id: day.member(0), i: week })
    assert.deepEqual(
      crewMember.dutyList.map(({ sectorCount }: { sectorCount: number }) => sectorCount),
      [1, 1, 1, 1],
    )
    assert.equal(crewMember.dutyList[0].actualEndAt, at(1, 1.25), 'the duty follows the correction')
  })
}
