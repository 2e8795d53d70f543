/** Importing a file in the console (data §4.11): dry run, errors by line, all or nothing, administrators only. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, describe } from 'node:test'
import pg from 'pg'
import { MAX_IMPORT_ADDITIONS, MAX_IMPORT_COLUMNS, MAX_IMPORTS_PER_HOUR } from '../../src/domain/limits.ts'
import { secretHash } from '../../src/domain/secret.ts'
import { lockAllowance, writeAllowance } from '../../src/storage/identity/allowances.ts'
import { countMore } from '../../src/storage/operations/import/imports.ts'
import { GrantScene } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'
import { waitingConnections } from '../support/waiting-connections.ts'

after(stopOwnPostgres)

const IMPORT = `mutation ($kind: ImportKind!, $text: String!, $system: String, $isDryRun: Boolean!, $key: String,
  $choices: [ImportColumnChoice!], $leavesOut: Boolean, $leftOut: [Int!], $importId: ID) {
  recordsImport(kind: $kind, text: $text, system: $system, fileName: "fleet.csv", isDryRun: $isDryRun, idempotencyKey: $key
    columnChoiceList: $choices, isUnknownLeftOut: $leavesOut, leftOutLineList: $leftOut, importId: $importId) {
    report { isDryRun isRepetition createdCount updatedCount unchangedCount lineCount columnList importId
      fileColumnList { heading column sampleList }
      lineList { line cellList outcome } problemCount problemList { line field message } }
    userErrorList { code path message } } }`
const UNDO = `mutation ($importId: ID!, $key: String) { recordsImportUndo(importId: $importId, idempotencyKey: $key) {
  undone { removedCount updatedCount keptCount keptList { name reason } } userErrorList { code path } } }`
const IMPORTS = `query ($page: PageInput) { importList(page: $page) {
  nodeList { importId kind fileName at canBeUndoneUntil undoneAt createdCount updatedCount by { kind person { name } } }
  pageInfo { endCursor hasMore } } }`
const FLEET = '{ aircraftList { nodeList { registration createdBy { kind } } } }'
const AIRCRAFT = 'registration\tiCAO\tbase\tseatCount\nOE-FAB\tPC24\tLOWW\t8\nOE-FAC\tPC24\tVIE\t8\n'

for (const store of storesFor('locks')) {
  const { test, testOnBoth } = testsOn(store)
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
      const text = `registration\n${'OE-FAB\n'.repeat(251)}`
      const [problem] = (await report({ text })).problemList
      assert.equal(problem.message, 'The file has more than 250 lines: import at most so many at a time')
      const long = await admin.ask(IMPORT, { kind: 'AIRCRAFT', text: 'x'.repeat(1_100_000), isDryRun: true })
      assert.equal(long.status, 413)
    })

    test('a file with more columns than any kind could have is refused before its headings are read', async () => {
      const headings = Array.from({ length: MAX_IMPORT_COLUMNS + 1 }, (_, place) => `column ${place}`)
      const { problemList, fileColumnList } = await report({ text: `${headings.join(',')}\n` })
      assert.deepEqual(problemList, [
        { line: 1, field: null, message: 'There are more than 200 values: leave out columns that are not needed' },
      ])
      assert.deepEqual(fileColumnList, [])
    })

    test('an import costs by its lines and their kind, in a dry run too (threats row 461)', async () => {
      const costOf = async (text: string, kind = 'AIRCRAFT'): Promise<number> => {
        server.clock.advanceSeconds(20)
        const answer = await admin.ask(IMPORT, { kind, text, isDryRun: true })
        return answer.json<Data>().extensions.cost.requested
      }
      const header = 'registration\tiCAO\tbase\tseatCount'
      const without = await costOf(header)
      assert.equal((await costOf(AIRCRAFT)) - without, 2 * 6)
      assert.equal((await costOf(`${header}\r\n${'OE-FAB\tPC24\tLOWW\t8\r\n'.repeat(200)}`)) - without, 200 * 6)
      assert.equal((await costOf('\n'.repeat(50_000))) - without, 0, 'nothing is read of it')
      assert.equal((await costOf(`${header}${'\nx'.repeat(50_000)}`)) - without, 250 * 6, 'no more than would be read')
      const ofKind: Record<string, number> = {}
      for (const kind of ['AIRCRAFT', 'CREW', 'QUALIFICATIONS', 'CONTACTS', 'FLIGHTS', 'FLIGHT_CREW', 'DUTIES']) {
        ofKind[kind] = (await costOf(`${header}${'\nx'.repeat(10)}`, kind)) - without
      }
      assert.deepEqual(ofKind, {
        AIRCRAFT: 60,
        CREW: 50,
        QUALIFICATIONS: 100,
        CONTACTS: 30,
        FLIGHTS: 200,
        FLIGHT_CREW: 140,
        DUTIES: 160,
      })
    })

    test('an import that the bucket cannot pay is refused before any line is looked at (threats row 461)', async () => {
      const marsh = await GrantScene.open(server, 'marsh')
      const planner = new ConsoleClient(server.client, marsh.browser)
      const text = `registration${'\nHB-XYZ'.repeat(250)}`
      const statuses = []
      server.clock.standStill()
      for (let at = 0; at < 6; at++)
        statuses.push((await planner.ask(IMPORT, { kind: 'FLIGHTS', text, isDryRun: true })).status)
      server.clock.moveOn()
      assert.equal(statuses[0], 200)
      assert.equal(statuses.at(-1), 429)
    })

    test('the rows that lines look through are charged where they cost more than the lines (threats row 419)', async () => {
      const crew = 'code,name,surname,positionList,base\nQ01,Ada,Berg,CPT,LOWW\n'
      const moor = await GrantScene.open(server, 'moor')
      const planner = new ConsoleClient(server.client, moor.browser)
      await planner.done('recordsImport', IMPORT, { kind: 'CREW', text: crew, isDryRun: false })
      const papers = (lines: number, called: string) => {
        const paper = (_: unknown, number: number) => `Q01,OTHER,${called} ${number},2020-01-01\n`
        return `crewCode,kind,label,validFrom\n${Array.from({ length: lines }, paper).join('')}`
      }
      await planner.done('recordsImport', IMPORT, { kind: 'QUALIFICATIONS', text: papers(200, 'Old'), isDryRun: false })
      const searchedBy = async (lines: number): Promise<number> => {
        const text = papers(lines, 'New')
        const answer = (await planner.ask(IMPORT, { kind: 'QUALIFICATIONS', text, isDryRun: true })).json<Data>()
        assert.equal(answer.data.recordsImport.report.createdCount, lines, JSON.stringify(answer))
        return answer.extensions.cost.searched ?? 0
      }
      const [one, many] = [await searchedBy(1), await searchedBy(200)]
      assert.ok(many > one + 500, `${many} for 200 lines, ${one} for one`)
    })

    testOnBoth('another operator writes while a long import goes on, dry or not (threats row 424)', async () => {
      const heath = await GrantScene.open(server, 'heath')
      const planner = new ConsoleClient(server.client, heath.browser)
      const crew = 'code,name,surname,positionList,base\nQ01,Ada,Berg,CPT,LOWW\n'
      await planner.done('recordsImport', IMPORT, { kind: 'CREW', text: crew, isDryRun: false })
      const hour = (number: number) => `${new Date(Date.UTC(2027, 0, 4, number)).toISOString().slice(0, 16)}Z`
      const duty = (_: unknown, number: number) => `Q01,OFFICE,${hour(number)},${hour(number + 1)}\n`
      const text = `crewCode,kind,startAt,endAt\n${Array.from({ length: 250 }, duty).join('')}`
      const alpine = scene.at.tenant.tenantId
      for (const isDryRun of [true, false]) {
        let isDone = false
        const written = Promise.withResolvers<boolean>()
        const onStatement = (sent: unknown): void => {
          if (!String(sent).startsWith('insert into duty')) return
          unsubscribe('airside:statement', onStatement)
          const write = server.world.storage.writeTenant(alpine, (tx) => tx.now())
          written.resolve(write.then(() => !isDone))
        }
        subscribe('airside:statement', onStatement)
        const { report: done } = await planner.done('recordsImport', IMPORT, { kind: 'DUTIES', text, isDryRun })
        isDone = true
        assert.deepEqual([done.createdCount, done.problemCount, await written.promise], [250, 0, true], `${isDryRun}`)
      }
    })

    testOnBoth(
      'imports and undos of an operator in an hour are counted in the store, repetitions are not, and a refusal says until when',
      async () => {
        const meadow = await GrantScene.open(server, 'meadow')
        const console = new ConsoleClient(server.client, meadow.browser)
        const { tenantId } = meadow.at.tenant
        const other = Array.from({ length: MAX_IMPORTS_PER_HOUR - 2 }, () => server.clock.now())
        await server.world.storage.writeTenant(tenantId, async (tx) => {
          const subject = secretHash(`imports of ${tenantId}`)
          await lockAllowance(tx, subject)
          await writeAllowance(tx, subject, other)
        })
        const dry = { kind: 'AIRCRAFT', text: AIRCRAFT, isDryRun: true }
        const write = { kind: 'CONTACTS', text: 'kind,name\nCLIENT,Ida\n', isDryRun: false, key: 'lost answer' }
        const { importId } = (await console.done('recordsImport', IMPORT, write)).report
        await console.done('recordsImport', IMPORT, dry)
        const [refused] = await console.refused('recordsImport', IMPORT, dry)
        assert.equal(refused?.code, 'LIMIT_EXCEEDED')
        assert.match(JSON.stringify(refused), /At most 300 imports an hour.*: wait until \d/)
        assert.equal((await report({})).createdCount, 2, 'another operator has its own')
        const again = (await console.done('recordsImport', IMPORT, write)).report
        assert.deepEqual([again.isRepetition, again.importId], [true, importId], 'a repetition is answered for nothing')
        const [undoing] = await console.refused('recordsImportUndo', UNDO, { importId })
        assert.equal(undoing?.code, 'LIMIT_EXCEEDED')
        server.clock.advanceSeconds(3600)
        await console.done('recordsImport', IMPORT, dry)
      },
    )

    testOnBoth('an import writes all lines as the user, once under its key, and is in the audit log', async () => {
      const first = await report({ isDryRun: false, key: 'import-1' })
      assert.deepEqual([first.isDryRun, ...counts(first)], [false, 2, 0, 0])
      const again = await report({ isDryRun: false, key: 'import-1' })
      assert.deepEqual(
        again.lineList.map(({ outcome }: Data) => outcome),
        ['CREATED', 'CREATED'],
      )
      assert.deepEqual(
        [first.isRepetition, again],
        [false, { ...first, isRepetition: true }],
        'the answer of the first',
      )
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

    testOnBoth('crew, contacts and flights come in by the same door, and a known external id updates', async () => {
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

    const columnsOf = ({ fileColumnList }: Data): [string, string | null][] =>
      fileColumnList.map(({ heading, column }: Data) => [heading, column])

    test('headings are found in English, German, French and Italian, and by what the other headings leave', async () => {
      const german = 'Kürzel;Vorname;Name;Funktion;Basis;Geburtsdatum\nhub;Beat;Huber;CPT;LOWW;1980-02-01\n'
      const dry = await report({ kind: 'CREW', text: german })
      assert.deepEqual(counts(dry), [1, 0, 0])
      assert.deepEqual(columnsOf(dry), [
        ['Kürzel', 'code'],
        ['Vorname', 'name'],
        ['Name', 'surname'],
        ['Funktion', 'positionList'],
        ['Basis', 'base'],
        ['Geburtsdatum', 'dateOfBirth'],
      ])
      const found = async (kind: string, header: string) =>
        columnsOf(await report({ kind, text: `${header}\n` })).map(([, column]) => column)
      const flight = ['flightNo', 'adep', 'ades', 'offBlock', 'registration', 'paxCount']
      assert.deepEqual(await found('FLIGHTS', 'Flug,Von,Nach,Abflug (UTC),Flugzeug,PAX'), flight)
      assert.deepEqual(await found('FLIGHTS', 'Vol,De,À,Heure de départ,Avion,Passagers'), flight)
      assert.deepEqual(await found('FLIGHTS', 'Volo,Da,Destinazione'), flight.slice(0, 3))
      assert.deepEqual(await found('FLIGHTS', 'Flight,Departure,Arrival,Aircraft'), [
        'flightNo',
        'adep',
        'ades',
        'registration',
      ])
      assert.deepEqual(await found('AIRCRAFT', 'Kennzeichen,Typ,Heimatflughafen,Sitzplaetze,MTOW (kg)'), [
        'registration',
        'iCAO',
        'base',
        'seatCount',
        'mtowKg',
      ])
    })

    test('a heading that means nothing here is refused, left out on request, or read as what was chosen', async () => {
      const text = 'registration,iCAO,base,seatCount,Bemerkung zur Kabine\nOE-FAM,PC24,LOWW,8,leather\n'
      const [problem] = (await report({ text })).problemList
      assert.match(problem.message, /There is no column "Bemerkung zur Kabine"/)
      const without = await report({ text, leavesOut: true })
      assert.deepEqual(without.fileColumnList[4], {
        heading: 'Bemerkung zur Kabine',
        column: null,
        sampleList: ['leather'],
      })
      assert.deepEqual(
        [counts(without), without.lineList[0].cellList],
        [
          [1, 0, 0],
          ['OE-FAM', 'PC24', 'LOWW', '8'],
        ],
      )
      const chosen = await report({ text, choices: [{ place: 5, column: 'cabinNote' }] })
      assert.equal(chosen.columnList[4], 'cabinNote')
      const twice = await report({ text, choices: [{ place: 5, column: 'base' }] })
      assert.deepEqual(
        twice.problemList.map(({ field }: Data) => field),
        ['base'],
      )
      const refused = await admin.refused('recordsImport', IMPORT, {
        kind: 'AIRCRAFT',
        text,
        isDryRun: true,
        choices: [{ place: 5, column: 'curtains' }],
      })
      assert.deepEqual(refused[0]?.path, ['columnChoiceList', '0', 'column'])
    })

    test('choices of columns that the file does not have, or two of one column, are problems that say so', async () => {
      const choices = [0, 6, 5, 5].map((place) => ({ place, column: 'cabinNote' }))
      const text = 'registration,iCAO,base,seatCount,Bemerkung\nOE-FAM,PC24,LOWW,8,leather\n'
      const { problemList, fileColumnList } = await report({ text, choices })
      assert.deepEqual(problemList, [
        { line: 1, field: 'cabinNote', message: 'A field was chosen for column 0: the file has columns 1 to 5' },
        { line: 1, field: 'cabinNote', message: 'A field was chosen for column 6: the file has columns 1 to 5' },
        { line: 1, field: 'cabinNote', message: 'A field was chosen for column 5 twice: choose one' },
      ])
      assert.equal(fileColumnList.length, 5, 'so that others can be chosen')
      const many = Array.from({ length: MAX_IMPORT_COLUMNS + 1 }, (_, index) => ({ place: index + 1 }))
      const [refusal] = await admin.refused('recordsImport', IMPORT, {
        kind: 'AIRCRAFT',
        text,
        isDryRun: true,
        choices: many,
      })
      assert.deepEqual(refusal?.path, ['columnChoiceList'])
    })

    test('lines that are left out are neither checked nor written, and have to be lines of the file', async () => {
      const text = 'registration,iCAO,base,seatCount\nOE-FAX,PC24,LOWW,8\nOE-FAY,PC24,NOWHERE,8\nOE-FAZ,PC24,LOWW,8\n'
      const dry = await report({ text, leftOut: [3] })
      assert.deepEqual([counts(dry), dry.lineCount, dry.problemCount], [[2, 0, 0], 2, 0])
      assert.equal((await report({ text, leftOut: [2, 3, 4] })).lineCount, 0)
      const { problemList } = await report({ text, leftOut: [1, 3, 5] })
      assert.deepEqual(
        problemList,
        [1, 5].map((line) => ({
          line,
          field: null,
          message: `Line ${line} cannot be left out: no row below the first line begins there`,
        })),
      )
      const leftOut = Array.from({ length: 251 }, () => 3)
      const [refusal] = await admin.refused('recordsImport', IMPORT, {
        kind: 'AIRCRAFT',
        text,
        isDryRun: true,
        leftOut,
      })
      assert.deepEqual(refusal?.path, ['leftOutLineList'])
    })

    const undo = async (importId: string, key = `undo ${importId}`): Promise<Data> =>
      (await admin.done('recordsImportUndo', UNDO, { importId, key })).undone
    const imports = async (): Promise<Data[]> => (await admin.data(IMPORTS)).importList.nodeList

    test('an import is undone as far as nobody changed or used what it added, and the answer names what stays', async () => {
      const text = 'registration,iCAO,base,seatCount\nOE-FBA,PC24,LOWW,8\nOE-FBB,PC24,LOWW,8\nOE-FBC,PC24,LOWW,8\n'
      const { importId } = await report({ text, isDryRun: false })
      const { aircraftList } = await admin.data(
        '{ aircraftList(filter: { registration: "OE-FBB" }) { nodeList { aircraftId version } } }',
      )
      const [{ aircraftId, version }] = aircraftList.nodeList
      await admin.done(
        'aircraftUpdate',
        `mutation ($aircraftId: ID!, $version: Int!) { aircraftUpdate(input: { aircraftId: $aircraftId, cabinNote: "new" }
          expectedVersion: $version) { userErrorList { code } } }`,
        { aircraftId, version },
      )
      const flight = 'registration,adep,ades,offBlock,kind\nOE-FBC,LOWW,LSZH,2027-07-01T08:00Z,CHARTER\n'
      const flown = await report({ kind: 'FLIGHTS', text: flight, isDryRun: false })
      const undone = await undo(importId)
      assert.deepEqual([undone.removedCount, undone.keptCount], [1, 2])
      assert.deepEqual(undone.keptList.map(({ name, reason }: Data) => `${name} ${reason}`).sort(), [
        'OE-FBB CHANGED',
        'OE-FBC IN_USE',
      ])
      assert.deepEqual(await undo(importId), undone, 'a repetition is told the same')
      const [again] = await admin.refused('recordsImportUndo', UNDO, { importId, key: 'once more' })
      assert.deepEqual(again, { code: 'LOCKED', path: ['importId'] })
      const left = (await fleet()).map(({ registration }) => registration)
      assert.deepEqual(
        left.filter((name) => name.startsWith('OE-FB')),
        ['OE-FBB', 'OE-FBC'],
      )
      const [last, first] = await imports()
      assert.deepEqual(
        [last.importId, last.undoneAt, last.createdCount, last.by.kind],
        [flown.importId, null, 1, 'USER'],
      )
      assert.notEqual(first.undoneAt, null)
      const pageAfter = async (after: string | null): Promise<Data> =>
        (await admin.data(IMPORTS, { page: { first: 1, after } })).importList
      const latest = await pageAfter(null)
      const older = await pageAfter(latest.pageInfo.endCursor)
      assert.deepEqual(
        [latest.nodeList, latest.pageInfo.hasMore, older.nodeList],
        [[last], true, [first]],
        'in pages, one that was undone too',
      )
      const entries = await admin.data(
        '{ auditEntryList(filter: { action: "records.import-undone" }) { nodeList { detail } } }',
      )
      assert.deepEqual(
        entries.auditEntryList.nodeList.map(({ detail }: Data) => JSON.parse(detail)),
        [{ kind: 'aircraft', file: 'fleet.csv', removed: 1, kept: 2 }],
      )
    })

    test('undone flights free their time and no longer put others at risk; the feed tells of each', async () => {
      const header = 'registration,adep,ades,offBlock,kind,status\n'
      const lineOf = (route: string, at: string) => `OE-FAC,${route},2027-08-01T${at}:00Z,CHARTER,CONFIRMED\n`
      const own = `${header}${lineOf('LOWW,LSZH', '08:00')}${lineOf('LSZH,LOWW', '20:00')}`
      await report({ kind: 'FLIGHTS', text: own, isDryRun: false })
      const first = `${header}${lineOf('LSZH,EGLF', '12:00')}`
      const { importId } = await report({ kind: 'FLIGHTS', text: first, isDryRun: false })
      const next = `${header}${lineOf('EGLF,LFPB', '16:00')}`
      const more = await report({ kind: 'FLIGHTS', text: next, isDryRun: false, importId })
      assert.equal(more.importId, importId, 'the next part joins the import of the first')
      const window = 'filter: { interval: { from: "2027-08-01T00:00:00Z", to: "2027-08-02T00:00:00Z" } }'
      const day = async (): Promise<[string, boolean][]> => {
        const { flightList } = await admin.data(`{ flightList(${window}) { nodeList { adep { iCAO } isAtRisk } } }`)
        return flightList.nodeList.map(({ adep, isAtRisk }: Data) => [adep.iCAO, isAtRisk])
      }
      assert.deepEqual(await day(), [
        ['LOWW', false],
        ['LSZH', false],
        ['EGLF', false],
        ['LSZH', true],
      ])
      const cursor = (await admin.data('{ changeList(from: NOW) { pageInfo { endCursor } } }')).changeList.pageInfo
        .endCursor
      const undone = await undo(importId)
      assert.deepEqual([undone.removedCount, undone.keptCount], [2, 0])
      assert.deepEqual(await day(), [
        ['LOWW', false],
        ['LSZH', false],
      ])
      const { changeList } = await admin.data(
        `query ($cursor: String) { changeList(after: $cursor) { nodeList { entity kind } } }`,
        { cursor },
      )
      assert.equal(changeList.nodeList.filter(({ kind }: Data) => kind === 'DELETED').length, 2)
      assert.deepEqual(counts(await report({ kind: 'FLIGHTS', text: first, isDryRun: true })), [1, 0, 0])
    })

    const flightsOn = async (day: string): Promise<Data[]> => {
      const interval = { from: `${day}T00:00:00Z`, to: `${day}T23:59:00Z` }
      const query = `query ($interval: IntervalInput) { flightList(filter: { interval: $interval }) {
        nodeList { flightId version flightNo aircraft { aircraftId } legNumber riskReasonList } } }`
      return (await admin.data(query, { interval })).flightList.nodeList
    }
    const importFlights = (day: string, legs: readonly string[], tripId = ''): Promise<Data> => {
      const lines = legs.map((leg) => `OE-FAC,${leg.replace('T', `${day}T`)}:00Z,CHARTER,CONFIRMED,${tripId}\n`)
      const text = `registration,adep,ades,offBlock,kind,status,tripId\n${lines.join('')}`
      return report({ kind: 'FLIGHTS', text, isDryRun: false })
    }

    test('an undo removes a flight whose risk and leg number alone were changed by another flight, and keeps one that somebody changed', async () => {
      const day = '2027-09-01'
      const { trip } = await admin.done(
        'tripCreate',
        'mutation { tripCreate(input: {}) { trip { tripId } userErrorList { code } } }',
      )
      const { importId } = await importFlights(day, ['LOWW,LSZH,T08:00', 'LSZH,LOWW,T20:00'], trip.tripId)
      const [morning, evening] = await flightsOn(day)
      const byHand = { adep: 'LSZH', ades: 'EGLF', kind: 'CHARTER', status: 'CONFIRMED', offBlock: `${day}T12:00:00Z` }
      await admin.done(
        'flightCreate',
        'mutation ($input: FlightCreateInput!) { flightCreate(input: $input) { userErrorList { code } } }',
        { input: { ...byHand, aircraftId: evening.aircraft.aircraftId, tripId: trip.tripId } },
      )
      const atRisk = (await flightsOn(day)).find(({ flightId }) => flightId === evening.flightId)
      assert.deepEqual([atRisk?.version, atRisk?.legNumber, atRisk?.riskReasonList], [2, 3, ['POSITION_GAP']])
      await admin.done(
        'flightUpdate',
        `mutation ($input: FlightUpdateInput!) { flightUpdate(input: $input, expectedVersion: 1) {
          userErrorList { code } } }`,
        { input: { flightId: morning.flightId, opsNote: 'by hand' } },
      )
      const undone = await undo(importId)
      assert.deepEqual([undone.removedCount, undone.keptList], [1, [{ name: morning.flightNo, reason: 'CHANGED' }]])
    })

    const skip = store === 'sqlite' ? 'one transaction writes at a time' : false
    testOnBoth('an undo of flights locks their crew before their aircraft', { skip }, async () => {
      const day = '2027-10-01'
      const { importId } = await importFlights(day, ['LOWW,LSZH,T08:00'])
      const [flight] = await flightsOn(day)
      const { crewMemberList } = await admin.data('{ crewMemberList { nodeList { crewMemberId } } }')
      const crewList = [{ crewMemberId: crewMemberList.nodeList[0].crewMemberId, position: 'CPT' }]
      await admin.done(
        'flightCrewSet',
        `mutation ($flightId: ID!, $crewList: [CrewAssignInput!]!) { flightCrewSet(flightId: $flightId, crewList: $crewList
          expectedVersion: 1) { userErrorList { code } } }`,
        { flightId: flight.flightId, crewList },
      )
      const holder = new pg.Client({ connectionString: server.config.databaseUrl ?? '' })
      await holder.connect()
      try {
        await holder.query('begin; lock table crew_member in exclusive mode')
        let isDone = false
        const undone = undo(importId).finally(() => {
          isDone = true
        })
        await soon('the undo waits for the crew', async () => isDone || (await waitingConnections(holder)).length === 1)
        assert.equal(isDone, false, 'it did not wait for the crew')
        await holder.query('lock table aircraft in exclusive mode nowait')
        await holder.query('rollback')
        assert.deepEqual((await undone).keptList, [{ name: flight.flightNo, reason: 'CHANGED' }])
      } finally {
        await holder.end()
      }
    })

    test('an undo that keeps many records counts all, and tells and stores the first hundred', async () => {
      server.clock.advanceSeconds(60)
      const numbers = Array.from({ length: 101 }, (_, index) => index)
      const contacts = (name: string) =>
        `kind,name,externalId\n${numbers.map((number) => `CLIENT,${name},kept ${number}\n`).join('')}`
      const file = { kind: 'CONTACTS', system: 'crm', isDryRun: false }
      const { importId } = await report({ ...file, text: contacts('Ada') })
      assert.deepEqual(counts(await report({ ...file, text: contacts('Bea') })), [0, 101, 0])
      const undone = await undo(importId, 'keeps many')
      assert.deepEqual([undone.removedCount, undone.keptCount, undone.keptList.length], [0, 101, 100])
      const { db } = server.world.storage.tenant(scene.at.tenant.tenantId)
      const stored = db.selectFrom('idempotency').select('outcome').where('key', '=', 'keeps many')
      assert.equal(JSON.parse((await stored.executeTakeFirstOrThrow()).outcome).kept.length, 100)
      assert.deepEqual(await undo(importId, 'keeps many'), undone, 'a repetition is told the same')
    })

    test('a part that takes an import past ten thousand additions is refused, and says to begin a new import', async () => {
      const part = { kind: 'CONTACTS', text: 'kind,name\nCLIENT,Cleo\n', isDryRun: false }
      const { importId } = await report(part)
      const more = { importId, createdCount: MAX_IMPORT_ADDITIONS - 2, updatedCount: 0 }
      await server.world.storage.writeTenant(scene.at.tenant.tenantId, (tx) => countMore(tx, more))
      assert.equal((await report({ ...part, importId })).createdCount, 1, 'the ten-thousandth')
      const [refusal] = await admin.refused('recordsImport', IMPORT, { ...part, importId })
      assert.deepEqual(refusal, {
        code: 'LIMIT_EXCEEDED',
        path: ['importId'],
        message: 'One import adds at most 10000 records, and this part would make it 10001: begin a new import',
      })
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

    test('the console lists the columns of each kind of import', async () => {
      const { importColumnList } = await admin.data('{ importColumnList { kind columnList requiredList } }')
      assert.deepEqual(
        importColumnList.map(({ kind }: Data) => kind),
        ['AIRCRAFT', 'CREW', 'QUALIFICATIONS', 'CONTACTS', 'FLIGHTS', 'FLIGHT_CREW', 'DUTIES'],
      )
      for (const { columnList, requiredList } of importColumnList) {
        assert.ok(columnList.includes('externalId'))
        assert.ok(requiredList.every((name: string) => columnList.includes(name)))
      }
    })

    test('a part joins neither an import of another kind nor one that was undone, and a day later nothing is undone', async () => {
      const text = 'kind,name\nCLIENT,Eva\n'
      const { importId } = await report({ kind: 'CONTACTS', text, isDryRun: false })
      const other = {
        kind: 'AIRCRAFT',
        text: 'registration,iCAO,base,seatCount\nOE-FCA,PC24,LOWW,8\n',
        isDryRun: false,
        importId,
      }
      const [refusal] = await admin.refused('recordsImport', IMPORT, other)
      assert.deepEqual(refusal?.path, ['importId'])
      const pilot = await ConsoleClient.signIn(server, scene.at, scene.pilot)
      assert.equal((await pilot.ask(UNDO, { importId })).status, 403)
      server.clock.advanceSeconds(24 * 3600)
      admin = await ConsoleClient.signIn(server, scene.at, scene.admin)
      const [late] = await admin.refused('recordsImportUndo', UNDO, { importId })
      assert.deepEqual(late, { code: 'LOCKED', path: ['importId'] })
      assert.deepEqual(await imports(), [])
    })
  })
}
