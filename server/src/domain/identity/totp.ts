/** Time-based one-time passwords (RFC 6238): SHA-1, six digits, thirty seconds, which every authenticator knows. */
import { createHmac } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** One step either way, for clocks that differ and people who type slowly. */
const STEPS_AROUND = [0, -1, 1]
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const TOTP_SECRET_BYTES = 20

export const base32 = (bytes: Uint8Array): string => {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? []).map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

export const fromBase32 = (text: string): Uint8Array => {
  const bits = [...text].map((character) => BASE32.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** RFC 4226 §5.3. */
export const totpCode = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The step of a moment, whose code an authenticator shows then; and the moment at which a step begins. */
export const totpStepAt = (ms: number): number => Math.floor(ms / 1000 / STEP_SECONDS)
export const totpStepBegin = (step: number): number => step * STEP_SECONDS * 1000

/** The time step whose code this is, or null. An empty secret has no codes: anybody could compute them. */
export const totpStep = (secret: Uint8Array, code: string, nowMs: number): number | null => {
  if (secret.length === 0) return null
  const current = totpStepAt(nowMs)
  const typed = code.replaceAll(' ', '')
  return STEPS_AROUND.map((around) => current + around).find((step) => totpCode(secret, step) === typed) ?? null
}

export const otpauthUri = (secret: string, issuer: string, account: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
