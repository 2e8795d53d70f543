/**
 * Shortens a refresh token to its beginning and last four characters, by which users recognise it (access-model §3).
 */
export const keyName = (environment: string, lastFour: string): string =>
  `air_${environment === 'sandbox' ? 'test' : 'live'}_ak_…${lastFour}`
