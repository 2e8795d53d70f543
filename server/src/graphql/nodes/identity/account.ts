/** Changes the user's own account: password, second step, sessions, personal grants. */

import { RECOVERY_CODES } from '../../../domain/identity/recovery-code.ts'
import { changePassword, endPersonalGrant } from '../../../services/identity/account.ts'
import { renewRecoveryCodes } from '../../../services/identity/recovery-codes.ts'
import {
  cancelSecondStep,
  confirmSecondStep,
  endSecondStep,
  startSecondStep,
} from '../../../services/identity/second-step.ts'
import {
  endOneSession,
  readSignedInAgain,
  type SignedIn,
  signOutEverywhere,
} from '../../../services/identity/sessions.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { usually } from '../../operation/list-size.ts'
import { payload } from '../../payload.ts'
import { actorOf, signedInUser } from '../../signed-in-user.ts'
import { Viewer } from './viewer.ts'

interface ViewerPayloadValue {
  readonly viewer: SignedIn | null
  readonly recoveryCodeList?: readonly string[] | null
}

export const ViewerPayload = payload<ViewerPayloadValue>('ViewerPayload', (t) => ({
  viewer: t.expose('viewer', {
    type: Viewer,
    nullable: true,
    description: 'Null once nobody is signed in any more.',
  }),
  recoveryCodeList: t.stringList({
    ...usually(RECOVERY_CODES),
    nullable: true,
    description: 'Ten codes, each of which works once in place of the second step. They are shown this once.',
    resolve: ({ recoveryCodeList }) => (recoveryCodeList ? [...recoveryCodeList] : null),
  }),
}))

/** Runs the change and returns the user as they are now, or null if it signed them out. */
export const change = async (context: QueryContext, job: (user: SignedIn) => Promise<unknown>) => {
  const user = signedInUser(context)
  await job(user)
  return { viewer: await readSignedInAgain(context.at, user) }
}

/** Likewise, with the recovery codes that it made. */
const changeWithCodes = async (context: QueryContext, job: (user: SignedIn) => Promise<string[]>) => {
  const user = signedInUser(context)
  const recoveryCodeList = await job(user)
  return { viewer: await readSignedInAgain(context.at, user), recoveryCodeList }
}

builder.mutationFields((t) => ({
  accountPasswordChange: mutation(t, {
    ...needs('account:write'),
    description: 'Changes the password and signs out everywhere else.',
    type: ViewerPayload,
    args: { currentPassword: t.arg.string({ required: true }), newPassword: t.arg.string({ required: true }) },
    isKeyless: true,
    run: ({ currentPassword: current, newPassword: next }, context) =>
      change(context, (user) => changePassword(context.at, user, { current, next }, actorOf(context))),
  }),
  accountSecondStepStart: mutation(t, {
    ...needs('account:write'),
    description:
      'Makes a secret for an authenticator; it counts once a code of it was confirmed, by the same session within ten minutes. Ten minutes after signing in it takes the password again.',
    type: ViewerPayload,
    args: { currentPassword: t.arg.string() },
    isKeyless: true,
    run: ({ currentPassword }, context) =>
      change(context, (user) => startSecondStep(context.at, user, currentPassword ?? '')),
  }),
  accountSecondStepConfirm: mutation(t, {
    ...needs('account:write'),
    description: 'Turns the second step on, and gives recovery codes.',
    type: ViewerPayload,
    args: { code: t.arg.string({ required: true }) },
    isKeyless: true,
    run: ({ code }, context) =>
      changeWithCodes(context, (user) => confirmSecondStep(context.at, user, code, actorOf(context))),
  }),
  accountRecoveryCodesRenew: mutation(t, {
    ...needs('account:write'),
    description:
      'Makes new recovery codes; the earlier ones stop working. Ten minutes after signing in it takes the password again.',
    type: ViewerPayload,
    args: { currentPassword: t.arg.string() },
    isKeyless: true,
    run: ({ currentPassword }, context) =>
      changeWithCodes(context, (user) => renewRecoveryCodes(context.at, user, currentPassword ?? '', actorOf(context))),
  }),
  accountSecondStepCancel: mutation(t, {
    ...needs('account:write'),
    description: 'Forgets a secret that was not confirmed.',
    type: ViewerPayload,
    args: {},
    isKeyless: true,
    run: (_args, context) => change(context, (user) => cancelSecondStep(context.at, user)),
  }),
  accountSecondStepEnd: mutation(t, {
    ...needs('account:write'),
    description: 'Turns the second step off.',
    type: ViewerPayload,
    args: { currentPassword: t.arg.string({ required: true }) },
    isKeyless: true,
    run: ({ currentPassword }, context) =>
      change(context, (user) => endSecondStep(context.at, user, currentPassword, actorOf(context))),
  }),
  accountSessionEnd: mutation(t, {
    ...needs('account:write'),
    description: 'Signs one session out; the one that asks, too.',
    type: ViewerPayload,
    args: { sessionId: t.arg.id({ required: true }) },
    isKeyless: true,
    run: ({ sessionId }, context) => change(context, ({ user }) => endOneSession(context.at, user.user_id, sessionId)),
  }),
  accountSignOutEverywhere: mutation(t, {
    ...needs('account:write'),
    description: 'Signs every session out, the one that asks included.',
    type: ViewerPayload,
    args: {},
    isKeyless: true,
    run: (_args, context) => change(context, ({ user }) => signOutEverywhere(context.at, user.user_id)),
  }),
  accountPersonalGrantEnd: mutation(t, {
    ...needs('account:write'),
    description: 'Ends what was allowed to an application; its tokens stop at once.',
    type: ViewerPayload,
    args: { grantId: t.arg.id({ required: true }) },
    isKeyless: true,
    run: ({ grantId }, context) =>
      change(context, (user) => endPersonalGrant(context.at, user, grantId, actorOf(context))),
  }),
}))
