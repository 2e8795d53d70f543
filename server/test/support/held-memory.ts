/** What this process holds in memory once garbage was collected: on a busy machine garbage piles up. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Only of what something still refers to. */
export const heldMemory = (): NodeJS.MemoryUsage => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc')
  collectGarbage()
  collectGarbage() // buffers found dead by the first round are freed in the background; the second waits for it
  return process.memoryUsage()
}
