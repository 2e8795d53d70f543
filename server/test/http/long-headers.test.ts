/** What a stranger writes into headers and queries is read in few steps, however many parts it has (threats row 605). */
import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { BlockList } from 'node:net'
import { test } from 'node:test'
import { clientAddress } from '../../src/http/listening/client-address.ts'
import { chosenOperators, cookie, deviceSecret, passkeySecret, sessionSecret } from '../../src/http/request/cookies.ts'
import { refuseSecretInQuery } from '../../src/http/request/secret-in-query.ts'

const request = (headers: Record<string, string>, remoteAddress = '10.0.0.1') =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage

/** How many parts `job` splits texts into. */
const partsSplitBy = (job: () => void): number => {
  const original = String.prototype.split
  let parts = 0
  // biome-ignore lint/suspicious/noExplicitAny: counted, and passed on as it came
  String.prototype.split = function (this: string, ...given: any) {
    const list: string[] = original.apply(this, given)
    parts += list.length
    return list
  }
  try {
    job()
    return parts
  } finally {
    String.prototype.split = original
  }
}

test('cookies are found among thousands of others without splitting the header, at each read of a request', () => {
  const others = 'a=b; '.repeat(10_000)
  const req = request({ cookie: `${others}__Host-airside=one; __Host-airside-device = two ;__Host-airside=three` })
  const parts = partsSplitBy(() => {
    for (let times = 0; times < 5; times++) assert.equal(sessionSecret(req), 'one')
    assert.equal(deviceSecret(req), 'two')
    assert.equal(passkeySecret(req), null)
    assert.equal(chosenOperators(req), '')
  })
  assert.equal(parts, 0)
})

test('a cookie is found first, last and alone, and an empty one or one of another name is none', () => {
  const read = (text: string) => cookie(request({ cookie: text }), '__Host-airside')
  assert.equal(read('__Host-airside=x'), 'x')
  assert.equal(read('a=b;__Host-airside=x=y; c=d'), 'x=y')
  assert.equal(read('__Host-airside='), null)
  assert.equal(read('__Host-airside-device=x'), null)
  assert.equal(read('x__Host-airside=x; y=__Host-airside=z'), null)
  assert.equal(cookie(request({}), '__Host-airside'), null)
})

test('the chain of proxies is walked from its end, and what the client wrote before is not taken apart', () => {
  const proxies = new BlockList()
  proxies.addSubnet('10.0.0.0', 8)
  const through = (chain: string) => clientAddress(request({ 'x-forwarded-for': chain }), proxies)
  const parts = partsSplitBy(() => assert.equal(through(`${'1.1.1.1,'.repeat(7000)}9.9.9.9, 10.0.0.2`), '9.9.9.9'))
  assert.equal(parts, 0)
  assert.equal(through(''), '10.0.0.1')
  assert.equal(through('8.8.8.8'), '8.8.8.8')
  assert.equal(through('10.0.0.3,10.0.0.2'), '10.0.0.3')
  assert.equal(through(',8.8.8.8'), '8.8.8.8')
  assert.equal(through('8.8.8.8,'), '10.0.0.1')
  assert.equal(through('nobody, 10.0.0.2'), '10.0.0.2')
})

test('a secret in the address is refused however its name is written, and nothing else is', () => {
  for (const query of [
    'access_token=x',
    'a=b&refresh_token',
    'client%5Fsecret=x',
    '%63lient%5fsecret&a',
    '&access_token',
  ]) {
    assert.throws(
      () => refuseSecretInQuery(`/x/?${query}`),
      /Do not send (access_token|refresh_token|client_secret) in/,
    )
  }
  for (const query of [
    '',
    'my_access_token=x',
    'access_tokens=x',
    'a=access_token',
    'Access_Token=x',
    'access_token%3D',
  ]) {
    refuseSecretInQuery(`/x/?${query}`)
  }
  refuseSecretInQuery(`/x/?${'&a'.repeat(32_000)}`)
})
