/** Processor time that a process has used so far, by Linux' own count; null on other systems. */
import { readFileSync } from 'node:fs'

/** Ticks per second of /proc, the same on every Linux that Node supports. */
const TICKS_PER_SECOND = 100
/** Fields 14 and 15 of proc(5); the name of the program, which may hold blanks, ends with the last parenthesis. */
const USER_TIME = 11
const SYSTEM_TIME = 12

export const processorSeconds = (pid: number): number | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) / TICKS_PER_SECOND
  } catch {
    return null
  }
}
