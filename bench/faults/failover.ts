/**
 * Row 49: the leader of two PostgreSQL nodes under Patroni is killed under load, with synchronous replication and
 * without. Prints for how long nothing was issued, the errors, and how many acknowledged tokens the new leader has.
 */
import pg from 'pg'
import { secretHash } from '../../server/src/domain/secret.ts'
import { startServerProcess } from '../../server/test/support/server-process.ts'
import { createKeys, createOperators } from '../population.ts'
import { fillStore } from '../store.ts'
import { countByStatus, IssuingLoad } from './issuing-load.ts'
import { LeaderDoor } from './leader-door.ts'
import { isPatroniMissing, PatroniCluster, TIMES } from './patroni.ts'
import { pause } from './site.ts'
import { type FaultRun, Findings, notRun, type Verdict } from './verdict.ts'

const CLIENTS = 32
const CALM_MS = 3_000
const AFTER_MS = 3_000
const MAX_UNAVAILABLE_MS = 60_000

/** How many of these tokens the database has. */
const foundIn = async (port: number, tokens: readonly string[]): Promise<number> => {
  const client = new pg.Client({ connectionString: `postgres://airside@127.0.0.1:${port}/postgres` })
  await client.connect()
  const hashes = tokens.map((token) => secretHash(token))
  const { rows } = await client
    .query<{ found: string }>('select count(*) as found from access_token where hash = any($1)', [hashes])
    .finally(() => client.end())
  return Number(rows[0]?.found)
}

/** Waits until something is issued again, by a request that began after the kill. */
const servedAgain = async (load: IssuingLoad, killedAt: number): Promise<number | null> => {
  const deadline = killedAt + MAX_UNAVAILABLE_MS
  const isServed = ({ startedAt, token }: IssuingLoad['seen'][number]) => startedAt > killedAt && token !== null
  while (performance.now() < deadline) {
    const first = load.seen.find(isServed)
    if (first) return first.endedAt
    await pause(50)
  }
  return null
}

const loseLeader = async (cluster: PatroniCluster, isSynchronous: boolean, findings: Findings): Promise<string> => {
  const door = await LeaderDoor.open(cluster)
  const environment = {
    PORT: '0',
    AIRSIDE_PUBLIC_URL: 'http://localhost',
    DATABASE_URL: `postgres://airside@127.0.0.1:${door.port}/postgres`,
  }
  const keys = await fillStore({ environment }, async (world) =>
    createKeys(world, await createOperators(world), CLIENTS),
  )
  const server = await startServerProcess({ ...environment, AIRSIDE_DATABASE_CONNECT_SECONDS: '5' })
  try {
    const load = new IssuingLoad(server.client, keys)
    await pause(CALM_MS)
    const old = await cluster.leader()
    if (!old) throw new Error('There is no leader to kill')
    cluster.kill(old)
    const killedAt = performance.now()
    const servedAt = await servedAgain(load, killedAt)
    await pause(AFTER_MS)
    await load.stop()
    const name = isSynchronous ? 'synchronous' : 'asynchronous'
    findings.expect(servedAt !== null, `${name}: nothing was issued for ${MAX_UNAVAILABLE_MS / 1000} s`)
    const next = await cluster.leader()
    const tokens = load.seen.flatMap(({ token }) => token ?? [])
    const found = next === null ? 0 : await foundIn(next.port, tokens)
    const lost = tokens.length - found
    if (isSynchronous) findings.expect(lost === 0, `${lost} acknowledged tokens were lost with synchronous replication`)
    const errors = load.seen.filter(({ status }) => status !== 200 && status !== 429)
    const good = errors.filter(({ status }) => status === 503 || status === 504)
    findings.expect(good.length === errors.length, `${name}: answers that should not be: ${countByStatus(errors)}`)
    const seconds = servedAt === null ? '–' : ((servedAt - killedAt) / 1000).toFixed(1)
    return `${name}: unavailable ${seconds} s; errors ${errors.length} (${countByStatus(errors)}); acknowledged ${tokens.length}, found ${found}, lost ${lost}`
  } finally {
    await server.stop()
    door.close()
  }
}

const runWith = async (isSynchronous: boolean, findings: Findings): Promise<string> => {
  const cluster = await PatroniCluster.start(isSynchronous)
  return loseLeader(cluster, isSynchronous, findings).finally(() => cluster.dispose())
}

export const failover: FaultRun = {
  name: 'failover',
  row: 49,
  run: async (): Promise<Verdict> => {
    const missing = isPatroniMissing()
    if (missing) return notRun(missing)
    const findings = new Findings()
    const seen = [await runWith(true, findings), await runWith(false, findings)]
    return findings.verdict(`ttl ${TIMES.ttl} s; ${seen.join('; ')}`)
  },
}
