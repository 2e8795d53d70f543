/** What an application did, measured, and the checklist that follows from it (portals §5). None of its lines blocks. */
import { DAY_MS } from '../../domain/interval.ts'
import { isLoopbackUri } from '../../domain/oauth/redirect-uri.ts'
import { splitScopes } from '../../domain/scopes.ts'
import type { PlatformReader, TenantReader } from '../../storage/handles.ts'
import { type ApplicationRow, applicationLogo } from '../../storage/oauth/applications.ts'
import { type Connection, connectionsOf, liveTokens } from '../../storage/providers/connections.ts'
import { OUTCOMES, type UsageSum, usageSums } from '../../storage/usage/usage.ts'
import { grouped, usagePeriod } from './usage.ts'

export const EVIDENCE_DAYS = 14
const MIN_REQUESTS = 100
const MAX_FAILED_PERCENT = 2
const MIN_REQUESTS_PER_TOKEN = 10

/** What each line says, by its key. */
export const EVIDENCE_LABELS = {
  registration: 'Registration whole',
  sandbox: 'Connected to a sandbox',
  requests: `At least ${MIN_REQUESTS} requests in ${EVIDENCE_DAYS} days`,
  failures: `Under ${MAX_FAILED_PERCENT} % failed`,
  tokens: 'Tokens reused',
  refresh: 'A refresh seen',
  scopes: 'Every asked scope used',
  https: 'Redirect addresses are https',
} as const

export interface MeasuredUse {
  readonly requests: number
  readonly failed: number
  readonly tokens: number
  readonly refreshed: number
  /** How often requests needed each scope. */
  readonly scopeUses: ReadonlyMap<string, number>
  readonly askedScopes: readonly string[]
  readonly connections: readonly Connection[]
  /** The last days, with today, the oldest first. */
  readonly days: readonly MeasuredDay[]
}

/** What came to an application on one day in UTC. */
export interface MeasuredDay {
  readonly at: number
  readonly requests: number
  readonly failed: number
}

const totals = (sums: readonly UsageSum[]) => {
  const scopeUses = new Map<string, number>()
  let [requests, failed, tokens] = [0, 0, 0]
  for (const { metric, name, amount } of sums) {
    if (OUTCOMES.some((outcome) => outcome === metric)) requests += amount
    if (metric === 'refused' || metric === 'failed') failed += amount
    if (metric === 'token') tokens += amount
    if (metric === 'scope') scopeUses.set(name, (scopeUses.get(name) ?? 0) + amount)
  }
  return { requests, failed, tokens, scopeUses }
}

const daysOf = (sums: readonly UsageSum[], now: number): MeasuredDay[] => {
  const byDay = Map.groupBy(sums, ({ bucket }) => bucket)
  const today = now - (now % DAY_MS)
  return Array.from({ length: EVIDENCE_DAYS }, (_, index) => {
    const at = today - (EVIDENCE_DAYS - 1 - index) * DAY_MS
    const { requests, failed } = totals(byDay.get(at) ?? [])
    return { at, requests, failed }
  })
}

/** Where use is read: the store, or one transaction. */
export interface UseReader {
  readonly platform: PlatformReader
  tenant(tenantId: string): TenantReader
}

/** Reads counts at every tenant where the application is connected, and nothing of the operators' data. */
export const measuredUse = async (store: UseReader, clientId: string, now: number): Promise<MeasuredUse> => {
  const connections = await connectionsOf(store.platform, clientId)
  const { from } = usagePeriod(now, EVIDENCE_DAYS)
  const sums: UsageSum[] = []
  let refreshed = 0
  for (const tenantId of new Set(connections.map((each) => each.tenantId))) {
    const reader = store.tenant(tenantId)
    sums.push(...(await usageSums(reader, [clientId], from, DAY_MS)))
    refreshed += (await liveTokens(reader, clientId, now)).refreshed
  }
  const askedScopes = [...new Set(connections.flatMap(({ scopes }) => splitScopes(scopes)))].sort()
  return { ...totals(sums), refreshed, askedScopes, connections, days: daysOf(sums, now) }
}

export interface EvidenceLine {
  readonly key: string
  readonly label: string
  readonly isMet: boolean
  readonly value: string
  /** How it is known. */
  readonly source: string
  /** What to do; null where it is met. */
  readonly todo: string | null
}

const line = (
  key: keyof typeof EVIDENCE_LABELS,
  isMet: boolean,
  { value, source, todo }: { readonly value: string; readonly source: string; readonly todo: string },
): EvidenceLine => ({ key, label: EVIDENCE_LABELS[key], isMet, value, source, todo: isMet ? null : todo })

/** "1 for 118"; where tokens outnumber the requests, both numbers. */
const tokensInWords = (tokens: number, requests: number): string =>
  requests < tokens ? `${grouped(tokens)} for ${grouped(requests)}` : `1 for ${grouped(Math.floor(requests / tokens))}`

const useLines = ({ requests, failed, tokens, refreshed }: MeasuredUse): EvidenceLine[] => {
  const percent = requests === 0 ? 0 : (failed / requests) * 100
  const period = `Request counts of the last ${EVIDENCE_DAYS} days`
  return [
    line('requests', requests >= MIN_REQUESTS, {
      value: grouped(requests),
      source: period,
      todo: 'Run your integration against the sandbox as it will run in production.',
    }),
    line('failures', requests > 0 && percent < MAX_FAILED_PERCENT, {
      value: `${percent.toFixed(1)} %`,
      source: `Failed or refused, of ${grouped(requests)} requests in ${EVIDENCE_DAYS} days`,
      todo: 'Look at the error codes in Usage, and mend the most frequent.',
    }),
    line('tokens', tokens > 0 && requests >= tokens * MIN_REQUESTS_PER_TOKEN, {
      value: tokens === 0 ? 'none made' : tokensInWords(tokens, requests),
      source: `${grouped(tokens)} tokens made for ${grouped(requests)} requests; at most one for ${MIN_REQUESTS_PER_TOKEN}`,
      todo: 'Reuse an access token for its 30 minutes.',
    }),
    line('refresh', refreshed > 0, {
      value: String(refreshed),
      source: 'Refresh tokens in force that were used after the exchange',
      todo: 'Exchange the refresh token for a new access token when the old one ends.',
    }),
  ]
}

const scopeLine = ({ askedScopes, scopeUses }: MeasuredUse): EvidenceLine => {
  const unused = askedScopes.filter((scope) => !scopeUses.has(scope))
  const isMet = askedScopes.length > 0 && unused.length === 0
  return line('scopes', isMet, {
    value: askedScopes.length === 0 ? 'none asked' : `${askedScopes.length - unused.length} of ${askedScopes.length}`,
    source: `Scopes that requests needed in ${EVIDENCE_DAYS} days, against what operators allowed`,
    todo: unused.length === 0 ? 'Connect to a sandbox first.' : `Use ${unused.join(', ')}, or ask without it.`,
  })
}

const registrationLines = (application: ApplicationRow, hasLogo: boolean): EvidenceLine[] => {
  const uris = (JSON.parse(application.redirect_uri_list) as string[]).filter((uri) => !isLoopbackUri(uri))
  const safe = uris.filter((uri) => uri.startsWith('https://'))
  return [
    line('registration', hasLogo, {
      value: hasLogo ? '8 of 8' : '7 of 8',
      source: 'The eight items of the registration',
      todo: 'Add a logo: operators see it before they allow.',
    }),
    line('https', uris.length > 0 && safe.length === uris.length, {
      value: uris.length === 0 ? 'only loopback' : `${safe.length} of ${uris.length}`,
      source: 'Registered redirect URIs, loopback left out',
      todo: 'Register the https address of your server.',
    }),
  ]
}

/** The eight lines, in the order in which they are usually met. */
export const evidenceOf = async (
  store: UseReader,
  application: ApplicationRow,
  now: number,
): Promise<EvidenceLine[]> => {
  const use = await measuredUse(store, application.client_id, now)
  const logo = await applicationLogo(store.platform, application.client_id)
  const [whole, https] = registrationLines(application, logo !== undefined) as [EvidenceLine, EvidenceLine]
  const sandboxes = use.connections.filter(({ environment }) => environment === 'sandbox')
  const connected = line('sandbox', sandboxes.length > 0, {
    value: `${sandboxes.length}`,
    source: 'Grants in force at test environments',
    todo: 'Connect your own sandbox operator.',
  })
  return [whole, connected, ...useLines(use), scopeLine(use), https]
}
