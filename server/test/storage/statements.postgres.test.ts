/** Named statements of ours on PostgreSQL (ADR 107): described once, read as pg reads, and safe beside a migration. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { readConfig } from '../../src/config/config.ts'
import { EndableLifetime } from '../../src/services/endable-lifetime.ts'
import type { Engine } from '../../src/storage/engines/engine.ts'
import { type Descriptions, PostgresStatement } from '../../src/storage/engines/postgres-statement.ts'
import { isStoreUnavailable } from '../../src/storage/engines/unavailable.ts'
import { openEngine } from '../../src/storage/storage.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type Place, preparedPlace } from '../support/test-server.ts'

after(stopOwnPostgres)

/** One connection for reads, so that what it remembers of a statement is met again. */
const opened = async (): Promise<{ engine: Engine; place: Place; pgClient: pg.Client }> => {
  const place = await preparedPlace('postgres')
  const few = { AIRSIDE_DATABASE_CONNECTIONS: '4', AIRSIDE_DATABASE_RESERVE: '2' }
  const pgClient = new pg.Client({ connectionString: place.environment.DATABASE_URL })
  await pgClient.connect()
  return { engine: openEngine(readConfig({ ...place.environment, ...few })), place, pgClient }
}

const closed = async ({ engine, place, pgClient }: Awaited<ReturnType<typeof opened>>): Promise<void> => {
  await pgClient.end()
  await engine.close()
  await place.dispose()
}

test('a statement is parsed and described by its first run only, and each run is one write', () => {
  const written: string[] = []
  const note = (message: string) => () => void written.push(message)
  const wire = {
    stream: { cork: note('cork'), uncork: note('uncork') },
    parsedStatements: {},
    submittedNamedStatements: {},
    parse: note('parse'),
    bind: note('bind'),
    describe: note('describe'),
    execute: note('execute'),
    sync: note('sync'),
  }
  const known: Descriptions = new Map()
  const answers: unknown[] = []
  const run = (): void => {
    const statement = new PostgresStatement(
      'a',
      { text: 'select $1', values: [1], asLists: false },
      known,
      (_, answer) => answers.push(answer?.rows),
    )
    statement.submit(wire)
    if (written.includes('describe')) statement.handleRowDescription({ fields: [{ name: 'n', dataTypeID: 23 }] })
    statement.handleDataRow({ fields: ['7'] })
    statement.handleCommandComplete({ text: 'SELECT 1' })
    statement.handleReadyForQuery()
  }
  run()
  assert.deepEqual(written.splice(0), ['cork', 'parse', 'bind', 'describe', 'execute', 'sync', 'uncork'])
  run()
  assert.deepEqual(written, ['cork', 'bind', 'execute', 'sync', 'uncork'])
  assert.deepEqual(answers, [[{ n: 7 }], [{ n: 7 }]])
})

test('values are written and read as pg writes and reads them, as objects and as lists', async () => {
  const at = await opened()
  const text = `select $1::text as a, $2::integer as b, $3::boolean as c, $4::text[] as d, $5::bytea as e,
    $6::timestamptz as f, $7::jsonb as g, $8::float8 as h, null::text as i, '{}'::integer[] as j, $9::numeric as k`
  const values = ['ü 🛩 \\ "', -3, true, ['x', 'y, "z"'], Buffer.from([0, 255]), new Date(0), { a: [1] }, 1.5, '12.340']
  const wanted = (await at.pgClient.query(text, values)).rows
  for (let run = 0; run < 3; run++) {
    const { rows } = await at.engine.onOneConnection((session) => session.execute(text, values))
    assert.deepEqual(
      rows,
      wanted.map((row) => ({ ...row })),
    )
    const lists = await at.engine.onOneConnection((session) => session.lists(text, values))
    assert.deepEqual(lists, [Object.values(wanted[0])])
  }
  const big = await at.engine.onOneConnection((session) => session.execute('select 9007199254740991::bigint as n', []))
  assert.deepEqual(big.rows, [{ n: Number.MAX_SAFE_INTEGER }])
  await closed(at)
})

test('rows that are written are counted, and a statement without rows has none', async () => {
  const at = await opened()
  await at.pgClient.query('create table counted (n integer)')
  for (let run = 0; run < 2; run++) {
    const { rows, numAffectedRows } = await at.engine.write((session) =>
      session.execute('insert into counted select generate_series(1, $1::integer)', [3]),
    )
    assert.deepEqual([rows, numAffectedRows], [[], 3n])
  }
  await closed(at)
})

test('a refused value leaves the statement and its connection in order', async () => {
  const at = await opened()
  const asInteger = (value: string) =>
    at.engine.onOneConnection((session) => session.execute('select $1::integer as n', [value]))
  for (const value of ['no number', '5', 'no number', '6']) {
    if (value === 'no number') await assert.rejects(asInteger(value), { code: '22P02' })
    else assert.deepEqual((await asInteger(value)).rows, [{ n: Number(value) }])
  }
  await closed(at)
})

test('a statement whose columns a migration changed is done anew: nothing is misread', async () => {
  const at = await opened()
  await at.pgClient.query('create table changed (n integer); insert into changed values (12)')
  const read = () => at.engine.onOneConnection((session) => session.execute('select n from changed', []))
  assert.deepEqual((await read()).rows, [{ n: 12 }])
  await at.pgClient.query('alter table changed alter column n type text using n || $$ as text$$')
  for (let run = 0; run < 3; run++) assert.deepEqual((await read()).rows, [{ n: '12 as text' }])
  await closed(at)
})

test('in a transaction such a change is a refusal to be tried again, and the next try is done', async () => {
  const at = await opened()
  await at.pgClient.query('create table changed (n integer); insert into changed values (12)')
  const add = () =>
    at.engine.write(async (session) => {
      await session.execute('update changed set n = n', [])
      return (await session.execute('select n from changed', [])).rows
    })
  assert.deepEqual(await add(), [{ n: 12 }])
  await at.pgClient.query('alter table changed alter column n type bigint')
  await at.pgClient.query('alter table changed alter column n type text')
  await assert.rejects(add(), (error) => isStoreUnavailable(error))
  assert.deepEqual(await add(), [{ n: '12' }])
  await closed(at)
})

/** The reads of one turn, where there is one connection for all of them: each was run before, so they are sent together. */
const inOneTurn = async (engine: Engine, reads: readonly (readonly [text: string, ...values: unknown[]])[]) => {
  const session = engine.reading({ lane: 'requests', share: 'somebody', lifetime: null })
  return Promise.allSettled(reads.map(async ([text, ...values]) => (await session.lists(text, values))[0]?.[0]))
}

const told = (outcomes: readonly PromiseSettledResult<unknown>[]): unknown[] =>
  outcomes.map((one) =>
    one.status === 'fulfilled' ? one.value : ((one.reason as { code?: string }).code ?? one.reason),
  )

const AS_INTEGER = 'select $1::integer'

test('reads of one turn are one transaction where there is no room for each, and are answered each by itself', async () => {
  const at = await opened()
  const reads = [
    ['select now()::text'],
    ['select $1::text', 'a'],
    ['select now()::text || $1', ''],
    ['select $1::bigint', 7],
  ] as const
  const [first, , third] = told(await inOneTurn(at.engine, reads))
  assert.notEqual(first, third, 'they are described one by one')
  for (let run = 0; run < 3; run++) {
    const [time, text, sameTime, number] = told(await inOneTurn(at.engine, reads))
    assert.deepEqual([text, number], ['a', 7])
    assert.equal(time, sameTime)
  }
  await closed(at)
})

test('a read that fails takes none along that was sent with it', async () => {
  const at = await opened()
  const all = ['1', '2', '3', '4'].map((value) => [AS_INTEGER, value] as const)
  await inOneTurn(at.engine, all)
  for (const bad of [0, 1, 2, 3]) {
    const reads = all.map(([text, value], index) => [text, index === bad ? 'no number' : value] as const)
    const wanted = [1, 2, 3, 4].map((number, index) => (index === bad ? '22P02' : number))
    assert.deepEqual(told(await inOneTurn(at.engine, reads)), wanted)
    assert.deepEqual(told(await inOneTurn(at.engine, all)), [1, 2, 3, 4])
  }
  const twice = [
    [AS_INTEGER, 'x'],
    [AS_INTEGER, '1'],
    [AS_INTEGER, 'y'],
    [AS_INTEGER, '2'],
  ] as const
  assert.deepEqual(told(await inOneTurn(at.engine, twice)), ['22P02', 1, '22P02', 2])
  await closed(at)
})

test('a read whose columns a migration changed is done anew, and those that were sent with it too', async () => {
  const at = await opened()
  await at.pgClient.query('create table changed (n integer); insert into changed values (12)')
  const reads = [[AS_INTEGER, '1'], ['select n from changed'], [AS_INTEGER, '3']] as const
  for (let run = 0; run < 2; run++) assert.deepEqual(told(await inOneTurn(at.engine, reads)), [1, 12, 3])
  await at.pgClient.query('alter table changed alter column n type text using n || $$ as text$$')
  for (let run = 0; run < 3; run++) assert.deepEqual(told(await inOneTurn(at.engine, reads)), [1, '12 as text', 3])
  await closed(at)
})

test('a read that is stopped fails alone, though its connection is not used again', async () => {
  const at = await opened()
  const stop = 'select pg_cancel_backend(nullif($1::integer, 0))::text || pg_sleep(case $1 when 0 then 0 else 600 end)'
  const reads = (backend: unknown) =>
    [
      [AS_INTEGER, '1'],
      [stop, backend],
      [AS_INTEGER, '3'],
    ] as const
  await inOneTurn(at.engine, reads(0))
  const [before] = told(await inOneTurn(at.engine, [['select pg_backend_pid()']]))
  assert.deepEqual(told(await inOneTurn(at.engine, reads(before))), [1, '57014', 3])
  const [later] = told(await inOneTurn(at.engine, [['select pg_backend_pid()']]))
  assert.notEqual(later, before)
  await closed(at)
})

test('a connection that ends fails the read that runs and those behind it, and the next turn is served', async () => {
  const at = await opened()
  const end = 'select pg_terminate_backend($1::integer)'
  const own = 'select pg_backend_pid()'
  const [, , backend] = told(await inOneTurn(at.engine, [[AS_INTEGER, '1'], [end, '0'], [own]]))
  const outcomes = await inOneTurn(at.engine, [
    [AS_INTEGER, '1'],
    [end, backend],
    [AS_INTEGER, '3'],
  ])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'rejected'],
  )
  for (const one of outcomes.slice(1)) assert.ok(isStoreUnavailable((one as PromiseRejectedResult).reason))
  assert.deepEqual(
    told(
      await inOneTurn(at.engine, [
        [AS_INTEGER, '1'],
        [AS_INTEGER, '3'],
      ]),
    ),
    [1, 3],
  )
  await closed(at)
})

test('reads of a request whose time is over are not sent, and those that run are stopped', async () => {
  const at = await opened()
  const lifetime = new EndableLifetime()
  const session = at.engine.reading({ lane: 'requests', share: 'somebody', lifetime })
  const sleep = 'select pg_sleep($1::float8)::text'
  const both = (seconds: number) =>
    Promise.allSettled([
      session.lists(sleep, [seconds]),
      session.lists(AS_INTEGER, [1]),
      session.lists(sleep, [seconds]),
    ])
  for (const one of await both(0)) assert.equal(one.status, 'fulfilled')
  const running = both(600)
  const runs =
    "select count(*)::int as n from pg_stat_activity where state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()"
  while ((await at.pgClient.query(runs)).rows[0].n === 0) await pause(5)
  lifetime.endBecause(new Error('over'))
  for (const one of [...(await running), ...(await both(0))]) {
    assert.equal(one.status === 'rejected' && one.reason.message, 'over')
  }
  await closed(at)
})
