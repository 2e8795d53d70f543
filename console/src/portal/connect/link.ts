/** The authorization link, parameter by parameter (access-model §4). */
import type { Attempt } from './attempt.ts'

export interface Parameter {
  readonly name: string
  readonly value: string
  /** Why it is there, or what it must be. */
  readonly why: string
}

export const AUTHORIZE_PATH = '/oauth2/code/authorize/'

export const parametersOf = (attempt: Attempt, challenge: string | null): Parameter[] => [
  { name: 'response_type', value: 'code', why: 'always this value' },
  { name: 'client_id', value: attempt.clientId, why: 'from the registration' },
  { name: 'redirect_uri', value: attempt.redirectUri, why: 'one of the registered ones, letter by letter' },
  {
    name: 'scope',
    value: attempt.scopes.join(' '),
    why: 'separated by spaces; the consent page shows exactly these',
  },
  { name: 'state', value: attempt.state, why: 'random for every link; compare it when it comes back' },
  ...(challenge === null
    ? []
    : [
        {
          name: 'code_challenge',
          value: challenge,
          why: 'the SHA-256 of the verifier; the exchange needs the verifier',
        },
        { name: 'code_challenge_method', value: 'S256', why: 'the only one that is taken' },
      ]),
]

export const linkOf = (origin: string, parameters: readonly Parameter[]): string =>
  `${origin}${AUTHORIZE_PATH}?${parameters.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('&')}`

/** `https://alpine.sandbox.example` of whatever was typed; null where it is no address. */
export const originIn = (typed: string): string | null => {
  const url = URL.parse(typed.trim())
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.origin : null
}
