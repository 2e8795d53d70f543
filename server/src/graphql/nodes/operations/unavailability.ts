/** Periods in which an aircraft is not available. */

import {
  endOf,
  UNAVAILABILITY_REASONS,
  type Unavailability as UnavailabilityRecord,
} from '../../../domain/operations/aircraft.ts'
import { holdsAll, scopeSet } from '../../../domain/scopes.ts'
import {
  createUnavailability,
  deleteUnavailability,
  updateUnavailability,
} from '../../../services/operations/unavailability.ts'
import { UNAVAILABILITY, unavailabilityAfter } from '../../../storage/operations/unavailability.ts'
import { recordsById } from '../../../storage/records.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { warningPayload } from '../../payload.ts'
import { askedList } from '../asked-list.ts'
import { ExternalIdInput } from '../external-id.ts'
import { askedFor } from '../found-by.ts'
import { askedInterval, IntervalInput } from '../interval.ts'
import { askedPage, type Page, PageInfo, PageInput, pageOf } from '../page.ts'
import { Versioned } from '../versioned.ts'

const UnavailabilityReason = builder.enumType('UnavailabilityReason', { values: UNAVAILABILITY_REASONS })

const PRIVATE_REASONS: ReadonlySet<string> = new Set(['OWNER_USE', 'CREW'])

/** The operator's users and keys; a marketplace or handler sees the fleet from outside. */
export const isInside = ({ reader: { view } }: QueryContext): boolean =>
  view.of === 'operator' || view.of === 'aircraft'

export const Unavailability = builder.objectRef<UnavailabilityRecord>('Unavailability').implement({
  ...noScope,
  description:
    'A time in which an aircraft cannot be planned. AOG and MAINTENANCE are facts and lie over flights, which are then at risk.',
  interfaces: [Versioned],
  rows: UNAVAILABILITY,
  fields: (t) => ({
    unavailabilityId: t.exposeID('unavailabilityId'),
    aircraftId: t.exposeID('aircraftId'),
    from: t.expose('from', { type: 'DateTime' }),
    to: t.field({
      columns: ['to', 'isEndEstimated'],
      type: 'DateTime',
      resolve: (block, _args, { world, tenant }) => endOf(block, world.now(tenant.tenantId)),
    }),
    isEndEstimated: t.exposeBoolean('isEndEstimated', {
      description: 'While true, an end that passes moves on by 24 h.',
    }),
    reason: t.field({
      columns: ['reason'],
      type: UnavailabilityReason,
      description: 'OWNER_USE and CREW read OTHER outside the operator’s own view.',
      resolve: ({ reason }, _args, context) => (isInside(context) || !PRIVATE_REASONS.has(reason) ? reason : 'OTHER'),
    }),
    note: t.string({
      columns: ['note'],
      nullable: true,
      description: 'Null outside the operator’s own view.',
      resolve: ({ note }, _args, context) => (isInside(context) ? note : null),
    }),
  }),
})

const UnavailabilityInput = builder.inputType('UnavailabilityInput', {
  fields: (t) => ({
    aircraftId: t.id({ required: true }),
    from: t.field({ type: 'DateTime', required: true }),
    to: t.field({ type: 'DateTime', required: true }),
    isEndEstimated: t.boolean({ defaultValue: false }),
    reason: t.field({ type: UnavailabilityReason, required: true }),
    note: t.string(),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

const UnavailabilityUpdateInput = builder.inputType('UnavailabilityUpdateInput', {
  fields: (t) => ({
    from: t.field({ type: 'DateTime' }),
    to: t.field({ type: 'DateTime' }),
    isEndEstimated: t.boolean(),
    reason: t.field({ type: UnavailabilityReason }),
    note: t.string(),
  }),
})

interface UnavailabilityPayloadValue {
  readonly unavailability: UnavailabilityRecord | null
  readonly atRiskFlightIdList: readonly string[] | null
}

/** Ids of flights are for those who may read flights. */
const FLIGHT_READ = scopeSet(['flight:read'])

const UnavailabilityPayload = warningPayload<UnavailabilityPayloadValue>('UnavailabilityPayload', (t) => ({
  unavailability: t.expose('unavailability', { type: Unavailability, nullable: true }),
  atRiskFlightIdList: t.idList({
    description: 'Flights that the block overlaps; empty without flight:read.',
    resolve: ({ atRiskFlightIdList }, _args, { principal }) =>
      holdsAll(principal.scopes, FLIGHT_READ) ? [...(atRiskFlightIdList ?? [])] : [],
  }),
}))

builder.mutationFields((t) => ({
  unavailabilityCreate: mutation(t, {
    ...needs('aircraft:write'),
    description:
      'Blocks an aircraft. AOG and MAINTENANCE are accepted over flights, which are then at risk; other reasons are refused there.',
    type: UnavailabilityPayload,
    args: { input: t.arg({ type: UnavailabilityInput, required: true }) },
    write: (tx, args, context) => createUnavailability(tx, context, args.input),
  }),
  unavailabilityUpdate: mutation(t, {
    ...needs('aircraft:write'),
    description: 'Moves, extends or ends a block.',
    type: UnavailabilityPayload,
    args: {
      unavailabilityId: t.arg.id({ required: true }),
      input: t.arg({ type: UnavailabilityUpdateInput, required: true }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: updateUnavailability,
  }),
  unavailabilityDelete: mutation(t, {
    ...needs('aircraft:write'),
    description: 'Frees an aircraft again; answers what was removed.',
    type: UnavailabilityPayload,
    args: {
      unavailabilityId: t.arg.id({ required: true }),
      expectedVersion: t.arg.int({ required: true }),
    },
    write: (tx, args) => deleteUnavailability(tx, args.unavailabilityId, args.expectedVersion),
  }),
}))

const MAX_INTERVAL_DAYS = 4000

const UnavailabilityPage = builder.objectRef<Page<UnavailabilityRecord>>('UnavailabilityPage').implement({
  ...needs('aircraft:read'),
  fields: (t) => ({
    nodeList: t.field({ type: [Unavailability], resolve: ({ nodeList }) => [...nodeList] }),
    pageInfo: t.expose('pageInfo', { type: PageInfo }),
  }),
})

const loadBlock = ({ loaders, reader, columns }: QueryContext, unavailabilityId: string) =>
  loaders.load('unavailability', unavailabilityId, (ids) =>
    recordsById(reader, UNAVAILABILITY, ids, columns.of(UNAVAILABILITY)),
  )

const UnavailabilityFilter = builder.inputType('UnavailabilityFilter', {
  fields: (t) => ({
    unavailabilityIdList: t.idList(),
    aircraftIdList: t.idList(),
    interval: t.field({ type: IntervalInput }),
    reasonList: t.field({ type: [UnavailabilityReason] }),
    externalId: t.field({ type: ExternalIdInput }),
    updatedSince: t.field({ type: 'DateTime' }),
  }),
})

/** A principal that may not read reasons cannot find blocks by them either. */
const askedReasons = (context: QueryContext, filter: typeof UnavailabilityFilter.$inferInput) => {
  const reasons = askedList(filter.reasonList, 'filter.reasonList')
  if (reasons === null || isInside(context)) return reasons
  const readable = reasons.filter((reason) => !PRIVATE_REASONS.has(reason))
  return readable.includes('OTHER')
    ? UNAVAILABILITY_REASONS.filter((reason) => PRIVATE_REASONS.has(reason) || readable.includes(reason))
    : readable
}

builder.queryFields((t) => ({
  unavailability: t.field({
    ...needs('aircraft:read'),
    description: 'One block of an aircraft.',
    type: Unavailability,
    nullable: true,
    args: { unavailabilityId: t.arg.id({ required: true }) },
    resolve: async (_root, { unavailabilityId }, context) => (await loadBlock(context, unavailabilityId)) ?? null,
  }),
  unavailabilityList: t.field({
    ...needs('aircraft:read'),
    description: 'Blocks by start.',
    type: UnavailabilityPage,
    args: { filter: t.arg({ type: UnavailabilityFilter, required: true }), page: t.arg({ type: PageInput }) },
    resolve: async (_root, { filter, page }, context) => {
      const asked = askedPage('unavailabilityList', page, ['number', 'string'], filter)
      const search = {
        ...askedFor(filter, filter.unavailabilityIdList, 'filter.unavailabilityIdList'),
        aircraftIds: askedList(filter.aircraftIdList, 'filter.aircraftIdList'),
        interval: filter.interval ? askedInterval(filter.interval, MAX_INTERVAL_DAYS) : null,
        reasons: askedReasons(context, filter),
      }
      const part = { columns: context.columns.of(UNAVAILABILITY), ...asked.range }
      const rows = await unavailabilityAfter(context.reader, search, part)
      return pageOf(rows, asked, ({ from, unavailabilityId }) => [from, unavailabilityId])
    },
  }),
}))
