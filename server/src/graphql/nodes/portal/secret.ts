/** Client secrets: a code to the phone, the secret once, its end (portals §3). */
import { userError } from '../../../domain/user-error.ts'
import { askForSecret, endSecret, makeSecretByCode } from '../../../services/providers/secrets.ts'
import { forMembers } from '../../access-declaration.ts'
import { attempt } from '../../attempt.ts'
import type { QueryContext } from '../../context.ts'
import { asked } from '../../idempotency-claim.ts'
import { portalBuilder as builder, byMember, portalParts, portalPayload } from '../../platform/portal-builder.ts'
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
  secretCodeSend: t.field({
    ...forMembers,
    description: 'Sends six digits to the registered phone number; an earlier code stops working.',
    type: ApplicationPayload,
    args: { clientId: t.arg.id({ required: true }), idempotencyKey: t.arg.string() },
    resolve: (_root, args, context) =>
      attempt(context, asked('secretCodeSend', args), { application: null }, async (key) => {
        requireSms(context)
        await askForSecret(context.at, args.clientId, byMember(context), key)
        return { application: await readOwn(context, args.clientId) }
      }),
  }),
  secretCreate: t.field({
    ...forMembers,
    description: 'Makes a client secret with the code from the phone, and shows it once.',
    type: SecretPayload,
    args: { clientId: t.arg.id({ required: true }), code: t.arg.string({ required: true }) },
    resolve: (_root, { clientId, code }, context) =>
      attempt(context, null, { clientSecret: null, secretId: null }, () =>
        makeSecretByCode(context.at, { clientId, code }, byMember(context)),
      ),
  }),
  secretEnd: t.field({
    ...forMembers,
    description: 'Ends a secret now, or at a time within the next seven days.',
    type: ApplicationPayload,
    args: {
      clientId: t.arg.id({ required: true }),
      secretId: t.arg.id({ required: true }),
      at: t.arg({ type: 'DateTime' }),
      idempotencyKey: t.arg.string(),
    },
    resolve: (_root, args, context) =>
      attempt(context, asked('secretEnd', args), { application: null }, async (key) => {
        const { clientId, secretId } = args
        await endSecret(context.at, { clientId, secretId, at: args.at ?? null }, byMember(context), key)
        return { application: await readOwn(context, clientId) }
      }),
  }),
}))
