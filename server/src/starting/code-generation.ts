/**
 * Disables the generation of code from strings (`eval`, `new Function`) for the whole process, so that no text of a
 * request can become code, whatever a library does with it. V8 takes the flag only at start: a process that was started
 * without it replaces itself with one that has it.
 */
import { spawnSync } from 'node:child_process'

const NO_CODE_GENERATION = '--disallow-code-generation-from-strings'

const isOff = (): boolean => {
  try {
    // The only place that generates code, to check that it fails.
    Function('')
    return false
  } catch {
    return true
  }
}

export const disallowCodeGeneration = (): void => {
  if (isOff()) return
  const args = [NO_CODE_GENERATION, ...process.execArgv, ...process.argv.slice(1)]
  if (process.platform !== 'win32' && process.execve) {
    process.execve(process.execPath, [process.execPath, ...args], process.env)
  }
  // Windows cannot replace a process: this one waits for its child.
  process.exit(spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1)
}
