/**
 * A port for a server that must know it before it starts. It is below the range that the system assigns and is used by
 * one test file of a run only, so no other process takes it meanwhile.
 */
import { randomInt } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { runFolder } from './once-per-run.ts'

const FIRST = 15_000
const LAST = 32_000

const isReserved = (port: number): boolean => {
  const run = runFolder()
  if (run === null) return true
  try {
    mkdirSync(join(run, `port-${port}`))
    return true
  } catch {
    return false
  }
}

const canListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, () => probe.close(() => resolve(true)))
  })

export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(FIRST, LAST)
    if (isReserved(port) && (await canListen(port))) return port
  }
}
