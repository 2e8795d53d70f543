/** A store is migrated once, whichever process comes first, and never by a program older than the store. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { nameSkeleton } from '../../src/domain/name-skeleton.ts'
import { knownMigrations, MIGRATIONS, migrate } from '../../src/storage/migrate.ts'
import { migration as realms } from '../../src/storage/migrations/0076-realms.ts'
import { migration as takenNames } from '../../src/storage/migrations/0139-taken-names.ts'
import type { AnyMigration } from '../../src/storage/migrations/migration.ts'
import { run } from '../../src/storage/migrations/schema.ts'
import { bundledAircraftTypes, bundledAirports } from '../../src/storage/reference/bundled-reference.ts'
import { referenceRevisions } from '../../src/storage/reference/reference.ts'
import { SchemaTooNew } from '../../src/storage/schema-state.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand, runProgram, startServerProcess } from '../support/server-process.ts'
import { newPlace, preparedPlace, storesFor } from '../support/test-server.ts'
import { openTestStorage } from '../support/test-storage.ts'

after(stopOwnPostgres)

/** Adds a table, and a column to tables that are read, written and filled. */
const NEXT_RELEASE: AnyMigration = {
  name: '9999-next-release',
  up: async (db) => {
    for (const table of ['contact', 'access_token', 'usage_count', 'user_account', 'audit_entry', 'change_entry']) {
      await run(db, `alter table ${table} add column added_by_next text`)
    }
    await run(db, 'create table made_by_next (id text primary key)')
  },
}

for (const store of storesFor('sql')) {
  describe(`migrations (${store})`, () => {
    test('processes that start at the same moment on an empty store migrate it once', async (t) => {
      const place = await newPlace(store)
      t.after(place.dispose)
      const start = () => runProgram(['migrate', '--json'], place.environment)
      const answers = await Promise.all([start(), start(), start()])
      const made = answers.map((answer) => (JSON.parse(answer) as { migrated: string[] }).migrated)
      assert.deepEqual(made.flat(), [...knownMigrations], 'each migration by exactly one of them')

      const { storage } = await openTestStorage(store, place)
      t.after(() => storage.close())
      const revisions = await referenceRevisions(storage.platform)
      assert.deepEqual(
        revisions,
        { 'aircraft-types': 1, airports: 1, 'type-ratings': 1 },
        'and the reference sets are filled once',
      )
      const count = async (table: string) =>
        (await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(storage.platform.db))
          .rows[0]?.rows
      assert.equal(await count('aircraft_type'), bundledAircraftTypes().length)
      assert.equal(await count('airport'), bundledAirports().airports.length)
    })

    test('a store that is up to date is unchanged, and one from which a newer version took something is refused', async (t) => {
      const opened = await openTestStorage(store)
      t.after(() => opened.close())
      assert.deepEqual(await migrate(opened.engine), [])
      const contract = { name: '9999-future', needs: '9998-unknown', up: async () => {} }
      assert.deepEqual(await migrate(opened.engine, [...MIGRATIONS, { ...contract, needs: '0001-foundation' }]), [
        '9999-future',
      ])
      assert.deepEqual(await migrate(opened.engine), [], 'what it needs is known here')
      await opened.storage.writePlatform(async (tx) => {
        await sql`update schema_migration set needs = ${contract.needs} where name = ${contract.name}`.execute(tx.db)
      })
      await assert.rejects(migrate(opened.engine), (error: Error) => {
        assert.ok(error instanceof SchemaTooNew)
        assert.match(error.message, /prepared by a newer version .*9999-future.*start that version/)
        return true
      })
      for (const command of ['migrate', 'doctor']) {
        const refusal = await runProgram([command], opened.place.environment).catch((error) => error)
        assert.equal(refusal.code, 1)
        assert.match(refusal.stdout + refusal.stderr, /The store was prepared by a newer version .*\n/)
      }
    })

    test('this release runs on the schema of the next one, which only adds', async (t) => {
      const place = await preparedPlace(store)
      t.after(place.dispose)
      const opened = await openTestStorage(store, { ...place, dispose: async () => {} })
      assert.deepEqual(await migrate(opened.engine, [...MIGRATIONS, NEXT_RELEASE]), [NEXT_RELEASE.name])
      await opened.close()
      await runCommand(['operator', 'create', 'alpine', '--name', 'Alpine'], place.environment)
      const key = ['api-key', 'create', '--operator', 'alpine', '--environment', 'production', '--label', 'L']
      const scope = ['--scope', 'contact:read contact:write', '--json']
      const { refresh_token } = JSON.parse(await runCommand([...key, ...scope], place.environment))
      for (const round of ['started', 'started again']) {
        const server = await startServerProcess(place.environment)
        t.after(() => server.stop('SIGKILL'))
        const token = await server.client.form('http://alpine.localhost/access_token/refresh/', { refresh_token })
        assert.equal(token.status, 200, `${round}: ${token.body}`)
        const answer = await server.client.ask('http://alpine.localhost/api/graphql/', {
          method: 'POST',
          headers: { authorization: `Bearer ${token.body}`, 'content-type': 'application/json' },
          body: JSON.stringify({
            query: `mutation { contactCreate(input: {kind: CLIENT, name: "${round}"}) { contact { name } } }`,
          }),
        })
        assert.match(answer.body, new RegExp(`"contact":{"name":"${round}"}`))
        assert.equal(await server.stop(), 0)
      }
    })

    test('no command but migrate changes an older schema, and a store can be backed up before', async (t) => {
      const opened = await openTestStorage(store)
      t.after(() => opened.close())
      const { environment } = opened.place
      await opened.engine.write(async ({ db }) => {
        await sql`drop table background_job`.execute(db)
        await sql`delete from schema_migration where name = '0086-background-jobs'`.execute(db)
      })
      const refused = async (args: string[]) => {
        const { stdout = '', stderr = '' } = await runCommand(args, environment).catch((error) => error)
        assert.match(
          stdout + stderr,
          /The store has the schema of an older version: run "airside-server migrate" first \(it would make 0086-background-jobs\)\n/,
          args.join(' '),
        )
      }
      await refused(['doctor'])
      await refused(['operator', 'create', 'alpine', '--name', 'Alpine'])
      if (store === 'postgres') await refused(['serve'])
      else await runCommand(['backup', `${environment.AIRSIDE_DATA}/before`], environment)
      assert.deepEqual(JSON.parse(await runCommand(['migrate', '--json'], environment)), {
        migrated: ['0086-background-jobs'],
      })
      await runCommand(['operator', 'create', 'alpine', '--name', 'Alpine'], environment)
    })

    test('accounts that were records only become people of the developer portal and of support', async (t) => {
      const opened = await openTestStorage(store)
      t.after(() => opened.close())
      const rows = await opened.engine.write(async ({ db, kind }) => {
        const statements = [
          'drop table wanted_sandbox',
          'drop table member_sign_up',
          'drop table provider_member',
          'drop table provider',
          "delete from change_head where tenant_id like 'realm_%'",
          "delete from validity_area where area like 'tenant/realm_%'",
          "delete from tenant where tenant_id like 'realm_%'",
          "delete from operator where operator_id in ('developers', 'support')",
          `create table platform_account (account_id text primary key, realm text not null, email text not null,
             name text not null, password_hash text, created_at bigint not null, removed_at bigint)`,
          `insert into platform_account values ('stf_1', 'staff', 'sam@airside.example', 'Sam', 'hash', 7, null),
             ('prv_1', 'provider', 'lena@vektor.example', 'Lena', 'other', 8, null)`,
        ]
        for (const statement of statements) await sql.raw(statement).execute(db)
        await realms.up(db, kind)
        return sql<object>`select user_account.tenant_id as realm, user_account.user_id as id, email, password_hash as password,
          provider_member.provider_id as provider from user_account left join provider_member
          on provider_member.user_id = user_account.user_id order by user_account.user_id`.execute(db)
      })
      assert.deepEqual(
        rows.rows.map((row) => ({ ...row })),
        [
          {
            realm: 'realm_developers',
            id: 'prv_1',
            email: 'lena@vektor.example',
            password: 'other',
            provider: 'prv_1',
          },
          { realm: 'realm_support', id: 'stf_1', email: 'sam@airside.example', password: 'hash', provider: null },
        ],
      )
    })

    test('names that look alike before they are compared stay; the first has it, operators before others', async (t) => {
      const opened = await openTestStorage(store)
      t.after(() => opened.close())
      const { rows } = await opened.engine.write(async ({ db, kind }) => {
        const statements = [
          'drop table taken_name',
          `insert into provider (provider_id, name, created_at) values ('prv_1', 'Vektor', 7), ('prv_2', 'Vеktor AG', 6),
             ('prv_3', 'Alpine Jet', 5)`,
          "insert into operator (operator_id, name, created_at) values ('alpine', 'Alpine Jet', 8)",
        ]
        for (const statement of statements) await sql.raw(statement).execute(db)
        await takenNames.up(db, kind)
        return sql<{ holder: string }>`select holder from taken_name
          where skeleton in (${nameSkeleton('Vektor')}, ${nameSkeleton('Alpine Jet')}) order by holder`.execute(db)
      })
      assert.deepEqual(
        rows.map(({ holder }) => holder),
        ['operator alpine', 'provider prv_2'],
      )
    })

    test('a failed migration leaves nothing behind', async (t) => {
      const opened = await openTestStorage(store)
      t.after(() => opened.close())
      const half = opened.engine.write(async ({ db }) => {
        await sql`create table half_made (id integer)`.execute(db)
        throw new Error('the machine stumbles')
      })
      await assert.rejects(half, /stumbles/)
      await opened.engine.write(async ({ db }) => void (await sql`create table half_made (id integer)`.execute(db)))
    })
  })
}
