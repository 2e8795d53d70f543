/** The request log: found by id, filtered, without a single value of the request, for administrators of this operator only. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { withoutLiterals } from '../../src/graphql/operation/hidden-literals.ts'
import { GrantScene } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'
import { tidyUp } from '../support/tidy-up.ts'

after(stopOwnPostgres)

const LOG = `query ($filter: LoggedRequestFilter, $page: PageInput) {
  loggedRequestList(filter: $filter, page: $page) {
    nodeList {
      requestId actorKind operation outcome code cost tookMs scopeList address errorPath reason meaning agent document
    }
    pageInfo { hasMore endCursor }
  }
}`

// biome-ignore lint/suspicious/noExplicitAny: answers are looked at, not typed
type Row = any

test('texts, numbers and comments of an operation are hidden; names stay', () => {
  const text =
    'query Find { # for Mr Weber\n  airportList(wildcard: "Zürich", first: 3) { name(a: """x""", b: -1.5, c: RED) } }'
  assert.equal(
    withoutLiterals(text),
    'query Find { \n  airportList(wildcard: …, first: …) { name(a: …, b: …, c: RED) } }',
  )
})

for (const store of storesFor('order')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`the request log (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let admin: ConsoleClient
    let token: string
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      admin = new ConsoleClient(server.client, scene.browser)
      token = await scene.at.accessToken('contact:read')
    })
    after(() => server.close())

    const log = async (filter: object, page: object = {}): Promise<Row[]> =>
      (await admin.data(LOG, { filter, page })).loggedRequestList.nodeList

    testOnBoth(
      'the request log finds a request by its id, with operation, cost, scopes and address, and without its values',
      async () => {
        const query =
          'query Find($who: String) { contactList(wildcard: $who, page: { first: 7 }) { nodeList { name } } }'
        const answer = await server.client.ask(`${scene.at.origin}/api/graphql/`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'user-agent': 'board/1.0',
          },
          body: JSON.stringify({ query, variables: { who: 'Secret Person' } }),
        })
        assert.equal(answer.status, 200)
        const [row, ...others] = await log({ requestId: answer.headers['x-request-id'] })
        assert.equal(others.length, 0)
        assert.equal(row.operation, 'Find')
        assert.deepEqual([row.outcome, row.code, row.scopeList], ['ANSWERED', null, ['contact:read']])
        assert.ok(row.cost > 0 && row.tookMs >= 0)
        assert.deepEqual([row.address, row.agent], ['127.0.0.1', 'board/1.0'])
        assert.ok(row.document.includes('first: …'), row.document)
        assert.ok(!JSON.stringify(row).includes('Secret Person'))
      },
    )

    test('a secret that a client put into its name, an alias or its agent is not kept (threats row 60)', async () => {
      const [secret = ''] = /[^_]+$/.exec(token) ?? []
      const answer = await server.client.ask(`${scene.at.origin}/api/graphql/`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'user-agent': `board/1.0 ${token}`,
        },
        body: JSON.stringify({ query: `query Q_${token} { a_${token}: __typename }` }),
      })
      const [row] = await log({ requestId: answer.headers['x-request-id'] })
      assert.equal(row.agent, 'board/1.0 air_live_at_[redacted]')
      assert.ok(!JSON.stringify(row).includes(secret), JSON.stringify(row))
    })

    test('the request log says where the first error of a refused request was', async () => {
      const writer = await scene.at.accessToken('contact:write')
      const create = 'mutation Add { contactCreate(input: { kind: CLIENT, name: "" }) { userErrorList { path } } }'
      const refused = await scene.at.query(writer, create)
      const [row] = await log({ requestId: refused.headers['x-request-id'] })
      assert.deepEqual([row.outcome, row.errorPath], ['REFUSED', 'input.name'])
      const answered = await scene.at.query(token, '{ contactList { nodeList { name } } }')
      assert.equal((await log({ requestId: answered.headers['x-request-id'] }))[0].errorPath, null)
    })

    test('the request log says which scopes a refused request needed', async () => {
      const answer = await scene.at.query(token, '{ crewMemberList { nodeList { code } } }')
      assert.equal(answer.status, 403)
      const [row] = await log({ outcome: 'REFUSED' })
      assert.deepEqual([row.code, row.scopeList], ['INSUFFICIENT_SCOPE', ['crew:read']])
      assert.deepEqual([row.reason, row.errorPath], ['The token lacks crew:read', 'crewMemberList'])
      assert.equal((await log({ outcome: 'FAILED' })).length, 0)
    })

    test('the request log keeps a text that cannot be run, with why and where, and none of its values', async () => {
      const why = async (query: string) => {
        const answer = await scene.at.query(token, query)
        return (await log({ requestId: answer.headers['x-request-id'] }))[0]
      }
      const wrongField = await why('query Find {\n  contactList(wildcard: "Secret Person") { nodeList { age } }\n}')
      assert.equal(wrongField.code, 'GRAPHQL_VALIDATION_FAILED')
      assert.match(wrongField.reason, /^Cannot query field "age" on type "Contact"\..* \(line 2, column \d+\)$/)
      assert.match(wrongField.document, /contactList\(wildcard: …\)/)
      const wrongValue = await why('{ contactList(page: { first: "Secret Person" }) { nodeList { name } } }')
      assert.match(wrongValue.reason, /Int cannot represent non-integer value: …/)
      const unfinished = await why('{ contactList(wildcard: "Secret Person) { nodeList { name } } }')
      assert.match(unfinished.reason, /^Syntax Error: Unterminated string\. \(line 1, column \d+\)$/)
      assert.equal(unfinished.document, '{ contactList(wildcard:')
      for (const row of [wrongField, wrongValue, unfinished]) assert.doesNotMatch(JSON.stringify(row), /Secret|Person/)
    })

    test('the request log says what the code of a refused change means', async () => {
      const writer = await scene.at.accessToken('contact:write')
      const refused = await scene.at.query(
        writer,
        'mutation { contactCreate(input: { kind: CLIENT, name: "" }) { userErrorList { path } } }',
      )
      const [row] = await log({ requestId: refused.headers['x-request-id'] })
      assert.equal(row.meaning, 'A value breaks a rule of its field. Correct what path names.')
    })

    testOnBoth('the request log is paged newest first, each request once', async () => {
      for (let count = 0; count < 5; count++) {
        server.clock.advanceSeconds(1)
        await scene.at.query(token, 'query Page { tokenInfo { scopeList } }')
      }
      const ids: string[] = []
      let after: string | null = null
      do {
        const variables = { filter: { operation: 'Page' }, page: { first: 2, after } }
        const { nodeList, pageInfo }: Row = (await admin.data(LOG, variables)).loggedRequestList
        ids.push(...nodeList.map(({ requestId }: Row) => requestId))
        after = pageInfo.hasMore ? pageInfo.endCursor : null
      } while (after !== null)
      assert.equal(new Set(ids).size, 5)
      assert.equal(ids.length, 5)
    })

    test('the request log is closed to users who are no administrators, and shows nothing of another operator', async () => {
      const pilot = await ConsoleClient.signIn(server, scene.at, scene.pilot)
      assert.equal((await pilot.ask('{ loggedRequestList { nodeList { requestId } } }')).status, 403)
      const other = await GrantScene.open(server, 'northsea')
      const there = new ConsoleClient(server.client, other.browser)
      const own = await there.data('{ loggedRequestList { nodeList { operation } } }')
      assert.deepEqual(own.loggedRequestList.nodeList, [])
    })

    test('the request log drops a request and its text after 30 days', async () => {
      assert.ok((await log({})).length > 0)
      server.clock.advanceSeconds(31 * 24 * 3600)
      while (await tidyUp(server.world.storage));
      const { db } = server.world.storage.platform
      assert.equal((await db.selectFrom('usage_request').selectAll().execute()).length, 0)
      assert.equal((await db.selectFrom('usage_document').selectAll().execute()).length, 0)
    })
  })
}
