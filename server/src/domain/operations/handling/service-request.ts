/** A service that a provider is asked for: on a visit, or on a flight (data §8). */

import { own, type RecordOf, record } from '../../records/description.ts'
import { enumeration } from '../../records/field.ts'
import { anyText, decimal, idOf, listOf, oneOf, text, time, value, values } from '../../records/fields.ts'
import { among, byId, equal, joined } from '../../records/filter.ts'
import type { Author } from '../../versioned.ts'
import type { Step } from '../step.ts'
import type { Circumstances } from './circumstances.ts'
import { REVIEW_REASON, SERVICE_KIND } from './service-kind.ts'
import type { Permit, ServiceResult } from './service-result.ts'

export const SERVICE_STATUSES = [
  'DRAFT',
  'REQUESTED',
  'ACKNOWLEDGED',
  'CONFIRMED',
  'REVIEW',
  'COMPLETED',
  'REJECTED',
  'CANCELLATION_REQUESTED',
  'CANCELLED',
  'NOT_REQUIRED',
] as const
export type ServiceStatus = (typeof SERVICE_STATUSES)[number]

const SERVICE_STATUS = enumeration('ServiceStatus', SERVICE_STATUSES)

/** A step that was taken. */
export interface ServiceStep {
  readonly at: number
  readonly by: Author | null
  readonly from: ServiceStatus
  readonly to: ServiceStatus
  readonly reason: string | null
  /** The provider in whose name the operator took it. */
  readonly onBehalfOf: string | null
}

const MAX_STEPS_KEPT = 100

export const withStep = (list: readonly ServiceStep[], step: ServiceStep): readonly ServiceStep[] =>
  [...list, step].slice(-MAX_STEPS_KEPT)

/** The steps since this provider was asked: what went on with another before is not told to it (threats row 277). */
export const stepsSinceSent = ({
  historyList,
  sentAt,
}: Pick<ServiceRequest, 'historyList' | 'sentAt'>): readonly ServiceStep[] => {
  if (sentAt === null) return []
  const sending = historyList.findLastIndex(({ to, at }) => to === 'REQUESTED' && at === sentAt)
  return sending < 0 ? historyList.filter(({ at }) => at >= sentAt) : historyList.slice(sending)
}

export const SERVICE_REQUEST_RECORD = record('ServiceRequest', {
  file: 'domain/operations/handling/service-request.ts',
  entity: 'SERVICE_REQUEST',
  noun: 'service request',
  calledBy: ['serviceRequestNumber'],
  listed: ['kind', 'status', 'requestedFor', 'instructions'],
  says: 'A service that a provider is asked for. The operator sees all of them, a provider those that were sent to its contacts.',
  id: { field: 'serviceRequestId', prefix: 'srq' },
  read: 'service:read',
  write: 'service:write',
  writtenBy: 'operator',
  conversation: { sides: ['OPERATOR', 'PROVIDER'], since: 'sentAt', readsSince: 'sentAt' },
  fields: {
    serviceRequestNumber: anyText({ required: true, written: 'never', label: 'Request' }),
    visitId: idOf('Visit', { written: 'create', shown: 'visit', asks: 'Exactly one of visitId and flightId.' }),
    flightId: idOf('Flight', {
      written: 'create',
      shown: 'leg',
      asks: 'Of permits, slots, flight plans and weather; of others with flightEnd.',
    }),
    kind: oneOf(SERVICE_KIND, { required: true, written: 'create' }),
    status: oneOf(SERVICE_STATUS, { written: 'never', initial: 'DRAFT' }),
    statusReason: text({ most: 1000, lines: 'several', written: 'never', label: 'Reason' }),
    providerContactId: idOf('Contact', {
      shown: 'provider',
      asks: 'A HANDLER, SUPPLIER or AUTHORITY. Another one makes it a DRAFT without result, to be sent anew.',
    }),
    /** The application that answered first, where several act for the provider. */
    holder: anyText({ written: 'never', shown: null }),
    requestedFor: time({ says: 'For when it is asked, where that is not the visit as a whole.' }),
    quantity: decimal({ min: 0, max: 1_000_000 }),
    unit: text({ most: 20 }),
    instructions: text({ most: 4000, lines: 'several' }),
    permit: value<Permit>()({ written: 'never', shown: 'permit' }),
    result: value<ServiceResult>()({ written: 'never', shown: 'result' }),
    reviewReasonList: listOf(REVIEW_REASON, { written: 'never', says: 'What made it go to REVIEW.' }),
    /** What the provider said yes to; null before. */
    agreed: value<Circumstances>()({ written: 'never', shown: 'agreedFor' }),
    sentAt: time({ written: 'never', says: 'When this provider was first asked; null before.' }),
    historyList: values<ServiceStep>()({ written: 'never', shown: 'historyList' }),
    /** The aircraft of visit or flight, for keys that are limited to some. */
    aircraftId: idOf('Aircraft', { required: true, written: 'never', shown: null }),
  },
  order: { field: 'createdAt' },
  filters: {
    serviceRequestIdList: byId,
    visitId: equal('visitId', { isIndexed: true, findsFew: true }),
    flightId: equal('flightId', { isIndexed: true, findsFew: true }),
    statusList: among('status'),
    kindList: among('kind'),
    providerContactIdList: among('providerContactId'),
    airport: joined('airport', { says: 'On a visit there.' }),
    interval: joined('interval', {
      maxDays: 400,
      says: 'Of visits that begin within it, and of flights whose planned off-block time lies in it.',
    }),
  },
  visible: { aircraft: own('aircraftId'), buyer: 'none', provider: 'joined', person: 'none' },
  one: 'One service request.',
  list: 'Service requests in the order they were made.',
  create: false,
  update: 'Changes what is asked for, while nobody has answered or in REVIEW. Operator only.',
  delete: false,
})

export type ServiceRequest = RecordOf<typeof SERVICE_REQUEST_RECORD>

type RequestStep = Step<ServiceStatus>

const step = (
  from: ServiceStatus,
  to: ServiceStatus,
  actors: RequestStep['actors'],
  [by, condition = '']: readonly [string, string?] = ['set'],
): RequestStep => ({ from, to, actors, by, condition })

const OPERATOR = ['operator'] as const
const SYSTEM = ['system'] as const
/** A provider without an application: the operator takes its steps, by name. */
const PROVIDER = ['provider', 'operator'] as const

export const IN_ITS_NAME = 'the operator in the provider’s name'
const ANSWERED: readonly [string, string] = ['set', IN_ITS_NAME]
const MOVED: readonly [string, string] = ['flight', 'its visit or flight moved']
const GIVEN_ON: readonly [string, string] = ['serviceRequestUpdate', 'to another provider']
const FLIGHT_CANCELLED: readonly [string, string] = ['flight', 'its flight is cancelled']

/** Mutations obey it, `docs/life-cycles.md` is generated from it, and a test tries every triple against it. */
export const SERVICE_REQUEST_LIFE_CYCLE: readonly RequestStep[] = [
  step('DRAFT', 'REQUESTED', OPERATOR),
  step('DRAFT', 'CANCELLED', OPERATOR),
  step('DRAFT', 'NOT_REQUIRED', OPERATOR),
  step('REQUESTED', 'CANCELLED', OPERATOR),
  step('REQUESTED', 'NOT_REQUIRED', OPERATOR),
  step('REJECTED', 'REQUESTED', OPERATOR),
  step('REQUESTED', 'DRAFT', OPERATOR, GIVEN_ON),
  step('REJECTED', 'DRAFT', OPERATOR, GIVEN_ON),
  step('REVIEW', 'DRAFT', OPERATOR, GIVEN_ON),
  step('ACKNOWLEDGED', 'CANCELLATION_REQUESTED', OPERATOR),
  step('CONFIRMED', 'CANCELLATION_REQUESTED', OPERATOR),
  step('REVIEW', 'CANCELLATION_REQUESTED', OPERATOR),
  step('REQUESTED', 'ACKNOWLEDGED', PROVIDER, ANSWERED),
  step('REQUESTED', 'CONFIRMED', PROVIDER, ANSWERED),
  step('REQUESTED', 'REJECTED', PROVIDER, ANSWERED),
  step('ACKNOWLEDGED', 'CONFIRMED', PROVIDER, ANSWERED),
  step('ACKNOWLEDGED', 'REJECTED', PROVIDER, ANSWERED),
  step('REVIEW', 'CONFIRMED', PROVIDER, ANSWERED),
  step('REVIEW', 'REJECTED', PROVIDER, ANSWERED),
  step('CONFIRMED', 'COMPLETED', PROVIDER, ANSWERED),
  step('CANCELLATION_REQUESTED', 'CANCELLED', PROVIDER, ANSWERED),
  step('ACKNOWLEDGED', 'REVIEW', SYSTEM, MOVED),
  step('CONFIRMED', 'REVIEW', SYSTEM, MOVED),
  step('DRAFT', 'CANCELLED', SYSTEM, FLIGHT_CANCELLED),
  step('REQUESTED', 'CANCELLED', SYSTEM, FLIGHT_CANCELLED),
  step('ACKNOWLEDGED', 'CANCELLATION_REQUESTED', SYSTEM, FLIGHT_CANCELLED),
  step('CONFIRMED', 'CANCELLATION_REQUESTED', SYSTEM, FLIGHT_CANCELLED),
  step('REVIEW', 'CANCELLATION_REQUESTED', SYSTEM, FLIGHT_CANCELLED),
]

/** Nothing of it changes any more. */
export const isOver = ({ status }: Pick<ServiceRequest, 'status'>): boolean =>
  status === 'COMPLETED' || status === 'CANCELLED' || status === 'NOT_REQUIRED'

/** There is still something to do: its provider needs to know what for. */
export const OPEN_WORK: readonly ServiceStatus[] = [
  'REQUESTED',
  'ACKNOWLEDGED',
  'CONFIRMED',
  'REVIEW',
  'CANCELLATION_REQUESTED',
]

/** Neither refused nor ended without having been done. */
export const STANDING: readonly ServiceStatus[] = [...OPEN_WORK, 'COMPLETED']

/** Its provider said yes, and nobody asked to cancel: it reports what happens there. */
export const ANSWERED_FOR: readonly ServiceStatus[] = ['ACKNOWLEDGED', 'CONFIRMED', 'REVIEW', 'COMPLETED']
