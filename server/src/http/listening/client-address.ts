/**
 * Finds the address of the client. X-Forwarded-For counts only from a proxy that the configuration names (access-model
 * §1).
 */
import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP } from 'node:net'

/** Writes an IPv4 address that arrives on an IPv6 socket (RFC 4291 §2.5.5.2) as IPv4. */
const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address)

const isTrusted = (address: string, proxies: BlockList): boolean =>
  proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Whether the connection itself is a trusted proxy's. */
export const cameByProxy = (req: IncomingMessage, proxies: BlockList): boolean =>
  isTrusted(plain(req.socket.remoteAddress ?? ''), proxies)

/**
 * Walks the chain from the nearest address outwards, as long as each one is a trusted proxy: entries further out may be
 * forged by the client. An entry that is not an address ends the walk at the proxy that reported it.
 */
export const clientAddress = (req: IncomingMessage, trustedProxies: BlockList | null): string => {
  let address = plain(req.socket.remoteAddress ?? '')
  if (trustedProxies === null) return address
  const header = req.headers['x-forwarded-for']
  const chain = Array.isArray(header) ? header.join(',') : (header ?? '')
  // From its end, as far as it is walked: what the client itself wrote at its beginning is not taken apart.
  for (let end = chain.length; end >= 0 && isTrusted(address, trustedProxies); ) {
    const comma = end === 0 ? -1 : chain.lastIndexOf(',', end - 1)
    const next = plain(chain.slice(comma + 1, end).trim())
    if (isIP(next) === 0) break
    address = next
    end = comma
  }
  return address
}
