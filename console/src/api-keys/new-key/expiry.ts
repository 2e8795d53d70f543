/** The expiry of a key: never, after a period, or at the end of a chosen day in UTC. */

import { toSecond, utcDay } from '../../text/instant.ts'
import { DAY_MS } from '../../text/spans.ts'

const SPANS = [
  { value: '30', words: '30 days' },
  { value: '90', words: '90 days' },
  { value: '365', words: '1 year' },
] as const

export const OWN_DAY = 'own'

const after = (days: string, now: Date): Date => new Date(now.getTime() + Number(days) * DAY_MS)

export const expiryChoices = (now: Date) => [
  { value: '', label: 'Never' },
  ...SPANS.map(({ value, words }) => ({ value, label: `${words}, ${utcDay(after(value, now))}` })),
  { value: OWN_DAY, label: 'Another day…' },
]

/** Null if the key does not expire. */
export const expiryOf = (choice: string, day: string, now: Date): string | null => {
  if (choice === '') return null
  if (choice === OWN_DAY) return `${day}T23:59:59Z`
  return toSecond(after(choice, now))
}
