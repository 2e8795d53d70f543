/**
 * Row 54: SIGTERM under load. No connection is reset, every request is answered, the process ends within ten seconds.
 */
import { Agent, request } from 'node:http'
import { startServerProcess } from '../../server/test/support/server-process.ts'
import { hostOf, issueTokens, type TokenHolder } from '../population.ts'
import { fillStore } from '../store.ts'
import { newSite, pause } from './site.ts'
import { type FaultRun, Findings } from './verdict.ts'

const CLIENTS = 64
const LOAD_MS = 2_000
const DRAIN_MS = 10_000
const BODY = JSON.stringify({ query: '{ echo(text: "on my way") }' })

/** The status, or the code of the error that ended the connection. */
const ask = (agent: Agent, port: number, { tenant, accessToken }: TokenHolder): Promise<number | string> =>
  new Promise((resolve) => {
    const headers = {
      host: hostOf(tenant),
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      'content-length': BODY.length,
    }
    const to = { agent, host: '127.0.0.1', port, method: 'POST', path: '/api/graphql/', headers, setHost: false }
    const req = request(to, (res) => {
      res.resume()
      res.on('end', () => resolve(res.statusCode ?? 0))
      res.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'broken'))
    })
    req.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'broken'))
    req.end(BODY)
  })

/** Keeps its connection and sends requests until the server no longer listens. */
const client = async (port: number, holder: TokenHolder): Promise<(number | string)[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const seen: (number | string)[] = []
  while (seen.at(-1) !== 'ECONNREFUSED') seen.push(await ask(agent, port, holder))
  agent.destroy()
  return seen
}

export const drain: FaultRun = {
  name: 'drain',
  row: 54,
  run: async () => {
    const findings = new Findings()
    const { place, keys } = await newSite('sqlite', CLIENTS)
    try {
      const holders = await fillStore(place, (world) => issueTokens(world, keys))
      const server = await startServerProcess({ ...place.environment })
      const clients = holders.map((holder) => client(server.port, holder))
      await pause(LOAD_MS)
      const stoppedAt = performance.now()
      const code = await server.stop('SIGTERM')
      const tookMs = Math.round(performance.now() - stoppedAt)
      const seen = (await Promise.all(clients)).flat()
      const served = seen.filter((one) => one === 200).length
      const broken = seen.filter((one) => one !== 200 && one !== 'ECONNREFUSED')
      findings.expect(broken.length === 0, `not served: ${[...new Set(broken)].join(', ')} (${broken.length})`)
      findings.expect(code === 0, `the process ended with ${code}`)
      findings.expect(tookMs < DRAIN_MS, `it took ${tookMs} ms to end`)
      return findings.verdict(`${served} requests served, ${broken.length} broken, ended ${tookMs} ms after SIGTERM`)
    } finally {
      await place.dispose()
    }
  },
}
