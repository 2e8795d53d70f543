/** Importing a file in the console (data §4.11): dry run, errors by line, all or nothing, administrators only. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { GrantScene } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { STORES, startServer, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const IMPORT = `mutation ($kind: ImportKind!, $text: String!, $system: String, $isDryRun: Boolean!, $key: String) {
  recordsImport(kind: $kind, text: $text, system: $system, fileName: "fleet.csv", isDryRun: $isDryRun, idempotencyKey: $key) {
    report { isDryRun createdCount updatedCount unchangedCount lineCount columnList
      lineList { line cellList outcome } problemCount problemList { line field message } }
    userErrorList { code path message } } }`
const FLEET = '{ aircraftList { nodeList { registration createdBy { kind } } } }'
const AIRCRAFT = 'registration\tiCAO\tbase\tseatCount\nOE-FAB\tPC24\tLOWW\t8\nOE-FAC\tPC24\tVIE\t8\n'

for (const store of STORES) {
  describe(`import in the console (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    let admin: ConsoleClient
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      admin = new ConsoleClient(server.client, scene.browser)
    })
    after(() => server.close())

    const report = async (variables: object): Promise<Data> => {
      const given = { kind: 'AIRCRAFT', text: AIRCRAFT, isDryRun: true, ...variables }
      return (await admin.done('recordsImport', IMPORT, given)).report
    }
    const counts = ({ createdCount, updatedCount, unchangedCount }: Data) => [
      createdCount,
      updatedCount,
      unchangedCount,
    ]
    const fleet = async (): Promise<Data[]> => (await admin.data(FLEET)).aircraftList.nodeList

    test('a dry run tells what each line would do, and writes nothing', async () => {
      const dry = await report({})
      assert.deepEqual([dry.isDryRun, ...counts(dry), dry.lineCount], [true, 2, 0, 0, 2])
      assert.deepEqual(dry.columnList, ['registration', 'iCAO', 'base', 'seatCount'])
      assert.deepEqual(dry.lineList[0], { line: 2, cellList: ['OE-FAB', 'PC24', 'LOWW', '8'], outcome: 'CREATED' })
      assert.deepEqual(await fleet(), [])
    })

    test('one wrong line keeps the whole file out, and every problem is named by line and column', async () => {
      const text = `${AIRCRAFT}OE-FAD\tPC24\tNOWHERE\t8\nOE-FAE\tPC24\tLOWW\tmany\n`
      for (const isDryRun of [true, false]) {
        const wrong = await report({ text, isDryRun })
        assert.deepEqual(counts(wrong), [0, 0, 0])
        assert.deepEqual(
          wrong.problemList.map(({ line, field }: Data) => [line, field]),
          [
            [4, 'base'],
            [5, 'seatCount'],
          ],
        )
        assert.deepEqual(
          wrong.lineList.map(({ outcome }: Data) => outcome),
          ['CREATED', 'CREATED', null, null],
        )
      }
      assert.deepEqual(await fleet(), [])
    })

    test('a file with more lines than the console takes is refused with the number', async () => {
      const text = `registration\n${'OE-FAB\n'.repeat(1001)}`
      const [problem] = (await report({ text })).problemList
      assert.equal(problem.message, 'The file has 1001 lines: import at most 1000 at a time')
      const long = await admin.ask(IMPORT, { kind: 'AIRCRAFT', text: 'x'.repeat(1_100_000), isDryRun: true })
      assert.equal(long.status, 413)
    })

    test('an import writes all lines as the user, once under its key, and is in the audit log', async () => {
      const first = await report({ isDryRun: false, key: 'import-1' })
      assert.deepEqual([first.isDryRun, ...counts(first)], [false, 2, 0, 0])
      const again = await report({ isDryRun: false, key: 'import-1' })
      assert.deepEqual(counts(again), [2, 0, 0], 'the answer of the first')
      assert.deepEqual(
        (await fleet()).map(({ registration, createdBy }) => [registration, createdBy.kind]),
        [
          ['OE-FAB', 'USER'],
          ['OE-FAC', 'USER'],
        ],
      )
      const { auditEntryList } = await admin.data(
        '{ auditEntryList(filter: { action: "records.imported" }) { nodeList { actorName detail } } }',
      )
      assert.equal(auditEntryList.nodeList.length, 1, 'dry runs and repetitions are no entries')
      const detail = JSON.parse(auditEntryList.nodeList[0].detail)
      assert.deepEqual(detail, { kind: 'aircraft', file: 'fleet.csv', created: 2, updated: 0 })
    })

    test('crew, contacts and flights come in by the same door, and a known external id updates', async () => {
      const system = 'legacy'
      const files = {
        CREW: 'code,name,surname,positionList,base,externalId\ngru,Eva,Gruber,CPT FO,LOWW,c1\n',
        CONTACTS: 'kind;name;externalId\nPASSENGER;Ida;k1\n',
        FLIGHTS: 'registration,adep,ades,offBlock,kind,externalId\nOE-FAB,LOWW,LSZH,2027-06-01T08:00Z,CHARTER,f1\n',
      }
      for (const [kind, text] of Object.entries(files)) {
        assert.deepEqual(counts(await report({ kind, text, system, isDryRun: false })), [1, 0, 0], kind)
      }
      const moved = 'externalId,offBlock\nf1,2027-06-01T09:00Z\n'
      assert.deepEqual(counts(await report({ kind: 'FLIGHTS', text: moved, system, isDryRun: false })), [0, 1, 0])
    })

    test('neither another user nor a token with all its scopes can import, and no other site can', async () => {
      const pilot = await ConsoleClient.signIn(server, scene.at, scene.pilot)
      const variables = { kind: 'CONTACTS', text: 'kind,name\nCLIENT,Eve\n', isDryRun: false }
      assert.equal((await pilot.ask(IMPORT, variables)).status, 403)
      const key = await Integration.of(scene.at)
      const { errors } = await key.body(IMPORT, variables)
      assert.equal(errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE')
      const forged = await admin.ask(IMPORT, variables, { 'sec-fetch-site': 'same-site' })
      assert.equal(forged.status, 403)
      const { contactList } = await admin.data('{ contactList { nodeList { name } } }')
      assert.ok(!contactList.nodeList.some(({ name }: Data) => name === 'Eve'))
    })

    test('the columns of each kind are told', async () => {
      const { importColumnList } = await admin.data('{ importColumnList { kind columnList requiredList } }')
      assert.deepEqual(
        importColumnList.map(({ kind }: Data) => kind),
        ['AIRCRAFT', 'CREW', 'CONTACTS', 'FLIGHTS'],
      )
      for (const { columnList, requiredList } of importColumnList) {
        assert.ok(columnList.includes('externalId'))
        assert.ok(requiredList.every((name: string) => columnList.includes(name)))
      }
    })
  })
}
