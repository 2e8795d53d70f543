/** Passenger data behind passenger scopes: contacts, travel documents, lists of flights, erasing (data §3.5, §2.2). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { SYSTEM } from '../../src/domain/versioned.ts'
import { erasePastPassengers } from '../../src/services/operations/passengers/retention.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { EVERYTHING, Integration, z } from '../support/integration.ts'
import { OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const DAY = 86_400_000
const ERRORS = 'userErrorList { code path } warningList { code message path }'
const CREATE = `mutation ($input: ContactInput!) { contactCreate(input: $input) { contact { contactId version } ${ERRORS} } }`
const UPDATE = `mutation ($id: ID!, $v: Int!, $input: ContactUpdateInput!) {
  contactUpdate(contactId: $id, expectedVersion: $v, input: $input) { contact { contactId version } ${ERRORS} } }`
const ADD_DOCUMENT = `mutation ($id: ID!, $input: TravelDocumentInput!) { travelDocumentCreate(contactId: $id, input: $input) {
  travelDocument { travelDocumentId version } ${ERRORS} } }`
const PASSENGER = `contactId travelDocumentId flight { version paxCount { total named } } ${ERRORS}`
const ADD = `mutation ($id: ID!, $p: PassengerInput!, $r: String) { flightPassengerAdd(flightId: $id, passenger: $p, reason: $r) { ${PASSENGER} } }`
const REMOVE = `mutation ($id: ID!, $c: ID!, $r: String) { flightPassengerRemove(flightId: $id, contactId: $c, reason: $r) { ${PASSENGER} } }`
const CHANGE = `mutation ($id: ID!, $c: ID!, $i: PassengerUpdateInput!) { flightPassengerUpdate(flightId: $id, contactId: $c, input: $i) { ${PASSENGER} } }`
const ERASE = `mutation ($id: ID!, $v: Int!) { contactErase(contactId: $id, reason: "Asked for", expectedVersion: $v) { contactId ${ERRORS} } }`
const LIST = `query ($id: ID!) { flight(flightId: $id) { passengerList { contactId name surname dateOfBirth nationality
  documentNumber documentExpiry isLead isNoShow travelDocument { number } } } }`
const CONTACTS = 'contact:read contact:write'

const PASSPORT = {
  type: 'PASSPORT',
  issuingCountry: 'CH',
  number: 'X1234567',
  expiry: '2036-01-01',
  givenNames: 'Vera',
  surname: 'Muster',
  dateOfBirth: '1980-02-29',
  nationality: 'CH',
}

for (const store of storesFor('record')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`passengers (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let fleet: Fleet
    let key: Integration
    let start: number
    let day = 0
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      fleet = await seedFleet(server.world.storage, at.tenant.tenantId)
      key = await Integration.of(at)
      start = Math.floor(server.clock.now() / DAY) * DAY + 10 * DAY
    })
    after(() => server.close())

    const newFlight = async (more: object = {}) => {
      const input = { aircraftId: fleet.aircraft[0]?.aircraftId, offBlock: z(start + day++ * DAY), ...more }
      return (await key.did(key.createFlight(input))).flight
    }
    const newContact = async (input: object): Promise<{ contactId: string; version: number }> =>
      (await key.did(key.change(CREATE, { input: { kind: 'PASSENGER', name: 'Vera', surname: 'Muster', ...input } })))
        .contact
    const newDocument = async (contactId: string, more: object = {}) =>
      (await key.did(key.change(ADD_DOCUMENT, { id: contactId, input: { ...PASSPORT, ...more } }))).travelDocument
    const codes = (list: readonly { code: string }[]) => list.map(({ code }) => code)
    const refused = (list: readonly { code: string; path: string[] }[]) =>
      list.map(({ code, path }) => `${code} ${path.join('.')}`)

    testOnBoth(
      'with contact scopes alone a client is patched, and passengers exist nowhere (data row A1)',
      async () => {
        const desk = await Integration.of(at, `${CONTACTS} flight:read flight:write`)
        const { contactId: clientId } = await newContact({ kind: 'CLIENT', name: 'Klara' })
        await newDocument(clientId, { number: 'C1' })
        const { contactId, version } = await newContact({})
        await newDocument(contactId)
        await desk.did(desk.change(UPDATE, { id: clientId, v: 1, input: { phone: '+41 44 668 18 00' } }))
        const documents =
          'query ($ids: [ID!]) { travelDocumentList(filter: { contactIdList: $ids }) { nodeList { number } } }'
        const { travelDocumentList } = await key.ask(documents, { ids: [clientId] })
        assert.deepEqual(travelDocumentList.nodeList, [{ number: 'C1' }])
        const trip = `mutation ($id: ID!) { tripCreate(input: { clientContactId: $id }) { trip { tripId } userErrorList { code } } }`
        const { trip: kept } = await key.did(key.change(trip, { id: contactId }))
        const seen = await desk.ask(
          `query ($id: ID!, $trip: ID!) { contact(contactId: $id) { name } trip(tripId: $trip) { client { name } }
          contactList(page: { first: 500 }) { nodeList { contactId kind } }
          byId: contactList(contactIdList: [$id]) { nodeList { contactId } }
          search: contactList(wildcard: "Vera") { nodeList { contactId } } }`,
          { id: contactId, trip: kept.tripId },
        )
        assert.deepEqual(
          [seen.contact, seen.trip.client, seen.byId.nodeList, seen.search.nodeList],
          [null, null, [], []],
        )
        const kinds = seen.contactList.nodeList.map(({ kind }: { kind: string }) => kind)
        assert.ok(kinds.includes('CLIENT') && !kinds.includes('PASSENGER'))
        const tries = [
          desk.change(UPDATE, { id: contactId, v: version, input: { phone: '+41 44 1' } }),
          desk.change(trip, { id: contactId }),
          desk.change(
            'mutation ($id: ID!) { externalIdSet(entity: CONTACT, entityId: $id, system: "crm", value: "1") { userErrorList { code } } }',
            { id: contactId },
          ),
        ]
        for (const tried of tries) assert.deepEqual(await desk.refusal(tried), ['NOT_FOUND'])
        const followed = async (as: Integration) => {
          const query = '{ changeList(entityList: [CONTACT], first: 500) { nodeList { entityId kind } } }'
          return (await as.ask(query)).changeList.nodeList.filter(
            ({ entityId }: { entityId: string }) => entityId === contactId,
          )
        }
        assert.deepEqual(await followed(desk), [])
        assert.equal((await followed(key)).length, 1)
        // Who stops being a passenger appears, and who becomes one is gone.
        await key.did(key.change(UPDATE, { id: contactId, v: version, input: { kind: 'CLIENT' } }))
        await key.did(key.change(UPDATE, { id: contactId, v: version + 1, input: { kind: 'PASSENGER' } }))
        assert.deepEqual(codesOf(await followed(desk)), ['CREATED', 'DELETED'])
      },
    )

    const codesOf = (list: readonly { kind: string }[]) => list.map(({ kind }) => kind)

    test('asking for passengers, or writing one, without the passenger scope refuses the whole request', async () => {
      const desk = await Integration.of(at, CONTACTS)
      const without = [
        '{ contactList(kindList: [PASSENGER]) { nodeList { name } } }',
        '{ contactList(kindList: [CLIENT, PASSENGER]) { nodeList { name } } }',
        '{ changeList(entityList: [TRAVEL_DOCUMENT]) { nodeList { entityId } } }',
        'mutation { contactCreate(input: { kind: PASSENGER, name: "A" }) { userErrorList { code } } }',
        'mutation { contactCreate(input: { kind: CLIENT, name: "A", documentNumber: "X" }) { userErrorList { code } } }',
        'mutation { contactUpdate(contactId: "a", expectedVersion: 1, input: { kind: PASSENGER }) { userErrorList { code } } }',
        'mutation { contactErase(contactId: "a", expectedVersion: 1, reason: "b") { userErrorList { code } } }',
      ]
      for (const query of without) {
        assert.equal((await desk.body(query)).errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE', query)
      }
      const variables = { input: { kind: 'PASSENGER', name: 'A' } }
      assert.equal((await desk.body(CREATE, variables)).errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE')
      const reader = await Integration.of(at, `${CONTACTS} passenger:read`)
      const { contactId, version } = await newContact({})
      const update = reader.change(UPDATE, { id: contactId, v: version, input: { phone: '+41 44 2' } })
      assert.deepEqual(refused((await update).userErrorList), ['NOT_ALLOWED contactId'])
      const writer = await Integration.of(at, 'passenger:write flight:read')
      const { flightId } = await newFlight()
      const set =
        'mutation ($id: ID!) { flightPassengerListSet(flightId: $id, expectedVersion: 1, passengerList: []) { userErrorList { code } } }'
      assert.equal((await writer.body(set, { id: flightId })).errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE')
    })

    testOnBoth('a passenger shows the document chosen for the flight, else the one that is valid longest', async () => {
      const { contactId } = await newContact({})
      const old = await newDocument(contactId, { number: 'OLD', expiry: '2034-01-01', nationality: 'XXA' })
      await newDocument(contactId, { number: 'NEW' })
      await newDocument(contactId, { number: 'VISA', type: 'VISA', expiry: '2039-01-01' })
      const { flightId } = await newFlight()
      const added = await key.did(key.change(ADD, { id: flightId, p: { contactId, isLead: true } }))
      assert.deepEqual([added.contactId, added.warningList], [contactId, []])
      assert.deepEqual(added.flight, { version: 2, paxCount: { total: 1, named: 1 } })
      const shown = async () => (await key.ask(LIST, { id: flightId })).flight.passengerList[0]
      assert.deepEqual(await shown(), {
        contactId,
        name: 'Vera',
        surname: 'Muster',
        dateOfBirth: '1980-02-29',
        nationality: 'CH',
        documentNumber: 'NEW',
        documentExpiry: '2036-01-01',
        isLead: true,
        isNoShow: false,
        travelDocument: { number: 'NEW' },
      })
      const input = { travelDocumentId: old.travelDocumentId, isNoShow: true }
      const changed = await key.did(key.change(CHANGE, { id: flightId, c: contactId, i: input }))
      assert.equal(changed.travelDocumentId, old.travelDocumentId)
      const { documentNumber, nationality, isNoShow } = await shown()
      assert.deepEqual([documentNumber, nationality, isNoShow], ['OLD', 'XXA', true])
      const remove =
        'mutation ($id: ID!) { travelDocumentDelete(travelDocumentId: $id, expectedVersion: 1) { travelDocument { number } userErrorList { code } warningList { code } } }'
      assert.deepEqual((await key.did(key.change(remove, { id: old.travelDocumentId }))).travelDocument, {
        number: 'OLD',
      })
      assert.equal((await shown()).documentNumber, 'NEW')
      const again = await key.change(ADD, { id: flightId, p: { contactId } })
      assert.deepEqual(refused(again.userErrorList), ['VALIDATION passenger.contactId'])
    })

    test('differing counts, expired and missing documents warn for each leg, with names only for principals that may read them (data row C1)', async () => {
      const [first, second] = [await newFlight({ paxCount: 9 }), await newFlight({ paxCount: 1 })]
      const { contactId } = await newContact({})
      const passport = await newDocument(contactId, { expiry: '2026-12-01' })
      server.clock.advanceSeconds(60)
      const two = [{ contactId }, { contact: { kind: 'PASSENGER', name: 'Ben' } }]
      const { warningList, flight } = await key.did(key.setPassengers(first.flightId, two, 1))
      assert.deepEqual(codes(warningList), ['PAX_COUNT_DIFFERS', 'TRAVEL_DOCUMENT_MISSING'])
      assert.equal(warningList[1].message, `Ben has no travel document for ${flight.flightNo}`)
      assert.deepEqual(warningList[1].path, ['passengerList', '1'])
      await key.did(key.change(ADD, { id: second.flightId, p: { contactId } }))
      const patch = `mutation ($id: ID!, $e: Date, $v: Int!) { travelDocumentUpdate(travelDocumentId: $id, input: { expiry: $e }, expectedVersion: $v) { ${ERRORS} } }`
      const expired = await key.did(key.change(patch, { id: passport.travelDocumentId, e: '2020-01-01', v: 1 }))
      assert.deepEqual(codes(expired.warningList), ['TRAVEL_DOCUMENT_EXPIRED', 'TRAVEL_DOCUMENT_EXPIRED'])
      const planner = await Integration.of(at, 'flight:read flight:write passenger:write')
      const blind = await planner.did(
        planner.change(ADD, { id: second.flightId, p: { contact: { kind: 'OTHER', name: 'Zed' } } }),
      )
      assert.deepEqual(codes(blind.warningList), ['TRAVEL_DOCUMENT_EXPIRED', 'TRAVEL_DOCUMENT_MISSING'])
      for (const { message } of blind.warningList) assert.doesNotMatch(message, /Vera|Zed|2020/)
      const read = 'query ($id: ID!) { flight(flightId: $id) { warningList { code } } }'
      const open = codes((await key.ask(read, { id: first.flightId })).flight.warningList)
      for (const code of ['PAX_COUNT_DIFFERS', 'TRAVEL_DOCUMENT_EXPIRED', 'TRAVEL_DOCUMENT_MISSING'])
        assert.ok(open.includes(code), code)
      const fewer = await key.did(key.updateFlight({ flightId: first.flightId, paxCount: 3 }, 2))
      assert.ok(codes(fewer.warningList).includes('PAX_COUNT_DIFFERS'))
    })

    test('contacts that cannot be passengers, and countries, nationalities and births that do not exist, are refused (data row C1)', async () => {
      const { flightId } = await newFlight()
      const { contactId: handler } = await newContact({ kind: 'HANDLER', name: 'Jet Aviation' })
      const add = async (p: object) => refused((await key.change(ADD, { id: flightId, p })).userErrorList)
      assert.deepEqual(await add({ contactId: handler }), ['VALIDATION passenger.contactId'])
      assert.deepEqual(await add({ contact: { kind: 'HANDLER', name: 'A' } }), ['VALIDATION passenger.contact.kind'])
      assert.deepEqual(await add({ contactId: 'con_nobody' }), ['NOT_FOUND passenger.contactId'])
      assert.deepEqual(await add({}), ['VALIDATION passenger'])
      const person = { kind: 'PASSENGER', name: 'A' }
      for (const [field, value] of [
        ['nationality', 'XX'],
        ['nationality', 'Swiss'],
        ['issuingCountry', 'XXA'],
        ['dateOfBirth', '2999-01-01'],
        ['dateOfBirth', '1899-12-31'],
        ['number', ' '],
        ['expiry', '1999-01-01'],
      ] as const) {
        const travelDocument = { ...PASSPORT, validFrom: '2000-01-01', [field]: value }
        assert.deepEqual(await add({ contact: person, travelDocument }), [
          `VALIDATION passenger.travelDocument.${field}`,
        ])
      }
      const foreign = await newDocument((await newContact({})).contactId)
      const { contactId } = await newContact({})
      assert.deepEqual(await add({ contactId, travelDocumentId: foreign.travelDocumentId }), [
        'NOT_FOUND passenger.travelDocumentId',
      ])
      assert.equal((await key.ask(LIST, { id: flightId })).flight.passengerList.length, 0)
    })

    test('a passenger is added and removed alone, and the fields of old inputs become a document', async () => {
      const { flightId } = await newFlight()
      const old = { kind: 'PASSENGER', name: 'Odo', nationality: 'DE', documentNumber: 'D1', dateOfBirth: '1970-01-01' }
      const { contactId } = await key.did(key.change(ADD, { id: flightId, p: { contact: old } }))
      const p = { contact: { kind: 'PASSENGER', name: 'Pia' }, isLead: true, travelDocument: PASSPORT }
      const second = await key.did(key.change(ADD, { id: flightId, p }))
      assert.deepEqual(second.flight.paxCount, { total: 2, named: 2 })
      assert.ok(second.travelDocumentId)
      const { passengerList } = (await key.ask(LIST, { id: flightId })).flight
      const names = passengerList.map(({ name, isLead, documentNumber }: Record<string, unknown>) => [
        name,
        isLead,
        documentNumber,
      ])
      assert.deepEqual(names, [
        ['Odo', false, 'D1'],
        ['Pia', true, 'X1234567'],
      ])
      const removed = await key.did(key.change(REMOVE, { id: flightId, c: contactId }))
      assert.deepEqual(
        [removed.flight.paxCount, codes(removed.warningList)],
        [{ total: 2, named: 1 }, ['PAX_COUNT_DIFFERS']],
      )
      assert.deepEqual(refused((await key.change(REMOVE, { id: flightId, c: contactId })).userErrorList), [
        'NOT_FOUND contactId',
      ])
    })

    testOnBoth('erasing a person leaves a stub on cancelled flights and is LOCKED while a flight is open', async () => {
      const { contactId, version } = await newContact({ email: 'vera@mail.example', phone: '+41 44 1' })
      const passport = await newDocument(contactId, { externalIdList: [{ system: 'crm', value: 'P1' }] })
      const { flightId } = await newFlight()
      await key.did(key.change(ADD, { id: flightId, p: { contactId, travelDocumentId: passport.travelDocumentId } }))
      const locked = await key.change(ERASE, { id: contactId, v: version })
      assert.deepEqual(refused(locked.userErrorList), ['LOCKED contactId'])
      await key.did(key.setStatus(flightId, 'CANCELLED', 2, 'Weather'))
      await key.did(key.change(ERASE, { id: contactId, v: version }))
      const { contact, travelDocument, flight } = await key.ask(
        `query ($c: ID!, $d: ID!, $f: ID!) { contact(contactId: $c) { name surname email phone erasedAt version }
          travelDocument(travelDocumentId: $d) { number } flight(flightId: $f) { passengerList { name surname documentNumber } } }`,
        { c: contactId, d: passport.travelDocumentId, f: flightId },
      )
      assert.match(contact.erasedAt, /Z$/)
      assert.deepEqual(
        { ...contact, erasedAt: null },
        { name: 'Erased', surname: null, email: null, phone: null, erasedAt: null, version: version + 1 },
      )
      assert.equal(travelDocument, null)
      assert.deepEqual(flight.passengerList, [{ name: 'Erased', surname: '', documentNumber: null }])
      const update = key.change(UPDATE, { id: contactId, v: version + 1, input: { name: 'Vera' } })
      assert.deepEqual(refused((await update).userErrorList), ['LOCKED contactId'])
      assert.equal((await key.did(key.change(ERASE, { id: contactId, v: version + 1 }))).contactId, contactId)
      const feed = (await key.ask('{ changeList(first: 500) { nodeList { entity entityId kind } } }')).changeList
        .nodeList
      const gone = feed.filter(({ entityId }: { entityId: string }) => entityId === passport.travelDocumentId)
      assert.deepEqual(codesOf(gone), ['CREATED', 'DELETED'])
    })

    testOnBoth(
      'a repetition under an idempotency key tells nothing of a person who was erased since (threats row 597)',
      async () => {
        const create = `mutation { contactCreate(idempotencyKey: "vera-1", input: { kind: PASSENGER, name: "Vera", email: "vera@mail.example" }) {
          contact { contactId name email } ${ERRORS} } }`
        const { contactId } = (await key.did(key.change(create))).contact
        const add = `mutation ($id: ID!, $input: TravelDocumentInput!) {
          travelDocumentCreate(idempotencyKey: "vera-2", contactId: $id, input: $input) { travelDocument { number } ${ERRORS} } }`
        const paper = { id: contactId, input: PASSPORT }
        await key.did(key.change(add, paper))
        assert.equal((await key.did(key.change(create))).contact.name, 'Vera', 'before she is erased')
        const erase = `mutation ($id: ID!) { contactErase(idempotencyKey: "vera-3", contactId: $id, reason: "Asked for", expectedVersion: 1) {
          contactId ${ERRORS} } }`
        await key.did(key.change(erase, { id: contactId }))
        for (const [repetition, variables] of [[create], [add, paper]] as const) {
          const { contact, travelDocument, userErrorList } = await key.change(repetition, variables)
          assert.deepEqual([contact ?? null, travelDocument ?? null], [null, null])
          assert.deepEqual(codes(userErrorList), ['NOT_FOUND'])
        }
        assert.equal((await key.did(key.change(erase, { id: contactId }))).contactId, contactId)
      },
    )

    test('erasing a person who has flown leaves a stub on the closed flight, whose passengers change only with a reason (data row D2)', async () => {
      const today = await OperatingDay.open(server, `closed${store.slice(0, 3)}`)
      const flown = await today.released(-180, -60)
      const board = async (name: string) => {
        const p = { contact: { kind: 'PASSENGER', name }, travelDocument: PASSPORT }
        return (await today.key.did(today.key.change(ADD, { id: flown.flightId, p }))).contactId
      }
      const [erased, removed] = [await board('Vera'), await board('Odo')]
      await today.report(flown, {
        offBlock: today.at(-180),
        takeOff: today.at(-170),
        landing: today.at(-70),
        onBlock: today.at(-65),
      })
      const locked = await today.key.change(ERASE, { id: erased, v: 1 })
      assert.deepEqual(refused(locked.userErrorList), ['LOCKED contactId'])
      await today.key.did(today.set(flown, 'CLOSED'))
      await today.key.did(today.key.change(ERASE, { id: erased, v: 1 }))
      const remove = (r?: string) => today.key.change(REMOVE, { id: flown.flightId, c: removed, r })
      assert.deepEqual(codes((await remove()).userErrorList), ['REASON_NEEDED'])
      await today.key.did(remove('Never boarded'))
      const { passengerList } = (await today.key.ask(LIST, { id: flown.flightId })).flight
      assert.deepEqual(
        passengerList.map(({ name, documentNumber }: Record<string, unknown>) => [name, documentNumber]),
        [['Erased', null]],
      )
    })

    test('a key limited to aircraft reads documents of people on its flights alone', async () => {
      const [own, other] = fleet.aircraft
      const scope = 'flight:read passenger:read passenger:write'
      const limited = await Integration.of(at, scope, [other?.aircraftId ?? ''])
      const [mine, theirs] = [
        await newFlight({ aircraftId: other?.aircraftId }),
        await newFlight({ aircraftId: own?.aircraftId }),
      ]
      const people = []
      for (const { flightId } of [mine, theirs]) {
        const p = { contact: { kind: 'PASSENGER', name: 'Lim' }, travelDocument: PASSPORT }
        people.push(await key.did(key.change(ADD, { id: flightId, p })))
      }
      const [seen, hidden] = people
      const query =
        'query ($a: ID!, $b: ID!) { a: travelDocument(travelDocumentId: $a) { number } b: travelDocument(travelDocumentId: $b) { number } travelDocumentList(filter: {}) { nodeList { travelDocumentId } } }'
      const found = await limited.ask(query, { a: seen.travelDocumentId, b: hidden.travelDocumentId })
      assert.deepEqual(found, {
        a: { number: 'X1234567' },
        b: null,
        travelDocumentList: { nodeList: [{ travelDocumentId: seen.travelDocumentId }] },
      })
      assert.deepEqual(
        await limited.refusal(limited.change(ADD, { id: theirs.flightId, p: { contactId: seen.contactId } })),
        ['NOT_FOUND'],
      )
      await assert.rejects(Integration.of(at, CONTACTS, [other?.aircraftId ?? '']))
    })

    test('passengers are erased once the days that the operator keeps them have passed since their last flight', async () => {
      const world = server.world.with({ storage: server.world.storage.writtenBy(SYSTEM) })
      const tidy = () => world.storage.writePlatform((tx) => erasePastPassengers(tx, world))
      const place = (await server.operator(`kept${store.slice(0, 3)}`)).production
      const aircraft = (await seedFleet(server.world.storage, place.tenant.tenantId)).aircraft
      const desk = await Integration.of(place, `${EVERYTHING} settings:read settings:write`)
      const settings =
        'mutation { operatorSettingsUpdate(input: { passengerRetentionDays: 30 }, expectedVersion: 1) { userErrorList { code } } }'
      await desk.did(desk.change(settings))
      const offBlock = server.clock.now() + DAY
      const { flight } = await desk.did(
        desk.createFlight({ aircraftId: aircraft[0]?.aircraftId, offBlock: z(offBlock) }),
      )
      const p = { contact: { kind: 'PASSENGER', name: 'Gone' }, travelDocument: PASSPORT }
      const { contactId } = await desk.did(desk.change(ADD, { id: flight.flightId, p }))
      await desk.did(desk.setStatus(flight.flightId, 'CANCELLED', 2, 'Weather'))
      const name = async () => {
        const later = await Integration.of(place, 'contact:read passenger:read')
        return (
          await later.ask('query ($id: ID!) { contact(contactId: $id) { name updatedBy { kind } } }', { id: contactId })
        ).contact
      }
      server.clock.advanceSeconds((29 * DAY) / 1000)
      await tidy()
      assert.equal((await name()).name, 'Gone')
      server.clock.advanceSeconds((3 * DAY) / 1000)
      await tidy()
      assert.deepEqual(await name(), { name: 'Erased', updatedBy: { kind: 'SYSTEM' } })
    })
  })
}
