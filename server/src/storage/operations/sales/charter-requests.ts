/** Charter requests of one tenant. Whoever quotes, accepts or ends one locks its row first. */
import { CHARTER_REQUEST_RECORD } from '../../../domain/operations/sales/charter-request.ts'
import { columnsOf } from '../../columns.ts'
import { fragment } from '../../engines/fragment.ts'
import type { Condition } from '../../record-kind.ts'
import { describedRecord } from '../../records/described-record.ts'
import { inAny } from '../../records/described-search.ts'
import { selectRecords } from '../../records.ts'
import type { ViewTx } from '../../view.ts'

/** The rule of `requestStatusAt`, in SQL. */
const isInStatus = (status: string, now: number): Condition => {
  const isQuoted = fragment`coalesce(charter_request.quoted_until, 0) > ${now}`
  const isOver = fragment`(charter_request.expires_at is not null and charter_request.expires_at <= ${now})`
  if (status === 'QUOTED') return fragment`(charter_request.status = 'OPEN' and ${isQuoted})`
  if (status === 'EXPIRED') return fragment`(charter_request.status = 'OPEN' and not ${isQuoted} and ${isOver})`
  if (status === 'OPEN') return fragment`(charter_request.status = 'OPEN' and not ${isQuoted} and not ${isOver})`
  return fragment`charter_request.status = ${status}`
}

export const CHARTER_REQUEST = describedRecord(CHARTER_REQUEST_RECORD, {
  visible: {},
  filters: {
    statusList: inAny(isInStatus),
    createdSince: (time) => fragment`charter_request.created_at >= ${time}`,
  },
})

const ID_ALONE = columnsOf(CHARTER_REQUEST, 'charterRequestId')

/** How many requests of a buyer wait for an answer. */
export const openCount = async (tx: ViewTx, buyer: string, now: number): Promise<number> => {
  const where = [fragment`charter_request.buyer = ${buyer}`, isInStatus('OPEN', now)]
  return (await selectRecords(tx, CHARTER_REQUEST, { columns: ID_ALONE, where })).length
}

/** How many requests a buyer made from that time on, whatever became of them. */
export const madeSince = async (tx: ViewTx, buyer: string, since: number): Promise<number> => {
  const where = [fragment`charter_request.buyer = ${buyer}`, fragment`charter_request.created_at > ${since}`]
  return (await selectRecords(tx, CHARTER_REQUEST, { columns: ID_ALONE, where })).length
}
