/** A contact of kind PASSENGER is found by nothing without passenger:read, also not by its id in a filter (threats row 443). */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { EVERYTHING, Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor } from '../support/test-server.ts'

after(stopOwnPostgres)

const ERRORS = 'userErrorList { code message path }'

for (const store of storesFor('sql')) {
  test(`trips are found by a client who is a passenger with passenger:read alone (${store})`, async () => {
    const server = await startServer(store)
    try {
      const at = (await server.operator('alpine')).production
      const key = await Integration.of(at, EVERYTHING)
      const reader = await Integration.of(at, 'flight:read contact:read')
      for (const [kind, seen] of [
        ['CLIENT', 1],
        ['PASSENGER', 0],
      ] as const) {
        const { contact } = await key.did(
          key.change(
            `mutation { contactCreate(input: { kind: ${kind}, name: "Eva" }) { contact { contactId } ${ERRORS} } }`,
          ),
        )
        const made = `mutation ($id: ID!) { tripCreate(input: { clientContactId: $id }) { trip { tripId } ${ERRORS} } }`
        await key.did(key.change(made, { id: contact.contactId }))
        const found = async (by: Integration): Promise<number> => {
          const text = 'query ($id: ID!) { tripList(filter: { clientContactId: $id }) { nodeList { tripId } } }'
          return (await by.ask(text, { id: contact.contactId })).tripList.nodeList.length
        }
        assert.deepEqual([await found(key), await found(reader)], [1, seen], kind)
      }
    } finally {
      await server.close()
    }
  })
}
