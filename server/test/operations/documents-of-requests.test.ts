/** Documents between the operator and the provider that it asked (data §9.11). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { addPerson, type TestApplication } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { linkCrewMember } from '../support/crew-link.ts'
import { DocumentSender, PDF } from '../support/document-files.ts'
import { ERRORS, FLIGHT_SUPPORT, HandlingScene } from '../support/handling-scene.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

const FOR_PROVIDER = { audienceList: ['PROVIDER'] }
const LIST = `query ($f: DocumentFilter!) { documentList(filter: $f) { nodeList { documentId } } }`
const UPDATE = `mutation ($id: ID!, $input: DocumentUpdateInput!, $v: Int!) {
  documentUpdate(documentId: $id, input: $input, expectedVersion: $v) { document { documentId version } ${ERRORS} } }`
const DELETE = `mutation ($id: ID!, $v: Int!) {
  documentDelete(documentId: $id, expectedVersion: $v) { document { documentId } ${ERRORS} } }`

for (const store of storesFor('record')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`documents of service requests (${store})`, () => {
    let server: TestServer
    let scene: HandlingScene
    let operator: DocumentSender
    let goldair: DocumentSender
    let signature: DocumentSender
    let application: TestApplication
    let console: ConsoleClient
    before(async () => {
      server = await startServer(store)
      scene = await HandlingScene.open(server)
      const connected = await scene.application('RampReady', scene.goldair)
      application = connected.application
      operator = new DocumentSender(server.client, scene.key)
      goldair = new DocumentSender(server.client, connected.by)
      signature = new DocumentSender(server.client, (await scene.application('Desk', scene.signature)).by)
      console = new ConsoleClient(server.client, scene.scene.browser)
    })
    after(() => server.close())

    const handled = async (more: object = {}): Promise<Data> => {
      const { arrival } = await scene.turn()
      return scene.asked({ flightId: arrival.flightId, ...more })
    }
    const gendec = (by: DocumentSender, { serviceRequestId }: Data, more: object = {}): Promise<Data> =>
      by.made({ kind: 'GENDEC', title: 'General declaration', serviceRequestId, ...FOR_PROVIDER, ...more })
    const refused = async (by: DocumentSender, input: object): Promise<string[]> =>
      by.by.refusal(by.create({ uploadId: await by.uploaded(), ...input }))
    const now = async ({ documentId }: Data): Promise<Data> => {
      const text = 'query ($id: ID!) { document(documentId: $id) { documentId version audienceList } }'
      return (await scene.key.ask(text, { id: documentId })).document
    }
    const cursorOf = async ({ by }: DocumentSender): Promise<string> =>
      (await by.ask('{ changeList(from: NOW) { pageInfo { endCursor } } }')).changeList.pageInfo.endCursor
    const told = async ({ by }: DocumentSender, from: string): Promise<string[]> => {
      const text = `query ($after: String!) { changeList(after: $after, entityList: [DOCUMENT]) { nodeList { entityId kind } } }`
      const { nodeList } = (await by.ask(text, { after: from })).changeList
      return nodeList.map(({ entityId, kind }: Data) => `${kind} ${entityId}`)
    }
    /** Where a reader comes across the document: by id, by link, in lists, by filter and with the request. */
    const found = async (by: DocumentSender, { documentId }: Data, request: Data): Promise<string[]> => {
      const one = 'query ($id: ID!) { document(documentId: $id) { documentId } }'
      const listed = async (filter: object) =>
        (await by.by.ask(LIST, { f: filter })).documentList.nodeList.some(
          (each: Data) => each.documentId === documentId,
        )
      const seen = await scene.read(by.by, request, 'documentList { documentId }')
      const where = {
        id: (await by.by.ask(one, { id: documentId })).document !== null,
        link: (await by.link(documentId)) !== null,
        list: await listed({}),
        ids: await listed({ documentIdList: [documentId] }),
        request: await listed({ serviceRequestId: request.serviceRequestId }),
        visit: await listed({ visitId: request.visit.visitId }),
        kind: await listed({ kindList: ['GENDEC'] }),
        field: seen?.documentList.some((each: Data) => each.documentId === documentId) ?? false,
      }
      return Object.entries(where).flatMap(([name, isFound]) => (isFound ? [name] : []))
    }
    const EVERYWHERE = ['id', 'link', 'list', 'ids', 'request', 'visit', 'kind', 'field']
    const bind = async (...contactIdList: string[]): Promise<void> => {
      const text = `mutation ($c: ID!, $l: [ID!]!) { addOnProviderListSet(clientId: $c, contactIdList: $l) { ${ERRORS} } }`
      const answer = await console.data(text, { c: application.clientId, l: contactIdList })
      assert.deepEqual(answer.addOnProviderListSet.userErrorList, [])
    }

    testOnBoth('a provider uploads a GENDEC to its request, and the operator reads it', async () => {
      const request = await handled()
      const document = await gendec(goldair, request)
      assert.equal(document.isPassengerData, true)
      assert.deepEqual(await found(operator, document, request), EVERYWHERE)
      assert.deepEqual(await found(goldair, document, request), EVERYWHERE)
      const answer = await operator.fetch((await operator.link(document.documentId)) ?? '')
      assert.deepEqual([answer.status, answer.body], [200, PDF.toString()])
    })

    testOnBoth(
      'another provider at the same visit finds nothing of it, and is told nothing (threats row 346)',
      async () => {
        const request = await handled()
        const own = await scene.asked({ visitId: request.visit.visitId, providerContactId: scene.signature })
        const [of, ofOther] = [await cursorOf(goldair), await cursorOf(signature)]
        const document = await gendec(goldair, request)
        assert.deepEqual(await found(signature, document, request), [])
        assert.deepEqual(await found(signature, document, own), [])
        assert.deepEqual(await told(signature, ofOther), [])
        assert.deepEqual(await told(goldair, of), [`CREATED ${document.documentId}`])
        const { serviceRequestId } = request
        assert.deepEqual(await refused(signature, { serviceRequestId, ...FOR_PROVIDER }), ['NOT_FOUND'])
        const input = { title: 'Mine now' }
        const update = signature.by.change(UPDATE, { id: document.documentId, input, v: document.version })
        assert.deepEqual(await signature.by.refusal(update), ['NOT_FOUND'])
      },
    )

    testOnBoth(
      'what the operator keeps to itself, and what nobody sent yet, is not the provider’s (threats row 346)',
      async () => {
        const request = await handled({ send: false })
        const { serviceRequestId } = request
        const kept = await operator.made({ kind: 'GENDEC', serviceRequestId })
        const shared = await gendec(operator, request)
        assert.deepEqual(await found(goldair, shared, request), [])
        const from = await cursorOf(goldair)
        await scene.done(scene.key, request, 'REQUESTED')
        assert.deepEqual(await told(goldair, from), [`CREATED ${shared.documentId}`])
        assert.deepEqual(await found(goldair, shared, request), EVERYWHERE)
        assert.deepEqual(await found(goldair, kept, request), [])
        await scene.key.did(
          scene.key.change(UPDATE, {
            id: shared.documentId,
            input: { audienceList: [] },
            v: (await now(shared)).version,
          }),
        )
        assert.deepEqual(await found(goldair, shared, request), [])
        assert.equal((await told(goldair, from)).at(-1), `DELETED ${shared.documentId}`)
      },
    )

    testOnBoth(
      'who is asked in another’s place reads nothing of that one until it is shared anew (threats row 346)',
      async () => {
        const request = await handled()
        const document = await gendec(goldair, request)
        const [of, ofOther] = [await cursorOf(goldair), await cursorOf(signature)]
        const current = await scene.read(scene.key, request)
        const given = await scene.key.did(scene.update(scene.key, current, { providerContactId: scene.signature }))
        await scene.done(scene.key, given.serviceRequest, 'REQUESTED')
        assert.deepEqual(await found(goldair, document, request), [])
        assert.deepEqual(await found(signature, document, request), [])
        assert.deepEqual(await told(goldair, of), [`DELETED ${document.documentId}`])
        assert.deepEqual(await told(signature, ofOther), [])
        const { version, audienceList } = await now(document)
        assert.deepEqual(audienceList, [])
        await scene.key.did(scene.key.change(UPDATE, { id: document.documentId, input: FOR_PROVIDER, v: version }))
        assert.deepEqual(await found(signature, document, request), EVERYWHERE)
        assert.deepEqual(await found(goldair, document, request), [])
      },
    )

    testOnBoth('a contact that is taken away takes its documents along, in the feed too', async () => {
      const request = await handled()
      const document = await gendec(goldair, request)
      const plain = await goldair.made({ serviceRequestId: request.serviceRequestId, ...FOR_PROVIDER })
      const link = (await goldair.link(document.documentId)) ?? ''
      const from = await cursorOf(goldair)
      await bind(scene.signature)
      assert.deepEqual(await found(goldair, document, request), [])
      assert.equal((await goldair.fetch(link)).status, 404)
      const gone = await told(goldair, from)
      for (const { documentId } of [document, plain]) assert.ok(gone.includes(`DELETED ${documentId}`), gone.join())
      const later = await cursorOf(goldair)
      await bind(scene.goldair)
      const back = await told(goldair, later)
      for (const { documentId } of [document, plain]) assert.ok(back.includes(`CREATED ${documentId}`), back.join())
      assert.deepEqual(await found(goldair, document, request), EVERYWHERE)
    })

    testOnBoth(
      'names end where the request was refused or cancelled; other documents stay (threats row 347)',
      async () => {
        const request = await handled()
        const named = await gendec(operator, request)
        const plain = await operator.made({ kind: 'GENDEC', serviceRequestId: request.serviceRequestId })
        const other = await operator.made({ serviceRequestId: request.serviceRequestId, ...FOR_PROVIDER })
        const from = await cursorOf(goldair)
        await scene.done(goldair.by, request, 'REJECTED', { reason: 'No stand' })
        assert.deepEqual(await found(goldair, named, request), [])
        assert.deepEqual(await found(goldair, plain, request), [])
        assert.ok((await found(goldair, other, request)).includes('id'))
        assert.deepEqual(await told(goldair, from), [`DELETED ${named.documentId}`])
        const { serviceRequestId } = request
        assert.deepEqual(await refused(goldair, { kind: 'GENDEC', serviceRequestId, ...FOR_PROVIDER }), ['NOT_ALLOWED'])
      },
    )

    testOnBoth('a flight that changes its aircraft takes the documents of its requests along', async () => {
      const { arrival, departure } = await scene.turn()
      const request = await scene.asked({ flightId: arrival.flightId })
      const document = await goldair.made({ serviceRequestId: request.serviceRequestId, ...FOR_PROVIDER })
      const keyOf = async (index: number) =>
        new DocumentSender(
          server.client,
          await Integration.of(scene.scene.at, 'document:read', [scene.aircraftId(index)]),
        )
      const [first, second] = [await keyOf(0), await keyOf(1)]
      assert.notEqual(await first.link(document.documentId), null)
      assert.equal(await second.link(document.documentId), null)
      await scene.move(departure, { aircraftId: scene.aircraftId(1) })
      await scene.move(arrival, { aircraftId: scene.aircraftId(1) })
      assert.equal(await first.link(document.documentId), null)
      assert.notEqual(await second.link(document.documentId), null)
      assert.notEqual(await goldair.link(document.documentId), null)
    })

    test('one step outside is refused: other places, other readers, other times to keep, others’ documents (threats row 349)', async () => {
      const request = await handled()
      const { serviceRequestId } = request
      const { arrival } = await scene.turn()
      for (const input of [
        {},
        { flightId: arrival.flightId },
        { aircraftId: scene.aircraftId() },
        { serviceRequestId, audienceList: [] },
        { serviceRequestId, audienceList: ['PROVIDER', 'BUYER'] },
        { serviceRequestId, audienceList: ['PROVIDER', 'CREW'] },
        { serviceRequestId, retention: 'LOG' },
      ]) {
        assert.deepEqual(await refused(goldair, { ...FOR_PROVIDER, ...input }), ['NOT_ALLOWED'], JSON.stringify(input))
      }
      const two = { serviceRequestId, flightId: arrival.flightId, ...FOR_PROVIDER }
      assert.deepEqual(await refused(goldair, two), ['VALIDATION'])
      assert.deepEqual(await refused(goldair, { serviceRequestId: 'srq_none', ...FOR_PROVIDER }), ['NOT_FOUND'])
      const theirs = await operator.made({ serviceRequestId, ...FOR_PROVIDER })
      const own = await goldair.made({ serviceRequestId, ...FOR_PROVIDER })
      const change = async ({ documentId, version }: Data, input: object) =>
        goldair.by.refusal(goldair.by.change(UPDATE, { id: documentId, input, v: version }))
      assert.deepEqual(await change(theirs, { title: 'Mine' }), ['NOT_ALLOWED'])
      const { documentId, version } = theirs
      assert.deepEqual(await goldair.by.refusal(goldair.by.change(DELETE, { id: documentId, v: version })), [
        'NOT_ALLOWED',
      ])
      for (const input of [
        { audienceList: ['BUYER'] },
        { audienceList: [] },
        { retention: 'LOG' },
        { isOnHold: true },
      ]) {
        assert.deepEqual(await change(own, input), ['NOT_ALLOWED'], JSON.stringify(input))
      }
      await goldair.by.did(goldair.by.change(UPDATE, { id: own.documentId, input: { title: 'Slip' }, v: own.version }))
      const revised = await goldair.revised(await now(own), PDF)
      assert.equal(revised.revision, 2)
    })

    test('of two applications for one provider the one that answered writes, and both read', async () => {
      const request = await handled()
      const hub = new DocumentSender(server.client, (await scene.application('HandlerHub', scene.goldair)).by)
      await scene.done(goldair.by, request, 'ACKNOWLEDGED')
      const { serviceRequestId } = request
      assert.deepEqual(await refused(hub, { serviceRequestId, ...FOR_PROVIDER }), ['NOT_ALLOWED'])
      const document = await gendec(goldair, request)
      assert.deepEqual(await found(hub, document, request), EVERYWHERE)
    })

    test('without manifest:read a GENDEC is neither made nor found, nor told of (threats row 347)', async () => {
      const request = await handled()
      const scope = FLIGHT_SUPPORT.replace(' manifest:read', '')
      assert.notEqual(scope, FLIGHT_SUPPORT)
      const blind = new DocumentSender(server.client, (await scene.connected('Blind desk', scope, [scene.goldair])).by)
      const { serviceRequestId } = request
      assert.deepEqual(await refused(blind, { kind: 'GENDEC', serviceRequestId, ...FOR_PROVIDER }), ['NOT_ALLOWED'])
      const from = await cursorOf(blind)
      const document = await gendec(goldair, request)
      const plain = await goldair.made({ serviceRequestId, ...FOR_PROVIDER })
      assert.deepEqual(await found(blind, document, request), [])
      assert.deepEqual(await told(blind, from), [`CREATED ${plain.documentId}`])
    })

    test('a provider reads nobody’s name in who wrote and who acknowledged', async () => {
      const request = await handled()
      const { documentId } = await gendec(operator, request)
      const admin = await console.data(
        `mutation ($l: [ID!]!) { documentAcknowledge(documentIdList: $l) { ${ERRORS} } }`,
        { l: [documentId] },
      )
      assert.deepEqual(admin.documentAcknowledge.userErrorList, [])
      const text = `query ($id: ID!) { document(documentId: $id) { createdBy { kind } updatedBy { kind }
        acknowledgementList { userId } revisionList { createdBy { kind } } } }`
      assert.deepEqual((await goldair.by.ask(text, { id: documentId })).document, {
        createdBy: null,
        updatedBy: null,
        acknowledgementList: [],
        revisionList: [{ createdBy: null }],
      })
      assert.equal((await scene.key.ask(text, { id: documentId })).document.acknowledgementList.length, 1)
    })

    testOnBoth(
      'a provider files no document under a system of the operator’s, and learns of no id there (threats rows 451 and 452)',
      async () => {
        const request = await handled()
        const ids = (value: string) => ({ externalIdList: [{ system: 'dms', value }] })
        await operator.made({ kind: 'OTHER', title: 'Minutes', ...ids('D1') })
        const { serviceRequestId } = request
        for (const value of ['D1', 'D2']) {
          const input = { kind: 'OTHER', title: 'Plant', serviceRequestId, ...FOR_PROVIDER, ...ids(value) }
          assert.deepEqual(await refused(goldair, input), ['NOT_ALLOWED'], value)
        }
        const shared = await gendec(operator, request, ids('D3'))
        const text = 'query ($id: ID!) { document(documentId: $id) { externalIdList { value } } }'
        const read = async ({ by }: DocumentSender) => (await by.ask(text, { id: shared.documentId })).document
        assert.deepEqual(await read(goldair), { externalIdList: [] })
        assert.deepEqual(await read(operator), { externalIdList: [{ value: 'D3' }] })
        const byId = { f: { externalId: { system: 'dms', value: 'D3' } } }
        assert.deepEqual((await goldair.by.ask(LIST, byId)).documentList.nodeList, [])
        assert.equal((await operator.by.ask(LIST, byId)).documentList.nodeList.length, 1)
      },
    )

    test('a provider fills so much of a request and no more (threats row 348)', async () => {
      const request = await handled()
      const { serviceRequestId } = request
      const own = await goldair.made({ serviceRequestId, ...FOR_PROVIDER })
      await server.world.storage.writeTenant(scene.scene.at.tenant.tenantId, async ({ db }) => {
        const revisions = db.updateTable('document_revision').set({ byte_size: 250_000_000 })
        await revisions.where('document_id', '=', own.documentId).execute()
      })
      assert.deepEqual(await refused(goldair, { serviceRequestId, ...FOR_PROVIDER }), ['LIMIT_EXCEEDED'])
      await assert.rejects(goldair.revised(own, PDF), /take at most 250 MB/)
      await operator.made({ serviceRequestId, ...FOR_PROVIDER })
    })

    testOnBoth('what is for crew too is seen by who flies there, and by nobody else of the crews', async () => {
      const mona = await addPerson(server, scene.scene.at, 'Mona', ['CREW'])
      const { crewMember } = await scene.key.did(
        scene.key.change(
          `mutation ($input: CrewMemberInput!) { crewMemberCreate(input: $input) { crewMember { crewMemberId } ${ERRORS} } }`,
          {
            input: {
              code: 'MON',
              name: 'Mona',
              surname: 'Berg',
              positionList: ['CPT'],
              base: 'LSZH',
            },
          },
        ),
      )
      const link = { crewMemberId: crewMember.crewMemberId, userId: mona.userId }
      await linkCrewMember(server, scene.scene.at, await addPerson(server, scene.scene.at, 'Adele', ['ADMIN']), link)
      const forCrew = { audienceList: ['CREW', 'PROVIDER'] }
      const { departure } = await scene.turn()
      const crewList = [{ crewMemberId: crewMember.crewMemberId, position: 'CPT' }]
      await scene.key.did(scene.key.setCrew(departure.flightId, crewList, (await scene.leg(departure)).version))
      const flown = await scene.asked({ flightId: departure.flightId, flightEnd: 'DEPARTURE' })
      const permit = { kind: 'LANDING_PERMIT', flightId: departure.flightId, permit: { countryCode: 'CH' } }
      const requests = [flown, await scene.asked(permit), await handled()]
      const [ofVisit, ofFlight, foreign] = await Promise.all(
        requests.map(({ serviceRequestId }) => operator.made({ serviceRequestId, ...forCrew })),
      )
      const page = await ConsoleClient.signIn(server, scene.scene.at, mona)
      const ids = [ofVisit, ofFlight, foreign].map(({ documentId }) => documentId)
      const { documentList } = await page.data(LIST, { f: { documentIdList: ids } })
      const seen = documentList.nodeList.map(({ documentId }: Data) => documentId).sort()
      assert.deepEqual(seen, [ofVisit.documentId, ofFlight.documentId].sort())
    })
  })
}
