/** In a process of tests nobody follows each promise, and an error that belongs to no test still fails the run. */
import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runFolder } from '../support/once-per-run.ts'

const PRELOAD = join(import.meta.dirname, '../../../scripts/tests/untracked-promises.ts')

test('a hook of asynchronous calls hears of timers and not of promises', { skip: runFolder() === null }, async () => {
  const heard: string[] = []
  const hook = createHook({ init: (_id, type) => void heard.push(type) }).enable()
  await null
  await new Promise((resolve) => setTimeout(resolve))
  hook.disable()
  assert.ok(heard.includes('Timeout'), heard.join())
  assert.ok(!heard.includes('PROMISE'), heard.join())
})

for (const [what, broken] of [
  ['a promise that nobody awaits', 'void Promise.resolve().then(async () => { await null; throw new Error("lost") })'],
  ['a timer', 'setTimeout(() => { throw new Error("lost") })'],
] as const) {
  test(`an error of ${what} fails the file of its test`, (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'airside-lost-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'failing.mjs')
    writeFileSync(
      file,
      `import { test } from 'node:test'
       test('first', async () => { await null; ${broken} })
       test('second', () => new Promise((resolve) => setTimeout(resolve, 50)))`,
    )
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    const { status, stdout } = spawnSync(process.execPath, ['--import', PRELOAD, file], { encoding: 'utf8', env })
    assert.equal(status, 1, stdout)
    assert.match(stdout, /lost/)
  })
}
