/** An offer of one aircraft for a charter request: legs, price, terms, and how long it stands (data §7.4). */
import { type RecordOf, record } from '../../records/description.ts'
import { enumeration } from '../../records/field.ts'
import { anyText, idOf, money, oneOf, text, time, value, values, whole } from '../../records/fields.ts'
import { among, byId, joined } from '../../records/filter.ts'
import type { Step } from '../step.ts'
import type { PlannedLeg } from './availability.ts'
import type { QuoteLine } from './quote-line.ts'
import type { QuoteTerms } from './quote-terms.ts'

export const QUOTE_STATUSES = [
  'DRAFT',
  'SENT',
  'ACCEPTED',
  'BOOKED',
  'REJECTED',
  'WITHDRAWN',
  'SUPERSEDED',
  'EXPIRED',
] as const
export type QuoteStatus = (typeof QUOTE_STATUSES)[number]

const QUOTE_STATUS = enumeration('QuoteStatus', QUOTE_STATUSES)

/** `status` is as it was set; what it is now says `quoteStatusAt`. */
export const QUOTE_RECORD = record('Quote', {
  file: 'domain/operations/sales/quote.ts',
  entity: 'QUOTE',
  noun: 'quote',
  calledBy: ['quoteNumber', 'revision'],
  listed: ['aircraftId', 'gross', 'validUntil', 'status'],
  says: 'An offer of one aircraft. A buyer sees those of its requests once they are sent.',
  id: { field: 'quoteId', prefix: 'quo' },
  read: 'sales:read',
  write: 'sales:write',
  writtenBy: 'operator',
  conversation: { sides: ['OPERATOR', 'BUYER'], since: 'sentAt' },
  fields: {
    quoteNumber: anyText({ required: true, written: 'never', label: 'Quote' }),
    charterRequestId: idOf('CharterRequest', { required: true, written: 'create', parent: 'input' }),
    revision: whole({ written: 'never', initial: 1 }),
    revisesId: idOf('Quote', { written: 'never', shown: null }),
    supersededById: idOf('Quote', { written: 'never', says: 'The revision that came after.' }),
    status: oneOf(QUOTE_STATUS, { written: 'never', initial: 'DRAFT', shown: 'status' }),
    statusReason: text({ most: 1000, lines: 'several', written: 'never', label: 'Reason' }),
    /** Whose request it is for; null where the operator wrote it down. */
    buyer: anyText({ written: 'never', shown: null }),
    aircraftId: idOf('Aircraft', { required: true }),
    legList: values<PlannedLeg>()({ written: 'never', shown: 'legList' }),
    lineList: values<QuoteLine>()({ written: 'never', shown: 'lineList' }),
    net: money({ required: true, written: 'never' }),
    tax: money({ required: true, written: 'never' }),
    gross: money({ required: true, written: 'never' }),
    terms: value<QuoteTerms>()({ required: true, written: 'never', shown: 'terms' }),
    validUntil: time({ required: true, asks: 'By the first departure at the latest.' }),
    sentAt: time({ written: 'never' }),
    acceptedAt: time({ written: 'never' }),
    confirmBy: time({
      written: 'never',
      says: 'Of an accepted quote that still needs approval: by when the operator answers.',
    }),
    bookedAt: time({ written: 'never' }),
  },
  order: { field: 'createdAt' },
  filters: {
    quoteIdList: byId,
    charterRequestIdList: among('charterRequestId', { isIndexed: true, findsFew: true }),
    statusList: joined('wordsNow', { words: QUOTE_STATUS }),
  },
  visible: { aircraft: 'none', buyer: 'joined', provider: 'none', person: 'none' },
  one: 'One quote.',
  list: 'Quotes in the order they were made; a buyer sees none that was not sent.',
  create: false,
  update: 'Changes a DRAFT. Operator only.',
  delete: false,
})

export type Quote = RecordOf<typeof QUOTE_RECORD>

/** What was sent and not answered is over at `validUntil`. */
export const quoteStatusAt = (
  { status, validUntil }: Pick<Quote, 'status' | 'validUntil'>,
  now: number,
): QuoteStatus => (status === 'SENT' && validUntil <= now ? 'EXPIRED' : status)

type QuoteStep = Step<QuoteStatus>

const step = (
  from: QuoteStatus,
  to: QuoteStatus,
  actors: QuoteStep['actors'],
  [by, condition = '']: readonly [string, string?] = ['set'],
): QuoteStep => ({ from, to, actors, by, condition })

const OPERATOR = ['operator'] as const
const EITHER = ['operator', 'buyer'] as const
const SYSTEM = ['system'] as const

/** The only condition that is asked of an actor. */
export const WITH_REASON = 'a reason is given'

/** Mutations obey it, `docs/life-cycles.md` is generated from it, and a test tries every triple against it. */
export const QUOTE_LIFE_CYCLE: readonly QuoteStep[] = [
  step('DRAFT', 'SENT', OPERATOR),
  step('DRAFT', 'WITHDRAWN', OPERATOR),
  step('DRAFT', 'WITHDRAWN', SYSTEM, ['request', 'the request has ended, or another quote of it was accepted']),
  step('SENT', 'ACCEPTED', EITHER),
  step('SENT', 'REJECTED', EITHER),
  step('SENT', 'WITHDRAWN', OPERATOR),
  step('SENT', 'WITHDRAWN', SYSTEM, ['request', 'the operator declined the request']),
  step('SENT', 'REJECTED', SYSTEM, ['request', 'the buyer withdrew the request, or another quote of it was accepted']),
  step('SENT', 'SUPERSEDED', SYSTEM, ['quote', 'a revision of it was sent']),
  step('EXPIRED', 'SUPERSEDED', SYSTEM, ['quote', 'a revision of it was sent']),
  step('SENT', 'EXPIRED', SYSTEM, ['time', '`validUntil` has passed']),
  step('ACCEPTED', 'BOOKED', OPERATOR),
  step('ACCEPTED', 'BOOKED', SYSTEM, ['quote', 'at once, where it is not subject to approval']),
  step('ACCEPTED', 'WITHDRAWN', OPERATOR, ['set', WITH_REASON]),
]
