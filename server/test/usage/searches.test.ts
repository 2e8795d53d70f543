/** A read costs the rows that it looked through, found or not (threats row 97). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { COST_BUCKET, ROWS_FOR_COST } from '../../src/domain/limits.ts'
import { columnsOf } from '../../src/storage/columns.ts'
import { countingRows, LookedThrough } from '../../src/storage/counted-search.ts'
import { fragment } from '../../src/storage/engines/fragment.ts'
import { CONTACT } from '../../src/storage/operations/contacts.ts'
import { TRIP } from '../../src/storage/operations/flights/trips.ts'
import { createRecords, selectRecords } from '../../src/storage/records.ts'
import { readingAs } from '../../src/storage/view.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { statementsDuring } from '../support/statements.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const CONTACTS = 20_000
const TRIPS = 100
const SCOPES = 'contact:read passenger:read flight:read'

/** The first and the last are handlers, all others clients. */
const contactOf = (_: unknown, number: number) => ({
  contactId: `cont_${String(number).padStart(6, '0')}`,
  kind: number === 0 || number === CONTACTS - 1 ? ('HANDLER' as const) : ('CLIENT' as const),
  name: `Contact ${number}`,
  surname: null,
  company: null,
  email: null,
  phone: null,
  airportId: null,
  erasedAt: null,
})

const tripOf = (_: unknown, number: number) => ({
  tripId: `trp_${number}`,
  tripNumber: `T${number}`,
  status: 'OPTION' as const,
  clientId: null,
  quoteId: null,
  buyer: null,
  aircraftIdList: [],
})

interface Cost {
  readonly requested: number
  readonly remaining: number
  readonly searched?: number
}

for (const store of storesFor('sql')) {
  describe(`the cost of searches (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let token: string
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      await server.world.storage.writeTenant(at.tenant.tenantId, (tx) =>
        createRecords(tx, CONTACT, Array.from({ length: CONTACTS }, contactOf)),
      )
      await server.world.storage.writeTenant(at.tenant.tenantId, (tx) =>
        createRecords(tx, TRIP, Array.from({ length: TRIPS }, tripOf)),
      )
      token = await at.accessToken(SCOPES)
    })
    after(() => server.close())

    const asked = async <T>(query: string, by = token): Promise<{ data: T; cost: Cost }> => {
      const answer = await at.query(by, query)
      assert.equal(answer.status, 200, answer.body.slice(0, 300))
      const { data, extensions } = answer.json<{ data: T; extensions: { cost: Cost } }>()
      return { data, cost: extensions.cost }
    }
    const listed = (args: string) => `contactList(${args}) { nodeList { contactId } pageInfo { endCursor hasMore } }`
    const costOf = async (args: string) => (await asked(`{ ${listed(args)} }`)).cost

    test('thirty searches that find nothing are charged for the rows of all thirty', async () => {
      const fresh = await at.accessToken(SCOPES)
      const search = listed('kindList: [AUTHORITY], page: {first: 1}')
      const fields = Array.from({ length: 30 }, (_, n) => `a${n}: ${search}`).join(' ')
      server.clock.standStill()
      const { cost } = await asked(`{ ${fields} }`, fresh)
      assert.equal(cost.searched, (30 * CONTACTS) / ROWS_FOR_COST.compared)
      const { remaining } = (await asked('{ __typename }', fresh)).cost
      server.clock.moveOn()
      assert.ok(COST_BUCKET - remaining > 500, `${remaining} are left`)
    })

    test('a search that finds nothing walks its rows in parts, none of which is long (threats row 355)', async () => {
      const parts = await statementsDuring(() => costOf('kindList: [AUTHORITY], page: {first: 1}'))
      const walks = parts.filter((text) => text.includes('from contact'))
      assert.ok(walks.length >= CONTACTS / 4_096, `${walks.length} statements`)
      for (const text of walks) assert.match(text, /from contact\s+where [^;]*? limit /)
    })

    test('a page that its first rows fill is one statement, which walks no more than the page (ADR 203)', async () => {
      const statements = await statementsDuring(() => costOf('kindList: [CLIENT, HANDLER], page: {first: 10}'))
      const [walk = '', ...more] = statements.filter((text) => text.includes('from contact'))
      assert.deepEqual(more, [])
      assert.doesNotMatch(walk, /materialized/)
    })

    test('a search that finds the last row is charged like one that finds nothing', async () => {
      const last = 'kindList: [HANDLER], page: {first: 2}'
      assert.equal((await costOf(last)).searched, CONTACTS / ROWS_FOR_COST.compared)
      const backwards = 'kindList: [CLIENT, HANDLER], page: {first: 1, isDescending: true}'
      assert.equal((await costOf(backwards)).searched, undefined)
    })

    test('a search goes on after its first rows in its order, whether what orders it is read or not', async () => {
      const { tenantId } = at.tenant
      const looked = new LookedThrough(null)
      const reader = countingRows(readingAs(server.world.storage.tenant(tenantId), { of: 'operator' }), looked)
      const ofKind = fragment`contact.kind = 'HANDLER'`
      const [first, last] = [0, CONTACTS - 1].map((number) => contactOf(null, number).contactId)
      for (const by of ['contact.name', 'contact.version', "coalesce(contact.company, 'none')"]) {
        const found = await selectRecords(reader, CONTACT, {
          columns: columnsOf(CONTACT, 'contactId', 'name'),
          lookedThrough: [ofKind],
          orderBy: [by, 'contact.contact_id'],
          most: 3,
        })
        assert.deepEqual(
          found.map(({ contactId }) => contactId),
          [first, last],
          by,
        )
      }
    })

    test('a search for a text is charged for the rows that were read, each at a higher price', async () => {
      const searched = CONTACTS / ROWS_FOR_COST.examined
      assert.equal((await costOf('wildcard: "nobody", page: {first: 1}')).searched, searched)
    })

    test('a filter that asks another table of each row costs as much as a text', async () => {
      const year = '{from: "2001-01-01T00:00:00Z", to: "2002-01-01T00:00:00Z"}'
      const { searched } = (await asked(`{ tripList(filter: {interval: ${year}}) { nodeList { tripId } } }`)).cost
      assert.equal(searched, TRIPS / ROWS_FOR_COST.examined)
    })

    test('an ordinary page, a page that fills early and a look-up by id cost nothing beside their rows', async () => {
      const ordinary = await costOf('page: {first: 10}')
      assert.deepEqual(
        { requested: ordinary.requested, searched: ordinary.searched },
        { requested: 13, searched: undefined },
      )
      assert.equal((await costOf('kindList: [CLIENT], page: {first: 10}')).searched, undefined)
      const byId = 'contactIdList: ["cont_019999"], kindList: [CLIENT], page: {first: 10}'
      assert.equal((await costOf(byId)).searched, undefined)
    })

    test('a filtered walk through pages visits each row once, in both directions', async () => {
      for (const isDescending of [false, true]) {
        const found: string[] = []
        let cursor: string | null = null
        do {
          const page: string = `page: {first: 1, isDescending: ${isDescending}${cursor ? `, after: "${cursor}"` : ''}}`
          type Listed = {
            contactList: { nodeList: { contactId: string }[]; pageInfo: { endCursor: string; hasMore: boolean } }
          }
          const { contactList } = (await asked<Listed>(`{ ${listed(`kindList: [HANDLER], ${page}`)} }`)).data
          found.push(...contactList.nodeList.map(({ contactId }) => contactId))
          cursor = contactList.pageInfo.hasMore ? contactList.pageInfo.endCursor : null
        } while (cursor)
        const inOrder = ['cont_000000', 'cont_019999']
        assert.deepEqual(found, isDescending ? inOrder.toReversed() : inOrder)
      }
    })

    test('a page of the feed is charged for the changes of other kinds that it passes', async () => {
      type Feed = { changeList: { pageInfo: { endCursor: string } } }
      const first = await asked<Feed>('{ changeList(first: 1) { pageInfo { endCursor } } }')
      assert.equal(first.cost.searched, undefined)
      const after = `after: "${first.data.changeList.pageInfo.endCursor}"`
      const flights = await asked<Feed>(`{ changeList(${after}, entityList: [FLIGHT]) { pageInfo { endCursor } } }`)
      // They are looked through in parts of 1,024, twice as many and so on: four beyond the first, at 1 each.
      assert.equal(flights.cost.searched, CONTACTS / ROWS_FOR_COST.passed + 4)
      const end = `after: "${flights.data.changeList.pageInfo.endCursor}"`
      const poll = await asked(`{ changeList(${end}, entityList: [FLIGHT]) { nodeList { entityId } } }`)
      assert.deepEqual([poll.cost.searched, poll.cost.requested <= 5], [undefined, true])
    })
  })
}
