/** Qualifications of crew members. */

import { QUALIFICATION_KINDS, type Qualification as QualificationRecord } from '../../../domain/operations/crew.ts'
import { saveQualification } from '../../../services/operations/qualifications.ts'
import { QUALIFICATION } from '../../../storage/operations/crew-members.ts'
import { needs, noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import { mutate } from '../../mutation.ts'
import { warningPayload } from '../../payload.ts'

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
}

const QualificationPayload = warningPayload<QualificationPayloadValue>('QualificationPayload', (t) => ({
  qualification: t.expose('qualification', { type: Qualification, nullable: true }),
}))

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
        (tx, args) => saveQualification(tx, context, args),
      ),
  }),
)
