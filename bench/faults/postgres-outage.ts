/**
 * Rows 49 and 50: PostgreSQL is restarted or frozen under load. Meanwhile requests get 503 with Retry-After, or 504
 * during a COMMIT, within a bounded time; afterwards everything works within five seconds, and no acknowledged token
 * is lost.
 */
import type { HttpClient } from '../../server/test/support/http-client.ts'
import { startServerProcess } from '../../server/test/support/server-process.ts'
import { createKeys, createOperators, type KeyHolder } from '../population.ts'
import { eachOf } from '../some-at-once.ts'
import { fillStore } from '../store.ts'
import { countByStatus, IssuingLoad, type Seen } from './issuing-load.ts'
import { RestartablePostgres } from './restartable-postgres.ts'
import { echo, pause } from './site.ts'
import { type FaultRun, Findings } from './verdict.ts'

const CLIENTS = 16
const CALM_MS = 2_000
const DOWN_MS = 3_000
const FROZEN_MS = 30_000
const RECOVERY_MS = 5_000
/** A statement times out after ten seconds; connecting and responding get the same time again. */
const LONGEST_ANSWER_MS = 20_000

const isGood = ({ status, retryAfter }: Seen): boolean =>
  status === 200 || (status === 503 && Number(retryAfter) >= 1) || status === 504 || status === 429

const tokensOf = (load: IssuingLoad, keys: readonly KeyHolder[]) =>
  load.seen.flatMap(({ token }) => (token === null ? [] : [{ token, keys }]))

/** Every acknowledged token must work at one of the operators; it was issued at exactly one. */
const lostTokens = async (client: HttpClient, load: IssuingLoad, keys: readonly KeyHolder[]): Promise<number> => {
  const tenants = [...new Map(keys.map(({ tenant }) => [tenant.tenantId, tenant])).values()]
  let lost = 0
  await eachOf(tokensOf(load, keys), CLIENTS, async ({ token }) => {
    for (const tenant of tenants) if ((await echo(client, tenant, token)).status === 200) return
    lost++
  })
  return lost
}

const outageRun = (name: string, row: number, outage: (postgres: RestartablePostgres) => Promise<void>): FaultRun => ({
  name,
  row,
  run: async () => {
    const findings = new Findings()
    const postgres = await RestartablePostgres.start()
    const environment = { PORT: '0', AIRSIDE_PUBLIC_URL: 'http://localhost', DATABASE_URL: postgres.url }
    try {
      const keys = await fillStore({ environment }, async (world) =>
        createKeys(world, await createOperators(world), CLIENTS),
      )
      const server = await startServerProcess({ ...environment, AIRSIDE_DATABASE_CONNECT_SECONDS: '5' })
      const load = new IssuingLoad(server.client, keys)
      await pause(CALM_MS)
      const downAt = performance.now()
      await outage(postgres)
      const upAt = performance.now()
      await pause(RECOVERY_MS + CALM_MS)
      await load.stop()

      const bad = load.seen.filter((one) => !isGood(one))
      findings.expect(bad.length === 0, `answers that should not be: ${countByStatus(bad)}`)
      const longest = Math.max(...load.seen.map(({ startedAt, endedAt }) => endedAt - startedAt))
      findings.expect(longest < LONGEST_ANSWER_MS, `an answer took ${Math.round(longest)} ms`)
      const refused = load.seen.filter(({ status }) => status === 503 || status === 504)
      findings.expect(refused.length > 0, 'nobody was refused: the outage was not felt')
      const lastRefusal = Math.max(upAt, ...refused.map(({ endedAt }) => endedAt))
      findings.expect(lastRefusal - upAt < RECOVERY_MS, `still refused ${Math.round(lastRefusal - upAt)} ms after`)
      const after = load.between(upAt + RECOVERY_MS, Number.POSITIVE_INFINITY)
      findings.expect(after.length > 0 && after.every(({ status }) => status === 200), 'it did not recover')
      const lost = await lostTokens(server.client, load, keys)
      findings.expect(lost === 0, `${lost} acknowledged tokens were lost`)
      await server.stop()
      return findings.verdict(
        `before ${countByStatus(load.between(0, downAt))}; during ${countByStatus(load.seen.filter(({ endedAt }) => endedAt > downAt && endedAt <= upAt))}; ` +
          `after ${countByStatus(load.seen.filter(({ endedAt }) => endedAt > upAt))}; longest answer ${Math.round(longest)} ms; ` +
          `recovered ${Math.round(lastRefusal - upAt)} ms after; ${lost} tokens lost`,
      )
    } finally {
      await postgres.dispose()
    }
  },
})

export const postgresRestart = outageRun('postgres-restart', 49, async (postgres) => {
  await postgres.stop()
  await pause(DOWN_MS)
  await postgres.startAgain()
})

export const postgresFrozen = outageRun('postgres-frozen', 50, async (postgres) => {
  postgres.signalAll('SIGSTOP')
  await pause(FROZEN_MS)
  postgres.signalAll('SIGCONT')
})
