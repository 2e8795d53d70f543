/** How long a document is kept at least, and which of them go by themselves (data §9). */
import { enumeration } from '../../records/field.ts'

export const RETENTION_CLASS = enumeration(
  'RetentionClass',
  ['DUTY', 'FLIGHT', 'KEEP', 'LOG', 'PASSENGER', 'TRAINING'],
  'FLIGHT 3 months, DUTY 24 months, TRAINING 3 years, LOG 36 months, PASSENGER the operator’s days for passengers, then it is deleted by itself; KEEP until somebody deletes it.',
)
export type RetentionClass = (typeof RETENTION_CLASS)['values'][number]

const MONTHS: Readonly<Partial<Record<RetentionClass, number>>> = { FLIGHT: 3, DUTY: 24, TRAINING: 36, LOG: 36 }

const BY_KIND: Readonly<Record<string, RetentionClass>> = {
  ATC_FPL: 'FLIGHT',
  CREW_PAPER: 'TRAINING',
  FUEL_RELEASE: 'FLIGHT',
  HANDLING_CONFIRMATION: 'FLIGHT',
  MASS_BALANCE: 'FLIGHT',
  NOTAM: 'FLIGHT',
  OFP: 'FLIGHT',
  PERMIT: 'FLIGHT',
  WEATHER: 'FLIGHT',
}

interface Kept {
  readonly kind: string
  readonly isPassengerData: boolean
  readonly retention: RetentionClass | null
}

/** What was chosen, else by its kind. */
export const retentionOf = ({ kind, isPassengerData, retention }: Kept): RetentionClass =>
  retention ?? (isPassengerData ? 'PASSENGER' : (BY_KIND[kind] ?? 'KEEP'))

/** The same day some months later, or the last of that month. */
const monthsAfter = (day: string, months: number): string => {
  const from = new Date(`${day}T00:00:00Z`)
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1)
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate()
  return new Date(first + (Math.min(from.getUTCDate(), lastDay) - 1) * 86_400_000).toISOString().slice(0, 10)
}

const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The last day of its time, counted from a day; null where it has none. */
export const retainUntil = (kept: Kept, from: string, passengerDays: number): string | null => {
  const retention = retentionOf(kept)
  if (retention === 'PASSENGER') return daysAfter(from, passengerDays)
  const months = MONTHS[retention]
  return months === undefined ? null : monthsAfter(from, months)
}
