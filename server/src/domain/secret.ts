/**
 * The shape of every secret we hand out: `air_<live|test>_<kind>_<random><check>` (access-model §3).
 * The check is a CRC32 of all that precedes it, so a mistyped or made-up secret is refused without a store
 * read and scanners can tell a real leak from a look-alike.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Environment } from './tenancy/tenant.ts'

/** at: access token, rt: a grant's refresh token, ak: an API key's refresh token, ac: authorization code, cs: client secret. */
export type SecretKind = 'at' | 'rt' | 'ak' | 'ac' | 'cs'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 62^32 is 190.5 bits. */
const RANDOM_LENGTH = 32
const CHECK_LENGTH = 6
const SHAPE = /^air_(?:live|test)_(at|rt|ak|ac|cs)_[0-9A-Za-z]{38}$/
const LENGTH = 'air_live_at_'.length + RANDOM_LENGTH + CHECK_LENGTH

export type RandomBytes = (count: number) => Uint8Array

/** Uniform base62: bytes of 248 and above are dropped, so that no character is likelier than another. */
export const randomText = (length: number, randomBytes: RandomBytes): string => {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length + 8)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
    }
  }
  return text
}

const checkOf = (body: string): string => {
  let rest = crc32(body)
  let check = ''
  for (let index = 0; index < CHECK_LENGTH; index++) {
    check = ALPHABET[rest % 62] + check
    rest = Math.floor(rest / 62)
  }
  return check
}

export const makeSecret = (kind: SecretKind, environment: Environment, randomBytes: RandomBytes): string => {
  const body = `air_${environment === 'production' ? 'live' : 'test'}_${kind}_${randomText(RANDOM_LENGTH, randomBytes)}`
  return body + checkOf(body)
}

/** The kind of a well-formed secret, or null for anything that we cannot have made. */
export const secretKind = (text: string): SecretKind | null => {
  if (text.length !== LENGTH) return null
  const kind = SHAPE.exec(text)?.[1]
  if (kind === undefined || checkOf(text.slice(0, -CHECK_LENGTH)) !== text.slice(-CHECK_LENGTH)) return null
  return kind as SecretKind
}

/** What is kept at rest: secrets carry full entropy, so one SHA-256 is enough (access-model §3). */
export const secretHash = (secret: string): string => hash('sha256', secret, 'base64url')

const ANY_SECRET = /air_(live|test)_(at|rt|ak|ac|cs)_[0-9A-Za-z]+/g

/** Secrets are never passed to a log; this catches what a library's error, or the path of a request, might carry along. */
export const redactSecrets = (text: string): string =>
  text.includes('air_') ? text.replace(ANY_SECRET, 'air_$1_$2_[redacted]') : text

export const lastFour = (secret: string): string => secret.slice(-4)

export const sameText = (a: string, b: string): boolean => {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
