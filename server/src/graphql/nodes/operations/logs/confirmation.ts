/** Asking a person to confirm, and reading where that stands. */
import { ownConfirmation, requestConfirmation } from '../../../../services/operations/logs/request-confirmation.ts'
import { needsByValue, noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { ConfirmationPayload } from '../documents/document.ts'
import { Confirmation, ConfirmationPurpose } from './confirmation-type.ts'

builder.queryField('confirmation', (t) =>
  t.field({
    ...noScope,
    description: 'Where a confirmation stands; only for the application, key or user that asked for it.',
    type: Confirmation,
    nullable: true,
    args: { confirmationId: t.arg.id({ required: true }) },
    resolve: (_root, { confirmationId }, { reader, principal }) => ownConfirmation(reader, principal, confirmationId),
  }),
)

builder.mutationField('confirmationRequest', (t) =>
  mutation(t, {
    ...noScope,
    description: 'Asks a person to confirm on a page of this address.',
    type: ConfirmationPayload,
    args: {
      purpose: t.arg({ type: ConfirmationPurpose, required: true, ...needsByValue({ LOG_SIGN: 'log:write' }) }),
      crewMemberId: t.arg.id({ required: true, description: 'Who is asked; of LOG_SIGN the commander.' }),
      subjectIdList: t.arg.idList({ required: true, description: 'Of LOG_SIGN one journey log.' }),
      deviceId: t.arg.string({ description: 'The device that shows the page, as the signature names it.' }),
    },
    write: async (tx, { deviceId = null, ...asked }, context) => ({
      confirmation: await requestConfirmation(tx, context, { ...asked, deviceId }),
    }),
  }),
)
