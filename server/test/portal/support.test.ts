/** Staff create and suspend operators and look up requests; operators read of it, and see no support pages (portals §6). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { HOST } from '../../src/services/audit-trail.ts'
import { deleteOperator } from '../../src/services/incidents/delete.ts'
import { addPerson, PASSWORD, signedInBrowser } from '../support/code-grant.ts'
import type { ConsoleClient, Data } from '../support/console-client.ts'
import { ERRORS, register } from '../support/portal-client.ts'
import { DEVELOPERS_ORIGIN, PortalScene, SUPPORT_ORIGIN, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const CREATE = `mutation ($input: OperatorInput!) { operatorCreate(input: $input) {
  operator { operatorId name environmentList { environment origin isSuspended users } } ${ERRORS} } }`
const SUSPEND = `mutation ($id: ID!, $is: Boolean!) { operatorSuspend(operatorId: $id, isSuspended: $is, reason: "Unpaid") {
  operator { environmentList { isSuspended } } ${ERRORS} } }`
const AGREE = `mutation ($id: ID!, $asker: ID!) { operatorSuspensionAgree(operatorId: $id, seenAskerId: $asker, seenReason: "Unpaid") {
  operator { environmentList { isSuspended } } ${ERRORS} } }`
const RENAME = `mutation ($id: ID!, $name: String!, $reason: String!) { operatorRename(operatorId: $id, name: $name, reason: $reason) {
  operator { name } ${ERRORS} } }`
const STOPS = `query ($id: ID!) { operator(operatorId: $id) { environmentList { environment isSuspended suspendedAt
  whatStops { users signedIn addOns apiKeys accessTokens } } } }`
const LOOK_UP = `mutation ($id: ID!) { requestLookUp(requestId: $id) {
  request { operatorName environment asker isApplication operation outcome code neededScopeList neededScopeFactList { name isHeld isOfKind } } ${ERRORS} } }`

for (const store of storesFor('life cycle')) {
  describe(`the support console (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    let sam: ConsoleClient
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
      sam = await scene.staff('sam@airside.example')
    })
    after(() => server.close())

    test('an operator is created with its first administrator’s invitation to both environments', async () => {
      const input = {
        operatorId: 'lagoon',
        name: 'Lagoon Jets',
        administratorEmail: 'lia@lagoon.example',
        administratorName: 'Lia',
        administratorSurname: 'Luna',
      }
      for (const [more, field] of [
        [{ operatorId: 'support' }, 'operatorId'],
        [{ name: 'La\u202egoon' }, 'name'],
        [{ name: 'La\u00adgoon' }, 'name'],
        [{ administratorEmail: 'nobody' }, 'email'],
      ] as const) {
        const refused = await sam.refused('operatorCreate', CREATE, { input: { ...input, ...more } })
        assert.deepEqual(refused[0]?.path, ['input', field])
      }
      const { operator } = await sam.done('operatorCreate', CREATE, { input })
      assert.deepEqual(
        operator.environmentList.map(({ environment, isSuspended, users }: Data) => [environment, isSuspended, users]),
        [
          ['production', false, 1],
          ['sandbox', false, 1],
        ],
      )
      const at = await server.existing('lagoon')
      const [mail] = await scene.sent('lia@lagoon.example', at.tenant.tenantId)
      assert.match(mail?.body ?? '', /Sam Staff invites you to Lagoon Jets/)
      const [, invitation = ''] = /\?invitation=(\w+)/.exec(mail?.body ?? '') ?? []
      const [, code = ''] = /code:\n(\w+)/.exec(mail?.body ?? '') ?? []
      const browser = scene.visitor(at.origin)
      await browser.post('/invitation/', { invitation, code, new_password: PASSWORD })
      const landed = await browser.postFresh('/sign-in/', { email: 'lia@lagoon.example', password: PASSWORD })
      assert.equal(landed.headers.location, '/console/')
      assert.equal((await sam.refused('operatorCreate', CREATE, { input }))[0]?.code, 'VALIDATION')
    })

    test('a suspended operator’s addresses are closed at once, and open again', async () => {
      const { production } = await server.operator('vento')
      const token = await production.accessToken()
      assert.equal((await production.query(token, '{ tokenInfo { expiresAt } }')).status, 200)
      await sam.done('operatorSuspend', SUSPEND, { id: 'vento', is: true })
      const closed = await production.query(token, '{ tokenInfo { expiresAt } }')
      assert.deepEqual([closed.status, closed.json<{ error: string }>().error], [403, 'tenant_suspended'])
      await sam.done('operatorSuspend', SUSPEND, { id: 'vento', is: false })
      assert.equal((await production.query(token, '{ tokenInfo { expiresAt } }')).status, 200)
      for (const id of ['support', 'developers']) {
        await sam.data(SUSPEND, { id, is: true })
        assert.equal((await scene.visitor(`http://${id}.localhost`).get('/sign-in/')).status, 200, id)
      }
      assert.equal((await sam.refused('operatorSuspend', SUSPEND, { id: 'nobody', is: true }))[0]?.code, 'NOT_FOUND')
    })

    /** What staff did to an operator, as the operator's own log and support's have it. */
    const logged = async (tenantId: string, operatorId: string) => {
      const own = await server.world.storage
        .tenant(tenantId)
        .db.selectFrom('audit_entry')
        .select(['action', 'actor_kind', 'detail'])
        .where('tenant_id', '=', tenantId)
        .where('subject_id', '=', operatorId)
        .where('actor_kind', '=', 'staff')
        .orderBy('at')
        .orderBy('audit_entry_id')
        .execute()
      const { staffLog } = await sam.data('{ staffLog { action subjectId subjectName reason } }')
      const about = staffLog.filter(({ subjectId }: Data) => subjectId === operatorId)
      return { own: own.map(({ action }) => action), staff: about as Data[] }
    }

    test('before an operator is suspended support reads how many users, add-ons, keys and tokens stop', async () => {
      const { production } = await server.operator('lumen')
      const token = await production.accessToken()
      const anna = await addPerson(server, production, 'Anna', ['ADMIN'])
      await signedInBrowser(server, production, anna)
      const before = (await sam.data(STOPS, { id: 'lumen' })).operator.environmentList
      const [live] = before
      assert.deepEqual(live.whatStops, { users: 1, signedIn: 1, addOns: 0, apiKeys: 1, accessTokens: 1 })
      const jo = await scene.staff('jo@airside.example')
      await sam.done('operatorSuspend', SUSPEND, { id: 'lumen', is: true })
      const seen = { id: 'lumen', asker: (await sam.data('{ me { userId } }')).me.userId }
      await jo.done('operatorSuspensionAgree', AGREE, seen)
      assert.equal((await production.query(token, '{ tokenInfo { expiresAt } }')).status, 403)
      const after = (await sam.data(STOPS, { id: 'lumen' })).operator.environmentList
      assert.ok(after.every(({ isSuspended, suspendedAt }: Data) => isSuspended && suspendedAt !== null))
      await sam.done('operatorSuspend', SUSPEND, { id: 'lumen', is: false })
      const { own, staff } = await logged(production.tenant.tenantId, 'lumen')
      assert.deepEqual(own, ['operator.suspended', 'operator.resumed'])
      assert.deepEqual(
        staff.map(({ action, reason }) => `${action} ${reason}`),
        ['operator.resumed Unpaid', 'operator.suspended Unpaid', 'operator.suspension-asked Unpaid'],
      )
      assert.equal((await sam.data(STOPS, { id: 'support' })).operator, null)
    })

    test('support sees a deleted operator as deleted, not as suspended, and cannot open or rename it', async () => {
      await server.operator('solent')
      await sam.done('operatorSuspend', SUSPEND, { id: 'solent', is: true })
      await deleteOperator(server.world, 'solent', 'They left', HOST)
      const { operator } = await sam.data(
        '{ operator(operatorId: "solent") { environmentList { isSuspended deletedAt users } } }',
      )
      assert.equal(operator.environmentList.length, 2)
      for (const { isSuspended, deletedAt, users } of operator.environmentList) {
        assert.deepEqual([isSuspended, typeof deletedAt, users], [false, 'string', 0])
      }
      assert.equal((await sam.refused('operatorSuspend', SUSPEND, { id: 'solent', is: false }))[0]?.code, 'NOT_FOUND')
      const renamed = await sam.refused('operatorRename', RENAME, { id: 'solent', name: 'Again', reason: 'They asked' })
      assert.equal(renamed[0]?.code, 'NOT_FOUND')
    })

    test('an operator that support renames has the new name at both addresses at once, and an entry in its audit log', async () => {
      const { production, sandbox } = await server.operator('merlin')
      const given = { id: 'merlin', name: 'Merlin Aviation', reason: 'The company changed its name' }
      for (const [more, field] of [
        [{ name: 'Mer\u202elin' }, 'name'],
        [{ name: ' ' }, 'name'],
        [{ reason: '' }, 'reason'],
        [{ reason: '\u2060\u{e0041}' }, 'reason'],
        [{ id: 'developers' }, 'operatorId'],
      ] as const) {
        const refused = await sam.refused('operatorRename', RENAME, { ...given, ...more })
        assert.equal(refused[0]?.path.at(-1), field)
      }
      const { operator } = await sam.done('operatorRename', RENAME, given)
      assert.equal(operator.name, 'Merlin Aviation')
      for (const { origin } of [production, sandbox]) {
        assert.match((await scene.visitor(origin).get('/sign-in/')).body, /Sign in to Merlin Aviation/)
      }
      await sam.done('operatorRename', RENAME, given)
      const { own, staff } = await logged(sandbox.tenant.tenantId, 'merlin')
      assert.deepEqual(own, ['operator.renamed'], 'the same name again changes nothing')
      assert.deepEqual(staff, [
        {
          action: 'operator.renamed',
          subjectId: 'merlin',
          subjectName: 'Merlin Aviation',
          reason: 'The company changed its name',
        },
      ])
    })

    test("support sees a provider's members, sandbox and applications with their usage", async () => {
      const lena = await scene.signUp('lena@kite.example', 'Kite Systems')
      const clientId = await register(lena)
      await scene.makeSandboxes()
      const { providerList } = await sam.data('{ providerList { providerId name } }')
      const { providerId } = providerList.find(({ name }: Data) => name === 'Kite Systems')
      const { provider, nobody } = await sam.data(
        `query ($id: ID!) { nobody: provider(providerId: "prv_nobody") { name } provider(providerId: $id) {
          name sandboxOperatorId memberList { name email isOwner hasSecondStep }
          applicationList { clientId mode measuredUse { requests failed tokens scopeList { name } } } } }`,
        { id: providerId },
      )
      assert.equal(nobody, null)
      assert.deepEqual(provider, {
        name: 'Kite Systems',
        sandboxOperatorId: 'kite-systems-dev',
        memberList: [{ name: 'Lena Vogt', email: 'lena@kite.example', isOwner: true, hasSecondStep: false }],
        applicationList: [
          { clientId, mode: 'test', measuredUse: { requests: 0, failed: 0, tokens: 0, scopeList: [] } },
        ],
      })
    })

    test("support finds a request by its id without the operator’s data, and the look-up is in the operator's audit log", async () => {
      const { sandbox } = await server.operator('condor')
      const token = await sandbox.accessToken('contact:read')
      const answer = await sandbox.query(
        token,
        'query Secrets { contactList { nodeList { name } } aircraftList { nodeList { registration } } }',
      )
      assert.equal(answer.status, 403)
      const id = answer.json<Data>().errors[0].extensions.requestId
      const { request } = await sam.done('requestLookUp', LOOK_UP, { id })
      assert.deepEqual(request, {
        operatorName: 'Operator condor',
        environment: 'sandbox',
        asker: 'Test key',
        isApplication: false,
        operation: 'Secrets',
        outcome: 'refused',
        code: 'INSUFFICIENT_SCOPE',
        neededScopeList: ['aircraft:read', 'contact:read'],
        neededScopeFactList: [
          { name: 'aircraft:read', isHeld: false, isOfKind: null },
          { name: 'contact:read', isHeld: true, isOfKind: null },
        ],
      })
      const { db } = server.world.storage.tenant(sandbox.tenant.tenantId)
      const entries = await db
        .selectFrom('audit_entry')
        .select(['actor_kind', 'subject_id'])
        .where('tenant_id', '=', sandbox.tenant.tenantId)
        .where('action', '=', 'support.request-looked-up')
        .execute()
      assert.deepEqual(
        entries.map((row) => ({ ...row })),
        [{ actor_kind: 'staff', subject_id: id }],
      )
      const [unknown] = (await sam.data(LOOK_UP, { id: 'req_nothing' })).requestLookUp.userErrorList
      assert.equal(unknown?.code, 'NOT_FOUND')
      assert.match(unknown?.message, /are kept for 21 days/, 'as the host’s setting has it')
      assert.equal((await sam.data('{ me { keptRequestDays } }')).me.keptRequestDays, 21)
      const { staffLog } = await sam.data('{ staffLog { staffName action subjectId } }')
      assert.deepEqual(staffLog[0], { staffName: 'Sam Staff', action: 'request.looked-up', subjectId: id })
    })

    test('the staff log is read to its first entry, page after page', async () => {
      const page = 'query ($after: String) { staffEntryList(page: { first: 100, after: $after }) {'
      const LOG = `${page} nodeList { entryId staffName action } pageInfo { endCursor hasMore } } }`
      const { userId } = (await sam.data('{ me { userId } }')).me
      await server.world.storage.writePlatform(async ({ db }) => {
        await sql`insert into platform_audit_entry (audit_entry_id, at, actor_kind, actor_id, action, subject_kind,
            subject_id, detail)
          with recursive n(i) as (select 1 union all select i + 1 from n where i < 150)
          select 'aud_early_' || i, 1000 + i / 2, 'staff', ${sql.lit(userId)}, 'request.looked-up', 'request', 'req_x', '{}'
          from n`.execute(db)
      })
      const read: Data[] = []
      let after: string | null = null
      do {
        const { nodeList, pageInfo }: Data = (await sam.data(LOG, { after })).staffEntryList
        read.push(...nodeList)
        after = pageInfo.hasMore ? pageInfo.endCursor : null
      } while (after !== null)
      const early = read.filter(({ entryId }) => entryId.startsWith('aud_early_'))
      assert.deepEqual([early.length, new Set(early.map(({ entryId }) => entryId)).size], [150, 150])
      assert.equal(read.at(-1).entryId, 'aud_early_1')
      const foreign = await sam.ask(LOG, { after: 'made-up' })
      assert.match(foreign.body, /after is not a cursor of this list/)
    })

    test('the sandboxes of providers are not among operators, and say whose they are', async () => {
      const olga = await scene.signUp('olga@orbit.example', 'Orbit')
      await register(olga)
      await scene.makeSandboxes()
      const LIST =
        '{ operatorList { operatorId } sandboxes: operatorList(areSandboxes: true) { operatorId sandboxOf { name } } }'
      const listed = await sam.data(LIST)
      const ids = listed.operatorList.map(({ operatorId }: Data) => operatorId)
      assert.equal(ids.includes('orbit-dev'), false)
      const own = listed.sandboxes.find(({ operatorId }: Data) => operatorId === 'orbit-dev')
      assert.deepEqual(own, { operatorId: 'orbit-dev', sandboxOf: { name: 'Orbit' } })
      assert.ok(ids.length > 0 && !listed.sandboxes.some(({ operatorId }: Data) => ids.includes(operatorId)))
      const withoutProvider = async () =>
        server.world.storage.writePlatform(({ db }) =>
          db.updateTable('operator').set({ provider_id: null }).where('operator_id', '=', 'orbit-dev').execute(),
        )
      const ownerOf = async () =>
        (await sam.data('{ operator(operatorId: "orbit-dev") { sandboxOf { name } } }')).operator.sandboxOf
      // As a server of the release before makes it, while servers are replaced one after another.
      await withoutProvider()
      assert.deepEqual(await ownerOf(), { name: 'Orbit' })
      await sam.done('operatorSuspend', SUSPEND, { id: 'orbit-dev', is: true })
      await deleteOperator(server.world, 'orbit-dev', 'No longer used', HOST)
      assert.deepEqual(await ownerOf(), { name: 'Orbit' }, 'whose it was stays known')
    })

    test('members, operators and staff without a second step get nothing of support’s graph (threats row 67)', async () => {
      const lena = await scene.signUp('lena@vektor.example')
      assert.equal((await lena.ask('{ queue { work } }', {}, {}, SUPPORT_ORIGIN)).status, 401)
      assert.equal((await lena.ask('{ queue { work } }')).status, 200, 'an unknown field of the portal’s graph')
      assert.match((await lena.ask('{ queue { work } }')).body, /Cannot query field/)
      assert.equal((await sam.ask('{ me { name } }', {}, {}, DEVELOPERS_ORIGIN)).status, 401)
      await scene.addStaff('new@airside.example')
      const browser = scene.visitor(SUPPORT_ORIGIN)
      await browser.postFresh('/sign-in/', { email: 'new@airside.example', password: PASSWORD })
      const fresh = new (sam.constructor as typeof ConsoleClient)(server.client, browser)
      assert.equal((await fresh.ask('{ queue { work } }')).status, 401)
      assert.equal((await sam.ask('{ queue { work } }', {}, { 'sec-fetch-site': 'same-site' })).status, 403)
    })
  })
}
