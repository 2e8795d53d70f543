/**
 * Of passengers and their papers, a marketplace or a key limited to aircraft writes what it recorded itself, for its
 * own flights that stand (data §3.5, ADR 231).
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { FLIGHT } from '../../src/storage/operations/flights/flights.ts'
import { changeRecord, recordById } from '../../src/storage/records.ts'
import { writingAs } from '../../src/storage/view.ts'
import { addApplication } from '../support/code-grant.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { QuoteScene } from '../support/quote-scene.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const ERRORS = 'userErrorList { code message path } warningList { code subjectIdList }'
const ADD = `mutation ($f: ID!, $p: PassengerInput!) { flightPassengerAdd(flightId: $f, passenger: $p) {
  contactId travelDocumentId ${ERRORS} } }`
const CHANGE = `mutation ($f: ID!, $c: ID!, $i: PassengerUpdateInput!, $r: String) {
  flightPassengerUpdate(flightId: $f, contactId: $c, input: $i, reason: $r) { travelDocumentId ${ERRORS} } }`
const REMOVE = `mutation ($f: ID!, $c: ID!) { flightPassengerRemove(flightId: $f, contactId: $c) { ${ERRORS} } }`
const CREATE = `mutation ($c: ID!, $i: TravelDocumentInput!) { travelDocumentCreate(contactId: $c, input: $i) {
  travelDocument { travelDocumentId } laterFlightIdList ${ERRORS} } }`
const CREATE_UNREAD = CREATE.replace('travelDocument { travelDocumentId }', '')
const UPDATE = `mutation ($d: ID!, $v: Int!, $i: TravelDocumentUpdateInput!) {
  travelDocumentUpdate(travelDocumentId: $d, expectedVersion: $v, input: $i) { laterFlightIdList ${ERRORS} } }`
const DELETE = `mutation ($d: ID!, $v: Int!) { travelDocumentDelete(travelDocumentId: $d, expectedVersion: $v) { ${ERRORS} } }`
const USE = `mutation ($d: ID!, $old: ID) { travelDocumentUse(travelDocumentId: $d, insteadOf: $old) { flightIdList ${ERRORS} } }`

const passport = (number: string, expiry = '2031-07-09') => ({
  type: 'PASSPORT',
  issuingCountry: 'CH',
  nationality: 'CH',
  givenNames: 'Noor',
  surname: 'Haddad',
  number,
  expiry,
})

const GUEST = { kind: 'PASSENGER', name: 'Guest', surname: 'Own' }

for (const store of storesFor('locks')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`passengers of others (${store})`, () => {
    let server: TestServer
    let scene: QuoteScene
    let key: Integration
    before(async () => {
      server = await startServer(store)
      scene = await QuoteScene.open(server)
      key = scene.key
    })
    after(() => server?.close())

    const aircraft = (index: number): string => scene.sales.fleet.aircraft[index]?.aircraftId ?? ''
    const refusal = (by: Integration, text: string, variables: object) => by.refusal(by.change(text, variables))
    const numberOn = async (flightId: string, contactId: string): Promise<string | null> => {
      const query = 'query ($id: ID!) { flight(flightId: $id) { passengerList { contactId documentNumber } } }'
      const { passengerList } = (await key.ask(query, { id: flightId })).flight
      return passengerList.find((each: { contactId: string }) => each.contactId === contactId)?.documentNumber ?? null
    }
    /** A flight of the operator that no marketplace sees. */
    const hiddenFlight = async (): Promise<string> => {
      const offBlock = scene.sales.time(scene.day())
      return (await key.did(key.createFlight({ aircraftId: aircraft(1), offBlock }))).flight.flightId
    }
    const put = (flightId: string, changes: object) =>
      server.world.storage.writeTenant(scene.sales.scene.at.tenant.tenantId, async (tx) => {
        const flight = await recordById(writingAs(tx, { of: 'operator' }), FLIGHT, flightId)
        assert.ok(flight)
        await changeRecord(tx, FLIGHT, flight, changes)
      })
    let names = 0
    const marketplace = async () => {
      const { by, application } = await scene.sales.connected(`JetMatch ${++names}`)
      const bought = async () => {
        const flightId = await hiddenFlight()
        await scene.sales.sell(flightId, application.clientId)
        return flightId
      }
      return { by, bought, flightId: await bought() }
    }

    testOnBoth(
      'a marketplace changes and deletes no passport that the operator recorded (threats row 456)',
      async () => {
        const { by, bought, flightId } = await marketplace()
        const p = { contact: GUEST }
        const { contactId } = await by.did(by.change(ADD, { f: flightId, p }))
        const documentOf = await key.did(key.change(CREATE, { c: contactId, i: passport('REAL123') }))
        const { travelDocumentId: d } = documentOf.travelDocument
        const hidden = await hiddenFlight()
        await key.did(key.change(ADD, { f: hidden, p: { contactId, travelDocumentId: d } }))
        assert.deepEqual(await refusal(by, UPDATE, { d, v: 1, i: { number: 'FAKE2' } }), ['NOT_ALLOWED'])
        assert.deepEqual(await refusal(by, DELETE, { d, v: 1 }), ['NOT_ALLOWED'])
        // One whom the operator put aboard is the operator's, also where the marketplace recorded the person.
        const second = await bought()
        const boarded = { contactId, travelDocumentId: d }
        await key.did(key.change(ADD, { f: second, p: boarded }))
        const of = { f: second, c: contactId }
        assert.deepEqual(await refusal(by, CHANGE, { ...of, i: { baggageCount: 1 } }), ['NOT_ALLOWED'])
        assert.deepEqual(await refusal(by, CHANGE, { ...of, i: {} }), ['NOT_ALLOWED'])
        assert.deepEqual(await refusal(by, REMOVE, of), ['NOT_ALLOWED'])
        assert.equal(await numberOn(hidden, contactId), 'REAL123')
      },
    )

    test('a marketplace is warned of passengers that it added, and not of those of the operator (threats row 557)', async () => {
      const { by, flightId: f } = await marketplace()
      // Everybody who sees the flight sees for how many it is planned.
      await put(f, { paxTotal: 2 })
      const p = { contact: GUEST, travelDocument: passport('OWN1') }
      const { contactId: c } = await by.did(by.change(ADD, { f, p }))
      const warned = async (i: object): Promise<unknown> =>
        (await by.did(by.change(CHANGE, { f, c, i }))).warningList.map(({ code }: { code: string }) => code)
      const alone = await warned({ baggageCount: 1 })
      await key.did(key.change(ADD, { f, p: { contact: { ...GUEST, surname: 'Theirs' } } }))
      assert.deepEqual(await warned({ baggageCount: 2 }), alone)
      const operators = await key.did(key.change(CHANGE, { f, c, i: { baggageCount: 3 } }))
      assert.ok(operators.warningList.some(({ code }: { code: string }) => code === 'TRAVEL_DOCUMENT_MISSING'))
    })

    testOnBoth(
      'a marketplace changes a passport that it recorded, until its flight is closed or cancelled',
      async () => {
        for (const status of ['CLOSED', 'CANCELLED']) {
          const { by, flightId } = await marketplace()
          const p = { contact: GUEST, travelDocument: passport('OWN1') }
          const { contactId, travelDocumentId: d } = await by.did(by.change(ADD, { f: flightId, p }))
          await by.did(by.change(UPDATE, { d, v: 1, i: { number: 'OWN2' } }))
          await by.did(by.change(CHANGE, { f: flightId, c: contactId, i: { baggageCount: 1 } }))
          assert.equal(await numberOn(flightId, contactId), 'OWN2')
          await put(flightId, { status })
          assert.deepEqual(await refusal(by, UPDATE, { d, v: 2, i: { number: 'LATE' } }), ['NOT_ALLOWED'], status)
          assert.deepEqual(await refusal(by, DELETE, { d, v: 2 }), ['NOT_ALLOWED'], status)
          assert.deepEqual(await refusal(by, CREATE_UNREAD, { c: contactId, i: passport('LATE') }), ['NOT_ALLOWED'])
          const change = { f: flightId, c: contactId, i: { baggageCount: 2 }, r: 'Late' }
          assert.deepEqual(await refusal(by, CHANGE, change), ['LOCKED'], status)
          assert.equal(await numberOn(flightId, contactId), 'OWN2')
        }
      },
    )

    testOnBoth(
      'what a marketplace records changes no flight that it does not see, nor one that was closed',
      async () => {
        const { by, bought, flightId } = await marketplace()
        const p = { contact: GUEST, travelDocument: passport('OWN1') }
        const { contactId, travelDocumentId: d } = await by.did(by.change(ADD, { f: flightId, p }))
        const open = await hiddenFlight()
        await key.did(key.change(ADD, { f: open, p: { contactId } }))
        // Its own document counts there by itself: it is not changed any more, another is added.
        assert.equal(await numberOn(open, contactId), 'OWN1')
        assert.deepEqual(await refusal(by, UPDATE, { d, v: 1, i: { number: 'FAKE' } }), ['LOCKED'])
        assert.deepEqual(await refusal(by, DELETE, { d, v: 1 }), ['LOCKED'])
        await by.did(by.change(CREATE_UNREAD, { c: contactId, i: passport('LONGER', '2090-01-01') }))
        assert.equal(await numberOn(open, contactId), 'OWN1')
        const again = { contactId, travelDocument: passport('LONGEST', '2095-01-01') }
        await by.did(by.change(ADD, { f: await bought(), p: again }))
        assert.equal(await numberOn(open, contactId), 'OWN1')
      },
    )

    test('a marketplace records no document of a person whom the operator recorded', async () => {
      const { by, bought, flightId } = await marketplace()
      const hidden = await hiddenFlight()
      const { contactId } = await key.did(key.change(ADD, { f: hidden, p: { contact: GUEST } }))
      await key.did(key.change(ADD, { f: flightId, p: { contactId } }))
      assert.deepEqual(await refusal(by, CREATE_UNREAD, { c: contactId, i: passport('FAKE') }), ['NOT_ALLOWED'])
      const p = { contactId, travelDocument: passport('FAKE') }
      assert.deepEqual(await refusal(by, ADD, { f: await bought(), p }), ['NOT_ALLOWED'])
      assert.equal(await numberOn(hidden, contactId), null)
    })

    test('a marketplace neither leads, moves to another passport nor leaves out whom the operator added', async () => {
      const { by, flightId } = await marketplace()
      const lead = { contact: GUEST, isLead: true, travelDocument: passport('REAL123') }
      const { contactId } = await key.did(key.change(ADD, { f: flightId, p: lead }))
      const own = { contact: GUEST, isLead: true }
      assert.deepEqual(await refusal(by, ADD, { f: flightId, p: own }), ['NOT_ALLOWED'])
      const added = await by.did(by.change(ADD, { f: flightId, p: { contact: GUEST } }))
      const asLead = { f: flightId, c: added.contactId, i: { isLead: true } }
      assert.deepEqual(await refusal(by, CHANGE, asLead), ['NOT_ALLOWED'])
      const renewed = await key.did(key.change(CREATE, { c: contactId, i: passport('NEW', '2099-01-01') }))
      const use = { d: renewed.travelDocument.travelDocumentId }
      assert.deepEqual((await by.did(by.change(USE, use))).flightIdList, [])
      assert.equal(await numberOn(flightId, contactId), 'REAL123')
    })

    test('a marketplace that support lets read passengers replaces no list with passengers of the operator', async () => {
      const extra = 'passenger:read'
      const application = await addApplication(server, { kind: 'marketplace', name: 'Reads more' })
      await server.world.storage.writePlatform(({ db }) =>
        db
          .updateTable('application')
          .set({ extra_scopes: extra, extra_scopes_until: server.clock.now() + 86_400_000 })
          .where('client_id', '=', application.clientId)
          .execute(),
      )
      const reading = await scene.sales.again(application, `flight:read passenger:write ${extra}`)
      const flightId = await hiddenFlight()
      await scene.sales.sell(flightId, application.clientId)
      const { contactId } = await key.did(key.change(ADD, { f: flightId, p: { contact: GUEST } }))
      const version = async () =>
        (await key.ask('query ($id: ID!) { flight(flightId: $id) { version } }', { id: flightId })).flight.version
      const set = async (list: readonly object[]) =>
        reading.refusal(reading.setPassengers(flightId, list, await version()))
      assert.deepEqual(await set([]), ['NOT_ALLOWED'])
      assert.deepEqual(await set([{ contactId, weightKg: 80 }]), ['NOT_ALLOWED'])
      assert.deepEqual(await set([{ contactId }, { contact: GUEST }]), [])
    })

    testOnBoth('a key limited to aircraft changes the documents that it recorded alone', async () => {
      const scope = 'flight:read passenger:read passenger:write'
      const limited = await Integration.of(scene.sales.scene.at, scope, [aircraft(1)])
      const flightId = await hiddenFlight()
      const theirs = await key.did(
        key.change(ADD, { f: flightId, p: { contact: GUEST, travelDocument: passport('REAL') } }),
      )
      const change = { v: 1, i: { number: 'FAKE' } }
      assert.deepEqual(await refusal(limited, UPDATE, { d: theirs.travelDocumentId, ...change }), ['NOT_ALLOWED'])
      assert.deepEqual(await refusal(limited, DELETE, { d: theirs.travelDocumentId, v: 1 }), ['NOT_ALLOWED'])
      const p = { contact: GUEST, travelDocument: passport('OWN') }
      const own = await limited.did(limited.change(ADD, { f: flightId, p }))
      await limited.did(limited.change(UPDATE, { d: own.travelDocumentId, v: 1, i: { number: 'OWN2' } }))
      assert.equal(await numberOn(flightId, theirs.contactId), 'REAL')
      await limited.did(limited.change(CHANGE, { f: flightId, c: theirs.contactId, i: { baggageCount: 1 } }))
      await key.did(key.change(UPDATE, { d: own.travelDocumentId, v: 2, i: { number: 'OPS' } }))
    })

    test('who does not read passengers finds no date of a document by trying, nor which is older (threats row 457)', async () => {
      const { by, flightId } = await marketplace()
      const p = { contact: GUEST, travelDocument: passport('OWN1') }
      const { contactId, travelDocumentId: d } = await by.did(by.change(ADD, { f: flightId, p }))
      await key.did(key.change(UPDATE, { d, v: 1, i: { expiry: '2032-07-09' } }))
      for (const i of [{ validFrom: '2032-07-10' }, { validFrom: '2000-01-01' }, { expiry: '2031-07-10' }]) {
        const { userErrorList } = await by.change(UPDATE, { d, v: 2, i })
        assert.match(userErrorList[0]?.message ?? '', /^Give validFrom and expiry together/)
      }
      await by.did(by.change(UPDATE, { d, v: 2, i: { validFrom: null, number: 'OWN2' } }))
      const renewed = passport('NEW', '2099-01-01')
      const { laterFlightIdList } = await by.did(by.change(CREATE_UNREAD, { c: contactId, i: renewed }))
      assert.deepEqual(laterFlightIdList, [])
      await by.did(by.change(UPDATE, { d, v: 3, i: { validFrom: '2021-01-01', expiry: '2032-01-01' } }))
    })

    test('warnings of a marketplace’s passenger name no flight that it does not see (threats row 457)', async () => {
      const { by, flightId } = await marketplace()
      const { contactId } = await by.did(by.change(ADD, { f: flightId, p: { contact: GUEST } }))
      const { schedule } = (
        await key.ask('query ($id: ID!) { flight(flightId: $id) { schedule { offBlock } } }', { id: flightId })
      ).flight
      const at = { aircraftId: aircraft(2), offBlock: schedule.offBlock, status: 'CONFIRMED' }
      const hidden = (await key.did(key.createFlight(at))).flight.flightId
      await key.did(key.change(ADD, { f: hidden, p: { contactId } }))
      await put(flightId, { status: 'CONFIRMED' })
      const boarded = await by.did(by.change(CHANGE, { f: flightId, c: contactId, i: { baggageCount: 2 } }))
      const expired = await by.did(by.change(CREATE_UNREAD, { c: contactId, i: passport('OLD', '2020-01-01') }))
      for (const { warningList } of [boarded, expired]) {
        assert.deepEqual(
          warningList.filter(({ subjectIdList }: { subjectIdList: string[] }) => subjectIdList.includes(hidden)),
          [],
        )
      }
      assert.equal(
        expired.warningList.filter(({ code }: { code: string }) => code === 'TRAVEL_DOCUMENT_EXPIRED').length,
        1,
      )
      const told = await key.did(key.change(CHANGE, { f: flightId, c: contactId, i: { baggageCount: 3 } }))
      assert.ok(told.warningList.some(({ code }: { code: string }) => code === 'PASSENGER_OVERLAP'))
    })
  })
}
