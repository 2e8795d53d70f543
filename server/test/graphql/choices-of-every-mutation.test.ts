/**
 * Every mutation of a marketplace that touches an aircraft, and of a flight support application that touches a contact,
 * with that choice taken away after the request began (threats row 400). The list of mutations comes from the schema and
 * the most that such an application may hold: a new one is tried here, or said to touch none.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { offerFrom } from '../../src/services/oauth/offered-aircraft.ts'
import { actFor } from '../../src/services/oauth/provider-contacts.ts'
import type { TenantTx } from '../../src/storage/handles.ts'
import { DocumentSender } from '../support/document-files.ts'
import { planFor } from '../support/flight-plan.ts'
import { HandlingScene } from '../support/handling-scene.ts'
import { holdRequest } from '../support/held-request.ts'
import type { Integration } from '../support/integration.ts'
import { type Mutation, mutationsFor, textOf } from '../support/mutations.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { QuoteScene } from '../support/quote-scene.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the scenes' own queries ask for
type Data = any

/** The arguments of a mutation that succeeds with what was chosen, of records of its own. */
type Cases = Readonly<Record<string, () => Promise<object>>>

const OPERATORS = 'is the operator’s alone'
const FLIGHT_DECKS = 'is the flight deck’s, and needs a crew member, of whom neither sees one'

/** What touches no aircraft that was chosen, and why. */
const OF_NO_AIRCRAFT: Readonly<Record<string, string>> = {
  charterRequestStatusSet: 'is about its own request, which has no aircraft',
  charterRequestUpdate: 'is about its own request, which has no aircraft',
  confirmationRequest: FLIGHT_DECKS,
  emptyLegPublish: OPERATORS,
  emptyLegUpdate: OPERATORS,
  externalIdSet: 'is about its own request: other records of its are the operator’s to name',
  flightPassengerAdd: 'is about a flight that it bought, which stays its own',
  flightPassengerRemove: 'is about a flight that it bought, which stays its own',
  flightPassengerUpdate: 'is about a flight that it bought, which stays its own',
  flightPlanAccept: FLIGHT_DECKS,
  flightPlanSet: 'needs a scope for each `as` that it cannot have',
  quoteCreate: OPERATORS,
  quoteRevise: OPERATORS,
  quoteUpdate: OPERATORS,
  travelDocumentCreate: 'is about a passenger of what it bought',
  travelDocumentDelete: 'is about a passenger of what it bought',
  travelDocumentUpdate: 'is about a passenger of what it bought',
  travelDocumentUse: 'is about a passenger of what it bought',
}

/** What touches no contact that was chosen, and why. */
const OF_NO_CONTACT: Readonly<Record<string, string>> = {
  confirmationRequest: FLIGHT_DECKS,
  documentAcknowledge: FLIGHT_DECKS,
  documentUploadStart: 'announces bytes that belong to nothing yet',
  flightClose: OPERATORS,
  flightFuelUpliftAdd: 'is done by completing its FUEL request',
  flightFuelUpliftRemove: 'is done by completing its FUEL request',
  flightFuelUpliftUpdate: 'is done by completing its FUEL request',
  flightPlanAccept: FLIGHT_DECKS,
  serviceRequestCreate: OPERATORS,
  serviceRequestUpdate: OPERATORS,
}

/** An application, and how its choice is taken and given back. */
interface Chosen {
  readonly server: TestServer
  readonly by: Integration
  readonly tenantId: string
  readonly take: (tx: TenantTx) => Promise<unknown>
  readonly give: (tx: TenantTx) => Promise<unknown>
}

const tryEach = async (fields: readonly Mutation[], cases: Cases, chosen: Chosen): Promise<void> => {
  const { server, by, tenantId, take, give } = chosen
  const { storage } = server.world
  const passed: string[] = []
  for (const [name, prepare] of Object.entries(cases)) {
    const field = fields.find((each) => each.name === name)
    assert.ok(field, `${name} is a mutation of it`)
    const first = await prepare()
    await by.did(by.change(textOf(field, first), first))
    const variables = await prepare()
    const held = await holdRequest(server.client, `${by.at.origin}/api/graphql/`, {
      headers: { 'content-type': 'application/json', authorization: `Bearer ${by.token}` },
      body: JSON.stringify({ query: textOf(field, variables), variables }),
    })
    await storage.writeTenant(tenantId, async (tx) => void (await take(tx)))
    const { body, status } = await held.finish()
    await storage.writeTenant(tenantId, async (tx) => void (await give(tx)))
    if (!/"userErrorList":\[\{"code":"NOT_(FOUND|ALLOWED)"/.test(body)) passed.push(`${name}: ${status} ${body}`)
  }
  assert.deepEqual(passed, [], passed.join('\n'))
}

const isCovered = (fields: readonly Mutation[], cases: Cases, apart: Readonly<Record<string, string>>): void =>
  assert.deepEqual([...Object.keys(cases), ...Object.keys(apart)].sort(), fields.map(({ name }) => name).sort())

for (const store of storesFor('locks')) {
  describe(`a choice that is taken away while an application writes (${store})`, () => {
    let server: TestServer
    before(async () => {
      server = await startServer(store)
    })
    after(() => server?.close())

    test('a marketplace writes nothing of an aircraft that was taken from it, by no mutation', async () => {
      const scene = await QuoteScene.open(server)
      const { by, application } = await scene.sales.connected('JetMatch')
      const { tenantId } = scene.sales.scene.at.tenant
      const fleet = scene.sales.fleet.aircraft.map(({ aircraftId }) => aircraftId)
      const sent = async () => scene.sent(await scene.asked(by))
      const said = async (entityId: string): Promise<string> => {
        const text =
          'mutation ($id: ID!) { messageSend(entity: QUOTE, entityId: $id, text: "Hello") { message { messageId } userErrorList { code } } }'
        return (await scene.key.did(scene.key.change(text, { id: entityId }))).message.messageId
      }
      const cases: Cases = {
        charterRequestCreate: async () => {
          const { leg } = await scene.sales.offer()
          const buyer = { kind: 'CLIENT', name: 'Noor', surname: 'Haddad' }
          return { input: { buyer, legList: [scene.leg()], emptyLegId: leg.emptyLegId } }
        },
        conversationRead: async () => {
          const { quoteId } = await sent()
          return { entity: 'QUOTE', entityId: quoteId, messageId: await said(quoteId) }
        },
        emptyLegHold: async () => {
          const { emptyLegId, version } = (await scene.sales.offer()).leg
          return { emptyLegId, expectedVersion: version, until: scene.sales.time(20) }
        },
        emptyLegStatusSet: async () => {
          const { leg } = await scene.sales.offer()
          const { emptyLeg } = await by.did(scene.sales.hold(by, leg, scene.sales.time(20)))
          return { emptyLegId: leg.emptyLegId, expectedVersion: emptyLeg.version, status: 'PUBLISHED' }
        },
        messageSend: async () => ({ entity: 'QUOTE', entityId: (await sent()).quoteId, text: 'Late' }),
        quoteStatusSet: async () => {
          const { quoteId, version } = await sent()
          return { quoteId, expectedVersion: version, status: 'ACCEPTED' }
        },
      }
      const fields = mutationsFor('marketplace')
      isCovered(fields, cases, OF_NO_AIRCRAFT)
      await tryEach(fields, cases, {
        ...{ server, by, tenantId },
        take: (tx) => offerFrom(tx, application.clientId, fleet.slice(1)),
        give: (tx) => offerFrom(tx, application.clientId, fleet),
      })
    })

    test('a flight support application writes nothing of a contact that was taken from it, by no mutation', async () => {
      const scene = await HandlingScene.open(server, 'north')
      const { by, application } = await scene.application('RampReady', scene.goldair)
      const { tenantId } = scene.scene.at.tenant
      const sender = new DocumentSender(server.client, by)
      let landedHoursAgo = 0
      const asked = async (more: object = {}): Promise<Data> => {
        const { arrival } = await scene.turn()
        return { arrival, request: await scene.asked({ flightId: arrival.flightId, ...more }) }
      }
      const ofRequest = async (): Promise<object> => {
        const { serviceRequestId } = (await asked()).request
        return { uploadId: await sender.uploaded(), kind: 'OTHER', serviceRequestId, audienceList: ['PROVIDER'] }
      }
      const added = async (): Promise<Data> => (await by.did(sender.create(await ofRequest()))).document
      const said = async (entityId: string): Promise<string> => {
        const text =
          'mutation ($id: ID!) { messageSend(entity: SERVICE_REQUEST, entityId: $id, text: "Hello") { message { messageId } userErrorList { code } } }'
        return (await scene.key.did(scene.key.change(text, { id: entityId }))).message.messageId
      }
      const cases: Cases = {
        conversationRead: async () => {
          const { serviceRequestId } = (await asked()).request
          return { entity: 'SERVICE_REQUEST', entityId: serviceRequestId, messageId: await said(serviceRequestId) }
        },
        documentCreate: async () => ({ input: { title: 'Some document', ...(await ofRequest()) } }),
        documentDelete: async () => {
          const { documentId, version } = await added()
          return { documentId, expectedVersion: version }
        },
        documentRevise: async () => {
          const { documentId, version } = await added()
          return { documentId, expectedVersion: version, uploadId: await sender.uploaded() }
        },
        documentUpdate: async () => {
          const { documentId, version } = await added()
          return { documentId, expectedVersion: version, input: { title: 'Another title' } }
        },
        externalIdSet: async () => {
          const { documentId } = await added()
          return { entity: 'DOCUMENT', entityId: documentId, system: 'rampready', value: documentId }
        },
        flightMovementReport: async () => {
          landedHoursAgo += 24
          const { flightId, schedule } = await scene.fly(-landedHoursAgo)
          await scene.put(await scene.asked({ flightId }), { status: 'CONFIRMED' })
          return { input: { flightId, onBlock: schedule.onBlock } }
        },
        flightPlanSet: async () => {
          const { arrival } = await asked({ kind: 'FLIGHT_PLAN' })
          return { as: 'FLIGHT_SUPPORT', input: planFor(arrival, scene.aircraftId()) }
        },
        messageSend: async () => {
          const { serviceRequestId } = (await asked()).request
          return { entity: 'SERVICE_REQUEST', entityId: serviceRequestId, text: 'Late' }
        },
        serviceRequestStatusSet: async () => {
          const { serviceRequestId, version } = (await asked()).request
          return { serviceRequestId, expectedVersion: version, status: 'CONFIRMED' }
        },
      }
      const fields = mutationsFor('flight-support')
      isCovered(fields, cases, OF_NO_CONTACT)
      await tryEach(fields, cases, {
        ...{ server, by, tenantId },
        take: (tx) => actFor(tx, application.clientId, []),
        give: (tx) => actFor(tx, application.clientId, [scene.goldair]),
      })
    })
  })
}
