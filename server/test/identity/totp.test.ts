/** One-time passwords checked with the test vectors of RFC 6238 appendix B and RFC 4648 §10. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { base32, fromBase32, otpauthUri, totpCode, totpStep } from '../../src/domain/identity/totp.ts'

const SECRET = Buffer.from('12345678901234567890')
const VECTORS: [number, string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
]

test('TOTP codes equal the vectors of RFC 6238 in six digits', () => {
  for (const [seconds, eightDigits] of VECTORS) {
    const step = Math.floor(seconds / 30)
    assert.equal(totpCode(SECRET, step), eightDigits.slice(2))
    assert.equal(totpStep(SECRET, eightDigits.slice(2), seconds * 1000), step)
  }
})

test('a code one step early or late is accepted, two steps are refused, and a blank in it is ignored', () => {
  const now = 1_234_567_890_000
  const step = Math.floor(now / 30_000)
  for (const around of [-1, 0, 1]) assert.equal(totpStep(SECRET, totpCode(SECRET, step + around), now), step + around)
  for (const around of [-2, 2]) assert.equal(totpStep(SECRET, totpCode(SECRET, step + around), now), null)
  const code = totpCode(SECRET, step)
  assert.equal(totpStep(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, now), step)
})

test('text that is not six digits is refused as a code', () => {
  const now = 1_234_567_890_000
  const code = totpCode(SECRET, Math.floor(now / 30_000))
  for (const typed of [
    '',
    code.slice(1),
    `0${code}`,
    `${code}0`,
    code.replace(/\d/, 'x'),
    `-${code}`,
    '٠٠٥٩٢٤',
    '__proto__',
  ]) {
    assert.equal(totpStep(SECRET, typed, now), null, typed)
  }
})

test('base32 equals the vectors of RFC 4648 and decodes any encoded bytes', () => {
  const vectors = { f: 'MY', fo: 'MZXQ', foo: 'MZXW6', foob: 'MZXW6YQ', fooba: 'MZXW6YTB', foobar: 'MZXW6YTBOI' }
  for (const [text, coded] of Object.entries(vectors)) assert.equal(base32(Buffer.from(text)), coded)
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => assert.deepEqual(fromBase32(base32(bytes)), bytes)),
  )
})

test('the otpauth URI names issuer and account, whatever characters they contain', () => {
  const uri = new URL(otpauthUri('MZXW6', 'Airside Jets & Söhne', 'a+b@alpine.example'))
  assert.equal(
    `${uri.protocol}//${uri.host}${decodeURIComponent(uri.pathname)}`,
    'otpauth://totp/Airside Jets & Söhne:a+b@alpine.example',
  )
  assert.deepEqual(Object.fromEntries(uri.searchParams), { secret: 'MZXW6', issuer: 'Airside Jets & Söhne' })
})

test('an empty secret accepts no code', () => {
  const now = 1_234_567_890_000
  assert.equal(totpStep(new Uint8Array(), totpCode(new Uint8Array(), Math.floor(now / 30_000)), now), null)
})
