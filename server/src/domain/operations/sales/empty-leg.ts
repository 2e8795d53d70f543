/** A ferry flight that is offered to buyers: when it can leave, at which price, and who holds it. */
import { HOUR_MS, intervalProblems } from '../../interval.ts'
import { offered, own, type RecordOf, record } from '../../records/description.ts'
import { enumeration } from '../../records/field.ts'
import { airport, anyText, idOf, money, oneOf, time, value, values } from '../../records/fields.ts'
import { byId, joined, overlap } from '../../records/filter.ts'
import type { Author } from '../../versioned.ts'
import type { Step } from '../step.ts'

export const EMPTY_LEG_STATUSES = ['PUBLISHED', 'HELD', 'SOLD', 'WITHDRAWN', 'EXPIRED'] as const
export type EmptyLegStatus = (typeof EMPTY_LEG_STATUSES)[number]

const EMPTY_LEG_STATUS = enumeration('EmptyLegStatus', EMPTY_LEG_STATUSES)

const MAX_WINDOW_DAYS = 31
export const MAX_HOLD_MS = 48 * HOUR_MS

/** Who holds it for the operator itself, as `holder` has it. */
export const OPERATOR_HOLDS = 'operator'

/** How long an application leaves a leg to others once its hold of it is over. */
const HOLD_PAUSE_MS = 24 * HOUR_MS

interface PastHold {
  readonly holder: string
  readonly until: number
}

/** `aircraftId`, `adepId` and `adesId` follow the flight. `status` is as it was set; what it is now says `statusAt`. */
export const EMPTY_LEG_RECORD = record('EmptyLeg', {
  file: 'domain/operations/sales/empty-leg.ts',
  entity: 'EMPTY_LEG',
  noun: 'empty leg',
  calledBy: ['emptyLegNumber'],
  listed: ['adepId', 'adesId', 'earliest', 'latest', 'price', 'status'],
  says: 'A ferry flight that is offered to buyers. Every marketplace sees it; who holds it only the operator.',
  id: { field: 'emptyLegId', prefix: 'eml' },
  read: 'availability:read',
  write: 'sales:write',
  writtenBy: 'operator',
  names: { create: 'emptyLegPublish' },
  fields: {
    emptyLegNumber: anyText({ required: true, written: 'never', label: 'Empty leg' }),
    flightId: idOf('Flight', {
      required: true,
      written: 'create',
      shown: 'flightId',
      asks: 'A FERRY that has not left.',
    }),
    aircraftId: idOf('Aircraft', { required: true, written: 'never' }),
    adepId: airport({ as: 'adep', required: true, written: 'never', label: 'From' }),
    adesId: airport({ as: 'ades', required: true, written: 'never', label: 'To' }),
    earliest: time({ required: true, says: 'When it can leave at the earliest.' }),
    latest: time({ required: true, says: 'When it can leave at the latest.' }),
    price: money({ says: 'On request where absent.' }),
    status: oneOf(EMPTY_LEG_STATUS, { written: 'never', initial: 'PUBLISHED', shown: 'status' }),
    heldUntil: time({ written: 'never', shown: 'heldUntil' }),
    heldBy: value<Author>()({ written: 'never', shown: 'heldBy' }),
    /** The buyer whose hold it is, as views name it, or OPERATOR_HOLDS. */
    holder: anyText({ written: 'never', shown: 'isHeldByMe' }),
    /** The last hold of each application, as long as it keeps that one from another. */
    pastHoldList: values<PastHold>()({ written: 'never', shown: null }),
  },
  rules: [
    {
      of: ['earliest', 'latest'],
      problems: ({ earliest, latest }) => intervalProblems({ from: earliest, to: latest }, ['latest'], MAX_WINDOW_DAYS),
    },
  ],
  order: { field: 'earliest' },
  filters: {
    emptyLegIdList: byId,
    interval: overlap('earliest', 'latest', 400, { says: 'Those that can leave within it.' }),
    near: joined('texts', { given: 'text', says: 'Leaves from an airport near this one: within radiusNm.' }),
    toward: joined('texts', { given: 'text', says: 'Goes to an airport near this one: within radiusNm.' }),
    radiusNm: joined('whole', { says: 'For near and toward: 0 to 500, 100 where absent.' }),
    minSeats: joined('whole'),
    statusList: joined('wordsNow', { words: EMPTY_LEG_STATUS }),
  },
  visible: { aircraft: own('aircraftId'), buyer: offered('aircraftId'), provider: 'all', person: 'none' },
  one: 'One empty leg.',
  list: 'Empty legs by earliest departure.',
  create: false,
  update: 'Changes window or price, while nobody holds it. Operator only.',
  delete: false,
})

export type EmptyLeg = RecordOf<typeof EMPTY_LEG_RECORD>

/** A hold ends by itself; what nobody bought by its latest departure is EXPIRED. */
export const statusAt = (
  { status, latest, heldUntil }: Pick<EmptyLeg, 'status' | 'latest' | 'heldUntil'>,
  now: number,
): EmptyLegStatus => {
  if (status !== 'PUBLISHED' && status !== 'HELD') return status
  if (latest <= now) return 'EXPIRED'
  return status === 'HELD' && heldUntil !== null && heldUntil > now ? 'HELD' : 'PUBLISHED'
}

/** Held by nobody. */
export const FREE = { heldUntil: null, heldBy: null, holder: null } as const

/** From when on a holder can hold the leg again: who gave it back or let it lapse waits (threats row 306). */
export const holdableFrom = ({ pastHoldList }: Pick<EmptyLeg, 'pastHoldList'>, holder: string): number =>
  (pastHoldList.find((past) => past.holder === holder)?.until ?? -HOLD_PAUSE_MS) + HOLD_PAUSE_MS

/** The holds that are kept once this one is known, or its end. The operator's own are not. */
export const withHold = (
  { pastHoldList }: Pick<EmptyLeg, 'pastHoldList'>,
  hold: PastHold,
  now: number,
): readonly PastHold[] => {
  if (hold.holder === OPERATOR_HOLDS) return pastHoldList
  const others = pastHoldList.filter(({ holder, until }) => holder !== hold.holder && until + HOLD_PAUSE_MS > now)
  return [...others, hold]
}

type EmptyLegStep = Step<EmptyLegStatus>

const step = (
  from: EmptyLegStatus,
  to: EmptyLegStatus,
  actor: EmptyLegStep['actors'][number],
  [by, condition = '']: readonly [string, string?] = ['set'],
): EmptyLegStep => ({ from, to, actors: [actor], by, condition })

/** The only condition that is asked of an actor: the hold is its own. */
export const OWN_HOLD = 'the hold is its own'

const FLIGHT_GOES: readonly [string, string] = ['flight', 'its flight leaves, is cancelled or is no FERRY any more']

/** Mutations obey it, `docs/life-cycles.md` is generated from it, and a test tries every triple against it. */
export const EMPTY_LEG_LIFE_CYCLE: readonly EmptyLegStep[] = [
  step('PUBLISHED', 'HELD', 'operator', ['hold']),
  step('PUBLISHED', 'HELD', 'buyer', ['hold']),
  step('HELD', 'PUBLISHED', 'operator'),
  step('HELD', 'PUBLISHED', 'buyer', ['set', OWN_HOLD]),
  step('HELD', 'PUBLISHED', 'system', ['time', '`heldUntil` has passed']),
  step('HELD', 'SOLD', 'operator'),
  step('PUBLISHED', 'WITHDRAWN', 'operator'),
  step('HELD', 'WITHDRAWN', 'operator'),
  step('PUBLISHED', 'WITHDRAWN', 'system', FLIGHT_GOES),
  step('HELD', 'WITHDRAWN', 'system', FLIGHT_GOES),
  step('PUBLISHED', 'EXPIRED', 'system', ['time', '`latest` has passed']),
  step('HELD', 'EXPIRED', 'system', ['time', '`latest` has passed']),
]
