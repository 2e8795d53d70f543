/** What the server does by itself is done once, however many processes share a store. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { pino } from 'pino'
import { BackgroundWork } from '../../src/background/background-work.ts'
import { jobsDoneAt } from '../../src/storage/background-jobs.ts'
import type { PlatformTx } from '../../src/storage/handles.ts'
import { addUsageCounts, usageSums } from '../../src/storage/usage/usage.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { storesFor } from '../support/test-server.ts'
import { openTestStorage, type TestStorage } from '../support/test-storage.ts'
import { tidyUp } from '../support/tidy-up.ts'

after(stopOwnPostgres)

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const EVERY_MS = 30_000

for (const store of storesFor('locks')) {
  describe(`two processes on one store (${store})`, () => {
    let one: TestStorage
    let other: TestStorage
    before(async () => {
      one = await openTestStorage(store)
      other = await one.beside()
    })
    after(async () => {
      await other.storage.close()
      await one.close()
    })

    const workOf = ({ storage }: TestStorage, step: (tx: PlatformTx) => Promise<boolean>) =>
      new BackgroundWork({ storage, log: pino({ level: 'silent' }), job: 'housekeeping', everyMs: EVERY_MS, step })
    const advance = (ms: number) => {
      for (const { clock } of [one, other]) clock.advanceSeconds(ms / 1000)
    }

    test('minutes that two processes sum into hours at the same moment are counted once', async () => {
      const tenantId = await one.tenant('alpine')
      const hour = Math.floor(one.clock.now() / HOUR_MS) * HOUR_MS - 49 * HOUR_MS
      const minutes = Array.from({ length: 59 }, (_, index) => ({
        actor: 'app_1',
        at: hour + (index + 1) * MINUTE_MS,
        metric: 'answered' as const,
        name: '',
        amount: 1,
      }))
      const countedOnce: number[] = []
      for (let round = 0; round < 5; round++) {
        const actor = `app_${round}`
        await one.storage.writeTenant(tenantId, (tx) =>
          addUsageCounts(
            tx,
            minutes.map((row) => ({ ...row, actor })),
          ),
        )
        await Promise.all([one, other].map(({ storage }) => tidyUp(storage)))
        const sums = await usageSums(one.storage.tenant(tenantId), [actor], 0, HOUR_MS)
        assert.deepEqual(
          sums.map(({ bucket }) => bucket),
          [hour],
        )
        countedOnce.push(sums[0]?.amount ?? 0)
      }
      assert.deepEqual(countedOnce, [59, 59, 59, 59, 59])
    })

    test('a background job is done by one of two processes, and is due again after its interval', async () => {
      let done = 0
      const step = async () => {
        done++
        return false
      }
      for (let round = 1; round <= 3; round++) {
        advance(EVERY_MS)
        const turns = await Promise.all([one, other, one].map((each) => workOf(each, step).turn()))
        assert.deepEqual(turns.toSorted(), ['done', 'not claimed', 'not claimed'])
        assert.equal(await workOf(other, step).turn(), 'not claimed', 'it is done already')
        assert.equal(done, round)
      }
    })

    test('a background job with more to do goes on at once, in whichever process asks first', async () => {
      advance(EVERY_MS)
      assert.equal(await workOf(one, async () => true).turn(), 'more')
      assert.equal(await workOf(other, async () => false).turn(), 'done')
      assert.equal(await workOf(one, async () => false).turn(), 'not claimed')
    })

    test('a background job that fails is left to the next process that asks', async () => {
      advance(EVERY_MS)
      const failing = workOf(one, async () => {
        throw new Error('The process dies')
      })
      await assert.rejects(failing.turn(), /dies/)
      assert.equal(await workOf(other, async () => false).turn(), 'done')
    })

    test('a daily job is done once a day, by a process that began an hour ago too', async (t) => {
      const { storage } = one
      const log = pino({ level: 'silent' })
      const parts = { storage, log, job: 'removal', everyMs: 24 * HOUR_MS } as const
      const work = new BackgroundWork({ ...parts, step: async () => false })
      t.mock.timers.enable({ apis: ['setTimeout'] })
      work.start()
      t.mock.timers.tick(HOUR_MS)
      t.mock.timers.reset()
      await soon('it was done', async () => (await jobsDoneAt(storage.platform)).has('removal'))
      work.stop()
      advance(23 * HOUR_MS)
      assert.equal(await work.turn(), 'not claimed')
      advance(HOUR_MS - 5 * MINUTE_MS)
      assert.equal(await work.turn(), 'done')
    })

    test('a clock that was set back delays no background job', async () => {
      advance(24 * HOUR_MS)
      assert.equal(await workOf(one, async () => false).turn(), 'done')
      advance(-24 * HOUR_MS)
      assert.equal(await workOf(one, async () => false).turn(), 'done')
    })
  })
}
