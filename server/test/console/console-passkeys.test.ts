/** Passkeys and the current password through GraphQL, with the same rules as on the account page (access-model §10). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { RECENT_SIGN_IN_SECONDS } from '../../src/domain/limits.ts'
import { SoftPasskey } from '../support/authenticator.ts'
import { addPerson, PASSWORD } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { PasskeyScene } from '../support/passkey-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const ERRORS = 'userErrorList { code message path }'
const LIST = 'viewer { passkeyList { passkeyId name isBackedUp lastUsedAt } isRecentSignIn }'
const START = `mutation ($password: String) { accountPasskeyStart(currentPassword: $password) { creationOptions ${ERRORS} } }`
const ADD = `mutation ($credential: String!, $name: String) { accountPasskeyAdd(credential: $credential, name: $name) { ${LIST} ${ERRORS} } }`
const RENAME = `mutation ($id: ID!, $name: String!) { accountPasskeyRename(passkeyId: $id, name: $name) { ${LIST} ${ERRORS} } }`
const REMOVE = `mutation ($id: ID!) { accountPasskeyRemove(passkeyId: $id) { ${LIST} ${ERRORS} } }`
const PASSWORD_CHANGE = `mutation ($current: String!) {
  accountPasswordChange(currentPassword: $current, newPassword: "another good one") { ${ERRORS} } }`
const SECOND_STEP_START = `mutation ($password: String) { accountSecondStepStart(currentPassword: $password) {
  userErrorList { code path message } } }`
const SECOND_STEP_END = `mutation ($current: String!) { accountSecondStepEnd(currentPassword: $current) { ${ERRORS} } }`

for (const store of storesFor('life cycle')) {
  describe(`passkeys in the console (${store})`, () => {
    let server: TestServer
    let scene: PasskeyScene
    before(async () => {
      server = await startServer(store)
      scene = new PasskeyScene(server, (await server.operator('alpine')).production)
    })
    after(() => server.close())

    const someone = async (name: string): Promise<ConsoleClient> =>
      ConsoleClient.signIn(server, scene.at, await addPerson(server, scene.at, name, ['CREW']))
    const options = async (client: ConsoleClient, password?: string): Promise<Data> =>
      JSON.parse((await client.done('accountPasskeyStart', START, { password })).creationOptions)
    const add = async (client: ConsoleClient, passkey: SoftPasskey, name?: string): Promise<Data> => {
      const credential = scene.made(passkey, await options(client))
      return (await client.done('accountPasskeyAdd', ADD, { credential, name })).viewer.passkeyList
    }

    test('a passkey is added, named, used and removed', async () => {
      const client = await someone('Ada')
      const passkey = new SoftPasskey()
      const [added] = await add(client, passkey, 'Laptop')
      assert.deepEqual(
        { ...added, passkeyId: '' },
        { passkeyId: '', name: 'Laptop', isBackedUp: false, lastUsedAt: null },
      )
      const { viewer } = await client.done('accountPasskeyRename', RENAME, { id: added.passkeyId, name: 'Desk' })
      assert.equal(viewer.passkeyList[0].name, 'Desk')
      assert.equal((await scene.attempt(scene.browser(), passkey)).status, 303)
      assert.notEqual((await client.data(`{ ${LIST} }`)).viewer.passkeyList[0].lastUsedAt, null)
      const removed = await client.done('accountPasskeyRemove', REMOVE, { id: added.passkeyId })
      assert.deepEqual(removed.viewer.passkeyList, [])
      assert.equal((await scene.attempt(scene.browser(), passkey)).status, 403)
    })

    test('administrators see how many passkeys each user has', async () => {
      const person = await addPerson(server, scene.at, 'Abe', ['ADMIN'])
      const client = await ConsoleClient.signIn(server, scene.at, person)
      await add(client, new SoftPasskey())
      await add(client, new SoftPasskey())
      const none = await addPerson(server, scene.at, 'Amy', ['CREW'])
      const { userAccountList } = await client.data('{ userAccountList { userId passkeyCount } }')
      const countOf = (userId: string) =>
        userAccountList.find((user: { userId: string }) => user.userId === userId).passkeyCount
      assert.deepEqual([countOf(person.userId), countOf(none.userId)], [2, 0])
    })

    test("a user cannot rename or remove a colleague's passkey", async () => {
      const [one, other] = [await someone('Bea'), await someone('Ben')]
      const [{ passkeyId: id }] = await add(one, new SoftPasskey())
      const refusals = [
        await other.refused('accountPasskeyRename', RENAME, { id, name: 'Mine' }),
        await other.refused('accountPasskeyRemove', REMOVE, { id }),
      ]
      for (const [refusal] of refusals) assert.deepEqual([refusal?.code, refusal?.path], ['NOT_FOUND', ['passkeyId']])
      assert.equal((await one.data(`{ ${LIST} }`)).viewer.passkeyList.length, 1)
    })

    test('a refused passkey is reported on its field and adds nothing', async () => {
      const client = await someone('Cleo')
      const made = scene.made(new SoftPasskey(), await options(client), { origin: 'http://evil.example' })
      const refused = async (variables: object) => (await client.refused('accountPasskeyAdd', ADD, variables))[0]?.path
      assert.deepEqual(await refused({ credential: made }), ['credential'])
      assert.deepEqual(await refused({ credential: '{}' }), ['credential'])
      assert.deepEqual(await refused({ credential: '{}', name: 'x'.repeat(61) }), ['name'])
      assert.deepEqual((await client.data(`{ ${LIST} }`)).viewer.passkeyList, [])
    })

    test('an old session adds no passkey without the password', async () => {
      const client = await someone('Dana')
      assert.equal((await client.data(`{ ${LIST} }`)).viewer.isRecentSignIn, true)
      server.clock.advanceSeconds(RECENT_SIGN_IN_SECONDS + 1)
      assert.equal((await client.data(`{ ${LIST} }`)).viewer.isRecentSignIn, false)
      for (const password of [undefined, '', 'wrong password']) {
        const [refusal] = await client.refused('accountPasskeyStart', START, { password })
        assert.deepEqual(refusal?.path, ['currentPassword'])
      }
      await options(client, PASSWORD)
    })

    test('guesses of the current password are throttled together, whichever mutation they use', async () => {
      const client = await someone('Ella')
      server.clock.advanceSeconds(RECENT_SIGN_IN_SECONDS + 1)
      const ways: readonly (readonly [string, string, object])[] = [
        ['accountPasswordChange', PASSWORD_CHANGE, { current: 'a guess' }],
        ['accountSecondStepEnd', SECOND_STEP_END, { current: 'a guess' }],
        ['accountPasskeyStart', START, { password: 'a guess' }],
        ['accountSecondStepStart', SECOND_STEP_START, { password: 'a guess' }],
      ]
      const guess = async (turn: number): Promise<string> => {
        const [field, query, variables] = ways[turn % ways.length] ?? assert.fail('There are ways')
        const [refusal] = await client.refused(field, query, variables)
        return (refusal as Data).message
      }
      // Five guesses are free; five more reach the longest wait, which is longer than this test takes.
      for (let turn = 0; turn < 10; turn++) {
        assert.match(await guess(turn), /current password is wrong/)
        if (turn >= 4 && turn < 9) server.clock.advanceSeconds(31)
      }
      for (let turn = 0; turn < ways.length; turn++) assert.match(await guess(turn), /too many tries/)
      const right = await client.refused('accountPasswordChange', PASSWORD_CHANGE, { current: PASSWORD })
      assert.match((right[0] as Data).message, /too many tries/)
      server.clock.advanceSeconds(31)
      await client.done('accountPasswordChange', PASSWORD_CHANGE, { current: PASSWORD })
    })
  })
}
