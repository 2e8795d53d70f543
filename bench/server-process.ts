/** Starts a server, ours or a peer's, in its own process, which prints its port. */
import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const START_MS = 30_000

export interface ServerProcess {
  readonly pid: number
  readonly port: number
  stop(): Promise<void>
}

/** Standard error, with our request log, goes to a file, so that reading it takes no processor time. */
export const startServer = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  logFolder: string,
): Promise<ServerProcess> => {
  const logFile = join(logFolder, 'log')
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, args, {
    env: { NODE_ENV: 'production', ...process.env, ...environment },
    stdio: ['ignore', 'pipe', log],
  })
  closeSync(log)
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    const fail = () => reject(new Error(`The server did not start: ${readFileSync(logFile, 'utf8').slice(-2000)}`))
    const timer = setTimeout(fail, START_MS)
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk
      const found = /port (\d+)/.exec(output)
      if (!found) return
      clearTimeout(timer)
      resolve(Number(found[1]))
    })
    child.once('exit', fail)
  })
  return {
    pid: child.pid as number,
    port,
    stop: () => {
      child.kill('SIGTERM')
      return exited
    },
  }
}
