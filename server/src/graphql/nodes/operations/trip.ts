/** Trips: the legs that belong together. */

import { TRIP_STATUSES, type Trip as TripRecord } from '../../../domain/operations/trip.ts'
import { type UserError as UserErrorValue, userError } from '../../../domain/user-error.ts'
import { newId } from '../../../services/world.ts'
import { CONTACT } from '../../../storage/operations/contacts.ts'
import { FLIGHT, legsOfTrips } from '../../../storage/operations/flights.ts'
import { nextNumber } from '../../../storage/operations/operator-profile.ts'
import { TRIP } from '../../../storage/operations/trips.ts'
import { createRecord, recordById, recordsById } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutate } from '../../mutation.ts'
import { usually } from '../../operation/list-size.ts'
import { UserError } from '../user-error.ts'
import { Versioned } from '../versioned.ts'
import { Contact, loadContact } from './contact.ts'
import { Flight } from './flight.ts'

const TripStatus = builder.enumType('TripStatus', { values: TRIP_STATUSES })

export const loadTrip = ({ loaders, reader, columns }: QueryContext, tripId: string) =>
  loaders.load('trip', tripId, (ids) => recordsById(reader, TRIP, ids, columns.of(TRIP)))

export const Trip = builder.objectRef<TripRecord>('Trip').implement({
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
      resolve: async ({ tripId }, _args, { loaders, reader, columns }) =>
        (await loaders.load('legs', tripId, (ids) => legsOfTrips(reader, ids, columns.of(FLIGHT)))) ?? [],
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
  fields: (t) => ({ clientContactId: t.id({ ...needs('contact:read') }) }),
})

interface TripPayloadValue {
  readonly trip: TripRecord | null
  readonly userErrorList: readonly UserErrorValue[]
}

const TripPayload = builder.objectRef<TripPayloadValue>('TripPayload').implement({
  ...noScope,
  fields: (t) => ({
    trip: t.expose('trip', { type: Trip, nullable: true }),
    userErrorList: t.field({ ...usually(1), type: [UserError], resolve: ({ userErrorList }) => [...userErrorList] }),
  }),
})

/** A limited view sees a trip by its legs, and a new one has none: it would be lost to whoever opened it. */
const refuseOrphan = ({ view }: ViewTx): void => {
  if (view.of === 'operator') return
  const message = 'A key limited to some aircraft cannot open a trip: open it with one that sees the whole operator'
  throw userError('NOT_ALLOWED', message)
}

const create = async (tx: ViewTx, { world }: QueryContext, input: typeof TripCreateInput.$inferInput) => {
  refuseOrphan(tx)
  const clientId = input.clientContactId ?? null
  if (clientId !== null && !(await recordById(tx, CONTACT, clientId))) {
    throw userError('NOT_FOUND', 'There is no such contact', ['input', 'clientContactId'])
  }
  const trip = await createRecord(tx, TRIP, {
    tripId: newId(world, 'trp'),
    tripNumber: `T${String(await nextNumber(tx, 'trip')).padStart(5, '0')}`,
    status: 'OPTION',
    clientId,
    quoteId: null,
    buyer: null,
    aircraftIdList: [],
  })
  return { trip }
}

builder.mutationField('tripCreate', (t) =>
  t.field({
    ...needs('flight:write'),
    description:
      'Opens a trip; flightCreate adds legs to it. Not for a key limited to some aircraft, which sees a trip by its legs.',
    type: TripPayload,
    args: { input: t.arg({ type: TripCreateInput, required: true }), idempotencyKey: t.arg.string() },
    resolve: (_root, args, context) =>
      mutate(context, { name: 'tripCreate', args, idempotencyKey: args.idempotencyKey }, { trip: null }, (tx) =>
        create(tx, context, args.input),
      ),
  }),
)
