/** Staff allow one application scopes beyond its kind, and take them back (ADR 200). */
import { isForKeys, isOffered, SCOPES, scopeCeiling } from '../../../domain/scopes.ts'
import { allowExtraScopes, withdrawExtraScopes } from '../../../services/support/extra-scopes.ts'
import { forReviewers } from '../../access-declaration.ts'
import { mutation } from '../../mutation.ts'
import { supportBuilder as builder, byStaff } from '../../platform/support-builder.ts'
import { Application, ApplicationPayload, PARTS } from './application.ts'
import { SEEN, SEEN_DIGEST, shown } from './decisions.ts'

builder.objectField(Application, 'allowableScopeList', (t) =>
  t.field({
    type: [PARTS.ScopeInWords],
    description: 'What support could allow it beyond its kind; nothing where it is personal.',
    resolve: ({ kind, personal }) => {
      const ceiling = new Set(scopeCeiling(kind, personal === 1))
      const beyond = SCOPES.filter((scope) => isOffered(scope) && isForKeys(scope) && !ceiling.has(scope))
      return personal === 1 ? [] : beyond.map((scope) => ({ scope }))
    },
  }),
)

builder.mutationFields((t) => ({
  extraScopesAllow: mutation(t, {
    ...forReviewers,
    description:
      'Allows one application scopes beyond its kind, until the end of a day. It replaces what was allowed before: what is left out ends at once.',
    asksPresence: true,
    type: ApplicationPayload,
    args: {
      clientId: t.arg.id({ required: true }),
      seenPosition: t.arg.int({ required: true, description: SEEN }),
      seenDigest: t.arg.string({ required: true, description: SEEN_DIGEST }),
      scopeList: t.arg.stringList({ required: true }),
      lastDay: t.arg({ type: 'Date', required: true, description: 'In UTC, within 366 days.' }),
      reason: t.arg.string({ required: true }),
    },
    run: async ({ scopeList, ...args }, context, key) => {
      await context.usage.flush()
      await allowExtraScopes(context.at, { ...args, scopes: scopeList }, byStaff(context), key)
      return shown(context, args.clientId)
    },
  }),
  extraScopesWithdraw: mutation(t, {
    ...forReviewers,
    description: 'Takes back what was allowed beyond its kind: grants at every operator are narrowed at once.',
    type: ApplicationPayload,
    args: { clientId: t.arg.id({ required: true }), reason: t.arg.string({ required: true }) },
    run: async (args, context, key) => {
      await withdrawExtraScopes(context.at, args, byStaff(context), key)
      return shown(context, args.clientId)
    },
  }),
}))
