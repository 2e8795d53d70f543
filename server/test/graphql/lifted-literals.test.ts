/**
 * Literals are lifted out of a text so that texts which differ only in literals share one operation. The response must
 * equal that of graphql-js for the original text: the first time, repeated, and compiled.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { type ExecutionResult, execute, GraphQLError, parse, validate } from 'graphql'
import { NO_SCOPES } from '../../src/domain/scopes.ts'
import { newContext, type QueryContext, type Surroundings } from '../../src/graphql/context.ts'
import { shapeOf } from '../../src/graphql/operation/document-shape.ts'
import { OperationCache, type PreparedOperation } from '../../src/graphql/operation/operation-cache.ts'
import { QueryService } from '../../src/graphql/query-service.ts'
import { WorkMeter } from '../../src/graphql/work-meter.ts'
import type { Principal } from '../../src/services/principal.ts'
import { OwnBudget } from '../../src/services/usage/own-budget.ts'
import { argumentSchema } from '../support/argument-schema.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { prepareIn } from '../support/prepared-operation.ts'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

/** The response of graphql-js to a text with its variables. */
const asItStands = async (text: string, variables: object, operationName: string | null): Promise<ExecutionResult> => {
  try {
    const document = parse(text)
    const errors = validate(argumentSchema, document, undefined, { maxErrors: 20 })
    if (errors.length > 0) return { errors }
    const variableValues = variables as Record<string, unknown>
    return await execute({ schema: argumentSchema, document, variableValues, operationName })
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [error] }
    throw error
  }
}

const withoutSuggestion = (message: string): string => message.replace(/ Did you mean .*$/s, '')

let server: TestServer
let at: TestTenant
before(async () => {
  server = await startServer('sqlite')
  at = (await server.operator('alpine')).production
})
after(() => server.close())

/** The real service on the schema of arguments, with a new caller's budget each time. */
let callers = 0
const newService = () => {
  const queries = new QueryService(argumentSchema, new OwnBudget(server.world), (error) => assert.fail(String(error)))
  const principal = { tenantId: at.tenant.tenantId, actorKey: `caller-${callers++}`, scopes: NO_SCOPES } as Principal
  const surroundings = { world: server.world } as Surroundings
  return (query: string, variables = {}, operationName: string | null = null) => {
    const context = newContext(surroundings, {
      tenant: at.tenant,
      principal,
      requestId: 'req_test',
      address: null,
      lifetime: null,
    })
    return queries.answer(context, { query, variables, operationName })
  }
}

type Service = ReturnType<typeof newService>

/** The arguments that `show` was given. */
const shown = ({ body }: { body: string }): Record<string, unknown> => JSON.parse(JSON.parse(body).data.show)

/** Fields are compared when all else is valid, so that hostile documents are refused with little work. */
const comparable = (errors: readonly GraphQLError[]): readonly GraphQLError[] => {
  const others = errors.filter(({ message }) => !message.includes(' conflict because '))
  return others.length > 0 ? others : errors
}

const sameAsItStands = async (service: Service, text: string, variables = {}, operationName: string | null = null) => {
  const expected = await asItStands(text, variables, operationName)
  const { kind, body } = await service(text, variables, operationName)
  const answered = JSON.parse(body) as { data?: unknown; errors?: { message: string; locations?: unknown }[] }
  assert.doesNotMatch(body, /__literal/, 'told in the words of the text')
  assert.deepEqual(
    answered.data,
    expected.data === undefined ? undefined : JSON.parse(JSON.stringify(expected.data)),
    text,
  )
  assert.equal(kind === 'answered', expected.data !== undefined, `${kind}: ${text}`)
  if (kind === 'graphql_validation_failed' || kind === 'graphql_parse_failed') {
    assert.deepEqual(
      answered.errors?.map(({ message, locations }) => ({ message, locations })),
      comparable(expected.errors ?? []).map(({ message, locations }) => ({
        message: withoutSuggestion(message),
        locations: locations && JSON.parse(JSON.stringify(locations)),
      })),
    )
  }
}

/** As GraphQL spells them: plain, escaped one way or another, or as a block. */
const stringLiteral = (): fc.Arbitrary<string> => {
  const text = fc
    .oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('', '"', '\\', '\n', '\t', '{', '#', '2026-11-15'),
    )
    .filter((value) => !value.includes('\0'))
  const escapedUnits = (value: string) =>
    value.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  const escapedPoints = (value: string) =>
    [...value].map((point) => `\\u{${point.codePointAt(0)?.toString(16)}}`).join('')
  return fc.oneof(
    text.map((value) => JSON.stringify(value)),
    text.map((value) => `"${escapedUnits(value)}"`),
    text.map((value) => `"${escapedPoints(value)}"`),
    text.map((value) => `"""\n  ${value.replaceAll('"""', '\\"""').replaceAll('\\', ' ')}\n    x """`),
  )
}

const digits = (most: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: most })
const intLiteral = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.integer().map(String),
    fc.constantFrom('0', '-0', '2147483647', '2147483648', '-2147483648', '-2147483649', '9007199254740993'),
    digits(60).map((text) => text.replace(/^0+(?=.)/, '')),
  )
const floatLiteral = (): fc.Arbitrary<string> =>
  fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value.toExponential()),
    fc.constantFrom('0.0', '-0.0', '1.5', '1e3', '1E-7', '-2.50', '1e400', '1.0'),
  )

/** A value with its numbers and strings left open, so that texts of one shape can be made of it. */
type Template = string
const leaf = fc.constantFrom<Template>('«Int»', '«Float»', '«String»')
const other = fc.constantFrom<Template>('null', 'true', 'RED', 'BLUE', 'PINK', '$count', '$text', '[]', '{}')
const { value } = fc.letrec<{ value: Template; list: Template; object: Template }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, { weight: 4, arbitrary: leaf }, other, tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
  object: fc
    .uniqueArray(fc.tuple(fc.constantFrom('text', 'count', 'ratio', 'id', 'color', 'anyOf'), tie('value')), {
      selector: ([name]) => name,
      maxLength: 4,
    })
    .map((fields) => `{${fields.map(([name, given]) => `${name}: ${given}`).join(' ')}}`),
}))

/** Values that fit their type and, sometimes, ones that do not. */
const FITTING: Readonly<Record<string, readonly Template[]>> = {
  text: ['«String»', '$text', 'null'],
  count: ['«Int»', '$count'],
  ratio: ['«Int»', '«Float»'],
  id: ['«Int»', '«String»', '$text'],
  yes: ['true', 'false'],
  color: ['RED', 'BLUE'],
  day: ['"2026-11-15"', '«String»'],
  counts: ['[«Int», «Int»]', '«Int»', '[«Int», null]', '[$count]'],
  texts: ['[[«String»], «String»]', '«String»', '[]'],
  filter: [
    '{text: «String», count: «Int»}',
    '{anyOf: {id: «Int»}}',
    '{anyOf: [{ratio: «Float»}, {color: GREEN}]}',
    '{}',
  ],
  needed: ['«String»'],
}
const argument = fc
  .constantFrom(...Object.keys(FITTING))
  .chain((name) =>
    fc
      .oneof({ weight: 9, arbitrary: fc.constantFrom(...(FITTING[name] ?? [])) }, { weight: 1, arbitrary: value })
      .map((given) => [name, given] as const),
  )
const call = fc
  .uniqueArray(argument, { selector: ([name]) => name, maxLength: 4 })
  .map((given) => (given.length === 0 ? 'show' : `show(${given.map(([name, item]) => `${name}: ${item}`).join(', ')})`))

const VARIABLES = '$text: String, $count: Int = 3'
const USED = 'used: show(text: $text, count: $count)'
const documentTemplate = fc.oneof(
  fc.tuple(call, call).map(([a, b]) => `query Q(${VARIABLES}) { ${USED} a: ${a} b: ${b} }`),
  fc.tuple(call, call).map(([a, b]) => `query Q(${VARIABLES}) { ${USED} ${a} ${b} }`),
  fc
    .tuple(call, call)
    .map(([a, b]) => `query Q(${VARIABLES}) { ${USED} again { a: ${a} ...F } } fragment F on Query { b: ${b} }`),
  call.map((a) => `query P { show } query Q(${VARIABLES}) { ${USED} a: ${a} }`),
  call.map(
    (a) => `query Q(${VARIABLES}, $no: Boolean = false) { ${USED} ... @include(if: true) { a: ${a} @skip(if: $no) } }`,
  ),
  fc
    .tuple(intLiteral(), call)
    .map(([dflt, a]) => `query Q($text: String = "x", $count: Int = ${dflt}) { ${USED} a: ${a} }`),
)

const literals = fc.record({
  Int: fc.array(intLiteral(), { minLength: 6, maxLength: 6 }),
  Float: fc.array(floatLiteral(), { minLength: 4, maxLength: 4 }),
  String: fc.array(stringLiteral(), { minLength: 6, maxLength: 6 }),
})

const filled = (template: Template, given: Readonly<Record<string, readonly string[]>>): string => {
  const next: Record<string, number> = {}
  return template.replace(/«(\w+)»/g, (_, kind: string) => {
    next[kind] = (next[kind] ?? -1) + 1
    const list = given[kind] ?? []
    return list[(next[kind] ?? 0) % list.length] ?? ''
  })
}

const variables = fc.constantFrom<object>(
  {},
  { text: 'é"\n', count: 5 },
  { text: null },
  { count: 'five' },
  { __literal0: 'x' },
)

describe('texts with different literals', () => {
  test('a text with literals gets the response of graphql-js: first, repeated, and compiled', async () => {
    const property = fc.asyncProperty(
      documentTemplate,
      fc.array(literals, { minLength: 3, maxLength: 3 }),
      variables,
      async (template, variants, given) => {
        const service = newService()
        const texts = variants.map((variant) => filled(template, variant))
        for (const text of [...texts, ...texts]) await sameAsItStands(service, text, given, 'Q')
      },
    )
    await fc.assert(property, { numRuns: 150 })
  })

  test('texts share one shape if they differ only in argument literals', () => {
    const same = (a: string, b: string) => shapeOf(a, new WorkMeter()).key === shapeOf(b, new WorkMeter()).key
    assert.ok(same('{ show(text: "a", count: 1) }', '{ show(text: "b", count: 2) } # and a comment'))
    assert.ok(same('{ show(text: "a") }', '{ show(text: """a block\n\n  of lines""") }'))
    assert.ok(same('{ show(filter: {anyOf: [{id: 1}]}) }', '{show(filter:{anyOf:[{id:99999999999999999999}]})}'))
    assert.ok(!same('{ show(color: RED) }', '{ show(color: BLUE) }'))
    assert.ok(!same('{ show(count: 1) }', '{ show(count: "1") }'))
    assert.ok(!same('{ show(ratio: 1) }', '{ show(ratio: 1.0) }'))
    assert.ok(!same('query($n: Int = 1) { show(count: $n) }', 'query($n: Int = 2) { show(count: $n) }'))
    assert.ok(!same('{ show @include(if: "a") }', '{ show @include(if: "b") }'))
    assert.ok(!same('{ a: show }', '{ b: show }'))
  })

  test('an ID written as a number keeps every digit', async () => {
    const service = newService()
    for (const digitCount of [1, 9, 15, 16, 17, 40, 200]) {
      const id = '9'.repeat(digitCount)
      for (let round = 0; round < 3; round++) await sameAsItStands(service, `{ show(id: ${id}, filter: {id: -${id}}) }`)
      assert.equal(shown(await service(`{ show(id: ${id}) }`)).id, id)
    }
  })

  test('the same field twice conflicts with different literals, not with equal ones', async () => {
    const service = newService()
    for (const [a, b] of [
      ['1', '1'],
      ['1', '2'],
      ['2', '2'],
      ['1', '2'],
      ['3', '3'],
    ]) {
      const text = `{ show(count: ${a}) show(count: ${b}) }`
      await sameAsItStands(service, text)
      const answer = await service(text)
      if (a === b) assert.equal(shown(answer).count, Number(a))
      else assert.match(answer.body, /Fields \\"show\\" conflict because they have differing arguments/)
    }
  })

  test('the named operation of several runs', async () => {
    const service = newService()
    for (const name of ['A', 'B', 'A', 'B', null, 'C']) {
      for (const count of [1, 2, 3]) {
        const text = `query A { show(count: ${count}) } query B { show(text: "b${count}") }`
        const answer = await service(text, {}, name)
        if (name === 'A') assert.equal(shown(answer).count, count)
        else if (name === 'B') assert.equal(shown(answer).text, `b${count}`)
        else assert.equal(answer.kind, 'graphql_validation_failed')
      }
    }
  })
})

describe('literals of the wrong type', () => {
  const misfits: [fits: string, misfit: string, words: RegExp][] = [
    [
      '{ show(count: 1) }',
      '{ show(count: 3000000000) }',
      /Int cannot represent non 32-bit signed integer value: 3000000000/,
    ],
    ['{ show(day: "2026-11-15") }', '{ show(day: "tomorrow") }', /A Date is a calendar day/],
    [
      '{ show(filter: {count: 1}) }',
      '{ show(filter: {count: -9999999999}) }',
      /non 32-bit signed integer value: -9999999999/,
    ],
    ['{ show(counts: [1, 2]) }', '{ show(counts: [1, 2147483648]) }', /2147483648/],
  ]

  test('an error about a literal quotes the original text, even when its shape is cached', async () => {
    for (const [fits, misfit, words] of misfits) {
      const service = newService()
      for (const text of [misfit, fits, fits, misfit, fits, misfit]) await sameAsItStands(service, text)
      const { kind, body } = await service(misfit)
      assert.equal(kind, 'graphql_validation_failed')
      assert.match(body, words)
      const [error] = (JSON.parse(body) as { errors: { locations: unknown }[] }).errors
      const digits = /-?\d{9,}|"tomorrow"/.exec(misfit)
      assert.deepEqual(error?.locations, [{ line: 1, column: (digits?.index ?? 0) + 1 }], misfit)
    }
  })

  test('an error about a variable names that variable, even beside valid literals', async () => {
    const service = newService()
    const query = 'query($n: Int) { show(text: "a", count: $n) }'
    for (let round = 0; round < 3; round++) {
      const { kind, body } = await service(query, { n: 'many' })
      assert.equal(kind, 'bad_user_input')
      assert.match(body, /Variable \\"\$n\\" got invalid value \\"many\\"/)
      assert.doesNotMatch(body, /__literal/)
    }
  })

  test('a client cannot refer to a lifted literal as a variable', async () => {
    const service = newService()
    for (let round = 0; round < 3; round++) {
      assert.equal(shown(await service('{ show(text: "mine") }', { __literal0: 'stolen' })).text, 'mine')
      await sameAsItStands(service, 'query($__literal0: String) { show(text: $__literal0, id: "x") }', {
        __literal0: 'y',
      })
    }
  })
})

describe('the cache of operations', () => {
  const run = ({ operation, literals }: PreparedOperation) => {
    const meter = new WorkMeter()
    const inputs = operation.inputsOf({}, literals, meter)
    return operation.run({} as QueryContext, inputs, operation.argumentsOf(inputs, meter), meter)
  }

  test('the cache stays within its byte limit, whether or not texts share a shape', async () => {
    const bytes = { shapes: 400_000, documents: 400_000, texts: 400_000, refusals: 400_000 }
    const cache = new OperationCache(argumentSchema, bytes)
    const kinds = [
      (index: number) => `{ show(count: ${index}) }`,
      (index: number) => `{ a${index}: show(count: ${index}) }`,
      (index: number) => `{ show(count: ${index}) show(count: ${index}) }`,
      (index: number) => `{ a${index}: show }`,
    ]
    for (const kind of kinds) {
      for (let index = 0; index < 300; index++) {
        for (let round = 0; round < 2; round++) {
          await run(prepareIn(cache, kind(index)))
          assert.ok(cache.bytes <= 4 * 400_000, `${cache.bytes} bytes`)
        }
      }
    }
    assert.ok(cache.bytes > 400_000, 'and it does hold something')
  })

  test('a shape that was met once goes when others come, and stays from its second sight on', () => {
    const cache = new OperationCache(argumentSchema)
    const meetOthers = (name: string) => {
      for (let index = 0; index < 100; index++) prepareIn(cache, `{ ${name}${index}: show(count: 1) }`)
    }
    prepareIn(cache, '{ show(count: 1) }')
    meetOthers('a')
    assert.equal(cache.find('{ show(count: 1) }', null), null)
    const { operation } = prepareIn(cache, '{ show(count: 2) }')
    meetOthers('b')
    assert.equal(prepareIn(cache, '{ show(count: 1) }').operation, operation)
  })

  test('a shape that takes more than a 32nd of the cache is kept by nothing', () => {
    const cache = new OperationCache(argumentSchema, { shapes: 32, documents: 1e6, texts: 1e6, refusals: 1e6 })
    for (let round = 0; round < 3; round++) prepareIn(cache, '{ show(count: 1) }')
    assert.equal(cache.find('{ show(count: 1) }', null), null)
    assert.equal(cache.bytes, 0)
  })

  test('a cached text is prepared once, and texts of one shape share an operation', () => {
    const cache = new OperationCache(argumentSchema)
    const first = prepareIn(cache, '{ show(count: 1) }')
    assert.equal(prepareIn(cache, '{ show(count: 1) }').operation, first.operation)
    assert.equal(prepareIn(cache, '{ show(count: 2) }').operation, first.operation)
    assert.deepEqual(prepareIn(cache, '{ show(count: 2) }').literals, [2])
    const doubled = prepareIn(cache, '{ show(count: 1) show(count: 1) }')
    assert.deepEqual(doubled.literals, [])
    assert.equal(prepareIn(cache, '{ show(count: 1) show(count: 1) }').operation, doubled.operation)
  })
})
