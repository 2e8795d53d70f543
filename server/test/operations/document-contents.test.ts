/** The bytes of documents in a folder beside the store (ADR 204): written first, removed last, and never by a client's name. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { MAX_DOCUMENT_SPACE_BYTES } from '../../src/domain/limits.ts'
import { readContent } from '../../src/services/operations/documents/content.ts'
import { removeDocumentsThatAreOver } from '../../src/services/operations/documents/removal.ts'
import { ContentTidying } from '../../src/services/operations/documents/tidy-contents.ts'
import { FileSums } from '../../src/services/tenancy/carrying/file-sums.ts'
import { DocumentSender, PDF, sha256 } from '../support/document-files.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { SafetyScene } from '../support/safety-scene.ts'
import { runCommand } from '../support/server-process.ts'
import { soon } from '../support/soon.ts'
import {
  preparedPlace,
  startServer,
  storesFor,
  type TestServer,
  type TestTenant,
  testsOn,
} from '../support/test-server.ts'

after(stopOwnPostgres)

const DAY_SECONDS = 86_400
const SCOPES = 'document:read document:write'
const BECAUSE = ['--reason', 'A test', '--yes']
const pdfOf = (bytes: number): Buffer =>
  Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(bytes - 15, 'x'), Buffer.from('\n%%EOF')])

/** A small disk of its own; null where this process may not mount one. */
const smallDisk = (folder: string, bytes: number): { readonly remove: () => void } | null => {
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    return null
  }
  return { remove: () => void execFileSync('umount', [folder]) }
}

for (const store of storesFor('sql')) {
  const { test, testOnBoth } = testsOn(store)

  describe(`contents in a folder (${store})`, () => {
    const around = mkdtempSync(join(tmpdir(), 'airside-contents-'))
    const folder = join(around, 'documents')
    let server: TestServer
    let at: TestTenant
    let sender: DocumentSender
    let dispose: () => Promise<void>

    const renewed = async () => {
      sender = new DocumentSender(server.client, await Integration.of(at, SCOPES))
    }

    before(async () => {
      mkdirSync(folder)
      const place = await preparedPlace(store)
      dispose = place.dispose
      const environment = { ...place.environment, AIRSIDE_DOCUMENT_STORE: `folder:${folder}` }
      server = await startServer(store, { ...place, environment })
      at = (await server.operator('filed')).production
      await renewed()
    })
    after(async () => {
      await server.close()
      await dispose()
      rmSync(around, { recursive: true, force: true })
    })

    const contentsOf = (tenantId = at.tenant.tenantId): string[] => {
      const own = join(folder, tenantId)
      return existsSync(own) ? readdirSync(own) : []
    }
    const rows = async (table: string): Promise<number> => {
      const { db } = server.world.storage.platform
      const found = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(db)
      return Number(found.rows[0]?.n)
    }
    const sweep = async (): Promise<void> => {
      while (await server.world.storage.writePlatform(removeDocumentsThatAreOver));
      const tidying = new ContentTidying(server.world)
      while (await tidying.step());
    }
    const fetched = async (documentId: string, headers = {}) =>
      sender.fetch((await sender.link(documentId)) ?? '', headers)
    const remove = (documentId: string, by = sender) =>
      by.by.did(
        by.by.change(
          `mutation ($id: ID!) { documentDelete(documentId: $id, expectedVersion: 1) { userErrorList { code message } } }`,
          { id: documentId },
        ),
      )
    const onlyContent = (before: readonly string[]): string => {
      const [content, ...others] = contentsOf().filter((each) => !before.includes(each))
      assert.ok(content !== undefined && others.length === 0)
      return join(folder, at.tenant.tenantId, content)
    }

    testOnBoth('what is sent lies in the folder and in no row, and comes back whole and in parts', async () => {
      const content = pdfOf(300_000)
      const before = contentsOf()
      const { documentId } = await sender.made({}, content)
      const file = onlyContent(before)
      assert.equal(sha256(readFileSync(file)), sha256(content))
      assert.equal(await rows('document_piece'), 0)
      assert.equal(sha256(Buffer.from((await fetched(documentId)).body)), sha256(content))
      const part = await fetched(documentId, { range: 'bytes=49000-150000' })
      assert.equal(part.status, 206)
      assert.equal(part.body, content.subarray(49_000, 150_001).toString())
    })

    testOnBoth(
      'a wrong hash, too few bytes and a broken connection leave nothing in the folder (threats row 368)',
      async () => {
        const before = contentsOf()
        const content = pdfOf(900_000)
        assert.equal((await sender.send(content, { sha256: sha256(PDF) })).status, 400)
        const { upload: short } = await sender.by.did(sender.start(content, { byteSize: content.length + 1 }))
        assert.equal((await sender.put(short.path, content, { 'transfer-encoding': 'chunked' })).status, 400)
        const { upload } = await sender.by.did(sender.start(content))
        const req = request({
          host: '127.0.0.1',
          port: server.client.port,
          method: 'PUT',
          path: upload.path,
          setHost: false,
          headers: {
            host: new URL(at.origin).host,
            authorization: `Bearer ${sender.by.token}`,
            'content-length': content.length,
          },
        })
        req.on('error', () => {})
        req.write(content.subarray(0, 500_000))
        await soon('bytes arrive', () => contentsOf().length > before.length)
        req.destroy()
        await soon('nothing of it is left', () => contentsOf().length === before.length)
        await soon('and no row', async () => (await rows('document_content_over')) === 0)
        assert.deepEqual(contentsOf(), before)
        assert.equal((await sender.create({ uploadId: upload.uploadId })).userErrorList[0].code, 'NOT_FOUND')
      },
    )

    testOnBoth(
      'what a crash leaves of an upload is removed, and nothing that a file names (threats row 368)',
      async () => {
        const kept = await sender.made()
        const before = contentsOf()
        const { upload } = await sender.by.did(sender.start(PDF))
        const { tenantId } = at.tenant
        // As a process leaves it that dies while bytes arrive: claimed, and half of them in the folder.
        await server.world.storage.writeTenant(tenantId, async (tx) => {
          await sql`update document_file set claimed_at = ${await tx.now()}, place = 'folder', content_id = 'cnt_crashed'
          where tenant_id = ${tenantId} and file_id = ${upload.uploadId}`.execute(tx.db)
        })
        writeFileSync(join(folder, tenantId, 'cnt_crashed'), PDF.subarray(0, 9))
        await sweep()
        assert.ok(contentsOf().includes('cnt_crashed'), 'its bytes may still be coming')
        server.clock.advanceSeconds(DAY_SECONDS)
        await sweep()
        server.clock.advanceSeconds(2 * DAY_SECONDS)
        await sweep()
        assert.deepEqual(contentsOf(), before)
        await renewed()
        assert.equal((await fetched(kept.documentId)).body, String(PDF))
      },
    )

    testOnBoth(
      'content outlives its document by a day, counts as room that is taken, and is gone then (threats row 369)',
      async () => {
        const before = contentsOf()
        const full = (await server.operator('filled')).production
        const owner = new DocumentSender(server.client, await Integration.of(full, SCOPES))
        const { documentId } = await owner.made()
        const { tenantId } = full.tenant
        await server.world.storage.writeTenant(tenantId, async (tx) => {
          await sql`insert into document_file (tenant_id, file_id, uploaded_by, media_type, byte_size, sha256, created_at, expires_at)
          values (${tenantId}, 'upl_full', 'x', 'application/pdf', ${MAX_DOCUMENT_SPACE_BYTES - PDF.length}, 'x', 0, ${(await tx.now()) + 9_000 * DAY_SECONDS})`.execute(
            tx.db,
          )
        })
        await remove(documentId, owner)
        await sweep()
        assert.equal(contentsOf(tenantId).length, 1)
        assert.equal((await owner.start(PDF)).userErrorList[0].code, 'LIMIT_EXCEEDED')
        server.clock.advanceSeconds(DAY_SECONDS + 60)
        await sweep()
        assert.deepEqual(contentsOf(tenantId), [])
        const later = new DocumentSender(server.client, await Integration.of(full, SCOPES))
        assert.equal((await later.send(PDF)).status, 200)
        assert.deepEqual(contentsOf(), before)
        await renewed()
      },
    )

    testOnBoth(
      'a folder that is away is told to who sends and to who fetches, everything else goes on, and it is not made anew (threats row 368)',
      async () => {
        const { documentId } = await sender.made()
        const before = await rows('document_file')
        renameSync(folder, `${folder}.away`)
        const sent = await sender.send(PDF)
        const read = await fetched(documentId)
        for (const answer of [sent, read]) {
          assert.equal(answer.status, 503, answer.body)
          assert.ok(Number(answer.headers['retry-after']) > 0)
          assert.doesNotMatch(answer.body, new RegExp(folder))
        }
        assert.match(sent.body, /Files cannot be stored or read now: nothing was done, try again later/)
        assert.equal(existsSync(folder), false)
        assert.ok(await sender.by.ask('{ documentList(filter: {}) { nodeList { documentId } } }'))
        const told = await runCommand(['doctor'], server.place.environment).catch(({ stdout }) => stdout)
        assert.match(told, /^failed +Documents: The folder .* cannot be used: ENOENT/m)
        renameSync(`${folder}.away`, folder)
        assert.equal(await rows('document_file'), before)
        assert.equal((await fetched(documentId)).body, String(PDF))
        assert.equal((await sender.send(PDF)).status, 200)
      },
    )

    testOnBoth(
      'an empty mount point in the place of the folder takes, forgets and makes nothing (threats row 387)',
      async () => {
        const { documentId } = await sender.made()
        const over = await sender.made()
        await remove(over.documentId)
        await sweep()
        server.clock.advanceSeconds(DAY_SECONDS + 60)
        await renewed()
        const before = contentsOf()
        const noted = await rows('document_content_over')
        renameSync(folder, `${folder}.away`)
        mkdirSync(folder)
        try {
          const [sent, read] = [await sender.send(PDF), await fetched(documentId)]
          assert.deepEqual([sent.status, read.status], [503, 503])
          await assert.rejects(sweep(), /is empty of what it should hold/)
          const told = await runCommand(['doctor'], server.place.environment).catch(({ stdout }) => stdout)
          assert.match(told, /^failed +Documents: The folder .* is empty of what it should hold.*is its disk mounted/m)
          assert.deepEqual(readdirSync(folder), [])
        } finally {
          rmSync(folder, { recursive: true })
          renameSync(`${folder}.away`, folder)
        }
        assert.ok((await rows('document_content_over')) >= noted, 'what is to be removed is still known')
        assert.deepEqual(contentsOf(), before)
        assert.equal((await fetched(documentId)).body, String(PDF))
        assert.equal((await sender.send(PDF)).status, 200)
      },
    )

    test('a pipe in the place of a content is refused and waited for by nobody (threats row 388)', async () => {
      const before = contentsOf()
      const { documentId } = await sender.made()
      const file = onlyContent(before)
      renameSync(file, `${file}.kept`)
      execFileSync('mkfifo', [file])
      try {
        assert.equal((await fetched(documentId)).status, 503)
      } finally {
        renameSync(`${file}.kept`, file)
      }
      assert.equal((await fetched(documentId)).body, String(PDF))
    })

    test('a disk without room is told, and nothing of the file is kept (threats row 368)', async (t) => {
      const own = join(folder, at.tenant.tenantId)
      await sender.made()
      const disk = smallDisk(own, 128 * 1024)
      if (disk === null) return t.skip('mounting a small disk needs root')
      try {
        const { status, body } = await sender.send(pdfOf(900_000))
        assert.equal(status, 503, body)
        assert.match(body, /There is no room for files now: nothing was done/)
        assert.deepEqual(contentsOf(), [])
        assert.equal((await sender.send(pdfOf(20_000))).status, 200, 'what there is room for goes through')
      } finally {
        disk.remove()
      }
    })

    test('no row leads out of the folder or to another tenant (threats row 370)', async () => {
      const other = (await server.operator('nordic')).production
      const theirs = new DocumentSender(server.client, await Integration.of(other, SCOPES))
      await theirs.made({}, pdfOf(1_000))
      const [foreign = ''] = contentsOf(other.tenant.tenantId)
      const secret = join(around, 'secret')
      writeFileSync(secret, 'x'.repeat(PDF.length))
      const { documentId } = await sender.made()
      const { tenantId } = at.tenant
      for (const contentId of [
        '../../secret',
        '..',
        '',
        '../../../etc/passwd',
        `../${other.tenant.tenantId}/${foreign}`,
        foreign,
        'a\u0000b',
      ]) {
        await server.world.storage.writeTenant(tenantId, async (tx) => {
          await sql`update document_file set content_id = ${contentId} where tenant_id = ${tenantId}
            and file_id = (select file_id from document_revision where document_id = ${documentId})`.execute(tx.db)
        })
        const answer = await fetched(documentId)
        assert.equal(answer.status, 503, `${contentId}: ${answer.body}`)
      }
      await server.world.storage.writeTenant(tenantId, async (tx) => {
        await sql`insert into document_content_over values (${tenantId}, '../../secret', 'folder', 0, 0)`.execute(tx.db)
      })
      await sweep()
      assert.ok(existsSync(secret))
    })

    testOnBoth(
      'bytes that lay in rows go on being read, are moved to the folder, and a download goes on meanwhile',
      async () => {
        const content = pdfOf(400_000)
        const environment = { ...server.place.environment, AIRSIDE_DOCUMENT_STORE: 'rows' }
        const inRows = await startServer(store, { environment, dispose: async () => {} })
        const before = contentsOf()
        let documentId: string
        try {
          const there = await inRows.existing('filed')
          const earlier = new DocumentSender(inRows.client, await Integration.of(there, SCOPES))
          documentId = (await earlier.made({}, content)).documentId
        } finally {
          await inRows.close()
        }
        assert.deepEqual(contentsOf(), before)
        assert.equal(sha256(Buffer.from((await fetched(documentId)).body)), sha256(content))
        const { db } = server.world.storage.platform
        const found = await sql<{
          file_id: string
        }>`select file_id from document_revision where document_id = ${documentId}`.execute(db)
        const fileId = found.rows[0]?.file_id ?? ''
        const reading = readContent(server.world.at(at.tenant), fileId, { from: 0, to: content.length - 1 })
        const parts = [(await reading.next()).value as Buffer]
        await sweep()
        assert.equal(sha256(readFileSync(onlyContent(before))), sha256(content))
        const pieces = await sql<{
          n: number
        }>`select count(*) as n from document_piece where file_id = ${fileId}`.execute(db)
        assert.equal(Number(pieces.rows[0]?.n), 0)
        const noted = await sql<{ n: number }>`select count(*) as n from document_content_over over
          join document_file file on file.content_id = over.content_id`.execute(db)
        assert.equal(Number(noted.rows[0]?.n), 0)
        for await (const part of reading) parts.push(part)
        assert.equal(sha256(Buffer.concat(parts)), sha256(content))
        assert.equal(sha256(Buffer.from((await fetched(documentId)).body)), sha256(content))
      },
    )

    test('an operator comes back out of a backup of the store with the copy of the folder, and not without a content of it', async () => {
      const recovered = (await server.operator('recovered')).production
      const [backup, copy] = [join(around, 'of-yesterday'), join(around, 'documents-of-yesterday')]
      const owner = new DocumentSender(server.client, await Integration.of(recovered, SCOPES))
      const { documentId } = await owner.made({}, pdfOf(70_000))
      await runCommand(['backup', backup], server.place.environment)
      cpSync(folder, copy, { recursive: true })
      await remove(documentId, owner)
      server.clock.advanceSeconds(DAY_SECONDS)
      await sweep()
      server.clock.advanceSeconds(DAY_SECONDS + 60)
      await sweep()
      assert.deepEqual(contentsOf(recovered.tenant.tenantId), [])
      const restore = ['operator', 'restore', 'recovered', '--from', backup, ...BECAUSE]
      await assert.rejects(
        runCommand(restore, server.place.environment),
        /The content of file upl_\w+ is not in the folder/,
      )
      const rowsOnly = { ...server.place.environment, AIRSIDE_DOCUMENT_STORE: 'rows' }
      await assert.rejects(
        runCommand(restore, rowsOnly),
        /: Content lies in a folder, and AIRSIDE_DOCUMENT_STORE names none/,
      )
      await runCommand([...restore, '--documents', copy], server.place.environment)
      const reader = new DocumentSender(server.client, await Integration.of(recovered, SCOPES))
      assert.equal((await reader.fetch((await reader.link(documentId)) ?? '')).body, String(pdfOf(70_000)))
      await renewed()
    })

    test('who makes a backup is told to copy the folder too', async () => {
      const told = await runCommand(['backup', join(around, 'backup')], server.place.environment)
      assert.match(told, new RegExp(`not in it: copy ${folder} within 24 hours from now, and put that back first`))
    })

    test('what people send with reports of their own stays in rows, where no file tells when it came (threats row 371)', async () => {
      const scene = await SafetyScene.open(server)
      await sweep()
      const before = readdirSync(folder, { recursive: true }).length
      const captain = new DocumentSender(server.client, scene.captain, 'mySafetyUploadStart')
      const report = await scene.sent(scene.captain, { uploadIdList: [await captain.uploaded()] })
      await sweep()
      assert.equal(readdirSync(folder, { recursive: true }).length, before)
      const { documentList } = await scene.readOwn(scene.captain, report, 'documentList { path }')
      const own = await captain.fetch(documentList[0].path, { authorization: `Bearer ${scene.captain.token}` })
      assert.equal(own.body, String(PDF))
    })

    testOnBoth(
      'an operator goes with its contents into a file, into another store and back, and what the file says of places is not taken (threats row 370)',
      async () => {
        const carried = (await server.operator('carried')).production
        const owner = new DocumentSender(server.client, await Integration.of(carried, SCOPES))
        const content = pdfOf(120_000)
        const { documentId } = await owner.made({}, content)
        const file = join(around, `carried-${store}`)
        await runCommand(['operator', 'export', 'carried', '--to', file], server.place.environment)
        const hostile = join(around, `hostile-${store}`)
        writeFileSync(hostile, gzipSync(withPlaces(gunzipSync(readFileSync(file)).toString())))
        const elsewhere = await startServer(store)
        try {
          await runCommand(['operator', 'import', hostile], elsewhere.place.environment)
          const there = await elsewhere.existing('carried')
          const reader = new DocumentSender(elsewhere.client, await Integration.of(there, SCOPES))
          const answer = await reader.fetch((await reader.link(documentId)) ?? '')
          assert.equal(sha256(Buffer.from(answer.body)), sha256(content))
        } finally {
          await elsewhere.close()
        }
        await runCommand(['operator', 'import', hostile, '--operator', 'returned'], server.place.environment)
        const back = await server.existing('returned')
        const reader = new DocumentSender(server.client, await Integration.of(back, SCOPES))
        const read = async () => sha256(Buffer.from((await reader.fetch((await reader.link(documentId)) ?? '')).body))
        assert.equal(await read(), sha256(content))
        await sweep()
        assert.equal(contentsOf(back.tenant.tenantId).length, 1, 'it lies in the folder now')
        assert.equal(await read(), sha256(content))
      },
    )

    testOnBoth(
      'an operator comes back out of a backup with its contents, and a deleted one takes them along after a day',
      async () => {
        const leaving = (await server.operator('leaving')).production
        const { tenantId } = leaving.tenant
        const owner = new DocumentSender(server.client, await Integration.of(leaving, SCOPES))
        const { documentId } = await owner.made()
        const file = join(around, `leaving-${store}`)
        await runCommand(
          ['operator', 'export', 'leaving', '--to', file, '--with-credentials'],
          server.place.environment,
        )
        await owner.made({}, pdfOf(5_000))
        const hostile = join(around, `leaving-hostile-${store}`)
        writeFileSync(hostile, gzipSync(withPlaces(gunzipSync(readFileSync(file)).toString())))
        await runCommand(['operator', 'restore', 'leaving', '--from', hostile, ...BECAUSE], server.place.environment)
        assert.equal((await owner.fetch((await owner.link(documentId)) ?? '')).body, String(PDF))
        server.clock.advanceSeconds(DAY_SECONDS + 60)
        await sweep()
        assert.equal(contentsOf(tenantId).length, 1, 'the one document of the backup')
        await runCommand(['operator', 'suspend', 'leaving', ...BECAUSE], server.place.environment)
        await runCommand(['operator', 'delete', 'leaving', ...BECAUSE], server.place.environment)
        server.clock.advanceSeconds(DAY_SECONDS + 60)
        await sweep()
        assert.equal(existsSync(join(folder, tenantId)), false)
        await renewed()
      },
    )
  })
}

/** The file with places in the rows of its documents, and sums that are right again. */
const withPlaces = (text: string): string => {
  const [head = '', ...lines] = text.trimEnd().split('\n')
  const sums = new FileSums()
  sums.addHead(head)
  const written = [head]
  for (const line of lines.slice(0, -1)) {
    const { table, row } = JSON.parse(line)
    const next =
      table === 'document_file'
        ? JSON.stringify({ table, row: { ...row, place: 'folder', content_id: '../../secret' } })
        : line
    sums.addRow(table, next)
    written.push(next)
  }
  return `${written.join('\n')}\n${JSON.stringify({ end: sums.end() })}\n`
}
