/** The technical log: defects, their deferral, release to service, and the block that keeps the aircraft down (data §10.4). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ACTORS } from '../../src/domain/operations/acting-as.ts'
import { DEFECT_LIFE_CYCLE, DEFECT_STATUSES } from '../../src/domain/operations/logs/defect-life-cycle.ts'
import { deferralOf, extendedEnd, isOver } from '../../src/domain/operations/logs/deferral.ts'
import { stepsOf } from '../../src/domain/operations/step.ts'
import { fragment, rowsOf } from '../../src/storage/engines/fragment.ts'
import { addPerson } from '../support/code-grant.ts'
import { DEFERRAL, DefectScene } from '../support/defect-scene.ts'
import { Integration, z } from '../support/integration.ts'
import { LogScene } from '../support/log-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 3_600_000

/** The life cycle of a defect (data §10.4), written down a second time by hand. */
const ALLOWED = [
  'OPEN DEFERRED defer',
  'OPEN RECTIFIED rectify',
  'DEFERRED RECTIFIED rectify',
  'RECTIFIED RELEASED release',
  'RECTIFIED OPEN reopen',
  'RELEASED OPEN reopen',
]

test('a step of a defect is allowed exactly for the states and actors that docs/life-cycles.md lists', () => {
  for (const from of DEFECT_STATUSES) {
    for (const to of DEFECT_STATUSES) {
      for (const actor of ACTORS) {
        for (const by of ['defer', 'rectify', 'release', 'reopen']) {
          const isAllowed = stepsOf(DEFECT_LIFE_CYCLE, { from, to, by }, actor).length > 0
          const isActor = actor === 'operator' || actor === 'flight-deck'
          assert.equal(isAllowed, isActor && ALLOWED.includes(`${from} ${to} ${by}`), `${from} -> ${to} ${by} ${actor}`)
        }
      }
    }
  }
})

test('a deferral ends with the last second of its day in UTC, counted from the day after discovery', () => {
  const found = Date.parse('2026-11-17T23:59:59Z')
  const end = (melCategory: 'A' | 'B' | 'C' | 'D', deferredUntil?: number) =>
    z(deferralOf({ melReference: '1', melCategory, deferredUntil }, found).deferredUntil ?? 0)
  assert.equal(end('B'), '2026-11-20T23:59:59Z')
  assert.equal(end('C'), '2026-11-27T23:59:59Z')
  assert.equal(end('D'), '2027-03-17T23:59:59Z')
  assert.equal(end('A', Date.parse('2026-11-18T12:00:00Z')), '2026-11-18T12:00:00Z')
  assert.equal(z(extendedEnd('B', Date.parse('2026-11-20T23:59:59Z')) ?? 0), '2026-11-23T23:59:59Z')
  assert.equal(extendedEnd('A', found), null)
  const until = { deferredUntil: found, limitAtMinutes: null, limitAtCycles: null }
  const flown = { airframeMinutes: 100, cycles: 10 }
  assert.equal(isOver(until, found, flown), false)
  assert.equal(isOver(until, found + 1, flown), true)
  assert.equal(isOver({ ...until, limitAtMinutes: 101 }, found, flown), false)
  assert.equal(isOver({ ...until, limitAtMinutes: 100 }, found, flown), true)
  assert.equal(isOver({ ...until, limitAtCycles: 10 }, found, flown), true)
})

for (const store of storesFor('record')) {
  describe(`technical log (${store})`, () => {
    const { test, testOnBoth } = testsOn(store)
    let server: TestServer
    let scene: DefectScene
    before(async () => {
      server = await startServer(store)
      scene = await DefectScene.open(server)
    })
    after(() => server.close())

    testOnBoth(
      'an electronic flight bag with exactly its ceiling logs its day: defect, deferral, journey log',
      async () => {
        const { bag, logs } = scene
        const flight = await logs.flights.flown({ daysAgo: 2 })
        const next = await scene.planned(0, 5, { adep: 'LFPB', ades: 'LSZH' })
        const found = { flightId: flight.flightId, foundIn: 'LANDING', isRecurring: true }
        const { techLogEntry: entry, warningList } = await bag.did(
          scene.enter({ aircraftId: scene.aircraftId(0), ...found }),
        )
        assert.deepEqual([entry.status, entry.isNoGo, entry.flightId], ['OPEN', true, flight.flightId])
        assert.deepEqual(
          warningList.map(({ code, subjectIdList }: never) => [code, subjectIdList[0]]),
          [['FLIGHT_AT_RISK', next.flightId]],
        )
        assert.equal(await scene.aircraftStatus(0), 'AOG')
        assert.deepEqual((await scene.flight(next)).riskReasonList, ['AIRCRAFT_NOT_ACTIVE', 'DEFECT_OPEN'])
        const confirmation = await scene.asked('DEFERRAL_ACCEPT', entry, { deferral: DEFERRAL })
        const page = await logs.page(confirmation)
        for (const shown of ['HB-JAA', 'Nose wheel steering stiff', '32-1, category C', 'Gear down only by night']) {
          assert.ok(page.body.includes(shown), `the page says ${shown}`)
        }
        assert.deepEqual(await bag.refusal(scene.defer(entry, DEFERRAL, confirmation)), ['CONFIRMATION_NEEDED'])
        assert.equal((await logs.answer(confirmation, { decision: 'sign' })).status, 303)
        const { techLogEntry: deferred } = await bag.did(scene.defer(entry, DEFERRAL, confirmation))
        assert.deepEqual([deferred.status, deferred.melCategory, deferred.isExtended], ['DEFERRED', 'C', false])
        assert.deepEqual(deferred.acceptance, { name: 'Marc Test', applicationName: 'Skylog', method: 'PASSWORD' })
        assert.equal(await scene.aircraftStatus(0), 'ACTIVE')
        assert.deepEqual((await scene.flight(next)).riskReasonList, [])
        const restricted = (await scene.flight(next)).warningList.find(
          ({ code }: { code: string }) => code === 'DEFECT_RESTRICTION',
        )
        assert.equal(restricted?.message, '32-1: Gear down only by night')
        const log = (await bag.did(logs.save({ flightId: flight.flightId }))).journeyLog
        await bag.did(logs.sign(log, await logs.confirmed(log)))
        assert.equal((await logs.log(flight.flightId)).status, 'CLOSED')
        const feed = '{ changeList(first: 500, entityList: [TECH_LOG_ENTRY]) { nodeList { entityId kind parentId } } }'
        const told = (await bag.ask(feed)).changeList.nodeList
        const of = { entityId: entry.techLogEntryId, parentId: scene.aircraftId(0) }
        assert.deepEqual(told, [
          { ...of, kind: 'CREATED' },
          { ...of, kind: 'UPDATED' },
        ])
        await scene.released(await scene.rectified(deferred))
      },
    )

    test('one step outside the ceiling of an electronic flight bag is refused by its scope', async () => {
      const outside = [
        'mutation { flightUpdate(input: { flightId: "x" }, expectedVersion: 1) { userErrorList { code } } }',
        'mutation { flightCrewSet(flightId: "x", crewList: [], expectedVersion: 1) { userErrorList { code } } }',
        'mutation { unavailabilityDelete(unavailabilityId: "x", expectedVersion: 1) { userErrorList { code } } }',
        'mutation { aircraftUpdate(input: { aircraftId: "x" }, expectedVersion: 1) { userErrorList { code } } }',
        '{ contactList { nodeList { contactId } } }',
      ]
      for (const query of outside) {
        const { errors } = await scene.bag.body(query)
        assert.equal(errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE', query)
      }
      const reader = await Integration.of(scene.logs.flights.grants.at, 'log:read')
      const { errors } = await reader.body(
        'mutation { techLogEntryReopen(techLogEntryId: "x", reason: "y", expectedVersion: 1) { userErrorList { code } } }',
      )
      assert.equal(errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE')
      const request = `mutation { confirmationRequest(purpose: RELEASE_TO_SERVICE, crewMemberId: "x", subjectIdList: ["y"]) { userErrorList { code } } }`
      const asked = await reader.body(request)
      assert.equal(asked.errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE')
    })

    testOnBoth(
      'nobody frees the aircraft of a defect by hand: it is freed by the release (threats row 337)',
      async () => {
        const { key } = scene
        const entry = await scene.entered(1)
        const [block] = await scene.blocks(1)
        assert.deepEqual([block.reason, block.techLogEntryId], ['AOG', entry.techLogEntryId])
        assert.deepEqual(await key.refusal(key.unblock(block.unavailabilityId, block.version)), ['LOCKED'])
        const change = (input: object, version = block.version) =>
          key.change(
            `mutation ($id: ID!, $input: UnavailabilityUpdateInput!, $v: Int!) {
            unavailabilityUpdate(unavailabilityId: $id, input: $input, expectedVersion: $v) { unavailability { version } userErrorList { code message } } }`,
            { id: block.unavailabilityId, input, v: version },
          )
        for (const input of [{ isEndEstimated: false }, { reason: 'OTHER' }, { from: z(server.clock.now() - HOUR) }]) {
          assert.deepEqual(await key.refusal(change(input)), ['LOCKED'], JSON.stringify(input))
        }
        const status =
          'mutation ($input: AircraftUpdateInput!, $v: Int!) { aircraftUpdate(input: $input, expectedVersion: $v) { userErrorList { code } } }'
        for (const to of ['ACTIVE', 'MAINTENANCE']) {
          const { aircraft } = await key.ask('query ($id: ID!) { aircraft(aircraftId: $id) { version } }', {
            id: scene.aircraftId(1),
          })
          const set = { input: { aircraftId: scene.aircraftId(1), status: to }, v: aircraft.version }
          assert.deepEqual(await key.refusal(key.change(status, set)), ['LOCKED'], to)
        }
        assert.deepEqual(await scene.bag.refusal(scene.update(entry, { isNoGo: false })), ['LOCKED'])
        const expected = z(Date.parse(block.from) + 72 * HOUR)
        await key.did(change({ to: expected, note: 'Part on its way' }))
        assert.equal(await scene.aircraftStatus(1), 'AOG')
        server.clock.advanceSeconds(120)
        const rectified = await scene.rectified(entry)
        assert.equal(await scene.aircraftStatus(1), 'AOG', 'work that nobody certified frees no aircraft')
        const released = await scene.released(rectified)
        assert.equal(released.release.station.iCAO, 'LSZH')
        assert.equal(released.release.signature, null)
        assert.equal(await scene.aircraftStatus(1), 'ACTIVE')
        assert.deepEqual(await scene.blocks(1), [])
        const { unavailability: ended } = await key.ask(
          'query ($id: ID!) { unavailability(unavailabilityId: $id) { version to isEndEstimated } }',
          { id: block.unavailabilityId },
        )
        assert.ok(Date.parse(ended.to) <= server.clock.now())
        assert.deepEqual(await key.refusal(change({ to: expected }, ended.version)), ['LOCKED'])
        assert.deepEqual(await key.refusal(key.unblock(block.unavailabilityId, ended.version)), ['LOCKED'])
      },
    )

    testOnBoth('a released defect that is opened again has the aircraft on the ground again', async () => {
      const released = await scene.released(await scene.rectified(await scene.entered(1)))
      assert.deepEqual(await scene.bag.refusal(scene.explained('Reopen', released, ' ')), ['VALIDATION'])
      const { techLogEntry: again } = await scene.bag.did(scene.explained('Reopen', released, 'It leaks again'))
      assert.deepEqual([again.status, again.statusReason], ['OPEN', 'It leaks again'])
      assert.deepEqual([again.release, again.rectification, again.partOn], [null, null, null])
      assert.equal((await scene.blocks(1)).length, 1)
      await scene.released(await scene.rectified(again))
      assert.equal((await scene.blocks(1)).length, 0)
    })

    test('a flight is not released with an open defect, nor after a deferral is over, but goes with a permit (data §4.7)', async () => {
      const soon = await scene.planned(2, 6)
      const ferry = await scene.planned(2, 14, { kind: 'FERRY', adep: 'LFPB', ades: 'LSZH' })
      const far = await scene.planned(2, 24 * 5)
      const late = await scene.planned(2, 24 * 12, { adep: 'LFPB', ades: 'LSZH' })
      const entry = await scene.entered(2)
      for (const flight of [soon, far, late]) {
        assert.match(await scene.keptBy(flight), /has a defect with which it must not fly, ATA 32-51/)
      }
      assert.deepEqual((await scene.flight(far)).riskReasonList, [], 'after its block is expected to end')
      const [block] = await scene.blocks(2)
      const permit = { permitAuthority: 'FOCA', permitNumber: 'PTF-1', permitTo: z(server.clock.now() + 20 * HOUR) }
      await scene.key.did(
        scene.key.change(
          `mutation ($id: ID!, $input: UnavailabilityUpdateInput!, $v: Int!) {
            unavailabilityUpdate(unavailabilityId: $id, input: $input, expectedVersion: $v) { userErrorList { code message } } }`,
          { id: block.unavailabilityId, input: permit, v: block.version },
        ),
      )
      assert.doesNotMatch(await scene.keptBy(ferry), /defect/)
      const deferred = await scene.deferred(entry)
      assert.doesNotMatch(await scene.keptBy(soon), /defect/)
      assert.match(await scene.keptBy(late), /The deferral of a defect by 32-1 is over before/)
      assert.deepEqual((await scene.flight(late)).riskReasonList, ['DEFERRAL_EXPIRED'])
      const { techLogEntry: extended } = await scene.key.did(scene.explained('Extend', deferred, 'Part is late'))
      assert.equal(Date.parse(extended.deferredUntil) - Date.parse(deferred.deferredUntil), 10 * 24 * HOUR)
      assert.deepEqual((await scene.flight(late)).riskReasonList, [])
      assert.deepEqual(await scene.key.refusal(scene.explained('Extend', extended, 'Again')), ['LOCKED'])
      await scene.released(await scene.rectified(extended))
    })

    test('a deferral that has ended is not extended', async () => {
      const deferred = await scene.deferred(await scene.entered(2))
      const { tenantId } = scene.key.at.tenant
      await server.world.storage.writeTenant(tenantId, (tx) =>
        rowsOf(
          tx,
          fragment`update tech_log_entry set deferred_until = ${server.clock.now() - 1000}
            where tenant_id = ${tenantId} and tech_log_entry_id = ${deferred.techLogEntryId} returning version`,
        ),
      )
      assert.deepEqual(await scene.key.refusal(scene.explained('Extend', deferred, 'Part is late')), ['LOCKED'])
      await scene.released(await scene.rectified(deferred))
    })

    testOnBoth('a deferral ends after its flight hours or landings, as closed flights count them', async () => {
      const limited = { ...DEFERRAL, limitHours: '2.5', limitCycles: 9 }
      const entry = await scene.deferred(await scene.entered(2, { isNoGo: false }), limited)
      assert.deepEqual([entry.limitHours, entry.limitCycles], ['2.5', 9])
      const next = await scene.planned(2, 30)
      const isOver = async () =>
        (await scene.flight(next)).warningList.some(({ code }: { code: string }) => code === 'DEFERRAL_EXPIRED')
      await scene.logs.flights.closed({ daysAgo: 20, aircraft: 2 })
      assert.equal(await isOver(), false, '75 of 150 minutes in the air')
      await scene.logs.flights.closed({ daysAgo: 19, aircraft: 2 })
      assert.equal(await isOver(), true)
      assert.match(await scene.keptBy(next), /The deferral of a defect by 32-1 is over/)
      await scene.released(await scene.rectified(entry))
    })

    testOnBoth('a yes counts for the terms that were read, once, and for who asked (threats row 335)', async () => {
      const { bag, logs } = scene
      const [one, other] = [await scene.entered(1, { isNoGo: false }), await scene.entered(1, { isNoGo: false })]
      const given = await scene.confirmed('DEFERRAL_ACCEPT', one, { deferral: DEFERRAL })
      const needed = ['CONFIRMATION_NEEDED']
      assert.deepEqual(await bag.refusal(scene.defer(other, DEFERRAL, given)), needed)
      const wider = { ...DEFERRAL, melCategory: 'D' }
      assert.deepEqual(await bag.refusal(scene.defer(one, wider, given)), needed)
      const { restrictionList: _, ...unrestricted } = DEFERRAL
      assert.deepEqual(await bag.refusal(scene.defer(one, unrestricted, given)), needed)
      const { bag: stranger } = await LogScene.connect(server, logs.flights, `Bag of ${store}`)
      assert.deepEqual(await stranger.refusal(scene.defer(one, DEFERRAL, given, stranger)), needed)
      const { techLogEntry: changed } = await bag.did(scene.update(one, { description: 'Another defect altogether' }))
      assert.deepEqual(await bag.refusal(scene.defer(changed, DEFERRAL, given)), needed)
      const { techLogEntry: back } = await bag.did(scene.update(changed, { description: one.description }))
      const { techLogEntry: deferred } = await bag.did(scene.defer(back, DEFERRAL, given))
      const flyable = await scene.entered(1, { isNoGo: false })
      const forFlyable = await scene.confirmed('DEFERRAL_ACCEPT', flyable, { deferral: DEFERRAL })
      const { techLogEntry: grounded } = await bag.did(scene.update(flyable, { isNoGo: true }))
      assert.deepEqual(await bag.refusal(scene.defer(grounded, DEFERRAL, forFlyable)), needed)
      await scene.released(await scene.rectified(grounded))
      await scene.logs.flights.link(0, null)
      const unlinked = scene.request('DEFERRAL_ACCEPT', other, { deferral: DEFERRAL })
      assert.deepEqual(await bag.refusal(unlinked), ['NOT_ALLOWED'])
      await scene.logs.flights.link(0, scene.logs.flights.grants.pilot.userId)
      await scene.released(await scene.rectified(deferred))
      await scene.released(await scene.rectified(other))
    })

    test('what is proposed is checked before a person reads it, and belongs to its purpose (threats row 335)', async () => {
      const entry = await scene.entered(1, { isNoGo: false })
      const refused = (purpose: string, more: object) => scene.bag.refusal(scene.request(purpose, entry, more))
      assert.deepEqual(await refused('DEFERRAL_ACCEPT', {}), ['VALIDATION'])
      assert.deepEqual(await refused('DEFERRAL_ACCEPT', { release: scene.releaseInput() }), ['VALIDATION'])
      assert.deepEqual(await refused('RELEASE_TO_SERVICE', { release: scene.releaseInput() }), ['ILLEGAL_TRANSITION'])
      for (const deferral of [
        { ...DEFERRAL, melCategory: 'A' },
        { ...DEFERRAL, deferredUntil: scene.now() },
        { ...DEFERRAL, melReference: ' ' },
        { ...DEFERRAL, limitHours: '0' },
        { ...DEFERRAL, limitCycles: 10_001 },
        { ...DEFERRAL, restrictionList: Array.from({ length: 21 }, () => 'Day only') },
        { ...DEFERRAL, restrictionList: ['\u202Eylno yaD'] },
      ]) {
        assert.deepEqual(await refused('DEFERRAL_ACCEPT', { deferral }), ['VALIDATION'], JSON.stringify(deferral))
      }
      const early = { ...DEFERRAL, melCategory: 'A', deferredUntil: z(server.clock.now() - 30 * 24 * HOUR) }
      assert.deepEqual(await refused('DEFERRAL_ACCEPT', { deferral: early }), ['TIME_ORDER'])
      const old = await scene.entered(1, { isNoGo: false, foundAt: z(server.clock.now() - 5 * 24 * HOUR) })
      const over = scene.request('DEFERRAL_ACCEPT', old, { deferral: { ...DEFERRAL, melCategory: 'B' } })
      assert.deepEqual(await scene.bag.refusal(over), ['IMPLAUSIBLE'])
      await scene.released(await scene.rectified(entry))
      await scene.released(await scene.rectified(old))
    })

    testOnBoth(
      'a release is signed by a person who read what was done, and by nobody else (threats row 336)',
      async () => {
        const { bag, logs } = scene
        const rectified = await scene.rectified(await scene.entered(1))
        const release = scene.releaseInput()
        const given = await scene.asked('RELEASE_TO_SERVICE', rectified, { release })
        const page = await logs.page(given)
        for (const shown of ['Damper replaced', 'SN 2', 'Eva Frei', 'CH.66.1234, CH.145.0123', 'LSZH']) {
          assert.ok(page.body.includes(shown), `the page says ${shown}`)
        }
        const officer = await logs.browserOf(logs.flights.officer)
        const theirs = await logs.page(given, officer)
        assert.match(theirs.body, /This waits for Marc Weber/)
        assert.ok(!theirs.body.includes('Damper'))
        assert.equal((await logs.answer(given, { decision: 'sign' })).status, 303)
        const other = { ...release, name: 'Mallory' }
        assert.deepEqual(await bag.refusal(scene.release(rectified, other, given.confirmationId)), [
          'CONFIRMATION_NEEDED',
        ])
        const { techLogEntry } = await bag.did(scene.release(rectified, release, given.confirmationId))
        assert.deepEqual(techLogEntry.release.signature, {
          name: 'Marc Test',
          applicationName: 'Skylog',
          deviceId: 'EFB-07',
        })
        const again = await scene.bag.did(scene.explained('Reopen', techLogEntry, 'Still stiff'))
        const second = await scene.rectified(again.techLogEntry)
        assert.deepEqual(await bag.refusal(scene.release(second, release, given.confirmationId)), [
          'CONFIRMATION_NEEDED',
        ])
        await scene.released(second)
      },
    )

    test('what cannot be is refused by name', async () => {
      const { bag } = scene
      const aircraftId = scene.aircraftId(1)
      const refused = (input: object) => bag.refusal(scene.enter({ aircraftId, isNoGo: false, ...input }))
      assert.deepEqual(await refused({ foundAt: z(server.clock.now() + HOUR) }), ['IMPLAUSIBLE'])
      assert.deepEqual(await refused({ foundAt: '2019-01-01T00:00:00Z' }), ['IMPLAUSIBLE'])
      assert.deepEqual(await refused({ ataChapter: 'gear' }), ['VALIDATION'])
      assert.deepEqual(await refused({ description: ' ' }), ['VALIDATION'])
      assert.deepEqual(await refused({ aircraftId: 'acf_no' }), ['NOT_FOUND'])
      assert.deepEqual(await refused({ flightId: 'flt_no' }), ['NOT_FOUND'])
      const flight = await scene.logs.flights.flown({ daysAgo: 3, aircraft: 0 })
      assert.deepEqual(await refused({ flightId: flight.flightId }), ['VALIDATION'])
      const entry = await scene.entered(1, { isNoGo: false })
      assert.deepEqual(await bag.refusal(scene.release(entry, scene.releaseInput())), ['ILLEGAL_TRANSITION'])
      assert.deepEqual(await scene.key.refusal(scene.explained('Extend', entry, 'Why')), ['ILLEGAL_TRANSITION'])
      assert.deepEqual(await bag.refusal(scene.explained('Reopen', entry, 'Why')), ['ILLEGAL_TRANSITION'])
      assert.deepEqual(await bag.refusal(scene.rectify({ ...entry, version: 9 })), ['STALE_VERSION'])
      const rectified = await scene.rectified(entry)
      assert.deepEqual(await bag.refusal(scene.update(rectified, { description: 'x' })), ['LOCKED'])
      const input = scene.releaseInput()
      for (const wrong of [{ name: '' }, { licenceNumber: ' ' }]) {
        assert.deepEqual(await bag.refusal(scene.release(rectified, { ...input, ...wrong })), ['VALIDATION'])
      }
      assert.deepEqual(await bag.refusal(scene.release(rectified, { ...input, station: 'QQQQ' })), ['NOT_FOUND'])
      const ahead = { ...input, at: z(server.clock.now() + HOUR) }
      assert.deepEqual(await bag.refusal(scene.release(rectified, ahead)), ['IMPLAUSIBLE'])
      await scene.released(rectified)
    })

    test('a key limited to one aircraft neither sees nor enters defects of others (threats row 338)', async () => {
      const { at } = scene.logs.flights.grants
      const entry = await scene.entered(1, { isNoGo: false })
      const own = await Integration.of(at, 'log:read log:write', [scene.aircraftId(1)])
      const other = await Integration.of(at, 'log:read log:write', [scene.aircraftId(0)])
      assert.equal((await scene.entry(entry.techLogEntryId, own)).status, 'OPEN')
      assert.equal(await scene.entry(entry.techLogEntryId, other), null)
      assert.deepEqual(await other.refusal(scene.enter({ aircraftId: scene.aircraftId(1) }, other)), ['NOT_FOUND'])
      const request = scene.request('DEFERRAL_ACCEPT', entry, { deferral: DEFERRAL }, { by: other })
      assert.deepEqual(await other.refusal(request), ['NOT_FOUND'])
      await scene.released(await scene.rectified(entry))
    })

    test('only a pilot or a person of maintenance accepts a deferral, when asked, on the page and at the use (threats row 305)', async () => {
      const { flights } = scene.logs
      const { at } = flights.grants
      const entry = await scene.entered(1, { isNoGo: false })
      const asking = { deferral: DEFERRAL }
      const attendant = await addPerson(server, at, 'Lea', ['CREW'])
      await flights.link(3, attendant.userId)
      const crewMemberId = flights.memberId(3)
      const asked = () => scene.request('DEFERRAL_ACCEPT', entry, asking, { crewMemberId })
      assert.deepEqual(await scene.bag.refusal(asked()), ['NOT_ALLOWED'])
      const mechanic = await addPerson(server, at, 'Reto', ['MAINTENANCE'])
      await flights.link(3, mechanic.userId)
      const { confirmation } = await scene.bag.did(asked())
      const browser = await scene.logs.browserOf(mechanic)
      const rolesAre = (roles: string) =>
        server.world
          .at(at.tenant)
          .write((tx) =>
            tx.db
              .updateTable('user_account')
              .set({ role_list: roles })
              .where('user_id', '=', mechanic.userId)
              .execute(),
          )
      await rolesAre('CREW')
      const page = await scene.logs.page(confirmation, browser)
      assert.match(page.body, /A pilot of the crew, or a person with the role Maintenance/)
      await rolesAre('MAINTENANCE')
      assert.equal((await scene.logs.answer(confirmation, { decision: 'sign' }, browser)).status, 303)
      await flights.patch(3, { isActive: false })
      assert.deepEqual(await scene.bag.refusal(scene.defer(entry, DEFERRAL, confirmation)), ['CONFIRMATION_NEEDED'])
      await flights.patch(3, { isActive: true })
      await scene.bag.did(scene.defer(entry, DEFERRAL, confirmation))
    })

    test('an electronic flight bag does not extend a deferral, its operator does (threats row 315)', async () => {
      const entry = await scene.deferred(await scene.entered(1, { isNoGo: false }))
      assert.deepEqual(await scene.bag.refusal(scene.explained('Extend', entry, 'Part is late', scene.bag)), [
        'NOT_ALLOWED',
      ])
      const { techLogEntry } = await scene.key.did(scene.explained('Extend', entry, 'Part is late'))
      assert.equal(techLogEntry.isExtended, true)
      await scene.released(await scene.rectified(techLogEntry))
    })

    test('an aircraft has at most 100 defects that are not released (threats row 339)', async () => {
      const { key } = scene
      const one = `techLogEntryCreate(input: { aircraftId: "${scene.aircraftId(0)}", description: "Scratch", foundAt: "${scene.now()}", isNoGo: false }) { userErrorList { code } }`
      for (let batch = 0; batch < 10; batch++) {
        const data = await key.ask(`mutation { ${Array.from({ length: 10 }, (_, i) => `m${i}: ${one}`).join('\n')} }`)
        for (const payload of Object.values(data) as { userErrorList: object[] }[]) {
          assert.deepEqual(payload.userErrorList, [])
        }
      }
      assert.deepEqual(await key.refusal(key.change(`mutation { ${one} }`)), ['LIMIT_EXCEEDED'])
    })
  })
}
