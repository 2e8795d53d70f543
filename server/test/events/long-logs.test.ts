/** The log of a webhook has a length, whatever is sent: the oldest tries beyond it are removed in portions (threats row 615). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { removals } from '../../src/background/housekeeping.ts'
import { ROWS_FOR_COST } from '../../src/domain/limits.ts'
import { USUAL_RETENTION } from '../../src/domain/tenancy/retention.ts'
import { removeTriesBeyond } from '../../src/storage/events/long-logs.ts'
import { claimWebhook, insertAttempts, noteSent } from '../../src/storage/events/webhook-queue.ts'
import { insertWebhook } from '../../src/storage/events/webhooks.ts'
import { addPerson } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const KEPT = 100
const MOST = 60
/** As many as make housekeeping look at a log again. */
const WRITTEN = 500

for (const store of storesFor('sql')) {
  describe(`logs of webhooks (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      const { apiKeyId } = await at.createKey('contact:read')
      for (const webhookId of ['whk_busy', 'whk_quiet', 'whk_few'])
        await server.world.at(at.tenant).write((tx) =>
          insertWebhook(tx, {
            webhook_id: webhookId,
            api_key_id: apiKeyId,
            url: 'https://receiver.example/',
            description: '',
            entity_list: '["CONTACT"]',
            kind_list: '["CREATED"]',
            field_list: null,
            aircraft_id_list: null,
            status_list: null,
            query: null,
            secret: 'none',
            earlier_secret: null,
            earlier_until: null,
            position: 0,
            failures: 0,
            switched_off_at: null,
            off_reason: null,
            holder: null,
            held_until: 0,
            created_at: 0,
            created_by: 'host',
            changed_at: 0,
          }),
        )
    })
    after(() => server.close())

    /** Writes down tries as a round does, in portions of forty. */
    const write = async (webhookId: string, tries: number, from: number, since = 1_000): Promise<void> => {
      for (let first = from; first < from + tries; first += 40)
        await server.world.at(at.tenant).write(async (tx) => {
          const some = Array.from({ length: Math.min(40, from + tries - first) }, (_none, n) => first + n)
          await insertAttempts(
            tx,
            some.map((n) => ({
              webhook_id: webhookId,
              application_webhook_id: null,
              attempt_id: `att_${webhookId}_${n}`,
              // Several of one millisecond.
              at: since + Math.floor(n / 7),
              message_id: `msg_${webhookId}_${n}`,
              position: n,
              entity_id: 'con_1',
              type: 'contact.created',
              number: 1,
              status: 204,
              problem: null,
              took_ms: 1,
              connect_ms: null,
              wait_ms: null,
              delay_ms: 1,
              answer: '',
            })),
          )
          await noteSent(tx, webhookId, { failures: 0, position: 0, tries: some.length, isDone: true })
        })
    }

    const positionsOf = async (webhookId: string): Promise<number[]> => {
      const rows = await server.world.storage.platform.db
        .selectFrom('webhook_attempt')
        .select('position')
        .where('webhook_id', '=', webhookId)
        .execute()
      return rows.map(({ position }) => Number(position)).toSorted((a, b) => a - b)
    }

    const remove = () => server.world.storage.writePlatform((tx) => removeTriesBeyond(tx, KEPT, MOST))

    test('the figures of a log are paid by the tries that they read, each time (threats row 616)', async () => {
      const admin = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Anna', ['ADMIN']))
      const searchedBy = async (times: number): Promise<number> => {
        const each = Array.from({ length: times }, (_none, n) => `a${n}: webhookList { figures { firstTryCount } }`)
        const answer = await admin.ask(`{ ${each.join(' ')} }`)
        return answer.json<{ extensions: { cost: { searched?: number } } }>().extensions.cost.searched ?? 0
      }
      assert.equal(await searchedBy(1), 0)
      await write('whk_few', 200, 1, server.clock.now() - 60_000)
      assert.equal(await searchedBy(1), 200 / ROWS_FOR_COST.compared)
      assert.equal(await searchedBy(10), (10 * 200) / ROWS_FOR_COST.compared)
    })

    test('of a long log the latest tries stay, the others go a portion at a time; a short one is left alone', async () => {
      await write('whk_busy', WRITTEN, 1)
      await write('whk_quiet', KEPT + 1, 1)
      for (let left = WRITTEN - KEPT; left > MOST; left -= MOST) {
        assert.equal(await remove(), MOST)
        assert.equal((await positionsOf('whk_busy')).length, KEPT + left - MOST)
      }
      assert.ok((await remove()) < MOST)
      assert.deepEqual(
        await positionsOf('whk_busy'),
        Array.from({ length: KEPT }, (_none, n) => WRITTEN - KEPT + n + 1),
      )
      assert.equal(await remove(), 0, 'it is not looked at again')
      assert.equal((await positionsOf('whk_quiet')).length, KEPT + 1, 'until it has got as many more')
      await write('whk_busy', WRITTEN, WRITTEN + 1)
      assert.equal(await remove(), MOST)
    })

    test('housekeeping looks for long logs', () => {
      assert.ok(removals(USUAL_RETENTION).some(({ name }) => name === 'tries beyond'))
    })

    test('a log is not cut while somebody writes into it', { skip: store !== 'postgres' }, async () => {
      const { storage } = server.world
      await write('whk_quiet', WRITTEN, 1_000)
      while ((await remove()) > 0);
      await write('whk_quiet', WRITTEN, 2_000)
      await storage.writePlatform(async (tx) => {
        const now = await tx.now()
        await claimWebhook(
          tx,
          { tenantId: at.tenant.tenantId, webhookId: 'whk_quiet' },
          { holder: 'one', now, until: now },
        )
        assert.equal(await remove(), 0)
      })
      assert.equal(await remove(), MOST)
    })
  })
}
