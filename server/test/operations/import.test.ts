/** `airside-server import` (data §4.11, data row A13): columns by header, lines named, all or nothing. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const folder = mkdtempSync(join(tmpdir(), 'airside-import-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const AIRCRAFT = `registration;iCAO;base;seatCount;equipmentList;cruiseKt;externalId
OE-FAB;PC24;LOWW;8;WIFI LAVATORY;420;1
OE-FAC;PC24;VIE;8;;;2
`
const CREW = `Code,Name,Surname,Position List,Base,Nationality,externalId
gru,Eva,Gruber,CPT FO,LOWW,AT,c1
hub,Paul,Huber,FO,LOWW,AT,c2
`
const CONTACTS = `kind,name,company,email,phone,externalId
CLIENT,Nora,"Nord, Holding",nora@nord.example,+43 1 234,k1
PASSENGER,Ida,,,,k2
HANDLER,Vienna Handling,,ops@handling.example,,k3
`
const FLIGHTS = `registration,adep,ades,offBlock,kind,status,paxCount,flightNo,externalId
OE-FAB,LOWW,LSZH,2027-06-01T08:00Z,CHARTER,CONFIRMED,2,EMW1,f1
OE-FAB,LSZH,LOWW,2027-06-01T12:00Z,FERRY,OPTION,,EMW2,f2
OE-FAC,LOWW,LOWG,2027-06-01T08:00Z,CHARTER,,3,,f3
`

interface Report {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly isDryRun: boolean
  readonly errors: readonly { readonly line: number; readonly field: string | null; readonly message: string }[]
}

for (const store of storesFor('validation')) {
  describe(`import (${store})`, () => {
    let server: TestServer
    let key: Integration
    before(async () => {
      server = await startServer(store)
      const { production } = await server.operator('empty')
      key = await Integration.of(production)
    })
    after(() => server.close())

    const run = (kind: string, text: string, ...more: string[]): Promise<string> => {
      const file = join(folder, `${store}-${kind}.csv`)
      writeFileSync(file, text)
      const args = ['import', kind, file, '--operator', 'empty', '--system', 'legacy', ...more]
      return runCommand(args, server.place.environment)
    }
    const report = async (kind: string, text: string, ...more: string[]): Promise<Report> => {
      const told = await run(kind, text, '--json', ...more).catch((error: { stdout: string }) => error.stdout)
      return JSON.parse(told)
    }
    const counts = ({ created, updated, unchanged }: Report) => [created, updated, unchanged]
    const lists = `{ aircraftList { nodeList { registration acftType { iCAO } base { iCAO } equipmentList version
        createdBy { kind } externalIdList { system value } } }
      crewMemberList { nodeList { code positionList nationality version } }
      contactList { nodeList { kind name company phone version } }
      flightList(filter: { interval: { from: "2027-06-01T00:00:00Z", to: "2027-06-03T00:00:00Z" } }) {
        nodeList { flightNo status adep { iCAO } ades { iCAO } paxCount { total } aircraft { registration } version } } }`

    test('a dry run says what would happen and leaves everything as it was', async () => {
      const dry = await report('aircraft', AIRCRAFT, '--dry-run')
      assert.deepEqual([counts(dry), dry.isDryRun], [[2, 0, 0], true])
      const { aircraftList } = await key.ask(
        '{ aircraftList { nodeList { registration } } changeList { nodeList { entity } } }',
      )
      assert.deepEqual(aircraftList.nodeList, [])
    })

    test('aircraft, crew, contacts and flights come in, and are read like any other record', async () => {
      assert.match(await run('aircraft', AIRCRAFT), /^Created 2, updated 0, 0 unchanged/)
      assert.deepEqual(counts(await report('crew', CREW)), [2, 0, 0])
      assert.deepEqual(counts(await report('contacts', CONTACTS)), [3, 0, 0])
      assert.deepEqual(counts(await report('flights', FLIGHTS)), [3, 0, 0])
      const all = await key.ask(lists)
      assert.deepEqual(all.aircraftList.nodeList[0], {
        registration: 'OE-FAB',
        acftType: { iCAO: 'PC24' },
        base: { iCAO: 'LOWW' },
        equipmentList: ['WIFI', 'LAVATORY'],
        version: 1,
        createdBy: { kind: 'HOST' },
        externalIdList: [{ system: 'legacy', value: '1' }],
      })
      assert.deepEqual(
        all.crewMemberList.nodeList.map(({ code, positionList }: { code: string; positionList: string[] }) => [
          code,
          ...positionList,
        ]),
        [
          ['GRU', 'CPT', 'FO'],
          ['HUB', 'FO'],
        ],
      )
      assert.deepEqual(
        all.flightList.nodeList
          .map((flight: { status: string; aircraft: { registration: string } }) => [
            flight.aircraft.registration,
            flight.status,
          ])
          .sort(),
        [
          ['OE-FAB', 'CONFIRMED'],
          ['OE-FAB', 'OPTION'],
          ['OE-FAC', 'OPTION'],
        ],
      )
      assert.ok(all.contactList.nodeList.some(({ company }: { company: string | null }) => company === 'Nord, Holding'))
    })

    test('an external id updates the known row, and the same file again changes nothing', async () => {
      for (const [kind, text] of Object.entries({ aircraft: AIRCRAFT, crew: CREW, contacts: CONTACTS })) {
        const again = await report(kind, text)
        assert.deepEqual([again.created, again.updated], [0, 0], kind)
      }
      assert.deepEqual(counts(await report('contacts', 'externalId,phone\nk3,+43 1 999\nk1,\n')), [0, 1, 1])
      const moved = await report('flights', 'externalId,offBlock,paxCount\nf1,2027-06-01T09:00Z,4\n')
      assert.deepEqual(counts(moved), [0, 1, 0])
      const { contactList, flightList } = await key.ask(lists)
      const handler = contactList.nodeList.find(({ kind }: { kind: string }) => kind === 'HANDLER')
      assert.deepEqual([handler.name, handler.phone, handler.version], ['Vienna Handling', '+43 1 999', 2])
      const first = flightList.nodeList.find(({ flightNo }: { flightNo: string }) => flightNo === 'EMW1')
      assert.deepEqual([first.paxCount.total, first.version], [4, 2])
    })

    test('papers, who flies and duties come in by crew code', async () => {
      const papers = 'crewCode,kind,label,validFrom,validTo\ngru,MEDICAL,Class 1,2027-01-01,2027-12-31\n'
      assert.deepEqual(counts(await report('qualifications', papers)), [1, 0, 0])
      const crews = 'externalId,crewCode,position\nf1,gru,CPT\nf1,hub,FO\n'
      assert.deepEqual(counts(await report('flight-crew', crews)), [0, 2, 0])
      const duties = 'crewCode,kind,startAt,endAt\nhub,OFFICE,2027-06-02T08:00Z,2027-06-02T12:00Z\n'
      assert.deepEqual(counts(await report('duties', duties)), [1, 0, 0])
      const again = [await report('qualifications', papers), await report('flight-crew', crews)]
      assert.deepEqual(again.map(counts), [
        [0, 0, 1],
        [0, 0, 2],
      ])
    })

    test('bad lines are named with their fields, and nothing of the file is written', async () => {
      const before = await key.ask(`{ changeList(from: NOW) { pageInfo { endCursor } } ${lists.slice(1)}`)
      const lines = ['registration,iCAO,base,seatCount']
      for (const letter of 'DEFGH') lines.push(`OE-FA${letter},PC24,LOWW,8`)
      lines.push('OE-FAI,PC24,LOWW,eight', 'OE-FAB,PC24,QQQQ,-3')
      const { errors, created } = await report('aircraft', lines.join('\n'))
      assert.equal(created, 0)
      assert.deepEqual(
        errors.map(({ line, field }) => [line, field]),
        [
          [7, 'seatCount'],
          [8, 'base'],
          [8, 'seatCount'],
        ],
      )
      await assert.rejects(
        run('aircraft', lines.join('\n')),
        /was not imported; nothing has changed:\n {2}line 7, seatCount: "eight" is not a whole number/,
      )
      const flights = await report(
        'flights',
        `registration,adep,ades,offBlock,kind\nOE-FAB,LOWW,LSZH,1 June 2027,CHARTER\nOE-XXX,LOWW,LSZH,2027-07-01T09:30Z,CHARTER\nOE-FAC,,LSZH,2027-07-01T09:30Z,CHARTER\n`,
      )
      assert.deepEqual(
        flights.errors.map(({ line, field }) => [line, field]),
        [
          [2, 'offBlock'],
          [3, 'registration'],
          [4, 'adep'],
        ],
      )
      const after = await key.ask(
        `{ changeList(after: "${before.changeList.pageInfo.endCursor}") { nodeList { entityId } } ${lists.slice(1)}`,
      )
      assert.deepEqual(after, { ...before, changeList: { nodeList: [] } })
    })

    test('an unknown column, a missing system and an unknown kind are refused in words', async () => {
      const wrong = await report('crew', 'code,surename\nGRU,Gruber\n')
      assert.deepEqual(
        wrong.errors.map(({ line, field }) => [line, field]),
        [[1, 'surename']],
      )
      const file = join(folder, `${store}-crew.csv`)
      writeFileSync(file, CREW)
      const args = ['import', 'crew', file, '--operator', 'empty']
      await assert.rejects(runCommand(args, server.place.environment), /line 1, externalId: Say whose ids these are/)
      await assert.rejects(
        run('boats', CREW),
        /"boats" cannot be imported: aircraft, crew, qualifications, contacts, flights, flight-crew, duties can/,
      )
      await assert.rejects(
        runCommand(['import', 'crew', '/nowhere.csv', '--operator', 'empty'], server.place.environment),
        /cannot be read/,
      )
    })
  })
}
