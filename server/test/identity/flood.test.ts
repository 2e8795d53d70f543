/** A flood of sign-ins, or of other writes that need no sign-in, delays only its sender. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MAX_CLOCK_DIFFERENCE_SECONDS, SIGN_IN_FORM_SECONDS } from '../../src/domain/limits.ts'
import { newFormTicket } from '../../src/services/identity/form-ticket.ts'
import { Browser } from '../support/browser.ts'
import { GrantScene, PASSWORD } from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const FLOOD = 120
/** How many of the flood may be checked before the real sign-in: those in progress, and every other turn since. */
const MAX_BEFORE = 20

for (const store of storesFor('execution')) {
  describe(`a flood (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      // What a sender may do refills while a slow machine answers the flood.
      server.clock.standStill()
    })
    after(() => server.close())

    const from = (localAddress: string) => new Browser(server.client, scene.at.origin, { localAddress })
    const signIn = (browser: Browser, email: string, password: string) =>
      browser.post('/sign-in/', { email, password, form: newFormTicket(server.world.at(scene.at.tenant)) })

    test('a flood of sign-ins for unknown users does not delay a real sign-in from another network', async () => {
      let checked = 0
      let refused = 0
      const flood = Array.from({ length: FLOOD }, async (_, index) => {
        const answer = await signIn(from('127.0.0.2'), `nobody${index}@alpine.example`, `a guess ${index}`)
        if (answer.status === 403) checked++
        if (answer.status === 429) refused++
      })
      const rightful = await signIn(from('127.0.0.3'), scene.admin.email, PASSWORD)
      const before = checked
      await Promise.all(flood)
      assert.equal(rightful.status, 303)
      assert.ok(before <= MAX_BEFORE, `${before} of the flood were checked before`)
      assert.equal(checked + refused, FLOOD)
      assert.ok(refused > 0, 'The line is bounded')
      assert.equal((await signIn(from('127.0.0.2'), scene.pilot.email, PASSWORD)).status, 303, 'and it is over with it')
    })

    test('a flood of tickets that the sender made writes a bounded number of rows per network, by the clock of the store', async () => {
      const rows = async () =>
        await server.world.storage.platform.db.selectFrom('spent_form').select(['nonce', 'expires_at']).execute()
      const before = new Set((await rows()).map(({ nonce }) => nonce))
      const ahead = (server.clock.now() + 59_000).toString(36)
      const ticket = (number: number) => `${ahead}-${String(number).padStart(20, '0')}`
      const junk = { cookie: '__Host-airside-device=junk' }
      const send = (address: string, number: number) =>
        number % 2 === 0
          ? from(address).post('/sign-in/second-step/', { code: '1', form: ticket(number) })
          : from(address).post('/sign-in/', { email: '', password: '', form: ticket(number) }, junk)
      const answers = await Promise.all(Array.from({ length: 500 }, (_, number) => send('127.0.0.7', number)))
      const written = (await rows()).filter(({ nonce }) => !before.has(nonce))
      assert.ok(written.length > 0 && written.length <= 400, `${written.length} rows`)
      assert.ok(answers.some(({ status }) => status === 429))
      // The store's own clock goes on a little while ours stands; the tickets are 59 seconds ahead.
      const latest = server.clock.now() + (SIGN_IN_FORM_SECONDS + MAX_CLOCK_DIFFERENCE_SECONDS + 30) * 1000
      assert.equal(new Set(written.map(({ expires_at }) => Math.floor(expires_at / 60_000))).size <= 2, true)
      for (const { expires_at } of written) assert.ok(expires_at <= latest)
      const other = await send('127.0.0.8', 1000)
      assert.notEqual(other.status, 429)
    })

    test('a flood of passkey challenges and invitation codes is refused per network, and other networks are served', async () => {
      const options = (address: string) => from(address).post('/sign-in/passkey/options/', {})
      const answers = await Promise.all(Array.from({ length: 80 }, () => options('127.0.0.4')))
      const refused = answers.filter(({ status }) => status === 429)
      assert.ok(refused.length >= 10, `${refused.length} were refused`)
      assert.ok(refused.every(({ headers }) => Number(headers['retry-after']) >= 1))
      assert.equal((await options('127.0.0.5')).status, 200)
      const code = { invitation: 'inv_unknown', code: 'x', new_password: 'a long password' }
      const invitation = () => from('127.0.0.6').post('/invitation/', code)
      const tries = await Promise.all(Array.from({ length: 80 }, invitation))
      assert.deepEqual([...new Set(tries.map(({ status }) => status))].toSorted(), [404, 429])
      server.clock.advanceSeconds(60)
      assert.equal((await options('127.0.0.4')).status, 200)
    })
  })
}
