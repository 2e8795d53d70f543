/** Compares our small document reader with graphql-js. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parse, stripIgnoredCharacters } from 'graphql'
import type { DocumentNode } from '../../src/document/ast.ts'
import { parseDocument } from '../../src/document/parse-document.ts'
import { printDocument } from '../../src/document/print-document.ts'
import { isRepeatable } from '../../src/document/repeatable.ts'
import { GraphQLSyntaxError } from '../../src/document/tokens.ts'

const DOCUMENTS = [
  '{ a }',
  'query { a b, c }',
  'query Q($a: Int = 3, $b: [String!]! = ["x", "y"], $c: In = {d: {e: null}} @dep) @live { a(b: $b, c: {d: $a}) }',
  'mutation M { one: a(input: {x: 1.5e-3, y: -0, z: true, w: false, v: null, u: ENUM}) { b } }',
  'subscription S { a }',
  '{ ...F ... on T @skip(if: true) { b } ... { c } ... @include(if: $x) { d } } fragment F on T @x(y: 1) { e { f } }',
  '# comment\n\uFEFF{ a # another\n }',
  '{ a(s: "q\\" b\\\\ n\\n u\\u00e9 U\\u{1F600} t\\t") }',
  '{ a(s: """\n    block\n      deeper \\""" quote\n\n    end\n  """) }',
  '{ a(s: """one line""", t: """""", u: "") }',
  '{ on fragment query mutation type input: schema }',
  'query query { fragment(on: on) { type } }',
  '{ a(list: [], object: {}, nested: [[1, 2], [{x: [$v]}]]) }',
]

/** A node without what has no meaning: places, absent parts, and how a string was quoted. */
const meaning = (node: unknown): unknown =>
  JSON.parse(
    JSON.stringify(node, (key, value) => {
      const isAbsent = Array.isArray(value) && value.length === 0 && key !== 'values' && key !== 'fields'
      return key === 'loc' || key === 'block' || isAbsent ? undefined : value
    }),
  )

const WRONG = [
  '',
  ' ',
  '{',
  '{ }',
  'query',
  '{ a(b: ) }',
  '{ a(b: "x) }',
  '{ a(b: """x) }',
  'fragment F { a }',
  '{ a: }',
  '} {',
  '{ a ? }',
  '{ ... }',
  'query ($a) { a }',
  '{ a(b: 01) }',
  '{ a(b: 1x) }',
  '{ a }}',
  'hello { a }',
]

describe('documents', () => {
  for (const text of DOCUMENTS) {
    test(`${text.slice(0, 60).replaceAll('\n', ' ')} is parsed as graphql-js parses it`, () => {
      const theirs = meaning(parse(text))
      assert.deepEqual(meaning(parseDocument(text)), theirs)
      assert.deepEqual(meaning(parse(printDocument(parseDocument(text)))), theirs, 'and printed to mean the same')
      assert.deepEqual(meaning(parse(printDocument(parse(text) as unknown as DocumentNode))), theirs)
    })
  }

  for (const text of WRONG) {
    test(`${JSON.stringify(text)} is refused, as graphql-js refuses it`, () => {
      assert.throws(() => parse(text))
      assert.throws(() => parseDocument(text), GraphQLSyntaxError)
    })
  }

  test('a syntax error has its line and column', () => {
    assert.throws(
      () => parseDocument('{\n  a(b: )\n}'),
      (error) => error instanceof GraphQLSyntaxError && error.line === 2 && error.column === 8,
    )
  })

  test('whitespace and comments are ignored', () => {
    for (const text of DOCUMENTS) {
      assert.equal(printDocument(parseDocument(stripIgnoredCharacters(text))), printDocument(parseDocument(text)))
    }
  })
})

describe('documents that may be sent twice', () => {
  const cases: [boolean, string, Record<string, unknown>?][] = [
    [true, '{ a }'],
    [true, 'query Q { a }'],
    [false, 'mutation { a }'],
    [true, 'mutation { a(idempotencyKey: "k") }'],
    [false, 'mutation { a(idempotencyKey: "") }'],
    [false, 'mutation { a(idempotencyKey: null) }'],
    [false, 'mutation { a(idempotencyKey: "k") b }'],
    [true, 'mutation { a(idempotencyKey: "k") b(idempotencyKey: "l") }'],
    [false, 'mutation($k: String) { a(idempotencyKey: $k) }'],
    [true, 'mutation($k: String) { a(idempotencyKey: $k) }', { k: 'x' }],
    [true, 'mutation($k: String = "d") { a(idempotencyKey: $k) }'],
    [false, 'mutation($k: String = "d") { a(idempotencyKey: $k) }', { k: null }],
    [false, 'mutation { ...F } fragment F on Mutation { a }'],
    [true, 'mutation { ...F } fragment F on Mutation { a(idempotencyKey: "k") }'],
    [false, 'mutation { ... { a } }'],
    [false, 'subscription { a }'],
  ]
  for (const [expected, text, variables = {}] of cases) {
    test(`a document ${expected ? 'may' : 'may not'} be sent twice: ${text} ${JSON.stringify(variables)}`, () => {
      assert.equal(isRepeatable(parseDocument(text), undefined, variables), expected)
    })
  }

  test('the named operation decides whether a document may be sent twice', () => {
    const document = parseDocument('query Q { a } mutation M { b }')
    assert.equal(isRepeatable(document, 'Q', {}), true)
    assert.equal(isRepeatable(document, 'M', {}), false)
    assert.equal(isRepeatable(document, 'X', {}), false)
  })

  test('a fragment that refers to itself does not loop', () => {
    const document = parseDocument('mutation { ...F } fragment F on Mutation { ...F a }')
    assert.equal(isRepeatable(document, undefined, {}), false)
  })
})
