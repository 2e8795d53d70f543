/** Recovery codes: eight letters and digits that are not mistaken for one another, each in place of a second step once. */
import type { RandomBytes } from '../secret.ts'

export const RECOVERY_CODES = 10
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CHARACTERS = 8
const SHAPE = new RegExp(`^[${ALPHABET}]{${CHARACTERS}}$`)

/** 32 characters: five bits of a byte each, so that none is likelier than another. */
const newCode = (randomBytes: RandomBytes): string =>
  Array.from(randomBytes(CHARACTERS), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

export const newRecoveryCodes = (randomBytes: RandomBytes): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => newCode(randomBytes))

/** As people read and type it: "7QKD-M2XR". */
export const shownRecoveryCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`

/** The code in what was typed, with or without dash and blanks, small or capital; null where it cannot be one. */
export const readRecoveryCode = (typed: string): string | null => {
  const code = typed.replace(/[\s-]/g, '').toUpperCase()
  return SHAPE.test(code) ? code : null
}
