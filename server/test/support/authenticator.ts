/**
 * A software authenticator, browser and security key in one: makes ES256 keys, signs challenges, and lies where a test
 * asks for it. Its output has the format of `PublicKeyCredential.toJSON`.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** The contents of a response; a test changes what should be refused. */
export interface Ceremony {
  readonly origin: string
  readonly rpId: string
  readonly challenge: string
  readonly signCount?: number
  readonly isVerified?: boolean
  readonly isPresent?: boolean
  readonly type?: string
  readonly crossOrigin?: boolean
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

/** Just enough of CBOR (RFC 8949): a head with its length, byte strings, texts, small integers. */
const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.from([(major << 5) | value])
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const integer = (value: number): Buffer => (value < 0 ? head(1, -value - 1) : head(0, value))
const bytes = (value: Uint8Array): Buffer => Buffer.concat([head(2, value.length), value])
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)])
const cborMap = (...pairs: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, pairs.length), ...pairs.flat()])

/** COSE_Key of an ES256 public key (RFC 9053 §7.1). */
const coseKey = (key: KeyObject): Buffer => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cborMap(
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y, 'base64url'))],
  )
}

export type Attestation = 'none' | 'self' | 'with certificates'
/** CBOR's `false`, which is valid by itself. */
const NO_CERTIFICATES = Buffer.from([0xf4])

const FLAGS = { present: 1, verified: 4, attested: 64 }

const authenticatorData = (ceremony: Ceremony, attested: Buffer | null): Buffer => {
  const { rpId, signCount = 0, isVerified = true, isPresent = true } = ceremony
  const flags =
    (isPresent ? FLAGS.present : 0) | (isVerified ? FLAGS.verified : 0) | (attested === null ? 0 : FLAGS.attested)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(signCount)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)])
}

const clientData = ({ origin, challenge, type, crossOrigin = false }: Ceremony, usual: string): Buffer =>
  Buffer.from(JSON.stringify({ type: type ?? usual, challenge, origin, crossOrigin }))

export class SoftPasskey {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #id = randomBytes(16)
  /** Base64url of the user handle. */
  userHandle = ''

  get credentialId(): string {
    return base64url(this.#id)
  }

  /** The answer of `navigator.credentials.create`. */
  created(ceremony: Ceremony, attestation: Attestation = 'none'): string {
    const idLength = Buffer.from([this.#id.length >> 8, this.#id.length & 255])
    const attested = Buffer.concat([Buffer.alloc(16), idLength, this.#id, coseKey(this.#keys.publicKey)])
    const data = authenticatorData(ceremony, attested)
    const client = clientData(ceremony, 'webauthn.create')
    const attestationObject = cborMap(
      [text('fmt'), text(attestation === 'none' ? 'none' : 'packed')],
      [text('attStmt'), this.#statement(attestation, Buffer.concat([data, sha256(client)]))],
      [text('authData'), bytes(data)],
    )
    return this.#answer({
      clientDataJSON: base64url(client),
      attestationObject: base64url(attestationObject),
      transports: ['internal', 'hybrid'],
    })
  }

  /** The answer of `navigator.credentials.get`. */
  used(ceremony: Ceremony): string {
    const data = authenticatorData(ceremony, null)
    const client = clientData(ceremony, 'webauthn.get')
    const signature = sign('sha256', Buffer.concat([data, sha256(client)]), this.#keys.privateKey)
    return this.#answer({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
      userHandle: this.userHandle,
    })
  }

  /** WebAuthn §8.2: the key signs for itself, and names a place for certificates where a test wants one. */
  #statement(attestation: Attestation, signed: Buffer): Buffer {
    if (attestation === 'none') return cborMap()
    const signature = bytes(sign('sha256', signed, this.#keys.privateKey))
    const own = [[text('alg'), integer(-7)] as const, [text('sig'), signature] as const]
    return attestation === 'self' ? cborMap(...own) : cborMap(...own, [text('x5c'), NO_CERTIFICATES])
  }

  #answer(response: object): string {
    const id = this.credentialId
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }
}
