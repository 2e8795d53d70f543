/** Client secrets: a code to the phone, the secret once, its end (portals §3). */

import { userError } from '../../../../domain/user-error.ts'
import { askForSecret, endSecret, makeSecretByCode } from '../../../../services/providers/credentials/secrets.ts'
import { forMembers } from '../../../access-declaration.ts'
import type { QueryContext } from '../../../context.ts'
import { mutation } from '../../../mutation.ts'
import { portalBuilder as builder, byMember, portalParts, portalPayload } from '../../../platform/portal-builder.ts'
import { ApplicationPayload, readOwn } from './application.ts'

/** Without a gateway a code would never arrive. */
export const requireSms = (context: QueryContext): void => {
  if (portalParts(context).canSendSms) return
  throw userError('NOT_ALLOWED', 'This host cannot send codes by SMS: ask it to make the secret at its command line')
}

const SecretPayload = portalPayload<{ readonly clientSecret: string | null; readonly secretId: string | null }>(
  'SecretPayload',
  (t) => ({
    clientSecret: t.exposeString('clientSecret', { nullable: true, description: 'Shown this once.' }),
    secretId: t.exposeID('secretId', { nullable: true }),
  }),
)

builder.mutationFields((t) => ({
  secretCodeSend: mutation(t, {
    ...forMembers,
    description: 'Sends six digits to the registered phone number; an earlier code stops working.',
    type: ApplicationPayload,
    args: { clientId: t.arg.id({ required: true }) },
    run: async (args, context, key) => {
      requireSms(context)
      await askForSecret(context.at, args.clientId, byMember(context), key)
      return { application: await readOwn(context, args.clientId) }
    },
  }),
  secretCreate: mutation(t, {
    ...forMembers,
    description: 'Makes a client secret with the code from the phone, and shows it once.',
    type: SecretPayload,
    args: { clientId: t.arg.id({ required: true }), code: t.arg.string({ required: true }) },
    isKeyless: true,
    run: ({ clientId, code }, context) => makeSecretByCode(context.at, { clientId, code }, byMember(context)),
  }),
  secretEnd: mutation(t, {
    ...forMembers,
    description: 'Ends a secret now, or at a time within the next seven days.',
    type: ApplicationPayload,
    args: {
      clientId: t.arg.id({ required: true }),
      secretId: t.arg.id({ required: true }),
      at: t.arg({ type: 'DateTime' }),
    },
    run: async (args, context, key) => {
      const { clientId, secretId } = args
      await endSecret(context.at, { clientId, secretId, at: args.at ?? null }, byMember(context), key)
      return { application: await readOwn(context, clientId) }
    },
  }),
}))
