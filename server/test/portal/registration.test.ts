/** Members register applications, see their own only, and invite each other (portals §1, §2; threats rows 64, 66 and 69). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import pg from 'pg'
import sharp from 'sharp'
import { DAY_MS } from '../../src/domain/interval.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { createUser } from '../../src/services/identity/users.ts'
import { setSuspendedOf } from '../../src/services/incidents/suspend.ts'
import { EVIDENCE_DAYS, measuredUse } from '../../src/services/providers/evidence.ts'
import { applicationUsage, usagePeriod } from '../../src/services/providers/usage.ts'
import { setOperatorSuspendedWithin } from '../../src/services/tenancy/operator-suspension.ts'
import type { WorldAt } from '../../src/services/world.ts'
import { insertUser } from '../../src/storage/identity/users.ts'
import { applicationByClientId } from '../../src/storage/oauth/applications.ts'
import {
  addPerson,
  allow,
  authorizePath,
  exchangeFields,
  PASSWORD,
  returned,
  signedInBrowser,
} from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { advanceToNoon } from '../support/noon.ts'
import { ERRORS, OTHER_PHONE, REGISTER, REGISTRATION_INPUT, register, secretOf } from '../support/portal-client.ts'
import { DEVELOPERS_ORIGIN, PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { statementsDuring } from '../support/statements.ts'
import { storesFor, type TestServer, testsOn } from '../support/test-server.ts'
import { waitingConnections } from '../support/waiting-connections.ts'

after(stopOwnPostgres)

const MINE = '{ applicationList { clientId name logoPath } }'
const ONE = 'query ($id: ID!) { application(clientId: $id) { clientId name } }'
const CHANGE = `mutation ($id: ID!, $input: RegistrationChangeInput!) { applicationChange(clientId: $id, input: $input) {
  application { name connectUrl } ${ERRORS} } }`
const INVITE = `mutation ($email: String!) { memberInvite(email: $email, name: "Nina Neu") {
  invitation { invitationId email name } ${ERRORS} } }`
const OWNER = `mutation ($id: ID!, $is: Boolean!) { memberOwnerSet(userId: $id, isOwner: $is) { member { isOwner } ${ERRORS} } }`
const REMOVE = `mutation ($id: ID!) { memberRemove(userId: $id) { userId ${ERRORS} } }`

const ALL_OPERATORS = { operatorId: null, environment: null }

const suspend = (at: WorldAt, id: string, isSuspended: boolean) =>
  setSuspendedOf(at, { what: { kind: 'user', id }, isSuspended, reason: 'We look into it' }, HOST)

for (const store of storesFor('locks')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`applications and members of a provider (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    let lena: ConsoleClient
    let rival: ConsoleClient
    before(async () => {
      server = await startPortalServer(store)
      advanceToNoon(server.clock)
      scene = new PortalScene(server)
      lena = await scene.signUp('lena@vektor.example', 'Vektor Ops GmbH')
      rival = await scene.signUp('rita@rival.example', 'Rival AG')
    })
    after(() => server.close())

    const upload = (member: ConsoleClient, clientId: string, body: Buffer) =>
      server.client.ask(`${DEVELOPERS_ORIGIN}/console/logo/?client_id=${clientId}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/octet-stream',
          'sec-fetch-site': 'same-origin',
          cookie: [...member.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        body,
      })
    const picture = (width = 40, height = 20) =>
      sharp({ create: { width, height, channels: 3, background: '#123456' } })
        .png({ compressionLevel: 9 })
        .toBuffer()

    testOnBoth('a registration shows every broken rule at its field, and a repeated one registers once', async () => {
      const broken = {
        ...REGISTRATION_INPUT,
        name: 'Ramp\u202eReady',
        redirectUriList: ['http://evil.example/cb#x'],
        phoneNumber: '+41 12',
        website: 'javascript:alert(1)',
        connectUrl: 'nowhere',
        kind: 'game',
      }
      const refused = await lena.refused('applicationRegister', REGISTER, { input: broken })
      assert.deepEqual(
        refused.map(({ path }) => path.join('.')),
        ['name', 'kind', 'redirectUriList', 'website', 'connectUrl', 'phoneNumber'].map((field) => `input.${field}`),
      )
      const variables = { input: REGISTRATION_INPUT, key: 'once' }
      const [first, second] = await Promise.all([
        lena.done('applicationRegister', REGISTER, variables),
        lena.done('applicationRegister', REGISTER, variables),
      ])
      assert.equal(first.application.clientId, second.application.clientId)
      assert.deepEqual(first.application, { clientId: first.application.clientId, mode: 'test', secretList: [] })
      assert.equal((await lena.data(MINE)).applicationList.length, 1)
    })

    test('the first registration brings a sandbox operator with demo data, where the application connects', async () => {
      await scene.makeSandboxes(scene.demoData)
      const { me } = await lena.data('{ me { isOwner provider { name sandbox { operatorId origin } } } }')
      assert.equal(me.isOwner, true)
      const { operatorId, origin } = me.provider.sandbox
      assert.deepEqual([operatorId, origin], ['vektor-ops-gmbh-dev', 'http://vektor-ops-gmbh-dev.sandbox.localhost'])
      const [{ clientId }] = (await lena.data(MINE)).applicationList
      const clientSecret = await secretOf(scene, lena, clientId)
      const [redirectUri = ''] = REGISTRATION_INPUT.redirectUriList
      const application = { clientId, clientSecret, redirectUri }
      const browser = scene.visitor(origin)
      await browser.signIn(await browser.get('/sign-in/'), 'lena@vektor.example', PASSWORD)
      const code = returned(await allow(browser, authorizePath(application, 'aircraft:read'))).get('code') ?? ''
      const tokens = await server.client.form(`${origin}/oauth2/code/token/`, exchangeFields(application, code))
      assert.equal(tokens.status, 200, tokens.body)
      const sandbox = await server.existing(operatorId, 'sandbox')
      const query = '{ aircraftList { nodeList { registration } } }'
      const answer = await sandbox.query(tokens.json<{ access_token: string }>().access_token, query)
      assert.ok(answer.json<{ data: { aircraftList: { nodeList: [] } } }>().data.aircraftList.nodeList.length > 0)
      const refusal = await sandbox.query(
        tokens.json<{ access_token: string }>().access_token,
        'query Names { contactList { nodeList { name } } }',
      )
      assert.equal(refusal.status, 403)
      const usage = `query ($id: ID!) { application(clientId: $id) { usage(days: 7) { answered refused tokens p95Ms warning
        operatorList { operatorName environment requests unusedScopeList } errorList { code outcome count }
        dayList { answered refused p95Ms } recentList { operatorName operation outcome code } }
        production: usage(days: 7, environment: "production") { answered dayList { answered } operatorList { operatorId } } } }`
      const { usage: used, production } = (await lena.data(usage, { id: clientId })).application
      assert.deepEqual([used.answered, used.refused, used.tokens], [1, 1, 1])
      assert.equal(used.warning, null, 'two requests are a first try, and no misuse')
      assert.deepEqual(used.errorList, [{ code: 'INSUFFICIENT_SCOPE', outcome: 'refused', count: 1 }])
      assert.deepEqual(used.operatorList, [
        { operatorName: 'Vektor Ops GmbH Sandbox', environment: 'sandbox', requests: 2, unusedScopeList: [] },
      ])
      assert.equal(used.dayList.length, 7, 'every day is there, so that a chart shows quiet ones as quiet')
      assert.deepEqual(used.dayList.at(0), { answered: 0, refused: 0, p95Ms: null })
      assert.deepEqual(used.dayList.at(-1), { answered: 1, refused: 1, p95Ms: used.p95Ms })
      assert.deepEqual([production.answered, production.operatorList], [0, []])
      const misspelt = await lena.ask(usage.replace('"production"', '"prod"'), { id: clientId })
      assert.match(misspelt.body, /environment is production or sandbox, not \\"prod\\"\..*BAD_USER_INPUT/)
      assert.deepEqual(used.recentList.map(({ operation, outcome }: Data) => `${operation} ${outcome}`).sort(), [
        'Names refused',
        'aircraftList answered',
      ])
      const asked = await lena.ask(usage, { id: clientId })
      const { cost } = asked.json<{ extensions: { cost: { requested: number } } }>().extensions
      assert.ok(cost.requested >= 100, 'the log of requests that it reads is paid for')
      assert.equal(
        (await rival.data('query ($id: ID!) { application(clientId: $id) { usage { answered } } }', { id: clientId }))
          .application,
        null,
      )
      const { db } = server.world.storage.tenant(sandbox.tenant.tenantId)
      const head = db.selectFrom('change_head').select(['record_count', 'record_limit'])
      const limits = await head.where('tenant_id', '=', sandbox.tenant.tenantId).executeTakeFirstOrThrow()
      assert.equal(limits.record_limit, 50_000)
      assert.ok(limits.record_count > 100 && limits.record_count < 50_000)
      const inSandbox = new ConsoleClient(server.client, browser)
      await inSandbox.done(
        'recordsImport',
        `mutation { recordsImport(kind: CONTACTS, text: "kind,name\\nCLIENT,Ida\\n", isDryRun: false) {
          userErrorList { code } } }`,
      )
      const reset = await lena.done('sandboxReset', `mutation { sandboxReset { sandbox { operatorId } ${ERRORS} } }`)
      assert.equal(reset.sandbox.operatorId, operatorId)
      await scene.makeSandboxes(scene.demoData)
      const { importList } = await inSandbox.data('{ importList { nodeList { importId } } }')
      assert.deepEqual(importList.nodeList, [], 'a reset leaves no import that would undo nothing')
      await register(lena, { name: 'Second' })
      assert.equal(
        (await lena.data('{ me { provider { sandbox { operatorId } } } }')).me.provider.sandbox.operatorId,
        operatorId,
      )
    })

    test('the use of a personal application is counted once, however many people connected it', async () => {
      const clientId = await register(lena, { name: 'Logbook', kind: 'pilot-logbook', phoneNumber: OTHER_PHONE })
      const clientSecret = await secretOf(scene, lena, clientId, OTHER_PHONE)
      const { operatorId } = (await lena.data('{ me { provider { sandbox { operatorId } } } }')).me.provider.sandbox
      const sandbox = await server.existing(operatorId, 'sandbox')
      const [redirectUri = ''] = REGISTRATION_INPUT.redirectUriList
      const application = { clientId, clientSecret, redirectUri }
      for (const name of ['Pia', 'Pol']) {
        const pilot = await addPerson(server, sandbox, name, ['PILOT'])
        const browser = await signedInBrowser(server, sandbox, pilot)
        const code = returned(await allow(browser, authorizePath(application, 'own:profile'))).get('code') ?? ''
        const url = `${sandbox.origin}/oauth2/code/token/`
        const { access_token } = (await server.client.form(url, exchangeFields(application, code))).json<Data>()
        assert.equal((await sandbox.query(access_token, '{ me { userId } }')).status, 200)
      }
      const { usage, evidenceList } = (
        await lena.data(
          `query ($id: ID!) { application(clientId: $id) { evidenceList { key value }
            usage { answered tokens operatorList { requests unusedScopeList } recentList { operation } } } }`,
          { id: clientId },
        )
      ).application
      assert.deepEqual([usage.answered, usage.tokens, usage.recentList.length], [2, 2, 2])
      assert.deepEqual(usage.operatorList, [{ requests: 2, unusedScopeList: [] }])
      assert.equal(evidenceList.find(({ key }: Data) => key === 'requests').value, '2')
    })

    test('the evidence counts the same fourteen days as the page of usage, on their edges too', async () => {
      const { world } = server
      const { applicationList } = await lena.data(MINE)
      const { clientId } = applicationList.find(({ name }: Data) => name === 'Logbook')
      const application = await applicationByClientId(world.storage.platform, clientId)
      assert.ok(application)
      const now = world.at(await scene.developersRealm).now()
      const today = now - (now % DAY_MS)
      const counted = async (at: number) => {
        const { totals } = await applicationUsage(world, application, usagePeriod(at, EVIDENCE_DAYS), ALL_OPERATORS)
        return [(await measuredUse(world.storage, application.client_id, at)).requests, totals.answered]
      }
      assert.deepEqual(await counted(today + EVIDENCE_DAYS * DAY_MS - 1), [2, 2])
      assert.deepEqual(await counted(today + EVIDENCE_DAYS * DAY_MS), [0, 0])
    })

    test('measured use under many names is asked for once (threats row 448)', async () => {
      const { applicationList } = await lena.data(MINE)
      const { clientId } = applicationList.find(({ name }: Data) => name === 'Logbook')
      const statementsOf = async (count: number): Promise<number> => {
        const aliases = Array.from({ length: count }, (_, at) => `a${at}: measuredUse { requests }`).join(' ')
        const query = `query ($id: ID!) { application(clientId: $id) { ${aliases} } }`
        const sent = await statementsDuring(() => lena.data(query, { id: clientId }))
        return sent.filter((text) => text.includes('from "oauth_grant"') && text.includes('as "operatorName"')).length
      }
      assert.deepEqual([await statementsOf(1), await statementsOf(40)], [1, 1])
    })

    test('another provider’s application is not there: by id, in mutations, its logo, its list (threats row 64)', async () => {
      const clientId = await register(lena, { name: 'Mine alone' })
      assert.equal((await upload(lena, clientId, await picture())).status, 200)
      assert.equal((await lena.browser.get(`/application-logo/${clientId}`)).status, 200)
      const told = async (id: string) => {
        const [shown, changed, coded, logo] = [
          await rival.ask(ONE, { id }),
          await rival.ask(CHANGE, { id, input: { name: 'Theirs' } }),
          await rival.ask(`mutation ($id: ID!) { secretCodeSend(clientId: $id) { ${ERRORS} } }`, { id }),
          await rival.browser.get(`/application-logo/${id}`),
        ]
        const uploaded = await upload(rival, id, await picture())
        return (
          [shown.body, changed.body, coded.body, logo.status, uploaded.status]
            .join('\n')
            // What is left, and what reading a document for the first time cost, say nothing about the application.
            .replaceAll(/,"(?:remaining|prepared)":\d+/g, '')
        )
      }
      const [theirs, nobodys] = [await told(clientId), await told('app_00000000000000000000')]
      assert.equal(theirs, nobodys)
      assert.match(theirs, /"application":null/)
      assert.match(theirs, /NOT_FOUND/)
      assert.match(theirs, /404\n404$/)
      assert.deepEqual((await rival.data(MINE)).applicationList, [])
      assert.equal((await lena.data(ONE, { id: clientId })).application.name, 'Mine alone')
    })

    test('everything but client id, kind and phone number changes later, by the same rules', async () => {
      const clientId = await register(lena, { connectUrl: 'https://rampready.example/connect' })
      const done = await lena.done('applicationChange', CHANGE, {
        id: clientId,
        input: { name: 'Renamed', connectUrl: null },
      })
      assert.deepEqual(done.application, { name: 'Renamed', connectUrl: null })
      const refused = await lena.refused('applicationChange', CHANGE, { id: clientId, input: { redirectUriList: [] } })
      assert.deepEqual(refused[0]?.path, ['input', 'redirectUriList'])
    })

    test('logos that are no small picture are refused, others are re-encoded (threats row 69)', async () => {
      const clientId = await register(lena)
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
      for (const [body, status] of [
        [svg, 400],
        [await picture(5000, 5000), 400],
        [Buffer.alloc(1024 * 1024 + 1), 413],
        [Buffer.from('GIF89a'), 400],
      ] as const) {
        assert.equal((await upload(lena, clientId, body)).status, status)
      }
      const twice = await upload(lena, `${clientId}&client_id=${clientId}`, await picture())
      assert.equal(twice.status, 400)
      assert.match(twice.body, /The query parameter 'client_id' is given more than once/)
      const polyglot = Buffer.concat([await picture(), Buffer.from('<script>alert(1)</script>')])
      assert.equal((await upload(lena, clientId, polyglot)).status, 200)
      const served = await lena.browser.get(`/application-logo/${clientId}`)
      assert.equal(served.headers['content-type'], 'image/png')
      assert.doesNotMatch(served.body, /script/)
    })

    testOnBoth(
      'an invited member joins with the code of the mail; a known address looks the same (threats row 66)',
      async () => {
        const unknown = await lena.done('memberInvite', INVITE, { email: 'nina@vektor.example' })
        const known = await lena.done('memberInvite', INVITE, { email: 'rita@rival.example' })
        assert.deepEqual(Object.keys(known.invitation), Object.keys(unknown.invitation))
        const { invitationList } = await lena.data('{ invitationList { email } }')
        assert.equal(invitationList.length, 2)
        const mail = (await scene.sent('nina@vektor.example')).at(-1)?.body ?? ''
        const [, invitation = ''] = /\?invitation=(\w+)/.exec(mail) ?? []
        const [, code = ''] = /code:\n(\w+)/.exec(mail) ?? []
        const visitor = scene.visitor()
        assert.match((await visitor.get(`/invitation/?invitation=${invitation}`)).body, /Welcome, <bdi>Nina Neu/)
        const wrong = await visitor.post('/invitation/', { invitation, code: 'wrong', new_password: PASSWORD })
        assert.match(wrong.body, /The code is wrong/)
        const joined = await visitor.post('/invitation/', { invitation, code, new_password: PASSWORD })
        assert.equal(joined.headers.location, '/sign-in/')
        const theirs = (await scene.sent('rita@rival.example')).at(-1)?.body ?? ''
        assert.match(theirs, /has an account already/)
        assert.doesNotMatch(theirs, /\/invitation\//)
        const { memberList } = await lena.data('{ memberList { userId email isOwner } }')
        assert.deepEqual(
          memberList.map(({ email }: { email: string }) => email),
          ['lena@vektor.example', 'nina@vektor.example'],
        )
        assert.equal((await rival.data('{ memberList { email } }')).memberList.length, 1)
      },
    )

    /** Another member, who is invited, signs in and becomes an owner; the ids of both, the given one's first. */
    const secondOwner = async (owner: ConsoleClient, email: string) => {
      const { member } = await scene.join(owner, email)
      const { memberList } = await owner.data('{ memberList { userId } }')
      const ids: string[] = memberList.map(({ userId }: Data) => userId)
      await owner.done('memberOwnerSet', OWNER, { id: ids[1], is: true })
      return { member, ids }
    }

    /** Does the job while another transaction holds this user, and looks in that transaction before the job goes on. */
    const whileHeld = async (
      userId: string,
      job: () => Promise<unknown>,
      look: (held: pg.Client) => Promise<unknown>,
    ) => {
      const held = new pg.Client({ connectionString: server.config.databaseUrl ?? '' })
      const watcher = new pg.Client({ connectionString: server.config.databaseUrl ?? '' })
      await Promise.all([held.connect(), watcher.connect()])
      await held.query('begin')
      await held.query('select 1 from user_account where user_id = $1 for no key update', [userId])
      const done = job()
      try {
        await soon('it waits for a lock', async () => (await waitingConnections(watcher)).length > 0)
        await look(held)
      } finally {
        await held.query('rollback')
        await Promise.allSettled([done])
        await Promise.all([held.end(), watcher.end()])
      }
      await done
    }

    test('an owner who was invited as administrator of the sandbox can sign in there once the last other one left, and it is told', async () => {
      const yara = await scene.signUp('yara@yonder.example', 'Yonder')
      await register(yara)
      await scene.makeSandboxes()
      const { member: mia, ids } = await secondOwner(yara, 'mia@yonder.example')
      const sandbox = await server.existing('yonder-dev', 'sandbox')
      const there = server.world.at(sandbox.tenant)
      const invited = { name: 'Mia', surname: 'Moll', password: null, email: 'mia@yonder.example', roles: ['ADMIN'] }
      await createUser(there, invited, HOST)
      const remove = () => mia.done('memberRemove', REMOVE, { id: ids[0] })
      if (store === 'sqlite') await remove()
      else {
        const guest = { user_id: 'usr_0', email: 'first@yonder.example', name: 'First', surname: 'Guest' }
        await there.write((tx) => insertUser(tx, { ...guest, role_list: 'ADMIN', password_hash: null }))
        // All administrators are locked in one order before one of them: who waits for the first holds no other.
        await whileHeld('usr_0', remove, (held) =>
          held.query('select 1 from user_account where tenant_id = $1 and email = $2 for no key update nowait', [
            sandbox.tenant.tenantId,
            'yara@yonder.example',
          ]),
        )
      }
      const browser = scene.visitor(sandbox.origin)
      await browser.postFresh('/sign-in/', { email: 'mia@yonder.example', password: PASSWORD })
      const administrator = new (yara.constructor as typeof ConsoleClient)(server.client, browser)
      const { auditEntryList, noticeList } = await administrator.data(
        '{ auditEntryList { nodeList { action actorKind detail } } noticeList { nodeList { kind title text } } }',
      )
      const entry = auditEntryList.nodeList.find(({ action }: Data) => action === 'user.password-taken-over')
      assert.deepEqual([entry?.actorKind, JSON.parse(entry?.detail)], ['provider', { email: 'mia@yonder.example' }])
      assert.deepEqual(noticeList.nodeList, [
        { kind: 'ADMIN_ADDED', title: 'Mia Moll became administrator', text: 'By a member of the provider.' },
      ])
    })

    test('a member who is removed from a provider is no administrator of its sandbox any more, and the sandbox keeps one', async () => {
      const zoe = await scene.signUp('zoe@zephyr.example', 'Zephyr')
      await register(zoe)
      await scene.makeSandboxes()
      const { member: max, ids } = await secondOwner(zoe, 'max@zephyr.example')
      const [first] = ids
      const sandbox = await server.existing('zephyr-dev', 'sandbox')
      const there = server.world.at(sandbox.tenant)
      const account = { name: 'Max', surname: 'Moll', password: PASSWORD }
      await createUser(there, { ...account, email: 'max@zephyr.example', roles: ['OPS'] }, HOST)
      const rested = await createUser(there, { ...account, email: 'sid@zephyr.example', roles: ['ADMIN'] }, HOST)
      await suspend(there, rested, true)
      const signIn = async (email: string) => {
        const visitor = scene.visitor(sandbox.origin)
        await visitor.postFresh('/sign-in/', { email, password: PASSWORD })
        return visitor
      }
      const open = await signIn('zoe@zephyr.example')
      assert.equal((await open.get('/account/')).status, 200)
      const setSuspended = (isSuspended: boolean) =>
        server.world.storage.writePlatform((tx) =>
          setOperatorSuspendedWithin(
            server.world,
            tx,
            { operatorId: 'zephyr-dev', isSuspended, reason: 'Abuse' },
            HOST,
          ),
        )
      // Whoever leaves while the sandbox is suspended must not be its administrator when it resumes.
      await setSuspended(true)
      await max.done('memberRemove', REMOVE, { id: first })
      await setSuspended(false)
      assert.equal((await open.get('/account/')).status, 303)
      assert.equal((await (await signIn('zoe@zephyr.example')).get('/account/')).status, 303)
      const successor = new (zoe.constructor as typeof ConsoleClient)(server.client, await signIn('max@zephyr.example'))
      assert.equal((await successor.data('{ viewer { isAdmin } }')).viewer.isAdmin, true)
      const [entry] = (
        await successor.data('{ auditEntryList { nodeList { action actorKind detail } } }')
      ).auditEntryList.nodeList.filter(({ action }: Data) => action === 'user.roles-changed')
      assert.deepEqual(
        [entry.actorKind, JSON.parse(entry.detail)],
        ['provider', { email: 'max@zephyr.example', before: ['OPS'], after: ['ADMIN', 'OPS'] }],
      )
      const { noticeList } = await successor.data('{ noticeList { nodeList { kind title text } } }')
      assert.deepEqual(noticeList.nodeList, [
        { kind: 'ADMIN_ADDED', title: 'Max Moll became administrator', text: 'By a member of the provider.' },
      ])
    })

    test('a member who leaves gets the logbook that they have at the sandbox by mail, and none where it is empty', async () => {
      const lia = await scene.signUp('lia@leavers.example', 'Leavers')
      await register(lia)
      await scene.makeSandboxes()
      const { member: ben, ids } = await secondOwner(lia, 'ben@leavers.example')
      const { tenant, origin } = await server.existing('leavers-dev', 'sandbox')
      const browser = scene.visitor(origin)
      await browser.postFresh('/sign-in/', { email: 'lia@leavers.example', password: PASSWORD })
      const day = new Date(server.clock.now() - DAY_MS).toISOString().slice(0, 10)
      await new ConsoleClient(server.client, browser).done(
        'myLogbookEntryCreate',
        `mutation ($input: LogbookEntryInput!) { myLogbookEntryCreate(input: $input) { ${ERRORS} } }`,
        {
          input: {
            ...{ kind: 'FLIGHT', date: day, registration: 'HB-KFW', acftICAO: 'P28A' },
            ...{ adepICAO: 'LSZR', adesICAO: 'LSZR', offBlock: `${day}T10:00:00Z`, onBlock: `${day}T11:10:00Z` },
          },
        },
      )
      const account = { name: 'Ben', surname: 'Moll', password: PASSWORD, roles: ['ADMIN'] }
      await createUser(server.world.at(tenant), { ...account, email: 'ben@leavers.example' }, HOST)
      await ben.done('memberRemove', REMOVE, { id: ids[0] })
      const logbooks = async (email: string) =>
        [...(await scene.sent(email, tenant.tenantId)), ...(await scene.sent(email))]
          .filter(({ subject }) => subject.startsWith('Your logbook'))
          .map(({ body }) => body)
      const [mail = '', ...more] = await logbooks('lia@leavers.example')
      assert.ok(mail.includes(`${origin}/logbook/kept/#`) && mail.includes('(one entry)'), mail)
      assert.equal(more.length, 0)
      const { member: noa, ids: later } = await secondOwner(ben, 'noa@leavers.example')
      await noa.done('memberRemove', REMOVE, { id: later.find((id) => id !== ids[0]) })
      assert.deepEqual(await logbooks('ben@leavers.example'), [])
    })

    testOnBoth(
      'a provider keeps an owner, only owners change members, and a removed member is signed out at once',
      async () => {
        const { memberList } = await lena.data('{ memberList { userId email } }')
        const [own, nina] = memberList.map(({ userId }: { userId: string }) => userId)
        const browser = scene.visitor()
        await browser.postFresh('/sign-in/', { email: 'nina@vektor.example', password: PASSWORD })
        const member = new (lena.constructor as typeof ConsoleClient)(server.client, browser)
        assert.equal((await member.refused('memberInvite', INVITE, { email: 'x@y.example' }))[0]?.code, 'NOT_ALLOWED')
        assert.equal((await member.refused('memberOwnerSet', OWNER, { id: nina, is: true }))[0]?.code, 'NOT_ALLOWED')
        assert.equal((await member.refused('memberRemove', REMOVE, { id: own }))[0]?.code, 'NOT_ALLOWED')
        assert.equal((await lena.refused('memberOwnerSet', OWNER, { id: own, is: false }))[0]?.code, 'NOT_ALLOWED')
        assert.equal((await lena.refused('memberRemove', REMOVE, { id: own }))[0]?.code, 'NOT_ALLOWED')
        assert.equal((await rival.refused('memberRemove', REMOVE, { id: nina }))[0]?.code, 'NOT_FOUND')
        await lena.done('memberOwnerSet', OWNER, { id: nina, is: true })
        const portal = server.world.at(await scene.developersRealm)
        await suspend(portal, nina, true)
        assert.equal((await lena.refused('memberOwnerSet', OWNER, { id: own, is: false }))[0]?.code, 'NOT_ALLOWED')
        await suspend(portal, nina, false)
        await browser.postFresh('/sign-in/', { email: 'nina@vektor.example', password: PASSWORD })
        const parallel = await Promise.all([
          lena.data(OWNER, { id: nina, is: false }),
          member.data(OWNER, { id: own, is: false }),
        ])
        const done = parallel.filter(({ memberOwnerSet }) => memberOwnerSet.userErrorList.length === 0)
        assert.equal(done.length, 1, 'of two owners who demote each other one stays')
        const owner = (await lena.data('{ me { isOwner } }')).me.isOwner ? lena : member
        const [other, gone] = owner === lena ? [nina, member] : [own, lena]
        await owner.done('memberRemove', REMOVE, { id: other })
        assert.equal((await gone.ask('{ me { name } }')).status, 401)
      },
    )

    test('what is one line in a registration takes no line break, control or direction mark (threats row 458)', async () => {
      const id = await register(lena)
      const lines = ['name', 'contact', 'website', 'connectUrl'] as const
      const given = { ...REGISTRATION_INPUT, connectUrl: 'https://rampready.example/connect' }
      for (const field of lines) {
        for (const more of ['\r\n\r\nIMPORTANT: call us', '\nx', '\tx', '\u0007', '\u202ex', '\u2028x']) {
          const input = { [field]: `${given[field]}${more}` }
          const [changed] = await lena.refused('applicationChange', CHANGE, { id, input })
          assert.deepEqual([changed?.code, changed?.path], ['VALIDATION', ['input', field]], `${field} ${more}`)
        }
        const wrong = { ...given, [field]: `${given[field]}\r\nx` }
        const [registered] = await lena.refused('applicationRegister', REGISTER, { input: wrong })
        assert.deepEqual([registered?.code, registered?.path], ['VALIDATION', ['input', field]], field)
      }
    })
  })
}
