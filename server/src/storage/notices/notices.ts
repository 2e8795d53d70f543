/** Notices of one tenant. The cause of a notice is unique, so that several processes tell it once. */
import { sql } from 'kysely'
import type { NoticeKind } from '../../domain/notices/notice.ts'
import { removeSome } from '../bounded-removal.ts'
import type { Tables } from '../engines/tables.ts'
import type { PlatformTx, TenantReader, TenantTx } from '../handles.ts'
import type { LogPosition } from '../log-search.ts'

declare module '../engines/tables.ts' {
  interface Tables {
    notice: {
      tenant_id: string
      notice_id: string
      kind: NoticeKind
      cause: string
      /** Users who hold this scope are told; null for a notice to one user. */
      scope: string | null
      user_id: string | null
      made_by: string | null
      /** Of a notice that comes back every day. */
      subject: string | null
      title: string
      text: string
      place: string
      created_at: number
    }
    notice_read: { tenant_id: string; user_id: string; notice_id: string; read_at: number }
    /** What was told of the subject before that time is not new to the user. */
    notice_quiet: { tenant_id: string; user_id: string; subject: string; until_at: number }
    /** `unmailed_kinds` is space-delimited. */
    notice_choice: { tenant_id: string; user_id: string; unmailed_kinds: string }
  }
}

export type NoticeRow = Tables['notice']
export type OwnNotice = NoticeRow & { readonly read_at: number | null; readonly quiet_until: number | null }

/** False where the cause was told before. */
export const insertNotice = async (
  tx: TenantTx,
  notice: Omit<NoticeRow, 'tenant_id' | 'created_at'>,
): Promise<boolean> => {
  const inserted = await tx.db
    .insertInto('notice')
    .values({ ...notice, tenant_id: tx.tenantId, created_at: await tx.now() })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'cause']).doNothing())
    .returning('notice_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Which of these causes were told. */
export const toldCauses = async (reader: TenantReader, causes: readonly string[]): Promise<ReadonlySet<string>> => {
  if (causes.length === 0) return new Set()
  const rows = await reader.db
    .selectFrom('notice')
    .select('cause')
    .where('tenant_id', '=', reader.tenantId)
    .where('cause', 'in', causes)
    .execute()
  return new Set(rows.map(({ cause }) => cause))
}

/** How many notices of a subject were given since a time. */
export const noticesAbout = async (reader: TenantReader, subject: string, since: number): Promise<number> => {
  const row = await reader.db
    .selectFrom('notice')
    .select((eb) => eb.fn.countAll<number>().as('given'))
    .where('tenant_id', '=', reader.tenantId)
    .where('subject', '=', subject)
    .where('created_at', '>', since)
    .executeTakeFirst()
  return Number(row?.given ?? 0)
}

/** The user who reads: their scopes decide what they see, and they see nothing from before they joined. */
export interface NoticeReader {
  readonly userId: string
  readonly scopes: readonly string[]
  readonly since: number
}

const told = (reader: TenantReader, { userId, scopes, since }: NoticeReader) =>
  reader.db
    .selectFrom('notice')
    .leftJoin('notice_read', (join) =>
      join
        .onRef('notice_read.tenant_id', '=', 'notice.tenant_id')
        .onRef('notice_read.notice_id', '=', 'notice.notice_id')
        .on('notice_read.user_id', '=', userId),
    )
    .leftJoin('notice_quiet', (join) =>
      join
        .onRef('notice_quiet.tenant_id', '=', 'notice.tenant_id')
        .onRef('notice_quiet.subject', '=', 'notice.subject')
        .onRef('notice_quiet.until_at', '>', 'notice.created_at')
        .on('notice_quiet.user_id', '=', userId),
    )
    .where('notice.tenant_id', '=', reader.tenantId)
    .where('notice.created_at', '>=', since)
    .where((eb) => eb.or([eb('notice.made_by', 'is', null), eb('notice.made_by', '!=', userId)]))
    .where((eb) => eb.or([eb('notice.user_id', '=', userId), eb('notice.scope', 'in', ['', ...scopes])]))

/** The latest first. */
export const ownNotices = (
  reader: TenantReader,
  whose: NoticeReader,
  before: LogPosition | null,
  most: number,
): Promise<OwnNotice[]> =>
  told(reader, whose)
    .selectAll('notice')
    .select(['notice_read.read_at', 'notice_quiet.until_at as quiet_until'])
    .$if(before !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('notice.created_at', '<', before?.at ?? 0),
          eb.and([eb('notice.created_at', '=', before?.at ?? 0), eb('notice.notice_id', '<', before?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('notice.created_at', 'desc')
    .orderBy('notice.notice_id', 'desc')
    .limit(most)
    .execute()

/** The ids of what the user has not read, the latest first; of some alone where they are named. */
export const unreadNotices = async (
  reader: TenantReader,
  whose: NoticeReader,
  most: number,
  among: readonly string[] | null = null,
): Promise<string[]> => {
  if (among?.length === 0) return []
  const rows = await told(reader, whose)
    .select('notice.notice_id')
    .where('notice_read.read_at', 'is', null)
    .where('notice_quiet.until_at', 'is', null)
    .$if(among !== null, (query) => query.where('notice.notice_id', 'in', among ?? []))
    .orderBy('notice.created_at', 'desc')
    .orderBy('notice.notice_id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ notice_id }) => notice_id)
}

/** What a notice is about; undefined where the user is not told of it. */
export const subjectOf = async (
  reader: TenantReader,
  whose: NoticeReader,
  noticeId: string,
): Promise<{ readonly subject: string | null } | undefined> =>
  told(reader, whose).select('notice.subject').where('notice.notice_id', '=', noticeId).executeTakeFirst()

export const setQuiet = async (tx: TenantTx, userId: string, subject: string, until_at: number): Promise<void> => {
  await tx.db
    .insertInto('notice_quiet')
    .values({ tenant_id: tx.tenantId, user_id: userId, subject, until_at })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'subject']).doUpdateSet({ until_at }))
    .execute()
}

/** Who wants to hear nothing of this now. */
export const quietUsers = async (tx: TenantTx, subject: string): Promise<ReadonlySet<string>> => {
  const rows = await tx.db
    .selectFrom('notice_quiet')
    .select('user_id')
    .where('tenant_id', '=', tx.tenantId)
    .where('subject', '=', subject)
    .where('until_at', '>', await tx.now())
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

export const markNoticesRead = async (tx: TenantTx, userId: string, noticeIds: readonly string[]): Promise<void> => {
  if (noticeIds.length === 0) return
  const read = { tenant_id: tx.tenantId, user_id: userId, read_at: await tx.now() }
  await tx.db
    .insertInto('notice_read')
    .values(noticeIds.map((notice_id) => ({ ...read, notice_id })))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'notice_id']).doNothing())
    .execute()
}

/** The kinds that each of these users does not want by mail; users who never chose are left out. */
export const unmailedKinds = async (
  reader: TenantReader,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
  if (userIds.length === 0) return new Map()
  const rows = await reader.db
    .selectFrom('notice_choice')
    .select(['user_id', 'unmailed_kinds'])
    .where('tenant_id', '=', reader.tenantId)
    .where('user_id', 'in', userIds)
    .execute()
  return new Map(rows.map((row) => [row.user_id, new Set(row.unmailed_kinds.split(' ').filter(Boolean))]))
}

export const setUnmailedKinds = async (tx: TenantTx, userId: string, kinds: readonly NoticeKind[]): Promise<void> => {
  const unmailed_kinds = kinds.join(' ')
  await tx.db
    .insertInto('notice_choice')
    .values({ tenant_id: tx.tenantId, user_id: userId, unmailed_kinds })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ unmailed_kinds }))
    .execute()
}

/** Who read a notice goes first: it may be everybody. */
export const removeNoticesBefore = async (tx: PlatformTx, time: number, most: number): Promise<number> => {
  const { numAffectedRows } = await sql`delete from notice_read where (tenant_id, user_id, notice_id) in (
    select r.tenant_id, r.user_id, r.notice_id from notice n
      join notice_read r on r.tenant_id = n.tenant_id and r.notice_id = n.notice_id
    where n.created_at < ${time} limit ${sql.lit(most)})`.execute(tx.db)
  const reads = Number(numAffectedRows ?? 0)
  if (reads >= most) return reads
  return removeSome(
    tx,
    {
      from: 'notice',
      key: ['tenant_id', 'notice_id'],
      by: 'created_at',
      before: time,
      where: sql`not exists (select 1 from notice_read r
        where r.tenant_id = notice.tenant_id and r.notice_id = notice.notice_id)`,
    },
    most,
  )
}

export const removeQuietBefore = (tx: PlatformTx, time: number, most: number): Promise<number> =>
  removeSome(tx, { from: 'notice_quiet', key: ['tenant_id', 'user_id', 'subject'], by: 'until_at', before: time }, most)
