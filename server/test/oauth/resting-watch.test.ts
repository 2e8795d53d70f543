/** A process that nobody asks anything rests: it polls the epochs seldom, and trusts nothing that it remembers meanwhile. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { tenantArea } from '../../src/domain/validity-area.ts'
import { ValidityWatch } from '../../src/services/validity-watch.ts'
import { statementsDuring } from '../support/statements.ts'
import { openTestStorage } from '../support/test-storage.ts'

const POLL = /clock\.at/
const NOTHING_LEFT_OUT = /^$/

/** Time that stands still unless it is moved, with every poll that falls into it done. */
const heldTime = (t: TestContext) => {
  let now = 1_000_000
  t.mock.method(performance, 'now', () => now)
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 250) {
      now += 250
      t.mock.timers.tick(250)
      for (let turns = 0; turns < 5; turns++) await turn()
    }
  }
  return { pass }
}

test('an idle process polls the epochs seldom, and a revocation elsewhere counts for the first who asks (threats row 206)', async (t) => {
  const opened = await openTestStorage('sqlite')
  const area = tenantArea(await opened.tenant('alpine'))
  const { pass } = heldTime(t)
  const watch = new ValidityWatch(opened.storage, opened.clock)
  const polls = async (job: () => Promise<void>) =>
    (await statementsDuring(job, NOTHING_LEFT_OUT)).filter((text) => POLL.test(text)).length
  await watch.start()
  t.after(async () => {
    watch.stop()
    await opened.close()
  })
  assert.equal(watch.isFresh, true)
  assert.equal(await polls(() => pass(10_000)), 40, 'four a second while somebody may ask')
  await pass(25_000)
  assert.ok((await polls(() => pass(60_000))) <= 12, 'seldom where nobody does')
  assert.equal(watch.isReading, true, 'metrics do not take rest for trouble')

  const known = watch.generation
  await pass(2_000)
  await opened.storage.writePlatform(async (tx) => {
    await tx.db
      .insertInto('validity_area')
      .values({ area, epoch: 7, changed_at: await tx.now() })
      .onConflict((conflict) => conflict.column('area').doUpdateSet({ epoch: 7 }))
      .execute()
  })
  assert.equal(watch.isFresh, false, 'nothing remembered is trusted after a rest')
  for (let turns = 0; turns < 10; turns++) await turn()
  assert.equal(watch.isFresh, true, 'whoever asked had it read at once')
  assert.equal(watch.hasChanged([area], known), true)
  assert.equal(await polls(() => pass(1_000)), 4, 'it is awake again')
})
