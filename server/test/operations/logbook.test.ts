/** A pilot's logbook: entries that follow closed flights, and those of one's own (data §12, threats rows 286 to 290). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SUMMED, type Summed } from '../../src/domain/operations/logbook/logbook-entry.ts'
import { totalsOf } from '../../src/domain/operations/logbook/totals.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { removeUser } from '../../src/services/identity/users.ts'
import { ownLogbook } from '../../src/services/operations/logbook/own-entries.ts'
import type { TenantTx } from '../../src/storage/handles.ts'
import { writingAs } from '../../src/storage/view.ts'
import { addPerson } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { Integration } from '../support/integration.ts'
import { LogbookScene } from '../support/logbook-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const FLIGHT = {
  kind: 'FLIGHT',
  registration: 'HB-KFW',
  acftICAO: 'P28A',
  adepICAO: 'LSZR',
  adesICAO: 'LSZR',
}

test('totals beyond what an answer can hold stand at its end, instead of failing', () => {
  const sums = { ...Object.fromEntries(SUMMED.map((field) => [field, 0])), picMinutes: 3e9 } as Record<Summed, number>
  const totals = totalsOf([
    { acftType: 'C56X', ...sums },
    { acftType: null, ...sums },
  ])
  assert.deepEqual(
    totals.map(({ picMinutes }) => picMinutes),
    [2 ** 31 - 1, 2 ** 31 - 1],
  )
})

for (const store of storesFor('record')) {
  describe(`a pilot's logbook (${store})`, () => {
    const { test, testOnBoth } = testsOn(store)
    let server: TestServer
    let scene: LogbookScene
    let captain: Integration
    let officer: Integration

    before(async () => {
      server = await startServer(store)
      scene = await LogbookScene.open(server)
      captain = await scene.connect(scene.grants.pilot)
      officer = await scene.connect(scene.officer)
    })
    after(() => server.close())

    const ownFlight = (more: object = {}) => ({
      ...FLIGHT,
      date: scene.day(30),
      offBlock: scene.at({ daysAgo: 30 }, 0),
      onBlock: scene.at({ daysAgo: 30 }, 70),
      ...more,
    })

    testOnBoth('a closed flight gives each of its pilots an entry, and nobody else one', async () => {
      const flight = await scene.flown()
      assert.equal(await scene.entryOf(captain, flight, 'kind'), undefined, 'on block is not closed')
      await scene.set(flight, 'CLOSED')
      const fields = `source kind date registration acftICAO adepICAO adesICAO totalMinutes picMinutes copilotMinutes
        multiPilotMinutes nightMinutes ifrMinutes takeOffsDay takeOffsNight landingsDay landingsNight picName version`
      assert.deepEqual(await scene.entryOf(captain, flight, fields), {
        flightId: flight.flightId,
        source: 'OPERATOR',
        kind: 'FLIGHT',
        date: scene.day(40),
        registration: 'HB-JAA',
        acftICAO: 'C56X',
        adepICAO: 'LSZH',
        adesICAO: 'LFPB',
        totalMinutes: 90,
        picMinutes: 90,
        copilotMinutes: 0,
        multiPilotMinutes: 90,
        nightMinutes: 0,
        ifrMinutes: 90,
        takeOffsDay: 1,
        takeOffsNight: 0,
        landingsDay: 1,
        landingsNight: 0,
        picName: 'Marc Weber',
        version: 1,
      })
      const second = await scene.entryOf(officer, flight, 'picMinutes copilotMinutes takeOffsDay landingsDay')
      assert.deepEqual(second, {
        flightId: flight.flightId,
        picMinutes: 0,
        copilotMinutes: 90,
        takeOffsDay: 0,
        landingsDay: 0,
      })
    })

    testOnBoth(
      'nobody but its owner reads an entry, by list, id, external id, totals or feed (threats row 286)',
      async () => {
        const { logbookEntry } = await captain.did(
          scene.create(captain, ownFlight({ externalIdList: [{ system: 'wingbook', value: '1' }] })),
        )
        const id = logbookEntry.logbookEntryId
        const query = `query ($id: ID!) { myLogbookEntry(logbookEntryId: $id) { logbookEntryId }
        byId: myLogbookEntryList(filter: { logbookEntryIdList: [$id] }) { nodeList { logbookEntryId } totals { totalMinutes } }
        found: myLogbookEntryList(filter: { externalId: { system: "wingbook", value: "1" } }) { nodeList { logbookEntryId } }
        myLogbookTotals(filter: { logbookEntryIdList: [$id] }) { acftICAO totalMinutes } }`
        const own = await captain.ask(query, { id })
        assert.deepEqual(own.myLogbookEntry, { logbookEntryId: id })
        assert.deepEqual(own.found.nodeList, [{ logbookEntryId: id }])
        assert.deepEqual(own.myLogbookTotals, [
          { acftICAO: 'P28A', totalMinutes: 70 },
          { acftICAO: null, totalMinutes: 70 },
        ])
        const nothing = {
          myLogbookEntry: null,
          byId: { nodeList: [], totals: { totalMinutes: 0 } },
          found: { nodeList: [] },
          myLogbookTotals: [{ acftICAO: null, totalMinutes: 0 }],
        }
        const admin = await scene.connect(scene.grants.admin)
        const console = await ConsoleClient.signIn(server, scene.grants.at, scene.grants.admin)
        for (const other of [officer, admin]) assert.deepEqual(await other.ask(query, { id }), nothing)
        assert.deepEqual(await console.data(query, { id }), nothing)
        const feed = '{ changeList(first: 500, entityList: [LOGBOOK_ENTRY]) { nodeList { entityId kind } } }'
        const told = async (reader: Integration) =>
          (await reader.ask(feed)).changeList.nodeList.filter(({ entityId }: { entityId: string }) => entityId === id)
        assert.deepEqual(await told(captain), [{ entityId: id, kind: 'CREATED' }])
        assert.deepEqual(await told(officer), [])
        const seen = (await console.data(feed)).changeList.nodeList
        assert.deepEqual(
          seen.filter(({ entityId }: { entityId: string }) => entityId === id),
          [],
        )
      },
    )

    test('an API key, and an application of the operator, cannot ask for a logbook (threats row 286)', async () => {
      const query = '{ myLogbookEntryList { nodeList { logbookEntryId } } }'
      assert.equal((await scene.grants.at.query(scene.key.token, query)).status, 403)
      const { access_token } = (await scene.grants.exchange(await scene.grants.code())).json<{ access_token: string }>()
      assert.equal((await scene.grants.at.query(access_token, query)).status, 403)
      const rosterOnly = await scene.connect(scene.grants.admin, 'own:roster')
      assert.equal((await scene.grants.at.query(rosterOnly.token, query)).status, 403)
    })

    test('a token that reads a logbook does not write it', async () => {
      const reader = await scene.connect(scene.grants.admin, 'own:logbook:read')
      const text = `mutation { myLogbookEntryCreate(input: { kind: FSTD, date: "${scene.day(5)}", fstdType: "C56X", fstdMinutes: 60 }) { userErrorList { code } } }`
      assert.equal((await scene.grants.at.query(reader.token, text)).status, 403)
    })

    testOnBoth('a correction after closing reaches the entry, keeps its annotation and is told once', async () => {
      const flight = await scene.closed({ daysAgo: 41 })
      const before = await scene.entryOf(captain, flight, 'logbookEntryId version')
      await captain.did(scene.annotate(captain, before.logbookEntryId, 'First CAT II', 1))
      const { changeList } = await captain.ask(
        '{ changeList(from: NOW, entityList: [LOGBOOK_ENTRY]) { pageInfo { endCursor } } }',
      )
      await scene.report(flight, {
        landing: scene.at({ daysAgo: 41 }, 100),
        onBlock: scene.at({ daysAgo: 41 }, 105),
        divertedTo: 'EGSS',
        reason: 'Copied wrongly',
      })
      const after = await scene.entryOf(
        captain,
        flight,
        'logbookEntryId version totalMinutes picMinutes adesICAO plannedICAO annotation createdBy { kind } updatedBy { kind }',
      )
      assert.deepEqual(after, {
        flightId: flight.flightId,
        logbookEntryId: before.logbookEntryId,
        version: 3,
        totalMinutes: 105,
        picMinutes: 105,
        adesICAO: 'EGSS',
        plannedICAO: 'LFPB',
        annotation: 'First CAT II',
        createdBy: null,
        updatedBy: null,
      })
      const told = await captain.ask(
        'query ($after: String) { changeList(after: $after, entityList: [LOGBOOK_ENTRY]) { nodeList { entityId kind version isOwn } } }',
        { after: changeList.pageInfo.endCursor },
      )
      assert.deepEqual(told.changeList.nodeList, [
        { entityId: before.logbookEntryId, kind: 'UPDATED', version: 3, isOwn: false },
      ])
    })

    testOnBoth(
      'a reopened flight takes its entries back; who leaves the crew loses it, who joins gets one',
      async () => {
        const flight = await scene.closed({ daysAgo: 42 })
        await scene.set(flight, 'ON_BLOCK', 'Wrong crew')
        assert.equal(await scene.entryOf(captain, flight, 'version'), undefined)
        assert.equal(await scene.entryOf(officer, flight, 'version'), undefined)
        const alone = [{ crewMemberId: scene.memberId(0), position: 'CPT' }]
        await scene.key.did(scene.key.setCrew(flight.flightId, alone, await scene.version(flight)))
        await scene.set(flight, 'CLOSED')
        const single = await scene.entryOf(
          captain,
          flight,
          'multiPilotMinutes singlePilotMeMinutes takeOffsDay landingsDay',
        )
        assert.deepEqual(single, {
          flightId: flight.flightId,
          multiPilotMinutes: 0,
          singlePilotMeMinutes: 90,
          takeOffsDay: 1,
          landingsDay: 1,
        })
        assert.equal(await scene.entryOf(officer, flight, 'version'), undefined)
      },
    )

    testOnBoth('take-offs, landings and minutes of a night flight are by night', async () => {
      const flight = await scene.closed({ daysAgo: 43, from: '22:30' })
      const fields =
        'totalMinutes nightMinutes takeOffsDay takeOffsNight landingsDay landingsNight fullStopNightLandings'
      assert.deepEqual(await scene.entryOf(captain, flight, fields), {
        flightId: flight.flightId,
        totalMinutes: 90,
        nightMinutes: 90,
        takeOffsDay: 0,
        takeOffsNight: 1,
        landingsDay: 0,
        landingsNight: 1,
        fullStopNightLandings: 1,
      })
    })

    testOnBoth(
      'who else flies is named to a pilot’s own application once the operator shows it, and no longer (threats row 351)',
      async () => {
        const flight = await scene.flown({ daysAgo: 33 })
        const captain = await scene.connect(scene.grants.pilot)
        const office = await Integration.of(scene.grants.at, 'settings:read settings:write')
        const show = async (crewNamesShown: boolean) => {
          const { operatorSettings } = await office.ask('{ operatorSettings { version } }')
          const update = `mutation ($input: OperatorSettingsInput!, $v: Int!) { operatorSettingsUpdate(input: $input, expectedVersion: $v) {
          userErrorList { code } } }`
          await office.did(office.change(update, { input: { crewNamesShown }, v: operatorSettings.version }))
        }
        const named = async () => {
          const query = `query ($id: ID!) { myFlight(flightId: $id) { crewList { name surname position } }
          myFlightList(flightIdList: [$id]) { nodeList { crewList { surname } } } }`
          const { myFlight, myFlightList } = await captain.ask(query, { id: flight.flightId })
          return [myFlight.crewList, myFlightList.nodeList[0].crewList.length]
        }
        assert.deepEqual(await named(), [[], 0])
        await show(true)
        const { crewMember } = await scene.key.ask(
          'query ($id: ID!) { crewMember(crewMemberId: $id) { name surname } }',
          {
            id: scene.memberId(2),
          },
        )
        assert.deepEqual(await named(), [[{ ...crewMember, position: 'FO' }], 1])
        await show(false)
        assert.deepEqual(await named(), [[], 0])
      },
    )

    testOnBoth('MyFlight tells what a logbook needs of a flight', async () => {
      const flight = await scene.closed({ daysAgo: 44, from: '22:30' })
      const query = `query ($id: ID!) { myFlight(flightId: $id) { schedule { offBlock } nightMinutes ifrMinutes landingCount
        takeOffsDay takeOffsNight landingsDay landingsNight } }`
      const night = { nightMinutes: 90, ifrMinutes: 90, landingCount: null }
      const schedule = { offBlock: scene.at({ daysAgo: 44, from: '22:30' }, 0) }
      assert.deepEqual((await captain.ask(query, { id: flight.flightId })).myFlight, {
        ...{ schedule, ...night },
        ...{ takeOffsDay: 0, takeOffsNight: 1, landingsDay: 0, landingsNight: 1 },
      })
      assert.deepEqual((await officer.ask(query, { id: flight.flightId })).myFlight, {
        ...{ schedule, ...night },
        ...{ takeOffsDay: 0, takeOffsNight: 0, landingsDay: 0, landingsNight: 0 },
      })
    })

    test('an entry of the operator is LOCKED for everything but annotations', async () => {
      const flight = await scene.closed({ daysAgo: 45 })
      const { logbookEntryId: id } = await scene.entryOf(captain, flight, 'logbookEntryId')
      assert.deepEqual(await captain.refusal(scene.update(captain, id, { remarks: 'Mine' }, 1)), ['LOCKED'])
      assert.deepEqual(await captain.refusal(scene.remove(captain, id, 1)), ['LOCKED'])
      assert.equal((await scene.entryOf(captain, flight, 'version')).version, 1)
      const { logbookEntry } = await captain.did(scene.annotate(captain, id, 'With SBR', 1))
      assert.deepEqual([logbookEntry.annotation, logbookEntry.version], ['With SBR', 2])
      assert.deepEqual(await captain.refusal(scene.annotate(captain, id, 'Late', 1)), ['STALE_VERSION'])
      assert.deepEqual(await captain.refusal(scene.annotate(captain, id, '\u202e', 2)), ['VALIDATION'])
      assert.deepEqual(await captain.refusal(scene.annotate(captain, id, 'x'.repeat(2001), 2)), ['VALIDATION'])
    })

    testOnBoth("nobody writes in another's logbook: what is there reads as what is not (threats row 287)", async () => {
      const { logbookEntry } = await captain.did(scene.create(captain, ownFlight()))
      const id = logbookEntry.logbookEntryId
      for (const refused of [
        scene.update(officer, id, { remarks: 'Mine' }, 1),
        scene.remove(officer, id, 1),
        scene.annotate(officer, id, 'Mine', 1),
      ]) {
        assert.deepEqual(await officer.refusal(refused), ['NOT_FOUND'])
      }
      const set = `mutation ($id: ID!) { externalIdSet(entity: LOGBOOK_ENTRY, entityId: $id, system: "crm", value: "1") { userErrorList { code } } }`
      for (const other of [officer, scene.key]) {
        assert.deepEqual(await other.refusal(other.change(set, { id })), ['VALIDATION'])
      }
    })

    testOnBoth(
      'external ids of two logbooks do not meet, and claim no name of the operator (threats row 289)',
      async () => {
        const externalIdList = [{ system: 'crm', value: '77' }]
        for (const pilot of [captain, officer]) await pilot.did(scene.create(pilot, ownFlight({ externalIdList })))
        assert.deepEqual(await captain.refusal(scene.create(captain, ownFlight({ externalIdList }))), [
          'EXTERNAL_ID_TAKEN',
        ])
        const contact =
          'mutation ($ids: [ExternalIdInput!]) { contactCreate(input: { kind: CLIENT, name: "Nina", externalIdList: $ids }) { userErrorList { code message } } }'
        await scene.grants.signInAgain()
        const crm = (await scene.grants.exchange(await scene.grants.code('contact:read contact:write'))).json<{
          access_token: string
        }>()
        const answer = await scene.grants.at.query(crm.access_token, contact, { variables: { ids: externalIdList } })
        assert.deepEqual(answer.json<{ data: { contactCreate: unknown } }>().data.contactCreate, { userErrorList: [] })
      },
    )

    testOnBoth(
      'own flights, simulator sessions and totals brought forward add up; the sums are those of the entries',
      async () => {
        const pilot = await scene.connect(scene.grants.admin)
        const created = await pilot.did(
          scene.create(pilot, ownFlight({ picMinutes: 70, singlePilotSeMinutes: 70, landingsDay: 3, takeOffsDay: 3 })),
        )
        assert.deepEqual(created.logbookEntry.totalMinutes, 70)
        assert.equal(created.logbookEntry.source, 'IMPORT')
        const session = {
          kind: 'FSTD',
          date: scene.day(9),
          fstdType: 'CL35 FFS',
          fstdQualification: 'CH-1A-014',
          fstdMinutes: 240,
        }
        await pilot.did(scene.create(pilot, session))
        const forward = {
          kind: 'BROUGHT_FORWARD',
          date: scene.day(900),
          totalMinutes: 72_270,
          picMinutes: 12_770,
          flightCount: 1388,
          nightMinutes: 5760,
        }
        await pilot.did(scene.create(pilot, forward))
        const fields = 'totalMinutes picMinutes nightMinutes fstdMinutes landingsDay flightCount'
        const query = `{ myLogbookEntryList(page: { first: 2 }) { nodeList { kind ${fields} } pageInfo { hasMore } totals { acftICAO ${fields} } }
        myLogbookTotals { acftICAO ${fields} } }`
        const { myLogbookEntryList: page, myLogbookTotals: totals } = await pilot.ask(query)
        assert.deepEqual(
          page.nodeList.map(({ kind }: { kind: string }) => kind),
          ['BROUGHT_FORWARD', 'FLIGHT'],
        )
        assert.deepEqual(page.pageInfo, { hasMore: true })
        const all = {
          totalMinutes: 72_340,
          picMinutes: 12_840,
          nightMinutes: 5760,
          fstdMinutes: 240,
          landingsDay: 3,
          flightCount: 1389,
        }
        assert.deepEqual(page.totals, { acftICAO: null, ...all })
        assert.deepEqual(totals, [
          {
            acftICAO: 'P28A',
            totalMinutes: 70,
            picMinutes: 70,
            nightMinutes: 0,
            fstdMinutes: 0,
            landingsDay: 3,
            flightCount: 1,
          },
          { acftICAO: null, ...all },
        ])
        const filtered = await pilot.ask(
          `query ($from: Date!) { myLogbookTotals(filter: { from: $from, kindList: [FLIGHT, FSTD] }) { acftICAO fstdMinutes } }`,
          { from: scene.day(10) },
        )
        assert.deepEqual(filtered.myLogbookTotals, [{ acftICAO: null, fstdMinutes: 240 }])
      },
    )

    test('the night of an own flight follows from its places where nobody says it', async () => {
      const at = { daysAgo: 33, from: '22:30' }
      const times = { date: scene.day(33), offBlock: scene.at(at, 0), onBlock: scene.at(at, 60) }
      assert.equal((await captain.did(scene.create(captain, { ...FLIGHT, ...times }))).logbookEntry.nightMinutes, 60)
      const said = { ...FLIGHT, ...times, nightMinutes: 10 }
      assert.equal((await captain.did(scene.create(captain, said))).logbookEntry.nightMinutes, 10)
      const unknown = { ...FLIGHT, ...times, adepICAO: 'ZZZZ' }
      assert.equal((await captain.did(scene.create(captain, unknown))).logbookEntry.nightMinutes, 0)
    })

    test('an own entry that cannot be is refused with the field that is wrong, and nothing is kept', async () => {
      const refused = async (input: object) => {
        const { logbookEntry, userErrorList } = await scene.create(captain, input)
        assert.equal(logbookEntry, null)
        return userErrorList.map(({ code, path }: { code: string; path: string[] }) => `${code} ${path?.join('.')}`)
      }
      const count = async () => (await scene.entries(captain, 'logbookEntryId')).length
      const before = await count()
      const day = scene.day(9)
      assert.deepEqual(await refused({ kind: 'FLIGHT', date: day }), [
        'VALIDATION input.registration',
        'VALIDATION input.acftICAO',
        'VALIDATION input.adepICAO',
        'VALIDATION input.adesICAO',
        'VALIDATION input.offBlock',
        'VALIDATION input.onBlock',
      ])
      assert.deepEqual(await refused({ kind: 'FSTD', date: day }), [
        'VALIDATION input.fstdType',
        'VALIDATION input.fstdMinutes',
      ])
      const session = { kind: 'FSTD', date: day, fstdType: 'CL35', fstdMinutes: 60 }
      assert.deepEqual(await refused({ ...session, totalMinutes: 60 }), ['VALIDATION input.totalMinutes'])
      assert.deepEqual(await refused(ownFlight({ fstdMinutes: 5 })), ['VALIDATION input.fstdMinutes'])
      assert.deepEqual(await refused(ownFlight({ picMinutes: 60, copilotMinutes: 20 })), [
        'VALIDATION input.picMinutes',
      ])
      assert.deepEqual(await refused(ownFlight({ picMinutes: 30, instructorMinutes: 31 })), [
        'VALIDATION input.instructorMinutes',
      ])
      assert.deepEqual(await refused(ownFlight({ picMinutes: 30, picusMinutes: 20, spicMinutes: 20 })), [
        'VALIDATION input.picusMinutes',
      ])
      assert.deepEqual(await refused(ownFlight({ nightMinutes: 71 })), ['VALIDATION input.nightMinutes'])
      assert.deepEqual(await refused(ownFlight({ totalMinutes: 71 })), ['VALIDATION input.totalMinutes'])
      assert.deepEqual(await refused(ownFlight({ fullStopNightLandings: 1 })), [
        'VALIDATION input.fullStopNightLandings',
      ])
      assert.deepEqual(await refused(ownFlight({ date: scene.day(29) })), ['VALIDATION input.date'])
      assert.deepEqual(await refused(ownFlight({ takeOff: scene.at({ daysAgo: 30 }, -5) })), [
        'VALIDATION input.takeOff',
      ])
      assert.deepEqual(await refused(ownFlight({ adepICAO: 'ZURICH' })), ['VALIDATION input.adepICAO'])
      assert.deepEqual(await refused(ownFlight({ acftICAO: '4' })), ['VALIDATION input.acftICAO'])
      assert.deepEqual(await refused(ownFlight({ landingsDay: -1 })), ['VALIDATION input.landingsDay'])
      assert.deepEqual(await refused(ownFlight({ approachList: [{ type: 'ILS', count: 0 }] })), [
        'VALIDATION input.approachList.0.count',
      ])
      assert.deepEqual(await refused(ownFlight({ approachList: Array(21).fill({ type: 'ILS' }) })), [
        'VALIDATION input.approachList',
      ])
      assert.equal(await count(), before)
    })

    testOnBoth('recency counts three take-offs and landings in 90 days, by day and by night', async () => {
      const pilot = await scene.connect(scene.officer)
      const fly = (daysAgo: number, more: object) =>
        pilot.did(
          scene.create(pilot, {
            ...FLIGHT,
            acftICAO: 'C172',
            date: scene.day(daysAgo),
            offBlock: scene.at({ daysAgo }, 0),
            onBlock: scene.at({ daysAgo }, 60),
            ...more,
          }),
        )
      await fly(100, { takeOffsDay: 5, landingsDay: 5 })
      await fly(80, { takeOffsDay: 1, landingsDay: 1, takeOffsNight: 2, landingsNight: 2 })
      const ask = async (on?: string) => {
        const query =
          'query ($on: Date) { myRecencyList(on: $on) { acftICAO on takeOffs landings nightTakeOffs nightLandings approaches currentUntil nightCurrentUntil } }'
        const { myRecencyList } = await pilot.ask(query, { on })
        return myRecencyList.find(({ acftICAO }: { acftICAO: string }) => acftICAO === 'C172')
      }
      assert.deepEqual(await ask(), {
        acftICAO: 'C172',
        on: scene.day(0),
        takeOffs: 3,
        landings: 3,
        nightTakeOffs: 2,
        nightLandings: 2,
        approaches: 0,
        currentUntil: scene.day(-10),
        nightCurrentUntil: null,
      })
      await fly(10, {
        takeOffsDay: 2,
        landingsDay: 1,
        takeOffsNight: 1,
        landingsNight: 1,
        approachList: [{ type: 'ILS', count: 2 }, { type: 'RNP' }],
      })
      const { currentUntil, nightCurrentUntil, approaches } = await ask()
      assert.deepEqual(
        { currentUntil, nightCurrentUntil, approaches },
        {
          currentUntil: scene.day(-10),
          nightCurrentUntil: scene.day(-10),
          approaches: 3,
        },
      )
      assert.equal((await ask(scene.day(-11)))?.currentUntil, null)
    })

    testOnBoth('an idempotency key adds one entry however often it is sent', async () => {
      const input = ownFlight({ remarks: 'Sent twice' })
      const [first, second] = [await scene.create(captain, input, 'once'), await scene.create(captain, input, 'once')]
      assert.equal(first.logbookEntry.logbookEntryId, second.logbookEntry.logbookEntryId)
    })

    testOnBoth(
      'a link leads to the table of the own logbook, to nobody else’s, and ends with its token (threats row 291)',
      async () => {
        const pilot = await scene.connect(scene.grants.admin)
        await pilot.did(scene.create(pilot, ownFlight({ remarks: '=HYPERLINK("x")', picName: 'Müller, Jörg' })))
        const linked = async (reader: Integration) =>
          (await reader.ask('{ myLogbookLink { path expiresAt } }')).myLogbookLink.path as string
        const take = (path: string) => server.client.ask(`${scene.grants.at.origin}${path}`)
        const path = await linked(pilot)
        const answer = await take(path)
        assert.equal(answer.status, 200)
        assert.match(String(answer.headers['content-disposition']), /^attachment; filename="logbook.csv"$/)
        assert.match(String(answer.headers['content-security-policy']), /sandbox/)
        const [head, ...lines] = answer.body.trimEnd().split('\r\n')
        assert.match(head ?? '', /^Date,Departure place,Departure time \(UTC\),Arrival place/)
        const entries = await scene.entries(pilot, 'date')
        assert.equal(lines.length, entries.length)
        assert.ok(lines.some((line) => line.includes('"Müller, Jörg"') && line.includes('"\'=HYPERLINK(""x"")"')))
        const begins = `${scene.day(30)},LSZR,10:00,LSZR,11:10,P28A,,HB-KFW,0:00,0:00,0:00,1:10,`
        assert.ok(lines.some((line) => line.startsWith(begins)))
        assert.equal((await take(`${path}x`)).status, 404)
        const other = await take(await linked(officer))
        assert.ok(!other.body.includes('Müller'))
        server.clock.advanceSeconds(6 * 60)
        assert.equal((await take(path)).status, 404)
        const fresh = await linked(pilot)
        // Narrowed by another consent: the right is read again.
        await scene.connect(scene.grants.admin, 'own:profile')
        assert.equal((await take(fresh)).status, 404)
      },
    )

    test('a removed user’s token writes nothing more, also where the request began before (threats row 287)', async () => {
      const leaver = await addPerson(server, scene.grants.at, 'Lea', ['CREW'])
      const pilot = await scene.connect(leaver)
      await pilot.did(scene.create(pilot, ownFlight()))
      await removeUser(server.world.at(scene.grants.at.tenant), leaver.email, HOST, scene.grants.at.origin)
      const answer = await scene.grants.at.query(pilot.token, '{ myLogbookEntryList { nodeList { kind } } }')
      assert.equal(answer.status, 401)
      const tx = (tx: TenantTx) => ownLogbook(writingAs(tx, { of: 'operator' }), leaver.userId)
      await assert.rejects(server.world.storage.writeTenant(scene.grants.at.tenant.tenantId, tx), /belongs to no user/)
    })
  })
}
