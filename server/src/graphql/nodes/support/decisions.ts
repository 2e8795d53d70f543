/** What staff decide about an application; a step that somebody else took meanwhile is told instead (threats row 68). */

import { allowNewNumber, decide, scheduleDemo, takeStep, writeAsStaff } from '../../../services/support/decisions.ts'
import { giveCaseBack, takeCase } from '../../../services/support/taking.ts'
import { applicationByClientId } from '../../../storage/oauth/applications.ts'
import { forAdministrators, forReviewers } from '../../access-declaration.ts'
import type { QueryContext } from '../../context.ts'
import { mutation } from '../../mutation.ts'
import { supportBuilder as builder, byStaff } from '../../platform/support-builder.ts'
import { ApplicationPayload } from './application.ts'

export const shown = async ({ at }: QueryContext, clientId: string) => ({
  application: (await applicationByClientId(at.platform, clientId)) ?? null,
})

const RequirementInput = builder.inputType('RequirementInput', {
  fields: (t) => ({ text: t.string({ required: true }), isMet: t.boolean({ required: true }) }),
})

export const SEEN_DIGEST = 'The shownDigest of the application that you saw: a change of it since then voids this.'
export const SEEN = 'The position of the last transition that you saw; 0 where there was none.'

builder.mutationFields((t) => {
  const caseArgs = {
    clientId: t.arg.id({ required: true }),
    seenPosition: t.arg.int({ required: true, description: SEEN }),
  }
  const seenDigest = t.arg.string({ required: true, description: SEEN_DIGEST })
  const step = (action: 'postpone-demo' | 'suspend', description: string) =>
    mutation(t, {
      ...(action === 'suspend' ? forAdministrators : forReviewers),
      description,
      type: ApplicationPayload,
      args: { ...caseArgs, reason: t.arg.string({ required: true }) },
      run: async (args, context, key) => {
        await takeStep(context.at, { ...args, action }, byStaff(context), key)
        return shown(context, args.clientId)
      },
    })
  const holdingArgs = {
    clientId: t.arg.id({ required: true }),
    seenAssigneeId: t.arg.id({ description: 'Who had it when you looked; null for nobody.' }),
  }
  return {
    caseTake: mutation(t, {
      ...forReviewers,
      description: 'Takes the case; also from a colleague, with a reason.',
      type: ApplicationPayload,
      args: { ...holdingArgs, reason: t.arg.string({ description: 'Needed where a colleague has the case.' }) },
      run: async ({ clientId, seenAssigneeId, reason }, context, key) => {
        const given = { clientId, seenAssigneeId: seenAssigneeId ?? null, reason: reason ?? null }
        await takeCase(context.at, given, byStaff(context), key)
        return shown(context, clientId)
      },
    }),
    caseGiveBack: mutation(t, {
      ...forReviewers,
      description: 'Gives your own case back, so that anybody can take it.',
      type: ApplicationPayload,
      args: holdingArgs,
      run: async ({ clientId, seenAssigneeId }, context, key) => {
        await giveCaseBack(context.at, { clientId, seenAssigneeId: seenAssigneeId ?? null }, byStaff(context), key)
        return shown(context, clientId)
      },
    }),
    demoSchedule: mutation(t, {
      ...forReviewers,
      description: 'Schedules the demo, or moves a scheduled one; members get a mail with a calendar file.',
      type: ApplicationPayload,
      args: {
        ...caseArgs,
        at: t.arg({ type: 'DateTime', required: true }),
        link: t.arg.string({ required: true }),
        note: t.arg.string({ required: true }),
      },
      run: async (args, context, key) => {
        await scheduleDemo(context.at, { ...args, demoAt: args.at }, byStaff(context), key)
        return shown(context, args.clientId)
      },
    }),
    demoPostpone: step('postpone-demo', 'Puts a scheduled demo on hold: it waits for another time.'),
    applicationDecide: mutation(t, {
      ...forReviewers,
      description: 'After the demo: production, or back to the test environment, with the requirements and a reason.',
      type: ApplicationPayload,
      args: {
        ...caseArgs,
        seenDigest,
        isApproved: t.arg.boolean({ required: true }),
        isDemoHeld: t.arg.boolean({
          required: true,
          description: 'Whether you held the demo. Its time must have passed; nothing goes to production without it.',
        }),
        requirementList: t.arg({ type: [RequirementInput], required: true }),
        reason: t.arg.string({ required: true }),
      },
      run: async (args, context, key) => {
        await context.usage.flush()
        await decide(context.at, { ...args, requirements: args.requirementList }, byStaff(context), key)
        return shown(context, args.clientId)
      },
    }),
    applicationSuspend: step('suspend', 'Suspends it at every operator: access tokens end for good.'),
    applicationResume: mutation(t, {
      ...forAdministrators,
      description: 'Resumes it to the mode before.',
      type: ApplicationPayload,
      args: { ...caseArgs, seenDigest, reason: t.arg.string({ required: true }) },
      run: async (args, context, key) => {
        await context.usage.flush()
        await takeStep(context.at, { ...args, action: 'resume' }, byStaff(context), key)
        return shown(context, args.clientId)
      },
    }),
    phoneChangeAllow: mutation(t, {
      ...forReviewers,
      description: 'Allows the new phone number that a member asked for, without a code from the old one.',
      asksPresence: true,
      type: ApplicationPayload,
      args: {
        clientId: t.arg.id({ required: true }),
        phoneNumber: t.arg.string({ required: true, description: 'The number that you made sure of.' }),
        reason: t.arg.string({ required: true }),
      },
      run: async (args, context, key) => {
        await allowNewNumber(context.at, args, byStaff(context), key)
        return shown(context, args.clientId)
      },
    }),
    messageSend: mutation(t, {
      ...forReviewers,
      description: 'Writes to the provider about an application; members are told by mail.',
      type: ApplicationPayload,
      args: {
        clientId: t.arg.id({ required: true }),
        text: t.arg.string({ required: true }),
      },
      run: async (args, context, key) => {
        await writeAsStaff(context.at, args, byStaff(context), key)
        return shown(context, args.clientId)
      },
    }),
  }
})
