/**
 * A reporter who is not to be known cannot be found (data §11.2, threats rows 326 and 359 to 362): everything that the
 * store, the log, the traces and the metrics have is read before and after a report, and is the same whoever sent it.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { SYSTEM } from '../../src/domain/versioned.ts'
import { doHeldActs } from '../../src/services/operations/safety/held-acts.ts'
import { addPerson, type Person } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { DocumentSender, PDF } from '../support/document-files.ts'
import type { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type Data, ERRORS, SAFETY_MANAGEMENT, SafetyScene } from '../support/safety-scene.ts'
import { runCommand } from '../support/server-process.ts'
import { soon } from '../support/soon.ts'
import { preparedPlace, startServer, storesFor, type TestServer } from '../support/test-server.ts'
import { TraceCollector } from '../support/trace-collector.ts'

after(stopOwnPostgres)

const HOUR = 3_600_000
/** Those with nothing of an operator in them. */
const REFERENCE = /^(airport|aircraft_type|runway|type_rating|sqlite_|migration)/

type Rows = ReadonlyMap<string, readonly string[]>

/** Every row of every table, as the host could list it. */
const everything = async ({ world }: TestServer): Promise<Rows> => {
  const { db, kind } = world.storage.platform
  const tables =
    kind === 'sqlite'
      ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
      : await sql<{ name: string }>`select table_name as name from information_schema.tables
          where table_schema = 'public'`.execute(db)
  const found = new Map<string, readonly string[]>()
  for (const { name } of tables.rows.filter(({ name }) => !REFERENCE.test(name))) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db)
    found.set(
      name,
      rows.map((row) => JSON.stringify(row)),
    )
  }
  return found
}

const metric = async ({ app }: TestServer, name: string): Promise<number> => {
  const found = (await app.readMetrics()).matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))
  return [...found].reduce((sum, [, value]) => sum + Number(value), 0)
}

/** Everything that was counted so far is in the store: the second that ends from now on began from now on. */
const counted = async (server: TestServer): Promise<void> => {
  const written = await metric(server, 'airside_usage_flushes_total')
  await soon('counts are written', async () => (await metric(server, 'airside_usage_flushes_total')) >= written + 2)
}

/** The rows that are new or differ, by table. */
const since = (earlier: Rows, later: Rows): Record<string, string[]> => {
  const news = [...later].map(([name, rows]): [string, string[]] => {
    const known = new Set(earlier.get(name))
    return [name, rows.filter((row) => !known.has(row))]
  })
  return Object.fromEntries(news.filter(([, rows]) => rows.length > 0).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Without ids that were drawn by lot, numbers and times. */
const shapeOf = (news: Record<string, string[]>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(news).map(([name, rows]) => [
      name,
      rows.map((row) => row.replaceAll(/\b([a-z]{2,4})_\w{20}\b/g, '$1').replaceAll(/\d+/g, '0')).sort(),
    ]),
  )

const KEY = 'e2f6c1d0-7f2b-4a51-9c1e-0123456789'
const TEXT = { title: 'We were too tired', narrative: 'Third early start in a row, and nobody listened.' }

for (const store of storesFor('record')) {
  describe(`a reporter who is not to be known (${store})`, () => {
    const collector = new TraceCollector()
    let server: TestServer
    let scene: SafetyScene
    let office: Integration
    let flight: Data

    before(async () => {
      const place = await preparedPlace(store)
      const environment = {
        ...place.environment,
        OTEL_EXPORTER_OTLP_ENDPOINT: await collector.listen(),
        OTEL_BSP_SCHEDULE_DELAY: '20',
      }
      server = (await startServer(store, { ...place, environment })).at(place)
      scene = await SafetyScene.open(server, SAFETY_MANAGEMENT)
      office = scene.office
      flight = await scene.flights.closed({ daysAgo: 1 })
      // The first of an operator makes the key of its numbers.
      await scene.sent(scene.captain)
      await latest('status')
      // What a request draws of its budget is good for seconds: on a slow machine another request would draw again.
      server.clock.standStill()
    })
    after(async () => {
      await server.close()
      collector.close()
    })

    /** What is due at the next full hour is done; the clock goes back, because tokens live for less. */
    const fullHour = async (): Promise<void> => {
      const ahead = (HOUR - (server.clock.now() % HOUR)) / 1000 + 1
      server.clock.advanceSeconds(ahead)
      const around = { world: server.world, publicUrl: server.config.publicUrl }
      while (await server.world.storage.writtenBy(SYSTEM).writePlatform((tx) => doHeldActs(tx, around)));
      server.clock.advanceSeconds(-ahead)
    }
    const input = (more: object = {}): object =>
      scene.input({ ...TEXT, flightId: flight.flightId, confidentiality: 'CONFIDENTIAL', ...more })
    const SEND = `mutation ($input: SafetyReportInput!, $key: String) { mySafetyReportCreate(input: $input, idempotencyKey: $key) {
      safetyReport { safetyReportId } warningList { code } ${ERRORS} } }`
    const send = (by: Integration, more: object = {}, key?: string): Promise<Data> =>
      by.change(SEND, { input: input(more), key })
    const known = new Set<string>()
    /** The report that came since this was last asked. */
    const latest = async (fields: string): Promise<Data> => {
      const list = '{ safetyReportList(page: { first: 100 }) { nodeList { safetyReportId } } }'
      const { nodeList } = (await office.ask(list)).safetyReportList
      const [found, ...others] = nodeList.filter(({ safetyReportId }: Data) => !known.has(safetyReportId))
      assert.deepEqual(others, [])
      known.add(found.safetyReportId)
      return scene.read(office, found, fields)
    }

    /** All that a report of one person leaves, at once and at the full hour. */
    const tracesOf = async (sending: () => Promise<Data>) => {
      const ordinary = '{ mySafetyReportList { nodeList { safetyReportId } } }'
      for (const each of [scene.captain, scene.officer]) await each.ask(ordinary)
      await office.ask('{ safetyCodeList { code } }')
      await counted(server)
      const before = await everything(server)
      const lines = server.logged.length
      const done = await sending()
      assert.deepEqual([done.userErrorList, done.safetyReport], [[], null])
      assert.deepEqual(
        done.warningList.map(({ code }: Data) => code),
        ['HELD_UNTIL_FULL_HOUR'],
      )
      assert.deepEqual(server.logged.slice(lines), [], 'the log has a line')
      assert.equal(await metric(server, 'airside_usage_waiting'), 0, 'it is counted')
      const held = await everything(server)
      await fullHour()
      const made = await everything(server)
      return { atOnce: since(before, held), atTheHour: since(held, made) }
    }

    const marksOf = (person: Person): string[] => [
      person.userId,
      person.email,
      flight.flightId,
      scene.flights.fleet.aircraft[0]?.aircraftId ?? '-',
      ...scene.flights.fleet.crew.map(({ crewMemberId }) => crewMemberId),
      TEXT.title,
      TEXT.narrative,
      KEY,
    ]

    test('what a report leaves at once is nothing but the report, and at the hour nothing of its sender (threats row 359)', async () => {
      const { pilot } = scene.flights.grants
      const seen = []
      for (const [by, person] of [
        [scene.captain, pilot],
        [scene.officer, scene.flights.officer],
      ] as const) {
        const { atOnce, atTheHour } = await tracesOf(() => send(by, {}, KEY))
        const { safety_held: held = [], idempotency = [], ...others } = atOnce
        assert.deepEqual(others, {}, 'something else tells of it')
        assert.deepEqual([held.length, idempotency.length], [1, 1])
        const { safety_original: originals = [], ...readable } = atTheHour
        assert.equal(originals.length, 1)
        const text = JSON.stringify([idempotency, readable])
        for (const mark of marksOf(person)) assert.ok(!text.includes(mark), `it tells ${mark}`)
        await latest('status')
        seen.push(shapeOf({ idempotency: idempotency.map((row) => row.replaceAll(/[\w-]{43}/g, 'hash')), ...readable }))
      }
      assert.deepEqual(seen[0], seen[1], 'one differs from the other')
    })

    test('nobody’s name is kept of an ANONYMOUS report, and its sender has it no more (threats row 360)', async () => {
      const { pilot } = scene.flights.grants
      const { atOnce, atTheHour } = await tracesOf(() =>
        send(scene.captain, { confidentiality: 'ANONYMOUS' }, `${KEY}-anonymous`),
      )
      const text = JSON.stringify([atOnce, atTheHour])
      for (const mark of [pilot.userId, pilot.email, KEY]) assert.ok(!text.includes(mark), `it tells ${mark}`)
      const report = await latest('confidentiality original { reporter { name } narrative }')
      assert.deepEqual(
        [report.confidentiality, report.original],
        ['ANONYMOUS', { reporter: null, narrative: TEXT.narrative }],
      )
      assert.equal(await scene.readOwn(scene.captain, report, 'title'), null)
      assert.deepEqual(await office.refusal(scene.ask(office, report, 'Who are you?')), ['NOT_ALLOWED'])
    })

    test('a file sent along leaves its bytes and nothing of its sender, at once, at the hour and when they fetch it (threats row 374)', async () => {
      const { pilot } = scene.flights.grants
      const content = Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(200_000, 'x'), Buffer.from('\n%%EOF')])
      const seen = []
      for (const [by, person] of [
        [scene.captain, pilot],
        [scene.officer, scene.flights.officer],
      ] as const) {
        const sender = new DocumentSender(server.client, by, 'mySafetyUploadStart')
        const { atOnce, atTheHour } = await tracesOf(async () => {
          const uploadIdList = [await sender.uploaded(content)]
          return send(by, { uploadIdList }, `${KEY}-with-a-file-${person.userId}`)
        })
        const {
          safety_held: held = [],
          idempotency = [],
          document_file: files = [],
          document_piece,
          ...others
        } = atOnce
        assert.deepEqual(others, {}, 'something else tells of it')
        assert.deepEqual([held.length, idempotency.length, files.length], [1, 1, 1])
        const { safety_original: originals = [], ...readable } = atTheHour
        assert.equal(originals.length, 1)
        const text = JSON.stringify([idempotency, files, document_piece, readable])
        for (const mark of marksOf(person)) assert.ok(!text.includes(mark), `it tells ${mark}`)
        const report = await latest('status')
        const own = await scene.readOwn(by, report, 'documentList { path }')
        await counted(server)
        const before = await everything(server)
        const lines = server.logged.length
        const headers = { authorization: `Bearer ${by.token}` }
        assert.equal((await sender.fetch(own.documentList[0].path, headers)).body, content.toString())
        assert.deepEqual(server.logged.slice(lines), [], 'the log has a line')
        assert.equal(await metric(server, 'airside_usage_waiting'), 0, 'it is counted')
        assert.deepEqual(since(before, await everything(server)), {}, 'fetching it is noted')
        const unkeyed = (rows: readonly string[]) => rows.map((row) => row.replaceAll(/[\w-]{43}/g, 'hash'))
        seen.push(shapeOf({ idempotency: unkeyed(idempotency), files: unkeyed(files), ...readable }))
      }
      assert.deepEqual(seen[0], seen[1], 'one differs from the other')
    })

    test('from the console it leaves no more', async () => {
      const { at } = scene.flights.grants
      const jo = await addPerson(server, at, 'Jo', ['CREW'])
      const console = await ConsoleClient.signIn(server, at, jo)
      await console.data('{ mySafetyReportList { nodeList { safetyReportId } } }')
      const more = { input: scene.input({ ...TEXT, confidentiality: 'CONFIDENTIAL' }), key: KEY }
      const { atOnce, atTheHour } = await tracesOf(() => console.done('mySafetyReportCreate', SEND, more))
      assert.deepEqual(Object.keys(atOnce), ['idempotency', 'safety_held'])
      const { safety_original: _, ...readable } = atTheHour
      assert.ok(!JSON.stringify([atOnce.idempotency, readable]).includes(jo.userId))
      await latest('status')
    })

    test('an administrator reads of no person’s application which of its tokens was made just now (threats row 359)', async () => {
      const admin = new ConsoleClient(server.client, scene.flights.grants.browser)
      const { addOnList } = await admin.data(`{ addOnList { personCount lastUsedAt
        tokenGaugeList { active } fullestGauge { active } usage(period: DAY) { tokenCount highestActiveTokens } } }`)
      const personal = addOnList.filter(({ personCount }: Data) => personCount !== null)
      assert.ok(personal.length > 0)
      for (const { lastUsedAt, tokenGaugeList, fullestGauge, usage } of personal) {
        assert.deepEqual(
          { tokenGaugeList, fullestGauge, ...usage },
          { tokenGaugeList: [], fullestGauge: null, tokenCount: 0, highestActiveTokens: 0 },
        )
        assert.match(lastUsedAt ?? 'T00:00:00Z', /T00:00:00Z$/)
      }
      assert.ok(
        addOnList.some(({ tokenGaugeList }: Data) => tokenGaugeList.length > 0),
        'the safety office’s is told',
      )
    })

    test('the host reads by the day alone when a person and their applications were there (threats row 359)', async () => {
      const { at, pilot } = scene.flights.grants
      const { operatorId, environment } = at.tenant
      const read = async (...words: string[]) => {
        const where = ['--operator', operatorId, '--environment', environment, '--json']
        return JSON.parse(await runCommand([...words, ...where], server.place.environment))
      }
      const { sessions, connections } = await read('user', 'show', '--email', pilot.email)
      assert.ok(sessions.length > 0 && connections.length > 0)
      const listed = (await read('user', 'list')).find(({ email }: Data) => email === pilot.email)
      const { refresh_tokens } = await read('grant', 'show', connections[0].grant_id)
      assert.ok(refresh_tokens.length > 0)
      const told = [
        listed.last_seen,
        ...sessions.map(({ last_seen }: Data) => last_seen),
        ...connections.map(({ last_used_at }: Data) => last_used_at ?? listed.last_seen),
        ...refresh_tokens.flatMap(({ created_at, last_used_at, expires_at }: Data) =>
          [created_at, last_used_at, expires_at].filter((time) => time !== null),
        ),
      ]
      for (const day of told) assert.match(day, /^\d{4}-\d\d-\d\d$/)
    })

    test('no span of such a request is sent', async () => {
      const query = `query ThisOne { mySafetyReportList { nodeList { safetyReportId } } }`
      await scene.captain.ask(query)
      await office.ask('query Afterwards { safetyCodeList { code } }')
      await collector.until(() => collector.spans.find(({ name }) => name === 'query Afterwards'))
      const told = collector.spans.filter(({ name }) => /ThisOne|mySafety/.test(name))
      assert.deepEqual(told, [])
      assert.ok(!JSON.stringify(collector.bodies).includes('safety_held (') || store === 'sqlite')
    })

    test('what happened within the running hour is kept as that hour, so that no minute leads to who was there (threats row 359)', async () => {
      const now = server.clock.now()
      const hour = new Date(now - (now % 3_600_000)).toISOString()
      await send(scene.captain, { occurredAt: new Date(now).toISOString() })
      await fullHour()
      const { original } = await latest('original { occurredAt }')
      assert.equal(Date.parse(original.occurredAt), Date.parse(hour))
    })

    test('the safety office reads what happened and not to whom; the original is opened with a right of its own, and audited (threats row 361)', async () => {
      await send(scene.captain)
      await fullHour()
      const read = await latest(
        `title narrative occurredAt occurredOn flightId aircraftId dutyId airport { iCAO } reporter { name }
        createdAt createdBy { kind } versionList { at } original { title narrative flightId reporter { userId name email } submittedAt }`,
      )
      assert.deepEqual(
        [read.title, read.narrative, read.occurredAt, read.flightId, read.aircraftId, read.airport, read.reporter],
        ['Occurrence, confidential', null, null, null, null, null, null],
      )
      assert.deepEqual([read.createdBy, read.createdAt.slice(10)], [null, 'T00:00:00Z'])
      const { userId, email } = scene.flights.grants.pilot
      const { title, narrative, flightId, reporter } = read.original
      assert.deepEqual({ title, narrative }, TEXT)
      assert.deepEqual([flightId, reporter], [flight.flightId, { userId, name: 'Marc', email }])
      const byFlight = await office.ask(
        'query ($id: ID!) { safetyReportList(filter: { flightId: $id }) { nodeList { safetyReportId } } }',
        { id: flight.flightId },
      )
      assert.deepEqual(byFlight.safetyReportList.nodeList, [])
      const { at } = scene.flights.grants
      const admin = new ConsoleClient(server.client, scene.flights.grants.browser)
      const { auditEntryList } = await admin.data(
        '{ auditEntryList(page: { first: 20, isDescending: true }) { nodeList { action subjectId } } }',
      )
      assert.ok(
        auditEntryList.nodeList.some(
          ({ action, subjectId }: Data) =>
            action === 'safety-report.original-opened' && subjectId === read.safetyReportId,
        ),
      )
      const { errors } = (await admin.ask('{ safetyReportList { nodeList { original { narrative } } } }')).json<Data>()
      assert.deepEqual(errors[0].extensions.missingScopes, ['safety:reporter:read'])
      await assert.rejects(at.createKey('safety:read safety:reporter:read'), /for people of the safety office/)
    })

    test('the reporter of a CONFIDENTIAL one follows it, answers and withdraws at the full hour, and no feed is theirs', async () => {
      await send(scene.officer)
      await fullHour()
      const report = await latest('status')
      await office.did(scene.ask(office, report, 'How many hours had you slept?'))
      const { officer } = scene
      const own = await scene.readOwn(officer, report, 'title messageList { text }')
      assert.deepEqual([own.title, own.messageList.length], [TEXT.title, 1])
      await officer.did(scene.answer(officer, report, 'Four.'))
      const messages = 'conversation { messageList { nodeList { text at author } } } status'
      assert.equal((await scene.read(office, report, messages)).conversation.messageList.nodeList.length, 1)
      const { warningList } = await officer.did(scene.setOwn(officer, own))
      assert.deepEqual(await officer.did(scene.setOwn(officer, own)).then((twice) => twice.warningList), warningList)
      const { db } = server.world.storage.tenant(scene.flights.grants.at.tenant.tenantId)
      const waiting = await db.selectFrom('safety_held').select('act').execute()
      assert.equal(waiting.filter(({ act }) => act.includes('WITHDRAWAL')).length, 1, 'sent twice it is one act')
      await fullHour()
      const after = await scene.read(office, report, messages)
      const answer = after.conversation.messageList.nodeList[1]
      assert.deepEqual([answer.text, answer.author, after.status], ['Four.', null, 'WITHDRAWN'])
      const { changeList } = await officer.ask(
        '{ changeList(first: 500, entityList: [MY_SAFETY_REPORT]) { nodeList { entityId } } }',
      )
      assert.deepEqual(changeList.nodeList, [])
    })

    test('one person sends five ANONYMOUS ones an hour, and the limit of all is told to nobody who only tries (threats row 367)', async () => {
      const anonymous = { confidentiality: 'ANONYMOUS' }
      const codes = async (by: Integration, more: object): Promise<string[]> =>
        (await send(by, { ...anonymous, ...more })).userErrorList.map(({ code }: Data) => code)
      const answers = []
      for (let sent = 0; sent < 6; sent++) answers.push((await codes(scene.officer, { flightId: null })).join())
      assert.deepEqual([answers[0], answers.at(-1)], ['', 'LIMIT_EXCEEDED'])
      assert.deepEqual(await codes(scene.officer, { flightId: 'flt_x' }), ['NOT_FOUND'])
      await fullHour()
    })

    test('is sent in a request of its own with a long key, and once under it (threats row 362)', async () => {
      const mixed = `mutation ($input: SafetyReportInput!) { mySafetyReportCreate(input: $input) { ${ERRORS} }
        again: mySafetyReportCreate(input: $input) { ${ERRORS} } }`
      const both = await scene.captain.ask(mixed, { input: input() })
      assert.deepEqual([both.mySafetyReportCreate.userErrorList, both.again.userErrorList], [[], []])
      const { at } = scene.flights.grants
      const person = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Lea', ['CREW']))
      const beside = `mutation ($input: SafetyReportInput!) { mySafetyReportCreate(input: $input) { ${ERRORS} }
        noticeQuiet(noticeId: "none") { ${ERRORS} } }`
      const [refused] = await person.refused('mySafetyReportCreate', beside, {
        input: scene.input({ ...TEXT, confidentiality: 'CONFIDENTIAL' }),
      })
      assert.equal(refused?.code, 'NOT_ALLOWED')
      assert.deepEqual(await scene.captain.refusal(send(scene.captain, {}, 'once')), ['VALIDATION'])
      const more = { occurredAt: scene.occurredAt() }
      const key = `${KEY}-another`
      const count = async () => (await everything(server)).get('safety_held')?.length
      const first = await send(scene.captain, more, key)
      const waiting = await count()
      assert.deepEqual(await send(scene.captain, more, key), first)
      assert.equal(await count(), waiting)
    })
  })
}
