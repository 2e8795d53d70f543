/** The passengers of a flight. */
import { PASSENGER_AGE } from '../../../../domain/operations/passengers/passenger-load.ts'
import {
  documentFor,
  type TravelDocument as TravelDocumentRecord,
} from '../../../../domain/operations/passengers/travel-document.ts'
import { type Columns, columnsOf } from '../../../../storage/columns.ts'
import { CONTACT } from '../../../../storage/operations/contacts.ts'
import {
  type Passenger as PassengerRecord,
  passengerLinks,
  passengersOfFlights,
} from '../../../../storage/operations/passengers/flight-passengers.ts'
import { documentsOf, TRAVEL_DOCUMENT } from '../../../../storage/operations/passengers/travel-documents.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { usually } from '../../../operation/list-size.ts'
import { enumOf } from '../../records/record-enum.ts'
import { Flight } from '../flights/flight.ts'
import { TravelDocument } from './travel-document.ts'

export const PassengerAge = enumOf(PASSENGER_AGE)

/** What a flight says of one of its passengers. */
const linkOf = async ({ loaders, reader }: QueryContext, { flightId, contactId }: PassengerRecord) => {
  const links = await loaders.loadList('passenger links', flightId, async (ids) => {
    const found = await passengerLinks(reader, ids)
    return new Map([...found].map(([id, list]) => [id, [...list]]))
  })
  return links.find((link) => link.contactId === contactId)
}

/** The document chosen for the flight, else the one that is valid longest. */
const documentOf = async (
  context: QueryContext,
  passenger: PassengerRecord,
  { name, columns }: { readonly name: string; readonly columns: Columns<TravelDocumentRecord> },
) => {
  const { loaders, reader } = context
  const link = linkOf(context, passenger)
  const documents = loaders.loadList(name, passenger.contactId, async (ids) => {
    const found = await documentsOf(reader, ids, columns)
    return new Map(found)
  })
  return documentFor(await documents, (await link)?.travelDocumentId ?? null)
}

const TOLD = columnsOf(TRAVEL_DOCUMENT, 'dateOfBirth', 'nationality', 'number', 'expiry')

/** The fields that a passenger shows of the document, whatever the operation asks of documents themselves. */
const toldDocument = (context: QueryContext, passenger: PassengerRecord) =>
  documentOf(context, passenger, {
    name: 'told documents',
    columns: TOLD as unknown as Columns<TravelDocumentRecord>,
  })

const Passenger = builder.objectRef<PassengerRecord>('Passenger').implement({
  ...needs('passenger:read'),
  description:
    'A person on a flight. Birth, nationality and document are those of the travel document chosen for this flight, else of the one that is valid longest.',
  rows: CONTACT,
  fields: (t) => ({
    contactId: t.exposeID('contactId'),
    name: t.exposeString('name'),
    surname: t.string({ columns: ['surname'], resolve: ({ surname }) => surname ?? '' }),
    dateOfBirth: t.field({
      columns: ['contactId'],
      follows: ['TRAVEL_DOCUMENT'],
      type: 'Date',
      nullable: true,
      resolve: async (passenger, _args, context) => (await toldDocument(context, passenger))?.dateOfBirth ?? null,
    }),
    nationality: t.string({
      columns: ['contactId'],
      follows: ['TRAVEL_DOCUMENT'],
      nullable: true,
      resolve: async (passenger, _args, context) => (await toldDocument(context, passenger))?.nationality ?? null,
    }),
    documentNumber: t.string({
      columns: ['contactId'],
      follows: ['TRAVEL_DOCUMENT'],
      nullable: true,
      resolve: async (passenger, _args, context) => (await toldDocument(context, passenger))?.number ?? null,
    }),
    documentExpiry: t.field({
      columns: ['contactId'],
      follows: ['TRAVEL_DOCUMENT'],
      type: 'Date',
      nullable: true,
      resolve: async (passenger, _args, context) => (await toldDocument(context, passenger))?.expiry ?? null,
    }),
    isLead: t.exposeBoolean('isLead', { columns: [] }),
    isNoShow: t.boolean({
      columns: ['contactId'],
      follows: [],
      resolve: async (passenger, _args, context) => (await linkOf(context, passenger))?.isNoShow ?? false,
    }),
    age: t.field({
      columns: ['contactId'],
      follows: [],
      type: PassengerAge,
      resolve: async (passenger, _args, context) => (await linkOf(context, passenger))?.age ?? 'ADULT',
    }),
    ...Object.fromEntries(
      (['weightKg', 'baggageKg', 'baggageCount'] as const).map((measure) => [
        measure,
        t.int({
          columns: ['contactId'],
          follows: [],
          nullable: true,
          description: 'Null where nobody told it, and once the person is erased.',
          resolve: async (passenger, _args, context) => (await linkOf(context, passenger))?.[measure] ?? null,
        }),
      ]),
    ),
    travelDocument: t.field({
      columns: ['contactId'],
      type: TravelDocument,
      nullable: true,
      resolve: (passenger, _args, context) =>
        documentOf(context, passenger, { name: 'documents', columns: context.columns.of(TRAVEL_DOCUMENT) }),
    }),
  }),
})

builder.objectField(Flight, 'passengerList', (t) =>
  t.field({
    ...usually(4, needs('passenger:read')),
    columns: ['flightId'],
    follows: ['CONTACT', 'TRAVEL_DOCUMENT'],
    type: [Passenger],
    resolve: ({ flightId }, _args, { loaders, reader, columns }) =>
      loaders.loadList('passengers', flightId, (ids) => passengersOfFlights(reader, ids, columns.of(CONTACT))),
  }),
)
