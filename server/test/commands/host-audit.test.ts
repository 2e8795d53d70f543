/** Every command of the host writes one audit entry, in the log of the tenant it concerns (threats row 63). */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { auditEntries } from '../../src/storage/audit.ts'
import { findTenant } from '../../src/storage/tenancy/tenants.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { preparedPlace, storesFor } from '../support/test-server.ts'
import { openTestStorage } from '../support/test-storage.ts'

after(stopOwnPostgres)

for (const store of storesFor('life cycle')) {
  describe(`audit entries of the host's commands (${store})`, () => {
    test('creating an operator, a user and a key, and revoking the key, write one audit entry each in their tenant', async (t) => {
      const place = await preparedPlace(store)
      t.after(place.dispose)
      const run = (...args: string[]) => runCommand([...args, '--json'], place.environment)
      const tenant = ['--operator', 'alpine', '--environment', 'sandbox']
      await run('operator', 'create', 'alpine', '--name', 'Alpine Jet')
      const user = JSON.parse(await run('user', 'create', ...tenant, '--email', 'anna@alpine.example', '--admin'))
      const key = JSON.parse(await run('api-key', 'create', ...tenant, '--label', 'Books', '--scope', 'contact:read'))
      await run('api-key', 'revoke', key.api_key_id, ...tenant, '--yes')
      await assert.rejects(run('api-key', 'revoke', key.api_key_id, ...tenant, '--yes'))

      const { storage } = await openTestStorage(store, place)
      t.after(() => storage.close())
      const entriesOf = async (environment: 'production' | 'sandbox') => {
        const found = await findTenant(storage.platform, 'alpine', environment)
        return (await auditEntries(storage.tenant(found?.tenantId ?? ''), 100)).reverse()
      }
      const sandbox = await entriesOf('sandbox')
      assert.deepEqual(
        sandbox.map(({ action, subject_id }) => [action, subject_id]),
        [
          ['operator.created', 'alpine'],
          ['user.created', user.user_id],
          ['api-key.created', key.api_key_id],
          ['api-key.revoked', key.api_key_id],
        ],
      )
      for (const entry of sandbox) {
        assert.equal(entry.actor_kind, 'host')
        assert.ok(Math.abs(entry.at - Date.now()) < 120_000)
      }
      assert.deepEqual(JSON.parse(sandbox[2]?.detail ?? ''), { label: 'Books', scopes: 'contact:read' })
      assert.deepEqual(
        (await entriesOf('production')).map(({ action }) => action),
        ['operator.created'],
      )
    })
  })
}
