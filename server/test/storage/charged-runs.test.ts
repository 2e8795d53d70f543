/** What others make a long write do again, or wait for, is not charged to who sent it (threats row 468). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CUT_OFF_COST_PER_MS, ROWS_FOR_COST, WRITING_STATEMENT_ROWS } from '../../src/domain/limits.ts'
import { EndableLifetime } from '../../src/services/endable-lifetime.ts'
import { LookedThrough } from '../../src/storage/counted-search.ts'
import { soon } from '../support/soon.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

const ROWS = 2_000
const READ = `with recursive n (at) as (select 1 union all select at + 1 from n where at < ${ROWS})
  select at, (select count(*) from user_account) as users from n`
/** Answers no row, and takes a while: a quick one ran as often as one may before others had their turn. */
const NOTHING = `with recursive n (at) as (select 1 union all select at + 1 from n where at < 5000)
  select at from n where at < 0`

describe('what a write costs that gives way', () => {
  let server: TestServer
  let tenantId: string
  before(async () => {
    server = await startServer('sqlite')
    tenantId = (await server.operator('alpine')).production.tenant.tenantId
  })
  after(() => server.close())

  const longWrite = (looked: LookedThrough, lifetime: EndableLifetime) =>
    server.world.storage.during(lifetime).countedBy(looked)

  test('where others make it begin anew, its rows are charged once', async () => {
    const lifetime = new EndableLifetime()
    const looked = new LookedThrough(lifetime)
    let beginnings = 0
    let statements = 1
    const written = longWrite(looked, lifetime).writeTenant(tenantId, async (tx) => {
      beginnings++
      await tx.execute(READ, [])
      for (; beginnings === 1; statements++) await tx.execute(NOTHING, [])
    })
    await soon('it has begun', () => beginnings === 1)
    await server.world.storage.writePlatform((tx) => tx.execute('update user_account set name = name', []))
    await written
    const dearest = (ROWS + statements * WRITING_STATEMENT_ROWS) / ROWS_FOR_COST.read
    assert.deepEqual([beginnings, looked.costBeyond(0)], [2, Math.floor(dearest)])
  })

  test('where it ends while others write, what it waited is not charged', async () => {
    const lifetime = new EndableLifetime()
    const looked = new LookedThrough(lifetime)
    const from = performance.now()
    let isBegun = false
    const written = longWrite(looked, lifetime).writeTenant(tenantId, (tx) =>
      looked.during(async () => {
        isBegun = true
        for (;;) await tx.execute(NOTHING, [])
      }),
    )
    const ended = assert.rejects(written, /the client left/)
    await soon('it has begun', () => isBegun)
    let heldMs = 0
    await server.world.storage.writePlatform(async (tx) => {
      const heldFrom = performance.now()
      for (let at = 0; at < 200 || heldMs < 200; at++) {
        await tx.execute(NOTHING, [])
        heldMs = performance.now() - heldFrom
      }
      lifetime.endBecause(new Error('the client left'))
    })
    await ended
    // Its statements were paid for.
    const ofTime = () => looked.costBeyond(Number.POSITIVE_INFINITY)
    await soon('it is charged', () => ofTime() > 0)
    const most = (performance.now() - from - heldMs) * CUT_OFF_COST_PER_MS
    assert.ok(ofTime() <= most, `${ofTime()} of ${most}`)
  })
})
