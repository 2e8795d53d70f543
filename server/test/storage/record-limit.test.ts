/** A tenant has a bound on its records that the host can raise: one key cannot fill the store (threats row 97). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { MAX_CHANGES_KEPT } from '../../src/domain/limits.ts'
import { clearOperatorData } from '../../src/storage/operations/operator-data.ts'
import { seedFleet } from '../support/fleet.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'
import { tidyUp } from '../support/tidy-up.ts'

after(stopOwnPostgres)

const CREATE = 'mutation { contactCreate(input: {kind: CLIENT, name: "Anna"}) { contact { contactId version } } }'

for (const store of storesFor('sql')) {
  describe(`the record limit (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let token: string
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      token = await at.accessToken()
    })
    after(() => server.close())

    const setLimit = async (records: number): Promise<{ records: number; limit: number }> => {
      const args = [
        'operator',
        'limit',
        '--operator',
        'alpine',
        '--environment',
        'production',
        '--records',
        String(records),
        '--json',
      ]
      return JSON.parse(await runCommand(args, server.place.environment))
    }
    const counted = async (): Promise<number> => {
      const { rows } = await sql<{ count: number }>`select record_count as count from change_head
        where tenant_id = ${at.tenant.tenantId}`.execute(server.world.storage.platform.db)
      return rows[0]?.count ?? -1
    }

    test('a record beyond the limit is refused with what to do, until the host raises it', async () => {
      assert.equal((await at.query(token, CREATE)).status, 200)
      await setLimit(2)
      const second = await at.query(token, CREATE)
      assert.equal(second.status, 200, second.body)
      const third = await at.query(token, CREATE)
      assert.equal(third.status, 403, third.body)
      assert.match(third.body, /RECORD_LIMIT_REACHED/)
      assert.match(third.body, /ask support for a higher limit/)
      assert.equal(await counted(), 2, 'the refused record was not written')

      const { contact } = second.json<{
        data: { contactCreate: { contact: { contactId: string; version: number } } }
      }>().data.contactCreate
      const change = `mutation { contactUpdate(contactId: "${contact.contactId}", input: {kind: CLIENT, name: "Berta"}, expectedVersion: ${contact.version}) { userErrorList { code } } }`
      const changed = await at.query(token, change)
      assert.match(changed.body, /"userErrorList":\[\]/, 'what is there can be changed')

      assert.deepEqual(await setLimit(3).then(({ records, limit }) => [records, limit]), [2, 3])
      assert.equal((await at.query(token, CREATE)).status, 200)
    })

    test('the change feed keeps a bounded number of changes, and a cursor before them has expired', async () => {
      const follow = (after: string) =>
        at.query(token, `{ changeList${after} { pageInfo { endCursor } nodeList { entityId } } }`)
      const { data } = (await follow('(first: 1)')).json<{
        data: { changeList: { pageInfo: { endCursor: string } } }
      }>()
      const cursor = data.changeList.pageInfo.endCursor
      await server.world.storage.writeTenant(at.tenant.tenantId, async (tx) => {
        await sql`update change_head set position = position + ${MAX_CHANGES_KEPT}
          where tenant_id = ${tx.tenantId}`.execute(tx.db)
      })
      const answer = await follow(`(after: "${cursor}")`)
      assert.equal(answer.status, 410, answer.body)
      assert.match(answer.body, /read everything again/)
      await tidyUp(server.world.storage)
      assert.match((await follow('')).body, /"nodeList":\[\]/)
    })

    test('the count follows what is written, whichever way it is written, and what is removed', async () => {
      await setLimit(1000)
      await seedFleet(server.world.storage, at.tenant.tenantId)
      const before = await counted()
      assert.deepEqual((await setLimit(1000)).records, before, 'counted anew it is the same')
      await server.world.storage.writeTenant(at.tenant.tenantId, (tx) => clearOperatorData(tx))
      assert.equal(await counted(), 0)
    })
  })
}
