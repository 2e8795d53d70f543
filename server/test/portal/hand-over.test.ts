/**
 * A member goes from the portal to the provider's own sandbox by a hand-over: once, within a minute, in the browser that
 * asked, and nowhere else (portals §1, ADR 165).
 */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { DEVELOPERS_REALM_ID } from '../../src/domain/identity/realm.ts'
import { HAND_OVER_SECONDS, RECENT_SIGN_IN_SECONDS } from '../../src/domain/limits.ts'
import { secretHash } from '../../src/domain/secret.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { setSuspendedOf } from '../../src/services/incidents/suspend.ts'
import { moveApplication } from '../../src/services/oauth/applications.ts'
import { Browser } from '../support/browser.ts'
import { addPerson, PASSWORD } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import type { Answer } from '../support/http-client.ts'
import { ERRORS, register } from '../support/portal-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const REMOVE = `mutation ($id: ID!) { memberRemove(userId: $id) { ${ERRORS} } }`
const REMOVE_USER = `mutation ($id: ID!) { userRemove(userId: $id) { ${ERRORS} } }`
const NEW_KEY = `mutation { apiKeyCreate(input: { label: "Nightly", scopeList: ["contact:read"] }) { ${ERRORS} } }`
const VIEWER = '{ viewer { email isAdmin } }'

for (const store of storesFor('locks')) {
  const { testOnBoth: test } = testsOn(store)
  describe(`the hand-over to the own sandbox (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
    })
    after(() => server.close())

    const sandboxOrigin = (operatorId: string) => `http://${operatorId}.sandbox.localhost`
    const at = (origin: string) => new Browser(server.client, origin)
    const pathOf = (answer: Answer): string => {
      const { pathname, search } = new URL(answer.headers.location ?? '')
      return pathname + search
    }
    /** A company with a sandbox. */
    const company = async (name: string) => {
      const member = await scene.signUp(`lena@${name}.example`, name)
      await register(member)
      await scene.makeSandboxes()
      return member
    }
    /** What the browser carries in the fragment once the portal handed it over. */
    const carriedTo = async (member: ConsoleClient, there: Browser): Promise<string> => {
      const begun = await there.get('/hand-over/')
      const given = await member.browser.get(pathOf(begun))
      assert.equal(given.status, 303, given.body)
      const { origin, pathname, search, hash } = new URL(given.headers.location ?? '')
      assert.deepEqual([origin, pathname, search], [there.origin, '/hand-over/arrival/', ''])
      return hash.slice(1)
    }
    const arrive = (there: Browser, carried: string) => there.post('/hand-over/', { carried })
    const isIn = async (there: Browser): Promise<boolean> => (await there.get('/account/')).status === 200
    const assertOver = async (there: Browser, answer: Answer) => {
      assert.equal(answer.status, 403, answer.body)
      assert.match(answer.body, /This way in is over/)
      assert.match(answer.body, /href="http:\/\/developers\.localhost\/console\/"/)
      assert.ok(!there.cookies.has('__Host-airside'), 'no session')
    }
    const logOf = async (tenantId: string, action: string) => {
      const { db } = server.world.storage.tenant(tenantId)
      const rows = db.selectFrom('audit_entry').selectAll().where('tenant_id', '=', tenantId)
      return rows.where('action', '=', action).execute()
    }

    test('a member is signed in at the sandbox without its password, and both audit logs have it', async () => {
      const lena = await company('gull')
      const there = at(sandboxOrigin('gull-dev'))
      const done = await arrive(there, await carriedTo(lena, there))
      assert.deepEqual([done.status, done.headers.location], [303, '/console/'])
      const { viewer } = await new ConsoleClient(server.client, there).data(VIEWER)
      assert.deepEqual(viewer, { email: 'lena@gull.example', isAdmin: true })
      const { tenant } = await server.existing('gull-dev', 'sandbox')
      const [entered] = await logOf(tenant.tenantId, 'user.signed-in')
      assert.equal(JSON.parse(entered?.detail ?? '{}').means, 'hand-over')
      const [left] = await logOf(DEVELOPERS_REALM_ID, 'sandbox.entered')
      assert.deepEqual([left?.subject_id, left?.request_id], ['gull-dev', entered?.request_id])
      const again = await there.get('/hand-over/')
      assert.equal(again.headers.location, '/console/', 'who is signed in needs no other')
    })

    test('a sandbox lists the provider’s own applications and released ones, not what others are building', async () => {
      const lena = await company('heron')
      const rival = await scene.signUp('rita@rival.example', 'Rival')
      const [building, released] = [
        await register(rival, { name: 'Unheard Of' }),
        await register(rival, { name: 'Known' }),
      ]
      await moveApplication(server.world, released, { actions: ['promote'], by: 'host', reason: 'test' }, HOST)
      const { applicationList } = await lena.data('{ applicationList { clientId } }')
      const there = at(sandboxOrigin('heron-dev'))
      await arrive(there, await carriedTo(lena, there))
      const listed = await new ConsoleClient(server.client, there).data(
        '{ availableAddOnList { clientId } askableAddOnList { clientId } }',
      )
      for (const list of [listed.availableAddOnList, listed.askableAddOnList]) {
        const ids = list.map(({ clientId }: Data) => clientId)
        assert.deepEqual(
          [building, released, applicationList[0].clientId].map((one) => ids.includes(one)),
          [false, true, true],
        )
      }
    })

    test('who is signed out at the portal signs in there first, and goes on to the sandbox', async () => {
      const lena = await company('later')
      const there = at(sandboxOrigin('later-dev'))
      const asked = pathOf(await there.get('/hand-over/'))
      const visitor = scene.visitor()
      const toSignIn = (await visitor.get(asked)).headers.location ?? ''
      assert.match(toSignIn, /^\/sign-in\/\?to=%2Fconsole%2Fhand-over%2F/)
      const page = await visitor.get(toSignIn)
      const entered = await visitor.signIn(page, 'lena@later.example', PASSWORD)
      const { hash } = new URL(entered.headers.location ?? '')
      assert.equal((await arrive(there, hash.slice(1))).status, 303)
      assert.ok(lena)
    })

    test('a hand-over works once, also when it comes 8 times at the same moment (threats row 237)', async () => {
      const lena = await company('once')
      const there = at(sandboxOrigin('once-dev'))
      const carried = await carriedTo(lena, there)
      const tries = Array.from({ length: 8 }, () => {
        const copy = at(there.origin)
        for (const [name, value] of there.cookies) copy.cookies.set(name, value)
        return arrive(copy, carried)
      })
      const statuses = (await Promise.all(tries)).map(({ status }) => status)
      assert.deepEqual(statuses.sort(), [303, ...Array(7).fill(403)])
      await assertOver(there, await arrive(there, carried))
    })

    test('a hand-over works for a minute, and not a second longer (threats row 237)', async () => {
      const lena = await company('slow')
      const [late, inTime] = [at(sandboxOrigin('slow-dev')), at(sandboxOrigin('slow-dev'))]
      const first = await carriedTo(lena, late)
      server.clock.advanceSeconds(HAND_OVER_SECONDS + 1)
      await assertOver(late, await arrive(late, first))
      const second = await carriedTo(lena, inTime)
      server.clock.advanceSeconds(HAND_OVER_SECONDS - 20)
      assert.equal((await arrive(inTime, second)).status, 303)
    })

    test('another hand-over of the same member voids the one before (threats row 237)', async () => {
      const lena = await company('newer')
      const [first, second] = [at(sandboxOrigin('newer-dev')), at(sandboxOrigin('newer-dev'))]
      const old = await carriedTo(lena, first)
      const latest = await carriedTo(lena, second)
      await assertOver(first, await arrive(first, old))
      assert.equal((await arrive(second, latest)).status, 303)
    })

    test('in another browser a hand-over is worth nothing, and the browser that asked can still use it (threats row 238)', async () => {
      const lena = await company('bound')
      const there = at(sandboxOrigin('bound-dev'))
      const carried = await carriedTo(lena, there)
      const stranger = at(there.origin)
      await assertOver(stranger, await arrive(stranger, carried))
      await stranger.get('/hand-over/')
      await assertOver(stranger, await arrive(stranger, carried))
      assert.equal((await arrive(there, carried)).status, 303)
    })

    test('a form from another address does not sign anybody in (threats row 238)', async () => {
      const lena = await company('forged')
      const there = at(sandboxOrigin('forged-dev'))
      const carried = await carriedTo(lena, there)
      for (const site of ['cross-site', 'same-site', 'none']) {
        const answer = await there.post('/hand-over/', { carried }, { 'sec-fetch-site': site })
        assert.equal(answer.status, 403)
        assert.ok(!there.cookies.has('__Host-airside'))
      }
    })

    test('a member who was removed, or signed out at the portal, meanwhile does not arrive (threats row 239)', async () => {
      const lena = await company('gone')
      const { member: mia, id } = await scene.join(lena, 'mia@gone.example')
      const there = at(sandboxOrigin('gone-dev'))
      const carried = await carriedTo(mia, there)
      await lena.done('memberRemove', REMOVE, { id })
      await assertOver(there, await arrive(there, carried))
      const another = at(there.origin)
      const own = await carriedTo(lena, another)
      await lena.browser.post('/sign-out/', {})
      await assertOver(another, await arrive(another, own))
    })

    test('a member who is removed at the moment of arriving is not signed in afterwards (threats row 239)', async () => {
      const lena = await company('race')
      for (let round = 0; round < 3; round++) {
        const { member: mia, id } = await scene.join(lena, `mia${round}@race.example`)
        const there = at(sandboxOrigin('race-dev'))
        const carried = await carriedTo(mia, there)
        await Promise.all([arrive(there, carried), lena.done('memberRemove', REMOVE, { id })])
        assert.equal(await isIn(there), false)
      }
    })

    test('a hand-over leads to the sandbox of the own company alone (threats row 239)', async () => {
      const [own, other] = [await company('own'), await company('other')]
      const foreign = at(sandboxOrigin('other-dev'))
      const refused = await own.browser.get(pathOf(await foreign.get('/hand-over/')))
      assert.equal(refused.status, 404)
      assert.match(refused.body, /This is not your sandbox operator/)
      const unknown = await own.browser.get(`/console/hand-over/?operator=nobody&browser=${secretHash('x')}`)
      assert.equal(unknown.status, 404, 'as for a sandbox that does not exist')
      const there = at(sandboxOrigin('own-dev'))
      const carried = await carriedTo(own, there)
      for (const [name, value] of there.cookies) foreign.cookies.set(name, value)
      await assertOver(foreign, await arrive(foreign, carried))
      assert.ok(other)
    })

    test('no hand-over leads to production, whatever is carried there (threats row 239)', async () => {
      const lena = await company('prod')
      await server.operator('alpine')
      const there = at(sandboxOrigin('prod-dev'))
      const carried = await carriedTo(lena, there)
      const production = at('http://alpine.localhost')
      for (const [name, value] of there.cookies) production.cookies.set(name, value)
      assert.equal((await production.get('/hand-over/')).status, 404)
      assert.equal((await production.get('/hand-over/arrival/')).status, 404)
      assert.equal((await arrive(production, carried)).status, 404)
      assert.ok(!production.cookies.has('__Host-airside'))
      const sandbox = at('http://alpine.sandbox.localhost')
      assert.equal((await lena.browser.get(pathOf(await sandbox.get('/hand-over/')))).status, 404)
    })

    test('a hand-over replaces the password and no second step (threats row 240)', async () => {
      const lena = await company('stepped')
      const there = at(sandboxOrigin('stepped-dev'))
      await there.postFresh('/sign-in/', { email: 'lena@stepped.example', password: PASSWORD })
      const begun = await there.post('/account/', { intent: 'start-second-step', current_password: PASSWORD })
      const secret = /<dd class="mono">([A-Z2-7 ]+)<\/dd>/.exec(begun.body)?.[1]?.replaceAll(' ', '') ?? ''
      await there.post('/account/', { intent: 'confirm-second-step', code: scene.codeOf(secret) })
      await there.post('/sign-out/', {})
      const done = await arrive(there, await carriedTo(lena, there))
      assert.equal(done.headers.location, '/sign-in/second-step/')
      assert.equal(await isIn(there), false)
    })

    test('a session that was handed over ends with that of the portal, however that one ends (threats row 407)', async () => {
      // Sign-ups of one network are counted by the hour.
      server.clock.advanceSeconds(3600)
      const ways: Readonly<Record<string, (lena: ConsoleClient) => Promise<unknown>>> = {
        out: (lena) => lena.browser.post('/sign-out/', {}),
        everywhere: (lena) => lena.browser.post('/account/', { intent: 'sign-out-everywhere' }),
        password: (lena) =>
          lena.browser.post('/account/', {
            intent: 'change-password',
            current_password: PASSWORD,
            new_password: 'another good one',
          }),
      }
      for (const [name, end] of Object.entries(ways)) {
        const lena = await company(`end-${name}`)
        const [there, own] = [at(sandboxOrigin(`end-${name}-dev`)), at(sandboxOrigin(`end-${name}-dev`))]
        assert.equal((await arrive(there, await carriedTo(lena, there))).status, 303)
        await own.postFresh('/sign-in/', { email: `lena@end-${name}.example`, password: PASSWORD })
        assert.deepEqual([await isIn(there), await isIn(own)], [true, true])
        await end(lena)
        assert.deepEqual([await isIn(there), await isIn(own)], [false, true], name)
      }
    })

    test('a second step at the sandbox keeps who was handed over tied to the portal (threats row 407)', async () => {
      server.clock.advanceSeconds(3600)
      const lena = await company('tied')
      const there = at(sandboxOrigin('tied-dev'))
      await there.postFresh('/sign-in/', { email: 'lena@tied.example', password: PASSWORD })
      const begun = await there.post('/account/', { intent: 'start-second-step', current_password: PASSWORD })
      const secret = /<dd class="mono">([A-Z2-7 ]+)<\/dd>/.exec(begun.body)?.[1]?.replaceAll(' ', '') ?? ''
      await there.post('/account/', { intent: 'confirm-second-step', code: scene.codeOf(secret) })
      await there.post('/sign-out/', {})
      server.clock.advanceSeconds(60)
      await arrive(there, await carriedTo(lena, there))
      await there.postFresh('/sign-in/second-step/', { code: scene.codeOf(secret) })
      assert.equal(await isIn(there), true)
      await lena.browser.post('/sign-out/', {})
      assert.equal(await isIn(there), false)
    })

    test('an old session of the portal makes no fresh one: a key at the sandbox asks for the password (threats row 240)', async () => {
      const lena = await company('stale')
      const there = at(sandboxOrigin('stale-dev'))
      server.clock.advanceSeconds(RECENT_SIGN_IN_SECONDS + 1)
      assert.equal((await arrive(there, await carriedTo(lena, there))).status, 303)
      const { apiKeyCreate } = await new ConsoleClient(server.client, there).data(NEW_KEY)
      assert.match(apiKeyCreate.userErrorList[0].message, /current password/)
    })

    test('nor does it by a second step at the sandbox: the session is as old as that of the portal (threats rows 240 and 636)', async () => {
      server.clock.advanceSeconds(3600)
      const lena = await company('aged')
      const there = at(sandboxOrigin('aged-dev'))
      await there.postFresh('/sign-in/', { email: 'lena@aged.example', password: PASSWORD })
      const begun = await there.post('/account/', { intent: 'start-second-step', current_password: PASSWORD })
      const secret = /<dd class="mono">([A-Z2-7 ]+)<\/dd>/.exec(begun.body)?.[1]?.replaceAll(' ', '') ?? ''
      await there.post('/account/', { intent: 'confirm-second-step', code: scene.codeOf(secret) })
      for (const [seconds, isAsked] of [
        [60, false],
        [RECENT_SIGN_IN_SECONDS, true],
      ] as const) {
        await there.post('/sign-out/', {})
        server.clock.advanceSeconds(seconds)
        await arrive(there, await carriedTo(lena, there))
        assert.equal((await there.postFresh('/sign-in/second-step/', { code: scene.codeOf(secret) })).status, 303)
        assert.equal(await isIn(there), true)
        const { apiKeyCreate } = await new ConsoleClient(server.client, there).data(NEW_KEY)
        const [refused] = apiKeyCreate.userErrorList
        assert.equal(/current password/.test(refused?.message ?? ''), isAsked, `${seconds} seconds later`)
      }
    })

    test('what is carried stands in no log, no address of a request and no Referer (threats row 240)', async () => {
      const lena = await company('quiet')
      const there = at(sandboxOrigin('quiet-dev'))
      const carried = await carriedTo(lena, there)
      const page = await there.get('/hand-over/arrival/')
      assert.match(String(page.headers['referrer-policy']), /same-origin/)
      assert.equal(page.headers['cache-control'], 'no-store')
      assert.equal((await arrive(there, carried)).status, 303)
      assert.ok(!server.logged.join('').includes(carried))
      const rows = await server.world.storage.platform.db.selectFrom('hand_over').selectAll().execute()
      assert.ok(!JSON.stringify(rows).includes(carried))
    })

    test('an owner is let in as administrator, also after an outsider removed the account or took its role away (threats row 269)', async () => {
      const lena = await company('taken')
      const { member: mia, id } = await scene.join(lena, 'mia@taken.example')
      const there = await server.existing('taken-dev', 'sandbox')
      const byMia = at(there.origin)
      assert.equal((await arrive(byMia, await carriedTo(mia, byMia))).status, 303)
      const outsider = await ConsoleClient.signIn(server, there, await addPerson(server, there, 'Otto', ['ADMIN']))
      const accountOf = async (email: string) => {
        const { userAccountList } = await outsider.data('{ userAccountList { userId email } }')
        return userAccountList.find((user: { email: string }) => user.email === email)?.userId
      }
      const comesAsAdministrator = async () => {
        const browser = at(there.origin)
        const answer = await arrive(browser, await carriedTo(lena, browser))
        assert.equal(answer.status, 303, answer.body)
        const admin = new ConsoleClient(server.client, browser)
        assert.deepEqual((await admin.data(VIEWER)).viewer, { email: 'lena@taken.example', isAdmin: true })
        return admin
      }
      await outsider.done('userRemove', REMOVE_USER, { id: await accountOf('lena@taken.example') })
      await lena.done('memberRemove', REMOVE, { id })
      await comesAsAdministrator()
      const roles = `mutation ($id: ID!) { userRoleSet(userId: $id, roleList: ["CREW"]) { ${ERRORS} } }`
      await outsider.done('userRoleSet', roles, { id: await accountOf('lena@taken.example') })
      const admin = await comesAsAdministrator()
      await admin.done('userRemove', REMOVE_USER, { id: await accountOf('otto@taken-dev.example') })
    })

    test('an owner whom the host suspended at the sandbox is not let in by the removal of the account there (threats row 635)', async () => {
      server.clock.advanceSeconds(3600)
      const lena = await company('barred')
      const { member: mia } = await scene.join(lena, 'mia@barred.example')
      const there = at(sandboxOrigin('barred-dev'))
      assert.equal((await arrive(there, await carriedTo(mia, there))).status, 303)
      const admin = new ConsoleClient(server.client, there)
      const { userAccountList } = await admin.data('{ userAccountList { userId email } }')
      const id = userAccountList.find(({ email }: { email: string }) => email === 'lena@barred.example').userId
      const { tenant } = await server.existing('barred-dev', 'sandbox')
      const suspension = { what: { kind: 'user', id }, isSuspended: true, reason: 'We look into it' } as const
      await setSuspendedOf(server.world.at(tenant), suspension, HOST)
      const REFUSED = /You have no account here any more/
      for (const isRemoved of [false, true]) {
        if (isRemoved) await admin.done('userRemove', REMOVE_USER, { id })
        const browser = at(there.origin)
        const answer = await arrive(browser, await carriedTo(lena, browser))
        assert.equal(answer.status, 403, `${isRemoved}`)
        assert.match(answer.body, REFUSED)
      }
    })

    test('a member without an account at the sandbox gets one as administrator, unless it was removed there', async () => {
      const lena = await company('shared')
      const { member: mia } = await scene.join(lena, 'mia@shared.example')
      const there = at(sandboxOrigin('shared-dev'))
      assert.equal((await arrive(there, await carriedTo(mia, there))).status, 303)
      const first = at(there.origin)
      await arrive(first, await carriedTo(lena, first))
      const admin = new ConsoleClient(server.client, first)
      const { userAccountList } = await admin.data('{ userAccountList { userId email roleList } }')
      const account = userAccountList.find(({ email }: { email: string }) => email === 'mia@shared.example')
      assert.deepEqual(account.roleList, ['ADMIN'])
      await admin.done('userRemove', REMOVE_USER, { id: account.userId })
      const again = at(there.origin)
      const refused = await arrive(again, await carriedTo(mia, again))
      assert.equal(refused.status, 403)
      assert.match(refused.body, /You have no account here any more/)
    })
  })
}
