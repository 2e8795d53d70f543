/**
 * Installs the packages of the lockfile if node_modules differs, and finds the Node to run on. It runs first on a
 * fresh machine, so it is plain JavaScript for old versions of Node.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** `crypto.argon2`, which hashes passwords, came with this version. */
const MIN_NODE_VERSION = [24, 7]
export const root = fileURLToPath(new URL('..', import.meta.url))
/** An option of every process of ours: no string becomes code (server/src/starting/code-generation.ts). */
export const NO_CODE_GENERATION = '--disallow-code-generation-from-strings'
const marker = `${root}node_modules/.airside-installed`

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex')

const packagesIn = (file) => JSON.parse(readFileSync(`${root}${file}`, 'utf8')).packages

/** Whether npm put everything of the lockfile there, as `npm ci` does; packages of other platforms are left out. */
const isByNpm = () => {
  if (!existsSync(`${root}node_modules/.package-lock.json`)) return false
  const found = packagesIn('node_modules/.package-lock.json')
  return Object.entries(packagesIn('package-lock.json')).every(([place, { version, optional, devOptional, peer }]) => {
    if (!place.startsWith('node_modules/')) return true
    if (found[place] !== undefined) return found[place].version === version
    return optional === true || devOptional === true || peer === true
  })
}

const isInstalled = () => {
  if (existsSync(marker) && readFileSync(marker, 'utf8') === lockHash()) return true
  if (!isByNpm()) return false
  writeFileSync(marker, lockHash())
  return true
}

/**
 * Installs the versions of the lockfile. Not `npm ci`, which removes everything first: a changed version takes seconds
 * so.
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

/**
 * Builds the console, the only built part, if its sources are newer than the build. Its types are checked by `npm test`
 * and `npm run check`: whoever starts a server does not wait for them.
 */
export const ensureConsoleBuilt = () => {
  const page = `${root}console/dist/index.html`
  if (existsSync(page) && statSync(page).mtimeMs >= newestIn(`${root}console/src`)) return
  console.error('Building the console …')
  const { status, stdout } = spawnSync('npm', ['run', 'bundle', '--workspace', '@airside/console', '--silent'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
    encoding: 'utf8',
  })
  if (status !== 0) fail(`${stdout}\nThe console could not be built: see above.`)
}

const isNewEnough = (version) => {
  const [, major = 0, minor = 0] = /^v(\d+)\.(\d+)/.exec(version ?? '') ?? []
  const [minMajor, minMinor] = MIN_NODE_VERSION
  return Number(major) > minMajor || (Number(major) === minMajor && Number(minor) >= minMinor)
}

/** Returns the Node installed with the dependencies, or the running one if it is new enough. */
export const nodePath = () => {
  const own = `${root}node_modules/node/bin/node`
  const { stdout } = spawnSync(own, ['--version'], { encoding: 'utf8' })
  if (isNewEnough(stdout)) return own
  if (isNewEnough(process.version)) return process.execPath
  return fail(
    `Airside needs Node ${MIN_NODE_VERSION.join('.')} or later; this is ${process.version}, and the npm package "node" could not install a newer one.`,
  )
}

export const fail = (sentence) => {
  console.error(sentence)
  process.exit(1)
}
