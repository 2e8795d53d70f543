/** The test run itself: files that share a process lose no test and keep their hooks to themselves. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { planProcesses } from '../../../scripts/tests/groups/plan.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const RUN_GROUP = join(ROOT, 'scripts', 'tests', 'groups', 'run-group.ts')
const folder = mkdtempSync(join(tmpdir(), 'airside-groups-'))
after(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)

/** Prints its hooks and tests in their order. */
const fileNamed = (name: string): string => `
  import { after, before, beforeEach, describe, test } from 'node:test'
  const print = (text) => console.log('${name} ' + text)
  before(() => print('before'))
  after(() => print('after'))
  beforeEach(() => print('each'))
  test('first', () => print('first'))
  describe('more', () => { test('second', () => print('second')) })
`

const run = (files: readonly string[]) => {
  write('group.mjs', `import { runGroup } from '${RUN_GROUP}'\nawait runGroup('${folder}', ${JSON.stringify(files)})\n`)
  // Without it the inner run would report to the outer one instead of deciding by itself.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  return spawnSync(process.execPath, ['--test-reporter=tap', join(folder, 'group.mjs')], { encoding: 'utf8', env })
}

test('every test file runs in exactly one process', () => {
  const files = globSync(`{server,sdk,cli,console}/test/**/*.test.ts`, { cwd: ROOT })
  const durations = Object.fromEntries(files.map((file, index) => [file, (index % 5) * 20_000]))
  for (const known of [{}, durations]) {
    const processes = planProcesses(ROOT, files, { folder, sideBySide: 4, durations: known })
    assert.deepEqual(processes.flatMap((process) => process.files).toSorted(), files.toSorted())
    assert.ok(processes.length < files.length)
  }
})

test('files in one process run one after another, each with its own hooks', () => {
  write('a.mjs', fileNamed('a'))
  write('b.mjs', fileNamed('b'))
  const { status, stdout } = run(['a.mjs', 'b.mjs'])
  assert.equal(status, 0, stdout)
  const told = [...stdout.matchAll(/^(?:# )?([ab] \w+)$/gm)].map(([, line]) => line)
  const of = (name: string) => ['before', 'each', 'first', 'each', 'second', 'after'].map((what) => `${name} ${what}`)
  assert.deepEqual(told, [...of('a'), ...of('b')])
  assert.match(stdout, /^# pass 4$/m)
})

test('a file that cannot be loaded fails the run of its process, and the files beside it run', () => {
  write('broken.mjs', 'throw new Error("broken")')
  const { status, stdout } = run(['broken.mjs', 'a.mjs'])
  assert.notEqual(status, 0)
  assert.match(stdout, /^# pass 2$/m)
  assert.match(stdout, /^# fail 1$/m)
})
