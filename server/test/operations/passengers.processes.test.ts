/**
 * Two server processes on PostgreSQL: the operator writes who is aboard at the moment at which a marketplace records a
 * paper of one of them (ADR 231).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { stopOwnPostgres } from '../support/postgres.ts'
import { QuoteScene } from '../support/quote-scene.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { soon } from '../support/soon.ts'
import { startServer, type TestServer } from '../support/test-server.ts'
import { waitingConnections } from '../support/waiting-connections.ts'

after(stopOwnPostgres)

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

const ERRORS = 'userErrorList { code message path }'
const ADD = `mutation ($f: ID!, $p: PassengerInput!) { flightPassengerAdd(flightId: $f, passenger: $p) {
  contactId travelDocumentId ${ERRORS} } }`
const SET = `mutation ($f: ID!, $list: [PassengerInput!]!, $v: Int!) {
  flightPassengerListSet(flightId: $f, passengerList: $list, expectedVersion: $v) { ${ERRORS} } }`
const REMOVE = `mutation ($f: ID!, $c: ID!) { flightPassengerRemove(flightId: $f, contactId: $c) { ${ERRORS} } }`
const CHANGE = `mutation ($f: ID!, $c: ID!, $i: PassengerUpdateInput!) {
  flightPassengerUpdate(flightId: $f, contactId: $c, input: $i) { ${ERRORS} } }`
const CREATE = `mutation ($c: ID!, $i: TravelDocumentInput!) { travelDocumentCreate(contactId: $c, input: $i) {
  ${ERRORS} } }`

const passport = (number: string, expiry: string) => ({
  type: 'PASSPORT',
  issuingCountry: 'CH',
  nationality: 'CH',
  givenNames: 'Noor',
  surname: 'Haddad',
  number,
  expiry,
})

const guest = (surname: string) => ({ kind: 'PASSENGER', name: 'Guest', surname })

describe('passengers and their papers, in two processes on PostgreSQL', () => {
  let server: TestServer
  let process: ServerProcess
  let scene: QuoteScene
  let watcher: pg.Client
  before(async () => {
    server = await startServer('postgres')
    scene = await QuoteScene.open(server)
    process = await startServerProcess(server.place.environment)
    watcher = new pg.Client({ connectionString: server.config.databaseUrl ?? '' })
    await watcher.connect()
  })
  after(async () => {
    await watcher?.end()
    await process?.stop()
    await server?.close()
  })

  /** What the other process answers to the operator's key. */
  const elsewhere = async (query: string, variables: object): Promise<Data> => {
    const answer = await process.client.ask(`${scene.sales.scene.at.origin}/api/graphql/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.key.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    assert.equal(answer.status, 200, answer.body)
    return Object.values(answer.json<{ data: Record<string, Data> }>().data)[0]
  }
  const planned = async (): Promise<Data> =>
    (
      await scene.key.did(
        scene.key.createFlight({
          aircraftId: scene.sales.fleet.aircraft[1]?.aircraftId ?? '',
          offBlock: scene.sales.time(scene.day()),
        }),
      )
    ).flight
  const aboard = async (flightId: string): Promise<{ version: number; numbers: Map<string, string> }> => {
    const query = 'query ($id: ID!) { flight(flightId: $id) { version passengerList { contactId documentNumber } } }'
    const { version, passengerList } = (await scene.key.ask(query, { id: flightId })).flight
    return { version, numbers: new Map(passengerList.map((each: Data) => [each.contactId, each.documentNumber])) }
  }

  const ways: readonly (readonly [string, (flight: Data, person: string, other: string) => Promise<Data>])[] = [
    [
      'the whole list',
      async ({ flightId }, person, other) => {
        const list = [{ contactId: person, baggageCount: 2 }, { contactId: other }]
        return elsewhere(SET, { f: flightId, list, v: (await aboard(flightId)).version })
      },
    ],
    ['somebody new', ({ flightId }) => elsewhere(ADD, { f: flightId, p: { contact: guest('Late') } })],
    ['who leaves', ({ flightId }, _, other) => elsewhere(REMOVE, { f: flightId, c: other })],
    ['one of them', ({ flightId }, _, other) => elsewhere(CHANGE, { f: flightId, c: other, i: { baggageCount: 3 } })],
  ]

  for (const [what, write] of ways) {
    test(`a marketplace’s new paper does not count on a hidden flight whose passengers are written meanwhile: ${what} (threats row 480)`, async () => {
      const { by, application } = await scene.sales.connected(`Market ${what}`)
      const sold = await planned()
      await scene.sales.sell(sold.flightId, application.clientId)
      const first = { contact: guest('Own'), travelDocument: passport('FIRST', '2031-07-09') }
      const { contactId: person } = await by.did(by.change(ADD, { f: sold.flightId, p: first }))
      const hidden = await planned()
      // Rows are locked in the order of their ids: somebody whom the test holds comes before that person.
      const others: string[] = []
      while (!others.some((id) => id < person)) {
        const { contactId } = await scene.key.did(
          scene.key.change(ADD, { f: hidden.flightId, p: { contact: guest('Held') } }),
        )
        others.push(contactId)
        if (contactId < person) continue
        await scene.key.did(scene.key.change(REMOVE, { f: hidden.flightId, c: contactId }))
      }
      const other = others.at(-1) as string
      await scene.key.did(scene.key.change(ADD, { f: hidden.flightId, p: { contactId: person } }))
      await watcher.query('begin')
      for (const table of ['contact', 'flight_passenger'])
        await watcher.query(`select 1 from ${table} where contact_id = $1 for update`, [other])
      const before = await waitingConnections(watcher)
      const written = write(hidden, person, other)
      await soon('the list waits', async () => (await waitingConnections(watcher)).length > before.length)
      await by.did(by.change(CREATE, { c: person, i: passport('LONGER', '2035-07-09') }))
      await watcher.query('commit')
      assert.deepEqual((await written).userErrorList, [])
      assert.equal((await aboard(hidden.flightId)).numbers.get(person), 'FIRST')
    })
  }
})
