/** The phone secures the client secret: codes, limits, two secrets, a changed number (portals §3; threats rows 65 and 72). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { HOST } from '../../src/services/audit-trail.ts'
import { renewSecret } from '../../src/services/incidents/renew-secret.ts'
import { PASSWORD } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import {
  createSecret,
  ERRORS,
  OTHER_PHONE,
  PHONE,
  register,
  secretOf,
  sendCode,
  wrongCode,
} from '../support/portal-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor, type TestServer, type TestTenant, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const SECRETS =
  'query ($id: ID!) { application(clientId: $id) { secretList { secretId lastFour expiresAt } secretCode { triesLeft } } }'
const END = `mutation ($id: ID!, $secret: ID!, $at: DateTime) { secretEnd(clientId: $id, secretId: $secret, at: $at) {
  application { secretList { secretId } } ${ERRORS} } }`
const START = `mutation ($id: ID!, $to: String!) { phoneChangeStart(clientId: $id, phoneNumber: $to) {
  application { oldNumberCode { phoneNumber } newNumberCode { phoneNumber } } ${ERRORS} } }`
const CONFIRM = `mutation ($id: ID!, $old: String, $new: String!) { phoneChangeConfirm(clientId: $id, oldCode: $old, newCode: $new) {
  application { phoneNumber } ${ERRORS} } }`

/** Another secret, whatever its last character is. */
const almost = (secret: string): string => `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`the phone secures the secret (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    let lena: ConsoleClient
    let alpine: TestTenant
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
      lena = await scene.signUp('lena@vektor.example')
      alpine = (await server.operator('alpine')).sandbox
    })
    after(() => server.close())

    /** Allowances are counted per hour and number: each test begins with fresh ones. */
    const nextHour = () => server.clock.advanceSeconds(3601)
    const anotherSession = async () => {
      const browser = scene.visitor()
      await browser.postFresh('/sign-in/', { email: 'lena@vektor.example', password: PASSWORD })
      return new ConsoleClient(server.client, browser)
    }
    const codesOf = ({ userErrorList }: { userErrorList: { code: string }[] }) => userErrorList.map(({ code }) => code)
    /** `invalid_grant` proves that the secret was right, `invalid_client` that it was not. */
    const tried = async (clientId: string, clientSecret: string) => {
      const fields = {
        grant_type: 'refresh_token',
        client_id: clientId,
        client_secret: clientSecret,
        refresh_token: 'x',
      }
      return (await server.client.form(`${alpine.origin}/oauth2/code/token/`, fields)).json<{ error: string }>().error
    }

    testOnBoth(
      'the right code makes one secret, also when it is sent several times at once, and shows it once',
      async () => {
        const id = await register(lena)
        const sent = await sendCode(lena, id)
        assert.deepEqual(sent.application.secretCode, { phoneNumber: PHONE, triesLeft: 5, delivery: 'WAITING' })
        const code = await scene.lastCode(PHONE)
        const answers = await Promise.all(Array.from({ length: 4 }, () => createSecret(lena, id, code)))
        const secrets = answers.flatMap(({ clientSecret }) => clientSecret ?? [])
        assert.equal(secrets.length, 1)
        const [secret = ''] = secrets
        assert.equal(await tried(id, secret), 'invalid_grant')
        assert.equal(await tried(id, almost(secret)), 'invalid_client')
        const shown = await lena.ask(SECRETS, { id })
        assert.ok(!shown.body.includes(secret))
        assert.deepEqual(codesOf(await createSecret(lena, id, code)), ['VALIDATION'], 'it was used')
        nextHour()
      },
    )

    testOnBoth('members see when a secret was last used, to the minute, and who made or ended it', async () => {
      const id = await register(lena, { name: 'Seen' })
      const secret = await secretOf(scene, lena, id)
      const seen = async () =>
        (
          await lena.data(
            `query ($id: ID!) { application(clientId: $id) {
              secretList { secretId lastUsedAt } credentialEventList { kind lastFour endsAt byName } } }`,
            { id },
          )
        ).application
      assert.equal((await seen()).secretList[0].lastUsedAt, null)
      assert.equal(await tried(id, almost(secret)), 'invalid_client')
      assert.equal((await seen()).secretList[0].lastUsedAt, null, 'a wrong secret is no use of the right one')
      assert.equal(await tried(id, secret), 'invalid_grant')
      const first = (await seen()).secretList[0].lastUsedAt
      assert.notEqual(first, null)
      server.clock.advanceSeconds(20)
      await tried(id, secret)
      assert.equal((await seen()).secretList[0].lastUsedAt, first, 'it is written once a minute')
      server.clock.advanceSeconds(60)
      await tried(id, secret)
      const { secretList, credentialEventList } = await seen()
      assert.ok(Date.parse(secretList[0].lastUsedAt) > Date.parse(first))
      const lastFour = secret.slice(-4)
      const made = { kind: 'SECRET_MADE', lastFour, endsAt: null, byName: credentialEventList[0].byName }
      assert.deepEqual(credentialEventList, [made])
      server.clock.advanceSeconds(60)
      await lena.data(END, { id, secret: secretList[0].secretId, at: null })
      assert.deepEqual((await seen()).credentialEventList, [{ ...made, kind: 'SECRET_ENDED' }, made])
      nextHour()
    })

    test('a phone code is refused at the sixth try, in another session, for another application, when voided, when expired', async () => {
      const [id, other] = [await register(lena), await register(lena, { name: 'Other' })]
      await sendCode(lena, id)
      const code = await scene.lastCode(PHONE)
      assert.deepEqual(codesOf(await createSecret(await anotherSession(), id, code)), ['VALIDATION'])
      await sendCode(lena, other)
      assert.deepEqual(codesOf(await createSecret(lena, other, code)), ['VALIDATION'])
      const left = async (of: string) => (await lena.data(SECRETS, { id: of })).application.secretCode?.triesLeft
      assert.deepEqual([await left(id), await left(other)], [4, 4], 'each counted once, where it was typed')
      for (let tries = 0; tries < 4; tries++) await createSecret(lena, id, wrongCode(code))
      assert.deepEqual(codesOf(await createSecret(lena, id, code)), ['VALIDATION'], 'the right one comes too late')
      assert.equal((await lena.data(SECRETS, { id })).application.secretList.length, 0)
      await sendCode(lena, id)
      const voided = await scene.lastCode(PHONE)
      await sendCode(lena, id)
      if (voided !== (await scene.lastCode(PHONE)))
        assert.deepEqual(codesOf(await createSecret(lena, id, voided)), ['VALIDATION'])
      const old = await scene.lastCode(PHONE)
      server.clock.advanceSeconds(601)
      assert.deepEqual(codesOf(await createSecret(lena, id, old)), ['VALIDATION'])
      nextHour()
    })

    testOnBoth('of ten wrong phone codes at once five are judged, and then the right one is too late', async () => {
      const id = await register(lena)
      await sendCode(lena, id)
      const code = await scene.lastCode(PHONE)
      await Promise.all(Array.from({ length: 10 }, () => createSecret(lena, id, wrongCode(code))))
      assert.equal((await lena.data(SECRETS, { id })).application.secretCode.triesLeft, 0)
      assert.deepEqual(codesOf(await createSecret(lena, id, code)), ['VALIDATION'])
      nextHour()
    })

    testOnBoth(
      'five phone codes an hour are sent per application and per number, and one for a repeated request',
      async () => {
        const id = await register(lena)
        const before = (await scene.sent(PHONE)).length
        await Promise.all([sendCode(lena, id, 'press'), sendCode(lena, id, 'press')])
        assert.equal((await scene.sent(PHONE)).length, before + 1)
        for (let sends = 0; sends < 4; sends++) assert.deepEqual(codesOf(await sendCode(lena, id)), [])
        const refused = await sendCode(lena, id)
        assert.deepEqual(codesOf(refused), ['LIMIT_EXCEEDED'])
        assert.match(refused.userErrorList[0].message, /At most 5 codes an hour .*: wait until 20/)
        const sibling = await register(lena, { name: 'Same number' })
        assert.deepEqual(codesOf(await sendCode(lena, sibling)), ['LIMIT_EXCEEDED'])
        assert.equal((await scene.sent(PHONE)).length, before + 5)
        nextHour()
        assert.deepEqual(codesOf(await sendCode(lena, sibling)), [])
        nextHour()
      },
    )

    test('strangers who name a number use up none of the codes of whoever has shown to hold the phone', async () => {
      nextHour()
      const clientId = await register(lena, { name: 'Held' })
      await secretOf(scene, lena, clientId)
      const mallory = await scene.signUp('mallory@evil.example', 'Evil')
      const named = await register(mallory, { name: 'Named' })
      const sent: string[][] = []
      for (let sends = 0; sends < 5; sends++) sent.push(codesOf(await sendCode(mallory, named)))
      // One of the five of that number went to the secret, while nobody had shown to hold it.
      assert.deepEqual(sent, [[], [], [], [], ['LIMIT_EXCEEDED']])
      await secretOf(scene, lena, clientId)
      nextHour()
    })

    test('who names a number that nobody has shown to hold uses up no codes of another provider in another network, up to twenty an hour in all (threats row 631)', async () => {
      nextHour()
      const phoneNumber = '+41446681877'
      const newcomer = async (number: number) => {
        const member = await scene.signUp(`n${number}@new.example`, `Newcomer ${number}`, `127.0.3.${number}`)
        return { member, id: await register(member, { name: `New ${number}`, phoneNumber }) }
      }
      const press = async ({ member, id }: { member: ConsoleClient; id: string }, times: number) => {
        const codes: string[] = []
        for (let sends = 0; sends < times; sends++) codes.push(codesOf(await sendCode(member, id))[0] ?? 'sent')
        return codes
      }
      const FIVE = Array<string>(5).fill('sent')
      const mallory = await newcomer(1)
      assert.deepEqual(await press(mallory, 6), [...FIVE, 'LIMIT_EXCEEDED'])
      const owner = await newcomer(2)
      assert.deepEqual(await press(owner, 1), ['sent'], 'a stranger has taken none of theirs')
      const accomplice = await scene.signUp('second@evil.example', 'Second Company', '127.0.3.1')
      const second = { member: accomplice, id: await register(accomplice, { name: 'Second', phoneNumber }) }
      assert.deepEqual(await press(second, 1), ['LIMIT_EXCEEDED'], 'two companies of one network are one sender')
      for (const number of [3, 4]) assert.deepEqual(await press(await newcomer(number), 5), FIVE)
      assert.deepEqual(await press(await newcomer(5), 5), [...FIVE.slice(1), 'LIMIT_EXCEEDED'], 'nobody is flooded')
      assert.equal((await scene.sent(phoneNumber)).length, 20)
      nextHour()
    })

    test('one network has forty codes an hour sent to numbers that nobody has shown to hold, by however many providers', async () => {
      nextHour()
      const codes: string[] = []
      for (let company = 0; company < 3; company++) {
        const member = await scene.signUp(`many${company}@pump.example`, `Pump ${company}`, '127.0.3.9')
        for (let number = 0; number < 4; number++) {
          const more = { name: `Pump ${company} ${number}`, phoneNumber: `+4144668${company}90${number}` }
          const id = await register(member, more)
          for (let sends = 0; sends < 4; sends++) codes.push(codesOf(await sendCode(member, id))[0] ?? 'sent')
        }
      }
      assert.deepEqual(codes, [...Array<string>(40).fill('sent'), ...Array<string>(8).fill('LIMIT_EXCEEDED')])
      nextHour()
    })

    test('an application has at most two secrets; the older is ended by hand or at a time within seven days', async () => {
      const id = await register(lena)
      const first = await secretOf(scene, lena, id)
      const second = await secretOf(scene, lena, id)
      assert.deepEqual(codesOf(await sendCode(lena, id)), ['NOT_ALLOWED'])
      const { secretList } = (await lena.data(SECRETS, { id })).application
      const older = secretList.find(({ lastFour }: { lastFour: string }) => first.endsWith(lastFour)).secretId
      const at = (seconds: number) => `${new Date(server.clock.now() + seconds * 1000).toISOString().slice(0, 19)}Z`
      const late = await lena.refused('secretEnd', END, { id, secret: older, at: at(8 * 24 * 3600) })
      assert.deepEqual(late[0]?.path, ['at'])
      await lena.done('secretEnd', END, { id, secret: older, at: at(60) })
      assert.deepEqual([await tried(id, first), await tried(id, second)], ['invalid_grant', 'invalid_grant'])
      server.clock.advanceSeconds(61)
      assert.deepEqual([await tried(id, first), await tried(id, second)], ['invalid_client', 'invalid_grant'])
      const third = await secretOf(scene, lena, id)
      const newest = (await lena.data(SECRETS, { id })).application.secretList[0].secretId
      await lena.done('secretEnd', END, { id, secret: newest })
      assert.deepEqual([await tried(id, third), await tried(id, second)], ['invalid_client', 'invalid_grant'])
      nextHour()
    })

    testOnBoth(
      'the end of a secret only comes nearer, and each change of credentials reaches owners and the confirmed phone (threats row 139)',
      async () => {
        const id = await register(lena)
        const secret = await secretOf(scene, lena, id)
        const { secretList } = (await lena.data(SECRETS, { id })).application
        const [{ secretId, lastFour }] = secretList
        const at = (seconds: number) => `${new Date(server.clock.now() + seconds * 1000).toISOString().slice(0, 19)}Z`
        /** Mails to the owner, and messages to the phone that are no codes. */
        const told = async () => ({
          owner: (await scene.sent('lena@vektor.example')).filter(({ subject }) =>
            subject.startsWith('The credentials'),
          ),
          phone: (await scene.sent(PHONE)).filter(({ body }) => body.startsWith('Airside, ')),
        })
        const made = await told()
        assert.match(
          made.owner.at(-1)?.body ?? '',
          new RegExp(`A client secret that ends in ${lastFour} was made, by Lena`),
        )
        assert.match(made.phone.at(-1)?.body ?? '', new RegExp(`ends in ${lastFour} was made`))
        await lena.done('secretEnd', END, { id, secret: secretId, at: at(60) })
        for (const later of [at(61), at(6 * 24 * 3600)]) {
          const [refused] = await lena.refused('secretEnd', END, { id, secret: secretId, at: later })
          assert.deepEqual([refused?.code, refused?.path], ['VALIDATION', ['at']])
          assert.match(refused?.message ?? '', /^It ends on .* already: choose an earlier time/)
        }
        await lena.done('secretEnd', END, { id, secret: secretId, at: at(30) })
        server.clock.advanceSeconds(31)
        assert.equal(await tried(id, secret), 'invalid_client')
        const after = await told()
        assert.deepEqual(
          [after.owner.length - made.owner.length, after.phone.length - made.phone.length],
          [2, 2],
          'one for each change that was made, none for what was refused',
        )
        const renewed = await renewSecret(server.world, { clientId: id, overlapHours: 0, reason: 'Leaked' }, HOST)
        assert.equal(await tried(id, renewed.clientSecret), 'invalid_grant')
        assert.match((await told()).phone.at(-1)?.body ?? '', /was made in place of the earlier ones, by the host/)
        nextHour()
      },
    )

    test('a new phone number needs a code from the old and the new one, so a stolen session alone cannot change it (threats row 72)', async () => {
      const id = await register(lena)
      const started = await lena.done('phoneChangeStart', START, { id, to: '+41 44 668 18 01' })
      const { oldNumberCode, newNumberCode } = started.application
      assert.deepEqual([oldNumberCode.phoneNumber, newNumberCode.phoneNumber], [PHONE, OTHER_PHONE])
      const [oldCode, newCode] = [await scene.lastCode(PHONE), await scene.lastCode(OTHER_PHONE)]
      for (const old of [null, wrongCode(oldCode), newCode === oldCode ? '' : newCode]) {
        const refused = await lena.refused('phoneChangeConfirm', CONFIRM, { id, old, new: newCode })
        assert.deepEqual(refused[0]?.path, ['oldCode'])
      }
      const done = await lena.done('phoneChangeConfirm', CONFIRM, { id, old: oldCode, new: newCode })
      assert.equal(done.application.phoneNumber, OTHER_PHONE)
      assert.match(await scene.lastSent('lena@vektor.example'), /^The phone number of RampReady was changed/m)
      await sendCode(lena, id)
      assert.deepEqual(
        (await lena.data('query ($id: ID!) { application(clientId: $id) { secretCode { phoneNumber } } }', { id }))
          .application.secretCode,
        { phoneNumber: OTHER_PHONE },
      )
      nextHour()
    })
  })
}
