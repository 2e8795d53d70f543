/** How much one marketplace can ask for and hold (threats row 272). */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import {
  MAX_HOLDS,
  MAX_OPEN_REQUESTS,
  MAX_QUOTES_PER_REQUEST,
  MAX_REQUESTS_A_DAY,
} from '../../src/domain/operations/sales/sales-limits.ts'
import type { Versioned } from '../../src/domain/versioned.ts'
import { fragment, rowsOf } from '../../src/storage/engines/fragment.ts'
import { CHARTER_REQUEST } from '../../src/storage/operations/sales/charter-requests.ts'
import { EMPTY_LEG } from '../../src/storage/operations/sales/empty-legs.ts'
import { QUOTE } from '../../src/storage/operations/sales/quotes.ts'
import type { RecordKind } from '../../src/storage/record-kind.ts'
import { createRecords, recordById } from '../../src/storage/records.ts'
import { writingAs } from '../../src/storage/view.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { QuoteScene } from '../support/quote-scene.ts'
import { onPostgres, preparedPlace, startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

/** More records like one, written by hand. */
const copies = async <R extends Versioned>(
  { sales: { server, scene } }: QuoteScene,
  kind: RecordKind<R>,
  id: string,
  count: number,
): Promise<void> => {
  await server.world.storage.writeTenant(scene.at.tenant.tenantId, async (tx) => {
    const one = (await recordById(writingAs(tx, { of: 'operator' }), kind, id)) as R
    const list = Array.from({ length: count }, (_, index) => ({ ...one, [kind.id]: `${id}-${index}` }))
    await createRecords(tx, kind, list)
  })
}

/** JetMatch with as many open requests and holds as it may have, but for `room`. */
const nearLimit = async (server: TestServer, room: number) => {
  const scene = await QuoteScene.open(server)
  const jetMatch = await scene.sales.marketplace('JetMatch')
  const request = await scene.asked(jetMatch)
  await copies(scene, CHARTER_REQUEST, request.charterRequestId, MAX_OPEN_REQUESTS - 1 - room)
  const { leg } = await scene.sales.offer()
  const held = (await jetMatch.did(scene.sales.hold(jetMatch, leg))).emptyLeg
  await copies(scene, EMPTY_LEG, leg.emptyLegId, MAX_HOLDS - 1 - room)
  return { scene, jetMatch, request, held }
}

for (const store of storesFor('life cycle')) {
  describe(`limits of a marketplace (${store})`, () => {
    test('a marketplace that waits for 200 answers or holds 20 legs has to end one first; others and the operator do not (threats row 272)', async () => {
      const server = await startServer(store)
      try {
        const { scene, jetMatch, request, held } = await nearLimit(server, 0)
        const charterhub = await scene.sales.marketplace('Charterhub')
        assert.deepEqual(await jetMatch.refusal(scene.ask(jetMatch)), ['LIMIT_EXCEEDED'])
        await scene.asked(charterhub)
        await scene.asked(scene.key)
        await jetMatch.did(scene.setRequest(jetMatch, request, 'WITHDRAWN'))
        await scene.asked(jetMatch)

        const { leg } = await scene.sales.offer()
        assert.deepEqual(await jetMatch.refusal(scene.sales.hold(jetMatch, leg)), ['LIMIT_EXCEEDED'])
        await jetMatch.did(scene.sales.set(jetMatch, held, 'PUBLISHED'))
        const mine = (await jetMatch.did(scene.sales.hold(jetMatch, leg))).emptyLeg
        assert.equal(mine.isHeldByMe, true)
        await charterhub.did(scene.sales.hold(charterhub, { ...held, version: held.version + 1 }))
        const { leg: third } = await scene.sales.offer()
        await scene.key.did(scene.sales.hold(scene.key, third))
      } finally {
        await server.close()
      }
    })

    test('a request has 50 quotes, revisions included, and another request has its own (threats row 272)', async () => {
      const server = await startServer(store)
      try {
        const scene = await QuoteScene.open(server)
        const request = await scene.asked(scene.key)
        const quote = await scene.sent(request)
        await copies(scene, QUOTE, quote.quoteId, MAX_QUOTES_PER_REQUEST - 2)
        await scene.drafted(request)
        assert.deepEqual(await scene.key.refusal(scene.draft(scene.key, request)), ['LIMIT_EXCEEDED'])
        assert.deepEqual(await scene.key.refusal(scene.revise(scene.key, quote)), ['LIMIT_EXCEEDED'])
        await scene.drafted(await scene.asked(scene.key))
      } finally {
        await server.close()
      }
    })

    test('a marketplace that asks and withdraws makes 300 requests in a day, each of which leaves a contact (threats row 309)', async () => {
      const server = await startServer(store)
      try {
        const scene = await QuoteScene.open(server)
        const jetMatch = await scene.sales.marketplace('JetMatch')
        const request = await scene.asked(jetMatch)
        await jetMatch.did(scene.setRequest(jetMatch, request, 'WITHDRAWN'))
        await copies(scene, CHARTER_REQUEST, request.charterRequestId, MAX_REQUESTS_A_DAY - 2)
        await scene.asked(jetMatch)
        assert.deepEqual(await jetMatch.refusal(scene.ask(jetMatch)), ['LIMIT_EXCEEDED'])
        await scene.asked(await scene.sales.marketplace('Charterhub'))
        await scene.asked(scene.key)
        await server.world.storage.writeTenant(scene.sales.scene.at.tenant.tenantId, async (tx) => {
          const madeAt = (await tx.now()) - 25 * 3_600_000
          await rowsOf(
            tx,
            fragment`update charter_request set created_at = ${madeAt} where tenant_id = ${tx.tenantId}
              and charter_request_id = ${request.charterRequestId}`,
          )
        })
        await scene.asked(jetMatch)
        assert.deepEqual(await jetMatch.refusal(scene.ask(jetMatch)), ['LIMIT_EXCEEDED'])
      } finally {
        await server.close()
      }
    })
  })
}

test(
  'the last request and the last hold are given once, to two processes of one marketplace (threats row 272)',
  onPostgres('locks'),
  async () => {
    const place = await preparedPlace('postgres')
    const first = await startServer('postgres', place)
    const second = await startServer('postgres', place)
    try {
      const { scene, jetMatch } = await nearLimit(first, 1)
      const there = scene.sales.at(second, jetMatch)
      const asked = await Promise.all([jetMatch, there, jetMatch, there].map((by) => scene.ask(by)))
      assert.equal(asked.filter(({ charterRequest }) => charterRequest).length, 1)
      const legs = [await scene.sales.offer(), await scene.sales.offer()]
      const holds = await Promise.all(legs.map(({ leg }, index) => scene.sales.hold(index ? there : jetMatch, leg)))
      assert.equal(holds.filter(({ emptyLeg }) => emptyLeg).length, 1)
    } finally {
      await first.close()
      await second.close()
    }
  },
)
