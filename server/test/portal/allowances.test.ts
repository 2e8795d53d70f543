/** What one provider can make the platform do: reset data, mail staff, send codes, keep applications (threats row 117). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import type { ConsoleClient, Data } from '../support/console-client.ts'
import { z } from '../support/integration.ts'
import { ERRORS, REGISTRATION_INPUT, register, sendCode } from '../support/portal-client.ts'
import { DEVELOPERS_ORIGIN, PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const REASON = 'Not yet.\nAirside: confirm your account at https://evil.example'
const REQUEST = `mutation ($id: ID!, $times: [DateTime!]!) { demoRequest(clientId: $id, input: { timeList: $times,
  timeZone: "UTC", attendees: "Lena", note: "" }) { ${ERRORS} } }`
const WITHDRAW = `mutation ($id: ID!, $reason: String!) { demoWithdraw(clientId: $id, reason: $reason) { ${ERRORS} } }`

/** One mutation, `variables -> field`, several times in one request: how each ended, in their order. */
const repeat = async (member: ConsoleClient, times: number, mutation: string, variables = {}) => {
  const [head = '', field = ''] = mutation.split(' -> ')
  const fields = Array.from({ length: times }, (_, index) => `m${index}: ${field} { ${ERRORS} }`)
  const data = await member.data(`mutation ${head} { ${fields.join('\n')} }`, variables)
  return Object.values(data as Data).map((payload) => (payload as Data).userErrorList[0]?.code ?? 'done')
}

const cookiesOf = ({ browser }: ConsoleClient) =>
  [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

const counted = (codes: readonly string[]) => [codes.filter((code) => code === 'done').length, codes.at(-1)]

for (const store of storesFor('life cycle')) {
  describe(`what one provider can cause (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    let lena: ConsoleClient
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
      await scene.addStaff('sam@airside.example')
      lena = await scene.signUp('lena@vektor.example')
    })
    after(() => server.close())

    const nextHour = () => server.clock.advanceSeconds(3601)

    test('a provider resets the data of its sandbox at most three times an hour', async () => {
      await register(lena)
      const outcomes: string[] = []
      for (let resets = 0; resets < 4; resets++) {
        await scene.makeSandboxes()
        outcomes.push(...(await repeat(lena, 1, ' -> sandboxReset')))
      }
      assert.deepEqual(outcomes, ['done', 'done', 'done', 'LIMIT_EXCEEDED'])
      nextHour()
      assert.deepEqual(await repeat(lena, 1, ' -> sandboxReset'), ['done'])
    })

    test('a provider mails staff at most twenty times an hour, over all its applications', async () => {
      const [one, two] = [await register(lena), await register(lena, { name: 'Other' })]
      const times = [2, 3, 4].map((days) => z(server.clock.now() + days * 86_400_000))
      await lena.done('demoRequest', REQUEST, { id: one, times })
      await lena.done('demoWithdraw', WITHDRAW, { id: one, reason: REASON })
      const say = (id: string, count: number) =>
        repeat(lena, count, '($id: ID!) -> messageSend(clientId: $id, text: "Hello")', { id })
      await say(one, 9)
      assert.deepEqual(counted(await say(two, 10)), [9, 'LIMIT_EXCEEDED'])
      assert.equal((await lena.refused('demoRequest', REQUEST, { id: one, times }))[0]?.code, 'LIMIT_EXCEEDED')
      const mails = await scene.sent('sam@airside.example', scene.supportRealmId)
      assert.equal(mails.filter(({ subject }) => /^(A demo|The demo|A message)/.test(subject)).length, 20)
      const withdrawn = mails.find(({ subject }) => subject.endsWith('was withdrawn'))
      assert.match(withdrawn?.body ?? '', /^> Not yet\.\n> Airside: confirm/, 'every line of a reason is quoted')
      nextHour()
      assert.deepEqual(await say(one, 1), ['done'])
    })

    test('a provider has at most twenty codes an hour sent, however many applications and numbers it has', async () => {
      const codes: string[] = []
      for (let number = 0; number < 5; number++) {
        const id = await register(lena, { phoneNumber: `+4144668181${number}` })
        for (let sends = 0; sends < 5; sends++) codes.push((await sendCode(lena, id)).userErrorList[0]?.code ?? 'done')
      }
      assert.deepEqual(counted(codes), [20, 'LIMIT_EXCEEDED'])
      nextHour()
    })

    test('a provider sends at most twenty logos an hour', async () => {
      const id = await register(lena, { name: 'Drawn' })
      const body = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
        .png()
        .toBuffer()
      const statuses: number[] = []
      for (let logos = 0; logos < 21; logos++) {
        const headers = { 'sec-fetch-site': 'same-origin', cookie: cookiesOf(lena) }
        const url = `${DEVELOPERS_ORIGIN}/console/logo/?client_id=${id}`
        statuses.push((await server.client.ask(url, { method: 'POST', headers, body })).status)
      }
      assert.deepEqual(statuses, [...Array(20).fill(200), 429])
      nextHour()
    })

    test('a provider has at most fifty applications', async () => {
      const mia = await scene.signUp('mia@many.example', 'Many')
      const registerMany = (count: number) => {
        const mutation = '($input: RegistrationInput!) -> applicationRegister(input: $input)'
        return repeat(mia, count, mutation, { input: { ...REGISTRATION_INPUT, name: 'Mia Board' } })
      }
      await register(mia)
      assert.deepEqual(counted(await registerMany(49)), [49, 'done'])
      assert.deepEqual(await registerMany(1), ['LIMIT_EXCEEDED'])
    })
  })
}
