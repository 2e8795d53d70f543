/**
 * Every mutation of a marketplace and of a flight support application, with ids of records that the operator or another
 * application made, seen or not: nothing is written (threats row 456). The list comes from the schema and the most that
 * such an application may hold: a new mutation is tried here, or makes what is its own.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changeHead } from '../../src/storage/change-feed.ts'
import { DocumentSender } from '../support/document-files.ts'
import { planFor } from '../support/flight-plan.ts'
import { HandlingScene } from '../support/handling-scene.ts'
import type { Integration } from '../support/integration.ts'
import { type Mutation, mutationsFor, textOf } from '../support/mutations.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { price, QuoteScene } from '../support/quote-scene.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the scenes' own queries ask for
type Data = any

/** By mutation: the arguments of each try. */
type Tries = Readonly<Record<string, readonly object[]>>

const PASSPORT = {
  ...{ type: 'PASSPORT', issuingCountry: 'CH', nationality: 'CH', givenNames: 'Noor', surname: 'Haddad' },
  ...{ number: 'REAL123', expiry: '2031-07-09' },
}

/** Nothing is told in the feed, and nobody is aboard or chosen otherwise, after any of them. */
const refusesAll = async (
  { by, server, tenantId, fields }: { by: Integration; server: TestServer; tenantId: string; fields: Mutation[] },
  tries: Tries,
  makesOwn: readonly string[],
): Promise<void> => {
  assert.deepEqual([...Object.keys(tries), ...makesOwn].sort(), fields.map(({ name }) => name).sort())
  const { storage } = server.world
  const state = async () => {
    const { db } = storage.tenant(tenantId)
    const aboard = await db.selectFrom('flight_passenger').selectAll().where('tenant_id', '=', tenantId).execute()
    return JSON.stringify([await changeHead(storage.tenant(tenantId)), aboard])
  }
  const before = await state()
  const written: string[] = []
  for (const [name, list] of Object.entries(tries)) {
    const field = fields.find((each) => each.name === name)
    assert.ok(field && list.length > 0, name)
    for (const variables of list) {
      server.clock.advanceSeconds(2)
      const { data, errors } = await by.body(textOf(field, variables), variables)
      const refused = errors?.[0]?.extensions.code ?? data?.[name]?.userErrorList[0]?.code
      const isRefused = ['NOT_FOUND', 'NOT_ALLOWED', 'LOCKED', 'INSUFFICIENT_SCOPE', 'ILLEGAL_TRANSITION'].includes(
        refused,
      )
      if (!isRefused) written.push(`${name} ${JSON.stringify(variables)}: ${JSON.stringify(errors ?? data)}`)
    }
  }
  assert.deepEqual(written, [], written.join('\n'))
  assert.equal(await state(), before)
}

for (const store of storesFor('rights')) {
  describe(`records that others made (${store})`, () => {
    let server: TestServer
    before(async () => {
      server = await startServer(store)
    })
    after(() => server?.close())

    test('a marketplace writes to none of them, by no mutation', async () => {
      const scene = await QuoteScene.open(server)
      const { key, sales } = scene
      const { tenantId } = sales.scene.at.tenant
      const { by, application } = await sales.connected('JetMatch')
      const other = await sales.marketplace('Rival')
      const request = await scene.asked(other)
      const quote = await scene.sent(request)
      const draft = await scene.drafted(await scene.asked(by))
      const { leg, flight: ferry } = await sales.offer()
      const { emptyLeg: held } = await other.did(sales.hold(other, leg, sales.time(20)))
      const { leg: open } = await sales.offer()
      const flown = async (buyer: string | null): Promise<Data> => {
        const aircraftId = sales.fleet.aircraft[1]?.aircraftId
        const { flight } = await key.did(key.createFlight({ aircraftId, offBlock: sales.time(scene.day()) }))
        const { flightId } = flight
        const add = `mutation ($f: ID!, $p: PassengerInput!) { flightPassengerAdd(flightId: $f, passenger: $p) {
          contactId travelDocumentId userErrorList { code } } }`
        const p = { contact: { kind: 'PASSENGER', name: 'Noor' }, travelDocument: PASSPORT }
        const { contactId, travelDocumentId } = await key.did(key.change(add, { f: flightId, p }))
        if (buyer !== null) await sales.sell(flightId, buyer)
        return { flightId, contactId, travelDocumentId }
      }
      const people = [await flown(application.clientId), await flown(null)]
      const [own] = people
      const ofQuote = { quoteId: quote.quoteId, expectedVersion: quote.version }
      const ofDraft = { quoteId: draft.quoteId, expectedVersion: draft.version }
      const ofRequest = { charterRequestId: request.charterRequestId, expectedVersion: request.version + 1 }
      const ofLeg = { emptyLegId: held.emptyLegId, expectedVersion: held.version }
      const aboard = people.map(({ flightId, contactId }) => ({ flightId, contactId }))
      const papers = people.map(({ travelDocumentId }) => ({ travelDocumentId, expectedVersion: 1 }))
      const lines = [{ kind: 'FLIGHT', label: 'x', unitPrice: price('1.00') }]
      const said = { entity: 'QUOTE', entityId: quote.quoteId }
      const named = [
        ...people.map(({ travelDocumentId }) => ['TRAVEL_DOCUMENT', travelDocumentId]),
        ...people.map(({ contactId }) => ['CONTACT', contactId]),
        ...people.map(({ flightId }) => ['FLIGHT', flightId]),
        ['QUOTE', quote.quoteId],
        ['QUOTE', draft.quoteId],
        ['CHARTER_REQUEST', request.charterRequestId],
        ['EMPTY_LEG', open.emptyLegId],
      ]
      const tries: Tries = {
        charterRequestStatusSet: [{ ...ofRequest, status: 'WITHDRAWN' }],
        charterRequestUpdate: [{ ...ofRequest, input: { note: 'x' } }],
        conversationRead: [{ ...said, messageId: 'msg_none' }],
        emptyLegHold: [{ ...ofLeg, until: sales.time(20) }],
        emptyLegPublish: [{ input: { flightId: ferry.flightId, earliest: sales.time(12), latest: sales.time(120) } }],
        emptyLegStatusSet: ['PUBLISHED', 'WITHDRAWN'].map((status) => ({ ...ofLeg, status })),
        emptyLegUpdate: [{ ...ofLeg, input: { latest: sales.time(119) } }],
        externalIdSet: named.map(([entity, entityId]) => ({ entity, entityId, system: 'jetmatch', value: 'x' })),
        flightPassengerAdd: [
          { flightId: people[1].flightId, passenger: { contact: { kind: 'PASSENGER', name: 'x' } } },
          { flightId: own.flightId, passenger: { contactId: people[1].contactId } },
        ],
        flightPassengerRemove: aboard,
        flightPassengerUpdate: aboard.map((each) => ({ ...each, input: { baggageCount: 1 } })),
        flightPlanAccept: [{ flightPlanId: 'ofp_none', confirmationId: 'cfm_none', expectedVersion: 1 }],
        flightPlanSet: [{ as: 'OPERATOR', input: planFor(own, sales.fleet.aircraft[1]?.aircraftId ?? '') }],
        messageSend: [
          { ...said, text: 'x' },
          { ...said, entityId: draft.quoteId, text: 'x' },
        ],
        quoteCreate: [
          {
            input: {
              charterRequestId: request.charterRequestId,
              aircraftId: sales.fleet.aircraft[0]?.aircraftId,
              lineList: lines,
              validUntil: sales.time(48),
            },
          },
        ],
        quoteRevise: [ofQuote, ofDraft],
        quoteStatusSet: [ofQuote, ofDraft].flatMap((each) =>
          ['ACCEPTED', 'REJECTED'].map((status) => ({ ...each, status })),
        ),
        quoteUpdate: [ofQuote, ofDraft].map((each) => ({ ...each, input: { validUntil: sales.time(47) } })),
        travelDocumentCreate: people.map(({ contactId }) => ({ contactId, input: PASSPORT })),
        travelDocumentDelete: papers,
        travelDocumentUpdate: papers.map((each) => ({ ...each, input: { number: 'FAKE' } })),
        travelDocumentUse: [{ travelDocumentId: people[1].travelDocumentId }],
      }
      const fields = mutationsFor('marketplace')
      await refusesAll({ by, server, tenantId, fields }, tries, [...['charterRequestCreate', 'confirmationRequest']])
    })

    test('a flight support application writes to none of them, by no mutation', async () => {
      const scene = await HandlingScene.open(server, 'north')
      const { tenantId } = scene.scene.at.tenant
      const { by } = await scene.application('RampReady', scene.goldair)
      const { arrival, departure } = await scene.turn()
      const own = await scene.asked({ flightId: arrival.flightId })
      const theirs = await scene.asked({ flightId: departure.flightId, providerContactId: scene.signature })
      const ofKey = new DocumentSender(server.client, scene.key)
      const shared = await ofKey.made({ serviceRequestId: own.serviceRequestId, audienceList: ['PROVIDER'] })
      const hidden = await ofKey.made({ flightId: departure.flightId, audienceList: ['CREW'] })
      const sender = new DocumentSender(server.client, by)
      const documents = [shared, hidden].map(({ documentId, version }) => ({ documentId, expectedVersion: version }))
      const other = { entity: 'SERVICE_REQUEST', entityId: theirs.serviceRequestId }
      const step = { serviceRequestId: theirs.serviceRequestId, expectedVersion: theirs.version }
      const uploadId = await sender.uploaded()
      const kept = { kind: 'OTHER', title: 'x', audienceList: ['PROVIDER'] }
      const legs = [arrival, departure].map(({ flightId }) => ({ flightId }))
      const uplift = { quantity: '100', unit: 'KG' }
      const fuelUpliftId = 'ful_none'
      const tries: Tries = {
        conversationRead: [{ ...other, messageId: 'msg_none' }],
        documentAcknowledge: documents.map(({ documentId }) => ({ documentIdList: [documentId] })),
        documentCreate: [
          { input: { ...kept, uploadId, serviceRequestId: theirs.serviceRequestId } },
          { input: { ...kept, uploadId, flightId: departure.flightId } },
          { input: { ...kept, uploadId, aircraftId: scene.aircraftId() } },
        ],
        documentDelete: documents,
        documentRevise: documents.map((each) => ({ ...each, uploadId })),
        documentUpdate: documents.map((each) => ({ ...each, input: { title: 'Another title' } })),
        externalIdSet: [
          ...documents.map(({ documentId }) => ['DOCUMENT', documentId]),
          ['SERVICE_REQUEST', theirs.serviceRequestId],
          ['FLIGHT', arrival.flightId],
          ['AIRCRAFT', scene.aircraftId()],
        ].map(([entity, entityId]) => ({ entity, entityId, system: 'rampready', value: 'x' })),
        flightClose: [arrival, departure].map(({ flightId }) => ({ flightId, expectedVersion: 1 })),
        flightFuelUpliftAdd: legs.map((each) => ({ ...each, uplift })),
        flightFuelUpliftRemove: legs.map((each) => ({ ...each, fuelUpliftId })),
        flightFuelUpliftUpdate: legs.map((each) => ({ ...each, fuelUpliftId, uplift: { quantity: '101' } })),
        flightMovementReport: [{ input: { flightId: departure.flightId, offBlock: scene.time(-1) } }],
        flightPlanAccept: [{ flightPlanId: 'ofp_none', confirmationId: 'cfm_none', expectedVersion: 1 }],
        flightPlanSet: [{ as: 'FLIGHT_SUPPORT', input: planFor(departure, scene.aircraftId()) }],
        messageSend: [{ ...other, text: 'x' }],
        serviceRequestCreate: [
          { input: { kind: 'HANDLING', flightId: departure.flightId, providerContactId: scene.goldair } },
        ],
        serviceRequestStatusSet: ['CONFIRMED', 'CANCELLED'].map((status) => ({ ...step, status, reason: 'x' })),
        serviceRequestUpdate: [
          { ...step, input: { instructions: 'x' } },
          { serviceRequestId: own.serviceRequestId, expectedVersion: own.version, input: { instructions: 'x' } },
        ],
      }
      const fields = mutationsFor('flight-support')
      await refusesAll({ by, server, tenantId, fields }, tries, [...['confirmationRequest', 'documentUploadStart']])
    })
  })
}
