/** How an application is used at the operators that allowed it (portals §4). */
import { ERROR_CATALOGUE } from '../../../../domain/error-catalogue.ts'
import { splitScopes } from '../../../../domain/scopes.ts'
import { ENVIRONMENTS, type Environment } from '../../../../domain/tenancy/tenant.ts'
import {
  type ApplicationUsage,
  applicationUsage,
  type ErrorCount,
  MAX_USAGE_DAYS,
  type OperatorUsage,
  type SeenRequest,
  type UsageDay,
  usagePeriod,
} from '../../../../services/providers/usage.ts'
import { forMembers } from '../../../access-declaration.ts'
import { searches } from '../../../operation/list-size.ts'
import { portalBuilder as builder } from '../../../platform/portal-builder.ts'
import { badInput } from '../../page.ts'
import { Application } from './application.ts'

const DAYS_SHOWN = 14
/** It reads the latest thousand requests at each operator, whatever it shows of them. */
const USAGE_COST = 100

const Day = builder.objectRef<UsageDay>('UsageDay').implement({
  ...forMembers,
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'The day, in UTC.' }),
    answered: t.exposeInt('answered'),
    refused: t.exposeInt('refused'),
    throttled: t.exposeInt('throttled'),
    failed: t.exposeInt('failed'),
    p50Ms: t.exposeInt('p50Ms', { nullable: true, description: 'Of the answered requests that are still in the log.' }),
    p95Ms: t.exposeInt('p95Ms', { nullable: true }),
  }),
})

const AtOperator = builder.objectRef<OperatorUsage>('OperatorUsage').implement({
  ...forMembers,
  fields: (t) => ({
    operatorId: t.id({ resolve: ({ connection }) => connection.operatorId }),
    operatorName: t.string({ resolve: ({ connection }) => connection.operatorName }),
    environment: t.string({ resolve: ({ connection }) => connection.environment }),
    scopeList: t.stringList({
      description: 'What it allowed.',
      resolve: ({ connection }) => splitScopes(connection.scopes),
    }),
    lastRequestAt: t.expose('lastRequestAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Of the requests that are still in the log.',
    }),
    requests: t.exposeInt('requests'),
    tokens: t.exposeInt('tokens'),
    unusedScopeList: t.stringList({ resolve: ({ unusedScopes }) => [...unusedScopes] }),
  }),
})

/** Of codes that a field answers for itself the message is in its answer. */
const remedyOf = (code: string | null): string | null => {
  if (code === null) return null
  const found = Object.entries(ERROR_CATALOGUE).find(([name]) => name.toUpperCase() === code.toUpperCase())
  return found?.[1].remedy ?? null
}

const ErrorCountNode = builder.objectRef<ErrorCount>('ErrorCount').implement({
  ...forMembers,
  fields: (t) => ({
    code: t.exposeString('code', { nullable: true, description: 'Null where it was counted before codes were.' }),
    outcome: t.exposeString('outcome'),
    count: t.exposeInt('count'),
    lastAt: t.expose('lastAt', { type: 'DateTime' }),
    remedy: t.string({ nullable: true, description: 'What to do about it.', resolve: ({ code }) => remedyOf(code) }),
  }),
})

const RecentRequest = builder.objectRef<SeenRequest>('RecentRequest').implement({
  ...forMembers,
  description: 'One request; never an operator’s data.',
  fields: (t) => ({
    requestId: t.id({ resolve: ({ request }) => request.request_id }),
    at: t.field({ type: 'DateTime', resolve: ({ request }) => request.at }),
    operatorName: t.string({ resolve: ({ connection }) => connection.operatorName }),
    environment: t.string({ resolve: ({ connection }) => connection.environment }),
    operation: t.string({ nullable: true, resolve: ({ request }) => request.operation }),
    outcome: t.string({ resolve: ({ request }) => request.outcome }),
    code: t.string({ nullable: true, resolve: ({ request }) => request.code }),
    cost: t.int({ nullable: true, resolve: ({ request }) => request.cost }),
    tookMs: t.int({ resolve: ({ request }) => request.took_ms }),
  }),
})

const Usage = builder.objectRef<ApplicationUsage>('ApplicationUsage').implement({
  ...forMembers,
  fields: (t) => ({
    answered: t.int({ resolve: ({ totals }) => totals.answered }),
    refused: t.int({ resolve: ({ totals }) => totals.refused }),
    throttled: t.int({ resolve: ({ totals }) => totals.throttled }),
    failed: t.int({ resolve: ({ totals }) => totals.failed }),
    tokens: t.exposeInt('tokens'),
    p50Ms: t.exposeInt('p50Ms', { nullable: true, description: 'Of the latest answered requests at each operator.' }),
    p95Ms: t.exposeInt('p95Ms', { nullable: true }),
    warning: t.exposeString('warning', { nullable: true, description: 'Where tokens are not reused.' }),
    dayList: t.field({ type: [Day], resolve: ({ days }) => [...days] }),
    operatorList: t.field({ type: [AtOperator], resolve: ({ operators }) => [...operators] }),
    errorList: t.field({ type: [ErrorCountNode], resolve: ({ errors }) => [...errors] }),
    recentList: t.field({ type: [RecentRequest], resolve: ({ recent }) => [...recent] }),
  }),
})

const checkedEnvironment = (text: string | null): Environment | null => {
  const found = ENVIRONMENTS.find((each) => each === text)
  if (found === undefined && text !== null)
    throw badInput(`environment is ${ENVIRONMENTS.join(' or ')}, not "${text}".`)
  return found ?? null
}

builder.objectField(Application, 'usage', (t) =>
  t.field({
    ...searches({ cost: USAGE_COST, args: ['days'] }),
    type: Usage,
    args: {
      days: t.arg.int({ defaultValue: DAYS_SHOWN, description: `1 to ${MAX_USAGE_DAYS}, with today.` }),
      operatorId: t.arg.id({ description: 'At this operator only.' }),
      environment: t.arg.string({ description: 'production or sandbox; both where it is left out.' }),
    },
    resolve: async (application, { days, operatorId, environment }, { world, at, usage }) => {
      const period = days ?? DAYS_SHOWN
      if (period < 1 || period > MAX_USAGE_DAYS) throw badInput(`days is 1 to ${MAX_USAGE_DAYS}, not ${period}.`)
      const part = { operatorId: operatorId ?? null, environment: checkedEnvironment(environment ?? null) }
      await usage.flush()
      return applicationUsage(world, application, usagePeriod(at.now(), period), part)
    },
  }),
)
