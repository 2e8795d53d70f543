/** The journey log of a flight, and the commander's signature on our own page (data §10, threats rows 292 to 295). */
import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { Browser } from '../support/browser.ts'
import { PASSWORD } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { Integration } from '../support/integration.ts'
import { LogScene } from '../support/log-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

for (const store of storesFor('record')) {
  describe(`journey logs (${store})`, () => {
    const { test, testOnBoth } = testsOn(store)
    let server: TestServer
    let scene: LogScene
    before(async () => {
      server = await startServer(store)
      scene = await LogScene.open(server)
    })
    after(() => server.close())

    testOnBoth('a draft has the times, places and crew of its flight, and follows them', async () => {
      const log = await scene.draft(40, { oilAddedMl: 300, observations: 'Steering stiff' })
      assert.equal(log.status, 'DRAFT')
      assert.equal(log.revision, 1)
      assert.deepEqual([log.registration, log.departureICAO, log.arrivalICAO], ['HB-JAA', 'LSZH', 'LFPB'])
      assert.deepEqual([log.blockMinutes, log.airborneMinutes, log.ifrMinutes, log.nightMinutes], [90, 75, 90, 0])
      assert.deepEqual(
        log.crewList.map(({ isCommander, takeOffsDay, landingsDay }: never) => [isCommander, takeOffsDay, landingsDay]),
        [
          [true, 1, 1],
          [false, 0, 0],
        ],
      )
      await scene.flights.report(log, { onBlock: scene.flights.at({ daysAgo: 40 }, 93), reason: 'Brakes' })
      const { journeyLog } = await scene.log(log.flightId)
      assert.deepEqual([journeyLog.blockMinutes, journeyLog.version], [93, log.version + 1])
      const feed = '{ changeList(first: 500, entityList: [JOURNEY_LOG]) { nodeList { entityId kind parentId } } }'
      const told = (await scene.bag.ask(feed)).changeList.nodeList.filter(
        ({ entityId }: { entityId: string }) => entityId === log.journeyLogId,
      )
      const of = { entityId: log.journeyLogId, parentId: log.flightId }
      assert.deepEqual(told, [
        { ...of, kind: 'CREATED' },
        { ...of, kind: 'UPDATED' },
      ])
      assert.equal(journeyLog.observations, 'Steering stiff')
    })

    testOnBoth('the commander signs on our page, the application uses it once, and the flight is closed', async () => {
      const log = await scene.draft(41)
      const confirmation = await scene.asked(log)
      const page = await scene.page(confirmation)
      assert.equal(page.status, 200)
      for (const shown of ['HB-JAA', 'LSZH to LFPB', '10:00Z', '11:30Z', 'Marc Weber', 'Skylog', 'EFB-07']) {
        assert.ok(page.body.includes(shown), `the page says ${shown}`)
      }
      assert.equal(await scene.state(confirmation.confirmationId), 'PENDING')
      const early = await scene.bag.refusal(scene.sign(log, confirmation))
      assert.deepEqual(early, ['CONFIRMATION_NEEDED'], 'nobody has confirmed yet')
      const answer = await scene.answer(confirmation, { decision: 'sign' })
      assert.equal(answer.status, 303, answer.body)
      assert.match((await scene.page(confirmation)).body, /<h1>Signed<\/h1>/)
      assert.equal(await scene.state(confirmation.confirmationId), 'CONFIRMED')
      const { journeyLog: signed } = await scene.bag.did(scene.sign(log, confirmation))
      assert.equal(signed.status, 'SIGNED')
      assert.deepEqual(signed.signature, {
        name: 'Marc Test',
        method: 'PASSWORD',
        applicationName: 'Skylog',
        deviceId: 'EFB-07',
        licenceNumber: signed.signature.licenceNumber,
      })
      const flight = await scene.log(log.flightId)
      assert.deepEqual([flight.status, flight.journeyLog.status], ['CLOSED', 'SIGNED'])
      assert.equal(await scene.state(confirmation.confirmationId), 'USED')
    })

    testOnBoth('a confirmation counts once, and for the log that was read (threats row 292)', async () => {
      const [one, other] = [await scene.draft(42), await scene.draft(43)]
      const confirmation = await scene.confirmed(one)
      assert.deepEqual(await scene.bag.refusal(scene.sign(other, confirmation)), ['CONFIRMATION_NEEDED'])
      const { journeyLog } = await scene.bag.did(scene.sign(one, confirmation))
      const { journeyLog: next } = await scene.bag.did(scene.amend(journeyLog, 'Fuel'))
      assert.deepEqual(await scene.bag.refusal(scene.sign(next, confirmation)), ['CONFIRMATION_NEEDED'])
    })

    test('only the application that asked uses or reads a confirmation (threats row 292)', async () => {
      const log = await scene.draft(44)
      const { bag: other } = await LogScene.connect(server, scene.flights, 'Otherbag')
      const confirmation = await scene.confirmed(log)
      assert.equal(await scene.state(confirmation.confirmationId, other), null)
      assert.deepEqual(await other.refusal(scene.sign(log, confirmation, { by: other })), ['CONFIRMATION_NEEDED'])
      await scene.bag.did(scene.sign(log, confirmation))
    })

    testOnBoth('what changed after the yes is not signed by it (threats row 293)', async () => {
      const log = await scene.draft(45)
      const confirmation = await scene.confirmed(log)
      await scene.flights.report(log, { onBlock: scene.flights.at({ daysAgo: 45 }, 95), reason: 'ACARS' })
      const { journeyLog } = await scene.log(log.flightId)
      assert.deepEqual(await scene.bag.refusal(scene.sign(journeyLog, confirmation)), ['CONFIRMATION_NEEDED'])
      assert.equal((await scene.log(log.flightId)).journeyLog.status, 'DRAFT')
    })

    test('what changed between reading and pressing is told, and nothing is signed (threats row 293)', async () => {
      const log = await scene.draft(46)
      const confirmation = await scene.asked(log)
      const page = await scene.page(confirmation)
      await scene.flights.report(log, { onBlock: scene.flights.at({ daysAgo: 46 }, 87), reason: 'ACARS' })
      const fields = {
        confirmation: confirmation.confirmationId,
        digest: /name="digest" value="([^"]+)"/.exec(page.body)?.[1] ?? '',
        decision: 'sign',
      }
      const answer = await scene.browser.post(confirmation.path, fields)
      assert.equal(answer.status, 409)
      assert.match(answer.body, /It changed while you read/)
      assert.match(answer.body, /<del>11:30Z<\/del><\/td><td><ins>11:27Z<\/ins>/)
      assert.equal(await scene.state(confirmation.confirmationId), 'PENDING')
    })

    test('nobody but the person who is asked reads or signs, and nothing of it is shown (threats row 294)', async () => {
      const log = await scene.draft(47)
      const confirmation = await scene.asked(log)
      const officer = await scene.browserOf(scene.flights.officer)
      const page = await scene.page(confirmation, officer)
      assert.match(page.body, /This waits for Marc Weber/)
      assert.ok(!page.body.includes('HB-JAA'))
      const fields = { confirmation: confirmation.confirmationId, digest: '', decision: 'sign' }
      const answer = await officer.post(confirmation.path, fields)
      assert.match(answer.body, /This waits for Marc Weber/)
      assert.equal(await scene.state(confirmation.confirmationId), 'PENDING')
      const wrong = scene.request(log, { crewMemberId: scene.flights.memberId(2) })
      assert.deepEqual(await scene.bag.refusal(wrong), ['NOT_ALLOWED'], 'the first officer is not asked')
    })

    testOnBoth('the right of the commander is read again when the confirmation is used (threats row 294)', async () => {
      const log = await scene.draft(48)
      const confirmation = await scene.confirmed(log)
      const crew = [
        { crewMemberId: scene.flights.memberId(1), position: 'CPT' },
        { crewMemberId: scene.flights.memberId(2), position: 'FO' },
      ]
      const version = await scene.flights.version(log)
      await scene.flights.key.did(scene.flights.key.setCrew(log.flightId, crew, version))
      const { journeyLog } = await scene.log(log.flightId)
      assert.deepEqual(await scene.bag.refusal(scene.sign(journeyLog, confirmation)), ['CONFIRMATION_NEEDED'])
      const unlinked = await scene.draft(49)
      const given = await scene.confirmed(unlinked)
      await scene.flights.link(0, null)
      assert.deepEqual(await scene.bag.refusal(scene.sign(unlinked, given)), ['CONFIRMATION_NEEDED'])
      await scene.flights.link(0, scene.flights.grants.pilot.userId)
      await scene.bag.did(scene.sign(unlinked, given))
    })

    test('a signature names who pressed, also where that user was linked to the commander for it (threats row 294)', async () => {
      const log = await scene.draft(51)
      await scene.flights.link(2, null)
      await scene.flights.link(0, scene.flights.officer.userId)
      const confirmation = await scene.asked(log)
      const officer = await scene.browserOf(scene.flights.officer)
      await scene.answer(confirmation, { decision: 'sign' }, officer)
      const { journeyLog } = await scene.bag.did(scene.sign(log, confirmation))
      assert.notEqual(journeyLog.signature.name, 'Marc Test')
      assert.ok((await scene.page(confirmation, officer)).body.includes(journeyLog.signature.name))
      await scene.flights.link(0, scene.flights.grants.pilot.userId)
      await scene.flights.link(2, scene.flights.officer.userId)
    })

    testOnBoth('a correction after the signature shows LOG_DIFFERS until the amendment is signed', async () => {
      const browser = await scene.browserOf(scene.flights.grants.pilot)
      const log = await scene.draft(52)
      const confirmation = await scene.asked(log)
      await scene.answer(confirmation, { decision: 'sign' }, browser)
      await scene.bag.did(scene.sign(log, confirmation))
      const later = { onBlock: scene.flights.at({ daysAgo: 52 }, 92), reason: 'ACARS' }
      const reported = await scene.flights.report(log, later)
      assert.ok(reported.warningList.some(({ code }: { code: string }) => code === 'LOG_DIFFERS'))
      const { journeyLog: signed } = await scene.log(log.flightId)
      assert.deepEqual([signed.blockMinutes, signed.warningList], [90, [{ code: 'LOG_DIFFERS' }]])
      assert.deepEqual(await scene.bag.refusal(scene.save({ flightId: log.flightId, oilAddedMl: 1 })), ['LOCKED'])
      assert.deepEqual(await scene.bag.refusal(scene.amend(signed, ' ')), ['VALIDATION'])
      const { journeyLog: draft } = await scene.bag.did(scene.amend(signed, 'On block by ACARS'))
      assert.deepEqual([draft.revision, draft.status, draft.blockMinutes], [2, 'DRAFT', 92])
      const again = await scene.asked(draft)
      await scene.answer(again, { decision: 'sign' }, browser)
      const { journeyLog: second } = await scene.bag.did(scene.sign(draft, again))
      assert.deepEqual([second.status, second.amendReason], ['SIGNED', 'On block by ACARS'])
      const { journeyLogList } = await scene.bag.ask(
        `query ($id: ID!) { journeyLogList(filter: { flightIdList: [$id] }) { nodeList { revision status blockMinutes signature { name } } } }`,
        { id: log.flightId },
      )
      // Revisions of one flight have one off-block, so that their ids order them.
      const revisions = journeyLogList.nodeList.toSorted(
        (a: { revision: number }, b: { revision: number }) => a.revision - b.revision,
      )
      assert.deepEqual(revisions, [
        { revision: 1, status: 'AMENDED', blockMinutes: 90, signature: { name: 'Marc Test' } },
        { revision: 2, status: 'SIGNED', blockMinutes: 92, signature: { name: 'Marc Test' } },
      ])
    })

    testOnBoth('who signed a log is told when anybody amends it (threats row 296)', async () => {
      const log = await scene.draft(54)
      const signed = await scene.bag.did(scene.sign(log, await scene.confirmed(log)))
      const { bag } = await LogScene.connect(server, scene.flights, 'Otherbag')
      await bag.did(scene.amend(signed.journeyLog, 'Fuel', bag))
      const pilot = await ConsoleClient.signIn(server, scene.flights.grants.at, scene.flights.grants.pilot)
      const { noticeList } = await pilot.data('{ noticeList(page: { first: 1 }) { nodeList { kind title text } } }')
      const [{ kind, title, text }] = noticeList.nodeList
      assert.equal(kind, 'LOG_AMENDED')
      assert.match(title, /^Journey log of [A-Z0-9]+, revision 1 is amended$/)
      assert.match(text, /^Otherbag opened a new revision of the log that you signed\./)
    })

    test('a form that says neither yes nor no decides nothing', async () => {
      const confirmation = await scene.asked(await scene.draft(55))
      const answer = await scene.answer(confirmation, { decision: 'perhaps' })
      assert.equal(answer.status, 400)
      assert.match(answer.body, /Nothing was changed/)
      assert.equal(await scene.state(confirmation.confirmationId), 'PENDING')
    })

    test('what cannot be logged or signed is refused by name', async () => {
      const planned = await scene.flights.key.did(
        scene.flights.key.createFlight({
          aircraftId: scene.flights.fleet.aircraft[0]?.aircraftId,
          offBlock: scene.flights.at({ daysAgo: -20 }, 0),
        }),
      )
      const { flightId } = planned.flight
      assert.deepEqual(await scene.bag.refusal(scene.save({ flightId })), ['LOCKED'])
      const log = await scene.draft(53)
      const stranger = [{ crewMemberId: scene.flights.memberId(1), landingsDay: 1 }]
      assert.deepEqual(await scene.bag.refusal(scene.save({ flightId: log.flightId, crewList: stranger })), [
        'VALIDATION',
      ])
      assert.deepEqual(await scene.bag.refusal(scene.save({ flightId: log.flightId, oilAddedMl: -1 })), ['VALIDATION'])
      assert.deepEqual(await scene.bag.refusal(scene.save({ flightId: log.flightId }, 99)), ['STALE_VERSION'])
      assert.deepEqual(await scene.bag.refusal(scene.amend(log, 'Why')), ['ILLEGAL_TRANSITION'])
    })
  })
}

describe('an operator that closes flights with signed logs', () => {
  let server: TestServer
  let scene: LogScene
  before(async () => {
    server = await startServer('sqlite')
    scene = await LogScene.open(server)
    const { at } = scene.flights.grants
    const settings = await Integration.of(at, 'settings:read settings:write')
    const { operatorSettings } = await settings.ask('{ operatorSettings { version closeNeedsSignedLog } }')
    assert.equal(operatorSettings.closeNeedsSignedLog, false, 'nobody is asked for it before')
    await settings.did(
      settings.change(
        `mutation ($v: Int!) { operatorSettingsUpdate(input: { closeNeedsSignedLog: true }, expectedVersion: $v) { userErrorList { code } } }`,
        { v: operatorSettings.version },
      ),
    )
  })
  after(() => server.close())

  test('nobody closes a flight without its signed log, and signing closes it', async () => {
    const log = await scene.draft(30)
    const { key } = scene.flights
    const byOperator = key.setStatus(log.flightId, 'CLOSED', await scene.flights.version(log))
    assert.deepEqual(await key.refusal(byOperator), ['CONFIRMATION_NEEDED'])
    const close = `mutation ($id: ID!, $v: Int!) { flightClose(flightId: $id, expectedVersion: $v) { userErrorList { code } } }`
    const byBag = scene.bag.change(close, { id: log.flightId, v: await scene.flights.version(log) })
    assert.deepEqual(await scene.bag.refusal(byBag), ['CONFIRMATION_NEEDED'])
    await scene.bag.did(scene.sign(log, await scene.confirmed(log), { close: false }))
    assert.equal((await scene.log(log.flightId)).status, 'ON_BLOCK')
    await scene.bag.did(scene.bag.change(close, { id: log.flightId, v: await scene.flights.version(log) }))
    assert.equal((await scene.log(log.flightId)).status, 'CLOSED')
  })
})

describe('the time of a confirmation', () => {
  let server: TestServer
  let scene: LogScene
  // Tokens of one scene would be over before its last test.
  beforeEach(async () => {
    server = await startServer('sqlite')
    scene = await LogScene.open(server)
  })
  afterEach(() => server.close())

  const MINUTES = 60

  test('a sign-in of a while ago asks for the password again (threats row 295)', async () => {
    const log = await scene.draft(50)
    server.clock.advanceSeconds(11 * MINUTES)
    const confirmation = await scene.asked(log)
    const page = await scene.page(confirmation)
    assert.match(page.body, /name="password"/)
    const without = await scene.answer(confirmation, { decision: 'sign', password: '' })
    assert.equal(without.status, 403)
    const wrong = await scene.answer(confirmation, { decision: 'sign', password: 'not this one' })
    assert.equal(wrong.status, 403)
    assert.match(wrong.body, /The current password is wrong/)
    assert.equal(await scene.state(confirmation.confirmationId), 'PENDING')
    const right = await scene.answer(confirmation, { decision: 'sign', password: PASSWORD })
    assert.equal(right.status, 303, right.body)
    const { journeyLog } = await scene.bag.did(scene.sign(log, confirmation))
    assert.equal(journeyLog.signature.method, 'PASSWORD')
  })

  test('nobody can sign when the time to read has passed (threats row 292)', async () => {
    const log = await scene.draft(51)
    const confirmation = await scene.asked(log)
    const digest = /name="digest" value="([^"]+)"/.exec((await scene.page(confirmation)).body)?.[1] ?? ''
    server.clock.advanceSeconds(15 * MINUTES)
    assert.equal(await scene.state(confirmation.confirmationId), 'EXPIRED')
    const browser = await scene.browserOf(scene.flights.grants.pilot)
    assert.match((await scene.page(confirmation, browser)).body, /The time to sign has passed/)
    const fields = { confirmation: confirmation.confirmationId, digest, decision: 'sign' }
    assert.match((await browser.post(confirmation.path, fields)).body, /The time to sign has passed/)
    assert.deepEqual(await scene.bag.refusal(scene.sign(log, confirmation)), ['CONFIRMATION_NEEDED'])
  })

  test('nobody can use a yes when the time to use it has passed (threats row 292)', async () => {
    const log = await scene.draft(51)
    const confirmation = await scene.confirmed(log)
    server.clock.advanceSeconds(15 * MINUTES)
    assert.deepEqual(await scene.bag.refusal(scene.sign(log, confirmation)), ['CONFIRMATION_NEEDED'])
    assert.equal(await scene.state(confirmation.confirmationId), 'EXPIRED')
  })

  test('a person who says no is told of, and nothing is signed', async () => {
    const log = await scene.draft(51)
    const confirmation = await scene.asked(log)
    await scene.answer(confirmation, { decision: 'cancel' })
    assert.equal(await scene.state(confirmation.confirmationId), 'REFUSED')
    assert.match((await scene.page(confirmation)).body, /Not signed/)
    assert.deepEqual(await scene.bag.refusal(scene.sign(log, confirmation)), ['CONFIRMATION_NEEDED'])
  })

  test('whoever is not signed in signs in first, and comes back to the page', async () => {
    const log = await scene.draft(51)
    const { path } = await scene.asked(log)
    const browser = new Browser(server.client, scene.flights.grants.at.origin)
    const away = await browser.get(path)
    assert.equal(away.status, 303)
    const signIn = await browser.get(away.headers.location ?? '')
    const landed = await browser.signIn(signIn, scene.flights.grants.pilot.email, PASSWORD)
    assert.match(landed.body, /Sign the journey log of/)
  })
})
