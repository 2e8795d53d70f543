/** A person's signature: who, by what proof, and through which application. */

export const SIGNATURE_METHODS = ['PASSKEY', 'PASSWORD', 'PASSWORD_AND_CODE'] as const
export type SignatureMethod = (typeof SIGNATURE_METHODS)[number]

export interface Signature {
  readonly crewMemberId: string | null
  readonly name: string
  readonly licenceNumber: string | null
  readonly method: SignatureMethod
  readonly applicationName: string | null
  readonly deviceId: string | null
  readonly signedAt: number
}
