/** Builds the SDK and the command line in a clone, where `npx airside` runs them, if their sources are newer than the build. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const TOOLS = ['sdk', 'cli']
const WAIT_MS = 200
/** Longer than a build takes: a lock this old is of a build that was killed. */
const MAX_BUILD_MS = 120_000

const newestIn = (folder) =>
  Math.max(...readdirSync(folder, { recursive: true }).map((name) => statSync(`${folder}/${name}`).mtimeMs))

const oldestBuilt = (tool) => {
  const file = `${root}${tool}/dist/${tool === 'cli' ? 'main.js' : 'index-node.js'}`
  return existsSync(file) ? statSync(file).mtimeMs : 0
}

const isBuilt = (tool) => oldestBuilt(tool) >= newestIn(`${root}${tool}/src`)

const build = (tool) => {
  // Without this, tsc writes nothing where it remembers an earlier build.
  rmSync(`${root}${tool}/dist`, { recursive: true, force: true })
  const { status, stdout } = spawnSync('npm', ['run', 'build', '--silent'], {
    cwd: `${root}${tool}`,
    stdio: ['ignore', 'pipe', 2],
    shell: process.platform === 'win32',
    encoding: 'utf8',
  })
  if (status === 0) return
  console.error(`${stdout}\n${tool} could not be built: see above.`)
  process.exit(1)
}

const isLockedBy = (folder) => {
  try {
    mkdirSync(folder)
    return true
  } catch {
    if (existsSync(folder) && Date.now() - statSync(folder).mtimeMs > MAX_BUILD_MS) rmSync(folder, { recursive: true })
    return false
  }
}

/** Two commands of a pipe begin at the same time: one builds, the other waits for it. */
export const ensureToolsBuilt = () => {
  if (TOOLS.every(isBuilt)) return
  const lock = `${root}node_modules/.airside-tools-lock`
  while (!isLockedBy(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS)
  try {
    if (TOOLS.every(isBuilt)) return
    console.error('Building the command line …')
    for (const tool of TOOLS) build(tool)
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}
