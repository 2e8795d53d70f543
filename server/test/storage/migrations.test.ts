/** A store is migrated once, whichever process comes first, and never by a program older than the store. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { knownMigrations, migrate, SchemaTooNew } from '../../src/storage/migrate.ts'
import { bundledAircraftTypes, bundledAirports } from '../../src/storage/reference/bundled-reference.ts'
import { referenceRevisions } from '../../src/storage/reference/reference.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runProgram } from '../support/server-process.ts'
import { newPlace, STORES } from '../support/test-server.ts'
import { openTestStorage } from '../support/test-storage.ts'

after(stopOwnPostgres)

for (const store of STORES) {
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
      assert.deepEqual(revisions, { 'aircraft-types': 1, airports: 1 }, 'and the reference sets are filled once')
      const count = async (table: string) =>
        (await sql<{ rows: number }>`select count(*) as rows from ${sql.table(table)}`.execute(storage.platform.db))
          .rows[0]?.rows
      assert.equal(await count('aircraft_type'), bundledAircraftTypes().length)
      assert.equal(await count('airport'), bundledAirports().airports.length)
    })

    test('a store that is up to date is unchanged, and one of a newer version is refused', async (t) => {
      const opened = await openTestStorage(store)
      t.after(() => opened.close())
      assert.deepEqual(await migrate(opened.engine), [])
      await opened.storage.writePlatform(async (tx) => {
        await sql`insert into schema_migration (name) values ('9999-future')`.execute(tx.db)
      })
      await assert.rejects(migrate(opened.engine), (error: Error) => {
        assert.ok(error instanceof SchemaTooNew)
        assert.match(error.message, /prepared by a newer version .*9999-future.*start that version/)
        return true
      })
      const refusal = await runProgram(['migrate'], opened.place.environment).catch((error) => error)
      assert.equal(refusal.code, 1)
      assert.equal(refusal.stdout, '')
      assert.match(refusal.stderr, /^The store was prepared by a newer version .*\n$/)
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
