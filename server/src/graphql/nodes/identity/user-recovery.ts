/** How administrators help somebody back in, and require a second step of everybody. */

import { userError } from '../../../domain/user-error.ts'
import { endSecondStepOf, requireSecondStep, sendPasswordReset } from '../../../services/identity/recovery/helping.ts'
import { resetLinkAt } from '../../../services/identity/recovery/password-reset.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { payload } from '../../payload.ts'
import { actorOf } from '../../signed-in-user.ts'
import { accountOf, UserAccountPayload } from './user-account.ts'

const requireMail = ({ mail }: QueryContext): void => {
  if (mail.canSend) return
  throw userError('NOT_ALLOWED', 'This server sends no e-mail: its host sets AIRSIDE_SMTP_URL first')
}

const SecondStepRequirePayload = payload<{ readonly isRequired: boolean | null }>('SecondStepRequirePayload', (t) => ({
  isRequired: t.exposeBoolean('isRequired', { nullable: true }),
}))

builder.mutationFields((t) => ({
  userResetSend: mutation(t, {
    ...needs('user:write'),
    description:
      'Mails a user a link to choose a new password; it works once, for 30 minutes. Their sessions end when it is used; their second step stays.',
    type: UserAccountPayload,
    args: { userId: t.arg.id({ required: true }) },
    run: async (args, context, key) => {
      requireMail(context)
      const linkTo = resetLinkAt(context.origin)
      await sendPasswordReset(context.at, { helped: { userId: args.userId }, linkTo }, actorOf(context), key)
      return accountOf(context, args.userId)
    },
  }),
  userSecondStepEnd: mutation(t, {
    ...needs('user:write'),
    description:
      'Ends a user’s authenticator, recovery codes, passkeys and sessions: they sign in with the password and can set up a new second step. They are told by e-mail.',
    asksPresence: true,
    type: UserAccountPayload,
    args: {
      userId: t.arg.id({ required: true }),
      reason: t.arg.string({ required: true, description: 'How you know who asks. It stands in the audit log.' }),
    },
    run: async (args, context, key) => {
      const { userId, reason } = args
      await endSecondStepOf(context.at, { helped: { userId }, reason }, actorOf(context), key)
      return accountOf(context, args.userId)
    },
  }),
  secondStepRequire: mutation(t, {
    ...needs('user:write'),
    description:
      'Requires a second step or a passkey of everybody here, or no longer. Who has neither sets one up before anything else.',
    // Also to require it: everybody who has neither is kept out until they set one up.
    asksPresence: true,
    type: SecondStepRequirePayload,
    args: { isRequired: t.arg.boolean({ required: true }) },
    run: async (args, context, key) => {
      await requireSecondStep(context.at, args.isRequired, actorOf(context), key)
      return { isRequired: args.isRequired }
    },
  }),
}))
