/**
 * Row 56: a thousand connections send their request byte by byte. Other clients are not affected, and the slow ones
 * are closed.
 */
import { connect, type Socket } from 'node:net'
import { startServerProcess } from '../../server/test/support/server-process.ts'
import { issueTokens } from '../population.ts'
import { fillStore } from '../store.ts'
import { percentile, timedQueries } from './latency.ts'
import { newSite, pause } from './site.ts'
import { type FaultRun, Findings } from './verdict.ts'

const SLOW = 1_000
const CLOSED_WITHIN_MS = 15_000
const BYTE_EVERY_MS = 1_000
const MEASURED_MS = 4_000
const HEAD = `POST /api/graphql/ HTTP/1.1\r\nHost: operator-0.localhost\r\nX-Slow: ${'a'.repeat(200)}`

interface SlowConnection {
  readonly socket: Socket
  readonly openedAt: number
  closedAt: number | null
}

const openSlowly = (port: number): SlowConnection => {
  const socket = connect(port, '127.0.0.1')
  const connection: SlowConnection = { socket, openedAt: performance.now(), closedAt: null }
  let sent = 0
  const timer = setInterval(() => socket.writable && socket.write(HEAD[sent++ % HEAD.length] as string), BYTE_EVERY_MS)
  socket.on('error', () => {})
  socket.on('data', () => {})
  socket.on('close', () => {
    clearInterval(timer)
    connection.closedAt = performance.now()
  })
  return connection
}

export const slowConnections: FaultRun = {
  name: 'slow-connections',
  row: 56,
  run: async () => {
    const findings = new Findings()
    const { place, keys } = await newSite('sqlite', 16)
    try {
      const holders = await fillStore(place, (world) => issueTokens(world, keys))
      const server = await startServerProcess({ ...place.environment, AIRSIDE_ARRIVAL_SECONDS: '12' })
      await timedQueries(server.client, holders, MEASURED_MS)
      const quietMs = percentile(await timedQueries(server.client, holders, MEASURED_MS), 99)
      const slow = Array.from({ length: SLOW }, () => openSlowly(server.port))
      const loadedMs = percentile(await timedQueries(server.client, holders, MEASURED_MS), 99)
      await pause(CLOSED_WITHIN_MS + 1_000 - MEASURED_MS)
      const open = slow.filter(({ closedAt }) => closedAt === null)
      for (const { socket } of open) socket.destroy()
      const longest = Math.max(...slow.map(({ openedAt, closedAt }) => (closedAt ?? Number.NaN) - openedAt))
      findings.expect(open.length === 0, `${open.length} slow connections are still open`)
      findings.expect(!(longest > CLOSED_WITHIN_MS), `one was closed after ${Math.round(longest)} ms`)
      findings.expect(
        loadedMs < 2 * quietMs + 5,
        `p99 of others rose from ${quietMs.toFixed(1)} to ${loadedMs.toFixed(1)} ms`,
      )
      await server.stop()
      return findings.verdict(
        `${SLOW} slow connections, the last closed after ${Math.round(longest)} ms; p99 of others ${quietMs.toFixed(1)} ms before, ${loadedMs.toFixed(1)} ms meanwhile`,
      )
    } finally {
      await place.dispose()
    }
  },
}
