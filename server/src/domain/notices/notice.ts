/** A notice: what it is about, whom it is for, and its words (access-model §9). */
import type { Scope } from '../scopes.ts'

export const NOTICE_KINDS = [
  'ACCESS_ASKED',
  'ACCESS_ANSWERED',
  'ADMIN_ADDED',
  'FAILING',
  'NEAR_CAP',
  'KEY_EXPIRING',
  'KEY_UNUSED',
  'TOKEN_ENDING',
  'PAPER_EXPIRING',
  'MESSAGE',
  'LOG_AMENDED',
  'MANDATORY_REPORT',
  'SAFETY_OFFICE',
  'MAKER_LEFT',
] as const

export type NoticeKind = (typeof NOTICE_KINDS)[number]

export const isNoticeKind = (text: string): text is NoticeKind => (NOTICE_KINDS as readonly string[]).includes(text)

/**
 * The scope that a user must hold to be told; null for a kind that is about the user alone, or whose notices say it
 * themselves.
 */
export const AUDIENCES: Readonly<Record<NoticeKind, Scope | null>> = {
  ACCESS_ASKED: 'add-on:write',
  ACCESS_ANSWERED: null,
  ADMIN_ADDED: 'user:read',
  FAILING: 'add-on:read',
  NEAR_CAP: 'add-on:read',
  KEY_EXPIRING: 'api-key:read',
  KEY_UNUSED: 'api-key:read',
  TOKEN_ENDING: 'api-key:read',
  PAPER_EXPIRING: 'crew:read',
  MESSAGE: null,
  LOG_AMENDED: null,
  MANDATORY_REPORT: 'safety:read',
  SAFETY_OFFICE: 'safety:reporter:read',
  MAKER_LEFT: 'api-key:read',
}

/** Papers are mailed to the crew member alone: a crew department reads them in the bell. */
const MAILED_TO_THE_USER_ALONE: ReadonlySet<NoticeKind> = new Set(['PAPER_EXPIRING'])

/** How a name is written: as it is on a page, without anything that becomes a link in a mail. */
export type ShowName = (name: string) => string

export interface NoticeWords {
  readonly title: string
  readonly text: string
}

export interface Notice {
  readonly kind: NoticeKind
  /** Tells this notice from all others of the operator: the same cause is told once. */
  readonly cause: string
  /** Of a MESSAGE: what reads the record that it is about. */
  readonly scope?: Scope
  /** The user whom it is about, who is told whatever their scopes are. */
  readonly userId: string | null
  /** The user who caused it, and knows already. */
  readonly madeBy: string | null
  /** Below /console. */
  readonly place: string
  /** What it is about, where it comes back every day while that lasts: a user can ask for quiet until the next day. */
  readonly subject?: string
  readonly words: (shown: ShowName) => NoticeWords
}

/** Where it leads: crew members may not open the crew's pages, and find their own papers on the roster. */
export const placeFor = (userId: string, notice: Pick<Notice, 'kind' | 'userId' | 'place'>): string =>
  notice.kind === 'PAPER_EXPIRING' && notice.userId === userId ? '/roster' : notice.place

/** The scope whose holders are told. */
export const audienceOf = ({ kind, scope }: Pick<Notice, 'kind' | 'scope'>): Scope | null => scope ?? AUDIENCES[kind]

interface Reader {
  readonly userId: string
  readonly scopes: ReadonlySet<string>
}

/** Whether this user sees the notice in the bell. */
const isTold = (notice: Notice, reader: Reader): boolean => {
  if (reader.userId === notice.madeBy) return false
  const scope = audienceOf(notice)
  return reader.userId === notice.userId || (scope !== null && reader.scopes.has(scope))
}

/** Whether this user is told by mail too, unless they chose otherwise. */
export const isMailed = (notice: Notice, reader: Reader): boolean =>
  MAILED_TO_THE_USER_ALONE.has(notice.kind) ? reader.userId === notice.userId : isTold(notice, reader)
