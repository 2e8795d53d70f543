/**
 * Hostile documents are refused before execution, after a bounded amount of work (threats row 39). The bound is
 * measured in tokens lexed and selections visited: nothing beyond the limit is read.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { type DocumentNode, getIntrospectionQuery, Kind, parse, visit } from 'graphql'
import type { FailureCode } from '../../src/domain/error-catalogue.ts'
import { Failure } from '../../src/domain/failure.ts'
import {
  MAX_QUERY_ALIASES,
  MAX_QUERY_DEPTH,
  MAX_QUERY_DIRECTIVES,
  MAX_QUERY_EXPANDED_SELECTIONS,
  MAX_QUERY_ROOT_FIELDS,
  MAX_QUERY_TOKENS,
} from '../../src/domain/limits.ts'
import type { QueryContext } from '../../src/graphql/context.ts'
import type { Plan } from '../../src/graphql/execution/plan.ts'
import { costPlan } from '../../src/graphql/operation/cost-plan.ts'
import { shapeOf } from '../../src/graphql/operation/document-shape.ts'
import { wholePlan } from '../../src/graphql/operation/operation.ts'
import { OperationCache } from '../../src/graphql/operation/operation-cache.ts'
import { checkQueryLimits } from '../../src/graphql/operation/query-limits.ts'
import { buildSchema } from '../../src/graphql/schema.ts'
import { WorkMeter } from '../../src/graphql/work-meter.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { prepareIn } from '../support/prepared-operation.ts'
import { statementsDuring } from '../support/statements.ts'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const repeated = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ')

const failsWith = (code: FailureCode, words: RegExp) => (error: unknown) =>
  error instanceof Failure && error.code === code && words.test(error.message)

/** Each fragment spreads the next one twice, so the selection doubles with every line. */
const bomb = (lines: number, type: string, core: string): string =>
  [
    ...Array.from({ length: lines }, (_, line) => `fragment F${line} on ${type} { ...F${line + 1} ...F${line + 1} }`),
    `fragment F${lines} on ${type} { ${core} }`,
  ].join(' ')

/** Each fragment nests the next one under several fields, so the selection multiplies with every level. */
const nestedBomb = (width: number): string =>
  `{ operator { ...O } } fragment O on Operator { ${repeated(width, (at) => `b${at}: baseList { ...A }`)} }
   fragment A on Airport { ${repeated(width, (at) => `r${at}: runwayList { ...R }`)} } fragment R on Runway { ident }`

const HOSTILE: Readonly<Record<string, string>> = {
  '10,000 aliases': `{ ${repeated(10_000, (at) => `a${at}: __typename`)} }`,
  'depth 1,000': `{ ${'operator { '.repeat(1000)} name ${'} '.repeat(1000)} }`,
  'depth 1,000 of a list': `{ contactList(kindList: ${'['.repeat(1000)}${']'.repeat(1000)}) { __typename } }`,
  '1 MB of tokens': `{ ${'a '.repeat(500_000)} }`,
  '1 MB of brackets': '{'.repeat(1_000_000),
  '10,000 directives': `{ echo(text: "a") ${'@skip(if: false) '.repeat(1_600)} }`,
  'a fragment cycle': '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
  'a fragment that spreads itself': '{ ...A } fragment A on Query { operator { name } ...A }',
  'a fragment bomb': `{ operator { ...F0 } } ${bomb(20, 'Operator', 'name')}`,
  'a fragment bomb beyond every number': `{ ...F0 } ${bomb(1_200, 'Query', 'operator { name }')}`,
  'a fragment bomb that is only sent along': `{ operator { name } } ${bomb(20, 'Operator', 'name')}`,
  'introspection without end': `{ __schema { types { ${'fields { type { '.repeat(4)} name ${'} } '.repeat(4)} } } }`,
  'introspection multiplied by aliases': `{ __schema { types { ...F } } } fragment F on __Type { ${repeated(20, (at) => `a${at}: fields { type { ...G } }`)} } fragment G on __Type { ${repeated(20, (at) => `b${at}: fields { name }`)} }`,
}

const AUTHENTICATION = /^select [^;]* from "(tenant|refresh_token)" /

describe('hostile documents at the query endpoint', () => {
  let server: TestServer
  let at: TestTenant
  let token: string
  before(async () => {
    server = await startServer('sqlite')
    at = (await server.operator('alpine')).production
    token = await at.accessToken()
    await at.query(token, '{ __typename }')
  })
  after(() => server.close())
  // Documents of many tokens are charged for; each test begins with a full bucket.
  beforeEach(() => server.clock.advanceSeconds(20))

  for (const [what, query] of Object.entries(HOSTILE)) {
    test(`${what}: refused with 4xx, and the only store read is the token's`, async () => {
      const sent = await statementsDuring(async () => {
        const answer = await at.query(token, query, { accept: 'application/graphql-response+json' })
        assert.equal(answer.status, 400, answer.body.slice(0, 300))
        assert.doesNotMatch(answer.body, /"data"/)
      })
      assert.deepEqual(
        sent.filter((statement) => !AUTHENTICATION.test(statement)),
        [],
      )
    })
  }

  test('deep fragments that select little are answered', async () => {
    for (const query of [`{ ...F0 } ${bomb(8, 'Query', 'echo(text: "boom")')}`, nestedBomb(8)]) {
      assert.equal((await at.query(token, query)).status, 200)
    }
  })

  test('fragment cycles and bombs are refused as limits with 400 for every media type', async () => {
    for (const [query, words] of [
      [HOSTILE['a fragment cycle'], /15 levels, for fragment A spreads itself/],
      [HOSTILE['a fragment that spreads itself'], /15 levels, for fragment A spreads itself/],
      [HOSTILE['a fragment bomb'], /10000 selections, its fragments written out/],
    ] as const) {
      for (const accept of ['application/json', 'application/graphql-response+json']) {
        const answer = await at.query(token, query ?? '', { accept })
        assert.equal(answer.status, 400, answer.body.slice(0, 300))
        assert.match(answer.body, /"LIMIT_EXCEEDED"/)
        assert.match(answer.body, words)
      }
    }
  })

  test('a field repeated within the token limit is answered once', async () => {
    for (const count of [998, 1001, 9_990]) {
      const answer = await at.query(token, `{ operator { ${'name '.repeat(count)} } }`)
      assert.equal(answer.status, 200, answer.body.slice(0, 300))
      assert.deepEqual(answer.json<{ data: object }>().data, { operator: { name: 'Operator alpine' } })
    }
    const lists = `{ operator { ${'baseList { name iCAO } baseList { name } ...O ...O '.repeat(700)} } }
      fragment O on Operator { operatorId }`
    const answer = await at.query(token, lists)
    assert.deepEqual(answer.json<{ data: object }>().data, { operator: { baseList: [], operatorId: 'alpine' } })
  })

  test('a field repeated with contradicting arguments is refused', async () => {
    const words = {
      '{ operator { name name name: operatorId } }': /name\\" conflict/,
      '{ operator { name name { x } name } }': /must not have a selection/,
      '{ operator { baseList { name } baseList } }': /must have a selection of subfields/,
    }
    for (const [query, told] of Object.entries(words)) assert.match((await at.query(token, query)).body, told)
  })

  test('ordinary documents, full introspection included, stay far below every limit', async () => {
    const query = getIntrospectionQuery({ inputValueDeprecation: true, schemaDescription: true, specifiedByUrl: true })
    for (let round = 0; round < 2; round++) {
      const answer = await at.query(token, query)
      assert.equal(answer.status, 200, answer.body.slice(0, 300))
      assert.ok(answer.body.includes('"ContactPage"'))
    }
  })
})

describe("the lexer's limits", () => {
  // After the limit follows text on which every lexer fails.
  const UNREADABLE = ' "unterminated'

  test(`the lexer stops after ${MAX_QUERY_TOKENS} tokens`, () => {
    const tokens = (count: number) => `{ ${'a '.repeat(count - 2)}}`
    assert.equal(shapeOf(tokens(MAX_QUERY_TOKENS), new WorkMeter()).literals.length, 0)
    const open = `{ ${'a '.repeat(MAX_QUERY_TOKENS)}`
    assert.throws(() => shapeOf(open + UNREADABLE, new WorkMeter()), failsWith('limit_exceeded', /10000 tokens/))
    assert.throws(
      () => shapeOf(`{ ${'a '.repeat(10)}${UNREADABLE}`, new WorkMeter()),
      /Syntax Error: Unterminated string/,
    )
  })

  test('a name of more than 128 characters is refused, because each record would repeat it', () => {
    assert.doesNotThrow(() => shapeOf(`{ ${'a'.repeat(128)}: b }`, new WorkMeter()))
    assert.throws(
      () => shapeOf(`{ ${'a'.repeat(129)}: b }`, new WorkMeter()),
      failsWith('limit_exceeded', /128 characters/),
    )
  })

  test('the lexer stops at the limit of nested brackets of any kind', () => {
    for (const bracket of ['{', '[', '(']) {
      const open = `{ a ${bracket.repeat(100)}`
      assert.throws(
        () => shapeOf(open + UNREADABLE, new WorkMeter()),
        failsWith('limit_exceeded', /nests more than 64 brackets/),
      )
    }
  })
})

describe('the limits of a document', () => {
  const check = (text: string): void => void checkQueryLimits(parse(text), new WorkMeter())
  const accepted = (text: string): void => assert.doesNotThrow(() => check(text))
  const refused = (text: string, words: RegExp): void =>
    assert.throws(() => check(text), failsWith('limit_exceeded', words))
  const nested = (levels: number): string => `${'{ a '.repeat(levels)}${'}'.repeat(levels)}`

  test('the operations of one document share the limit of selections', () => {
    const spread = (operations: number) =>
      `${repeated(operations, (at) => `query q${at} { ...F }`)} fragment F on Query { a { ${'b '.repeat(997)} } }`
    accepted(spread(10))
    refused(spread(11), /10000 selections, its fragments written out in every operation/)
  })

  test('document limits are exact: the limit passes, one more is refused', () => {
    accepted(nested(MAX_QUERY_DEPTH))
    refused(nested(MAX_QUERY_DEPTH + 1), /15 levels/)
    accepted(`{ b { ${repeated(MAX_QUERY_ALIASES, (at) => `a${at}: b`)} } }`)
    refused(`{ b { ${repeated(MAX_QUERY_ALIASES + 1, (at) => `a${at}: b`)} } }`, /200 aliases/)
    accepted(`{ ${repeated(MAX_QUERY_ROOT_FIELDS, (at) => `a${at}`)} }`)
    refused(`{ ${repeated(MAX_QUERY_ROOT_FIELDS + 1, (at) => `a${at}`)} }`, /50 root fields/)
    accepted(`{ a ${'@x '.repeat(MAX_QUERY_DIRECTIVES)} }`)
    refused(`{ a ${'@x '.repeat(MAX_QUERY_DIRECTIVES + 1)} }`, /50 directives/)
    const expanded = (count: number) => `{ b { ...F } } fragment F on T { ${'...G '.repeat(99)} ${'a '.repeat(count)} }
      fragment G on T { ${'a '.repeat(99)} }`
    accepted(expanded(MAX_QUERY_EXPANDED_SELECTIONS - 2 - 99 * 100))
    refused(expanded(MAX_QUERY_EXPANDED_SELECTIONS - 1 - 99 * 100), /10000 selections, its fragments written out/)
  })

  test('document limits count each fragment once', () => {
    const spread = (text: string) => `{ b { ...F } } fragment F on T { ${text} }`
    accepted(spread(repeated(MAX_QUERY_ALIASES, (at) => `a${at}: b`)))
    refused(spread(repeated(MAX_QUERY_ALIASES + 1, (at) => `a${at}: b`)), /200 aliases/)
    accepted(spread(nested(MAX_QUERY_DEPTH - 2).slice(1, -1)))
    refused(spread(nested(MAX_QUERY_DEPTH).slice(1, -1)), /15 levels/)
    const seven =
      '{ a { a { a { a { a { a { ...F } } } } } } } fragment F on T { a { a { a { a { a { a { a { ...G } } } } } } } }'
    accepted(`${seven} fragment G on T { a { a } }`)
    refused(`${seven} fragment G on T { a { a { a } } }`, /15 levels/)
    refused(`{ ...F } fragment F on T { ${repeated(MAX_QUERY_ROOT_FIELDS + 1, (at) => `a${at}`)} }`, /50 root fields/)
    refused(`{ b { ...F } } fragment F on T { c ...G } fragment G on T { c ${'@x '.repeat(51)} }`, /50 directives/)
    refused(`query Q ${'@x '.repeat(51)} { a }`, /50 directives/)
  })

  test('document limits also apply to operations and fragments that do not run', () => {
    refused(`query A { a } query B { b { ${repeated(MAX_QUERY_ALIASES + 1, (at) => `a${at}: b`)} } }`, /200 aliases/)
    refused(`{ a } fragment Unused on T { ${repeated(MAX_QUERY_ALIASES + 1, (at) => `a${at}: b`)} }`, /200 aliases/)
  })
})

describe('work per document', () => {
  /** The document, with the reads of its selection sets counted. */
  const counted = (text: string): { document: DocumentNode; readings: () => number; sets: number } => {
    let readings = 0
    let sets = 0
    const document = parse(text)
    visit(document, {
      SelectionSet: {
        leave(node) {
          sets++
          const { selections } = node
          Object.defineProperty(node, 'selections', {
            get: () => {
              readings++
              return selections
            },
          })
        },
      },
    })
    return { document, readings: () => readings, sets }
  }

  const planned = (document: DocumentNode): Plan => {
    const definition = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
    if (!definition) throw new Error('The document has no operation')
    const source = { schema: buildSchema(), document, definition, text: '', tokens: 0, places: null }
    return wholePlan(source, new WorkMeter())
  }

  const bombs: Readonly<Record<string, string>> = {
    'fragments that spread one another twice': `{ ...F0 } ${bomb(11, 'Query', 'operator { name }')}`,
    'fragments nested under many fields': nestedBomb(50),
    'many paths to one fragment': `{ operator { ${repeated(99, () => '...F')} } } fragment F on Operator { name }`,
  }

  for (const [what, text] of Object.entries(bombs)) {
    test(`${what}: every selection set is visited a bounded number of times, not once per path`, () => {
      const limits = counted(text)
      checkQueryLimits(limits.document, new WorkMeter())
      assert.ok(limits.readings() <= 2 * limits.sets, `${limits.readings()} readings of ${limits.sets} sets`)
      const walk = counted(text)
      const { all } = planned(walk.document)
      assert.ok(walk.readings() <= 2 * walk.sets, `${walk.readings()} readings of ${walk.sets} sets`)
      assert.ok(all.length <= text.length / 4)
    })
  }

  test('the cost of a fragment bomb is computed per field, not per path', () => {
    const text = `query($n: Int) { ${repeated(50, (at) => `x${at}: airportList(first: $n) { ...A }`)} } fragment A on Airport { runwayList { ident } }`
    const plan = planned(parse(text))
    const cost = costPlan(buildSchema(), plan, new WorkMeter())
    let asked = 0
    const readSize = (): number => {
      asked++
      return 2
    }
    const args = new Proxy({}, { get: (_target, name) => (name === 'first' ? readSize() : undefined) })
    const given = plan.all.map(() => args)
    assert.equal(cost(given, {} as QueryContext, new WorkMeter()), 1 + 50 * 2 * (1 + 10 * 1))
    assert.equal(asked, 50)
  })

  test('a document beyond a limit is refused before validation against the schema', () => {
    const cache = new OperationCache(buildSchema())
    assert.throws(
      () => prepareIn(cache, `{ ${repeated(60, (at) => `unknown${at}`)} }`),
      failsWith('limit_exceeded', /root fields/),
    )
  })
})
