/**
 * Row 53: the clock jumps an hour forward or back. Retry-After is never longer than a token's lifetime, and no token
 * refused as expired works again. The server runs in this process with an injected clock.
 */
import { ACCESS_TOKEN_TTL_SECONDS, MAX_ACTIVE_ACCESS_TOKENS } from '../../server/src/domain/limits.ts'
import { stopOwnPostgres } from '../../server/test/support/postgres.ts'
import { STORES, type Store, startServer } from '../../server/test/support/test-server.ts'
import { eachOf } from '../some-at-once.ts'
import { type FaultRun, Findings } from './verdict.ts'

const HOUR_SECONDS = 3600
const JUMPS = [HOUR_SECONDS, -HOUR_SECONDS]

const jump = async (store: Store, seconds: number, findings: Findings): Promise<void> => {
  const what = `${store}, ${seconds > 0 ? 'forward' : 'back'}`
  const server = await startServer(store)
  try {
    const { production } = await server.operator('alpine')
    const { refreshToken } = await production.createKey()
    const early = (await production.refreshKey(refreshToken)).body
    server.clock.advanceSeconds(ACCESS_TOKEN_TTL_SECONDS + 60)
    const isRefused = async () => (await production.query(early, '{ echo(text: "a") }')).status === 401
    findings.expect(await isRefused(), `${what}: a token outlived its half hour`)
    await eachOf(Array(MAX_ACTIVE_ACCESS_TOKENS), 16, async () => {
      await production.refreshKey(refreshToken)
    })
    server.clock.advanceSeconds(seconds)
    findings.expect(await isRefused(), `${what}: an expired token works again`)
    const answer = await production.refreshKey(refreshToken)
    const retryAfter = Number(answer.headers['retry-after'] ?? 0)
    findings.expect(answer.status === 200 || answer.status === 429, `${what}: a refresh answered ${answer.status}`)
    findings.expect(retryAfter <= ACCESS_TOKEN_TTL_SECONDS, `${what}: Retry-After ${retryAfter}`)
  } finally {
    await server.close()
  }
}

export const clock: FaultRun = {
  name: 'clock',
  row: 53,
  run: async () => {
    const findings = new Findings()
    for (const store of STORES) for (const seconds of JUMPS) await jump(store, seconds, findings)
    await stopOwnPostgres()
    return findings.verdict('an hour forward and an hour back, on both stores')
  },
}
