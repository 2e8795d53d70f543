/** Entries of flights that were closed before a pilot was linked to their crew member (data §12.7). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { fillLogbooks } from '../../src/services/operations/logbook/fill-logbooks.ts'
import { addPerson } from '../support/code-grant.ts'
import { LogbookScene } from '../support/logbook-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

for (const store of storesFor('record')) {
  describe(`logbooks that are filled (${store})`, () => {
    const { testOnBoth } = testsOn(store)
    let server: TestServer
    let scene: LogbookScene
    before(async () => {
      server = await startServer(store)
      scene = await LogbookScene.open(server)
    })
    after(() => server.close())

    const step = (): Promise<boolean> => {
      const { storage } = server.world
      const around = { world: server.world, reference: server.app.reference.current }
      return storage.writePlatform((tx) => fillLogbooks(tx, around))
    }
    const fill = async (): Promise<number> => {
      let steps = 0
      while (await step()) steps += 1
      return steps
    }
    const crew = (index: number, position = 'CPT') => [
      { crewMemberId: scene.memberId(index), position, isPilotFlying: true },
    ]
    const flights = async (list: Promise<readonly { readonly flightId: string }[]>) =>
      (await list).map(({ flightId }) => flightId).sort()

    testOnBoth('whoever is linked gets what was closed before, ten flights a step, each once', async () => {
      await fill()
      const flown: string[] = []
      for (let day = 0; day < 12; day += 1) {
        flown.push((await scene.closed({ daysAgo: 60 + day, crewList: crew(1) })).flightId)
      }
      const open = await scene.flown({ daysAgo: 59, crewList: crew(1) })
      const nina = await addPerson(server, scene.grants.at, 'Nina', ['CREW'])
      await scene.link(1, nina.userId)
      const logbook = await scene.connect(nina)
      assert.deepEqual(await scene.entries(logbook, 'flightId'), [], 'it is done beside the request')
      assert.equal(await fill(), 3, 'ten, three, and the end')
      assert.deepEqual(await flights(scene.entries(logbook, 'flightId source')), flown.toSorted())
      await scene.set(open, 'CLOSED')
      assert.equal((await scene.entries(logbook, 'flightId')).length, 13)
      await scene.link(1, null)
      await scene.link(1, nina.userId)
      await fill()
      assert.equal((await scene.entries(logbook, 'flightId')).length, 13, 'linked again adds nothing')
    })

    testOnBoth('who takes the place of another gets none of what that one flew (threats row 286)', async () => {
      const first = await addPerson(server, scene.grants.at, 'Paul', ['CREW'])
      await scene.link(2, first.userId)
      const flight = await scene.closed({ daysAgo: 30, crewList: crew(2, 'FO') })
      await fill()
      const other = await addPerson(server, scene.grants.at, 'Vera', ['CREW', 'ADMIN'])
      await scene.link(2, other.userId)
      await fill()
      await scene.report(flight, { onBlock: scene.at({ daysAgo: 30 }, 92), reason: 'ACARS' })
      const [mine, theirs] = [await scene.connect(other), await scene.connect(first)]
      assert.deepEqual(await scene.entries(mine, 'flightId'), [])
      assert.deepEqual(await scene.entries(theirs, 'flightId totalMinutes'), [
        { flightId: flight.flightId, totalMinutes: 92 },
      ])
    })

    testOnBoth('a link that was taken back before its turn gives nothing', async () => {
      await scene.link(2, null)
      await scene.closed({ daysAgo: 25, crewList: crew(2, 'FO') })
      const late = await addPerson(server, scene.grants.at, 'Timo', ['CREW'])
      await scene.link(2, late.userId)
      await scene.link(2, null)
      await fill()
      assert.deepEqual(await scene.entries(await scene.connect(late), 'flightId'), [])
    })
  })
}
