/** Two server processes on PostgreSQL lead one defect along: one truth, and one block at most (threats rows 336, 337). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DEFERRAL, DefectScene } from '../support/defect-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { startServer, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const ROUNDS = 4

describe('a defect, in two processes on PostgreSQL', () => {
  let server: TestServer
  let process: ServerProcess
  let scene: DefectScene
  before(async () => {
    server = await startServer('postgres')
    scene = await DefectScene.open(server)
    process = await startServerProcess(server.place.environment)
  })
  after(async () => {
    await process?.stop()
    await server?.close()
  })

  /** The codes with which the other process refuses. */
  const elsewhere = async (query: string, variables: object, { token } = scene.bag): Promise<string[]> => {
    const answer = await process.client.ask(`${scene.logs.flights.grants.at.origin}/api/graphql/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    assert.equal(answer.status, 200, answer.body)
    const { data } = answer.json<{ data: Record<string, { userErrorList: { code: string }[] }> }>()
    return Object.values(data)[0]?.userErrorList.map(({ code }) => code) ?? []
  }

  const here = (query: string, variables: object) => scene.bag.refusal(scene.bag.change(query, variables))

  const RELEASE = `mutation ($id: ID!, $input: ReleaseInput!, $confirmation: ID, $v: Int!) {
    techLogEntryRelease(techLogEntryId: $id, input: $input, confirmationId: $confirmation, expectedVersion: $v) { userErrorList { code } } }`

  test('two release one defect at once with one confirmation: one release, signed once, and the aircraft is free (threats row 336)', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const rectified = await scene.rectified(await scene.entered(0))
      const input = scene.releaseInput()
      const { confirmationId } = await scene.confirmed('RELEASE_TO_SERVICE', rectified, { release: input })
      const asked = { id: rectified.techLogEntryId, input, confirmation: confirmationId, v: rectified.version }
      const both = await Promise.all([elsewhere(RELEASE, asked), here(RELEASE, asked)])
      assert.deepEqual(both.map((codes) => codes.length).toSorted(), [0, 1], JSON.stringify(both))
      const entry = await scene.entry(rectified.techLogEntryId, scene.bag)
      assert.deepEqual([entry.status, entry.version], ['RELEASED', rectified.version + 1])
      assert.equal(entry.release.signature.name, 'Marc Test')
      assert.equal(await scene.logs.state(confirmationId), 'USED')
      assert.deepEqual(await scene.blocks(0), [])
      assert.equal(await scene.aircraftStatus(0), 'ACTIVE')
    }
  })

  test('one releases while another opens again, or removes the block: state and block agree (threats row 337)', async () => {
    const REOPEN = `mutation ($id: ID!, $v: Int!) {
      techLogEntryReopen(techLogEntryId: $id, reason: "Still stiff", expectedVersion: $v) { userErrorList { code } } }`
    const UNBLOCK =
      'mutation ($id: ID!, $v: Int!) { unavailabilityDelete(unavailabilityId: $id, expectedVersion: $v) { userErrorList { code } } }'
    for (let round = 0; round < ROUNDS; round++) {
      const rectified = await scene.rectified(await scene.entered(1))
      const [block] = await scene.blocks(1)
      const of = { id: rectified.techLogEntryId, v: rectified.version }
      const [reopened, released, removed] = await Promise.all([
        elsewhere(REOPEN, of),
        here(RELEASE, { ...of, input: scene.releaseInput() }),
        elsewhere(UNBLOCK, { id: block.unavailabilityId, v: block.version }, scene.key),
      ])
      assert.equal(removed.length, 1, 'nobody removes the block')
      assert.deepEqual([reopened.length, released.length].toSorted(), [0, 1])
      const entry = await scene.entry(rectified.techLogEntryId, scene.bag)
      assert.equal(entry.status, released.length === 0 ? 'RELEASED' : 'OPEN')
      assert.equal((await scene.blocks(1)).length, entry.status === 'OPEN' ? 1 : 0)
      if (entry.status === 'OPEN') await scene.released(await scene.rectified(entry))
    }
  })

  test('two defer one defect at once with two confirmations: one deferral, and one confirmation stays unused (threats row 335)', async () => {
    const DEFER = `mutation ($id: ID!, $input: DeferralInput!, $confirmation: ID!, $v: Int!) {
      techLogEntryDefer(techLogEntryId: $id, input: $input, confirmationId: $confirmation, expectedVersion: $v) { userErrorList { code } } }`
    const entry = await scene.entered(2)
    const one = await scene.confirmed('DEFERRAL_ACCEPT', entry, { deferral: DEFERRAL })
    const two = await scene.confirmed('DEFERRAL_ACCEPT', entry, { deferral: DEFERRAL })
    const asked = ({ confirmationId }: { readonly confirmationId: string }) => ({
      id: entry.techLogEntryId,
      input: DEFERRAL,
      confirmation: confirmationId,
      v: entry.version,
    })
    await Promise.all([elsewhere(DEFER, asked(one)), here(DEFER, asked(two))])
    const states = [await scene.logs.state(one.confirmationId), await scene.logs.state(two.confirmationId)]
    assert.deepEqual(states.toSorted(), ['CONFIRMED', 'USED'])
    assert.deepEqual(await scene.blocks(2), [])
  })
})
