/**
 * What a browser sends back of a passkey (WebAuthn §5.1, as `toJSON` writes it), read strictly: a text from anybody
 * becomes either these few fields in base64url or null. Whether any of it is true is for a signature to show.
 */

interface PasskeyAnswer {
  readonly credentialId: string
  /** The challenge that was signed, as the browser says; where it was asked for is known to the store. */
  readonly challenge: string
  readonly clientDataJson: string
}

/** A passkey that was made. */
export interface NewPasskey extends PasskeyAnswer {
  readonly attestationObject: string
  readonly transports: readonly string[]
}

/** A passkey that was used. */
export interface PasskeyProof extends PasskeyAnswer {
  readonly authenticatorData: string
  readonly signature: string
  /** Who the passkey says it belongs to. */
  readonly userHandle: string
}

/** A credential id has at most 1,023 octets (WebAuthn §4). */
const MAX_CREDENTIAL_ID_CHARACTERS = 1364
const MAX_CHALLENGE_CHARACTERS = 128
const MAX_PART_CHARACTERS = 16_384
const TRANSPORTS = ['ble', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']

const BASE64URL = /^[A-Za-z0-9_-]+$/

const octets = (value: unknown, maxCharacters = MAX_PART_CHARACTERS): string | null =>
  typeof value === 'string' && value.length <= maxCharacters && BASE64URL.test(value) ? value : null

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

const fieldsIn = (json: string): Fields => {
  try {
    return fieldsOf(JSON.parse(json))
  } catch {
    return {}
  }
}

const readAnswer = (credential: Fields, response: Fields): PasskeyAnswer | null => {
  const credentialId = octets(credential.id, MAX_CREDENTIAL_ID_CHARACTERS)
  const clientDataJson = octets(response.clientDataJSON)
  if (credentialId === null || clientDataJson === null || credential.type !== 'public-key') return null
  const clientData = fieldsIn(Buffer.from(clientDataJson, 'base64url').toString())
  const challenge = octets(clientData.challenge, MAX_CHALLENGE_CHARACTERS)
  // Our pages refuse to be framed, so an answer given inside a frame was not given to a page of ours.
  if (challenge === null || clientData.crossOrigin === true) return null
  return { credentialId, challenge, clientDataJson }
}

const knownTransports = (value: unknown): string[] =>
  Array.isArray(value) ? TRANSPORTS.filter((transport) => value.includes(transport)) : []

export const readNewPasskey = (json: string): NewPasskey | null => {
  const credential = fieldsIn(json)
  const response = fieldsOf(credential.response)
  const answer = readAnswer(credential, response)
  const attestationObject = octets(response.attestationObject)
  if (answer === null || attestationObject === null) return null
  return { ...answer, attestationObject, transports: knownTransports(response.transports) }
}

export const readPasskeyProof = (json: string): PasskeyProof | null => {
  const credential = fieldsIn(json)
  const response = fieldsOf(credential.response)
  const answer = readAnswer(credential, response)
  const authenticatorData = octets(response.authenticatorData)
  const signature = octets(response.signature)
  const userHandle = octets(response.userHandle)
  if (answer === null || authenticatorData === null || signature === null || userHandle === null) return null
  return { ...answer, authenticatorData, signature, userHandle }
}
