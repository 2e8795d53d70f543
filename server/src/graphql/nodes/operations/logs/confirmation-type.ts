/** A confirmation as its asker sees it. */
import {
  CONFIRMATION_PURPOSES,
  CONFIRMATION_STATES,
  confirmPlace,
  stateAt,
} from '../../../../domain/operations/logs/confirmation.ts'
import { SIGNATURE_METHODS, type Signature as SignatureValue } from '../../../../domain/operations/logs/signature.ts'
import type { ConfirmationRow } from '../../../../storage/operations/logs/confirmations.ts'
import { noScope } from '../../../access-declaration.ts'
import { builder } from '../../../builder.ts'
import { usually } from '../../../operation/list-size.ts'

export const ConfirmationPurpose = builder.enumType('ConfirmationPurpose', { values: CONFIRMATION_PURPOSES })

const ConfirmationState = builder.enumType('ConfirmationState', { values: CONFIRMATION_STATES })

export const Confirmation = builder.objectRef<ConfirmationRow>('Confirmation').implement({
  ...noScope,
  description:
    'A person’s own yes to a signature. The person opens path on this address, signs in, reads what is confirmed and presses the button; no secret passes through the application.',
  fields: (t) => ({
    confirmationId: t.exposeID('confirmation_id'),
    purpose: t.expose('purpose', { type: ConfirmationPurpose }),
    subjectIdList: t.field({
      ...usually(1),
      type: ['ID'],
      resolve: ({ subject_id_list }) => JSON.parse(subject_id_list) as string[],
    }),
    crewMemberId: t.exposeID('crew_member_id'),
    state: t.field({
      type: ConfirmationState,
      resolve: (row, _args, { at }) => stateAt(row, at.now()),
    }),
    path: t.string({ resolve: ({ confirmation_id }) => confirmPlace(confirmation_id) }),
    expiresAt: t.expose('expires_at', {
      type: 'DateTime',
      description: '15 minutes to confirm, then 15 minutes to use it, once.',
    }),
  }),
})

const SignatureMethod = builder.enumType('SignatureMethod', { values: SIGNATURE_METHODS })

export const Signature = builder.objectRef<SignatureValue>('Signature').implement({
  ...noScope,
  description: 'Who signed, how they proved to be it, and through which application.',
  fields: (t) => ({
    crewMemberId: t.exposeID('crewMemberId', { nullable: true }),
    name: t.exposeString('name'),
    licenceNumber: t.exposeString('licenceNumber', { nullable: true }),
    method: t.expose('method', { type: SignatureMethod }),
    applicationName: t.exposeString('applicationName', { nullable: true }),
    deviceId: t.exposeString('deviceId', { nullable: true }),
    signedAt: t.expose('signedAt', { type: 'DateTime' }),
  }),
})
