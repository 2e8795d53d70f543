/** `doctor` finds what is set up wrong on PostgreSQL and behind a proxy, before it shows by its effects. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { type Place, preparedPlace } from '../support/test-server.ts'

describe('doctor on PostgreSQL behind a proxy', () => {
  let place: Place
  before(async () => {
    place = await preparedPlace('postgres')
  })
  after(async () => {
    await place.dispose()
    await stopOwnPostgres()
  })

  const findings = async (more: Record<string, string>): Promise<Record<string, string>> => {
    const environment = { ...place.environment, AIRSIDE_PUBLIC_URL: 'https://localhost', ...more }
    const said = await runCommand(['doctor', '--json'], environment).catch(({ stdout }) => stdout)
    const found: { what: string; verdict: string; detail: string }[] = JSON.parse(said).findings
    return Object.fromEntries(found.map(({ what, verdict, detail }) => [what, `${verdict}: ${detail}`]))
  }

  /** What PostgreSQL is set to in the sessions of this database. */
  const setAtDatabase = async (assignment: string): Promise<void> => {
    const client = new pg.Client({ connectionString: place.environment.DATABASE_URL })
    await client.connect()
    await client.query('set default_transaction_read_only = off')
    await client.query(`alter database ${client.escapeIdentifier(client.database ?? '')} ${assignment}`)
    await client.end()
  }

  test('doctor reports a store that loses commits, is not replicated in time or has too few connections', async () => {
    await setAtDatabase('set synchronous_commit = off')
    const loose = await findings({ AIRSIDE_DATABASE_CONNECTIONS: '300' })
    assert.match(
      loose.Durability ?? '',
      /^attention: a crash loses what was answered, revocations too: switch on .*synchronous_commit/,
    )
    assert.match(loose.Replication ?? '', /^attention: not synchronous: a leader that is lost takes the last commits/)
    assert.match(loose.Connections ?? '', /^attention: each process uses up to 301, PostgreSQL allows \d+: raise/)
    assert.match((await findings({})).Connections ?? '', /^fine/)
  })

  test("doctor reports a machine whose clock jumped away from the store's (hosting.md, incidents)", async ({
    mock,
  }) => {
    const { now } = Date
    mock.method(Date, 'now', () => now() + 3_600_000)
    assert.match((await findings({})).Clock ?? '', /^attention: 36\d{5} ms from the store's: run a time service/)
  })

  test('doctor fails on a store that may only be read, and says what to do', async () => {
    assert.match((await findings({})).Writes ?? '', /^fine: the store takes what is written/)
    await setAtDatabase('set default_transaction_read_only = on')
    assert.match((await findings({})).Writes ?? '', /^failed: nothing can be stored \(.*read-only.*\): make room/)
    await setAtDatabase('reset default_transaction_read_only')
    assert.match((await findings({})).Writes ?? '', /^fine/)
  })

  test('doctor reports a role that may do more than read and write rows, and fails on one that may do less', async () => {
    const superuser = new pg.Client({ connectionString: place.environment.DATABASE_URL })
    await superuser.connect()
    const role = `doctor_${process.pid}`
    await superuser.query(`create role ${role} login password 'd'; grant usage on schema public to ${role};
      grant select, insert, update, delete on all tables in schema public to ${role}`)
    const url = new URL(place.environment.DATABASE_URL ?? '')
    Object.assign(url, { username: role, password: 'd' })
    const rights = async () => (await findings({ DATABASE_URL: url.href })).Rights
    assert.match((await findings({})).Rights ?? '', /^attention: \w+ may change the schema: give "serve" a role/)
    assert.match(
      (await rights()) ?? '',
      /^attention: \w+ may change how long audit logs are kept: revoke insert, update/,
    )
    await superuser.query(`revoke insert, update, delete on retention from ${role}`)
    assert.equal(await rights(), `fine: ${role} reads and writes rows`)
    await superuser.query(`revoke insert on contact from ${role}`)
    assert.match((await rights()) ?? '', /^failed: \w+ cannot read and write contact: grant it select, insert/)
    await superuser.query(`drop owned by ${role}; drop role ${role}`)
    await superuser.end()
  })

  test('doctor reports that revocations come later behind a pooler without a direct address', async () => {
    const pooled = { AIRSIDE_DATABASE_POOLING: 'transaction' }
    assert.match((await findings(pooled)).News ?? '', /^attention: AIRSIDE_DATABASE_DIRECT_URL is not set/)
    const direct = { ...pooled, AIRSIDE_DATABASE_DIRECT_URL: place.environment.DATABASE_URL ?? '' }
    assert.match((await findings(direct)).News ?? '', /^fine/)
  })

  test('doctor reports https without a trusted proxy, because limits by address then count for everybody', async () => {
    assert.match((await findings({})).Proxies ?? '', /^attention: AIRSIDE_TRUSTED_PROXIES is not set/)
    assert.match((await findings({ AIRSIDE_TRUSTED_PROXIES: '10.0.0.0/8' })).Proxies ?? '', /^fine/)
    assert.match((await findings({ AIRSIDE_PUBLIC_URL: 'http://localhost' })).Proxies ?? '', /^fine: none/)
  })
})
