/**
 * Recency by type: take-offs and landings in the 90 days before a day, and until when three of each remain. It counts
 * what the logbook holds; no rule of an authority or of the operator is applied.
 */
import { DAY_MS } from '../../interval.ts'
import type { LogbookEntry } from './logbook-entry.ts'

export const RECENCY_DAYS = 90
const NEEDED = 3

export type FlownOnDay = Pick<
  LogbookEntry,
  'date' | 'acftType' | 'takeOffsDay' | 'takeOffsNight' | 'landingsDay' | 'landingsNight' | 'approachList'
>

export interface Recency {
  readonly acftType: string
  readonly on: string
  readonly takeOffs: number
  readonly landings: number
  readonly nightTakeOffs: number
  readonly nightLandings: number
  readonly approaches: number
  readonly currentUntil: string | null
  readonly nightCurrentUntil: string | null
}

export const daysAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

type Counted = (entry: FlownOnDay) => number

const sum = (entries: readonly FlownOnDay[], counted: Counted): number =>
  entries.reduce((total, entry) => total + counted(entry), 0)

/** The last day on which the latest three still count; null where there are not three. */
const lastDay = (newestFirst: readonly FlownOnDay[], counted: Counted): string | null => {
  let count = 0
  for (const entry of newestFirst) {
    count += counted(entry)
    if (count >= NEEDED) return daysAfter(entry.date, RECENCY_DAYS)
  }
  return null
}

const earlier = (a: string | null, b: string | null): string | null => (a === null || b === null ? null : a < b ? a : b)

const takeOffs: Counted = ({ takeOffsDay, takeOffsNight }) => takeOffsDay + takeOffsNight
const landings: Counted = ({ landingsDay, landingsNight }) => landingsDay + landingsNight
const nightTakeOffs: Counted = ({ takeOffsNight }) => takeOffsNight
const nightLandings: Counted = ({ landingsNight }) => landingsNight
const approaches: Counted = ({ approachList }) => approachList.reduce((total, { count }) => total + (count ?? 1), 0)

/** `entries` are those of the 90 days before `on`, and of that day. */
export const recencyOf = (entries: readonly FlownOnDay[], on: string): Recency[] => {
  const byType = Map.groupBy(
    entries.filter(({ acftType }) => acftType !== null),
    ({ acftType }) => acftType as string,
  )
  return [...byType]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([acftType, ofType]) => {
      const newestFirst = ofType.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))
      return {
        acftType,
        on,
        takeOffs: sum(ofType, takeOffs),
        landings: sum(ofType, landings),
        nightTakeOffs: sum(ofType, nightTakeOffs),
        nightLandings: sum(ofType, nightLandings),
        approaches: sum(ofType, approaches),
        currentUntil: earlier(lastDay(newestFirst, takeOffs), lastDay(newestFirst, landings)),
        nightCurrentUntil: earlier(lastDay(newestFirst, nightTakeOffs), lastDay(newestFirst, nightLandings)),
      }
    })
}
