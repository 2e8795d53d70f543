/** Changes the phone number: codes from both, or the new one alone where support allowed it (portals §3). */

import {
  askForPhoneChange,
  confirmPhoneChange,
  startPhoneChange,
} from '../../../../services/providers/credentials/phone-number.ts'
import { forMembers } from '../../../access-declaration.ts'
import { mutation } from '../../../mutation.ts'
import { portalBuilder as builder, byMember } from '../../../platform/portal-builder.ts'
import { ApplicationPayload, readOwn } from './application.ts'
import { requireSms } from './secret.ts'

builder.mutationFields((t) => ({
  phoneChangeStart: mutation(t, {
    ...forMembers,
    description: 'Sends a code to the new number, and one to the old unless support allowed the new one alone.',
    type: ApplicationPayload,
    args: {
      clientId: t.arg.id({ required: true }),
      phoneNumber: t.arg.string({ required: true }),
    },
    run: async (args, context, key) => {
      requireSms(context)
      await startPhoneChange(context.at, args, byMember(context), key)
      return { application: await readOwn(context, args.clientId) }
    },
  }),
  phoneChangeConfirm: mutation(t, {
    ...forMembers,
    description: 'Changes the number with the codes; all members are told by mail.',
    type: ApplicationPayload,
    args: {
      clientId: t.arg.id({ required: true }),
      oldCode: t.arg.string({ description: 'Not needed where support allowed the new number alone.' }),
      newCode: t.arg.string({ required: true }),
    },
    isKeyless: true,
    run: async ({ clientId, oldCode, newCode }, context) => {
      const given = { clientId, oldCode: oldCode ?? null, newCode }
      await confirmPhoneChange(context.at, given, byMember(context))
      return { application: await readOwn(context, clientId) }
    },
  }),
  phoneChangeAsk: mutation(t, {
    ...forMembers,
    description: 'Asks support to allow a new number without a code from the old one, which was lost.',
    type: ApplicationPayload,
    args: {
      clientId: t.arg.id({ required: true }),
      phoneNumber: t.arg.string({ required: true }),
      note: t.arg.string({ required: true, description: 'How support can be sure that it is you.' }),
    },
    run: async (args, context, key) => {
      await askForPhoneChange(context.at, args, byMember(context), key)
      return { application: await readOwn(context, args.clientId) }
    },
  }),
}))
