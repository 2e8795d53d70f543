/** Files of crew, their papers and duties, and of who flies (data §4.11, data row A14): found by code, all that is wrong at once, undone. */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { GrantScene } from '../support/code-grant.ts'
import { ConsoleClient, type Data } from '../support/console-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const IMPORT = `mutation ($kind: ImportKind!, $text: String!, $system: String, $isDryRun: Boolean!,
  $choices: [ImportColumnChoice!], $leavesOut: Boolean) {
  recordsImport(kind: $kind, text: $text, system: $system, isDryRun: $isDryRun, columnChoiceList: $choices
    isUnknownLeftOut: $leavesOut) {
    report { createdCount updatedCount unchangedCount importId fileColumnList { heading column }
      lineList { line outcome } problemCount problemList { line field message } warningList { line field message } }
    userErrorList { code path message } } }`
const UNDO = `mutation ($importId: ID!) { recordsImportUndo(importId: $importId) {
  undone { removedCount updatedCount keptCount keptList { name reason } } userErrorList { code path } } }`
const PAPERS = `{ crewMemberList { nodeList { code crewMemberId
  qualificationList { kind label ratingCode validFrom validTo supersededById version } } } }`
const DAY = '{ from: "2027-06-01T00:00:00Z", to: "2027-06-03T00:00:00Z" }'
const DUTIES = `{ dutyList(filter: { interval: ${DAY} }) { nodeList { crewMemberId kind startAt endAt
  startAirport { iCAO } endAirport { iCAO } version } } }`
const CREWS = `{ flightList(filter: { interval: ${DAY} }) { nodeList { flightNo version
  crewList { crewMember { code } position reportAt } } } }`

const CREW = `code,name,surname,positionList,base
gru,Eva,Gruber,CPT FO,LOWW
hub,Paul,Huber,CPT FO,LOWW
`
const QUALIFICATIONS = `Crew;Kind;Label;Rating;Valid from;Expiry
gru;TYPE_RATING;PC-24;PC24;2026-01-01;2027-12-31
gru;MEDICAL;Class 1;;2026-01-01;2027-03-31
hub;MEDICAL;Class 1;;2026-05-01;2027-12-31
`
const DUTY_LINES = `Crew code,Kind,Start,End,From airport,To airport
gru,STANDBY,2027-06-02T06:00Z,2027-06-02T14:00Z,,
hub,POSITIONING,2027-06-02T06:00Z,2027-06-02T08:00Z,LOWW,LSZH
`
const FLIGHTS = `registration,adep,ades,offBlock,kind,status,flightNo,externalId
OE-FAB,LOWW,LSZH,2027-06-01T08:00Z,CHARTER,CONFIRMED,EMW1,f1
OE-FAB,LSZH,LOWW,2027-06-01T12:00Z,CHARTER,CONFIRMED,EMW2,f2
`
const FLIGHT_CREW = `Flight,Date,Crew,Position,Report
EMW1,2027-06-01,gru,CPT,2027-06-01T06:30Z
EMW1,2027-06-01,hub,FO,
EMW2,2027-06-01,gru,CPT,
`

for (const store of storesFor('sql')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`files of crews (${store})`, () => {
    let server: TestServer
    let admin: ConsoleClient
    before(async () => {
      server = await startServer(store)
      const scene = await GrantScene.open(server, 'alpine')
      admin = new ConsoleClient(server.client, scene.browser)
    })
    after(() => server.close())

    const report = async (kind: string, text: string, more: object = {}): Promise<Data> => {
      const given = { kind, text, isDryRun: false, ...more }
      return (await admin.done('recordsImport', IMPORT, given)).report
    }
    const counts = ({ createdCount, updatedCount, unchangedCount, problemList }: Data) => [
      createdCount,
      updatedCount,
      unchangedCount,
      ...problemList,
    ]
    const problems = ({ problemList }: Data): [number, string][] =>
      problemList.map(({ line, field }: Data) => [line, field])
    const crewsOf = async (): Promise<Record<string, string[]>> => {
      const { flightList } = await admin.data(CREWS)
      return Object.fromEntries(
        flightList.nodeList.map(({ flightNo, crewList }: Data) => [
          flightNo,
          crewList.map(({ crewMember, position }: Data) => `${crewMember.code} ${position}`),
        ]),
      )
    }

    testOnBoth(
      'papers, duties and who flies come in by crew code, and the same files again change nothing',
      async () => {
        const type = 'registration,iCAO,base,seatCount\nOE-FAB,PC24,LOWW,8\n'
        const files: [string, string, number][] = [
          ['AIRCRAFT', type, 1],
          ['CREW', CREW, 2],
          ['QUALIFICATIONS', QUALIFICATIONS, 3],
          ['FLIGHTS', FLIGHTS, 2],
          ['DUTIES', DUTY_LINES, 2],
        ]
        for (const [kind, text, count] of files) {
          assert.deepEqual(counts(await report(kind, text, { system: 'legacy' })), [count, 0, 0], kind)
        }
        assert.deepEqual(counts(await report('FLIGHT_CREW', FLIGHT_CREW)), [0, 3, 0])
        const told = async () => [await admin.data(PAPERS), await admin.data(DUTIES), await admin.data(CREWS)]
        const [papers, duties, flights] = await told()
        const [gruber, huber] = papers?.crewMemberList.nodeList ?? []
        const rating = gruber.qualificationList.find(({ kind }: Data) => kind === 'TYPE_RATING')
        assert.deepEqual(
          [gruber.code, rating.ratingCode, rating.validFrom, rating.validTo],
          ['GRU', 'PC24', '2026-01-01', '2027-12-31'],
        )
        const positioning = duties?.dutyList.nodeList.find(({ kind }: Data) => kind === 'POSITIONING')
        assert.deepEqual(
          [positioning.crewMemberId, positioning.startAirport.iCAO, positioning.endAirport.iCAO],
          [huber.crewMemberId, 'LOWW', 'LSZH'],
        )
        const [first] = flights?.flightList.nodeList ?? []
        assert.deepEqual(first.crewList[0], {
          crewMember: { code: 'GRU' },
          position: 'CPT',
          reportAt: '2027-06-01T06:30:00Z',
        })
        assert.equal(first.version, 2, 'all lines of a flight are one change of it')
        for (const [kind, text, count] of files) {
          assert.deepEqual(counts(await report(kind, text, { system: 'legacy' })), [0, 0, count], kind)
        }
        assert.deepEqual(counts(await report('FLIGHT_CREW', FLIGHT_CREW)), [0, 0, 3])
        assert.deepEqual(await told(), [papers, duties, flights])
      },
    )

    testOnBoth(
      'of two files that bring one crew code at once, one adds the person and the other finds them',
      async () => {
        const text = 'code,name,surname,positionList,base\nneu,Ada,Neu,FO,LOWW\n'
        const done = await Promise.all([report('CREW', text), report('CREW', text)])
        assert.deepEqual(done.map(counts).sort(), [
          [0, 0, 1],
          [1, 0, 0],
        ])
      },
    )

    testOnBoth('a known registration or code is a change of that record; nobody is changed by two lines', async () => {
      assert.deepEqual(counts(await report('AIRCRAFT', 'Reg,Seats\noe-fab,7\n')), [0, 1, 0])
      assert.deepEqual(counts(await report('CREW', 'code,surname\nHUB,Huber-Moser\n')), [0, 1, 0])
      const twice = await report('CREW', 'code,surname\nHUB,Huber\nGRU,Gruber\nHUB,Moser\n')
      assert.deepEqual(twice.problemList, [{ line: 4, field: 'code', message: 'HUB stands on line 2 too: keep one' }])
      const ids = await report('AIRCRAFT', 'registration,externalId\nOE-FAB,a1\n', { system: 'legacy' })
      assert.deepEqual(counts(ids), [0, 1, 0], 'the file gives it an id')
      const other = await report('AIRCRAFT', 'registration,externalId\nOE-FAB,a2\n', { system: 'legacy' })
      assert.deepEqual(other.problemList, [
        { line: 2, field: 'externalId', message: 'legacy calls this record a1: mend the id, or leave the column out' },
      ])
    })

    test('everything that is wrong with a line is told at once, and nothing of the file is written', async () => {
      const fleet = await report(
        'AIRCRAFT',
        'registration,iCAO,base,seatCount,cruiseKt\nOE FAX,NONE,QQQQ,many,-3\nOE-FAX,PC24,,,\n',
      )
      assert.deepEqual(problems(fleet), [
        [2, 'seatCount'],
        [2, 'iCAO'],
        [2, 'base'],
        [2, 'registration'],
        [2, 'cruiseKt'],
        [3, 'base'],
        [3, 'seatCount'],
      ])
      const flights = await report(
        'FLIGHTS',
        'registration,adep,ades,offBlock,onBlock,kind,flightNo,paxCount\nOE-XXX,QQQQ,,2027-06-05T08:00Z,2027-06-05T07:00Z,JOY,?,-1\n',
      )
      assert.deepEqual(
        problems(flights)
          .map(([, field]) => field)
          .sort(),
        ['adep', 'ades', 'flightNo', 'kind', 'onBlock', 'paxCount', 'registration'],
      )
      const papers = await report(
        'QUALIFICATIONS',
        'crewCode,kind,label,validFrom,validTo,medicalClass\nXXX,LICENCE,ATPL,2027-01-01,2026-01-01,CLASS_1\nGRU,MEDICAL,,soon,,CLASS_9\n',
      )
      assert.deepEqual(problems(papers), [
        [2, 'crewCode'],
        [2, 'medicalClass'],
        [2, 'validTo'],
        [3, 'validFrom'],
        [3, 'medicalClass'],
        [3, 'label'],
      ])
      const short = await report('CREW', 'code,name,surname\nXYZ,Ada\n')
      assert.deepEqual(problems(short), [[2, null]], 'nobody knows which value is which')
    })

    test('no two columns are read as one field: a second one is left out, and a choice by hand takes its place', async () => {
      const text = 'Tail,registration,iCAO,base,seatCount,Home base\nx,OE-FAC,PC24,LOWW,8,LSZH\n'
      const columnsOf = ({ fileColumnList }: Data): string[] => fileColumnList.map(({ column }: Data) => column)
      const dry = { isDryRun: true, leavesOut: true }
      const guessed = await report('AIRCRAFT', text, dry)
      assert.deepEqual(columnsOf(guessed), [null, 'registration', 'iCAO', 'base', 'seatCount', null])
      assert.deepEqual(counts(guessed), [1, 0, 0])
      const choices = [{ place: 6, column: 'base' }]
      const chosen = await report('AIRCRAFT', text, { ...dry, choices })
      assert.deepEqual(columnsOf(chosen), [null, 'registration', 'iCAO', null, 'seatCount', 'base'])
      const strict = await report('AIRCRAFT', text, { isDryRun: true })
      assert.deepEqual(strict.problemList, [
        {
          line: 1,
          field: 'Tail',
          message: 'Another column is registration already: take this one out, or call it otherwise',
        },
        {
          line: 1,
          field: 'Home base',
          message: 'Another column is base already: take this one out, or call it otherwise',
        },
      ])
    })

    testOnBoth('the lines of a flight change its crew together, and each is told what is wrong with it', async () => {
      const swap = 'externalId,crewCode,position\nf1,HUB,CPT\nf1,GRU,FO\n'
      assert.deepEqual(counts(await report('FLIGHT_CREW', swap, { system: 'legacy' })), [0, 2, 0])
      assert.deepEqual(await crewsOf(), { EMW1: ['GRU FO', 'HUB CPT'], EMW2: ['GRU CPT'] })
      const wrong = await report(
        'FLIGHT_CREW',
        `flightNo,day,crewCode,position
EMW2,2027-06-01,HUB,CPT
EMW1,2027-06-02,GRU,CPT
EMW1,,GRU,CPT
EMW1,2027-06-01,XXX,CPT
EMW1,2027-06-01,HUB,FO
EMW1,2027-06-01,HUB,CPT
`,
      )
      assert.deepEqual(
        wrong.problemList.map(({ line, field, message }: Data) => [line, field, message]),
        [
          [2, 'position', 'A flight has one commander'],
          [3, 'flightNo', 'There is no flight EMW1 on 2027-06-02'],
          [4, 'day', 'Say on which day: a flight number is used again'],
          [5, 'crewCode', 'There is no crew member XXX'],
          [7, 'crewCode', 'This person is put on this flight by line 6 too: keep one'],
        ],
      )
      assert.deepEqual(await crewsOf(), { EMW1: ['GRU FO', 'HUB CPT'], EMW2: ['GRU CPT'] }, 'nothing was written')
    })

    testOnBoth('papers and duties of an import go with its undo, and the paper before counts again', async () => {
      const renewed = 'crewCode,kind,label,validFrom,validTo\nGRU,MEDICAL,Renewed,2027-03-01,2028-03-31\n'
      const { importId } = await report('QUALIFICATIONS', renewed)
      const medicals = async (): Promise<[string, boolean][]> => {
        const [gruber] = (await admin.data(PAPERS)).crewMemberList.nodeList
        return gruber.qualificationList
          .filter(({ kind }: Data) => kind === 'MEDICAL')
          .map(({ label, supersededById }: Data) => [label, supersededById !== null])
          .sort()
      }
      assert.deepEqual(await medicals(), [
        ['Class 1', true],
        ['Renewed', false],
      ])
      const undone = (await admin.done('recordsImportUndo', UNDO, { importId })).undone
      assert.deepEqual([undone.removedCount, undone.keptCount], [1, 0])
      assert.deepEqual(await medicals(), [['Class 1', false]])
      const office = 'crewCode,kind,startAt,endAt\nGRU,OFFICE,2027-06-04T08:00Z,2027-06-04T12:00Z\n'
      const entered = await report('DUTIES', office)
      assert.equal((await admin.done('recordsImportUndo', UNDO, { importId: entered.importId })).undone.removedCount, 1)
      const crews = await report('FLIGHT_CREW', 'externalId,crewCode,position\nf2,HUB,FO\n', { system: 'legacy' })
      const stays = (await admin.done('recordsImportUndo', UNDO, { importId: crews.importId })).undone
      assert.deepEqual(stays, { removedCount: 0, updatedCount: 1, keptCount: 0, keptList: [] }, 'it added no record')
    })

    test('an absence of a file puts flights at risk like one that is entered, and a duty in the way is named', async () => {
      const sick = 'crewCode,kind,startAt,endAt\nGRU,SICK,2027-06-01T00:00Z,2027-06-01T20:00Z\n'
      const dry = await report('DUTIES', sick, { isDryRun: true })
      assert.deepEqual(counts(dry), [1, 0, 0])
      assert.match(JSON.stringify(dry.warningList), /EMW1/)
      const met = 'crewCode,kind,startAt,endAt\nGRU,OFFICE,2027-06-01T09:00Z,2027-06-01T10:00Z\n'
      const [problem] = (await report('DUTIES', met)).problemList
      assert.match(problem.message, /GRU is on FLIGHT .*EMW1/)
    })

    test('the columns of each kind have words, and say what will do in their place', async () => {
      const { importColumnList } = await admin.data(
        '{ importColumnList { kind columnList requiredList fieldList { column label isNeeded insteadList } } }',
      )
      const fieldsOf = (kind: string): Data[] => importColumnList.find((one: Data) => one.kind === kind).fieldList
      const byName = (kind: string, name: string) => fieldsOf(kind).find(({ column }) => column === name)
      assert.deepEqual(byName('AIRCRAFT', 'iCAO'), {
        column: 'iCAO',
        label: 'Type, ICAO designator',
        isNeeded: true,
        insteadList: ['acftTypeId'],
      })
      assert.deepEqual(byName('AIRCRAFT', 'seatCount')?.label, 'Seats')
      assert.deepEqual(byName('FLIGHTS', 'registration')?.insteadList, ['aircraftId'])
      assert.deepEqual(byName('DUTIES', 'startAt')?.label, 'Starts')
      for (const { columnList, fieldList, requiredList } of importColumnList) {
        assert.deepEqual(
          fieldList.map(({ column }: Data) => column),
          columnList,
        )
        for (const { label } of fieldList) assert.match(label, /^[A-Z][^_]*$/)
        assert.ok(requiredList.every((name: string) => columnList.includes(name)))
      }
    })
  })
}
