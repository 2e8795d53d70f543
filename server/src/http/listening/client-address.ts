/** Where a request came from. X-Forwarded-For counts only behind a proxy that the configuration names (access-model §1). */
import type { IncomingMessage } from 'node:http'

const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address)

/** The last address in the chain that is not one of our own proxies: what stands before it anyone can make up. */
export const clientAddress = (req: IncomingMessage, trustedProxies: readonly string[]): string => {
  const peer = plain(req.socket.remoteAddress ?? '')
  if (trustedProxies.length === 0 || !trustedProxies.includes(peer)) return peer
  const header = req.headers['x-forwarded-for']
  const chain = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').map((part) => plain(part.trim()))
  return chain.findLast((address) => address !== '' && !trustedProxies.includes(address)) ?? peer
}
