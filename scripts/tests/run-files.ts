/** Runs the processes of tests side by side, prints their output, and counts results. */
import { relative, resolve } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import type { Durations } from './durations.ts'
import type { TestProcess } from './groups/plan.ts'
import { LEFT_TO_ALL } from './left-to-all.ts'
import { NOT_TRIED } from './not-tried.ts'
import { PROCESS_FLAGS } from './process-flags.ts'

/** Loaded into every process of tests; the first before anything loads node:test. */
const PRELOADED = [
  'untracked-promises.ts',
  'count-processor-time.ts',
  'end-with-parent.ts',
  'remembered-hashes.ts',
  'tell-failures.ts',
]

interface Results {
  readonly passed: number
  readonly failed: number
}

export interface Counts extends Results {
  /** Of each file that has a process of its own. */
  readonly ofFile: ReadonlyMap<string, Results>
  /** What did not run, and why. */
  readonly skipped: readonly string[]
  /** How many tests `npm test` leaves to `npm test -- --all` in the files that it runs. */
  readonly left: number
  readonly durations: Durations
  /** The files of what failed. */
  readonly failedFiles: readonly string[]
  /** What failed by itself, each with the first lines of why: a long output is read from its end. */
  readonly reasons: readonly string[]
}

const REASON_LINES = 8

/** Why a test failed; null where only a test inside it did, or one before it that it builds on. */
const reasonOf = (name: string, error: Error): string | null => {
  const { failureType, exitCode, signal, cause } = error as Error & Record<string, unknown>
  if (failureType === 'subtestsFailed') return null
  const message = cause instanceof Error ? cause.message : String(cause ?? error.message)
  if (message.startsWith(NOT_TRIED)) return null
  const ended = [exitCode, signal].filter((each) => each !== undefined && each !== null)
  const lines = message
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, REASON_LINES)
  return [ended.length === 0 ? name : `${name} (its process ended with ${ended.join(', ')})`, ...lines].join('\n    ')
}

interface Running {
  readonly sideBySide: number
  readonly signal: AbortSignal
  /** Only tests whose title has this text. */
  readonly title: string | null
}

export const runFiles = async (
  root: string,
  processes: readonly TestProcess[],
  { sideBySide, signal, title }: Running,
): Promise<Counts> => {
  const durations: Durations = {}
  const skipped: string[] = []
  const failedFiles = new Set<string>()
  const ofFile = new Map<string, Results>()
  const groups = new Map(
    processes.filter(({ start, files }) => start !== files[0]).map(({ start, files }) => [start, files]),
  )
  const grouped = new Set([...groups.values()].flat())
  const known = new Set(processes.flatMap(({ files }) => files))
  const reasons: string[] = []
  let left = 0
  let counts = { passed: 0, failed: 0 }
  let toldFailed = 0
  // Without files, Node would look for some by itself.
  if (processes.length === 0) return { ...counts, ofFile, skipped, left, durations, failedFiles: [], reasons }
  const events = run({
    cwd: root,
    files: processes.map(({ start }) => start),
    concurrency: sideBySide,
    signal,
    ...(title === null ? {} : { testNamePatterns: [new RegExp(RegExp.escape(title))] }),
    execArgv: [
      ...PROCESS_FLAGS,
      // Node leaves out the last hooks of a file of which no title is asked for: what the first ones opened stays open.
      ...(title === null ? [] : ['--test-force-exit']),
      ...PRELOADED.flatMap((name) => ['--import', new URL(name, import.meta.url).href]),
    ],
  })
  events.on('test:summary', ({ file, duration_ms, success, counts: { tests, passed, ...others } }) => {
    const failed = tests - passed - others.skipped - others.todo
    // A hook that fails after the last test belongs to no test.
    const results = { passed, failed: success ? failed : Math.max(failed, 1) }
    if (file !== undefined) {
      if (groups.has(file)) return
      durations[relative(root, file)] = duration_ms
      ofFile.set(relative(root, file), results)
      if (!success) failedFiles.add(relative(root, file))
    } else counts = results
  })
  events.on('test:complete', ({ name, nesting, details }) => {
    if (nesting === 0 && grouped.has(name)) durations[name] = details.duration_ms
  })
  events.on('test:pass', ({ name, skip, todo }) => {
    const why = skip ?? todo
    if (why === LEFT_TO_ALL) left++
    else if (why !== undefined) skipped.push(typeof why === 'string' ? `${name}: ${why}` : name)
  })
  events.on('test:fail', ({ name, nesting, skip, todo, details }) => {
    if (details.type === 'test' && skip === undefined && todo === undefined) toldFailed++
    const reason = reasonOf(name, details.error)
    if (reason !== null && skip === undefined && todo === undefined) reasons.push(reason)
    if (nesting > 0) return
    const group = groups.get(name)
    if (group) console.log(`The process of these files failed: ${group.join(', ')}`)
    // A suite of a group is named after its file, and so is a file that cannot be loaded.
    for (const file of group ?? [relative(root, resolve(root, name))]) if (known.has(file)) failedFiles.add(file)
  })
  for await (const text of events.compose(spec)) process.stdout.write(text)
  // Whatever Node's summary says, a failure that was printed counts.
  counts = { ...counts, failed: Math.max(counts.failed, toldFailed) }
  return { ...counts, ofFile, skipped, left, durations, failedFiles: [...failedFiles], reasons }
}
