/** Creates a passkey with the platform's authenticator and translates its errors. */
import { GraphFailure } from '../graph/failure.ts'

/** Older browsers and insecure addresses do not support passkeys. */
export const canMakePasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'

const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: 'It was cancelled, or took too long. Try again when you are ready.',
  InvalidStateError: 'This device or password manager has a passkey for your account already.',
}

/** Returns the new credential as JSON for the server to verify. */
export const makePasskey = async (creationOptions: string): Promise<string> => {
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(creationOptions))
    return JSON.stringify(await navigator.credentials.create({ publicKey }))
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new GraphFailure('refused', WORDS[name] ?? 'The browser could not make one for this address.')
  }
}
