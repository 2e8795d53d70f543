/** The passengers of a flight. */
import type { ContactDetails } from '../../../domain/operations/contact.ts'
import { contactDetailsOf } from '../../../services/operations/contacts.ts'
import { type PassengerAssignment, setFlightPassengers } from '../../../services/operations/flight-people.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import {
  type Passenger as PassengerRecord,
  passengersOfFlights,
} from '../../../storage/operations/flight-passengers.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { usually } from '../../operation/list-size.ts'
import { ContactInput } from './contact.ts'
import { Flight } from './flight.ts'
import { changeFlight, FlightPayload } from './flight-mutations.ts'

const Passenger = builder.objectRef<PassengerRecord>('Passenger').implement({
  ...needs('passenger:read'),
  description: 'A person on a flight.',
  rows: CONTACT,
  fields: (t) => ({
    contactId: t.exposeID('contactId'),
    name: t.exposeString('name'),
    surname: t.string({ columns: ['surname'], resolve: ({ surname }) => surname ?? '' }),
    dateOfBirth: t.expose('dateOfBirth', { type: 'Date', nullable: true }),
    nationality: t.exposeString('nationality', { nullable: true }),
    documentNumber: t.exposeString('documentNumber', { nullable: true }),
    documentExpiry: t.expose('documentExpiry', { type: 'Date', nullable: true }),
    isLead: t.exposeBoolean('isLead', { columns: [] }),
  }),
})

builder.objectField(Flight, 'passengerList', (t) =>
  t.field({
    ...usually(4, needs('passenger:read')),
    columns: ['flightId'],
    type: [Passenger],
    resolve: ({ flightId }, _args, { loaders, reader, columns }) =>
      loaders.loadList('passengers', flightId, (ids) => passengersOfFlights(reader, ids, columns.of(CONTACT))),
  }),
)

const PassengerInput = builder.inputType('PassengerInput', {
  description: 'Exactly one of contactId or contact.',
  fields: (t) => ({
    contactId: t.id(),
    contact: t.field({ type: ContactInput }),
    isLead: t.boolean({ defaultValue: false }),
  }),
})

type PassengerInputValue = typeof PassengerInput.$inferInput

const assignmentOf = (context: QueryContext, input: PassengerInputValue, index: number): PassengerAssignment => {
  const path = ['passengerList', String(index), 'contact']
  const contact: ContactDetails | null = input.contact ? contactDetailsOf(input.contact, context, path) : null
  return { contactId: input.contactId ?? null, contact, isLead: input.isLead ?? false }
}

builder.mutationField('flightPassengerListSet', (t) =>
  t.field({
    ...needs('passenger:write'),
    description: 'Sets the whole list of passengers. New ones become contacts.',
    type: FlightPayload,
    args: {
      flightId: t.arg.id({ required: true }),
      passengerList: t.arg({ type: [PassengerInput], required: true }),
      expectedVersion: t.arg.int({ required: true }),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      changeFlight(context, 'flightPassengerListSet', args, (tx, args) => {
        const passengerList = args.passengerList.map((input, index) => assignmentOf(context, input, index))
        return setFlightPassengers(tx, context, { ...args, passengerList })
      }),
  }),
)
