/**
 * What the link of a grant carried, kept in this tab until the answer comes back: without it neither state nor PKCE can be
 * checked. It is no secret of the application: a client secret is never kept.
 */
export interface Attempt {
  readonly clientId: string
  /** The operator's address, which is also the issuer that must answer. */
  readonly origin: string
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string
  /** Null without PKCE. */
  readonly verifier: string | null
}

/** What came back to the portal's own callback, and when. */
export interface Arrival {
  readonly query: string
  readonly at: number
}

const ATTEMPTS = 'airside-connect-attempts'
const ARRIVAL = 'airside-connect-arrival'
const MAX_ATTEMPTS = 8

const read = <Value>(key: string, otherwise: Value): Value => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? otherwise
  } catch {
    return otherwise
  }
}

/** Newest first. */
export const attemptsOf = (clientId: string): Attempt[] =>
  read<Attempt[]>(ATTEMPTS, []).filter((attempt) => attempt.clientId === clientId)

export const attemptByState = (state: string): Attempt | null =>
  read<Attempt[]>(ATTEMPTS, []).find((attempt) => attempt.state === state) ?? null

export const keepAttempt = (attempt: Attempt): void => {
  const others = read<Attempt[]>(ATTEMPTS, []).filter(({ state }) => state !== attempt.state)
  sessionStorage.setItem(ATTEMPTS, JSON.stringify([attempt, ...others].slice(0, MAX_ATTEMPTS)))
}

/** The moment of the first arrival stays: a page that is loaded again must not make the code look younger. */
export const keepArrival = (query: string, now: number): Arrival => {
  const known = keptArrival()
  if (known?.query === query) return known
  const arrival = { query, at: now }
  sessionStorage.setItem(ARRIVAL, JSON.stringify(arrival))
  return arrival
}

export const keptArrival = (): Arrival | null => read<Arrival | null>(ARRIVAL, null)
