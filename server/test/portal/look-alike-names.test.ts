/** Companies and applications are not called what somebody else is called, or what looks like it (threats row 141). */
import assert from 'node:assert/strict'
import { after, before, describe, test as unitTest } from 'node:test'
import { isReservedName, nameSkeleton } from '../../src/domain/name-skeleton.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { createOperator } from '../../src/services/tenancy/operators.ts'
import { formTo } from '../support/browser.ts'
import type { ConsoleClient, Data } from '../support/console-client.ts'
import type { Answer } from '../support/http-client.ts'
import { ERRORS, REGISTER, REGISTRATION_INPUT, register } from '../support/portal-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const CHANGE = `mutation ($id: ID!, $name: String!) { applicationChange(clientId: $id, input: { name: $name }) {
  application { name } ${ERRORS} } }`
const TAKEN = /is reserved, or looks like a name that somebody has: choose another/

describe('the skeleton of a name', () => {
  unitTest('names that look alike have one skeleton', () => {
    const alike: readonly (readonly string[])[] = [
      ['Alpine Jet', 'ALPINE JET', 'Alpine-Jet', 'AlpineJet', 'Alpine  Jet AG', 'A1pine Jet', 'AIpine Jet Ltd.'],
      [
        'Alpine Jet',
        'Аlрinе Jеt',
        'Αlpine Jet',
        'Ａｌｐｉｎｅ　Ｊｅｔ',
        '𝐀𝐥𝐩𝐢𝐧𝐞 𝐉𝐞𝐭',
        'Alpíne Jét',
        'Alp\u00adine Jet',
        `Álpine J${'\u0301'.repeat(40)}et`,
        `Alpine J\u00e9${'\uff9e'.repeat(40)}t`,
      ],
      ['Modern Wings', 'Modem Wings', 'Modern VVings', 'Мodern Wings', 'Mоdеrn Wіngѕ'],
      ['Turnpoint SA', 'Turnpoint S.A.', 'Turnpoint™', 'Turnpoint B.V.', 'Turnpoint Pty Ltd', 'Turnpoint Group'],
      ['Vektor Ops GmbH', 'Vektor 0ps', 'Vеktоr Ops AG', 'vektor ops'],
      ['Oscar', 'Օscar', '0scar', 'Οscar', 'Øscar'],
      ['Мета', 'META', 'мета'],
    ]
    for (const [first = '', ...others] of alike) {
      for (const other of others) assert.equal(nameSkeleton(other), nameSkeleton(first), `${other} looks like ${first}`)
    }
  })

  unitTest('names that do not look alike have different ones, also without a Latin letter', () => {
    const names = [
      'Alpine Jet',
      'Alpine Jets',
      'Alpine',
      'Nord Jet',
      'AG',
      'Ltd',
      '航空',
      '航天',
      '✈',
      '✈✈',
      'Аэрофлот',
    ]
    assert.equal(new Set(names.map(nameSkeleton)).size, names.length)
    for (const name of names) assert.notEqual(nameSkeleton(name), '')
  })

  unitTest('the service’s name as a word, the host’s own and those of its doors are reserved', () => {
    const address = 'developers.fly.acme.example'
    for (const name of [
      'Airside',
      'AIRSIDE Support',
      'Аirѕіde',
      'A1rside',
      'Help by Air side',
      'Airsides',
      'GetAirside',
      'Air5ide',
      'Λirside',
      'ᗩirside',
      'A!rside',
      'Acme',
      'Fly AG',
    ]) {
      assert.ok(isReservedName(name, address), name)
    }
    for (const name of ['Support', 'Developers', 'docs', 'Ѕupport']) assert.ok(isReservedName(name, address), name)
    for (const name of ['Fairside', 'Air', 'Side Air', 'Acme Two', 'Example', 'Support Wings']) {
      assert.ok(!isReservedName(name, address), name)
    }
  })
})

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`names that somebody else has (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    let lena: ConsoleClient
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
      const operator = { operatorId: 'alpine', name: 'Alpine Jet', environments: ['production'] } as const
      await createOperator(server.world, operator, HOST)
      lena = await scene.signUp('lena@vektor.example', 'Vektor Ops GmbH')
    })
    after(() => server.close())

    const formOf = async (asked: Answer) =>
      formTo((await scene.visitor().get(asked.headers.location ?? '')).body, '/sign-up/confirm/')

    /** The answer to the right code. */
    const confirmed = async (email: string, company: string): Promise<Answer> => {
      const asked = await scene.askToSignUp(email, { company })
      assert.equal(asked.status, 303, 'nothing is said before the code')
      return scene.visitor().submit(await formOf(asked), { code: await scene.lastCode(email) })
    }

    const nameErrors = async (name: string, by = lena): Promise<Data[]> =>
      (await by.data(REGISTER, { input: { ...REGISTRATION_INPUT, name } })).applicationRegister.userErrorList

    test('a company with a name that is reserved or taken is told so after the code, not whose it is, and can choose another', async () => {
      for (const [index, company] of ['Airside', 'Аlpine Jet', 'VEKTOR 0PS AG'].entries()) {
        const answer = await confirmed(`late${index}@rival.example`, company)
        assert.equal(answer.status, 400, answer.body)
        assert.match(answer.body, TAKEN)
        assert.match(answer.body, /aria-invalid="true"/)
        assert.ok(!answer.body.includes('lena@'), 'the page says whose it is')
      }
      const allowed = await confirmed('late0@rival.example', 'Rival Wings')
      assert.deepEqual([allowed.status, allowed.headers.location], [303, '/console/'], allowed.body)
    })

    test('a wrong code is told nothing of the name', async () => {
      const email = 'guess@rival.example'
      const asked = await scene.askToSignUp(email, { company: 'Airside' })
      const code = await scene.lastCode(email)
      const answer = await scene
        .visitor()
        .submit(await formOf(asked), { code: code === '111111' ? '222222' : '111111' })
      assert.doesNotMatch(answer.body, TAKEN)
    })

    test('an application is registered under no reserved or taken name, and renamed to none', async () => {
      const rival = await scene.signUp('rita@rival.example', 'Rita Systems')
      const id = await register(lena, { name: 'RampReady' })
      for (const name of ['Airside Connect', 'Alpine Jet', 'RаmpReady', 'Vektor Ops']) {
        const [error] = await nameErrors(name, rival)
        assert.match(error.message, TAKEN)
        assert.deepEqual([error.code, error.path], ['VALIDATION', ['input', 'name']])
      }
      const theirs = await register(rival, { name: 'Rita Board' })
      const renamed = (await rival.data(CHANGE, { id: theirs, name: 'Ramp Ready' })).applicationChange
      assert.match(renamed.userErrorList[0].message, TAKEN)
      assert.deepEqual(await nameErrors('RampReady'), [], 'one’s own name can be used again')
      await lena.done('applicationChange', CHANGE, { id, name: 'Vektor Ops' })
      const [stillTaken] = await nameErrors('RampReady', rival)
      assert.match(stillTaken.message, TAKEN, 'another application of theirs has it')
    })

    test('a name that nobody has any more is free again', async () => {
      const other = await scene.signUp('olga@other.example', 'Olga Software')
      const id = await register(lena, { name: 'Shortlived' })
      await lena.done('applicationChange', CHANGE, { id, name: 'Longlived' })
      assert.deepEqual(await nameErrors('Shortlived', other), [])
    })

    testOnBoth('of two who take one name at the same moment one has it', async () => {
      const forms = []
      for (const [email, company] of [
        ['one@both.example', 'Both Wings'],
        ['two@both.example', 'Bоth Wings'],
      ] as const) {
        const form = await formOf(await scene.askToSignUp(email, { company }))
        forms.push({ form, code: await scene.lastCode(email) })
      }
      const answers = await Promise.all(forms.map(({ form, code }) => scene.visitor().submit(form, { code })))
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [303, 400])
      const [vera, walt] = [
        await scene.signUp('vera@both.example', 'Vera Tools'),
        await scene.signUp('walt@both.example', 'Walt Tools'),
      ]
      const errors = await Promise.all([nameErrors('Twice Board', vera), nameErrors('Twice Bоard', walt)])
      assert.deepEqual(errors.map((list) => list.length).toSorted(), [0, 1])
    })
  })
}
