/**
 * A consent page decides on what it showed (ADR 224): where the application, what it is allowed or what there is to choose
 * changed meanwhile, nothing is decided, and the page is shown again and says what changed (threats row 439).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { changeApplication } from '../../src/storage/providers/provider-applications.ts'
import { type Form, formTo } from '../support/browser.ts'
import {
  addApplication,
  addPerson,
  authorizePath,
  exchangeFields,
  GrantScene,
  obtainCode,
  returned,
  signedInBrowser,
  type TestApplication,
} from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { HandlingScene } from '../support/handling-scene.ts'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'
import { waitingConnections } from '../support/waiting-connections.ts'

after(stopOwnPostgres)

const BOTH = 'contact:read flight:read'
const DISCONNECT = 'mutation ($id: ID!) { addOnDisconnect(clientId: $id) { clientId userErrorList { code path } } }'
const NARROW = `mutation ($id: ID!) { addOnNarrow(clientId: $id, keepScopeList: ["contact:read"]) {
  addOn { clientId } userErrorList { code path } } }`

/** The form of the page that is shown again; `words` say what changed. */
const shownAgain = (answer: Answer, words: RegExp): Form => {
  assert.equal(answer.status, 409, answer.body.slice(0, 300))
  assert.equal(answer.headers.location, undefined)
  const [said = ''] = /Changed since you looked: [^.]*/.exec(answer.body) ?? []
  assert.match(said, words)
  return formTo(answer.body, '/consent/')
}

for (const store of storesFor('locks')) {
  describe(`a consent page that is no longer true (${store})`, () => {
    const testOnPostgres = store === 'postgres' ? test : () => {}
    let server: TestServer
    let scene: GrantScene
    let anna: ConsoleClient
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      anna = new ConsoleClient(server.client, scene.browser)
    })
    after(() => server.close())

    const eve = async () => signedInBrowser(server, scene.at, await person('Eve'))
    const people = new Map<string, Awaited<ReturnType<typeof addPerson>>>()
    const person = async (name: string) => {
      const known = people.get(name) ?? (await addPerson(server, scene.at, name, ['ADMIN']))
      people.set(name, known)
      return known
    }
    const connected = async (): Promise<TestApplication> => {
      const application = await addApplication(server, { name: `Skylog ${Math.random()}` })
      const code = await obtainCode(scene.browser, application, BOTH)
      assert.equal((await scene.token(exchangeFields(application, code))).status, 200)
      return application
    }
    const codes = async (): Promise<number> => {
      const { db } = server.world.storage.platform
      return (await db.selectFrom('authorization_code').select('hash').execute()).length
    }

    test('gives nothing back that another administrator has taken away meanwhile', async () => {
      for (const [taken, mutation] of [
        ['addOnDisconnect', DISCONNECT],
        ['addOnNarrow', NARROW],
      ] as const) {
        const application = await connected()
        const browser = await eve()
        const page = await browser.get(authorizePath(application, BOTH))
        assert.match(page.body, /Nothing new is asked for/)
        await anna.done(taken, mutation, { id: application.clientId })
        const before = await codes()
        const answer = await browser.submit(formTo(page.body, '/consent/'), { decision: 'allow' })
        const form = shownAgain(answer, /looked: what it is allowed already$/)
        assert.match(answer.body, /flight:read/)
        assert.doesNotMatch(answer.body, /Nothing new is asked for/)
        assert.equal(await codes(), before)
        assert.ok(
          returned(await browser.submit(form, { decision: 'allow' })).get('code'),
          'what is shown now is decided',
        )
      }
    })

    test('does not allow an application under another name, website or company than it showed', async () => {
      const change = (clientId: string, change: Parameters<typeof changeApplication>[2]) =>
        server.world.storage.writePlatform((tx) => changeApplication(tx, clientId, change))
      for (const [changed, words] of [
        [{ name: 'Other name' }, /its name$/],
        [{ website: 'https://other.example' }, /its website$/],
        [{ contact: 'Other GmbH, Zug' }, /who it is by$/],
      ] as const) {
        const application = await addApplication(server, { name: `Named ${Math.random()}` })
        const page = await scene.browser.get(authorizePath(application, 'contact:read'))
        await change(application.clientId, changed)
        const answer = await scene.browser.submit(formTo(page.body, '/consent/'), { decision: 'allow' })
        shownAgain(answer, words)
        assert.equal(
          returned(await scene.browser.submit(formTo(page.body, '/consent/'), { decision: 'cancel' })).get('error'),
          'access_denied',
          'Cancel needs nothing to be as it was',
        )
      }
    })

    test('a page without its digest, or with one that is too long, decides nothing', async () => {
      const page = await scene.browser.get(authorizePath(scene.application, 'contact:read'))
      const form = formTo(page.body, '/consent/')
      for (const seen of ['', 'x'.repeat(5000), '.'.repeat(900)]) {
        const answer = await scene.browser.submit(form, { decision: 'allow', seen })
        shownAgain(answer, /its name/)
      }
      assert.ok(returned(await scene.browser.submit(form, { decision: 'allow' })).get('code'))
    })

    testOnPostgres('waits for who is narrowing at that moment, and is shown again then', async () => {
      const application = await connected()
      const page = await scene.browser.get(authorizePath(application, BOTH))
      const holder = new pg.Client({ connectionString: server.config.databaseUrl ?? '' })
      await holder.connect()
      try {
        await holder.query('begin')
        await holder.query('update oauth_grant set scopes = $1 where client_id = $2', [
          'contact:read',
          application.clientId,
        ])
        const answer = scene.browser.submit(formTo(page.body, '/consent/'), { decision: 'allow' })
        await soon('the decision waits', async () => (await waitingConnections(holder)).length === 1)
        await holder.query('commit')
        shownAgain(await answer, /what it is allowed already/)
      } finally {
        await holder.end()
      }
    })

    testOnPostgres('a code that is being written while the application is disconnected ends with it', async () => {
      const application = await connected()
      const holder = new pg.Client({ connectionString: server.config.databaseUrl ?? '' })
      await holder.connect()
      try {
        await holder.query('begin')
        await holder.query('select 1 from application where client_id = $1 for share', [application.clientId])
        await holder.query(
          `insert into authorization_code (tenant_id, hash, client_id, redirect_uri, user_id, scopes, created_at, expires_at)
          select tenant_id, 'being-written', client_id, redirect_uri, user_id, scopes, created_at, expires_at
          from authorization_code where client_id = $1`,
          [application.clientId],
        )
        const done = anna.done('addOnDisconnect', DISCONNECT, { id: application.clientId })
        await soon('the disconnection waits', async () => (await waitingConnections(holder)).length === 1)
        await holder.query('commit')
        await done
        const { rows } = await holder.query(`select 1 from authorization_code where hash = 'being-written'`)
        assert.deepEqual(rows, [])
      } finally {
        await holder.end()
      }
    })
  })
}

test('a consent page is shown again where another administrator chose other providers, or a provider is called otherwise now', async () => {
  const server = await startServer('sqlite')
  try {
    const scene = await HandlingScene.open(server)
    const { application } = await scene.application('RampReady', scene.goldair)
    const admin = new ConsoleClient(server.client, scene.scene.browser)
    const { browser } = scene.scene
    const ticked = { decision: 'allow', [`chosen-${scene.signature}`]: 'yes' }
    const page = await browser.get(authorizePath(application, 'service:read'))
    const set = `mutation ($c: ID!, $l: [ID!]!) { addOnProviderListSet(clientId: $c, contactIdList: $l) {
      userErrorList { code message path } } }`
    await admin.done('addOnProviderListSet', set, { c: application.clientId, l: [scene.goldair, scene.signature] })
    const again = await browser.submit(formTo(page.body, '/consent/'), ticked)
    // Those that it answers for come first in the list.
    shownAgain(again, /for whom it answers/)
    assert.match(again.body, new RegExp(`chosen-${scene.signature}" value="yes" checked`))
    const { contact } = await scene.key.ask('query ($id: ID!) { contact(contactId: $id) { version } }', {
      id: scene.signature,
    })
    await scene.key.did(
      scene.key.change(
        `mutation ($id: ID!, $v: Int!) { contactUpdate(contactId: $id, input: { company: "Other" }, expectedVersion: $v) {
          userErrorList { code message path } } }`,
        { id: scene.signature, v: contact.version },
      ),
    )
    shownAgain(await browser.submit(formTo(again.body, '/consent/'), ticked), /what there is to choose from$/)
  } finally {
    await server.close()
  }
})
