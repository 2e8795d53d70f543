/** What strangers ask for by made-up names is looked up without building a statement each time (threats row 233). */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { applicationByClientId } from '../../src/storage/oauth/applications.ts'
import { findSuspended, findTenant } from '../../src/storage/tenancy/tenants.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor } from '../support/test-server.ts'

after(stopOwnPostgres)

for (const store of storesFor('sql')) {
  test(`looking for an address or a client that nobody has builds its statement once (${store})`, async () => {
    const server = await startServer(store)
    try {
      const { platform } = server.world.storage
      const { tenant } = (await server.operator('alpine')).production
      const built = {
        ...platform,
        get db(): typeof platform.db {
          throw new Error('A statement was built')
        },
      }
      await findTenant(platform, 'nobody', 'production')
      await findSuspended(platform, 'nobody', 'production')
      await applicationByClientId(platform, 'app_nobody')
      const known = await findTenant(built, 'alpine', 'production')
      assert.equal(known?.tenantId, tenant.tenantId)
      assert.equal(await findTenant(built, 'nobody-2', 'production'), undefined)
      assert.equal(await findSuspended(built, 'nobody-2', 'production'), undefined)
      assert.equal(await applicationByClientId(built, 'app_nobody-2'), undefined)
    } finally {
      await server.close()
    }
  })
}
