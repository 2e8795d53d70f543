/** The bytes of documents in an S3-compatible bucket (ADR 204), with a real server of one. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test as once } from 'node:test'
import { sql } from 'kysely'
import { MAX_TRANSFER_SECONDS } from '../../src/domain/limits.ts'
import { removeDocumentsThatAreOver } from '../../src/services/operations/documents/removal.ts'
import { ContentTidying } from '../../src/services/operations/documents/tidy-contents.ts'
import { BucketPlace } from '../../src/storage/contents/bucket-place.ts'
import { ContentGone, PlaceUnavailable } from '../../src/storage/contents/content-place.ts'
import { EMPTY_SHA256, signedHeaders } from '../../src/storage/contents/s3-signature.ts'
import { Bucket, withBucket } from '../support/bucket.ts'
import { DocumentSender, PDF, sha256 } from '../support/document-files.ts'
import { Integration } from '../support/integration.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
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
const pdfOf = (bytes: number): Buffer =>
  Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(bytes - 15, 'x'), Buffer.from('\n%%EOF')])

// From "Authenticating Requests: Using the Authorization Header" of the Amazon S3 API reference.
once('a request is signed as the reference of S3 signs its example', () => {
  const { authorization } = signedHeaders(
    {
      method: 'GET',
      path: '/test.txt',
      headers: { host: 'examplebucket.s3.amazonaws.com', range: 'bytes=0-9' },
      sha256: EMPTY_SHA256,
    },
    {
      credentials: { keyId: 'AKIAIOSFODNN7EXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
      region: 'us-east-1',
      at: Date.parse('2013-05-24T00:00:00Z'),
    },
  )
  assert.equal(
    authorization,
    'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,' +
      'SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,' +
      'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

/** Something that listens where a bucket should be and answers as it is told. */
const answering = async (
  answer: (socket: Socket) => void,
  withinMs: number,
): Promise<{ place: BucketPlace; close: () => void }> => {
  const sockets = new Set<Socket>()
  const listener = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  await new Promise<void>((resolve) => void listener.listen(0, '127.0.0.1', resolve))
  const { port } = listener.address() as { port: number }
  const setting = { endpoint: new URL(`http://127.0.0.1:${port}`), region: 'x', bucket: 'documents', prefix: '' }
  const place = new BucketPlace(
    { ...setting, credentials: { keyId: 'k', secret: 'very secret' } },
    () => Date.now(),
    withinMs,
  )
  return {
    place,
    close: () => {
      for (const socket of sockets) socket.destroy()
      listener.close()
    },
  }
}

const SILENCE = 'nothing'
const BROKEN = ''
const NAME = { tenantId: 'ten_a', contentId: 'cnt_a' }
const all = async (parts: AsyncIterable<Buffer>): Promise<Buffer> => Buffer.concat(await Array.fromAsync(parts))
const http = (status: string, body = '', length = body.length) =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${body}`

once(
  'a bucket that refuses, breaks off, is full or sends too little is told as such, and no secret is in it (threats row 368)',
  async () => {
    const put = async (place: BucketPlace) => {
      const writer = await place.begin(NAME, { byteSize: PDF.length, sha256: sha256(PDF) })
      try {
        await writer.write(PDF)
        await writer.finish()
      } finally {
        await writer.giveUp()
      }
    }
    const get = (place: BucketPlace) => all(place.read(NAME, { from: 0, to: 99 }))
    const CASES: readonly [string, (place: BucketPlace) => Promise<unknown>, (error: Error) => boolean][] = [
      [
        http('403 Forbidden', '<Error><Code>AccessDenied</Code></Error>'),
        put,
        ({ message }) => /403 to PUT \(AccessDenied\)/.test(message),
      ],
      [http('507 Insufficient Storage'), put, (error) => error instanceof PlaceUnavailable && error.isFull],
      [http('301 Moved', 'elsewhere'), put, (error) => error instanceof PlaceUnavailable],
      [BROKEN, put, (error) => error instanceof PlaceUnavailable],
      [SILENCE, put, ({ message }) => /not answered within 0.2 seconds/.test(message)],
      [SILENCE, get, ({ message }) => /not answered within 0.2 seconds/.test(message)],
      [SILENCE, (place) => place.remove(NAME), (error) => error instanceof PlaceUnavailable],
      ['nonsense\r\n\r\n', put, (error) => error instanceof PlaceUnavailable],
      [http('404 Not Found'), get, (error) => error instanceof ContentGone],
      [http('200 OK', 'x'.repeat(500)), get, (error) => error instanceof PlaceUnavailable],
      [http('206 Partial Content', 'x'.repeat(50)), get, (error) => error instanceof ContentGone],
      [http('206 Partial Content', 'x'.repeat(50), 100), get, (error) => error instanceof PlaceUnavailable],
      [http('500 Oops', 'x'.repeat(100_000)), get, (error) => error instanceof PlaceUnavailable],
      [http('403 Forbidden'), (place) => place.remove(NAME), (error) => error instanceof PlaceUnavailable],
    ]
    for (const [text, ask, isRight] of CASES) {
      const { place, close } = await answering(
        (socket) => {
          if (text === BROKEN) socket.destroy()
          else if (text !== SILENCE) socket.end(text)
        },
        text === SILENCE ? 200 : PATIENCE_MS,
      )
      await assert.rejects(ask(place), (error: Error) => {
        assert.ok(isRight(error), `${JSON.stringify(text.slice(0, 40))}: ${error}`)
        assert.doesNotMatch(`${error} ${error.cause}`, /very secret/)
        return true
      })
      close()
    }
  },
)

for (const store of storesFor('sql')) {
  const { test, testOnBoth } = testsOn(store)

  describe(`contents in a bucket (${store})`, withBucket(), () => {
    const around = mkdtempSync(join(tmpdir(), 'airside-in-bucket-'))
    let bucket: Bucket
    let server: TestServer
    let at: TestTenant
    let sender: DocumentSender
    let dispose: () => Promise<void>

    before(async () => {
      bucket = await Bucket.open()
      const place = await preparedPlace(store)
      dispose = place.dispose
      server = await startServer(store, { ...place, environment: { ...place.environment, ...bucket.environment } })
      at = (await server.operator('alpine')).production
      sender = new DocumentSender(server.client, await Integration.of(at, SCOPES))
    })
    after(async () => {
      await server.close()
      await dispose()
      await bucket.close()
      rmSync(around, { recursive: true, force: true })
    })

    const objects = () => bucket.objectsOf(at.tenant.tenantId)
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

    testOnBoth('what is sent lies in the bucket and in no row, and comes back whole and in parts', async () => {
      const content = pdfOf(700_000)
      const { documentId } = await sender.made({}, content)
      assert.equal(objects().length, 1)
      assert.equal(await rows('document_piece'), 0)
      assert.equal(sha256(Buffer.from((await fetched(documentId)).body)), sha256(content))
      const part = await fetched(documentId, { range: 'bytes=49000-250000' })
      assert.equal(part.status, 206)
      assert.equal(part.body, content.subarray(49_000, 250_001).toString())
    })

    testOnBoth(
      'a wrong hash, too few bytes and a broken connection leave nothing in the bucket (threats row 368)',
      async () => {
        const before = objects()
        const content = pdfOf(900_000)
        const wrong = await sender.send(content, { sha256: sha256(PDF) })
        assert.equal(wrong.status, 400, wrong.body)
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
        await soon('it is claimed', async () => (await claimed(upload.uploadId)) === 1)
        req.destroy()
        await soon('its row is gone', async () => (await claimed(upload.uploadId)) === 0)
        assert.equal(await rows('document_content_over'), 3, 'what may still become an object is noted')
        // What is on its way at the bucket ends here: it may become an object after all, and is removed later.
        await bucket.stop()
        await bucket.start()
        server.clock.advanceSeconds(2 * MAX_TRANSFER_SECONDS)
        await sweep()
        assert.deepEqual(objects(), before)
        assert.equal(await rows('document_content_over'), 0)
      },
    )
    const claimed = async (fileId: string): Promise<number> => {
      const { db } = server.world.storage.platform
      const found = await sql<{ n: number }>`select count(*) as n from document_file
        where file_id = ${fileId} and claimed_at is not null`.execute(db)
      return Number(found.rows[0]?.n)
    }

    testOnBoth(
      'a bucket that is away is told to who sends and to who fetches, the rest goes on, and what could not be removed is removed later (threats row 368)',
      async () => {
        const { documentId } = await sender.made()
        const gone = await sender.made()
        await sender.by.did(
          sender.by.change(
            'mutation ($id: ID!) { documentDelete(documentId: $id, expectedVersion: 1) { userErrorList { code message } } }',
            { id: gone.documentId },
          ),
        )
        const before = objects()
        await bucket.stop()
        for (const answer of [await sender.send(PDF), await fetched(documentId)]) {
          assert.equal(answer.status, 503, answer.body)
          assert.match(answer.body, /Files cannot be stored or read now/)
          assert.doesNotMatch(answer.body, new RegExp(`${bucket.port}|S3RVER`))
        }
        assert.ok(await sender.by.ask('{ documentList(filter: {}) { nodeList { documentId } } }'))
        const told = await runCommand(['doctor'], server.place.environment).catch(({ stdout }) => stdout)
        assert.match(told, /^failed +Documents: The bucket documents at 127\.0\.0\.1:\d+ cannot be used/m)
        server.clock.advanceSeconds(DAY_SECONDS + 3_600)
        await assert.rejects(sweep(), /cannot be used/)
        await bucket.start()
        server.clock.advanceSeconds(DAY_SECONDS + 3_600)
        await sweep()
        assert.equal(objects().length, before.length - 1)
        sender = new DocumentSender(server.client, await Integration.of(at, SCOPES))
        assert.equal((await fetched(documentId)).body, String(PDF))
        assert.equal((await sender.send(PDF)).status, 200)
      },
    )

    testOnBoth(
      'an operator goes out of a bucket into a file, and out of it through rows into the bucket again',
      async () => {
        const content = pdfOf(150_000)
        const carried = (await server.operator('carried')).production
        const owner = new DocumentSender(server.client, await Integration.of(carried, SCOPES))
        const { documentId } = await owner.made({}, content)
        const file = join(around, 'carried')
        await runCommand(['operator', 'export', 'carried', '--to', file], server.place.environment)
        await runCommand(['operator', 'import', file, '--operator', 'returned'], server.place.environment)
        const back = await server.existing('returned')
        const reader = new DocumentSender(server.client, await Integration.of(back, SCOPES))
        const read = async () => sha256(Buffer.from((await reader.fetch((await reader.link(documentId)) ?? '')).body))
        assert.equal(await read(), sha256(content))
        assert.deepEqual(bucket.objectsOf(back.tenant.tenantId), [])
        await sweep()
        assert.equal(bucket.objectsOf(back.tenant.tenantId).length, 1)
        assert.equal(await read(), sha256(content))
      },
    )

    test('what lay in a folder goes on being read beside a bucket, while the folder is named too', async () => {
      const folder = mkdtempSync(join(around, 'folder-'))
      const only = { ...server.place.environment, AIRSIDE_DOCUMENT_STORE: `folder:${folder}` }
      const earlier = await startServer(store, { environment: only, dispose: async () => {} })
      const there = new DocumentSender(earlier.client, await Integration.of(await earlier.existing('alpine'), SCOPES))
      const { documentId } = await there.made({}, pdfOf(60_000)).finally(() => earlier.close())
      assert.equal((await fetched(documentId)).status, 503)
      const places = `${server.place.environment.AIRSIDE_DOCUMENT_STORE} folder:${folder}`
      const both = { ...server.place.environment, AIRSIDE_DOCUMENT_STORE: places }
      const later = await startServer(store, { environment: both, dispose: async () => {} })
      try {
        const here = new DocumentSender(later.client, await Integration.of(await later.existing('alpine'), SCOPES))
        assert.equal((await here.fetch((await here.link(documentId)) ?? '')).body, String(pdfOf(60_000)))
      } finally {
        await later.close()
      }
    })
  })
}
