/** The processor time of this process and of all that it waited for, in seconds: null where the system does not tell. */
import { existsSync, readFileSync } from 'node:fs'

const STAT = '/proc/self/stat'
/** Linux counts for programs in these, on every machine. */
const TICKS_PER_SECOND = 100
/** Where its own user and system time stand behind the name, and then those of its children. */
const FIRST = 11
const COUNT = 4

export const processorSeconds = (): number | null => {
  if (!existsSync(STAT)) return null
  const [, behindName = ''] = readFileSync(STAT, 'utf8').split(') ')
  const ticks = behindName
    .split(' ')
    .slice(FIRST, FIRST + COUNT)
    .map(Number)
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND
}
