/**
 * Row 59: a store with many expired tokens. Issuing and querying take as long as on an empty store, and expired tokens
 * are removed in small steps while the server runs. `EXPIRED` in the environment sets their number; ten million take
 * minutes to create.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { SQLITE_FILE } from '../../server/src/storage/engines/sqlite-engine.ts'
import { type ServerProcess, startServerProcess } from '../../server/test/support/server-process.ts'
import { issueTokens, type TokenHolder } from '../population.ts'
import { fillStore } from '../store.ts'
import { percentile, timedQueries } from './latency.ts'
import { newSite, pause, refresh, type Site } from './site.ts'
import { type FaultRun, Findings } from './verdict.ts'

const EXPIRED = Number(process.env.EXPIRED ?? 500_000)
const KEYS = 64
const MEASURED_MS = 4_000
const FLAT = 1.2
/** With two cores the time of a single response is no more precise than this. */
const JITTER_MS = 0.5
const SWEEP_MS = 60_000
const HOUR_MS = 3_600_000

/** Writes directly into the store what hours of issuing would have left. */
const addExpired = ({ place, keys }: Site): void => {
  const db = new DatabaseSync(join(place.folder, SQLITE_FILE))
  const owners = db.prepare('select tenant_id, refresh_token_id from refresh_token limit ?').all(keys.length)
  const insert = db.prepare('insert into access_token values (?, ?, ?, ?, ?, ?, null)')
  const expiredAt = Date.now() - 2 * HOUR_MS
  db.exec('begin')
  for (let index = 0; index < EXPIRED; index++) {
    const { tenant_id, refresh_token_id } = owners[index % owners.length] as Record<string, string>
    const hash = randomBytes(32).toString('base64url')
    insert.run(tenant_id as string, hash, refresh_token_id as string, 'contact:read', expiredAt - 1_800_000, expiredAt)
  }
  db.exec('commit')
  db.close()
}

const tokensIn = ({ place }: Site): number => {
  const db = new DatabaseSync(join(place.folder, SQLITE_FILE), { readOnly: true })
  const { count } = db.prepare('select count(*) as count from access_token').get() as { count: number }
  db.close()
  return count
}

const medians = async ({ client }: ServerProcess, site: Site, holders: readonly TokenHolder[]) => {
  await timedQueries(client, holders.slice(0, 4), MEASURED_MS / 2)
  const query = percentile(await timedQueries(client, holders.slice(0, 4), MEASURED_MS), 50)
  const took: number[] = []
  for (const key of [...site.keys, ...site.keys, ...site.keys]) {
    const startedAt = performance.now()
    await refresh(client, key)
    took.push(performance.now() - startedAt)
  }
  return { query, refresh: percentile(took, 50) }
}

const isFlat = (before: number, after: number): boolean => after <= before * FLAT + JITTER_MS

export const expiredTokens: FaultRun = {
  name: 'expired-tokens',
  row: 59,
  run: async () => {
    const findings = new Findings()
    const site = await newSite('sqlite', KEYS)
    try {
      const holders = await fillStore(site.place, (world) => issueTokens(world, site.keys))
      const empty = await startServerProcess({ ...site.place.environment })
      const before = await medians(empty, site, holders)
      await empty.stop()
      addExpired(site)
      const full = await startServerProcess({ ...site.place.environment })
      const after = await medians(full, site, holders)
      findings.expect(isFlat(before.query, after.query), 'queries became slower')
      findings.expect(isFlat(before.refresh, after.refresh), 'issuing became slower')
      const since = performance.now()
      const atFirst = tokensIn(site)
      while (tokensIn(site) === atFirst && performance.now() - since < SWEEP_MS) await pause(1_000)
      await pause(5_000)
      const removed = atFirst - tokensIn(site)
      findings.expect(removed > 0, 'no expired token was removed')
      await full.stop()
      return findings.verdict(
        `${EXPIRED} expired tokens: p50 of a query ${before.query.toFixed(2)} → ${after.query.toFixed(2)} ms, of a refresh ${before.refresh.toFixed(2)} → ${after.refresh.toFixed(2)} ms; ${removed} removed in the first seconds of the sweep`,
      )
    } finally {
      await site.place.dispose()
    }
  },
}
