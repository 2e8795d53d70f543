/** A store from before systems of external ids had one owner: whose the names are afterwards (ADR 229). */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../../src/config/config.ts'
import { MovableClock } from '../../src/domain/clock.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { registerApplication } from '../../src/services/oauth/applications.ts'
import { createOperator } from '../../src/services/tenancy/operators.ts'
import { World } from '../../src/services/world.ts'
import { MIGRATIONS, migrate } from '../../src/storage/migrate.ts'
import { openEngine, Storage } from '../../src/storage/storage.ts'
import { REGISTRATION } from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { newPlace, storesFor } from '../support/test-server.ts'

after(stopOwnPostgres)

const LATER = '0350-owners-of-systems'

for (const store of storesFor('sql')) {
  describe(`owners of systems from before there was one (${store})`, () => {
    test('a name that an application claimed becomes the operator’s where a key certainly wrote an id of it, else it stays the application’s', async (t) => {
      const place = await newPlace(store)
      t.after(place.dispose)
      const engine = openEngine(readConfig(place.environment))
      t.after(() => engine.close())
      await migrate(
        engine,
        MIGRATIONS.filter(({ name }) => name !== LATER),
      )
      const clock = new MovableClock()
      const world = new World({ storage: new Storage(engine, clock), now: () => clock.now(), randomBytes })
      const named = { operatorId: 'alpine', name: 'Alpine', environments: ['production'] } as const
      const [tenant] = await createOperator(world, named, HOST)
      const tenantId = tenant?.tenantId ?? ''
      const { clientId: market } = await registerApplication(world, { ...REGISTRATION, kind: 'marketplace' }, HOST)
      const { clientId: other } = await registerApplication(world, { ...REGISTRATION, name: 'Fuel' }, HOST)
      const key = { kind: 'API_KEY', id: 'key_1' }
      const by = (id: string) => ({ kind: 'APPLICATION', id })
      const rows = [
        { system: 'erp', owner: market, author: by(market), version: 1 },
        { system: 'erp', owner: market, author: key, version: 7 },
        { system: 'jetmatch', owner: market, author: by(market), version: 3 },
        { system: 'crm', owner: other, author: key, version: 1 },
        // It may have given the id to the operator's record.
        { system: 'fuel', owner: other, author: key, version: 2 },
        { system: 'fuel', owner: other, author: by(other), version: 1 },
      ]
      await engine.write(async ({ db }) => {
        for (const [index, { system, owner, author, version }] of rows.entries()) {
          const [id, value] = [`con_${index}`, String(index)]
          const list = JSON.stringify([{ system, value }])
          await sql`insert into contact (tenant_id, contact_id, kind, name, external_id_list, version, created_at, updated_at, created_by)
            values (${tenantId}, ${id}, 'CLIENT', 'A', ${list}, ${version}, 1, 1, ${JSON.stringify(author)})`.execute(
            db,
          )
          await sql`insert into external_id (tenant_id, kind, record_id, system, value)
            values (${tenantId}, 'contact', ${id}, ${system}, ${value})`.execute(db)
          await sql`insert into external_id_system (tenant_id, system, client_id) values (${tenantId}, ${system}, ${owner})
            on conflict do nothing`.execute(db)
        }
      })
      assert.deepEqual(await migrate(engine), [LATER])
      const { db } = world.storage.tenant(tenantId)
      const owners = await db
        .selectFrom('external_id_system')
        .select(['system', 'client_id', 'stored_as'])
        .where('tenant_id', '=', tenantId)
        .orderBy('system')
        .execute()
      assert.deepEqual(
        owners.map(({ system, client_id, stored_as }) => [system, client_id, stored_as]),
        [
          ['crm', 'operator', null],
          ['erp', 'operator', null],
          ['fuel', other, null],
          ['jetmatch', market, null],
        ],
      )
    })
  })
}
