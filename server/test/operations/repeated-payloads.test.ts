/**
 * A repetition under an idempotency key shows nothing of a record that left the caller's view meanwhile, alone or in a
 * list, however the view is narrowed (threats row 341).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { EVERYTHING, Integration } from '../support/integration.ts'
import { OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const ERRORS = 'userErrorList { code message path }'

describe('a repetition whose record left the view', () => {
  let server: TestServer
  before(async () => {
    server = await startServer('sqlite')
  })
  after(() => server.close())

  test('a contact that became a passenger is not shown to a key without passenger:read', async () => {
    const at = (await server.operator('alpine')).production
    const key = await Integration.of(at, EVERYTHING)
    const reader = await Integration.of(at, 'contact:read contact:write')
    const make = () =>
      reader.change(`mutation { contactCreate(input: { kind: CLIENT, name: "Eva" }, idempotencyKey: "once") {
        contact { contactId version name } ${ERRORS} } }`)
    const { contact } = await reader.did(make())
    assert.equal((await reader.did(make())).contact.name, 'Eva', 'a repetition answers as long as the record is seen')
    const text = `mutation ($id: ID!, $v: Int!) {
      contactUpdate(contactId: $id, expectedVersion: $v, input: { kind: PASSENGER, name: "Eva Marti" }) { contact { name } ${ERRORS} } }`
    await key.did(key.change(text, { id: contact.contactId, v: contact.version }))
    assert.deepEqual(await reader.refusal(make()), ['NOT_FOUND'])
  })

  test('one of several flights that was given another aircraft is not shown to a key of the aircraft before', async () => {
    const day = await OperatingDay.open(server, 'birch')
    const [first, second] = [await day.plan(600, 700), await day.plan(800, 900)]
    const at = await server.existing('birch')
    const mine = await Integration.of(at, 'flight:read flight:write aircraft:read', [day.aircraftId(0)])
    const entries = await Promise.all(
      [first, second].map(async (flight) => ({
        flightId: flight.flightId,
        expectedVersion: await day.version(flight),
        callsign: 'ABC12',
      })),
    )
    const change = () =>
      mine.change(
        `mutation ($list: [FlightChangeInput!]!) { flightListChange(changeList: $list, idempotencyKey: "once") {
          flightList { flightId callsign } ${ERRORS} } }`,
        { list: entries },
      )
    assert.equal((await mine.did(change())).flightList.length, 2)
    await day.key.did(
      day.key.updateFlight({ flightId: second.flightId, aircraftId: day.aircraftId(1) }, await day.version(second)),
    )
    assert.deepEqual(await mine.refusal(change()), ['NOT_FOUND'])
  })
})
