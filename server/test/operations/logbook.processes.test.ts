/** Two server processes on PostgreSQL keep one logbook: one truth for each flight and pilot (threats row 290). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Integration } from '../support/integration.ts'
import { LogbookScene } from '../support/logbook-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const ROUNDS = 4

describe('a logbook, in two processes on PostgreSQL', () => {
  let server: TestServer
  let process: ServerProcess
  let scene: LogbookScene
  let captain: Integration
  before(async () => {
    server = await startServer('postgres')
    scene = await LogbookScene.open(server)
    captain = await scene.connect(scene.grants.pilot)
    process = await startServerProcess(server.place.environment)
  })
  after(async () => {
    await process?.stop()
    await server?.close()
  })

  const MINUTE_MS = 60_000

  /** The answer of a mutation that the other process gets. */
  const elsewhere = async (token: string, query: string, variables: object) => {
    const answer = await process.client.ask(`${scene.grants.at.origin}/api/graphql/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    assert.equal(answer.status, 200, answer.body)
    return answer.json<{ data: Record<string, { userErrorList: { code: string }[] }> }>().data
  }

  test('annotations meet corrections of the flight: nothing is lost, and nothing is written twice (threats row 290)', async () => {
    const flight = await scene.closed({ daysAgo: 50 })
    for (let round = 1; round <= ROUNDS; round++) {
      const { logbookEntryId, version } = await scene.entryOf(captain, flight, 'logbookEntryId version')
      const annotate = `mutation ($id: ID!, $v: Int!, $text: String) {
        myLogbookAnnotationSet(logbookEntryId: $id, annotation: $text, expectedVersion: $v) { userErrorList { code } } }`
      const noted = elsewhere(captain.token, annotate, { id: logbookEntryId, v: version, text: `Note ${round}` })
      const corrected = scene.report(flight, { onBlock: scene.at({ daysAgo: 50 }, 90 + round), reason: 'Corrected' })
      const [{ myLogbookAnnotationSet: done }] = await Promise.all([noted, corrected])
      const codes = done?.userErrorList.map(({ code }) => code) ?? []
      assert.ok(codes.length === 0 || codes[0] === 'STALE_VERSION', codes.join())
      const entry = await scene.entryOf(captain, flight, 'version totalMinutes annotation')
      assert.equal(entry.totalMinutes, 90 + round)
      assert.equal(entry.version, version + (codes.length === 0 ? 2 : 1))
      if (codes.length === 0) assert.equal(entry.annotation, `Note ${round}`)
    }
  })

  test('two close one flight at once, and each pilot has one entry (threats row 290)', async () => {
    const flight = await scene.flown({ daysAgo: 52 })
    const close = `mutation ($id: ID!, $v: Int!) { flightStatusSet(flightId: $id, status: CLOSED, expectedVersion: $v) { userErrorList { code } } }`
    const asked = { id: flight.flightId, v: await scene.version(flight) }
    const both = await Promise.all([elsewhere(scene.key.token, close, asked), scene.key.change(close, asked)])
    const refused = [both[0].flightStatusSet?.userErrorList ?? [], both[1].userErrorList]
    assert.deepEqual(refused.map((list) => list.length).toSorted(), [0, 1])
    const found = (await scene.entries(captain, 'flightId')).filter((entry) => entry.flightId === flight.flightId)
    assert.equal(found.length, 1)
  })

  test('the same external id, sent to both at once, is given to one entry of a logbook (threats row 289)', async () => {
    const off = Date.parse(scene.at({ daysAgo: 20 }, 0))
    const input = {
      registration: 'HB-KFW',
      ...{ acftICAO: 'P28A', adepICAO: 'LSZR', adesICAO: 'LSZR', date: scene.day(20) },
      offBlock: scene.at({ daysAgo: 20 }, 0),
      onBlock: new Date(off + 60 * MINUTE_MS).toISOString(),
      externalIdList: [{ system: 'wingbook', value: 'twice' }],
    }
    const create =
      'mutation ($input: LogbookEntryInput!) { myLogbookEntryCreate(input: $input) { userErrorList { code } } }'
    const both = await Promise.all([
      elsewhere(captain.token, create, { input }),
      new Integration(scene.grants.at, captain.token).change(create, { input }),
    ])
    const codes = [both[0].myLogbookEntryCreate?.userErrorList ?? [], both[1].userErrorList].flat()
    assert.deepEqual(
      codes.map(({ code }: { code: string }) => code),
      ['EXTERNAL_ID_TAKEN'],
    )
  })
})
