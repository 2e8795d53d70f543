/** A day of a safety management application (data §13), with exactly its ceiling, then every refusal one step outside. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type Data, ERRORS, SafetyScene } from '../support/safety-scene.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const DAY = 86_400_000

for (const store of storesFor('record')) {
  describe(`the day of a safety management application (${store})`, () => {
    let server: TestServer
    let scene: SafetyScene
    let office: Integration
    let flight: Data
    let report: Data

    before(async () => {
      server = await startServer(store)
      scene = await SafetyScene.open(server)
      office = scene.office
      flight = await scene.flights.closed({ daysAgo: 1 })
    })
    after(() => server.close())

    const now = () => scene.read(office, report, 'status')
    const day = (days: number) => new Date(server.clock.now() + days * DAY).toISOString().slice(0, 10)

    test('the feed tells a report, and the office reads who wrote it and by when it goes where', async () => {
      const { changeList: from } = await office.ask(
        '{ changeList(from: NOW, entityList: [SAFETY_REPORT]) { pageInfo { endCursor } } }',
      )
      const more = { flightId: flight.flightId, legalType: 'MANDATORY', occurredAt: scene.occurredAt(80) }
      report = await scene.sent(scene.captain, more)
      const { changeList } = await office.ask(
        'query ($after: String) { changeList(after: $after, entityList: [SAFETY_REPORT]) { nodeList { entityId kind isOwn } } }',
        { after: from.pageInfo.endCursor },
      )
      assert.deepEqual(changeList.nodeList, [{ entityId: report.safetyReportId, kind: 'CREATED', isOwn: false }])
      const read = await scene.read(
        office,
        report,
        `status confidentiality title narrative flightId isLate awareAt authorityDueAt preliminaryDueAt finalDueAt
        reporter { name } initialRisk { index }`,
      )
      assert.deepEqual(
        [read.status, read.title, read.flightId, read.isLate, read.reporter, read.initialRisk],
        ['SUBMITTED', 'Vehicle on the runway', flight.flightId, true, { name: 'Marc' }, null],
      )
      const aware = Date.parse(read.awareAt)
      assert.equal(Date.parse(read.authorityDueAt) - aware, 3 * DAY)
      assert.equal(Date.parse(read.preliminaryDueAt) - aware, 30 * DAY)
      const { safetyReportList } = await office.ask(
        'query ($id: ID!) { safetyReportList(filter: { flightId: $id }) { nodeList { safetyReportId } } }',
        { id: flight.flightId },
      )
      assert.deepEqual(safetyReportList.nodeList, [{ safetyReportId: report.safetyReportId }])
    })

    test('it writes codes and risk, gives an action to somebody, and notes what the authority said', async () => {
      await office.did(scene.set(office, await now(), 'UNDER_REVIEW'))
      const codeList = [
        { list: 'CATEGORY', code: 'RI' },
        { list: 'PHASE', code: 'APR' },
      ]
      const assessed = {
        narrative: 'A vehicle crossed while an aircraft was on short final.',
        codeList,
        initialRisk: { severity: 4, likelihood: 2 },
        residualRisk: { severity: 4, likelihood: 1 },
        reportedToAuthorityAt: scene.occurredAt(0),
        authorityReference: 'BAZL-4711',
      }
      await office.did(scene.update(office, await now(), assessed))
      const { assigneeList } = await office.ask('{ assigneeList { userId name } }')
      const marc = assigneeList.find(({ name }: Data) => name === 'Marc')
      await office.did(scene.set(office, await now(), 'ACTION_REQUIRED'))
      const { safetyReport } = await office.did(
        scene.act(office, report, { text: 'Talk to the aerodrome', ownerUserId: marc.userId, dueDate: day(-1) }),
      )
      const read = await scene.read(
        office,
        report,
        `authorityReference codeList { code label isOwn } initialRisk { index band } residualRisk { index band }
        actionList { text owner { name } isOverdue completedAt }`,
      )
      assert.deepEqual(
        { ...read, safetyReportId: undefined, version: undefined },
        {
          safetyReportId: undefined,
          version: undefined,
          authorityReference: 'BAZL-4711',
          codeList: [
            { code: 'RI', label: 'Runway incursion', isOwn: false },
            { code: 'APR', label: 'Approach', isOwn: false },
          ],
          initialRisk: { index: '4B', band: 'TOLERABLE' },
          residualRisk: { index: '4A', band: 'ACCEPTABLE' },
          actionList: [{ text: 'Talk to the aerodrome', owner: { name: 'Marc' }, isOverdue: true, completedAt: null }],
        },
      )
      assert.deepEqual(await office.refusal(scene.set(office, await now(), 'CLOSED')), ['NOT_ALLOWED'])
      const [action] = safetyReport.actionList
      const done = { completedAt: scene.occurredAt(0), effectiveness: 'A stop bar since' }
      await office.did(scene.changeAction(office, await now(), action.safetyActionId, done))
    })

    test('it asks the reporter, who answers without a name, and reads the verdict at the end', async () => {
      await office.did(scene.ask(office, report, 'Which colour had the vehicle?'))
      await scene.captain.did(scene.answer(scene.captain, report, 'Yellow.'))
      const { conversation } = await scene.read(
        office,
        report,
        'conversation { messageList { nodeList { from author text } } }',
      )
      assert.deepEqual(conversation.messageList.nodeList, [
        { from: 'SAFETY_OFFICE', author: 'SafeWing', text: 'Which colour had the vehicle?' },
        { from: 'REPORTER', author: null, text: 'Yellow.' },
      ])
      const duties = `query ($i: IntervalInput!) { dutyList(filter: { interval: $i }) { nodeList { actualEndAt } }
        journeyLogList(filter: { interval: $i }) { nodeList { status } } }`
      const interval = { from: new Date(server.clock.now() - 3 * DAY).toISOString(), to: scene.occurredAt(0) }
      assert.ok((await office.ask(duties, { i: interval })).dutyList.nodeList.length > 0)
      await office.did(scene.update(office, await now(), { feedback: 'There is a stop bar now. Thank you.' }))
      await office.did(scene.set(office, await now(), 'CLOSED'))
      const own = await scene.readOwn(
        scene.captain,
        report,
        'status title narrative feedback messageList { from author text }',
      )
      assert.deepEqual(
        [own.status, own.feedback, own.messageList.map(({ from }: Data) => from)],
        ['CLOSED', 'There is a stop bar now. Thank you.', ['SAFETY_OFFICE', 'REPORTER']],
      )
      assert.match(own.narrative, /^A vehicle crossed while we were on short final/, 'one’s own words stay')
    })

    test('one step outside is refused: scopes, steps of others, what is over, and what another person sent (threats row 325)', async () => {
      for (const text of [
        '{ contactList { nodeList { name } } }',
        '{ mySafetyReportList { nodeList { title } } }',
        `mutation { flightUpdate(input: { flightId: "${flight.flightId}", paxCount: 1 }, expectedVersion: 1) { ${ERRORS} } }`,
        `mutation { journeyLogSave(input: { flightId: "${flight.flightId}" }) { ${ERRORS} } }`,
        '{ travelDocumentList(filter: {}) { nodeList { number } } }',
      ]) {
        const { errors } = await office.body(text)
        assert.equal(errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE', text)
      }
      assert.deepEqual(await office.refusal(scene.update(office, await now(), { title: 'Other' })), ['LOCKED'])
      assert.deepEqual(await office.refusal(scene.set(office, await now(), 'UNDER_REVIEW')), ['REASON_NEEDED'])
      await office.did(scene.set(office, await now(), 'UNDER_REVIEW', 'The stop bar failed'))
      assert.deepEqual(await office.refusal(scene.set(office, await now(), 'WITHDRAWN')), ['ILLEGAL_TRANSITION'])
      const own = await scene.readOwn(scene.captain, report, 'status')
      assert.deepEqual(await scene.captain.refusal(scene.setOwn(scene.captain, own)), ['ILLEGAL_TRANSITION'])
      const { officer } = scene
      assert.equal(await scene.readOwn(officer, report, 'title'), null)
      assert.deepEqual(await officer.refusal(scene.setOwn(officer, own)), ['NOT_FOUND'])
      assert.deepEqual(await officer.refusal(scene.answer(officer, report, 'Me?')), ['NOT_FOUND'])
      const { errors } = await officer.body('{ safetyReportList { nodeList { title } } }')
      assert.equal(errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE')
    })
  })
}
