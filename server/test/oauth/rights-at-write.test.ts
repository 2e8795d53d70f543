/** A user or client that loses its rights while its request runs commits nothing after that (threats row 94). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { ACCESS_TOKEN_TTL_SECONDS } from '../../src/domain/limits.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { setRoles } from '../../src/services/identity/administrators.ts'
import { signOutEverywhere } from '../../src/services/identity/sessions.ts'
import { removeUser } from '../../src/services/identity/users.ts'
import { disconnectAddOn, narrowAddOn } from '../../src/services/oauth/add-ons.ts'
import { moveApplication } from '../../src/services/oauth/applications.ts'
import { formTo } from '../support/browser.ts'
import { addPerson, authorizePath, GrantScene, type Person } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { holdRequest } from '../support/held-request.ts'
import type { Answer } from '../support/http-client.ts'
import { type MailingServer, startMailingServer } from '../support/mailing-server.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { statementSent, statementsDuring } from '../support/statements.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const JSON_BODY = { 'content-type': 'application/json' }
const CREATE = 'mutation { contactCreate(input: { kind: CLIENT, name: "Late" }) { contact { contactId } } }'
const CREATE_KEY =
  'mutation { apiKeyCreate(input: { label: "Late", scopeList: ["contact:read"] }) { apiKey { apiKeyId } userErrorList { message } } }'
const INVITE =
  'mutation { userInvite(input: { email: "late@alpine.example", name: "Late", surname: "Guest", roleList: ["ADMIN"] }) { userAccount { userId } userErrorList { message } } }'

for (const store of storesFor('locks')) {
  describe(`rights at each write (${store})`, () => {
    let mailing: MailingServer
    let server: TestServer
    let other: TestServer
    let scene: GrantScene
    let at: TestTenant
    before(async () => {
      mailing = await startMailingServer(store)
      server = mailing.server
      scene = await GrantScene.open(server, 'alpine')
      at = scene.at
      other = await startServer(store, server.place)
    })
    after(async () => {
      await other?.close()
      await mailing?.close()
    })

    const errorOf = (answer: Answer) => answer.json<{ errors: { extensions: { code: string } }[] }>().errors[0]
    const count = async (table: 'contact' | 'api_key' | 'user_account' | 'authorization_code'): Promise<number> => {
      const { db } = server.world.storage.platform
      const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(db)
      return rows[0]?.count ?? 0
    }

    /** The answer to a token's mutation during which something happens at the other server. */
    const mutateDuring = async (token: string, event: () => Promise<unknown>): Promise<Answer> => {
      // Remembered: verified within the turn in which the head arrives.
      assert.equal((await at.query(token, '{ echo(text: "hi") }')).status, 200)
      const headers = { ...JSON_BODY, authorization: `Bearer ${token}` }
      const held = await holdRequest(server.client, `${at.origin}/api/graphql/`, {
        headers,
        body: JSON.stringify({ query: CREATE }),
      })
      await event()
      return held.finish()
    }

    const newAdmin = async (name: string): Promise<{ admin: Person; console: ConsoleClient; cookie: string }> => {
      const admin = await addPerson(server, at, name, ['ADMIN'])
      const client = await ConsoleClient.signIn(server, at, admin)
      const cookie = [...client.browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
      return { admin, console: client, cookie }
    }
    const sameOrigin = (cookie: string) => ({ cookie, 'sec-fetch-site': 'same-origin' })
    /** The server has asked the store who is signed in, and waits for the body. */
    const holdSession = async (...request: Parameters<typeof holdRequest>) => {
      const asked = statementSent(/from "user_account"/)
      const held = await holdRequest(...request)
      await asked
      return held
    }
    const consoleDuring = async (cookie: string, query: string, event: () => Promise<unknown>): Promise<Answer> => {
      const held = await holdSession(server.client, `${at.origin}/console/graphql/`, {
        headers: { ...JSON_BODY, ...sameOrigin(cookie) },
        body: JSON.stringify({ query }),
      })
      await event()
      return held.finish()
    }
    const formDuring = async (
      cookie: string,
      path: string,
      fields: Record<string, string>,
      event: () => Promise<unknown>,
    ): Promise<Answer> => {
      const held = await holdSession(server.client, `${at.origin}${path}`, {
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...sameOrigin(cookie) },
        body: new URLSearchParams(fields).toString(),
      })
      await event()
      return held.finish()
    }

    test('a mutation of a key that is revoked meanwhile is refused and writes nothing', async () => {
      const { refreshToken, apiKeyId } = await at.createKey()
      const token = (await at.refreshKey(refreshToken)).body
      const before = await count('contact')
      const there = await other.existing('alpine')
      const answer = await mutateDuring(token, () => there.revokeKey(apiKeyId))
      assert.equal(answer.status, 401, answer.body)
      assert.equal(errorOf(answer)?.extensions.code, 'INVALID_TOKEN')
      const metadata = `resource_metadata="${at.origin}/.well-known/oauth-protected-resource/api/graphql/"`
      const challenge = String(answer.headers['www-authenticate'])
      assert.ok(challenge.endsWith(metadata), challenge)
      assert.equal(await count('contact'), before)
    })

    test('a mutation of a key goes on when another key of the operator is revoked meanwhile', async () => {
      const { apiKeyId } = await at.createKey()
      const token = await at.accessToken()
      const there = await other.existing('alpine')
      const answer = await mutateDuring(token, () => there.revokeKey(apiKeyId))
      assert.equal(answer.status, 200, answer.body)
      assert.equal(answer.json().errors, undefined)
    })

    test('a mutation of an application that is disconnected meanwhile is refused and writes nothing', async () => {
      const { access_token } = await scene.connect('contact:read contact:write')
      const before = await count('contact')
      const { clientId } = scene.application
      const answer = await mutateDuring(access_token, () => disconnectAddOn(other.world.at(at.tenant), clientId, HOST))
      assert.equal(answer.status, 401, answer.body)
      assert.equal(await count('contact'), before)
    })

    test('a mutation whose scope is taken away meanwhile is refused with the scope it lacks', async () => {
      const { access_token } = await scene.connect('contact:read contact:write')
      const before = await count('contact')
      const { clientId } = scene.application
      const answer = await mutateDuring(access_token, () =>
        narrowAddOn(other.world.at(at.tenant), { clientId, keep: ['contact:read'] }, HOST),
      )
      assert.equal(answer.status, 403, answer.body)
      assert.match(answer.headers['www-authenticate'] ?? '', /insufficient_scope.*contact:write/)
      assert.equal(await count('contact'), before)
    })

    test('a mutation of an application that is suspended meanwhile is refused and writes nothing', async () => {
      const { access_token } = await scene.connect('contact:read contact:write')
      const before = await count('contact')
      const { clientId } = scene.application
      const move = (action: 'suspend' | 'resume') =>
        moveApplication(other.world, clientId, { actions: [action], by: 'host', reason: 'test' }, HOST)
      const answer = await mutateDuring(access_token, () => move('suspend'))
      await move('resume')
      assert.equal(answer.status, 401, answer.body)
      assert.equal(await count('contact'), before)
    })

    test('an administrator who is removed meanwhile creates no key and invites nobody', async () => {
      const event = (admin: Person) => () => removeUser(other.world.at(at.tenant), admin.email, HOST, at.origin)
      for (const [query, table] of [[CREATE_KEY, 'api_key'] as const, [INVITE, 'user_account'] as const]) {
        const { admin, cookie } = await newAdmin(`Removed${table}`)
        const before = await count(table)
        const answer = await consoleDuring(cookie, query, event(admin))
        assert.equal(answer.status, 401, answer.body)
        assert.equal(await count(table), before)
      }
    })

    test('an administrator who is demoted meanwhile creates no key, and the refusal names the missing scope', async () => {
      const { admin, cookie } = await newAdmin('Demoted')
      const before = await count('api_key')
      const answer = await consoleDuring(cookie, CREATE_KEY, () =>
        setRoles(other.world.at(at.tenant), admin.email, ['OPS'], HOST),
      )
      assert.equal(answer.status, 403, answer.body)
      assert.match(answer.body, /api-key:write/)
      assert.equal(await count('api_key'), before)
    })

    test('a session that is signed out meanwhile writes nothing', async () => {
      const { admin, cookie } = await newAdmin('Leaving')
      const before = await count('api_key')
      const answer = await consoleDuring(cookie, CREATE_KEY, () =>
        signOutEverywhere(other.world.at(at.tenant), admin.userId),
      )
      assert.equal(answer.status, 401, answer.body)
      assert.equal(await count('api_key'), before)
    })

    test('a form of the account page changes nothing for a user who is removed meanwhile', async () => {
      const { admin, cookie } = await newAdmin('Former')
      const passwordOf = async () =>
        (
          await server.world.storage.platform.db
            .selectFrom('user_account')
            .select('password_hash')
            .where('user_id', '=', admin.userId)
            .executeTakeFirstOrThrow()
        ).password_hash
      const before = await passwordOf()
      const fields = {
        intent: 'change-password',
        current_password: 'correct horse battery',
        new_password: 'another horse battery',
      }
      const answer = await formDuring(cookie, '/account/', fields, () =>
        removeUser(other.world.at(at.tenant), admin.email, HOST, at.origin),
      )
      assert.deepEqual([answer.status, answer.headers.location], [303, '/sign-in/'])
      assert.equal(await passwordOf(), before)
    })

    test('a consent form gives no code to an administrator who is demoted or signed out meanwhile', async () => {
      const events = [
        (admin: Person) => setRoles(other.world.at(at.tenant), admin.email, ['OPS'], HOST),
        (admin: Person) => signOutEverywhere(other.world.at(at.tenant), admin.userId),
      ]
      for (const [index, event] of events.entries()) {
        const { admin, console: client, cookie } = await newAdmin(`Grantor${index}`)
        const page = await client.browser.get(authorizePath(scene.application, 'contact:read'))
        const { request = '' } = formTo(page.body, '/consent/').fields
        const before = await count('authorization_code')
        const answer = await formDuring(cookie, '/consent/', { request, decision: 'allow' }, () => event(admin))
        assert.ok([401, 403].includes(answer.status), answer.body)
        assert.equal(await count('authorization_code'), before)
      }
    })

    test('users can still end their own session, role and account', async () => {
      const { console: first } = await newAdmin('Selfless')
      await first.done(
        'accountSignOutEverywhere',
        'mutation { accountSignOutEverywhere { userErrorList { message } } }',
      )
      assert.equal((await first.ask('{ viewer { isAdmin } }')).status, 401)
      const { admin, console: second } = await newAdmin('Modest')
      const id = { id: admin.userId }
      await second.done(
        'userAdminSet',
        'mutation ($id: ID!) { userAdminSet(userId: $id, isAdmin: false) { userErrorList { message } } }',
        id,
      )
      const { admin: leaving, console: third } = await newAdmin('Gone')
      const removal = 'mutation ($id: ID!) { userRemove(userId: $id) { userId userErrorList { message } } }'
      await third.done('userRemove', removal, { id: leaving.userId })
      assert.equal((await signInAgain(leaving)).status, 403)
    })

    const signInAgain = async (person: Person): Promise<Answer> => {
      const browser = (await newAdmin(`Witness${person.userId.slice(-4)}`)).console.browser
      browser.cookies.clear()
      return browser.postFresh('/sign-in/', { email: person.email, password: 'correct horse battery' })
    }

    test('a mutation whose token expires meanwhile is refused and writes nothing', async () => {
      const token = await at.accessToken()
      const before = await count('contact')
      const answer = await mutateDuring(token, async () => server.clock.advanceSeconds(ACCESS_TOKEN_TTL_SECONDS))
      assert.equal(answer.status, 401, answer.body)
      assert.equal(await count('contact'), before)
    })

    test('reading the rights again costs a mutation one statement', async () => {
      // An operator of its own: a late notice of an earlier test's change would drop the token from memory.
      const quiet = (await server.operator('quiet')).production
      const token = await quiet.accessToken()
      assert.equal((await quiet.query(token, CREATE)).status, 200)
      let sent: string[] = []
      const readsToken = () => sent.some((text) => text.includes('"access_token"'))
      // A poll that a busy machine delays makes the server read the token anew: then the next mutation tells.
      for (let tries = 0; tries === 0 || (readsToken() && tries < 5); tries++) {
        sent = await statementsDuring(() => quiet.query(token, CREATE))
      }
      assert.equal(readsToken(), false)
      assert.equal(sent.filter((text) => text.includes('"validity_area"')).length, 1)
    })
  })
}
