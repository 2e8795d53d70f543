/** Random texts for `state` and the verifier of PKCE (RFC 7636), made in the browser. */

const asBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const randomText = (bytes: number): string => asBase64Url(crypto.getRandomValues(new Uint8Array(bytes)))

export const newState = (): string => randomText(12)

/** 43 characters, the fewest that RFC 7636 allows. */
export const newVerifier = (): string => randomText(32)

/** A browser hashes only where the address is https or this machine. */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined

export const challengeOf = async (verifier: string): Promise<string> =>
  asBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
