/** Adds, renames and removes the user's passkeys. Adding takes two mutations, with the authenticator between them. */

import {
  addPasskey,
  nameOwnPasskey,
  removeOwnPasskey,
  startPasskey,
} from '../../../services/identity/passkeys/passkeys.ts'
import { needs } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import { mutation } from '../../mutation.ts'
import { payload } from '../../payload.ts'
import { actorOf, signedInUser } from '../../signed-in-user.ts'
import { change, ViewerPayload } from './account.ts'

interface StartValue {
  readonly creationOptions: string | null
}

const PasskeyStartPayload = payload<StartValue>('PasskeyStartPayload', (t) => ({
  creationOptions: t.exposeString('creationOptions', {
    nullable: true,
    description: 'JSON for `PublicKeyCredential.parseCreationOptionsFromJSON`; counts once, for five minutes.',
  }),
}))

builder.mutationFields((t) => ({
  accountPasskeyStart: mutation(t, {
    ...needs('account:write'),
    description: 'What a browser needs to make a passkey. Ten minutes after signing in it takes the password again.',
    type: PasskeyStartPayload,
    args: { currentPassword: t.arg.string() },
    isKeyless: true,
    run: async ({ currentPassword }, context) => {
      const password = currentPassword ?? ''
      const options = await startPasskey(context.at, context.origin, signedInUser(context), password)
      return { creationOptions: JSON.stringify(options) }
    },
  }),
  accountPasskeyAdd: mutation(t, {
    ...needs('account:write'),
    description: 'Adds the passkey that the browser made.',
    type: ViewerPayload,
    args: {
      credential: t.arg.string({ required: true, description: 'The `PublicKeyCredential` as JSON.' }),
      name: t.arg.string({ description: 'Left out: named after the browser.' }),
    },
    isKeyless: true,
    run: ({ credential, name }, context) =>
      change(context, (user) => {
        const given = { origin: context.origin, credential, name: name ?? '' }
        return addPasskey(context.at, user, given, actorOf(context))
      }),
  }),
  accountPasskeyRename: mutation(t, {
    ...needs('account:write'),
    description: 'Gives a passkey another name.',
    type: ViewerPayload,
    args: { passkeyId: t.arg.id({ required: true }), name: t.arg.string({ required: true }) },
    isKeyless: true,
    run: ({ passkeyId, name }, context) => change(context, (user) => nameOwnPasskey(context.at, user, passkeyId, name)),
  }),
  accountPasskeyRemove: mutation(t, {
    ...needs('account:write'),
    description:
      'Removes a passkey: nobody signs in with it any more. Ten minutes after signing in it takes the password again.',
    type: ViewerPayload,
    args: { passkeyId: t.arg.id({ required: true }), currentPassword: t.arg.string() },
    isKeyless: true,
    run: ({ passkeyId, currentPassword }, context) =>
      change(context, (user) =>
        removeOwnPasskey(context.at, user, { passkeyId, password: currentPassword ?? '' }, actorOf(context)),
      ),
  }),
}))
