/** Times as used in operations: UTC, marked with Z (pages §1). */
import { dayInWords } from '../domain/day-in-words.ts'
import { type Html, html } from './html.ts'

const clockText = (date: Date): string => `${date.toISOString().slice(11, 19)}Z`

const timeElement = (date: Date, text: string): Html => html`<time datetime="${date.toISOString()}">${text}</time>`

/** 12 Nov 2026 */
export const day = (atMs: number): Html => timeElement(new Date(atMs), dayInWords(atMs))

/** 09:41:07Z */
export const timeOfDay = (atMs: number): Html => timeElement(new Date(atMs), clockText(new Date(atMs)))

/** 12 Nov 2026 09:41:07Z */
export const moment = (atMs: number): Html =>
  timeElement(new Date(atMs), `${dayInWords(atMs)} ${clockText(new Date(atMs))}`)

/** "48 seconds", "1 minute", "3 minutes": rounded up, so that the wait is over when it says so. */
export const duration = (seconds: number): string => {
  const [count, unit] = seconds < 120 ? [Math.ceil(seconds), 'second'] : [Math.ceil(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
