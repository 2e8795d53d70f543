/**
 * For whom the store works and how long. Requests of tenants run in the lane `requests`; verification, tokens, polls,
 * health and upkeep run in the lane `reserve`, whose connections no request of the other lane can take.
 */
export interface StoreUse {
  readonly lane: 'requests' | 'reserve'
  /** Turns go round by share: a tenant's id, strangers at its doors, or a name of the platform's own work. */
  readonly share: string
  /** Ends the work; null for what is not done for one request alone. */
  readonly lifetime: Lifetime | null
  /**
   * What it writes is done again, without harm, where a machine that lost its power forgot it: on the embedded store its
   * commit does not wait for the disk (ADR 201).
   */
  readonly isRepeatable?: boolean
  /** The one tenant whose rows it can write; absent where it can write others too. */
  readonly tenantId?: string
  /** On the embedded store it gives way to other tenants' writes, however long it takes (ADR 217). */
  readonly givesWay?: boolean
}

export interface Lifetime {
  /** The failure to answer with once it is over; null before. */
  readonly reason: Error | null
  /** Calls the listener when it is over, unless it already is. */
  onOver(listener: () => void): void
  offOver(listener: () => void): void
  /** What the embedded store keeps for it from the first read on; in a map by lifetimes it took 6 % of a query. */
  reading: object | null
  /** How long its long writes waited to go on, while others wrote. */
  waitedMs: number
}

/** Throws the reason of a lifetime that is over. */
export const requireTime = (lifetime: Lifetime | null): void => {
  const reason = lifetime?.reason ?? null
  if (reason !== null) throw reason
}

/** What the program does for itself. */
export const OWN_WORK: StoreUse = { lane: 'reserve', share: 'platform', lifetime: null }
