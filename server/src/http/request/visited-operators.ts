/**
 * Which operators' sign-in pages a browser saw last, for the page about an address that no operator has. The one cookie
 * that all our addresses share (ADR 167): it opens nothing, and is trusted for nothing but which links a page shows.
 */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { KNOWN_DEVICE_SECONDS } from '../../domain/limits.ts'
import { addressOf, type OperatorAddress } from '../../domain/tenancy/address.ts'
import { cookie, VISITED } from './cookies.ts'

const MAX_VISITED = 5
/** What a full list takes, with room to spare: a longer one was not written here. */
const MAX_COOKIE_LENGTH = 400

const wordOf = ({ operatorId, environment }: OperatorAddress): string =>
  environment === 'sandbox' ? `${operatorId}.sandbox` : operatorId

const isSame = (one: OperatorAddress, other: OperatorAddress): boolean => wordOf(one) === wordOf(other)

/** The newest first. Anybody who holds the browser can write cookies: only operators' names count. */
export const visitedOperators = (req: IncomingMessage): OperatorAddress[] => {
  const text = cookie(req, VISITED) ?? ''
  if (text.length > MAX_COOKIE_LENGTH) return []
  return text
    .split('_')
    .map((word) => addressOf(`${word}.x`, 'x'))
    .filter((address) => address?.kind === 'operator')
    .slice(0, MAX_VISITED)
}

/** Browsers keep a cookie for all addresses of a host only where its name has a dot: not for `localhost`. */
const canShareCookies = ({ hostname }: URL): boolean => hostname.includes('.') && isIP(hostname) === 0

/** The cookies that remember this visit: none where it is the newest already, or where no browser would keep it. */
export const visitCookies = (req: IncomingMessage, publicUrl: URL, visited: OperatorAddress): string[] => {
  const before = visitedOperators(req)
  const [newest] = before
  if (!canShareCookies(publicUrl) || (newest !== undefined && isSame(newest, visited))) return []
  const list = [visited, ...before.filter((other) => !isSame(other, visited))].slice(0, MAX_VISITED)
  const attributes = `Domain=${publicUrl.hostname}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=${KNOWN_DEVICE_SECONDS}`
  return [`${VISITED}=${list.map(wordOf).join('_')}; ${attributes}`]
}
