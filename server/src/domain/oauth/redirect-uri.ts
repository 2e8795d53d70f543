/** Redirect URIs: what may be registered, and what is sent back on them. */

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const MAX_LENGTH = 2000
/** RFC 3986 characters only: anything that two parsers could read as different hosts or paths is refused. */
const WRITTEN_OUT = /^https?:\/\/[\w.~:[\]-]+(?:[/?][\w.~:/?[\]@!$&'()*+,;=%-]*)?$/

/** Parameters of the answer; a registered URI must not carry them already. */
const OURS = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri']

const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.has(hostname) || hostname.endsWith('.localhost')

/** On the developer's own machine, where http is allowed. */
export const isLoopbackUri = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && isLoopback(url)
}

/** Absolute, https or loopback, no fragment, no credentials (access-model §8); null where nothing is wrong. */
export const redirectUriProblem = (text: string): string | null => {
  // The parser brings host names into a normal form: only once the length is bounded.
  if (text.length > MAX_LENGTH) return `A redirect URI has at most ${MAX_LENGTH} characters`
  const url = URL.parse(text)
  if (!url) return 'A redirect URI is an absolute URL'
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) {
    return 'A redirect URI uses https, or http on the loopback interface'
  }
  if (text.includes('#')) return 'A redirect URI has no fragment'
  if (url.username || url.password) return 'A redirect URI carries no user name'
  const ours = OURS.find((name) => url.searchParams.has(name))
  if (ours !== undefined) return `A redirect URI has no parameter ${ours} of its own: the answer brings it`
  return WRITTEN_OUT.test(text) ? null : 'A redirect URI is written out, https://host/path, in characters of RFC 3986'
}

/** What a header line or a form's address can carry, in the octets of a query: anything else is percent-encoded, which decodes the same. */
export const asQueryOctets = (raw: string): string =>
  raw.replace(/[^\x21-\x7e]|["<>#\\^`{|}]/g, (character) => ENCODED[character.charCodeAt(0) & 0xff] ?? '')

const OCTETS = 256
const ENCODED = Array.from({ length: OCTETS }, (_, octet) => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`)

export interface RedirectAnswer {
  readonly parameters: Readonly<Record<string, string>>
  /** The encoded octets of `state` as they came. */
  readonly rawState: string | null
}

/** RFC 6749 §4.1.2: the redirect URI's own query part is kept, ours is added. */
export const redirectLocation = (redirectUri: string, { parameters, rawState }: RedirectAnswer): string => {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  if (rawState !== null) pairs.push(`state=${asQueryOctets(rawState)}`)
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${pairs.join('&')}`
}
