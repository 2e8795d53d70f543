/** What an import added and others came to need stays when the import is undone (data §4.11). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { USED_BY } from '../../src/services/operations/import/undo-import.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { HandlingScene } from '../support/handling-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const IMPORT = `mutation ($kind: ImportKind!, $text: String!) { recordsImport(kind: $kind, text: $text, fileName: "x.csv", isDryRun: false) {
  report { importId problemList { field message } } userErrorList { code path message } } }`
const UNDO = `mutation ($importId: ID!) { recordsImportUndo(importId: $importId) {
  undone { removedCount keptCount keptList { reason } } userErrorList { code path } } }`

/** Of each foreign key: the table that is named, and the table and column that name it. */
const NAMING = {
  sqlite: `select f."table" || ' ' || m.name || ' ' || f."from" as use
    from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table' and f."from" <> 'tenant_id'`,
  postgres: `select t.relname || ' ' || c.relname || ' ' || a.attname as use from pg_constraint f
    join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (f.conkey)
    where f.contype = 'f' and a.attname <> 'tenant_id' and c.relnamespace = current_schema()::regnamespace`,
}

for (const store of storesFor('sql')) {
  describe(`an undone import whose records are used (${store})`, () => {
    let server: TestServer
    let scene: HandlingScene
    let admin: ConsoleClient
    before(async () => {
      server = await startServer(store)
      scene = await HandlingScene.open(server)
      admin = new ConsoleClient(server.client, scene.scene.browser)
    })
    after(() => server?.close())

    const imported = async (kind: string, text: string): Promise<string> => {
      const { report } = await admin.done('recordsImport', IMPORT, { kind, text })
      assert.deepEqual(report.problemList, [])
      return report.importId
    }
    const undone = async (importId: string): Promise<Data> =>
      (await admin.done('recordsImportUndo', UNDO, { importId })).undone
    const contactNamed = async (name: string): Promise<string> => {
      const { contactList } = await scene.key.ask('{ contactList { nodeList { contactId name } } }')
      return contactList.nodeList.find((each: Data) => each.name === name).contactId
    }
    const kept = { removedCount: 0, keptCount: 1, keptList: [{ reason: 'IN_USE' }] }

    test('a handler who is asked for a service, and one whom an application acts for, stay (threats row 485)', async () => {
      const asked = await imported('CONTACTS', 'kind,name\nHANDLER,Asked\n')
      const { arrival } = await scene.turn()
      await scene.asked({
        flightId: arrival.flightId,
        kind: 'FLIGHT_PLAN',
        providerContactId: await contactNamed('Asked'),
      })
      assert.deepEqual(await undone(asked), kept)
      const bound = await imported('CONTACTS', 'kind,name\nHANDLER,Bound\n')
      await scene.application('Acts', await contactNamed('Bound'))
      assert.deepEqual(await undone(bound), kept)
    })

    test('a flight that somebody is asked for a service on stays (threats row 485)', async () => {
      const { aircraftList } = await scene.key.ask('{ aircraftList { nodeList { aircraftId registration } } }')
      const { registration } = aircraftList.nodeList.find((each: Data) => each.aircraftId === scene.aircraftId())
      const importId = await imported(
        'FLIGHTS',
        `registration,adep,ades,offBlock,kind\n${registration},LSZH,LFPB,${scene.time(24 * 40)},CHARTER\n`,
      )
      const { flightList } = await scene.key.ask(
        'query ($in: IntervalInput!) { flightList(filter: { interval: $in }) { nodeList { flightId } } }',
        { in: { from: scene.time(24 * 40 - 1), to: scene.time(24 * 40 + 1) } },
      )
      const [{ flightId }] = flightList.nodeList
      await scene.asked({ flightId, kind: 'FLIGHT_PLAN' })
      assert.deepEqual(await undone(importId), kept)
    })

    test('whatever in the store names what a file can add is known to undoing', async () => {
      for (const [table, uses] of Object.entries(USED_BY)) {
        const { rows } = await sql<{ use: string }>`${sql.raw(NAMING[store])}`.execute(server.world.storage.platform.db)
        const naming = rows.flatMap(({ use }) => {
          const [named, ...by] = use.split(' ')
          return named === table ? [by.join(' ')] : []
        })
        assert.ok(naming.length > 0)
        const known: readonly string[] = uses.map((use) => use.join(' '))
        assert.deepEqual(
          naming.filter((use) => !known.includes(use)),
          [],
          table,
        )
      }
    })
  })
}
