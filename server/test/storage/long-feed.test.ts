/** A page of a long feed is found without reading the whole of it, and pays for what it passes over (ADR 277, ADR 282, threats rows 97 and 620). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ROWS_FOR_COST } from '../../src/domain/limits.ts'
import { insertRows } from '../../src/storage/engines/insert-rows.ts'
import { seedFleet } from '../support/fleet.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { statementsDuring } from '../support/statements.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

/** What came before has been removed. */
const OLDEST = 1_000_001
const ENTRIES = 40_000
const HEAD = OLDEST + ENTRIES - 1
/** One in so many is of an aircraft, all others of flights. */
const AIRCRAFT_EVERY = 997
/** What a page passes over at most, with its last part, as it is paid. */
const MOST_PASSED_COST = 600

interface Listed {
  readonly searched: number
  readonly nodeList: readonly { readonly entityId: string }[]
  readonly pageInfo: { readonly endCursor: string; readonly hasMore: boolean }
}

for (const store of storesFor('order')) {
  describe(`a long feed (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let busy: string
    let quiet: string
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      const { tenantId } = at.tenant
      const { aircraft } = await seedFleet(server.world.storage, tenantId)
      busy = aircraft[0]?.aircraftId ?? ''
      quiet = aircraft[1]?.aircraftId ?? ''
      const entries = Array.from({ length: ENTRIES }, (_, index) => ({
        tenant_id: tenantId,
        position: OLDEST + index,
        entity: index % AIRCRAFT_EVERY === 0 ? 'AIRCRAFT' : 'FLIGHT',
        entity_id: `${index}`,
        parent_id: null,
        reminder: null,
        due_at: null,
        author: null,
        kind: 'UPDATED',
        version: 2,
        field_list: '[]',
        at: server.clock.now(),
      }))
      const viewers = entries.map(({ position }) => ({
        tenant_id: tenantId,
        // The quiet one has the first entry and the last.
        viewer: `aircraft/${position === OLDEST || position === HEAD ? quiet : busy}`,
        position,
        saw_before: 1,
        sees_after: 1,
      }))
      await server.world.storage.writeTenant(tenantId, async (tx) => {
        await tx.db.deleteFrom('change_viewer').where('tenant_id', '=', tenantId).execute()
        await tx.db.deleteFrom('change_entry').where('tenant_id', '=', tenantId).execute()
        for (let from = 0; from < ENTRIES; from += 1_000) {
          await insertRows(tx, 'change_entry', entries.slice(from, from + 1_000))
          await insertRows(tx, 'change_viewer', viewers.slice(from, from + 1_000))
        }
        await tx.db.updateTable('change_head').set({ position: HEAD }).where('tenant_id', '=', tenantId).execute()
      })
    })
    after(() => server.close())

    const page = async (key: Integration, args: string): Promise<Listed> => {
      const query = `{ changeList(${args}) { nodeList { entityId } pageInfo { endCursor hasMore } } }`
      const answer = await at.query(key.token, query)
      const { data, extensions } = answer.json<{
        data: { changeList: Omit<Listed, 'searched'> }
        extensions: { cost: { searched?: number } }
      }>()
      return { ...data.changeList, searched: extensions.cost.searched ?? 0 }
    }
    /** Page after page to the end. */
    const pages = async (key: Integration, args: string): Promise<Listed[]> => {
      const list: Listed[] = []
      let cursor = ''
      for (let hasMore = true; hasMore; ) {
        const asked: Listed = await page(key, `${args}${cursor}`)
        list.push(asked)
        hasMore = asked.pageInfo.hasMore
        cursor = `, after: "${asked.pageInfo.endCursor}"`
      }
      return list
    }
    const keyOf = (aircraftIds?: readonly string[]) => Integration.of(at, 'flight:read aircraft:read', aircraftIds)
    const walksDuring = async (job: () => Promise<unknown>): Promise<string[]> =>
      (await statementsDuring(job)).filter((text) => /order by e\.position/.test(text))

    test('a page that fills at once is one statement, about the part of the feed where it lies', async () => {
      const key = await keyOf([busy])
      const walks = await walksDuring(async () => {
        const { nodeList, pageInfo } = await page(key, 'first: 10')
        assert.deepEqual(
          nodeList.map(({ entityId }) => entityId),
          Array.from({ length: 10 }, (_, index) => `${index + 1}`),
        )
        assert.equal(pageInfo.hasMore, true)
      })
      assert.equal(walks.length, 1)
      assert.match(walks[0] ?? '', /change_viewer\s+where[^)]*\)\s+and position > \S+ and position <= /)
    })

    test('what lies far apart is found without a walk through what lies between', async () => {
      const key = await keyOf([quiet])
      const walks = await walksDuring(async () => {
        const { nodeList, pageInfo } = await page(key, 'first: 10')
        assert.deepEqual(
          nodeList.map(({ entityId }) => entityId),
          ['0', `${ENTRIES - 1}`],
        )
        assert.equal(pageInfo.hasMore, false)
      })
      assert.equal(walks.length, 2, 'one about the first, which is the oldest entry, and one about the last')
    })

    test('paging through a rare kind meets each entry once and in order, whoever asks', async () => {
      const rare = Array.from({ length: ENTRIES }, (_, index) => index).filter((index) => index % AIRCRAFT_EVERY === 0)
      for (const aircraftIds of [undefined, [busy, quiet]]) {
        const key = await keyOf(aircraftIds)
        const found = (await pages(key, 'entityList: [AIRCRAFT], first: 7')).flatMap(({ nodeList }) => nodeList)
        assert.deepEqual(
          found.map(({ entityId }) => entityId),
          rare.map(String),
        )
      }
    })

    test('what a page passes over is paid, whoever asks, and a page that passes over much ends with a cursor (threats row 620)', async () => {
      const askers = [
        { key: await keyOf(), asks: 'UNAVAILABILITY', rows: ROWS_FOR_COST.passed },
        { key: await keyOf([busy]), asks: 'UNAVAILABILITY', rows: ROWS_FOR_COST.compared },
        { key: await Integration.of(at, 'contact:read'), asks: 'CONTACT', rows: ROWS_FOR_COST.named },
      ]
      for (const { key, asks, rows } of askers) {
        const list = await pages(key, `entityList: [${asks}], first: 10`)
        assert.deepEqual(
          list.flatMap(({ nodeList }) => nodeList),
          [],
        )
        const searched = list.map((each) => each.searched)
        const sum = searched.reduce((all, each) => all + each, 0)
        assert.ok(sum > (0.95 * ENTRIES) / rows && sum < (1.2 * ENTRIES) / rows, `${sum} for ${asks}: ${searched}`)
        assert.ok(Math.max(...searched) < MOST_PASSED_COST, `${asks}: ${searched}`)
      }
    })

    test('a look where nothing is new reads no entries', async () => {
      const key = await keyOf()
      const { pageInfo } = await page(key, 'from: NOW')
      assert.deepEqual(await walksDuring(() => page(key, `after: "${pageInfo.endCursor}"`)), [])
    })

    test('who sees a part of some kind reads its names from where the page begins, not from the oldest', async () => {
      const key = await Integration.of(at, 'flight:read contact:read')
      const [walk = ''] = await walksDuring(() => page(key, 'first: 10'))
      assert.match(walk, /left join change_viewer v on[^(]*v\.position > \S+ and v\.position <= /)
    })
  })
}
