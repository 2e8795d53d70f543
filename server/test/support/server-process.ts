/** A real server process, started as a host starts it, and the host's commands beside it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { NO_CODE_GENERATION } from '../../../scripts/installed.mjs'
import { runCli } from '../../src/cli.ts'
import type { DemoShow } from '../../src/demo/show/demo-show.ts'
import { addWitness, LogWitness } from './failure-report.ts'
import { freePort } from './free-port.ts'
import { HttpClient } from './http-client.ts'
import { PATIENCE_MS, PATIENT_SETTINGS } from './patience.ts'

const SOURCES = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
/** The sources, or what the run of tests made of them to start faster (scripts/tests/server-program.ts). */
const PROGRAM = process.env.AIRSIDE_TEST_PROGRAM || SOURCES
/** As the launcher of the package starts it (scripts/package.ts). */
const commandOf = (program: string, args: readonly string[]): string[] => [NO_CODE_GENERATION, program, ...args]
/** A test that is killed stops no server. */
const END_WITH_PARENT = new URL('../../../scripts/tests/end-with-parent.ts', import.meta.url).href
/** Nobody waits where it is not what a test is about: for proxies to notice a stop, or for a store that is away. */
const AT_ONCE = { AIRSIDE_DRAIN_SECONDS: '0', AIRSIDE_STORE_WAIT_SECONDS: '0' }

const environmentOf = (environment: Record<string, string>): NodeJS.ProcessEnv => {
  // A program caches its own compiled code: it has other V8 flags than the tests, and each would refuse the other's.
  const { DATABASE_URL: _, NODE_COMPILE_CACHE: _cache, ...rest } = process.env
  return { ...rest, LOG_LEVEL: 'info', ...AT_ONCE, ...PATIENT_SETTINGS, ...environment }
}

const terminalWith = (input: string) => {
  const told = { stdout: '', stderr: '' }
  const keep = (name: keyof typeof told) => ({
    write: (text: string): void => {
      told[name] += text
    },
  })
  return { told, terminal: { stdin: Readable.from([input]), stdout: keep('stdout'), stderr: keep('stderr') } }
}

/** Runs one command to its end, in this process, as its main file would; throws with its standard error where it fails. */
export const runCommand = async (
  args: readonly string[],
  environment: Record<string, string>,
  input = '',
): Promise<string> => {
  const { told, terminal } = terminalWith(input)
  const code = await runCli(args, environmentOf(environment), terminal)
  if (code !== 0) throw Object.assign(new Error(`${args.join(' ')}: ${told.stderr}`), { code, ...told })
  return told.stdout
}

/** The same in a process of its own: for what only a process has, such as exit code, umask and signals. */
export const runProgram = async (
  args: readonly string[],
  environment: Record<string, string>,
  input = '',
  program = PROGRAM,
): Promise<string> => {
  const running = promisify(execFile)(process.execPath, commandOf(program, args), { env: environmentOf(environment) })
  running.child.stdin?.end(input)
  return (await running).stdout
}

/** Starts one command in a process of its own, for a test that ends it before it is done. */
export const startCommand = (args: readonly string[], environment: Record<string, string>): ChildProcess =>
  spawn(process.execPath, commandOf(PROGRAM, args), { env: environmentOf(environment), stdio: 'ignore' })

/** From the sources, one module after another: for a test that brings a module of its own. */
export const runSources = async (args: readonly string[], environment: Record<string, string>): Promise<string> => {
  const env = environmentOf(environment)
  return (await promisify(execFile)(process.execPath, commandOf(SOURCES, args), { env, timeout: PATIENCE_MS })).stdout
}

export interface ServerProcess {
  readonly child: ChildProcess
  readonly client: HttpClient
  readonly port: number
  /** Standard output so far. */
  readonly output: () => string
  /** Standard error so far: its log. */
  readonly logged: () => string
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** What a server that was started with `--demo --json` printed of its demo. */
export const demoOf = (server: ServerProcess): DemoShow => JSON.parse(server.output()).demo

export const startServerProcess = async (
  environment: Record<string, string>,
  args: readonly string[] = [],
  program = PROGRAM,
): Promise<ServerProcess> => {
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, ...commandOf(program, ['serve', ...args])], {
    env: environmentOf({ PORT: String(await freePort()), AIRSIDE_PUBLIC_URL: 'http://localhost', ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  const port = await new Promise<number>((resolve, reject) => {
    const giveUp = () => {
      // Otherwise it would start after all, and hold its port and store against the next one.
      child.kill('SIGKILL')
      reject(new Error(`The server did not start: ${errors.slice(-4000)}`))
    }
    const timer = setTimeout(giveUp, PATIENCE_MS)
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      const found = /port (\d+)\)|"port":(\d+)/.exec(output)
      if (found) resolve(Number(found[1] ?? found[2]))
      if (found) clearTimeout(timer)
    })
    child.once('exit', () => {
      clearTimeout(timer)
      reject(new Error(`The server ended: ${errors.slice(-4000)}`))
    })
  })
  const log = new LogWitness(() => errors.split('\n').filter((line) => line !== ''))
  const dismissWitness = addWitness({
    begin: () => log.begin(),
    tell: () => [
      `A server process on ${environment.DATABASE_URL ? 'postgres' : 'sqlite'}, at ${new Date().toISOString()}.`,
      ...log.lines(),
    ],
  })
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  return {
    child,
    port,
    client: new HttpClient(port),
    output: () => output,
    logged: () => errors,
    stop: (signal = 'SIGTERM') => {
      dismissWitness()
      child.kill(signal)
      return exited
    },
  }
}
