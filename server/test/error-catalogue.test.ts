import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import { renderErrorPage } from '../../scripts/error-page.ts'
import {
  ERROR_CATALOGUE,
  type ErrorEntry,
  type FailureCode,
  graphqlCode,
  statusOf,
} from '../src/domain/error-catalogue.ts'
import { errorDescription } from '../src/domain/error-description.ts'
import { Failure } from '../src/domain/failure.ts'

const ENTRIES = Object.entries(ERROR_CATALOGUE) as [FailureCode, ErrorEntry][]
const DESCRIPTION = /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/

const codesWith = (status: number): string[] => ENTRIES.filter(([, e]) => e.status === status).map(([code]) => code)
const carries = (entry: ErrorEntry, field: string): boolean => entry.headers.some((header) => header.startsWith(field))

test('docs/errors.md equals the page generated from the catalogue', () => {
  const committed = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
  assert.equal(committed, renderErrorPage(), 'run: node scripts/error-page.ts')
})

test('each error code has the status that its standard or docs/spec names', () => {
  assert.deepEqual(codesWith(401), ['invalid_client', 'not_signed_in', 'missing_token', 'invalid_token'])
  assert.deepEqual(codesWith(403), [
    'tenant_suspended',
    'forbidden',
    'address_not_allowed',
    'insufficient_scope',
    'record_limit_reached',
  ])
  assert.deepEqual(codesWith(429), ['too_many_active_tokens', 'too_many_attempts', 'rate_limited'])
  assert.deepEqual(codesWith(303), ['access_denied', 'unsupported_response_type'])
  assert.equal(statusOf('invalid_grant'), 400)
  assert.equal(statusOf('unsupported_media_type'), 415)
  assert.equal(statusOf('payload_too_large'), 413)
})

test('an application outside production mode gets 403 at authorize and 400 at the token endpoint', () => {
  assert.equal(statusOf('unauthorized_client', 'authorize'), 403)
  assert.equal(statusOf('unauthorized_client', 'token'), 400)
})

test('a status that requires a header field in HTTP is sent with it', () => {
  for (const [code, entry] of ENTRIES) {
    if (entry.status === 401) assert.ok(carries(entry, 'WWW-Authenticate: '), code)
    if (entry.status === 405) assert.ok(carries(entry, 'Allow: '), code)
    if (entry.status === 429 || entry.status === 503) assert.ok(carries(entry, 'Retry-After: '), code)
    if (entry.status === 303) assert.ok(carries(entry, 'Location: '), code)
  }
})

test('only errors of the authorization endpoint are sent to a redirect URI', () => {
  for (const [code, entry] of ENTRIES) {
    if (entry.redirects) assert.ok(entry.endpoints === 'all' || entry.endpoints.includes('authorize'), code)
  }
})

test('error codes are lower case with underscores for OAuth and upper case for GraphQL', () => {
  for (const [code] of ENTRIES) assert.match(code, /^[a-z]+(_[a-z]+)*$/)
  assert.equal(graphqlCode('insufficient_scope'), 'INSUFFICIENT_SCOPE')
})

test('an error description contains only characters that RFC 6749 allows', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => DESCRIPTION.test(errorDescription(text))))
  assert.equal(errorDescription('say "no"\r\nSet-Cookie: a\\b ü'), "say 'no'??Set-Cookie: a/b ?")
  assert.equal(errorDescription('The code is expired or was used before'), 'The code is expired or was used before')
  assert.ok(errorDescription('x'.repeat(100_000)).length < 1000)
})

test('a Failure does not expose its cause', () => {
  const cause = new Error('SELECT failed')
  const failure = new Failure('server_error', 'Something "failed"', { cause, retryAfterSeconds: 3 })
  assert.equal(failure.cause, cause)
  assert.equal(failure.retryAfterSeconds, 3)
  assert.equal(failure.description, "Something 'failed'")
  assert.ok(!JSON.stringify(failure).includes('SELECT'))
})
