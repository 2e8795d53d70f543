/**
 * Row 86: 1,300 half-sent bodies from one address, unauthenticated. Health, readiness and all other clients are
 * served.
 */
import { connect } from 'node:net'
import { startServerProcess } from '../../server/test/support/server-process.ts'
import { issueTokens } from '../population.ts'
import { fillStore } from '../store.ts'
import { percentile, timedQueries } from './latency.ts'
import { newSite, pause } from './site.ts'
import { type FaultRun, Findings } from './verdict.ts'

const HALF_SENT = 1_300
const MEASURED_MS = 4_000
const HALF = 'POST /oauth2/code/token/ HTTP/1.1\r\nHost: operator-0.localhost\r\nContent-Length: 100\r\n\r\ngrant_type='

const openHalfSent = (port: number) => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.on('data', () => {})
  socket.write(HALF)
  return socket
}

export const halfSentBodies: FaultRun = {
  name: 'half-sent-bodies',
  row: 86,
  run: async () => {
    const findings = new Findings()
    const { place, keys } = await newSite('sqlite', 16)
    try {
      const holders = await fillStore(place, (world) => issueTokens(world, keys))
      const server = await startServerProcess({ ...place.environment })
      await timedQueries(server.client, holders, MEASURED_MS)
      const before = percentile(await timedQueries(server.client, holders, MEASURED_MS), 99)
      const sockets = Array.from({ length: HALF_SENT }, () => openHalfSent(server.port))
      await pause(1_000)
      const probes = await Promise.all(
        ['/healthz', '/readyz'].map((path) => server.client.ask(`http://operator-0.localhost${path}`)),
      )
      for (const { status } of probes) findings.expect(status === 200, `a probe was answered ${status}`)
      const meanwhile = await timedQueries(server.client, holders, MEASURED_MS).then(
        (times) => percentile(times, 99),
        (error: Error) => void findings.expect(false, error.message),
      )
      for (const socket of sockets) socket.destroy()
      await server.stop()
      return findings.verdict(
        `${HALF_SENT} half-sent bodies; probes ${probes.map(({ status }) => status).join(', ')}; p99 of others ${before.toFixed(1)} ms before, ${meanwhile?.toFixed(1) ?? 'refused'} ms meanwhile`,
      )
    } finally {
      await place.dispose()
    }
  },
}
