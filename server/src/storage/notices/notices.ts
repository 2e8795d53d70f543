/** Notices of one tenant. The cause of a notice is unique, so that several processes tell it once. */
import type { NoticeKind } from '../../domain/notices/notice.ts'
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
      title: string
      text: string
      place: string
      created_at: number
    }
    notice_read: { tenant_id: string; user_id: string; notice_id: string; read_at: number }
    /** `unmailed_kinds` is space-delimited. */
    notice_choice: { tenant_id: string; user_id: string; unmailed_kinds: string }
  }
}

export type NoticeRow = Tables['notice']
export type OwnNotice = NoticeRow & { readonly read_at: number | null }

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
    .select('notice_read.read_at')
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

/** The ids of what the user has not read, the latest first. */
export const unreadNotices = async (reader: TenantReader, whose: NoticeReader, most: number): Promise<string[]> => {
  const rows = await told(reader, whose)
    .select('notice.notice_id')
    .where('notice_read.read_at', 'is', null)
    .orderBy('notice.created_at', 'desc')
    .orderBy('notice.notice_id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ notice_id }) => notice_id)
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

export const removeNoticesBefore = async (tx: PlatformTx, time: number): Promise<void> => {
  await tx.db.deleteFrom('notice').where('created_at', '<', time).execute()
}
