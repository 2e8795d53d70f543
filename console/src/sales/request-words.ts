/** Charter requests in words: for whom, through whom, and who is waited for. */
import type { StateWords } from '../parts/tag.tsx'
import { counted } from '../text/count.ts'
import { utcNearMinute } from '../text/instant.ts'
import { durationLeft } from '../text/left.ts'
import type { PiledRequest, Quote } from './queries.ts'
import type { RequestStatus } from './search.ts'

/** The marketplace that asked; none where somebody of the operator wrote it down. */
export const cameThrough = ({ createdBy }: Pick<PiledRequest, 'createdBy'>): string =>
  createdBy?.applicationName ?? 'direct'

export type Waits = 'us' | 'buyer' | 'nobody'

/** Whose move it is: an accepted quote that needs approval waits for us, whatever the request's status is. */
export const waitsFor = ({ status, quoteList }: Pick<PiledRequest, 'status' | 'quoteList'>): Waits => {
  if (status !== 'OPEN' && status !== 'QUOTED') return 'nobody'
  return status === 'OPEN' || quoteList.some((quote) => quote.status === 'ACCEPTED') ? 'us' : 'buyer'
}

const latest = (times: readonly string[]): string | undefined => times.toSorted().at(-1)

/** The last words of a line in the pile. */
export const nextOf = (request: PiledRequest, now: Date): string => {
  const { quoteList, createdAt } = request
  const accepted = quoteList.find(({ status }) => status === 'ACCEPTED')
  if (accepted?.confirmBy != null) return `accepted, ${durationLeft(new Date(accepted.confirmBy), now)} to book`
  const waits = waitsFor(request)
  if (waits === 'buyer') {
    const until = latest(quoteList.filter(({ status }) => status === 'SENT').map(({ validUntil }) => validUntil))
    return until === undefined ? '' : `ends ${utcNearMinute(new Date(until), now)}`
  }
  if (waits === 'nobody') return ''
  if (quoteList.some(({ status }) => status === 'DRAFT')) return 'draft, not sent'
  return `no quote, ${durationLeft(now, new Date(createdAt))}`
}

export const legsInWords = ({ legList }: PiledRequest): string =>
  `${counted(legList.length, 'leg')}, ${Math.max(0, ...legList.map(({ paxCount }) => paxCount))} pax`

export const STATUS_WORDS = {
  OPEN: { word: 'Open', tone: 'line' },
  QUOTED: { word: 'Quoted', tone: 'info', icon: 'send' },
  BOOKED: { word: 'Booked', tone: 'good', icon: 'circleCheck' },
  DECLINED: { word: 'Declined', tone: 'plain', icon: 'cross' },
  WITHDRAWN: { word: 'Withdrawn', tone: 'plain', icon: 'cross' },
  EXPIRED: { word: 'Expired', tone: 'plain', icon: 'clock' },
} as const satisfies Record<RequestStatus, StateWords>

export const QUOTE_WORDS = {
  DRAFT: { word: 'Draft', tone: 'line', icon: 'pencil' },
  SENT: { word: 'Sent', tone: 'info', icon: 'send' },
  ACCEPTED: { word: 'Accepted, waits for us', tone: 'solid', icon: 'clock' },
  BOOKED: { word: 'Booked', tone: 'good', icon: 'circleCheck' },
  REJECTED: { word: 'Rejected', tone: 'plain', icon: 'cross' },
  WITHDRAWN: { word: 'Withdrawn', tone: 'plain', icon: 'cross' },
  SUPERSEDED: { word: 'Superseded', tone: 'plain', icon: 'forward' },
  EXPIRED: { word: 'Expired', tone: 'line', icon: 'clock' },
} as const satisfies Record<Quote['status'], StateWords>

/** What can still lead to a booking, or did. Of what expired only the last revision. */
const STANDING: ReadonlySet<Quote['status']> = new Set(['DRAFT', 'SENT', 'ACCEPTED', 'BOOKED', 'EXPIRED'])

export const isStanding = ({ status }: Quote): boolean => STANDING.has(status)

/** "Q00142, revision 2". */
export const quoteName = ({ quoteNumber, revision }: Pick<Quote, 'quoteNumber' | 'revision'>): string =>
  revision > 1 ? `${quoteNumber}, revision ${revision}` : quoteNumber
