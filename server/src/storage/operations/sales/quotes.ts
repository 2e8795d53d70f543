/** Quotes of one tenant. A buyer sees what was sent to it: a draft, or one that was withdrawn before, is not. */
import { QUOTE_RECORD, type Quote } from '../../../domain/operations/sales/quote.ts'
import { buyerViewer } from '../../../domain/view.ts'
import type { Columns } from '../../columns.ts'
import { fragment } from '../../engines/fragment.ts'
import { amongOffered } from '../../oauth/offered-aircraft.ts'
import { type Condition, oneOf } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { inAny } from '../../records/described-search.ts'
import { selectRecords } from '../../records.ts'
import type { ViewReader, ViewTx } from '../../view.ts'

/** The rule of `quoteStatusAt`, in SQL. */
const isInStatus = (status: string, now: number): Condition => {
  if (status === 'EXPIRED') return fragment`(quote.status = 'SENT' and quote.valid_until <= ${now})`
  if (status === 'SENT') return fragment`(quote.status = 'SENT' and quote.valid_until > ${now})`
  return fragment`quote.status = ${status}`
}

export const QUOTE = describedRecord(QUOTE_RECORD, {
  visible: {
    // What it accepted it keeps; other quotes of an aircraft that is no longer offered to it do not exist for it.
    buyer: ({ buyer }, tenantId) => fragment`(quote.buyer = ${buyer} and quote.sent_at is not null
      and (quote.accepted_at is not null or quote.aircraft_id ${amongOffered(tenantId, buyer)}))`,
  },
  filters: { statusList: inAny(isInStatus) },
  viewers: ({ buyer, sentAt }) => (buyer === null || sentAt === null ? [] : [buyerViewer(buyer)]),
})

/** All of a request, in the order of their ids; their rows are locked. */
export const lockQuotesOf = (tx: ViewTx, charterRequestId: string): Promise<Quote[]> =>
  selectRecords(tx, QUOTE, {
    where: [fragment`quote.charter_request_id = ${charterRequestId}`],
    orderBy: ['quote.quote_id'],
    lock: true,
  })

/** Of several requests, in the order they were made. */
export const quotesOf = async (
  reader: ViewReader,
  charterRequestIds: readonly string[],
  columns: Columns<Quote>,
): Promise<ReadonlyMap<string, Quote[]>> => {
  const where = [oneOf('quote.charter_request_id', charterRequestIds)]
  const wider = columns.with('charterRequestId')
  const orderBy = ['quote.created_at', 'quote.quote_id']
  return Map.groupBy(
    await selectRecords(reader, QUOTE, { columns: wider, where, orderBy }),
    (each) => each.charterRequestId,
  )
}
