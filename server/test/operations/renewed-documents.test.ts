/** A renewed passport is offered for all later legs at once, and one call moves them (data §3.9). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { EVERYTHING, Integration } from '../support/integration.ts'
import { OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const passport = (number: string, expiry: string) => ({
  type: 'PASSPORT',
  givenNames: 'Eva',
  surname: 'Lang',
  issuingCountry: 'CH',
  nationality: 'CH',
  number,
  expiry,
})

const USE = `mutation ($new: ID!, $old: ID, $key: String) { travelDocumentUse(travelDocumentId: $new, insteadOf: $old, idempotencyKey: $key) {
  travelDocument { travelDocumentId } flightIdList userErrorList { code path } warningList { code } } }`

for (const store of storesFor('concurrency')) {
  describe(`renewed travel documents (${store})`, () => {
    let server: TestServer
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    /** Three legs of one passenger with an old passport; the first is flown. */
    const open = async () => {
      const day = await OperatingDay.open(server, `op${++operators}`)
      const legs = [
        await day.plan(-300, -200),
        await day.plan(600, 700, { aircraftId: day.aircraftId(1) }),
        await day.plan(1600, 1700, { aircraftId: day.aircraftId(2) }),
      ]
      const board = (flightId: string, passenger: object) =>
        day.key.did(
          day.key.change(
            `mutation ($id: ID!, $p: PassengerInput!) { flightPassengerAdd(flightId: $id, passenger: $p) {
              contactId travelDocumentId userErrorList { code message } } }`,
            { id: flightId, p: passenger },
          ),
        )
      const person = { contact: { kind: 'PASSENGER', name: 'Eva', surname: 'Lang' } }
      const { contactId, travelDocumentId: old } = await board(legs[0].flightId, {
        ...person,
        travelDocument: passport('OLD', '2020-01-01'),
      })
      for (const { flightId } of legs.slice(1)) await board(flightId, { contactId, travelDocumentId: old })
      const times = { offBlock: day.at(-300), takeOff: day.at(-290), landing: day.at(-210), onBlock: day.at(-200) }
      await day.report(legs[0], times)
      const later = legs.slice(1).map(({ flightId }) => flightId)
      return { day, contactId, old, later, flown: legs[0] }
    }
    const renew = async ({ day, contactId }: Awaited<ReturnType<typeof open>>, number = 'NEW') =>
      day.key.did(
        day.key.change(
          `mutation ($c: ID!, $input: TravelDocumentInput!) { travelDocumentCreate(contactId: $c, input: $input) {
            travelDocument { travelDocumentId } laterFlightIdList userErrorList { code message } warningList { code } } }`,
          { c: contactId, input: passport(number, '2099-01-01') },
        ),
      )
    const numberOn = async (day: OperatingDay, flightId: string) =>
      (await day.read({ flightId }, 'passengerList { documentNumber }')).passengerList[0].documentNumber

    test('a renewed passport names the later legs of the old one; one call moves them, flown legs stay (data row P2)', async () => {
      const scene = await open()
      const { day, later, flown } = scene
      const renewed = await renew(scene)
      assert.deepEqual(renewed.laterFlightIdList, later)
      assert.deepEqual(
        renewed.warningList.map(({ code }: { code: string }) => code),
        ['TRAVEL_DOCUMENT_EXPIRED', 'TRAVEL_DOCUMENT_EXPIRED'],
      )
      const versions = await Promise.all(later.map((flightId) => day.version({ flightId })))
      const asked = { new: renewed.travelDocument.travelDocumentId }
      const used = await day.key.did(day.key.change(USE, asked))
      assert.deepEqual([used.flightIdList, used.warningList], [later, []])
      for (const [index, flightId] of later.entries()) {
        assert.equal(await numberOn(day, flightId), 'NEW')
        assert.equal(await day.version({ flightId }), (versions[index] ?? 0) + 1)
        assert.deepEqual((await day.told({ flightId })).at(-1), ['passengerList'])
      }
      assert.equal(await numberOn(day, flown.flightId), 'OLD')
      // Nothing is left to move, and nothing is told again.
      assert.deepEqual((await day.key.did(day.key.change(USE, asked))).flightIdList, [])
      assert.equal(await day.version({ flightId: later[0] ?? '' }), (versions[0] ?? 0) + 1)
    })

    test('another type of document is not offered, and moves where it is named; of another person it is not found', async () => {
      const scene = await open()
      const { day, contactId, old, later } = scene
      const card = await day.key.did(
        day.key.change(
          `mutation ($c: ID!, $input: TravelDocumentInput!) { travelDocumentCreate(contactId: $c, input: $input) {
            travelDocument { travelDocumentId } laterFlightIdList userErrorList { code } } }`,
          { c: contactId, input: { ...passport('CARD', '2099-01-01'), type: 'IDENTITY_CARD' } },
        ),
      )
      assert.deepEqual(card.laterFlightIdList, [])
      const moved = { new: card.travelDocument.travelDocumentId, old }
      assert.deepEqual((await day.key.did(day.key.change(USE, moved))).flightIdList, later)
      const stranger = await open()
      const theirs = await stranger.day.key.change(USE, moved)
      assert.deepEqual(theirs.userErrorList, [{ code: 'NOT_FOUND', path: ['travelDocumentId'] }])
      const self = await day.key.change(USE, { new: moved.new, old: moved.new })
      assert.deepEqual(self.userErrorList, [{ code: 'NOT_FOUND', path: ['insteadOf'] }])
    })

    test('a key limited to an aircraft moves the legs of that aircraft alone; without flight:read no leg is named (threats row 226)', async () => {
      const scene = await open()
      const { day, later } = scene
      const { travelDocument } = await renew(scene)
      const asked = { new: travelDocument.travelDocumentId }
      const limited = await Integration.of(day.tenant, 'flight:read passenger:read passenger:write', [
        day.aircraftId(1),
      ])
      assert.deepEqual((await limited.did(limited.change(USE, asked))).flightIdList, [later[0]])
      assert.equal(await numberOn(day, later[1] ?? ''), 'OLD')
      const blind = await Integration.of(day.tenant, 'passenger:read passenger:write')
      assert.deepEqual((await blind.did(blind.change(USE, asked))).flightIdList, [])
      assert.equal(await numberOn(day, later[1] ?? ''), 'NEW')
      const reader = await Integration.of(day.tenant, EVERYTHING.replace('passenger:write', ''))
      const refused = await reader.body(USE, asked)
      assert.equal(refused.errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE')
    })

    test('of two clerks who move the same legs at once each leg is written once', async () => {
      const scene = await open()
      const { day, later } = scene
      const { travelDocument } = await renew(scene)
      const before = await day.version({ flightId: later[0] ?? '' })
      const asked = { new: travelDocument.travelDocumentId }
      const both = await Promise.all([day.key.did(day.key.change(USE, asked)), day.key.did(day.key.change(USE, asked))])
      assert.deepEqual(both.flatMap(({ flightIdList }) => flightIdList).toSorted(), later.toSorted())
      assert.equal(await day.version({ flightId: later[0] ?? '' }), before + 1)
    })
  })
}
