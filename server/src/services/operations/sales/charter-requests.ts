/** Takes down what buyers ask for, and leads requests through their life cycle. */
import { DAY_MS } from '../../../domain/interval.ts'
import { actingAs } from '../../../domain/operations/acting-as.ts'
import {
  CHARTER_REQUEST_LIFE_CYCLE,
  type CharterRequest,
  type CharterRequestStatus,
  isAccepted,
  requestStatusAt,
} from '../../../domain/operations/sales/charter-request.ts'
import { MAX_DAYS_AHEAD, MAX_OPEN_REQUESTS, MAX_REQUESTS_A_DAY } from '../../../domain/operations/sales/sales-limits.ts'
import { stepsOf } from '../../../domain/operations/step.ts'
import { textProblems } from '../../../domain/problem.ts'
import type { InputOf } from '../../../domain/records/description.ts'
import { refuseProblems, UserErrors, userError } from '../../../domain/user-error.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { lockCount } from '../../../storage/operations/name-lock.ts'
import { CHARTER_REQUEST, madeSince, openCount } from '../../../storage/operations/sales/charter-requests.ts'
import { EMPTY_LEG } from '../../../storage/operations/sales/empty-legs.ts'
import { lockQuotesOf, QUOTE } from '../../../storage/operations/sales/quotes.ts'
import { changeRecord, expectVersion, lockRecord, recordById, touchRecord } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { useCases } from '../../records/use-cases.ts'
import { nextBusinessNumber } from '../business-numbers.ts'
import { type ContactInput, contacts } from '../contacts.ts'
import type { Desk, Given } from '../desk.ts'
import { illegalStep, inState } from '../illegal-step.ts'
import { refuseErased } from '../passengers/travel-documents.ts'
import { type RequestedLegInput, requestedLegs } from './requested-legs.ts'

/** What the inputs have beside the record's own fields. */
interface Asked {
  readonly legList?: Given<readonly RequestedLegInput[]>
  readonly buyerContactId?: Given<string>
  readonly buyer?: Given<ContactInput>
}

export type CharterRequestInput = InputOf<typeof CHARTER_REQUEST.description> & Asked

type Path = readonly string[]

const BUYER: Path = ['input', 'buyer']

/** A new client, whose refusals name the path that they have here. */
const newClient = async (tx: ViewTx, desk: Desk, input: ContactInput): Promise<string> => {
  if (input.kind !== 'CLIENT') throw userError('VALIDATION', 'A buyer is a CLIENT', [...BUYER, 'kind'])
  try {
    return (await contacts.create(tx, desk, { input })).contact.contactId
  } catch (error) {
    if (!(error instanceof UserErrors)) throw error
    throw new UserErrors(error.list.map((each) => ({ ...each, path: [...BUYER, ...(each.path ?? []).slice(1)] })))
  }
}

/** A marketplace knows no contacts of the operator: it names a client of its own, each time anew (threats row 273). */
const buyerOf = async (tx: ViewTx, desk: Desk, { buyerContactId, buyer }: Asked): Promise<string> => {
  if (!buyerContactId === !buyer) {
    throw userError('VALIDATION', 'Give exactly one of buyerContactId and buyer', ['input'])
  }
  if (buyer) return newClient(tx, desk, buyer)
  const path = ['input', 'buyerContactId']
  if (tx.view.of !== 'operator') throw userError('NOT_ALLOWED', 'Name the buyer: contacts are the operator’s own', path)
  const contact = await lockRecord(tx, CONTACT, buyerContactId as string, path)
  if (contact.kind !== 'CLIENT') throw userError('VALIDATION', 'A buyer is a CLIENT', path)
  refuseErased(contact, path)
  return contact.contactId
}

/**
 * Counted under a lock: what waits for an answer costs the operator's people their time (threats row 272), and each
 * request leaves a client among the operator's contacts, also one that was withdrawn (threats row 309).
 */
const refuseMore = async (tx: ViewTx): Promise<void> => {
  if (tx.view.of !== 'buyer') return
  const { buyer } = tx.view
  await lockCount(tx, 'charter_request', buyer)
  const now = await tx.now()
  if ((await openCount(tx, buyer, now)) >= MAX_OPEN_REQUESTS) {
    const message = `${MAX_OPEN_REQUESTS} requests of this application wait for an answer: withdraw one first`
    throw userError('LIMIT_EXCEEDED', message)
  }
  if ((await madeSince(tx, buyer, now - DAY_MS)) < MAX_REQUESTS_A_DAY) return
  const message = `This application made ${MAX_REQUESTS_A_DAY} requests in the last 24 hours: ask again later`
  throw userError('LIMIT_EXCEEDED', message)
}

const isAsked = (status: CharterRequestStatus): boolean => status === 'OPEN' || status === 'QUOTED'

/** A request that is over takes neither changes nor quotes. */
export const refuseOver = async (tx: ViewTx, request: CharterRequest, path: Path): Promise<void> => {
  const status = requestStatusAt(request, await tx.now())
  if (isAsked(status) && !isAccepted(request)) return
  const general = 'The request is over, or one of its quotes is accepted'
  throw userError('LOCKED', inState(CHARTER_REQUEST.description, `${general}: it is ${status}`, general), path)
}

const LEGS: Path = ['input', 'legList']

/** What is asked for must still be ahead. */
const refusePast = async (tx: ViewTx, { legList, expiresAt }: Pick<CharterRequest, 'legList' | 'expiresAt'>) => {
  const now = await tx.now()
  if ((legList[0]?.to ?? 0) <= now) throw userError('VALIDATION', 'The first window must end in the future', LEGS)
  if (legList.some(({ to }) => to > now + MAX_DAYS_AHEAD * DAY_MS)) {
    throw userError('VALIDATION', `The legs lie within the next ${MAX_DAYS_AHEAD} days`, LEGS)
  }
  if (expiresAt !== null && expiresAt <= now) {
    throw userError('VALIDATION', 'expiresAt must be in the future', ['input', 'expiresAt'])
  }
}

/** Whoever changed what is quoted could book something else at the price of it (threats row 301). */
const refuseQuoted = async (tx: ViewTx, request: CharterRequest): Promise<void> => {
  if (requestStatusAt(request, await tx.now()) !== 'QUOTED') return
  throw userError('LOCKED', 'A quote for these legs stands: it is rejected or withdrawn before they change', LEGS)
}

const refuseUnknownLeg = async (tx: ViewTx, emptyLegId: string | null): Promise<void> => {
  if (emptyLegId === null || (await recordById(tx, EMPTY_LEG, emptyLegId))) return
  throw userError('NOT_FOUND', 'There is no such empty leg', ['input', 'emptyLegId'])
}

/** Quotes that were sent for what was asked before: nobody accepts one without having read that it changed. */
const tellQuotes = async (tx: ViewTx, { charterRequestId }: CharterRequest): Promise<void> => {
  for (const quote of await lockQuotesOf(unrestricted(tx), charterRequestId)) {
    if (quote.status === 'SENT') await touchRecord(tx, QUOTE, quote, { touched: ['charterRequestId'] })
  }
}

export const charterRequests = useCases(CHARTER_REQUEST, null, {
  guard: ({ tx, before, path }) => (before === null ? refuseMore(tx) : refuseOver(tx, before, path)),
  beforeWrite: async ({ tx, desk, before, input, next }) => {
    const { legList: asked, ...more } = input as Asked
    if (asked === null) throw userError('VALIDATION', 'A request has legs', LEGS)
    if (asked && before !== null) await refuseQuoted(tx, before)
    const legList = asked ? requestedLegs(desk.reference, asked, LEGS) : next.legList
    const expiresAt = next.expiresAt ?? legList[0]?.to ?? null
    if (asked || input.expiresAt !== undefined) await refusePast(tx, { legList, expiresAt })
    if (before !== null) return { legList, expiresAt }
    await refuseUnknownLeg(tx, next.emptyLegId)
    return {
      legList,
      expiresAt,
      charterRequestNumber: await nextBusinessNumber(tx, desk, 'charterRequest'),
      buyer: tx.view.of === 'buyer' ? tx.view.buyer : null,
      buyerContactId: await buyerOf(tx, desk, more),
    }
  },
  afterWrite: async ({ tx, before, after }) => {
    if (before !== null && after !== null && before.version !== after.version) await tellQuotes(tx, after)
    return {}
  },
})

export interface RequestStatusSet {
  readonly charterRequestId: string
  readonly status: CharterRequestStatus
  readonly reason?: Given<string>
  readonly expectedVersion: number
}

/** Ends what was offered: the operator takes it back, or the buyer did not want it. */
const endQuotes = async (tx: ViewTx, { charterRequestId }: CharterRequest, status: CharterRequestStatus) => {
  for (const quote of await lockQuotesOf(unrestricted(tx), charterRequestId)) {
    if (quote.status !== 'SENT' && quote.status !== 'DRAFT') continue
    const isRejected = quote.status === 'SENT' && status === 'WITHDRAWN'
    await changeRecord(tx, QUOTE, quote, { status: isRejected ? 'REJECTED' : 'WITHDRAWN' })
  }
}

export const setCharterRequestStatus = async (tx: ViewTx, desk: Desk, asked: RequestStatusSet) => {
  const { charterRequestId, status, expectedVersion } = asked
  const request = await lockRecord(tx, CHARTER_REQUEST, charterRequestId, ['charterRequestId'])
  expectVersion(request, expectedVersion)
  const from = requestStatusAt(request, await tx.now())
  const steps = stepsOf(CHARTER_REQUEST_LIFE_CYCLE, { from, to: status, by: 'set' }, actingAs(desk.principal))
  if (steps.length === 0 || isAccepted(request)) {
    throw illegalStep(CHARTER_REQUEST.description, from, status, ['status'])
  }
  const statusReason = asked.reason ?? null
  refuseProblems(textProblems(['reason'], statusReason, { most: 1000, severalLines: true }), [])
  await endQuotes(tx, request, status)
  return { charterRequest: await changeRecord(tx, CHARTER_REQUEST, request, { status, statusReason }) }
}
