/** The two test commands (ADR 97): what `npm test` runs, what it leaves to `npm test -- --all`, and by which names. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { happenedBetween } from '../../../scripts/tests/machine-watch.ts'
import { mayTryAgain, tryAgain } from '../../../scripts/tests/second-try.ts'
import { allTestFiles, leftBecause, readArguments, select } from '../../../scripts/tests/selection.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const files = allTestFiles(ROOT)
const chosen = (...args: string[]) => select(ROOT, readArguments(args), ['cli/test/help.slow.test.ts'])

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

test('npm test proves nine of ten rules by itself (ADR 254)', () => {
  const { stdout } = spawnSync(process.execPath, [join(ROOT, 'scripts/rules-and-tests.ts')], { encoding: 'utf8' })
  const lines = stdout.trimEnd().split('\n')
  assert.ok(lines.length > 300, stdout)
  const proven = lines.filter((line) => line.includes(': npm test'))
  const byAllAlone = proven.filter((line) => line.includes(': npm test -- --all: '))
  assert.ok(byAllAlone.length * 10 <= proven.length, byAllAlone.join('\n'))
})

test('a part of what is generated is chosen by the seed of the run, and a run without one tries everything', () => {
  const tried = (seed: string | null): string => {
    const { AIRSIDE_TEST_SEED: _, NODE_TEST_CONTEXT: __, ...env } = process.env
    const sampled = join(ROOT, 'server/test/support/sampled.ts')
    const script = `import { someOf, tries } from ${JSON.stringify(sampled)}
      const all = Array.from({ length: 100 }, (_, at) => at)
      console.log(JSON.stringify([someOf(all, 5), someOf(all, 5), someOf([7], 5), tries(60, 4)]))`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      encoding: 'utf8',
      env: { ...env, ...(seed === null ? {} : { AIRSIDE_TEST_SEED: seed }) },
    })
    return stdout
  }
  const all = Array.from({ length: 100 }, (_, at) => at)
  assert.deepEqual(JSON.parse(tried(null)), [all, all, [7], 60])
  const [first, second, one, times] = JSON.parse(tried('1')) as [number[], number[], number[], number]
  assert.deepEqual([first.length, second.length, one, times], [20, 20, [7], 15])
  assert.notDeepEqual(first, second)
  assert.equal(tried('1'), tried('1'))
  assert.notEqual(tried('1'), tried('2'))
})

test('a word chooses files by their path, which then run whole, with --all and without', () => {
  const named = files.filter((file) => file.includes('portal.browser'))
  assert.equal(named.length, 1)
  for (const args of [['portal.browser'], ['portal.browser', '--all']]) {
    assert.deepEqual(chosen(...args), { files: named, isQuick: false, left: new Map() })
  }
  assert.deepEqual(chosen('--again').files, ['cli/test/help.slow.test.ts'])
  assert.deepEqual(chosen('--again', 'portal').files, [])
  assert.equal(readArguments(['pages.browser', '--title=audit log']).title, 'audit log')
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

test('only browser files that failed by themselves, and few, are tried again, and their second results count', async () => {
  const pages = ['console/test/a.browser.test.ts', 'console/test/b.browser.test.ts']
  const first = {
    passed: 10,
    failed: 3,
    ofFile: new Map([
      ['console/test/a.browser.test.ts', { passed: 2, failed: 1 }],
      ['console/test/b.browser.test.ts', { passed: 0, failed: 2 }],
    ]),
    skipped: [],
    left: 0,
    durations: {},
    failedFiles: pages,
    reasons: ['the table: timed out'],
  }
  const once = (failedFiles: readonly string[]) => mayTryAgain({ failedFiles })
  assert.deepEqual(once([]), false)
  assert.deepEqual(once([...pages, 'server/test/oauth/token.test.ts']), false)
  assert.deepEqual(once([...pages, 'c.browser.test.ts', 'd.browser.test.ts']), false)
  const many = Array.from({ length: 9 }, (_, at) => `server/test/oauth/${at}.test.ts`)
  const afterEvent = (failedFiles: readonly string[]) => mayTryAgain({ failedFiles }, ['its clock was set'])
  assert.deepEqual([many, many.slice(1), []].map(afterEvent), [false, true, false])
  const ran: string[][] = []
  const { counts, byChance } = await tryAgain(first, async (processes) => {
    ran.push(processes.map(({ start }) => start))
    return { ...first, passed: 4, failed: 1, failedFiles: pages.slice(1), reasons: ['no row'] }
  })
  assert.deepEqual(ran, [pages])
  assert.deepEqual([counts.passed, counts.failed, counts.failedFiles], [12, 1, pages.slice(1)])
  assert.deepEqual(byChance, pages.slice(0, 1))
  assert.deepEqual(counts.reasons, ['the table: timed out', 'once more: no row'])
})

test('a machine that stood still or whose clock was set is noticed, and one that was busy is not (ADR 288)', () => {
  const START = Date.parse('2026-11-19T06:00:00Z')
  const after = (wallMs: number, monotonicMs: number) =>
    happenedBetween({ wallMs: START, monotonicMs: 0 }, { wallMs: START + wallMs, monotonicMs })
  assert.equal(after(30_000, 30_100), null)
  assert.equal(after(60_000, 60_000), '2026-11-19T06:01:00.000Z: it stood still for 60 s')
  assert.equal(after(3_601_000, 1000), '2026-11-19T07:00:01.000Z: its clock was set forward by 3600 s')
  assert.equal(after(-59_000, 1000), '2026-11-19T05:59:01.000Z: its clock was set back by 60 s')
})

test('a failed test tells what its witnesses saw since it began, and a passed one nothing', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-failures-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const support = join(ROOT, 'server/test/support/failure-report.ts')
  writeFileSync(
    join(folder, 'failing.mjs'),
    `import { describe, test } from 'node:test'
     import { addWitness, LogWitness } from ${JSON.stringify(support)}
     const logged = ['before all']
     const log = new LogWitness(() => logged)
     addWitness({ begin: () => log.begin(), tell: () => ['A server on sqlite', ...log.lines()] })
     addWitness({ tell: () => { throw new Error('the browser is gone') } })
     describe('a suite', () => {
       test('fine', () => void logged.push('of the first'))
       test('broken', () => { logged.push('of the second'); throw new Error('no') })
     })`,
  )
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const preload = join(ROOT, 'scripts/tests/tell-failures.ts')
  const args = ['--import', preload, '--test-reporter=tap', join(folder, 'failing.mjs')]
  const { stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...env, AIRSIDE_TEST_FAILURES: join(folder, 'failures') },
  })
  const told = stdout.split('\n').filter((line) => /Beside|A server|logged|of the|before all|cannot be told/.test(line))
  assert.deepEqual(
    told.map((line) => line.replace(/^[# ]+/, '')),
    [
      'Beside the failure of "a suite > broken":',
      'A server on sqlite',
      'It logged 1 lines:',
      'of the second',
      'It cannot be told: the browser is gone',
    ],
    stdout,
  )
})
