/** Conversations about records (data §9.9): a marketplace writes, the operator answers, and nobody else hears of it. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  MAX_MESSAGE_LENGTH,
  MAX_MESSAGE_NOTICES_A_DAY,
  MAX_MESSAGES_A_DAY,
  MAX_MESSAGES_OF_SIDE,
} from '../../src/domain/operations/conversations/conversation-limits.ts'
import { CHARTER_REQUEST } from '../../src/storage/operations/sales/charter-requests.ts'
import { lockRecord, removeRecord } from '../../src/storage/records.ts'
import { writingAs } from '../../src/storage/view.ts'
import { addPerson, type Person } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type Asked, QuoteScene } from '../support/quote-scene.ts'
import { SELLING } from '../support/sales-scene.ts'
import { conversation, markRead, READ, SEND, send, sent, type TalkedAbout, textsIn } from '../support/talking.ts'
import { onPostgres, preparedPlace, startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

after(stopOwnPostgres)

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

const aboutRequest = ({ charterRequestId }: Asked): TalkedAbout => ({
  entity: 'CHARTER_REQUEST',
  entityId: charterRequestId,
})

const NOW = '{ changeList(from: NOW) { pageInfo { endCursor } } }'
const AFTER = `query ($after: String!) { changeList(after: $after, entityList: [CHARTER_REQUEST, QUOTE], first: 500) {
  nodeList { entity entityId kind version fieldList isOwn } } }`

const cursorOf = async (by: Integration): Promise<string> => (await by.ask(NOW)).changeList.pageInfo.endCursor

const toldAfter = async (by: Integration, after: string): Promise<Data[]> =>
  (await by.ask(AFTER, { after })).changeList.nodeList

for (const store of storesFor('record')) {
  describe(`conversations (${store})`, () => {
    const { test: testOnOne, testOnBoth } = testsOn(store)
    let server: TestServer
    let scene: QuoteScene
    let jetMatch: Integration
    let charterhub: Integration
    before(async () => {
      const place = await preparedPlace(store)
      const environment = { ...place.environment, AIRSIDE_WEBHOOK_LOOPBACK: '1' }
      server = (await startServer(store, { ...place, environment })).at(place)
      scene = await QuoteScene.open(server)
      jetMatch = await scene.sales.marketplace('JetMatch')
      charterhub = await scene.sales.marketplace('Charterhub')
    })
    after(() => server.close())

    const tenantOf = () => scene.sales.scene.at.tenant
    const person = (name: string, roles = ['SALES']): Promise<Person> =>
      addPerson(server, scene.sales.scene.at, name, roles)
    const signIn = (who: Person) => ConsoleClient.signIn(server, scene.sales.scene.at, who)

    const noticesOf = async (who: Person): Promise<Data[]> => {
      const bell = '{ noticeList(page: { first: 500 }) { nodeList { noticeId kind title text place comesBack } } }'
      const { noticeList } = await (await signIn(who)).data(bell)
      return noticeList.nodeList.filter(({ kind }: Data) => kind === 'MESSAGE')
    }

    const mailsTo = (email: string): Promise<{ subject: string; body: string }[]> =>
      server.world.storage.platform.db
        .selectFrom('outbox_message')
        .select(['subject', 'body'])
        .where('recipient', '=', email)
        .where('subject', 'like', '%wrote about%')
        .execute()

    /** Rows that a test does not want to send one by one. */
    const fill = (
      about: TalkedAbout,
      count: number,
      of: { readonly side: 'BUYER' | 'OPERATOR'; readonly writer: string },
    ) =>
      server.world.storage.writeTenant(tenantOf().tenantId, async (tx) => {
        const at = await tx.now()
        const rows = Array.from({ length: count }, (_, index) => ({
          tenant_id: tx.tenantId,
          entity: about.entity,
          entity_id: about.entityId,
          position: 1000 + index,
          message_id: `cvm_filled_${index}`,
          ...of,
          author: null,
          text: 'Filled in',
          at,
        }))
        await tx.db.insertInto('conversation_message').values(rows).execute()
      })

    testOnBoth(
      'a marketplace writes about its request and a quote, the operator answers, and each reads and marks what the other wrote',
      async () => {
        const request = await scene.asked(jetMatch)
        const quote = await scene.sent(request)
        for (const about of [aboutRequest(request), { entity: 'QUOTE', entityId: quote.quoteId } as const]) {
          const empty = await conversation(jetMatch, about)
          assert.deepEqual(
            [empty.messageCount, empty.unreadCount, empty.lastMessageAt, empty.readList],
            [0, 0, null, []],
          )
          const question = await sent(jetMatch, about, 'Can you take a dog?\n\nIt is small.')
          assert.deepEqual([question.from, question.author], ['BUYER', 'JetMatch'])
          const atOperator = await conversation(scene.key, about)
          assert.deepEqual([atOperator.unreadCount, atOperator.messageCount], [1, 1])
          assert.deepEqual(textsIn(atOperator), ['Can you take a dog?\n\nIt is small.'])
          const read = await scene.key.did(markRead(scene.key, about, question.messageId))
          assert.equal(read.conversation.unreadCount, 0)
          const answer = await sent(scene.key, about, 'Of course.')
          assert.equal(answer.from, 'OPERATOR')

          const before = await conversation(jetMatch, about)
          assert.equal(before.unreadCount, 1)
          assert.deepEqual(
            before.messageList.nodeList.map(({ from, author }: Data) => [from, author]),
            [
              ['BUYER', 'JetMatch'],
              ['OPERATOR', tenantOf().name],
            ],
          )
          const marked = await jetMatch.did(markRead(jetMatch, about, answer.messageId))
          assert.equal(marked.conversation.unreadCount, 0)
          assert.deepEqual(marked.conversation.readList, [
            { by: 'BUYER', messageId: answer.messageId },
            { by: 'OPERATOR', messageId: answer.messageId },
          ])
          await jetMatch.did(markRead(jetMatch, about, question.messageId))
          assert.equal((await conversation(jetMatch, about)).unreadCount, 0, 'a mark does not go back')
        }
      },
    )

    testOnBoth('messages come in pages, forwards and backwards, of several records with one statement', async () => {
      const [one, other] = [await scene.asked(jetMatch), await scene.asked(jetMatch)]
      for (const text of ['1', '2', '3', '4', '5']) await sent(jetMatch, aboutRequest(one), text)
      await sent(jetMatch, aboutRequest(other), 'alone')
      const page = async (argument: string) => {
        const fields = `conversation { messageList(page: ${argument}) { nodeList { text } pageInfo { hasMore endCursor } } }`
        const { messageList } = await conversation(jetMatch, aboutRequest(one), fields)
        return { ...messageList.pageInfo, texts: messageList.nodeList.map(({ text }: Data) => text) }
      }
      const first = await page('{ first: 2 }')
      assert.deepEqual([first.texts, first.hasMore], [['1', '2'], true])
      const second = await page(`{ first: 3, after: "${first.endCursor}" }`)
      assert.deepEqual([second.texts, second.hasMore], [['3', '4', '5'], false])
      const last = await page('{ first: 2, isDescending: true }')
      assert.deepEqual(last.texts, ['5', '4'])
      assert.deepEqual((await page(`{ first: 9, isDescending: true, after: "${last.endCursor}" }`)).texts, [
        '3',
        '2',
        '1',
      ])
      const ids = JSON.stringify([one.charterRequestId, other.charterRequestId])
      const { charterRequestList } =
        await jetMatch.ask(`{ charterRequestList(filter: { charterRequestIdList: ${ids} }) {
        nodeList { conversation { messageCount messageList(page: { first: 1 }) { nodeList { text } } } } } }`)
      assert.deepEqual(
        charterRequestList.nodeList.map(({ conversation: { messageCount, messageList } }: Data) => [
          messageCount,
          messageList.nodeList[0].text,
        ]),
        [
          [5, '1'],
          [1, 'alone'],
        ],
      )
      const elsewhere = `query ($id: ID!, $after: String!) { charterRequest(charterRequestId: $id) {
        conversation { messageList(page: { after: $after }) { nodeList { text } } } } }`
      const { errors } = await jetMatch.body(elsewhere, { id: other.charterRequestId, after: first.endCursor })
      assert.match(errors?.[0]?.message ?? '', /not a cursor of this list/)
    })

    testOnBoth(
      'a message is told in the feed and by webhooks of its record, whose version stays, to who sees the record alone (threats row 285)',
      async () => {
        const request = await scene.asked(jetMatch)
        const quote = await scene.sent(request)
        const about = { entity: 'QUOTE', entityId: quote.quoteId } as const
        const at = scene.sales.scene.at
        const { apiKeyId } = await at.createKey(SELLING)
        const admin = await signIn(await person('Olga', ['ADMIN']))
        const receiver = await WebhookReceiver.start()
        try {
          const input = {
            apiKeyId,
            url: receiver.url,
            entityList: ['QUOTE'],
            fieldList: ['conversation'],
            kindList: ['UPDATED'],
          }
          await admin.done(
            'webhookCreate',
            `mutation ($input: WebhookInput!) { webhookCreate(input: $input) { userErrorList { code message path } } }`,
            { input },
          )
          const cursors = await Promise.all([jetMatch, charterhub, scene.key].map(cursorOf))
          const [mine = '', others = '', operators = ''] = cursors
          const { messageId } = await sent(jetMatch, about, 'Is there Wi-Fi aboard?')
          await scene.key.did(markRead(scene.key, about, messageId))
          await scene.key.did(markRead(scene.key, about, messageId))
          const entry = {
            entity: 'QUOTE',
            entityId: quote.quoteId,
            kind: 'UPDATED',
            version: quote.version,
            fieldList: ['conversation'],
          }
          assert.deepEqual(await toldAfter(jetMatch, mine), [
            { ...entry, isOwn: true },
            { ...entry, isOwn: false },
          ])
          assert.deepEqual(await toldAfter(scene.key, operators), [
            { ...entry, isOwn: false },
            { ...entry, isOwn: true },
          ])
          assert.deepEqual(await toldAfter(charterhub, others), [])
          await server.app.webhooks.deliver()
          assert.deepEqual(
            receiver.received.map(({ entityId, type }) => [entityId, type]),
            [
              [quote.quoteId, 'quote.updated'],
              [quote.quoteId, 'quote.updated'],
            ],
          )
          assert.ok(receiver.received.every(({ body }) => !body.includes('Wi-Fi')))
          const read = await scene.readQuote(scene.key, quote, 'version versionList { version }')
          assert.equal(read.version, quote.version, 'whoever accepts the quote is not refused because of a message')
          assert.equal(read.versionList.length, 2, 'drafted and sent')
        } finally {
          await receiver.close()
        }
      },
    )

    testOnBoth(
      'another buyer’s conversation is null and NOT_FOUND everywhere, and nothing of a try is kept (threats row 285)',
      async () => {
        const request = await scene.asked(jetMatch)
        const quote = await scene.sent(request)
        const both = [aboutRequest(request), { entity: 'QUOTE', entityId: quote.quoteId } as const]
        for (const about of both) {
          const { messageId } = await sent(jetMatch, about, 'For your eyes only')
          assert.equal(await conversation(charterhub, about), null)
          assert.deepEqual(await charterhub.refusal(send(charterhub, about, 'Hello?')), ['NOT_FOUND'])
          assert.deepEqual(await charterhub.refusal(markRead(charterhub, about, messageId)), ['NOT_FOUND'])
          const same = { ...about, entityId: `${about.entityId}x` }
          const [refused, unknown] = [await send(charterhub, about, 'Hello?'), await send(charterhub, same, 'Hello?')]
          assert.deepEqual(refused.userErrorList, unknown.userErrorList, 'as of an unknown id')
          assert.equal((await conversation(jetMatch, about)).messageCount, 1)
        }
        const lists = `{ charterRequestList { nodeList { conversation { messageCount } } }
        quoteList { nodeList { conversation { messageCount } } } }`
        const { charterRequestList, quoteList } = await charterhub.ask(lists)
        assert.deepEqual([charterRequestList.nodeList, quoteList.nodeList], [[], []])
        // A message of another record of the caller's own is none of this conversation.
        const own = aboutRequest(await scene.asked(charterhub))
        const { messageId } = await sent(jetMatch, both[0] as TalkedAbout, 'Again')
        await sent(charterhub, own, 'Mine')
        assert.deepEqual(await charterhub.refusal(markRead(charterhub, own, messageId)), ['NOT_FOUND'])
        assert.deepEqual(await charterhub.refusal(send(charterhub, { ...own, entity: 'QUOTE' }, 'As a quote')), [
          'NOT_FOUND',
        ])
      },
    )

    testOnOne(
      'a quote is talked about once it was sent: what is written to colleagues is not read by the buyer later (threats row 298)',
      async () => {
        const request = await scene.asked(jetMatch)
        const draft = await scene.drafted(request)
        const about = { entity: 'QUOTE', entityId: draft.quoteId } as const
        assert.deepEqual(await scene.key.refusal(send(scene.key, about, 'They will pay more')), ['NOT_ALLOWED'])
        assert.deepEqual(await jetMatch.refusal(send(jetMatch, about, 'Is there one?')), ['NOT_FOUND'])
        await scene.key.did(scene.set(scene.key, draft, 'SENT'))
        await sent(scene.key, about, 'Here it is')
        assert.deepEqual(textsIn(await conversation(jetMatch, about)), ['Here it is'])
      },
    )

    testOnOne('a conversation goes on after its record has ended, and goes with a record that is removed', async () => {
      const request = await scene.asked(jetMatch)
      const about = aboutRequest(request)
      await sent(jetMatch, about, 'Never mind')
      await jetMatch.did(scene.setRequest(jetMatch, request, 'WITHDRAWN'))
      await sent(scene.key, about, 'What a pity')
      assert.equal((await conversation(jetMatch, about)).messageCount, 2)
      const left = await server.world.storage.writeTenant(tenantOf().tenantId, async (tx) => {
        const view = writingAs(tx, { of: 'operator' })
        await removeRecord(tx, CHARTER_REQUEST, await lockRecord(view, CHARTER_REQUEST, about.entityId, []))
        const counted = async (table: 'conversation_message' | 'conversation_read') =>
          (await tx.db.selectFrom(table).select('entity_id').where('entity_id', '=', about.entityId).execute()).length
        return [await counted('conversation_message'), await counted('conversation_read')]
      })
      assert.deepEqual(left, [0, 0])
    })

    testOnOne(
      'a buyer reads the operator’s name, never who of its people wrote; people of the operator read each other’s names (threats row 285)',
      async () => {
        const about = aboutRequest(await scene.asked(jetMatch))
        const who = await person('Selma')
        const selma = await signIn(who)
        await selma.done('messageSend', SEND, { ...about, text: 'Welcome' })
        const seen = await conversation(jetMatch, about)
        assert.deepEqual(seen.messageList.nodeList[0].author, tenantOf().name)
        assert.doesNotMatch(JSON.stringify(seen), /Selma|selma@/)
        const among = await conversation(scene.key, about)
        assert.equal(among.messageList.nodeList[0].author, 'Selma Test')
        const narrow = await Integration.of(scene.sales.scene.at, 'sales:read')
        assert.equal((await conversation(narrow, about)).messageList.nodeList[0].author, tenantOf().name)
      },
    )

    testOnOne(
      'scopes decide: reading needs that of the record, writing that of writing it, which alone shows nothing',
      async () => {
        const about = aboutRequest(await scene.asked(jetMatch))
        await sent(jetMatch, about, 'Hello')
        const reads = await Integration.of(scene.sales.scene.at, 'sales:read')
        const writes = await Integration.of(scene.sales.scene.at, 'sales:write')
        const flights = await Integration.of(scene.sales.scene.at, 'flight:read')
        const missing = async (by: Integration, query: string, more: object) =>
          (await by.body(query, { ...about, ...more })).errors?.map(({ extensions }) => extensions.code)
        const { messageId } = (await conversation(reads, about)).messageList.nodeList[0]
        await reads.did(markRead(reads, about, messageId))
        assert.deepEqual(await missing(reads, SEND, { text: 'No' }), ['INSUFFICIENT_SCOPE'])
        assert.deepEqual(await missing(writes, READ, { messageId }), ['INSUFFICIENT_SCOPE'])
        assert.deepEqual(await missing(flights, READ, { messageId }), ['INSUFFICIENT_SCOPE'])
        assert.equal((await sent(writes, about, 'Written')).text, 'Written')
        const { errors } = await writes.body(
          'query ($entityId: ID!) { charterRequest(charterRequestId: $entityId) { conversation { messageCount } } }',
          about,
        )
        assert.deepEqual(
          errors?.map(({ extensions }) => extensions.code),
          ['INSUFFICIENT_SCOPE'],
        )
      },
    )

    testOnOne(
      'a text is plain, of several lines and at most 4,000 characters; a repetition with its key is one message',
      async () => {
        const about = aboutRequest(await scene.asked(jetMatch))
        for (const text of ['', '  \n ', 'x'.repeat(MAX_MESSAGE_LENGTH + 1), 'bell\u0007', 'right\u202Eleft']) {
          const { userErrorList } = await send(jetMatch, about, text)
          assert.deepEqual(
            userErrorList.map(({ code, path }: Data) => [code, ...path]),
            [['VALIDATION', 'text']],
            JSON.stringify(text),
          )
        }
        const markup = '<img src=x onerror=alert(1)>\n[link](javascript:alert(1))'
        const first = (await jetMatch.did(send(jetMatch, about, markup, 'once'))).message
        assert.equal(first.text, markup, 'it is text, and stays what it is')
        const again = (await jetMatch.did(send(jetMatch, about, markup, 'once'))).message
        assert.equal(again.messageId, first.messageId)
        assert.deepEqual(await jetMatch.refusal(send(jetMatch, about, 'Other', 'once')), ['IDEMPOTENCY_MISMATCH'])
        assert.equal((await conversation(jetMatch, about)).messageCount, 1)
      },
    )

    testOnOne(
      'people are told of a message from outside by bell and mail, once until one of them has read, and as they chose (threats row 284)',
      async () => {
        const [berta, carla, dora] = [
          await person('Berta'),
          await person('Carla'),
          await person('Dora', ['MAINTENANCE']),
        ]
        const chooses = await signIn(carla)
        const choices = await chooses.data('{ noticeChoiceList { kind isByMail } }')
        assert.ok(choices.noticeChoiceList.some(({ kind, isByMail }: Data) => kind === 'MESSAGE' && isByMail))
        await chooses.done(
          'noticeMailSet',
          'mutation { noticeMailSet(noticeKindList: []) { userErrorList { code message path } } }',
        )
        const about = aboutRequest(await scene.asked(jetMatch))
        const question = await sent(jetMatch, about, 'Pay at https://evil.example')
        for (const text of ['Hello?', 'Anybody?']) await sent(jetMatch, about, text)
        const [notice, ...more] = await noticesOf(berta)
        assert.deepEqual(more, [])
        assert.match(notice.title, /^JetMatch wrote about charter request R[A-Z0-9]+$/)
        assert.equal(notice.place, `/data/charter-requests?open=${about.entityId}`)
        assert.equal((await noticesOf(carla)).length, 1)
        assert.deepEqual(await noticesOf(dora), [])
        const [mail, ...others] = await mailsTo(berta.email)
        assert.deepEqual(others, [])
        assert.doesNotMatch(`${mail?.subject} ${mail?.body}`, /evil/, 'a stranger’s words are in no mail')
        assert.deepEqual(await mailsTo(carla.email), [])
        assert.deepEqual(await mailsTo(dora.email), [])

        // The operator's own systems read too: that does not mean that somebody knows.
        await scene.key.did(markRead(scene.key, about, question.messageId))
        await sent(scene.key, about, 'We received your message')
        await sent(jetMatch, about, 'Please hurry')
        assert.equal((await noticesOf(berta)).length, 1)
        const last = (await conversation(scene.key, about)).messageList.nodeList.at(-1)
        await (await signIn(carla)).done('conversationRead', READ, { ...about, messageId: last.messageId })
        await sent(jetMatch, about, 'Thank you')
        assert.equal((await noticesOf(berta)).length, 2)
        assert.equal((await mailsTo(berta.email)).length, 2)
        await (await signIn(berta)).done('messageSend', SEND, { ...about, text: 'You are welcome' })
        assert.equal((await noticesOf(carla)).length, 2, 'colleagues are not told of what one of them wrote')
      },
    )

    testOnOne(
      'an application that writes about many requests is told of 20 times a day, and a person asks for quiet (threats row 284)',
      async () => {
        const flooding = await scene.sales.marketplace('Flood')
        const who = await person('Emma')
        for (let count = 0; count < MAX_MESSAGE_NOTICES_A_DAY + 3; count++) {
          await sent(flooding, aboutRequest(await scene.asked(flooding)), 'Look here')
        }
        const notices = (await noticesOf(who)).filter(({ title }) => title.startsWith('Flood'))
        assert.equal(notices.length, MAX_MESSAGE_NOTICES_A_DAY)
        assert.ok(notices.every(({ comesBack }) => comesBack))
        await (await signIn(who)).done(
          'noticeQuiet',
          'mutation ($id: ID!) { noticeQuiet(noticeId: $id) { userErrorList { code message path } } }',
          { id: notices[0].noticeId },
        )
        const unread = (await (await signIn(who)).data('{ noticeUnreadCount }')).noticeUnreadCount
        const others = (await noticesOf(who)).length - notices.length
        assert.ok(unread <= others, 'what it wrote is not new any more')
      },
    )

    testOnOne(
      'a side writes 500 messages about a record and a writer 300 a day, and neither keeps the other from answering (threats row 284)',
      async () => {
        const about = aboutRequest(await scene.asked(jetMatch))
        await fill(about, MAX_MESSAGES_OF_SIDE, { side: 'BUYER', writer: 'earlier' })
        assert.deepEqual(await jetMatch.refusal(send(jetMatch, about, 'One more')), ['LIMIT_EXCEEDED'])
        await sent(scene.key, about, 'We are still here')
        const busy = await scene.sales.marketplace('Busy')
        const [one, other] = [aboutRequest(await scene.asked(busy)), aboutRequest(await scene.asked(busy))]
        await sent(busy, one, 'First')
        const [row] = await server.world.storage
          .tenant(tenantOf().tenantId)
          .db.selectFrom('conversation_message')
          .select('writer')
          .where('entity_id', '=', one.entityId)
          .execute()
        await fill(one, MAX_MESSAGES_A_DAY - 1, { side: 'BUYER', writer: row?.writer ?? '' })
        assert.deepEqual(await busy.refusal(send(busy, other, 'Too much for a day')), ['LIMIT_EXCEEDED'])
        await sent(jetMatch, aboutRequest(await scene.asked(jetMatch)), 'Others go on')
      },
    )
  })
}

test(
  'two processes that write at once get places of their own, and the last message of a day is taken once (threats row 284)',
  onPostgres('locks'),
  async () => {
    const place = await preparedPlace('postgres')
    const first = await startServer('postgres', place)
    const second = await startServer('postgres', place)
    try {
      const scene = await QuoteScene.open(first)
      const jetMatch = await scene.sales.marketplace('JetMatch')
      const there = scene.sales.at(second, jetMatch)
      const keyThere = scene.sales.at(second, scene.key)
      const about = aboutRequest(await scene.asked(jetMatch))
      for (let round = 0; round < 5; round++) {
        await Promise.all([sent(jetMatch, about, 'a'), sent(there, about, 'b'), sent(keyThere, about, 'c')])
      }
      const { messageCount, messageList } = await conversation(jetMatch, about)
      assert.deepEqual([messageCount, messageList.nodeList.length], [15, 15])
      const { db } = first.world.storage.tenant(scene.sales.scene.at.tenant.tenantId)
      const rows = await db
        .selectFrom('conversation_message')
        .select(['position', 'writer', 'side'])
        .orderBy('position')
        .execute()
      assert.deepEqual(
        rows.map(({ position }) => position),
        Array.from({ length: 15 }, (_, index) => index + 1),
      )
      const writer = rows.find(({ side }) => side === 'BUYER')?.writer ?? ''
      const notices = await db.selectFrom('notice').select('notice_id').where('kind', '=', 'MESSAGE').execute()
      assert.equal(notices.length, 1)
      const [one, other] = [aboutRequest(await scene.asked(jetMatch)), aboutRequest(await scene.asked(jetMatch))]
      await first.world.storage.writeTenant(scene.sales.scene.at.tenant.tenantId, async (tx) => {
        const at = await tx.now()
        const filled = Array.from({ length: MAX_MESSAGES_A_DAY - 11 }, (_, index) => ({
          tenant_id: tx.tenantId,
          entity: 'CHARTER_REQUEST',
          entity_id: 'crq_before',
          position: index + 1,
          message_id: `cvm_${index}`,
          side: 'BUYER' as const,
          writer,
          author: null,
          text: 'Before',
          at,
        }))
        await tx.db.insertInto('conversation_message').values(filled).execute()
      })
      const last = await Promise.all([send(jetMatch, one, 'Last'), send(there, other, 'Last')])
      assert.deepEqual(
        last.flatMap(({ userErrorList }: Data) => userErrorList.map(({ code }: Data) => code)),
        ['LIMIT_EXCEEDED'],
      )
    } finally {
      await first.close()
      await second.close()
    }
  },
)
