/** The one script of these pages. What it reads is in `data-` attributes; what needs it stays hidden until it runs. */
export const PASSKEY_SCRIPT = '/assets/passkey.js'

/** Where the script asks for a challenge, and where it posts what came of it. */
export interface PasskeyPlaces {
  readonly options: string
  readonly action: string
}
