/**
 * Runs browser files that failed once more, one at a time. A page and its test keep time by a browser that shares the
 * processors with everything else; whether the page is wrong shows when nothing else runs. What passes then is named, as a
 * test that has to be mended, and does not fail the run (ADR 189). No other file gets a second try: what fails by chance on
 * a store or between processes is a fault of ours.
 */
import type { TestProcess } from './groups/plan.ts'
import type { Counts } from './run-files.ts'

/** More than these are no chance. */
const MAX_FILES = 3

const BROWSER = /\.browser\.test\.ts$/

export const mayTryAgain = ({ failedFiles }: Pick<Counts, 'failedFiles'>): boolean =>
  failedFiles.length > 0 && failedFiles.length <= MAX_FILES && failedFiles.every((file) => BROWSER.test(file))

type Run = (processes: readonly TestProcess[]) => Promise<Counts>

export interface SecondTry {
  readonly counts: Counts
  /** Files that passed at the second try. */
  readonly byChance: readonly string[]
}

export const tryAgain = async (first: Counts, run: Run): Promise<SecondTry> => {
  if (!mayTryAgain(first)) return { counts: first, byChance: [] }
  const files = first.failedFiles
  const second = await run(files.map((file) => ({ start: file, files: [file] })))
  const of = (file: string) => first.ofFile.get(file) ?? { passed: 0, failed: 0 }
  const before = files.map(of).reduce((a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed }))
  return {
    counts: {
      ...first,
      passed: first.passed - before.passed + second.passed,
      failed: first.failed - before.failed + second.failed,
      failedFiles: second.failedFiles,
    },
    byChance: files.filter((file) => !second.failedFiles.includes(file)),
  }
}
