/** What a flight should carry against what is there, and the crew's own word that they have read it (data §9). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { DocumentSender, PDF } from '../support/document-files.ts'
import { EVERYTHING, Integration, z } from '../support/integration.ts'
import { LogScene } from '../support/log-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const DAY = 86_400_000

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

const BRIEFING = `query ($id: ID!) { briefing(flightId: $id) { flightId isComplete requiredKindList missingKindList
  documentList { documentId title } openAcknowledgementList { documentId crewMemberId } } }`

for (const store of storesFor('record')) {
  describe(`briefings (${store})`, () => {
    const { test, testOnBoth } = testsOn(store)
    let server: TestServer
    let scene: LogScene
    let office: DocumentSender
    before(async () => {
      server = await startServer(store)
      scene = await LogScene.open(server)
      office = new DocumentSender(
        server.client,
        await Integration.of(scene.flights.grants.at, `${EVERYTHING} settings:read settings:write`),
      )
      await settings({
        requiredDocumentList: [{ flightKind: 'CHARTER', kindList: ['OFP', 'WEATHER', 'PAX_MANIFEST'] }],
      })
    })
    after(() => server.close())

    const settings = async (input: object): Promise<Data> => {
      const { operatorSettings } = await office.by.ask('{ operatorSettings { version } }')
      return office.by.change(
        `mutation ($input: OperatorSettingsInput!, $v: Int!) { operatorSettingsUpdate(input: $input, expectedVersion: $v) {
          operatorSettings { requiredDocumentList { flightKind kindList } } userErrorList { code path } } }`,
        { input, v: operatorSettings.version },
      )
    }
    const briefing = async (flightId: string, by = scene.bag): Promise<Data> =>
      (await by.ask(BRIEFING, { id: flightId })).briefing
    const members = () => [scene.flights.memberId(0), scene.flights.memberId(2)]
    const ask = (documentIdList: readonly string[], crewMemberId = members()[0]): Promise<Data> =>
      scene.bag.change(
        `mutation ($ids: [ID!]!, $crew: ID!) {
          confirmationRequest(purpose: DOCUMENT_ACKNOWLEDGE, crewMemberId: $crew, subjectIdList: $ids) {
            confirmation { confirmationId path } userErrorList { code path } } }`,
        { ids: documentIdList, crew: crewMemberId },
      )
    const acknowledge = (documentIdList: readonly string[], confirmationId?: string, by = scene.bag): Promise<Data> =>
      by.change(
        `mutation ($ids: [ID!]!, $by: ID) { documentAcknowledge(documentIdList: $ids, confirmationId: $by) {
          documentList { documentId acknowledgementList { crewMemberId userId revision } } userErrorList { code path } } }`,
        { ids: documentIdList, by: confirmationId },
      )
    const confirmed = async (documentIdList: readonly string[]): Promise<Data> => {
      const { confirmation } = await scene.bag.did(ask(documentIdList))
      const page = await scene.page(confirmation)
      assert.match(page.body, /revision 1/)
      assert.equal((await scene.answer(confirmation, { decision: 'sign' })).status, 303)
      return confirmation
    }

    testOnBoth(
      'a briefing has what is of the flight, its aircraft and all crew, and says what is missing',
      async () => {
        const flight = await scene.flights.flown({ daysAgo: 5 })
        const forCrew = { audienceList: ['CREW'] }
        const ofp = await office.made({ kind: 'OFP', title: 'OFP', flightId: flight.flightId, ...forCrew })
        const aircraftId = scene.flights.fleet.aircraft[0]?.aircraftId
        const paper = await office.made({ kind: 'AIRCRAFT_CERTIFICATE', title: 'ARC', aircraftId, ...forCrew })
        const manual = await office.made({ kind: 'MANUAL', title: 'OM A', ...forCrew })
        await office.made({ kind: 'CONTRACT', title: 'Fuel contract' })
        const validTo = z(server.clock.now() - 6 * DAY).slice(0, 10)
        await office.made({ kind: 'AIRCRAFT_CERTIFICATE', title: 'Old ARC', aircraftId, validTo, ...forCrew })
        await office.made({ kind: 'WEATHER', title: 'For the office', flightId: flight.flightId })
        const read = await briefing(flight.flightId)
        assert.deepEqual(
          read.documentList.map(({ documentId }: Data) => documentId),
          [ofp.documentId, paper.documentId, manual.documentId],
        )
        assert.deepEqual(read.requiredKindList, ['OFP', 'WEATHER', 'PAX_MANIFEST'])
        assert.deepEqual([read.missingKindList, read.isComplete], [['WEATHER', 'PAX_MANIFEST'], false])
        assert.deepEqual(
          read.openAcknowledgementList,
          [ofp, paper, manual].flatMap(({ documentId }) =>
            members().map((crewMemberId) => ({ documentId, crewMemberId })),
          ),
        )
        assert.deepEqual((await briefing(flight.flightId, office.by)).missingKindList, ['PAX_MANIFEST'])
      },
    )

    testOnBoth(
      'a flight bag acknowledges with the person’s confirmation, once, and the next revision asks anew',
      async () => {
        const flight = await scene.flights.flown({ daysAgo: 6 })
        const ofp = await office.made({
          kind: 'OFP',
          title: 'OFP two',
          flightId: flight.flightId,
          audienceList: ['CREW'],
        })
        const ids = [ofp.documentId]
        const openOf = async () =>
          (await briefing(flight.flightId)).openAcknowledgementList
            .filter(({ documentId }: Data) => documentId === ofp.documentId)
            .map(({ crewMemberId }: Data) => crewMemberId)
        const confirmation = await confirmed(ids)
        const { documentList } = await scene.bag.did(acknowledge(ids, confirmation.confirmationId))
        const [captain, officer] = members()
        const { userId } = scene.flights.grants.pilot
        assert.deepEqual(documentList[0].acknowledgementList, [{ crewMemberId: captain, userId, revision: 1 }])
        assert.deepEqual(await openOf(), [officer])
        const again = await acknowledge(ids, confirmation.confirmationId)
        assert.equal(again.userErrorList[0].code, 'CONFIRMATION_NEEDED')
        const { document } = await office.by.ask(
          'query ($id: ID!) { document(documentId: $id) { documentId version } }',
          {
            id: ofp.documentId,
          },
        )
        await office.revised(document, Buffer.concat([PDF, Buffer.from('\n%%EOF\n')]))
        assert.deepEqual(await openOf(), [captain, officer])
      },
    )

    test('a yes counts for the revisions that the page showed and for no other documents (threats row 350)', async () => {
      const [one, two] = [
        await office.made({ title: 'One', audienceList: ['CREW'] }),
        await office.made({ title: 'Two', audienceList: ['CREW'] }),
      ]
      const hidden = await office.made({ title: 'Office', audienceList: [] })
      const { confirmationId } = await confirmed([one.documentId])
      for (const ids of [[two.documentId], [one.documentId, two.documentId]]) {
        assert.equal((await acknowledge(ids, confirmationId)).userErrorList[0].code, 'CONFIRMATION_NEEDED')
      }
      await office.revised(one, Buffer.concat([PDF, Buffer.from('\n%%EOF\n')]))
      assert.equal((await acknowledge([one.documentId], confirmationId)).userErrorList[0].code, 'CONFIRMATION_NEEDED')
      assert.equal((await acknowledge([two.documentId])).userErrorList[0].code, 'NOT_ALLOWED')
      for (const [ids, code] of [
        [[hidden.documentId], 'NOT_FOUND'],
        [[], 'VALIDATION'],
        [Array.from({ length: 101 }, (_, n) => `doc_${n}`), 'VALIDATION'],
      ] as const) {
        assert.deepEqual((await ask(ids)).userErrorList, [{ code, path: ['subjectIdList'] }])
      }
    })

    test('a person is asked about no other person’s document (threats row 350)', async () => {
      const [captain, colleague] = members()
      const { documentId } = await office.made({
        kind: 'CONTRACT',
        title: 'A letter',
        crewMemberId: colleague,
        audienceList: ['CREW'],
      })
      assert.deepEqual((await ask([documentId], captain)).userErrorList, [
        { code: 'NOT_ALLOWED', path: ['subjectIdList'] },
      ])
      assert.deepEqual((await ask([documentId], colleague)).userErrorList, [])
    })

    test('who has still to read what is told only with crew:read', async () => {
      const { flightId } = await scene.flights.flown({ daysAgo: 8 })
      const without = await Integration.of(scene.flights.grants.at, 'flight:read document:read')
      const { errors } = (await without.body(BRIEFING, { id: flightId })) as Data
      assert.deepEqual(errors[0].extensions.missingScopes, ['crew:read'])
    })

    test('who does not see the flight, or passengers, is asked about neither', async () => {
      const flight = await scene.flights.flown({ daysAgo: 7 })
      const { at } = scene.flights.grants
      const without = await Integration.of(at, 'flight:read document:read crew:read')
      assert.deepEqual((await briefing(flight.flightId, without)).requiredKindList, ['OFP', 'WEATHER'])
      const other = await Integration.of(at, 'flight:read document:read', [
        scene.flights.fleet.aircraft[1]?.aircraftId ?? '',
      ])
      const asked = 'query ($id: ID!) { briefing(flightId: $id) { isComplete } }'
      assert.equal((await other.ask(asked, { id: flight.flightId })).briefing, null)
      const stranger = await Integration.of((await server.operator('northsea')).production, EVERYTHING)
      assert.equal(await briefing(flight.flightId, stranger), null)
    })

    test('what flights should carry is named once for each kind of flight', async () => {
      const twice = { flightKind: 'FERRY', kindList: ['OFP'] }
      assert.deepEqual((await settings({ requiredDocumentList: [twice, twice] })).userErrorList, [
        { code: 'VALIDATION', path: ['input', 'requiredDocumentList'] },
      ])
    })
  })
}
