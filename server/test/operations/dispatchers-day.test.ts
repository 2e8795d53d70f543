/**
 * A dispatcher's day over HTTP with an API key, a pilot's view with a personal application, and a second integration
 * that follows the change feed and ends with the same state as a new snapshot.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  addApplication,
  exchangeFields,
  GrantScene,
  obtainCode,
  signedInBrowser,
  type Tokens,
} from '../support/code-grant.ts'
import { FeedFollower, snapshot } from '../support/feed-follower.ts'
import { seedFleet } from '../support/fleet.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 3_600_000

for (const store of storesFor('record')) {
  test(`a dispatcher's day runs from plan to close, and a feed follower ends with the same state (${store})`, async () => {
    const server = await startServer(store)
    const scene = await GrantScene.open(server, 'alpine')
    const { crew, aircraft } = await seedFleet(server.world.storage, scene.at.tenant.tenantId, scene.pilot.userId)
    const dispatcher = await Integration.of(scene.at)
    const follower = new FeedFollower(await Integration.of(scene.at))
    await follower.start()

    const logbook = await addApplication(server, { kind: 'pilot-logbook', personal: true })
    const browser = await signedInBrowser(server, scene.at, scene.pilot)
    const code = await obtainCode(browser, logbook, 'own:profile own:roster')
    const tokens = (await scene.token(exchangeFields(logbook, code))).json<Tokens>()
    const pilot = new Integration(scene.at, tokens.access_token)
    const roster = async () => {
      const interval = { from: z(Date.now() - 48 * HOUR), to: z(Date.now() + 96 * HOUR) }
      const query = `query ($i: IntervalInput!) { myDutyList(interval: $i) { kind legList { flightNo status adepICAO adesICAO arrivalICAO actual { offBlock onBlock } } } }`
      return (await pilot.ask(query, { i: interval })).myDutyList
    }

    // Plan: out and back, as one trip.
    const base = Math.floor(Date.now() / HOUR) * HOUR
    const opened = await dispatcher.did(
      dispatcher.change('mutation { tripCreate(input: {}) { trip { tripId } userErrorList { code } } }'),
    )
    const { tripId } = opened.trip
    const plan = (from: number, to: number, more: object) =>
      dispatcher.did(
        dispatcher.createFlight({
          aircraftId: aircraft[0]?.aircraftId,
          tripId,
          offBlock: z(base + from * HOUR),
          onBlock: z(base + to * HOUR),
          status: 'CONFIRMED',
          ...more,
        }),
      )
    const out = (await plan(-3, -1, { paxCount: 2 })).flight.flightId
    const back = (await plan(1, 3, { adep: 'LFPB', ades: 'LSZH', kind: 'FERRY' })).flight.flightId
    await follower.follow()

    // Crew and passengers; the pilot sees the duty at once.
    const crewList = [
      { crewMemberId: crew[0]?.crewMemberId, position: 'CPT' },
      { crewMemberId: crew[2]?.crewMemberId, position: 'FO' },
    ]
    await dispatcher.did(dispatcher.setCrew(out, crewList, 1))
    await dispatcher.did(dispatcher.setCrew(back, crewList, 1))
    const guests = [{ contact: { kind: 'PASSENGER', name: 'Eva', surname: 'Lang' }, isLead: true }]
    await dispatcher.did(dispatcher.setPassengers(out, guests, 2))
    const [duty] = await roster()
    assert.deepEqual(
      duty.legList.map((leg: Record<string, unknown>) => [leg.adepICAO, leg.adesICAO, leg.status]),
      [
        ['LSZH', 'LFPB', 'CONFIRMED'],
        ['LFPB', 'LSZH', 'CONFIRMED'],
      ],
    )

    // Release and movements, with a return to stand, then a diversion.
    await dispatcher.did(dispatcher.setStatus(out, 'RELEASED', 3))
    const report = (input: object) => dispatcher.did(dispatcher.report({ flightId: out, ...input }))
    const time = (hours: number) => z(base + hours * HOUR)
    await report({ offBlock: time(-3) })
    await report({ offBlock: null, delayList: [{ code: '41', minutes: 25, note: 'Door light' }] })
    await report({ offBlock: time(-2.5), takeOff: time(-2.3) })
    await follower.follow()
    assert.equal((await roster())[0].legList[0].status, 'AIRBORNE')
    await report({ divertedTo: 'LFPG', estimatedOnBlock: time(-0.4) })
    await report({ landing: time(-0.6), onBlock: time(-0.5) })

    // The way back starts elsewhere now; then the client cancels, and the aircraft goes to maintenance.
    const versionOf = async (flightId: string): Promise<number> =>
      (await dispatcher.ask('query ($id: ID!) { flight(flightId: $id) { version } }', { id: flightId })).flight.version
    const moved = await dispatcher.did(
      dispatcher.updateFlight({ flightId: back, adep: 'LFPG', onBlock: time(3) }, await versionOf(back)),
    )
    assert.deepEqual(moved.warningList, [])
    await dispatcher.did(dispatcher.setStatus(back, 'CANCELLED', await versionOf(back), 'Client stays'))
    const block = { aircraftId: aircraft[0]?.aircraftId, from: time(2), to: time(30), note: 'Door light' }
    await dispatcher.did(dispatcher.block(block))
    const again = dispatcher.setStatus(back, 'OPTION', await versionOf(back))
    assert.deepEqual(await dispatcher.refusal(again), ['AIRCRAFT_UNAVAILABLE'])
    await dispatcher.did(dispatcher.setStatus(out, 'CLOSED', await versionOf(out)))

    // What everybody is left with.
    const { trip } = await dispatcher.ask(
      'query ($id: ID!) { trip(tripId: $id) { status flightList { status divertedTo { iCAO } } } }',
      { id: tripId },
    )
    assert.deepEqual(trip, {
      status: 'COMPLETED',
      flightList: [
        { status: 'CLOSED', divertedTo: { iCAO: 'LFPG' } },
        { status: 'CANCELLED', divertedTo: null },
      ],
    })
    const [flown] = await roster()
    assert.equal(flown.legList.length, 1)
    assert.deepEqual([flown.legList[0].adesICAO, flown.legList[0].arrivalICAO], ['LFPB', 'LFPG'])
    assert.deepEqual([flown.legList[0].status, flown.legList[0].actual.onBlock], ['CLOSED', time(-0.5)])
    await follower.follow()
    assert.deepEqual(follower.copy, await snapshot(await Integration.of(scene.at)))
    await server.close()
  })
}
