/**
 * How much of the machine other programs used while something was measured. Beside much other work a ratio says little:
 * the sides take turns, and what disturbs one may spare the other.
 */
import { readdirSync, readFileSync } from 'node:fs'

/** A larger part of the processors than this makes a reading hard to believe. */
const MAX_OTHERS_SHARE = 0.15

export const isTooBusy = (othersShare: number | null | undefined): boolean =>
  typeof othersShare === 'number' && othersShare > MAX_OTHERS_SHARE

interface Ticks {
  /** Of all programs together. Interrupts are left out: most of them are our own network traffic. */
  readonly used: number
  /** Of this process and those below it. */
  readonly own: number
  /** That there were, idle ones included. */
  readonly all: number
}

/** proc(5), `cpu`: user, nice, system, idle, iowait, irq, softirq, steal. */
const machineTicks = (): Omit<Ticks, 'own'> => {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1)
  const fields = line.trim().split(/\s+/).slice(1, 9).map(Number)
  const [user = 0, nice = 0, system = 0, , , , , stolen = 0] = fields
  return { used: user + nice + system + stolen, all: fields.reduce((sum, ticks) => sum + ticks, 0) }
}

interface OneProcess {
  readonly parent: number
  readonly ticks: number
}

/** proc(5), after the name: state, parent, …; fields 14 to 17 are its own time and that of children it has awaited. */
const readProcess = (pid: string): OneProcess | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) }
  } catch {
    return null
  }
}

const ownTicks = (): number => {
  const processes = new Map<number, OneProcess>()
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? readProcess(name) : null
    if (found) processes.set(Number(name), found)
  }
  const isOwn = (pid: number): boolean => {
    for (let at = pid; at > 0; at = processes.get(at)?.parent ?? 0) if (at === process.pid) return true
    return false
  }
  let sum = 0
  for (const [pid, { ticks }] of processes) if (isOwn(pid)) sum += ticks
  return sum
}

const ticks = (): Ticks | null => {
  try {
    return { ...machineTicks(), own: ownTicks() }
  } catch {
    return null
  }
}

/** Begins to look; the function tells the share since then, or null on systems that do not tell. */
export const watchOthers = (): (() => number | null) => {
  const before = ticks()
  return () => {
    const after = ticks()
    if (before === null || after === null || after.all === before.all) return null
    const others = after.used - before.used - (after.own - before.own)
    return Math.max(0, others / (after.all - before.all))
  }
}
