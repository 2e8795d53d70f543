/**
 * Row 36 under load: one operator revokes ten keys a second, from another process on the same PostgreSQL. The others'
 * throughput stays: no process forgets their tokens. Quiet rounds and rounds with revocations alternate, and each is
 * compared with its neighbour.
 */
import { randomBytes } from 'node:crypto'
import { openStorage } from '../../server/src/app.ts'
import { readConfig } from '../../server/src/config/config.ts'
import { systemClock } from '../../server/src/domain/clock.ts'
import type { Tenant } from '../../server/src/domain/tenancy/tenant.ts'
import { HOST } from '../../server/src/services/audit-trail.ts'
import { createApiKey, revokeApiKey } from '../../server/src/services/oauth/api-keys.ts'
import { World } from '../../server/src/services/world.ts'
import { startServerProcess } from '../../server/test/support/server-process.ts'
import { loadServed } from '../load/load.ts'
import { queryRequest } from '../load/requests.ts'
import { issueTokens, type TokenHolder } from '../population.ts'
import { percentile } from './latency.ts'
import { newSite, pause } from './site.ts'
import { type FaultRun, Findings } from './verdict.ts'

const KEYS = 400
const ROUNDS = 5
const ROUND_SECONDS = 3
const CONNECTIONS = 16
const REVOCATIONS_PER_SECOND = 10
const MIN_RATIO = 0.8
const QUERY = '{ echo(text: "still here") }'

/** Revokes until it is stopped; answers how many keys it revoked. */
const revoke = async (world: World, tenant: Tenant, keyIds: string[], signal: AbortSignal): Promise<number> => {
  let count = 0
  while (!signal.aborted) {
    const keyId = keyIds.pop()
    if (keyId === undefined) throw new Error('There are no keys left to revoke')
    await Promise.all([revokeApiKey(world.at(tenant), keyId, HOST), pause(1000 / REVOCATIONS_PER_SECOND)])
    count++
  }
  return count
}

const createSpareKeys = async (world: World, tenant: Tenant): Promise<string[]> => {
  const ids: string[] = []
  while (ids.length < 2 * ROUNDS * ROUND_SECONDS * REVOCATIONS_PER_SECOND) {
    ids.push(
      (await createApiKey(world.at(tenant), { label: `Spare ${ids.length}`, scope: 'contact:read' }, HOST)).apiKeyId,
    )
  }
  return ids
}

interface Rounds {
  readonly ratios: number[]
  readonly quiet: number[]
  readonly meanwhile: number[]
  revocations: number
}

const measure = async (
  port: number,
  holders: readonly TokenHolder[],
  world: World,
  tenant: Tenant,
): Promise<Rounds> => {
  const traffic = { templates: holders.map((holder) => queryRequest(holder, QUERY)) }
  const round = async () =>
    (await loadServed({ port, connections: CONNECTIONS, seconds: ROUND_SECONDS, traffic })).requestsPerSecond
  const keyIds = await createSpareKeys(world, tenant)
  const rounds: Rounds = { ratios: [], quiet: [], meanwhile: [], revocations: 0 }
  await round()
  for (let index = 0; index < ROUNDS; index++) {
    const quiet = await round()
    const stop = new AbortController()
    const revoking = revoke(world, tenant, keyIds, stop.signal)
    const meanwhile = await round().finally(() => stop.abort())
    rounds.revocations += await revoking
    rounds.quiet.push(quiet)
    rounds.meanwhile.push(meanwhile)
    rounds.ratios.push(meanwhile / quiet)
  }
  return rounds
}

export const revocations: FaultRun = {
  name: 'revocations',
  row: 36,
  run: async () => {
    const findings = new Findings()
    const { place, tenants, keys } = await newSite('postgres', KEYS)
    const { storage } = await openStorage(readConfig({ ...place.environment }), systemClock)
    const world = new World({ storage, now: () => Date.now(), randomBytes })
    const [revoking, ...others] = tenants as [Tenant, ...Tenant[]]
    const holders = await issueTokens(
      world,
      keys.filter(({ tenant }) => others.includes(tenant)),
    )
    const server = await startServerProcess({ ...place.environment })
    try {
      const { ratios, quiet, meanwhile, revocations } = await measure(server.port, holders, world, revoking)
      const median = (values: readonly number[]) => percentile(values, 50)
      const ratio = median(ratios)
      findings.expect(ratio >= MIN_RATIO, `the others' throughput fell to ${ratio.toFixed(2)} of what it was`)
      return findings.verdict(
        `${revocations} revocations at one operator; ${holders.length} tokens of ${others.length} others: ${Math.round(median(quiet))} requests/s quiet, ${Math.round(median(meanwhile))} meanwhile, ratio ${ratio.toFixed(2)}`,
      )
    } finally {
      await server.stop()
      await storage.close()
      await place.dispose()
    }
  },
}
