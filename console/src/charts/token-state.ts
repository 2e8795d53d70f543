/** The state of a refresh token by its active access tokens, up to 500 (access-model §5). */

/** From this share on the gauge is emphasised by weight and a word, never by amber. */
export const NEAR_CAP_SHARE = 0.8

export type TokenState = 'fine' | 'near cap' | 'at cap'

export const tokenState = (active: number, most: number): TokenState => {
  if (active >= most) return 'at cap'
  return active >= most * NEAR_CAP_SHARE ? 'near cap' : 'fine'
}

export const TOKEN_TONE: Record<TokenState, string> = { fine: 'answered', 'near cap': 'solid', 'at cap': 'failed' }
