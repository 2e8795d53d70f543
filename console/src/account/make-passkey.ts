/** The authenticator's part of adding a passkey: the platform makes the key, and what went wrong is said in our words. */
import { GraphFailure } from '../graph/failure.ts'

/** Older browsers, and addresses that are not secure, have none of it. */
export const canMakePasskeys = (): boolean =>
  typeof globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'

const WORDS: Readonly<Record<string, string>> = {
  NotAllowedError: 'It was cancelled, or took too long. Try again when you are ready.',
  InvalidStateError: 'This device or password manager has a passkey for your account already.',
}

/** The new credential as JSON, for the server to judge. */
export const makePasskey = async (creationOptions: string): Promise<string> => {
  try {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(JSON.parse(creationOptions))
    return JSON.stringify(await navigator.credentials.create({ publicKey }))
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    throw new GraphFailure('refused', WORDS[name] ?? 'The browser could not make one for this address.')
  }
}
