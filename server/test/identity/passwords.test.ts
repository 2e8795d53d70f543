/** Password hashes: argon2id in the PHC string format; hashes of earlier versions verify and are renewed at sign-in. */
import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Browser } from '../support/browser.ts'
import { addPerson, GrantScene, PASSWORD, type Person } from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const PHC = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/
const NONCE = Buffer.from('ff'.repeat(16), 'hex')

const hashed = (memory: number, passes: number, encoding: 'base64' | 'base64url'): string => {
  const tag = argon2Sync('argon2id', { message: PASSWORD, nonce: NONCE, parallelism: 1, tagLength: 32, memory, passes })
  const text = (bytes: Buffer) => bytes.toString(encoding).replaceAll('=', '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=1$${text(NONCE)}$${text(tag)}`
}

for (const store of storesFor('life cycle')) {
  describe(`stored passwords (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
    })
    after(() => server.close())

    const stored = async ({ userId }: Person): Promise<string | null> => {
      const rows = server.world.storage.tenant(scene.at.tenant.tenantId).db.selectFrom('user_account')
      return (await rows.select('password_hash').where('user_id', '=', userId).executeTakeFirstOrThrow()).password_hash
    }
    const keep = (person: Person, password_hash: string) =>
      server.world.storage.writeTenant(scene.at.tenant.tenantId, async (tx) => {
        await tx.db.updateTable('user_account').set({ password_hash }).where('user_id', '=', person.userId).execute()
      })
    const signIn = async ({ email }: Person, password = PASSWORD): Promise<Browser> => {
      const browser = new Browser(server.client, scene.at.origin)
      const { status } = await browser.postFresh('/sign-in/', { email, password })
      assert.equal(status, password === PASSWORD ? 303 : 403)
      return browser
    }

    test('a new password hash is a PHC string in standard base64, and sign-in leaves it unchanged', async () => {
      const person = await addPerson(server, scene.at, 'Ada', ['CREW'])
      const before = await stored(person)
      assert.match(before ?? '', PHC)
      await signIn(person)
      assert.equal(await stored(person), before)
    })

    test('a hash of an earlier version verifies, is renewed only by a correct sign-in, and ends no session', async () => {
      for (const old of [hashed(19_456, 2, 'base64url'), hashed(8_192, 2, 'base64'), hashed(19_456, 1, 'base64')]) {
        const person = await addPerson(server, scene.at, `Bea${old.slice(18, 30).replaceAll(/\W/g, '')}`, ['CREW'])
        await keep(person, old)
        await signIn(person, 'another password')
        assert.equal(await stored(person), old)
        const browsers = await Promise.all([signIn(person), signIn(person), signIn(person)])
        assert.match((await stored(person)) ?? '', PHC)
        for (const browser of browsers) assert.equal((await browser.get('/account/')).status, 200)
        await signIn(person)
      }
    })
  })
}
