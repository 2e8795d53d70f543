/** Logs in words: states, limits that count down, figures. */
import { DAY_MS, HOUR_MS } from '../text/spans.ts'
import type { Defect, DefectStatus, Log, Standing } from './queries.ts'

const DEFECT_WORDS: Readonly<Record<DefectStatus, string>> = {
  OPEN: 'Open',
  DEFERRED: 'Deferred',
  RECTIFIED: 'Rectified',
  RELEASED: 'Released',
}

/** Whether one that was rectified had been deferred before is told by its MEL reference. */
export const lifeOf = ({ status, melReference }: Defect) => {
  const wasDeferred = melReference !== null
  const way: readonly DefectStatus[] =
    wasDeferred || status === 'OPEN' ? ['OPEN', 'DEFERRED', 'RECTIFIED', 'RELEASED'] : ['OPEN', 'RECTIFIED', 'RELEASED']
  const at = way.indexOf(status)
  return {
    past: way.slice(0, at).map((each) => DEFECT_WORDS[each]),
    now: DEFECT_WORDS[status],
    next: way.slice(at + 1).map((each) => DEFECT_WORDS[each]),
  }
}

const SHORT_MS = 2 * DAY_MS

/** "10 days left", "7 h left", "2 days over". */
export const leftInWords = (until: string, now: number): string => {
  const left = Date.parse(until) - now
  const span = Math.abs(left)
  const days = Math.floor(span / DAY_MS)
  const words = span < SHORT_MS ? `${Math.floor(span / HOUR_MS)} h` : `${days} days`
  return `${words} ${left < 0 ? 'over' : 'left'}`
}

/** How often the minimum equipment list lets a deferral of a category run; A is as the item says. */
const CATEGORY_DAYS = { B: 3, C: 10, D: 120 } as const
export type Category = 'A' | keyof typeof CATEGORY_DAYS

export const CATEGORY_CHOICES = [
  { value: 'A', label: 'A, as the list says' },
  ...Object.entries(CATEGORY_DAYS).map(([value, days]) => ({ value, label: `${value}, ${days} days` })),
]

/** Counted from the day after it was found, to the end of a day. */
export const deferralEnd = (foundAt: string, category: Exclude<Category, 'A'>): Date =>
  new Date((Math.floor(Date.parse(foundAt) / DAY_MS) + CATEGORY_DAYS[category] + 1) * DAY_MS - 1000)

export const extendedEnd = ({ deferredUntil, melCategory }: Defect): Date | null =>
  deferredUntil === null || melCategory === null || melCategory === 'A'
    ? null
    : new Date(Date.parse(deferredUntil) + CATEGORY_DAYS[melCategory] * DAY_MS)

/** Until when it ran before it was extended. */
export const firstEnd = ({ deferredUntil, melCategory, isExtended }: Defect): Date | null =>
  !isExtended || deferredUntil === null || melCategory === null || melCategory === 'A'
    ? null
    : new Date(Date.parse(deferredUntil) - CATEGORY_DAYS[melCategory] * DAY_MS)

const METHODS = { PASSKEY: 'passkey', PASSWORD: 'password', PASSWORD_AND_CODE: 'password and code' } as const

type Signature = NonNullable<Standing['signature']>

/** "Licence CH.FCL.40117, passkey, through Skylog on EFB-07". */
export const signatureWords = ({ licenceNumber, method, applicationName, deviceId }: Signature): string =>
  [
    licenceNumber && `licence ${licenceNumber}`,
    METHODS[method],
    applicationName && `through ${applicationName}${deviceId ? ` on ${deviceId}` : ''}`,
  ]
    .filter(Boolean)
    .join(', ')
    .replace(/^l/, 'L')
    .replace(/^p/, 'P')

export const differs = ({ warningList }: Pick<Standing, 'warningList'>): boolean =>
  warningList.some(({ code }) => code === 'LOG_DIFFERS')

/** A day after on block, a draft is overdue; the reminder LOG_UNSIGNED says so as well. */
const SIGNED_WITHIN_MS = DAY_MS

export const waitsFor = ({ status, times, updatedAt }: Standing, now: number): number | null =>
  status === 'DRAFT' ? now - Date.parse(times.onBlock ?? updatedAt) : null

export const isOverdue = (log: Standing, now: number): boolean => (waitsFor(log, now) ?? 0) > SIGNED_WITHIN_MS

export const commanderOf = ({ crewList }: Pick<Standing, 'crewList'>) => crewList.find(({ isCommander }) => isCommander)

export const blockWords = (minutes: number | null): string =>
  minutes === null ? '–' : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`

type Fuel = Log['fuel']

export const fuelWords = (fuel: Fuel): string =>
  fuel === null || (fuel.blockOff === null && fuel.blockOn === null)
    ? '–'
    : `${fuel.blockOff ?? '–'}, ${fuel.blockOn ?? '–'} ${fuel.unit.toLowerCase()}`

/** "landing 1 day", "take-off 1 night". */
export const movementWords = (crew: Standing['crewList'][number]): string => {
  const said = [
    ['take-off', crew.takeOffsDay, 'day'],
    ['take-off', crew.takeOffsNight, 'night'],
    ['landing', crew.landingsDay, 'day'],
    ['landing', crew.landingsNight, 'night'],
  ] as const
  return said
    .filter(([, count]) => count > 0)
    .map(([what, count, when]) => `${what} ${count} ${when}`)
    .join(', ')
}

/** Midnight before it, in UTC. */
export const dayOf = (time: number): string => new Date(Math.floor(time / DAY_MS) * DAY_MS).toISOString()
