/** The query of an authorization request and of the pages that pass it on is bounded in octets and parameters (threats row 603). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { asQueryOctets } from '../../src/domain/oauth/redirect-uri.ts'
import { AuthorizationQuery } from '../../src/services/oauth/authorization-query.ts'
import { Browser } from '../support/browser.ts'
import { authorizePath, GrantScene, returned } from '../support/code-grant.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

/** How often a decoder threw meanwhile. */
const thrownBy = (job: () => void): number => {
  const original = globalThis.decodeURIComponent
  let thrown = 0
  globalThis.decodeURIComponent = (text) => {
    try {
      return original(text)
    } catch (error) {
      thrown++
      throw error
    }
  }
  try {
    job()
    return thrown
  } finally {
    globalThis.decodeURIComponent = original
  }
}

describe('an authorization query', () => {
  test('values that are broken in any way are read without an exception for each', () => {
    const broken = ['%', '%f', '%zz', '%ff', '%c3', '%c3x%a9', '%C3\u00e9%A9', '%ed%a0%80', '%f8%88%80%80%80', '%00']
    const query = broken.map((text, index) => `a${index}=${text}&${text}=b`).join('&')
    const thrown = thrownBy(() => {
      const read = new AuthorizationQuery(query)
      for (const index of broken.keys()) assert.equal(read.once(`a${index}`), null, String(broken[index]))
      assert.equal(read.undecodable(), 'a0')
    })
    assert.equal(thrown, 0)
  })

  test('what can be decoded is read as before', () => {
    const read = new AuthorizationQuery('a=b+c%20d%2B&%C3%A9=%E2%9C%88&client_id=x&none&&empty=')
    assert.deepEqual(
      ['a', 'é', 'client_id', 'none', 'empty', 'absent'].map((name) => read.once(name)),
      ['b c d+', '✈', 'x', '', '', null],
    )
  })

  test('the octets of a query are encoded alike, however many need it', () => {
    const every = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).join('')
    for (const [index, character] of [...every].entries()) {
      const hex = `%${index.toString(16).toUpperCase().padStart(2, '0')}`
      const isPlain = index > 0x20 && index < 0x7f && !'"<>#\\^`{|}'.includes(character)
      assert.equal(asQueryOctets(`a${character}b`), isPlain ? `a${character}b` : `a${hex}b`)
    }
  })
})

describe('a long query', () => {
  let server: TestServer
  let scene: GrantScene
  before(async () => {
    server = await startServer('sqlite')
    scene = await GrantScene.open(server, 'alpine')
  })
  after(() => server.close())
  const stranger = () => new Browser(server.client, scene.at.origin)
  const asked = () => authorizePath(scene.application, 'contact:read')

  const LONG = {
    'of thousands of parameters': '&%'.repeat(16_000),
    'of more than 32 KB': `&state=${'a'.repeat(33_000)}`,
    'of 65 parameters': Array.from({ length: 65 }, (_, index) => `&a${index}=b`).join(''),
  }
  for (const [name, more] of Object.entries(LONG)) {
    test(`${name} is refused with a page that says what is allowed, on every page that passes it on`, async () => {
      const query = `${asked().slice(asked().indexOf('?') + 1)}${more}`
      for (const path of ['/oauth2/code/authorize/', '/sign-in/']) {
        const answer = await stranger().get(`${path}?${query}`)
        assert.equal(answer.status, 400, path)
        assert.match(answer.body, /at most 32 KB and 64 parameters/)
        assert.equal(answer.headers.location, undefined)
      }
    })
  }

  test('a state of 8 KB with fifty other parameters is answered', async () => {
    const others = Array.from({ length: 50 }, (_, index) => `&x${index}=y`).join('')
    const answer = await scene.browser.get(
      `${authorizePath(scene.application, 'contact:read', { response_type: 'token' })}${others}&state=${'%26'.repeat(8192)}`,
    )
    assert.equal(returned(answer).get('error'), 'unsupported_response_type')
    assert.equal(returned(answer).get('state')?.length, 8192)
  })
})
