/** Airports that a search looks at are counted and charged as the rows of a list are (threats row 420). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

let server: TestServer
let at: TestTenant
let token: string
before(async () => {
  server = await startServer('sqlite')
  at = (await server.operator('alpine')).production
  token = await at.accessToken()
})
after(() => server.close())

const searchedBy = async (fields: string): Promise<number> => {
  const answer = (await at.query(token, `{ ${fields} }`)).json<{ extensions: { cost: { searched?: number } } }>()
  return answer.extensions.cost.searched ?? 0
}

test('a search that looks at thousands of airports and finds none is charged for them, each time', async () => {
  const none = (name: string) =>
    `${name}: airportList(first: 1, countryCode: "US", minRunwayFt: 90000, wildcard: "*a*") { iCAO }`
  const once = await searchedBy(none('a'))
  assert.ok(once >= 20, `${once}`)
  const ten = await searchedBy(Array.from({ length: 10 }, (_, number) => none(`a${number}`)).join(' '))
  assert.ok(ten >= 10 * once, `${ten} for ten, ${once} for one`)
})

test('a search that finds a page at once, and one by a code, are charged for nothing beside', async () => {
  assert.equal(await searchedBy('a: airportList(wildcard: "LSZH") { iCAO } b: airportList(first: 5) { iCAO }'), 0)
  assert.equal(await searchedBy('airportList(wildcard: "zurich") { iCAO }'), 0)
})
