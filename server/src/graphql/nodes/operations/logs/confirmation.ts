/** Asking a person to confirm, and reading where that stands. */
import type { DeferralInput as DeferralShape } from '../../../../domain/operations/logs/deferral.ts'
import type { Given } from '../../../../services/operations/desk.ts'
import { ownConfirmation, requestConfirmation } from '../../../../services/operations/logs/request-confirmation.ts'
import { needsByValue, noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { mutation } from '../../../mutation.ts'
import { ConfirmationPayload } from '../documents/document.ts'
import { Confirmation, ConfirmationPurpose } from './confirmation-type.ts'
import { DeferralInput, ReleaseInput } from './tech-log-entry.ts'

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
      purpose: t.arg({
        type: ConfirmationPurpose,
        required: true,
        ...needsByValue({
          DEFERRAL_ACCEPT: 'log:write',
          DOCUMENT_ACKNOWLEDGE: 'document:read',
          FLIGHT_PLAN_ACCEPT: 'flight:read',
          LOG_SIGN: 'log:write',
          RELEASE_TO_SERVICE: 'log:write',
        }),
      }),
      crewMemberId: t.arg.id({
        required: true,
        description: 'Who is asked; of LOG_SIGN and FLIGHT_PLAN_ACCEPT the commander.',
      }),
      subjectIdList: t.arg.idList({
        required: true,
        description:
          'Of LOG_SIGN one journey log, of FLIGHT_PLAN_ACCEPT one flight plan, of DOCUMENT_ACKNOWLEDGE up to 100 documents, else one technical log entry.',
      }),
      deferral: t.arg({ type: DeferralInput, description: 'Of DEFERRAL_ACCEPT: what techLogEntryDefer will get.' }),
      release: t.arg({ type: ReleaseInput, description: 'Of RELEASE_TO_SERVICE: what techLogEntryRelease will get.' }),
      deviceId: t.arg.string({ description: 'The device that shows the page, as the signature names it.' }),
    },
    write: async (tx, { deviceId = null, deferral, ...asked }, context) => ({
      confirmation: await requestConfirmation(tx, context, {
        ...asked,
        deviceId,
        deferral: deferral as Given<DeferralShape>,
      }),
    }),
  }),
)
