/** Runs each test file in its own process, prints its output, and counts results. */
import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { NO_CODE_GENERATION } from '../installed.mjs'
import type { Durations } from './durations.ts'

export interface Counts {
  readonly passed: number
  readonly failed: number
  /** What did not run, and why. */
  readonly skipped: readonly string[]
  readonly durations: Durations
}

export const runFiles = async (root: string, files: readonly string[], signal: AbortSignal): Promise<Counts> => {
  const durations: Durations = {}
  const skipped: string[] = []
  let counts = { passed: 0, failed: 0 }
  const events = run({
    cwd: root,
    files: [...files],
    // Two more than there are processors: tests wait for stores, processes and pages a good part of their time.
    concurrency: availableParallelism() + 2,
    signal,
    execArgv: [NO_CODE_GENERATION],
  })
  events.on('test:summary', ({ file, duration_ms, success, counts: { tests, passed, ...others } }) => {
    if (file !== undefined) durations[relative(root, file)] = duration_ms
    else {
      const failed = tests - passed - others.skipped - others.todo
      // A hook that fails after the last test belongs to no test.
      counts = { passed, failed: success ? failed : Math.max(failed, 1) }
    }
  })
  events.on('test:pass', ({ name, skip, todo }) => {
    const why = skip ?? todo
    if (why !== undefined) skipped.push(typeof why === 'string' ? `${name}: ${why}` : name)
  })
  for await (const text of events.compose(spec)) process.stdout.write(text)
  return { ...counts, skipped, durations }
}
