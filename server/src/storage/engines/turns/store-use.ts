/**
 * For whom the store works and how long. Requests of tenants run in the lane `requests`; verification, tokens, polls,
 * health and upkeep run in the lane `reserve`, whose connections no request of the other lane can take.
 */
export interface StoreUse {
  readonly lane: 'requests' | 'reserve'
  /** Turns go round by share: a tenant's id, or a name of the platform's own work. */
  readonly share: string
  /** Ends the work; null for what is not done for one request alone. */
  readonly lifetime: Lifetime | null
}

export interface Lifetime {
  /** Aborts with the failure to answer with. */
  readonly signal: AbortSignal
}

/** What the program does for itself. */
export const OWN_WORK: StoreUse = { lane: 'reserve', share: 'platform', lifetime: null }
