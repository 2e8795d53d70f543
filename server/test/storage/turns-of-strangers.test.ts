/**
 * Whoever has shown nothing yet takes turns at the store apart from the tenant's own people: however many of them wait,
 * nobody who is known waits behind them (threats row 158).
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { EndableLifetime } from '../../src/services/endable-lifetime.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { storesFor } from '../support/test-server.ts'
import { openTestStorage } from '../support/test-storage.ts'

after(stopOwnPostgres)

const HTTP = join(import.meta.dirname, '../../src/http')
const STRANGERS = 12
const TENANT = 'ten_busy'

/** The key in the body is what is checked there, in the reserve. */
const SHOWN_IN_THE_BODY = ['operator/key-refresh.ts']

for (const store of storesFor('locks')) {
  describe(`turns at the store (${store})`, () => {
    test('work for a known person waits for one stranger at most, however many there are', async (t) => {
      const opened = await openTestStorage(store)
      const gate = Promise.withResolvers<void>()
      t.after(() => gate.resolve())
      t.after(() => opened.close())
      const { storage } = opened
      const begun: string[] = []
      const strangers = Array.from({ length: STRANGERS }, () =>
        storage.forStranger(new EndableLifetime()).writeTenant(TENANT, async () => {
          begun.push('a stranger')
          await gate.promise
        }),
      )
      await soon('a stranger is served', async () => begun.length > 0)
      const known = storage.during(new EndableLifetime()).writeTenant(TENANT, async () => {
        begun.push('somebody known')
      })
      // The embedded store has one writer; PostgreSQL serves others while strangers use all the turns of their share.
      if (store === 'postgres') await soon('somebody known is served', async () => begun.includes('somebody known'))
      gate.resolve()
      await Promise.all([...strangers, known])
      assert.ok(begun.indexOf('somebody known') <= STRANGERS / 2, begun.join(', '))
    })
  })
}

test('every door that anybody may knock at works in the turns of strangers', async () => {
  const doors: string[] = []
  for await (const file of glob('**/*.ts', { cwd: HTTP })) {
    const source = readFileSync(join(HTTP, file), 'utf8')
    if (!/\bopenRoute\(/.test(source) || SHOWN_IN_THE_BODY.includes(file)) continue
    doors.push(file)
    assert.doesNotMatch(source, /\bduring\(/, `${file} takes the turns of people who are known`)
  }
  assert.ok(doors.length > 5, doors.join(', '))
})
