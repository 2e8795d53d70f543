import { Failure } from '../../domain/failure.ts'

const SECRET_PARAMETERS = ['access_token', 'refresh_token', 'client_secret'] as const

/** A letter of a name as it is, or encoded. */
const letter = (character: string): string => {
  const hex = character.charCodeAt(0).toString(16)
  return `(?:${character}|%${hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`
}

/** One look over the query: its parameters are not made into a list, however many there are (threats row 605). */
const SECRET = new RegExp(
  `[?&](?:${SECRET_PARAMETERS.map((name) => `(${[...name].map(letter).join('')})`).join('|')})(?:[=&]|$)`,
)

/**
 * Refuses a request with a secret in its URL: URLs end up in logs and histories, so accepting it would teach clients to
 * leak it (RFC 6750 §2.3 and §5.3, RFC 6749 §2.3.1).
 */
export function refuseSecretInQuery(requestTarget: string): void {
  const question = requestTarget.indexOf('?')
  if (question === -1) return
  const found = SECRET.exec(requestTarget.slice(question))
  if (found === null) return
  const secret = SECRET_PARAMETERS[found.slice(1).findIndex((group) => group !== undefined)]
  throw new Failure('invalid_request', `Do not send ${secret} in the address, and replace it: it may have been logged`)
}
