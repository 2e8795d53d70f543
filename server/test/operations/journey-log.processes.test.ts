/** Two server processes on PostgreSQL sign one log: one signature, and what was signed is what was read (threats rows 292, 293). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { LogScene } from '../support/log-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const ROUNDS = 4

describe('a journey log, in two processes on PostgreSQL', () => {
  let server: TestServer
  let process: ServerProcess
  let scene: LogScene
  before(async () => {
    server = await startServer('postgres')
    scene = await LogScene.open(server)
    process = await startServerProcess(server.place.environment)
  })
  after(async () => {
    await process?.stop()
    await server?.close()
  })

  /** The codes with which the other process refuses. */
  const elsewhere = async (query: string, variables: object): Promise<string[]> => {
    const answer = await process.client.ask(`${scene.flights.grants.at.origin}/api/graphql/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${scene.bag.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    assert.equal(answer.status, 200, answer.body)
    const { data } = answer.json<{ data: Record<string, { userErrorList: { code: string }[] }> }>()
    return Object.values(data)[0]?.userErrorList.map(({ code }) => code) ?? []
  }

  const SIGN = `mutation ($id: ID!, $confirmation: ID!, $v: Int!) {
    journeyLogSign(journeyLogId: $id, confirmationId: $confirmation, expectedVersion: $v) { userErrorList { code } } }`

  test('two sign one log at once with one confirmation: one signature (threats row 292)', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const log = await scene.draft(60 + round)
      const { confirmationId } = await scene.confirmed(log)
      const asked = { id: log.journeyLogId, confirmation: confirmationId, v: log.version }
      const both = await Promise.all([elsewhere(SIGN, asked), scene.bag.refusal(scene.bag.change(SIGN, asked))])
      assert.deepEqual(both.map((codes) => codes.length).toSorted(), [0, 1], JSON.stringify(both))
      const { status, journeyLog } = await scene.log(log.flightId)
      assert.deepEqual([status, journeyLog.status, journeyLog.version], ['CLOSED', 'SIGNED', log.version + 1])
    }
  })

  test('two use two confirmations of one log at once: one signature, and one confirmation stays unused (threats row 292)', async () => {
    const log = await scene.draft(70)
    const [one, two] = [await scene.confirmed(log), await scene.confirmed(log)]
    const asked = ({ confirmationId }: { readonly confirmationId: string }) => ({
      id: log.journeyLogId,
      confirmation: confirmationId,
      v: log.version,
    })
    await Promise.all([elsewhere(SIGN, asked(one)), scene.bag.change(SIGN, asked(two))])
    const states = [await scene.state(one.confirmationId), await scene.state(two.confirmationId)]
    assert.deepEqual(states.toSorted(), ['CONFIRMED', 'USED'])
  })

  test('a correction meets a signature: what is signed is what was read, or nothing is (threats row 293)', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const daysAgo = 71 + round
      const log = await scene.draft(daysAgo)
      const { confirmationId } = await scene.confirmed(log)
      const signed = elsewhere(SIGN, { id: log.journeyLogId, confirmation: confirmationId, v: log.version })
      const onBlock = scene.flights.at({ daysAgo }, 94)
      const corrected = scene.flights.report(log, { onBlock, reason: 'ACARS' })
      const [codes] = await Promise.all([signed, corrected])
      const { journeyLog } = await scene.log(log.flightId)
      if (codes.length === 0) {
        assert.deepEqual([journeyLog.status, journeyLog.blockMinutes], ['SIGNED', 90])
        assert.deepEqual(journeyLog.warningList, [{ code: 'LOG_DIFFERS' }])
      } else {
        assert.deepEqual([journeyLog.status, journeyLog.blockMinutes, journeyLog.signature], ['DRAFT', 94, null])
        assert.ok(['STALE_VERSION', 'CONFIRMATION_NEEDED'].includes(codes[0] ?? ''), codes.join())
      }
    }
  })

  test('two open the log of one flight at once, and there is one (threats row 293)', async () => {
    const flight = await scene.flights.flown({ daysAgo: 80 })
    const save = 'mutation ($input: JourneyLogInput!) { journeyLogSave(input: $input) { userErrorList { code } } }'
    const asked = (oilAddedMl: number) => ({ input: { flightId: flight.flightId, oilAddedMl } })
    await Promise.all([elsewhere(save, asked(1)), scene.bag.change(save, asked(2))])
    const { journeyLogList } = await scene.bag.ask(
      'query ($id: ID!) { journeyLogList(filter: { flightIdList: [$id] }) { nodeList { revision } } }',
      { id: flight.flightId },
    )
    assert.deepEqual(journeyLogList.nodeList, [{ revision: 1 }])
  })
})
