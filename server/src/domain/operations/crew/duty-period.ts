/**
 * The duties of one person that no rest lies between are one period of duty (data §4.10): positioning before a sector,
 * a standby that was called out, the two halves of a split duty. Which of them join follows from the plan, as with the
 * legs of a flight duty; how long the period lasts follows from what is reported.
 */
import { DAY_MS, type Interval, MINUTE_MS, minutesBetween } from '../../interval.ts'
import { type Warning, warning } from '../../warning.ts'
import type { DutyLimits } from '../operator-rules.ts'
import { type Duty, isWork } from './duty.ts'

export const PERIOD_FIELDS = [
  'dutyId',
  'crewMemberId',
  'kind',
  'startAt',
  'endAt',
  'plannedStartAt',
  'plannedEndAt',
  'startsDuty',
  'breakMinutes',
] as const satisfies readonly (keyof Duty)[]

export type PeriodPart = Pick<Duty, (typeof PERIOD_FIELDS)[number]>

export interface DutyPeriod extends Interval {
  readonly dutyIdList: readonly string[]
  /** The parts of it that were standby. */
  readonly standby: readonly Interval[]
  readonly breakMinutes: number
  /** What counts towards the maximum and the rest after it. */
  readonly countedMinutes: number
}

/** Whoever works later than a week after is rested. */
const REST_LOOKED_BACK_MS = 7 * DAY_MS

/** How far around a duty its period and the one before are looked for. */
export const LOOKED_BACK_MS = REST_LOOKED_BACK_MS + 2 * DAY_MS
export const LOOKED_AHEAD_MS = 2 * DAY_MS

const inPlannedOrder = (a: PeriodPart, b: PeriodPart): number =>
  a.plannedStartAt - b.plannedStartAt || (a.dutyId < b.dutyId ? -1 : 1)

/** Two flight duties are apart by name or by their gap already, else they would be one. */
const joins = (last: PeriodPart, next: PeriodPart, { newDutyGapMinutes }: DutyLimits): boolean => {
  const gap = next.plannedStartAt - last.plannedEndAt
  if (next.startsDuty !== null) return !next.startsDuty && gap < DAY_MS
  if (last.kind === 'FLIGHT' && next.kind === 'FLIGHT') return false
  return gap < newDutyGapMinutes * MINUTE_MS
}

/** The gaps between parts that last long enough to be breaks. */
const breaksBetween = (parts: readonly PeriodPart[], { splitBreakMinutes }: DutyLimits): number =>
  parts.reduce((sum, { startAt }, index) => {
    const before = parts[index - 1]
    const gap = before ? minutesBetween(before.endAt, startAt) : 0
    return gap >= splitBreakMinutes ? sum + gap : sum
  }, 0)

const periodFrom = (parts: readonly PeriodPart[], limits: DutyLimits): DutyPeriod => {
  const from = Math.min(...parts.map(({ startAt }) => startAt))
  const to = Math.max(...parts.map(({ endAt }) => endAt))
  const standby = parts
    .filter(({ kind }) => kind === 'STANDBY')
    .map(({ startAt, endAt }) => ({ from: startAt, to: endAt }))
  const period = { from, to, standby }
  return {
    ...period,
    dutyIdList: parts.map(({ dutyId }) => dutyId),
    breakMinutes: parts.reduce((sum, part) => sum + (part.breakMinutes ?? 0), breaksBetween(parts, limits)),
    countedMinutes: countedWithin([period], period, limits),
  }
}

export const minutesWithin = (times: readonly Interval[], { from, to }: Interval): number =>
  times.reduce((sum, time) => {
    const [begin, end] = [Math.max(from, time.from), Math.min(to, time.to)]
    return end > begin ? sum + minutesBetween(begin, end) : sum
  }, 0)

/** The minutes of these periods within an interval; of standby only the operator's share counts. */
export const countedWithin = (
  periods: readonly Pick<DutyPeriod, 'from' | 'to' | 'standby'>[],
  within: Interval,
  { standbyPercent }: DutyLimits,
): number => {
  const standby = periods.flatMap((period) => period.standby)
  const uncounted = (minutesWithin(standby, within) * (100 - standbyPercent)) / 100
  return minutesWithin(periods, within) - Math.round(uncounted)
}

/** The periods of one person's work, in the order of the plan. */
export const dutyPeriods = (duties: readonly PeriodPart[], limits: DutyLimits): DutyPeriod[] => {
  const groups: PeriodPart[][] = []
  for (const part of duties.filter(({ kind }) => isWork(kind)).toSorted(inPlannedOrder)) {
    const last = groups.at(-1)
    const lastPart = last?.at(-1)
    if (last && lastPart && joins(lastPart, part, limits)) last.push(part)
    else groups.push([part])
  }
  return groups.map((parts) => periodFrom(parts, limits))
}

/** The period that a duty belongs to, and the one before it within a week. */
export interface PeriodAround {
  readonly period: DutyPeriod
  readonly before: DutyPeriod | null
  readonly isWork: boolean
}

/** Of the duties of one person; made once for all that are asked about. */
export class DutyPeriods {
  readonly #limits: DutyLimits
  readonly #periods: readonly DutyPeriod[]
  readonly #byDuty: ReadonlyMap<string, DutyPeriod>

  constructor(duties: readonly PeriodPart[], limits: DutyLimits) {
    this.#limits = limits
    this.#periods = dutyPeriods(duties, limits)
    this.#byDuty = new Map(this.#periods.flatMap((period) => period.dutyIdList.map((dutyId) => [dutyId, period])))
  }

  /** In the order of the plan. */
  get all(): readonly DutyPeriod[] {
    return this.#periods
  }

  /** Undefined of a duty that is no work, or was not among them. */
  of({ dutyId }: Pick<PeriodPart, 'dutyId'>): DutyPeriod | undefined {
    return this.#byDuty.get(dutyId)
  }

  around(duty: PeriodPart): PeriodAround {
    const own = this.of(duty)
    const period = own ?? periodFrom([duty], this.#limits)
    let before: DutyPeriod | null = null
    for (const other of this.#periods) {
      const isEarlier = other.from < period.from && other.from > period.from - REST_LOOKED_BACK_MS
      if (other !== own && isEarlier && (before === null || before.to <= other.to)) before = other
    }
    return { period, before, isWork: isWork(duty.kind) }
  }
}

/** `duties` are those of the same person around the duty. */
export const periodAround = (duty: PeriodPart, duties: readonly PeriodPart[], limits: DutyLimits): PeriodAround =>
  new DutyPeriods(duties, limits).around(duty)

/** Work that ran late may still have been going on. */
export const restBeforeMinutes = ({ period, before }: Pick<PeriodAround, 'period' | 'before'>): number | null =>
  before ? Math.max(0, minutesBetween(before.to, period.from)) : null

const neededRestMinutes = ({ countedMinutes }: DutyPeriod, limits: DutyLimits): number =>
  limits.restFollowsDuty ? Math.max(limits.minRestMinutes, countedMinutes) : limits.minRestMinutes

/** How long it may last: a break extends it by the operator's share; null where the limits are off. */
export const maxMinutesOf = ({ period, isWork: works }: PeriodAround, limits: DutyLimits): number | null =>
  works && limits.isOn
    ? limits.maxDutyMinutes + Math.floor((period.breakMinutes * limits.splitBreakPercent) / 100)
    : null

/** By the operator's simplified limits; none where they are off. */
export const periodWarnings = (around: PeriodAround, limits: DutyLimits): Warning[] => {
  const most = maxMinutesOf(around, limits)
  if (most === null) return []
  const warnings: Warning[] = []
  const had = restBeforeMinutes(around)
  const needed = around.before ? neededRestMinutes(around.before, limits) : 0
  if (had !== null && had < needed) {
    warnings.push(warning('REST_BELOW_MINIMUM', `${had} minutes of rest where ${needed} are needed`))
  }
  const lasts = around.period.countedMinutes
  if (lasts > most) {
    warnings.push(warning('DUTY_ABOVE_MAXIMUM', `The duty lasts ${lasts} minutes; ${most} are the most`))
  }
  return warnings
}
