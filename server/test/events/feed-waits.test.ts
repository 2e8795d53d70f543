/** Waiting on the feed (events §1): answered when something changes, bounded, ended with the token. */
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { systemClock } from '../../src/domain/clock.ts'
import { ROWS_FOR_COST } from '../../src/domain/limits.ts'
import { NO_SCOPES } from '../../src/domain/scopes.ts'
import { EndableLifetime } from '../../src/services/endable-lifetime.ts'
import { FeedNews } from '../../src/services/events/feed-news.ts'
import { FeedWaits } from '../../src/services/events/feed-waits.ts'
import type { Principal } from '../../src/services/principal.ts'
import { ValidityWatch } from '../../src/services/validity-watch.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { startServer, storesFor, type TestServer, TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const WAIT = `query ($after: String, $seconds: Int, $kinds: [EntityKind!]) {
  changeList(after: $after, waitSeconds: $seconds, entityList: $kinds) {
    nodeList { entity kind } pageInfo { endCursor } } }`

const gauge = async ({ app }: TestServer, name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(await app.readMetrics())?.[1])

const waiting = (server: TestServer): Promise<number> => gauge(server, 'airside_feed_waits')

const untilWaiting = (server: TestServer, count: number): Promise<void> =>
  soon(`${count} requests wait`, async () => (await waiting(server)) === count)

const startOfFeed = async (key: Integration): Promise<string> =>
  (await key.ask('{ changeList(from: NOW) { pageInfo { endCursor } } }')).changeList.pageInfo.endCursor

const addContact = (key: Integration) =>
  key.did(
    key.change(
      'mutation { contactCreate(input: { kind: SUPPLIER, name: "Fuel AG" }) { contact { contactId } userErrorList { message } } }',
    ),
  )

const CONTACTS = 'contact:read contact:write'

for (const store of storesFor('concurrency')) {
  describe(`waiting on the feed (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
    })
    after(() => server.close())

    const ask = (key: Integration, cursor: string, seconds = 25, kinds: string[] | null = null) =>
      at.query(key.token, WAIT, { variables: { after: cursor, seconds, kinds } })

    test('a page with changes is answered at once, an empty one when the time is over', async () => {
      const key = await Integration.of(at, CONTACTS)
      const cursor = await startOfFeed(key)
      const empty = (await ask(key, cursor, 1)).json<{ data: { changeList: { nodeList: unknown[] } } }>()
      assert.deepEqual(empty.data.changeList.nodeList, [])
      await addContact(key)
      const full = await ask(key, cursor)
      assert.match(full.body, /"CREATED"/)
    })

    test('a change is answered to those who wait, also where another process commits it', async () => {
      const key = await Integration.of(at, CONTACTS)
      const other = await startServer(store, server.place)
      try {
        const elsewhere = new TestTenant(at.tenant, other.client, other.world)
        for (const where of [at, elsewhere]) {
          const answer = ask(key, await startOfFeed(key))
          await untilWaiting(server, 1)
          await addContact(new Integration(where, key.token))
          const { data } = (await answer).json<{ data: { changeList: { nodeList: unknown[] } } }>()
          assert.deepEqual(data.changeList.nodeList, [{ entity: 'CONTACT', kind: 'CREATED' }])
        }
      } finally {
        await other.close()
      }
    })

    test('a request that waits is not at work and pays 1 for waiting, once', async () => {
      const key = await Integration.of(at, CONTACTS)
      const cursor = await startOfFeed(key)
      const cost = async (seconds: number) =>
        (await ask(key, cursor, seconds)).json<{ extensions: { cost: { requested: number } } }>().extensions.cost
      const plain = await cost(0)
      const answer = cost(25)
      await untilWaiting(server, 1)
      assert.equal(await gauge(server, 'airside_http_requests_at_work'), 0)
      await addContact(key)
      assert.equal((await answer).requested, plain.requested + 1)
    })

    test('what a request passes over while it waits is paid with its answer (threats row 620)', async () => {
      const key = await Integration.of(at, CONTACTS)
      const passed = 6 * ROWS_FOR_COST.named
      const answer = ask(key, await startOfFeed(key), 25, ['CONTACT'])
      await untilWaiting(server, 1)
      await server.world.storage.writeTenant(at.tenant.tenantId, (tx) =>
        tx.db
          .updateTable('change_head')
          .set(({ eb }) => ({ position: eb('position', '+', passed) }))
          .where('tenant_id', '=', at.tenant.tenantId)
          .execute(),
      )
      await addContact(key)
      const { cost } = (await answer).json<{ extensions: { cost: { searched?: number } } }>().extensions
      assert.ok((cost.searched ?? 0) >= 12, `${cost.searched}: by the look that found the change, and by the page`)
    })

    test('what stands beside the feed is read again after waiting, and paid again', async () => {
      const key = await Integration.of(at, CONTACTS)
      const cursor = await startOfFeed(key)
      const beside = `query ($after: String, $seconds: Int) {
        changeList(after: $after, waitSeconds: $seconds) { nodeList { entity } }
        contactList(page: { first: 400 }) { nodeList { contactId } } }`
      server.clock.standStill()
      const left = async () => {
        const answer = await at.query(key.token, '{ tokenInfo { expiresAt } }')
        return answer.json<{ extensions: { cost: { remaining: number } } }>().extensions.cost.remaining
      }
      const paidFor = async (seconds: number, meanwhile = async () => {}) => {
        const before = await left()
        const answer = at.query(key.token, beside, { variables: { after: cursor, seconds } })
        await meanwhile()
        assert.equal((await answer).status, 200)
        return before - (await left())
      }
      await paidFor(0)
      const once = await paidFor(0)
      const other = await Integration.of(at, CONTACTS)
      const twice = await paidFor(25, async () => {
        await untilWaiting(server, 1)
        await addContact(other)
      })
      server.clock.moveOn()
      assert.ok(twice > 1.9 * once, `${once} without waiting, ${twice} with it`)
    })

    test('a request whose token dies while it waits ends with 401, others wait on (events row 78)', async () => {
      const { apiKeyId, refreshToken } = await at.createKey(CONTACTS)
      const ending = new Integration(at, (await at.refreshKey(refreshToken)).body)
      const staying = await Integration.of(at, CONTACTS)
      const refused = ask(ending, await startOfFeed(ending))
      const answered = ask(staying, await startOfFeed(staying))
      await untilWaiting(server, 2)
      await at.revokeKey(apiKeyId)
      assert.equal((await refused).status, 401)
      assert.equal(await waiting(server), 1, 'ended by its token, not by its time')
      await addContact(staying)
      assert.equal((await answered).status, 200)
    })

    test('what others change and the key may not read wakes nobody', async () => {
      const key = await Integration.of(at, CONTACTS)
      const blind = await Integration.of(at, 'aircraft:read')
      const answer = ask(blind, await startOfFeed(blind), 2)
      await untilWaiting(server, 1)
      await addContact(key)
      const { data } = (await answer).json<{ data: { changeList: { nodeList: unknown[] } } }>()
      assert.deepEqual(data.changeList.nodeList, [])
    })

    test('the wait ends when the client hangs up', async () => {
      const key = await Integration.of(at, CONTACTS)
      const body = JSON.stringify({ query: WAIT, variables: { after: await startOfFeed(key), seconds: 25 } })
      const headers = {
        host: new URL(at.origin).host,
        'content-type': 'application/json',
        authorization: `Bearer ${key.token}`,
      }
      const asked = request({
        port: server.client.port,
        method: 'POST',
        path: '/api/graphql/',
        headers,
        setHost: false,
      })
      asked.on('error', () => {})
      asked.end(body)
      await untilWaiting(server, 1)
      asked.destroy()
      await untilWaiting(server, 0)
    })

    test('a server that stops answers those who wait', async () => {
      const other = await startServer(store, server.place)
      const elsewhere = new TestTenant(at.tenant, other.client, other.world)
      const key = await Integration.of(at, CONTACTS)
      const answer = elsewhere.query(key.token, WAIT, { variables: { after: await startOfFeed(key), seconds: 25 } })
      await untilWaiting(other, 1)
      await other.close()
      const { data } = (await answer).json<{ data: { changeList: { nodeList: unknown[] } } }>()
      assert.deepEqual(data.changeList.nodeList, [])
    })
  })
}

describe('the bounds of waiting (events row 78)', () => {
  let server: TestServer
  before(async () => {
    server = await startServer('sqlite')
  })
  after(() => server.close())

  test('waitSeconds outside 0 to 25 is refused by name', async () => {
    const at = (await server.operator('north')).production
    const key = await Integration.of(at, CONTACTS)
    for (const seconds of [-1, 26]) {
      const { errors } = await key.body(WAIT, { seconds })
      assert.match(errors?.[0]?.message ?? '', /waitSeconds must be from 0 to 25/)
    }
  })

  test('the sixth of a key is answered empty at once; another key waits', async () => {
    const { production: busy } = await server.operator('busy')
    const [key, another] = [await Integration.of(busy, CONTACTS), await Integration.of(busy, CONTACTS)]
    // Before the first one waits: all of them have to begin within the time that it may.
    const cursor = await startOfFeed(key)
    const waitWith = ({ at, token }: Integration) =>
      at.query(token, WAIT, { variables: { after: cursor, seconds: 25 } })
    const answers = Array.from({ length: 5 }, () => waitWith(key))
    await untilWaiting(server, 5)
    assert.equal((await waitWith(key)).status, 200)
    assert.equal(await waiting(server), 5)
    answers.push(waitWith(another))
    await untilWaiting(server, 6)
    await addContact(key)
    for (const { status } of await Promise.all(answers)) assert.equal(status, 200)
  })

  const waitsOfOwn = () => {
    const { world } = server
    const waits = new FeedWaits(world, new ValidityWatch(world.storage, systemClock), new FeedNews(world.storage))
    const ended: Promise<void>[] = []
    /** Waits if there is a place. */
    const wait = (tenantId: string, number: number): Promise<void> | null => {
      const principal = principalOf(tenantId, number)
      if (!waits.hasPlace(principal)) return null
      const lifetime = new EndableLifetime()
      const verify = async () => principal
      const waited = waits.wait({ principal, lifetime, verify }, { seconds: 25, head: 0, hasNews: async () => false })
      ended.push(waited)
      return waited
    }
    const stop = async () => {
      waits.stop()
      await Promise.all(ended)
    }
    return { waits, wait, stop }
  }

  const principalOf = (tenantId: string, number: number): Principal => ({
    tenantId,
    actorKey: `key_${number}`,
    tallyKey: `key_${number}`,
    payer: `key_${number}`,
    bucketKey: `key_${number}`,
    credential: { kind: 'session', hash: '' },
    kind: 'api-key',
    scopes: NO_SCOPES,
    issuedAt: 0,
    expiresAt: Number.MAX_SAFE_INTEGER,
    narrowsAt: null,
    clientId: null,
    applicationName: null,
    applicationKind: null,
    isPersonal: false,
    userId: null,
    aircraftIds: null,
    networks: null,
  })

  test('of a hundred whom a change wakes eight look in a turn of the loop, operators one after another (threats row 542)', async () => {
    const { world } = server
    const waits = new FeedWaits(world, new ValidityWatch(world.storage, systemClock), new FeedNews(world.storage))
    let turn = 0
    let isOver = false
    const count = () => {
      turn++
      if (!isOver) setImmediate(count)
    }
    setImmediate(count)
    const looked: { readonly tenantId: string; readonly turn: number }[] = []
    const wait = (tenantId: string, number: number) => {
      const principal = principalOf(tenantId, number)
      const hasNews = async () => {
        looked.push({ tenantId, turn })
        return true
      }
      const verify = async () => principal
      return waits.wait({ principal, lifetime: new EndableLifetime(), verify }, { seconds: 25, head: 0, hasNews })
    }
    // Both feeds have grown when they begin to wait, so that one look at them wakes all.
    const [many, few] = await Promise.all(
      ['many-wait', 'few-wait'].map(async (name) => {
        const { production: at } = await server.operator(name)
        await addContact(await Integration.of(at, CONTACTS))
        return at.tenant.tenantId
      }),
    )
    const all = Array.from({ length: 100 }, (_, number) => wait(many ?? '', number))
    all.push(wait(few ?? '', 0), wait(few ?? '', 1))
    await Promise.all(all)
    isOver = true
    const most = Math.max(
      ...Map.groupBy(looked, (each) => each.turn)
        .values()
        .map(({ length }) => length),
    )
    assert.ok(most <= 8, `${most} in one turn`)
    assert.equal(looked.slice(0, 4).filter(({ tenantId }) => tenantId === few).length, 2)
  })

  // Without requests: a hundred of them may not begin within the time that the first may wait.
  test('the 101st of an operator has no place to wait; another operator’s has, and so has the next when one is over', async () => {
    const { waits, wait, stop } = waitsOfOwn()
    const lifetime = new EndableLifetime()
    const leaving = waits.wait(
      { principal: principalOf('busy', 0), lifetime, verify: async () => principalOf('busy', 0) },
      { seconds: 25, head: 0, hasNews: async () => false },
    )
    for (let number = 1; number < 100; number++) assert.ok(wait('busy', number))
    assert.equal(wait('busy', 100), null)
    assert.ok(wait('calm', 101))
    lifetime.endBecause(new Error('The client has left'))
    await leaving
    assert.ok(wait('busy', 100))
    await stop()
  })

  test('of 10,000 who would wait a process lets 1,000', async () => {
    const { waits, wait, stop } = waitsOfOwn()
    for (let number = 0; number < 10_000; number++) wait(`tnt_${Math.floor(number / 50)}`, number)
    assert.equal(waits.size, 1_000)
    await stop()
    assert.equal(waits.size, 0)
  })

  test('ten operators who took every place to wait give one to each who has fewer, and take none back (threats row 331)', async () => {
    const { waits, wait, stop } = waitsOfOwn()
    const oldest = wait('tnt_0', 0)
    for (let number = 1; number < 1_000; number++) wait(`tnt_${Math.floor(number / 100)}`, number)
    assert.equal(waits.size, 1_000)
    assert.ok(wait('calm', 5_000), 'a process that is full refuses an operator who has no place')
    assert.equal(waits.size, 1_000)
    // Answered empty, long before its time.
    await oldest
    assert.equal(wait('tnt_0', 6_000), null, 'an operator with 99 places took one from another with 100')
    assert.ok(wait('calm', 5_001), 'a second one of the operator who has one finds no place')
    await stop()
  })
})
