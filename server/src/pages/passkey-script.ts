/**
 * The script of the pages that offer passkeys. It reads `data-` attributes; elements that need it are hidden until it
 * runs.
 */
export const PASSKEY_SCRIPT = '/assets/passkey.js'

/** Where the script requests a challenge, and where it posts the result. */
export interface PasskeyPlaces {
  readonly options: string
  readonly action: string
}
