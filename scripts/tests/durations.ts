/** How long each test file took when it last ran, kept beside the packages: the longest starts first. */
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type Durations = Record<string, number>

const fileOf = (root: string): string => join(root, 'node_modules', '.cache', 'airside-test-durations.json')

export const readDurations = (root: string): Durations => {
  try {
    return JSON.parse(readFileSync(fileOf(root), 'utf8'))
  } catch {
    return {}
  }
}

export const writeDurations = (root: string, durations: Durations): void => {
  mkdirSync(dirname(fileOf(root)), { recursive: true })
  writeFileSync(fileOf(root), JSON.stringify(durations, null, 1))
}

/** Before the first run: what opens a browser or starts processes takes long, and a longer file longer than a shorter. */
const guess = (root: string, file: string): number => {
  const isSlowKind = /browser|^console|^cli|^sdk\/test\/[^/]+$|command|process/.test(file)
  return statSync(join(root, file)).size * (isSlowKind ? 10 : 1)
}

/** Files that are new or were never timed come before those that were: they may be the longest. */
export const longestFirst = (root: string, files: readonly string[], durations: Durations): string[] => {
  const isKnown = (file: string): boolean => durations[file] !== undefined
  const weight = (file: string): number => durations[file] ?? guess(root, file)
  return files.toSorted((a, b) => Number(isKnown(a)) - Number(isKnown(b)) || weight(b) - weight(a))
}
