/** Jobs that pause go on one in a turn of the event loop (threats row 545). */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Loaders } from '../../src/graphql/loaders.ts'
import { EndableLifetime } from '../../src/services/endable-lifetime.ts'
import { eachInTurn } from '../../src/services/steps.ts'
import type { Engine } from '../../src/storage/engines/engine.ts'
import { openSqlite } from '../../src/storage/engines/sqlite-engine.ts'

const PIECES = 4
const REQUESTS = 10

/** Longer than anybody goes on without a pause. */
const work = (): void => {
  const until = performance.now() + 6
  while (performance.now() < until);
}

/** How many pieces were done in each turn of the loop, and by whom, while the jobs went on. */
const turnsDuring = async (start: (note: (share: string) => void) => Promise<unknown>): Promise<string[][]> => {
  const turns: string[][] = [[]]
  const count = (): void => {
    turns.push([])
    next = setImmediate(count)
  }
  let next = setImmediate(count)
  await start((share) => turns.at(-1)?.push(share))
  clearImmediate(next)
  return turns.filter((done) => done.length > 0)
}

describe('jobs that pause', () => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-turns-'))
  let engine: Engine
  before(() => {
    engine = openSqlite(folder)
  })
  after(async () => {
    await engine.close()
    rmSync(folder, { recursive: true, force: true })
  })

  type Job = (share: string, note: (share: string) => void) => Promise<unknown>

  const ways: Readonly<Record<string, Job>> = {
    'lists that are gone through': (share, note) =>
      eachInTurn({ tenantId: share }, Array.from({ length: PIECES }), () => {
        note(share)
        work()
      }),
    'what a request loads in turn': async (share, note) => {
      const loaders = new Loaders({ tenantId: share })
      for (let piece = 0; piece < PIECES; piece++) {
        await loaders.inTurn(() => {
          note(share)
          work()
        })
      }
    },
    'readers of the embedded store': async (share, note) => {
      const lifetime = new EndableLifetime()
      for (let piece = 0; piece < PIECES; piece++) {
        await engine.reading({ lane: 'requests', share, lifetime }).execute('select 1', [])
        note(share)
        work()
      }
    },
  }

  for (const [name, job] of Object.entries(ways)) {
    test(`${name}: of ten requests of an operator one goes on in a turn of the loop, and another operator has every second turn`, async () => {
      const turns = await turnsDuring((note) => {
        const busy = Array.from({ length: REQUESTS }, () => job('busy', note))
        return Promise.all([...busy, job('quiet', note)])
      })
      // In the first turn they begin, on a slow machine all but some.
      const [, ...later] = turns
      assert.equal(Math.max(...later.map(({ length }) => length)), 1)
      const order = later.flat()
      assert.ok(order.length >= (REQUESTS + 1) * (PIECES - 1))
      const lastOfQuiet = order.lastIndexOf('quiet')
      assert.ok(lastOfQuiet < 2 * PIECES + 1, `the quiet operator was done after ${lastOfQuiet} pieces`)
    })
  }
})
