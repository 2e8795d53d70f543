/** Charter requests: what buyers ask for. */
import {
  CHARTER_REQUEST_RECORD,
  requestStatusAt,
  type CharterRequestStatus as Status,
} from '../../../../domain/operations/sales/charter-request.ts'
import { MAX_REQUESTED_LEGS } from '../../../../domain/operations/sales/sales-limits.ts'
import { charterRequests, setCharterRequestStatus } from '../../../../services/operations/sales/charter-requests.ts'
import { CHARTER_REQUEST } from '../../../../storage/operations/sales/charter-requests.ts'
import { QUOTE, quotesOf } from '../../../../storage/operations/sales/quotes.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { usually } from '../../../operation/list-size.ts'
import { createInput } from '../../records/record-inputs.ts'
import { recordNodes } from '../../records/record-nodes.ts'
import { typeOf } from '../../records/record-type.ts'
import { ContactInput } from '../contact.ts'
import { Party, party } from '../party.ts'
import { Quote } from './quote.ts'
import { placed, RequestedLeg, RequestedLegInput } from './sold-leg.ts'

const CharterRequestStatus = typeOf(CHARTER_REQUEST, 'status')
const LEGS = { type: [RequestedLegInput], description: `1 to ${MAX_REQUESTED_LEGS}, in their order.` }

const { Payload: CharterRequestPayload } = recordNodes(CHARTER_REQUEST, charterRequests, {
  fields: (t) => ({
    status: t.field({
      columns: ['status', 'expiresAt', 'quotedUntil'],
      follows: ['TIME'],
      type: CharterRequestStatus,
      description: 'OPEN, DECLINED and WITHDRAWN are set; QUOTED, BOOKED and EXPIRED follow from quotes and time.',
      resolve: (request, _args, { world, tenant }): Status => requestStatusAt(request, world.now(tenant.tenantId)),
    }),
    buyer: t.field({
      columns: ['buyerContactId'],
      follows: ['CONTACT'],
      type: Party,
      resolve: ({ buyerContactId }, _args, context) => party(context, buyerContactId),
    }),
    legList: t.field({
      ...usually(2),
      columns: ['legList'],
      type: [RequestedLeg],
      resolve: ({ legList }) => placed(legList),
    }),
    quoteList: t.field({
      ...usually(3),
      columns: ['charterRequestId'],
      type: [Quote],
      description: 'In the order they were made; a buyer sees those that were sent.',
      resolve: ({ charterRequestId }, _args, { loaders, reader, columns }) =>
        loaders.loadList('quotes', charterRequestId, (ids) => quotesOf(reader, ids, columns.of(QUOTE))),
    }),
  }),
  changes: { legList: LEGS },
})

const CharterRequestInput = createInput(CHARTER_REQUEST_RECORD, {
  legList: { ...LEGS, required: true },
  buyerContactId: { ...needs('contact:read'), type: 'ID', description: 'Exactly one of buyerContactId and buyer.' },
  buyer: { type: ContactInput, description: 'A new CLIENT. A marketplace gives this one.' },
})

builder.mutationFields((t) => ({
  charterRequestCreate: mutation(t, {
    ...needs('sales:write'),
    description: 'Asks for a charter.',
    type: CharterRequestPayload,
    args: { input: t.arg({ type: CharterRequestInput, required: true }) },
    write: (tx, args, context) => charterRequests.create(tx, context, args),
  }),
  charterRequestStatusSet: mutation(t, {
    ...needs('sales:write'),
    description: 'DECLINED by the operator, WITHDRAWN by the buyer; quotes that wait end with it.',
    type: CharterRequestPayload,
    args: {
      charterRequestId: t.arg.id({ required: true }),
      status: t.arg({ type: CharterRequestStatus, required: true }),
      reason: t.arg.string(),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args, context) => setCharterRequestStatus(tx, context, args),
  }),
}))
