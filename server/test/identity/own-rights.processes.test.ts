/**
 * Somebody who is being demoted makes themselves what they were, in the same moment (threats row 129). On PostgreSQL
 * their change waits for the demotion, and must not find itself allowed by what it wrote itself.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { addPerson } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import type { Answer } from '../support/http-client.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import type { TestServer } from '../support/test-server.ts'
import { waitingConnections } from '../support/waiting-connections.ts'

after(stopOwnPostgres)

const OWN_ROLES = `mutation ($id: ID!) { userRoleSet(userId: $id, roleList: ["ADMIN", "OPS"]) { userErrorList { code } } }`
const OWN_OWNERSHIP = `mutation ($id: ID!) { memberOwnerSet(userId: $id, isOwner: true) { userErrorList { code } } }`

describe('one’s own rights, written while they are taken away (PostgreSQL)', () => {
  let server: TestServer
  let scene: PortalScene
  let taker: pg.Client
  before(async () => {
    server = await startPortalServer('postgres')
    scene = new PortalScene(server)
    taker = new pg.Client({ connectionString: server.config.databaseUrl ?? '' })
    await taker.connect()
  })
  after(async () => {
    await taker?.end()
    await server?.close()
  })

  /** The demotion is written, and commits once the request waits for it. */
  const whileDemoted = async (demote: string, userId: string, ask: () => Promise<Answer>): Promise<Answer> => {
    await taker.query('begin')
    await taker.query(demote, [userId])
    const asked = ask()
    while ((await waitingConnections(taker)).length === 0) await pause(10)
    await taker.query('commit')
    return asked
  }

  test('an administrator who is being demoted does not become one again by their own change', async () => {
    const at = (await server.operator('alpine')).production
    await addPerson(server, at, 'Other', ['ADMIN'])
    const { userId, email } = await addPerson(server, at, 'Anna', ['ADMIN'])
    const client = await ConsoleClient.signIn(server, at, { userId, email })
    const demote = `update user_account set role_list = 'CREW' where user_id = $1`
    const answer = await whileDemoted(demote, userId, () => client.ask(OWN_ROLES, { id: userId }))
    assert.equal(answer.status, 403, answer.body)
    const { rows } = await taker.query('select role_list from user_account where user_id = $1', [userId])
    assert.deepEqual(rows, [{ role_list: 'CREW' }])
  })

  test('an owner who is being demoted does not become one again by their own change', async () => {
    const owner = await scene.signUp('lena@vektor.example')
    const { userId } = (await owner.data('{ me { userId } }')).me
    const demote = 'update provider_member set is_owner = 0 where user_id = $1'
    const answer = await whileDemoted(demote, userId, () => owner.ask(OWN_OWNERSHIP, { id: userId }))
    assert.deepEqual(answer.json<{ data: unknown }>().data, {
      memberOwnerSet: { userErrorList: [{ code: 'NOT_ALLOWED' }] },
    })
    const { rows } = await taker.query('select is_owner from provider_member where user_id = $1', [userId])
    assert.equal(Number(rows[0]?.is_owner), 0)
  })
})
