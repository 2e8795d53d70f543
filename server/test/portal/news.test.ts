/** The bells of the portal and of support: whom they tell what, and what each person has seen (ADR 155). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { insertApplicationMessage } from '../../src/storage/providers/application-messages.ts'
import { caseSteps, REQUEST, SAY, SUSPEND } from '../support/case-steps.ts'
import { addPerson, signedInBrowser } from '../support/code-grant.ts'
import type { ConsoleClient, Data } from '../support/console-client.ts'
import { ERRORS, register } from '../support/portal-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const NEWS = '{ newsList { newsId kind at isNew clientId operatorId name byName action text } }'
const QUESTIONS = '{ questionList { clientId name } }'
const SEE = `mutation ($id: ID!) { newsSee(newsId: $id) { newsList { isNew } ${ERRORS} } }`
const SUSPEND_OPERATOR = `mutation { operatorSuspend(operatorId: "halo", isSuspended: true, reason: "Unpaid") { ${ERRORS} } }`
const LOSE_NUMBER = `mutation ($id: ID!) { phoneChangeAsk(clientId: $id, phoneNumber: "+41446681802", note: "Lost it") { ${ERRORS} } }`

const newsOf = async (client: ConsoleClient): Promise<Data[]> => (await client.data(NEWS)).newsList
const about = async (client: ConsoleClient, clientId: string): Promise<Data[]> =>
  (await newsOf(client)).filter((news) => news.clientId === clientId)
const sentence = ({ kind, action, byName, text }: Data): string =>
  [kind, action, byName, text].filter(Boolean).join(' ')

for (const store of storesFor('order')) {
  describe(`news in the bells of portal and support (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    let lena: ConsoleClient
    let otto: ConsoleClient
    let sam: ConsoleClient
    let id: string
    const { demoInput, seen } = caseSteps(() => ({ server, lena, sam }))
    const aSecondLater = () => server.clock.advanceSeconds(1)

    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
      lena = await scene.signUp('lena@vektor.example')
      otto = await scene.signUp('otto@other.example')
      sam = await scene.staff('sam@airside.example')
      id = await register(lena)
      aSecondLater()
    })
    after(() => server.close())

    test('a request for a demo and a message are news to all staff, readers too, and none to their own side', async () => {
      await lena.done('demoRequest', REQUEST, { id, input: demoInput() })
      aSecondLater()
      await lena.done('messageSend', SAY, { id, text: `Shall we bring ${'a case '.repeat(60)}` })
      const told = await about(sam, id)
      assert.deepEqual(
        told.map(({ kind, action, byName, name, isNew }) => [kind, action, byName, name, isNew]),
        [
          ['MESSAGE', null, 'Lena Vogt', 'RampReady', true],
          ['STEP', 'request-demo', 'Lena Vogt', 'RampReady', true],
        ],
      )
      assert.equal(told[0]?.text.length, 201, 'the beginning of a long message')
      const rita = await scene.staff('rita@airside.example', 'READER')
      assert.equal((await about(rita, id)).length, 2, 'the note of the request is told with its step')
      assert.ok(
        (await about(rita, id)).every(({ isNew }) => !isNew),
        'nothing is new that was before them',
      )
      assert.deepEqual(await newsOf(lena), [])
    })

    test('what support writes is news to the provider, and a question until it is answered', async () => {
      assert.deepEqual((await lena.data(QUESTIONS)).questionList, [])
      aSecondLater()
      await sam.done('messageSend', SAY, { id, text: 'Which case do you show?' })
      assert.deepEqual((await about(lena, id)).map(sentence), ['MESSAGE Sam Staff Which case do you show?'])
      assert.deepEqual((await lena.data(QUESTIONS)).questionList, [{ clientId: id, name: 'RampReady' }])
      aSecondLater()
      await lena.done('messageSend', SAY, { id, text: 'A declined one' })
      assert.deepEqual((await lena.data(QUESTIONS)).questionList, [])
    })

    test('another provider is told nothing of it (threats row 263)', async () => {
      assert.deepEqual(await newsOf(otto), [])
      assert.deepEqual((await otto.data(QUESTIONS)).questionList, [])
    })

    test('what one person has seen is new to the others, and what comes later is new again', async () => {
      const { member: mia } = await scene.join(lena, 'mia@vektor.example')
      aSecondLater()
      await sam.done('messageSend', SAY, { id, text: 'Good' })
      const [latest] = await about(lena, id)
      const { newsList } = await lena.done('newsSee', SEE, { id: latest?.newsId })
      assert.ok(newsList.every(({ isNew }: Data) => !isNew))
      assert.deepEqual(
        (await about(mia, id)).map(({ text, isNew }) => [text, isNew]),
        [
          ['Good', true],
          ['Which case do you show?', false],
        ],
      )
      aSecondLater()
      await sam.done('applicationSuspend', SUSPEND, { id, seen: await seen(id) })
      const [step] = await about(lena, id)
      assert.deepEqual([step?.kind, step?.action, step?.text, step?.isNew], ['STEP', 'suspend', 'Secret leaked', true])
      await lena.done('newsSee', SEE, { id: latest?.newsId })
      await lena.done('newsSee', SEE, { id: step?.newsId })
      await lena.done('newsSee', SEE, { id: latest?.newsId })
      assert.ok(!(await about(lena, id))[0]?.isNew, 'an older look does not bring it back')
    })

    test('of one company’s many messages staff have three in the bell, beside those of every other company (threats row 313)', async () => {
      const theirs = await register(otto, { name: 'Otto’s Ramp' })
      await otto.done('messageSend', SAY, { id: theirs, text: 'We have a question' })
      const message = {
        client_id: id,
        author_kind: 'provider',
        author_id: 'usr_lena',
        author_name: 'Lena Vogt',
      } as const
      await server.world.storage.writePlatform(async (tx) => {
        const now = await tx.now()
        for (let number = 0; number < 60; number++) {
          const text = `Hello ${number}`
          await insertApplicationMessage(tx, { ...message, message_id: `msg_${number}`, at: now + number, text })
        }
      })
      const messages = (await newsOf(sam)).filter(({ kind }) => kind === 'MESSAGE')
      assert.deepEqual(
        messages.filter(({ clientId }) => clientId === id).map(({ text }) => text),
        ['Hello 59', 'Hello 58', 'Hello 57'],
      )
      assert.deepEqual(
        messages.filter(({ clientId }) => clientId === theirs).map(({ text }) => text),
        ['We have a question'],
      )
    })

    test('nobody marks as seen what is still to come, and a text that is no id is refused (threats row 264)', async () => {
      await sam.done('newsSee', SEE, { id: 'news_999999999999999_x' })
      aSecondLater()
      const other = await register(lena, { name: 'Apronwise' })
      aSecondLater()
      await lena.done('demoRequest', REQUEST, { id: other, input: demoInput() })
      assert.equal((await about(sam, other))[0]?.isNew, true)
      for (const wrong of ['', 'news_', 'news_1e9_x', 'x'.repeat(1000)]) {
        const [refused] = await sam.refused('newsSee', SEE, { id: wrong })
        assert.deepEqual([refused?.code, refused?.path], ['VALIDATION', ['newsId']])
      }
    })

    test('a number that waits and a suspension that a colleague asks for are news to staff', async () => {
      const third = await register(lena, { name: 'Standwise' })
      aSecondLater()
      await lena.done('phoneChangeAsk', LOSE_NUMBER, { id: third })
      const [number] = await about(sam, third)
      assert.deepEqual([number?.kind, number?.byName], ['PHONE_NUMBER', 'Lena Vogt'])
      const { production } = await server.operator('halo')
      await signedInBrowser(server, production, await addPerson(server, production, 'Anna', ['ADMIN']))
      const jo = await scene.staff('jo@airside.example')
      aSecondLater()
      await sam.done('operatorSuspend', SUSPEND_OPERATOR)
      const ofOperator = async (client: ConsoleClient) =>
        (await newsOf(client)).filter(({ operatorId }) => operatorId === 'halo').map(sentence)
      assert.deepEqual(await ofOperator(jo), ['SUSPENSION_ASKED Sam Staff Unpaid'])
      assert.deepEqual(await ofOperator(sam), [], 'who asks knows')
    })
  })
}
