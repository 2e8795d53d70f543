/** A secret as the server gave it: known to this page until it is closed, and to nobody after. */
export interface FreshSecret {
  readonly apiKeyId: string
  readonly label: string
  readonly refreshToken: string
}
