/**
 * The ordered change feed. A database sequence does not follow commit order, so each change takes its number from the
 * tenant's head row in the last statements before COMMIT. The lock on that row makes transactions number and commit one
 * at a time; no change can appear behind a cursor that a client already holds.
 *
 * Each change stores who saw the record before and after it. A record that enters a view is reported as CREATED, one
 * that leaves it as DELETED, and one that was never in it is not reported (data §5.8).
 */
import { type RawBuilder, sql } from 'kysely'
import { type ChangeKind, type EntityKind, isOwnKind, type ReminderKind } from '../domain/entity-kind.ts'
import { Failure } from '../domain/failure.ts'
import { ROWS_FOR_COST } from '../domain/limits.ts'
import type { Author } from '../domain/versioned.ts'
import {
  aircraftViewer,
  contactNamesViewer,
  contactViewer,
  documentViewer,
  OPEN_CONTACTS,
  personViewer,
  type View,
  type Viewer,
  viewersOf,
} from '../domain/view.ts'
import { type ChangeDraft, SIGHT } from './change-draft.ts'
import type { Looking } from './counted-search.ts'
import type { Session } from './engines/engine.ts'
import { insertRows } from './engines/insert-rows.ts'
import { prepared } from './engines/prepared.ts'
import type { PlatformTx, TenantReader, TenantTx } from './handles.ts'
import { offeredTo } from './oauth/offered-aircraft.ts'
import { contactsOf } from './oauth/provider-contacts.ts'
import { fileOwnChanges } from './operations/own-changes.ts'
import { fileScheduleChanges } from './operations/sales/schedule-changes.ts'
import { limitOf } from './record-limit.ts'
import type { ViewReader } from './view.ts'

export interface Change extends Pick<ChangeDraft, 'entity' | 'entityId' | 'parentId' | 'version' | 'fieldList'> {
  readonly position: number
  readonly kind: ChangeKind
  readonly reminder: ReminderKind | null
  readonly dueAt: number | null
  /** Who made it, as `authorText` writes it; null where it was not recorded. */
  readonly author: string | null
  readonly at: number
}

/** An author in one text, to be compared. */
export const authorText = (author: Author | null): string | null => author && `${author.kind}/${author.id ?? ''}`

declare module './engines/tables.ts' {
  interface Tables {
    /** With how many records the tenant has and may have: see `record-limit`. */
    change_head: { tenant_id: string; position: number; record_count: number; record_limit: number | null }
    change_entry: {
      tenant_id: string
      position: number
      entity: EntityKind
      entity_id: string
      parent_id: string | null
      reminder: ReminderKind | null
      due_at: number | null
      author: string | null
      kind: ChangeKind | typeof SIGHT
      version: number
      field_list: string
      at: number
    }
    change_viewer: { tenant_id: string; viewer: string; position: number; saw_before: number; sees_after: number }
  }
}

/** Keeps each statement short, also where a whole operator is written at once: the embedded store interrupts none. */
const ROWS_PER_STATEMENT = 500

const insertInParts = async (tx: TenantTx, table: string, rows: Parameters<typeof insertRows>[2]): Promise<void> => {
  for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT) {
    await insertRows(tx, table, rows.slice(at, at + ROWS_PER_STATEMENT))
  }
}

/** Most transactions, such as those that issue tokens, change no records. */
export const hasChanges = ({ changes, growth }: TenantTx): boolean => changes.length > 0 || growth.records !== 0

/** Returns the feed's new head. */
export const appendChanges = async (tx: TenantTx): Promise<number> => {
  await fileOwnChanges(tx)
  await fileScheduleChanges(tx)
  const count = tx.changes.length
  const growth = tx.growth.records
  const head = await tx.db
    .updateTable('change_head')
    .set((eb) => ({ position: eb('position', '+', count), record_count: eb('record_count', '+', growth) }))
    .where('tenant_id', '=', tx.tenantId)
    .returning(['position', 'record_count', 'record_limit'])
    .executeTakeFirstOrThrow()
  if (growth > 0) refuseBeyondLimit(head.record_count, head.record_limit)
  const at = await tx.now()
  const positionAt = (index: number): number => head.position - count + 1 + index
  const entries = tx.changes.map((change, index) => ({
    tenant_id: tx.tenantId,
    position: positionAt(index),
    entity: change.entity,
    entity_id: change.entityId,
    parent_id: change.parentId,
    reminder: change.reminder?.kind ?? null,
    due_at: change.reminder?.dueAt ?? null,
    author: authorText(tx.author),
    kind: change.kind,
    version: change.version,
    field_list: JSON.stringify(change.fieldList),
    at,
  }))
  await insertInParts(tx, 'change_entry', entries)
  const viewers = tx.changes.flatMap((change, index) => viewerRows(tx.tenantId, positionAt(index), change))
  await insertInParts(tx, 'change_viewer', viewers)
  return head.position
}

const refuseBeyondLimit = (count: number, recordLimit: number | null): void => {
  const limit = limitOf(recordLimit)
  if (count <= limit) return
  throw new Failure(
    'record_limit_reached',
    `An operator may have ${limit} records here: remove what is no longer needed, or ask support for a higher limit`,
  )
}

const viewerRows = (tenantId: string, position: number, { viewersBefore, viewersAfter }: ChangeDraft) =>
  [...new Set([...viewersBefore, ...viewersAfter])].map((viewer) => ({
    tenant_id: tenantId,
    viewer,
    position,
    saw_before: viewersBefore.includes(viewer) ? 1 : 0,
    sees_after: viewersAfter.includes(viewer) ? 1 : 0,
  }))

const headOf = prepared<{ tenantId: string }, { position: number }>((db, argument) =>
  db.selectFrom('change_head').select('position').where('tenant_id', '=', argument('tenantId')),
)

/** The latest committed position: the head row and its entries commit together. */
export const changeHead = async (reader: TenantReader): Promise<number> => {
  const [row] = (await headOf(reader, { tenantId: reader.tenantId })).rows
  if (!row) throw new Error(`The tenant ${reader.tenantId} has no feed`)
  return row.position
}

/** The heads of some tenants' feeds, read with one statement for all who wait for them. */
export const feedHeads = async (
  { db }: Pick<Session, 'db'>,
  tenantIds: readonly string[],
): Promise<readonly { readonly tenantId: string; readonly head: number }[]> =>
  db
    .selectFrom('change_head')
    .select(['tenant_id as tenantId', 'position as head'])
    .where('tenant_id', 'in', tenantIds)
    .execute()

export interface ChangeRange {
  readonly after: number
  readonly upTo: number
  readonly entities: readonly EntityKind[]
  /** Whose own records are read, where a person asks. */
  readonly userId: string | null
  readonly most: number
}

/** What a buyer sees of an aircraft that is offered to it. Other kinds of that aircraft are not for it. */
const OFFERED_KINDS: readonly EntityKind[] = ['AIRCRAFT', 'UNAVAILABILITY', 'EMPTY_LEG', 'AVAILABILITY']

/** Which aircraft are offered to a buyer is read each time, so that taking one away counts at once (threats row 220). */
const offeredNow = async (reader: ViewReader, entities: readonly EntityKind[]): Promise<readonly Viewer[]> =>
  reader.view.of === 'buyer' && entities.some((kind) => OFFERED_KINDS.includes(kind))
    ? (await offeredTo(reader, reader.view.buyer)).map(aircraftViewer)
    : []

const isOutsider = ({ of }: View): boolean => of === 'buyer' || of === 'provider'

/** What another company is not told of a flight, in no field list either (threats row 302). */
const INSIDE_FIELD = 'riskReasonList'

/**
 * What another company hears nothing of, although it is or was its viewer: a flight's risk, a quote whose aircraft is no
 * longer offered to it, and a flight plan that it wrote for a flight on which it is asked for nothing any more. Here and not in what was found: a page that lost entries afterwards would look like the end.
 */
const toldTo = (view: View): RawBuilder<unknown> =>
  isOutsider(view)
    ? sql`and e.field_list <> ${JSON.stringify([INSIDE_FIELD])} ${ofOffers(view)} ${ofPlans(view)}`
    : sql``

const ofOffers = (view: View): RawBuilder<unknown> =>
  view.of !== 'buyer'
    ? sql``
    : sql`and (e.entity <> 'QUOTE' or v.sees_after = 0 or exists (select 1 from quote
        where quote.tenant_id = e.tenant_id and quote.quote_id = e.entity_id and (quote.accepted_at is not null
          or quote.aircraft_id in (select offered.aircraft_id from application_aircraft offered
            where offered.tenant_id = e.tenant_id and offered.client_id = ${view.buyer}))))`

const ofPlans = (view: View): RawBuilder<unknown> =>
  view.of !== 'provider'
    ? sql``
    : sql`and (e.entity <> 'FLIGHT_PLAN' or v.sees_after = 0 or exists (select 1 from flight_plan p
        join service_request r on r.tenant_id = p.tenant_id and r.flight_id = p.flight_id and r.sent_at is not null
        join application_provider bound on bound.tenant_id = r.tenant_id and bound.contact_id = r.provider_contact_id
        where p.tenant_id = e.tenant_id and p.flight_plan_id = e.entity_id and bound.client_id = ${view.provider}))`

interface Looked {
  /** Null where everything is seen. */
  readonly viewers: readonly Viewer[] | null
  readonly offered: readonly Viewer[]
}

/** One statement of a part, and what it passes over, found or not. */
interface Search {
  /** Null where it goes through the entries of everybody. */
  readonly viewers: readonly Viewer[] | null
  readonly looking: Looking
  readonly statement: (part: ChangeRange) => RawBuilder<ChangeRow>
}

/** What finds the changes: those of shared records, of what is offered, and of the person's own. */
const searchesFor = (reader: ViewReader, range: ChangeRange, { viewers, offered }: Looked): readonly Search[] => {
  const { view } = reader
  const shared = range.entities.filter((kind) => !isOwnKind(kind))
  const own = range.entities.filter(isOwnKind)
  const offers = range.entities.filter((kind) => OFFERED_KINDS.includes(kind))
  const seenBy = (entities: readonly EntityKind[], names: readonly Viewer[], told = sql``): readonly Search[] =>
    entities.length === 0 || names.length === 0
      ? []
      : [
          {
            viewers: names,
            looking: 'compared',
            statement: (part) => seenIn(reader, { ...part, entities }, names, told),
          },
        ]
  return [
    ...(viewers !== null
      ? seenBy(shared, viewers, toldTo(view))
      : shared.length === 0
        ? []
        : [wholeOf(reader, shared, view)]),
    ...seenBy(own, range.userId === null ? [] : [personViewer(range.userId)]),
    ...seenBy(offers, offered),
  ]
}

/** Of the first part, where a page has few. Each part has at most twice as many positions as the one before. */
const MIN_POSITIONS = { entries: 1_024, names: 256 } as const
/** Some milliseconds on the embedded store, whoever saw them: names are gathered and sorted before any is known. */
const MAX_POSITIONS = { entries: 32_768, names: 4_096 } as const
/** What a page passes over at most before it ends with a cursor that goes on, as it is paid: some 50 ms (threats row 620). */
const MAX_PASSED_COST = 250
/** A part beyond the first takes one statement or two, whatever it finds. */
const PART_COST = 1

const oldestPosition = prepared<{ tenantId: string }, { oldest: number | null }>((db, argument) =>
  db
    .selectFrom('change_entry')
    .select((eb) => eb.fn.min('position').as('oldest'))
    .where('tenant_id', '=', argument('tenantId')),
)

/** Without a cursor a feed begins at the oldest entry that is kept, which may be far from the first position. */
const beginning = async (reader: TenantReader, { after, upTo }: ChangeRange): Promise<number> => {
  if (after > 0 || upTo <= MIN_POSITIONS.entries) return after
  const [row] = (await oldestPosition(reader, { tenantId: reader.tenantId })).rows
  return Number(row?.oldest ?? 1) - 1
}

/** The first position that one of them sees, each found by an index; null where there is none. */
const nextSeen = async (
  reader: TenantReader,
  { after, upTo }: ChangeRange,
  viewers: readonly Viewer[],
): Promise<number | null> => {
  const { rows } = await sql<{ next: number | null }>`with name (viewer) as (values ${sql.join(
    viewers.map((viewer) => sql`(${viewer})`),
  )})
    select min(first) as next from (select (select min(v.position) from change_viewer v
      where v.tenant_id = ${reader.tenantId} and v.viewer = name.viewer
        and v.position > ${after} and v.position <= ${upTo}) as first from name) each_name`.execute(reader.db)
  const next = rows[0]?.next
  return next === null || next === undefined ? null : Number(next)
}

interface Found {
  readonly rows: readonly ChangeRow[]
  /** Up to where the feed was looked through. */
  readonly upTo: number
}

/** One part of the feed, as all searches find it, and what they passed over, as it is paid. */
const foundInPart = async (
  reader: ViewReader,
  part: ChangeRange,
  searches: readonly Search[],
): Promise<{ readonly rows: readonly ChangeRow[]; readonly cost: number }> => {
  const found: ChangeRow[] = []
  let cost = 0
  for (const { viewers, looking, statement } of searches) {
    const answered = (await statement(part).execute(reader.db)).rows
    const rows = answered.filter(({ position }) => position !== null)
    const last = rows.length < part.most ? part.upTo : (rows.at(-1)?.position ?? part.upTo)
    const walked = viewers === null ? last - part.after : Number(answered[0]?.walked ?? 0)
    const passed = Math.max(0, walked - rows.length)
    reader.looked?.add(passed, looking)
    cost += passed / ROWS_FOR_COST[looking]
    found.push(...rows)
  }
  if (searches.length > 1) found.sort((a, b) => a.position - b.position)
  return { rows: found, cost }
}

/**
 * What a range has, part by part until there is enough or much was passed over: what some viewers saw is gathered and
 * sorted before the first of it is known, and the embedded store interrupts no statement that passes what is not asked
 * for (ADR 277, ADR 282). Where only some names are looked for, what lies between two parts is skipped by their index.
 */
const foundIn = async (reader: ViewReader, range: ChangeRange, searches: readonly Search[]): Promise<Found> => {
  const names = searches.flatMap(({ viewers }) => viewers ?? [])
  const isSkipping = searches.every(({ viewers }) => viewers !== null)
  const size = names.length === 0 ? 'entries' : 'names'
  const found: ChangeRow[] = []
  let cost = 0
  let after = searches.length === 0 ? range.upTo : await beginning(reader, range)
  let positions = Math.max(MIN_POSITIONS[size], 2 * range.most)
  while (after < range.upTo && found.length < range.most && cost < MAX_PASSED_COST) {
    const upTo = Math.min(range.upTo, after + positions)
    const part = await foundInPart(reader, { ...range, after, upTo, most: range.most - found.length }, searches)
    found.push(...part.rows)
    cost += part.cost
    after = upTo
    positions = Math.max(positions, Math.min(MAX_POSITIONS[size], 2 * positions))
    if (after >= range.upTo || found.length >= range.most) break
    if (isSkipping) after = ((await nextSeen(reader, { ...range, after }, names)) ?? range.upTo + 1) - 1
    cost += PART_COST
    reader.looked?.add(PART_COST * ROWS_FOR_COST.compared, 'compared')
  }
  const rows = found.slice(0, range.most)
  return { rows, upTo: found.length < range.most ? after : (rows.at(-1)?.position ?? after) }
}

/** For which contacts a provider acts is read each time. */
const viewersNow = async (reader: ViewReader): Promise<readonly Viewer[] | null> => {
  const viewers = viewersOf(reader.view)
  if (viewers === null || reader.view.of !== 'provider') return viewers
  const contacts = await contactsOf(reader, reader.view.provider)
  const named = reader.view.withoutPassengers ? [] : contacts.map(contactNamesViewer)
  return [...viewers, ...contacts.map(contactViewer), ...named]
}

const fieldsIn = (text: string, view: View): readonly string[] => {
  const fields: string[] = JSON.parse(text)
  return isOutsider(view) ? fields.filter((field) => field !== INSIDE_FIELD) : fields
}

/** Some changes of a range, and how far it was looked through for them. */
export interface FoundChanges {
  readonly changes: readonly Change[]
  /** Up to the last change of a full page, else as far as one page looks: what comes next lies behind it. */
  readonly upTo: number
  /** Whether the range has no more. */
  readonly isAll: boolean
}

/** The changes of these kinds, in commit order, as this view sees them. */
export const changesIn = async (reader: ViewReader, range: ChangeRange): Promise<FoundChanges> => {
  const looked = { viewers: await viewersNow(reader), offered: await offeredNow(reader, range.entities) }
  const { rows, upTo } = await foundIn(reader, range, searchesFor(reader, range, looked))
  const changes = rows.map(({ saw_before, sees_after, field_list, kind, walked: _, ...row }) => ({
    ...row,
    kind: sees_after === 0 ? ('DELETED' as const) : saw_before === 0 ? ('CREATED' as const) : kind,
    fieldList: sees_after === 0 ? [] : fieldsIn(field_list, reader.view),
  }))
  return { changes, upTo, isAll: rows.length < range.most && upTo >= range.upTo }
}

type ChangeRow = Omit<Change, 'fieldList'> & {
  field_list: string
  saw_before: number
  sees_after: number
  /** How many names the statement went through, in each row: it answers one without a change where there is none. */
  walked?: number
}

const COLUMNS = sql.raw(
  `e.position, e.entity, e.entity_id as "entityId", e.parent_id as "parentId", e.kind, e.version, e.reminder,
   e.due_at as "dueAt", e.author, e.at, e.field_list as field_list`,
)

const within = (reader: TenantReader, { after, upTo, entities }: ChangeRange) =>
  sql`e.tenant_id = ${reader.tenantId} and e.position > ${after} and e.position <= ${upTo}
    and e.entity in (${sql.join(entities)})`

const allIn = (reader: TenantReader, range: ChangeRange) =>
  sql<ChangeRow>`select ${COLUMNS},
      case e.kind when 'CREATED' then 0 else 1 end as saw_before, case e.kind when 'DELETED' then 0 else 1 end as sees_after
    from change_entry e where ${within(reader, range)} and e.kind <> ${SIGHT} order by e.position limit ${range.most}`

/** What a view of the whole operator does not see all of, with the viewer that says which of them. */
const narrowedIn = (view: View): readonly (readonly [EntityKind, Viewer])[] => {
  const ofDocuments = documentViewer(view)
  return [
    ...(view.of === 'operator' && view.withoutPassengers ? [['CONTACT', OPEN_CONTACTS] as const] : []),
    ...(ofDocuments === null ? [] : [['DOCUMENT', ofDocuments] as const]),
  ]
}

/**
 * Changes of what a reader sees in part, by its viewer; all other changes as they are. PostgreSQL reads a viewer's names
 * from where the range begins, if it is told so.
 */
const narrowIn = (reader: TenantReader, range: ChangeRange, narrowed: readonly (readonly [EntityKind, Viewer])[]) =>
  sql<ChangeRow>`select ${COLUMNS},
      case when v.position is not null then v.saw_before when e.kind = 'CREATED' then 0 else 1 end as saw_before,
      case when v.position is not null then v.sees_after when e.kind = 'DELETED' then 0 else 1 end as sees_after
    from change_entry e left join change_viewer v on v.tenant_id = e.tenant_id and v.position = e.position
      and v.position > ${range.after} and v.position <= ${range.upTo} and (${sql.join(
        narrowed.map(([entity, viewer]) => sql`(e.entity = ${entity} and v.viewer = ${viewer})`),
        sql` or `,
      )})
    where ${within(reader, range)} and e.kind <> ${SIGHT}
      and (e.entity not in (${sql.join(narrowed.map(([entity]) => entity))}) or v.position is not null)
    order by e.position limit ${range.most}`

/** The changes as the operator sees them, or whoever sees all but some of its contacts and documents. */
const wholeOf = (reader: TenantReader, entities: readonly EntityKind[], view: View): Search => {
  const narrowed = narrowedIn(view).filter(([kind]) => entities.includes(kind))
  return narrowed.length === 0
    ? { viewers: null, looking: 'passed', statement: (part) => allIn(reader, { ...part, entities }) }
    : { viewers: null, looking: 'named', statement: (part) => narrowIn(reader, { ...part, entities }, narrowed) }
}

/**
 * The entry of each name, looked up by its position. Left to choose, PostgreSQL goes through all entries of the part for
 * each name where it has not counted the tables yet, ten seconds for a page, and the embedded store through all entries.
 */
const entryOf = ({ kind, tenantId }: TenantReader): RawBuilder<unknown> =>
  kind === 'postgres'
    ? sql`cross join lateral (select * from change_entry
        where tenant_id = ${tenantId} and position = v.position offset 0) e where true`
    : sql`cross join change_entry e where e.tenant_id = ${tenantId} and e.position = v.position`

/** One change can concern several viewers of a view, e.g. both aircraft of a flight that moved between them. */
const seenIn = (reader: TenantReader, range: ChangeRange, viewers: readonly Viewer[], told = sql``) =>
  sql<ChangeRow>`with seen as materialized (
      select position, max(saw_before) as saw_before, max(sees_after) as sees_after, count(*) as names
      from change_viewer where tenant_id = ${reader.tenantId} and viewer in (${sql.join(viewers)})
        and position > ${range.after} and position <= ${range.upTo} group by position),
    found as materialized (
      select ${COLUMNS}, v.saw_before, v.sees_after from seen v ${entryOf(reader)}
        and e.entity in (${sql.join(range.entities)})
        and (e.kind <> ${SIGHT} or v.saw_before <> v.sees_after) ${told}
      order by e.position limit ${range.most})
    select walked.walked, found.* from (select coalesce(sum(names), 0) as walked from seen) walked
      left join found on true order by found.position`

/** A version of a record, as its change was told. */
export interface RecordVersion extends Pick<Change, 'kind' | 'version' | 'fieldList' | 'at'> {
  readonly by: Author | null
}

interface VersionRow extends Pick<Change, 'entityId' | 'kind' | 'version' | 'author' | 'at'> {
  field_list: string
  /** How many the feed keeps of this record. */
  kept: number
}

const authorIn = (text: string | null): Author | null => {
  const [kind, id = ''] = text?.split('/') ?? []
  return kind === undefined ? null : { kind: kind as Author['kind'], id: id === '' ? null : id }
}

/** The latest versions of each record that the feed still keeps, newest first. */
export const latestVersions = async (
  reader: TenantReader,
  entity: EntityKind,
  ids: readonly string[],
  most: number,
): Promise<ReadonlyMap<string, RecordVersion[]>> => {
  const { rows } = await sql<VersionRow>`select "entityId", kind, version, field_list, author, at, kept from (
      select e.entity_id as "entityId", e.kind, e.version, e.field_list, e.author, e.at,
        row_number() over (partition by e.entity_id order by e.position desc) as place,
        count(*) over (partition by e.entity_id) as kept
      from change_entry e where e.tenant_id = ${reader.tenantId} and e.entity_id in (${sql.join(ids)})
        and e.entity = ${entity} and e.kind not in ('REMINDER', ${SIGHT}) and e.field_list <> '["conversation"]') latest
    where place <= ${most} order by "entityId", place`.execute(reader.db)
  const found = Map.groupBy(rows, ({ entityId }) => entityId)
  for (const [first] of found.values()) reader.looked?.add(Number(first?.kept ?? 0), 'compared')
  return new Map(
    [...found].map(([id, versions]) => [
      id,
      versions.map(({ kind, version, field_list, author, at }) => ({
        kind,
        version,
        fieldList: JSON.parse(field_list),
        by: authorIn(author),
        at,
      })),
    ]),
  )
}

const removeEntries = async (tx: PlatformTx, entries: RawBuilder<unknown>): Promise<number> => {
  await sql`delete from change_viewer where (tenant_id, position) in (${entries})`.execute(tx.db)
  const removed = await sql`delete from change_entry where (tenant_id, position) in (${entries})`.execute(tx.db)
  return Number(removed.numAffectedRows ?? 0)
}

/** Removes at most `most` entries that are older than every valid cursor. */
export const removeChangesBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeEntries(
    tx,
    sql`select tenant_id, position from change_entry where at < ${time} order by at limit ${sql.lit(most)}`,
  )

/** Removes at most `most` entries of tenants that have more than `kept`, the oldest ones. */
export const removeChangesBeyond = (tx: PlatformTx, kept: number, most: number): Promise<number> =>
  removeEntries(
    tx,
    // `cross join`, so that the embedded store begins with the heads and does not walk all feeds.
    sql`select e.tenant_id, e.position from change_head h cross join change_entry e
      where h.position > ${kept} and e.tenant_id = h.tenant_id and e.position <= h.position - ${kept}
      limit ${sql.lit(most)}`,
  )
