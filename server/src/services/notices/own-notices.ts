/** A user's own bell: what they are told, what they have read, and which kinds come by mail. */
import { DAY_MS } from '../../domain/interval.ts'
import { AUDIENCES, isNoticeKind, NOTICE_KINDS, type NoticeKind } from '../../domain/notices/notice.ts'
import { TALKED_ABOUT } from '../../domain/records/all-records.ts'
import { type ScopeSet, scopesIn } from '../../domain/scopes.ts'
import { userError } from '../../domain/user-error.ts'
import type { TenantReader } from '../../storage/handles.ts'
import type { UserRow } from '../../storage/identity/users.ts'
import type { LogPosition } from '../../storage/log-search.ts'
import {
  markNoticesRead,
  type NoticeReader,
  type OwnNotice,
  ownNotices,
  setQuiet,
  setUnmailedKinds,
  subjectOf,
  unmailedKinds,
  unreadNotices,
} from '../../storage/notices/notices.ts'
import type { WorldAt } from '../world.ts'

/** More than these are "99+" in the bell. */
const MAX_COUNTED = 100
/** "Mark all as read" marks so many at a time: more than a bell holds. */
const MAX_MARKED = 1000

export interface NoticeOwner {
  readonly user: UserRow
  readonly scopes: ScopeSet
}

const readerOf = ({ user, scopes }: NoticeOwner): NoticeReader => ({
  userId: user.user_id,
  scopes: scopesIn(scopes),
  since: user.created_at,
})

export const noticesOf = (
  reader: TenantReader,
  owner: NoticeOwner,
  before: LogPosition | null,
  most: number,
): Promise<OwnNotice[]> => ownNotices(reader, readerOf(owner), before, most)

export const unreadCount = async (reader: TenantReader, owner: NoticeOwner): Promise<number> =>
  (await unreadNotices(reader, readerOf(owner), MAX_COUNTED)).length

/** Marks these as read, or all of them. Those that the user is not told of are left out without a word. */
export const readNotices = async (
  at: WorldAt,
  owner: NoticeOwner,
  noticeIds: readonly string[] | null,
): Promise<void> => {
  await at.write(async (tx) => {
    const unread = await unreadNotices(tx, readerOf(owner), MAX_MARKED, noticeIds)
    await markNoticesRead(tx, owner.user.user_id, unread)
  })
}

/** Until the next day in UTC; the subjects of such notices are told again then, if they last. */
const endOfDay = (now: number): number => (Math.floor(now / DAY_MS) + 1) * DAY_MS

/** No more of what this notice is about for today: neither new in the bell nor by mail. */
export const quietNotice = async (at: WorldAt, owner: NoticeOwner, noticeId: string): Promise<void> => {
  await at.write(async (tx) => {
    const found = await subjectOf(tx, readerOf(owner), noticeId)
    if (!found) throw userError('NOT_FOUND', 'There is no such notice', ['noticeId'])
    if (found.subject === null) {
      throw userError('NOT_ALLOWED', 'This notice does not come back: mark it as read instead', ['noticeId'])
    }
    await setQuiet(tx, owner.user.user_id, found.subject, endOfDay(await tx.now()))
    await markNoticesRead(tx, owner.user.user_id, [noticeId])
  })
}

export interface NoticeChoice {
  readonly kind: NoticeKind
  readonly isByMail: boolean
}

/** The kinds that this user can be told of. */
const kindsFor = ({ scopes }: NoticeOwner): NoticeKind[] => {
  const held = new Set<string>(scopesIn(scopes))
  return NOTICE_KINDS.filter((kind) => {
    const scope = AUDIENCES[kind]
    if (kind === 'PAPER_EXPIRING' || kind === 'LOG_AMENDED') return held.has('own:profile')
    if (kind === 'MESSAGE') return [...TALKED_ABOUT.values()].some(({ read }) => held.has(read))
    return scope === null || held.has(scope)
  })
}

export const noticeChoices = async (reader: TenantReader, owner: NoticeOwner): Promise<NoticeChoice[]> => {
  const { user_id } = owner.user
  const unmailed = (await unmailedKinds(reader, [user_id])).get(user_id)
  return kindsFor(owner).map((kind) => ({ kind, isByMail: unmailed?.has(kind) !== true }))
}

/** Replaces which kinds come by mail. */
export const chooseMails = async (at: WorldAt, owner: NoticeOwner, kinds: readonly string[]): Promise<void> => {
  const unknown = kinds.find((kind) => !isNoticeKind(kind))
  if (unknown !== undefined) {
    throw userError('VALIDATION', `There is no kind of notice "${unknown}": ${NOTICE_KINDS.join(', ')}`, ['kindList'])
  }
  const unmailed = kindsFor(owner).filter((kind) => !kinds.includes(kind))
  await at.write((tx) => setUnmailedKinds(tx, owner.user.user_id, unmailed))
}
