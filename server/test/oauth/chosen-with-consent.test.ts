/**
 * What is ticked on the consent page beside the scopes counts from the exchange of its code, together with the scopes
 * (ADR 223): an application that never exchanges it keeps what it had, and no combination that nobody allowed.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { HOST } from '../../src/services/audit-trail.ts'
import { setRoles } from '../../src/services/identity/administrators.ts'
import { type Browser, formTo } from '../support/browser.ts'
import {
  addPerson,
  authorizePath,
  exchangeFields,
  PASSWORD,
  returned,
  signedInBrowser,
  type TestApplication,
  type Tokens,
} from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { HandlingScene } from '../support/handling-scene.ts'
import type { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { MARKETPLACE, SalesScene } from '../support/sales-scene.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const LOG = `query ($action: String!) { auditEntryList(filter: { action: $action }) {
  nodeList { actorName subjectId detail } } }`

const codeWith = async (browser: Browser, path: string, ids: readonly string[]): Promise<string> => {
  const page = await browser.get(path)
  const ticked = Object.fromEntries(ids.map((id) => [`chosen-${id}`, 'yes']))
  const decided = await browser.submit(formTo(page.body, '/consent/'), {
    decision: 'allow',
    password: PASSWORD,
    ...ticked,
  })
  return returned(decided).get('code') ?? ''
}

const lastIn = async (admin: ConsoleClient, action: string): Promise<Data> => {
  const [entry] = (await admin.data(LOG, { action })).auditEntryList.nodeList
  return { ...entry, detail: JSON.parse(entry.detail) }
}

for (const store of storesFor('sql')) {
  describe(`the providers that are ticked with a consent (${store})`, () => {
    let server: TestServer
    let scene: HandlingScene
    let admin: ConsoleClient
    let by: Integration
    let application: TestApplication
    before(async () => {
      server = await startServer(store)
      scene = await HandlingScene.open(server)
      admin = new ConsoleClient(server.client, scene.scene.browser)
      const connected = await scene.application('RampReady', scene.goldair)
      by = connected.by
      application = connected.application
    })
    after(() => server.close())

    const both = () => [scene.goldair, scene.signature]
    const path = () => authorizePath(application, 'service:read')
    const held = async (): Promise<string[]> => {
      const query = 'query ($c: ID!) { addOn(clientId: $c) { providerContactList { contactId } } }'
      const { addOn } = await admin.data(query, { c: application.clientId })
      return (addOn?.providerContactList ?? []).map(({ contactId }: Data) => contactId).toSorted()
    }
    const set = (contactIds: readonly string[]) =>
      admin.done(
        'addOnProviderListSet',
        'mutation ($c: ID!, $l: [ID!]!) { addOnProviderListSet(clientId: $c, contactIdList: $l) { userErrorList { code message path } } }',
        { c: application.clientId, l: contactIds },
      )
    const exchanged = (code: string) => scene.scene.token(exchangeFields(application, code))
    const lastEntry = (action: string): Promise<Data> => lastIn(admin, action)

    test('count from the exchange, with the scopes: until then old tokens see whom they saw (threats row 437)', async () => {
      const { arrival } = await scene.turn()
      const other = await scene.asked({ flightId: arrival.flightId, providerContactId: scene.signature })
      assert.equal(await scene.read(by, other), null)
      const code = await codeWith(scene.scene.browser, path(), both())
      assert.equal(await scene.read(by, other), null, 'allowed, and not exchanged')
      assert.deepEqual(await held(), [scene.goldair])
      assert.equal((await exchanged(code)).json<Tokens>().scope, 'service:read')
      assert.deepEqual(await held(), both().toSorted())
      assert.equal((await scene.read(by, other)).status, 'REQUESTED')
      const { errors } = await by.body('{ documentList { nodeList { documentId } } }')
      assert.ok(errors, 'what the page said would end has ended')
      await set([scene.goldair])
    })

    test('count for nothing where the consent ends before the exchange: demoted, disconnected or too late', async () => {
      const olga = await addPerson(server, scene.scene.at, 'Olga', ['ADMIN'])
      const browser = await signedInBrowser(server, scene.scene.at, olga)
      const code = await codeWith(browser, path(), both())
      await setRoles(server.world.at(scene.scene.at.tenant), olga.email, ['OPS'], HOST)
      assert.equal((await exchanged(code)).json().error, 'invalid_grant')
      assert.deepEqual(await held(), [scene.goldair])
      const late = await codeWith(scene.scene.browser, path(), both())
      server.clock.advanceSeconds(601)
      assert.equal((await exchanged(late)).json().error, 'invalid_grant')
      assert.deepEqual(await held(), [scene.goldair])
      const fresh = await scene.application('Leaves', scene.goldair)
      const again = authorizePath(fresh.application, 'service:read')
      const open = await codeWith(scene.scene.browser, again, both())
      await admin.done(
        'addOnDisconnect',
        'mutation ($c: ID!) { addOnDisconnect(clientId: $c) { clientId userErrorList { code path } } }',
        {
          c: fresh.application.clientId,
        },
      )
      const refused = await scene.scene.token(exchangeFields(fresh.application, open))
      assert.equal(refused.json().error, 'invalid_grant')
    })

    test('give way to a list that was set in the panel after the consent, and to a later consent', async () => {
      await scene.scene.signInAgain()
      const code = await codeWith(scene.scene.browser, path(), both())
      await set([scene.signature])
      assert.equal((await exchanged(code)).status, 200)
      assert.deepEqual(await held(), [scene.signature])
      const early = await codeWith(scene.scene.browser, path(), both())
      server.clock.advanceSeconds(1)
      const later = await codeWith(scene.scene.browser, path(), [scene.goldair])
      for (const each of [later, early]) assert.equal((await exchanged(each)).status, 200)
      assert.deepEqual(await held(), [scene.goldair])
    })

    test('are in the audit log: named with the consent, and with before and after once they count (threats row 438)', async () => {
      await set([scene.goldair])
      const code = await codeWith(scene.scene.browser, path(), both())
      const allowed = await lastEntry('consent.allowed')
      assert.deepEqual(allowed.detail.chosen.toSorted(), both().toSorted())
      const before = await lastEntry('add-on.providers-set')
      assert.deepEqual(before.detail.after, [scene.goldair])
      await exchanged(code)
      const entry = await lastEntry('add-on.providers-set')
      assert.equal(entry.actorName, 'Anna Test')
      assert.equal(entry.subjectId, application.clientId)
      assert.deepEqual(entry.detail.before, [scene.goldair])
      assert.deepEqual(entry.detail.after.toSorted(), both().toSorted())
    })
  })

  describe(`the aircraft that are ticked with a consent (${store})`, () => {
    let server: TestServer
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    test('count from the exchange, and are in the audit log then (threats rows 437 and 438)', async () => {
      const sales = await SalesScene.open(server)
      const fleet = sales.fleet.aircraft.map(({ aircraftId }) => aircraftId)
      const { by, application } = await sales.connected('JetMatch', MARKETPLACE, fleet.slice(0, 1))
      const seen = async (): Promise<string[]> =>
        (await by.ask('{ aircraftList { nodeList { aircraftId } } }')).aircraftList.nodeList
          .map(({ aircraftId }: Data) => aircraftId)
          .toSorted()
      const code = await codeWith(sales.scene.browser, authorizePath(application, MARKETPLACE), fleet.slice(0, 2))
      assert.deepEqual(await seen(), fleet.slice(0, 1))
      assert.equal((await sales.scene.token(exchangeFields(application, code))).status, 200)
      assert.deepEqual(await seen(), fleet.slice(0, 2).toSorted())
      const admin = new ConsoleClient(server.client, sales.scene.browser)
      const { detail } = await lastIn(admin, 'add-on.aircraft-set')
      assert.deepEqual(detail.before, fleet.slice(0, 1))
      assert.deepEqual(detail.after.toSorted(), fleet.slice(0, 2).toSorted())
    })
  })
}
