/** The blocks during which an aircraft is unavailable, and those of them that ground it. */
import { DAY_MS, type Interval, intervalProblems } from '../../interval.ts'
import { offered, own, type RecordOf, record } from '../../records/description.ts'
import { enumeration } from '../../records/field.ts'
import { idOf, oneOf, text, time, truth } from '../../records/fields.ts'
import { among, byId, overlap } from '../../records/filter.ts'
import { permitProblems } from './permit-to-fly.ts'

export const UNAVAILABILITY_REASONS = ['MAINTENANCE', 'AOG', 'OWNER_USE', 'CREW', 'PARKING', 'OTHER'] as const
export type UnavailabilityReason = (typeof UNAVAILABILITY_REASONS)[number]

const UNAVAILABILITY_REASON = enumeration('UnavailabilityReason', UNAVAILABILITY_REASONS)

/**
 * Blocks for these reasons are facts and may overlap flights; a block for another reason is a plan and may not (data
 * §4.6).
 */
export const GROUNDING_REASONS = ['AOG', 'MAINTENANCE'] as const satisfies readonly UnavailabilityReason[]
export type GroundingReason = (typeof GROUNDING_REASONS)[number]

export const grounds = (reason: UnavailabilityReason): reason is GroundingReason =>
  (GROUNDING_REASONS as readonly string[]).includes(reason)

export interface Grounding extends Interval {
  readonly reason: GroundingReason
  readonly isEndEstimated: boolean
}

/** The end of a grounding. An estimated end that has passed moves on by a day at a time. */
export const endOf = ({ to, isEndEstimated }: Omit<Grounding, 'reason'>, now: number): number =>
  isEndEstimated && to <= now ? to + Math.ceil((now - to + 1) / DAY_MS) * DAY_MS : to

export const MAX_BLOCK_DAYS = 400

export const UNAVAILABILITY_RECORD = record('Unavailability', {
  file: 'domain/operations/fleet/unavailability.ts',
  entity: 'UNAVAILABILITY',
  noun: 'unavailability',
  plural: 'unavailability',
  calledBy: ['reason'],
  listed: ['aircraftId', 'from', 'to', 'isEndEstimated', 'note'],
  says: 'A time in which an aircraft cannot be planned. AOG and MAINTENANCE are facts and lie over flights, which are then at risk.',
  id: { field: 'unavailabilityId', prefix: 'una' },
  read: 'aircraft:read',
  write: 'aircraft:write',
  isTypeOpen: true,
  fields: {
    aircraftId: idOf('Aircraft', { required: true, written: 'create', parent: 'input' }),
    from: time({ required: true }),
    to: time({ required: true, shown: 'to' }),
    reason: oneOf(UNAVAILABILITY_REASON, { required: true, shown: 'reason' }),
    isEndEstimated: truth({
      initial: false,
      label: 'End is estimated',
      says: 'While true, an end that passes moves on by 24 h.',
    }),
    note: text({ most: 1000, lines: 'several', shown: 'note' }),
    techLogEntryId: idOf('TechLogEntry', { written: 'never', shown: 'techLogEntryId', label: 'Defect' }),
    permitAuthority: text({
      most: 100,
      shown: 'permitToFly',
      label: 'Permit to fly by',
      asks: 'Who permitted it to be ferried or tested while it is grounded, e.g. FOCA. With permitNumber and permitTo.',
    }),
    permitNumber: text({ most: 60, shown: 'permitToFly', label: 'Permit number' }),
    permitFrom: time({ shown: 'permitToFly', label: 'Permit from', asks: 'The start of the block where absent.' }),
    permitTo: time({ shown: 'permitToFly', label: 'Permit to' }),
    permitConditions: text({ most: 2000, lines: 'several', shown: 'permitToFly', label: 'Conditions of the permit' }),
  },
  rules: [
    { of: ['from', 'to'], problems: (block) => intervalProblems(block, ['to'], MAX_BLOCK_DAYS) },
    {
      of: ['from', 'to', 'reason', 'permitAuthority', 'permitNumber', 'permitFrom', 'permitTo', 'permitConditions'],
      problems: (block) => permitProblems(block, grounds(block.reason)),
    },
  ],
  order: { field: 'from' },
  filters: {
    unavailabilityIdList: byId,
    aircraftIdList: among('aircraftId'),
    interval: overlap('from', 'to', 4000),
    reasonList: among('reason'),
  },
  filtersAs: 'required',
  visible: { aircraft: own('aircraftId'), buyer: offered('aircraftId'), provider: 'all', person: 'none' },
  one: 'One block of an aircraft.',
  list: 'Blocks by start.',
  create:
    'Blocks an aircraft. AOG and MAINTENANCE are accepted over flights, which are then at risk; other reasons are refused there.',
  update: 'Moves, extends or ends a block.',
  delete: 'Frees an aircraft again; answers what was removed.',
  patch: null,
})

export type Unavailability = RecordOf<typeof UNAVAILABILITY_RECORD>
