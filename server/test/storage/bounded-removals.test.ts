/** What the server removes by itself goes in portions, so that nobody's rows make one statement long (threats row 600). */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { BackgroundWork } from '../../src/background/background-work.ts'
import { Housekeeping, removals } from '../../src/background/housekeeping.ts'
import { removeWhatIsOver } from '../../src/background/removal.ts'
import { USUAL_RETENTION } from '../../src/domain/tenancy/retention.ts'
import { removeDocumentsThatAreOver } from '../../src/services/operations/documents/removal.ts'
import { jobsDoneAt } from '../../src/storage/background-jobs.ts'
import { SQLITE_FILE } from '../../src/storage/engines/sqlite-engine.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor } from '../support/test-server.ts'
import { openTestStorage, type TestStorage } from '../support/test-storage.ts'
import { tidyUp } from '../support/tidy-up.ts'

after(stopOwnPostgres)

const sentBy = async (job: () => Promise<unknown>): Promise<string[]> => {
  const sent: string[] = []
  const note = (text: unknown) => void sent.push(String(text))
  subscribe('airside:statement', note)
  try {
    await job()
    return sent
  } finally {
    unsubscribe('airside:statement', note)
  }
}

const ROWS = 7
const MOST = 3

/** What no row of only ones and words is: an hour of usage that has minutes, a feed and a log far beyond their limits. */
const NOT_REMOVED = new Set(['minutes of usage', 'changes beyond', 'tries beyond'])

/** Fills every table with rows that were over long ago, each number 1 and each text another, whatever refers to what. */
const fillAll = (path: string): void => {
  const db = new DatabaseSync(path)
  db.exec('pragma foreign_keys = off; pragma ignore_check_constraints = on')
  const tables = db.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'").all()
  for (const { name } of tables) {
    const columns = db.prepare('select name, type from pragma_table_info(?)').all(String(name))
    const isOneRow = columns.every(({ type }) => type === 'INTEGER')
    if (isOneRow || ['migration', 'test_clock', 'retention'].includes(String(name))) continue
    const insert = db.prepare(
      `insert or ignore into "${name}" (${columns.map((each) => `"${each.name}"`)}) values (${columns.map(() => '?')})`,
    )
    const filler = (type: unknown, row: number) =>
      type === 'TEXT' ? `row ${row}` : type === 'BLOB' ? Buffer.of(row) : 1
    for (let row = 0; row < ROWS; row++) insert.run(...columns.map(({ type }) => filler(type, row)))
  }
  db.close()
}

for (const store of storesFor('sql')) {
  describe(`removals (${store})`, () => {
    let one: TestStorage
    before(async () => {
      one = await openTestStorage(store)
    })
    after(() => one.close())

    test('each statement by which the server removes what is over has a limit of its own text', async () => {
      const sent = await sentBy(async () => {
        await tidyUp(one.storage)
        await one.storage.writePlatform((tx) => removeWhatIsOver(tx, USUAL_RETENTION))
        await one.storage.writePlatform(removeDocumentsThatAreOver)
      })
      const deletes = sent.filter((text) => /^\s*delete\b/i.test(text))
      assert.ok(deletes.length > 35, `${deletes.length}`)
      assert.deepEqual(
        deletes.filter((text) => !/\blimit \d+/i.test(text)),
        [],
      )
    })

    test('a removal that fails is logged and tried again, the others go on, and housekeeping does not count as done', async () => {
      const alter = (text: string) => one.storage.writePlatform((tx) => sql.raw(text).execute(tx.db))
      await alter('alter table spent_form rename to away')
      const warned: unknown[] = []
      const log = { warn: (fields: { removal?: string }) => void warned.push(fields.removal) }
      const housekeeping = new Housekeeping({ storage: one.storage, retention: USUAL_RETENTION, log })
      const work = new BackgroundWork({
        storage: one.storage,
        log: pino({ level: 'silent' }),
        job: 'housekeeping',
        everyMs: 30_000,
        find: () => housekeeping.step(),
        step: async (_tx, isMoreLeft) => isMoreLeft,
      })
      const done = async () => (await jobsDoneAt(one.storage.platform)).get('housekeeping') ?? 0
      await one.storage.writePlatform((tx) =>
        tx.db.insertInto('background_job').values({ name: 'housekeeping', due_at: 0, done_at: 5 }).execute(),
      )
      const sent = await sentBy(() => assert.rejects(work.turn(), /1 removals failed/))
      assert.deepEqual(warned, ['spent forms'])
      assert.equal(await done(), 5)
      assert.ok(
        sent.some((text) => /^delete from "guess_brake"/.test(text)),
        'what comes after it is removed',
      )
      await alter('alter table away rename to spent_form')
      one.clock.advanceSeconds(60)
      assert.equal(await work.turn(), 'done')
      assert.ok((await done()) > 5)
    })
  })
}

test('each removal of the embedded store finds its rows by an index, those of long feeds by their heads', async () => {
  const one = await openTestStorage('sqlite')
  try {
    const sent = await sentBy(() => tidyUp(one.storage))
    const deletes = sent.filter((text) => /^\s*delete\b/i.test(text))
    const scans: string[] = []
    for (const text of deletes) {
      const { rows } = await one.storage.platform.execute<{ detail: string }>(
        `explain query plan ${text}`,
        [...text.matchAll(/\?/g)].map(() => 1),
      )
      const scan = rows.find(({ detail }) => /^SCAN/.test(detail) && detail !== 'SCAN h')
      if (scan !== undefined) scans.push(`${text}: ${scan.detail}`)
    }
    assert.deepEqual(scans, [])
  } finally {
    await one.close()
  }
})

describe('portions', () => {
  for (const { name, remove } of removals(USUAL_RETENTION)) {
    if (NOT_REMOVED.has(name)) continue
    test(`of ${name} that are over, no more than a portion goes at once, and all go in the end`, async () => {
      const one = await openTestStorage('sqlite')
      try {
        fillAll(join(one.place.environment.AIRSIDE_DATA ?? '', SQLITE_FILE))
        const { platform } = one.storage
        const step = () => one.storage.writePlatform((tx) => remove(tx, one.clock.now(), MOST))
        const tables = new Set(
          (await sentBy(step)).flatMap((text) =>
            [...text.matchAll(/^\s*delete from "?(\w+)"?/g)].map(([, table]) => table),
          ),
        )
        assert.ok(tables.size > 0)
        const count = async (): Promise<number[]> => {
          const rows = [...tables].map((table) =>
            sql<{ n: number }>`select count(*) as n from ${sql.table(String(table))}`.execute(platform.db),
          )
          return (await Promise.all(rows)).map(({ rows: [row] }) => row?.n ?? 0)
        }
        let last = await count()
        assert.ok(
          last.some((rows) => rows >= ROWS - MOST),
          'there was something to remove',
        )
        for (let steps = 0; ; steps++) {
          assert.ok(steps < 20)
          const removed = await step()
          const now = await count()
          last = now
          if (removed < MOST) break
        }
        assert.deepEqual(
          last,
          last.map(() => 0),
        )
      } finally {
        await one.close()
      }
    })
  }
})
