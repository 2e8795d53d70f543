/** Codes leave by an HTTP gateway; while it fails the page says so, the outbox tries again, and one press sends one SMS (threats row 71). */
import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { OutboxDelivery } from '../../src/background/outbox-delivery.ts'
import { smsCourier } from '../../src/background/sms-courier.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { PHONE, register, sendCode } from '../support/portal-client.ts'
import { PortalScene } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

interface Taken {
  readonly headers: IncomingHttpHeaders
  readonly body: { to: string; text: string }
}

for (const store of storesFor('concurrency')) {
  describe(`the SMS gateway (${store})`, () => {
    let server: TestServer
    let lena: ConsoleClient
    let status = 200
    const taken: Taken[] = []
    const gateway = createServer((request, response) => {
      let text = ''
      request.on('data', (chunk) => {
        text += chunk
      })
      request.on('end', () => {
        if (status === 200) taken.push({ headers: request.headers, body: JSON.parse(text) })
        response.writeHead(status, status === 302 ? { location: 'http://elsewhere.example/' } : {}).end()
      })
    })
    before(async () => {
      await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
      // A demo delivers nothing by itself: the test decides when the outbox is emptied.
      server = await startServer(store, undefined, { tenants: [], applications: [], platform: null })
      lena = await new PortalScene(server).signUp('lena@vektor.example')
    })
    after(async () => {
      await server.close()
      gateway.closeAllConnections()
      await new Promise((resolve) => gateway.close(resolve))
    })

    const deliver = async (url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`) => {
      const courier = smsCourier({ url, token: 'gateway-token' })
      await new OutboxDelivery(server.world.storage, pino({ level: 'silent' }), courier).deliver()
    }
    const delivery = async (id: string) => {
      const query = 'query ($id: ID!) { application(clientId: $id) { secretCode { delivery } } }'
      return (await lena.data(query, { id })).application.secretCode.delivery
    }

    test('a code is posted once with the token, and tried again after the gateway failed or was away', async () => {
      const id = await register(lena)
      await Promise.all([sendCode(lena, id, 'press'), sendCode(lena, id, 'press')])
      assert.equal(await delivery(id), 'WAITING')
      const failures: (() => Promise<void>)[] = [
        () => deliver('http://127.0.0.1:9/send'),
        () => {
          status = 500
          return deliver()
        },
        () => {
          status = 302
          return deliver()
        },
      ]
      for (const [tried, fail] of failures.entries()) {
        await fail()
        assert.equal(await delivery(id), 'FAILING')
        await deliver()
        assert.equal(taken.length, 0, 'it is not due yet')
        server.clock.advanceSeconds(60 * 2 ** tried + 1)
      }
      status = 200
      await deliver()
      await deliver()
      assert.equal(await delivery(id), 'SENT')
      assert.equal(taken.length, 1)
      const [sms] = taken
      assert.equal(sms?.body.to, PHONE)
      assert.match(sms?.body.text ?? '', /^\d{6} is your Airside code to make a client secret of RampReady\. /)
      assert.equal(sms?.headers.authorization, 'Bearer gateway-token')
      assert.match(String(sms?.headers['idempotency-key']), /^msg_/)
      const [code = ''] = /\d{6}/.exec(sms?.body.text ?? '') ?? []
      const { db } = server.world.storage.platform
      const rows = await db
        .selectFrom('outbox_message')
        .select(['body', 'sent_at'])
        .where('channel', '=', 'sms')
        .execute()
      assert.ok(!JSON.stringify(rows).includes(code), 'the text is erased once it is sent')
    })
  })
}
