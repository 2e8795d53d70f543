/**
 * Scopes removed by an administrator stay removed, and a code ends when the user who allowed it loses that right
 * (threats row 101).
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { HOST } from '../../src/services/audit-trail.ts'
import { setRoles } from '../../src/services/identity/administrators.ts'
import { removeUser } from '../../src/services/identity/users.ts'
import { narrowAddOn } from '../../src/services/oauth/add-ons.ts'
import {
  addApplication,
  addPerson,
  exchangeFields,
  GrantScene,
  obtainCode,
  type Person,
  signedInBrowser,
  type Tokens,
} from '../support/code-grant.ts'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const WIDE = 'contact:read contact:write'
const NARROW = 'contact:read'

for (const store of storesFor('locks')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`narrowed scopes (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
    })
    after(() => server.close())

    const narrow = async () => {
      server.clock.advanceSeconds(1)
      const { clientId } = scene.application
      await narrowAddOn(server.world.at(scene.at.tenant), { clientId, keep: [NARROW] }, HOST)
      server.clock.advanceSeconds(1)
    }
    const scopeOf = (answer: Answer): string => {
      assert.equal(answer.status, 200, answer.body)
      return answer.json<Tokens>().scope
    }
    const errorOf = (answer: Answer) => [answer.status, answer.json().error]
    const isWriting = async (token: string): Promise<boolean> =>
      (
        await scene.at.query(
          token,
          'mutation { contactCreate(input: { kind: CLIENT, name: "A" }) { contact { name } } }',
        )
      ).status === 200

    test('a code from before a narrowing restores no scope, at its exchange or after a new consent', async () => {
      await scene.connect(WIDE)
      const code = await scene.code(WIDE)
      await narrow()
      const exchanged = await scene.exchange(code)
      assert.equal(scopeOf(exchanged), NARROW)
      const old = exchanged.json<Tokens>()
      assert.equal(scopeOf(await scene.refresh(old.refresh_token)), NARROW)
      const renewed = await scene.connect(WIDE)
      assert.equal(renewed.scope, WIDE, 'what is allowed after the narrowing holds')
      assert.equal(scopeOf(await scene.refresh(old.refresh_token)), NARROW, 'for its own tokens only')
      assert.equal(await isWriting(old.access_token), false)
      assert.equal(await isWriting(renewed.access_token), true)
    })

    test('tokens from before a narrowing regain no scope by a new consent', async () => {
      const before = await scene.connect(WIDE)
      await narrow()
      await scene.connect(WIDE)
      assert.equal(scopeOf(await scene.refresh(before.refresh_token)), NARROW)
      assert.equal(await isWriting(before.access_token), false)
    })

    test('a code whose scopes were all removed by a narrowing is refused', async () => {
      await scene.connect(WIDE)
      const code = await scene.code('contact:write')
      await narrow()
      assert.deepEqual(errorOf(await scene.exchange(code)), [400, 'invalid_grant'])
    })

    test('an earlier consent exchanged after a later one does not widen it', async () => {
      const earlier = await scene.code(WIDE)
      server.clock.advanceSeconds(1)
      assert.equal((await scene.connect(NARROW)).scope, NARROW)
      assert.equal(scopeOf(await scene.exchange(earlier)), NARROW)
    })

    const codeOf = async (person: Person, application = scene.application, scope = NARROW): Promise<string> =>
      obtainCode(await signedInBrowser(server, scene.at, person), application, scope)
    const roles = (person: Person, list: readonly string[]) =>
      setRoles(server.world.at(scene.at.tenant), person.email, list, HOST)

    test('a code ends when its administrator is demoted, even if promoted again', async () => {
      const admin = await addPerson(server, scene.at, 'Demoted', ['ADMIN'])
      const [first, second] = [await codeOf(admin), await codeOf(admin)]
      await roles(admin, ['OPS'])
      assert.deepEqual(errorOf(await scene.exchange(first)), [400, 'invalid_grant'])
      await roles(admin, ['ADMIN'])
      assert.deepEqual(errorOf(await scene.exchange(second)), [400, 'invalid_grant'])
      assert.equal((await scene.exchange(await codeOf(admin))).status, 200, 'a new one works')
    })

    test('a code ends when its administrator is removed', async () => {
      const admin = await addPerson(server, scene.at, 'Removed', ['ADMIN'])
      const code = await codeOf(admin)
      await removeUser(server.world.at(scene.at.tenant), admin.email, HOST, scene.at.origin)
      assert.deepEqual(errorOf(await scene.exchange(code)), [400, 'invalid_grant'])
    })

    test("a demoted administrator's personal grant and a colleague's grant stay valid", async () => {
      const logbook = await addApplication(server, { name: 'Logbook', kind: 'pilot-logbook', personal: true })
      const admin = await addPerson(server, scene.at, 'Pilot', ['ADMIN'])
      const own = await codeOf(admin, logbook, 'own:profile')
      const colleagues = await scene.code()
      await roles(admin, ['CREW'])
      assert.equal((await scene.token(exchangeFields(logbook, own))).status, 200)
      assert.equal((await scene.exchange(colleagues)).status, 200)
    })

    testOnBoth('a demotion and an exchange in parallel run in either order without deadlock', async () => {
      const admin = await addPerson(server, scene.at, 'Hasty', ['ADMIN'])
      const codes: string[] = []
      while (codes.length < 6) codes.push(await codeOf(admin))
      const [, ...answers] = await Promise.all([roles(admin, ['OPS']), ...codes.map((code) => scene.exchange(code))])
      for (const answer of answers) assert.ok([200, 400].includes((answer as Answer).status), (answer as Answer).body)
    })
  })
}
