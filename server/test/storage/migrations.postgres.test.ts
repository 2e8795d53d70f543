/** Migrations of a PostgreSQL that is in use, and a server whose role may not change the schema. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { changePostgresSchema } from '../../src/storage/engines/apart/postgres-schema-change.ts'
import { MIGRATIONS, migrate } from '../../src/storage/migrate.ts'
import type { AnyMigration } from '../../src/storage/migrations/migration.ts'
import { run } from '../../src/storage/migrations/schema.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand, startServerProcess } from '../support/server-process.ts'
import { newPlace } from '../support/test-server.ts'
import { openTestStorage, type TestStorage } from '../support/test-storage.ts'

after(stopOwnPostgres)

const migrateWith = ({ engine }: TestStorage, ...more: AnyMigration[]) => migrate(engine, [...MIGRATIONS, ...more])

describe('migrations on PostgreSQL', () => {
  test('a table in use is waited for briefly and tried again, while others read it', async (t) => {
    const opened = await openTestStorage('postgres')
    t.after(() => opened.close())
    const url = opened.place.environment.DATABASE_URL ?? ''
    const reader = new pg.Client({ connectionString: url })
    await reader.connect()
    await reader.query('begin')
    await reader.query('select * from contact')
    let tries = 0
    const waits = { lockTimeoutMs: 50, pauseMs: 1, tries: 1000 }
    const changed = changePostgresSchema(
      { connectionString: url },
      async ({ inTransaction }) =>
        inTransaction(async ({ db }) => {
          tries++
          if (tries === 3) await reader.query('commit')
          await run(db, 'alter table contact add column added text')
        }),
      waits,
    )
    await changed
    await reader.end()
    assert.ok(tries >= 3, `${tries} tries`)
    await sql`select added from contact`.execute(opened.storage.platform.db)
  })

  test('a migration has no statement timeout, whatever the role or database says', async (t) => {
    const opened = await openTestStorage('postgres')
    t.after(() => opened.close())
    const { pathname } = new URL(opened.place.environment.DATABASE_URL ?? '')
    await opened.engine.write(({ db }) => run(db, `alter database ${pathname.slice(1)} set statement_timeout = '5s'`))
    let timeouts: unknown
    const look: AnyMigration = {
      name: '9999-look',
      up: async (db) => {
        const { rows } = await sql`select current_setting('statement_timeout') as statement,
          current_setting('lock_timeout') as lock`.execute(db)
        timeouts = rows[0]
      },
    }
    await migrateWith(opened, look)
    assert.deepEqual(timeouts, { statement: '0', lock: '3s' })
  })

  test('indexes are built beside writers, and what an interrupted build left is built anew', async (t) => {
    const opened = await openTestStorage('postgres')
    t.after(() => opened.close())
    const writer = new pg.Client({ connectionString: opened.place.environment.DATABASE_URL })
    await writer.connect()
    await writer.query('create table filled (a int, b int)')
    await writer.query('insert into filled values (1, 1), (1, 2)')
    await assert.rejects(writer.query('create unique index concurrently filled_a on filled (a)'))
    const isValid = async () =>
      (await writer.query("select indisvalid as valid from pg_index where indexrelid = 'filled_a'::regclass")).rows
    assert.deepEqual(await isValid(), [{ valid: false }])
    const indexes = { name: '9999-index', indexes: [{ name: 'filled_a', on: 'filled (a, b)', unique: true }] }
    assert.deepEqual(await migrateWith(opened, indexes), ['9999-index'])
    assert.deepEqual(await isValid(), [{ valid: true }])
    assert.deepEqual(await migrateWith(opened, indexes), [])
    await writer.end()
  })

  test('serve works with a role that may only read and write rows, and an empty store needs more', async (t) => {
    const place = await newPlace('postgres')
    const owner = new pg.Client({ connectionString: place.environment.DATABASE_URL })
    await owner.connect()
    const role = `rows_${process.pid}`
    await owner.query(`create role ${role} login`)
    t.after(async () => {
      await owner.query(`drop owned by ${role}; drop role ${role}`)
      await owner.end()
      await place.dispose()
    })
    await owner.query('revoke create on schema public from public')
    const url = new URL(place.environment.DATABASE_URL ?? '')
    url.username = role
    const limited = { ...place.environment, DATABASE_URL: url.href }
    const refusal = await runCommand(['serve'], limited).catch((error) => error)
    assert.match(refusal.stderr, /^The role of DATABASE_URL may not do this .*: run "airside-server migrate" with one/)

    await runCommand(['migrate'], place.environment)
    await owner.query(`grant select, insert, update, delete on all tables in schema public to ${role}`)
    await runCommand(['operator', 'create', 'alpine', '--name', 'Alpine'], limited)
    const server = await startServerProcess(limited)
    assert.equal((await server.client.ask('http://alpine.localhost/readyz')).status, 200)
    assert.equal(await server.stop(), 0)
  })
})
