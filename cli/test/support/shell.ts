/** Runs the command line as a process, gives it input, and collects both outputs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { REPOSITORY } from '../../../sdk/test/support/build.ts'

export interface Outcome {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

export interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<Outcome>
  out(): string
  err(): string
  /** Resolves when standard output and error together match; fails where the process ends before. */
  until(pattern: RegExp): Promise<RegExpExecArray>
}

/** Gives a process a terminal of its own, as a person's shell would: input and output pass through it. */
const TERMINAL = `
import os, pty, sys, select
pid, master = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
sources = [master, 0]
while True:
    ready, _, _ = select.select(sources, [], [])
    if master in ready:
        try:
            data = os.read(master, 65536)
        except OSError:
            break
        if not data:
            break
        os.write(1, data)
    if 0 in ready:
        data = os.read(0, 65536)
        if data:
            os.write(master, data)
        else:
            sources.remove(0)
_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status))
`

export class Shell {
  readonly folder = mkdtempSync(join(tmpdir(), 'airside-cli-'))
  readonly config = join(this.folder, 'config')
  readonly #node: string
  readonly #env: Readonly<Record<string, string>>

  constructor(node: string, env: Readonly<Record<string, string>>) {
    this.#node = node
    this.#env = env
  }

  /** In a pipe; `input` on standard input. */
  run(args: readonly string[], input = '', env: Readonly<Record<string, string>> = {}): Promise<Outcome> {
    const running = this.start(args, env)
    running.child.stdin?.end(input)
    return running.ended
  }

  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    return this.#spawn(this.#node, [MAIN, ...args], env)
  }

  /** In a terminal; what is typed comes from `child.stdin`, everything said arrives in `out`. */
  startInTerminal(args: readonly string[], env: Readonly<Record<string, string>> = {}): Running {
    return this.#spawn('python3', ['-c', TERMINAL, this.#node, MAIN, ...args], { TERM: 'xterm-256color', ...env })
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }

  #spawn(command: string, args: readonly string[], env: Readonly<Record<string, string>>): Running {
    const { NO_COLOR: _, FORCE_COLOR: _forced, ...inherited } = process.env
    const surroundings = { ...inherited, AIRSIDE_CONFIG_DIR: this.config, ...this.#env, ...env }
    const child = spawn(command, args, { cwd: this.folder, env: surroundings, stdio: 'pipe' })
    let out = ''
    let err = ''
    child.stdout.on('data', (chunk) => {
      out += chunk
    })
    child.stderr.on('data', (chunk) => {
      err += chunk
    })
    const ended = new Promise<Outcome>((resolve) => child.once('close', (code) => resolve({ code, out, err })))
    const until = async (pattern: RegExp): Promise<RegExpExecArray> => {
      for (;;) {
        const found = pattern.exec(out + err)
        if (found) return found
        if (child.exitCode !== null) throw new Error(`It ended without ${pattern}: ${out}${err}`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    }
    return { child, ended, out: () => out, err: () => err, until }
  }
}

const MAIN = join(REPOSITORY, 'cli/dist/main.js')
