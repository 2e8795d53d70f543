/** Liveness and readiness, under any host name. */
import type { Storage } from '../storage/storage.ts'
import { readEpoch } from '../storage/validity-epoch.ts'
import { type Route, sendJson } from './listening/exchange.ts'

export const healthRoutes = (storage: Storage, isStopping: () => boolean): readonly Route<void>[] => [
  {
    method: 'GET',
    path: '/healthz',
    guard: 'nobody',
    endpoint: 'pages',
    handle: (exchange) => sendJson(exchange, 200, { status: 'ok' }),
  },
  {
    method: 'GET',
    path: '/readyz',
    guard: 'nobody',
    endpoint: 'pages',
    handle: async (exchange) => {
      if (isStopping()) return sendJson(exchange, 503, { status: 'stopping' }, { 'retry-after': '5' })
      // An unreachable store throws, and the edge answers 503 with Retry-After.
      await readEpoch(storage.platform)
      return sendJson(exchange, 200, { status: 'ready', store: storage.kind })
    },
  },
]
