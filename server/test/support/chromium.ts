/** A real Chromium for the tests that need a browser's own judgement: redirects, frames, contrast, layout. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const KNOWN_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** No sandbox, because it does not run as root; the pages it opens are our own. Nothing is fetched in the background. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

const installed = (): string | undefined => KNOWN_PATHS.find((path) => existsSync(path))

const installFromDebian = (): void => {
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  execFileSync('apt-get', ['update'], options)
  execFileSync('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], options)
}

/** `CHROMIUM_PATH`, or one that is installed, or Debian's own, installed now where we may. */
export const chromiumPath = (): string => {
  const named = process.env.CHROMIUM_PATH
  if (named !== undefined) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, where there is no file.`)
  }
  if (installed() === undefined && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) installFromDebian()
  const path = installed()
  if (path === undefined) {
    throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to its executable.')
  }
  return path
}

export const launchChromium = (): Promise<Browser> => chromium.launch({ executablePath: chromiumPath(), args: FLAGS })
