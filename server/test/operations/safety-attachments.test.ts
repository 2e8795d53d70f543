/** Files of safety reports (data §11.8): sent as those of documents are, and read by those who may know the reporter. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { SYSTEM } from '../../src/domain/versioned.ts'
import { removeDocumentsThatAreOver } from '../../src/services/operations/documents/removal.ts'
import { doHeldActs } from '../../src/services/operations/safety/held-acts.ts'
import { insertUpload } from '../../src/storage/operations/documents/document-files.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { DocumentSender, PDF, sha256 } from '../support/document-files.ts'
import { Integration } from '../support/integration.ts'
import { rowsOfFile } from '../support/operator-file.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type Data, ERRORS, SafetyScene } from '../support/safety-scene.ts'
import { runCommand } from '../support/server-process.ts'
import { preparedPlace, startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 3_600_000
const FILES = 'documentList { safetyAttachmentId title mediaType byteSize sha256 isOfReporter link { path sha256 } }'
const OWN_FILES = 'documentList { safetyAttachmentId title byteSize path }'

for (const store of storesFor('record')) {
  const { test, testOnBoth } = testsOn(store)

  describe(`files of safety reports (${store})`, () => {
    let server: TestServer
    let scene: SafetyScene
    let captain: DocumentSender
    let officer: DocumentSender
    let office: DocumentSender

    before(async () => {
      server = await startServer(store)
      scene = await SafetyScene.open(server)
      const own = (by: Integration) => new DocumentSender(server.client, by, 'mySafetyUploadStart')
      captain = own(scene.captain)
      officer = own(scene.officer)
      office = new DocumentSender(server.client, scene.office, 'safetyUploadStart')
    })
    after(() => server.close())

    const fullHour = async (): Promise<void> => {
      const ahead = (HOUR - (server.clock.now() % HOUR)) / 1000 + 1
      server.clock.advanceSeconds(ahead)
      const around = { world: server.world, publicUrl: server.config.publicUrl }
      while (await server.world.storage.writtenBy(SYSTEM).writePlatform((tx) => doHeldActs(tx, around)));
      server.clock.advanceSeconds(-ahead)
    }
    const add = (by: Integration, { safetyReportId }: Data, uploadId: string, title = 'Photo of the hangar') =>
      by.change(
        `mutation ($id: ID!, $title: String!, $upload: ID!) { safetyAttachmentAdd(safetyReportId: $id, title: $title, uploadId: $upload) {
          safetyReport { safetyReportId version documentList { title isOfReporter } } ${ERRORS} } }`,
        { id: safetyReportId, title, upload: uploadId },
      )
    const addOwn = (by: Integration, { safetyReportId, version }: Data, uploadIdList: readonly string[]) =>
      by.change(
        `mutation ($id: ID!, $input: MySafetyReportUpdateInput!, $v: Int!) {
          mySafetyReportUpdate(safetyReportId: $id, input: $input, expectedVersion: $v) {
            safetyReport { safetyReportId version documentList { title } } warningList { code } ${ERRORS} } }`,
        { id: safetyReportId, input: { uploadIdList }, v: version },
      )
    const asOwn = (by: DocumentSender, path: string, token = by.by.token) =>
      by.fetch(path, { authorization: `Bearer ${token}` })
    const rows = async (table: string): Promise<Data[]> =>
      (await sql`select * from ${sql.table(table)}`.execute(server.world.storage.platform.db)).rows as Data[]
    const reportIds = async (): Promise<string[]> => {
      const all = '{ safetyReportList(page: { first: 100 }) { nodeList { safetyReportId } } }'
      return (await scene.office.ask(all)).safetyReportList.nodeList.map((report: Data) => report.safetyReportId)
    }
    /** The report that is made of what this sends, at the full hour. */
    const made = async (sending: () => Promise<Data>, fields: string): Promise<Data> => {
      const before = new Set(await reportIds())
      await scene.captain.did(sending())
      await fullHour()
      const [safetyReportId] = (await reportIds()).filter((id) => !before.has(id))
      return scene.read(scene.office, { safetyReportId }, fields)
    }

    testOnBoth(
      'of an OPEN report the office reads what the reporter sent and adds its own, and the reporter fetches theirs',
      async () => {
        const content = Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(120_000, 'x'), Buffer.from('\n%%EOF')])
        const report = await scene.sent(scene.captain, { uploadIdList: [await captain.uploaded(content)] })
        const read = await scene.read(scene.office, report, FILES)
        const [{ title, byteSize, isOfReporter, link, sha256: hash }] = read.documentList
        assert.deepEqual([title, byteSize, isOfReporter, hash], ['File 1', content.length, true, sha256(content)])
        const got = await office.fetch(link.path)
        assert.equal(got.status, 200, got.body)
        assert.equal(got.body, content.toString())
        assert.match(got.headers['content-disposition'] ?? '', /attachment; filename="File 1\.pdf"/)

        const added = await scene.office.did(add(scene.office, report, await office.uploaded()))
        assert.deepEqual(added.safetyReport.documentList, [
          { title: 'File 1', isOfReporter: true },
          { title: 'Photo of the hangar', isOfReporter: false },
        ])
        const own = await scene.readOwn(scene.captain, report, OWN_FILES)
        assert.deepEqual(
          own.documentList.map((file: Data) => file.title),
          ['File 1'],
        )
        const fetched = await asOwn(captain, own.documentList[0].path)
        assert.deepEqual([fetched.status, fetched.body], [200, content.toString()])
        const more = await scene.captain.did(addOwn(scene.captain, own, [await captain.uploaded()]))
        assert.deepEqual(
          more.safetyReport.documentList.map((file: Data) => file.title),
          ['File 1', 'File 2'],
        )
      },
    )

    testOnBoth(
      'what the reporter of a CONFIDENTIAL report sent is in the original alone, and each opening is audited (threats row 373)',
      async () => {
        const confidential = { confidentiality: 'CONFIDENTIAL', uploadIdList: [await captain.uploaded()] }
        const sending = () => scene.send(scene.captain, confidential)
        const report = await made(sending, `confidentiality ${FILES} original { ${FILES} }`)
        assert.deepEqual([report.confidentiality, report.documentList], ['CONFIDENTIAL', []])
        const [file] = report.original.documentList
        assert.deepEqual([file.title, file.byteSize], ['File 1', PDF.length])
        const opened = async () => (await rows('audit_entry')).filter(({ action }) => /file-opened$/.test(action))
        const before = (await opened()).length
        for (const _ of [1, 2]) assert.equal((await office.fetch(file.link.path)).body, PDF.toString())
        const entries = await opened()
        assert.equal(entries.length, before + 1)
        assert.equal(entries.at(-1).subject_id, report.safetyReportId)

        const { at } = scene.flights.grants
        const key = await Integration.of(at, 'safety:read safety:write')
        const read = await scene.read(key, report, FILES)
        assert.deepEqual(read.documentList, [])
        const { errors } = await key.body(
          `query ($id: ID!) { safetyReport(safetyReportId: $id) { original { ${FILES} } } }`,
          { id: report.safetyReportId },
        )
        assert.match(JSON.stringify(errors), /safety:reporter:read/)

        const own = await scene.readOwn(scene.captain, report, OWN_FILES)
        assert.equal((await asOwn(captain, own.documentList[0].path)).body, PDF.toString())
        const more = await scene.captain.did(addOwn(scene.captain, own, [await captain.uploaded()]))
        assert.deepEqual(
          [more.safetyReport.documentList.length, more.warningList],
          [1, [{ code: 'HELD_UNTIL_FULL_HOUR' }]],
        )
        await fullHour()
        const after = await scene.read(scene.office, report, `original { documentList { title } }`)
        assert.deepEqual(after.original.documentList, [{ title: 'File 1' }, { title: 'File 2' }])
      },
    )

    testOnBoth(
      'of a file of one’s own report no row has its sender or a time within the day (threats row 374)',
      async () => {
        const known = new Set((await rows('document_file')).map(({ file_id }) => file_id))
        const { userId, email } = scene.flights.grants.pilot
        const unnamed = async (): Promise<Data> => {
          const found = (await rows('document_file')).filter(({ file_id }) => !known.has(file_id))
          assert.equal(found.length, 1)
          const text = JSON.stringify(found)
          for (const mark of [userId, email]) assert.ok(!text.includes(mark), `it tells ${mark}`)
          const [{ created_at, claimed_at, arrived_at, expires_at }] = found
          for (const time of [created_at, claimed_at, arrived_at]) assert.equal(Number(time ?? 0) % (24 * HOUR), 0)
          assert.equal(Number(expires_at ?? 0) % HOUR, 0)
          return found[0]
        }
        const { upload } = await scene.captain.did(captain.start(PDF))
        await unnamed()
        assert.equal((await captain.put(upload.path, PDF)).status, 200)
        const arrived = await unnamed()
        assert.ok(!arrived.uploaded_by.includes(upload.uploadId.split('.')[1]))
        const anonymous = { confidentiality: 'ANONYMOUS', uploadIdList: [upload.uploadId] }
        const sending = async (): Promise<Data> => {
          const payload = await scene.send(scene.captain, anonymous)
          await unnamed()
          return payload
        }
        const report = await made(sending, 'original { reporter { userId } documentList { title } }')
        const kept = await unnamed()
        assert.deepEqual([kept.uploaded_by, kept.expires_at], ['own:safety', null])
        assert.deepEqual(report.original, { reporter: null, documentList: [{ title: 'File 1' }] })
      },
    )

    test('an upload is its sender’s own: another person neither sends its bytes nor attaches it (threats row 374)', async () => {
      const { upload } = await scene.captain.did(captain.start(PDF))
      assert.equal((await officer.put(upload.path, PDF)).status, 404)
      assert.equal((await captain.put(upload.path.split('.')[0], PDF)).status, 404)
      assert.equal((await captain.put(`/document-uploads/${upload.uploadId}`, PDF)).status, 404)
      assert.ok(!upload.path.split('?')[0].includes('rup_'), 'a log of paths would name the file')
      assert.equal((await captain.put(upload.path, PDF)).status, 200)
      const send = (by: Integration) => scene.send(by, { uploadIdList: [upload.uploadId] })
      assert.deepEqual(await scene.officer.refusal(send(scene.officer)), ['NOT_FOUND'])
      assert.deepEqual(
        await scene.captain.refusal(scene.send(scene.captain, { uploadIdList: [upload.uploadId.split('.')[0]] })),
        ['NOT_FOUND'],
      )
      const { safetyReport } = await scene.captain.did(send(scene.captain))
      assert.deepEqual(await scene.captain.refusal(send(scene.captain)), ['NOT_FOUND'])
      const own = await scene.readOwn(scene.captain, safetyReport, OWN_FILES)
      const [{ path }] = own.documentList
      assert.equal((await asOwn(officer, path)).status, 404)
      assert.equal((await asOwn(captain, path, scene.office.token)).status, 403)
      assert.equal((await captain.fetch(path)).status, 401)
    })

    test('no line has id or key of an upload, however its path is spelled (threats row 393)', async () => {
      const { upload } = await scene.captain.did(captain.start(PDF))
      const [id, key] = upload.uploadId.split('.')
      const lines = server.logged.length
      const spelled = [
        upload.path.replace('?', '%3F'),
        upload.path.replace('?', '%3f').replace('document', 'page'),
        `/document-uploads/${upload.uploadId}`,
        `/document-uploads%2Fown%3Fupload=${upload.uploadId}`,
        `/nowhere%3fupload=${upload.uploadId}`,
      ]
      for (const path of spelled) assert.notEqual((await captain.put(path, PDF)).status, 200)
      const told = JSON.stringify(server.logged.slice(lines))
      assert.match(told, /nowhere/)
      for (const secret of [id, key]) assert.ok(!told.includes(secret), `a line has ${secret}`)
      assert.equal((await captain.put(upload.path, PDF)).status, 200)
    })

    test('a link of the office ends after five minutes, and with the key that asked for it (threats row 373)', async () => {
      const { at } = scene.flights.grants
      const { apiKeyId, refreshToken } = await at.createKey('safety:read safety:write document:write')
      const key = new Integration(at, (await at.refreshKey(refreshToken)).body)
      assert.equal(
        (await new DocumentSender(server.client, key).put('/document-uploads/own?upload=x.y', PDF)).status,
        403,
      )
      const sender = new DocumentSender(server.client, key, 'safetyUploadStart')
      const report = await scene.sent(scene.captain)
      await key.did(add(key, report, await sender.uploaded()))
      const [{ link }] = (await scene.read(key, report, FILES)).documentList
      const [{ link: another }] = (await scene.read(key, report, FILES)).documentList
      assert.notEqual(another.path, link.path)
      assert.equal((await office.fetch(link.path)).status, 200)
      server.clock.advanceSeconds(301)
      assert.equal((await office.fetch(link.path)).status, 404)
      server.clock.advanceSeconds(-301)
      assert.equal((await office.fetch(another.path)).status, 200)
      await at.revokeKey(apiKeyId)
      assert.equal((await office.fetch(another.path)).status, 404)
    })

    test('ten files of the reporter and ten of the office, and what is over takes none (threats row 375)', async () => {
      const report = await scene.sent(scene.captain)
      const ids = []
      for (let count = 0; count < 11; count++) ids.push(await captain.uploaded())
      assert.deepEqual(await scene.captain.refusal(addOwn(scene.captain, report, ids)), ['LIMIT_EXCEEDED'])
      const more = await scene.captain.did(addOwn(scene.captain, report, ids.slice(0, 10)))
      const next = addOwn(scene.captain, more.safetyReport, ids.slice(10))
      assert.deepEqual(await scene.captain.refusal(next), ['LIMIT_EXCEEDED'])
      for (let count = 0; count < 10; count++)
        await scene.office.did(add(scene.office, report, await office.uploaded()))
      const beyond = add(scene.office, report, await office.uploaded())
      assert.deepEqual(await scene.office.refusal(beyond), ['LIMIT_EXCEEDED'])
      assert.deepEqual(
        await scene.captain.refusal(scene.setOwn(scene.captain, await scene.readOwn(scene.captain, report, 'status'))),
        ['LOCKED'],
      )
      const other = await scene.sent(scene.captain)
      await scene.captain.did(scene.setOwn(scene.captain, other))
      const late = addOwn(scene.captain, await scene.readOwn(scene.captain, other, 'status'), ids.slice(10))
      assert.deepEqual(await scene.captain.refusal(late), ['LOCKED'])
    })

    test('a person begins thirty files an hour, and what is not used is gone within two (threats row 375)', async () => {
      const before = (await rows('document_file')).length
      let refused: readonly string[] = []
      for (let count = 0; count < 31 && refused.length === 0; count++)
        refused = await scene.officer.refusal(officer.start(PDF))
      assert.deepEqual(refused, ['LIMIT_EXCEEDED'])
      server.clock.advanceSeconds(2 * 3600)
      while (await server.world.storage.writePlatform(removeDocumentsThatAreOver));
      server.clock.advanceSeconds(-2 * 3600)
      assert.ok((await rows('document_file')).length <= before)
    })

    const filesIn = (file: string): string[] =>
      rowsOfFile(file).flatMap(({ table, row }) => (table === 'document_file' ? [String(row.file_id)] : []))
    const piecesIn = (file: string): Set<string> =>
      new Set(rowsOfFile(file).flatMap(({ table, row }) => (table === 'document_piece' ? [String(row.file_id)] : [])))

    testOnBoth(
      'all files of people’s own reports take two gigabytes of an operator’s day (threats row 394)',
      async () => {
        const { tenantId } = scene.flights.grants.at.tenant
        const began = (await rows('document_file')).length
        await server.world.storage.writeTenant(tenantId, async (tx) => {
          const now = await tx.now()
          const [createdAt, expiresAt] = [now - (now % (24 * HOUR)), now + HOUR]
          for (let count = 0; count < 80; count++) {
            const file = { file_id: `rup_large${count}`, media_type: 'application/pdf', sha256: sha256(PDF) }
            const large = { ...file, uploaded_by: `own:safety ${count}`, byte_size: 25_000_000 }
            await insertUpload(tx, large, { createdAt, expiresAt })
          }
        })
        assert.deepEqual(await scene.captain.refusal(captain.start(PDF)), ['LIMIT_EXCEEDED'])
        await scene.office.did(office.start(PDF))
        assert.equal((await rows('document_file')).length, began + 81, 'nothing is left of what was refused')
        const setLarge = (change: RawBuilder<unknown>) =>
          server.world.storage.writePlatform((tx) => change.execute(tx.db))
        // As it is on the day after.
        await setLarge(
          sql`update document_file set created_at = created_at - ${24 * HOUR} where file_id like 'rup_large%'`,
        )
        await scene.captain.did(captain.start(PDF))
        await setLarge(sql`delete from document_file where file_id like 'rup_large%'`)
      },
    )

    interface Elsewhere {
      readonly there: SafetyScene
      /** Of the office, whose files lie in a folder. */
      readonly outside: DocumentSender
      readonly own: DocumentSender
      readonly exported: (name: string, ...more: string[]) => Promise<string>
      readonly run: (...words: string[]) => Promise<string>
    }
    const elsewhere = async (job: (at: Elsewhere) => Promise<void>): Promise<void> => {
      const folder = mkdtempSync(join(tmpdir(), 'airside-reports-'))
      mkdirSync(join(folder, 'bytes'))
      const place = await preparedPlace(store)
      const environment = { ...place.environment, AIRSIDE_DOCUMENT_STORE: `folder:${join(folder, 'bytes')}` }
      const beside = (await startServer(store, { ...place, environment })).at(place)
      try {
        const there = await SafetyScene.open(beside)
        const outside = new DocumentSender(beside.client, there.office, 'safetyUploadStart')
        const own = new DocumentSender(beside.client, there.captain, 'mySafetyUploadStart')
        const run = (...words: string[]) => runCommand(words, environment)
        const exported = async (name: string, ...more: string[]): Promise<string> => {
          const file = join(folder, `${name}.airside`)
          await run('operator', 'export', there.flights.grants.at.tenant.operatorId, '--to', file, ...more)
          return file
        }
        await job({ there, outside, own, exported, run })
      } finally {
        await beside.close()
        rmSync(folder, { recursive: true, force: true })
      }
    }

    testOnBoth(
      'a file of the operator without credentials has no file of who is not to be known, wherever it lies (threats row 373)',
      () =>
        elsewhere(async ({ there, outside, exported }) => {
          for (const confidentiality of ['OPEN', 'CONFIDENTIAL']) {
            const uploadIdList = [await outside.uploaded()]
            await there.office.did(there.enter(there.office, { confidentiality, uploadIdList }))
          }
          for (const confidentiality of ['CONFIDENTIAL', 'ANONYMOUS'])
            await there.captain.did(there.send(there.captain, { confidentiality }))
          const bare = await exported('bare')
          const whole = await exported('whole', '--with-credentials')
          assert.deepEqual([filesIn(bare).length, filesIn(whole).length], [1, 2])
          assert.deepEqual([...piecesIn(bare)], filesIn(bare))
          assert.equal(piecesIn(whole).size, 2)
          const heldIn = (file: string) => rowsOfFile(file).filter(({ table }) => table === 'safety_held').length
          assert.deepEqual(
            [heldIn(bare), heldIn(whole)],
            [0, 2],
            'what is held goes with credentials (threats row 390)',
          )
        }),
    )

    testOnBoth(
      'no file of the operator has what was only begun or is a draft’s; a restore leaves those of today (threats row 391)',
      () =>
        elsewhere(async ({ there, outside, own, exported, run }) => {
          const filed = await outside.uploaded()
          await there.office.did(there.enter(there.office, { uploadIdList: [filed] }))
          const held = await own.uploaded()
          await there.captain.did(there.send(there.captain, { confidentiality: 'CONFIDENTIAL', uploadIdList: [held] }))
          await outside.uploaded()
          await own.uploaded()
          await there.captain.did(own.start(PDF))
          const drafting = () =>
            own.uploaded().then((id) => there.send(there.captain, { submit: false, uploadIdList: [id] }))
          const { safetyReport: draft } = await there.captain.did(drafting())

          const ids = (...uploads: string[]) => uploads.map((id) => id.split('.')[0])
          const bare = await exported('bare')
          const whole = await exported('whole', '--with-credentials')
          assert.deepEqual([filesIn(bare), [...piecesIn(bare)]], [ids(filed), ids(filed)])
          assert.deepEqual([filesIn(whole), [...piecesIn(whole)].sort()], [ids(held, filed), ids(held, filed)])

          const { operatorId } = there.flights.grants.at.tenant
          const { safetyReport: later } = await there.captain.did(drafting())
          await run('operator', 'restore', operatorId, '--from', whole, '--reason', 'A test', '--yes')
          for (const each of [draft, later]) {
            const { documentList } = await there.readOwn(there.captain, each, OWN_FILES)
            assert.equal((await asOwn(own, documentList[0].path)).body, PDF.toString())
          }
          const again = await exported('again', '--with-credentials')
          assert.deepEqual(filesIn(again), ids(held, filed))
        }),
    )

    test('in a request about other things too no file is begun (threats row 374)', async () => {
      const { at, pilot } = scene.flights.grants
      const person = await ConsoleClient.signIn(server, at, pilot)
      const beside = `mutation ($input: DocumentUploadInput!) { mySafetyUploadStart(input: $input) { ${ERRORS} }
        noticeQuiet(noticeId: "none") { ${ERRORS} } }`
      const [refused] = await person.refused('mySafetyUploadStart', beside, {
        input: { mediaType: 'application/pdf', byteSize: PDF.length, sha256: sha256(PDF) },
      })
      assert.equal(refused?.code, 'NOT_ALLOWED')
    })
  })
}
