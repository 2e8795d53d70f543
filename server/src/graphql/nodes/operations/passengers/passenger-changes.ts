/** Mutations of the passengers of a flight. */
import type { Flight as FlightRecord } from '../../../../domain/operations/flights/flight.ts'
import {
  addFlightPassenger,
  removeFlightPassenger,
  setFlightPassengers,
  updateFlightPassenger,
} from '../../../../services/operations/passengers/flight-passengers.ts'
import { needs } from '../../../access-declaration.ts'
import { builder, type GraphTypes } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { warningPayload } from '../../../payload.ts'
import { ContactInput } from '../contact.ts'
import { Flight, FlightPayload } from '../flights/flight.ts'
import { PassengerAge } from './passenger.ts'
import { TravelDocumentInput } from './travel-document.ts'

type InputFields = PothosSchemaTypes.InputFieldBuilder<GraphTypes, 'InputObject'>

/** What both inputs take of a passenger's load. */
const loadFields = (t: InputFields) => ({
  age: t.field({ type: PassengerAge, description: 'ADULT where it was never told.' }),
  weightKg: t.int({ description: '1 to 400.' }),
  baggageKg: t.int({ description: '0 to 1000.' }),
  baggageCount: t.int({ description: 'Pieces, 0 to 100.' }),
})

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
    ...loadFields(t),
  }),
})

const PassengerUpdateInput = builder.inputType('PassengerUpdateInput', {
  fields: (t) => ({ isLead: t.boolean(), isNoShow: t.boolean(), travelDocumentId: t.id(), ...loadFields(t) }),
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

const REASON = 'Needed once the flight is CLOSED.'

builder.mutationFields((t) => ({
  flightPassengerListSet: mutation(t, {
    ...needs('passenger:read', 'passenger:write'),
    description:
      'Sets the whole list of passengers. New ones become contacts. Needs the read scope too: nobody replaces what they cannot see.',
    type: FlightPayload,
    args: {
      flightId: t.arg.id({ required: true }),
      passengerList: t.arg({ type: [PassengerInput], required: true }),
      reason: t.arg.string({ description: REASON }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args, context) => setFlightPassengers(tx, context, args),
  }),
  flightPassengerAdd: mutation(t, {
    ...needs('passenger:write'),
    description: 'Adds one passenger; paxCount rises to the named ones where it is below.',
    type: FlightPassengerPayload,
    args: {
      flightId: t.arg.id({ required: true }),
      passenger: t.arg({ type: PassengerInput, required: true }),
      reason: t.arg.string({ description: REASON }),
      expectedVersion: t.arg.int(),
    },
    write: (tx, args, context) => addFlightPassenger(tx, context, args),
  }),
  flightPassengerUpdate: mutation(t, {
    ...needs('passenger:write'),
    description:
      'Changes lead, document, no-show, age, weight or baggage of one passenger; a marketplace of those it added.',
    type: FlightPassengerPayload,
    args: {
      flightId: t.arg.id({ required: true }),
      contactId: t.arg.id({ required: true }),
      input: t.arg({ type: PassengerUpdateInput, required: true }),
      reason: t.arg.string({ description: REASON }),
      expectedVersion: t.arg.int(),
    },
    write: (tx, args, context) => updateFlightPassenger(tx, context, args),
  }),
  flightPassengerRemove: mutation(t, {
    ...needs('passenger:write'),
    description: 'Takes one passenger off the list; a marketplace only those it added.',
    type: FlightPassengerPayload,
    args: {
      flightId: t.arg.id({ required: true }),
      contactId: t.arg.id({ required: true }),
      reason: t.arg.string({ description: REASON }),
      expectedVersion: t.arg.int(),
    },
    write: (tx, args, context) => removeFlightPassenger(tx, context, args),
  }),
}))
