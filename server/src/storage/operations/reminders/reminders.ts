/**
 * Finds what is due to be reminded of, in all tenants or in one, and claims each reminder: its row is the claim, so that
 * of several processes one gives it (data §5).
 */

import type { EntityKind, ReminderKind } from '../../../domain/entity-kind.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/interval.ts'
import { AUTHORITY_MS } from '../../../domain/operations/safety/safety-clocks.ts'
import { removeSome } from '../../bounded-removal.ts'
import type { Session } from '../../engines/engine.ts'
import { type Fragment, fragment, rowsOf } from '../../engines/fragment.ts'
import type { PlatformReader, PlatformTx, TenantReader, TenantTx } from '../../handles.ts'

declare module '../../engines/tables.ts' {
  interface Tables {
    reminder: { tenant_id: string; kind: ReminderKind; entity_id: string; due_at: number; given_at: number }
  }
}

export interface DueReminder {
  readonly tenantId: string
  readonly kind: ReminderKind
  readonly entity: EntityKind
  readonly entityId: string
  readonly parentId: string | null
  readonly version: number
  /** Whose views the record is in. */
  readonly aircraftId: string | null
  readonly buyer: string | null
  readonly dueAt: number
}

/** How many days before the end of validity, the last first. */
const EXPIRY_DAYS = [7, 30, 60] as const
const MAINTENANCE_DAYS = [7, 30] as const
const DEFERRAL_DAYS = [1, 3] as const
const SIGNED_WITHIN_MS = 24 * HOUR_MS
/** A log is opened while its flight is under way, or later. */
const LOG_OPENED_BEFORE_MS = 4 * DAY_MS
/** Before the end of the authority's clock, and since it began. */
const AUTHORITY_BEFORE_MS = 24 * HOUR_MS
const QUOTE_BEFORE_MS = 24 * HOUR_MS
const ANSWERED_WITHIN_MS = 24 * HOUR_MS
const ESTIMATE_PATIENCE_MS = 30 * MINUTE_MS
const PLAN_PATIENCE_MS = 60 * MINUTE_MS
const PASSENGERS_BEFORE_MS = 24 * HOUR_MS
/** What passed longer ago than that is history, e.g. when a store is filled. */
const LOOKED_BACK_MS = 7 * DAY_MS
/** A flight's estimate is never farther from its schedule. */
const NEAR_SCHEDULE_MS = 10 * DAY_MS

const dayAt = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** Midnight of a stored day, in milliseconds. */
const midnightOf = (column: string, kind: Session['kind']): Fragment =>
  fragment.raw(
    kind === 'postgres' ? `(extract(epoch from (${column})::date) * 1000)::bigint` : `unixepoch(${column}) * 1000`,
  )

/** How long before its end it reminds: what passed a step reminds of the last that it passed, not of those before. */
const reached = (steps: readonly number[], isWithin: (days: number) => Fragment): Fragment => {
  // As text, because an engine takes the type of a parameter for that of the whole case.
  const ms = (days: number) => fragment.raw(String(days * DAY_MS))
  const cases = steps.map((days) => fragment`when ${isWithin(days)} then ${ms(days)}`)
  return fragment`case ${fragment.join(cases, ' ')} else ${ms(steps.at(-1) ?? 0)} end`
}

const expiring = (
  column: string,
  now: number,
  kind: Session['kind'],
  steps: readonly number[] = EXPIRY_DAYS,
): Fragment => {
  const within = (days: number) => fragment`${fragment.raw(column)} <= ${dayAt(now + days * DAY_MS)}`
  return fragment`${midnightOf(column, kind)} - ${reached(steps, within)}`
}

const endsSoon = (column: string, now: number, steps: readonly number[] = EXPIRY_DAYS): Fragment =>
  fragment`${fragment.raw(column)} >= ${dayAt(now)}
    and ${fragment.raw(column)} <= ${dayAt(now + (steps.at(-1) ?? 0) * DAY_MS)}`

const qualifications = (now: number, kind: Session['kind'], of: Fragment): Fragment =>
  fragment`select q.tenant_id as "tenantId", 'QUALIFICATION_EXPIRING' as kind, 'QUALIFICATION' as entity,
      q.qualification_id as "entityId", q.crew_member_id as "parentId", q.version, null as "aircraftId", null as buyer,
      ${expiring('q.valid_to', now, kind)} as "dueAt"
    from qualification q where ${of} and q.superseded_by_id is null and ${endsSoon('q.valid_to', now)}`

const travelDocuments = (now: number, kind: Session['kind'], of: Fragment): Fragment =>
  fragment`select q.tenant_id as "tenantId", 'TRAVEL_DOCUMENT_EXPIRING' as kind, 'TRAVEL_DOCUMENT' as entity,
      q.travel_document_id as "entityId", q.contact_id as "parentId", q.version, null as "aircraftId", null as buyer,
      ${expiring('q.expiry', now, kind)} as "dueAt"
    from travel_document q where ${of} and ${endsSoon('q.expiry', now)}`

/** An estimate that nobody corrected: neither off block nor on block although its time has passed. */
const estimates = (now: number, of: Fragment): Fragment => {
  const latest = now - ESTIMATE_PATIENCE_MS
  const estimate = fragment`case when q.status ${fragment.among(['OPTION', 'CONFIRMED', 'RELEASED'])}
    then q.estimated_off_block else q.estimated_on_block end`
  return fragment`select q.tenant_id as "tenantId", 'ESTIMATE_PASSED' as kind, 'FLIGHT' as entity,
      q.flight_id as "entityId", null as "parentId", q.version, q.aircraft_id as "aircraftId", q.buyer,
      ${estimate} + ${ESTIMATE_PATIENCE_MS} as "dueAt"
    from flight q where ${of} and q.off_block > ${now - NEAR_SCHEDULE_MS} and q.off_block < ${now + NEAR_SCHEDULE_MS}
      and q.status ${fragment.among(['OPTION', 'CONFIRMED', 'RELEASED', 'OFF_BLOCK', 'AIRBORNE', 'LANDED'])}
      and ${estimate} <= ${latest} and ${estimate} > ${latest - LOOKED_BACK_MS}`
}

/** A flight without an estimate of which nobody told that it left, or that it came. */
const unreported = (now: number, of: Fragment): Fragment => {
  const latest = now - PLAN_PATIENCE_MS
  const isPlanned = fragment`q.status ${fragment.among(['CONFIRMED', 'RELEASED'])}`
  const planned = fragment`case when ${isPlanned} then q.off_block else q.on_block end`
  const estimated = fragment`case when ${isPlanned} then q.estimated_off_block else q.estimated_on_block end`
  return fragment`select q.tenant_id as "tenantId", 'NOT_REPORTED' as kind, 'FLIGHT' as entity,
      q.flight_id as "entityId", null as "parentId", q.version, q.aircraft_id as "aircraftId", q.buyer,
      ${planned} + ${PLAN_PATIENCE_MS} as "dueAt"
    from flight q where ${of} and q.off_block > ${now - NEAR_SCHEDULE_MS} and q.off_block <= ${latest}
      and q.status ${fragment.among(['CONFIRMED', 'RELEASED', 'OFF_BLOCK', 'AIRBORNE', 'LANDED'])}
      and ${estimated} is null and ${planned} <= ${latest} and ${planned} > ${latest - LOOKED_BACK_MS}`
}

const passengerLists = (now: number, of: Fragment): Fragment =>
  fragment`select q.tenant_id as "tenantId", 'PASSENGER_LIST_MISSING' as kind, 'FLIGHT' as entity,
      q.flight_id as "entityId", null as "parentId", q.version, q.aircraft_id as "aircraftId", q.buyer,
      q.off_block - ${PASSENGERS_BEFORE_MS} as "dueAt"
    from flight q where ${of} and q.off_block > ${now} and q.off_block <= ${now + PASSENGERS_BEFORE_MS}
      and q.status ${fragment.among(['CONFIRMED', 'RELEASED'])} and q.pax_total > 0
      and not exists (select 1 from flight_passenger p where p.tenant_id = q.tenant_id and p.flight_id = q.flight_id)`

const blocks = (now: number, of: Fragment): Fragment =>
  fragment`select q.tenant_id as "tenantId", 'UNAVAILABILITY_END_PASSED' as kind, 'UNAVAILABILITY' as entity,
      q.unavailability_id as "entityId", q.aircraft_id as "parentId", q.version, q.aircraft_id as "aircraftId",
      null as buyer, q."to" as "dueAt"
    from unavailability q where ${of} and q."to" <= ${now} and q."to" > ${now - LOOKED_BACK_MS}`

const deferrals = (now: number, of: Fragment): Fragment => {
  const within = (days: number) => fragment`q.deferred_until <= ${now + days * DAY_MS}`
  return fragment`select q.tenant_id as "tenantId", 'DEFERRAL_EXPIRING' as kind, 'TECH_LOG_ENTRY' as entity,
      q.tech_log_entry_id as "entityId", q.aircraft_id as "parentId", q.version, q.aircraft_id as "aircraftId",
      null as buyer, q.deferred_until - ${reached(DEFERRAL_DAYS, within)} as "dueAt"
    from tech_log_entry q where ${of} and q.status = 'DEFERRED' and q.deferred_until > ${now}
      and ${within(DEFERRAL_DAYS[1])}`
}

const maintenance = (of: Fragment, dueAt: Fragment, isDue: Fragment): Fragment =>
  fragment`select q.tenant_id as "tenantId", 'MAINTENANCE_DUE' as kind, 'MAINTENANCE_DUE' as entity,
      q.maintenance_due_id as "entityId", q.aircraft_id as "parentId", q.version, q.aircraft_id as "aircraftId",
      null as buyer, ${dueAt} as "dueAt"
    from maintenance_due q where ${of} and q.done_at is null and ${isDue}`

const maintenanceByDay = (now: number, kind: Session['kind'], of: Fragment): Fragment =>
  maintenance(of, expiring('q.due_date', now, kind, MAINTENANCE_DAYS), endsSoon('q.due_date', now, MAINTENANCE_DAYS))

/** Little is left by hours or cycles, since the flight that was closed then. */
const maintenanceByFlying = (now: number, of: Fragment): Fragment =>
  maintenance(of, fragment`q.near_since`, fragment`q.near_since <= ${now} and q.near_since > ${now - LOOKED_BACK_MS}`)

/** A draft, a day after the flight was on block or the log was opened again. */
const unsigned = (now: number, of: Fragment): Fragment => {
  const onBlock = fragment`q.at + q.block_minutes * ${fragment.raw(String(MINUTE_MS))}`
  const dueAt = fragment`(case when q.created_at > ${onBlock} then q.created_at else ${onBlock} end)
    + ${fragment.raw(String(SIGNED_WITHIN_MS))}`
  return fragment`select q.tenant_id as "tenantId", 'LOG_UNSIGNED' as kind, 'JOURNEY_LOG' as entity,
      q.journey_log_id as "entityId", q.flight_id as "parentId", q.version, q.aircraft_id as "aircraftId",
      null as buyer, ${dueAt} as "dueAt"
    from journey_log q where ${of} and q.status = 'DRAFT' and q.block_minutes is not null
      and q.created_at > ${now - LOOKED_BACK_MS - SIGNED_WITHIN_MS - LOG_OPENED_BEFORE_MS}
      and ${dueAt} <= ${now} and ${dueAt} > ${now - LOOKED_BACK_MS}`
}

/** A flight that came a day ago and has no log at all, since the first flight of which the operator kept one. */
const withoutLog = (now: number, kind: Session['kind'], of: Fragment): Fragment => {
  const actual = fragment.raw(kind === 'postgres' ? 'q.actual::json' : 'q.actual')
  const dueAt = fragment`cast(${actual} ->> 'onBlock' as bigint) + ${fragment.raw(String(SIGNED_WITHIN_MS))}`
  const earliest = now - LOOKED_BACK_MS
  return fragment`select q.tenant_id as "tenantId", 'LOG_UNSIGNED' as kind, 'FLIGHT' as entity,
      q.flight_id as "entityId", null as "parentId", q.version, q.aircraft_id as "aircraftId",
      null as buyer, ${dueAt} as "dueAt"
    from flight q where ${of} and q.off_block > ${earliest - NEAR_SCHEDULE_MS} and q.off_block < ${now}
      and q.status ${fragment.among(['ON_BLOCK', 'CLOSED'])} and ${dueAt} <= ${now} and ${dueAt} > ${earliest}
      and exists (select 1 from journey_log l where l.tenant_id = q.tenant_id and l.at <= q.off_block)
      and not exists (select 1 from journey_log l where l.tenant_id = q.tenant_id and l.flight_id = q.flight_id)`
}

const IN_WORK = fragment.among(['SUBMITTED', 'UNDER_REVIEW', 'ACTION_REQUIRED'])

/** A mandatory report that nobody noted as sent to the authority, a day before that is due. */
const authorityReports = (now: number, of: Fragment): Fragment => {
  const begun = AUTHORITY_MS - AUTHORITY_BEFORE_MS
  return fragment`select q.tenant_id as "tenantId", 'AUTHORITY_REPORT_DUE' as kind, 'SAFETY_REPORT' as entity,
      q.safety_report_id as "entityId", null as "parentId", q.version, null as "aircraftId", null as buyer,
      q.aware_at + ${fragment.raw(String(begun))} as "dueAt"
    from safety_report q where ${of} and q.legal_type = 'MANDATORY' and q.reported_to_authority_at is null
      and q.status ${IN_WORK} and q.aware_at <= ${now - begun} and q.aware_at > ${now - begun - LOOKED_BACK_MS}`
}

/** Actions that are not done although their day has passed; those of one day are told once. */
const overdueActions = (now: number, kind: Session['kind'], of: Fragment): Fragment => {
  const actions = fragment.raw(
    kind === 'postgres' ? 'json_array_elements(q.action_list::json) a(value)' : 'json_each(q.action_list) a',
  )
  const dueDate = fragment.raw("(a.value ->> 'dueDate')")
  return fragment`select distinct q.tenant_id as "tenantId", 'ACTION_OVERDUE' as kind, 'SAFETY_REPORT' as entity,
      q.safety_report_id as "entityId", null as "parentId", q.version, null as "aircraftId", null as buyer,
      ${midnightOf("a.value ->> 'dueDate'", kind)} + ${fragment.raw(String(DAY_MS))} as "dueAt"
    from safety_report q, ${actions} where ${of} and q.status ${IN_WORK} and q.action_list <> '[]'
      and (a.value ->> 'completedAt') is null
      and ${dueDate} < ${dayAt(now)} and ${dueDate} >= ${dayAt(now - LOOKED_BACK_MS)}`
}

/** An offer that stands for another day; one that was sent for less is told by its being sent. */
const quotes = (now: number, of: Fragment): Fragment =>
  fragment`select q.tenant_id as "tenantId", 'QUOTE_EXPIRING' as kind, 'QUOTE' as entity,
      q.quote_id as "entityId", q.charter_request_id as "parentId", q.version, null as "aircraftId", q.buyer,
      q.valid_until - ${fragment.raw(String(QUOTE_BEFORE_MS))} as "dueAt"
    from quote q where ${of} and q.status = 'SENT' and q.valid_until > ${now}
      and q.valid_until <= ${now + QUOTE_BEFORE_MS}
      and q.sent_at <= q.valid_until - ${fragment.raw(String(QUOTE_BEFORE_MS))}`

/** A request that the operator has neither declined nor sent an offer for, a day after it came. */
const unansweredRequests = (now: number, of: Fragment): Fragment => {
  const latest = now - ANSWERED_WITHIN_MS
  return fragment`select q.tenant_id as "tenantId", 'REQUEST_UNANSWERED' as kind, 'CHARTER_REQUEST' as entity,
      q.charter_request_id as "entityId", null as "parentId", q.version, null as "aircraftId", q.buyer,
      q.created_at + ${fragment.raw(String(ANSWERED_WITHIN_MS))} as "dueAt"
    from charter_request q where ${of} and q.status = 'OPEN' and q.quoted_until is null
      and (q.expires_at is null or q.expires_at > ${now})
      and q.created_at <= ${latest} and q.created_at > ${latest - LOOKED_BACK_MS}
      and not exists (select 1 from quote s where s.tenant_id = q.tenant_id
        and s.charter_request_id = q.charter_request_id and s.sent_at is not null)`
}

/** Sandboxes whose clock was moved have a time of their own, and are followed one by one. */
const IN_WORLDS_TIME = fragment`q.tenant_id not in (select tenant_id from test_clock where ahead_ms > 0)`

/** What is due and was not given yet, the oldest first. */
const due = (kind: Session['kind'], now: number, of: Fragment): Fragment =>
  fragment`select * from (${qualifications(now, kind, of)} union all ${travelDocuments(now, kind, of)}
    union all ${estimates(now, of)} union all ${unreported(now, of)} union all ${passengerLists(now, of)} union all ${blocks(now, of)}
    union all ${deferrals(now, of)} union all ${maintenanceByDay(now, kind, of)}
    union all ${maintenanceByFlying(now, of)} union all ${unsigned(now, of)}
    union all ${withoutLog(now, kind, of)} union all ${authorityReports(now, of)}
    union all ${overdueActions(now, kind, of)} union all ${quotes(now, of)}
    union all ${unansweredRequests(now, of)}) due
    where not exists (select 1 from reminder r where r.tenant_id = due."tenantId" and r.kind = due.kind
      and r.entity_id = due."entityId" and r.due_at = due."dueAt")`

/** The tenants where something is due, in one order, as `dueReminders`. */
export const tenantsWithReminders = async (reader: PlatformReader): Promise<string[]> => {
  const now = await reader.now()
  const rows = await rowsOf<{ tenantId: string }>(
    reader,
    fragment`select distinct "tenantId" from (${due(reader.kind, now, IN_WORLDS_TIME)}) tenants order by "tenantId"`,
  )
  return rows.map(({ tenantId }) => tenantId)
}

/** At most `most` reminders of one tenant that nobody gave yet; in one order, so that claims cannot deadlock. */
export const dueReminders = (reader: TenantReader, now: number, most: number): Promise<DueReminder[]> =>
  rowsOf<DueReminder>(
    reader,
    fragment`${due(reader.kind, now, fragment`q.tenant_id = ${reader.tenantId}`)} order by "dueAt", kind, "entityId"
    limit ${most}`,
  )

/**
 * Claims the reminder; false where another process gave it. Another process that claims it at the same moment waits for
 * this COMMIT.
 */
export const claimReminder = async (tx: TenantTx, reminder: DueReminder): Promise<boolean> => {
  const rows = await rowsOf(
    tx,
    fragment`insert into reminder (tenant_id, kind, entity_id, due_at, given_at)
    values (${tx.tenantId}, ${reminder.kind}, ${reminder.entityId}, ${reminder.dueAt}, ${await tx.now()})
    on conflict do nothing returning kind`,
  )
  return rows.length > 0
}

/** Forgets which reminders were given so long ago that none of them can be due again. */
export const removeRemindersBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(
    tx,
    { from: 'reminder', key: ['tenant_id', 'kind', 'entity_id', 'due_at'], by: 'given_at', before: time },
    most,
  )
