/**
 * Runs all checks of a change: types, style, and every test, on both stores and in a browser. `npm test -- name …`
 * runs only the test files whose path contains one of the words. The last line is `N passed, N failed`; the exit code
 * is 0 only if something passed and nothing failed.
 */
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureConsoleBuilt } from './installed.mjs'
import { type Durations, longestFirst, readDurations, writeDurations } from './tests/durations.ts'
import { planProcesses } from './tests/groups/plan.ts'
import { type Counts, runFiles } from './tests/run-files.ts'
import { type Outcome, runStaticChecks } from './tests/static-checks.ts'
import { prepareSurroundings } from './tests/surroundings.ts'

const SHOWN_SLOWEST = 10
/** Two more than there are processors: tests wait for stores, processes and pages a good part of their time. */
const SIDE_BY_SIDE = availableParallelism() + 2
const root = join(import.meta.dirname, '..')
const words = process.argv.slice(2)
const isWhole = words.length === 0

const testFiles = (): string[] =>
  globSync(
    ['server', 'sdk', 'cli', 'console'].map((workspace) => `${workspace}/test/**/*.test.ts`),
    { cwd: root },
  ).filter((file) => isWhole || words.some((word) => file.includes(word)))

const usesBrowser = (file: string): boolean => /^console|browser/.test(file)

const runAll = async (known: Durations): Promise<{ counts: Counts; outcomes: Outcome[] }> => {
  const files = testFiles()
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort())
  const { folder, remove } = await prepareSurroundings(root, files.some(usesBrowser))
  const processes = planProcesses(root, files, { folder, sideBySide: SIDE_BY_SIDE, durations: known })
  try {
    const [counts, outcomes] = await Promise.all([
      runFiles(root, longestFirst(root, processes, known), { sideBySide: SIDE_BY_SIDE, signal: stopped.signal }),
      isWhole ? runStaticChecks(root) : [],
    ])
    return { counts, outcomes }
  } finally {
    await remove()
  }
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1)

const printSlowest = (durations: Durations): void => {
  const slowest = Object.entries(durations).toSorted(([, a], [, b]) => b - a)
  console.log(`\nThe slowest of ${slowest.length} files, in seconds:`)
  for (const [file, ms] of slowest.slice(0, SHOWN_SLOWEST)) console.log(`${seconds(ms).padStart(7)}  ${file}`)
}

const printOutcome = ({ title, passed, output }: Outcome): void => {
  console.log(`${passed ? '✔' : '✖'} ${title}`)
  if (!passed) console.log(output)
}

ensureConsoleBuilt()
const known = readDurations(root)
const { counts, outcomes } = await runAll(known)
writeDurations(root, { ...known, ...counts.durations })
if (isWhole || counts.failed > 0) printSlowest(counts.durations)
for (const outcome of outcomes) printOutcome(outcome)
if (counts.skipped.length > 0) console.log(`${counts.skipped.length} not run:`)
for (const title of counts.skipped) console.log(`  ${title}`)
const passed = counts.passed + outcomes.filter((outcome) => outcome.passed).length
const failed = counts.failed + outcomes.filter((outcome) => !outcome.passed).length
if (counts.passed + counts.failed === 0) console.log(`No test ran: no file has ${words.join(' or ')} in its path.`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && counts.passed > 0 ? 0 : 1
