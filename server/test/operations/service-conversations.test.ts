/** Conversations about service requests (data §9.9): the operator and whoever is asked, and nobody else. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HandlingScene } from '../support/handling-scene.ts'
import type { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { conversation, markRead, send, sent, type TalkedAbout, textsIn } from '../support/talking.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

for (const store of storesFor('record')) {
  describe(`conversations about service requests (${store})`, () => {
    let server: TestServer
    let scene: HandlingScene
    let rampReady: Integration
    let handlerHub: Integration
    before(async () => {
      server = await startServer(store)
      scene = await HandlingScene.open(server)
      rampReady = (await scene.application('RampReady', scene.goldair)).by
      handlerHub = (await scene.application('HandlerHub', scene.signature)).by
    })
    after(() => server.close())

    const about = ({ serviceRequestId }: Data): TalkedAbout => ({
      entity: 'SERVICE_REQUEST',
      entityId: serviceRequestId,
    })
    const cursorOf = async (by: Integration): Promise<string> =>
      (await by.ask('{ changeList(from: NOW) { pageInfo { endCursor } } }')).changeList.pageInfo.endCursor
    const toldAfter = async (by: Integration, cursor: string): Promise<Data[]> =>
      (
        await by.ask('query ($after: String!) { changeList(after: $after) { nodeList { entityId kind fieldList } } }', {
          after: cursor,
        })
      ).changeList.nodeList

    test('the operator and the provider write about a request and read one another; another provider sees nothing of it', async () => {
      const { arrival } = await scene.turn()
      const request = await scene.asked({ flightId: arrival.flightId })
      // Both are at the visit, and each has a request of its own.
      await scene.asked({ flightId: arrival.flightId, providerContactId: scene.signature, kind: 'CATERING' })
      const [mine, others] = [await cursorOf(rampReady), await cursorOf(handlerHub)]
      await sent(scene.key, about(request), 'Two dogs aboard')
      const answer = await sent(rampReady, about(request), 'A vet is there')
      for (const by of [scene.key, rampReady]) {
        assert.deepEqual(textsIn(await conversation(by, about(request))), ['Two dogs aboard', 'A vet is there'])
      }
      const seen = await conversation(rampReady, about(request))
      assert.deepEqual(
        seen.messageList.nodeList.map(({ from }: Data) => from),
        ['OPERATOR', 'PROVIDER'],
      )
      assert.equal(seen.unreadCount, 0, 'whoever writes has read what stands above')
      await scene.key.did(markRead(scene.key, about(request), answer.messageId))
      assert.deepEqual(
        (await toldAfter(rampReady, mine)).map(({ kind, fieldList }) => [kind, fieldList]),
        Array(3).fill(['UPDATED', ['conversation']]),
      )
      assert.equal(await conversation(handlerHub, about(request)), null)
      assert.deepEqual(await handlerHub.refusal(send(handlerHub, about(request), 'Hello')), ['NOT_FOUND'])
      assert.deepEqual(await handlerHub.refusal(markRead(handlerHub, about(request), answer.messageId)), ['NOT_FOUND'])
      assert.deepEqual(await toldAfter(handlerHub, others), [])
    })

    test('nobody writes about a request that was not sent, nor reads it without service:read or writes without service:write', async () => {
      const { arrival } = await scene.turn()
      const draft = await scene.asked({ flightId: arrival.flightId, send: false })
      assert.deepEqual(await scene.key.refusal(send(scene.key, about(draft), 'Soon')), ['NOT_ALLOWED'])
      assert.deepEqual(await rampReady.refusal(send(rampReady, about(draft), 'Soon')), ['NOT_FOUND'])
    })

    test('a repetition under its key shows nothing of a request that went to another meanwhile (threats row 341)', async () => {
      const { arrival } = await scene.turn()
      const request = await scene.asked({ flightId: arrival.flightId })
      const { version } = await scene.read(rampReady, request, 'version')
      const reject = `mutation ($id: ID!, $v: Int!) {
        serviceRequestStatusSet(serviceRequestId: $id, expectedVersion: $v, status: REJECTED, reason: "Full", idempotencyKey: "once") {
          serviceRequest { status conversation { messageList { nodeList { text } } } } userErrorList { code message path } } }`
      const asked = { id: request.serviceRequestId, v: version }
      const { serviceRequest } = await rampReady.did(rampReady.change(reject, asked))
      assert.equal(serviceRequest.status, 'REJECTED')
      const again = await rampReady.did(rampReady.change(reject, asked))
      assert.equal(again.serviceRequest.status, 'REJECTED', 'a repetition answers as long as the record is seen')
      const { version: now } = await scene.read(scene.key, request, 'version')
      const text = `mutation ($id: ID!, $v: Int!, $input: ServiceRequestUpdateInput!) {
        serviceRequestUpdate(serviceRequestId: $id, expectedVersion: $v, input: $input) {
          serviceRequest { serviceRequestId version } userErrorList { code message path } } }`
      const input = { providerContactId: scene.signature }
      const { serviceRequest: given } = await scene.key.did(
        scene.key.change(text, { id: request.serviceRequestId, v: now, input }),
      )
      await scene.done(scene.key, given, 'REQUESTED')
      await sent(handlerHub, about(request), 'We charge 4,200')
      assert.deepEqual(await rampReady.refusal(rampReady.change(reject, asked)), ['NOT_FOUND'])
    })

    test('whoever is asked in another’s place reads nothing of what was written before, and the other nothing of what comes (threats row 255)', async () => {
      const { arrival } = await scene.turn()
      const request = await scene.asked({ flightId: arrival.flightId })
      const first = await sent(rampReady, about(request), 'We charge 900')
      await sent(scene.key, about(request), 'Too much')
      await scene.done(rampReady, request, 'REJECTED', { reason: 'No capacity' })
      const { version } = await scene.read(scene.key, request, 'version')
      const text = `mutation ($id: ID!, $v: Int!, $input: ServiceRequestUpdateInput!) {
        serviceRequestUpdate(serviceRequestId: $id, expectedVersion: $v, input: $input) {
          serviceRequest { serviceRequestId version } userErrorList { code message path } } }`
      const given = await scene.key.did(
        scene.key.change(text, {
          id: request.serviceRequestId,
          v: version,
          input: { providerContactId: scene.signature },
        }),
      )
      await scene.done(scene.key, given.serviceRequest, 'REQUESTED')
      const fresh = await conversation(handlerHub, about(request))
      assert.deepEqual(
        [fresh.messageCount, fresh.unreadCount, fresh.lastMessageAt, fresh.readList, textsIn(fresh)],
        [0, 0, null, [], []],
      )
      assert.deepEqual(await handlerHub.refusal(markRead(handlerHub, about(request), first.messageId)), ['NOT_FOUND'])
      await sent(handlerHub, about(request), 'We charge 500')
      assert.deepEqual(textsIn(await conversation(handlerHub, about(request))), ['We charge 500'])
      assert.equal(await conversation(rampReady, about(request)), null)
      assert.deepEqual(textsIn(await conversation(scene.key, about(request))), [
        'We charge 900',
        'Too much',
        'We charge 500',
      ])
    })
  })
}
