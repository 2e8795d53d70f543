/** Messages about one tenant's records, and how far each reader has read. Whoever writes locks the record first. */
import type { MessageSide } from '../../../domain/operations/conversations/message-side.ts'
import type { RecordEntity } from '../../../domain/records/all-records.ts'
import type { Author } from '../../../domain/versioned.ts'
import { type Fragment, fragment, rowsOf } from '../../engines/fragment.ts'
import type { TenantReader, TenantTx } from '../../handles.ts'

declare module '../../engines/tables.ts' {
  interface Tables {
    conversation_message: {
      tenant_id: string
      entity: string
      entity_id: string
      position: number
      message_id: string
      side: MessageSide
      writer: string
      author: string | null
      text: string
      at: number
    }
    conversation_read: {
      tenant_id: string
      entity_id: string
      reader: string
      side: MessageSide
      is_person: number
      position: number
      read_at: number
    }
  }
}

export interface Message {
  readonly messageId: string
  /** From 1 on, in the order in which they were written. */
  readonly position: number
  readonly side: MessageSide
  /** Null of a reporter. */
  readonly author: Author | null
  readonly text: string
  readonly at: number
}

/** Which record is talked about. */
export interface Subject {
  readonly entity: RecordEntity
  readonly entityId: string
}

/** Who reads or writes. */
export interface Participant {
  readonly side: MessageSide
  /** As `participantOf` names them. */
  readonly name: string
  readonly isPerson: boolean
}

export const insertMessage = async (
  tx: TenantTx,
  { entity, entityId }: Subject,
  { name }: Participant,
  { messageId, position, side, author, text, at }: Message,
): Promise<void> => {
  const written = { message_id: messageId, position, side, writer: name, text, at }
  await tx.db
    .insertInto('conversation_message')
    .values({
      tenant_id: tx.tenantId,
      entity,
      entity_id: entityId,
      ...written,
      author: author && JSON.stringify(author),
    })
    .execute()
}

/** Where the conversation stands: its last position, and how much one side has written. */
export const messageCounts = async (
  tx: TenantTx,
  entityId: string,
  side: MessageSide,
): Promise<{ readonly last: number; readonly ofSide: number }> => {
  const [row] = await rowsOf<{ last: number; ofSide: number }>(
    tx,
    fragment`select coalesce(max(position), 0) as last,
        coalesce(sum(case when side = ${side} then 1 else 0 end), 0) as "ofSide"
      from conversation_message where tenant_id = ${tx.tenantId} and entity_id = ${entityId}`,
  )
  return { last: Number(row?.last ?? 0), ofSide: Number(row?.ofSide ?? 0) }
}

/** How many messages somebody has written since a time, about whatever records. */
export const messagesSince = async (tx: TenantTx, writer: string, since: number): Promise<number> => {
  const [row] = await rowsOf<{ written: number }>(
    tx,
    fragment`select count(*) as written from conversation_message
      where tenant_id = ${tx.tenantId} and writer = ${writer} and at > ${since}`,
  )
  return Number(row?.written ?? 0)
}

export const positionOfMessage = async (
  reader: TenantReader,
  entityId: string,
  messageId: string,
  since: HeardSince | null,
): Promise<number | undefined> => {
  const [row] = await rowsOf<{ position: number }>(
    reader,
    fragment`select m.position from conversation_message m where m.tenant_id = ${reader.tenantId}
      and m.entity_id = ${entityId} and m.message_id = ${messageId} ${heard(since, 'm')}`,
  )
  return row === undefined ? undefined : Number(row.position)
}

/** How far a side has read: the furthest of its readers, or of its people alone. */
export const sideHasRead = async (
  tx: TenantTx,
  entityId: string,
  side: MessageSide,
  { peopleAlone }: { readonly peopleAlone: boolean },
): Promise<number> => {
  const row = await tx.db
    .selectFrom('conversation_read')
    .select((eb) => eb.fn.max('position').as('position'))
    .where('tenant_id', '=', tx.tenantId)
    .where('entity_id', '=', entityId)
    .where('side', '=', side)
    .$if(peopleAlone, (query) => query.where('is_person', '=', 1))
    .executeTakeFirst()
  return Number(row?.position ?? 0)
}

/** Never goes back. */
export const markRead = async (
  tx: TenantTx,
  entityId: string,
  { name, side, isPerson }: Participant,
  position: number,
): Promise<void> => {
  await tx.db
    .insertInto('conversation_read')
    .values({
      tenant_id: tx.tenantId,
      entity_id: entityId,
      reader: name,
      side,
      is_person: isPerson ? 1 : 0,
      position,
      read_at: await tx.now(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'entity_id', 'reader'])
        .doUpdateSet((eb) => ({ position: eb.ref('excluded.position'), read_at: eb.ref('excluded.read_at') }))
        .whereRef('conversation_read.position', '<', 'excluded.position'),
    )
    .execute()
}

/** Where a record says since when somebody takes part. */
export interface HeardSince {
  readonly table: string
  readonly id: string
  readonly since: string
}

/** For a condition: what was written since whoever reads takes part; all of it where nothing says so. */
const heard = (since: HeardSince | null, message: string): Fragment => {
  if (since === null) return fragment.raw('')
  const { table, id } = since
  const told = fragment.raw(`and ${message}.at >= (select told.${since.since} from ${table} told
    where told.tenant_id = ${message}.tenant_id and told.${id} = ${message}.entity_id)`)
  return told
}

/** What a conversation is to one reader. */
export interface Summary {
  readonly messageCount: number
  readonly lastMessageAt: number | null
  /** Messages of the other side that this reader has not read. */
  readonly unreadCount: number
}

type SummaryRow = Readonly<Record<'messageCount' | 'lastMessageAt' | 'unreadCount', number>> & {
  readonly entityId: string
}

/** Of records that the reader was shown; those that nobody wrote about are left out. */
export const summariesOf = async (
  reader: TenantReader,
  entityIds: readonly string[],
  { name, side }: Pick<Participant, 'name' | 'side'>,
  since: HeardSince | null = null,
): Promise<ReadonlyMap<string, Summary>> => {
  const rows = await rowsOf<SummaryRow>(
    reader,
    fragment`select m.entity_id as "entityId", count(*) as "messageCount", max(m.at) as "lastMessageAt",
        sum(case when m.side <> ${side} and m.position > coalesce(r.position, 0) then 1 else 0 end) as "unreadCount"
      from conversation_message m
      left join conversation_read r on r.tenant_id = m.tenant_id and r.entity_id = m.entity_id and r.reader = ${name}
      where m.tenant_id = ${reader.tenantId} and m.entity_id ${fragment.among(entityIds)} ${heard(since, 'm')}
      group by m.entity_id`,
  )
  const found = rows.map((row) => ({
    entityId: row.entityId,
    messageCount: Number(row.messageCount),
    lastMessageAt: Number(row.lastMessageAt),
    unreadCount: Number(row.unreadCount),
  }))
  for (const { messageCount } of found) reader.looked?.add(messageCount, 'compared')
  return new Map(found.map(({ entityId, ...summary }) => [entityId, summary]))
}

type MessageRow = Omit<Message, 'author'> & { readonly entityId: string; readonly author: string | null }

/** Where a page of messages lies: beyond which position, in which direction, and how many at most. */
interface MessageRange {
  readonly after: readonly (string | number)[] | null
  readonly isDescending: boolean
  readonly most: number
}

/** A page of each record's messages, all after the same position, in one statement. */
export const messagesOf = async (
  reader: TenantReader,
  entityIds: readonly string[],
  { after, isDescending, most }: MessageRange,
  since: HeardSince | null = null,
): Promise<ReadonlyMap<string, Message[]>> => {
  const order = fragment.raw(isDescending ? 'desc' : 'asc')
  const beyond = after
    ? fragment`and position ${fragment.raw(isDescending ? '<' : '>')} ${after[0] as number}`
    : fragment.raw('')
  const rows = await rowsOf<MessageRow>(
    reader,
    fragment`select "entityId", "messageId", position, side, author, text, at from (
        select entity_id as "entityId", message_id as "messageId", position, side, author, text, at,
          row_number() over (partition by entity_id order by position ${order}) as place
        from conversation_message m
        where tenant_id = ${reader.tenantId} and entity_id ${fragment.among(entityIds)} ${beyond} ${heard(since, 'm')}) page
      where place <= ${most} order by "entityId", place`,
  )
  const found = Map.groupBy(rows, ({ entityId }) => entityId)
  return new Map(
    [...found].map(([entityId, list]) => [
      entityId,
      list.map(({ messageId, position, side, author, text, at }) => ({
        messageId,
        position: Number(position),
        side,
        author: author === null ? null : (JSON.parse(author) as Author),
        text,
        at: Number(at),
      })),
    ]),
  )
}

/** How far a side has read, and since when. */
export interface ReadMark {
  readonly side: MessageSide
  readonly messageId: string
  readonly at: number
}

export const readMarksOf = async (
  reader: TenantReader,
  entityIds: readonly string[],
  since: HeardSince | null = null,
): Promise<ReadonlyMap<string, ReadMark[]>> => {
  const rows = await rowsOf<ReadMark & { readonly entityId: string }>(
    reader,
    fragment`select r.entity_id as "entityId", r.side, m.message_id as "messageId", r.read_at as at from (
        select entity_id, side, position, read_at, tenant_id,
          row_number() over (partition by entity_id, side order by position desc, read_at) as place
        from conversation_read where tenant_id = ${reader.tenantId} and entity_id ${fragment.among(entityIds)}) r
      join conversation_message m on m.tenant_id = r.tenant_id and m.entity_id = r.entity_id and m.position = r.position
      where r.place = 1 ${heard(since, 'm')} order by r.entity_id, r.side`,
  )
  return Map.groupBy(
    rows.map(({ at, ...row }) => ({ ...row, at: Number(at) })),
    ({ entityId }) => entityId,
  )
}

/** Messages and marks go with their record. */
export const removeConversations = async (tx: TenantTx, entityIds: readonly string[]): Promise<void> => {
  for (const table of ['conversation_message', 'conversation_read']) {
    await rowsOf(
      tx,
      fragment`delete from ${fragment.raw(table)}
        where tenant_id = ${tx.tenantId} and entity_id ${fragment.among(entityIds)}`,
    )
  }
}
