/** Asks for the demo, withdraws, writes to support (portals §5). */

import { writeAsMember } from '../../../../services/providers/conversation.ts'
import { requestDemo, withdrawDemo } from '../../../../services/providers/to-production.ts'
import { forMembers } from '../../../access-declaration.ts'
import { mutation } from '../../../mutation.ts'
import { portalBuilder as builder, byMember } from '../../../platform/portal-builder.ts'
import { ApplicationPayload, readOwn } from './application.ts'

const DemoInput = builder.inputType('DemoInput', {
  fields: (t) => ({
    timeList: t.field({ type: ['DateTime'], required: true, description: 'Three times that suit you.' }),
    timeZone: t.string({ required: true, description: 'Yours, e.g. Europe/Zurich.' }),
    attendees: t.string({ required: true, description: 'Who comes.' }),
    note: t.string(),
  }),
})

builder.mutationFields((t) => ({
  demoRequest: mutation(t, {
    ...forMembers,
    description: 'Asks for the demo that leads to production.',
    type: ApplicationPayload,
    args: {
      clientId: t.arg.id({ required: true }),
      input: t.arg({ type: DemoInput, required: true }),
    },
    run: async (args, context, key) => {
      const { timeList, timeZone, attendees, note } = args.input
      const request = { times: timeList, timeZone, attendees, note: note ?? '' }
      await requestDemo(context.at, { clientId: args.clientId, request }, byMember(context), key)
      return { application: await readOwn(context, args.clientId) }
    },
  }),
  demoWithdraw: mutation(t, {
    ...forMembers,
    description: 'Takes the request back: the application returns to the test environment.',
    type: ApplicationPayload,
    args: {
      clientId: t.arg.id({ required: true }),
      reason: t.arg.string({ required: true }),
    },
    run: async (args, context, key) => {
      await withdrawDemo(context.at, args, byMember(context), key)
      return { application: await readOwn(context, args.clientId) }
    },
  }),
  messageSend: mutation(t, {
    ...forMembers,
    description: 'Writes to support about an application; staff are told by mail.',
    type: ApplicationPayload,
    args: {
      clientId: t.arg.id({ required: true }),
      text: t.arg.string({ required: true }),
    },
    run: async (args, context, key) => {
      await writeAsMember(context.at, args, byMember(context), key)
      return { application: await readOwn(context, args.clientId) }
    },
  }),
}))
