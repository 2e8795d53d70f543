/** Drafts, sends and revises quotes, and leads them through their life cycle. The request's row is locked first. */
import { HOUR_MS } from '../../../domain/interval.ts'
import { actingAs } from '../../../domain/operations/acting-as.ts'
import { type CharterRequest, STANDS } from '../../../domain/operations/sales/charter-request.ts'
import {
  QUOTE_LIFE_CYCLE,
  type Quote,
  type QuoteStatus,
  quoteStatusAt,
  WITH_REASON,
} from '../../../domain/operations/sales/quote.ts'
import { priced, type QuoteLineInput, quoteLineProblems } from '../../../domain/operations/sales/quote-line.ts'
import {
  type QuoteTermsInput,
  termsAfter,
  termsProblems,
  USUAL_TERMS,
} from '../../../domain/operations/sales/quote-terms.ts'
import { MAX_QUOTES_PER_REQUEST } from '../../../domain/operations/sales/sales-limits.ts'
import { type Step, stepsOf } from '../../../domain/operations/step.ts'
import { textProblems } from '../../../domain/problem.ts'
import type { InputOf } from '../../../domain/records/description.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import { offeredTo } from '../../../storage/oauth/offered-aircraft.ts'
import { AIRCRAFT } from '../../../storage/operations/fleet/aircraft.ts'
import { CHARTER_REQUEST } from '../../../storage/operations/sales/charter-requests.ts'
import { lockQuotesOf, QUOTE } from '../../../storage/operations/sales/quotes.ts'
import { changeRecord, createRecord, expectVersion, lockRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { useCases } from '../../records/use-cases.ts'
import { refuseOtherWriters } from '../../records/writers.ts'
import { newId } from '../../world.ts'
import { nextBusinessNumber } from '../business-numbers.ts'
import type { Desk, Given } from '../desk.ts'
import { refuseSold } from '../flights/flight-lock.ts'
import { illegalStep, inState } from '../illegal-step.ts'
import { lockWithParent } from '../parent-lock.ts'
import { type Booking, cancelTrip, confirmTrip, makeTrip } from './booking.ts'
import { refuseOver } from './charter-requests.ts'
import { type PlannedLegInput, plannedLegs } from './planned-legs.ts'

/** What the inputs have beside the record's own fields. */
interface Asked {
  readonly legList?: Given<readonly PlannedLegInput[]>
  readonly lineList?: Given<readonly QuoteLineInput[]>
  readonly terms?: Given<QuoteTermsInput>
}

export type QuoteInput = InputOf<typeof QUOTE.description> & Asked

const LINES = ['input', 'lineList']

const refuseMore = async (tx: ViewTx, { charterRequestId }: CharterRequest): Promise<void> => {
  if ((await lockQuotesOf(tx, charterRequestId)).length < MAX_QUOTES_PER_REQUEST) return
  throw userError('LIMIT_EXCEEDED', `A request has at most ${MAX_QUOTES_PER_REQUEST} quotes, revisions included`)
}

/** The buyer could read nothing of it: the operator chose which aircraft its marketplace offers (data §7.6). */
const refuseUnoffered = async (
  tx: ViewTx,
  { buyer }: CharterRequest,
  aircraftId: string,
  path: readonly string[],
): Promise<void> => {
  if (buyer === null || (await offeredTo(tx, buyer)).includes(aircraftId)) return
  const message = 'The marketplace that asks may not offer this aircraft: an administrator chooses it in Add-ons first'
  throw userError('NOT_ALLOWED', message, path)
}

/** A quote is over when the first leg should have left. */
const refuseValidity = async (tx: ViewTx, { validUntil, legList }: Pick<Quote, 'validUntil' | 'legList'>) => {
  const first = legList[0]?.offBlock ?? 0
  if (validUntil > (await tx.now()) && validUntil <= first) return
  const message = 'validUntil is in the future, and not after the first departure'
  throw userError('VALIDATION', message, ['input', 'validUntil'])
}

const linesOf = (before: Quote | null, { lineList }: Asked, legCount: number) => {
  const inputs = lineList ?? before?.lineList ?? []
  refuseProblems(quoteLineProblems(inputs, LINES, legCount), [])
  const reckoned = priced(inputs)
  if (!reckoned.gross.amount.startsWith('-')) return reckoned
  throw userError('VALIDATION', 'Discounts take away more than the other lines add', LINES)
}

export const quotes = useCases(QUOTE, CHARTER_REQUEST, {
  guard: async ({ tx, before, parent, path }) => {
    await refuseOver(tx, parent, before === null ? ['input', 'charterRequestId'] : path)
    if (before === null) return refuseMore(tx, parent)
    if (before.status === 'DRAFT') return
    const general = 'Only a DRAFT changes: revise what was sent'
    throw userError('LOCKED', inState(QUOTE.description, `${general}; it is ${before.status}`, general), path)
  },
  beforeWrite: async ({ tx, desk, before, parent, input, next }) => {
    const asked = input as Asked
    const aircraft = await lockRecord(tx, AIRCRAFT, next.aircraftId, ['input', 'aircraftId'])
    refuseSold(aircraft, ['input', 'aircraftId'])
    await refuseUnoffered(tx, parent, next.aircraftId, ['input', 'aircraftId'])
    const isPlannedAnew = before === null || asked.legList !== undefined || before.aircraftId !== next.aircraftId
    const legList = isPlannedAnew
      ? await plannedLegs(tx, desk, { aircraft, request: parent }, asked.legList)
      : next.legList
    const terms = termsAfter(before?.terms ?? USUAL_TERMS, asked.terms ?? {})
    refuseProblems(termsProblems(terms, ['input', 'terms']), [])
    await refuseValidity(tx, { validUntil: next.validUntil, legList })
    const reckoned = { legList, terms, ...linesOf(before, asked, legList.length) }
    if (before !== null) return reckoned
    const quoteNumber = await nextBusinessNumber(tx, desk, 'quote')
    return { ...reckoned, quoteNumber, buyer: parent.buyer }
  },
})

export interface QuoteStep {
  readonly quoteId: string
  readonly expectedVersion: number
}

/** The next revision, as a draft that the buyer does not see. */
export const reviseQuote = async (tx: ViewTx, desk: Desk, { quoteId, expectedVersion }: QuoteStep) => {
  refuseOtherWriters(QUOTE.description, desk)
  const { parent, record: quote } = await lockWithParent(tx, CHARTER_REQUEST, QUOTE, quoteId)
  expectVersion(quote, expectedVersion)
  const path = ['quoteId']
  await refuseOver(tx, parent, path)
  await refuseMore(tx, parent)
  if (quote.status !== 'SENT') {
    const general = 'Only what was sent and not answered is revised'
    throw userError('LOCKED', inState(QUOTE.description, `${general}; it is ${quote.status}`, general), path)
  }
  const others = await lockQuotesOf(tx, parent.charterRequestId)
  if (others.some(({ status, revisesId }) => status === 'DRAFT' && revisesId === quoteId)) {
    throw userError('LOCKED', 'A revision of it is drafted already: change that one', path)
  }
  const { externalIdList: _, ...kept } = quote
  const draft = { status: 'DRAFT', sentAt: null, revision: quote.revision + 1, revisesId: quoteId } as const
  return { quote: await createRecord(tx, QUOTE, { ...kept, ...draft, quoteId: newId(desk.world, 'quo') }) }
}

/** What a request is by its quotes; its row is locked. */
const settleRequest = async (tx: ViewTx, request: CharterRequest): Promise<void> => {
  const all = await lockQuotesOf(unrestricted(tx), request.charterRequestId)
  const standing = all.flatMap(({ status, validUntil }) =>
    status === 'ACCEPTED' ? [STANDS] : status === 'SENT' ? [validUntil] : [],
  )
  const isBooked = all.some(({ status }) => status === 'BOOKED')
  const quotedUntil = standing.length === 0 ? null : Math.max(...standing)
  const status = isBooked ? ('BOOKED' as const) : request.status
  await changeRecord(tx, CHARTER_REQUEST, request, { status, quotedUntil })
}

interface Stepping {
  readonly tx: ViewTx
  readonly desk: Desk
  readonly quote: Quote
  readonly request: CharterRequest
  readonly reason: string | null
}

type Stepped = Partial<Booking> & { readonly quote: Quote }

/** A revision takes the place of what it revises. */
const send = async ({ tx, quote, request }: Stepping): Promise<Stepped> => {
  await refuseOver(tx, request, ['quoteId'])
  await refuseValidity(tx, quote)
  await refuseUnoffered(tx, request, quote.aircraftId, ['quoteId'])
  for (const other of await lockQuotesOf(tx, request.charterRequestId)) {
    if (other.quoteId !== quote.revisesId || other.status !== 'SENT') continue
    await changeRecord(tx, QUOTE, other, { status: 'SUPERSEDED', supersededById: quote.quoteId })
  }
  return { quote: await changeRecord(tx, QUOTE, quote, { status: 'SENT', sentAt: await tx.now() }) }
}

/** The buyer has one aircraft: what else was offered is over. */
const endOthers = async (tx: ViewTx, { quoteId, charterRequestId }: Quote): Promise<void> => {
  for (const other of await lockQuotesOf(unrestricted(tx), charterRequestId)) {
    if (other.quoteId === quoteId) continue
    if (other.status === 'SENT') await changeRecord(tx, QUOTE, other, { status: 'REJECTED' })
    if (other.status === 'DRAFT') await changeRecord(tx, QUOTE, other, { status: 'WITHDRAWN' })
  }
}

/** Trip, flights, this quote and the others change together, or none of them does. */
const accept = async ({ tx, desk, quote, request, reason }: Stepping): Promise<Stepped> => {
  const now = await tx.now()
  await endOthers(tx, quote)
  const booking = await makeTrip(tx, desk, quote, request)
  const { isSubjectToApproval, approvalHours } = quote.terms
  const accepted = { acceptedAt: now, statusReason: reason }
  const changes = isSubjectToApproval
    ? { ...accepted, status: 'ACCEPTED' as const, confirmBy: now + approvalHours * HOUR_MS }
    : { ...accepted, status: 'BOOKED' as const, bookedAt: now }
  return { ...booking, quote: await changeRecord(tx, QUOTE, quote, changes) }
}

const book = async ({ tx, desk, quote }: Stepping): Promise<Stepped> => {
  const booking = await confirmTrip(tx, desk, quote)
  const changes = { status: 'BOOKED' as const, confirmBy: null, bookedAt: await tx.now() }
  return { ...booking, quote: await changeRecord(tx, QUOTE, quote, changes) }
}

const end =
  (status: 'REJECTED' | 'WITHDRAWN') =>
  async ({ tx, desk, quote, reason }: Stepping): Promise<Stepped> => {
    const booking = quote.status === 'ACCEPTED' ? await cancelTrip(tx, desk, quote, reason ?? '') : {}
    const changes = { status, statusReason: reason, confirmBy: null }
    return { ...booking, quote: await changeRecord(tx, QUOTE, quote, changes) }
  }

const STEPS: Readonly<Partial<Record<QuoteStatus, (stepping: Stepping) => Promise<Stepped>>>> = {
  SENT: send,
  ACCEPTED: accept,
  BOOKED: book,
  REJECTED: end('REJECTED'),
  WITHDRAWN: end('WITHDRAWN'),
}

export interface QuoteStatusSet extends QuoteStep {
  readonly status: QuoteStatus
  readonly reason?: Given<string>
}

const allowedStep = (desk: Desk, from: QuoteStatus, to: QuoteStatus): Step<QuoteStatus> => {
  const actor = actingAs(desk.principal)
  const [row] = stepsOf(QUOTE_LIFE_CYCLE, { from, to, by: 'set' }, actor)
  if (row) return row
  if (from === 'EXPIRED' && to === 'ACCEPTED' && (actor === 'buyer' || actor === 'operator')) {
    throw userError('QUOTE_EXPIRED', 'The quote is over: ask for a revision', ['quoteId'])
  }
  throw illegalStep(QUOTE.description, from, to, ['status'])
}

/** Of two who accept quotes of one request the second finds another version (threats row 275). */
export const setQuoteStatus = async (tx: ViewTx, desk: Desk, asked: QuoteStatusSet) => {
  const { quoteId, status, expectedVersion } = asked
  const { parent: request, record: quote } = await lockWithParent(tx, CHARTER_REQUEST, QUOTE, quoteId)
  expectVersion(quote, expectedVersion)
  const { condition } = allowedStep(desk, quoteStatusAt(quote, await tx.now()), status)
  const reason = asked.reason ?? null
  refuseProblems(textProblems(['reason'], reason, { most: 1000, severalLines: true }), [])
  if (condition === WITH_REASON && reason === null) {
    throw userError('REASON_NEEDED', 'Say why: this change needs a reason', ['reason'])
  }
  const stepped = await STEPS[status]?.({ tx, desk, quote, request, reason })
  if (!stepped) throw illegalStep(QUOTE.description, quote.status, status, ['status'])
  await settleRequest(tx, request)
  return stepped
}
