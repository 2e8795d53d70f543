/** The two ways in which the authorization endpoint refuses: on a page, or by redirect. */
import assert from 'node:assert/strict'
import { REDIRECT_URI, returned } from './code-grant.ts'
import type { Answer } from './http-client.ts'

/** Checks a page that redirects the browser neither by a header nor by its contents. */
export const shownHere = (answer: Answer, status: number, words: RegExp): void => {
  assert.equal(answer.status, status, answer.headers.location ?? answer.body)
  assert.match(answer.headers['content-type'] ?? '', /^text\/html/)
  assert.equal(answer.headers.location, undefined)
  assert.equal(answer.headers.refresh, undefined)
  assert.match(answer.body, words)
  assert.doesNotMatch(answer.body, /http-equiv|(?:href|action|src)="(?:[a-z]+:)?\/\//i)
}

/** Checks the error sent to the application with its required parameters. */
export const sentBack = (answer: Answer, origin: string, state: string | null): string | null => {
  const parameters = returned(answer)
  assert.equal(new URL(answer.headers.location ?? '').origin, new URL(REDIRECT_URI).origin)
  assert.equal(parameters.get('state'), state)
  assert.equal(parameters.get('iss'), origin)
  assert.equal(parameters.get('code'), null)
  if (parameters.has('error')) {
    assert.match(parameters.get('error_description') ?? '', /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  }
  return parameters.get('error')
}
