/**
 * Credentials are made and weakened by somebody who is present (access-model §10, threats row 208). The table of the
 * specification names every mutation that is for people alone; each that asks is sent in a session of eleven minutes.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { getNamedType, isInputObjectType } from 'graphql'
import { ROLES } from '../../src/domain/identity/roles.ts'
import { RECENT_SIGN_IN_SECONDS } from '../../src/domain/limits.ts'
import { isGrantable } from '../../src/domain/scopes.ts'
import { scopesOfField } from '../../src/graphql/access-declaration.ts'
import { graphs } from '../../src/graphql/graphs.ts'
import { addPerson, PASSWORD } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { type GivenArguments, type Mutation, mutationsOf, mutationText } from '../support/mutations.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import type { TestServer, TestTenant } from '../support/test-server.ts'

const { operator, portal, support } = graphs()

const forPeople = mutationsOf(operator).filter((field) => !scopesOfField(field).every(isGrantable))

const takesPassword = ({ args }: Mutation): boolean =>
  args.some(({ name, type }) => {
    const named = getNamedType(type)
    return name === 'currentPassword' || (isInputObjectType(named) && 'currentPassword' in named.getFields())
  })

/** Of the same name in two graphs: `messageSend`. Programs, too, send what asks people only where they give access. */
const inTable = new Set(
  [...forPeople, ...mutationsOf(operator).filter(takesPassword), ...mutationsOf(portal), ...mutationsOf(support)].map(
    ({ name }) => name,
  ),
)

interface Row {
  readonly names: readonly string[]
  readonly asks: boolean
  /** Its use case asks, by what is stored: `crew-user.test.ts` tries them. */
  readonly isLater: boolean
  /** The argument with which it asks, where it does not always: `isOn: true`. */
  readonly where: string | undefined
}

const specification = readFileSync(new URL('../../../docs/spec/access-model.md', import.meta.url), 'utf8')
const rows = [...specification.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| ((?:not )?asked)(.*) \|$/gm)].map(
  ([, names = '', verdict, rest = '']): Row => ({
    names: [...names.matchAll(/\w+/g)].map(([name]) => name),
    asks: verdict === 'asked',
    isLater: rest.startsWith(' once '),
    where: /^ with `(.+)`$/.exec(rest)?.[1],
  }),
)
const asking = rows.filter(({ asks }) => asks)

test('the specification says of every mutation for people alone whether it asks for the password', () => {
  const named = rows.flatMap(({ names }) => names)
  assert.deepEqual(named.toSorted(), [...inTable].toSorted())
})

test('the mutations that take the password are those of which the specification says that they ask', () => {
  const every = [operator, portal, support].flatMap(mutationsOf)
  const taking = new Set(every.filter(takesPassword).map(({ name }) => name))
  assert.deepEqual([...taking].toSorted(), asking.flatMap(({ names }) => names).toSorted())
})

const WEBHOOK = '{ url: "https://receiver.example/airside", apiKeyId: "key_none", entityList: [FLIGHT] }'

const GIVEN: GivenArguments = {
  ...Object.fromEntries(
    asking.flatMap(({ names, where }) => {
      const [argument = '', value = ''] = where?.split(': ') ?? []
      return where === undefined ? [] : names.map((name) => [name, { [argument]: value }])
    }),
  ),
  webhookCreate: { input: WEBHOOK },
  webhookUpdate: { input: WEBHOOK },
}

const OF_APPLICATION = '{ url: "https://receiver.example/airside", entityList: [FLIGHT] }'

const AT_PORTAL: GivenArguments = {
  ...GIVEN,
  webhookCreate: { environment: '"sandbox"', input: OF_APPLICATION },
  webhookUpdate: { input: OF_APPLICATION },
}

describe('a session of more than ten minutes', () => {
  let server: TestServer
  let scene: PortalScene
  let at: TestTenant
  before(async () => {
    server = await startPortalServer('sqlite')
    scene = new PortalScene(server)
    at = (await server.operator('alpine')).production
  })
  after(() => server?.close())

  const makesNoCredential = async (
    client: ConsoleClient,
    fields: readonly Mutation[],
    given = GIVEN,
  ): Promise<void> => {
    server.clock.advanceSeconds(RECENT_SIGN_IN_SECONDS + 1)
    const tried = fields.filter(({ name }) => asking.some(({ names, isLater }) => !isLater && names.includes(name)))
    const passed: string[] = []
    for (const field of tried) {
      const answer = await client.ask(mutationText(field, given))
      const refusals: Data[] = answer.json<Data>().data?.[field.name]?.userErrorList ?? []
      const isAsked = refusals.length === 1 && refusals[0].path?.at(-1) === 'currentPassword'
      if (!isAsked) passed.push(`${field.name}: ${answer.body}`)
    }
    assert.ok(tried.length > 0)
    assert.deepEqual(passed, [])
  }

  test('makes and weakens no credential at an operator without the password', async () => {
    const anna = await addPerson(server, at, 'Anna', ROLES)
    await makesNoCredential(await ConsoleClient.signIn(server, at, anna), forPeople)
  })

  test('lets nobody in at a provider without the password', async () => {
    await makesNoCredential(await scene.signUp('lena@vektor.example'), mutationsOf(portal), AT_PORTAL)
  })

  test('gives nobody of staff another role without the password', async () => {
    await makesNoCredential(await scene.staff(), mutationsOf(support))
  })

  const CREATE = `mutation ($key: String, $password: String) {
    apiKeyCreate(input: { label: "Board", scopeList: ["flight:read"] }, idempotencyKey: $key, currentPassword: $password) {
      refreshToken apiKey { apiKeyId } userErrorList { code path message } } }`

  test('makes a key with the password, once for one idempotency key, whichever password comes with it', async () => {
    const vera = await addPerson(server, at, 'Vera', ROLES)
    const client = await ConsoleClient.signIn(server, at, vera)
    const recent = await client.done('apiKeyCreate', CREATE, { key: 'one' })
    server.clock.advanceSeconds(RECENT_SIGN_IN_SECONDS + 1)
    const [wrong] = await client.refused('apiKeyCreate', CREATE, { key: 'two', password: 'something else' })
    assert.deepEqual([wrong?.path, wrong?.message], [['currentPassword'], 'The current password is wrong'])
    const again = await client.done('apiKeyCreate', CREATE, { key: 'one', password: PASSWORD })
    assert.deepEqual(again.apiKey, recent.apiKey)
    const made = await client.done('apiKeyCreate', CREATE, { key: 'two', password: PASSWORD })
    assert.match(made.refreshToken, /^air_live_ak_/)
  })

  test('types the password once for a request, and again for the next', async () => {
    const nora = await addPerson(server, at, 'Nora', ROLES)
    const client = await ConsoleClient.signIn(server, at, nora)
    server.clock.advanceSeconds(RECENT_SIGN_IN_SECONDS + 1)
    const made = (alias: string, password: string) =>
      `${alias}: apiKeyCreate(input: { label: "${alias}", scopeList: ["flight:read"] }${password}) { userErrorList { path } }`
    const typed = `, currentPassword: ${JSON.stringify(PASSWORD)}`
    const first = await client.data(`mutation { ${made('a', '')} ${made('b', typed)} ${made('c', '')} }`)
    const asked = [{ path: ['currentPassword'] }]
    assert.deepEqual([first.a.userErrorList, first.b.userErrorList, first.c.userErrorList], [asked, [], []])
    const next = await client.data(`mutation { ${made('d', '')} }`)
    assert.deepEqual(next.d.userErrorList, asked)
  })

  test('takes access away without the password', async () => {
    const omar = await addPerson(server, at, 'Omar', ROLES)
    const client = await ConsoleClient.signIn(server, at, omar)
    const { apiKey } = await client.done('apiKeyCreate', CREATE)
    server.clock.advanceSeconds(RECENT_SIGN_IN_SECONDS + 1)
    const revoke = 'mutation ($id: ID!) { apiKeyRevoke(apiKeyId: $id) { apiKey { state } userErrorList { message } } }'
    const revoked = await client.done('apiKeyRevoke', revoke, { id: apiKey.apiKeyId })
    assert.equal(revoked.apiKey.state, 'REVOKED')
  })
})
