/**
 * The text of a request is data: none of it runs as code, none of its names collides with JavaScript's own names, and
 * no request is answered from another request's cache entry (threats rows 81 to 84).
 */
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

/** Constants that graphql-jit, the executor used before, replaced by code when they stood in a string. */
const MARKERS = [
  '__MAGIC_DATE__33a9e76d_02e0_4128_8e92_3530ad3da74d',
  '__MAGIC_NAN__57f286b9_4c20_487f_b409_79804ddcb4f8',
  '__MAGIC_PLUS_INFINITY__bb201c39_3333_4695_b4ad_7f1722e7aa7a',
  '__MAGIC_MINUS_INFINITY__71d4310a_d4a3_4a05_b1fe_e60779d24998',
]
const CODE = 'globalThis.requestRan=1'
const RUNS = 4

let server: TestServer
let at: TestTenant
let token: string
before(async () => {
  server = await startServer('sqlite')
  at = (await server.operator('alpine')).production
  token = await at.accessToken('aircraft:read')
})
after(() => server.close())
afterEach(() => {
  delete (globalThis as { requestRan?: number }).requestRan
})

const dataOf = async (query: string, more: { variables?: object; operationName?: string } = {}) => {
  server.clock.advanceSeconds(10)
  const answer = await at.query(token, query, more)
  assert.equal(answer.status, 200, answer.body)
  return answer.json<{ data: Record<string, unknown> }>().data
}

describe('string literals in a query', () => {
  /** Ways of writing a document that kept its literals in the text the old executor compiled. */
  const WRITTEN: Readonly<Record<string, (literal: string) => string>> = {
    'by itself': (literal) => `query Q { echo(text: ${literal}) }`,
    'beside a second operation': (literal) => `query Q { echo(text: ${literal}) } query R { __typename }`,
    'beside a reserved word in a comment': (literal) => `query Q { echo(text: ${literal}) } # __literal`,
    'in a field that is repeated': (literal) => `query Q { echo(text: ${literal}) echo(text: ${literal}) }`,
  }
  for (const [how, written] of Object.entries(WRITTEN)) {
    test(`a string literal with a library's marker is returned unchanged: ${how}`, async () => {
      for (const marker of MARKERS) {
        const text = `${marker}${CODE}`
        for (let run = 0; run < RUNS; run++) {
          const data = await dataOf(written(JSON.stringify(text)), { operationName: 'Q' })
          assert.equal((globalThis as { requestRan?: number }).requestRan, undefined, 'the string ran as code')
          assert.deepEqual(data, { echo: text })
        }
      }
    })
  }

  test('a string literal is never answered with the literal of another argument or text', async () => {
    for (let run = 0; run < RUNS; run++) {
      const [a, b] = [`first ${run}`, `second ${run}`]
      assert.deepEqual(await dataOf(`{ a: echo(text: "${a}") b: echo(text: "${b}") a: echo(text: "${a}") }`), { a, b })
      assert.deepEqual(
        await dataOf(
          `{ ...F b: echo(text: "${b}") } fragment F on Query { a: echo(text: "${a}") a: echo(text: "${a}") }`,
        ),
        { a, b },
      )
      const blocks = (alias: string, from: string) =>
        `aircraftList { nodeList { ${alias}: unavailabilityList(interval: {from: "${from}", to: "2030-01-01T00:00:00Z"}) { __typename } } }`
      const [early, late] = [`2029-01-01T00:00:0${run}Z`, `2029-06-01T00:00:0${run}Z`]
      assert.deepEqual(await dataOf(`{ ${blocks('x', early)} echo(text: "${early}") ${blocks('y', late)} }`), {
        aircraftList: { nodeList: [] },
        echo: early,
      })
      assert.deepEqual(
        await dataOf(
          `{ ... @include(if: true) { b: echo(text: "${b}") } a: echo(text: "${a}") b: echo(text: "${b}") }`,
        ),
        { b, a },
      )
    }
  })
})

describe('names that JavaScript objects have of their own', () => {
  const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'then']
  for (const name of NAMES) {
    test(`${name} works as alias, operation, variable and fragment name`, async () => {
      // JSON.parse makes `__proto__` an ordinary member, where a literal in source text would set the prototype.
      const member = (value: unknown) => JSON.parse(JSON.stringify({ x: value }).replace('"x"', JSON.stringify(name)))
      for (let run = 0; run < RUNS; run++) {
        const text = `text ${run}`
        const query = `query ${name}($${name}: String!) { ...${name} } fragment ${name} on Query { ${name}: echo(text: $${name}) }`
        const data = await dataOf(query, { variables: member(text), operationName: name })
        assert.deepEqual(Object.entries(data), [[name, text]])
        const optional = `query($${name}: String) { airportList(first: 1, wildcard: $${name}) { iCAO } }`
        const list = (await dataOf(optional)).airportList as unknown[]
        assert.equal(list.length, 1, 'a variable that is not given is not found on a prototype')
        const missing = await at.query(token, `query($${name}: String!) { echo(text: $${name}) }`)
        assert.match(missing.body, /BAD_USER_INPUT/)
        const unknown = await at.query(token, 'query A { __typename }', { operationName: name })
        assert.match(unknown.body, /operationName names no operation/)
      }
    })
  }
})

describe('cached documents', () => {
  test('an operation runs whatever another operation of the document makes conditional', async () => {
    const query = 'query A($a: Boolean!) { echo(text: "x") @include(if: $a) } query B { echo(text: "b") }'
    assert.deepEqual(await dataOf(query, { operationName: 'B' }), { echo: 'b' })
    assert.deepEqual(await dataOf(query, { operationName: 'A', variables: { a: false } }), {})
  })

  test('an empty document does not reach a cached document, whatever its operationName', async () => {
    const known = '{ echo(text: "somebody else\'s") }'
    const named = 'query Mine { echo(text: "mine") } query Other { echo(text: "other") }'
    for (let run = 0; run < RUNS; run++) {
      await dataOf(known)
      await dataOf(named, { operationName: 'Mine' })
      for (const query of ['', ' ', '#', ',', '# Mine']) {
        for (const operationName of [
          '',
          known,
          named,
          'Mine',
          `${named}\u0000Mine`,
          `\u0000${known}`,
          `${known} `,
          'query Mine',
          '{ echo ( text : String? ) } ',
        ]) {
          const { status, body } = await at.query(token, query, {
            operationName,
            accept: 'application/graphql-response+json',
          })
          assert.equal(status, 400, `${JSON.stringify([query, operationName])} was answered ${body}`)
        }
      }
    }
  })

  test("an operationName that completes another document's text does not reach its cache entry", async () => {
    const named = 'query Mine { echo(text: "mine") } query Other { echo(text: "other") }'
    for (let run = 0; run < RUNS; run++) {
      assert.deepEqual(await dataOf(named, { operationName: 'Mine' }), { echo: 'mine' })
      assert.deepEqual(await dataOf(named, { operationName: 'Other' }), { echo: 'other' })
      const without = await at.query(token, named)
      assert.match(without.body, /Must provide operationName/)
    }
  })

  test('a document that differs by the quotes of a value alone does not reach the other’s cache entry', async () => {
    const textWith = (value: string) => `query ($text: String = ${value}) { echo(text: $text) }`
    for (let run = 0; run < RUNS; run++) {
      assert.deepEqual(await dataOf(textWith('"mine"')), { echo: 'mine' })
      const { status, body } = await at.query(token, textWith('mine'), { accept: 'application/graphql-response+json' })
      assert.equal(status, 400, body)
    }
  })
})
