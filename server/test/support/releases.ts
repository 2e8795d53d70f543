/** The releases that docs/releasing.md names, unpacked from their commits to run beside the program of today. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

export interface Release {
  readonly version: string
  readonly commit: string
}

/** The newest first. */
export const RELEASES: readonly Release[] = [
  ...readFileSync(join(ROOT, 'docs/releasing.md'), 'utf8').matchAll(/^\| ([\d.]+) \| `(\w+)`/gm),
].map(([, version = '', commit = '']) => ({ version, commit }))

export const isInThisClone = (commit: string): boolean => {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

type Packages = Readonly<Record<string, string>>

const packagesOf = (root: string): Packages =>
  JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')).dependencies

/** Its server and bench in a folder below this one, with the packages of today: refused where it needs other versions. */
export const unpackRelease = (commit: string, folder: string): string => {
  const root = join(folder, commit)
  if (existsSync(root)) return root
  mkdirSync(root)
  const parts = ['server', 'bench', 'package.json']
  const archive = execFileSync('git', ['archive', commit, ...parts], { cwd: ROOT, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x', '-C', root], { input: archive })
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  const now = packagesOf(ROOT)
  const others = Object.entries(packagesOf(root)).filter(([name, version]) => now[name] !== version)
  if (others.length > 0) throw new Error(`${commit} needs other versions of ${others.join(', ')}: install them for it`)
  return root
}
