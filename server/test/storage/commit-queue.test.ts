/** Shared commits on SQLite: jobs that wait at the same moment share one commit, and a failing job affects no other. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { CommitQueue } from '../../src/storage/engines/commit-queue.ts'
import { OWN_WORK } from '../../src/storage/engines/turns/store-use.ts'

describe('the commit queue', () => {
  let folder: string
  let database: DatabaseSync
  let reader: DatabaseSync
  let queue: CommitQueue
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'airside-queue-'))
    const file = join(folder, 'store.sqlite')
    database = new DatabaseSync(file)
    database.exec(
      'pragma journal_mode = wal; pragma busy_timeout = 20; create table note (id integer primary key, text text)',
    )
    reader = new DatabaseSync(file)
    queue = new CommitQueue(database, { maxCommitMs: Number.POSITIVE_INFINITY })
  })
  afterEach(async () => {
    await queue.idle()
    reader.close()
    database.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const insert = (id: number, text = ''): void => {
    database.prepare('insert into note (id, text) values (?, ?)').run(id, text)
  }
  const committed = (): number[] =>
    reader
      .prepare('select id from note order by id')
      .all()
      .map(({ id }) => Number(id))
  const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

  test('jobs that wait at the same moment share one commit', async () => {
    const seenByJobs: number[][] = []
    const jobs = upTo(20).map((id) =>
      queue.run(async () => {
        insert(id)
        seenByJobs.push(committed())
        return id
      }),
    )
    assert.deepEqual(await Promise.all(jobs), upTo(20))
    assert.ok(
      seenByJobs.every((seen) => seen.length === 0),
      'while the last of them ran, nothing was committed',
    )
    assert.deepEqual(committed(), upTo(20))
  })

  test('a job that arrives while others run waits for the next commit', async () => {
    let late: Promise<number[]> | null = null
    await queue.run(async () => {
      insert(1)
      late = queue.run(async () => committed())
    })
    assert.deepEqual(await late, [1])
  })

  test('no job is acknowledged before the commit', async () => {
    const answers = upTo(5).map((id) => queue.run(async () => insert(id)).then(() => committed()))
    for (const seen of await Promise.all(answers)) assert.deepEqual(seen, upTo(5))
  })

  test('a failing job is rolled back alone', async () => {
    const jobs = upTo(9).map((id) =>
      queue.run(async () => {
        insert(id)
        insert(100 + id)
        if (id % 3 === 1) throw new Error(`job ${id}`)
      }),
    )
    const outcomes = await Promise.allSettled(jobs)
    assert.deepEqual(
      outcomes.map(({ status }) => status === 'fulfilled'),
      upTo(9).map((id) => id % 3 !== 1),
    )
    assert.deepEqual(
      committed().filter((id) => id < 100),
      [0, 2, 3, 5, 6, 8],
    )
    assert.deepEqual(
      committed().filter((id) => id >= 100),
      [100, 102, 103, 105, 106, 108],
    )
  })

  test('a statement that SQLite refuses fails only its own job', async () => {
    const jobs = [1, 2, 2, 3].map((id) => queue.run(async () => insert(id)))
    const outcomes = await Promise.allSettled(jobs)
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(committed(), [1, 2, 3])
  })

  test('on a full disk only the job that needs space fails, and freed space is used again', async () => {
    await queue.run(async () => insert(0))
    const { page_count } = database.prepare('pragma page_count').get() as { page_count: number }
    database.exec(`pragma max_page_count = ${page_count + 8}`)
    const large = 'x'.repeat(1_000_000)
    const jobs = upTo(6).map((index) => queue.run(async () => insert(10 + index, index === 3 ? large : 'small')))
    const outcomes = await Promise.allSettled(jobs)
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    )
    assert.match(String((outcomes[3] as PromiseRejectedResult).reason), /full/)
    assert.deepEqual(committed(), [0, 10, 11, 12, 14, 15])
    database.exec('pragma max_page_count = 1000000')
    await queue.run(async () => insert(13, large))
    assert.ok(committed().includes(13))
  })

  test('after an error that ends the whole transaction the other jobs run again one by one', async () => {
    const runs = new Map<number, number>()
    const jobs = upTo(6).map((id) =>
      queue.run(async () => {
        runs.set(id, (runs.get(id) ?? 0) + 1)
        insert(id)
        if (id !== 3) return
        database.exec('ROLLBACK')
        throw new Error('the transaction is gone')
      }),
    )
    const outcomes = await Promise.allSettled(jobs)
    assert.deepEqual(
      outcomes.map(({ status }) => status === 'fulfilled'),
      upTo(6).map((id) => id !== 3),
    )
    assert.deepEqual(committed(), [0, 1, 2, 4, 5], 'each of the others exactly once')
    assert.equal(runs.get(0), 2)
  })

  test('a failed commit is acknowledged to no job', async () => {
    database.exec(
      'pragma foreign_keys = on; create table child (id integer references note (id) deferrable initially deferred)',
    )
    const dangling = queue.run(async () => void database.exec('insert into child values (999)'))
    const fine = queue.run(async () => insert(1))
    await assert.rejects(dangling, /FOREIGN KEY/)
    await fine
    assert.deepEqual(committed(), [1])
  })

  test("jobs wait for another process's write lock without blocking the event loop", async () => {
    const holder = new DatabaseSync(join(folder, 'store.sqlite'))
    holder.exec('begin immediate; insert into note values (50, null)')
    let turns = 0
    const waiting = queue.run(async () => insert(1))
    const ticking = setInterval(() => {
      if (++turns === 5) holder.exec('commit')
    }, 1)
    await waiting
    clearInterval(ticking)
    holder.close()
    assert.ok(turns >= 5, 'the lock was given back by an event loop that went on')
    assert.deepEqual(committed(), [1, 50])
  })

  describe('what may be forgotten by a machine that loses its power', () => {
    const REPEATABLE = { ...OWN_WORK, isRepeatable: true }
    /** Whether the commit of the running job waits for the disk: PRAGMA synchronous is FULL (2) or NORMAL (1). */
    const isSynced = (): boolean => database.prepare('pragma synchronous').get()?.synchronous === 2

    test('is committed without waiting for the disk where nothing else is, and is there for others', async () => {
      const job = async (id: number) => {
        insert(id)
        return isSynced()
      }
      assert.deepEqual(await Promise.all([1, 2].map((id) => queue.run(() => job(id), REPEATABLE))), [false, false])
      assert.deepEqual(committed(), [1, 2])
      assert.equal(await queue.run(async () => isSynced()), true, 'the next commit waits again')
    })

    test('waits for the disk together with a job that has to', async () => {
      const jobs = [queue.run(async () => isSynced(), REPEATABLE), queue.run(async () => isSynced())]
      assert.deepEqual(await Promise.all(jobs), [true, true])
    })

    test('takes no job that has to wait for the disk into its commit, whenever that comes', async () => {
      let late: Promise<boolean> | null = null
      const first = queue.run(async () => {
        late = queue.run(async () => isSynced())
        return isSynced()
      }, REPEATABLE)
      const more = [1, 2].map(() => queue.run(async () => isSynced(), REPEATABLE))
      assert.deepEqual([await first, ...(await Promise.all(more)), await late], [false, false, false, true])
    })

    test('done again alone after another broke its commit, it still does not wait, and the other does', async () => {
      const synced: boolean[] = []
      const others = [1, 2].map((id) =>
        queue.run(
          async () => {
            insert(id)
            synced[id] = isSynced()
          },
          { ...OWN_WORK, isRepeatable: id === 1 },
        ),
      )
      const broken = queue.run(
        async () => {
          database.exec('rollback')
          throw new Error('the disk is full')
        },
        { ...OWN_WORK, share: 'the last' },
      )
      await assert.rejects(broken, /the disk is full/)
      await Promise.all(others)
      assert.deepEqual(
        [committed(), synced.slice(1)],
        [
          [1, 2],
          [false, true],
        ],
      )
    })
  })

  test('a lock held too long fails all waiting jobs at once, not one after another', async () => {
    const holder = new DatabaseSync(join(folder, 'store.sqlite'))
    holder.exec('begin immediate')
    let begun = 0
    const impatient = new CommitQueue(database, { maxLockWaitMs: 50 })
    const outcomes = await Promise.allSettled(upTo(20).map(() => impatient.run(async () => begun++)))
    assert.ok(outcomes.every(({ status }) => status === 'rejected'))
    assert.equal(begun, 0)
    holder.exec('rollback')
    holder.close()
    await impatient.run(async () => insert(1))
    assert.deepEqual(committed(), [1])
  })
})
