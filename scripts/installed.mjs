/**
 * Installs what the lockfile names, if that is not what lies in node_modules, and finds the Node to run on. It is
 * the first thing that runs on a fresh machine, so it is plain JavaScript that an old Node understands.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const MIN_NODE_VERSION = 24
export const root = fileURLToPath(new URL('..', import.meta.url))
/** Given to every process of ours: no text becomes code (server/src/code-generation.ts). */
export const NO_CODE_GENERATION = '--disallow-code-generation-from-strings'
const marker = `${root}node_modules/.airside-installed`

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex')

const isInstalled = () => existsSync(marker) && readFileSync(marker, 'utf8') === lockHash()

/**
 * Installs the versions of the lockfile. Not `npm ci`: that refuses a lockfile without the optional packages of other
 * platforms, and not every registry has them all.
 */
export const ensureInstalled = () => {
  if (isInstalled()) return
  console.error('Installing dependencies …')
  const { status } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  })
  if (status !== 0) fail('The dependencies could not be installed: see what npm says above.')
  writeFileSync(marker, lockHash())
}

const newestIn = (folder) =>
  Math.max(
    ...readdirSync(folder, { recursive: true }).map((name) => statSync(`${folder}/${name}`).mtimeMs),
    statSync(`${root}server/schema.graphql`).mtimeMs,
  )

/** The operator's console is the one part that is built; it is built again when its sources are newer. */
export const ensureConsoleBuilt = () => {
  const page = `${root}console/dist/index.html`
  if (existsSync(page) && statSync(page).mtimeMs >= newestIn(`${root}console/src`)) return
  console.error('Building the console …')
  const { status, stdout } = spawnSync('npm', ['run', 'build', '--workspace', '@airside/console', '--silent'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
    encoding: 'utf8',
  })
  if (status !== 0) fail(`${stdout}\nThe console could not be built: see above.`)
}

const majorOf = (version) => Number(/^v(\d+)/.exec(version ?? '')?.[1] ?? 0)

/** The Node that came with the dependencies, or the one that runs this, if it is new enough. */
export const nodePath = () => {
  const own = `${root}node_modules/node/bin/node`
  const { stdout } = spawnSync(own, ['--version'], { encoding: 'utf8' })
  if (majorOf(stdout) >= MIN_NODE_VERSION) return own
  if (majorOf(process.version) >= MIN_NODE_VERSION) return process.execPath
  return fail(
    `Airside needs Node ${MIN_NODE_VERSION} or later; this is ${process.version}, and the npm package "node" could not install a newer one.`,
  )
}

export const fail = (sentence) => {
  console.error(sentence)
  process.exit(1)
}
