/** Qualifications of crew members. */
import {
  MEDICAL_CLASS,
  QUALIFICATION_KIND,
  QUALIFICATION_RECORD,
} from '../../../../domain/operations/crew/qualification.ts'
import { qualifications, saveQualification } from '../../../../services/operations/crew/qualifications.ts'
import { QUALIFICATION } from '../../../../storage/operations/crew/crew-members.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { enumOf } from '../../records/record-enum.ts'
import { createInput } from '../../records/record-inputs.ts'
import { recordNodes } from '../../records/record-nodes.ts'

export const QualificationKind = enumOf(QUALIFICATION_KIND)
export const MedicalClass = enumOf(MEDICAL_CLASS)

export const { Node: Qualification, Payload: QualificationPayload } = recordNodes(QUALIFICATION, qualifications)

const QualificationInput = createInput(QUALIFICATION_RECORD)

builder.mutationField('qualificationSave', (t) =>
  mutation(t, {
    ...needs('crew:write'),
    description: 'Adds a qualification; it supersedes the one before of its kind, rating or class.',
    type: QualificationPayload,
    args: {
      qualificationId: t.arg.id({ deprecationReason: 'qualificationUpdate changes one.' }),
      input: t.arg({ type: QualificationInput, required: true }),
      expectedVersion: t.arg.int(),
    },
    write: (tx, args, context) => saveQualification(tx, context, args),
  }),
)
