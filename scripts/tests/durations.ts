/** Orders the processes of tests by how long their files took in earlier runs: the longest starts first. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProcess } from './groups/plan.ts'

/** Milliseconds by file. */
export type Durations = Record<string, number>

/** It opens a browser and waits for pages: it begins with the run, so that nobody waits for it in the end. */
const FIRST = /\/four-doors\.browser\.test\.ts$/

/**
 * Estimates before the first run: files with a browser or processes take long, and long files longer than short ones.
 */
const guess = (root: string, file: string): number => {
  // A short file that opens every page there is: started last, it would keep one processor busy alone.
  if (file.endsWith('/pages.browser.test.ts')) return Number.MAX_SAFE_INTEGER
  const isSlowKind = /browser|^cli|^sdk\/test\/[^/]+$|\.slow|process/.test(file)
  return statSync(join(root, file)).size * (isSlowKind ? 10 : 1)
}

/** Milliseconds of an earlier run; bytes stand for them where there was none. */
export const weightOfFile = (root: string, file: string, durations: Durations): number =>
  FIRST.test(file) ? Number.MAX_SAFE_INTEGER : (durations[file] ?? guess(root, file))

/** New files start before timed ones, because they may be the longest. A process takes as long as all of its files. */
export const longestFirst = (root: string, processes: readonly TestProcess[], durations: Durations): TestProcess[] => {
  const isKnown = ({ files }: TestProcess): boolean => files.every((file) => durations[file] !== undefined)
  const weight = ({ files }: TestProcess): number =>
    files.reduce((sum, file) => sum + weightOfFile(root, file, durations), 0)
  const isFirst = ({ files }: TestProcess): boolean => files.some((file) => FIRST.test(file))
  return processes.toSorted(
    (a, b) =>
      Number(isFirst(b)) - Number(isFirst(a)) || Number(isKnown(a)) - Number(isKnown(b)) || weight(b) - weight(a),
  )
}
