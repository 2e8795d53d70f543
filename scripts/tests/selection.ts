/** What a run was asked for, which test files it takes, and which it leaves to `npm test -- --all` (ADR 97). */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const WORKSPACES = ['server', 'sdk', 'cli', 'console']

/** Takes a visitor through the console, the portal, support and the explorer: the one file that opens a browser in `npm test`. */
const FOUR_DOORS = 'console/test/four-doors.browser.test.ts'

/** A file says by its name or folder what it needs. */
const LEFT_TO_ALL = [
  { kind: 'in a browser', pattern: /\.browser\.test\.ts$/ },
  { kind: 'between processes on PostgreSQL', pattern: /\.(processes|postgres)\.test\.ts$/ },
  { kind: 'of hosting', pattern: /^server\/test\/hosting\// },
  { kind: 'slow', pattern: /\.slow\.test\.ts$/ },
] as const

export interface Asked {
  /** With PostgreSQL, every state of every page, hosting and what is slow. */
  readonly all: boolean
  /** Only what failed when it ran last. */
  readonly again: boolean
  /** Only files whose path contains one of them. */
  readonly words: readonly string[]
  /** Only tests whose title has this text; null for all. */
  readonly title: string | null
}

const TITLE = '--title='

export const readArguments = (args: readonly string[]): Asked => {
  const options = args.filter((arg) => arg.startsWith('-'))
  const title = options.find((option) => option.startsWith(TITLE))?.slice(TITLE.length) ?? null
  const unknown = options.find((option) => !['--all', '--again'].includes(option) && !option.startsWith(TITLE))
  if (unknown !== undefined)
    throw new Error(`There is no option ${unknown}: npm test -- [--all | --again] [--title=text] [word …]`)
  return {
    all: options.includes('--all'),
    again: options.includes('--again'),
    words: args.filter((arg) => !arg.startsWith('-')),
    title,
  }
}

export const allTestFiles = (root: string): string[] =>
  globSync(
    WORKSPACES.map((workspace) => `${workspace}/test/**/*.test.ts`),
    { cwd: root },
  )

/** Why `npm test` leaves a file out; null where it runs it. */
export const leftBecause = (file: string): string | null =>
  file === FOUR_DOORS ? null : (LEFT_TO_ALL.find(({ pattern }) => pattern.test(file))?.kind ?? null)

/** Those that try only a part of what they generate in `npm test` (ADR 254). */
export const sampledFiles = (root: string, files: readonly string[]): string[] =>
  files.filter((file) => / from '.*support\/sampled\.ts'/.test(readFileSync(join(root, file), 'utf8')))

export interface Selection {
  readonly files: readonly string[]
  /** Without PostgreSQL. A file that somebody names runs whole. */
  readonly isQuick: boolean
  /** How many files of each kind are left out. */
  readonly left: ReadonlyMap<string, number>
}

export const select = (root: string, { all, again, words }: Asked, failedLast: readonly string[]): Selection => {
  const isNamed = words.length > 0 || again
  const named = allTestFiles(root)
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .filter((file) => !again || failedLast.includes(file))
  const left = new Map<string, number>()
  if (all || isNamed) return { files: named, isQuick: false, left }
  for (const kind of named.map(leftBecause)) if (kind !== null) left.set(kind, (left.get(kind) ?? 0) + 1)
  return { files: named.filter((file) => leftBecause(file) === null), isQuick: true, left }
}
