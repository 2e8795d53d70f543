/** A secret as the server returned it: kept only by this page until it is closed. */
export interface FreshSecret {
  readonly apiKeyId: string
  readonly label: string
  readonly refreshToken: string
}

/** A key whose secret was in a lost response: it exists, and nobody can use it (ADR 23). */
export interface LostSecret extends Omit<FreshSecret, 'refreshToken'> {
  readonly refreshToken: null
  /** How long the previous secret works after a new one is made. */
  readonly overlapHours: number
}

export type MadeSecret = FreshSecret | LostSecret

export const isFresh = (made: MadeSecret): made is FreshSecret => made.refreshToken !== null
