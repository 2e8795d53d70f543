/**
 * A personal application: every user connects it for themselves, and it sees no other user (threats rows 23, 24;
 * access-model §4, §8).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  addApplication,
  allow,
  authorizePath,
  exchangeFields,
  GrantScene,
  type Person,
  returned,
  signedInBrowser,
  type TestApplication,
  type Tokens,
} from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

for (const store of storesFor('rights')) {
  describe(`a personal application (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let logbook: TestApplication
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      logbook = await addApplication(server, { name: 'Logbook', kind: 'pilot-logbook', personal: true })
    })
    after(() => server.close())

    const connect = async (person: Person, scope = 'own:profile own:roster'): Promise<Tokens> => {
      const browser = await signedInBrowser(server, scene.at, person)
      const code = returned(await allow(browser, authorizePath(logbook, scope))).get('code') ?? ''
      return (await scene.token(exchangeFields(logbook, code))).json<Tokens>()
    }
    const me = async ({ access_token }: Tokens) => {
      const query = '{ me { userId email } again: me { userId } tokenInfo { isPersonal userId } }'
      return (await scene.at.query(access_token, query)).json<{ data: unknown }>().data
    }

    test('a user without the admin role is asked for consent to their own data only', async () => {
      const browser = await signedInBrowser(server, scene.at, scene.pilot)
      const { body } = await browser.get(authorizePath(logbook, 'own:profile'))
      assert.match(body, /to use your own details at/)
      assert.match(body, /your own details, and nobody else’s/)
      assert.match(body, /value="allow"/)
    })

    test("tokens of a personal application see only their own user's data, also an administrator's", async () => {
      for (const person of [scene.pilot, scene.admin]) {
        assert.deepEqual(await me(await connect(person)), {
          me: { userId: person.userId, email: person.email },
          again: { userId: person.userId },
          tokenInfo: { isPersonal: true, userId: person.userId },
        })
      }
    })

    test("a personal application cannot reach the operator's data, whoever connected it", async () => {
      const { access_token } = await connect(scene.admin)
      for (const query of [
        '{ contactList { nodeList { name } } }',
        '{ aircraftList { nodeList { aircraftId } } }',
        '{ auditActionList }',
      ]) {
        const answer = await scene.at.query(access_token, query)
        assert.equal(answer.status, 403, query)
      }
    })

    test("one user's consent, refusal or disconnection changes nothing for another user", async () => {
      const [pilots, admins] = [await connect(scene.pilot), await connect(scene.admin)]
      const narrowed = await connect(scene.pilot, 'own:roster')
      assert.equal(narrowed.scope, 'own:roster')
      assert.equal((await scene.at.query(pilots.access_token, '{ me { userId } }')).status, 403)
      assert.equal((await scene.at.query(admins.access_token, '{ me { userId } }')).status, 200)
      const browser = await signedInBrowser(server, scene.at, scene.admin)
      const { body } = await browser.get(authorizePath(logbook, 'own:profile own:roster'))
      assert.match(body, /Nothing new is asked for/)
    })
  })
}
