/** Records which server process uses the embedded store, so that a restore never replaces it while it is in use. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

const lockFile = (config: Config): string => join(config.dataFolder, 'server.pid')

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

export const runningServer = (config: Config): number | null => {
  try {
    const pid = Number(readFileSync(lockFile(config), 'utf8'))
    return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : null
  } catch {
    return null
  }
}

export const noteServer = (config: Config): void => {
  mkdirSync(config.dataFolder, { recursive: true, mode: 0o700 })
  writeFileSync(lockFile(config), String(process.pid))
}

export const forgetServer = (config: Config): void => rmSync(lockFile(config), { force: true })
