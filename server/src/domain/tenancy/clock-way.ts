/** What happens at a sandbox between two times of its clock (events §4): gathered, in order, a bounded number of steps. */
import type { ReminderKind } from '../entity-kind.ts'

export const CLOCK_STEP_KINDS = [
  'ACCESS_TOKENS_END',
  'API_KEY_ENDS',
  'CONNECTION_ENDS',
  'REMINDER',
  'PASSENGERS_ERASED',
] as const

export type ClockStepKind = (typeof CLOCK_STEP_KINDS)[number]

/** Names nobody: whoever moves the clock need not be allowed to read the records that it is about. */
export interface ClockStep {
  readonly at: number
  readonly kind: ClockStepKind
  readonly count: number
  readonly reminder: ReminderKind | null
  /** Of the key, connection or record, where it is one. */
  readonly entityId: string | null
}

export interface ClockWay {
  readonly steps: readonly ClockStep[]
  /** Steps beyond those. */
  readonly moreCount: number
  /** Up to when reminders were looked for; a longer way may have more. */
  readonly lookedTo: number
}

const MAX_STEPS = 50

/** One end or reminder of those that become steps. */
export type ClockEvent = Omit<ClockStep, 'count' | 'reminder'> & {
  readonly count?: number
  readonly reminder?: ReminderKind
}

/** The same at the same moment is one step. */
export const clockWay = (events: readonly ClockEvent[], lookedTo: number): ClockWay => {
  const alike = Map.groupBy(events, ({ at, kind, reminder }) => `${at} ${kind} ${reminder ?? ''}`)
  const all = [...alike.values()]
    .flatMap((group) => {
      const [first] = group
      if (first === undefined) return []
      const count = group.reduce((sum, each) => sum + (each.count ?? 1), 0)
      return [{ ...first, reminder: first.reminder ?? null, count, entityId: count === 1 ? first.entityId : null }]
    })
    .sort((one, other) => one.at - other.at)
  return { steps: all.slice(0, MAX_STEPS), moreCount: Math.max(0, all.length - MAX_STEPS), lookedTo }
}
