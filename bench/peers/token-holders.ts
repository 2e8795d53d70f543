/** The tokens that a peer knows, by their SHA-256: valid until, at which address, with which scopes. */
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export interface TokenHolder {
  readonly key: string
  readonly host: string
  readonly scopes: ReadonlySet<string>
  readonly expiresAt: number
}

export interface KnownToken {
  readonly accessToken: string
  readonly host: string
}

const LIFE_MS = 1_800_000
const SCOPES = new Set(['contact:read', 'contact:write'])

export const readHolders = (file: string): ReadonlyMap<string, TokenHolder> =>
  new Map(
    (JSON.parse(readFileSync(file, 'utf8')) as KnownToken[]).map(({ accessToken, host }) => {
      const key = hash('sha256', accessToken, 'base64url')
      return [key, { key, host, scopes: SCOPES, expiresAt: Date.now() + LIFE_MS }]
    }),
  )

/** The holder of the bearer token, if it is valid at this address. */
export const holderOf = (
  holders: ReadonlyMap<string, TokenHolder>,
  authorization: string | undefined,
  host: string | undefined,
): TokenHolder | undefined => {
  if (!authorization?.startsWith('Bearer ')) return undefined
  const holder = holders.get(hash('sha256', authorization.slice('Bearer '.length), 'base64url'))
  return holder !== undefined && holder.expiresAt > Date.now() && holder.host === host ? holder : undefined
}
