/** Which user a crew member is (data §3.6, ADR 214): it gives access, so an administrator decides it in person. */
import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { RECENT_SIGN_IN_SECONDS } from '../../src/domain/limits.ts'
import { addPerson, GrantScene, PASSWORD, type Person } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const UPDATE = `mutation ($id: ID!, $input: CrewMemberUpdateInput!, $v: Int!, $password: String) {
  crewMemberUpdate(crewMemberId: $id, input: $input, expectedVersion: $v, currentPassword: $password) {
    crewMember { userId version } userErrorList { code message path } } }`
const CREATE = `mutation ($input: CrewMemberInput!) { crewMemberCreate(input: $input) {
  crewMember { crewMemberId userId } userErrorList { code path } } }`
const READ = 'query ($id: ID!) { crewMember(crewMemberId: $id) { userId version code name } }'
const IMPORT = `mutation ($text: String!) {
  recordsImport(kind: CREW, text: $text, fileName: "crew.csv", isDryRun: false, idempotencyKey: "crew-1") {
    report { importId createdCount problemList { field message } } userErrorList { code path } } }`
const UNDO = `mutation ($id: ID!) { recordsImportUndo(importId: $id) {
  undone { removedCount keptList { name reason } } userErrorList { code } } }`
const LOG = `{ auditEntryList(filter: { action: "crew-member.user-changed" }) {
  nodeList { actorId subjectId address requestId detail } } }`
const NEW = { name: 'Eva', surname: 'Gruber', positionList: ['CPT'], base: 'LOWW' }

for (const store of storesFor('record')) {
  const { testOnBoth } = testsOn(store)
  describe(`the user of a crew member (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let fleet: Fleet
    let admin: ConsoleClient
    let beat: Person
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      fleet = await seedFleet(server.world.storage, scene.at.tenant.tenantId, scene.pilot.userId)
      admin = new ConsoleClient(server.client, scene.browser)
      beat = await addPerson(server, scene.at, 'Beat', ['OPS'])
    })
    after(() => server.close())

    const marc = () => fleet.crew[0]?.crewMemberId ?? ''
    const member = async (): Promise<Data> => (await admin.data(READ, { id: marc() })).crewMember
    const subjectsTo = async ({ email }: Person): Promise<string[]> => {
      const { tenantId } = scene.at.tenant
      const { db } = server.world.storage.tenant(tenantId)
      const rows = db.selectFrom('outbox_message').select('subject').where('tenant_id', '=', tenantId)
      return (await rows.where('recipient', '=', email).execute()).map(({ subject }) => subject)
    }

    testOnBoth(
      'neither a key nor an application nor the host’s import says who a crew member is (threats row 405)',
      async () => {
        const application = await scene.connect('crew:read crew:write')
        const key = await Integration.of(scene.at)
        const connected = new Integration(scene.at, application.access_token)
        const askers = {
          key: (query: string, variables: object) => key.change(query, variables),
          application: (query: string, variables: object) => connected.change(query, variables),
        }
        for (const [name, ask] of Object.entries(askers)) {
          const { version, ...known } = await member()
          for (const userId of [beat.userId, 'usr_none', null]) {
            const { userErrorList } = await ask(UPDATE, { id: marc(), input: { userId }, v: version })
            const [{ code, message, path }] = userErrorList
            assert.deepEqual([code, path], ['NOT_ALLOWED', ['input', 'userId']], `${name}, ${userId}`)
            assert.match(message, /an administrator of the operator decides, signed in/)
          }
          const added = await ask(CREATE, { input: { ...NEW, code: 'GRU', userId: beat.userId } })
          assert.deepEqual(added.userErrorList, [{ code: 'NOT_ALLOWED', path: ['input', 'userId'] }], name)
          const same = await ask(UPDATE, {
            id: marc(),
            input: { userId: known.userId, name: name.slice(0, 9) },
            v: version,
          })
          assert.deepEqual(same.userErrorList, [], `${name} sends the user of before`)
          assert.equal((await member()).userId, scene.pilot.userId)
        }
        const file = join(mkdtempSync(join(tmpdir(), 'airside-crew-')), 'crew.csv')
        writeFileSync(file, `code,userId\n${(await member()).code},${beat.userId}\n`)
        const args = ['import', 'crew', file, '--operator', 'alpine']
        await assert.rejects(runCommand(args, server.place.environment), /an administrator of the operator decides/)
        assert.equal((await member()).userId, scene.pilot.userId)
        assert.deepEqual((await admin.data(LOG)).auditEntryList.nodeList, [])
      },
    )

    testOnBoth('an administrator says who a crew member is: the log has it, and both people get a mail', async () => {
      const before = await member()
      const [toBeat, toMarc] = [await subjectsTo(beat), await subjectsTo(scene.pilot)]
      const input = { userId: beat.userId }
      await admin.done('crewMemberUpdate', UPDATE, { id: marc(), input, v: before.version })
      assert.equal((await member()).userId, beat.userId)
      const [entry] = (await admin.data(LOG)).auditEntryList.nodeList
      assert.deepEqual([entry.actorId, entry.subjectId], [scene.admin.userId, marc()])
      assert.ok(entry.address && entry.requestId, JSON.stringify(entry))
      const detail = { code: before.code, before: scene.pilot.email, after: beat.email }
      assert.deepEqual(JSON.parse(entry.detail), detail)
      const news = async (person: Person, old: readonly string[]) => (await subjectsTo(person)).slice(old.length)
      assert.match(String(await news(beat, toBeat)), new RegExp(`Anna Test made you crew member ${before.code}$`))
      assert.match(String(await news(scene.pilot, toMarc)), /Anna Test ended that you are crew member/)

      const { version } = await member()
      const other = fleet.crew[1]?.crewMemberId
      const taken = await admin.refused('crewMemberUpdate', UPDATE, { id: other, input, v: 1 })
      assert.deepEqual([taken[0]?.code, taken[0]?.path], ['VALIDATION', ['input', 'userId']])
      const unknown = { id: marc(), input: { userId: 'usr_none' }, v: version }
      assert.equal((await admin.refused('crewMemberUpdate', UPDATE, unknown))[0]?.code, 'NOT_FOUND')
      await admin.done('crewMemberUpdate', UPDATE, { id: marc(), input: { userId: null }, v: version })
      assert.equal((await admin.data(LOG)).auditEntryList.nodeList.length, 2)
    })

    testOnBoth('a crew member whom a file made somebody stays when the import is undone', async () => {
      const person = await addPerson(server, scene.at, 'Ina', ['CREW'])
      const text = `code,name,surname,positionList,base,userId\nINA,Ina,Test,CPT,LSZH,${person.userId}\nHUB,Paul,Huber,FO,LSZH,\n`
      const { report } = await admin.done('recordsImport', IMPORT, { text })
      assert.deepEqual([report.createdCount, report.problemList], [2, []])
      assert.match(String(await subjectsTo(person)), /made you crew member INA/)
      const { undone } = await admin.done('recordsImportUndo', UNDO, { id: report.importId })
      assert.deepEqual(undone, { removedCount: 1, keptList: [{ name: 'INA', reason: 'IN_USE' }] })
    })

    testOnBoth(
      'a session of more than ten minutes makes nobody a crew member without the password (threats row 430)',
      async () => {
        const carla = await addPerson(server, scene.at, 'Carla', ['ADMIN'])
        const open = await ConsoleClient.signIn(server, scene.at, carla)
        await open.done('crewMemberUpdate', UPDATE, {
          id: marc(),
          input: { userId: carla.userId },
          v: (await member()).version,
        })
        server.clock.advanceSeconds(RECENT_SIGN_IN_SECONDS + 1)
        const change = async (input: object, password?: string) => ({
          ...{ id: marc(), input, password },
          v: (await open.data(READ, { id: marc() })).crewMember.version,
        })
        const asked = async (input: object, password?: string) => {
          const [refusal] = await open.refused('crewMemberUpdate', UPDATE, await change(input, password))
          return refusal?.path
        }
        const done = async (input: object, password?: string) =>
          open.done('crewMemberUpdate', UPDATE, await change(input, password))
        assert.deepEqual(await asked({ userId: beat.userId }), ['currentPassword'])
        assert.deepEqual(await asked({ userId: beat.userId }, 'something else'), ['currentPassword'])
        await done({ userId: carla.userId, name: 'Marco' })
        await done({ userId: null })
        assert.deepEqual(await asked({ userId: beat.userId }), ['currentPassword'])
        const added = { input: { ...NEW, code: 'LAT', userId: beat.userId } }
        assert.deepEqual((await open.refused('crewMemberCreate', CREATE, added))[0]?.path, ['currentPassword'])
        const file = (
          isDryRun: boolean,
          more = '',
        ) => `mutation { recordsImport(kind: CREW, isDryRun: ${isDryRun}${more},
        text: "code,userId\\n${fleet.crew[0]?.code},${beat.userId}\\n") { report { updatedCount problemList { message } } userErrorList { path } } }`
        assert.deepEqual((await open.refused('recordsImport', file(false)))[0]?.path, ['currentPassword'])
        const tried = await open.done('recordsImport', file(true))
        assert.deepEqual(tried.report, { updatedCount: 1, problemList: [] })
        const typed = `, currentPassword: ${JSON.stringify(PASSWORD)}`
        await open.done('recordsImport', file(false, typed))
        await done({ userId: carla.userId }, PASSWORD)
        await done({ userId: scene.pilot.userId }, PASSWORD)
      },
    )
  })
}
