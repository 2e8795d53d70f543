/**
 * Every node of the schema refuses a token that lacks one of its scopes, however the selection is written (threats row
 * 38).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { isForKeys, isPersonalScope, SCOPES } from '../../src/domain/scopes.ts'
import { changeHead } from '../../src/storage/change-feed.ts'
import {
  addApplication,
  exchangeFields,
  GrantScene,
  obtainCode,
  refreshFields,
  signedInBrowser,
  type Tokens,
} from '../support/code-grant.ts'
import { someOf } from '../support/sampled.ts'
import { disguisesOf, nameOf, neededBy, nodesOf } from '../support/schema-walk.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

describe('the scopes of every node', () => {
  let server: TestServer
  let scene: GrantScene
  /** Tokens by the scope that they lack. */
  const tokens = new Map<string, string>()

  before(async () => {
    server = await startServer('sqlite')
    scene = await GrantScene.open(server, 'alpine')
    const forKeys = SCOPES.filter(isForKeys)
    // A key with every other scope lacks those that only sessions and the safety office have.
    const whole = await scene.at.accessToken(forKeys.join(' '))
    for (const scope of SCOPES) if (!isForKeys(scope)) tokens.set(scope, whole)
    for (const lacking of forKeys) {
      const others = forKeys.filter((scope) => scope !== lacking)
      tokens.set(lacking, await scene.at.accessToken(others.join(' ')))
    }
    const personal = SCOPES.filter(isPersonalScope)
    const logbook = await addApplication(server, { kind: 'pilot-logbook', personal: true })
    const browser = await signedInBrowser(server, scene.at, scene.pilot)
    const code = await obtainCode(browser, logbook, personal.join(' '))
    const { refresh_token } = (await scene.token(exchangeFields(logbook, code))).json<Tokens>()
    for (const lacking of personal) {
      const scope = personal.filter((other) => other !== lacking).join(' ')
      const answer = await scene.token({ ...refreshFields(logbook, refresh_token), scope })
      tokens.set(lacking, answer.json<Tokens>().access_token)
    }
  })
  after(() => server.close())

  const head = () => changeHead(server.world.storage.tenant(scene.at.tenant.tenantId))

  test('with any one scope removed, a node answers 403, names the scope and runs nothing', async () => {
    const nodes = someOf(nodesOf(server.app.schema), 5)
    const position = await head()
    let tried = 0
    for (const node of nodes) {
      for (const scope of neededBy(node)) {
        const token = tokens.get(scope)
        assert.ok(token, `there is no token without ${scope}`)
        for (const { query, operationName } of disguisesOf(node)) {
          const answer = await scene.at.query(token, query, operationName ? { operationName } : {})
          assert.equal(answer.status, 403, `${nameOf(node)} without ${scope}: ${query}\n${answer.body}`)
          const { errors, data } = answer.json<{
            errors: { extensions: { missingScopes: string[] } }[]
            data?: unknown
          }>()
          assert.equal(data, undefined)
          assert.ok(
            errors.some(({ extensions }) => extensions.missingScopes.includes(scope)),
            query,
          )
          assert.match(String(answer.headers['www-authenticate']), new RegExp(`scope="[^"]*${scope}`))
          tried++
        }
      }
    }
    assert.ok(tried > nodes.length, `only ${tried} were tried`)
    assert.equal(await head(), position, 'something was changed')
  })

  test("a filter that reveals data needs that data's scope, also in a variable and its default", async () => {
    const token = tokens.get('crew:read') ?? ''
    const interval = '{ from: "2027-01-01T00:00:00Z", to: "2027-02-01T00:00:00Z" }'
    const filter = `{ interval: ${interval}, crewMemberId: "crw_1" }`
    const rest = '{ nodeList { flightId } }'
    const variables = {
      f: { interval: { from: '2027-01-01T00:00:00Z', to: '2027-02-01T00:00:00Z' }, crewMemberId: 'crw_1' },
    }
    const asked = [
      scene.at.query(token, `{ flightList(filter: ${filter}) ${rest} }`),
      scene.at.query(token, `query ($f: FlightFilter!) { flightList(filter: $f) ${rest} }`, { variables }),
      scene.at.query(token, `query ($f: FlightFilter! = ${filter}) { flightList(filter: $f) ${rest} }`),
    ]
    for (const answer of await Promise.all(asked)) assert.equal(answer.status, 403, answer.body)
    const without = await scene.at.query(token, `{ flightList(filter: { interval: ${interval} }) ${rest} }`)
    assert.equal(without.status, 200)
  })

  test('every description names the scopes of its node', () => {
    for (const node of nodesOf(server.app.schema)) {
      const description = node.path.at(-1)?.description ?? ''
      assert.match(description, /(Requires scopes?: .+|No scope)\.$/, nameOf(node))
    }
  })
})
