/**
 * The ids under which a trusted proxy knows a request: `traceparent` (W3C Trace Context) and `X-Request-Id`. They are
 * logged beside our own id. From anybody else they do not count: a client could make its requests look like another's.
 */
import type { IncomingMessage } from 'node:http'
import type { BlockList } from 'node:net'
import { redactSecrets } from '../../domain/secret.ts'
import { cameByProxy } from './client-address.ts'

/** Version ff and ids of zeros alone are none (W3C Trace Context §3.2.2). */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/
const REQUEST_ID = /^[\x21-\x7e]{1,128}$/

export interface ProxyIds {
  traceparent?: string
  proxyRequestId?: string
}

export const noteProxyIds = (noted: ProxyIds, req: IncomingMessage, trustedProxies: BlockList | null): void => {
  if (trustedProxies === null) return
  const { traceparent, 'x-request-id': requestId } = req.headers
  if (traceparent === undefined && requestId === undefined) return
  if (!cameByProxy(req, trustedProxies)) return
  if (typeof traceparent === 'string' && TRACE_PARENT.test(traceparent)) noted.traceparent = traceparent
  if (typeof requestId === 'string' && REQUEST_ID.test(requestId)) noted.proxyRequestId = redactSecrets(requestId)
}
