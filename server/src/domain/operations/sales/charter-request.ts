/** What a buyer asks an operator to fly: legs as windows in time, and for whom (data §7.3). */
import { own, type RecordOf, record } from '../../records/description.ts'
import { enumeration } from '../../records/field.ts'
import { anyText, idOf, listOf, oneOf, text, time, values } from '../../records/fields.ts'
import { byId, joined } from '../../records/filter.ts'
import { EQUIPMENT } from '../fleet/aircraft.ts'
import type { Step } from '../step.ts'
import type { KeptLeg } from './requested-leg.ts'

export const CHARTER_REQUEST_STATUSES = ['OPEN', 'QUOTED', 'BOOKED', 'DECLINED', 'WITHDRAWN', 'EXPIRED'] as const
export type CharterRequestStatus = (typeof CHARTER_REQUEST_STATUSES)[number]

const CHARTER_REQUEST_STATUS = enumeration('CharterRequestStatus', CHARTER_REQUEST_STATUSES)

const AIRCRAFT_CATEGORY = enumeration('AircraftCategory', [
  'AIRLINER',
  'HEAVY_JET',
  'HELICOPTER',
  'LIGHT_JET',
  'MIDSIZE_JET',
  'PISTON',
  'SUPER_MIDSIZE_JET',
  'TURBOPROP',
  'ULTRA_LONG_RANGE',
  'VERY_LIGHT_JET',
])

/** `status` is as it was set; what it is now says `requestStatusAt`. */
export const CHARTER_REQUEST_RECORD = record('CharterRequest', {
  file: 'domain/operations/sales/charter-request.ts',
  entity: 'CHARTER_REQUEST',
  noun: 'charter request',
  calledBy: ['charterRequestNumber'],
  listed: ['status', 'expiresAt', 'note'],
  says: 'What a buyer asks for. The operator sees all of them, a marketplace its own.',
  id: { field: 'charterRequestId', prefix: 'crq' },
  read: 'sales:read',
  write: 'sales:write',
  conversation: { sides: ['OPERATOR', 'BUYER'] },
  fields: {
    charterRequestNumber: anyText({ required: true, written: 'never', label: 'Request' }),
    status: oneOf(CHARTER_REQUEST_STATUS, { written: 'never', initial: 'OPEN', shown: 'status' }),
    statusReason: text({ most: 1000, lines: 'several', written: 'never', label: 'Reason' }),
    /** The marketplace that asked, as views name it; null where the operator wrote it down. */
    buyer: anyText({ written: 'never', shown: null }),
    buyerContactId: idOf('Contact', { required: true, written: 'never', shown: 'buyer' }),
    legList: values<KeptLeg>()({ written: 'never', shown: 'legList' }),
    acftCategoryList: listOf(AIRCRAFT_CATEGORY, { label: 'Categories' }),
    equipmentList: listOf(EQUIPMENT, { label: 'Equipment' }),
    emptyLegId: idOf('EmptyLeg', { written: 'create', asks: 'Holds nothing by itself.' }),
    note: text({ most: 2000, lines: 'several' }),
    expiresAt: time({ asks: 'When the first window ends, where absent.' }),
    /** Until when an offer stands; null where none was sent. */
    quotedUntil: time({ written: 'never', shown: 'status' }),
  },
  order: { field: 'createdAt' },
  filters: {
    charterRequestIdList: byId,
    statusList: joined('wordsNow', { words: CHARTER_REQUEST_STATUS }),
    createdSince: joined('time'),
  },
  visible: { aircraft: 'none', buyer: own('buyer'), provider: 'none', person: 'none' },
  one: 'One request.',
  list: 'Requests in the order they were made.',
  create: false,
  update: 'Changes a request that is OPEN or QUOTED; quotes that were sent get another version with it.',
  delete: false,
})

export type CharterRequest = RecordOf<typeof CHARTER_REQUEST_RECORD>

/** Of an accepted quote: it stands until the operator ends it. */
export const STANDS = Date.parse('9999-12-31T00:00:00Z')

/** QUOTED while an offer stands, else EXPIRED by its time. */
export const requestStatusAt = (
  { status, expiresAt, quotedUntil }: Pick<CharterRequest, 'status' | 'expiresAt' | 'quotedUntil'>,
  now: number,
): CharterRequestStatus => {
  if (status !== 'OPEN') return status
  if (quotedUntil !== null && quotedUntil > now) return 'QUOTED'
  return expiresAt !== null && expiresAt <= now ? 'EXPIRED' : 'OPEN'
}

export const isAccepted = ({ quotedUntil }: Pick<CharterRequest, 'quotedUntil'>): boolean => quotedUntil === STANDS

type RequestStep = Step<CharterRequestStatus>

const step = (
  from: CharterRequestStatus,
  to: CharterRequestStatus,
  actor: RequestStep['actors'][number],
  [by, condition = '']: readonly [string, string?] = ['set'],
): RequestStep => ({ from, to, actors: [actor], by, condition })

const NOT_ACCEPTED: readonly [string, string] = ['set', 'none of its quotes is accepted']

/** Mutations obey it, `docs/life-cycles.md` is generated from it, and a test tries every triple against it. */
export const CHARTER_REQUEST_LIFE_CYCLE: readonly RequestStep[] = [
  step('OPEN', 'DECLINED', 'operator'),
  step('QUOTED', 'DECLINED', 'operator', NOT_ACCEPTED),
  step('OPEN', 'WITHDRAWN', 'buyer'),
  step('QUOTED', 'WITHDRAWN', 'buyer', NOT_ACCEPTED),
  step('OPEN', 'QUOTED', 'system', ['quote', 'a quote was sent']),
  step('QUOTED', 'OPEN', 'system', ['quote', 'no quote stands any more']),
  step('QUOTED', 'BOOKED', 'system', ['quote', 'a quote was booked']),
  step('OPEN', 'EXPIRED', 'system', ['time', '`expiresAt` has passed']),
  step('QUOTED', 'EXPIRED', 'system', ['time', '`expiresAt` has passed and no quote stands']),
]
