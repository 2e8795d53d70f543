/** Usage of an application or key: requests by outcome over time, records touched, latest requests. */
import { RECENT_REQUESTS } from '../../../services/usage/usage.ts'
import { latestRequests, type RequestRow } from '../../../storage/usage/request-log.ts'
import { OUTCOMES, type Outcome, type UsageSum } from '../../../storage/usage/usage.ts'
import { noScope } from '../../access-declaration.ts'
import { builder } from '../../builder.ts'
import type { QueryContext } from '../../context.ts'
import { bucketStarts, PERIODS, type UsageOfActor, usageOf } from '../../usage-period.ts'
import { RequestOutcome } from './request-outcome.ts'

const UsagePeriod = builder.enumType('UsagePeriod', {
  description: 'The last 24 hours by the hour, or the last 7, 14 or 90 days by the day in UTC.',
  values: PERIODS,
})

const sumOf = (sums: readonly UsageSum[], metric: UsageSum['metric']): number =>
  sums.reduce((all, sum) => (sum.metric === metric ? all + sum.amount : all), 0)

interface Bucket {
  readonly from: number
  readonly sums: readonly UsageSum[]
}

const UsageBucket = builder.objectRef<Bucket>('UsageBucket').implement({
  ...noScope,
  fields: (t) => ({
    from: t.expose('from', { type: 'DateTime' }),
    answeredCount: t.int({ resolve: ({ sums }) => sumOf(sums, 'answered') }),
    refusedCount: t.int({ resolve: ({ sums }) => sumOf(sums, 'refused') }),
    throttledCount: t.int({ resolve: ({ sums }) => sumOf(sums, 'throttled') }),
    failedCount: t.int({ resolve: ({ sums }) => sumOf(sums, 'failed') }),
    tokenCount: t.int({ resolve: ({ sums }) => sumOf(sums, 'token') }),
  }),
})

interface Touched {
  readonly kind: string
  readonly readCount: number
  readonly writtenCount: number
  readonly lastAt: number
}

const RecordUse = builder.objectRef<Touched>('RecordUse').implement({
  ...noScope,
  description: 'How many records of one kind were read and written: records, not requests.',
  fields: (t) => ({
    kind: t.exposeString('kind'),
    readCount: t.exposeInt('readCount'),
    writtenCount: t.exposeInt('writtenCount'),
    lastAt: t.expose('lastAt', { type: 'DateTime' }),
  }),
})

const touchedIn = (sums: readonly UsageSum[]): Touched[] => {
  const records = sums.filter(({ metric }) => metric === 'read' || metric === 'written')
  return [...Map.groupBy(records, ({ name }) => name)]
    .map(([kind, of]) => ({
      kind,
      readCount: sumOf(of, 'read'),
      writtenCount: sumOf(of, 'written'),
      lastAt: Math.max(...of.map(({ lastAt }) => lastAt)),
    }))
    .sort((a, b) => b.readCount + b.writtenCount - a.readCount - a.writtenCount)
}

const bucketsOf = ({ period, now, sums }: UsageOfActor): Bucket[] => {
  const byBucket = Map.groupBy(sums, ({ bucket }) => bucket)
  return bucketStarts(period, now).map((from) => ({ from, sums: byBucket.get(from) ?? [] }))
}

const Usage = builder.objectRef<UsageOfActor>('Usage').implement({
  ...noScope,
  description: 'Requests by outcome, tokens and records over a period.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', resolve: ({ period, now }) => bucketStarts(period, now)[0] ?? now }),
    to: t.field({ type: 'DateTime', resolve: ({ now }) => now }),
    requestCount: t.int({ resolve: ({ sums }) => OUTCOMES.reduce((all, outcome) => all + sumOf(sums, outcome), 0) }),
    answeredCount: t.int({ resolve: ({ sums }) => sumOf(sums, 'answered') }),
    refusedCount: t.int({ resolve: ({ sums }) => sumOf(sums, 'refused') }),
    throttledCount: t.int({ resolve: ({ sums }) => sumOf(sums, 'throttled') }),
    failedCount: t.int({ resolve: ({ sums }) => sumOf(sums, 'failed') }),
    tokenCount: t.int({ resolve: ({ sums }) => sumOf(sums, 'token') }),
    highestActiveTokens: t.int({
      description: 'Most access tokens of one refresh token that were active at once.',
      resolve: ({ sums }) =>
        sums.reduce((most, { metric, amount }) => (metric === 'peak' ? Math.max(most, amount) : most), 0),
    }),
    bucketList: t.field({ type: [UsageBucket], resolve: bucketsOf }),
    recordList: t.field({ type: [RecordUse], resolve: ({ sums }) => touchedIn(sums) }),
  }),
})

const RecentRequest = builder.objectRef<RequestRow>('RecentRequest').implement({
  ...noScope,
  fields: (t) => ({
    requestId: t.id({ resolve: ({ request_id }) => request_id }),
    at: t.expose('at', { type: 'DateTime' }),
    operation: t.exposeString('operation', { nullable: true }),
    outcome: t.field({
      type: RequestOutcome,
      resolve: ({ outcome }) => outcome.toUpperCase() as Uppercase<Outcome>,
    }),
    code: t.exposeString('code', { nullable: true }),
    tookMs: t.int({ resolve: ({ took_ms }) => took_ms }),
  }),
})

const recentRequests = async ({ usage, reader }: QueryContext, actor: string): Promise<RequestRow[]> => {
  await usage.flush()
  return latestRequests(reader, actor, RECENT_REQUESTS)
}

type UsageFieldBuilder<Shape> = PothosSchemaTypes.ObjectFieldBuilder<typeof builder.$inferSchemaTypes, Shape>

/** A token that was made while no request was counted tells of a request that left no trace (data §11.2). */
const withoutTokens = (usage: UsageOfActor): UsageOfActor => ({
  ...usage,
  sums: usage.sums.filter(({ metric }) => metric !== 'token' && metric !== 'peak'),
})

/** The two usage fields of a type, given the actor whose usage they show; of a person’s own without its tokens. */
export const usageFields = <Shape>(
  t: UsageFieldBuilder<Shape>,
  actorOf: (parent: Shape) => string,
  isPersonal: (parent: Shape) => boolean = () => false,
) => ({
  usage: t.field({
    type: Usage,
    args: { period: t.arg({ type: UsagePeriod, defaultValue: 'FORTNIGHT', required: true }) },
    resolve: async (parent, { period }, context) => {
      const usage = await usageOf(context, actorOf(parent), period)
      return isPersonal(parent) ? withoutTokens(usage) : usage
    },
  }),
  recentRequestList: t.field({
    type: [RecentRequest],
    description: `The latest requests, newest first, at most ${RECENT_REQUESTS}.`,
    resolve: (parent, _args, context) => recentRequests(context, actorOf(parent)),
  }),
})
