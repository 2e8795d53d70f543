/** Where an API key may come from: checked when a token is issued and at every request with it (access-model §6). */
import type { BlockList } from 'node:net'
import { Failure } from '../../domain/failure.ts'
import { holdsAddress, holdsMappedAddresses, InvalidNetwork, networksFrom } from '../../domain/oauth/network.ts'
import type { RefreshTokenFacts } from '../../domain/oauth/token-validity.ts'

const MAX_NETWORKS = 20

export const networksOfKey = ({ keyNetworks }: Pick<RefreshTokenFacts, 'keyNetworks'>): BlockList | null =>
  keyNetworks === null ? null : networksFrom(JSON.parse(keyNetworks) as string[])

/** Names the address that counted, so that an administrator sees which address the list lacks. */
export const requireNetwork = (networks: BlockList | null, address: string): void => {
  if (networks === null || holdsAddress(networks, address)) return
  throw new Failure('address_not_allowed', `This API key may not be used from ${address}`)
}

const refuse = (description: string): never => {
  throw new Failure('invalid_request', description, { details: { field: 'networkList' } })
}

/** The longest network of IPv6 has 49 characters: what is longer is shown by its beginning. */
const MAX_SHOWN = 60

const shown = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text)

/** Each once; null where the key may come from anywhere. */
export const checkedNetworks = (given: readonly string[] | null): string[] | null => {
  if (given === null) return null
  const networks = [...new Set(given.map((text) => text.trim()))].filter(Boolean)
  if (networks.length === 0) return refuse('Name the addresses, or let the key come from anywhere')
  if (networks.length > MAX_NETWORKS) return refuse(`A key has at most ${MAX_NETWORKS} addresses and networks`)
  try {
    networksFrom(networks)
  } catch (error) {
    if (!(error instanceof InvalidNetwork)) throw error
    return refuse(`"${shown(error.message)}" is neither an address nor a network such as 203.0.113.0/24`)
  }
  const mapped = networks.find(holdsMappedAddresses)
  if (mapped === undefined) return networks
  return refuse(`"${shown(mapped)}" holds addresses of IPv4 in the form of IPv6: name them as 203.0.113.0/24`)
}
