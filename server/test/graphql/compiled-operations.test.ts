/** An operation is interpreted the first time and compiled the second time; both give the same response. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { getIntrospectionQuery } from 'graphql'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const QUERIES: readonly { readonly query: string; readonly variables?: object }[] = [
  { query: '{ echo(text: "é \\" \\\\ \\n \\u{1F600} 𐐷 \\u2028 </script>") }' },
  {
    query:
      '{ tokenInfo { __typename scopeList applicationName userId isPersonal environment } operator { name baseList { name } } }',
  },
  {
    query:
      '{ aircraftTypeList(wildcard: "B73?") { acftTypeId iCAO engineType engineCount species wakeCategory isActive } }',
  },
  {
    query:
      '{ airportList(first: 3, countryCode: "ch") { iCAO latitude longitude elevationFt runwayList { ident lengthFt isLighted } } }',
  },
  {
    query:
      '{ a: airportByCode(code: "ZRH") { ...A } b: airportByCode(code: "nowhere") { ...A } } fragment A on Airport { name timezone }',
  },
  {
    query: 'query($yes: Boolean!) { echo(text: "a") @include(if: $yes) b: echo(text: "b") @skip(if: $yes) }',
    variables: { yes: true },
  },
  {
    query:
      'query($page: PageInput) { contactList(page: $page) { nodeList { contactId kind name surname airport { iCAO } externalIdList { system value } version createdAt } pageInfo { endCursor hasMore } } }',
    variables: { page: { first: 2 } },
  },
  { query: '{ contactList(page: {first: 0}) { nodeList { name } } echo(text: "a") }' },
  {
    query:
      'query($constructor: Int, $__proto__: String) { airportList(first: $constructor, wildcard: $__proto__) { iCAO } }',
  },
  { query: '{ constructor: echo(text: "a") __proto__: echo(text: "b") toString: echo(text: "c") }' },
  { query: '{ airportList(first: 501) { name } }' },
  { query: '{ contactList(page: {after: "nonsense"}) { nodeList { name } } }' },
  { query: 'query($n: Int!) { airportList(first: $n) { name } }', variables: { n: 1.5 } },
  {
    query: 'query($page: PageInput) { contactList(page: $page) { nodeList { name } } }',
    variables: { page: { first: 'many', after: 1 } },
  },
  {
    query: 'query($i: FlightFilter!) { flightList(filter: $i) { nodeList { flightId } } }',
    variables: { i: { interval: { from: 'yesterday', to: '2027-06-01T00:00:00+02:00' }, unknown: 1 } },
  },
  {
    query:
      '{ __type(name: "Contact") { name kind description fields { name type { kind name ofType { name } } } interfaces { name } } }',
  },
  { query: getIntrospectionQuery() },
]

for (const store of storesFor('execution')) {
  describe(`compiled operations (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let token: string
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      token = await at.accessToken()
      const create = (name: string) =>
        `mutation { contactCreate(input: {kind: CLIENT, name: "${name}", airport: "ZRH", externalIdList: {system: "erp", value: "1"}}) { contact { contactId } } }`
      for (const name of ['Anna', 'Berta', 'Carla']) assert.equal((await at.query(token, create(name))).status, 200)
    })
    after(() => server.close())

    for (const { query, variables } of QUERIES) {
      test(`interpreted and compiled responses are equal: ${query.replaceAll(/\s+/g, ' ').slice(0, 60)}`, async () => {
        const answers = []
        for (let round = 0; round < 4; round++) {
          server.clock.advanceSeconds(10) // the whole schema costs a good part of the bucket
          const answer = await at.query(token, query, variables ? { variables } : {})
          const { data, errors } = answer.json<{ data?: unknown; errors?: Record<string, unknown>[] }>()
          const told = errors?.map(({ message, path, locations, extensions }) => {
            const { code } = extensions as { code: string }
            return { message, path, locations, code }
          })
          answers.push({ status: answer.status, data, told })
        }
        for (const answer of answers.slice(1)) assert.deepEqual(answer, answers[0])
      })
    }
  })
}
