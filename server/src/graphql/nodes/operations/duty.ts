/** Duties of crew members. */

import {
  DUTY_KINDS,
  type Duty as DutyRecord,
  dutyWarnings,
  isWork,
  MAX_DUTY_MINUTES,
  restBeforeMinutes,
} from '../../../domain/operations/duty.ts'
import { createDuty, deleteDuty, updateDuty } from '../../../services/operations/duties.ts'
import { DUTY, workBefore } from '../../../storage/operations/duties.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutate } from '../../mutation.ts'
import { usually } from '../../operation/list-size.ts'
import { warningPayload } from '../../payload.ts'
import { ExternalIdInput } from '../external-id.ts'
import { Versioned } from '../versioned.ts'
import { Warning } from '../warning.ts'

export const DutyKind = builder.enumType('DutyKind', { values: DUTY_KINDS })

/** The duty before a duty, which determines its rest. */
export const loadWorkBefore = ({ loaders, reader }: QueryContext, dutyId: string) =>
  loaders.load('work before', dutyId, (ids) => workBefore(reader, ids))

/** Columns that the rules for rest and duty length need. */
const REST_COLUMNS = ['dutyId', 'kind', 'startAt', 'endAt'] as const

export const Duty = builder.objectRef<DutyRecord>('Duty').implement({
  ...noScope,
  description: 'A duty of a crew member. FLIGHT duties follow from crew assignments.',
  interfaces: [Versioned],
  rows: DUTY,
  fields: (t) => ({
    dutyId: t.exposeID('dutyId'),
    crewMemberId: t.exposeID('crewMemberId'),
    kind: t.expose('kind', { type: DutyKind }),
    startAt: t.expose('startAt', { type: 'DateTime' }),
    endAt: t.expose('endAt', { type: 'DateTime' }),
    flightIdList: t.idList({ columns: ['flightIdList'], resolve: ({ flightIdList }) => [...flightIdList] }),
    restBeforeMinutes: t.int({
      columns: REST_COLUMNS,
      nullable: true,
      description: 'Since the work before, within a week.',
      resolve: async (duty, _args, context) => restBeforeMinutes(duty, await loadWorkBefore(context, duty.dutyId)),
    }),
    maxMinutes: t.int({
      columns: ['kind'],
      nullable: true,
      resolve: ({ kind }) => (isWork(kind) ? MAX_DUTY_MINUTES : null),
    }),
    warningList: t.field({
      ...usually(1),
      columns: REST_COLUMNS,
      type: [Warning],
      resolve: async (duty, _args, context) => dutyWarnings(duty, await loadWorkBefore(context, duty.dutyId)),
    }),
  }),
})

const DutyInput = builder.inputType('DutyInput', {
  fields: (t) => ({
    crewMemberId: t.id({ required: true }),
    kind: t.field({ type: DutyKind, required: true }),
    startAt: t.field({ type: 'DateTime', required: true }),
    endAt: t.field({ type: 'DateTime', required: true }),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

const DutyUpdateInput = builder.inputType('DutyUpdateInput', {
  description: 'What is absent stays.',
  fields: (t) => ({
    kind: t.field({ type: DutyKind }),
    startAt: t.field({ type: 'DateTime' }),
    endAt: t.field({ type: 'DateTime' }),
    externalIdList: t.field({ type: [ExternalIdInput] }),
  }),
})

interface DutyPayloadValue {
  readonly duty: DutyRecord | null
}

const DutyPayload = warningPayload<DutyPayloadValue>('DutyPayload', (t) => ({
  duty: t.expose('duty', { type: Duty, nullable: true }),
}))

const NOTHING = { duty: null, warningList: [] } as const

builder.mutationFields((t) => ({
  dutyCreate: t.field({
    ...needs('crew:write'),
    description: 'Enters a duty. Refused where the member is on another one at that time.',
    type: DutyPayload,
    args: { input: t.arg({ type: DutyInput, required: true }), idempotencyKey: t.arg.string() },
    resolve: (_root, args, context) =>
      mutate(context, { name: 'dutyCreate', args, idempotencyKey: args.idempotencyKey }, NOTHING, (tx, args) =>
        createDuty(tx, context, args.input),
      ),
  }),
  dutyUpdate: t.field({
    ...needs('crew:write'),
    description: 'Changes an entered duty.',
    type: DutyPayload,
    args: {
      dutyId: t.arg.id({ required: true }),
      input: t.arg({ type: DutyUpdateInput, required: true }),
      expectedVersion: t.arg.int({ required: true }),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      mutate(context, { name: 'dutyUpdate', args, idempotencyKey: args.idempotencyKey }, NOTHING, (tx, args) =>
        updateDuty(tx, context, args),
      ),
  }),
  dutyDelete: t.field({
    ...needs('crew:write'),
    description: 'Removes an entered duty; answers what was removed.',
    type: DutyPayload,
    args: {
      dutyId: t.arg.id({ required: true }),
      expectedVersion: t.arg.int({ required: true }),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      mutate(context, { name: 'dutyDelete', args, idempotencyKey: args.idempotencyKey }, NOTHING, (tx, args) =>
        deleteDuty(tx, args.dutyId, args.expectedVersion),
      ),
  }),
}))
