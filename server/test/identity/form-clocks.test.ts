/** Sign-in forms between processes whose clocks differ by up to a minute (threats row 102). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SIGN_IN_FORM_SECONDS } from '../../src/domain/limits.ts'
import { Browser, type Form, formTo } from '../support/browser.ts'
import { addPerson, PASSWORD, type Person } from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'
import { tidyUp } from '../support/tidy-up.ts'

after(stopOwnPostgres)

const APART_SECONDS = 50

for (const store of storesFor('concurrency')) {
  describe(`a sign-in form at two servers whose clocks are ${APART_SECONDS} seconds apart (${store})`, () => {
    let behind: TestServer
    let ahead: TestServer
    let at: TestTenant
    let person: Person
    before(async () => {
      behind = await startServer(store)
      at = (await behind.operator('alpine')).production
      person = await addPerson(behind, at, 'Anna', ['ADMIN'])
      ahead = await startServer(store, behind.place)
      ahead.clock.advanceSeconds(APART_SECONDS)
    })
    after(async () => {
      await ahead?.close()
      await behind?.close()
    })

    const formOf = async ({ client }: TestServer): Promise<Form> =>
      formTo((await new Browser(client, at.origin).get('/sign-in/')).body, '/sign-in/')
    const submit = async ({ client }: TestServer, form: Form): Promise<number> =>
      (await new Browser(client, at.origin).submit(form, { email: person.email, password: PASSWORD })).status

    test('a sign-in form is accepted once, at either of two servers with different clocks', async () => {
      for (const [maker, getter] of [
        [ahead, behind],
        [behind, ahead],
      ] as const) {
        const form = await formOf(maker)
        assert.equal(await submit(getter, form), 303)
        assert.equal(await submit(maker, form), 403)
      }
    })

    test('a used sign-in form is refused by the server that is behind, after it expired at the other', async () => {
      const form = await formOf(behind)
      assert.equal(await submit(ahead, form), 303)
      for (const { clock } of [ahead, behind]) clock.advanceSeconds(SIGN_IN_FORM_SECONDS - APART_SECONDS / 2)
      await tidyUp(ahead.world.storage)
      assert.equal(await submit(behind, form), 403)
      assert.equal(await submit(behind, await formOf(behind)), 303)
    })
  })
}
