/** The two test commands (ADR 97): what `npm test` runs, what it leaves to `npm test -- --all`, and by which names. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { allTestFiles, leftBecause, readArguments, select } from '../../../scripts/tests/selection.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const files = allTestFiles(ROOT)
const chosen = (...args: string[]) => select(ROOT, readArguments(args), ['cli/test/help.test.ts'])

test('npm test -- --all runs every test file, and npm test all but those that it counts as left', () => {
  assert.deepEqual(chosen('--all'), { files, isQuick: false, left: new Map() })
  const { files: quick, isQuick, left } = chosen()
  assert.equal(isQuick, true)
  const count = [...left.values()].reduce((sum, each) => sum + each, 0)
  assert.equal(quick.length + count, files.length)
  assert.deepEqual(
    quick.filter((file) => file.includes('.browser.')),
    ['console/test/four-doors.browser.test.ts'],
  )
})

test('a word chooses files by their path, which then run whole, with --all and without', () => {
  const named = files.filter((file) => file.includes('portal.browser'))
  assert.equal(named.length, 1)
  for (const args of [['portal.browser'], ['portal.browser', '--all']]) {
    assert.deepEqual(chosen(...args), { files: named, isQuick: false, left: new Map() })
  }
  assert.deepEqual(chosen('--again').files, ['cli/test/help.test.ts'])
  assert.deepEqual(chosen('--again', 'portal').files, [])
  assert.throws(() => readArguments(['--everything']), /no option --everything/)
})

test('a file that opens a browser says so by its name, so that npm test leaves it out', () => {
  const opening = files.filter(
    (file) =>
      leftBecause(file) === null &&
      /launchChromium|DemoConsole|ChromiumScene|playwright-core/.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  assert.deepEqual(
    opening.filter((file) => file !== 'server/test/architecture/test-commands.test.ts'),
    ['console/test/four-doors.browser.test.ts'],
  )
})
