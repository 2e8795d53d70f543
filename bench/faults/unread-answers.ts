/**
 * Row 87: clients request large responses and read nothing. Their connections are closed after 15 seconds without
 * progress, and the memory held for them stays bounded.
 */
import { connect, type Socket } from 'node:net'
import { startServerProcess } from '../../server/test/support/server-process.ts'
import { hostOf, issueTokens, type TokenHolder } from '../population.ts'
import { residentMb } from '../resident-memory.ts'
import { fillStore } from '../store.ts'
import { newSite, pause } from './site.ts'
import { type FaultRun, Findings } from './verdict.ts'

const KEYS = 60
/** 15 to 20 seconds after the last byte moved, and some seconds before that to make all the answers. */
const CLOSED_WITHIN_MS = 45_000
/** 64 MB may be held unread; the rest is for the requests themselves. */
const MAX_GROWTH_MB = 200
/** Aliases nearly as long as a name may be make about 8 MB of 930 rows, more than the kernel buffers for a client that reads nothing. */
const ALIASES = 60
const ALIAS_LENGTH = 125

const largeRequest = ({ tenant, accessToken }: TokenHolder): string => {
  const names = Array.from({ length: ALIASES }, (_, index) => `a${index}`.padEnd(ALIAS_LENGTH, '_'))
  const body = JSON.stringify({ query: `{ aircraftTypeList { ${names.map((name) => `${name}: iCAO`).join(' ')} } }` })
  const head = [
    'POST /api/graphql/ HTTP/1.1',
    `Host: ${hostOf(tenant)}`,
    `Authorization: Bearer ${accessToken}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

interface Unread {
  readonly socket: Socket
  isOver: boolean
}

const isOpen = ({ isOver }: Unread): boolean => !isOver

/** Never reads, because the socket is paused from the start. Occasional writes detect a reset. */
const openUnread = (port: number, holder: TokenHolder): Unread => {
  const socket = connect(port, '127.0.0.1')
  const unread: Unread = { socket, isOver: false }
  socket.pause()
  const request = largeRequest(holder)
  socket.write(request + request)
  const over = () => {
    unread.isOver = true
  }
  socket.on('error', over)
  socket.on('close', over)
  return unread
}

export const unreadAnswers: FaultRun = {
  name: 'unread-answers',
  row: 87,
  run: async () => {
    const findings = new Findings()
    const { place, keys } = await newSite('sqlite', KEYS)
    try {
      const holders = await fillStore(place, (world) => issueTokens(world, keys))
      const server = await startServerProcess({ ...place.environment })
      const pid = server.child.pid ?? 0
      const before = residentMb(pid)
      const unread = holders.map((holder) => openUnread(server.port, holder))
      let most = before
      const startedAt = performance.now()
      while (performance.now() - startedAt < CLOSED_WITHIN_MS && unread.some(isOpen)) {
        await pause(500)
        most = Math.max(most, residentMb(pid))
        // A closed connection responds with a reset, which the next write meets; an open one accepts both.
        if (performance.now() - startedAt > 15_000)
          for (const { socket } of unread) if (socket.writable) socket.write('\r\n')
      }
      const tookMs = performance.now() - startedAt
      const open = unread.filter(isOpen)
      for (const { socket } of unread) socket.destroy()
      findings.expect(open.length === 0, `${open.length} of ${KEYS} connections are still open`)
      const growth = Math.round(most - before)
      findings.expect(growth < MAX_GROWTH_MB, `the process grew by ${growth} MB`)
      await server.stop()
      return findings.verdict(
        `${KEYS} clients asked for two large answers each and read nothing; ${KEYS - open.length} closed within ${Math.round(tookMs / 1000)} s; the process grew by ${growth} MB at most`,
      )
    } finally {
      await place.dispose()
    }
  },
}
