/**
 * How the explorer's queries authenticate: with the administrator's session, or with a pasted token. A token stays in
 * this page's memory, is written nowhere, and is gone with the page.
 */
import { graphql } from '../graph/graphql.ts'
import { facts } from './facts.ts'

export type Credential =
  | { readonly kind: 'session' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'none' }

/** What is known of a credential. */
export interface Asker {
  /** The name of the credential, for the choice between them. */
  readonly name: string
  readonly scopes: readonly string[]
  /** Null for a session, a key, and where nothing is chosen. */
  readonly applicationName: string | null
  readonly expiresAt: string | null
}

export const TOKEN_INFO = graphql(`
  query WhoAsks {
    tokenInfo {
      scopeList
      applicationName
      expiresAt
    }
  }
`)

/** The portal hands a token's query on to the provider's own sandbox operator, for the member of the session. */
const ENDPOINT = {
  session: '/console/graphql/',
  token: facts.providerName === null ? '/api/graphql/' : '/console/explorer/graphql/',
} as const

export interface Sent {
  readonly query: string
  readonly operationName?: string | null | undefined
  readonly variables?: unknown
}

export interface Answered {
  readonly status: number
  readonly milliseconds: number
  readonly requestId: string | null
  readonly body: Record<string, unknown>
}

const NOTHING_CHOSEN =
  facts.providerName === null
    ? 'Nobody is asking yet: paste an access token, or sign in as an administrator.'
    : 'Nobody is asking yet: paste an access token of your sandbox operator. An application’s Connect page makes one.'

const refusal = (message: string, milliseconds = 0): Answered => ({
  status: 0,
  milliseconds,
  requestId: null,
  body: { errors: [{ message }] },
})

/** The editor tells the name of an operation a moment after it was typed over: a name that is gone is not sent. */
export const withItsName = (sent: Sent): Sent => {
  const { operationName, ...unnamed } = sent
  const isThere = operationName && sent.query.split(/\W+/).includes(operationName)
  return isThere ? sent : unnamed
}

/** Never throws: what went wrong is an answer that a person reads. */
export const sendAs = async (credential: Credential, sent: Sent): Promise<Answered> => {
  if (credential.kind === 'none') return refusal(NOTHING_CHOSEN)
  const started = performance.now()
  const elapsed = () => Math.round(performance.now() - started)
  const bearer = credential.kind === 'token' ? { authorization: `Bearer ${credential.token}` } : {}
  try {
    const response = await fetch(ENDPOINT[credential.kind], {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json', ...bearer },
      body: JSON.stringify(sent),
      credentials: credential.kind === 'session' || facts.providerName !== null ? 'same-origin' : 'omit',
    })
    const body = (await response.json()) as Record<string, unknown>
    const requestId = response.headers.get('x-request-id')
    return { status: response.status, milliseconds: elapsed(), requestId, body }
  } catch {
    return refusal(
      'The server was not reached, or its answer cannot be read. Check the connection, then run it again.',
      elapsed(),
    )
  }
}

/** An access token as it must stand in a header: anything else is not sent. */
export const tokenIn = (pasted: string): string | null => {
  const token = pasted.trim().replace(/^Bearer\s+/i, '')
  return /^[\w.~+/=-]+$/.test(token) ? token : null
}
