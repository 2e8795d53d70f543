/**
 * A calendar file (RFC 5545) with one event. Texts come from people: they are escaped, and lines folded at 75 octets,
 * so that nothing in a name or a link becomes a property of its own (threats row 70).
 */
export interface CalendarEvent {
  /** Stays the same when the event moves, so that calendars move it too. */
  readonly uid: string
  /** Rises whenever the event changes. */
  readonly sequence: number
  readonly stampMs: number
  readonly startMs: number
  readonly minutes: number
  readonly summary: string
  readonly description: string
  readonly location: string
}

const MAX_OCTETS = 75

/** RFC 5545 §3.3.11. Controls other than line ends have no place in a text. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose
    .replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\n/g, '\\n')

/** RFC 5545 §3.1: a long line goes on in the next, after a space; a character is never cut. */
const folded = (line: string): string => {
  const lines: string[] = []
  let current = ''
  for (const character of line) {
    if (Buffer.byteLength(current + character) > MAX_OCTETS) {
      lines.push(current)
      current = ' '
    }
    current += character
  }
  return [...lines, current].join('\r\n')
}

const utc = (time: number): string => `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

export const calendarFile = (event: CalendarEvent): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Airside//Demo//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${utc(event.stampMs)}`,
    `DTSTART:${utc(event.startMs)}`,
    `DTEND:${utc(event.startMs + event.minutes * 60_000)}`,
    `SUMMARY:${escaped(event.summary)}`,
    `DESCRIPTION:${escaped(event.description)}`,
    `LOCATION:${escaped(event.location)}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
