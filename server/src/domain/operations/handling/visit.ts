/** An aircraft at an airport, between the leg that arrives and the leg that departs (data §8.1). */
import { own, type RecordOf, record } from '../../records/description.ts'
import { airport, anyText, idOf, time, values } from '../../records/fields.ts'
import { among, byId, equal, joined } from '../../records/filter.ts'

/** It follows its flights: nobody writes it. */
export const VISIT_RECORD = record('Visit', {
  file: 'domain/operations/handling/visit.ts',
  entity: 'VISIT',
  noun: 'visit',
  calledBy: ['visitNumber'],
  listed: ['airportId', 'aircraftId', 'arriveAt', 'departAt'],
  says: 'An aircraft at an airport, between the leg that arrives and the leg that departs. It begins with the first service that is asked for there, and follows its flights. A provider sees those with a request to one of its contacts.',
  id: { field: 'visitId', prefix: 'vis' },
  read: 'service:read',
  write: 'service:write',
  writtenBy: 'operator',
  fields: {
    visitNumber: anyText({ required: true, written: 'never', label: 'Visit' }),
    airportId: airport({ as: 'airport', required: true, written: 'never' }),
    aircraftId: idOf('Aircraft', { required: true, written: 'never' }),
    arrivalFlightId: idOf('Flight', { written: 'never', shown: 'arrival' }),
    departureFlightId: idOf('Flight', { written: 'never', shown: 'departure' }),
    arriveAt: time({ written: 'never', says: 'As expected: reported, else estimated, else planned.' }),
    departAt: time({ written: 'never', says: 'As expected: reported, else estimated, else planned.' }),
    /** By which it is listed: the arrival, without one the departure. */
    beginsAt: time({ required: true, written: 'never', shown: null }),
    /** Who was asked for something here, and so sees it. */
    providerContactIdList: values<string>()({ written: 'never', shown: null }),
  },
  order: { field: 'beginsAt' },
  filters: {
    visitIdList: byId,
    interval: joined('interval', {
      isIndexed: true,
      keepsOrder: true,
      maxDays: 400,
      says: 'Visits that begin within it: by their arrival, without one by their departure.',
    }),
    aircraftIdList: among('aircraftId'),
    airport: equal('airportId'),
    flightId: joined('id', { isIndexed: true, findsFew: true }),
  },
  filtersAs: 'required',
  needsOneOf: ['visitIdList', 'interval', 'flightId', 'externalId', 'updatedSince'],
  visible: { aircraft: own('aircraftId'), buyer: 'none', provider: 'joined', person: 'none' },
  one: 'One visit.',
  list: 'Visits by arrival.',
  create: false,
  update: false,
  delete: false,
})

export type Visit = RecordOf<typeof VISIT_RECORD>
