/** What an application did in the days of the evidence, as provider and support see it: counts, never an operator's data. */

import { MEASURED_COST } from '../../../domain/limits.ts'
import { extraScopesAt } from '../../../domain/oauth/extra-scopes.ts'
import { scopeCeiling, scopesIn } from '../../../domain/scopes.ts'
import { EVIDENCE_DAYS, type MeasuredDay, type MeasuredUse, measuredUse } from '../../../services/providers/evidence.ts'
import type { ApplicationRow } from '../../../storage/oauth/applications.ts'
import type { Builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import type { Later } from '../../later.ts'
import { priced } from '../../operation/list-size.ts'
import type { Declared, FieldBuilder } from './application.ts'

interface MeasuredScope {
  readonly name: string
  readonly isAsked: boolean
  readonly isOfKind: boolean
  readonly isExtra: boolean
  readonly uses: number
}

interface Measured {
  readonly application: ApplicationRow
  readonly use: MeasuredUse
  readonly now: number
}

const scopesOf = ({ application, use, now }: Measured): MeasuredScope[] => {
  const ceiling = new Set<string>(scopeCeiling(application.kind, application.personal === 1))
  const extra = new Set<string>(scopesIn(extraScopesAt(application, now)))
  const names = [...new Set([...use.askedScopes, ...use.scopeUses.keys()])].sort()
  return names.map((name) => ({
    name,
    isAsked: use.askedScopes.includes(name),
    isOfKind: ceiling.has(name),
    isExtra: extra.has(name),
    uses: use.scopeUses.get(name) ?? 0,
  }))
}

const scopeNode = (builder: Builder, declared: Declared) =>
  builder.objectRef<MeasuredScope>('ScopeUse').implement({
    ...declared,
    description: 'A scope that operators allowed or that requests needed, beside what the kind may have.',
    fields: (t) => ({
      name: t.exposeString('name'),
      isAsked: t.exposeBoolean('isAsked'),
      isOfKind: t.exposeBoolean('isOfKind', { description: 'Whether an application of its kind may have it.' }),
      isExtra: t.exposeBoolean('isExtra', { description: 'Whether support allows it beyond the kind, for now.' }),
      uses: t.exposeInt('uses', { description: 'Requests that needed it.' }),
    }),
  })

const dayNode = (builder: Builder, declared: Declared) =>
  builder.objectRef<MeasuredDay>('MeasuredDay').implement({
    ...declared,
    fields: (t) => ({
      at: t.expose('at', { type: 'DateTime', description: 'The day, in UTC.' }),
      requests: t.exposeInt('requests'),
      failed: t.exposeInt('failed', { description: 'Failed or refused.' }),
    }),
  })

export const measuredNode = (builder: Builder, declared: Declared) => {
  const [Scope, Day] = [scopeNode(builder, declared), dayNode(builder, declared)]
  return builder.objectRef<Measured>('MeasuredUse').implement({
    ...declared,
    description: `What it did in the last ${EVIDENCE_DAYS} days, at every operator that allowed it.`,
    fields: (t) => ({
      requests: t.int({ resolve: ({ use }) => use.requests }),
      failed: t.int({ description: 'Failed or refused.', resolve: ({ use }) => use.failed }),
      tokens: t.int({ description: 'Access tokens made.', resolve: ({ use }) => use.tokens }),
      dayList: t.field({
        type: [Day],
        description: 'Day by day, the oldest first.',
        resolve: ({ use }) => [...use.days],
      }),
      scopeList: t.field({ type: [Scope], resolve: (measured) => scopesOf(measured) }),
    }),
  })
}

/** What two weeks of use at one operator take to be summed, beside the price of the field (threats row 448). */
const ROWS_OF_A_CONNECTION = 500

/** Once for a request, under however many names it is asked for, and one application after another. */
const loadMeasured = (
  { loaders, looked, world, at, usage }: QueryContext,
  { client_id }: ApplicationRow,
): Later<MeasuredUse> =>
  loaders.loadExisting('measured use', client_id, async (ids) => {
    await usage.flush()
    const found = new Map<string, MeasuredUse>()
    for (const id of ids) {
      const use = await measuredUse(world.storage, id, at.now())
      looked.add(use.connections.length * ROWS_OF_A_CONNECTION, 'examined')
      found.set(id, use)
    }
    return found
  })

export const measuredField = (t: FieldBuilder<ApplicationRow>, MeasuredNode: ReturnType<typeof measuredNode>) =>
  t.field({
    ...priced(MEASURED_COST),
    type: MeasuredNode,
    resolve: async (application, _args, context) => ({
      application,
      use: await loadMeasured(context, application),
      now: context.at.now(),
    }),
  })
