/** Responses become data, or errors that name what is missing, refused or wrong, with the request id. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  ConnectionFailed,
  CursorExpired,
  InsufficientScope,
  Misuse,
  QueryFailed,
  UnexpectedAnswer,
  UserErrors,
} from '../../src/failures.ts'
import { connect } from '../../src/index.ts'
import { MemoryStore } from '../../src/tokens/token-store.ts'
import { MAX_ANSWER_BYTES } from '../../src/transport.ts'
import { json, ScriptedService } from '../support/scripted-service.ts'

const QUERY = '{ echo(text: "hi") }'

const client = (service: ScriptedService) =>
  connect({ operator: 'alpine', apiKey: 'air_test_ak_x', store: new MemoryStore(), surroundings: service.surroundings })

const failure = async <T extends Error>(answer: Promise<unknown>, kind: new (...args: never[]) => T): Promise<T> => {
  const error = await answer.then(
    () => assert.fail('It succeeded'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof kind, `${String(error)} is not ${kind.name}`)
  return error
}

describe('responses', () => {
  test('a response without end is aborted, and memory stays bounded', async () => {
    const service = new ScriptedService()
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1024 * 1024
        controller.enqueue(new Uint8Array(1024 * 1024).fill(32))
      },
    })
    service.nextQueryReplies.push(() => new Response(endless, { status: 200 }))
    const error = await failure(client(service).send(QUERY), ConnectionFailed)
    assert.match(error.message, /longer than/)
    assert.ok(sent <= MAX_ANSWER_BYTES + 4 * 1024 * 1024, `${sent} bytes were read`)
  })

  test('data is returned with its cost and request id on request', async () => {
    const answer = await client(new ScriptedService()).send(QUERY)
    assert.deepEqual(answer, {
      data: { echo: 'hi' },
      cost: { requested: 1, remaining: 19_999 },
      requestId: 'req_1',
      userErrors: [],
    })
  })

  test('a missing-scope error names the scopes and the paths that need them', async () => {
    const service = new ScriptedService()
    const shortage = (path: string, scope: string) => ({
      message: `${path} needs ${scope}`,
      extensions: { code: 'INSUFFICIENT_SCOPE', path, requiredScopes: [scope], missingScopes: [scope] },
    })
    const errors = [shortage('flightList', 'flight:read'), shortage('flightList.nodeList.crewList', 'crew:read')]
    service.nextQueryReplies.push(() => json(403, { errors }))
    const error = await failure(client(service).query(QUERY), InsufficientScope)
    assert.deepEqual(error.missingScopes, ['flight:read', 'crew:read'])
    assert.equal(error.shortages[1]?.path, 'flightList.nodeList.crewList')
    assert.equal(error.status, 403)
    assert.equal(error.requestId, 'req_1')
    assert.match(error.message, /flight:read crew:read/)
  })

  test('user errors of a mutation are thrown, or returned if the caller asks for it', async () => {
    const service = new ScriptedService()
    service.data = {
      first: { contact: null, userErrorList: [{ code: 'STALE_VERSION', message: 'It is 3 now', path: ['version'] }] },
      second: { contact: { contactId: 'c' }, userErrorList: [] },
    }
    const error = await failure(client(service).query(QUERY), UserErrors)
    assert.deepEqual(error.list, [{ field: 'first', code: 'STALE_VERSION', message: 'It is 3 now', path: ['version'] }])
    assert.equal(error.message, 'first.version: It is 3 now (STALE_VERSION)')
    assert.deepEqual(error.data, service.data)
    assert.deepEqual(await client(service).query(QUERY, {}, { userErrors: 'return' }), service.data)
  })

  test('a refusal of a mutation that does not select its user errors is thrown, and the answer stays as selected', async () => {
    const service = new ScriptedService()
    const refused = { code: 'STALE_VERSION', message: 'It is 3 now', path: ['version'] }
    const document = `mutation Change($input: ContactUpdateInput!) {
      first: contactUpdate(contactId: "c", input: { name: "{" }) { contact { contactId } }
      contactCreate(input: $input) { userErrorList { code } }
    }
    query Other { echo(text: "}") }`
    service.data = { first: { contact: null, userErrorList: [refused] }, contactCreate: { userErrorList: [] } }
    const error = await failure(client(service).query(document), UserErrors)
    assert.deepEqual(error.list, [{ field: 'first', ...refused }])
    assert.deepEqual(error.data, { first: { contact: null }, contactCreate: { userErrorList: [] } })
    const sent = JSON.parse(service.queries[0]?.body ?? '').query
    assert.equal(
      sent,
      document.replace('{ contact { contactId } }', '{ contact { contactId }  userErrorList { code message path } }'),
    )
    const answer = await client(service).send(document, {}, { userErrors: 'return' })
    assert.deepEqual(answer.userErrors, [{ field: 'first', ...refused }])
    assert.deepEqual(answer.data, { first: { contact: null }, contactCreate: { userErrorList: [] } })
  })

  test('a mutation whose payload is a fragment keeps the user errors that the fragment may select', async () => {
    const service = new ScriptedService()
    service.data = { contactErase: { userErrorList: [] } }
    const document =
      'mutation { contactErase { ...Done } } fragment Done on ContactErasePayload { userErrorList { code } }'
    assert.deepEqual(await client(service).query(document), service.data)
  })

  test('document errors have their code and location', async () => {
    const service = new ScriptedService()
    const errors = [
      {
        message: 'Cannot query field "x".',
        locations: [{ line: 1, column: 3 }],
        extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
      },
    ]
    service.nextQueryReplies.push(() => json(400, { errors }))
    const error = await failure(client(service).query('{ x }'), QueryFailed)
    assert.equal(error.code, 'GRAPHQL_VALIDATION_FAILED')
    assert.deepEqual(error.errors[0]?.locations, [{ line: 1, column: 3 }])
  })

  test('partial data is thrown as an error', async () => {
    const service = new ScriptedService()
    service.nextQueryReplies.push(() => json(200, { data: { a: 1, b: null }, errors: [{ message: 'b failed' }] }))
    const error = await failure(client(service).query(QUERY), QueryFailed)
    assert.deepEqual(error.data, { a: 1, b: null })
  })

  test('an expired cursor throws its own error class', async () => {
    const service = new ScriptedService()
    const errors = [{ message: 'Resync', extensions: { code: 'CURSOR_EXPIRED' } }]
    service.nextQueryReplies.push(() => json(400, { errors }))
    await failure(client(service).query(QUERY), CursorExpired)
  })

  for (const body of ['', '<html>', 'null', '[]', '{}', '{"data":null}', '{"data":1}', '{"errors":"no"}']) {
    test(`${body || 'an empty body'} with status 200 is refused as a response`, async () => {
      const service = new ScriptedService()
      service.nextQueryReplies.push(() => new Response(body, { headers: { 'x-request-id': 'req_9' } }))
      const error = await failure(client(service).query(QUERY), UnexpectedAnswer)
      assert.equal(error.requestId, 'req_9')
    })
  }
})

describe('pages', () => {
  const PAGED =
    'query($page: PageInput) { contactList(page: $page) { nodeList { name } pageInfo { endCursor hasMore } } }'
  const page = (names: string[], endCursor: string | null, hasMore: boolean) => () =>
    json(200, {
      data: { contactList: { nodeList: names.map((name) => ({ name })), pageInfo: { endCursor, hasMore } } },
    })

  test('paging returns every node once, passes the cursor on and keeps the page size', async () => {
    const service = new ScriptedService()
    service.nextQueryReplies.push(page(['a', 'b'], 'c1', true), page([], 'c2', true), page(['c'], 'c3', false))
    const names: unknown[] = []
    for await (const node of client(service).paginate(PAGED, { page: { first: 2 } })) names.push(node.name)
    assert.deepEqual(names, ['a', 'b', 'c'])
    const pages = service.queries.map((seen) => JSON.parse(seen.body).variables.page)
    assert.deepEqual(pages, [{ first: 2 }, { first: 2, after: 'c1' }, { first: 2, after: 'c2' }])
  })

  test('paging accepts $after: String', async () => {
    const service = new ScriptedService()
    service.nextQueryReplies.push(page(['a'], 'c1', true), page(['b'], null, false))
    const document =
      'query($after: String) { changeList(after: $after) { nodeList { cursor } pageInfo { endCursor hasMore } } }'
    const nodes: unknown[] = []
    for await (const node of client(service).paginate(document)) nodes.push(node)
    assert.equal(nodes.length, 2)
    assert.deepEqual(JSON.parse(service.queries[1]?.body ?? '').variables, { after: 'c1' })
  })

  test('the document of a single page is paged as it is: cursor and pageInfo are added', async () => {
    const service = new ScriptedService()
    service.nextQueryReplies.push(page(['a'], 'c1', true), page(['b'], null, false))
    const names: unknown[] = []
    const document = '{ contactList(page: { first: 1 }) { nodeList { name } } }'
    for await (const node of client(service).paginate(document)) names.push(node.name)
    assert.deepEqual(names, ['a', 'b'])
    assert.deepEqual(JSON.parse(service.queries[1]?.body ?? '').variables, { after: 'c1' })
    assert.match(JSON.parse(service.queries[1]?.body ?? '').query, /page: ?\{ ?first: ?1,? after: ?\$after/)
  })

  test('paging requests no further page when the caller stops', async () => {
    const service = new ScriptedService()
    service.nextQueryReplies.push(page(['a', 'b'], 'c1', true))
    for await (const _node of client(service).paginate(PAGED)) break
    assert.equal(service.queries.length, 1)
  })

  test('a cursor that does not advance throws instead of looping', async () => {
    const service = new ScriptedService()
    service.nextQueryReplies.push(page(['a'], 'c1', true), page(['a'], 'c1', true))
    await failure(drain(client(service).paginate(PAGED)), UnexpectedAnswer)
  })

  test('a document that cannot be paged throws an error that names what it lacks', async () => {
    const service = new ScriptedService()
    const first = (document: string) => client(service).paginate(document).next()
    assert.match((await failure(first(QUERY), Misuse)).message, /one list with nodeList; this one has 0/)
    service.data = { contactList: { nodeList: [] } }
    assert.match((await failure(first(PAGED), Misuse)).message, /pageInfo/)
    service.data = { echo: 'hi' }
    assert.match((await failure(first(PAGED), Misuse)).message, /one list/)
  })
})

const drain = async (nodes: AsyncIterable<unknown>): Promise<void> => {
  for await (const _node of nodes);
}

describe('changes', () => {
  const change = (cursor: string) => ({
    cursor,
    entity: 'FLIGHT',
    entityId: 'f',
    kind: 'UPDATED',
    version: 2,
    fieldList: [],
    at: '',
  })
  const feed = (cursors: string[], endCursor: string | null, hasMore: boolean) => () =>
    json(200, { data: { changeList: { nodeList: cursors.map(change), pageInfo: { endCursor, hasMore } } } })

  test('changes are returned in order up to the end of the feed', async () => {
    const service = new ScriptedService()
    service.nextQueryReplies.push(feed(['1', '2'], '2', true), feed(['3'], '3', false))
    const cursors: string[] = []
    for await (const { cursor } of client(service).changes({ after: '0', entities: ['FLIGHT'] })) cursors.push(cursor)
    assert.deepEqual(cursors, ['1', '2', '3'])
    assert.deepEqual(JSON.parse(service.queries[0]?.body ?? '').variables, {
      after: '0',
      entityList: ['FLIGHT'],
      first: 200,
      waitSeconds: 0,
    })
  })

  test('a follower waits for new changes and continues from the last cursor', async () => {
    const service = new ScriptedService()
    service.nextQueryReplies.push(feed(['1'], '1', false), feed([], null, false), feed(['2'], '2', false))
    const cursors: string[] = []
    for await (const { cursor } of client(service).changes({ follow: true, pollSeconds: 7 })) {
      cursors.push(cursor)
      if (cursor === '2') break
    }
    assert.deepEqual(cursors, ['1', '2'])
    assert.deepEqual(service.sleeps, [7000, 7000])
    assert.equal(JSON.parse(service.queries[2]?.body ?? '').variables.after, '1')
  })

  test('a follower asks the service to wait, and asks again at once while it does', async () => {
    const service = new ScriptedService()
    service.nextQueryReplies.push(
      feed(['1'], '1', false),
      feed(['2'], '2', false),
      feed([], '2', false),
      feed(['3'], '3', false),
    )
    for await (const { cursor } of client(service).changes({ follow: true })) if (cursor === '3') break
    assert.equal(JSON.parse(service.queries[0]?.body ?? '').variables.waitSeconds, 25)
    // The third answer was empty without a wait, as where too many wait already.
    assert.deepEqual(service.sleeps, [5000])
  })

  test('following changes ends when the caller aborts', async () => {
    const service = new ScriptedService()
    const leaver = new AbortController()
    service.nextQueryReplies.push(feed(['1'], '1', false))
    const changes = client(service).changes({ follow: true, signal: leaver.signal })
    await changes.next()
    leaver.abort(new Error('enough'))
    await assert.rejects(changes.next(), /enough/)
  })
})
