/** Mutations of the passengers of a flight. */
import type { Flight as FlightRecord } from '../../../../domain/operations/flight.ts'
import {
  addFlightPassenger,
  type PassengerChange,
  removeFlightPassenger,
  setFlightPassengers,
  updateFlightPassenger,
} from '../../../../services/operations/passengers/flight-passengers.ts'
import type { ViewTx } from '../../../../storage/view.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { mutate } from '../../../mutation.ts'
import { warningPayload } from '../../../payload.ts'
import { ContactInput } from '../contact.ts'
import { Flight } from '../flight.ts'
import { changeFlight, FlightPayload } from '../flight-mutations.ts'
import { TravelDocumentInput } from './travel-document.ts'

const PassengerInput = builder.inputType('PassengerInput', {
  description: 'Exactly one of contactId (kind PASSENGER, CLIENT or OTHER) or contact.',
  fields: (t) => ({
    contactId: t.id(),
    contact: t.field({ type: ContactInput }),
    isLead: t.boolean({ defaultValue: false }),
    travelDocumentId: t.id({ description: 'One of the person’s documents, chosen for this flight.' }),
    travelDocument: t.field({
      type: TravelDocumentInput,
      description: 'A new document of the person, chosen for this flight.',
    }),
  }),
})

const PassengerUpdateInput = builder.inputType('PassengerUpdateInput', {
  fields: (t) => ({ isLead: t.boolean(), isNoShow: t.boolean(), travelDocumentId: t.id() }),
})

interface PassengerPayloadValue {
  readonly contactId: string | null
  readonly travelDocumentId: string | null
  readonly flight: FlightRecord | null
}

const FlightPassengerPayload = warningPayload<PassengerPayloadValue>('FlightPassengerPayload', (t) => ({
  contactId: t.exposeID('contactId', { nullable: true }),
  travelDocumentId: t.exposeID('travelDocumentId', { nullable: true }),
  flight: t.expose('flight', { type: Flight, nullable: true }),
}))

type Args = Readonly<Record<string, unknown>> & { readonly idempotencyKey?: string | null | undefined }

const NOTHING = { contactId: null, travelDocumentId: null, flight: null, warningList: [] } as const

const changePassenger = <A extends Args>(
  context: QueryContext,
  name: string,
  args: A,
  job: (tx: ViewTx, args: A) => Promise<PassengerChange>,
) => mutate(context, { name, args, idempotencyKey: args.idempotencyKey }, NOTHING, job)

const REASON = 'Needed once the flight is CLOSED.'

builder.mutationFields((t) => ({
  flightPassengerListSet: t.field({
    ...needs('passenger:read', 'passenger:write'),
    description:
      'Sets the whole list of passengers. New ones become contacts. Needs the read scope too: nobody replaces what they cannot see.',
    type: FlightPayload,
    args: {
      flightId: t.arg.id({ required: true }),
      passengerList: t.arg({ type: [PassengerInput], required: true }),
      reason: t.arg.string({ description: REASON }),
      expectedVersion: t.arg.int({ required: true }),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      changeFlight(context, 'flightPassengerListSet', args, (tx, args) => setFlightPassengers(tx, context, args)),
  }),
  flightPassengerAdd: t.field({
    ...needs('passenger:write'),
    description: 'Adds one passenger; paxCount rises to the named ones where it is below.',
    type: FlightPassengerPayload,
    args: {
      flightId: t.arg.id({ required: true }),
      passenger: t.arg({ type: PassengerInput, required: true }),
      reason: t.arg.string({ description: REASON }),
      expectedVersion: t.arg.int(),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      changePassenger(context, 'flightPassengerAdd', args, (tx, args) => addFlightPassenger(tx, context, args)),
  }),
  flightPassengerUpdate: t.field({
    ...needs('passenger:write'),
    description: 'Changes lead, document or no-show of one passenger.',
    type: FlightPassengerPayload,
    args: {
      flightId: t.arg.id({ required: true }),
      contactId: t.arg.id({ required: true }),
      input: t.arg({ type: PassengerUpdateInput, required: true }),
      reason: t.arg.string({ description: REASON }),
      expectedVersion: t.arg.int(),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      changePassenger(context, 'flightPassengerUpdate', args, (tx, args) => updateFlightPassenger(tx, context, args)),
  }),
  flightPassengerRemove: t.field({
    ...needs('passenger:write'),
    description: 'Takes one passenger off the list; a marketplace only those it added.',
    type: FlightPassengerPayload,
    args: {
      flightId: t.arg.id({ required: true }),
      contactId: t.arg.id({ required: true }),
      reason: t.arg.string({ description: REASON }),
      expectedVersion: t.arg.int(),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      changePassenger(context, 'flightPassengerRemove', args, (tx, args) => removeFlightPassenger(tx, context, args)),
  }),
}))
