/** Where a refresh token stands between none and its 500 active access tokens (access-model §5). */

/** From here on it is worth a look: heavier ink and a word, never amber. */
export const NEAR_CAP_SHARE = 0.8

export type TokenState = 'fine' | 'near cap' | 'at cap'

export const tokenState = (active: number, most: number): TokenState => {
  if (active >= most) return 'at cap'
  return active >= most * NEAR_CAP_SHARE ? 'near cap' : 'fine'
}

export const TOKEN_TONE: Record<TokenState, string> = { fine: 'answered', 'near cap': 'solid', 'at cap': 'failed' }
