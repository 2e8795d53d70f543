/** Long jobs of the embedded store give way to the writes of others, and are one transaction all the same (ADR 217). */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { Failure } from '../../src/domain/failure.ts'
import { EndableLifetime } from '../../src/services/endable-lifetime.ts'
import { CommitQueue } from '../../src/storage/engines/commit-queue.ts'
import { SqliteConnection } from '../../src/storage/engines/sqlite-dialect.ts'
import { LongJob } from '../../src/storage/engines/turns/long-job.ts'
import type { Lifetime } from '../../src/storage/engines/turns/store-use.ts'
import { storeFailure } from '../../src/storage/engines/unavailable.ts'

const ADD = 'insert into note (id, text) values (?, ?)'
const STEPS = 8
/** A job that goes on for longer gives others a turn of the event loop. */
const LONGER_THAN_A_TURN_MS = 6

describe('a long job of the embedded store', () => {
  let folder: string
  let database: DatabaseSync
  let reader: DatabaseSync
  let queue: CommitQueue
  let writes: SqliteConnection
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'airside-long-'))
    const file = join(folder, 'store.sqlite')
    database = new DatabaseSync(file)
    database.exec(`pragma journal_mode = wal; pragma busy_timeout = 20; create table note (id integer primary key, text text);
      create table other (id integer primary key); create table rule (id integer primary key, most integer);
      insert into rule values (1, 100)`)
    reader = new DatabaseSync(file)
    queue = new CommitQueue(database)
    writes = new SqliteConnection(database, queue.pace)
  })
  afterEach(async () => {
    await queue.idle()
    reader.close()
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const noted = (): number[] =>
    reader
      .prepare('select id from note order by id')
      .all()
      .map(({ id }) => Number(id))
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
  const use = (share: string, tenantId?: string, lifetime: Lifetime | null = null) => ({
    lane: 'requests' as const,
    share,
    lifetime,
    ...(tenantId !== undefined && { tenantId }),
  })

  interface Long {
    readonly tenant?: string
    readonly lifetime?: Lifetime
    /** Done before a statement is sent again. */
    readonly beforeRepeat?: () => void
    readonly piece?: () => number
  }

  /** Gives way before each statement, where others wait. */
  const long = <T>(
    job: (connection: SqliteConnection) => Promise<T>,
    { tenant = 'alpine', lifetime, beforeRepeat, piece = () => 0 }: Long = {},
  ): Promise<T> => {
    const version = database.prepare('pragma data_version')
    const store = {
      repeat: (text: string, parameters: readonly unknown[]) => {
        beforeRepeat?.()
        return writes.repeat(text, parameters)
      },
      version: () => Number(version.get()?.data_version),
    }
    const gives = new LongJob(store, lifetime ?? null, piece)
    return queue.run(() => job(writes.paced(gives)), use(tenant, tenant, lifetime), gives)
  }
  const other = (text: string, share = 'moor', tenantId: string | undefined = share): Promise<unknown> =>
    queue.run(() => writes.execute(text, []), use(share, tenantId))
  const platform = (text: string): Promise<unknown> => queue.run(() => writes.execute(text, []), use('platform upkeep'))

  /** Adds notes up to the most that the rule says when it begins; after each step it tells whether it is done. */
  const addAll =
    (after: (step: number) => void = () => {}) =>
    async (connection: SqliteConnection): Promise<number> => {
      const { rows } = await connection.execute<{ most: number }>('select most from rule', [])
      const most = rows[0]?.most ?? 0
      for (const id of upTo(STEPS)) {
        after(id)
        if (id < most) await connection.execute(ADD, [id, 'long'])
      }
      return most
    }

  test('lets others write between its statements, who see nothing of it, and is then there as a whole', async () => {
    const seen: number[][] = []
    const others: Promise<unknown>[] = []
    const done = long(
      addAll((step) => others.push(other(`insert into other values (${step})`).then(() => seen.push(noted())))),
    )
    await done
    await Promise.all(others)
    assert.deepEqual(noted(), upTo(STEPS))
    assert.ok(seen.filter((ids) => ids.length === 0).length >= STEPS - 1, JSON.stringify(seen))
    assert.ok(seen.every((ids) => ids.length === 0 || ids.length === STEPS))
  })

  test('goes on only once those are answered who wrote meanwhile', async () => {
    const answeredAt: number[] = []
    let at = 0
    await long(
      addAll((step) => {
        at = step
        void other(`insert into other values (${step})`).then(() => answeredAt.push(at))
      }),
    )
    assert.deepEqual(answeredAt, upTo(STEPS))
  })

  test('leaves nothing where it fails after it gave way', async () => {
    const job = addAll((step) => {
      void other(`insert into other values (${step})`)
      if (step === STEPS - 1) throw new Error('a wrong line')
    })
    await assert.rejects(long(job), /a wrong line/)
    assert.deepEqual(noted(), [])
  })

  test('lets so many of its tenant wait for it that others have room, and tells the rest to come again', async () => {
    const ends: Promise<unknown>[] = []
    let isBegun = false
    const job = addAll((step) => {
      void other(`insert into other values (${step})`)
      // By then it gave way once.
      if (step === 0 || isBegun) return
      isBegun = true
      for (const share of ['alpine', 'strangers at alpine'])
        for (const _ of upTo(300)) ends.push(other('select 1', share, 'alpine').catch(({ code }: Failure) => code))
      for (const _ of upTo(300)) ends.push(other('select 1', 'delta').then(() => 'written'))
    })
    await long(job)
    const told = await Promise.all(ends)
    assert.equal(told.filter((end) => end === 'written').length, 300)
    const refused = told.filter((end) => end === 'temporarily_unavailable').length
    assert.ok(refused >= 600 - 256 && refused < 600, `${refused} refused`)
    await other('select 1', 'alpine')
  })

  test('keeps the other writes of its tenant waiting, those of its strangers too', async () => {
    const order: string[] = []
    let isBegun = false
    const job = addAll((step) => {
      void other(`insert into other values (${step})`).then(() => order.push('other'))
      if (isBegun) return
      isBegun = true
      for (const share of ['alpine', 'strangers at alpine'])
        void other('delete from other', share, 'alpine').then(() => order.push(share))
    })
    await long(job).then(() => order.push('long'))
    await queue.idle()
    assert.deepEqual(
      order.filter((name) => name !== 'other'),
      ['long', 'alpine', 'strangers at alpine'],
    )
    assert.equal(order[0], 'other')
  })

  test('begins anew where somebody of the platform changed what it read', async () => {
    let isChanged = false
    const most = await long(
      addAll((step) => {
        void other('delete from other')
        if (step !== 3 || isChanged) return
        isChanged = true
        void platform('update rule set most = 2')
      }),
    )
    assert.deepEqual([most, noted()], [2, [0, 1]])
  })

  test('goes on where the platform wrote to what it did not read', async () => {
    let beginnings = 0
    await long(
      addAll((step) => {
        if (step === 0) beginnings++
        void platform(`insert into other values (${step})`)
      }),
    )
    assert.deepEqual([beginnings, noted()], [1, upTo(STEPS)])
  })

  test('begins anew where another process wrote', async () => {
    let isChanged = false
    const process = new DatabaseSync(join(folder, 'store.sqlite'))
    const most = await long(
      addAll((step) => {
        void other('delete from other').then(() => {
          if (isChanged) return
          isChanged = true
          process.exec('update rule set most = 3')
        })
        if (step === 0) void other('delete from other', 'moor')
      }),
    )
    process.close()
    assert.deepEqual([most, noted()], [3, [0, 1, 2]])
  })

  test('is refused with nothing done where it is overtaken again and again', async () => {
    const job = addAll(() => void platform('update rule set most = most + 1'))
    await assert.rejects(long(job), (error) => error instanceof Failure && error.code === 'temporarily_unavailable')
    assert.deepEqual(noted(), [])
  })

  test('ends with its request while it waits, and its tenant goes on', async () => {
    const lifetime = new EndableLifetime()
    let failed: unknown = null
    const job = async (connection: SqliteConnection): Promise<unknown> => {
      try {
        return await addAll((step) => {
          const write = other(`insert into other values (${step})`)
          if (step === 4) void write.then(() => lifetime.endBecause(new Error('the client left')))
        })(connection)
      } catch (error) {
        failed = error
        throw error
      }
    }
    await assert.rejects(long(job, { lifetime }), /the client left/)
    await other('insert into note values (99, null)', 'alpine')
    assert.deepEqual(noted(), [99])
    assert.match(String(failed), /the client left/, 'what the job was about to do ends too')
  })

  test('does not let those wait who came into the same commit before it', async () => {
    let isAnswered = false
    let wasAnswered = false
    const before = other('insert into other values (1)').then(() => (isAnswered = true))
    const job = addAll((step) => {
      if (step === STEPS - 1) wasAnswered = isAnswered
    })
    await Promise.all([before, long(job)])
    assert.ok(wasAnswered, 'before the last step')
  })

  /** Notes how the job itself ended. */
  const watched = (job: (connection: SqliteConnection) => Promise<unknown>) => {
    const ended: { with: unknown } = { with: null }
    const run = async (connection: SqliteConnection): Promise<unknown> => {
      try {
        return await job(connection)
      } catch (error) {
        ended.with = error
        throw error
      }
    }
    return { ended, run }
  }

  test('ends with its request while it is written again, and so does what it was about to do', async () => {
    const lifetime = new EndableLifetime()
    const { ended, run } = watched(addAll((step) => void other(`insert into other values (${step})`)))
    let repeated = 0
    const beforeRepeat = (): void => {
      // The first of two.
      if (++repeated < 2) return
      lifetime.endBecause(new Error('the deadline passed'))
      const from = performance.now()
      while (performance.now() - from < LONGER_THAN_A_TURN_MS);
    }
    await assert.rejects(long(run, { lifetime, beforeRepeat }), /the deadline passed/)
    assert.match(String(ended.with), /the deadline passed/)
    assert.deepEqual(noted(), [])
  })

  test('is told of a full disk as any write is, where the disk fills up while it is written again', async () => {
    const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
    const { ended, run } = watched(addAll((step) => void other(`insert into other values (${step})`)))
    const beforeRepeat = (): void => {
      database.exec('ROLLBACK')
      throw full
    }
    await assert.rejects(
      long(run, { beforeRepeat }),
      (error) => storeFailure(error)?.code === 'temporarily_unavailable',
    )
    assert.equal(ended.with, full)
    await other('insert into note values (99, null)', 'alpine')
    assert.deepEqual(noted(), [99])
  })

  test('leaves nothing waiting where its transaction is lost as it gives way', async () => {
    const { ended, run } = watched(async (connection) => {
      await connection.execute(ADD, [1, 'long'])
      void other('delete from other')
      database.exec('ROLLBACK')
      await connection.execute(ADD, [2, 'long'])
    })
    await assert.rejects(long(run))
    assert.notEqual(ended.with, null)
    assert.deepEqual(noted(), [])
  })

  test('keeps what another of its tenant wrote, where a commit failed while both were under way', async () => {
    database.exec(
      'pragma foreign_keys = on; create table child (id integer references note (id) deferrable initially deferred)',
    )
    const raise = async (connection: SqliteConnection): Promise<void> => {
      const { rows } = await connection.execute<{ most: number }>('select most from rule', [])
      for (const step of upTo(3)) {
        void other(`insert or ignore into other values (${step})`)
        await connection.execute('select 1', [])
      }
      await connection.execute('update rule set most = ?', [(rows[0]?.most ?? 0) + 1])
    }
    // Done at once, but gives way when it is done again.
    const pieces = [Number.POSITIVE_INFINITY]
    const first = long(raise, { piece: () => pieces.pop() ?? 0 })
    const dangling = assert.rejects(other('insert into child values (999)', 'fen'))
    await Promise.all([first, dangling, long(raise)])
    assert.equal(reader.prepare('select most from rule').get()?.most, 102)
  })

  test('lets whoever waits write before the next long job goes on, however many there are', async () => {
    const tenants = ['alpine', 'basin', 'crest', 'delta']
    let pieces = 0
    let isWaiting = false
    const piecesBefore: number[] = []
    const jobs = tenants.map((tenant, index) =>
      long(
        async (connection) => {
          for (const step of upTo(STEPS)) {
            await connection.execute(ADD, [100 * index + step, tenant])
            pieces++
            if (isWaiting) continue
            isWaiting = true
            const from = pieces
            void other(`insert or ignore into other values (${step})`).then(() => {
              piecesBefore.push(pieces - from)
              isWaiting = false
            })
          }
        },
        { tenant },
      ),
    )
    await Promise.all(jobs)
    await queue.idle()
    assert.equal(noted().length, tenants.length * STEPS)
    assert.ok(piecesBefore.length > STEPS, `${piecesBefore.length}`)
    assert.deepEqual(
      piecesBefore.filter((count) => count > 0),
      [],
    )
  })

  test('comes to its end however many others write all the time', async () => {
    let isDone = false
    const writeOn = async (share: string): Promise<void> => {
      while (!isDone) await other('insert or ignore into other values (1)', share)
    }
    const others = ['moor', 'moss', 'fen'].map(writeOn)
    await long(addAll())
    isDone = true
    await Promise.all(others)
    assert.deepEqual(noted(), upTo(STEPS))
  })
})
