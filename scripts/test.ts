/**
 * `npm test` runs what every change waits for: types, style, every test on the embedded store, and a browser's walk
 * through the four doors. `npm test -- --all` adds PostgreSQL, every page in a browser, hosting and what is slow. With
 * words it runs the files whose path contains one of them, whole; with `--again` those that failed when they ran last;
 * with `--title=text` only tests whose title has the text.
 * The last line is `N passed, N failed`; the exit code is 0 only if something passed and nothing failed.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensureConsoleBuilt, fail } from './installed.mjs'
import { type Durations, longestFirst } from './tests/durations.ts'
import { planProcesses, type TestProcess } from './tests/groups/plan.ts'
import { Kept } from './tests/kept.ts'
import { watchMachine } from './tests/machine-watch.ts'
import { readNotes } from './tests/processor-notes.ts'
import { processorSeconds } from './tests/processor-time.ts'
import { runFiles } from './tests/run-files.ts'
import { type SecondTry, tryAgain } from './tests/second-try.ts'
import { type Asked, readArguments, type Selection, sampledFiles, select } from './tests/selection.ts'
import { type Outcome, runStaticChecks } from './tests/static-checks.ts'
import { prepareSurroundings } from './tests/surroundings.ts'

const SHOWN_SLOWEST = 10
const SHOWN_REASONS = 20
/** Two more than there are processors: tests wait for stores, processes and pages a good part of their time. */
const SIDE_BY_SIDE = availableParallelism() + 2
/** So many files of the server's make several processes. */
const MANY = 50
const root = join(import.meta.dirname, '..')
const keptDurations = new Kept<Durations>(root, 'durations', {})
/** Seconds of processor time by file. */
const keptProcessor = new Kept<Record<string, number>>(root, 'processor-seconds', {})
/** Files, and titles of checks, that failed when they ran last. */
const keptFailures = new Kept<readonly string[]>(root, 'failures', [])

const askedFor = (): Asked => {
  try {
    return readArguments(process.argv.slice(2))
  } catch (error) {
    return fail((error as Error).message)
  }
}

const usesBrowser = (file: string): boolean => /^console|browser/.test(file)

const runAll = async (
  { files, isQuick }: Selection,
  title: string | null,
  isAsked: (check: string) => boolean,
): Promise<SecondTry & { outcomes: Outcome[] }> => {
  const machine = watchMachine()
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopped.abort())
  const durations = keptDurations.read()
  const { folder, remove } = await prepareSurroundings(root, {
    browser: files.some(usesBrowser),
    postgres: !isQuick,
    server: files.filter((file) => file.startsWith('server/')).length > MANY,
  })
  const processes = planProcesses(root, files, { folder, sideBySide: SIDE_BY_SIDE, durations })
  try {
    const [counts, outcomes] = await Promise.all([
      runFiles(root, longestFirst(root, processes, durations), {
        sideBySide: SIDE_BY_SIDE,
        signal: stopped.signal,
        title,
      }),
      runStaticChecks(root, isAsked),
    ])
    keptDurations.write({ ...durations, ...counts.durations })
    keptProcessor.write({ ...keptProcessor.read(), ...readNotes(folder) })
    const alone = (again: readonly TestProcess[]) => {
      console.log(`\nOnce more, one at a time: ${again.map(({ start }) => start).join(', ')}`)
      return runFiles(root, again, { sideBySide: 1, signal: stopped.signal, title })
    }
    for (const what of machine.happened) console.log(`\nThe machine, ${what}`)
    return { ...(isWhole ? await tryAgain(counts, alone, machine.happened) : { counts, byChance: [] }), outcomes }
  } finally {
    await remove()
  }
}

const printSlowest = (durations: Durations): void => {
  const slowest = Object.entries(durations).toSorted(([, a], [, b]) => b - a)
  const processor = keptProcessor.read()
  console.log(`\nThe slowest of ${slowest.length} files, in seconds, and in seconds of processor time:`)
  for (const [file, ms] of slowest.slice(0, SHOWN_SLOWEST)) {
    const columns = [ms / 1000, processor[file]].map((seconds) => (seconds?.toFixed(1) ?? '').padStart(7))
    console.log(`${columns.join('')}  ${file}`)
  }
}

const printOutcome = ({ title, passed, output }: Outcome): void => {
  console.log(`${passed ? '✔' : '✖'} ${title}`)
  if (!passed) console.log(output)
}

const printLeft = ({ files, left }: Selection, tests: number): void => {
  const kinds = [...left].map(([kind, count]) => `${count} ${count === 1 ? 'file' : 'files'} ${kind}`)
  console.log(
    `Left to npm test -- --all: both stores in files that know two, ${tests} tests of PostgreSQL alone, ${kinds.join(', ')}.`,
  )
  console.log(
    `Tried in part, chosen by AIRSIDE_TEST_SEED=${process.env.AIRSIDE_TEST_SEED}, and whole with --all: ${sampledFiles(root, files).join(', ')}.`,
  )
}

const printTime = (startedAt: number): void => {
  const minutes = (seconds: number): string => `${(seconds / 60).toFixed(1)} minutes`
  const took = minutes((performance.now() - startedAt) / 1000)
  const processor = processorSeconds()
  console.log(processor === null ? `It took ${took}.` : `It took ${took}, and ${minutes(processor)} of processor time.`)
}

/** What failed before and did not run now goes on to count as failed. */
const keepFailures = (ran: readonly string[], failed: readonly string[]): void => {
  const others = keptFailures.read().filter((name) => !ran.includes(name))
  keptFailures.write([...others, ...failed])
}

const printReasons = (reasons: readonly string[]): void => {
  if (reasons.length === 0) return
  console.log('What failed, and why:')
  for (const reason of reasons.slice(0, SHOWN_REASONS)) console.log(`  ${reason}`)
  if (reasons.length > SHOWN_REASONS) console.log(`  and ${reasons.length - SHOWN_REASONS} more, above`)
}

const printByChance = (files: readonly string[]): void => {
  if (files.length === 0) return
  console.log('Failed beside the others and passed alone, to be mended:')
  for (const file of files) console.log(`  ${file}`)
}

const startedAt = performance.now()
const asked = askedFor()
const isWhole = asked.words.length === 0 && asked.title === null && !asked.again
const failedLast = keptFailures.read()
if (asked.again && failedLast.length === 0) fail('Nothing failed when it ran last.')
ensureConsoleBuilt()
const selection = select(root, asked, failedLast)
const { counts, byChance, outcomes } = await runAll(selection, asked.title, (check) =>
  asked.again ? failedLast.includes(check) : isWhole,
)
const failures = outcomes.filter((outcome) => !outcome.passed).map(({ title }) => title)
keepFailures([...selection.files, ...outcomes.map(({ title }) => title)], [...counts.failedFiles, ...failures])
if (isWhole || counts.failed > 0) printSlowest(counts.durations)
for (const outcome of outcomes) printOutcome(outcome)
if (counts.skipped.length > 0) console.log(`${counts.skipped.length} not run:`)
for (const title of counts.skipped) console.log(`  ${title}`)
printByChance(byChance)
printReasons(counts.reasons)
if (selection.isQuick) printLeft(selection, counts.left)
if (selection.files.length === 0) console.log(`No test ran: no file has ${asked.words.join(' or ')} in its path.`)
printTime(startedAt)
const passed = counts.passed + outcomes.length - failures.length
const failed = counts.failed + failures.length
if (failed > 0) console.log('npm test -- --again runs what failed.')
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
