/** Duties of crew members. */

import {
  DUTY_KINDS,
  DUTY_MAX_MINUTES,
  type Duty as DutyRecord,
  dutyProblems,
  dutyWarnings,
  isWork,
  restBeforeMinutes,
} from '../../../domain/operations/duty.ts'
import { refuseProblems, type UserError as UserErrorValue, userError } from '../../../domain/user-error.ts'
import type { Warning as WarningValue } from '../../../domain/warning.ts'
import { newId } from '../../../services/world.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew-members.ts'
import { DUTY, workBefore } from '../../../storage/operations/duties.ts'
import {
  changeRecord,
  createRecord,
  expectVersion,
  lockRecord,
  recordById,
  removeRecord,
} from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import { refuseDutyOverlap, warningsOfDuties } from '../../changes/roster.ts'
import type { QueryContext } from '../../context.ts'
import { mutate } from '../../mutation.ts'
import { usually } from '../../operation/list-size.ts'
import { UserError } from '../user-error.ts'
import { Warning } from '../warning.ts'

export const DutyKind = builder.enumType('DutyKind', { values: DUTY_KINDS })

/** The work before a duty, from which its rest follows. */
export const loadWorkBefore = ({ loaders, reader }: QueryContext, dutyId: string) =>
  loaders.load('work before', dutyId, (ids) => workBefore(reader, ids))

/** What the rules of rest and of a duty's length look at. */
const REST_COLUMNS = ['dutyId', 'kind', 'startAt', 'endAt'] as const

export const Duty = builder.objectRef<DutyRecord>('Duty').implement({
  ...noScope,
  description: 'A duty of a crew member. FLIGHT duties follow from crew assignments.',
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
      resolve: ({ kind }) => (isWork(kind) ? DUTY_MAX_MINUTES : null),
    }),
    warningList: t.field({
      ...usually(1),
      columns: REST_COLUMNS,
      type: [Warning],
      resolve: async (duty, _args, context) => dutyWarnings(duty, await loadWorkBefore(context, duty.dutyId)),
    }),
    version: t.exposeInt('version'),
  }),
})

const DutyInput = builder.inputType('DutyInput', {
  fields: (t) => ({
    crewMemberId: t.id({ required: true }),
    kind: t.field({ type: DutyKind, required: true }),
    startAt: t.field({ type: 'DateTime', required: true }),
    endAt: t.field({ type: 'DateTime', required: true }),
  }),
})

type DutyInputValue = typeof DutyInput.$inferInput

interface DutyPayloadValue {
  readonly duty: DutyRecord | null
  readonly userErrorList: readonly UserErrorValue[]
  readonly warningList: readonly WarningValue[] | null
}

const DutyPayload = builder.objectRef<DutyPayloadValue>('DutyPayload').implement({
  ...noScope,
  fields: (t) => ({
    duty: t.expose('duty', { type: Duty, nullable: true }),
    userErrorList: t.field({ ...usually(1), type: [UserError], resolve: ({ userErrorList }) => [...userErrorList] }),
    warningList: t.field({ ...usually(1), type: [Warning], resolve: ({ warningList }) => [...(warningList ?? [])] }),
  }),
})

/** Locks the member's row: of two duties for one time the second finds the first (invariant 4). */
const create = async (tx: ViewTx, { world }: QueryContext, input: DutyInputValue) => {
  await lockRecord(tx, CREW_MEMBER, input.crewMemberId, ['input', 'crewMemberId'])
  refuseProblems(dutyProblems(input), ['input'])
  const entered = { from: input.startAt, to: input.endAt }
  const duty = await createRecord(tx, DUTY, { ...input, dutyId: newId(world, 'dty'), flightIdList: [], entered })
  await refuseDutyOverlap(tx, duty, ['input', 'startAt'])
  return { duty, warningList: await warningsOfDuties(tx, [duty]) }
}

/** Locks the member's row, then the duty's. */
const lockDuty = async (tx: ViewTx, dutyId: string, expectedVersion: number): Promise<DutyRecord> => {
  const glimpsed = await recordById(tx, DUTY, dutyId)
  if (!glimpsed) throw userError('NOT_FOUND', 'There is no such duty', ['dutyId'])
  await lockRecord(tx, CREW_MEMBER, glimpsed.crewMemberId, ['dutyId'])
  const duty = await lockRecord(tx, DUTY, dutyId, ['dutyId'])
  expectVersion(duty, expectedVersion)
  if (duty.flightIdList.length > 0) {
    throw userError('LOCKED', 'This duty follows from its flights: change the crew of the flights', ['dutyId'])
  }
  return duty
}

const update = async (tx: ViewTx, dutyId: string, input: DutyInputValue, expectedVersion: number) => {
  const before = await lockDuty(tx, dutyId, expectedVersion)
  if (input.crewMemberId !== before.crewMemberId) {
    throw userError('VALIDATION', 'A duty stays with its crew member', ['input', 'crewMemberId'])
  }
  refuseProblems(dutyProblems(input), ['input'])
  const entered = { from: input.startAt, to: input.endAt }
  const duty = await changeRecord(tx, DUTY, before, { ...input, entered })
  await refuseDutyOverlap(tx, duty, ['input', 'startAt'])
  return { duty, warningList: await warningsOfDuties(tx, [duty]) }
}

const remove = async (tx: ViewTx, dutyId: string, expectedVersion: number) => {
  const duty = await lockDuty(tx, dutyId, expectedVersion)
  await removeRecord(tx, DUTY, duty)
  return { duty, warningList: [] }
}

const NOTHING = { duty: null, warningList: [] } as const

builder.mutationFields((t) => ({
  dutyCreate: t.field({
    ...needs('crew:write'),
    description: 'Enters a duty. Refused where the member is on another one at that time.',
    type: DutyPayload,
    args: { input: t.arg({ type: DutyInput, required: true }), idempotencyKey: t.arg.string() },
    resolve: (_root, args, context) =>
      mutate<{ duty: DutyRecord; warningList: WarningValue[] }>(
        context,
        { name: 'dutyCreate', args, idempotencyKey: args.idempotencyKey },
        NOTHING,
        (tx) => create(tx, context, args.input),
      ),
  }),
  dutyUpdate: t.field({
    ...needs('crew:write'),
    description: 'Changes an entered duty.',
    type: DutyPayload,
    args: {
      dutyId: t.arg.id({ required: true }),
      input: t.arg({ type: DutyInput, required: true }),
      expectedVersion: t.arg.int({ required: true }),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      mutate<{ duty: DutyRecord; warningList: WarningValue[] }>(
        context,
        { name: 'dutyUpdate', args, idempotencyKey: args.idempotencyKey },
        NOTHING,
        (tx) => update(tx, args.dutyId, args.input, args.expectedVersion),
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
      mutate<{ duty: DutyRecord; warningList: WarningValue[] }>(
        context,
        { name: 'dutyDelete', args, idempotencyKey: args.idempotencyKey },
        NOTHING,
        (tx) => remove(tx, args.dutyId, args.expectedVersion),
      ),
  }),
}))
