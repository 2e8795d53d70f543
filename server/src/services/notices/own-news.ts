/**
 * The bell of a member and of a member of staff: what others did in the last days, and which of it they have not seen
 * (portals §7, ADR 155).
 */
import { addSeconds } from '../../domain/clock.ts'
import { DAY_MS } from '../../domain/interval.ts'
import { MAX_NEWS, NEWS_DAYS } from '../../domain/notices/news.ts'
import { userError } from '../../domain/user-error.ts'
import {
  type NewsRow,
  newConnections,
  newLeftBehind,
  newMessages,
  newPhoneNumbers,
  newSteps,
  newSuspensions,
  newsSeenAt,
  saveNewsSeen,
} from '../../storage/notices/news.ts'
import type { SignedIn } from '../identity/sessions.ts'
import type { SignedInMember } from '../providers/members.ts'
import type { WorldAt } from '../world.ts'

export interface News extends NewsRow {
  readonly newsId: string
  readonly isNew: boolean
}

/** Names the moment too, so that who has seen it has seen what came before. */
const idOf = ({ at, key }: NewsRow): string => `news_${at}_${key}`

const NEWS_ID = /^news_(\d{1,15})_/

/** The note of a step is a message too: it is told with the step. */
const isTold = ({ kind, clientId, text }: NewsRow, rows: readonly NewsRow[]): boolean =>
  kind === 'MESSAGE' && rows.some((row) => row.kind === 'STEP' && row.clientId === clientId && row.text === text)

/** Nothing is new to somebody that happened before they came. */
const listed = async (at: WorldAt, { user }: SignedIn, found: readonly NewsRow[][]): Promise<News[]> => {
  const seenAt = Math.max(user.created_at, await newsSeenAt(at.read, user.user_id))
  const rows = found.flat()
  return rows
    .filter((row) => !isTold(row, rows))
    .sort((a, b) => b.at - a.at || a.key.localeCompare(b.key))
    .slice(0, MAX_NEWS)
    .map((row) => ({ ...row, newsId: idOf(row), isNew: row.at > seenAt }))
}

const firstMoment = (at: WorldAt): number => addSeconds(at.now(), (-NEWS_DAYS * DAY_MS) / 1000)

/** What support, the host and operators did with the provider's applications, and what who left made; the latest first. */
export const newsOfMember = async (at: WorldAt, member: SignedInMember): Promise<News[]> => {
  const span = { providerId: member.provider.provider_id, after: firstMoment(at), most: MAX_NEWS }
  return listed(at, member, [
    await newMessages(at.platform, span, 'support'),
    await newSteps(at.platform, span, 'provider'),
    await newConnections(at.platform, span),
    await newPhoneNumbers(at.platform, span, 'support'),
    await newLeftBehind(at.platform, span, at.now()),
  ])
}

/** What providers and the host did, and what a colleague asks for; the latest first. */
export const newsOfStaff = async (at: WorldAt, staff: SignedIn): Promise<News[]> => {
  const span = { providerId: null, after: firstMoment(at), most: MAX_NEWS }
  return listed(at, staff, [
    await newMessages(at.platform, span, 'provider'),
    await newSteps(at.platform, span, 'support'),
    await newPhoneNumbers(at.platform, span, 'provider'),
    await newSuspensions(at.platform, at.now() - DAY_MS, staff.user.user_id),
  ])
}

/** Marks everything up to this one as seen by the person who asks; never what is still to come. */
export const seeNews = async (at: WorldAt, { user }: SignedIn, newsId: string): Promise<void> => {
  const moment = NEWS_ID.exec(newsId)?.[1]
  if (moment === undefined) throw userError('VALIDATION', 'Name the newsId of the latest that you saw', ['newsId'])
  await at.write(async (tx) => saveNewsSeen(tx, user.user_id, Math.min(Number(moment), await tx.now())))
}
