/**
 * The cost of a request and the bucket that pays for it: one per key and tenant, shared by all processes (access-model
 * §7, §13).
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { COST_BUCKET, COST_REFILL_PER_SECOND, MAX_COST_PER_REQUEST } from '../../src/domain/limits.ts'
import { keysOf, type Principal } from '../../src/services/principal.ts'
import { SharedBudget } from '../../src/services/usage/shared-budget.ts'
import { drawFromBucket } from '../../src/storage/usage/cost-buckets.ts'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { statementsDuring } from '../support/statements.ts'
import { startServer, storesFor, type TestServer, type TestTenant, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

/** Costs about 500 for each of its fields. */
const pages = (count: number): string =>
  `{ ${Array.from({ length: count }, (_, at) => `a${at}: contactList(page: {first: 500}) { nodeList { name } }`).join(' ')} }`

const costOf = (answer: Answer): { requested: number; remaining: number } => {
  assert.equal(answer.status, 200, answer.body)
  return answer.json<{ extensions: { cost: { requested: number; remaining: number } } }>().extensions.cost
}

const principalOf = (tenantId: string, actorKey: string): Principal =>
  keysOf({ tenantId, sharesBudget: false }, actorKey) as Principal

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`the cost bucket (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    before(async () => {
      server = await startServer(store)
      // A bucket refills by what a busy machine takes for two requests.
      server.clock.standStill()
      at = (await server.operator('alpine')).production
    })
    after(() => server.close())

    test('every response reports its cost and what is left', async () => {
      // A document is charged for when it is first seen, here to another key.
      await at.query(await at.accessToken(), '{ echo(text: "a") }')
      const token = await at.accessToken()
      const first = costOf(await at.query(token, '{ echo(text: "a") }'))
      assert.deepEqual(first, { requested: 1, remaining: COST_BUCKET - 1 })
      const second = costOf(await at.query(token, pages(10)))
      assert.equal(second.requested, 10 * 501 + 1)
      assert.ok(second.remaining <= COST_BUCKET - second.requested)
    })

    test('the cost counts the page sizes in variables and their defaults', async () => {
      const token = await at.accessToken()
      const query =
        'query ($page: PageInput = {first: 400}, $n: Int = 300) { contactList(page: $page) { nodeList { name } } airportList(first: $n) { name } }'
      const cost = async (variables: object) => costOf(await at.query(token, query, { variables })).requested
      assert.equal(await cost({}), 1 + 1 + 400 + 300)
      assert.equal(await cost({ page: { first: 10 }, n: 20 }), 1 + 1 + 10 + 20)
      assert.equal(await cost({ page: {} }), 1 + 1 + 50 + 300)
      assert.equal(await cost({ page: null, n: null }), 1 + 1 + 50 + 50)
    })

    test('a mutation costs more than a query', async () => {
      const token = await at.accessToken()
      const create = 'contactCreate(input: {kind: CLIENT, name: "A"}) { contact { contactId } }'
      assert.equal(costOf(await at.query(token, `mutation { ${create} }`)).requested, 22)
      assert.equal(costOf(await at.query(token, `mutation { a: ${create} b: ${create} }`)).requested, 44)
    })

    test('a request that costs more than 10,000 is refused before anything runs', async () => {
      await at.query(await at.accessToken(), pages(20))
      const token = await at.accessToken()
      const answer = await at.query(token, pages(20))
      assert.equal(answer.status, 400)
      assert.match(answer.body, /COST_EXCEEDED/)
      assert.match(answer.body, new RegExp(`may cost 10021; one request may cost ${MAX_COST_PER_REQUEST}`))
      const sent = await statementsDuring(() => at.query(token, pages(20)))
      assert.deepEqual(
        sent.filter((statement) => / from "?(contact|cost_bucket)/.test(statement)),
        [],
      )
      const { remaining } = costOf(await at.query(token, '{ echo(text: "a") }'))
      assert.ok(remaining >= COST_BUCKET - 50, `it cost no more than the work on its text: ${remaining} remain`)
    })

    testOnBoth('an empty bucket gives 429, and after Retry-After the request succeeds', async () => {
      const token = await at.accessToken()
      for (let round = 0; round < 2; round++) assert.equal((await at.query(token, pages(18))).status, 200)
      const refusal = await at.query(token, pages(18))
      assert.equal(refusal.status, 429, refusal.body)
      assert.match(refusal.body, /RATE_LIMITED/)
      const retryAfter = Number(refusal.headers['retry-after'])
      assert.ok(retryAfter >= 5 && retryAfter <= 10, `${retryAfter} s`)
      server.clock.advanceSeconds(retryAfter)
      assert.equal((await at.query(token, pages(18))).status, 200)
    })

    test('the bucket refills up to its size and no further', async () => {
      const token = await at.accessToken()
      for (let round = 0; round < 2; round++) await at.query(token, pages(18))
      server.clock.advanceSeconds(1000)
      assert.ok(costOf(await at.query(token, '{ echo(text: "a") }')).remaining < COST_BUCKET)
      for (let round = 0; round < 2; round++) assert.equal((await at.query(token, pages(18))).status, 200)
      assert.equal((await at.query(token, pages(18))).status, 429)
    })

    test("one key's use does not reduce the bucket of another key or of the other environment", async () => {
      const [busy, calm] = [await at.accessToken(), await at.accessToken()]
      for (let round = 0; round < 3; round++) await at.query(busy, pages(18))
      assert.equal((await at.query(busy, pages(18))).status, 429)
      assert.equal(costOf(await at.query(calm, '{ echo(text: "a") }')).remaining, COST_BUCKET - 1)
      const { sandbox } = await server.operator(`other-${store}`)
      assert.equal((await sandbox.query(await sandbox.accessToken(), pages(18))).status, 200)
    })

    test('tokens of one key share its bucket', async () => {
      const { refreshToken } = await at.createKey()
      const tokens = [(await at.refreshKey(refreshToken)).body, (await at.refreshKey(refreshToken)).body] as const
      for (const token of tokens) assert.equal((await at.query(token, pages(18))).status, 200)
      for (const token of tokens) assert.equal((await at.query(token, pages(18))).status, 429)
    })

    testOnBoth('several processes together spend no more than bucket and refill allow', async () => {
      const { tenantId } = at.tenant
      const actorKey = `shared-${store}`
      const principal = principalOf(tenantId, actorKey)
      const budgets = Array.from({ length: 4 }, () => new SharedBudget(server.world))
      server.clock.moveOn()
      const startedAt = performance.now()
      let spent = 0
      const spendAll = async (budget: SharedBudget): Promise<void> => {
        for (;;) {
          try {
            await budget.spend(principal, 250)
            spent += 250
          } catch (error) {
            return assert.equal((error as { code: string }).code, 'rate_limited')
          }
        }
      }
      await Promise.all(budgets.map(spendAll))
      const refilled = ((performance.now() - startedAt) / 1000) * COST_REFILL_PER_SECOND
      server.clock.standStill()
      assert.ok(spent <= COST_BUCKET + refilled + 1, `${spent} of ${COST_BUCKET} and ${refilled}`)
      assert.ok(spent >= COST_BUCKET - budgets.length * 250, `${spent} is all there was`)
    })

    test('a principal that comes rarely costs the store nothing, and what it spent counts once it draws', async () => {
      const budget = new SharedBudget(server.world)
      const principals = Array.from({ length: 40 }, (_, index) => principalOf(at.tenant.tenantId, `rare-${index}`))
      const sent = await statementsDuring(async () => {
        for (const principal of principals) assert.equal(await budget.spend(principal, 3), COST_BUCKET - 3)
        server.clock.advanceSeconds(11)
        for (const principal of principals) assert.equal(await budget.spend(principal, 200), COST_BUCKET - 200)
      })
      assert.deepEqual(sent, [])
      const left = await budget.spend(principals[0] as Principal, 1000)
      assert.ok(left <= COST_BUCKET - 1000 && left >= COST_BUCKET - 1200, String(left))
    })

    testOnBoth(
      'a draw takes what is left, or nothing if that is below its minimum, and returned cost counts',
      async () => {
        const draw = (least: number, most: number, givenBack = 0) =>
          server.world.storage.writeTenant(at.tenant.tenantId, (tx) =>
            drawFromBucket(tx, `drawn-${store}`, { least, most, givenBack }),
          )
        assert.deepEqual(await draw(1, 2000), { drawn: 2000, left: COST_BUCKET - 2000 })
        const all = await draw(1, 2 * COST_BUCKET)
        assert.ok(all.drawn >= COST_BUCKET - 2000 && all.left === 0)
        const short = await draw(10_000, 10_000)
        assert.equal(short.drawn, 0)
        const back = await draw(5000, 5000, 9000)
        assert.equal(back.drawn, 5000)
        server.clock.advanceSeconds(3600)
        assert.deepEqual(await draw(1, 1, 5000), { drawn: 1, left: COST_BUCKET - 1 })
      },
    )
  })
}
