/** Files on their way (threats rows 245, 247, 248): slow ones arrive, many delay nobody, and no room is told. */
import assert from 'node:assert/strict'
import { type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { after, before, describe } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { MAX_DOCUMENT_BYTES, MAX_DOCUMENT_SPACE_BYTES } from '../../src/domain/limits.ts'
import { ContentCheck } from '../../src/domain/operations/documents/media-type.ts'
import { TransferLanes } from '../../src/http/listening/transfer-lanes.ts'
import { removeDocumentsThatAreOver } from '../../src/services/operations/documents/removal.ts'
import { clearOperatorData } from '../../src/storage/operations/operator-data.ts'
import { DocumentSender, PDF, sha256 } from '../support/document-files.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { startServer, storesFor, type TestServer, type TestTenant, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const SCOPES = 'document:read document:write'
const UPLOADS_OF_ONE_OPERATOR = 8
const largest = Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(MAX_DOCUMENT_BYTES - 15, 'x'), Buffer.from('\n%%EOF')])

interface Sending {
  readonly req: ClientRequest
  readonly answered: Promise<{
    readonly status: number
    readonly retryAfter: string | undefined
    readonly body: string
  }>
}

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)

  describe(`files on their way (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let elsewhere: TestTenant
    let sender: DocumentSender

    before(async () => {
      server = await startServer(store, undefined, null, { AIRSIDE_ARRIVAL_SECONDS: '12' })
      at = (await server.operator('alpine')).production
      elsewhere = (await server.operator('nordic')).production
      sender = await senderAt(at)
    })
    after(() => server.close())

    const senderAt = async (where: TestTenant) => new DocumentSender(server.client, await Integration.of(where, SCOPES))

    /** Begins to send; whoever calls writes the bytes. */
    const sending = (path: string, byteSize: number, by = sender): Sending => {
      const { promise, resolve, reject } = Promise.withResolvers<Awaited<Sending['answered']>>()
      const req = request({
        host: '127.0.0.1',
        port: server.client.port,
        method: 'PUT',
        path,
        setHost: false,
        headers: {
          host: new URL(by.by.at.origin).host,
          authorization: `Bearer ${by.by.token}`,
          'content-length': byteSize,
        },
      })
      req.on('response', async (res) => {
        let body = ''
        for await (const chunk of res) body += chunk
        resolve({ status: res.statusCode ?? 0, retryAfter: res.headers['retry-after'], body })
      })
      req.on('error', reject)
      promise.catch(() => {})
      return { req, answered: promise }
    }

    const countOf = async (table: string, fileId: string): Promise<number> => {
      const { db } = server.world.storage.platform
      const found = await sql<{
        n: number
      }>`select count(*) as n from ${sql.table(table)} where file_id = ${fileId}`.execute(db)
      return Number(found.rows[0]?.n)
    }

    test('25 MB that take longer than any other request may arrive whole (threats row 247)', async () => {
      const { upload } = await sender.by.did(sender.start(largest))
      const { req, answered } = sending(upload.path, largest.length)
      req.write(largest.subarray(0, 9))
      await soon('the upload has begun', async () => (await countOf('document_file', upload.uploadId)) === 1)
      const other = connect(server.client.port, '127.0.0.1')
      let refusal = ''
      other.on('data', (chunk: Buffer) => {
        refusal += chunk
      })
      other.on('error', () => {})
      other.write(`POST /oauth2/code/token/ HTTP/1.1\r\nHost: ${new URL(at.origin).host}\r\nContent-Length: 9\r\n\r\na`)
      let sent = 9
      while (refusal === '') {
        req.write(largest.subarray(sent, sent + 100_000))
        sent += 100_000
        await pause(300)
      }
      assert.match(refusal, /^HTTP\/1\.1 408 /, 'another body of that age is refused')
      req.end(largest.subarray(sent))
      assert.equal((await answered).status, 200)
      other.destroy()
      const { document } = await sender.by.did(sender.create({ uploadId: upload.uploadId }))
      const answer = await sender.fetch((await sender.link(document.documentId)) ?? '')
      assert.equal(sha256(Buffer.from(answer.body)), sha256(largest))
    })

    testOnBoth('a file that is taken slowly breaks off once its key is revoked (threats row 403)', async () => {
      const { refreshToken, apiKeyId } = await at.createKey(SCOPES)
      const by = new DocumentSender(server.client, new Integration(at, (await at.refreshKey(refreshToken)).body))
      const { documentId } = await by.made({}, largest)
      const path = (await by.link(documentId)) ?? ''
      const headers = { host: new URL(at.origin).host }
      const { promise, resolve, reject } = Promise.withResolvers<{ bytes: number; isWhole: boolean }>()
      const req = request({ host: '127.0.0.1', port: server.client.port, path, setHost: false, headers }, (res) => {
        let bytes = 0
        res.once('data', () => {
          res.pause()
          at.revokeKey(apiKeyId).then(() => res.resume(), reject)
        })
        res.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        res.on('error', () => {})
        res.on('close', () => resolve({ bytes, isWhole: res.complete }))
      })
      req.on('error', reject)
      req.end()
      const { bytes, isWhole } = await promise
      assert.equal(isWhole, false, `${bytes} of ${largest.length} bytes came`)
    })

    test('a file that comes in small pieces is looked at in blocks, and arrives whole (threats row 271)', async (t) => {
      const content = Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(190_000, 'q'), Buffer.from('\n%%EOF')])
      const looks = t.mock.method(ContentCheck.prototype, 'take')
      const { upload } = await sender.by.did(sender.start(content))
      const socket = connect(server.client.port, '127.0.0.1')
      socket.write(
        `PUT ${upload.path} HTTP/1.1\r\nHost: ${new URL(at.origin).host}\r\nAuthorization: Bearer ${sender.by.token}\r\n` +
          'Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n',
      )
      socket.write(
        `${content.toString('latin1').replace(/.{1,300}/gs, (piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`)}0\r\n\r\n`,
        'latin1',
      )
      let answer = ''
      for await (const chunk of socket) answer += chunk
      assert.match(answer, /^HTTP\/1\.1 200 /)
      assert.equal(looks.mock.callCount(), 1)
      const { document } = await sender.by.did(sender.create({ uploadId: upload.uploadId }))
      const kept = await sender.fetch((await sender.link(document.documentId)) ?? '')
      assert.equal(sha256(Buffer.from(kept.body)), sha256(content))
    })

    test('who guesses at links takes no place from those who have one (threats row 247)', async (t) => {
      const link = (await sender.link((await sender.made()).documentId)) ?? ''
      const places = t.mock.method(TransferLanes.prototype, 'enter')
      assert.equal((await sender.fetch('/document/?link=guessed')).status, 404)
      assert.equal(places.mock.callCount(), 0)
      assert.equal((await sender.fetch(link)).status, 200)
      assert.equal(places.mock.callCount(), 1)
    })

    test('an operator with all its places taken waits, others and its requests do not (threats row 247)', async () => {
      const begun: { readonly fileId: string; readonly upload: Sending }[] = []
      for (let index = 0; index < UPLOADS_OF_ONE_OPERATOR; index++) {
        const { upload } = await sender.by.did(sender.start(PDF))
        begun.push({ fileId: upload.uploadId, upload: sending(upload.path, PDF.length) })
        begun.at(-1)?.upload.req.write(PDF.subarray(0, 5))
      }
      await soon('all have their place', async () => {
        const { db } = server.world.storage.platform
        const ids = begun.map(({ fileId }) => fileId)
        const found = await sql<{ n: number }>`select count(*) as n from document_file
          where claimed_at is not null and file_id in (${sql.join(ids)})`.execute(db)
        return Number(found.rows[0]?.n) === UPLOADS_OF_ONE_OPERATOR
      })
      const { upload: late } = await sender.by.did(sender.start(PDF))
      const refused = await sender.put(late.path, PDF)
      assert.equal(refused.status, 503, refused.body)
      assert.match(refused.body, /Too many files are on their way: nothing was done, try again/)
      assert.ok(Number(refused.headers['retry-after']) > 0)
      assert.equal((await (await senderAt(elsewhere)).send(PDF)).status, 200, 'another operator has its own places')
      assert.ok(await sender.by.ask('{ documentList(filter: {}) { nodeList { documentId } } }'))
      const colleague = await senderAt(at)
      assert.equal((await colleague.send(PDF)).status, 200, 'another key of the operator has a share of its places')
      const [displaced, first, ...others] = begun
      const told = await displaced?.upload.answered
      assert.equal(told?.status, 503)
      assert.match(told?.body ?? '', /Others who had fewer files on their way needed the place: nothing was kept/)
      first?.upload.req.end(PDF.subarray(5))
      assert.equal((await first?.upload.answered)?.status, 200)
      await soon('the place is free', async () => (await sender.put(late.path, PDF)).status === 200)
      for (const { upload } of others) upload.req.end(PDF.subarray(5))
      const answers = await Promise.all(others.map(({ upload }) => upload.answered))
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    })

    testOnBoth('of two uploads that begin at once with room for one, one is refused (threats row 248)', async () => {
      const full = (await server.operator('fuller')).production
      const [one, other] = [await senderAt(full), await senderAt(full)]
      const { tenantId } = full.tenant
      await server.world.storage.writeTenant(tenantId, async (tx) => {
        await sql`insert into document_file (tenant_id, file_id, uploaded_by, media_type, byte_size, sha256, created_at)
          values ${sql.join(
            Array.from({ length: 20 }, (_, index) => {
              const bytes = MAX_DOCUMENT_SPACE_BYTES / 20 - (index === 0 ? PDF.length : 0)
              return sql`(${tenantId}, ${`upl_full${index}`}, 'x', 'application/pdf', ${bytes}, 'x', 0)`
            }),
          )}`.execute(tx.db)
      })
      const answers = await Promise.all([one.start(PDF), other.start(PDF)])
      const codes = answers.map(({ userErrorList }) => userErrorList[0]?.code ?? 'taken')
      assert.deepEqual(codes.toSorted(), ['LIMIT_EXCEEDED', 'taken'])
      const [refusal] = answers.flatMap(({ userErrorList }) => userErrorList)
      assert.match(refusal.message, /may take 20 GB in 200000 files: delete what is not needed any more/)
      assert.equal((await sender.send(PDF)).status, 200, 'the space of another operator is its own')
    })

    test('one principal has at most 50 open uploads, and another goes on (threats row 248)', async () => {
      const [many, another] = [await senderAt(at), await senderAt(at)]
      for (let index = 0; index < 50; index++) await many.by.did(many.start(PDF))
      const { upload, userErrorList } = await many.start(PDF)
      assert.deepEqual([upload, userErrorList[0].code], [null, 'LIMIT_EXCEEDED'])
      assert.equal((await another.send(PDF)).status, 200)
    })

    testOnBoth(
      'an upload that a reset of the sandbox overtakes is told so, and leaves nothing (threats row 245)',
      async () => {
        const { sandbox } = await server.operator('resetting')
        const owner = await senderAt(sandbox)
        const content = Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(1_000_000, 'z'), Buffer.from('\n%%EOF')])
        const { upload } = await owner.by.did(owner.start(content))
        const { req, answered } = sending(upload.path, content.length, owner)
        req.write(content.subarray(0, 500_000))
        await soon('pieces arrive', async () => (await countOf('document_piece', upload.uploadId)) > 0)
        await server.world.storage.writeTenant(sandbox.tenant.tenantId, clearOperatorData)
        while (await server.world.storage.writePlatform(removeDocumentsThatAreOver));
        req.end(content.subarray(500_000))
        const { status, body } = await answered
        assert.equal(status, 404, body)
        assert.deepEqual(
          [await countOf('document_file', upload.uploadId), await countOf('document_piece', upload.uploadId)],
          [0, 0],
        )
      },
    )

    test('a body that is packed is refused, so that none unpacks to more (threats row 246)', async () => {
      const { upload } = await sender.by.did(sender.start(PDF))
      const answer = await sender.put(upload.path, PDF, { 'content-encoding': 'gzip' })
      assert.ok([400, 415].includes(answer.status), answer.body)
      assert.equal((await sender.put(upload.path, PDF)).status, 200, 'the upload was not touched')
    })

    if (store === 'sqlite') {
      test('a disk without room is told, what came is gone, and there is no document of it (threats row 245)', async () => {
        const setting = (text: string) =>
          server.world.storage.writePlatform(async (tx) => void (await sql.raw(`pragma ${text}`).execute(tx.db)))
        const content = Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(3_000_000, 'y'), Buffer.from('\n%%EOF')])
        const { upload } = await sender.by.did(sender.start(content))
        const { req, answered } = sending(upload.path, content.length)
        req.write(content.subarray(0, 500_000))
        await soon('pieces arrive', async () => (await countOf('document_piece', upload.uploadId)) > 0)
        await setting('max_page_count = 1')
        req.end(content.subarray(500_000))
        const { status, body } = await answered
        await setting('max_page_count = 1073741823')
        assert.equal(status, 503, body)
        assert.match(body, /cannot store anything now/)
        assert.equal((await sender.create({ uploadId: upload.uploadId })).userErrorList[0].code, 'NOT_FOUND')
        assert.equal((await sender.send(content)).status, 200, 'with room again it goes through')
      })
    }
  })
}
