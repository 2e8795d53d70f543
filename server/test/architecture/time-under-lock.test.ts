/** What compares a time with a row reads the time once it holds the row (ADR 94, threats row 143). */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url))

/** Where a declaration at the top of a file begins, or a method of a class. */
const BEGINS = /^(?=(?:export )?(?:const|class|async function|function) )|^(?= {2}(?:async )?#?\w+\()/m
/** A time that is kept in a variable or handed on; one that is only written into a column decides nothing. */
const TIME_KEPT = /(?:const \w+ = |[(,] )await \w+\.now\(\)/
const LOCKS = /\b(?:lock[A-Z]\w*|forUpdate)\(/

const readsTimeBeforeLock = (text: string): boolean => {
  const time = TIME_KEPT.exec(text)
  return time !== null && LOCKS.test(text.slice(time.index + time[0].length))
}

test('the search for times that are read before a lock finds one, and passes one that is read after it', () => {
  const early = 'const take = async (tx) => {\n  const now = await tx.now()\n  const row = await lockRow(tx)\n}'
  const late = 'const take = async (tx) => {\n  const row = await lockRow(tx)\n  const now = await tx.now()\n}'
  assert.equal(readsTimeBeforeLock(early), true)
  assert.equal(readsTimeBeforeLock('await isOpen(tx, await tx.now()) && lockUser(tx)'), true)
  assert.equal(readsTimeBeforeLock(late), false)
})

test('no function of the server reads the time of a transaction before it takes a lock (threats row 143)', () => {
  const files = globSync('**/*.ts', { cwd: SOURCE })
  assert.ok(files.length > 100)
  const early = files.flatMap((file) =>
    readFileSync(join(SOURCE, file), 'utf8')
      .split(BEGINS)
      .filter(readsTimeBeforeLock)
      .map((text) => `${file}: ${text.split('\n')[0]}`),
  )
  assert.deepEqual(early, [])
})
