/**
 * A grant from first consent to its end: granted again, limited to fifty refresh tokens, ended (threats rows 16, 29,
 * 36).
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { HOST } from '../../src/services/audit-trail.ts'
import { setRoles } from '../../src/services/identity/administrators.ts'
import { removeUser } from '../../src/services/identity/users.ts'
import { auditEntries } from '../../src/storage/audit.ts'
import {
  addApplication,
  addPerson,
  authorizePath,
  exchangeFields,
  GrantScene,
  obtainCode,
  signedInBrowser,
  type TestApplication,
  type Tokens,
} from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { assertSameAnswer } from '../support/same-answer.ts'
import { soon } from '../support/soon.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'
import { refusedWith } from '../support/token-requests.ts'

after(stopOwnPostgres)

const ECHO = '{ echo(text: "hi") }'
const WRITE = 'mutation { contactCreate(input: { kind: CLIENT, name: "Eve" }) { userErrorList { code } } }'

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`the life of a grant (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let logbook: TestApplication
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      logbook = await addApplication(server, { name: 'Logbook', kind: 'pilot-logbook', personal: true })
    })
    after(() => server.close())

    const works = async (token: string, query = ECHO) => (await scene.at.query(token, query)).status === 200
    const scopeOf = async (refreshToken: string) => (await scene.refresh(refreshToken)).json<Tokens>().scope
    /** The pilot's own connection to the logbook. */
    const connectLogbook = async (person = scene.pilot, scope = 'own:profile'): Promise<Tokens> => {
      const code = await obtainCode(await signedInBrowser(server, scene.at, person), logbook, scope)
      return (await scene.token(exchangeFields(logbook, code))).json<Tokens>()
    }
    const refreshLogbook = ({ refresh_token }: Tokens) =>
      scene.token({ ...exchangeFields(logbook, ''), grant_type: 'refresh_token', refresh_token })

    test('granting again replaces the scopes of all tokens at the exchange, not at Allow', async () => {
      const wide = await scene.connect('contact:read contact:write')
      const code = await scene.code('contact:read')
      assert.ok(await works(wide.access_token, WRITE))
      assert.equal(await scopeOf(wide.refresh_token), 'contact:read contact:write')
      const narrow = (await scene.exchange(code)).json<Tokens>()
      assert.equal((await scene.at.query(wide.access_token, WRITE)).status, 403)
      assert.equal(await scopeOf(wide.refresh_token), 'contact:read')
      const wider = await scene.connect('contact:read flight:read')
      assert.equal(await scopeOf(narrow.refresh_token), 'contact:read', 'an earlier token never grows')
      assert.equal(await scopeOf(wider.refresh_token), 'flight:read contact:read')
    })

    test('a refresh token without remaining scopes gives no access token', async () => {
      const earlier = await scene.connect('contact:read')
      await scene.connect('flight:read')
      refusedWith(await scene.refresh(earlier.refresh_token), 400, 'invalid_grant', /connect again/)
    })

    testOnBoth('granting again, also in parallel, makes no second grant', async () => {
      const codes = [await scene.code(), await scene.code(), await scene.code()]
      const answers = await Promise.all(codes.map((code) => scene.exchange(code)))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200],
      )
      const { db } = server.world.storage.platform
      const grants = await db
        .selectFrom('oauth_grant')
        .select('grant_id')
        .where('client_id', '=', scene.application.clientId)
        .where('ended_at', 'is', null)
        .execute()
      assert.equal(grants.length, 1)
    })

    testOnBoth(
      'a grant has at most 50 refresh tokens, and the one unused longest is removed, never the newest',
      async () => {
        const at = await GrantScene.open(server, `fifty${store.slice(0, 3)}`)
        const tokens: Tokens[] = []
        for (let count = 0; count < 50; count++) {
          server.clock.advanceSeconds(1)
          tokens.push(await at.connect())
        }
        const alive = async (index: number) => (await at.refresh(tokens[index]?.refresh_token ?? '')).status === 200
        server.clock.advanceSeconds(1)
        assert.ok(await alive(0), 'used again: now the second is unused longest')
        tokens.push(await at.connect())
        const access = tokens[1]?.access_token ?? ''
        assert.equal((await at.at.query(access, ECHO)).status, 401)
        assert.deepEqual([await alive(0), await alive(1), await alive(2), await alive(50)], [true, false, true, true])
        server.clock.advanceSeconds(-3600)
        tokens.push(await at.connect())
        assert.ok(await alive(51), 'also where the clock was set back since')
        server.clock.advanceSeconds(3600)
      },
    )

    test('an ended grant stays ended, and connecting later makes a new grant', async () => {
      const old = await connectLogbook()
      const browser = await signedInBrowser(server, scene.at, scene.pilot)
      const page = await browser.get('/account/')
      const grant = /name="grant" value="(gra_\w+)"/.exec(page.body)?.[1] ?? ''
      assert.ok(await works(old.access_token))
      assert.equal((await browser.post('/account/', { intent: 'end-grant', grant })).status, 200)
      assert.equal(await works(old.access_token), false)
      assert.equal((await refreshLogbook(old)).json().error, 'invalid_grant')
      const fresh = await connectLogbook()
      assert.ok(await works(fresh.access_token))
      assert.equal(await works(old.access_token), false)
      assert.equal((await refreshLogbook(old)).json().error, 'invalid_grant')
      const after = await browser.get('/account/')
      assert.notEqual(/name="grant" value="(gra_\w+)"/.exec(after.body)?.[1], grant)
    })

    test("a code allowed before the grant ended is refused after it, and a colleague's code still works", async () => {
      await connectLogbook()
      const colleagues = await obtainCode(scene.browser, logbook, 'own:profile')
      const browser = await signedInBrowser(server, scene.at, scene.pilot)
      const code = await obtainCode(browser, logbook, 'own:profile')
      const grant = /name="grant" value="(gra_\w+)"/.exec((await browser.get('/account/')).body)?.[1] ?? ''
      await browser.post('/account/', { intent: 'end-grant', grant })
      assert.equal((await scene.token(exchangeFields(logbook, code))).json().error, 'invalid_grant')
      assert.equal((await scene.token(exchangeFields(logbook, colleagues))).status, 200)
    })

    testOnBoth('tokens issued while the grant ends are invalid, and those of other grants are not', async () => {
      const tokens = await connectLogbook()
      const bystander = await connectLogbook(scene.admin)
      const browser = await signedInBrowser(server, scene.at, scene.pilot)
      const grant = /name="grant" value="(gra_\w+)"/.exec((await browser.get('/account/')).body)?.[1] ?? ''
      const codes: string[] = []
      while (codes.length < 8) codes.push(await obtainCode(browser, logbook, 'own:profile'))
      const [ended, ...answers] = await Promise.all([
        browser.post('/account/', { intent: 'end-grant', grant }),
        ...Array.from({ length: 16 }, () => refreshLogbook(tokens)),
        ...codes.map((code) => scene.token(exchangeFields(logbook, code))),
      ])
      assert.equal(ended?.status, 200)
      for (const answer of answers) {
        if (answer.status === 200) assert.equal(await works(answer.json<Tokens>().access_token), false)
        else assert.equal(answer.json().error, 'invalid_grant')
      }
      assert.ok(await works(bystander.access_token))
    })

    testOnBoth('the end of a grant takes effect at another server on the same store (threats row 36)', async () => {
      const second = await startServer(store, server.place)
      try {
        const there = await second.existing('alpine')
        const tokens = await connectLogbook()
        assert.equal((await there.query(tokens.access_token, ECHO)).status, 200)
        const browser = await signedInBrowser(server, scene.at, scene.pilot)
        const grant = /name="grant" value="(gra_\w+)"/.exec((await browser.get('/account/')).body)?.[1] ?? ''
        await browser.post('/account/', { intent: 'end-grant', grant })
        await soon('the token is dead there', async () => (await there.query(tokens.access_token, ECHO)).status === 401)
      } finally {
        await second.close()
      }
    })

    test("the operator's grant outlives the administrator who gave it, demoted or removed (threats row 29)", async () => {
      const leaving = await addPerson(server, scene.at, 'Olga', ['ADMIN'])
      const at = new GrantScene({
        server,
        at: scene.at,
        admin: leaving,
        pilot: scene.pilot,
        application: await addApplication(server, { name: 'Kept' }),
        browser: await signedInBrowser(server, scene.at, leaving),
      })
      const tokens = await at.connect()
      const personal = await connectLogbook(leaving)
      await setRoles(server.world.at(scene.at.tenant), leaving.email, ['OPS'], HOST)
      assert.ok(await works(tokens.access_token))
      assert.ok(await works(personal.access_token))
      await removeUser(server.world.at(scene.at.tenant), leaving.email, HOST, scene.at.origin)
      assert.ok(await works(tokens.access_token))
      assert.equal((await at.refresh(tokens.refresh_token)).status, 200)
      assert.equal(await works(personal.access_token), false, 'but not what they allowed for themselves')
      assert.equal((await refreshLogbook(personal)).json().error, 'invalid_grant')
      const entries = await auditEntries(server.world.storage.tenant(scene.at.tenant.tenantId), 100)
      const [removal] = entries.filter(
        ({ action, subject_id }) => action === 'user.removed' && subject_id === leaving.userId,
      )
      const { personalApplications } = JSON.parse(removal?.detail ?? '{}')
      assert.deepEqual(
        personalApplications,
        [logbook.clientId],
        'and the log names what died with them (threats row 63)',
      )
    })

    test('a personal code of a user who was removed since is refused', async () => {
      const leaving = await addPerson(server, scene.at, 'Paul', ['CREW'])
      const code = await obtainCode(await signedInBrowser(server, scene.at, leaving), logbook, 'own:profile')
      await removeUser(server.world.at(scene.at.tenant), leaving.email, HOST, scene.at.origin)
      assert.equal((await scene.token(exchangeFields(logbook, code))).json().error, 'invalid_grant')
    })

    test('an application at two operators or in both environments sees each only by its own tokens (threats rows 16, 17)', async () => {
      const tokens = await scene.connect('contact:read contact:write')
      const { production: other } = await server.operator(`other${store.slice(0, 3)}`)
      const admin = await addPerson(server, other, 'Berta', ['ADMIN'])
      const there = await signedInBrowser(server, other, admin)
      const at = new GrantScene({
        server,
        at: other,
        admin,
        pilot: admin,
        application: scene.application,
        browser: there,
      })
      const page = await there.get(authorizePath(scene.application, 'contact:read'))
      assert.doesNotMatch(page.body, /Already allowed|contact:write|Anna/)
      const theirs = await at.connect('contact:read')

      const code = await scene.code('contact:read contact:write')
      const sandbox = await server.existing('alpine', 'sandbox')
      for (const elsewhere of [
        at,
        new GrantScene({ server, at: sandbox, admin, pilot: admin, application: scene.application, browser: there }),
      ]) {
        assertSameAnswer(await elsewhere.refresh(tokens.refresh_token), await elsewhere.refresh('made-up'))
        assertSameAnswer(await elsewhere.exchange(code), await elsewhere.exchange('made-up'))
        assertSameAnswer(await elsewhere.at.query(tokens.access_token, ECHO), await elsewhere.at.query('made-up', ECHO))
      }
      assert.equal((await scene.exchange(code)).status, 200)

      assert.equal((await scene.exchange(code)).json().error, 'invalid_grant')
      assert.ok((await other.query(theirs.access_token, ECHO)).status === 200, 'a replay here ends nothing there')
      assert.equal((await at.refresh(theirs.refresh_token)).json<Tokens>().scope, 'contact:read')
    })
  })
}
