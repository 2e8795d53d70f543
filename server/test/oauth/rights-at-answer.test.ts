/**
 * A read that began before a right ended is not answered after it (threats row 433). Each request is held between its
 * head, by which the server knows who asks, and its body.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { SUPPORT } from '../../src/domain/identity/realm.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { setRoles } from '../../src/services/identity/administrators.ts'
import { setApiKeyNetworks, setApiKeyScopes } from '../../src/services/oauth/api-key-changes.ts'
import { platformRealm } from '../../src/services/tenancy/platform-realms.ts'
import { endSessionsOf } from '../../src/storage/identity/sessions.ts'
import { changeUser } from '../../src/storage/identity/users.ts'
import { addPerson, GrantScene } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { holdRequest } from '../support/held-request.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { statementSent, statementsDuring } from '../support/statements.ts'
import { onPostgres, startServer, storesFor, type TestServer } from '../support/test-server.ts'
import { waitingConnections } from '../support/waiting-connections.ts'

after(stopOwnPostgres)

const READ = JSON.stringify({ query: '{ aircraftList { nodeList { aircraftId } } }' })

for (const store of storesFor('concurrency')) {
  describe(`a read whose right ends while it runs (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
    })
    after(() => server.close())

    const held = (token: string) =>
      holdRequest(server.client, `${scene.at.origin}/api/graphql/`, {
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: READ,
      })
    const ofKey = async () => {
      const { refreshToken, apiKeyId } = await scene.at.createKey('aircraft:read flight:read')
      const token = (await scene.at.refreshKey(refreshToken)).body
      assert.equal((await scene.at.query(token, '{ echo(text: "hi") }')).status, 200)
      return { token, apiKeyId }
    }

    test('a key that was revoked, narrowed or kept to other networks is answered nothing', async () => {
      const here = server.world.at(scene.at.tenant)
      const takings: Readonly<Record<number, (apiKeyId: string) => Promise<void>>> = {
        401: (apiKeyId) => scene.at.revokeKey(apiKeyId),
        403: (apiKeyId) => setApiKeyScopes(here, { apiKeyId, scope: 'flight:read' }, HOST),
      }
      for (const [status, take] of Object.entries(takings)) {
        const { token, apiKeyId } = await ofKey()
        const request = await held(token)
        await take(apiKeyId)
        const answer = await request.finish()
        assert.equal(answer.status, Number(status), answer.body)
        assert.doesNotMatch(answer.body, /aircraftList":/)
      }
      const { token, apiKeyId } = await ofKey()
      const request = await held(token)
      await setApiKeyNetworks(here, { apiKeyId, networkList: ['203.0.113.0/24'] }, HOST)
      assert.match((await request.finish()).body, /may not be used from 127\.0\.0\.1/)
    })

    test('what others lose costs a read no statement', async () => {
      const [{ token }, other] = [await ofKey(), await server.operator('other')]
      const { apiKeyId } = await other.production.createKey('aircraft:read')
      const request = await held(token)
      await other.production.revokeKey(apiKeyId)
      let status = 0
      const sent = await statementsDuring(async () => {
        status = (await request.finish()).status
      })
      assert.equal(status, 200)
      assert.equal(sent.filter((text) => text.includes('access_token')).length, 0, sent.join('\n'))
    })

    test(
      'rows that were waited for are not told to a key that was revoked meanwhile',
      onPostgres('locks'),
      async () => {
        if (store !== 'postgres') return
        const { token, apiKeyId } = await ofKey()
        const holder = new pg.Client({ connectionString: server.config.databaseUrl ?? '' })
        await holder.connect()
        try {
          await holder.query('begin; lock table aircraft in access exclusive mode')
          const answer = scene.at.query(token, '{ aircraftList { nodeList { aircraftId } } }')
          await soon('the read waits', async () => (await waitingConnections(holder)).length > 0)
          await scene.at.revokeKey(apiKeyId)
          await holder.query('rollback')
          assert.equal((await answer).status, 401)
        } finally {
          await holder.end()
        }
      },
    )

    test('a user who was removed or lost their roles reads nothing more in the console', async () => {
      for (const [name, take, words] of [
        ['Otto', 'removed', /Your session ended while the request ran/],
        ['Rita', 'without roles', /contact:read was taken away while the request ran/],
      ] as const) {
        const person = await addPerson(server, scene.at, name, ['OPS'])
        const client = await ConsoleClient.signIn(server, scene.at, person)
        const known = statementSent(/from "user_account"/)
        const cookie = [...client.browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
        const request = await holdRequest(server.client, `${scene.at.origin}/console/graphql/`, {
          headers: { 'content-type': 'application/json', cookie, 'sec-fetch-site': 'same-origin' },
          body: JSON.stringify({ query: '{ contactList { nodeList { contactId } } }' }),
        })
        await known
        // Its answer has come, too, once another person's request is answered.
        await client.data('{ me { userId } }')
        const admin = new ConsoleClient(server.client, scene.browser)
        const remove = 'mutation ($id: ID!) { userRemove(userId: $id) { userErrorList { message } } }'
        if (take === 'removed') await admin.done('userRemove', remove, { id: person.userId })
        else await setRoles(server.world.at(scene.at.tenant), person.email, [], HOST)
        const answer = await request.finish()
        assert.match(answer.body, words)
        assert.doesNotMatch(answer.body, /contactList":/)
      }
    })
  })
}

describe('a read at the portal or the support console whose right ends while it runs', () => {
  let server: TestServer
  let scene: PortalScene
  before(async () => {
    server = await startPortalServer('sqlite')
    scene = new PortalScene(server)
  })
  after(() => server.close())

  const held = async (client: ConsoleClient, query: string) => {
    const known = statementSent(/from "user_account"/)
    const cookie = [...client.browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const request = await holdRequest(server.client, `${client.browser.origin}/console/graphql/`, {
      headers: { 'content-type': 'application/json', cookie, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify({ query }),
    })
    await known
    // Its look at the session is over, too, once another request is answered.
    await client.data('{ me { userId } }')
    return request
  }

  test('a member who was removed, or whose sessions were ended, reads nothing more', async () => {
    const owner = await scene.signUp('olga@vektor.example')
    const { member, id } = await scene.join(owner, 'mia@vektor.example')
    const byRemoved = await held(member, '{ memberList { email } }')
    await owner.done(
      'memberRemove',
      'mutation ($id: ID!) { memberRemove(userId: $id) { userErrorList { message } } }',
      {
        id,
      },
    )
    assert.match((await byRemoved.finish()).body, /Your session ended while the request ran/)
    const { me } = await owner.data('{ me { userId } }')
    const bySignedOut = await held(owner, '{ memberList { email } }')
    const realm = server.world.at(await scene.developersRealm)
    await realm.write(async (tx) => endSessionsOf(tx, me.userId, {}, await tx.now()))
    assert.match((await bySignedOut.finish()).body, /Your session ended while the request ran/)
  })

  test('a member of staff who was removed reads nothing more', async () => {
    const staff = await scene.staff()
    const { me } = await staff.data('{ me { userId } }')
    const request = await held(staff, '{ providerList { providerId } }')
    const realm = server.world.at(await platformRealm(server.world, SUPPORT))
    await realm.write(async (tx) => changeUser(tx, me.userId, { removed_at: await tx.now() }))
    assert.match((await request.finish()).body, /Your session ended while the request ran/)
  })
})
