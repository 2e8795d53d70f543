/**
 * Runs a program in the place of this process: it gets this process's signals, and its end is this process's end.
 * Plain JavaScript for old versions of Node, as installed.mjs is.
 */
import { spawn } from 'node:child_process'

const PARENT_CHECK_MS = 250

/**
 * npm runs a script in a shell and passes a SIGTERM to that shell alone, which ends without telling anybody. Under npm
 * the program is therefore stopped as soon as the shell is gone.
 */
const stopWithShellOfNpm = (child) => {
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, PARENT_CHECK_MS)
  timer.unref()
}

export const runChild = (program, args, options = {}) => {
  const child = spawn(program, args, { stdio: 'inherit', ...options })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
  stopWithShellOfNpm(child)
}
