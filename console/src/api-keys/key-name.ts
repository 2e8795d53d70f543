/** A refresh token as people know it again: its beginning and its last four characters (access-model §3). */
export const keyName = (environment: string, lastFour: string): string =>
  `air_${environment === 'sandbox' ? 'test' : 'live'}_ak_…${lastFour}`
