/** How long until a time: "8 h 19", "3 d 4 h", "12 min". */
import { MINUTE_MS } from './spans.ts'

const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

export const durationLeft = (until: Date, now: Date): string => {
  const minutes = Math.max(0, Math.floor((until.getTime() - now.getTime()) / MINUTE_MS))
  if (minutes < HOUR_MINUTES) return `${minutes} min`
  const [days, hours] = [Math.floor(minutes / DAY_MINUTES), Math.floor((minutes % DAY_MINUTES) / HOUR_MINUTES)]
  if (minutes >= 2 * DAY_MINUTES) return hours === 0 ? `${days} d` : `${days} d ${hours} h`
  return `${Math.floor(minutes / HOUR_MINUTES)} h ${String(minutes % HOUR_MINUTES).padStart(2, '0')}`
}
