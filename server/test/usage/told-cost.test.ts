/** An answer tells what its request was charged, part by part (access-model §7, ADR 109). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { COST_BUCKET, MIN_REFUSAL_COST, NEW_DOCUMENT_COST } from '../../src/domain/limits.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

interface Cost {
  readonly requested: number
  readonly remaining: number
  readonly prepared?: number
  readonly searched?: number
  readonly answered?: number
}

const chargedBy = ({ requested, prepared = 0, searched = 0, answered = 0 }: Cost): number =>
  requested + prepared + searched + answered

const KNOWN = '{ __typename }'
const LONG = 'x'.repeat(900)

for (const store of storesFor('execution')) {
  describe(`what an answer says it cost (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      await at.query(await at.accessToken(), KNOWN)
      server.clock.standStill()
    })
    after(() => server.close())

    const costOf = async (token: string, query: string): Promise<Cost> =>
      (await at.query(token, query)).json<{ extensions: { cost: Cost } }>().extensions.cost

    const asks: Readonly<Record<string, string>> = {
      'a document that was seen before': KNOWN,
      'a new document': '{ operator { name baseList { name iCAO } } }',
      'a large body': `{ echo(text: "${LONG}") # ${LONG}${LONG}\n}`,
      'an answer beyond its estimate': `{ ${Array.from({ length: 30 }, (_, n) => `a${n}: echo(text: "${LONG}")`).join(' ')} }`,
      'a search': '{ contactList(wildcard: "nobody") { nodeList { name } } }',
    }
    for (const [what, query] of Object.entries(asks)) {
      test(`${what}: the parts add up to what left the bucket`, async () => {
        const token = await at.accessToken()
        const cost = await costOf(token, query)
        assert.equal(COST_BUCKET - cost.remaining, chargedBy(cost), JSON.stringify(cost))
        const next = await costOf(token, KNOWN)
        assert.equal(cost.remaining - next.remaining, chargedBy(next), JSON.stringify({ cost, next }))
      })
    }

    test('reading a document costs when it is seen first, and nothing once it is known', async () => {
      const query = '{ operator { operatorId name } }'
      const token = await at.accessToken()
      const [first, second] = [await costOf(token, query), await costOf(token, query)]
      assert.ok((first.prepared ?? 0) >= NEW_DOCUMENT_COST, JSON.stringify(first))
      assert.deepEqual([second.prepared, second.requested], [undefined, first.requested])
    })

    test('a refused request costs at least 5, whatever is wrong with it', async () => {
      for (const query of ['{', '{ nothing }', '{ operator }', 'query A { __typename } query B { __typename }']) {
        const token = await at.accessToken()
        await at.query(token, query)
        const { remaining } = await costOf(token, KNOWN)
        assert.ok(COST_BUCKET - 1 - remaining >= MIN_REFUSAL_COST, `${query}: ${remaining} are left`)
      }
    })
  })
}
