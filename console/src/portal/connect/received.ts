/** Reads what came back from an operator: is it the answer to the link, and what may be done with it. */
import type { Attempt } from './attempt.ts'

export interface Check {
  readonly name: string
  readonly isGood: boolean
  readonly text: string
}

export type Received =
  /** Nothing that an operator sends. */
  | { readonly kind: 'unreadable'; readonly why: string }
  /** The operator refused; `meaning` says what to change. */
  | { readonly kind: 'error'; readonly error: string; readonly description: string | null; readonly meaning: string }
  /** A code; it is offered for exchange only where every check is good. */
  | { readonly kind: 'code'; readonly code: string; readonly checks: readonly Check[]; readonly isGood: boolean }

const MEANINGS: Readonly<Record<string, string>> = {
  access_denied: 'The person pressed Cancel, or may not allow applications there: they were shown who can.',
  invalid_scope: 'A scope is misspelled, missing, or more than this kind of application may have. Pick fewer.',
  invalid_request: 'A parameter is missing, doubled or not encoded. Compare the link with the one above.',
  unsupported_response_type: 'response_type must be code.',
  unauthorized_client: 'The application may not be used at this address in its present mode.',
  server_error: 'Something failed at the operator’s address. Give support the request id of the description.',
  temporarily_unavailable: 'The operator’s address cannot answer just now. Try again in a moment.',
}

/** The query of a whole address, or the query alone. */
const queryIn = (text: string): string => {
  const trimmed = text.trim()
  const [, query = trimmed] = /[?#](.*)$/s.exec(trimmed) ?? []
  return query.replace(/#.*$/s, '')
}

export const stateIn = (text: string): string | null => new URLSearchParams(queryIn(text)).get('state')

/** Ours look like this; anything else in its place could be a trap for whoever copies the lines. */
const CODE = /^air_(?:live|test)_ac_\w{1,200}$/

const stateCheck = (state: string | null, attempt: Attempt | null): Check => {
  if (attempt === null) {
    const text = 'No link that was opened or copied in this tab carries it, so it cannot be compared.'
    return { name: 'state', isGood: false, text: `${text} Your server must refuse such a callback.` }
  }
  if (state === attempt.state) return { name: 'state', isGood: true, text: 'came back as sent' }
  const told = state === null ? 'nothing came back' : `received ${state}`
  return {
    name: 'state',
    isGood: false,
    text: `sent ${attempt.state}, ${told}. Your server must refuse this callback.`,
  }
}

/** RFC 9207: a code of another operator must not be taken for this one's. */
const issuerCheck = (issuer: string | null, attempt: Attempt | null): Check => {
  const isGood = attempt !== null && issuer === attempt.origin
  if (isGood) return { name: 'iss', isGood, text: 'is the operator that was asked' }
  return {
    name: 'iss',
    isGood,
    text: `is ${issuer ?? 'missing'}, not ${attempt?.origin ?? 'the operator of a link made here'}`,
  }
}

export const readCallback = (text: string, attempt: Attempt | null): Received => {
  const query = new URLSearchParams(queryIn(text))
  const error = query.get('error')
  if (error !== null) {
    const meaning = MEANINGS[error] ?? 'This is no error of the code grant: look it up in the documentation.'
    return { kind: 'error', error, description: query.get('error_description'), meaning }
  }
  const codes = query.getAll('code')
  if (codes.length !== 1) {
    const why = codes.length === 0 ? 'There is neither code nor error in it.' : 'It has more than one code.'
    return { kind: 'unreadable', why: `${why} Paste the whole address that the browser was sent to.` }
  }
  const [code = ''] = codes
  if (!CODE.test(code)) return { kind: 'unreadable', why: 'Its code is none of ours: ours begin with air_.' }
  const checks = [
    stateCheck(query.get('state'), attempt),
    issuerCheck(query.get('iss'), attempt),
    { name: 'error', isGood: true, text: 'is not there' },
  ]
  return { kind: 'code', code, checks, isGood: checks.every(({ isGood }) => isGood) }
}
