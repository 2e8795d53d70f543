/** Reads AIRSIDE_TRUSTED_PROXIES: addresses and networks (CIDR, RFC 4632 and RFC 4291 §2.3), separated by commas. */
import type { BlockList } from 'node:net'
import { networksFrom } from '../domain/oauth/network.ts'

/** Null if no proxy is trusted, so that requests without a proxy skip the lookup. */
export const readTrustedProxies = (text: string): BlockList | null => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  return parts.length === 0 ? null : networksFrom(parts)
}
