/**
 * Decides which test files share a process. Loading the server takes most of the time of a short file, and what ran often
 * runs faster: V8 compiles it well. So there are few processes, of about the same length, in which files run one after
 * another; each file still starts and stops its own servers.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Durations, weightOfFile } from '../durations.ts'

/** More than run side by side, so that those that end first leave the others nothing to wait for. */
const MORE_GROUPS = 2

/**
 * What concerns the process as a whole: its flags, its memory, what it prints, its signals, what is replaced in Node for
 * longer than a test, and programs that run beside it.
 */
const OWN_PROCESS =
  /heldMemory|process\.(on|once|env|kill|emit|stdout|stderr)\b|\bmock, |\['serve'\]|resolveLocalhostNames|\b(spawn|spawnSync|fork|execFile)\b.* from 'node:child_process'|node:worker_threads/

const mayShare = (root: string, file: string): boolean =>
  /^(server|console|cli)\/|^sdk\/test\/(simulated\/|scopes)/.test(file) &&
  !/browser|processes|^server\/test\/hosting|^(console|cli|server\/test\/commands)\/.*\.slow\./.test(file) &&
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

/** So many of about the same length: the longest files first, each to those that have least. */
const groupsOf = (files: readonly string[], count: number, weightOf: (file: string) => number): string[][] => {
  const groups = Array.from({ length: count }, () => ({ files: [] as string[], weight: 0 }))
  for (const file of files.toSorted((a, b) => weightOf(b) - weightOf(a))) {
    const least = groups.reduce((one, other) => (other.weight < one.weight ? other : one))
    least.files.push(file)
    least.weight += weightOf(file)
  }
  return groups.map(({ files }) => files.toSorted())
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
  const isShared = sharing.length > sideBySide
  const alone = isShared ? files.filter((file) => !sharing.includes(file)) : files
  const count = Math.min(sideBySide + MORE_GROUPS, Math.floor(sharing.length / 2))
  const weightOf = (file: string): number => weightOfFile(root, file, durations)
  const groups = groupsOf(isShared ? sharing : [], count, weightOf).map((chunk, index) => {
    const start = join(folder, `group-${index + 1}.test.mjs`)
    writeGroup(root, start, chunk)
    return { start, files: chunk }
  })
  return [...alone.map((file) => ({ start: file, files: [file] })), ...groups]
}
