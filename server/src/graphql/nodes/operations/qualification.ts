/** Qualifications of crew members. */

import {
  QUALIFICATION_KINDS,
  type Qualification as QualificationRecord,
  qualificationProblems,
} from '../../../domain/operations/crew.ts'
import { refuseProblems, type UserError as UserErrorValue, userError } from '../../../domain/user-error.ts'
import { newId } from '../../../services/world.ts'
import { CREW_MEMBER, QUALIFICATION, qualificationsOf } from '../../../storage/operations/crew-members.ts'
import { changeRecord, createRecord, expectVersion, lockRecord } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutate } from '../../mutation.ts'
import { usually } from '../../operation/list-size.ts'
import { UserError } from '../user-error.ts'

const QualificationKind = builder.enumType('QualificationKind', { values: QUALIFICATION_KINDS })

export const Qualification = builder.objectRef<QualificationRecord>('Qualification').implement({
  ...noScope,
  description: 'A licence, rating, medical, check or travel document of a crew member.',
  rows: QUALIFICATION,
  fields: (t) => ({
    qualificationId: t.exposeID('qualificationId'),
    kind: t.expose('kind', { type: QualificationKind }),
    label: t.exposeString('label', { description: 'Of a TYPE_RATING: the type designator.' }),
    number: t.exposeString('number', { nullable: true }),
    validFrom: t.expose('validFrom', { type: 'Date' }),
    validTo: t.expose('validTo', { type: 'Date', nullable: true }),
    version: t.exposeInt('version'),
  }),
})

const QualificationInput = builder.inputType('QualificationInput', {
  fields: (t) => ({
    crewMemberId: t.id({ required: true }),
    kind: t.field({ type: QualificationKind, required: true }),
    label: t.string({ required: true }),
    number: t.string(),
    validFrom: t.field({ type: 'Date', required: true }),
    validTo: t.field({ type: 'Date' }),
  }),
})

interface QualificationPayloadValue {
  readonly qualification: QualificationRecord | null
  readonly userErrorList: readonly UserErrorValue[]
}

const QualificationPayload = builder.objectRef<QualificationPayloadValue>('QualificationPayload').implement({
  ...noScope,
  fields: (t) => ({
    qualification: t.expose('qualification', { type: Qualification, nullable: true }),
    userErrorList: t.field({ ...usually(1), type: [UserError], resolve: ({ userErrorList }) => [...userErrorList] }),
  }),
})

interface QualificationSave {
  readonly qualificationId?: string | null | undefined
  readonly input: typeof QualificationInput.$inferInput
  readonly expectedVersion?: number | null | undefined
}

const write = async (tx: ViewTx, { world }: QueryContext, asked: QualificationSave) => {
  const details = { ...asked.input, label: asked.input.label.trim(), number: asked.input.number ?? null }
  const draft = { ...details, validTo: details.validTo ?? null }
  const check = (record: Omit<QualificationRecord, 'version' | 'createdAt' | 'updatedAt'>) =>
    refuseProblems(qualificationProblems({ ...record, version: 0, createdAt: 0, updatedAt: 0 }), ['input'])
  if (!asked.qualificationId) {
    const record = { ...draft, qualificationId: newId(world, 'qua') }
    check(record)
    return createRecord(tx, QUALIFICATION, record)
  }
  const before = await lockRecord(tx, QUALIFICATION, asked.qualificationId, ['qualificationId'])
  if (before.crewMemberId !== draft.crewMemberId) {
    throw userError('NOT_FOUND', 'There is no such qualification of this crew member', ['qualificationId'])
  }
  if (typeof asked.expectedVersion !== 'number') {
    throw userError('VALIDATION', 'To change a qualification, say which version you expect', ['expectedVersion'])
  }
  expectVersion(before, asked.expectedVersion)
  check({ ...before, ...draft })
  return changeRecord(tx, QUALIFICATION, before, draft)
}

/** Locks the member's row: its change tells of the qualification, and its ratings follow. */
const save = async (tx: ViewTx, context: QueryContext, asked: QualificationSave) => {
  const path = ['input', 'crewMemberId']
  const member = await lockRecord(tx, CREW_MEMBER, asked.input.crewMemberId, path)
  const qualification = await write(tx, context, asked)
  const all = (await qualificationsOf(tx, [member.crewMemberId])).get(member.crewMemberId) ?? []
  const ratings = all.filter(({ kind }) => kind === 'TYPE_RATING').map(({ label }) => label)
  const typeRatingList = [...new Set(ratings)].sort()
  await changeRecord(tx, CREW_MEMBER, member, { typeRatingList }, ['qualificationList'])
  return { qualification }
}

builder.mutationField('qualificationSave', (t) =>
  t.field({
    ...needs('crew:write'),
    description: 'Adds a qualification, or changes the one that qualificationId names.',
    type: QualificationPayload,
    args: {
      qualificationId: t.arg.id(),
      input: t.arg({ type: QualificationInput, required: true }),
      expectedVersion: t.arg.int(),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      mutate(
        context,
        { name: 'qualificationSave', args, idempotencyKey: args.idempotencyKey },
        { qualification: null },
        (tx) => save(tx, context, args),
      ),
  }),
)
