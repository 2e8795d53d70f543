/** Somebody acknowledges a document while they are taken off the crew that it is for (threats row 402). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { ConsoleClient } from '../support/console-client.ts'
import { DocumentSender } from '../support/document-files.ts'
import { LogbookScene } from '../support/logbook-scene.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'
import { waitingConnections } from '../support/waiting-connections.ts'

after(stopOwnPostgres)

const ACKNOWLEDGE = `mutation ($ids: [ID!]!) { documentAcknowledge(documentIdList: $ids) { userErrorList { code } } }`

for (const store of storesFor('locks')) {
  describe(`acknowledging (${store})`, () => {
    let server: TestServer
    let scene: LogbookScene
    before(async () => {
      server = await startServer(store)
      scene = await LogbookScene.open(server)
    })
    after(() => server?.close())

    test('who is taken off the crew while the acknowledgement waits acknowledges nothing', async () => {
      const { grants, key } = scene
      const times = { offBlock: scene.at({ daysAgo: -20 }, 0), onBlock: scene.at({ daysAgo: -20 }, 90) }
      const aircraftId = scene.fleet.aircraft[0]?.aircraftId
      const { flight } = await key.did(key.createFlight({ aircraftId, status: 'CONFIRMED', ...times }))
      const { flightId } = flight
      await key.did(key.setCrew(flightId, scene.crewList(), await scene.version(flight)))
      const sender = new DocumentSender(server.client, key)
      const { documentId } = await sender.made({ flightId, audienceList: ['CREW'] })
      const pilot = await ConsoleClient.signIn(server, grants.at, grants.pilot)
      const acknowledge = async (): Promise<string[]> => {
        const { documentAcknowledge } = await pilot.data(ACKNOWLEDGE, { ids: [documentId] })
        return documentAcknowledge.userErrorList.map(({ code }: { code: string }) => code)
      }
      const version = await scene.version(flight)
      const takeOff = () => key.did(key.setCrew(flightId, scene.crewList().slice(1), version))
      if (store === 'sqlite') {
        await takeOff()
        assert.deepEqual(await acknowledge(), ['NOT_FOUND'])
        return
      }
      const holder = new pg.Client({ connectionString: server.config.databaseUrl ?? '' })
      await holder.connect()
      await holder.query('begin')
      await holder.query('select 1 from document where document_id = $1 for update', [documentId])
      const answer = acknowledge()
      await soon('the acknowledgement waits', async () => (await waitingConnections(holder)).length > 0)
      await takeOff()
      await holder.query('rollback')
      await holder.end()
      assert.deepEqual(await answer, ['NOT_FOUND'])
    })
  })
}
