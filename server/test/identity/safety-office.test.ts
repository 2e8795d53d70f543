/** Who joins and leaves the safety office, whose people read confidential reports as they were written (ADR 220). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOST } from '../../src/services/audit-trail.ts'
import { setRoles } from '../../src/services/identity/administrators.ts'
import { addPerson, GrantScene, type Person } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { type MailingServer, startMailingServer } from '../support/mailing-server.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const ROLES = `mutation ($id: ID!, $roles: [String!]!) { userRoleSet(userId: $id, roleList: $roles) {
  userAccount { roleList } userErrorList { code path message } } }`
const INVITE = `mutation ($input: UserInviteInput!) { userInvite(input: $input) { userErrorList { code } } }`

// 'record': the notice and its mails are written in the transaction of the role.
for (const store of storesFor('record')) {
  describe(`the safety office (${store})`, () => {
    let mailing: MailingServer
    let server: TestServer
    let scene: GrantScene
    let admin: ConsoleClient
    let sofia: Person
    before(async () => {
      mailing = await startMailingServer(store)
      server = mailing.server
      scene = await GrantScene.open(server, 'alpine')
      admin = new ConsoleClient(server.client, scene.browser)
      sofia = await addPerson(server, scene.at, 'Sofia', ['SAFETY'])
    })
    after(() => mailing.close())

    const mailsTo = async ({ email }: Person): Promise<string[]> => {
      const { tenantId } = scene.at.tenant
      const { db } = server.world.storage.tenant(tenantId)
      const rows = db.selectFrom('outbox_message').select('subject').where('tenant_id', '=', tenantId)
      const subjects = (await rows.where('recipient', '=', email).execute()).map(({ subject }) => subject)
      return subjects.filter((subject) => subject.includes('safety office'))
    }
    const give = ({ userId }: Person, ...roles: string[]) => admin.done('userRoleSet', ROLES, { id: userId, roles })

    test('the only administrator joins it, and the office is told (threats row 432)', async () => {
      await give(scene.admin, 'ADMIN', 'SAFETY')
      assert.match(String(await mailsTo(sofia)), /: Anna Test joined the safety office$/)
      const bell = await ConsoleClient.signIn(server, scene.at, sofia)
      const { noticeList } = await bell.data('{ noticeList { nodeList { kind title text } } }')
      assert.deepEqual(
        [noticeList.nodeList[0].kind, noticeList.nodeList[0].title],
        ['SAFETY_OFFICE', 'Anna Test joined the safety office'],
      )
      assert.match(noticeList.nodeList[0].text, /^By Anna Test\. Whoever is in it reads reports as they were written/)
      await give(scene.admin, 'ADMIN')
    })

    test('nobody joins it by themselves while another administrator can sign in', async () => {
      const otto = await addPerson(server, scene.at, 'Otto', ['ADMIN'])
      const [refusal] = await admin.refused('userRoleSet', ROLES, {
        id: scene.admin.userId,
        roles: ['ADMIN', 'SAFETY'],
      })
      assert.deepEqual([refusal?.code, refusal?.path], ['NOT_ALLOWED', ['roleList']])
      assert.match(refusal?.message ?? '', /another administrator gives the role$/)
      await give(otto, 'ADMIN', 'SAFETY')
      const other = await ConsoleClient.signIn(server, scene.at, otto)
      await other.done('userRoleSet', ROLES, { id: otto.userId, roles: ['ADMIN', 'SAFETY', 'OPS'] })
      await other.done('userRoleSet', ROLES, { id: scene.admin.userId, roles: ['ADMIN', 'SAFETY'] })
      await give(otto, 'ADMIN')
      await give(scene.admin, 'ADMIN')
    })

    test('the office is told of invitations and of what the host sets, and who is taken out is told', async () => {
      const input = { email: 'pia@alpine.example', name: 'Pia', surname: 'Test', roleList: ['SAFETY'] }
      await admin.done('userInvite', INVITE, { input })
      const nico = await addPerson(server, scene.at, 'Nico', ['OPS'])
      await setRoles(server.world.at(scene.at.tenant), nico.email, ['OPS', 'SAFETY'], HOST)
      await give(sofia, 'CREW')
      const ofThem = (subjects: readonly string[]) =>
        subjects.map((subject) => subject.split(': ')[1] ?? '').filter((title) => /^(Pia|Nico|Sofia) /.test(title))
      assert.deepEqual(ofThem(await mailsTo(sofia)).sort(), [
        'Nico Test joined the safety office',
        'Pia Test joined the safety office',
        'Sofia Test left the safety office',
      ])
      assert.deepEqual(ofThem(await mailsTo(nico)).sort(), [
        'Nico Test joined the safety office',
        'Sofia Test left the safety office',
      ])
      await give(sofia, 'CREW', 'OPS')
      assert.equal(ofThem(await mailsTo(sofia)).length, 3, 'of other roles nothing is told')
    })
  })
}
