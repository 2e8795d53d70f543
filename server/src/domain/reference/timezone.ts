/** Time zones by their IANA names. */
const known = new Map<string, boolean>()

/** At most this many answers are remembered: the names come from files, and there are about 600 real ones. */
const MAX_NAMES = 2000

export const isTimezone = (name: string): boolean => {
  const answer = known.get(name)
  if (answer !== undefined) return answer
  const found = findTimezone(name)
  if (known.size < MAX_NAMES) known.set(name, found)
  return found
}

/** A name, not an offset: `Intl` also takes "+02:00", which no airport's clock follows through the year. */
const findTimezone = (name: string): boolean => {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/**
 * The hour by the sun, for a place whose civil time nobody told us: the zone at sea, 15 degrees wide. The sign
 * of `Etc/GMT` names is turned round (POSIX): Etc/GMT-1 is one hour ahead of UTC.
 */
export const nauticalTimezone = (longitude: number): string => {
  const hoursAhead = Math.max(-12, Math.min(12, Math.round(longitude / 15)))
  if (hoursAhead === 0) return 'Etc/GMT'
  return hoursAhead > 0 ? `Etc/GMT-${hoursAhead}` : `Etc/GMT+${-hoursAhead}`
}
