/** What support allows an application beyond its kind, as provider and support see it: which scopes, why, until when. */
import { DAY_MS } from '../../../domain/interval.ts'
import { extraScopesAt } from '../../../domain/oauth/extra-scopes.ts'
import { isOffered, type Scope, scopesIn, splitScopes } from '../../../domain/scopes.ts'
import type { ApplicationRow } from '../../../storage/oauth/applications.ts'
import { type ScopeDecisionRow, scopeDecisions } from '../../../storage/oauth/extra-scopes.ts'
import type { Builder } from '../../builder.ts'
import { type applicationParts, type Declared, type FieldBuilder, nameOfActor } from './application.ts'

const lastDayOf = (until: number | null): string | null =>
  until === null ? null : new Date(until - DAY_MS).toISOString().slice(0, 10)

export const scopeDecisionNode = (builder: Builder, declared: Declared) =>
  builder.objectRef<ScopeDecisionRow>('ScopeDecision').implement({
    ...declared,
    description:
      'Support allowed scopes beyond the kind or withdrew them, or their last day passed: who, when and why.',
    fields: (t) => ({
      position: t.exposeInt('position'),
      action: t.exposeString('action', { description: 'ALLOWED, WITHDRAWN or ENDED.' }),
      scopeList: t.stringList({ resolve: ({ scopes }) => splitScopes(scopes) }),
      lastDay: t.field({
        type: 'Date',
        nullable: true,
        description: 'Until the end of that day, in UTC; null where it ended them.',
        resolve: ({ until_at }) => lastDayOf(until_at),
      }),
      at: t.expose('at', { type: 'DateTime' }),
      byName: t.string({
        nullable: true,
        description: 'Null where the last day passed.',
        resolve: ({ staff_id }, _args, context) =>
          staff_id === null ? null : nameOfActor(context, { actor_kind: 'support', actor_id: staff_id }),
      }),
      reason: t.exposeString('reason'),
    }),
  })

type Parts = Pick<ReturnType<typeof applicationParts>, 'ScopeInWords'> & {
  readonly ScopeDecision: ReturnType<typeof scopeDecisionNode>
}

const countingNow = (application: ApplicationRow, now: number): Scope[] =>
  scopesIn(extraScopesAt(application, now)).filter(isOffered)

export const extraScopeFields = (t: FieldBuilder<ApplicationRow>, { ScopeInWords, ScopeDecision }: Parts) => ({
  extraScopeList: t.field({
    type: [ScopeInWords],
    description: 'What support allows it beyond its kind now; scopeCeilingList has it too.',
    resolve: (application, _args, { at }) => countingNow(application, at.now()).map((scope) => ({ scope })),
  }),
  extraScopesLastDay: t.field({
    type: 'Date',
    nullable: true,
    description: 'The last day on which that counts, in UTC; null where nothing is allowed beyond its kind.',
    resolve: (application, _args, { at }) =>
      countingNow(application, at.now()).length === 0 ? null : lastDayOf(application.extra_scopes_until),
  }),
  scopeDecisionList: t.field({
    type: [ScopeDecision],
    description: 'Every decision about scopes beyond its kind, the oldest first.',
    resolve: ({ client_id }, _args, { at }) => scopeDecisions(at.platform, client_id),
  }),
})
