/**
 * What a browser may load for our pages: their own style, font and images, our own script on the pages that have one,
 * and nothing else.
 */

/**
 * How a page's forms and address behave, which decides two headers:
 * - `stays`: its forms lead to pages of this address.
 * - `leads-away`: a form's response can redirect to an application, at once (consent) or later (sign-in). Chromium
 *   applies `form-action` to every hop of that chain, including the application's own redirects, so it is left out.
 * - `shows-code`: the URL contains an authorization code, which must not be sent as a referrer.
 */
export type PageConduct = 'stays' | 'leads-away' | 'shows-code'

const CONTENT_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** For pages with one of our own scripts: it comes from this address and connects only to it. */
const SCRIPT_POLICY = "script-src 'self'; connect-src 'self'"

/** The console runs scripts of its own address and connects only to it; its style elements carry the page's nonce. */
const consolePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/**
 * The explorer's editor lays its lines out with style attributes, so its page allows inline style, and nothing else more
 * (ADR 63): scripts, fonts, pictures and connections still come from this address alone, so style can send nothing away.
 */
const EXPLORER_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * `same-origin` hides our URLs from other sites and still lets a form send its Origin: under `no-referrer` a browser
 * sends `Origin: null`, which the check of access-model §10 must refuse if Sec-Fetch-Site is missing too.
 */
export const pageSecurityHeaders = (conduct: PageConduct, isScripted = false): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': [
    CONTENT_POLICY,
    ...(conduct === 'leads-away' ? [] : ["form-action 'self'"]),
    ...(isScripted ? [SCRIPT_POLICY] : []),
  ].join('; '),
  'Referrer-Policy': conduct === 'shows-code' ? 'no-referrer' : 'same-origin',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
})

export const consolePageHeaders = (nonce: string): Readonly<Record<string, string>> => ({
  ...pageSecurityHeaders('stays'),
  'Content-Security-Policy': consolePolicy(nonce),
})

export const explorerPageHeaders = (): Readonly<Record<string, string>> => ({
  ...pageSecurityHeaders('stays'),
  'Content-Security-Policy': EXPLORER_POLICY,
})
