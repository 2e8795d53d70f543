/** What fetching a file by a link costs, and sending one, and whose budget pays for it (threats row 310). */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { makeDueExport } from '../../src/services/tenancy/exporting/make-export.ts'
import { addPerson } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { DocumentSender, PDF } from '../support/document-files.ts'
import type { Answer } from '../support/http-client.ts'
import { Integration } from '../support/integration.ts'
import { LogbookScene } from '../support/logbook-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const SCOPES = 'document:read document:write'
const ASK = '{ __typename }'

for (const store of storesFor('execution')) {
  describe(`files that are fetched (${store})`, () => {
    let server: TestServer
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const left = async (asked: Promise<Answer>): Promise<number> =>
      (await asked).json<{ extensions: { cost: { remaining: number } } }>().extensions.cost.remaining

    /** What was spent between two questions, with the clock standing still. */
    const spentOn = async (ask: () => Promise<Answer>, job: () => Promise<unknown>): Promise<number> => {
      server.clock.standStill()
      try {
        const beforehand = await left(ask())
        await job()
        return beforehand - (await left(ask()))
      } finally {
        server.clock.moveOn()
      }
    }

    /** With smaller and smaller requests, the last of which cost 1. */
    const spendBudget = async ({ at, token }: Integration): Promise<void> => {
      const lists = (count: number, first: number) =>
        `{ ${Array.from({ length: count }, (_, n) => `a${n}: documentList(filter: {}, page: { first: ${first} }) { nodeList { documentId } }`).join(' ')} }`
      for (const query of [lists(19, 500), lists(1, 500), lists(1, 50), ASK]) {
        while ((await at.query(token, query)).status === 200);
      }
    }

    test('a document is paid by whoever asked for its link: to begin, and by its bytes; a part by its part (threats row 310)', async () => {
      const at = (await server.operator('alpine')).production
      const sender = new DocumentSender(server.client, await Integration.of(at, SCOPES))
      const content = Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(320_000, 'x'), Buffer.from('\n%%EOF')])
      const link = (await sender.link((await sender.made({}, content)).documentId)) ?? ''
      const ask = () => at.query(sender.by.token, ASK)
      const alone = await spentOn(ask, async () => {})
      const whole = await spentOn(ask, () => sender.fetch(link))
      const byte = await spentOn(ask, () => sender.fetch(link, { range: 'bytes=0-0' }))
      assert.ok(whole - alone >= 10 + 320_000 / (16 * 1024), String(whole))
      assert.equal(byte - alone, 11)
      const other = await Integration.of(at, SCOPES)
      assert.equal(
        await spentOn(
          () => at.query(other.token, ASK),
          () => sender.fetch(link),
        ),
        alone,
        'another key pays nothing',
      )
    })

    test('a file that is sent is paid by its sender: to begin, by its bytes, and by its pieces, refused or not (threats rows 310 and 417)', async () => {
      const at = (await server.operator('heath')).production
      const sender = new DocumentSender(server.client, await Integration.of(at, SCOPES))
      const content = Buffer.concat([PDF.subarray(0, 9), Buffer.alloc(320_000, 'x'), Buffer.from('\n%%EOF')])
      const ask = () => at.query(sender.by.token, ASK)
      const alone = await spentOn(ask, async () => {})
      const pathOf = async () => (await sender.by.did(sender.start(content))).upload.path as string
      const path = await pathOf()
      const whole = await spentOn(ask, () => sender.put(path, content))
      assert.ok(whole - alone >= 10 + 320_000 / (16 * 1024) && whole - alone < 60, String(whole - alone))
      const inPieces = (sent: string): Promise<number> =>
        new Promise((resolve, reject) => {
          const headers = { host: 'heath.localhost', authorization: `Bearer ${sender.by.token}` }
          const { port } = server.client
          const sending = request({ host: '127.0.0.1', port, path: sent, method: 'PUT', headers, agent: false })
          sending.on('error', reject).on('response', (answer) => {
            answer.resume().on('close', () => resolve(answer.statusCode ?? 0))
          })
          for (const byte of content.subarray(0, 1_500)) sending.write(Buffer.of(byte))
          sending.end()
        })
      const [small, unknown] = [await pathOf(), `${path}x`]
      for (const sent of [small, unknown]) {
        server.clock.standStill()
        const beforehand = await left(ask())
        const status = await inPieces(sent)
        assert.ok(status >= 400 && status < 500, String(status))
        let asked = 0
        await soon(`the pieces for ${sent} are paid`, async () => {
          asked++
          return beforehand - (await left(ask())) - asked * alone >= 1_500 / 50
        })
        server.clock.moveOn()
      }
    })

    test('whoever has spent the budget sends nothing until it is refilled (threats row 310)', async () => {
      const at = (await server.operator('marsh')).production
      const sender = new DocumentSender(server.client, await Integration.of(at, SCOPES))
      const { upload } = await sender.by.did(sender.start(PDF))
      server.clock.standStill()
      try {
        await spendBudget(sender.by)
        assert.equal((await sender.put(upload.path, PDF)).status, 429)
        server.clock.advanceSeconds(5)
        assert.equal((await sender.put(upload.path, PDF)).status, 200, 'the upload is still there')
      } finally {
        server.clock.moveOn()
      }
    })

    test('whoever has spent the budget fetches nothing until it is refilled (threats row 310)', async () => {
      const at = (await server.operator('nordic')).production
      const sender = new DocumentSender(server.client, await Integration.of(at, SCOPES))
      const link = (await sender.link((await sender.made()).documentId)) ?? ''
      server.clock.standStill()
      try {
        await spendBudget(sender.by)
        const refused = await sender.fetch(link)
        assert.equal(refused.status, 429)
        assert.ok(Number(refused.headers['retry-after']) > 0)
        server.clock.advanceSeconds(5)
        assert.equal((await sender.fetch(link)).status, 200)
      } finally {
        server.clock.moveOn()
      }
    })

    test('the table of a logbook is paid by the application that asked for its link (threats row 310)', async () => {
      const scene = await LogbookScene.open(await startServer(store))
      try {
        const pilot = await scene.connect(scene.grants.pilot)
        const { path } = (await pilot.ask('{ myLogbookLink { path } }')).myLogbookLink
        const { at } = scene.grants
        scene.server.clock.standStill()
        const ask = () => at.query(pilot.token, ASK)
        const first = await left(ask())
        const second = await left(ask())
        assert.equal((await scene.server.client.ask(`${at.origin}${path}`)).status, 200)
        assert.equal(second - (await left(ask())) - (first - second), 11)
      } finally {
        await scene.server.close()
      }
    })

    test('a file of an export is paid by the administrator who takes it (threats row 310)', async () => {
      const at = (await server.operator('exporter')).production
      const admin = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Anna', ['ADMIN']))
      await admin.done('operatorExportStart', 'mutation { operatorExportStart { userErrorList { code } } }')
      while (await makeDueExport({ world: server.world, publicUrl: server.config.publicUrl, release: 'test' }));
      const { fileList } = (await admin.data('{ operatorExport { fileList { path } } }')).operatorExport
      const cookie = [...admin.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const take = () => server.client.ask(`${at.origin}${fileList[0].path}`, { headers: { cookie } })
      const ask = () => admin.ask(ASK)
      const alone = await spentOn(ask, async () => {})
      const spent = await spentOn(ask, async () => assert.equal((await take()).status, 200))
      assert.ok(spent - alone >= 11, String(spent))
    })
  })
}
