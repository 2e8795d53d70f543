/** What a change looks through is counted and charged as what a list looks through (threats row 418, ADR 163). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS } from '../../src/domain/interval.ts'
import { UNAVAILABILITY } from '../../src/storage/operations/fleet/unavailability.ts'
import { createRecords } from '../../src/storage/records.ts'
import { seedFleet } from '../support/fleet.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const BLOCKS = 600

interface Answer {
  readonly data: { readonly unavailabilityCreate: { readonly warningList: readonly object[] } }
  readonly extensions: { readonly cost: { readonly requested: number; readonly searched?: number } }
}

for (const store of storesFor('sql')) {
  describe(`rows that a change reads (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let token: string
    let aircraftIds: readonly string[]
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      token = await at.accessToken('aircraft:read aircraft:write')
      const { storage } = server.world
      const { aircraft } = await seedFleet(storage, at.tenant.tenantId)
      aircraftIds = aircraft.map(({ aircraftId }) => aircraftId)
      const from = server.world.now(at.tenant.tenantId) + DAY_MS
      await storage.writeTenant(at.tenant.tenantId, (tx) =>
        createRecords(
          tx,
          UNAVAILABILITY,
          Array.from({ length: BLOCKS }, (_, number) => ({
            unavailabilityId: `una_${number}`,
            aircraftId: aircraftIds[0] as string,
            // No more begin within a day than may.
            from: from - number * (DAY_MS / 48),
            to: from + DAY_MS,
            reason: 'AOG' as const,
            isEndEstimated: false,
            note: null,
            techLogEntryId: null,
            permitAuthority: null,
            permitNumber: null,
            permitFrom: null,
            permitTo: null,
            permitConditions: null,
          })),
        ),
      )
    })
    after(() => server.close())

    const blocked = async (aircraftId: string | undefined, reason: string): Promise<Answer> => {
      const from = server.world.now(at.tenant.tenantId) + DAY_MS
      const input = {
        aircraftId,
        reason,
        from: new Date(from).toISOString(),
        to: new Date(from + DAY_MS).toISOString(),
      }
      const query = `mutation ($input: UnavailabilityInput!) { unavailabilityCreate(input: $input) {
        warningList { code } userErrorList { code message } } }`
      return (await at.query(token, query, { variables: { input } })).json<Answer>()
    }

    test('are charged by their number, where blocks of its aircraft are looked through', async () => {
      const alone = await blocked(aircraftIds[1], 'AOG')
      assert.equal(alone.extensions.cost.searched ?? 0, 0, JSON.stringify(alone))
      const among = await blocked(aircraftIds[0], 'AOG')
      const { requested, searched = 0 } = among.extensions.cost
      assert.ok(requested + searched >= BLOCKS / 10, `${requested} and ${searched} for ${BLOCKS} blocks`)
    })

    test('are no more than are told, of the blocks that another one overlaps', async () => {
      const { data, extensions } = await blocked(aircraftIds[0], 'AOG')
      assert.equal(data.unavailabilityCreate.warningList.length, 20)
      assert.ok((extensions.cost.searched ?? 0) < (2 * BLOCKS) / 10, `${extensions.cost.searched}`)
    })
  })
}
