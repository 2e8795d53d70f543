/** What an endpoint of events is to a page: an operator's in the console, an application's in the portal. */
import { counted, grouped, share } from '../text/count.ts'

export interface Attempt {
  readonly attemptId: string
  readonly messageId: string
  readonly at: string
  readonly type: string
  readonly entityId: string | null
  readonly number: number
  readonly status: number | null
  readonly problem: string | null
  readonly isTaken: boolean
  readonly tookMs: number
  /** Of these, until it was connected to, and from then until the answer began. */
  readonly connectMs: number | null
  readonly waitMs: number | null
  readonly delayMs: number | null
}

export interface AttemptDetail extends Attempt {
  readonly answer: string
  readonly cursorBefore: string | null
}

/** A message that was not taken yet, or waits behind one of its record. */
export interface Waiting {
  readonly messageId: string
  readonly entityId: string
  readonly nextTryAt: string | null
}

/** How many messages would be sent again. */
export interface MessageCount {
  readonly count: number
  readonly hasMore: boolean
}

export const messagesWord = ({ count, hasMore }: MessageCount): string =>
  hasMore ? `${grouped(count)} messages or more` : counted(count, 'message')

export interface Figures {
  readonly firstTryCount: number
  readonly firstTakenCount: number
  readonly delayP50Ms: number | null
  readonly delayP95Ms: number | null
}

export interface HourOfTries {
  readonly from: string
  readonly takenCount: number
  readonly failedCount: number
}

export interface Endpoint {
  readonly switchedOffAt: string | null
  readonly waitingCount: number
  readonly attemptList: readonly Pick<Attempt, 'isTaken' | 'type'>[]
}

export type EndpointCondition = 'off' | 'failing' | 'less' | 'on'

const TEST_TYPE = 'webhook.test'

/** `hearsLess`: something that it was set up to hear is not sent to it any more. */
export const conditionOf = (endpoint: Endpoint, hearsLess: boolean): EndpointCondition => {
  if (endpoint.switchedOffAt !== null) return 'off'
  if (endpoint.waitingCount > 0 && endpoint.attemptList.find(({ type }) => type !== TEST_TYPE)?.isTaken === false)
    return 'failing'
  return hearsLess ? 'less' : 'on'
}

/** Without the scheme, which is always the same. */
export const shortUrl = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

/** What it is called on pages: what it is for, or else where it goes. */
export const nameOf = ({ description, url }: { readonly description: string; readonly url: string }): string =>
  description || shortUrl(url)

/** How long its messages take, or how many wait; null where none was sent. */
export const delayOf = ({ waitingCount, figures }: Pick<Endpoint, 'waitingCount'> & { figures: Figures }) => {
  if (waitingCount > 0) return counted(waitingCount, 'waiting', 'waiting')
  return figures.delayP50Ms === null ? null : spanOf(figures.delayP50Ms)
}

/** 74 ms, 2.1 s, 42 min: as exact as anybody needs. */
export const spanOf = (ms: number): string => {
  if (ms < 1000) return `${ms} ms`
  if (ms < 120_000) return `${(ms / 1000).toFixed(1)} s`
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`
}

/** The share of messages that were taken at the first try; null where none was tried. */
export const takenShare = ({ firstTryCount, firstTakenCount }: Figures): string | null =>
  firstTryCount === 0 ? null : share(firstTakenCount, firstTryCount)

export const outcomeWord = ({ status, problem }: Pick<Attempt, 'status' | 'problem'>): string =>
  status === null ? (problem ?? 'no answer') : String(status)

const ORDINALS = ['th', 'st', 'nd', 'rd']
export const tryWord = (number: number): string => {
  const end = number % 100 > 10 && number % 100 < 14 ? 'th' : (ORDINALS[number % 10] ?? 'th')
  return `${number}${end} try`
}
