/** The period of a usage chart in its address: 24 hours, 14 days (unless asked otherwise), 90 days. */

import { given, searchWord } from '../../text/search-text.ts'
import { DAY_MS } from '../../text/spans.ts'

export const PERIODS = {
  day: { period: 'DAY', short: '24 h', words: '24 hours' },
  fortnight: { period: 'FORTNIGHT', short: '14 d', words: '14 days' },
  quarter: { period: 'QUARTER', short: '90 d', words: '90 days' },
} as const

export type PeriodName = keyof typeof PERIODS

export const usageSearch = (search: Record<string, unknown>) =>
  given({ period: searchWord(search, 'period', Object.keys(PERIODS) as PeriodName[]) })

/** The period that these figures are of. While another one is on its way, it is not the one in the address. */
export const periodOf = ({ from, to }: { readonly from: string; readonly to: string }): PeriodName => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  if (days <= 2) return 'day'
  return days <= 15 ? 'fortnight' : 'quarter'
}
