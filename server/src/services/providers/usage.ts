/** How an application is used, over all operators that allowed it: counts and outcomes, never an operator's data (portals §4). */
import { DAY_MS } from '../../domain/interval.ts'
import { splitScopes } from '../../domain/scopes.ts'
import type { Environment } from '../../domain/tenancy/tenant.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import { type Connection, connectionsOf } from '../../storage/providers/connections.ts'
import { latestRequests, type RequestRow } from '../../storage/usage/request-log.ts'
import { OUTCOMES, type Outcome, type UsageSum, usageSums } from '../../storage/usage/usage.ts'
import type { World } from '../world.ts'

export const MAX_USAGE_DAYS = 90
/** Latency is reckoned from so many of the latest requests at each operator. */
const MAX_REQUESTS_READ = 1000
const MAX_REQUESTS_SHOWN = 50
/** From here on a token is made nearly as often as a request. */
const TOO_MANY_TOKENS = 0.5
/** Whoever tries it for the first time makes a token for a request. */
const ENOUGH_TO_JUDGE = 20

export type OutcomeCounts = Readonly<Record<Outcome, number>>

export interface UsageDay extends OutcomeCounts {
  readonly at: number
  /** Of the day's answered requests that are still in the log. */
  readonly p50Ms: number | null
  readonly p95Ms: number | null
}

export interface OperatorUsage {
  readonly connection: Connection
  readonly requests: number
  readonly tokens: number
  readonly unusedScopes: readonly string[]
  readonly lastRequestAt: number | null
}

/** Which operators are looked at; all where null. */
export interface UsagePart {
  readonly operatorId: string | null
  readonly environment: Environment | null
}

export interface SeenRequest {
  readonly request: RequestRow
  readonly connection: Connection
}

export interface ErrorCount {
  /** Null where it was counted before codes were. */
  readonly code: string | null
  readonly outcome: Outcome
  readonly count: number
  readonly lastAt: number
}

export interface ApplicationUsage {
  readonly totals: OutcomeCounts
  readonly tokens: number
  readonly days: readonly UsageDay[]
  readonly operators: readonly OperatorUsage[]
  readonly errors: readonly ErrorCount[]
  readonly p50Ms: number | null
  readonly p95Ms: number | null
  readonly recent: readonly SeenRequest[]
  /** A plain sentence where tokens are not reused. */
  readonly warning: string | null
}

const countsOf = (sums: readonly UsageSum[]): OutcomeCounts => {
  const counts = { answered: 0, refused: 0, throttled: 0, failed: 0 }
  for (const { metric, amount } of sums) {
    const outcome = OUTCOMES.find((each) => each === metric)
    if (outcome) counts[outcome] += amount
  }
  return counts
}

const total = ({ answered, refused, throttled, failed }: OutcomeCounts): number =>
  answered + refused + throttled + failed

const tokensOf = (sums: readonly UsageSum[]): number =>
  sums.reduce((made, { metric, amount }) => made + (metric === 'token' ? amount : 0), 0)

const percentile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null

interface Period {
  readonly from: number
  readonly now: number
}

interface AtOperator {
  readonly connection: Connection
  readonly sums: readonly UsageSum[]
  readonly requests: readonly RequestRow[]
}

const readOperator = async (
  world: World,
  { client_id: clientId }: ApplicationRow,
  connection: Connection,
  from: number,
): Promise<AtOperator> => {
  const reader = world.storage.tenant(connection.tenantId)
  const [sums, requests] = [
    await usageSums(reader, [clientId], from, DAY_MS),
    await latestRequests(reader, clientId, MAX_REQUESTS_READ),
  ]
  return { connection, sums, requests: requests.filter(({ at }) => at >= from) }
}

/** Each operator once: people connect a personal application one by one, and its use is counted for all of them. */
const perOperator = (connections: readonly Connection[]): Connection[] =>
  [...Map.groupBy(connections, ({ tenantId }) => tenantId).values()].flatMap((same) => {
    const [first] = same
    const scopes = [...new Set(same.flatMap((each) => splitScopes(each.scopes)))].join(' ')
    return first ? [{ ...first, scopes }] : []
  })

const operatorUsage = ({ connection, sums, requests }: AtOperator): OperatorUsage => {
  const used = new Set(sums.flatMap(({ metric, name }) => (metric === 'scope' ? [name] : [])))
  return {
    connection,
    requests: total(countsOf(sums)),
    tokens: tokensOf(sums),
    unusedScopes: splitScopes(connection.scopes).filter((scope) => !used.has(scope)),
    lastRequestAt: requests.reduce<number | null>((last, { at }) => Math.max(last ?? 0, at), null),
  }
}

/** Of answered requests alone: the log keeps more of the others, so among all of them failures would count too much. */
const durationsOf = (requests: readonly RequestRow[]) => {
  const answered = requests.filter(({ outcome }) => outcome === 'answered')
  const sorted = answered.map(({ took_ms }) => took_ms).sort((a, b) => a - b)
  return { p50Ms: percentile(sorted, 0.5), p95Ms: percentile(sorted, 0.95) }
}

const dayOf = (at: number): number => at - (at % DAY_MS)

/** Every day of the period, those without a request too: a chart shows them as nothing, not as missing. */
const daysOf = ({ from, now }: Period, sums: readonly UsageSum[], requests: readonly RequestRow[]): UsageDay[] => {
  const sumsByDay = Map.groupBy(sums, ({ bucket }) => bucket)
  const requestsByDay = Map.groupBy(requests, ({ at }) => dayOf(at))
  const count = (dayOf(now) - dayOf(from)) / DAY_MS
  return Array.from({ length: count + 1 }, (_, index) => {
    const at = dayOf(from) + index * DAY_MS
    return { at, ...countsOf(sumsByDay.get(at) ?? []), ...durationsOf(requestsByDay.get(at) ?? []) }
  })
}

/** From the counts that the chart is drawn from, so that both say the same number. */
const errorsOf = (sums: readonly UsageSum[]): ErrorCount[] =>
  OUTCOMES.filter((outcome) => outcome !== 'answered')
    .flatMap((outcome) => {
      const byCode = Map.groupBy(
        sums.filter(({ metric }) => metric === outcome),
        ({ name }) => name,
      )
      return [...byCode].map(([code, same]) => ({
        code: code === '' ? null : code,
        outcome,
        count: same.reduce((all, { amount }) => all + amount, 0),
        lastAt: same.reduce((last, each) => Math.max(last, each.lastAt), 0),
      }))
    })
    .sort((a, b) => b.count - a.count)

/** As the console writes counts. */
export const grouped = (count: number): string => count.toLocaleString('en')

const warningOf = (operators: readonly OperatorUsage[]): string | null => {
  const worst = operators.find(
    ({ requests, tokens }) => requests >= ENOUGH_TO_JUDGE && tokens / requests >= TOO_MANY_TOKENS,
  )
  if (!worst) return null
  const { connection, tokens, requests } = worst
  return `A token for nearly every request at ${connection.operatorName}: ${grouped(tokens)} for ${grouped(requests)}. Reuse a token for its 30 minutes.`
}

/** So many days in UTC, today's being the last: each is whole but today's. */
export const usagePeriod = (now: number, days: number): Period => ({ from: dayOf(now) - (days - 1) * DAY_MS, now })

export const applicationUsage = async (
  world: World,
  application: ApplicationRow,
  period: Period,
  { operatorId, environment }: UsagePart,
): Promise<ApplicationUsage> => {
  const { from } = period
  const all: AtOperator[] = []
  for (const connection of perOperator(await connectionsOf(world.storage.platform, application.client_id))) {
    if (operatorId !== null && connection.operatorId !== operatorId) continue
    if (environment !== null && connection.environment !== environment) continue
    all.push(await readOperator(world, application, connection, from))
  }
  const sums = all.flatMap((each) => each.sums)
  const requests = all.flatMap((each) => each.requests)
  const operators = all.map(operatorUsage)
  const seen = all.flatMap(({ connection, requests: own }) => own.map((request) => ({ request, connection })))
  return {
    totals: countsOf(sums),
    tokens: tokensOf(sums),
    days: daysOf(period, sums, requests),
    operators,
    errors: errorsOf(sums),
    ...durationsOf(requests),
    recent: seen.sort((a, b) => b.request.at - a.request.at).slice(0, MAX_REQUESTS_SHOWN),
    warning: warningOf(operators),
  }
}
