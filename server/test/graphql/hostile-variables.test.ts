/** Variables are looked through before anything reads them: what no store can hold goes no further (threats row 44). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MAX_COST_PER_REQUEST, MAX_VARIABLE_DEPTH } from '../../src/domain/limits.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const ECHO = 'query ($text: String!) { echo(text: $text) }'
const TRIPS = 'query ($filter: TripFilter) { tripList(filter: $filter) { pageInfo { hasMore } } }'
const UNSTORABLE = /A string holds a NUL character or half of a surrogate pair/

describe('hostile variables', () => {
  let server: TestServer
  let at: TestTenant
  let token: string
  before(async () => {
    server = await startServer('sqlite')
    at = (await server.operator('alpine')).production
    token = await at.accessToken('flight:read')
  })
  after(() => server.close())

  const refusal = async (query: string, variables: object): Promise<string> => {
    const { status, body } = await at.query(token, query, { variables })
    assert.equal(status, 400, body)
    return body
  }

  test('NUL and half of a surrogate pair are refused where nothing else looks at the text', async () => {
    for (const text of ['a\u0000b', '\ud800', 'x\udc00y']) {
      assert.match(await refusal(ECHO, { text }), UNSTORABLE)
      assert.match(await refusal(TRIPS, { filter: { tripNumber: text } }), UNSTORABLE)
      assert.match(await refusal(TRIPS, { filter: { [text]: 1 } }), UNSTORABLE, 'in a name')
    }
  })

  test('variables that nest beyond reason, and lists that no request could pay for, are refused as that', async () => {
    let nested: unknown = 'deep'
    for (let level = 0; level <= MAX_VARIABLE_DEPTH; level++) nested = [nested]
    assert.match(await refusal(ECHO, { text: nested }), /The variables nest more than 64 levels/)
    const long = Array(MAX_COST_PER_REQUEST + 1).fill('OPTION')
    assert.match(await refusal(TRIPS, { filter: { statusList: long } }), /have more than 10000 entries/)
  })

  test('variables that the operation does not define stay unread', async () => {
    const { status } = await at.query(token, '{ __typename }', { variables: { other: 'a\u0000b' } })
    assert.equal(status, 200)
  })
})
