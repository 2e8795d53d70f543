/** Programs of Debian that tests and fault runs need, such as promtool: installed where we may. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const APT = '/usr/bin/apt-get'
const FLOCK = '/usr/bin/flock'
const POSTGRES_FOLDER = '/usr/lib/postgresql'

/** Whether a program is there, after it was installed from its package if it was not and we may. */
export const installed = (isThere: () => boolean, fromPackage: string): boolean => {
  if (isThere()) return true
  if (process.getuid?.() !== 0 || !existsSync(APT)) return false
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  // One after another: apt fails where another test process installs something at the same moment.
  const apt = (...words: string[]) => execFileSync(FLOCK, [join(tmpdir(), 'apt.lock'), APT, ...words], options)
  try {
    apt('update')
    apt('install', '--yes', '--no-install-recommends', fromPackage)
  } catch {
    // Without a network there is nothing to install from.
  }
  return isThere()
}

/** False where the program is there, or could be installed from the package; else why not, for `skip` of a test. */
export const isMissing = (program: string, fromPackage: string): string | false =>
  installed(() => existsSync(program), fromPackage) ? false : `${program} is not installed and cannot be`

/** Debian's PostgreSQL: its server, psql and pg_dump are of one version. */
export const isPostgresMissing = (): string | false => isMissing(POSTGRES_FOLDER, 'postgresql')

/** Where the server of its newest version is. */
export const postgresBinaries = (): string => {
  const newest = readdirSync(POSTGRES_FOLDER).toSorted((one, other) => Number(other) - Number(one))[0]
  return join(POSTGRES_FOLDER, newest ?? '', 'bin')
}

/** Runs a program that judges what it is given. Returns what it says; throws if it finds a fault. */
export const judgedBy = (program: string, args: readonly string[], input = ''): string =>
  execFileSync(program, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] })
