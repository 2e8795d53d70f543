/**
 * Verifies what a browser sends for a passkey: challenge, origin, RP ID, user presence and verification, signature
 * (WebAuthn §7).
 */
import type { NewPasskey, PasskeyProof } from '../../../domain/identity/passkey-answer.ts'
import type { PasskeyRow, PasskeyUse } from '../../../storage/identity/passkeys.ts'
import { ALGORITHMS, rpIdOf, userHandleOf } from './passkey-options.ts'

/** Loaded on first use: the library is large, and most processes never need it. */
const library = () => import('@simplewebauthn/server')
const libraryParts = () => import('@simplewebauthn/server/helpers')

/** The library throws on anything that does not match; null instead. */
const unlessItThrows = async <Result>(check: () => Promise<Result>): Promise<Result | null> => {
  try {
    return await check()
  } catch {
    return null
  }
}

/**
 * True if the attestation carries a certificate. We ask for no attestation, so a browser sends none, or a self
 * attestation. A certificate is refused unread: the library would fetch its revocation list from an address that the
 * certificate's author chose.
 */
const hasCertificate = async (attestationObject: string): Promise<boolean> => {
  const { decodeAttestationObject } = await libraryParts()
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = decoded.get('fmt')
  return !(format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined))
}

export interface VerifiedPasskey {
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly use: PasskeyUse
}

/** Null if anything is wrong. */
export const verifiedNewPasskey = async (origin: string, made: NewPasskey): Promise<VerifiedPasskey | null> => {
  const { verifyRegistrationResponse } = await library()
  return unlessItThrows(async () => {
    if (await hasCertificate(made.attestationObject)) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: made.credentialId,
        rawId: made.credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: made.clientDataJson, attestationObject: made.attestationObject },
      },
      expectedChallenge: made.challenge,
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified || registrationInfo.credential.id !== made.credentialId) return null
    const { credential, credentialBackedUp: backedUp } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: credential.publicKey,
      use: { signCount: credential.counter, backedUp },
    }
  })
}

/** A key that belongs to nobody, so that an unknown passkey costs the same work as a wrong signature. */
const NOBODYS_KEY = Buffer.from(
  'a5010203262001215820' +
    '6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296' +
    '225820' +
    '4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5',
  'hex',
)

/**
 * Null if the signature or anything it covers is wrong. The library gets no earlier count, because it would compare it
 * before the signature; the store compares counts, of valid signatures only.
 */
export const verifiedUse = async (
  origin: string,
  proof: PasskeyProof,
  passkey: PasskeyRow | undefined,
): Promise<PasskeyUse | null> => {
  const { verifyAuthenticationResponse } = await library()
  const id = proof.credentialId
  const use = await unlessItThrows(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: proof.clientDataJson,
          authenticatorData: proof.authenticatorData,
          signature: proof.signature,
        },
      },
      expectedChallenge: proof.challenge,
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      credential: { id, publicKey: new Uint8Array(passkey?.public_key ?? NOBODYS_KEY), counter: 0 },
      requireUserVerification: true,
    })
    const { newCounter: signCount, credentialBackedUp: backedUp } = authenticationInfo
    return verified ? { signCount, backedUp } : null
  })
  return passkey && proof.userHandle === userHandleOf(passkey.user_id) ? use : null
}
