/** Reads AIRSIDE_TRUSTED_PROXIES: addresses and networks (CIDR, RFC 4632 and RFC 4291 §2.3), separated by commas. */
import { BlockList, isIP } from 'node:net'

interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/**
 * Null if the text is neither an address nor a network. A network of every address is refused, because it would trust
 * every client.
 */
const networkFrom = (text: string): Network | null => {
  const [address = '', prefixText, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return null
  const bits = version === 4 ? 32 : 128
  const prefix = prefixText === undefined ? bits : /^\d{1,3}$/.test(prefixText) ? Number(prefixText) : 0
  if (prefix < 1 || prefix > bits) return null
  return { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' }
}

export class InvalidNetwork extends Error {}

/** Null if no proxy is trusted, so that requests without a proxy skip the lookup. */
export const readTrustedProxies = (text: string): BlockList | null => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  if (parts.length === 0) return null
  const proxies = new BlockList()
  for (const part of parts) {
    const network = networkFrom(part)
    if (network === null) throw new InvalidNetwork(part)
    proxies.addSubnet(network.address, network.prefix, network.family)
  }
  return proxies
}
