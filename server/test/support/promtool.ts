/** promtool, of Debian's package prometheus: installed where we may, for it is the judge of rules and metrics. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PROGRAM = '/usr/bin/promtool'

const install = (): void => {
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  execFileSync('apt-get', ['update'], options)
  execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', 'prometheus'], options)
}

/** False where it is neither installed nor can be. */
export const hasPromtool = (): boolean => {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  try {
    if (!existsSync(PROGRAM) && mayInstall) install()
  } catch {
    return false
  }
  return existsSync(PROGRAM)
}

/** Returns what it says; throws if it finds a fault. */
export const runPromtool = (args: readonly string[], input = ''): string =>
  execFileSync(PROGRAM, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] })
