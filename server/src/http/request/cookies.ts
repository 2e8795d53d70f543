/**
 * The server's cookies. `__Host-` binds them to exactly this host, so that sibling hosts cannot set them (access-model
 * §10).
 */
import type { IncomingMessage } from 'node:http'
import { HAND_OVER_BROWSER_SECONDS, KNOWN_DEVICE_SECONDS, PASSKEY_CHALLENGE_SECONDS } from '../../domain/limits.ts'

const SESSION = '__Host-airside'
const DEVICE = '__Host-airside-device'
const PASSKEY = '__Host-airside-passkey'
const HAND_OVER = '__Host-airside-hand-over'
const OPERATORS = '__Host-airside-operators'
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax'

/** The one cookie that all our addresses share: `visited-operators` writes and trusts it. */
export const VISITED = 'airside-visited'

/** Ours are looked for by their names: a header of thousands of others is not taken apart (threats row 605). */
const OURS = new RegExp(`(?:^|;)[ \\t]*(${SESSION}[a-z-]*|${VISITED})[ \\t]*=([^;]*)`, 'g')
const MAX_OURS = 20

const read = new WeakMap<IncomingMessage, ReadonlyMap<string, string>>()

const cookiesOf = (req: IncomingMessage): ReadonlyMap<string, string> => {
  const known = read.get(req)
  if (known) return known
  const found = new Map<string, string>()
  for (const [, name = '', value = ''] of (req.headers.cookie ?? '').matchAll(OURS)) {
    if (found.size >= MAX_OURS) break
    if (!found.has(name)) found.set(name, value.trim())
  }
  read.set(req, found)
  return found
}

/** Of several with the same name the first counts. */
export const cookie = (req: IncomingMessage, name: string): string | null => cookiesOf(req).get(name) || null

export const sessionSecret = (req: IncomingMessage): string | null => cookie(req, SESSION)
export const deviceSecret = (req: IncomingMessage): string | null => cookie(req, DEVICE)
/** The secret of a browser that got a passkey challenge. */
export const passkeySecret = (req: IncomingMessage): string | null => cookie(req, PASSKEY)

/** The secret of a browser that asked the portal for a hand-over. */
export const handOverSecret = (req: IncomingMessage): string | null => cookie(req, HAND_OVER)

/** The operators that this browser chose last on the bare host, the newest first, separated by dots. */
export const chosenOperators = (req: IncomingMessage): string => cookie(req, OPERATORS) ?? ''

export const sessionCookie = (secret: string): string => `${SESSION}=${secret}; ${ATTRIBUTES}`
export const endedSessionCookie = `${SESSION}=; ${ATTRIBUTES}; Max-Age=0`
export const deviceCookie = (secret: string): string =>
  `${DEVICE}=${secret}; ${ATTRIBUTES}; Max-Age=${KNOWN_DEVICE_SECONDS}`
export const passkeyCookie = (secret: string): string =>
  `${PASSKEY}=${secret}; ${ATTRIBUTES}; Max-Age=${PASSKEY_CHALLENGE_SECONDS}`
export const handOverCookie = (secret: string): string =>
  `${HAND_OVER}=${secret}; ${ATTRIBUTES}; Max-Age=${HAND_OVER_BROWSER_SECONDS}`
export const endedHandOverCookie = `${HAND_OVER}=; ${ATTRIBUTES}; Max-Age=0`
export const chosenOperatorsCookie = (operatorIds: readonly string[]): string =>
  `${OPERATORS}=${operatorIds.join('.')}; ${ATTRIBUTES}; Max-Age=${KNOWN_DEVICE_SECONDS}`
