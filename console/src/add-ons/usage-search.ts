/** The period of a usage chart in its address: 24 hours, 14 days (unless asked otherwise), 90 days. */
import { given, searchWord } from '../parts/search-text.ts'

export const PERIODS = {
  day: { period: 'DAY', short: '24 h', words: '24 hours' },
  fortnight: { period: 'FORTNIGHT', short: '14 d', words: '14 days' },
  quarter: { period: 'QUARTER', short: '90 d', words: '90 days' },
} as const

export type PeriodName = keyof typeof PERIODS

export const usageSearch = (search: Record<string, unknown>) =>
  given({ period: searchWord(search, 'period', Object.keys(PERIODS) as PeriodName[]) })
