/** What was installed and set: Node, the built console, compiled code, names of settings, metrics. */
import { getCompileCacheDir } from 'node:module'
import type { Config } from '../../config/config.ts'
import { loadConsole } from '../../http/answer/built-console.ts'
import { VERSION } from '../../version.ts'
import { type Finding, findingOf } from './finding.ts'

/** `crypto.argon2`, which hashes passwords, came with this version. */
const MIN_NODE_VERSION = [24, 7] as const

export const nodeFinding = (version: string): Finding => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [minMajor, minMinor] = MIN_NODE_VERSION
  const isNew = major > minMajor || (major === minMajor && minor >= minMinor)
  return {
    what: 'Node',
    verdict: isNew ? 'fine' : 'failed',
    detail: `v${version}, ${MIN_NODE_VERSION.join('.')} or later is needed`,
  }
}

const builtConsole = ({ consoleFolder }: Config): Finding =>
  findingOf(
    'Console',
    loadConsole(consoleFolder) !== null,
    `built, in ${consoleFolder}`,
    `not built: there is none in ${consoleFolder}. Run "npm run build -w @airside/console", or set AIRSIDE_CONSOLE to its folder`,
  )

const compiledCode = (): Finding => {
  const folder = getCompileCacheDir()
  return findingOf(
    'Compiled code',
    folder !== undefined,
    `kept in ${folder}`,
    'not kept, so every start compiles anew: set AIRSIDE_DATA to a folder that this user may write',
  )
}

const settings = ({ unknown }: Config): Finding =>
  findingOf(
    'Settings',
    unknown.length === 0,
    'every name is known',
    `there is no setting ${unknown.join(', ')}: correct or remove it`,
  )

const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::'])
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1'])

const meet = (one: string, other: string): boolean =>
  one === other ||
  [one, other].some((host) => EVERY_ADDRESS.has(host)) ||
  // "localhost" is one of the other two.
  ([one, other].includes('localhost') && LOOPBACK.has(one) && LOOPBACK.has(other))

const metrics = ({ metrics: where, port, hosts }: Config): Finding => {
  if (where !== null && where.port !== 0 && where.port === port && hosts.some((host) => meet(host, where.host))) {
    const detail = `AIRSIDE_METRICS_PORT and PORT are both ${port}, so "serve" refuses to start: set another`
    return { what: 'Metrics', verdict: 'failed', detail }
  }
  return findingOf(
    'Metrics',
    where !== null,
    `at http://${where?.host}:${where?.port}/metrics`,
    'AIRSIDE_METRICS_PORT is not set: nobody can see load, refusals and delays',
  )
}

export const installationFindings = (config: Config): Finding[] => [
  { what: 'Release', verdict: 'fine', detail: VERSION },
  nodeFinding(process.versions.node),
  builtConsole(config),
  compiledCode(),
  settings(config),
  metrics(config),
]
