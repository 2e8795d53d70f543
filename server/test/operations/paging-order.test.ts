/** The order of pages, and which list and direction a cursor belongs to (data §5.9, data rows C2 and C3). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  addApplication,
  allow,
  authorizePath,
  exchangeFields,
  GrantScene,
  returned,
  signedInBrowser,
  type Tokens,
} from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 3_600_000
const START = Date.parse('2027-06-01T06:00:00Z')
const FILTER = 'filter: { updatedSince: "2020-01-01T00:00:00Z" }'

/** Each paged list: its arguments, the id of its rows, and what it is ordered by. */
const LISTS = {
  aircraftList: ['', 'aircraftId', 'registration'],
  contactList: ['', 'contactId', 'createdAt'],
  crewMemberList: ['', 'crewMemberId', 'code'],
  dutyList: [FILTER, 'dutyId', 'startAt'],
  flightList: [FILTER, 'flightId', 'schedule { offBlock }'],
  myFlightList: ['', 'flightId', 'adepICAO'],
  qualificationList: ['', 'qualificationId', 'validTo'],
  travelDocumentList: [FILTER, 'travelDocumentId', 'createdAt'],
  tripList: ['', 'tripId', 'createdAt'],
  unavailabilityList: [FILTER, 'unavailabilityId', 'from'],
} as const
type List = keyof typeof LISTS
const NAMES = Object.keys(LISTS) as List[]

interface Paging {
  readonly first?: number
  readonly after?: string | null
  readonly isDescending?: boolean
}

interface PageAnswer {
  readonly idList: string[]
  readonly pageInfo: { readonly endCursor: string; readonly hasMore: boolean }
}

const documentOf = (list: List, more = ''): string => {
  const [filter, id, order] = LISTS[list]
  return `query ($page: PageInput) { ${list}(${more || filter} page: $page) {
    nodeList { ${id} ${order} } pageInfo { endCursor hasMore } } }`
}

for (const store of storesFor('order')) {
  describe(`order of pages (${store})`, () => {
    let server: TestServer
    let fleet: Fleet
    let key: Integration
    let pilot: Integration
    let admin: ConsoleClient
    before(async () => {
      server = await startServer(store)
      const scene = await GrantScene.open(server, 'alpine')
      fleet = await seedFleet(server.world.storage, scene.at.tenant.tenantId, scene.pilot.userId)
      admin = new ConsoleClient(server.client, scene.browser)
      key = await Integration.of(scene.at)
      const logbook = await addApplication(server, { name: 'Logbook', kind: 'pilot-logbook', personal: true })
      const browser = await signedInBrowser(server, scene.at, scene.pilot)
      const code = returned(await allow(browser, authorizePath(logbook, 'own:profile own:roster'))).get('code') ?? ''
      pilot = new Integration(scene.at, (await scene.token(exchangeFields(logbook, code))).json<Tokens>().access_token)
      for (let index = 0; index < 5; index++) await addOfEach(index)
    })
    after(() => server.close())

    const reader = (list: List): Integration => (list === 'myFlightList' ? pilot : key)

    const page = async (list: List, asked: Paging, more?: string): Promise<PageAnswer> => {
      const { [list]: answer } = await reader(list).ask(documentOf(list, more), { page: asked })
      const rows: Record<string, string>[] = answer.nodeList
      return { idList: rows.map((row) => row[LISTS[list][1]] ?? ''), pageInfo: answer.pageInfo }
    }

    /** Every id, page by page. */
    const walk = async (list: List, asked: Paging, more?: string): Promise<string[]> => {
      const seen: string[] = []
      for (let cursor: string | null = null; ; ) {
        const { idList, pageInfo } = await page(list, { ...asked, after: cursor }, more)
        seen.push(...idList)
        if (!pageInfo.hasMore) return seen
        cursor = pageInfo.endCursor
      }
    }

    /** The flight of an aircraft that starts so many hours after the start of the scenario. */
    const flightAt = async (hours: number): Promise<string> => {
      const offBlock = START + hours * HOUR
      const input = {
        aircraftId: fleet.aircraft[0]?.aircraftId,
        offBlock: z(offBlock),
        onBlock: z(offBlock + HOUR),
      }
      return (await key.did(key.createFlight(input))).flight.flightId
    }

    const addOfEach = async (index: number): Promise<void> => {
      const from = START + index * 48 * HOUR
      const flightId = await flightAt(index * 48)
      const crewMemberId = fleet.crew[0]?.crewMemberId ?? ''
      await key.did(key.setCrew(flightId, [{ crewMemberId, position: 'CPT' }], 1))
      // Two start at the same time, so that the id decides between them.
      for (const aircraft of fleet.aircraft.slice(1)) {
        const hours = { from: z(from), to: z(from + HOUR) }
        await key.did(key.block({ aircraftId: aircraft.aircraftId, ...hours }))
      }
      await key.did(key.change('mutation { tripCreate(input: {}) { trip { tripId } userErrorList { code } } }'))
      const { contact } = await key.did(
        key.change(`mutation { contactCreate(input: { kind: PASSENGER, name: "Row ${index}", surname: "Person" }) {
          contact { contactId } userErrorList { code } } }`),
      )
      await key.did(
        key.change(
          `mutation ($id: ID!) { travelDocumentCreate(contactId: $id, input: { type: PASSPORT, number: "X${index}000000",
            issuingCountry: "CH", nationality: "CH", givenNames: "Row", surname: "Person" }) {
            travelDocument { travelDocumentId } userErrorList { code message } } }`,
          { id: contact.contactId },
        ),
      )
    }

    const refusal = async (list: List, asked: Paging, more?: string): Promise<unknown> => {
      const { errors } = await reader(list).body(documentOf(list, more), { page: asked })
      return errors?.map(({ message, extensions }) => [extensions.code, message])
    }

    const REFUSED = [
      [
        'BAD_USER_INPUT',
        'after is not a cursor of this list, direction and filter: send what it was given for, or leave it out to start anew.',
      ],
    ]

    test('every list answers in its own order turned round, page by page, each row once', async () => {
      for (const list of NAMES) {
        const { idList } = await page(list, { first: 500 })
        assert.ok(idList.length >= 3, `${list} has rows for several pages`)
        assert.equal(new Set(idList).size, idList.length, list)
        const turned = idList.toReversed()
        assert.deepEqual((await page(list, { first: 500, isDescending: true })).idList, turned, list)
        assert.deepEqual(await walk(list, { first: 2, isDescending: true }), turned, list)
        assert.deepEqual(await walk(list, { first: 2, isDescending: false }), idList, list)
      }
    })

    test('a search by wildcard answers in descending order too', async () => {
      for (const [list, wildcard] of [
        ['contactList', 'wildcard: "row ?"'],
        ['crewMemberList', 'filter: { wildcard: "*e*" }'],
      ] as const) {
        const ascending = await walk(list, { first: 1 }, wildcard)
        assert.ok(ascending.length >= 2, list)
        assert.deepEqual(await walk(list, { first: 1, isDescending: true }, wildcard), ascending.toReversed(), list)
      }
    })

    test('flights in descending order are visited once each while flights are created', async () => {
      const present = (await page('flightList', { first: 500, isDescending: true })).idList
      const first = await page('flightList', { first: 2, isDescending: true })
      const passed = await flightAt(5 * 48)
      const ahead = await flightAt(-48)
      const seen = [...first.idList]
      for (let { pageInfo } = first; pageInfo.hasMore; ) {
        const next = await page('flightList', { first: 2, after: pageInfo.endCursor, isDescending: true })
        seen.push(...next.idList)
        pageInfo = next.pageInfo
      }
      assert.deepEqual(seen, [...present, ahead])
      assert.equal((await page('flightList', { first: 1, isDescending: true })).idList[0], passed)
    })

    test('a cursor of another list is refused, also where both are ordered by values of the same types', async () => {
      for (const isDescending of [false, true]) {
        for (const [at, list] of NAMES.entries()) {
          const { endCursor } = (await page(list, { first: 1, isDescending })).pageInfo
          const other = NAMES[(at + 1) % NAMES.length] as List
          assert.deepEqual(await refusal(other, { after: endCursor, isDescending }), REFUSED, `${list} for ${other}`)
        }
        const { endCursor } = (await page('flightList', { first: 1, isDescending })).pageInfo
        for (const list of ['myFlightList', 'tripList', 'dutyList'] as const) {
          assert.deepEqual(await refusal(list, { after: endCursor, isDescending }), REFUSED, list)
        }
      }
    })

    test('a cursor of the other direction is refused', async () => {
      for (const list of NAMES) {
        for (const isDescending of [false, true]) {
          const { endCursor } = (await page(list, { first: 1, isDescending })).pageInfo
          assert.deepEqual(await refusal(list, { after: endCursor, isDescending: !isDescending }), REFUSED, list)
        }
      }
    })

    test('a cursor of another filter is refused, and one of the same filter written otherwise is not', async () => {
      const filters: Readonly<Record<List, string>> = {
        aircraftList: 'filter: { minSeats: 1 }',
        contactList: 'updatedSince: "2020-01-01T00:00:00Z"',
        crewMemberList: 'filter: { isActive: true }',
        dutyList: 'filter: { updatedSince: "2020-01-02T00:00:00Z" }',
        flightList: 'filter: { updatedSince: "2020-01-02T00:00:00Z" }',
        myFlightList: 'updatedSince: "2020-01-01T00:00:00Z"',
        qualificationList: 'filter: { isSuperseded: false }',
        travelDocumentList: 'filter: { updatedSince: "2020-01-02T00:00:00Z" }',
        tripList: 'filter: { updatedSince: "2020-01-01T00:00:00Z" }',
        unavailabilityList: 'filter: { updatedSince: "2020-01-02T00:00:00Z" }',
      }
      for (const list of NAMES) {
        const { endCursor } = (await page(list, { first: 1 })).pageInfo
        assert.deepEqual(await refusal(list, { after: endCursor }, filters[list]), REFUSED, list)
        const filtered = (await page(list, { first: 1 }, filters[list])).pageInfo.endCursor
        assert.deepEqual(await refusal(list, { after: filtered }), REFUSED, list)
        assert.equal(await refusal(list, { after: filtered }, filters[list]), undefined, list)
      }
      const [two, turned] = ['kindList: [PASSENGER, CLIENT]', 'kindList: [CLIENT, PASSENGER], externalId: null']
      const { endCursor } = (await page('contactList', { first: 1 }, two)).pageInfo
      assert.equal(await refusal('contactList', { after: endCursor }, turned), undefined)
    })

    test('a log is newest first in both directions, and its cursor is for no other list', async () => {
      const log = `query ($page: PageInput) { auditEntryList(page: $page) {
        nodeList { auditEntryId } pageInfo { endCursor hasMore } } }`
      const entries = async (asked: Paging) => (await admin.data(log, { page: asked })).auditEntryList
      const all = (await entries({ first: 3 })).nodeList
      assert.equal(all.length, 3)
      assert.deepEqual((await entries({ first: 3, isDescending: true })).nodeList, all)
      const { endCursor } = (await entries({ first: 1 })).pageInfo
      for (const isDescending of [false, true]) {
        const rest = await entries({ first: 2, after: endCursor, isDescending })
        assert.deepEqual(rest.nodeList, all.slice(1))
      }
      assert.deepEqual(await refusal('contactList', { after: endCursor }), REFUSED)
    })
  })
}
