/** A real Chromium for tests of redirects, frames, contrast and layout. */
import { existsSync } from 'node:fs'
import { type Browser, type BrowserServer, chromium } from 'playwright-core'
import { installed } from './debian-program.ts'

/** First Chromium without windows, tabs and menus: the same engine for a fifth less work. */
const KNOWN_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
/** The second where a release of Debian does not have the first. */
const PACKAGES = ['chromium-headless-shell', 'chromium']

/**
 * The address bar's pop-ups are pages, which every new window would load. Chromium takes the last list of features only,
 * so what Playwright turns off for good reasons is named again.
 */
const FEATURES_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

/**
 * No sandbox, because it does not run as root; the pages it opens are our own. Nothing is fetched in the background.
 * No optimised machine code: a page of a test is gone before what the compilers spend on it pays off.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--js-flags=--no-opt --no-maglev',
  `--disable-features=${FEATURES_OFF.join()}`,
]

const knownPath = (): string | undefined => KNOWN_PATHS.find((path) => existsSync(path))

/** `CHROMIUM_PATH`, or one that is installed, or Debian's own, installed now where we may. */
export const chromiumPath = (): string => {
  const named = process.env.CHROMIUM_PATH
  if (named !== undefined) {
    if (existsSync(named)) return named
    throw new Error(`CHROMIUM_PATH names ${named}, where there is no file.`)
  }
  PACKAGES.some((name) => installed(() => knownPath() !== undefined, name))
  const path = knownPath()
  if (path === undefined) {
    throw new Error('The browser tests need Chromium: install it, or set CHROMIUM_PATH to its executable.')
  }
  return path
}

const options = () => ({ executablePath: chromiumPath(), args: FLAGS })

/** One that all test files of a run connect to. */
export const launchChromiumServer = (): Promise<BrowserServer> => chromium.launchServer(options())

/** A browser without a window or cookie of another: in the run's Chromium where there is one, else in one of its own. */
export const launchChromium = (): Promise<Browser> => {
  const shared = process.env.AIRSIDE_TEST_CHROMIUM
  return shared ? chromium.connect(shared) : chromium.launch(options())
}
