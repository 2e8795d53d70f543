/** Scopes beyond an application's kind, by support's decision and until a day (ADR 200, threats rows 327 to 330). */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe } from 'node:test'
import { DAY_MS, MINUTE_MS } from '../../src/domain/interval.ts'
import { scopeSet } from '../../src/domain/scopes.ts'
import { secretHash } from '../../src/domain/secret.ts'
import { endPastExtraScopes } from '../../src/services/oauth/extra-scopes.ts'
import { readPrincipal } from '../../src/services/oauth/verify.ts'
import { worldOf } from '../../src/services/rights-at-write.ts'
import { formTo } from '../support/browser.ts'
import {
  addPerson,
  authorizePath,
  exchangeFields,
  obtainCode,
  PASSWORD,
  type Person,
  refreshFields,
  returned,
  signedInBrowser,
  type TestApplication,
  type Tokens,
} from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { holdRequest } from '../support/held-request.ts'
import type { Answer } from '../support/http-client.ts'
import { ERRORS, REGISTRATION_INPUT, register, secretOf } from '../support/portal-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor, type TestServer, type TestTenant, testsOn } from '../support/test-server.ts'
import { WebhookReceiver } from '../support/webhook-receiver.ts'

after(stopOwnPostgres)

const SEEN = 'query ($id: ID!) { application(clientId: $id) { shownDigest transitionList { position } } }'
const ALLOW = `mutation ($id: ID!, $seen: Int!, $digest: String!, $scopes: [String!]!, $lastDay: Date!, $reason: String!) {
  extraScopesAllow(clientId: $id, seenPosition: $seen, seenDigest: $digest, scopeList: $scopes, lastDay: $lastDay, reason: $reason) {
    application { extraScopeList { name } extraScopesLastDay } ${ERRORS} } }`
const WITHDRAW = `mutation ($id: ID!, $reason: String! = "It sees too much") {
  extraScopesWithdraw(clientId: $id, reason: $reason) { application { extraScopeList { name } } ${ERRORS} } }`
const SHOWN = `query ($id: ID!) { application(clientId: $id) { extraScopeList { name } extraScopesLastDay
  scopeCeilingList { name } scopeDecisionList { action scopeList lastDay byName reason } } }`
const WIDE = 'passenger:read passenger:write contact:read'
const BEYOND = ['passenger:read', 'passenger:write']
const READS = '{ travelDocumentList(filter: { contactIdList: ["con_x"] }) { nodeList { travelDocumentId } } }'

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`scopes beyond the kind (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    let lena: ConsoleClient
    let sam: ConsoleClient
    let alpine: TestTenant
    let anna: Person
    let application: TestApplication
    let number = 0

    before(async () => {
      server = await startPortalServer(store, { AIRSIDE_WEBHOOK_LOOPBACK: '1' })
      server.clock.standStill()
      scene = new PortalScene(server)
      alpine = (await server.operator('alpine')).sandbox
      anna = await addPerson(server, alpine, 'Anna', ['ADMIN'])
    })
    after(() => server.close())
    /** A quarter of an hour before midnight, so that a day passes within the life of a token. */
    beforeEach(async () => {
      number++
      const now = server.clock.now()
      server.clock.advanceSeconds((DAY_MS - (now % DAY_MS) + DAY_MS - 15 * MINUTE_MS) / 1000)
      lena = await scene.signUp(`lena${number}@vektor.example`, undefined, `127.0.0.${number + 1}`)
      sam = await scene.staff(`sam${number}@airside.example`, 'REVIEWER')
      const phone = `+414466818${10 + number}`
      const id = await register(lena, { name: `RampReady ${number}`, phoneNumber: phone })
      const clientSecret = await secretOf(scene, lena, id, phone)
      application = { clientId: id, clientSecret, redirectUri: REGISTRATION_INPUT.redirectUriList[0] ?? '' }
    })

    const today = (days = 0) => new Date(server.clock.now() + days * DAY_MS).toISOString().slice(0, 10)
    const passMidnight = () => server.clock.advanceSeconds(16 * 60)
    const looked = async (staff = sam) => {
      const seen = (await staff.data(SEEN, { id: application.clientId })).application
      return { digest: seen.shownDigest, seen: seen.transitionList.at(-1)?.position ?? 0 }
    }
    const given = async (more: object = {}, staff = sam) => ({
      id: application.clientId,
      ...(await looked(staff)),
      scopes: BEYOND,
      lastDay: today(),
      reason: 'Their operators file passenger lists with it',
      ...more,
    })
    const allow = async (more: object = {}) => sam.done('extraScopesAllow', ALLOW, await given(more))
    const withdraw = () => sam.done('extraScopesWithdraw', WITHDRAW, { id: application.clientId })
    const refusal = async (more: object, staff = sam): Promise<string> => {
      const [refused] = await staff.refused('extraScopesAllow', ALLOW, await given(more, staff))
      return `${refused?.code} ${refused?.path.join('.')}`
    }
    const shown = async (): Promise<Data> => (await lena.data(SHOWN, { id: application.clientId })).application
    const endPast = async () => {
      while (await server.world.storage.writePlatform((tx) => endPastExtraScopes(tx, server.world)));
    }

    const browser = () => signedInBrowser(server, alpine, anna)
    const token = (fields: Record<string, string>) => server.client.form(`${alpine.origin}/oauth2/code/token/`, fields)
    const code = async (scope = WIDE) => obtainCode(await browser(), application, scope)
    const connect = async (scope = WIDE): Promise<Tokens> => {
      const answer = await token(exchangeFields(application, await code(scope)))
      assert.equal(answer.status, 200, answer.body)
      return answer.json<Tokens>()
    }
    const refreshed = async ({ refresh_token }: Tokens): Promise<string> => {
      const answer = await token(refreshFields(application, refresh_token))
      return answer.status === 200 ? answer.json<Tokens>().scope : answer.body
    }
    const read = async ({ access_token }: Tokens): Promise<number> => (await alpine.query(access_token, READS)).status
    const returnedError = (answer: Answer) => returned(answer).get('error')
    const granted = async () => {
      const rows = await server.world.storage
        .tenant(alpine.tenant.tenantId)
        .db.selectFrom('oauth_grant')
        .select('scopes')
        .where('client_id', '=', application.clientId)
        .execute()
      return rows.map(({ scopes }) => scopes)
    }
    const narrowings = async () => {
      const rows = await server.world.storage
        .tenant(alpine.tenant.tenantId)
        .db.selectFrom('audit_entry')
        .select(['action', 'actor_kind', 'detail'])
        .where('tenant_id', '=', alpine.tenant.tenantId)
        .where('action', '=', 'grant.narrowed')
        .execute()
      return rows
        .filter(({ detail }) => detail?.includes(application.clientId))
        .map(({ actor_kind, detail }) => `${actor_kind} ${JSON.parse(detail ?? '').reason}`)
    }

    testOnBoth('what support allows is asked for in heavier words, works, and is shown to the provider', async () => {
      const asked = authorizePath(application, WIDE)
      assert.equal(returnedError(await (await browser()).get(asked)), 'invalid_scope')
      const { application: allowed } = await allow({ lastDay: today(30) })
      assert.deepEqual(
        allowed.extraScopeList.map(({ name }: Data) => name),
        BEYOND,
      )
      const page = (await (await browser()).get(asked)).body
      assert.match(page, /An operations system that may also see passengers, and change passengers\./)
      assert.match(page, /until <time[^>]*>\d+ \w+ \d{4}<\/time>; then it ends by itself/)
      const ordinary = (await (await browser()).get(authorizePath(application, 'contact:read'))).body
      assert.doesNotMatch(ordinary, /beyond its kind/)
      const tokens = await connect()
      assert.deepEqual([tokens.scope, await read(tokens)], [WIDE, 200])
      const { scopeDecisionList, scopeCeilingList, extraScopesLastDay } = await shown()
      assert.equal(extraScopesLastDay, today(30))
      assert.ok(scopeCeilingList.some(({ name }: Data) => name === 'passenger:read'))
      const reason = 'Their operators file passenger lists with it'
      const decision = { action: 'ALLOWED', scopeList: BEYOND, lastDay: today(30), byName: 'Sam Staff', reason }
      assert.deepEqual(scopeDecisionList, [decision])
      const mails = (await scene.sent(`lena${number}@vektor.example`)).map(({ subject }) => subject)
      assert.ok(mails.some((subject) => subject.includes('may ask for more than its kind until')))
    })

    testOnBoth(
      'what support takes back ends with the next request, for good, also where it is allowed anew',
      async () => {
        await allow({ lastDay: today(30) })
        const tokens = await connect()
        const waiting = await code()
        assert.equal(await read(tokens), 200)
        await withdraw()
        assert.equal(await read(tokens), 403)
        assert.deepEqual(await granted(), ['contact:read'])
        assert.deepEqual(await narrowings(), ['staff It sees too much'])
        assert.equal(await refreshed(tokens), 'contact:read')
        assert.equal((await token(exchangeFields(application, waiting))).json<Tokens>().scope, 'contact:read')
        await allow({ lastDay: today(30) })
        assert.equal(await read(tokens), 403)
        assert.equal(await refreshed(tokens), 'contact:read')
        server.clock.advanceSeconds(1)
        assert.equal((await connect()).scope, WIDE)
        assert.equal(await refreshed(tokens), 'contact:read', 'a new consent is for its own tokens')
        assert.deepEqual(
          (await shown()).scopeDecisionList.map(({ action }: Data) => action),
          ['ALLOWED', 'WITHDRAWN', 'ALLOWED'],
        )
      },
    )

    testOnBoth(
      'when the last day passes, tokens and consents have the kind’s scopes, before any job comes by',
      async () => {
        await allow()
        const tokens = await connect()
        const waiting = await code()
        const opened = await browser()
        const page = await opened.get(authorizePath(application, WIDE))
        assert.equal(await read(tokens), 200)
        passMidnight()
        assert.equal(await read(tokens), 403)
        assert.equal(await refreshed(tokens), 'contact:read')
        const decided = await opened.submit(formTo(page.body, '/consent/'), { decision: 'allow', password: PASSWORD })
        assert.equal(returnedError(decided), 'invalid_scope')
        assert.equal(returnedError(await (await browser()).get(authorizePath(application, WIDE))), 'invalid_scope')
        const late = await token(exchangeFields(application, waiting))
        assert.equal(late.status, 400, 'its ten minutes are over as well')
        assert.deepEqual((await shown()).extraScopeList, [])
        await endPast()
        assert.deepEqual(await granted(), ['contact:read'])
        assert.deepEqual(await narrowings(), ['system The last day for which support allowed them has passed'])
        assert.deepEqual((await shown()).scopeDecisionList.at(-1), {
          action: 'ENDED',
          scopeList: BEYOND,
          lastDay: null,
          byName: null,
          reason: 'The last day for which support allowed them has passed',
        })
      },
    )

    test('a code from before the last day passed gives and keeps no more than the kind may have', async () => {
      await allow()
      server.clock.advanceSeconds(14 * 60)
      const waiting = await code()
      server.clock.advanceSeconds(2 * 60)
      assert.equal((await token(exchangeFields(application, waiting))).json<Tokens>().scope, 'contact:read')
      assert.deepEqual(await granted(), ['contact:read'])
    })

    test('allowing anew after the last day, before the job, revives no token and no grant', async () => {
      await allow()
      const tokens = await connect()
      passMidnight()
      sam = await scene.staff(`late${number}@airside.example`, 'REVIEWER')
      await allow({ lastDay: today(30) })
      assert.equal(await read(tokens), 403)
      assert.deepEqual(await granted(), ['contact:read'])
    })

    test('what a new decision leaves out ends at once, and what it keeps goes on', async () => {
      await allow({ lastDay: today(3) })
      const tokens = await connect()
      await allow({ scopes: ['passenger:read'], lastDay: today(30) })
      assert.equal(await refreshed(tokens), 'passenger:read contact:read')
      assert.equal(await read(tokens), 200)
    })

    test('a change that begins before the last day passes and would commit after it writes nothing', async () => {
      await allow()
      const { access_token } = await connect()
      const create = 'mutation { contactCreate(input: { kind: PASSENGER, name: "Late" }) { contact { contactId } } }'
      assert.equal((await alpine.query(access_token, READS)).status, 200)
      const held = await holdRequest(server.client, `${alpine.origin}/api/graphql/`, {
        headers: { 'content-type': 'application/json', authorization: `Bearer ${access_token}` },
        body: JSON.stringify({ query: create }),
      })
      passMidnight()
      const answer = await held.finish()
      assert.match(answer.body, /INSUFFICIENT_SCOPE/)
    })

    test('rights that were read before the last day passed commit nothing after it', async () => {
      await allow()
      const { access_token } = await connect()
      const { world } = server
      const { tenantId } = alpine.tenant
      const principal = await readPrincipal(world, world.storage.tenant(tenantId), secretHash(access_token))
      assert.ok(principal)
      const needed = { scopes: scopeSet(['passenger:write']), audiences: [] }
      const guarded = worldOf(world, { principal, address: null }, () => needed)
      await guarded.storage.writeTenant(tenantId, async () => {})
      passMidnight()
      await assert.rejects(
        guarded.storage.writeTenant(tenantId, async () => {}),
        /passenger:write was taken away while the request ran/,
      )
    })

    test('webhooks tell the application when what support allowed has ended', async () => {
      const receiver = await WebhookReceiver.start()
      try {
        await allow()
        await connect()
        const create = `mutation ($id: ID!, $input: WebhookInput!) {
          webhookCreate(clientId: $id, environment: "sandbox", input: $input) { webhook { webhookId } ${ERRORS} } }`
        const input = { url: receiver.url, entityList: ['TRAVEL_DOCUMENT'] }
        await lena.done('webhookCreate', create, { id: application.clientId, input })
        await server.app.webhooks.deliver()
        passMidnight()
        await endPast()
        await server.app.webhooks.deliver()
        const told = receiver.received.map(({ type, data }: Data) => `${type} ${data.scopeList?.join(' ')}`)
        assert.deepEqual(told, ['scopes.narrowed contact:read'])
      } finally {
        await receiver.close()
      }
    })

    test('support cannot allow what nobody may have, what the kind has, or what has no end', async () => {
      const reader = await scene.staff(`reader${number}@airside.example`, 'READER')
      const refused = await reader.ask(ALLOW, await given({}, reader))
      assert.match(refused.body, /reviewer/i)
      assert.equal(await refusal({ scopes: [] }), 'VALIDATION scopeList')
      for (const scope of ['own:profile', 'user:write', 'flight:read', 'nothing:read', 'x'.repeat(5000)]) {
        assert.equal(await refusal({ scopes: [scope] }), 'VALIDATION scopeList', scope.slice(0, 20))
      }
      assert.equal(await refusal({ scopes: Array(100).fill('passenger:read') }), 'VALIDATION scopeList')
      for (const lastDay of [today(-1), today(368), '9999-12-31'])
        assert.equal(await refusal({ lastDay }), 'VALIDATION lastDay', lastDay)
      assert.equal(await refusal({ reason: '  ' }), 'VALIDATION reason')
      assert.equal(await refusal({ digest: 'another' }), 'ILLEGAL_TRANSITION seenDigest')
      const outside = await register(lena, { name: `Handler ${number}`, kind: 'flight-support' })
      application = { ...application, clientId: outside }
      assert.equal(
        await refusal({ scopes: ['crew:write'] }),
        'VALIDATION scopeList',
        'it would change what it does not see',
      )
      const personal = await register(lena, { name: `Logbook ${number}`, kind: 'pilot-logbook' })
      application = { ...application, clientId: personal }
      assert.equal(await refusal({}), 'VALIDATION scopeList')
      assert.deepEqual((await shown()).scopeDecisionList, [])
    })

    testOnBoth(
      'of two who allow at once the second reads that it changed, and a withdrawal is not voided',
      async () => {
        const jo = await scene.staff(`jo${number}@airside.example`, 'REVIEWER')
        const [first, second] = [await given(), await given({ scopes: ['passenger:read'] }, jo)]
        const answers = await Promise.all([sam.data(ALLOW, first), jo.data(ALLOW, second)])
        const codes = answers.map(({ extraScopesAllow }) => extraScopesAllow.userErrorList[0]?.code ?? 'done')
        assert.deepEqual(codes.sort(), ['ILLEGAL_TRANSITION', 'done'])
        await withdraw()
        assert.deepEqual((await shown()).extraScopeList, [])
        const [again] = await sam.refused('extraScopesWithdraw', WITHDRAW, { id: application.clientId })
        assert.equal(again?.code, 'NOT_FOUND')
      },
    )

    test('allowing asks who signed in a while ago for the password, taking back does not', async () => {
      await allow({ lastDay: today(3) })
      server.clock.advanceSeconds(11 * 60)
      assert.match(await refusal({}), /currentPassword/)
      await withdraw()
    })

    // The last: the clock of a sandbox goes back only when it is reset.
    test('what had ended by a sandbox’s own clock is not revived by allowing it anew (threats row 357)', async () => {
      await allow({ lastDay: today(3) })
      const tokens = await connect()
      const admin = await ConsoleClient.signIn(server, alpine, anna)
      await admin.done('testClockAdvance', `mutation { testClockAdvance(seconds: ${5 * 86_400}) { ${ERRORS} } }`)
      await allow({ lastDay: today(30) })
      assert.deepEqual(await granted(), ['contact:read'])
      assert.notEqual(await read(tokens), 200)
    })
  })
}
