/** No N+1: the statements of a request do not grow with the rows of its page, interpreted or compiled. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, describe, test } from 'node:test'
import { demoOperator } from '../../src/demo/data/demo-operators.ts'
import { readDemoReference } from '../../src/demo/data/reference.ts'
import { writeOperator } from '../../src/demo/data/write.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { STORES, startServer, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const AS_OF = Date.parse('2026-11-15T12:00:00Z')

/** What a process polls or flushes by itself, now and then, touches none of these. */
const RECORDS =
  /\b(aircraft|unavailability|trip|flight|flight_crew|flight_passenger|contact|crew_member|qualification|duty|change_(head|entry|viewer))\b/

/** How many statements reach the operator's records while the job runs. */
const counted = async <T>(job: () => Promise<T>): Promise<{ value: T; statements: number }> => {
  let statements = 0
  const count = (text: unknown) => {
    if (RECORDS.test(String(text))) statements++
  }
  subscribe('airside:statement', count)
  try {
    return { value: await job(), statements }
  } finally {
    unsubscribe('airside:statement', count)
  }
}

const QUERIES = {
  flights: `query ($first: Int!, $i: IntervalInput!) { flightList(filter: { interval: $i }, page: { first: $first }) { nodeList {
    flightNo schedule { offBlockLocal } adep { iCAO } ades { iCAO } aircraft { registration acftType { iCAO } base { iCAO } }
    crewList { position crewMember { code } } trip { tripNumber client { name } } passengerList { surname } } } }`,
  trips: `query ($first: Int!, $i: IntervalInput!) { flightList(filter: { interval: $i }, page: { first: $first }) { nodeList {
    trip { flightList { flightNo aircraft { registration } } } } } }`,
  fleet: `query ($first: Int!, $i: IntervalInput!) { aircraftList(page: { first: $first }) { nodeList {
    registration unavailabilityList(interval: $i) { reason } } } }`,
  crew: `query ($first: Int!, $i: IntervalInput!) { crewMemberList(page: { first: $first }) { nodeList {
    code qualificationList { kind } dutyList(interval: $i) { kind restBeforeMinutes } } } }`,
  changes: `query ($first: Int!) { changeList(first: $first) { nodeList { entityId } } }`,
}

for (const store of STORES) {
  describe(`statements (${store})`, () => {
    let server: TestServer
    let key: Integration
    before(async () => {
      server = await startServer(store)
      const { production } = await server.operator('alpine')
      const operator = demoOperator('alpine')
      assert.ok(operator)
      const reference = await readDemoReference(server.world.storage.platform)
      await server.world.storage.writeTenant(production.tenant.tenantId, (tx) =>
        writeOperator(tx, { operator, seed: 'alpine', asOf: AS_OF, reference, told: true }),
      )
      key = await Integration.of(production)
    })
    after(() => server.close())

    for (const [name, query] of Object.entries(QUERIES)) {
      test(`${name}: as many statements for 20 rows as for 2`, async () => {
        const i = { from: z(AS_OF - 40 * 86_400_000), to: z(AS_OF) }
        // The first sight is interpreted, the second compiled; both warm what is remembered between requests.
        await key.ask(query, { first: 2, i })
        const few = await counted(() => key.ask(query, { first: 2, i }))
        const many = await counted(() => key.ask(query, { first: 20, i }))
        const rows = (data: Record<string, { nodeList: unknown[] }>) => Object.values(data)[0]?.nodeList.length ?? 0
        assert.ok(rows(many.value) > rows(few.value))
        assert.ok(few.statements > 0)
        assert.equal(many.statements, few.statements)
        assert.ok(many.statements <= 8, `${many.statements} statements`)
      })
    }

    test('the first sight of a query, which is interpreted, batches as well', async () => {
      const i = { from: z(AS_OF - 40 * 86_400_000), to: z(AS_OF) }
      const { statements } = await counted(() =>
        key.ask(`${QUERIES.flights} # again`.replace('flightNo', 'n: flightNo'), { first: 20, i }),
      )
      assert.ok(statements <= 8, `${statements} statements`)
    })
  })
}
