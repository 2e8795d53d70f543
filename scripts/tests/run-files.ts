/** Runs the processes of tests side by side, prints their output, and counts results. */
import { relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { NO_CODE_GENERATION } from '../installed.mjs'
import type { Durations } from './durations.ts'
import type { TestProcess } from './groups/plan.ts'

/**
 * A flag of V8 that no program of ours has. Node keeps compiled code in a folder by the flags at start, and V8 refuses code
 * of other flags: a server that a test starts sets one later, and would spoil what the tests have in a common folder.
 */
const OWN_CACHE = '--no-flush-bytecode'
const REMEMBERED_HASHES = new URL('remembered-hashes.ts', import.meta.url).href

export interface Counts {
  readonly passed: number
  readonly failed: number
  /** What did not run, and why. */
  readonly skipped: readonly string[]
  readonly durations: Durations
}

interface Running {
  readonly sideBySide: number
  readonly signal: AbortSignal
}

export const runFiles = async (
  root: string,
  processes: readonly TestProcess[],
  { sideBySide, signal }: Running,
): Promise<Counts> => {
  const durations: Durations = {}
  const skipped: string[] = []
  const groups = new Map(
    processes.filter(({ start, files }) => start !== files[0]).map(({ start, files }) => [start, files]),
  )
  const grouped = new Set([...groups.values()].flat())
  let counts = { passed: 0, failed: 0 }
  const events = run({
    cwd: root,
    files: processes.map(({ start }) => start),
    concurrency: sideBySide,
    signal,
    execArgv: [NO_CODE_GENERATION, OWN_CACHE, '--import', REMEMBERED_HASHES],
  })
  events.on('test:summary', ({ file, duration_ms, success, counts: { tests, passed, ...others } }) => {
    if (file !== undefined) {
      if (!groups.has(file)) durations[relative(root, file)] = duration_ms
    } else {
      const failed = tests - passed - others.skipped - others.todo
      // A hook that fails after the last test belongs to no test.
      counts = { passed, failed: success ? failed : Math.max(failed, 1) }
    }
  })
  events.on('test:complete', ({ name, nesting, details }) => {
    if (nesting === 0 && grouped.has(name)) durations[name] = details.duration_ms
  })
  events.on('test:pass', ({ name, skip, todo }) => {
    const why = skip ?? todo
    if (why !== undefined) skipped.push(typeof why === 'string' ? `${name}: ${why}` : name)
  })
  events.on('test:fail', ({ name }) => {
    const files = groups.get(name)
    if (files) console.log(`The process of these files failed: ${files.join(', ')}`)
  })
  for await (const text of events.compose(spec)) process.stdout.write(text)
  return { ...counts, skipped, durations }
}
