/** Quotes: offers of one aircraft for a charter request. */
import type { Trip as TripRecord } from '../../../../domain/operations/flights/trip.ts'
import { QUOTE_RECORD, quoteStatusAt, type QuoteStatus as Status } from '../../../../domain/operations/sales/quote.ts'
import { type QuoteLine as Line, QUOTE_LINE_KINDS } from '../../../../domain/operations/sales/quote-line.ts'
import {
  type CancellationStep as Cancellation,
  PAYMENT_STATES,
  type QuoteTerms as Terms,
} from '../../../../domain/operations/sales/quote-terms.ts'
import { MAX_QUOTE_LINES } from '../../../../domain/operations/sales/sales-limits.ts'
import type { Warning } from '../../../../domain/warning.ts'
import { quotes, reviseQuote, setQuoteStatus } from '../../../../services/operations/sales/quotes.ts'
import { QUOTE } from '../../../../storage/operations/sales/quotes.ts'
import { needs, noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { usually } from '../../../operation/list-size.ts'
import { Money, MoneyInput } from '../../money.ts'
import { createInput } from '../../records/record-inputs.ts'
import { recordNodes } from '../../records/record-nodes.ts'
import { typeOf } from '../../records/record-type.ts'
import { Aircraft, loadAircraft } from '../fleet/aircraft.ts'
import { Trip } from '../flights/trip.ts'
import { PlannedLeg, PlannedLegInput, placed } from './sold-leg.ts'

const QuoteLineKind = builder.enumType('QuoteLineKind', { values: QUOTE_LINE_KINDS })
const PaymentState = builder.enumType('PaymentState', { values: PAYMENT_STATES })

const QuoteLine = builder.objectRef<Line>('QuoteLine').implement({
  ...noScope,
  description:
    'amount is quantity times unitPrice, rounded half up to the minor unit of the currency; taxAmount likewise. Totals are sums of lines.',
  fields: (t) => ({
    kind: t.expose('kind', { type: QuoteLineKind }),
    label: t.exposeString('label'),
    legIndex: t.exposeInt('legIndex', { nullable: true }),
    quantity: t.expose('quantity', { type: 'Decimal' }),
    unitPrice: t.expose('unitPrice', { type: Money }),
    amount: t.expose('amount', { type: Money }),
    taxCode: t.exposeString('taxCode', { nullable: true }),
    taxJurisdiction: t.exposeString('taxJurisdiction', { nullable: true }),
    taxRate: t.expose('taxRate', { type: 'Decimal', nullable: true, description: 'Percent.' }),
    taxAmount: t.expose('taxAmount', { type: Money }),
  }),
})

const CancellationStep = builder.objectRef<Cancellation>('CancellationStep').implement({
  ...noScope,
  description: 'What cancelling costs, from so many hours before departure on.',
  fields: (t) => ({
    hoursBefore: t.exposeInt('hoursBefore'),
    percent: t.expose('percent', { type: 'Decimal', description: 'Of the gross amount.' }),
  }),
})

const QuoteTerms = builder.objectRef<Terms>('QuoteTerms').implement({
  ...noScope,
  description: 'On which terms a quote is made.',
  fields: (t) => ({
    isSubjectToApproval: t.exposeBoolean('isSubjectToApproval', {
      description: 'Acceptance books at once unless true.',
    }),
    approvalHours: t.exposeInt('approvalHours', { description: 'How long the operator takes to answer.' }),
    depositPercent: t.expose('depositPercent', { type: 'Decimal', nullable: true }),
    paymentDueAt: t.expose('paymentDueAt', { type: 'DateTime', nullable: true }),
    paymentState: t.expose('paymentState', { type: PaymentState }),
    cancellationList: t.field({
      ...usually(2),
      type: [CancellationStep],
      resolve: ({ cancellationList }) => [...cancellationList],
    }),
    text: t.exposeString('text', { nullable: true }),
  }),
})

const QuoteLineInput = builder.inputType('QuoteLineInput', {
  fields: (t) => ({
    kind: t.field({ type: QuoteLineKind, required: true }),
    label: t.string({ required: true }),
    legIndex: t.int({ description: 'The place of a leg of the quote, from 0.' }),
    quantity: t.field({ type: 'Decimal', defaultValue: '1' }),
    unitPrice: t.field({ type: MoneyInput, required: true, description: 'Negative of a DISCOUNT.' }),
    taxCode: t.string(),
    taxJurisdiction: t.string(),
    taxRate: t.field({ type: 'Decimal', description: 'Percent.' }),
  }),
})

const CancellationStepInput = builder.inputType('CancellationStepInput', {
  fields: (t) => ({
    hoursBefore: t.int({ required: true }),
    percent: t.field({ type: 'Decimal', required: true }),
  }),
})

const QuoteTermsInput = builder.inputType('QuoteTermsInput', {
  description: 'What is absent stays, null is as usual: no approval, 24 hours for it, nothing paid.',
  fields: (t) => ({
    isSubjectToApproval: t.boolean(),
    approvalHours: t.int(),
    depositPercent: t.field({ type: 'Decimal' }),
    paymentDueAt: t.field({ type: 'DateTime' }),
    paymentState: t.field({ type: PaymentState }),
    cancellationList: t.field({ type: [CancellationStepInput] }),
    text: t.string(),
  }),
})

const MORE = {
  legList: { type: [PlannedLegInput], description: 'Where absent, what availabilitySearch would plan.' },
  lineList: { type: [QuoteLineInput], description: `1 to ${MAX_QUOTE_LINES}, in one currency.` },
  terms: { type: QuoteTermsInput },
}

const QuoteStatus = typeOf(QUOTE, 'status')

interface Booked {
  readonly trip?: TripRecord | null
  readonly warningList?: readonly Warning[]
}

const { Node, Payload: QuotePayload } = recordNodes<typeof QUOTE_RECORD, Booked>(QUOTE, quotes, {
  fields: (t) => ({
    status: t.field({
      columns: ['status', 'validUntil'],
      follows: ['TIME'],
      type: QuoteStatus,
      description: 'SENT reads EXPIRED once validUntil has passed.',
      resolve: (quote, _args, { world, tenant }): Status => quoteStatusAt(quote, world.now(tenant.tenantId)),
    }),
    aircraft: t.field({
      columns: ['aircraftId'],
      type: Aircraft,
      resolve: ({ aircraftId }, _args, context) => loadAircraft(context, aircraftId),
    }),
    legList: t.field({
      ...usually(3),
      columns: ['legList'],
      type: [PlannedLeg],
      resolve: ({ legList }) => placed(legList),
    }),
    lineList: t.field({
      ...usually(5),
      columns: ['lineList'],
      type: [QuoteLine],
      resolve: ({ lineList }) => [...lineList],
    }),
    terms: t.field({ columns: ['terms'], type: QuoteTerms, resolve: ({ terms }) => terms }),
  }),
  changes: MORE,
  payload: (t) => ({
    trip: t.field({
      type: Trip,
      nullable: true,
      description: 'Made, confirmed or cancelled with it.',
      resolve: ({ trip }) => trip ?? null,
    }),
  }),
})

export const Quote = Node

const QuoteInput = createInput(QUOTE_RECORD, { ...MORE, lineList: { ...MORE.lineList, required: true } })

const STEP = (t: Parameters<Parameters<typeof builder.mutationFields>[0]>[0]) => ({
  quoteId: t.arg.id({ required: true }),
  expectedVersion: t.arg.int({ required: true }),
})

builder.mutationFields((t) => ({
  quoteCreate: mutation(t, {
    ...needs('sales:write'),
    description: 'Drafts a quote for one aircraft. Operator only.',
    type: QuotePayload,
    args: { input: t.arg({ type: QuoteInput, required: true }) },
    write: (tx, args, context) => quotes.create(tx, context, args),
  }),
  quoteRevise: mutation(t, {
    ...needs('sales:write'),
    description: 'Opens the next revision of a SENT quote as DRAFT; sending it supersedes the old one. Operator only.',
    type: QuotePayload,
    args: STEP(t),
    write: (tx, args, context) => reviseQuote(tx, context, args),
  }),
  quoteStatusSet: mutation(t, {
    ...needs('sales:write'),
    description:
      'Sends, accepts, rejects, books or withdraws. Accepting makes the trip and its flights in the same transaction: booked at once, or options until the operator approves.',
    type: QuotePayload,
    args: { ...STEP(t), status: t.arg({ type: QuoteStatus, required: true }), reason: t.arg.string() },
    write: (tx, args, context) => setQuoteStatus(tx, context, args),
  }),
}))
