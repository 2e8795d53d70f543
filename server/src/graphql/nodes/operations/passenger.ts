/** The passengers of a flight. */
import { setFlightPassengers } from '../../../services/operations/flight-passengers.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import {
  type Passenger as PassengerRecord,
  passengersOfFlights,
} from '../../../storage/operations/flight-passengers.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
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

builder.mutationField('flightPassengerListSet', (t) =>
  t.field({
    ...needs('passenger:write'),
    description:
      'Sets the whole list of passengers, also after the flight. New ones become contacts. A reason once CLOSED.',
    type: FlightPayload,
    args: {
      flightId: t.arg.id({ required: true }),
      passengerList: t.arg({ type: [PassengerInput], required: true }),
      reason: t.arg.string(),
      expectedVersion: t.arg.int({ required: true }),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      changeFlight(context, 'flightPassengerListSet', args, (tx, args) => setFlightPassengers(tx, context, args)),
  }),
)
