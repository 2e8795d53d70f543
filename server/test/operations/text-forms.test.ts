/** Texts come in one form, whatever keyboard typed them (ADR 95, threats row 146). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { composed } from '../../src/domain/shown-text.ts'
import { Integration } from '../support/integration.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const TYPED = 'Andre\u0301'
const STORED = 'Andr\u00e9'
const CREATE = 'mutation ($input: ContactInput!) { contactCreate(input: $input) { contact { name } } }'

test('a letter with more than 30 marks stays as it is, so that no text takes quadratic time (threats row 42)', () => {
  assert.equal(composed(TYPED), STORED)
  assert.equal(composed(`e${'\u0301'.repeat(30)}`), `\u00e9${'\u0301'.repeat(29)}`)
  const tooMany = `e${'\u0301'.repeat(31)}`
  assert.equal(composed(tooMany), tooMany)
  assert.equal(composed('\u1112\u1161\u11ab'), '\ud55c', 'letters of Hangul, which are no marks')
})

for (const store of storesFor('sql')) {
  describe(`texts of the graph (${store})`, () => {
    let server: TestServer
    let key: Integration
    before(async () => {
      server = await startServer(store)
      key = await Integration.of((await server.operator('alpine')).production, 'contact:read contact:write')
    })
    after(() => server.close())

    const named = async (wildcard: string): Promise<string[]> => {
      const query = 'query ($w: String) { contactList(wildcard: $w) { nodeList { name } } }'
      const { contactList } = await key.ask(query, { w: wildcard })
      return contactList.nodeList.map(({ name }: { name: string }) => name)
    }

    test('a name that was typed in two parts is stored as one letter, and found by either (threats row 146)', async () => {
      const literal = (name: string) =>
        `mutation { contactCreate(input: { kind: CLIENT, name: "${name}" }) { contact { name } } }`
      const created = [
        await key.change(CREATE, { input: { kind: 'CLIENT', name: TYPED } }),
        await key.change(literal(TYPED)),
        await key.change(literal('Andre\\u0301')),
      ]
      assert.deepEqual(
        created.map(({ contact }) => contact.name),
        [STORED, STORED, STORED],
      )
      assert.equal((await named(STORED)).length, 3)
      assert.equal((await named(TYPED)).length, 3)
      assert.equal((await named('?ndr?')).length, 3)
    })

    test('a name from before that is stored in two parts is found by either', async () => {
      await key.change(CREATE, { input: { kind: 'CLIENT', name: 'Zoe' } })
      await server.world.storage.writePlatform((tx) =>
        sql`update contact set name = ${'Zoe\u0308'} where name = 'Zoe'`.execute(tx.db),
      )
      assert.deepEqual(await named('Zo\u00eb'), ['Zoe\u0308'])
      assert.deepEqual(await named('zoe\u0308'), ['Zoe\u0308'])
    })
  })
}

describe('texts of forms', () => {
  let server: TestServer
  before(async () => {
    server = await startPortalServer('sqlite')
  })
  after(() => server.close())

  test('a company that was typed in two parts signs up as one', async () => {
    const scene = new PortalScene(server)
    await scene.signUp('andre@vektor.example', `${TYPED} GmbH`)
    const rows = await server.world.storage.platform.db.selectFrom('provider').select('name').execute()
    assert.deepEqual(
      rows.map(({ name }) => name),
      [`${STORED} GmbH`],
    )
  })
})
