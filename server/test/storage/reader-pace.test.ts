/** The many statements of one request on the embedded store let other requests run between them (threats row 211). */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { EndableLifetime } from '../../src/services/endable-lifetime.ts'
import type { Engine, Session } from '../../src/storage/engines/engine.ts'
import { openSqlite } from '../../src/storage/engines/sqlite-engine.ts'

/** Together they take longer than a reader may go on without a pause, on any machine. */
const STATEMENTS = 60
const COUNT_FAR =
  'with recursive n(i) as (select 1 union all select i + 1 from n where i < 40000) select count(*) from n'

/** The ways in which a request sends statements. */
const WAYS: Readonly<Record<string, (session: Session) => Promise<unknown>>> = {
  'as text': (session) => session.execute(COUNT_FAR, []),
  'for lists': (session) => session.lists(COUNT_FAR, []),
  'by the builder': (session) => sql.raw(COUNT_FAR).execute(session.db),
}

describe('reading of the embedded store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-pace-'))
  let engine: Engine
  before(() => {
    engine = openSqlite(folder)
  })
  after(async () => {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const readingFor = (lifetime: EndableLifetime): Session =>
    engine.reading({ lane: 'requests', share: 'alpine', lifetime })

  for (const [way, send] of Object.entries(WAYS)) {
    test(`sixty statements that were asked at once, ${way}, let the event loop turn between them`, async () => {
      const session = readingFor(new EndableLifetime())
      let turns = 0
      let isDone = false
      const count = (): void => {
        turns++
        if (!isDone) setImmediate(count)
      }
      setImmediate(count)
      await Promise.all(Array.from({ length: STATEMENTS }, () => send(session)))
      isDone = true
      // Without a pause all of them run before the first turn.
      assert.ok(turns >= 3, `${turns} turns`)
    })

    test(`sixty readers of one request, ${way}, let the event loop turn between them (threats row 448)`, async () => {
      const lifetime = new EndableLifetime()
      let turns = 0
      let isDone = false
      const count = (): void => {
        turns++
        if (!isDone) setImmediate(count)
      }
      setImmediate(count)
      for (let at = 0; at < STATEMENTS; at++) await send(readingFor(lifetime))
      isDone = true
      assert.ok(turns >= 3, `${turns} turns`)
    })

    test(`those that wait for their turn, ${way}, stop when the request ends`, async () => {
      const lifetime = new EndableLifetime()
      const session = readingFor(lifetime)
      setImmediate(() => lifetime.endBecause(new Error('the client left')))
      const outcomes = await Promise.allSettled(Array.from({ length: STATEMENTS }, () => send(session)))
      const refused = outcomes.filter(({ status }) => status === 'rejected')
      assert.ok(refused.length > 0)
      assert.match(String((refused[0] as PromiseRejectedResult).reason), /the client left/)
    })
  }
})
