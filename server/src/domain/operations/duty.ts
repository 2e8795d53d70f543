/**
 * Duties and the rest between them. The limits are simplified and warn only; nothing here claims to be anybody's
 * regulation (data §4.10).
 */
import { HOUR_MS, type Interval, intervalProblems, minutesBetween } from '../interval.ts'
import type { Problem } from '../problem.ts'
import type { Versioned } from '../versioned.ts'
import { type Warning, warning } from '../warning.ts'

export const DUTY_KINDS = [
  'FLIGHT',
  'STANDBY',
  'RESERVE',
  'OFF',
  'VACATION',
  'SICK',
  'TRAINING',
  'SIMULATOR',
  'POSITIONING',
  'OFFICE',
] as const
export type DutyKind = (typeof DUTY_KINDS)[number]

export interface Duty extends Versioned {
  readonly dutyId: string
  readonly crewMemberId: string
  readonly kind: DutyKind
  readonly startAt: number
  readonly endAt: number
  readonly flightIdList: readonly string[]
  /** The times that a person entered; without them the duty follows from its flights, and ends with them. */
  readonly entered: Interval | null
}

/** Kinds of duty that count as work and must be followed by rest. */
export const WORKING_KINDS: readonly DutyKind[] = [
  'FLIGHT',
  'STANDBY',
  'TRAINING',
  'SIMULATOR',
  'POSITIONING',
  'OFFICE',
]

export const isWork = (kind: DutyKind): boolean => WORKING_KINDS.includes(kind)

const MIN_REST_MS = 10 * HOUR_MS
const MAX_DUTY_MS = 13 * HOUR_MS
export const MAX_DUTY_MINUTES = MAX_DUTY_MS / 60_000
const MAX_DUTY_DAYS = 62

export const dutyInterval = ({ startAt, endAt }: Pick<Duty, 'startAt' | 'endAt'>): Interval => ({
  from: startAt,
  to: endAt,
})

export const dutyProblems = (duty: Pick<Duty, 'startAt' | 'endAt'>): Problem[] =>
  intervalProblems(dutyInterval(duty), ['endAt'], MAX_DUTY_DAYS)

export type WorkBefore = Pick<Duty, 'startAt' | 'endAt'> | undefined

export const restBeforeMinutes = (duty: Pick<Duty, 'startAt'>, before: WorkBefore): number | null =>
  before ? minutesBetween(before.endAt, duty.startAt) : null

/** Rest is at least ten hours, and at least as long as the duty before it; a duty lasts at most thirteen. */
export const dutyWarnings = (duty: Pick<Duty, 'kind' | 'startAt' | 'endAt'>, before: WorkBefore): Warning[] => {
  if (!isWork(duty.kind)) return []
  const warnings: Warning[] = []
  const needed = before ? Math.max(MIN_REST_MS, before.endAt - before.startAt) : 0
  if (before && duty.startAt - before.endAt < needed) {
    const had = minutesBetween(before.endAt, duty.startAt)
    warnings.push(warning('REST_BELOW_MINIMUM', `${had} minutes of rest where ${needed / 60_000} are needed`))
  }
  if (duty.endAt - duty.startAt > MAX_DUTY_MS) {
    const lasts = minutesBetween(duty.startAt, duty.endAt)
    warnings.push(warning('DUTY_ABOVE_MAXIMUM', `The duty lasts ${lasts} minutes; ${MAX_DUTY_MINUTES} are the most`))
  }
  return warnings
}
