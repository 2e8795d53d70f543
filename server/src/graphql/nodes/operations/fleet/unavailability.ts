/** Periods in which an aircraft is not available. */
import {
  endOf,
  UNAVAILABILITY_REASONS,
  type Unavailability as UnavailabilityRecord,
} from '../../../../domain/operations/fleet/unavailability.ts'
import { holdsAll, scopeSet } from '../../../../domain/scopes.ts'
import { unavailability } from '../../../../services/operations/fleet/unavailability.ts'
import { UNAVAILABILITY } from '../../../../storage/operations/fleet/unavailability.ts'
import { noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import type { QueryContext } from '../../../context.ts'
import { isInside } from '../../records/inside.ts'
import { recordNodes } from '../../records/record-nodes.ts'
import { typeOf } from '../../records/record-type.ts'

const PRIVATE_REASONS: ReadonlySet<string> = new Set(['OWNER_USE', 'CREW'])

/** A principal that may not read reasons cannot find blocks by them either. */
const readableReasons = (reasons: readonly string[], context: QueryContext): readonly string[] => {
  if (isInside(context)) return reasons
  const readable = reasons.filter((reason) => !PRIVATE_REASONS.has(reason))
  return readable.includes('OTHER')
    ? UNAVAILABILITY_REASONS.filter((reason) => PRIVATE_REASONS.has(reason) || readable.includes(reason))
    : readable
}

/** Ids of flights are for those who may read flights. */
const FLIGHT_READ = scopeSet(['flight:read'])

const PermitToFly = builder.objectRef<UnavailabilityRecord>('PermitToFly').implement({
  ...noScope,
  description: 'A permit to fly: who gave it, under which number, when it holds and on what conditions.',
  fields: (t) => ({
    authority: t.string({ resolve: ({ permitAuthority }) => permitAuthority ?? '' }),
    number: t.string({ resolve: ({ permitNumber }) => permitNumber ?? '' }),
    validFrom: t.field({ type: 'DateTime', resolve: ({ from, permitFrom }) => permitFrom ?? from }),
    validTo: t.field({ type: 'DateTime', resolve: ({ to, permitTo }) => permitTo ?? to }),
    conditions: t.string({ nullable: true, resolve: ({ permitConditions }) => permitConditions }),
  }),
})

export const { Node: Unavailability } = recordNodes(UNAVAILABILITY, unavailability, {
  fields: (t) => ({
    to: t.field({
      columns: ['to', 'isEndEstimated'],
      follows: ['TIME'],
      type: 'DateTime',
      resolve: (block, _args, { world, tenant }) => endOf(block, world.now(tenant.tenantId)),
    }),
    reason: t.field({
      columns: ['reason'],
      follows: [],
      type: typeOf(UNAVAILABILITY, 'reason'),
      description: 'OWNER_USE and CREW read OTHER outside the operator’s own view.',
      resolve: ({ reason }, _args, context) => (isInside(context) || !PRIVATE_REASONS.has(reason) ? reason : 'OTHER'),
    }),
    note: t.string({
      columns: ['note'],
      follows: [],
      nullable: true,
      description: 'Null outside the operator’s own view.',
      resolve: ({ note }, _args, context) => (isInside(context) ? note : null),
    }),
    techLogEntryId: t.id({
      columns: ['techLogEntryId'],
      follows: [],
      nullable: true,
      description:
        'The defect that causes it; it ends with the defect, and nobody removes it before. Null outside the operator’s own view.',
      resolve: ({ techLogEntryId }, _args, context) => (isInside(context) ? techLogEntryId : null),
    }),
    permitToFly: t.field({
      columns: ['from', 'to', 'permitAuthority', 'permitNumber', 'permitFrom', 'permitTo', 'permitConditions'],
      follows: [],
      type: PermitToFly,
      nullable: true,
      description:
        'Lets FERRY and TEST flights go while the aircraft is grounded. Null outside the operator’s own view.',
      resolve: (block, _args, context) => (isInside(context) && block.permitNumber !== null ? block : null),
    }),
  }),
  read: { reasonList: readableReasons },
  payload: (t) => ({
    atRiskFlightIdList: t.idList({
      description: 'Flights that the block overlaps; empty without flight:read.',
      resolve: ({ atRiskFlightIdList }, _args, { principal }) =>
        holdsAll(principal.scopes, FLIGHT_READ) ? [...(atRiskFlightIdList ?? [])] : [],
    }),
  }),
})
