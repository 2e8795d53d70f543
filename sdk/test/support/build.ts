/** Builds the packages as they are published, once for all the test files that run side by side. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { withFileLock } from '../../src/node/file-lock.ts'

export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url))
export const TSC = join(REPOSITORY, 'node_modules/typescript/bin/tsc')
/** Not the tests' own folder, for it is not published; not the system's, for it should go with node_modules. */
export const CACHE = join(REPOSITORY, 'node_modules/.cache/airside')

const run = promisify(execFile)

const sourcesOf = (folder: string): string[] => [
  join(folder, 'package.json'),
  join(folder, 'tsconfig.json'),
  ...readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, 'src', name))
    .filter((path) => statSync(path).isFile())
    .sort(),
]

const fingerprintOf = (folder: string): string => {
  const hash = createHash('sha256')
  for (const path of sourcesOf(folder)) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

const readOrEmpty = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** The package's own build; where nothing changed it writes nothing, so that others can read meanwhile. */
const compile = async (folder: string): Promise<void> => {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  await run('npm', ['run', 'build', '--silent'], { cwd: folder })
}

export const build = async (name: 'sdk' | 'cli'): Promise<void> => {
  if (name === 'cli') await build('sdk')
  mkdirSync(CACHE, { recursive: true })
  const stamp = join(CACHE, `built-${name}`)
  const folder = join(REPOSITORY, name)
  await withFileLock(`${stamp}.lock`, async () => {
    const fingerprint = fingerprintOf(folder)
    if (readOrEmpty(stamp) === fingerprint && existsSync(join(folder, 'dist'))) return
    rmSync(stamp, { force: true })
    await compile(folder)
    writeFileSync(stamp, fingerprint)
  })
}
