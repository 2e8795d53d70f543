/**
 * Liveness and readiness, under any host name. /healthz says that the process answers and asks nothing of the store:
 * restarting it would not bring the store back. /readyz says whether to send requests here: also where nothing can be
 * stored, because reads go on, but it says so.
 */
import type { Storage } from '../storage/storage.ts'
import { openRoute } from './guards/open.ts'
import { sendJson } from './listening/exchange.ts'
import type { Route } from './listening/route.ts'

/** Which process answers. */
export interface Answering {
  readonly version: string
  /** The worker's number where several share the port. */
  readonly worker?: number
}

const NOT_STORING = 'Nothing can be stored now; reads go on'

export const healthRoutes = (
  storage: Storage,
  { version, worker }: Answering,
  isStopping: () => boolean,
): readonly Route<void>[] => [
  openRoute('tells nothing', { method: 'GET', path: '/healthz', endpoint: 'pages' }, (exchange) =>
    sendJson(exchange, 200, { status: 'ok', worker }),
  ),
  openRoute('tells nothing', { method: 'GET', path: '/readyz', endpoint: 'pages' }, async (exchange) => {
    if (isStopping()) {
      exchange.noted.reason = 'The server is stopping'
      return sendJson(exchange, 503, { status: 'stopping', version, worker }, { 'retry-after': '5' })
    }
    // An unreachable store throws, and the edge responds with 503 and Retry-After.
    await storage.platform.now()
    const status = storage.isWritable ? 'ready' : 'degraded'
    const reason = status === 'ready' ? undefined : NOT_STORING
    return sendJson(exchange, 200, { status, reason, store: storage.kind, version, worker })
  }),
]
