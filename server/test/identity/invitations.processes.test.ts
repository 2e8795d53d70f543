/** Invitations under races, with two server processes on PostgreSQL: one is open at a time, and none changes the password of an active user. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Browser, formTo } from '../support/browser.ts'
import { GrantScene } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import type { HttpClient } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { preparedPlace, startServer, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const INVITE = `mutation ($input: UserInviteInput!) { userInvite(input: $input) {
  userAccount { userId } userErrorList { code message } } }`
const AGAIN = 'mutation ($id: ID!) { userInviteAgain(userId: $id) { userErrorList { code message } } }'
const ROUNDS = 3

describe('invitations between two server processes on PostgreSQL', () => {
  let server: TestServer
  let process: ServerProcess
  let scene: GrantScene
  let admins: readonly ConsoleClient[]
  let dispose: () => Promise<void>
  before(async () => {
    const place = await preparedPlace('postgres')
    dispose = place.dispose
    // Nobody listens there: messages stay in the outbox, where the test reads them.
    const environment = { ...place.environment, AIRSIDE_SMTP_URL: 'smtp://127.0.0.1:9' }
    server = await startServer('postgres', { environment, dispose: async () => {} })
    process = await startServerProcess(environment)
    scene = await GrantScene.open(server, 'alpine')
    admins = [server.client, process.client].map((client) => new ConsoleClient(client, scene.browser))
  })
  after(async () => {
    await process?.stop()
    await server?.close()
    await dispose?.()
  })

  const reader = () => server.world.storage.tenant(scene.at.tenant.tenantId)
  const [here, there] = [0, 1] as const
  const admin = (place: 0 | 1): ConsoleClient => admins[place] as ConsoleClient

  const invite = async (email: string): Promise<string> => {
    const input = { email, name: 'Beat', surname: 'Huber', roleList: [] }
    return (await admin(here).done('userInvite', INVITE, { input })).userAccount.userId
  }
  const openInvitations = async (userId: string): Promise<number> => {
    const rows = reader().db.selectFrom('user_invitation').select('invitation_id').where('user_id', '=', userId)
    return (await rows.where('used_at', 'is', null).execute()).length
  }
  /** Every invitation that was ever sent to the address, oldest first. */
  const mails = async (email: string): Promise<{ path: string; code: string }[]> => {
    const rows = reader().db.selectFrom('outbox_message').select('body').where('recipient', '=', email)
    return (await rows.orderBy('created_at').execute()).map(({ body }) => ({
      path: /\/invitation\/\?invitation=\S+/.exec(body)?.[0] ?? '',
      code: /^([0-9A-Za-z]{16})$/m.exec(body)?.[1] ?? '',
    }))
  }
  const accept = async (client: HttpClient, mail: { path: string; code: string }, password: string) => {
    const invitation = mail.path.slice(mail.path.indexOf('=') + 1)
    const browser = new Browser(client, scene.at.origin)
    const answer = await browser.post('/invitation/', { invitation, code: mail.code, new_password: password })
    return answer.status
  }
  const signsIn = async (email: string, password: string): Promise<boolean> => {
    const browser = new Browser(server.client, scene.at.origin)
    const page = await browser.get('/sign-in/')
    return (await browser.submit(formTo(page.body, '/sign-in/'), { email, password })).status === 303
  }

  test('of two invitations sent to one user at the same moment one is open', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const userId = await invite(`one${round}@alpine.example`)
      await Promise.all([admin(here).data(AGAIN, { id: userId }), admin(there).data(AGAIN, { id: userId })])
      assert.equal(await openInvitations(userId), 1)
    }
  })

  test('an invitation sent while another is accepted leaves an active user with no invitation and the chosen password', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const email = `two${round}@alpine.example`
      const userId = await invite(email)
      const [mail] = await mails(email)
      assert.ok(mail)
      const [status] = await Promise.all([
        accept(server.client, mail, 'the chosen password'),
        admin(there).data(AGAIN, { id: userId }),
      ])
      const later = await mails(email)
      if (status !== 303) {
        assert.equal(await accept(process.client, later.at(-1) ?? mail, 'the chosen password'), 303)
      }
      assert.equal(await openInvitations(userId), 0)
      for (const old of later) assert.notEqual(await accept(process.client, old, 'a stolen password'), 303)
      assert.deepEqual(
        [await signsIn(email, 'the chosen password'), await signsIn(email, 'a stolen password')],
        [true, false],
      )
    }
  })

  test('an invitation to an active user is refused, and a leftover one sets no password', async () => {
    const email = 'three@alpine.example'
    const userId = await invite(email)
    const [mail] = await mails(email)
    assert.ok(mail)
    const row = await reader()
      .db.selectFrom('user_invitation')
      .selectAll()
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    assert.equal(await accept(server.client, mail, 'the chosen password'), 303)
    assert.equal((await admin(there).refused('userInviteAgain', AGAIN, { id: userId }))[0]?.code, 'VALIDATION')
    await server.world.storage.writeTenant(scene.at.tenant.tenantId, async (tx) => {
      await tx.db
        .insertInto('user_invitation')
        .values({ ...row, invitation_id: 'inv_left_over', used_at: null })
        .execute()
    })
    const leftOver = { path: '/invitation/?invitation=inv_left_over', code: mail.code }
    assert.notEqual(await accept(process.client, leftOver, 'a stolen password'), 303)
    assert.ok(await signsIn(email, 'the chosen password'))
  })
})
