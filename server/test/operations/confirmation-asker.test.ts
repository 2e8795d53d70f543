/** A confirmation is worth nothing while who asked for it may not work, and nothing under another grant (threats row 401). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { applicationArea } from '../../src/domain/validity-area.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { disconnectAddOn } from '../../src/services/oauth/add-ons.ts'
import { moveApplication } from '../../src/services/oauth/applications.ts'
import { findConfirmation } from '../../src/storage/operations/logs/confirmations.ts'
import { formTo } from '../support/browser.ts'
import { exchangeFields, obtainCode, type Tokens } from '../support/code-grant.ts'
import { EVERYTHING, Integration } from '../support/integration.ts'
import { FLIGHT_BAG, LogScene } from '../support/log-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'
import { waitingConnections } from '../support/waiting-connections.ts'

after(stopOwnPostgres)

interface Draft {
  readonly journeyLogId: string
  readonly version: number
}

const OVER = /This can no longer be signed/

for (const store of storesFor('locks')) {
  describe(`who asked for a confirmation (${store})`, () => {
    let server: TestServer
    let scene: LogScene
    const drafts: Draft[] = []
    const draft = (): Draft => drafts.pop() as Draft
    before(async () => {
      server = await startServer(store)
      scene = await LogScene.open(server)
      // While its first token works.
      for (const daysAgo of [40, 41, 42, 43]) drafts.push(await scene.draft(daysAgo))
    })
    after(() => server?.close())

    const move = (action: 'suspend' | 'resume') =>
      moveApplication(server.world, scene.application.clientId, { actions: [action], by: 'host', reason: 'test' }, HOST)
    /** The same application with a token of now: those from before a suspension have ended. */
    const connected = async (): Promise<Integration> => {
      const { grants } = scene.flights
      await grants.signInAgain()
      const code = await obtainCode(grants.browser, scene.application, FLIGHT_BAG)
      const answer = await grants.token(exchangeFields(scene.application, code))
      return new Integration(grants.at, answer.json<Tokens>().access_token)
    }
    const stateOf = async (confirmationId: string): Promise<string | undefined> => {
      const reader = server.world.storage.tenant(scene.flights.grants.at.tenant.tenantId)
      return (await findConfirmation(reader, confirmationId))?.state
    }

    test('while the application is suspended nothing is shown or signed, and no yes of that time is there afterwards', async () => {
      const log = draft()
      const confirmation = await scene.asked(log)
      const form = formTo((await scene.page(confirmation)).body, '/confirm/')
      await move('suspend')
      const page = await scene.page(confirmation)
      assert.match(page.body, OVER)
      assert.ok(!page.body.includes('HB-JAA'), 'nothing of the paper is shown')
      const pressed = await scene.browser.submit(form, { decision: 'sign' })
      assert.match(pressed.body, OVER)
      assert.equal(await stateOf(confirmation.confirmationId), 'PENDING')
      await move('resume')
      const by = await connected()
      assert.deepEqual(await by.refusal(scene.sign(log, confirmation, { by })), ['CONFIRMATION_NEEDED'])
      assert.ok((await scene.page(confirmation)).body.includes('HB-JAA'), 'it is the same grant, and in force again')
    })

    test('once the application was disconnected, what it asked for is over, also for its next grant', async () => {
      const log = draft()
      let by = await connected()
      const open = await scene.asked(log, { by })
      const given = await scene.asked(log, { by })
      assert.equal((await scene.answer(given, { decision: 'sign' })).status, 303)
      await disconnectAddOn(server.world.at(scene.flights.grants.at.tenant), scene.application.clientId, HOST)
      for (const each of [open, given]) assert.match((await scene.page(each)).body, OVER)
      by = await connected()
      for (const each of [open, given]) {
        assert.equal(await scene.state(each.confirmationId, by), null)
        assert.match((await scene.page(each)).body, OVER)
        assert.deepEqual(await by.refusal(scene.sign(log, each, { by })), ['CONFIRMATION_NEEDED'])
      }
      const anew = await scene.asked(log, { by })
      assert.equal((await scene.answer(anew, { decision: 'sign' })).status, 303)
      await by.did(scene.sign(log, anew, { by }))
    })

    test('nothing is shown or signed for a key that was revoked', async () => {
      const { at } = scene.flights.grants
      const { refreshToken, apiKeyId } = await at.createKey(EVERYTHING)
      const by = new Integration(at, (await at.refreshKey(refreshToken)).body)
      const confirmation = await scene.asked(draft(), { by })
      const form = formTo((await scene.page(confirmation)).body, '/confirm/')
      await at.revokeKey(apiKeyId)
      assert.match((await scene.page(confirmation)).body, OVER)
      assert.match((await scene.browser.submit(form, { decision: 'sign' })).body, OVER)
      assert.equal(await stateOf(confirmation.confirmationId), 'PENDING')
    })

    if (store === 'postgres')
      test('a yes that is being written while the application is suspended is taken back', async () => {
        const confirmation = await scene.asked(draft(), { by: await connected() })
        const form = formTo((await scene.page(confirmation)).body, '/confirm/')
        const holder = new pg.Client({ connectionString: server.config.databaseUrl ?? '' })
        await holder.connect()
        await holder.query('begin; lock table audit_entry in share mode')
        const pressed = scene.browser.submit(form, { decision: 'sign' })
        await soon('the yes waits to be noted', async () => (await waitingConnections(holder)).length > 0)
        const { clientId } = scene.application
        await server.world.storage.writePlatform(async (tx) => {
          await tx.db.updateTable('application').set({ mode: 'suspended' }).where('client_id', '=', clientId).execute()
          tx.changeValidity(applicationArea(clientId))
        })
        await holder.query('rollback')
        await holder.end()
        assert.match((await pressed).body, OVER)
        assert.equal(await stateOf(confirmation.confirmationId), 'PENDING')
      })
  })
}
