/**
 * Every mutation of the three graphs, with the right taken away after the request began: the transaction reads it again
 * and refuses (threats row 128). Each request is held between its head, by which the server knows who asks, and its
 * body. The list of mutations comes from the schemas: a new one is tried without being named here.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { GraphQLSchema } from 'graphql'
import { sql } from 'kysely'
import { DEVELOPERS_REALM_ID, SUPPORT_REALM_ID } from '../../src/domain/identity/realm.ts'
import { ROLES } from '../../src/domain/identity/roles.ts'
import type { StaffRole } from '../../src/domain/identity/staff-role.ts'
import { userScopes } from '../../src/domain/identity/user-scopes.ts'
import { holdsAll, isForKeys, SCOPES, scopeSet } from '../../src/domain/scopes.ts'
import { makeSecret } from '../../src/domain/secret.ts'
import { audienceOf, scopesOfField } from '../../src/graphql/access-declaration.ts'
import { graphs } from '../../src/graphql/graphs.ts'
import { HOST } from '../../src/services/audit-trail.ts'
import { setApiKeyNetworks, setApiKeyScopes } from '../../src/services/oauth/api-key-changes.ts'
import { SoftPasskey } from '../support/authenticator.ts'
import { addPerson } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { type HeldRequest, holdRequest } from '../support/held-request.ts'
import type { Answer } from '../support/http-client.ts'
import { type GivenArguments, type Mutation, mutationsOf, mutationText } from '../support/mutations.ts'
import { OTHER_PHONE, REGISTRATION_INPUT, register, secretOf } from '../support/portal-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { statementSent } from '../support/statements.ts'
import { storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

/** A value as GraphQL writes it. */
const written = (value: object): string =>
  `{ ${Object.entries(value)
    .map(([name, each]) => `${name}: ${JSON.stringify(each)}`)
    .join(', ')} }`

const quote = (text: string): string => JSON.stringify(text)
const DAY_MS = 86_400_000
/** They show something and write nothing: their rights are read as a query's are, when the request begins. */
const READS_ALONE: ReadonlySet<string> = new Set(['webhookPreview'])

const daysAhead = (days: number): string => quote(new Date(Date.now() + days * DAY_MS).toISOString())

const WEBHOOK = '{ url: "https://receiver.example/airside", apiKeyId: "key_none", entityList: [FLIGHT] }'

const OF_APPLICATION = '{ url: "https://receiver.example/airside", entityList: [FLIGHT] }'

const SEEN_NEWS = { newsId: '"news_1_x"' }

const ofOperator = (origin: string, cursor: string): GivenArguments => {
  const ceremony = { origin, rpId: new URL(origin).hostname, challenge: 'x'.repeat(43) }
  return {
    accountPasskeyAdd: { credential: quote(new SoftPasskey().created(ceremony)) },
    noticeMailSet: { noticeKindList: '[]' },
    userRoleSet: { roleList: '["OPS"]' },
    webhookCreate: { input: WEBHOOK },
    webhookResendFrom: { after: quote(cursor) },
    webhookUpdate: { input: WEBHOOK },
  }
}

const ofPortal = (clientId: string, clientSecret: string): GivenArguments => {
  const client = { clientId: quote(clientId), clientSecret: quote(clientSecret) }
  const secret = (kind: 'ac' | 'rt') => quote(makeSecret(kind, 'sandbox', randomBytes))
  const times = [3, 4, 5].map(daysAhead).join(', ')
  return {
    applicationRegister: { input: written(REGISTRATION_INPUT) },
    codeExchange: { ...client, code: secret('ac') },
    demoRequest: { input: `{ timeList: [${times}], timeZone: "Europe/Zurich", attendees: "Lena" }` },
    memberInvite: { email: '"late@vektor.example"' },
    newsSee: SEEN_NEWS,
    phoneChangeAsk: { phoneNumber: quote(OTHER_PHONE) },
    phoneChangeStart: { phoneNumber: quote(OTHER_PHONE) },
    tokenRefresh: { ...client, refreshToken: secret('rt') },
    webhookCreate: { clientId: quote(clientId), environment: '"sandbox"', input: OF_APPLICATION },
    webhookUpdate: { input: OF_APPLICATION },
  }
}

const OF_SUPPORT: GivenArguments = {
  demoSchedule: { at: daysAhead(3), link: '"https://meet.example/1"' },
  newsSee: SEEN_NEWS,
}

/** A refusal by the guard: nothing else answers with these words. */
const BY_GUARD =
  /ended while the request ran|taken away while the request ran|Only an? [a-z ]+ of (the provider|staff) can do this/

/** The refusals of who had no right when the request began. */
const AT_THE_DOOR = /Nobody is signed in at this address|"message":"\w+ needs /

/** A job found by itself that its user is gone, or refuses the arguments. */
const BY_JOB = /"message":"Nobody is signed in"|This token belongs to no user|"userErrorList":\[\{/

/** What is taken away between head and body, and given back afterwards. */
interface Taking {
  readonly name: string
  readonly take: string
  readonly giveBack: string
  readonly concerns: (field: Mutation) => boolean
  /** Tried on the embedded store only: to PostgreSQL's guard it is the same as removal. */
  readonly isQuick?: true
}

interface Tried {
  readonly schema: GraphQLSchema
  readonly client: ConsoleClient
  readonly takings: readonly Taking[]
  readonly given: GivenArguments
}

const everything = () => true

const takingsOf = (tenantId: string, userId: string): Taking[] => {
  const user = `where tenant_id = '${tenantId}' and user_id = '${userId}'`
  const ofUser = (column: string): Pick<Taking, 'take' | 'giveBack' | 'concerns'> => ({
    take: `update user_account set ${column} = 1 ${user}`,
    giveBack: `update user_account set ${column} = null ${user}`,
    concerns: everything,
  })
  return [
    { name: 'removed', ...ofUser('removed_at') },
    { name: 'suspended', ...ofUser('suspended_at'), isQuick: true },
    {
      name: 'signed out',
      take: `update user_session set ended_at = 1 ${user}`,
      giveBack: `update user_session set ended_at = null ${user}`,
      concerns: everything,
      isQuick: true,
    },
    {
      name: 'at a closed address',
      take: `update tenant set closed_at = 1 where tenant_id = '${tenantId}'`,
      giveBack: `update tenant set closed_at = null where tenant_id = '${tenantId}'`,
      concerns: everything,
    },
    {
      name: 'without roles',
      take: `update user_account set role_list = '' ${user}`,
      giveBack: `update user_account set role_list = '${ROLES.join(' ')}' ${user}`,
      concerns: (field) => !holdsAll(userScopes([]), scopeSet(scopesOfField(field))),
    },
    {
      name: 'no owner any more',
      take: `update provider_member set is_owner = 0 ${user}`,
      giveBack: `update provider_member set is_owner = 1 ${user}`,
      concerns: (field) => audienceOf(field) === 'owner',
    },
  ]
}

/** A member of staff who was an administrator. */
const loweredTo = (role: StaffRole, userId: string): Taking => {
  const user = `where tenant_id = '${SUPPORT_REALM_ID}' and user_id = '${userId}'`
  return {
    name: `lowered to ${role}`,
    take: `update user_account set role_list = '${role}' ${user}`,
    giveBack: `update user_account set role_list = 'ADMINISTRATOR' ${user}`,
    concerns: (field) => ['reviewer', 'administrator'].includes(audienceOf(field) ?? ''),
  }
}

for (const store of storesFor('locks')) {
  describe(`the right to every mutation, taken away while it runs (${store})`, () => {
    let server: TestServer
    let scene: PortalScene
    let at: TestTenant
    before(async () => {
      server = await startPortalServer(store)
      scene = new PortalScene(server)
      at = (await server.operator('alpine')).production
    })
    after(() => server?.close())

    const run = (statement: string) => server.world.storage.writePlatform(({ db }) => sql.raw(statement).execute(db))

    const hold = async (client: ConsoleClient, query: string): Promise<HeldRequest> => {
      const known = statementSent(/from "user_account"/)
      const cookie = [...client.browser.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
      const held = await holdRequest(server.client, `${client.browser.origin}/console/graphql/`, {
        headers: { 'content-type': 'application/json', cookie, 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ query }),
      })
      await known
      return held
    }

    /**
     * Once more where the door itself refused: another statement was taken for its look, or its look was overtaken. Each
     * time it is left more time to be answered. Where the cost of all that was tried is more than refilled meanwhile, the
     * clock refills it.
     */
    const during = async (client: ConsoleClient, query: string, taking: Taking): Promise<Answer> => {
      for (let tries = 1; ; tries++) {
        const held = await hold(client, query)
        await delay(tries * tries - 1)
        await run(taking.take)
        const answer = await held.finish().finally(() => run(taking.giveBack))
        if (answer.status === 429) server.clock.advanceSeconds(10)
        else if (!AT_THE_DOOR.test(answer.body) || tries === 20) return answer
      }
    }

    /**
     * On PostgreSQL the guard looks after the job, so that a job which refuses these arguments itself answers first;
     * the embedded store asks the guard before every job.
     */
    const isRefused = (body: string, words = BY_GUARD): boolean =>
      words.test(body) || (store === 'postgres' && BY_JOB.test(body))

    const tryAll = async ({ schema, client, takings, given }: Tried): Promise<void> => {
      let byGuard = 0
      for (const taking of takings.filter(({ isQuick }) => store === 'sqlite' || !isQuick)) {
        for (const field of mutationsOf(schema)
          .filter(({ name }) => !READS_ALONE.has(name))
          .filter(taking.concerns)) {
          const answer = await during(client, mutationText(field, given), taking)
          if (BY_GUARD.test(answer.body)) byGuard++
          // At the first: one that passes may end the session that the next would use.
          assert.ok(isRefused(answer.body), `${field.name} (${taking.name}): ${answer.status} ${answer.body}`)
        }
      }
      assert.ok(byGuard > 0)
    }

    test('an operator’s user who loses their right writes nothing, by no mutation', async () => {
      const person = await addPerson(server, at, 'Anna', ROLES)
      const client = await ConsoleClient.signIn(server, at, person)
      const { changeList } = await client.data('{ changeList(from: NOW) { pageInfo { endCursor } } }')
      await tryAll({
        schema: graphs().operator,
        client,
        takings: takingsOf(at.tenant.tenantId, person.userId),
        given: ofOperator(at.origin, changeList.pageInfo.endCursor),
      })
    })

    test('a provider’s member who loses their right writes nothing, by no mutation', async () => {
      const member = await scene.signUp('lena@vektor.example')
      const clientId = await register(member)
      await scene.makeSandboxes()
      const clientSecret = await secretOf(scene, member, clientId)
      const { me } = await member.data('{ me { userId } }')
      await tryAll({
        schema: graphs().portal,
        client: member,
        takings: takingsOf(DEVELOPERS_REALM_ID, me.userId),
        given: ofPortal(clientId, clientSecret),
      })
    })

    const mutationsOfKeys = (): Mutation[] =>
      mutationsOf(graphs().operator).filter((field) => scopesOfField(field).every(isForKeys))

    test('a key that is revoked, narrowed or kept to other networks writes nothing, by no mutation', async () => {
      const passed: string[] = []
      const fields = mutationsOfKeys()
      assert.ok(fields.length > 20, `only ${fields.length} mutations are for keys`)
      const here = server.world.at(at.tenant)
      const scope = SCOPES.filter(isForKeys).join(' ')
      const takings: Readonly<Record<string, (apiKeyId: string) => Promise<void>>> = {
        'invalid_token|unknown, expired or revoked': (apiKeyId) => at.revokeKey(apiKeyId),
        'may not be used from 127.0.0.1': (apiKeyId) =>
          setApiKeyNetworks(here, { apiKeyId, networkList: ['203.0.113.0/24'] }, HOST),
        'taken away while the request ran': (apiKeyId) =>
          setApiKeyScopes(here, { apiKeyId, scope: 'aircraft:read' }, HOST),
      }
      const tried = Object.entries(takings).filter(([words]) => store === 'sqlite' || words.startsWith('may not'))
      for (const [words, take] of tried) {
        for (const field of fields) {
          const { refreshToken, apiKeyId } = await at.createKey(scope)
          const token = (await at.refreshKey(refreshToken)).body
          assert.equal((await at.query(token, '{ echo(text: "hi") }')).status, 200)
          const held = await holdRequest(server.client, `${at.origin}/api/graphql/`, {
            headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
            body: JSON.stringify({ query: mutationText(field, {}) }),
          })
          await take(apiKeyId)
          const { body, status } = await held.finish()
          if (!isRefused(body, new RegExp(words))) passed.push(`${field.name} (${words}): ${status} ${body}`)
        }
      }
      assert.deepEqual(passed, [], passed.join('\n'))
    })

    test('a member of staff who loses their right writes nothing, by no mutation', async () => {
      const staff = await scene.staff()
      const { me } = await staff.data('{ me { userId } }')
      await tryAll({
        schema: graphs().support,
        client: staff,
        takings: [...takingsOf(SUPPORT_REALM_ID, me.userId), loweredTo('READER', me.userId)],
        given: OF_SUPPORT,
      })
    })
  })
}
