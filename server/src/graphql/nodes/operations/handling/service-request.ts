/** Service requests: asked for by the operator, answered by providers. */
import {
  SERVICE_REQUEST_RECORD,
  type ServiceStep as Step,
  stepsSinceSent,
} from '../../../../domain/operations/handling/service-request.ts'
import { isInsideView } from '../../../../domain/view.ts'
import {
  type ServiceRequestInput as CreateInput,
  createServiceRequest,
  updateServiceRequest,
} from '../../../../services/operations/handling/service-requests.ts'
import { setServiceStatus } from '../../../../services/operations/handling/service-steps.ts'
import { requestsOn, SERVICE_REQUEST } from '../../../../storage/operations/handling/service-requests.ts'
import { needs, noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { usually } from '../../../operation/list-size.ts'
import { Actor } from '../../actor.ts'
import { createInput } from '../../records/record-inputs.ts'
import { recordNodes } from '../../records/record-nodes.ts'
import { typeOf } from '../../records/record-type.ts'
import { shownAuthor } from '../../versioned.ts'
import { Flight } from '../flights/flight.ts'
import { Party, party } from '../party.ts'
import { AgreedFor, agreedFor } from './agreed-for.ts'
import { Permit, PermitInput, ServiceResult, ServiceResultInput } from './service-result.ts'
import { loadVisit, Visit } from './visit.ts'
import { LEG_FOLLOWS, legOf, VisitLeg } from './visit-leg.ts'

const ServiceStatus = typeOf(SERVICE_REQUEST, 'status')

const ServiceStep = builder.objectRef<Step>('ServiceStep').implement({
  ...noScope,
  description: 'A step of a service request.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime' }),
    by: t.field({
      follows: [],
      type: Actor,
      nullable: true,
      description: 'Null where it followed from a flight.',
      resolve: ({ by }, _args, context) => shownAuthor(by, context),
    }),
    from: t.expose('from', { type: ServiceStatus }),
    to: t.expose('to', { type: ServiceStatus }),
    reason: t.exposeString('reason', { nullable: true }),
    onBehalfOf: t.field({
      follows: ['CONTACT'],
      type: Party,
      nullable: true,
      description: 'The provider in whose name the operator took it.',
      resolve: ({ onBehalfOf }, _args, context) => (onBehalfOf ? party(context, onBehalfOf) : null),
    }),
  }),
})

const PERMIT = { permit: { type: PermitInput, description: 'Of permits: needed to ask for one.' } }

const { Node, Payload: ServiceRequestPayload } = recordNodes(
  SERVICE_REQUEST,
  { update: updateServiceRequest },
  {
    fields: (t) => ({
      visit: t.field({
        columns: ['visitId'],
        type: Visit,
        nullable: true,
        description: 'Exactly one of visit and leg.',
        resolve: async ({ visitId }, _args, context) =>
          visitId ? ((await loadVisit(context, visitId)) ?? null) : null,
      }),
      leg: t.field({
        columns: ['flightId'],
        follows: LEG_FOLLOWS,
        type: VisitLeg,
        nullable: true,
        resolve: ({ flightId }, _args, context) => (flightId ? legOf(context, flightId) : null),
      }),
      provider: t.field({
        columns: ['providerContactId'],
        follows: ['CONTACT'],
        type: Party,
        nullable: true,
        resolve: ({ providerContactId }, _args, context) =>
          providerContactId ? party(context, providerContactId) : null,
      }),
      agreedFor: t.field({
        columns: ['agreed', 'visitId'],
        type: AgreedFor,
        nullable: true,
        description: 'What the provider last said yes to; in REVIEW the visit or leg has changed since.',
        resolve: ({ agreed, visitId }) => agreed && agreedFor(agreed, visitId !== null),
      }),
      permit: t.field({ columns: ['permit'], type: Permit, nullable: true, resolve: ({ permit }) => permit }),
      result: t.field({ columns: ['result'], type: ServiceResult, nullable: true, resolve: ({ result }) => result }),
      historyList: t.field({
        ...usually(4),
        columns: ['historyList', 'sentAt'],
        follows: ['CONTACT'],
        type: [ServiceStep],
        description: 'Its steps, oldest first; a provider sees those since it was asked.',
        resolve: (request, _args, { reader }) => [
          ...(isInsideView(reader.view) ? request.historyList : stepsSinceSent(request)),
        ],
      }),
    }),
    changes: PERMIT,
  },
)

export const ServiceRequest = Node

const FlightEnd = builder.enumType('FlightEnd', { values: ['ARRIVAL', 'DEPARTURE'] as const })

const ServiceRequestInput = createInput(SERVICE_REQUEST_RECORD, {
  flightEnd: { type: FlightEnd, description: 'At which end of flightId; ARRIVAL where absent. Opens the visit there.' },
  ...PERMIT,
  send: { type: 'Boolean', defaultValue: true, description: 'False: DRAFT.' },
})

builder.mutationFields((t) => ({
  serviceRequestCreate: mutation(t, {
    ...needs('service:write'),
    description: 'Asks a provider for a service on a visit or flight. Operator only.',
    type: ServiceRequestPayload,
    args: { input: t.arg({ type: ServiceRequestInput, required: true }) },
    write: (tx, { input }, context) => createServiceRequest(tx, context, input as CreateInput),
  }),
  serviceRequestStatusSet: mutation(t, {
    ...needs('service:write'),
    description:
      'Sends, answers, completes or cancels. The operator may take the provider’s steps, by name; a result comes with those.',
    type: ServiceRequestPayload,
    args: {
      serviceRequestId: t.arg.id({ required: true }),
      status: t.arg({ type: ServiceStatus, required: true }),
      result: t.arg({ type: ServiceResultInput }),
      reason: t.arg.string(),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args, context) => setServiceStatus(tx, context, args),
  }),
}))

builder.objectField(Visit, 'serviceRequestList', (t) =>
  t.field({
    ...usually(5),
    columns: ['visitId'],
    type: [ServiceRequest],
    description: 'In the order they were made; a provider sees those to its contacts.',
    resolve: ({ visitId }, _args, { loaders, reader, columns }) =>
      loaders.loadList('requests of visits', visitId, (ids) =>
        requestsOn(reader, 'visitId', ids, columns.of(SERVICE_REQUEST)),
      ),
  }),
)

builder.objectField(Flight, 'serviceRequestList', (t) =>
  t.field({
    ...needs('service:read'),
    ...usually(2),
    columns: ['flightId'],
    type: [ServiceRequest],
    description:
      'For the flight itself: permits, slots, plans and weather. What is asked for on the ground stands on its visits.',
    resolve: ({ flightId }, _args, { loaders, reader, columns }) =>
      loaders.loadList('requests of flights', flightId, (ids) =>
        requestsOn(reader, 'flightId', ids, columns.of(SERVICE_REQUEST)),
      ),
  }),
)
