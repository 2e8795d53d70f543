/** What is wrong with a redirect URI while it is typed; the server has the last word (domain/oauth/redirect-uri.ts). */
interface RedirectCheck {
  readonly isGood: boolean
  readonly text: string
  /** The same address by https, where that is what lacks. */
  readonly asHttps: string | null
}

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\]|.*\.localhost)$/
/** Parameters that the answer brings. */
const OURS = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri']

/** Anything that two parsers could read as different hosts or paths is refused. */
const WRITTEN_OUT = /^https?:\/\/[\w.~:[\]-]+(?:[/?][\w.~:/?[\]@!$&'()*+,;=%-]*)?$/

const wrong = (text: string, asHttps: string | null = null): RedirectCheck => ({ isGood: false, text, asHttps })
const good = (text: string): RedirectCheck => ({ isGood: true, text, asHttps: null })

const checkUrl = (text: string, url: URL): RedirectCheck => {
  if (text.includes('#')) return wrong('It ends before the #: the answer comes in the query')
  if (url.username || url.password) return wrong('It carries no user name or password')
  const ours = OURS.find((name) => url.searchParams.has(name))
  if (ours !== undefined) return wrong(`It has no ${ours} of its own: the answer brings it`)
  const isLoopback = LOOPBACK.test(url.hostname)
  if (url.protocol === 'http:' && !isLoopback) {
    const why = 'http would send the code over an open line; it is for this machine alone'
    return wrong(why, text.replace(/^http:/i, 'https:'))
  }
  if (!WRITTEN_OUT.test(text)) return wrong('Write it out: https://host/path, other characters percent-encoded')
  return good(isLoopback ? 'Loopback: fine for development' : 'https, compared letter by letter')
}

/** Null for an empty row. `others` are the rows beside it. */
export const checkRedirect = (typed: string, others: readonly string[]): RedirectCheck | null => {
  const text = typed.trim()
  if (text === '') return null
  if (others.some((other) => other.trim() === text)) return wrong('It is listed twice')
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return wrong('An address begins with https://')
  return checkUrl(text, url)
}
