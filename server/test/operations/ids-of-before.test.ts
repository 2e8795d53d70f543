/** External ids from before a system had one owner: which of them the operator still finds by (ADR 237). */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { sql } from 'kysely'
import { HOST } from '../../src/services/audit-trail.ts'
import { disconnectAddOn } from '../../src/services/oauth/add-ons.ts'
import { seeIdsOfBefore } from '../../src/services/operations/ids-of-before.ts'
import type { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { QuoteScene } from '../support/quote-scene.ts'
import { MARKETPLACE } from '../support/sales-scene.ts'
import { runCommand } from '../support/server-process.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

const ERRORS = 'userErrorList { code message path }'
const CREATE = `mutation ($input: ContactInput!) { contactCreate(input: $input) { contact { contactId version } ${ERRORS} } }`
const SET = `mutation ($id: ID!, $system: String!, $value: String) {
  externalIdSet(entity: CONTACT, entityId: $id, system: $system, value: $value) { externalIdList { system value } ${ERRORS} } }`

const id = (system: string, value: string) => ({ system, value })

for (const store of storesFor('sql')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`external ids of before (${store})`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'airside-ids-'))
    let server: TestServer
    let scene: QuoteScene
    let key: Integration
    before(async () => {
      server = await startServer(store)
      scene = await QuoteScene.open(server)
      key = scene.key
    })
    after(async () => {
      await server?.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const tenant = () => scene.sales.scene.at.tenant
    const run = (...args: string[]) => runCommand(args, server.place.environment)
    const contact = async (externalIdList: readonly object[]): Promise<string> =>
      (await key.did(key.change(CREATE, { input: { kind: 'CLIENT', name: 'Aero', externalIdList } }))).contact.contactId
    const found = async (by: Integration, externalId: object): Promise<string[]> => {
      const query = 'query ($id: ExternalIdInput!) { contactList(externalId: $id) { nodeList { contactId } } }'
      return (await by.ask(query, { id: externalId })).contactList.nodeList.map((each: Data) => each.contactId)
    }
    const shown = async (contactId: string): Promise<{ version: number; externalIdList: object[] }> =>
      (
        await key.ask('query ($id: ID!) { contact(contactId: $id) { version externalIdList { system value } } }', {
          id: contactId,
        })
      ).contact
    const plant = async (market: Integration, externalId: object): Promise<string> => {
      const buyer = { kind: 'CLIENT', name: 'Noor', surname: 'Haddad', externalIdList: [externalId] }
      const request = await scene.asked(market, { buyer })
      return (await scene.readRequest(key, request, 'buyer { contactId }')).buyer.contactId
    }
    /** As rows were written before: without a word of whether they were looked at. */
    const ownedAsBefore = (system: string, owner: string) =>
      server.world.storage.writePlatform(({ db }) =>
        sql`update external_id_system set client_id = ${owner}, stored_as = null, doubted = null
          where system = ${system}`.execute(db),
      )
    /** An id of the operator's, which it could give under a name that an application had claimed. */
    const giveAsBefore = (contactId: string, externalId: { system: string; value: string }) =>
      server.world.storage.writePlatform(async ({ db }) => {
        await sql`update contact set external_id_list = ${JSON.stringify([externalId])}
          where contact_id = ${contactId}`.execute(db)
        await sql`insert into external_id (tenant_id, kind, record_id, system, value)
          values (${tenant().tenantId}, 'contact', ${contactId}, ${externalId.system}, ${externalId.value})`.execute(db)
      })
    const look = async () => {
      while (await server.world.storage.writePlatform((tx) => seeIdsOfBefore(tx, server.world)));
    }

    testOnBoth(
      'an id that an application planted under a name that became the operator’s resolves for nobody until the operator sets it anew, and doctor names it (threats row 481)',
      async () => {
        const { by: market } = await scene.sales.connected('Planter', MARKETPLACE)
        const planted = await plant(market, id('erp', '1002'))
        const own = await contact([])
        await giveAsBefore(own, id('erp', '1001'))
        await ownedAsBefore('erp', 'operator')
        const before = await shown(planted)
        await look()
        assert.deepEqual(await found(key, id('erp', '1002')), [])
        assert.deepEqual(await found(key, id('erp', '1001')), [own], 'what the operator certainly wrote stays')
        assert.deepEqual(await shown(planted), before, 'the record shows what it showed')
        const aside = await run('doctor')
        assert.match(aside, /External ids.*alpine \(\w+\) erp: 1/)
        const { rows } = await sql<{ detail: string }>`select detail from audit_entry
          where action = 'external-ids.set-aside'`.execute(server.world.storage.platform.db)
        assert.deepEqual(
          rows.map(({ detail }) => JSON.parse(detail)),
          [{ count: 1 }],
        )

        const real = await contact([id('erp', '1002')])
        assert.deepEqual(await found(key, id('erp', '1002')), [real])
        const { externalIdList } = await key.did(key.change(SET, { id: planted, ...id('erp', '1003') }))
        assert.deepEqual(externalIdList, [id('erp', '1003')])
        assert.deepEqual(await found(key, id('erp', '1003')), [planted])
        assert.doesNotMatch(await run('doctor'), /External ids/)
      },
    )

    test('a name that a server of before let an application claim beside the operator’s ids becomes the operator’s again (threats row 483)', async () => {
      const { by: market, application } = await scene.sales.connected('Beside', MARKETPLACE)
      const own = await contact([])
      const planted = await plant(market, id('besides', '2'))
      await giveAsBefore(own, id('besides', '1'))
      await ownedAsBefore('besides', application.clientId)
      await look()
      assert.deepEqual(await found(key, id('besides', '1')), [own])
      assert.deepEqual(await found(key, id('besides', '2')), [])
      assert.notEqual(planted, own)
      await contact([id('besides', '3')])
    })

    testOnBoth(
      'a backup of before brings back neither a former owner of a name nor what it planted (threats row 482)',
      async () => {
        const { by: market, application } = await scene.sales.connected('Returner', MARKETPLACE)
        await plant(market, id('back', '2'))
        const own = await contact([])
        await giveAsBefore(own, id('back', '1'))
        await plant(market, id('later', '1'))
        for (const system of ['back', 'later']) await ownedAsBefore(system, application.clientId)
        const { operatorId, environment } = tenant()
        const file = join(folder, `${store}.airside`)
        await run('operator', 'export', operatorId, '--environment', environment, '--to', file, '--with-credentials')
        await look()
        await disconnectAddOn(server.world.at(tenant()), application.clientId, HOST)
        await contact([id('later', '7')])
        const reason = ['--reason', 'A wrong import', '--yes']
        await run('operator', 'restore', operatorId, '--environment', environment, '--from', file, ...reason)
        assert.deepEqual([await found(key, id('back', '1')), await found(key, id('back', '2'))], [[own], []])
        assert.deepEqual(await found(key, id('later', '1')), [])
        for (const system of ['back', 'later']) await contact([id(system, '9')])
        const { rows } = await sql<{ system: string }>`select system from external_id_system
        where client_id = ${application.clientId} or doubted is null`.execute(server.world.storage.platform.db)
        assert.deepEqual(rows, [])
      },
    )
  })
}
