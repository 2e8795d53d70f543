/** Texts come in one form, whatever keyboard typed them (ADR 95, threats row 146). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { nameSkeleton } from '../../src/domain/name-skeleton.ts'
import { inNormalForm } from '../../src/domain/normal-form.ts'
import { readPlace } from '../../src/domain/reference/uncoded-place.ts'
import { composed } from '../../src/domain/shown-text.ts'
import { Browser } from '../support/browser.ts'
import { GrantScene } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { Integration } from '../support/integration.ts'
import { PortalScene, startPortalServer } from '../support/portal-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const TYPED = 'Andre\u0301'
const STORED = 'Andr\u00e9'
const CREATE = 'mutation ($input: ContactInput!) { contactCreate(input: $input) { contact { name } } }'

/** Runs the job and tells the most marks on one letter, also by compatibility, that were given to be normalized. */
const mostMarksNormalized = async (job: () => unknown): Promise<number> => {
  const { normalize } = String.prototype
  let most = 0
  String.prototype.normalize = function (this: string, form?: string) {
    for (const [run] of this.matchAll(/[\p{M}\uff9e\uff9f]+/gu)) most = Math.max(most, run.length)
    return most > 1_000 ? this : normalize.call(this, form)
  }
  try {
    await job()
  } finally {
    String.prototype.normalize = normalize
  }
  return most
}

test('no form is made of a text with more than 30 marks on a letter, also by compatibility (threats row 411)', async () => {
  for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
    assert.equal(await mostMarksNormalized(() => inNormalForm(`a${'\u0301\u0323'.repeat(15)}`, form)), 30)
    for (const marks of ['\u0301\u0323', '\uff9e\u0323']) {
      const text = `\u00e9 a${marks.repeat(30_000)}`
      assert.equal(await mostMarksNormalized(() => assert.equal(inNormalForm(text, form), text)), 0)
    }
  }
})

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

describe('letters with thousands of marks', () => {
  const MARKED = `a${'\u0301\u0323'.repeat(4_000)}`
  let server: TestServer
  let scene: GrantScene
  before(async () => {
    server = await startServer('sqlite')
    scene = await GrantScene.open(server, 'alpine')
  })
  after(() => server.close())

  test('a password is refused without being normalized, at the door and in the console (threats row 411)', async () => {
    const visitor = new Browser(server.client, scene.at.origin)
    const most = await mostMarksNormalized(async () => {
      const page = await visitor.get('/sign-in/')
      const answer = await visitor.signIn(page, 'nobody@alpine.example', MARKED)
      assert.match(answer.body, /nobody@alpine.example/)
      const client = new ConsoleClient(server.client, scene.browser)
      const end = 'mutation ($p: String!) { accountSecondStepEnd(currentPassword: $p) { userErrorList { path } } }'
      assert.deepEqual(await client.refused('accountSecondStepEnd', end, { p: MARKED }), [
        { path: ['currentPassword'] },
      ])
    })
    assert.ok(most <= 30, `${most} marks`)
  })

  test('a heading of a file, a name and an address are read without being normalized (threats row 411)', async () => {
    const client = new ConsoleClient(server.client, scene.browser)
    const most = await mostMarksNormalized(async () => {
      const dryRun =
        'mutation ($text: String!) { recordsImport(kind: AIRCRAFT, text: $text, isDryRun: true) { userErrorList { code } } }'
      await client.ask(dryRun, { text: `registration,${MARKED}\nOE-FAB,${MARKED}\n` })
      assert.equal(nameSkeleton(`Vektor ${MARKED}`), nameSkeleton('Vektor a'))
      assert.equal(readPlace(`ZZZZ 4627N00717E ${MARKED.slice(0, 180)}`) === null, false)
    })
    assert.ok(most <= 30, `${most} marks`)
  })
})

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
