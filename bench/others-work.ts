/**
 * How much of the machine other programs used while something was measured. Beside much other work a ratio says little:
 * the sides take turns, and what disturbs one may spare the other.
 */
import { readFileSync } from 'node:fs'
import { ticksBelow } from './processor-time.ts'

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

const ticks = (): Ticks | null => {
  try {
    return { ...machineTicks(), own: ticksBelow(process.pid) }
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
