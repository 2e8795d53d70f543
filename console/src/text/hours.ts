/** Times of flight as logbooks write them: hours and minutes, "2:50", "2,318:25". */
import { grouped } from './count.ts'

export const hoursText = (minutes: number): string =>
  `${grouped(Math.floor(minutes / 60))}:${String(minutes % 60).padStart(2, '0')}`

const MINUTES_OF_HOUR = 60

/** "4:00", "1,204:30" or "4" (hours) in minutes; undefined where it is none of them. */
export const readHours = (text: string): number | undefined => {
  const [, hours, minutes = '0'] = /^(\d+)(?::(\d{2}))?$/.exec(text.trim().replace(/[,’' ]/g, '')) ?? []
  if (hours === undefined || Number(minutes) >= MINUTES_OF_HOUR) return undefined
  return Number(hours) * MINUTES_OF_HOUR + Number(minutes)
}

/** "09:41", "9:41" or "0941" as 09:41; undefined where it is no time of a day. */
export const readClock = (text: string): string | undefined => {
  const [, hour, minute] = /^(\d{1,2}):?(\d{2})\s*Z?$/i.exec(text.trim()) ?? []
  if (hour === undefined || minute === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined
  return `${hour.padStart(2, '0')}:${minute}`
}
