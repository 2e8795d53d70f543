/** One missing scope refuses the whole request before anything runs (access-model §7; threats row 38). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  GraphQLID,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql'
import { scopeSet } from '../../src/domain/scopes.ts'
import { OperationCache } from '../../src/graphql/operation/operation-cache.ts'
import { WorkMeter } from '../../src/graphql/work-meter.ts'
import { auditEntries } from '../../src/storage/audit.ts'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { prepareIn } from '../support/prepared-operation.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

interface Refusal {
  readonly message: string
  readonly extensions: { code: string; path: string; requiredScopes: string[]; missingScopes: string[] }
}

const CREATE = 'contactCreate(input: {kind: CLIENT, name: "Ghost"}) { userErrorList { code } }'
const CREATE_AND_READ = 'contactCreate(input: {kind: CLIENT, name: "Ghost"}) { contact { contactId } }'

/** Ways to hide `contactList` from a token that may not read contacts. */
const HIDDEN_READS: Readonly<Record<string, string>> = {
  plainly: '{ contactList { pageInfo { hasMore } } }',
  'behind an alias': '{ echo: contactList { pageInfo { hasMore } } }',
  'in a fragment': '{ ...F } fragment F on Query { contactList { pageInfo { hasMore } } }',
  'in a fragment of a fragment':
    '{ ...F } fragment F on Query { ...G } fragment G on Query { contactList { __typename } }',
  'in an inline fragment': '{ ... on Query { ... { contactList { pageInfo { hasMore } } } } }',
  'skipped by a literal': '{ echo(text: "a") contactList @skip(if: true) { pageInfo { hasMore } } }',
  'not included, by a variable':
    'query($no: Boolean = false) { contactList @include(if: $no) { pageInfo { hasMore } } }',
  'in a skipped fragment':
    '{ echo(text: "a") ...F @skip(if: true) } fragment F on Query { contactList { __typename } }',
  'among fields that need nothing': '{ a: echo(text: "a") contactList { pageInfo { hasMore } } b: echo(text: "b") }',
}

for (const store of storesFor('rights')) {
  describe(`a missing scope (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let reader: string
    let writer: string
    let stranger: string
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      reader = await at.accessToken('contact:read')
      writer = await at.accessToken('contact:write')
      stranger = await at.accessToken('flight:read')
    })
    after(() => server.close())

    const refused = (answer: Answer, ...scopes: string[]): Refusal[] => {
      assert.equal(answer.status, 403, answer.body)
      const challenge = `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`
      assert.equal(answer.headers['www-authenticate'], challenge)
      const { errors, data } = answer.json<{ errors: Refusal[]; data?: unknown }>()
      assert.equal(data, undefined)
      for (const { extensions } of errors) assert.equal(extensions.code, 'INSUFFICIENT_SCOPE')
      return errors
    }

    for (const [how, query] of Object.entries(HIDDEN_READS)) {
      test(`a missing scope is found for a field ${how}`, async () => {
        refused(await at.query(stranger, query), 'contact:read')
        assert.equal((await at.query(reader, query)).status, 200)
        refused(await at.query(stranger, query), 'contact:read')
      })
    }

    test('a filter that tells which aircraft flies which flight needs aircraft:read (data row C3, threats row 144)', async () => {
      const both = await at.accessToken('flight:read aircraft:read')
      const interval = { from: '2027-06-01T00:00:00Z', to: '2027-06-02T00:00:00Z' }
      const list = (filter: string) => `flightList(filter: { ${filter} }) { nodeList { flightId } }`
      const within = `interval: { from: "${interval.from}", to: "${interval.to}" }`
      for (const [name, value] of [
        ['registration', 'HB-AAA'],
        ['aircraftIdList', ['acf_1']],
      ] as const) {
        const given = { [name]: value }
        const asked: [string, object][] = [
          [`{ ${list(`${within}, ${name}: ${JSON.stringify(value)}`)} }`, {}],
          [
            'query ($f: FlightFilter!) { flightList(filter: $f) { nodeList { flightId } } }',
            { f: { interval, ...given } },
          ],
          [
            `query ($v: ${name === 'registration' ? 'String' : '[ID!]'}) { ${list(`${within}, ${name}: $v`)} }`,
            { v: value },
          ],
        ]
        for (const [query, variables] of asked) {
          const [refusal] = refused(await at.query(stranger, query, { variables }), 'aircraft:read')
          assert.match(refusal?.extensions.path ?? '', new RegExp(name))
          assert.equal((await at.query(both, query, { variables })).status, 200)
        }
      }
      assert.equal((await at.query(stranger, `{ ${list(within)} }`)).status, 200)
    })

    test('scopes are required for the operation that runs, not for others in the document', async () => {
      const query = 'query Open { echo(text: "a") } query Closed { contactList { pageInfo { hasMore } } }'
      assert.equal((await at.query(stranger, query, { operationName: 'Open' })).status, 200)
      refused(await at.query(stranger, query, { operationName: 'Closed' }), 'contact:read')
      assert.equal((await at.query(stranger, query, { operationName: 'Open' })).status, 200)
      assert.equal((await at.query(reader, query, { operationName: 'Closed' })).status, 200)
    })

    test('the refusal names every missing scope with the path that needs it', async () => {
      const query = `mutation { mine: ${CREATE_AND_READ} }`
      const errors = refused(await at.query(stranger, query), 'contact:read', 'contact:write')
      assert.deepEqual(
        errors.map(({ extensions: { path, requiredScopes, missingScopes } }) => ({
          path,
          requiredScopes,
          missingScopes,
        })),
        [
          { path: 'mine', requiredScopes: ['contact:write'], missingScopes: ['contact:write'] },
          { path: 'mine.contact', requiredScopes: ['contact:read'], missingScopes: ['contact:read'] },
        ],
      )
    })

    test('a refused request writes no contact, change, audit entry or idempotency key', async () => {
      const everything = async () => {
        const list = '{ contactList { nodeList { contactId } } }'
        const { data } = (await at.query(reader, list)).json()
        const tenant = server.world.storage.tenant(at.tenant.tenantId)
        const head = await tenant.db.selectFrom('change_head').selectAll().execute()
        const keys = await tenant.db.selectFrom('idempotency').selectAll().execute()
        return JSON.stringify([data, head, keys, await auditEntries(tenant, 100)])
      }
      const before = await everything()
      for (let round = 0; round < 3; round++) {
        refused(await at.query(reader, `mutation { ${CREATE} }`), 'contact:write')
        refused(await at.query(stranger, `mutation { a: ${CREATE} b: ${CREATE} }`), 'contact:write')
        refused(await at.query(writer, `mutation { first: ${CREATE} second: ${CREATE_AND_READ} }`), 'contact:read')
        const keyed = CREATE.replace('name: "Ghost"}', 'name: "Ghost"}, idempotencyKey: "ghost"')
        refused(await at.query(reader, `mutation { ${keyed} }`), 'contact:write')
      }
      assert.equal(await everything(), before)
    })

    test('a write scope does not permit reading, nor a read scope writing', async () => {
      refused(await at.query(writer, '{ contactList { pageInfo { hasMore } } }'), 'contact:read')
      refused(await at.query(reader, `mutation { ${CREATE} }`), 'contact:write')
      assert.equal((await at.query(writer, `mutation { ${CREATE} }`)).status, 200)
    })

    test('nodes without a scope, and introspection, are open to every valid token', async () => {
      const open = `{ echo(text: "a") tokenInfo { scopeList } operator { operatorId } aircraftTypeList(wildcard: "B738") { iCAO }
        airportList(first: 1) { name } airportByCode(code: "LSZH") { iATA } countryList { countryCode }
        __schema { queryType { name } } __type(name: "Contact") { name } __typename }`
      assert.equal((await at.query(stranger, open)).status, 200)
    })
  })
}

describe('input fields with a scope of their own', () => {
  const scope = (...scopes: string[]) => ({ extensions: { needs: scopes } })
  const Filter: GraphQLInputObjectType = new GraphQLInputObjectType({
    name: 'Filter',
    fields: () => ({
      crewMemberId: { type: GraphQLID, ...scope('crew:read') },
      status: { type: GraphQLString },
      anyOf: { type: new GraphQLList(Filter) },
    }),
  })
  const list = {
    type: GraphQLString,
    args: { filter: { type: Filter }, passengerId: { type: GraphQLID, ...scope('passenger:read') } },
    ...scope('flight:read'),
  }
  const schema = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: { list } }) })
  const cache = new OperationCache(schema)
  const missing = (query: string, variables: object = {}): string[] => {
    const { operation, literals } = prepareIn(cache, query)
    const meter = new WorkMeter()
    const given = operation.inputsOf({ ...variables }, literals, meter).variables
    return [...(operation.gate.refusal(scopeSet(['flight:read']), given, meter)?.missing ?? [])]
  }

  test('a scoped input field needs its scope as literal, as variable and inside a variable', () => {
    assert.deepEqual(missing('{ list }'), [])
    assert.deepEqual(missing('{ list(filter: {status: "x"}) }'), [])
    assert.deepEqual(missing('{ list(passengerId: "x") }'), ['passenger:read'])
    assert.deepEqual(missing('query($p: ID) { list(passengerId: $p) }'), ['passenger:read'])
    assert.deepEqual(missing('{ list(filter: {crewMemberId: "x"}) }'), ['crew:read'])
    assert.deepEqual(missing('{ list(filter: {anyOf: [{status: "x"}, {anyOf: {crewMemberId: 7}}]}) }'), ['crew:read'])
    assert.deepEqual(missing('query($id: ID) { list(filter: {crewMemberId: $id}) }'), ['crew:read'])
    const whole = 'query($f: Filter) { list(filter: $f) }'
    assert.deepEqual(missing(whole, { f: { status: 'x' } }), [])
    assert.deepEqual(missing(whole, { f: { crewMemberId: null } }), ['crew:read'])
    assert.deepEqual(missing(whole, { f: { anyOf: [{ anyOf: [{ crewMemberId: 'x' }] }] } }), ['crew:read'])
    assert.deepEqual(missing('query($f: [Filter]) { list(filter: {anyOf: $f}) }', { f: [{ crewMemberId: 'x' }] }), [
      'crew:read',
    ])
  })

  test("a scoped input field needs its scope in a variable's default value", () => {
    const query = 'query($f: Filter = {anyOf: [{crewMemberId: "x"}]}) { list(filter: $f) }'
    assert.deepEqual(missing(query), ['crew:read'])
    assert.deepEqual(missing(query, { f: { status: 'x' } }), [])
    assert.deepEqual(missing(query, { f: null }), [])
  })
})
