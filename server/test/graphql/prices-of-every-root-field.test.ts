/** What every root field of all three graphs costs before it runs (ADR 109): nothing that takes work is free. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type GraphQLField, type GraphQLSchema, getNamedType, isInputObjectType, isObjectType } from 'graphql'
import { MAX_COST_PER_REQUEST, MAX_QUERY_ROOT_FIELDS, PASSWORD_COST } from '../../src/domain/limits.ts'
import type { QueryContext } from '../../src/graphql/context.ts'
import { graphs } from '../../src/graphql/graphs.ts'
import { OperationCache } from '../../src/graphql/operation/operation-cache.ts'
import { WorkMeter } from '../../src/graphql/work-meter.ts'
import { GrantScene } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { mutationsOf } from '../support/mutations.ts'
import { prepareIn } from '../support/prepared-operation.ts'
import { sampleOf } from '../support/schema-walk.ts'
import { statementsDuring } from '../support/statements.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

type Field = GraphQLField<unknown, unknown>

const { operator, portal, support } = graphs()
const GRAPHS: Readonly<Record<string, GraphQLSchema>> = { operator, portal, support }

/** Reference data, of which lists tell their length. */
const CONTEXT = {
  reference: { aircraftTypes: () => [1], countries: [1], typeRatings: { list: [1] } },
} as unknown as QueryContext

const priceIn = (schema: GraphQLSchema, text: string): number => {
  const meter = new WorkMeter()
  const { operation, literals } = prepareIn(new OperationCache(schema), text)
  return operation.cost(operation.argumentsOf(operation.inputsOf({}, literals, meter), meter), CONTEXT, meter)
}

/** A field with the arguments that it needs, and with these. */
const asked = ({ name, args, type }: Field, given: Readonly<Record<string, string>> = {}): string => {
  const list = args
    .filter((each) => each.name in given || String(each.type).endsWith('!'))
    .map((each) => `${each.name}: ${given[each.name] ?? sampleOf(each.type, undefined, each.name)}`)
  const below = isObjectType(getNamedType(type)) ? ' { __typename }' : ''
  return `${name}${list.length > 0 ? `(${list.join(', ')})` : ''}${below}`
}

/** The arguments and fields of inputs that are passwords, each as the argument that has it alone. */
const passwordsOf = ({ args }: Field): Record<string, string>[] =>
  args.flatMap(({ name, type }) => {
    const named = getNamedType(type)
    if (/password/i.test(name)) return [{ [name]: '"correct horse battery"' }]
    if (!isInputObjectType(named)) return []
    const sample = sampleOf(type, undefined, name)
    return Object.keys(named.getFields())
      .filter((each) => /password/i.test(each))
      .map((each) => ({ [name]: sample.replace(/\}$/, `, ${each}: "correct horse battery" }`).replace('{ ,', '{') }))
  })

test('each password that a mutation of any graph is given costs what checking it takes (threats row 412)', () => {
  const taking: string[] = []
  for (const [graph, schema] of Object.entries(GRAPHS)) {
    for (const field of mutationsOf(schema)) {
      for (const password of passwordsOf(field)) {
        taking.push(field.name)
        const price = priceIn(schema, `mutation { ${asked(field, password)} }`)
        assert.ok(price >= PASSWORD_COST, `${field.name} of ${graph} costs ${price} with ${JSON.stringify(password)}`)
      }
    }
  }
  assert.ok(taking.length > 30, `${taking.length}: ${taking.join(' ')}`)
  assert.ok(taking.includes('webhookCreate') && taking.includes('memberInvite'), 'also in an input, also in the portal')
})

test('a password that is chosen is paid for beside the one that is checked', () => {
  const change = 'accountPasswordChange(currentPassword: "a", newPassword: "b") { __typename }'
  assert.ok(priceIn(operator, `mutation { ${change} }`) >= 2 * PASSWORD_COST)
  const many = Array.from(
    { length: MAX_QUERY_ROOT_FIELDS },
    (_, n) => `a${n}: accountPasskeyStart(currentPassword: "a") { __typename }`,
  )
  assert.ok(
    priceIn(operator, `mutation { ${many.join(' ')} }`) > MAX_COST_PER_REQUEST,
    'fifty are too much for one request',
  )
})

/** Answers its argument, and asks nobody. */
const PLAIN = ['echo']

test('every root field of every graph that is more than a plain value has a price (threats row 413)', () => {
  const free: string[] = []
  for (const schema of Object.values(GRAPHS)) {
    const fields = Object.values(schema.getQueryType()?.getFields() ?? {})
    assert.ok(fields.length > 0)
    const nothing = priceIn(schema, '{ __typename }')
    for (const field of fields) if (priceIn(schema, `{ ${asked(field)} }`) < nothing + 1) free.push(field.name)
  }
  assert.deepEqual(free, PLAIN)
})

/** What fifty of them take of processor time at most, in milliseconds, as measured side by side; 5 pay for one (ADR 215). */
const TAKEN: readonly (readonly [GraphQLSchema, string, number])[] = [
  [operator, '{ documentLink(documentId: "doc_none") { path } }', 0.7],
  [operator, '{ myLogbookLink { path } }', 0.7],
  [operator, 'mutation { testClockAdvance(seconds: 1) { userErrorList { code } } }', 9.1],
  [portal, 'mutation { testClockAdvance(seconds: 1) { userErrorList { code } } }', 9.1],
  [
    operator,
    'mutation { dutyCreate(input: { crewMemberId: "crw_none", kind: OFFICE, startAt: "2027-01-01T00:00:00Z", endAt: "2027-01-01T10:00:00Z" }) { userErrorList { code } } }',
    3.8,
  ],
  [operator, 'mutation { tripCreate(input: {}) { userErrorList { code } } }', 2.8],
  [operator, '{ noticeList { nodeList { noticeId } } }', 4],
  [portal, '{ application(clientId: "app_none") { measuredUse { requests } } }', 6.5],
  [portal, '{ application(clientId: "app_none") { evidenceList { key } } }', 6.5],
  [support, '{ application(clientId: "app_none") { shownDigest } }', 6.5],
  [portal, '{ me { provider { sandbox { testClock { way(seconds: 3000000) { moreCount } } } } } }', 75],
]

test('a link, the clock, a small record, notices and measured use cost 5 for a millisecond that they take (threats rows 414, 448 and 559)', () => {
  for (const [schema, text, taken] of TAKEN) {
    const price = priceIn(schema, text)
    assert.ok(price >= 5 * taken, `${text} costs ${price}`)
  }
})

describe('a value that the store is asked for', () => {
  let server: TestServer
  let client: ConsoleClient
  before(async () => {
    server = await startServer('sqlite')
    client = new ConsoleClient(server.client, (await GrantScene.open(server, 'alpine')).browser)
  })
  after(() => server.close())

  for (const name of ['noticeUnreadCount', 'auditActionList']) {
    test(`${name} under fifty aliases is asked for once (threats row 413)`, async () => {
      const aliases = (count: number) => Array.from({ length: count }, (_, n) => `a${n}: ${name}`).join(' ')
      const statementsOf = async (count: number): Promise<number> => {
        await client.data(`{ ${aliases(count)} }`)
        return (await statementsDuring(() => client.data(`{ ${aliases(count)} }`))).length
      }
      assert.equal(await statementsOf(MAX_QUERY_ROOT_FIELDS), await statementsOf(1))
    })
  }
})
