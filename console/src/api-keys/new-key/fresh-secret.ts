/** A secret as the server gave it: known to this page until it is closed, and to nobody after. */
export interface FreshSecret {
  readonly apiKeyId: string
  readonly label: string
  readonly refreshToken: string
}

/** A key whose secret was in an answer that got lost: it exists, and nobody can use it (ADR 23). */
export interface LostSecret extends Omit<FreshSecret, 'refreshToken'> {
  readonly refreshToken: null
  /** For how long what worked before goes on working once a new secret is made. */
  readonly overlapHours: number
}

export type MadeSecret = FreshSecret | LostSecret

export const isFresh = (made: MadeSecret): made is FreshSecret => made.refreshToken !== null
