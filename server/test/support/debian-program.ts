/** Programs of Debian that judge what we write for a host, such as promtool: installed where we may. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const APT = '/usr/bin/apt-get'

const install = (name: string): void => {
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  execFileSync(APT, ['update'], options)
  execFileSync(APT, ['install', '--yes', '--no-install-recommends', name], options)
}

/** False where the program is there, or could be installed from the package; else why not, for `skip` of a test. */
export const isMissing = (program: string, fromPackage: string): string | false => {
  try {
    if (!existsSync(program) && process.getuid?.() === 0 && existsSync(APT)) install(fromPackage)
  } catch {
    // Without a network there is nothing to install from.
  }
  return existsSync(program) ? false : `${program} is not installed and cannot be`
}

/** Returns what it says; throws if it finds a fault. */
export const runProgram = (program: string, args: readonly string[], input = ''): string =>
  execFileSync(program, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] })
