/** Orders the processes of tests by how long their files took in earlier runs: the longest starts first. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProcess } from './groups/plan.ts'

/** Milliseconds by file. */
export type Durations = Record<string, number>

/**
 * Estimates before the first run: files with a browser or processes take long, and long files longer than short ones.
 */
const guess = (root: string, file: string): number => {
  // Short files that open every page there is: started last, they would keep one processor busy alone.
  if (file.endsWith('/pages.browser.test.ts')) return Number.MAX_SAFE_INTEGER
  const isSlowKind = /browser|^console|^cli|^sdk\/test\/[^/]+$|command|process/.test(file)
  return statSync(join(root, file)).size * (isSlowKind ? 10 : 1)
}

/** New files start before timed ones, because they may be the longest. A process takes as long as all of its files. */
export const longestFirst = (root: string, processes: readonly TestProcess[], durations: Durations): TestProcess[] => {
  const isKnown = ({ files }: TestProcess): boolean => files.every((file) => durations[file] !== undefined)
  const weight = ({ files }: TestProcess): number =>
    files.reduce((sum, file) => sum + (durations[file] ?? guess(root, file)), 0)
  return processes.toSorted((a, b) => Number(isKnown(a)) - Number(isKnown(b)) || weight(b) - weight(a))
}
