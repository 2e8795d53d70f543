/**
 * What each file of a run took of the processors, with the processes that it started. A machine that is busy with
 * something else changes how long a file takes, and hardly this: by it one chooses what `npm test` leaves to `--all`.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { processorSeconds } from './processor-time.ts'

const notesIn = (run: string): string => join(run, 'processor-seconds')

const note = (run: string, file: string, seconds: number): void =>
  appendFileSync(notesIn(run), `${JSON.stringify([file, seconds])}\n`)

/** Begins to count for a file of a group; what is returned ends it. */
export const countFor = (file: string): (() => void) => {
  const run = process.env.AIRSIDE_TEST_RUN
  const before = processorSeconds()
  return () => {
    const now = processorSeconds()
    if (run && before !== null && now !== null) note(run, file, now - before)
  }
}

/** Notes at the end of this process what it took for the file that it was started with. */
export const countForProcess = (root: string): void => {
  const run = process.env.AIRSIDE_TEST_RUN
  const file = relative(root, process.argv[1] ?? '')
  if (!run || !file.endsWith('.test.ts')) return
  process.once('exit', () => {
    const seconds = processorSeconds()
    if (seconds !== null) note(run, file, seconds)
  })
}

/** Seconds by file. */
export const readNotes = (run: string): Record<string, number> => {
  if (!existsSync(notesIn(run))) return {}
  const lines = readFileSync(notesIn(run), 'utf8').trimEnd().split('\n')
  return Object.fromEntries(lines.map((line) => JSON.parse(line) as [string, number]))
}
