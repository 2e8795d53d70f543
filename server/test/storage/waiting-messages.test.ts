/** What waits in the outbox, of all recipients or of some. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { insertMessage, waitingMessages } from '../../src/storage/outbox.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor } from '../support/test-server.ts'
import { openTestStorage } from '../support/test-storage.ts'

after(stopOwnPostgres)

for (const store of storesFor('sql')) {
  describe(`messages that wait (${store})`, () => {
    test('of named recipients theirs alone are shown, and of nobody none', async (t) => {
      const opened = await openTestStorage(store)
      t.after(() => opened.close())
      const { storage, clock } = opened
      const tenantId = await opened.tenant('alpine')
      const now = clock.now()
      await storage.writeTenant(tenantId, (tx) =>
        insertMessage(tx, {
          message_id: 'msg_1',
          recipient: 'anna@alpine.example',
          subject: 'Hello',
          body: 'Hello',
          created_at: now,
          expires_at: now + 3_600_000,
        }),
      )
      const shownTo = (recipients: readonly string[] | null) =>
        storage.snapshotOf(tenantId, async (reader) =>
          (await waitingMessages(reader, now, 10, recipients)).map(({ message_id }) => message_id),
        )
      assert.deepEqual(await shownTo(null), ['msg_1'])
      assert.deepEqual(await shownTo(['anna@alpine.example']), ['msg_1'])
      assert.deepEqual(await shownTo(['ben@alpine.example']), [])
      assert.deepEqual(await shownTo([]), [])
    })
  })
}
