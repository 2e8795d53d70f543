/** The scopes of a document, from `scopes.json` alone. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NotScopes } from '../../src/document/schema-scopes.ts'
import { SchemaMismatch, scopesOf } from '../../src/document/scopes-of.ts'

const SCHEMA = JSON.stringify({
  operations: { query: 'Root', mutation: 'Change' },
  types: {
    Root: {
      id: { type: 'ID' },
      echo: { type: 'String', args: { text: { type: 'String' } } },
      flightList: {
        type: 'Flight',
        scopes: ['flight:read', 'trip:read'],
        args: {
          filter: { type: 'Filter' },
          kindList: { type: 'Kind', scopesByValue: { FLIGHT: ['flight:read'], CREW: ['crew:read'] } },
        },
      },
      talk: { type: 'String' },
      more: { type: 'String', scopes: ['more:read'] },
    },
    Flight: {
      id: { type: 'ID' },
      crewList: { type: 'Crew', scopes: ['crew:read'] },
      next: { type: 'Flight' },
    },
    Crew: { name: { type: 'String', scopes: ['crew:read'] } },
    Change: {
      flightUpdate: { type: 'Flight', scopes: ['flight:write'], args: { input: { type: 'Filter' } } },
    },
  },
  inputs: {
    Page: { first: { type: 'Int' }, after: { type: 'String' } },
    Filter: {
      crewMemberId: { type: 'ID', scopes: ['crew:read'] },
      nested: { type: 'Filter' },
      page: { type: 'Page' },
    },
  },
})

const needs = (document: string, options = {}) =>
  Object.fromEntries(scopesOf(document, SCHEMA, options).needs.map(({ path, scopes }) => [path, scopes.join(' ')]))

describe('the scopes of a document', () => {
  test('scopes are listed path by path, by alias, through fragments and behind directives', () => {
    const document = `
      query Q { echo mine: flightList { id ...F ... on Flight @skip(if: true) { next { ...F } } } more __typename }
      fragment F on Flight { crewList { who: name } }`
    const report = scopesOf(document, SCHEMA)
    assert.deepEqual(report.needs, [
      { operation: 'Q', path: 'mine', scopes: ['flight:read', 'trip:read'] },
      { operation: 'Q', path: 'mine.crewList', scopes: ['crew:read'] },
      { operation: 'Q', path: 'mine.next.crewList', scopes: ['crew:read'] },
      { operation: 'Q', path: 'more', scopes: ['more:read'] },
    ])
    assert.deepEqual(report.scopes, ['crew:read', 'flight:read', 'more:read', 'trip:read'])
    assert.deepEqual(report.conditional, [])
  })

  test('a document of nodes without scopes needs no scope', () => {
    assert.deepEqual(scopesOf('{ echo talk __schema { types { name } } }', SCHEMA).scopes, [])
  })

  test('an argument that needs a scope is named', () => {
    assert.deepEqual(
      needs('{ flightList(filter: { nested: [{ crewMemberId: 1 }, { page: { first: 1 } }] }) { id } }'),
      {
        flightList: 'flight:read trip:read',
        'flightList(filter).nested.crewMemberId': 'crew:read',
      },
    )
  })

  test('enum values with scopes of their own are listed one by one', () => {
    assert.deepEqual(needs('{ flightList(kindList: [CREW]) { id } }')['flightList(kindList)'], 'crew:read')
    assert.deepEqual(needs('{ flightList(kindList: FLIGHT) { id } }')['flightList(kindList)'], undefined)
  })

  test("a variable's value decides its scopes, and unknown values are listed separately", () => {
    const document = 'query($f: Filter, $k: [Kind!]) { flightList(filter: $f, kindList: $k) { id } }'
    const unknown = scopesOf(document, SCHEMA)
    assert.deepEqual(unknown.scopes, ['flight:read', 'trip:read'])
    assert.deepEqual(
      unknown.conditional.map(({ path, variable, scopes }) => [path, variable, scopes.join(' ')]),
      [
        ['flightList(filter).crewMemberId', 'f', 'crew:read'],
        ['flightList(kindList)', 'k', 'crew:read'],
      ],
    )
    const given = { f: { nested: [{ crewMemberId: '1' }] }, k: ['FLIGHT'] }
    assert.deepEqual(needs(document, { variables: given }), {
      flightList: 'flight:read trip:read',
      'flightList(filter).nested.crewMemberId': 'crew:read',
    })
    assert.deepEqual(scopesOf(document, SCHEMA, { variables: {} }).scopes, ['flight:read', 'trip:read'])
  })

  test("a variable's default counts unless a value replaces it", () => {
    const document = 'query($f: Filter = { crewMemberId: 1 }) { flightList(filter: $f) { id } }'
    const path = 'flightList(filter).crewMemberId'
    assert.equal(needs(document)[path], 'crew:read')
    assert.equal(needs(document, { variables: {} })[path], 'crew:read')
    assert.equal(needs(document, { variables: { f: {} } })[path], undefined)
  })

  test('the scopes of one named operation can be listed', () => {
    const document = 'query A { more } mutation B { flightUpdate { id } }'
    assert.deepEqual(scopesOf(document, SCHEMA).scopes, ['flight:write', 'more:read'])
    assert.deepEqual(scopesOf(document, SCHEMA, { operationName: 'B' }).scopes, ['flight:write'])
    assert.throws(() => scopesOf(document, SCHEMA, { operationName: 'C' }), SchemaMismatch)
  })

  const mismatches: Record<string, RegExp> = {
    '{ nothing }': /Root has no field nothing/,
    '{ flightList { nothing } }': /Flight has no field nothing \(at flightList.nothing\)/,
    '{ echo(nothing: 1) }': /no argument nothing/,
    '{ flightList(filter: { nothing: 1 }) { id } }': /Filter has no field nothing/,
    '{ ...F }': /no fragment F/,
    '{ ...F } fragment F on Root { ...F }': /leads back to itself/,
    'subscription { a }': /has no subscription/,
    'fragment F on Root { id }': /no operation/,
  }
  for (const [document, message] of Object.entries(mismatches)) {
    test(`${document} is refused: ${message.source}`, () => {
      assert.throws(
        () => scopesOf(document, SCHEMA),
        (error) => error instanceof SchemaMismatch && message.test(error.message),
      )
    })
  }

  test('exponential fragments throw an error instead of running for hours', () => {
    const levels = Array.from(
      { length: 30 },
      (_, i) => `fragment F${i} on Flight { a: next { ...F${i + 1} } b: next { ...F${i + 1} } }`,
    )
    const document = `{ flightList { ...F0 } } ${levels.join(' ')} fragment F30 on Flight { id }`
    assert.throws(() => scopesOf(document, SCHEMA), SchemaMismatch)
  })

  test('a field named like a member of Object.prototype is unknown', () => {
    assert.throws(() => scopesOf('{ constructor }', SCHEMA), SchemaMismatch)
    assert.throws(() => scopesOf('{ flightList(toString: 1) { id } }', SCHEMA), SchemaMismatch)
  })

  test('a text that is not scopes.json is refused', () => {
    for (const text of [
      'type Query { a: Int }',
      '{}',
      '[]',
      'null',
      '{"operations":{},"types":{"A":null},"inputs":{}}',
    ]) {
      assert.throws(() => scopesOf('{ a }', text), NotScopes, text)
    }
  })
})
