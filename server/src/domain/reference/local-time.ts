/**
 * An instant as the clock on the wall shows it, with its offset: right on the days the clocks change, for the
 * zone's own rules decide it (data §5.3). Making a formatter costs far more than using it, and using
 * it far more than remembering what it said: offsets change on quarters of an hour only.
 */
const formatters = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, string>()

const QUARTER_MS = 15 * 60_000
const MAX_OFFSETS = 20_000

const formatterOf = (timezone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timezone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' })
  formatters.set(timezone, made)
  return made
}

/** e.g. `+01:00`. */
const offsetAt = (time: number, timezone: string): string => {
  const quarter = Math.floor(time / QUARTER_MS)
  const key = `${timezone} ${quarter}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const name = formatterOf(timezone)
    .formatToParts(quarter * QUARTER_MS)
    .find(({ type }) => type === 'timeZoneName')?.value
  const offset = name?.slice('GMT'.length) || '+00:00'
  if (offsets.size >= MAX_OFFSETS) offsets.clear()
  offsets.set(key, offset)
  return offset
}

/** e.g. `2026-11-15T10:30:00+01:00`. */
export const localTime = (time: number, timezone: string): string => {
  const offset = offsetAt(time, timezone)
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6))
  const shown = time + (offset.startsWith('-') ? -minutes : minutes) * 60_000
  return `${new Date(shown).toISOString().slice(0, 19)}${offset}`
}
