/**
 * Decides which test files share a process. Loading the server takes most of the time of a short file, so files of one
 * room are loaded into one process and run one after another; each still starts and stops its own servers.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Durations } from '../durations.ts'

/** Enough that loading is paid rarely, few enough that the processors have something to share until the end. */
const MAX_FILES = 25
/** By the durations of the last run: no process should run much longer than the others. */
const MAX_GROUP_MS = 90_000

/** What concerns the process as a whole: its flags, its memory, what it prints, its signals, what is replaced in Node. */
const OWN_PROCESS =
  /heldMemory|process\.(on|once|env|kill|emit|stdout|stderr)\b|\bmock\b|resolveLocalhostNames|countingCrypto|node:child_process|node:worker_threads/

const mayShare = (root: string, file: string): boolean =>
  /^server\/test\/(?!commands|hosting|architecture)/.test(file) &&
  !/browser|processes/.test(file) &&
  !OWN_PROCESS.test(readFileSync(join(root, file), 'utf8'))

/** A file that loads the others. */
const writeGroup = (root: string, path: string, files: readonly string[]): void => {
  const runGroup = join(root, 'scripts', 'tests', 'groups', 'run-group.ts')
  writeFileSync(
    path,
    `import { runGroup } from ${JSON.stringify(runGroup)}\nawait runGroup(${JSON.stringify([root, files]).slice(1, -1)})\n`,
  )
}

export interface TestProcess {
  /** What it is started with: a file of tests, or one written here that loads several. */
  readonly start: string
  readonly files: readonly string[]
}

/** In the order given, as many into each as number and duration allow. */
const groupsOf = (files: readonly string[], maxFiles: number, durations: Durations): string[][] => {
  const groups: string[][] = []
  let ms = 0
  for (const file of files) {
    const takes = durations[file] ?? 0
    const last = groups.at(-1)
    const fits = last !== undefined && last.length < maxFiles && ms + takes <= MAX_GROUP_MS
    if (fits) last.push(file)
    else groups.push([file])
    ms = fits ? ms + takes : takes
  }
  return groups
}

export interface Surroundings {
  /** For the files that are written here. */
  readonly folder: string
  /** So many processes run side by side: where there are fewer files, each has a process of its own. */
  readonly sideBySide: number
  readonly durations: Durations
}

export const planProcesses = (
  root: string,
  files: readonly string[],
  { folder, sideBySide, durations }: Surroundings,
): TestProcess[] => {
  const sharing = files.filter((file) => mayShare(root, file)).toSorted()
  const size = Math.min(MAX_FILES, Math.ceil(sharing.length / sideBySide))
  const alone = size > 1 ? files.filter((file) => !sharing.includes(file)) : files
  const groups = groupsOf(size > 1 ? sharing : [], size, durations).map((chunk, index) => {
    const start = join(folder, `group-${index + 1}.test.mjs`)
    writeGroup(root, start, chunk)
    return { start, files: chunk }
  })
  return [...alone.map((file) => ({ start: file, files: [file] })), ...groups]
}
