/**
 * Runs browser files that failed once more, one at a time. A page and its test keep time by a browser that shares the
 * processors with everything else; whether the page is wrong shows when nothing else runs. What passes then is named, as a
 * test that has to be mended, and does not fail the run (ADR 189). Another file gets a second try only where the machine
 * stood still or its clock was set (ADR 288): what else fails by chance on a store or between processes is a fault of ours.
 */
import type { TestProcess } from './groups/plan.ts'
import type { Counts } from './run-files.ts'

/** More than these are no chance. */
const MAX_FILES = 3
/** As many run beside each other, or are in the middle of something, when the machine stands still. */
const MAX_FILES_AFTER_EVENT = 8

const BROWSER = /\.browser\.test\.ts$/

export const mayTryAgain = ({ failedFiles }: Pick<Counts, 'failedFiles'>, machine: readonly string[] = []): boolean => {
  if (failedFiles.length === 0) return false
  if (machine.length > 0) return failedFiles.length <= MAX_FILES_AFTER_EVENT
  return failedFiles.length <= MAX_FILES && failedFiles.every((file) => BROWSER.test(file))
}

type Run = (processes: readonly TestProcess[]) => Promise<Counts>

export interface SecondTry {
  readonly counts: Counts
  /** Files that passed at the second try. */
  readonly byChance: readonly string[]
}

/** `machine` is what happened to it while the tests ran. */
export const tryAgain = async (first: Counts, run: Run, machine: readonly string[] = []): Promise<SecondTry> => {
  if (!mayTryAgain(first, machine)) return { counts: first, byChance: [] }
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
      reasons: [...first.reasons, ...second.reasons.map((reason) => `once more: ${reason}`)],
    },
    byChance: files.filter((file) => !second.failedFiles.includes(file)),
  }
}
