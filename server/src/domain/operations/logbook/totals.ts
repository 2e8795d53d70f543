/** Totals of a logbook: the sums of its entries by type, and over all. */
import { SUMMED, type Summed } from './logbook-entry.ts'

/** What the line over all types has in place of a type. */
export const ALL_TYPES = null

export interface LogbookTotals extends Readonly<Record<Summed, number>> {
  readonly acftType: string | null
}

/** What an answer can hold: 4,000 years of flying. */
const MOST = 2 ** 31 - 1

const added = (a: LogbookTotals, b: LogbookTotals): LogbookTotals => ({
  acftType: ALL_TYPES,
  ...(Object.fromEntries(SUMMED.map((field) => [field, Math.min(MOST, a[field] + b[field])])) as Record<
    Summed,
    number
  >),
})

const NOTHING: LogbookTotals = {
  acftType: ALL_TYPES,
  ...(Object.fromEntries(SUMMED.map((field) => [field, 0])) as Record<Summed, number>),
}

/** The types in order, then the line over all. What has no type, such as totals brought forward, is in that line alone. */
export const totalsOf = (sums: readonly LogbookTotals[]): readonly LogbookTotals[] => [
  ...sums
    .filter(({ acftType }) => acftType !== ALL_TYPES)
    .map((each) => ({ ...each, ...added(NOTHING, each), acftType: each.acftType })),
  sums.reduce(added, NOTHING),
]
