/**
 * `npm run package [-- <folder>]`: a tree that runs by itself: the server, the built console and the packages that the
 * server needs at run time, at the versions of the lockfile. It prints where it is and its size. Native packages are
 * those of this machine's platform.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { ensureConsoleBuilt, fail, root } from './installed.mjs'

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

const readJson = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))

/** Where Node finds a package from a folder: the nearest `node_modules` above that has it. */
const placeOf = (locked: Readonly<Record<string, Locked>>, from: string, name: string): string | undefined => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (place in locked) return place
    if (folder === '') return undefined
  }
}

/** The packages that the server needs at run time, by their places in the lockfile. */
const productionPackages = (locked: Readonly<Record<string, Locked>>): string[] => {
  const found = new Set<string>()
  const waiting = ['server']
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const { dependencies, optionalDependencies, peerDependencies } = locked[place] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const next = placeOf(locked, place, name)
      if (next === undefined || found.has(next)) continue
      found.add(next)
      waiting.push(next)
    }
  }
  return [...found].toSorted()
}

/** Optional packages of other platforms are in the lockfile and not installed. */
const copyPackages = (folder: string): void => {
  for (const place of productionPackages(readJson('package-lock.json').packages)) {
    const from = join(root, place)
    const isNested = (path: string) => path !== from && basename(path) === 'node_modules'
    if (existsSync(from)) cpSync(from, join(folder, place), { recursive: true, filter: (path) => !isNested(path) })
  }
}

/** An older Node would say that it does not know the files' extension. */
const LAUNCHER = `#!/bin/sh
case "$(node --version)" in
  v?.* | v1?.* | v2[0-3].* | v24.[0-6].*) echo "Airside needs Node 24.7 or later; this is $(node --version)." >&2; exit 1 ;;
esac
exec node --disallow-code-generation-from-strings "$(dirname "$(readlink -f "$0")")/../server/src/main.ts" "$@"
`

const writeManifests = (folder: string): string => {
  const { name, version, license, type, bin, dependencies } = readJson('server/package.json')
  const { engines } = readJson('package.json')
  const manifest = { name, version, private: true, license, type, bin, engines, dependencies }
  writeFileSync(join(folder, 'server/package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return version
}

const sizeOf = (folder: string): number => {
  let bytes = 0
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += statSync(join(entry.parentPath, entry.name)).size
  }
  return bytes
}

const isSource = (path: string): boolean => !path.endsWith('.md')

/** Returns the version that was packaged. */
export const makePackage = (folder: string): string => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'bin'), { recursive: true })
  cpSync(join(root, 'server/src'), join(folder, 'server/src'), { recursive: true, filter: isSource })
  cpSync(join(root, 'server/reference'), join(folder, 'server/reference'), { recursive: true })
  cpSync(join(root, 'console/dist'), join(folder, 'console/dist'), { recursive: true })
  cpSync(join(root, 'docs/site'), join(folder, 'docs/site'), { recursive: true })
  for (const file of ['LICENSE', 'CHANGELOG.md', 'docs/hosting.md']) cpSync(join(root, file), join(folder, file))
  copyPackages(folder)
  writeFileSync(join(folder, 'bin/airside-server'), LAUNCHER)
  chmodSync(join(folder, 'bin/airside-server'), 0o755)
  return writeManifests(folder)
}

if (import.meta.main) {
  const folder = resolve(process.argv[2] ?? join(root, 'dist', 'airside'))
  const known = ['bin', 'console', 'docs', 'node_modules', 'server', 'CHANGELOG.md', 'LICENSE']
  if (existsSync(folder) && readdirSync(folder).some((name) => !known.includes(name)))
    fail(`${folder} holds other things: name an empty or a new folder.`)
  ensureConsoleBuilt()
  const version = makePackage(folder)
  console.log(`Airside ${version} in ${folder}: ${(sizeOf(folder) / 1024 ** 2).toFixed(1)} MB`)
}
