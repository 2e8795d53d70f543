/** What will happen at a sandbox if its clock is moved on, before anybody moves it (events §4). */
import { DAY_MS } from '../../domain/interval.ts'
import { type ClockEvent, type ClockWay, clockWay } from '../../domain/tenancy/clock-way.ts'
import type { TenantReader } from '../../storage/handles.ts'
import { passengersPast } from '../../storage/operations/passengers/passenger-retention.ts'
import { type DueReminder, dueReminders } from '../../storage/operations/reminders/reminders.ts'
import { accessTokensEnding, grantsEnding, keysEnding, type Span } from '../../storage/tenancy/ends-on-the-way.ts'

/** Of each kind. */
const MAX_FOUND = 200
/** Reminders are looked for day by day; those of a longer way are given as it is gone. */
const MAX_DAYS = 31

/** As they fall due day by day, each once. */
const remindersWithin = async (reader: TenantReader, { from, to }: Span): Promise<ClockEvent[]> => {
  const found = new Map<string, DueReminder>()
  for (let at = Math.min(from + DAY_MS, to); ; at = Math.min(at + DAY_MS, to)) {
    for (const due of await dueReminders(reader, at, MAX_FOUND))
      found.set(`${due.kind} ${due.entityId} ${due.dueAt}`, due)
    if (at >= to) break
  }
  return [...found.values()].map(({ kind, entityId, dueAt }) => ({
    at: Math.max(from, Number(dueAt)),
    kind: 'REMINDER',
    reminder: kind,
    entityId,
  }))
}

export const wayOf = async (reader: TenantReader, { from, to }: Span): Promise<ClockWay> => {
  const span = { from, to }
  const lookedTo = Math.min(to, from + MAX_DAYS * DAY_MS)
  const tokens = await accessTokensEnding(reader, span)
  const erased = (await passengersPast(reader, to, MAX_FOUND)).length
  const events: ClockEvent[] = [
    ...(tokens === null ? [] : [{ ...tokens, kind: 'ACCESS_TOKENS_END' as const, entityId: null }]),
    ...(await keysEnding(reader, span, MAX_FOUND)).map(({ id, at }) => ({
      at,
      kind: 'API_KEY_ENDS' as const,
      entityId: id,
    })),
    ...(await grantsEnding(reader, span, MAX_FOUND)).map(({ id, at }) => ({
      at,
      kind: 'CONNECTION_ENDS' as const,
      entityId: id,
    })),
    ...(await remindersWithin(reader, { from, to: lookedTo })),
    ...(erased === 0 ? [] : [{ at: to, kind: 'PASSENGERS_ERASED' as const, count: erased, entityId: null }]),
  ]
  return clockWay(events, lookedTo)
}
