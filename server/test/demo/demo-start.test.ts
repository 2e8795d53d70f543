/** Starting the demo: by several processes at once, at another port, and with credentials that fit the store. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { OTHER_DEMO_KEYS } from '../../src/demo/data/keys.ts'
import { makeOtherKeys, seedKeyUse } from '../../src/demo/seed/demo-keys.ts'
import { apiKeys } from '../../src/storage/oauth/api-keys.ts'
import { findTenant } from '../../src/storage/tenancy/tenants.ts'
import { actorsSeen } from '../../src/storage/usage/usage.ts'
import { freePort } from '../support/free-port.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { demoOf, type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { newPlace, onPostgres } from '../support/test-server.ts'
import { openTestStorage } from '../support/test-storage.ts'

after(stopOwnPostgres)

const DAY_MS = 86_400_000

const tokenOf = async (server: ServerProcess, origin: string): Promise<number> => {
  const { tenants } = demoOf(server)
  const { refreshToken } = tenants.find((one) => one.operatorId === 'alpine' && one.environment === 'production') ?? {}
  const body = { refresh_token: refreshToken ?? '' }
  return (await server.client.form(`${origin}/access_token/refresh/`, body)).status
}

describe('the start of the demo', () => {
  test(
    'two processes with --demo on one empty database both start, and print keys and applications that work',
    onPostgres('concurrency'),
    async () => {
      const place = await newPlace('postgres')
      const folder = mkdtempSync(join(tmpdir(), 'airside-demo-'))
      const foreign = { operatorId: 'alpine', environment: 'production', refreshToken: 'air_live_ak_of_another_store' }
      const file = join(folder, 'demo-credentials.json')
      writeFileSync(file, JSON.stringify({ tenants: [foreign], applications: [] }))
      const start = async () => {
        const port = String(await freePort())
        const publicUrl = `http://localhost:${port}`
        const environment = { ...place.environment, AIRSIDE_DATA: folder, PORT: port, AIRSIDE_PUBLIC_URL: publicUrl }
        return { server: await startServerProcess(environment, ['--demo', '--json']), publicUrl }
      }
      const both = await Promise.all([start(), start()])
      try {
        const [first, second] = both.map(({ server }) => demoOf(server))
        assert.deepEqual(first, second)
        assert.equal(first?.tenants.length, 8)
        for (const { server, publicUrl } of both) {
          const origin = publicUrl.replace('//', '//alpine.')
          assert.equal(await tokenOf(server, origin), 200, 'the printed key works')
          const where = { application: first?.applications[0]?.clientId ?? '', operator: 'alpine' }
          const begin = `${publicUrl}/demo/start/?${new URLSearchParams({ ...where, environment: 'production' })}`
          const link: string = (await server.client.ask(begin)).headers.location ?? ''
          assert.ok(link.includes(encodeURIComponent(publicUrl)), 'the walk comes back to this port')
          const asked = await server.client.ask(link)
          assert.match(asked.body, /<title>Sign in to/, 'the application is known to come back to this port')
        }
      } finally {
        await Promise.all(both.map(({ server }) => server.stop()))
        await place.dispose()
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )

  test('the last use of an unused key stays unchanged while the demo runs', async () => {
    const opened = await openTestStorage('sqlite')
    try {
      await opened.tenant('alpine')
      const tenant = await findTenant(opened.storage.platform, 'alpine', 'production')
      assert.ok(tenant)
      // The first of the demo's keys is the forgotten one; a later one needs aircraft.
      assert.equal(OTHER_DEMO_KEYS[0]?.label, 'Old wallboard')
      await assert.rejects(makeOtherKeys(opened.world, tenant, 'host', []), /aircraft/)
      const lastUse = async () => {
        await seedKeyUse(opened.world, tenant)
        const reader = opened.storage.tenant(tenant.tenantId)
        const key = (await apiKeys(reader)).find(({ label }) => label === 'Old wallboard')
        const [seen] = await actorsSeen(reader, [key?.api_key_id ?? ''])
        return seen?.last_at
      }
      const before = await lastUse()
      assert.ok(before !== undefined && before < opened.clock.now() - 40 * DAY_MS)
      opened.clock.advanceSeconds((3 * DAY_MS) / 1000)
      assert.equal(await lastUse(), before)
    } finally {
      await opened.close()
    }
  })
})
