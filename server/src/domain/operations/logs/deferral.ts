/** Deferring a defect by the minimum equipment list: for how long, by its category (data §10.4). */
import { DAY_MS } from '../../interval.ts'
import { type Problem, textProblems } from '../../problem.ts'

export const MEL_CATEGORIES = ['A', 'B', 'C', 'D'] as const
export type MelCategory = (typeof MEL_CATEGORIES)[number]

/** Days after the day of discovery; A is as the list states for the item. */
const DAYS: Readonly<Record<Exclude<MelCategory, 'A'>, number>> = { B: 3, C: 10, D: 120 }

type Given<T> = T | null | undefined

export interface DeferralInput {
  readonly melReference: string
  readonly melCategory: MelCategory
  readonly deferredUntil?: Given<number>
  readonly limitHours?: Given<string>
  readonly limitCycles?: Given<number>
  readonly restrictionList?: Given<readonly string[]>
  readonly operationalProcedure?: Given<string>
  readonly maintenanceProcedure?: Given<string>
}

/** The last second of a day in UTC, some days after that of a time. */
const endOfDay = (time: number, daysAfter: number): number =>
  Math.floor(time / DAY_MS) * DAY_MS + (daysAfter + 1) * DAY_MS - 1000

/** Once, by its own length; A has none. */
export const extendedEnd = (category: MelCategory, until: number): number | null =>
  category === 'A' ? null : until + DAYS[category] * DAY_MS

const MAX_HOURS = 10_000
const MAX_CYCLES = 10_000
const MAX_RESTRICTIONS = 20
const MAX_DAYS = 1100

const limitProblems = (name: 'limitHours' | 'limitCycles', value: number | null, most: number): Problem[] =>
  value === null || (value >= 1 && value <= most) ? [] : [{ path: [name], message: `${name} is from 1 to ${most}` }]

const restrictionProblems = (list: readonly string[]): Problem[] =>
  list.length > MAX_RESTRICTIONS
    ? [{ path: ['restrictionList'], message: `Name at most ${MAX_RESTRICTIONS} restrictions` }]
    : list.flatMap((each, index) => textProblems(['restrictionList', String(index)], each, { most: 200 }))

const endProblems = ({ melCategory, deferredUntil = null }: DeferralInput, foundAt: number): Problem[] => {
  const path = ['deferredUntil']
  if (melCategory !== 'A') {
    const message = `The end of category ${melCategory} follows from the day of discovery: leave it out`
    return deferredUntil === null ? [] : [{ path, message }]
  }
  if (deferredUntil === null) return [{ path, message: 'Category A is as the list states: say until when' }]
  if (deferredUntil <= foundAt) {
    return [{ path, message: 'A deferral ends after the defect was found', code: 'TIME_ORDER' }]
  }
  const isTooLong = deferredUntil > foundAt + MAX_DAYS * DAY_MS
  return isTooLong ? [{ path, message: `A deferral lasts at most ${MAX_DAYS} days`, code: 'IMPLAUSIBLE' }] : []
}

export const deferralProblems = (deferral: DeferralInput, foundAt: number): Problem[] => {
  const { melReference, operationalProcedure = null, maintenanceProcedure = null } = deferral
  const { limitHours, limitCycles = null, restrictionList } = deferral
  const text = { most: 2000, severalLines: true }
  return [
    ...textProblems(['melReference'], melReference, { most: 60, required: true }),
    ...textProblems(['operationalProcedure'], operationalProcedure, text),
    ...textProblems(['maintenanceProcedure'], maintenanceProcedure, text),
    ...restrictionProblems(restrictionList ?? []),
    ...limitProblems('limitHours', limitHours ? Number(limitHours) : null, MAX_HOURS),
    ...limitProblems('limitCycles', limitCycles, MAX_CYCLES),
    ...endProblems(deferral, foundAt),
  ]
}

/** What a checked deferral makes of a defect. */
export const deferralOf = (deferral: DeferralInput, foundAt: number) => {
  const { melReference, melCategory, deferredUntil } = deferral
  return {
    melReference,
    melCategory,
    deferredUntil: melCategory === 'A' ? (deferredUntil ?? null) : endOfDay(foundAt, DAYS[melCategory]),
    limitHours: deferral.limitHours ?? null,
    limitCycles: deferral.limitCycles ?? null,
    restrictionList: deferral.restrictionList ?? [],
    operationalProcedure: deferral.operationalProcedure ?? null,
    maintenanceProcedure: deferral.maintenanceProcedure ?? null,
  }
}

export type Deferral = ReturnType<typeof deferralOf>

interface Flown {
  readonly airframeMinutes: number
  readonly cycles: number
}

/** At how many minutes and cycles of the aircraft it ends as well, from those at its beginning. */
export const flownLimits = ({ limitHours, limitCycles }: Deferral, { airframeMinutes, cycles }: Flown) => ({
  limitAtMinutes: limitHours === null ? null : airframeMinutes + Math.round(Number(limitHours) * 60),
  limitAtCycles: limitCycles === null ? null : cycles + limitCycles,
})

interface Deferred extends ReturnType<typeof flownLimits> {
  readonly deferredUntil: number | null
}

/** Whether it is over for a flight that leaves then, with an aircraft that has flown this much. */
export const isOver = ({ deferredUntil, limitAtMinutes, limitAtCycles }: Deferred, leaves: number, flown: Flown) =>
  (deferredUntil !== null && leaves > deferredUntil) ||
  (limitAtMinutes !== null && flown.airframeMinutes >= limitAtMinutes) ||
  (limitAtCycles !== null && flown.cycles >= limitAtCycles)
