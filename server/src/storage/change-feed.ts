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

/** The statements that find the changes: those of shared records, of what is offered, and of the person's own. */
const searches = ({ view, ...reader }: ViewReader, range: ChangeRange, { viewers, offered }: Looked) => {
  const shared = { ...range, entities: range.entities.filter((kind) => !isOwnKind(kind)) }
  const own = { ...range, entities: range.entities.filter(isOwnKind) }
  const offers = { ...range, entities: range.entities.filter((kind) => OFFERED_KINDS.includes(kind)) }
  return [
    ...(shared.entities.length === 0 || viewers?.length === 0
      ? []
      : [viewers === null ? wholeIn(reader, shared, view) : seenIn(reader, shared, viewers, toldTo(view))]),
    ...(own.entities.length === 0 || range.userId === null ? [] : [seenIn(reader, own, [personViewer(range.userId)])]),
    ...(offered.length === 0 ? [] : [seenIn(reader, offers, offered)]),
  ]
}

/** Of the first part, where a page has few. Each part has twice as many positions as the one before. */
const MIN_POSITIONS = 1_024
/** Some milliseconds on the embedded store, whoever saw them. */
const MAX_POSITIONS = 32_768

const oldestPosition = prepared<{ tenantId: string }, { oldest: number | null }>((db, argument) =>
  db
    .selectFrom('change_entry')
    .select((eb) => eb.fn.min('position').as('oldest'))
    .where('tenant_id', '=', argument('tenantId')),
)

/** Without a cursor a feed begins at the oldest entry that is kept, which may be far from the first position. */
const beginning = async (reader: TenantReader, { after, upTo }: ChangeRange): Promise<number> => {
  if (after > 0 || upTo <= MIN_POSITIONS) return after
  const [row] = (await oldestPosition(reader, { tenantId: reader.tenantId })).rows
  return Number(row?.oldest ?? 1) - 1
}

/**
 * What a range has, part by part until there is enough: what some viewers saw is gathered and sorted before the first of
 * it is known, and the embedded store interrupts no statement that passes what is not asked for (ADR 277).
 */
const foundIn = async (reader: ViewReader, range: ChangeRange, looked: Looked): Promise<ChangeRow[]> => {
  const found: ChangeRow[] = []
  let after = await beginning(reader, range)
  let positions = Math.max(MIN_POSITIONS, 2 * range.most)
  while (after < range.upTo && found.length < range.most) {
    const part = { ...range, after, upTo: Math.min(range.upTo, after + positions), most: range.most - found.length }
    const statements = searches(reader, part, looked)
    const rows: ChangeRow[] = []
    for (const statement of statements) rows.push(...(await statement.execute(reader.db)).rows)
    if (statements.length > 1) rows.sort((a, b) => a.position - b.position)
    found.push(...rows)
    after = part.upTo
    positions = Math.min(MAX_POSITIONS, 2 * positions)
  }
  return found
}

/** The entries that a search for some kinds passed: up to the last one it found, or to the end. */
const passedOver = ({ after, upTo, most }: ChangeRange, found: readonly ChangeRow[]): number => {
  // Without a cursor the oldest entry that is kept is not known; it is not before the first one.
  const start = after === 0 ? (found[0]?.position ?? 1) - 1 : after
  return (found.length < most ? upTo : (found.at(-1)?.position ?? upTo)) - start
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

/** The changes of these kinds, in commit order, as this view sees them. */
export const changesIn = async (reader: ViewReader, range: ChangeRange): Promise<Change[]> => {
  const viewers = await viewersNow(reader)
  const found = await foundIn(reader, range, { viewers, offered: await offeredNow(reader, range.entities) })
  if (viewers === null) reader.looked?.add(passedOver(range, found), 'passed')
  return found.slice(0, range.most).map(({ saw_before, sees_after, field_list, kind, ...row }) => ({
    ...row,
    kind: sees_after === 0 ? 'DELETED' : saw_before === 0 ? 'CREATED' : kind,
    fieldList: sees_after === 0 ? [] : fieldsIn(field_list, reader.view),
  }))
}

type ChangeRow = Omit<Change, 'fieldList'> & {
  field_list: string
  saw_before: number
  sees_after: number
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
const wholeIn = (reader: TenantReader, range: ChangeRange, view: View) => {
  const narrowed = narrowedIn(view)
  return narrowed.length === 0 ? allIn(reader, range) : narrowIn(reader, range, narrowed)
}

/** One change can concern several viewers of a view, e.g. both aircraft of a flight that moved between them. */
const seenIn = (reader: TenantReader, range: ChangeRange, viewers: readonly Viewer[], told = sql``) =>
  sql<ChangeRow>`select ${COLUMNS}, v.saw_before, v.sees_after
    from (select position, max(saw_before) as saw_before, max(sees_after) as sees_after from change_viewer
          where tenant_id = ${reader.tenantId} and viewer in (${sql.join(viewers)})
            and position > ${range.after} and position <= ${range.upTo} group by position) v
    join change_entry e on e.tenant_id = ${reader.tenantId} and e.position = v.position
    where ${within(reader, range)} and (e.kind <> ${SIGHT} or v.saw_before <> v.sees_after) ${told}
    order by e.position limit ${range.most}`

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
