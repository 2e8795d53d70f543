/** Trips: legs that belong together. */

import { TRIP_STATUSES, type Trip as TripRecord } from '../../../domain/operations/trip.ts'
import { createTrip } from '../../../services/operations/trips.ts'
import { FLIGHT, legsOfTrips } from '../../../storage/operations/flights.ts'
import { TRIP, tripsAfter } from '../../../storage/operations/trips.ts'
import { recordsById } from '../../../storage/records.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { usually } from '../../operation/list-size.ts'
import { warningPayload } from '../../payload.ts'
import { askedList } from '../asked-list.ts'
import { ExternalIdInput } from '../external-id.ts'
import { askedFor } from '../found-by.ts'
import { askedInterval, IntervalInput } from '../interval.ts'
import { askedPage, type Page, PageInfo, PageInput, pageOf } from '../page.ts'
import { Versioned } from '../versioned.ts'
import { Contact, loadContact } from './contact.ts'
import { Flight } from './flight.ts'

const TripStatus = builder.enumType('TripStatus', { values: TRIP_STATUSES })

const loadTrip = ({ loaders, reader, columns }: QueryContext, tripId: string) =>
  loaders.load('trip', tripId, (ids) => recordsById(reader, TRIP, ids, columns.of(TRIP)))

const Trip = builder.objectRef<TripRecord>('Trip').implement({
  ...needs('flight:read'),
  description: 'Legs that belong together. Its status follows from theirs.',
  interfaces: [Versioned],
  rows: TRIP,
  fields: (t) => ({
    tripId: t.exposeID('tripId'),
    tripNumber: t.exposeString('tripNumber'),
    status: t.expose('status', { type: TripStatus }),
    client: t.field({
      columns: ['clientId'],
      type: Contact,
      nullable: true,
      resolve: async ({ clientId }, _args, context) => (clientId && (await loadContact(context, clientId))) || null,
    }),
    flightList: t.field({
      ...usually(4),
      columns: ['tripId'],
      type: [Flight],
      resolve: ({ tripId }, _args, { loaders, reader, columns }) =>
        loaders.loadList('legs', tripId, (ids) => legsOfTrips(reader, ids, columns.of(FLIGHT))),
    }),
    quoteId: t.exposeID('quoteId', { nullable: true }),
  }),
})

builder.objectField(Flight, 'trip', (t) =>
  t.field({
    columns: ['tripId'],
    type: Trip,
    nullable: true,
    resolve: async ({ tripId }, _args, context) => (tripId && (await loadTrip(context, tripId))) || null,
  }),
)

builder.queryField('trip', (t) =>
  t.field({
    ...needs('flight:read'),
    description: 'One trip.',
    type: Trip,
    nullable: true,
    args: { tripId: t.arg.id({ required: true }) },
    resolve: async (_root, { tripId }, context) => (await loadTrip(context, tripId)) ?? null,
  }),
)

const TripCreateInput = builder.inputType('TripCreateInput', {
  fields: (t) => ({
    clientContactId: t.id({ ...needs('contact:read') }),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

const TripPayload = warningPayload<{ readonly trip: TripRecord | null }>('TripPayload', (t) => ({
  trip: t.expose('trip', { type: Trip, nullable: true }),
}))

builder.mutationField('tripCreate', (t) =>
  mutation(t, {
    ...needs('flight:write'),
    description:
      'Opens a trip; flightCreate adds legs to it. Not for a key limited to some aircraft, which sees a trip by its legs.',
    type: TripPayload,
    args: { input: t.arg({ type: TripCreateInput, required: true }) },
    write: (tx, args, context) => createTrip(tx, context, args.input),
  }),
)

const MAX_INTERVAL_DAYS = 4000

const TripPage = builder.objectRef<Page<TripRecord>>('TripPage').implement({
  ...needs('flight:read'),
  fields: (t) => ({
    nodeList: t.field({ type: [Trip], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

const TripFilter = builder.inputType('TripFilter', {
  fields: (t) => ({
    tripIdList: t.idList(),
    interval: t.field({ type: IntervalInput, description: 'Trips with a leg whose planned time meets it.' }),
    statusList: t.field({ type: [TripStatus] }),
    tripNumber: t.string(),
    clientContactId: t.id({ ...needs('contact:read') }),
    externalId: t.field({ type: ExternalIdInput }),
    updatedSince: t.field({ type: 'DateTime' }),
  }),
})

builder.queryField('tripList', (t) =>
  t.field({
    ...needs('flight:read'),
    description: 'Trips in the order they were made, also those without legs.',
    type: TripPage,
    args: { filter: t.arg({ type: TripFilter }), page: t.arg({ type: PageInput }) },
    resolve: async (_root, { filter, page }, { reader, columns }) => {
      const asked = askedPage('tripList', page, ['number', 'string'], filter)
      const search = {
        ...askedFor(filter ?? {}, filter?.tripIdList, 'filter.tripIdList'),
        interval: filter?.interval ? askedInterval(filter.interval, MAX_INTERVAL_DAYS) : null,
        statuses: askedList(filter?.statusList, 'filter.statusList'),
        tripNumber: filter?.tripNumber ?? null,
        clientId: filter?.clientContactId ?? null,
      }
      const rows = await tripsAfter(reader, search, { columns: columns.of(TRIP), ...asked.range })
      return pageOf(rows, asked, ({ createdAt, tripId }) => [createdAt, tripId])
    },
  }),
)
