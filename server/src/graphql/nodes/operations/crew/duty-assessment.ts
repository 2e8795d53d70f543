/** What engines for flight time limitations write of duties. */
import { setDutyAssessment } from '../../../../services/operations/crew/duty-assessment.ts'
import { needs } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { DutyPayload } from './duty.ts'

const DutyAssessmentInput = builder.inputType('DutyAssessmentInput', {
  fields: (t) => ({
    dutyVersion: t.int({ required: true, description: 'The version that was judged; another makes it stale.' }),
    ruleSet: t.string({ required: true }),
    isLegal: t.boolean({ required: true }),
    maxFdpMinutes: t.int(),
    minRestMinutes: t.int(),
    messageList: t.stringList(),
  }),
})

builder.mutationField('dutyAssessmentSet', (t) =>
  mutation(t, {
    ...needs('crew:write'),
    description:
      'Says what an engine for flight time limitations finds of a duty; replaces what the caller said before.',
    type: DutyPayload,
    args: {
      dutyId: t.arg.id({ required: true }),
      input: t.arg({ type: DutyAssessmentInput, required: true }),
    },
    write: (tx, args, context) => setDutyAssessment(tx, context, args),
  }),
)
