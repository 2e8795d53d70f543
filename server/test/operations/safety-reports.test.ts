/** Safety reports: who enters them, their bounds, codes, risk and clocks (data §11, threats rows 325 and 326). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ACTORS, type ActingAs } from '../../src/domain/operations/acting-as.ts'
import { ICAO_MATRIX } from '../../src/domain/operations/safety/risk.ts'
import { clocksOf } from '../../src/domain/operations/safety/safety-clocks.ts'
import { SAFETY_LIFE_CYCLE, SAFETY_STATUSES } from '../../src/domain/operations/safety/safety-report.ts'
import { stepsOf } from '../../src/domain/operations/step.ts'
import { giveReminders } from '../../src/services/operations/reminders/give-reminders.ts'
import { MAX_WAITING_REPORTS } from '../../src/services/operations/safety/own-reports.ts'
import { addPerson } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type Data, ERRORS, SafetyScene } from '../support/safety-scene.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

test('clocks count from when the organisation knew: 72 hours for MANDATORY ones, 30 days, three months', () => {
  const clocksFrom = (awareAt: string, legalType = 'MANDATORY') =>
    Object.values(clocksOf({ awareAt: Date.parse(awareAt), legalType })).map(
      (time) => time && new Date(time).toISOString(),
    )
  assert.deepEqual(clocksFrom('2026-11-30T16:40:00Z'), [
    '2026-12-03T16:40:00.000Z',
    '2026-12-30T16:40:00.000Z',
    '2027-02-28T16:40:00.000Z',
  ])
  assert.deepEqual(clocksFrom('2026-10-10T00:00:00Z', 'VOLUNTARY'), [
    null,
    '2026-11-09T00:00:00.000Z',
    '2027-01-10T00:00:00.000Z',
  ])
})

test('the first matrix is that of ICAO Doc 9859: six cells are not acceptable, seven acceptable', () => {
  const bands = Map.groupBy(ICAO_MATRIX.cellList, ({ band }) => band)
  const called = (band: string) => bands.get(band)?.map(({ index }) => index)
  assert.deepEqual(called('NOT_ACCEPTABLE'), ['3E', '4D', '4E', '5C', '5D', '5E'])
  assert.deepEqual(called('ACCEPTABLE'), ['1A', '1B', '1C', '2A', '2B', '3A', '4A'])
  assert.equal(ICAO_MATRIX.cellList.length, 25)
})

test('the life cycle has these steps, for these actors, and no other', () => {
  const all = SAFETY_STATUSES.flatMap((from) =>
    SAFETY_STATUSES.flatMap((to) =>
      ACTORS.flatMap((actor: ActingAs) =>
        stepsOf(SAFETY_LIFE_CYCLE, { from, to, by: 'set' }, actor).map(() => `${actor}: ${from} ${to}`),
      ),
    ),
  )
  const office = ['SUBMITTED UNDER_REVIEW', 'UNDER_REVIEW ACTION_REQUIRED', 'UNDER_REVIEW CLOSED']
  const steps = [...office, 'ACTION_REQUIRED CLOSED', 'CLOSED UNDER_REVIEW']
  const expected = steps.flatMap((step) => [`operator: ${step}`, `safety-office: ${step}`])
  assert.deepEqual(
    all.sort(),
    [
      ...expected,
      ...['SUBMITTED WITHDRAWN', 'DRAFT SUBMITTED', 'DRAFT WITHDRAWN'].map((step) => `person: ${step}`),
    ].sort(),
  )
})

for (const store of storesFor('record')) {
  describe(`safety reports (${store})`, () => {
    const { test, testOnBoth } = testsOn(store)
    let server: TestServer
    let scene: SafetyScene
    let office: Integration

    before(async () => {
      server = await startServer(store)
      scene = await SafetyScene.open(server)
      office = scene.office
    })
    after(() => server.close())

    testOnBoth('is sent once under a key, and one’s own are listed newest first', async () => {
      const occurredAt = scene.occurredAt()
      const { safetyReport: first } = await scene.officer.did(scene.send(scene.officer, { occurredAt }, 'once'))
      const { safetyReport: again } = await scene.officer.did(scene.send(scene.officer, { occurredAt }, 'once'))
      assert.deepEqual(again, first)
      server.clock.advanceSeconds(60)
      const later = await scene.sent(scene.officer, { title: 'Later' })
      const { mySafetyReportList } = await scene.officer.ask(
        '{ mySafetyReportList(page: { first: 2 }) { nodeList { safetyReportId } } }',
      )
      assert.deepEqual(
        mySafetyReportList.nodeList.map(({ safetyReportId }: Data) => safetyReportId),
        [later.safetyReportId, first.safetyReportId],
      )
    })

    test('what was sent to the authority by law is not withdrawn', async () => {
      const report = await scene.sent(scene.captain, { legalType: 'MANDATORY' })
      await office.did(scene.update(office, report, { reportedToAuthorityAt: scene.occurredAt(0) }))
      const own = await scene.readOwn(scene.captain, report, 'status')
      assert.deepEqual(await scene.captain.refusal(scene.setOwn(scene.captain, own)), ['LOCKED'])
      const other = await scene.sent(scene.captain)
      const { safetyReport } = await scene.captain.did(scene.setOwn(scene.captain, other))
      assert.equal(safetyReport.status, 'WITHDRAWN')
      assert.deepEqual(await office.refusal(scene.set(office, safetyReport, 'UNDER_REVIEW')), ['ILLEGAL_TRANSITION'])
    })

    testOnBoth(
      'what the safety office has coded or assessed is not withdrawn although it is SUBMITTED (threats row 282)',
      async () => {
        for (const work of [
          { codeList: [{ list: 'CATEGORY', code: 'RI' }] },
          { initialRisk: { severity: 2, likelihood: 2 } },
          { investigation: 'We asked the tower.' },
          { feedback: 'Thank you.' },
          { narrative: 'Written anew by the office.' },
          { authorityReference: 'CH-2026-1' },
        ]) {
          const report = await scene.sent(scene.captain)
          await office.did(scene.update(office, report, work))
          const own = await scene.readOwn(scene.captain, report, 'status')
          assert.equal(own.status, 'SUBMITTED')
          assert.deepEqual(
            await scene.captain.refusal(scene.setOwn(scene.captain, own)),
            ['LOCKED'],
            `${Object.keys(work)}`,
          )
        }
      },
    )

    testOnBoth(
      'the safety office is told of a MANDATORY report once, without reporter and title, and not of many a day (threats row 265)',
      async () => {
        const { at } = scene.flights.grants
        const chief = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Vera', ['SAFETY']))
        const sender = await scene.flights.connect(await addPerson(server, at, 'Pia', ['CREW']), 'own:safety')
        const told = async (): Promise<Data[]> => {
          const { noticeList } = await chief.data(
            '{ noticeList(page: { first: 50 }) { nodeList { kind title text place } } }',
          )
          return noticeList.nodeList.filter(({ kind }: Data) => kind === 'MANDATORY_REPORT')
        }
        const before = (await told()).length
        await scene.sent(sender, { legalType: 'VOLUNTARY' })
        assert.equal((await told()).length, before)
        const { reference, safetyReportId } = await scene.sent(sender, {
          legalType: 'MANDATORY',
          title: 'Dark stop bar',
        })
        const [{ title, text, place }] = await told()
        assert.equal(title, `A mandatory safety report came: ${reference}`)
        assert.match(text, /^The authority has to know by \d+ \w+ \d{4} \d\d:\d\dZ/)
        assert.equal(place, `/safety?open=${safetyReportId}`)
        assert.doesNotMatch(`${title} ${text}`, /Pia|Dark stop bar/)
        for (let many = 0; many < 12; many += 1) await scene.sent(sender, { legalType: 'MANDATORY' })
        assert.equal((await told()).length, before + 10)
        await office.did(scene.enter(office, { legalType: 'MANDATORY' }))
        assert.equal((await told()).length, before + 11)
      },
    )

    test('a report from outside has no reporter, and nobody to write to', async () => {
      const { safetyReport } = await office.did(scene.enter(office, { airport: 'LSZH' }))
      const read = await scene.read(office, safetyReport, 'reporter { name } airport { iCAO }')
      assert.deepEqual([read.reporter, read.airport], [null, { iCAO: 'LSZH' }])
      assert.deepEqual(await office.refusal(scene.ask(office, safetyReport, 'Hello?')), ['NOT_ALLOWED'])
    })

    test('unknown codes, places beside the matrix, other people’s flights and times ahead are refused at their field', async () => {
      const report = await scene.sent(scene.captain)
      const refusals = async (payload: Promise<Data>) =>
        (await payload).userErrorList.map(({ code, path }: Data) => `${code} ${path.join('.')}`)
      const update = (input: object) => refusals(scene.update(office, report, input))
      assert.deepEqual(await update({ codeList: [{ list: 'PHASE', code: 'RI' }] }), ['VALIDATION input.codeList.0'])
      assert.deepEqual(await update({ initialRisk: { severity: 6, likelihood: 1 } }), ['VALIDATION input.initialRisk'])
      assert.deepEqual(await update({ linkedReportIdList: [report.safetyReportId] }), [
        'NOT_FOUND input.linkedReportIdList.0',
      ])
      const strange = await scene.flights.flown({ daysAgo: 3, crewList: [] })
      const send = (more: object) => refusals(scene.send(scene.captain, more))
      assert.deepEqual(await send({ flightId: strange.flightId }), ['NOT_FOUND input.flightId'])
      assert.deepEqual(await send({ dutyId: 'dty_none' }), ['NOT_FOUND input.dutyId'])
      const unsigned = { confidentiality: 'ANONYMOUS', dutyId: 'dty_none' }
      assert.deepEqual(await send(unsigned), ['NOT_ALLOWED input.dutyId'])
      assert.deepEqual(await send({ aircraftId: 'acf_none' }), ['NOT_FOUND input.aircraftId'])
      assert.deepEqual(await send({ occurredAt: scene.occurredAt(-1) }), ['IMPLAUSIBLE input.occurredAt'])
      assert.deepEqual(await send({ narrative: 'x'.repeat(20_001) }), ['VALIDATION input.narrative'])
      const action = { text: 'Do it', ownerUserId: 'usr_none', dueDate: '2027-01-01' }
      assert.deepEqual(await refusals(scene.act(office, report, action)), ['NOT_FOUND input.ownerUserId'])
      for (const dueDate of ['0001-01-01', '2001-01-01', '9999-12-31']) {
        const far = scene.act(office, report, { ...action, dueDate })
        assert.deepEqual(await refusals(far), ['IMPLAUSIBLE input.dueDate'], dueDate)
      }
    })

    testOnBoth(
      'codes of one’s own are added, renamed and ended, and a report keeps the words it was given',
      async () => {
        const save = (code: string, more: object = {}) =>
          office.change(
            `mutation ($code: String!, $label: String!, $on: Boolean) {
            safetyCodeSave(list: CAUSE, code: $code, label: $label, isActive: $on) { safetyCode { code label isOwn isActive } ${ERRORS} } }`,
            { code, label: 'Stop bar out', on: true, ...more },
          )
        const { safetyCode } = await office.did(save('stop-bar'))
        assert.deepEqual(safetyCode, { code: 'STOP-BAR', label: 'Stop bar out', isOwn: true, isActive: true })
        assert.deepEqual(await office.refusal(save('FATIGUE')), ['NOT_ALLOWED'])
        assert.deepEqual(await office.refusal(save('with space')), ['VALIDATION'])
        const report = await scene.sent(scene.captain)
        const codeList = [{ list: 'CAUSE', code: 'STOP-BAR' }]
        const { safetyReport: coded } = await office.did(scene.update(office, report, { codeList }))
        await office.did(save('STOP-BAR', { label: 'Stop bar', on: false }))
        const { safetyReport: kept } = await office.did(
          scene.update(office, coded, { codeList, investigation: 'Seen' }),
        )
        assert.deepEqual((await scene.read(office, kept, 'codeList { label }')).codeList, [{ label: 'Stop bar out' }])
        const other = await scene.sent(scene.captain)
        assert.deepEqual(await office.refusal(scene.update(office, other, { codeList })), ['VALIDATION'])
      },
    )

    testOnBoth('the risk matrix is set as a whole at its version, and what was assessed keeps its words', async () => {
      const report = await scene.sent(scene.captain)
      const { safetyReport } = await office.did(
        scene.update(office, report, { initialRisk: { severity: 2, likelihood: 1 } }),
      )
      const set = (cellList: readonly object[], version: number) =>
        office.change(
          `mutation ($input: RiskMatrixInput!, $v: Int!) { riskMatrixSet(input: $input, expectedVersion: $v) { riskMatrix { version } ${ERRORS} } }`,
          { input: { severityList: ['Small', 'Big'], likelihoodList: ['Rare', 'Often'], cellList }, v: version },
        )
      const cells = [1, 2].flatMap((severity) =>
        [1, 2].map((likelihood) => ({ severity, likelihood, index: `${severity}/${likelihood}`, band: 'LOOK' })),
      )
      assert.deepEqual(await office.refusal(set(cells.slice(1), 0)), ['VALIDATION'])
      assert.deepEqual(await office.refusal(set([...cells.slice(1), { ...cells[1] }], 0)), ['VALIDATION'])
      assert.equal((await office.did(set(cells, 0))).riskMatrix.version, 1)
      assert.deepEqual(await office.refusal(set(cells, 0)), ['STALE_VERSION'])
      const residualRisk = { severity: 2, likelihood: 2 }
      await office.did(scene.update(office, safetyReport, { residualRisk }))
      const read = await scene.read(office, report, 'initialRisk { index band } residualRisk { index band }')
      assert.deepEqual(
        [read.initialRisk, read.residualRisk],
        [
          { index: '2A', band: 'ACCEPTABLE' },
          { index: '2/2', band: 'LOOK' },
        ],
      )
      const { riskMatrix } = await office.ask('{ riskMatrix { severityList version } }')
      assert.deepEqual(riskMatrix, { severityList: ['Small', 'Big'], version: 1 })
    })

    test('an administrator and the safety office work with reports in the console, others send and follow their own', async () => {
      const { at } = scene.flights.grants
      const safety = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Claudia', ['SAFETY']))
      const crew = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Jo', ['CREW']))
      const text = `mutation ($input: SafetyReportInput!) { mySafetyReportCreate(input: $input) {
        safetyReport { safetyReportId version } ${ERRORS} } }`
      const { safetyReport } = await crew.done('mySafetyReportCreate', text, { input: scene.input() })
      const { mySafetyReportList } = await crew.data('{ mySafetyReportList { nodeList { safetyReportId title } } }')
      assert.deepEqual(mySafetyReportList.nodeList, [
        { safetyReportId: safetyReport.safetyReportId, title: 'Vehicle on the runway' },
      ])
      await safety.done(
        'safetyReportStatusSet',
        `mutation ($id: ID!) { safetyReportStatusSet(safetyReportId: $id, status: UNDER_REVIEW, expectedVersion: 1) { ${ERRORS} } }`,
        { id: safetyReport.safetyReportId },
      )
      const list = '{ safetyReportList { nodeList { safetyReportId } } }'
      const { errors } = (await crew.ask(list)).json<Data>()
      assert.equal(errors[0].extensions.code, 'INSUFFICIENT_SCOPE')
      const key = await Integration.of(at, 'safety:read')
      assert.ok((await key.ask(list)).safetyReportList.nodeList.length > 0)
    })

    const look = async (): Promise<void> => {
      while (await server.world.storage.writePlatform(giveReminders));
    }
    const reminded = async ({ safetyReportId }: Data): Promise<Data[]> => {
      const reader = await Integration.of(scene.flights.grants.at, 'safety:read')
      const query =
        '{ changeList(first: 500, entityList: [SAFETY_REPORT]) { nodeList { entityId kind reminder dueAt } } }'
      const { changeList } = await reader.ask(query)
      return changeList.nodeList
        .filter((each: Data) => each.kind === 'REMINDER' && each.entityId === safetyReportId)
        .map((each: Data) => [each.reminder, each.dueAt])
    }

    testOnBoth(
      'the feed reminds of what is due at the authority in a day, and not of what was sent or is by choice',
      async () => {
        const began = server.clock.now()
        const due = await scene.sent(scene.captain, { legalType: 'MANDATORY' })
        const voluntary = await scene.sent(scene.captain)
        const sent = await scene.sent(scene.captain, { legalType: 'MANDATORY' })
        await scene.office.did(scene.update(scene.office, sent, { reportedToAuthorityAt: scene.occurredAt(0) }))
        server.clock.advanceSeconds(47 * 3600)
        await look()
        assert.deepEqual(await reminded(due), [])
        server.clock.advanceSeconds(2 * 3600)
        await look()
        await look()
        assert.deepEqual(
          (await reminded(due)).map(([kind]) => kind),
          ['AUTHORITY_REPORT_DUE'],
        )
        assert.deepEqual([await reminded(voluntary), await reminded(sent)], [[], []])
        server.clock.advanceSeconds((began - server.clock.now()) / 1000)
      },
    )

    testOnBoth(
      'the feed reminds of actions once their day has passed, those of one day once, and of none that is done',
      async () => {
        const began = server.clock.now()
        const dayIn = (days: number): string => new Date(began + days * 86_400_000).toISOString().slice(0, 10)
        const action = (dueDate: string) => ({
          text: 'Paint the line anew',
          ownerUserId: scene.flights.grants.pilot.userId,
          dueDate,
        })
        const report = await scene.sent(scene.captain)
        for (const days of [2, 2, 3]) await scene.office.did(scene.act(scene.office, report, action(dayIn(days))))
        const { safetyReport } = await scene.office.did(scene.act(scene.office, report, action(dayIn(4))))
        const doneId = safetyReport.actionList.at(-1).safetyActionId
        await scene.office.did(
          scene.changeAction(scene.office, safetyReport, doneId, { completedAt: scene.occurredAt(0) }),
        )
        await look()
        assert.deepEqual(await reminded(report), [], 'not on the day itself')
        server.clock.advanceSeconds(3 * 86_400)
        await look()
        await look()
        assert.deepEqual(await reminded(report), [['ACTION_OVERDUE', `${dayIn(3)}T00:00:00Z`]])
        server.clock.advanceSeconds(2 * 86_400)
        await look()
        assert.deepEqual(
          (await reminded(report)).map(([, dueAt]) => dueAt),
          [`${dayIn(3)}T00:00:00Z`, `${dayIn(4)}T00:00:00Z`],
        )
        server.clock.advanceSeconds((began - server.clock.now()) / 1000)
      },
    )

    testOnBoth(
      'who sent a report reads in their feed what became of it, and nobody else does (threats row 352)',
      async () => {
        const report = await scene.sent(scene.captain)
        const told = async (by: Integration): Promise<Data[]> => {
          const query =
            '{ changeList(first: 500, entityList: [MY_SAFETY_REPORT]) { nodeList { entityId kind fieldList } } }'
          const { nodeList } = (await by.ask(query)).changeList
          return nodeList
            .filter(({ entityId }: Data) => entityId === report.safetyReportId)
            .map(({ kind, fieldList }: Data) => [kind, fieldList])
        }
        const { safetyReport } = await office.did(scene.update(office, report, { investigation: 'Told by the tower' }))
        const { safetyReport: taken } = await office.did(scene.set(office, safetyReport, 'UNDER_REVIEW'))
        await office.did(scene.ask(office, taken, 'Which way did it drive?'))
        assert.deepEqual(await told(scene.captain), [
          ['CREATED', ['legalType', 'status', 'feedback']],
          ['UPDATED', ['status']],
          ['UPDATED', ['conversation']],
        ])
        assert.deepEqual(await told(scene.officer), [])
      },
    )

    testOnBoth('one person has a bounded number of reports that wait (threats row 325)', async () => {
      const { at } = scene.flights.grants
      const busy = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Busy', ['CREW']))
      const text = `mutation ($input: SafetyReportInput!) { mySafetyReportCreate(input: $input) { ${ERRORS} } }`
      for (let count = 0; count < MAX_WAITING_REPORTS; count++) {
        await busy.done('mySafetyReportCreate', text, { input: scene.input() })
      }
      const [refused] = await busy.refused('mySafetyReportCreate', text, { input: scene.input() })
      assert.equal(refused?.code, 'LIMIT_EXCEEDED')
      // One that is withdrawn stays in the office's list: it makes no room for the next.
      const mine = '{ mySafetyReportList(page: { first: 1 }) { nodeList { safetyReportId version } } }'
      const [own] = (await busy.data(mine)).mySafetyReportList.nodeList
      const withdraw = `mutation ($id: ID!, $v: Int!) { mySafetyReportStatusSet(safetyReportId: $id, status: WITHDRAWN, expectedVersion: $v) { ${ERRORS} } }`
      await busy.done('mySafetyReportStatusSet', withdraw, { id: own.safetyReportId, v: own.version })
      const [again] = await busy.refused('mySafetyReportCreate', text, { input: scene.input() })
      assert.equal(again?.code, 'LIMIT_EXCEEDED')
    })
  })
}
