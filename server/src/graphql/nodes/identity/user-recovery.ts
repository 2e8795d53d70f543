/** How administrators help somebody back in, and require a second step of everybody. */
import { originOf } from '../../../domain/tenancy/address.ts'
import { userError } from '../../../domain/user-error.ts'
import { endSecondStepOf, requireSecondStep, sendPasswordReset } from '../../../services/identity/recovery/helping.ts'
import { resetLinkAt } from '../../../services/identity/recovery/password-reset.ts'
import { needs } from '../../access-declaration.ts'
import { attempt } from '../../attempt.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { payload } from '../../payload.ts'
import { intendingActor } from '../../signed-in-user.ts'
import { accountOf, UserAccountPayload } from './user-account.ts'

const requireMail = ({ mail }: QueryContext): void => {
  if (mail.canSend) return
  throw userError('NOT_ALLOWED', 'This server sends no e-mail: its host sets AIRSIDE_SMTP_URL first')
}

const SecondStepRequirePayload = payload<{ readonly isRequired: boolean | null }>('SecondStepRequirePayload', (t) => ({
  isRequired: t.exposeBoolean('isRequired', { nullable: true }),
}))

builder.mutationFields((t) => ({
  userResetSend: t.field({
    ...needs('user:write'),
    description:
      'Mails a person a link to choose a new password; it works once, for 30 minutes. Their sessions end when it is used; their second step stays.',
    type: UserAccountPayload,
    args: { userId: t.arg.id({ required: true }), idempotencyKey: t.arg.string() },
    resolve: (_root, args, context) =>
      attempt(context, { userAccount: null }, async () => {
        requireMail(context)
        const { world, tenant, publicUrl } = context
        const linkTo = resetLinkAt(originOf(publicUrl, tenant.operatorId, tenant.environment))
        const actor = intendingActor(context, 'userResetSend', args)
        await sendPasswordReset(world, tenant, { userId: args.userId }, linkTo, actor)
        return accountOf(context, args.userId)
      }),
  }),
  userSecondStepEnd: t.field({
    ...needs('user:write'),
    description:
      'Ends a person’s authenticator, recovery codes, passkeys and sessions: they sign in with the password and can set up a new second step. They are told by e-mail.',
    type: UserAccountPayload,
    args: {
      userId: t.arg.id({ required: true }),
      reason: t.arg.string({ required: true, description: 'How you know who asks. It stands in the audit log.' }),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      attempt(context, { userAccount: null }, async () => {
        const actor = intendingActor(context, 'userSecondStepEnd', args)
        await endSecondStepOf(context.world, context.tenant, { userId: args.userId }, args.reason, actor)
        return accountOf(context, args.userId)
      }),
  }),
  secondStepRequire: t.field({
    ...needs('user:write'),
    description:
      'Requires a second step or a passkey of everybody here, or no longer. Who has neither sets one up before anything else.',
    type: SecondStepRequirePayload,
    args: { isRequired: t.arg.boolean({ required: true }), idempotencyKey: t.arg.string() },
    resolve: (_root, args, context) =>
      attempt<{ isRequired: boolean | null }>(context, { isRequired: null }, async () => {
        const actor = intendingActor(context, 'secondStepRequire', args)
        await requireSecondStep(context.world, context.tenant, args.isRequired, actor)
        return { isRequired: args.isRequired }
      }),
  }),
}))
