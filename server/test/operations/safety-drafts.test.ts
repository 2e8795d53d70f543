/** Drafts of safety reports (data §11.9): their writer's alone until they are sent. */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { sql } from 'kysely'
import { HOST } from '../../src/services/audit-trail.ts'
import { removeUser } from '../../src/services/identity/users.ts'
import { removeDocumentsThatAreOver } from '../../src/services/operations/documents/removal.ts'
import { removeDraftsOf } from '../../src/storage/operations/safety/safety-drafts.ts'
import { addPerson } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { DocumentSender, PDF } from '../support/document-files.ts'
import type { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type Data, ERRORS, SafetyScene } from '../support/safety-scene.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const DAY_SECONDS = 86_400
const REPORT = `safetyReport { safetyReportId reference status title sentAt version flightId
  documentList { title path } } ${ERRORS}`
/** What a draft may be found in. */
const ITS_OWN: readonly string[] = ['safety_draft', 'document_file', 'document_piece']

for (const store of storesFor('record')) {
  const { test, testOnBoth } = testsOn(store)

  describe(`drafts of safety reports (${store})`, () => {
    let server: TestServer
    let scene: SafetyScene
    let captain: Integration
    let files: DocumentSender

    before(async () => {
      server = await startServer(store)
      scene = await SafetyScene.open(server)
      captain = scene.captain
      files = new DocumentSender(server.client, captain, 'mySafetyUploadStart')
      await scene.sent(captain)
    })
    after(() => server.close())

    const keep = (by: Integration, more: object = {}): Promise<Data> =>
      by.change(`mutation ($input: SafetyReportInput!) { mySafetyReportCreate(input: $input) { ${REPORT} } }`, {
        input: scene.input({ submit: false, ...more }),
      })
    const kept = async (by: Integration, more: object = {}): Promise<Data> =>
      (await by.did(keep(by, more))).safetyReport
    const change = (by: Integration, { safetyReportId, version }: Data, input: object): Promise<Data> =>
      by.change(
        `mutation ($id: ID!, $input: MySafetyReportUpdateInput!, $v: Int!) {
          mySafetyReportUpdate(safetyReportId: $id, input: $input, expectedVersion: $v) { ${REPORT} } }`,
        { id: safetyReportId, input, v: version },
      )
    const set = (by: Integration, { safetyReportId, version }: Data, status: string): Promise<Data> =>
      by.change(
        `mutation ($id: ID!, $s: SafetyStatus!, $v: Int!) {
          mySafetyReportStatusSet(safetyReportId: $id, status: $s, expectedVersion: $v) { ${REPORT} } }`,
        { id: safetyReportId, s: status, v: version },
      )
    const rows = async (table: string): Promise<Data[]> =>
      (await sql`select * from ${sql.table(table)}`.execute(server.world.storage.platform.db)).rows as Data[]
    const sweep = async (): Promise<void> => {
      while (await server.world.storage.writePlatform(removeDocumentsThatAreOver));
    }
    const ownList = async (by: Integration, page = ''): Promise<Data> =>
      (
        await by.ask(
          `{ mySafetyReportList${page} { nodeList { safetyReportId status title } pageInfo { endCursor hasMore } } }`,
        )
      ).mySafetyReportList

    testOnBoth('is kept, changed and sent by its writer, with its files, and keeps its id', async () => {
      server.clock.advanceSeconds(60)
      const draft = await kept(captain, { title: 'Half a thought', uploadIdList: [await files.uploaded()] })
      assert.deepEqual([draft.status, draft.reference, draft.sentAt, draft.version], ['DRAFT', null, null, 1])
      const [file] = draft.documentList
      const fetched = await files.fetch(file.path, { authorization: `Bearer ${captain.token}` })
      assert.deepEqual([file.title, fetched.body], ['File 1', PDF.toString()])
      const { safetyReport: changed } = await captain.did(
        change(captain, draft, { title: 'A whole thought', uploadIdList: [await files.uploaded()] }),
      )
      assert.deepEqual([changed.title, changed.version, changed.documentList.length], ['A whole thought', 2, 2])
      assert.deepEqual(await captain.refusal(change(captain, draft, { title: 'Late' })), ['STALE_VERSION'])
      assert.deepEqual(await captain.refusal(change(captain, changed, { title: null })), ['VALIDATION'])

      const first = await ownList(captain, '(page: { first: 1 })')
      assert.deepEqual(first.nodeList, [
        { safetyReportId: draft.safetyReportId, status: 'DRAFT', title: 'A whole thought' },
      ])
      const rest = await ownList(captain, `(page: { first: 50, after: "${first.pageInfo.endCursor}" })`)
      assert.ok(rest.nodeList.length > 0)
      assert.ok(rest.nodeList.every((report: Data) => report.safetyReportId !== draft.safetyReportId))
      const oldestFirst = await ownList(captain, '(page: { first: 50, isDescending: true })')
      assert.equal(oldestFirst.nodeList.at(-1).safetyReportId, draft.safetyReportId)

      const { safetyReport: sent } = await captain.did(change(captain, changed, { narrative: 'Now.', submit: true }))
      assert.deepEqual([sent.safetyReportId, sent.status], [draft.safetyReportId, 'SUBMITTED'])
      assert.notEqual(sent.reference, null)
      const read = await scene.read(scene.office, draft, 'title narrative documentList { title }')
      assert.deepEqual([read.title, read.narrative, read.documentList.length], ['A whole thought', 'Now.', 2])
      assert.equal((await rows('safety_draft')).length, 0)

      const another = await kept(captain)
      const { safetyReport } = await captain.did(set(captain, another, 'SUBMITTED'))
      assert.equal(safetyReport.status, 'SUBMITTED')
      assert.deepEqual(await captain.refusal(set(captain, another, 'SUBMITTED')), ['ILLEGAL_TRANSITION'])
    })

    testOnBoth(
      'nobody else learns of it: no row, line, feed or list but its writer’s own (threats row 376)',
      async () => {
        const { kind, db } = server.world.storage.platform
        const tables =
          kind === 'sqlite'
            ? await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(db)
            : await sql<{ name: string }>`select table_name as name from information_schema.tables
              where table_schema = 'public'`.execute(db)
        const names = tables.rows.map(({ name }) => name)
        const watched = names.filter(
          (name) =>
            /^(safety|change|audit|notice|conversation|record_counter|outbox|webhook|external)/.test(name) &&
            !ITS_OWN.includes(name),
        )
        assert.ok(watched.length > 10)
        const everything = async () => {
          const found: [string, string][] = []
          for (const name of watched) found.push([name, JSON.stringify(await rows(name))])
          return found
        }
        const settled = await everything()
        const lines = server.logged.length
        const draft = await kept(captain, { title: 'Nobody knows' })
        await captain.did(change(captain, draft, { narrative: 'Still nobody.' }))
        assert.deepEqual(server.logged.slice(lines), [])
        const now = new Map(await everything())
        for (const [name, text] of settled) assert.equal(now.get(name), text, `${name} tells of it`)

        const { office, officer } = scene
        const list = await office.ask(
          '{ safetyReportList(filter: { statusList: [DRAFT] }) { nodeList { safetyReportId } } }',
        )
        assert.deepEqual(list.safetyReportList.nodeList, [])
        assert.equal(await scene.read(office, draft, 'status'), null)
        assert.equal(await scene.readOwn(officer, draft, 'status'), null)
        const { nodeList } = await ownList(officer)
        assert.ok(nodeList.every((report: Data) => report.status !== 'DRAFT'))
        const current = { ...draft, version: 2 }
        assert.deepEqual(await officer.refusal(change(officer, current, { title: 'Mine' })), ['NOT_FOUND'])
        assert.deepEqual(await officer.refusal(set(officer, current, 'SUBMITTED')), ['NOT_FOUND'])
        assert.deepEqual(await officer.refusal(set(officer, current, 'WITHDRAWN')), ['NOT_FOUND'])
        assert.deepEqual(await office.refusal(scene.set(office, current, 'UNDER_REVIEW')), ['NOT_FOUND'])
        assert.deepEqual(await captain.refusal(scene.answer(captain, draft, 'Hello?')), ['NOT_FOUND'])
        const admin = new ConsoleClient(server.client, scene.flights.grants.browser)
        const { safetyReportList } = await admin.data('{ safetyReportList { nodeList { title } } }')
        assert.ok(safetyReportList.nodeList.every((report: Data) => report.title !== 'Nobody knows'))
        await captain.did(set(captain, current, 'WITHDRAWN'))
      },
    )

    test('one that is not OPEN is kept on the device, because a draft has its writer’s name (threats row 377)', async () => {
      for (const confidentiality of ['CONFIDENTIAL', 'ANONYMOUS']) {
        const { userErrorList } = await keep(captain, { confidentiality })
        assert.equal(userErrorList[0].code, 'NOT_ALLOWED')
        assert.match(userErrorList[0].message, /stays on your device/)
      }
      assert.equal((await rows('safety_draft')).length, 0)
      const draft = await kept(captain)
      const hidden = change(captain, draft, { confidentiality: 'CONFIDENTIAL', submit: true })
      assert.deepEqual(await captain.refusal(hidden), ['NOT_ALLOWED'])
      await captain.did(set(captain, draft, 'WITHDRAWN'))
      assert.deepEqual(await scene.office.refusal(scene.enter(scene.office, { submit: false })), ['NOT_ALLOWED'])
    })

    test('goes with its writer, who is no user any more, and takes its files along', async () => {
      await sweep()
      const before = (await rows('document_file')).length
      await kept(captain, { uploadIdList: [await files.uploaded()] })
      const { at: of, pilot } = scene.flights.grants
      await server.world.storage.writeTenant(of.tenant.tenantId, (tx) => removeDraftsOf(tx, pilot.userId))
      await sweep()
      assert.equal((await rows('document_file')).length, before)
      const { at } = scene.flights.grants
      const jo = await addPerson(server, at, 'Jo', ['CREW'])
      const person = await ConsoleClient.signIn(server, at, jo)
      const create = `mutation ($input: SafetyReportInput!) { mySafetyReportCreate(input: $input) { ${REPORT} } }`
      await person.done('mySafetyReportCreate', create, { input: scene.input({ submit: false }) })
      assert.equal((await rows('safety_draft')).length, 1)
      await removeUser(server.world.at(at.tenant), jo.email, HOST, at.origin)
      assert.equal((await rows('safety_draft')).length, 0)
    })

    testOnBoth(
      'the outcome of its idempotency key has the id alone, and a repetition reads it anew (threats row 392)',
      async () => {
        const input = scene.input({ submit: false, title: 'Thought better of', narrative: 'Nobody is to read this.' })
        const keep = () =>
          captain.change(
            `mutation ($input: SafetyReportInput!) { mySafetyReportCreate(input: $input, idempotencyKey: "a-key-of-a-draft-that-goes") { ${REPORT} } }`,
            { input },
          )
        const { safetyReport: draft } = await captain.did(keep())
        assert.deepEqual((await captain.did(keep())).safetyReport, draft)
        await captain.did(set(captain, draft, 'WITHDRAWN'))
        const kept = JSON.stringify(await rows('idempotency'))
        assert.ok(kept.includes(draft.safetyReportId))
        for (const written of ['Thought better of', 'Nobody is to read this', scene.flights.grants.pilot.userId])
          assert.ok(!kept.includes(written), `an outcome has ${written}`)
        assert.equal((await captain.did(keep())).safetyReport, null)
      },
    )

    test('what was sent is not written over', async () => {
      const sent = await scene.sent(captain)
      assert.deepEqual(await captain.refusal(change(captain, sent, { title: 'Another' })), ['LOCKED'])
      assert.deepEqual(await captain.refusal(change(captain, sent, { submit: true })), ['LOCKED'])
    })

    test('twenty of one person; what is withdrawn or not touched for 90 days is gone with its files (threats row 376)', async () => {
      await sweep()
      const before = (await rows('document_file')).length
      const draft = await kept(captain, { uploadIdList: [await files.uploaded()] })
      assert.equal((await captain.did(set(captain, draft, 'WITHDRAWN'))).safetyReport, null)
      await sweep()
      assert.deepEqual([(await rows('safety_draft')).length, (await rows('document_file')).length], [0, before])

      await kept(captain, { uploadIdList: [await files.uploaded()] })
      for (let count = 1; count < 20; count++) await kept(captain)
      assert.deepEqual(await captain.refusal(keep(captain)), ['LIMIT_EXCEEDED'])
      await kept(scene.officer)
      server.clock.advanceSeconds(89 * DAY_SECONDS)
      await sweep()
      assert.equal((await rows('safety_draft')).length, 21)
      server.clock.advanceSeconds(DAY_SECONDS)
      await sweep()
      server.clock.advanceSeconds(-90 * DAY_SECONDS)
      assert.deepEqual([(await rows('safety_draft')).length, (await rows('document_file')).length], [0, before])
    })
  })
}
