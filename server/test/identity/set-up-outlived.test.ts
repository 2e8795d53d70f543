/** What somebody must set up before anything else is set up in a session that lasts (threats row 486). */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { PASSWORD } from '../support/code-grant.ts'
import { PortalScene, SUPPORT_ORIGIN, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

for (const store of storesFor('locks')) {
  describe(`setting up in a session that ends (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
    })
    after(() => server?.close())

    test('a second step whose form comes after the session ended is not set up (threats row 486)', async () => {
      const email = `slow-${store}@airside.example`
      const userId = await scene.addStaff(email)
      const origin = SUPPORT_ORIGIN
      const browser = scene.visitor(SUPPORT_ORIGIN)
      await browser.postFresh('/sign-in/', { email, password: PASSWORD })
      const page = await browser.post('/sign-in/set-up/', { intent: 'start-second-step' })
      const secret = /<dd class="mono">([A-Z2-7 ]+)<\/dd>/.exec(page.body)?.[1]?.replaceAll(' ', '') ?? ''
      const body = `intent=confirm-second-step&code=${scene.codeOf(secret)}`
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const socket = connect(server.client.port, '127.0.0.1')
      let answer = ''
      socket.on('data', (chunk) => {
        answer += chunk
      })
      socket.write(
        [
          'POST /sign-in/set-up/ HTTP/1.1',
          `Host: ${new URL(origin).host}`,
          `Origin: ${origin}`,
          'Sec-Fetch-Site: same-origin',
          `Cookie: ${cookie}`,
          'Content-Type: application/x-www-form-urlencoded',
          `Content-Length: ${body.length}`,
          'Connection: close',
          '\r\n',
        ].join('\r\n'),
      )
      // Asked after it, so that its session has been looked at.
      for (let turn = 0; turn < 3; turn++) assert.equal((await browser.get('/sign-in/set-up/')).status, 200)
      await server.world.storage.writePlatform(({ db }) =>
        sql`update user_session set ended_at = 1 where user_id = ${userId}`.execute(db),
      )
      socket.write(body)
      await once(socket, 'close')
      assert.doesNotMatch(answer, /recovery codes/)
      assert.match(answer, /^HTTP\/1\.1 (303|401|403)/)
      const { rows } = await sql<{ at: number | null }>`select totp_confirmed_at as at from user_account
        where user_id = ${userId}`.execute(server.world.storage.platform.db)
      assert.equal(rows[0]?.at, null)
    })
  })
}
