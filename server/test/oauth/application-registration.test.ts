/**
 * Registering an application: every item is validated, the secret is shown once, the kind sets the ceiling
 * (access-model §8).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { type ApplicationKind, SCOPES } from '../../src/domain/scopes.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import {
  addClientSecret,
  moveApplication,
  type Registration,
  registerApplication,
} from '../../src/services/oauth/applications.ts'
import { applicationByClientId } from '../../src/storage/oauth/applications.ts'
import { addApplication, authorizePath, GrantScene, REGISTRATION, returned } from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

let server: TestServer
let scene: GrantScene
before(async () => {
  server = await startServer('sqlite')
  scene = await GrantScene.open(server, 'alpine')
})
after(() => server.close())

const hostile = fc.oneof(
  fc.constantFrom(
    '\0',
    'https://x.example/\0',
    '\ud800',
    'https://x.example/\ud800',
    '+41446681800\0',
    '__proto__',
    '-1',
  ),
  fc.string({ unit: 'binary' }),
  fc.webUrl(),
)

const register = (change: Partial<Record<keyof Registration, unknown>>) =>
  registerApplication(server.world, { ...REGISTRATION, ...change } as Registration, HOST)
const refused = (change: Partial<Record<keyof Registration, unknown>>, words: RegExp) =>
  assert.rejects(register(change), (error: Error & { code?: string }) => {
    assert.equal(error.code, 'invalid_request', `${JSON.stringify(change)}: ${error.stack}`)
    assert.match(error.message, words, JSON.stringify(change))
    return true
  })

describe('validation of a registration', () => {
  test('a redirect URI must be absolute, https or loopback, without fragment, and unambiguous', async () => {
    const good = [
      'https://app.example/cb',
      'https://app.example',
      'https://app.example:8443/cb?tenant=1&x=%20',
      'https://xn--bcher-kva.example/cb',
      'http://localhost:3000/cb',
      'http://127.0.0.1/cb',
      'http://[::1]:3000/cb',
      'http://app.localhost:3000/cb',
    ]
    for (const uri of good) await register({ redirectUris: [uri] })
    await register({ redirectUris: good })
    const bad = [
      '',
      'cb',
      '/cb',
      '//app.example/cb',
      'app.example/cb',
      'http://app.example/cb',
      'http://127.0.0.1.evil.example/cb',
      'http://localhost.evil.example/cb',
      'ftp://app.example/cb',
      'javascript:alert(1)',
      'data:text/html,x',
      'myapp://cb',
      'https:app.example/cb',
      'https:/app.example/cb',
      'https:///app.example/cb',
      'https:\\\\app.example\\cb',
      'https://app.example\\@evil.example/cb',
      'https://user@app.example/cb',
      'https://user:password@app.example/cb',
      'https://@app.example/cb',
      'https://app.example/cb#x',
      'https://app.example/cb#',
      'https://app.example/c b',
      ' https://app.example/cb',
      'https://app.example/cb\n',
      'https://app.example/cb\0',
      'https://bücher.example/cb',
      'https://app.example/"><script>',
      'https://app.example/{id}',
      `https://app.example/${'x'.repeat(2000)}`,
      '__proto__',
    ]
    for (const uri of bad) await refused({ redirectUris: [uri] }, /redirect URI/i)
    await refused({ redirectUris: ['https://app.example/cb', 'http://app.example/cb'] }, /redirect URI/)
    for (const name of ['code', 'state', 'iss', 'error', 'c%6fde']) {
      await refused({ redirectUris: [`https://app.example/cb?${name}=1`] }, /redirect URI has no parameter/)
    }
    await refused({ redirectUris: Array(2).fill('https://app.example/cb') }, /redirect URI is listed twice/)
    await refused({ redirectUris: [] }, /1 to 20/)
    await refused({ redirectUris: Array(21).fill('https://app.example/cb') }, /1 to 20/)
  })

  test("a phone number must be valid in its country's numbering plan", async () => {
    const { clientId } = await register({ phoneNumber: ' +41 (44) 668-18-00' })
    const stored = await applicationByClientId(server.world.storage.platform, clientId)
    assert.equal(stored?.phone_number, '+41446681800', 'kept as it is dialled')
    for (const phoneNumber of [
      '+41446681800',
      '+41 44 668 18 00',
      '+1 (212) 736-5000',
      '+442079460018',
      '+351912345678',
    ]) {
      await register({ phoneNumber })
    }
    for (const phoneNumber of [
      '',
      '0446681800',
      '+41',
      '+411234',
      '+1 111 111 1111',
      '+999123456789',
      '+41446681800x',
      '☎',
    ]) {
      await refused({ phoneNumber }, /phoneNumber is a real number/)
    }
  })

  test('texts must be present, short enough, and free of control, direction and invisible characters', async () => {
    for (const [name, most] of [
      ['name', 80],
      ['description', 2000],
      ['contact', 300],
    ] as const) {
      await register({ [name]: 'é'.repeat(most) })
      const blank = ['', '   ', '\u200b', '\u3164 \u2800', '\ufe0f', '\u{e0041}\u{e0042}', ' \u00ad\u2060\u200d']
      for (const text of [...blank, 'x'.repeat(most + 1)])
        await refused({ [name]: text }, new RegExp(`^${name} has 1 to`))
      for (const text of ['a\0b', 'a\x1bb', 'a\x85b', 'a\u202eb', 'a\u2066b', 'a\ud800b']) {
        await refused({ [name]: text }, new RegExp(`^${name} holds`))
      }
      for (const text of [
        'Sky\u200blog',
        'Sky\u00adlog',
        'Sky\u200dlog',
        'Skylog\ufe0f',
        'Skylog\u{e0041}',
        'a\u3164b',
        '1\ufe0f',
      ]) {
        await refused({ [name]: text }, new RegExp(`^${name} holds .* invisible characters`))
      }
    }
    await register({ name: '<script>alert(1)</script> & "Söhne"' })
    const NEEDED = ['👩🏽\u200d✈\ufe0f', '1\ufe0f\u20e3', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}']
    for (const name of [...NEEDED, 'می\u200cپریم', 'ශ්\u200dරී', '葛\u{e0100}城']) await register({ name })
  })

  test('website and connect URL must be http or https, written out without user name and backslashes', async () => {
    for (const name of ['website', 'connectUrl']) {
      await register({ [name]: 'https://skylog.example/connect?from=airside' })
      for (const url of [
        '',
        'skylog.example',
        'javascript:alert(1)',
        'data:text/html,x',
        'https://user:pw@evil.example',
        'https://skylog.example@evil.example/',
        'https://@evil.example',
        'https://evil.example\\@skylog.example',
        'https:\\\\evil.example',
        'https:evil.example',
        `https://x.example/${'x'.repeat(500)}`,
      ]) {
        await refused({ [name]: url }, new RegExp(`^${name} is an http or https URL`))
      }
    }
  })

  test('a kind must be one of six, and a pilot logbook is always personal', async () => {
    for (const kind of ['Marketplace', '', 'sms', '__proto__', 'constructor'])
      await refused({ kind }, /^kind is one of/)
    await refused({ kind: 'pilot-logbook', personal: false }, /always personal/)
    await register({ kind: 'pilot-logbook', personal: true })
    await register({ kind: 'marketplace', personal: true })
  })

  test('a secret says whether it was made for production, and one from before goes on working there', async () => {
    const { clientId, clientSecret: early } = await register({})
    await moveApplication(server.world, clientId, { actions: ['promote'], by: 'host', reason: 'Vouched' }, HOST)
    const live = await addClientSecret(server.world, clientId, HOST)
    assert.match(live, /^air_live_cs_/)
    const { production } = await server.operator('airborne')
    for (const clientSecret of [early, live]) {
      const answer = await server.client.form(`${production.origin}/oauth2/code/token/`, {
        grant_type: 'refresh_token',
        refresh_token: 'air_live_rt_none',
        client_id: clientId,
        client_secret: clientSecret,
      })
      assert.equal(answer.json<{ error: string }>().error, 'invalid_grant', 'the client is known')
    }
  })

  test("client id and secret are returned once, and the store keeps only the secret's hash", async () => {
    const { clientId, clientSecret } = await register({})
    assert.match(clientId, /^app_[0-9A-Za-z]{20}$/)
    assert.match(clientSecret, /^air_test_cs_[0-9A-Za-z]{38}$/)
    const stored = JSON.stringify([
      await applicationByClientId(server.world.storage.platform, clientId),
      await server.world.storage.platform.db.selectFrom('application_secret').selectAll().execute(),
    ])
    assert.doesNotMatch(stored, new RegExp(clientSecret.slice(12)))
    assert.equal((await applicationByClientId(server.world.storage.platform, clientId))?.mode, 'test')
  })
})

describe('ceilings by kind (data §2)', () => {
  const all = (area: string) => SCOPES.filter((scope) => scope.startsWith(`${area}:`))
  const OWN = all('own')
  const OPERATIONS = 'aircraft availability sales flight movement service document log crew contact settings'.split(' ')
  const CEILINGS: [ApplicationKind, boolean, readonly string[]][] = [
    ['marketplace', false, ['availability:read', ...all('sales'), 'aircraft:read', 'flight:read', 'passenger:write']],
    [
      'flight-support',
      false,
      [...all('service'), 'flight:read', 'aircraft:read', ...all('document'), 'manifest:read', 'movement:write'],
    ],
    [
      'electronic-flight-bag',
      false,
      [
        'flight:read',
        'movement:write',
        'aircraft:read',
        ...all('document'),
        ...all('log'),
        'crew:read',
        'passenger:read',
      ],
    ],
    ['safety-management', false, [...all('safety'), 'flight:read', 'aircraft:read', 'crew:read', 'log:read']],
    ['other', false, OPERATIONS.flatMap(all)],
    ['pilot-logbook', true, OWN],
    ['other', true, OWN],
    ['marketplace', true, OWN],
  ]
  for (const [kind, personal, ceiling] of CEILINGS) {
    test(`the ceiling of ${kind}${personal ? ', personal' : ''} equals the table`, async () => {
      const application = await addApplication(server, { kind, personal })
      for (const scope of SCOPES) {
        // Beside one that is open: those that open nothing yet may be asked for, and are not granted.
        const asked = `${scope} ${personal ? 'own:profile' : 'flight:read'}`
        const answer = await scene.browser.get(authorizePath(application, asked))
        if (ceiling.includes(scope)) assert.equal(answer.status, 200, scope)
        else assert.equal(returned(answer).get('error'), 'invalid_scope', scope)
      }
      const mixed = authorizePath(application, `${ceiling[0]} ${personal ? 'contact:read' : 'own:profile'}`)
      assert.equal(returned(await scene.browser.get(mixed)).get('error'), 'invalid_scope')
    })
  }
})

for (const store of storesFor('errors')) {
  test(`any text is registered or refused with a sentence (${store})`, async () => {
    const at = store === 'sqlite' ? server : await startServer(store)
    const texts = [
      'name',
      'kind',
      'description',
      'phoneNumber',
      'contact',
      'website',
      'connectUrl',
      'redirectUris',
    ] as const
    try {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...texts), hostile, async (name, text) => {
          const value = name === 'redirectUris' ? [text] : text
          const registration = { ...REGISTRATION, [name]: value } as Registration
          await registerApplication(at.world, registration, HOST).catch((error: { code?: string; message: string }) =>
            assert.equal(error.code, 'invalid_request', error.message),
          )
        }),
        { numRuns: 300 },
      )
    } finally {
      if (at !== server) await at.close()
    }
  })

  test(`two client secrets are valid side by side, a third is refused (${store})`, async () => {
    const at = store === 'sqlite' ? server : await startServer(store)
    const own = store === 'sqlite' ? scene : await GrantScene.open(at, 'alpine')
    try {
      const tokens = await own.connect()
      const second = await addClientSecret(at.world, own.application.clientId, HOST)
      for (const client_secret of [own.application.clientSecret, second]) {
        assert.equal((await own.refresh(tokens.refresh_token, { client_secret })).status, 200)
      }
      await assert.rejects(addClientSecret(at.world, own.application.clientId, HOST), /Two client secrets/)
      const other = await addApplication(at)
      const raced = await Promise.allSettled([
        addClientSecret(at.world, other.clientId, HOST),
        addClientSecret(at.world, other.clientId, HOST),
      ])
      assert.equal(raced.filter(({ status }) => status === 'fulfilled').length, 1)
      await assert.rejects(addClientSecret(at.world, 'app_unknown', HOST), { code: 'not_found' })
    } finally {
      if (at !== server) await at.close()
    }
  })
}
