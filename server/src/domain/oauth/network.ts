/** Networks of addresses (CIDR, RFC 4632 and RFC 4291 §2.3); a single address is a network of one. */
import { BlockList, isIP } from 'node:net'

interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** Null if the text is neither an address nor a network. A network of every address is refused: it limits nothing. */
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

/** Throws `InvalidNetwork` with the first text that is no network. */
export const networksFrom = (texts: readonly string[]): BlockList => {
  const networks = new BlockList()
  for (const text of texts) {
    const network = networkFrom(text)
    if (network === null) throw new InvalidNetwork(text)
    networks.addSubnet(network.address, network.prefix, network.family)
  }
  return networks
}

const MAPPED = '::ffff:0:0'
const mappedAddresses = new BlockList()
mappedAddresses.addSubnet(MAPPED, 96, 'ipv6')

/** A network of IPv6 that holds addresses of IPv4 in their mapped form (RFC 4291 §2.5.5.2): `::ffff:0:0/96` holds all. */
export const holdsMappedAddresses = (text: string): boolean => {
  const network = networkFrom(text)
  if (network?.family !== 'ipv6') return false
  return mappedAddresses.check(network.address, 'ipv6') || networksFrom([text]).check(MAPPED, 'ipv6')
}

export const holdsAddress = (networks: BlockList, address: string): boolean =>
  isIP(address) !== 0 && networks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
