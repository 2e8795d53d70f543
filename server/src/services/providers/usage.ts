/** How an application is used, over all operators that allowed it: counts and outcomes, never an operator's data (portals §4). */
import { DAY_MS } from '../../domain/interval.ts'
import { splitScopes } from '../../domain/scopes.ts'
import type { ApplicationRow } from '../../storage/oauth/applications.ts'
import { type Connection, connectionsOf } from '../../storage/providers/connections.ts'
import { latestRequests, type RequestRow } from '../../storage/usage/request-log.ts'
import { OUTCOMES, type Outcome, type UsageSum, usageSums } from '../../storage/usage/usage.ts'
import type { World } from '../world.ts'

export const MAX_USAGE_DAYS = 90
/** Latency and error codes are reckoned from so many of the latest requests at each operator. */
const MAX_REQUESTS_READ = 1000
const MAX_REQUESTS_SHOWN = 50
/** From here on a token is made nearly as often as a request. */
const TOO_MANY_TOKENS = 0.5

export type OutcomeCounts = Readonly<Record<Outcome, number>>

export interface UsageDay extends OutcomeCounts {
  readonly at: number
}

export interface OperatorUsage {
  readonly connection: Connection
  readonly requests: number
  readonly tokens: number
  readonly unusedScopes: readonly string[]
}

export interface SeenRequest {
  readonly request: RequestRow
  readonly operatorName: string
}

export interface ApplicationUsage {
  readonly totals: OutcomeCounts
  readonly tokens: number
  readonly days: readonly UsageDay[]
  readonly operators: readonly OperatorUsage[]
  readonly errors: readonly { readonly code: string; readonly count: number }[]
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

const operatorUsage = ({ connection, sums }: AtOperator): OperatorUsage => {
  const used = new Set(sums.flatMap(({ metric, name }) => (metric === 'scope' ? [name] : [])))
  return {
    connection,
    requests: total(countsOf(sums)),
    tokens: tokensOf(sums),
    unusedScopes: splitScopes(connection.scopes).filter((scope) => !used.has(scope)),
  }
}

const daysOf = (sums: readonly UsageSum[]): UsageDay[] =>
  [...Map.groupBy(sums, ({ bucket }) => bucket)]
    .map(([at, ofDay]) => ({ at, ...countsOf(ofDay) }))
    .sort((a, b) => a.at - b.at)

const errorsOf = (requests: readonly RequestRow[]): ApplicationUsage['errors'] =>
  [
    ...Map.groupBy(
      requests.filter(({ code }) => code !== null),
      ({ code }) => code ?? '',
    ),
  ]
    .map(([code, same]) => ({ code, count: same.length }))
    .sort((a, b) => b.count - a.count)

const warningOf = (operators: readonly OperatorUsage[]): string | null => {
  const worst = operators.find(({ requests, tokens }) => requests > 0 && tokens / requests >= TOO_MANY_TOKENS)
  if (!worst) return null
  const { connection, tokens, requests } = worst
  return `A token for nearly every request at ${connection.operatorName}: ${tokens} for ${requests}. Reuse a token for its 30 minutes.`
}

export const applicationUsage = async (
  world: World,
  application: ApplicationRow,
  now: number,
  days: number,
): Promise<ApplicationUsage> => {
  const from = now - days * DAY_MS
  const all: AtOperator[] = []
  for (const connection of perOperator(await connectionsOf(world.storage.platform, application.client_id))) {
    all.push(await readOperator(world, application, connection, from))
  }
  const sums = all.flatMap((each) => each.sums)
  const requests = all.flatMap((each) => each.requests)
  const durations = requests.map(({ took_ms }) => took_ms).sort((a, b) => a - b)
  const operators = all.map(operatorUsage)
  const seen = all.flatMap(({ connection, requests: own }) =>
    own.map((request) => ({ request, operatorName: connection.operatorName })),
  )
  return {
    totals: countsOf(sums),
    tokens: tokensOf(sums),
    days: daysOf(sums),
    operators,
    errors: errorsOf(requests),
    p50Ms: percentile(durations, 0.5),
    p95Ms: percentile(durations, 0.95),
    recent: seen.sort((a, b) => b.request.at - a.request.at).slice(0, MAX_REQUESTS_SHOWN),
    warning: warningOf(operators),
  }
}
