/** The versions of Node that the published code is run on: the oldest that it promises, and the newest, which runs the tests. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { withFileLock } from '../../src/node/file-lock.ts'
import { CACHE } from './build.ts'

export interface NodeBinary {
  readonly name: string
  readonly path: string
}

const OLDEST_MAJOR = 20
/** Fetched where the machine has no Node 20 of its own. */
const OLDEST_VERSION = '20.20.2'

const isOldest = (path: string): boolean => {
  if (!existsSync(path)) return false
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8' }).startsWith(`v${OLDEST_MAJOR}.`)
  } catch {
    return false
  }
}

const onThisMachine = (): string | undefined =>
  [process.env.NODE_20 ?? '', ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'))].find(
    isOldest,
  )

/** The package for this kind of machine, in a folder of its own: its `node` command must not hide the newest. */
const fetched = async (): Promise<string> => {
  const folder = join(CACHE, `node-${OLDEST_VERSION}`)
  const machine = `node-${process.platform}-${process.arch}`
  const path = join(folder, 'node_modules', machine, 'bin/node')
  await withFileLock(`${folder}.lock`, async () => {
    if (isOldest(path)) return
    mkdirSync(folder, { recursive: true })
    const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund']
    execFileSync('npm', ['install', ...options, `${machine}@${OLDEST_VERSION}`], { stdio: 'ignore' })
  })
  if (isOldest(path)) return path
  throw new Error(`These tests need Node ${OLDEST_MAJOR} as well: install it, or set NODE_20 to its executable.`)
}

export const oldestNode = async (): Promise<NodeBinary> => {
  mkdirSync(CACHE, { recursive: true })
  return { name: `Node ${OLDEST_MAJOR}`, path: onThisMachine() ?? (await fetched()) }
}

export const newestNode: NodeBinary = { name: `Node ${process.versions.node}`, path: process.execPath }

/** `npm test` runs these files on the oldest alone, which knows least; `npm test -- --all` and a named file on both. */
export const bothNodes = async (): Promise<readonly NodeBinary[]> =>
  process.env.AIRSIDE_TEST_STORES === 'sqlite' ? [await oldestNode()] : [await oldestNode(), newestNode]
