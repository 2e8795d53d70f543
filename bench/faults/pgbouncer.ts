/**
 * Row 116: two processes behind PgBouncer in transaction mode, with fewer sessions than connections. Tokens are issued
 * and used in turn by both, keys are revoked in one and refused by the other; with LISTEN by a direct address, and with
 * the poll alone.
 */

import { isPgBouncerMissing, startPgBouncer } from '../../server/test/support/pgbouncer.ts'
import { runCommand, startServerProcess } from '../../server/test/support/server-process.ts'
import type { KeyHolder } from '../population.ts'
import { hostOf } from '../population.ts'
import { echo, newSite, pause, refresh } from './site.ts'
import { type FaultRun, Findings, notRun } from './verdict.ts'

const KEYS = 64
const ROUNDS = 5
const REACH_MS = 1_500

const pooled = async (direct: boolean, findings: Findings): Promise<string> => {
  const { place, keys } = await newSite('postgres', KEYS)
  const databaseUrl = place.environment.DATABASE_URL ?? ''
  const bouncer = await startPgBouncer(databaseUrl)
  const environment = {
    ...place.environment,
    DATABASE_URL: bouncer.url,
    AIRSIDE_DATABASE_POOLING: 'transaction',
    ...(direct ? { AIRSIDE_DATABASE_DIRECT_URL: databaseUrl } : {}),
  }
  const servers = [await startServerProcess(environment), await startServerProcess(environment)] as const
  const statuses = new Map<number, number>()
  const note = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const use = async (key: KeyHolder, turn: number): Promise<void> => {
    const [one, other] = turn % 2 === 0 ? servers : servers.toReversed()
    const token = await refresh((one as (typeof servers)[0]).client, key)
    note(token.status)
    note((await echo((other as (typeof servers)[0]).client, key.tenant, token.body)).status)
  }
  for (let round = 0; round < ROUNDS; round++) await Promise.all(keys.map((key, index) => use(key, index + round)))

  const [first] = keys as [KeyHolder]
  const token = (await refresh(servers[1].client, first)).body
  const at = ['--operator', hostOf(first.tenant).split('.')[0] ?? '', '--environment', first.tenant.environment]
  const ids = JSON.parse(await runCommand(['api-key', 'list', ...at, '--json'], environment)) as {
    api_key_id: string
  }[]
  for (const { api_key_id } of ids)
    await runCommand(['api-key', 'revoke', api_key_id, ...at, '--yes'], environment).catch(() => {})
  await pause(REACH_MS)
  const after = await echo(servers[1].client, first.tenant, token)
  const name = direct ? 'LISTEN by a direct address' : 'the poll alone'
  findings.expect(after.status === 401, `${name}: a revoked key's token was answered ${after.status}`)
  findings.expect(statuses.size === 1 && statuses.has(200), `${name}: ${JSON.stringify([...statuses])}`)
  for (const server of servers) findings.expect((await server.stop()) === 0, `${name}: a server did not stop well`)
  await bouncer.stop()
  await place.dispose()
  return `${statuses.get(200) ?? 0} answers with ${name}`
}

export const pgbouncer: FaultRun = {
  name: 'pgbouncer',
  row: 116,
  run: async () => {
    const missing = isPgBouncerMissing()
    if (missing) return notRun(missing)
    const findings = new Findings()
    const seen = [await pooled(true, findings), await pooled(false, findings)]
    return findings.verdict(seen.join(', '))
  },
}
