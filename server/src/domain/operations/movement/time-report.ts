/**
 * Reports of times. Each keeps its source, when it came and who sent it; which of them counts follows from the
 * precedence of the sources (data §4.1).
 */
import { MINUTE_MS } from '../../interval.ts'
import type { Author } from '../../versioned.ts'
import { EVENT_FIELDS, MOVEMENT_EVENTS, type MovementEvent, NO_TIMES, type ReportedTimes } from './times.ts'

/** In the order of precedence. */
export const TIME_SOURCES = ['OPS', 'CREW', 'ACARS', 'HANDLER', 'ADSB'] as const
export type TimeSource = (typeof TIME_SOURCES)[number]

export interface TimeReport {
  readonly event: MovementEvent
  readonly at: number
  readonly source: TimeSource
  readonly reportedAt: number
  readonly by: Author | null
}

/** How many reports of one time are kept of one source, the newest ones. */
const MAX_KEPT = 10
const CONFLICT_MS = 3 * MINUTE_MS

const rankOf = (source: TimeSource): number => TIME_SOURCES.indexOf(source)

const isOf =
  ({ event, source }: Pick<TimeReport, 'event' | 'source'>) =>
  (report: TimeReport): boolean =>
    report.event === event && report.source === source

/** A source that repeats its latest time has said nothing new. */
export const withReport = (list: readonly TimeReport[], report: TimeReport): readonly TimeReport[] => {
  const same = list.filter(isOf(report))
  if (same.at(-1)?.at === report.at) return list
  const dropped = same.length < MAX_KEPT ? undefined : same[0]
  return [...list.filter((each) => each !== dropped), report]
}

/** Whose word is taken back: of a source and of those below it, or of one author alone. */
export interface TakenBack {
  readonly source: TimeSource
  readonly of: Author | null
}

export const withoutReports = (
  list: readonly TimeReport[],
  event: MovementEvent,
  { source, of }: TakenBack,
): readonly TimeReport[] =>
  list.filter(
    (each) => each.event !== event || rankOf(each.source) < rankOf(source) || (of !== null && each.by?.id !== of.id),
  )

/** The newest report of the highest source, of each time. */
export const usedReports = (list: readonly TimeReport[]): ReadonlyMap<MovementEvent, TimeReport> => {
  const used = new Map<MovementEvent, TimeReport>()
  for (const report of list) {
    const known = used.get(report.event)
    if (!known || rankOf(report.source) <= rankOf(known.source)) used.set(report.event, report)
  }
  return used
}

export const reportedTimes = (list: readonly TimeReport[]): ReportedTimes => {
  const used = usedReports(list)
  const times = MOVEMENT_EVENTS.map((event) => [EVENT_FIELDS[event], used.get(event)?.at ?? null] as const)
  return { ...NO_TIMES, ...Object.fromEntries(times) }
}

export interface TimeConflict {
  readonly used: TimeReport
  readonly other: TimeReport
}

/** The newest report of another source that differs from the used one by three minutes or more. */
export const timeConflicts = (list: readonly TimeReport[]): TimeConflict[] =>
  [...usedReports(list).values()].flatMap((used) =>
    TIME_SOURCES.flatMap((source) => {
      const other = list.findLast(isOf({ event: used.event, source }))
      return other && source !== used.source && Math.abs(other.at - used.at) >= CONFLICT_MS ? [{ used, other }] : []
    }),
  )
