/**
 * Counts what the process holds for clients that send or read slowly, by address and in bytes. New requests are never
 * refused because others are slow: when a limit is exceeded, the address that holds most gives up its oldest item.
 * Incomplete requests and unread responses thus cost only the address that causes them.
 */

/** Something held for a client; `giveUp` ends it. */
export interface Held {
  /** As `networkOf` names it. */
  readonly network: string
  bytes: number
  giveUp(): void
}

interface Holder {
  bytes: number
  /** Oldest first. */
  readonly items: Set<Held>
}

export interface HoldingBounds {
  readonly maxBytes: number
  readonly maxItemsPerAddress: number
}

/** A /64 of IPv6 addresses counts as one network, because it usually belongs to one site (RFC 6177). */
export const networkOf = (address: string): string => {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('%', 1)[0]?.split('::', 2) ?? []
  const parts = head === '' ? [] : head.split(':')
  const omitted = tail === undefined ? 0 : 8 - parts.length - (tail === '' ? 0 : tail.split(':').length)
  return [...parts, ...Array<string>(Math.max(0, omitted)).fill('0')].slice(0, 4).join(':')
}

export class HeldByAddress {
  readonly #bounds: HoldingBounds
  readonly #holders = new Map<string, Holder>()
  #bytes = 0

  constructor(bounds: HoldingBounds) {
    this.#bounds = bounds
  }

  add(item: Held): void {
    let holder = this.#holders.get(item.network)
    if (holder === undefined) {
      holder = { bytes: 0, items: new Set() }
      this.#holders.set(item.network, holder)
    }
    holder.items.add(item)
    holder.bytes += item.bytes
    this.#bytes += item.bytes
    if (holder.items.size > this.#bounds.maxItemsPerAddress) this.#giveUpOldest(holder)
    if (this.#bytes > this.#bounds.maxBytes) this.#makeRoom()
  }

  /** Adds bytes to an item that is already held. */
  grow(item: Held, bytes: number): void {
    const holder = this.#holders.get(item.network)
    if (!holder?.items.has(item)) return
    item.bytes += bytes
    holder.bytes += bytes
    this.#bytes += bytes
    if (this.#bytes > this.#bounds.maxBytes) this.#makeRoom()
  }

  remove(item: Held): void {
    const holder = this.#holders.get(item.network)
    if (!holder?.items.delete(item)) return
    holder.bytes -= item.bytes
    this.#bytes -= item.bytes
    if (holder.items.size === 0) this.#holders.delete(item.network)
  }

  #makeRoom(): void {
    while (this.#bytes > this.#bounds.maxBytes) {
      const largest = [...this.#holders.values()].reduce((most, holder) => (holder.bytes > most.bytes ? holder : most))
      this.#giveUpOldest(largest)
    }
  }

  #giveUpOldest({ items }: Holder): void {
    const [oldest] = items
    if (oldest === undefined) return
    this.remove(oldest)
    oldest.giveUp()
  }
}
