/** Processor time that processes have used so far, by Linux' own count (proc(5)). */
import { readdirSync, readFileSync } from 'node:fs'

/** Ticks per second of /proc, the same on every Linux that Node supports. */
export const TICKS_PER_SECOND = 100

interface OneProcess {
  readonly parent: number
  /** In user mode and in the system. */
  readonly own: number
  /** Of children that have ended and were awaited. */
  readonly endedChildren: number
}

/** After the name, which may hold blanks and ends with the last parenthesis: state, parent, …, times. */
const readProcess = (pid: number): OneProcess | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15)
    return { parent: fields[1] ?? 0, own: user + system, endedChildren: childrenUser + childrenSystem }
  } catch {
    return null
  }
}

/** Null on other systems. */
export const processorSeconds = (pid: number): number | null => {
  const found = readProcess(pid)
  return found && found.own / TICKS_PER_SECOND
}

export const parentOf = (pid: number): number => readProcess(pid)?.parent ?? 0

/** Of a process and all below it, those that have ended included. */
export const ticksBelow = (root: number): number => {
  const processes = new Map<number, OneProcess>()
  for (const pid of readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    const found = readProcess(pid)
    if (found) processes.set(pid, found)
  }
  const isBelow = (pid: number): boolean => {
    for (let at = pid; at > 0; at = processes.get(at)?.parent ?? 0) if (at === root) return true
    return false
  }
  let sum = 0
  for (const [pid, { own, endedChildren }] of processes) if (isBelow(pid)) sum += own + endedChildren
  return sum
}

/** The same in seconds; null on other systems. */
export const secondsBelow = (root: number): number | null => readProcess(root) && ticksBelow(root) / TICKS_PER_SECOND
