/** What a crew member was asked to confirm is over once they are another user (threats row 442). */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { formTo } from '../support/browser.ts'
import { addPerson } from '../support/code-grant.ts'
import { LogScene } from '../support/log-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor } from '../support/test-server.ts'

after(stopOwnPostgres)

for (const store of storesFor('sql')) {
  test(`a question that waits for a crew member ends when they are linked to another user, for both (${store})`, async () => {
    const server = await startServer(store)
    try {
      const scene = await LogScene.open(server)
      const log = await scene.draft()
      const confirmation = await scene.asked(log)
      const form = formTo((await scene.page(confirmation)).body, '/confirm/')
      const beat = await addPerson(server, scene.flights.grants.at, 'Beat', ['CREW'])
      await scene.flights.link(0, beat.userId)
      assert.equal(await scene.state(confirmation.confirmationId), 'EXPIRED')
      const other = await scene.browserOf(beat)
      for (const browser of [scene.browser, other]) await browser.submit(form, { decision: 'sign' })
      assert.deepEqual(await scene.bag.refusal(scene.sign(log, confirmation)), ['CONFIRMATION_NEEDED'])
      const again = await scene.asked(log)
      assert.equal(await scene.state(again.confirmationId), 'PENDING', 'it can be asked anew')
    } finally {
      await server.close()
    }
  })
}
