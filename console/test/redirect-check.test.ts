/** What the portal says of a redirect URI while it is typed is what the server says of it afterwards. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { redirectUriProblem } from '../../server/src/domain/oauth/redirect-uri.ts'
import { checkRedirect } from '../src/portal/registration/redirect-check.ts'

test('a redirect URI looks good while it is typed where the server takes it, and in no other case', () => {
  for (const uri of [
    'https://app.example.com/callback',
    'https://app.example.com:8443/a?b=c',
    'http://localhost:4000/callback',
    'http://127.0.0.1/',
    'http://[::1]:3000/x',
    'http://my.localhost/x',
    'http://app.example.com/callback',
    'https://app.example.com/#x',
    'https://a:b@app.example.com/',
    'https://app.example.com/?state=1',
    'https://app.example.com/ü',
    'https://app.example.com\\@evil.example/',
    'ftp://app.example.com/',
    'nowhere',
    'javascript:alert(1)',
  ]) {
    assert.equal(checkRedirect(uri, [])?.isGood, redirectUriProblem(uri) === null, uri)
  }
})

test('a redirect URI that stands in another row is listed twice, and http becomes https in one press', () => {
  assert.equal(checkRedirect('https://a.example/', ['https://a.example/'])?.isGood, false)
  assert.equal(checkRedirect('http://a.example/b', [])?.asHttps, 'https://a.example/b')
  assert.equal(checkRedirect(' ', []), null)
})
