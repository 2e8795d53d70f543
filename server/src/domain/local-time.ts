/**
 * An instant as the clock on the wall shows it, with its offset: right on the days the clocks change, for the
 * zone's own rules decide it (data-domain, invariant 3). Making a formatter costs far more than using it.
 */
const formatters = new Map<string, Intl.DateTimeFormat>()

const formatterOf = (timezone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timezone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  })
  formatters.set(timezone, made)
  return made
}

/** e.g. `2026-11-15T10:30:00+01:00`. */
export const localTime = (time: number, timezone: string): string => {
  const part: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of formatterOf(timezone).formatToParts(time)) part[type] = value
  const offset = part.timeZoneName?.slice('GMT'.length) || '+00:00'
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}${offset}`
}
