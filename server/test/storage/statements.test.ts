/** No N+1: the number of statements of a request does not grow with its page, and they read only selected columns. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { after, before, describe, test } from 'node:test'
import { demoOperator } from '../../src/demo/data/demo-operators.ts'
import { readDemoReference } from '../../src/demo/data/reference.ts'
import { writeOperator } from '../../src/demo/data/write.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const AS_OF = Date.parse('2026-11-15T12:00:00Z')

/** What a process polls or flushes by itself, now and then, touches none of these. */
const RECORDS =
  /\b(aircraft|unavailability|trip|flight|flight_crew|flight_passenger|contact|travel_document|crew_member|qualification|duty|change_(head|entry|viewer))\b/

/** The statements that reach the operator's records while the job runs; sorted, for some of them run side by side. */
const counted = async <T>(job: () => Promise<T>): Promise<{ value: T; statements: string[] }> => {
  const statements: string[] = []
  const note = (text: unknown) => {
    if (RECORDS.test(String(text))) statements.push(String(text))
  }
  subscribe('airside:statement', note)
  try {
    const value = await job()
    return { value, statements: statements.sort() }
  } finally {
    unsubscribe('airside:statement', note)
  }
}

/** What a statement reads: `flight: flight_id flight_no`. */
const columnsRead = (statement: string): string => {
  const [, list = '', table = ''] = /^select (.*?)\s+from (\w+)/s.exec(statement) ?? []
  return `${table}: ${list.replaceAll('"', '').replaceAll(`${table}.`, '').replaceAll(',', '')}`
}

const QUERIES = {
  flights: `query ($first: Int!, $i: IntervalInput!) { flightList(filter: { interval: $i }, page: { first: $first }) { nodeList {
    flightNo schedule { offBlockLocal } adep { iCAO } ades { iCAO } aircraft { registration acftType { iCAO } base { iCAO } }
    crewList { position crewMember { code } } trip { tripNumber client { name } } passengerList { surname } } } }`,
  passengers: `query ($first: Int!, $i: IntervalInput!) { flightList(filter: { interval: $i }, page: { first: $first }) { nodeList {
    paxCount { named } passengerList { surname isNoShow documentNumber travelDocument { number } } } } }`,
  trips: `query ($first: Int!, $i: IntervalInput!) { flightList(filter: { interval: $i }, page: { first: $first }) { nodeList {
    trip { flightList { flightNo aircraft { registration } } } } } }`,
  fleet: `query ($first: Int!, $i: IntervalInput!) { aircraftList(page: { first: $first }) { nodeList {
    registration unavailabilityList(interval: $i) { reason } } } }`,
  crew: `query ($first: Int!, $i: IntervalInput!) { crewMemberList(page: { first: $first }) { nodeList {
    code qualificationList { kind } dutyList(interval: $i) { kind restBeforeMinutes } } } }`,
  changes: `query ($first: Int!) { changeList(first: $first) { nodeList { entityId } } }`,
}

/** One statement for each kind and way to it, with the columns asked for, the ids and what a list is ordered by. */
const READ: Readonly<Partial<Record<string, readonly string[]>>> = {
  flights: [
    'aircraft: aircraft_id registration acft_type_id base_id',
    'contact: contact_id name surname',
    'flight: flight_id flight_no trip_id aircraft_id adep_id ades_id off_block on_block',
    'flight_crew: rank flight_id crew_member_id position crew_member.code',
    'flight_passenger: rank flight_id is_lead contact.contact_id contact.name contact.surname',
    'trip: trip_id trip_number client_id',
  ],
  trips: [
    'aircraft: aircraft_id registration',
    'flight: flight_id flight_no trip_id aircraft_id',
    'flight: flight_id flight_no trip_id aircraft_id off_block',
    'trip: trip_id',
  ],
  fleet: ['aircraft: aircraft_id registration', 'unavailability: unavailability_id aircraft_id reason'],
  crew: [
    'crew_member: crew_member_id code',
    'duty: d.duty_id duty_id crew_member_id kind start_at end_at planned_start_at planned_end_at starts_duty break_minutes',
    'duty: duty_id crew_member_id kind start_at end_at planned_start_at planned_end_at starts_duty break_minutes',
    'qualification: qualification_id crew_member_id kind',
  ],
}

for (const store of storesFor('sql')) {
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
      test(`${name} sends as many statements for 20 rows as for 2`, async () => {
        // Periods of duty are worked out for a hundred duties at a time (threats row 356): as many as some days have.
        const days = name === 'crew' ? 3 : 40
        const i = { from: z(AS_OF - days * 86_400_000), to: z(AS_OF) }
        // The first sight is interpreted, the second compiled; both warm what is remembered between requests.
        await key.ask(query, { first: 2, i })
        const few = await counted(() => key.ask(query, { first: 2, i }))
        const many = await counted(() => key.ask(query, { first: 20, i }))
        const rows = (data: Record<string, { nodeList: unknown[] }>) => Object.values(data)[0]?.nodeList.length ?? 0
        assert.ok(rows(many.value) > rows(few.value))
        assert.ok(few.statements.length > 0)
        assert.deepEqual(many.statements, few.statements)
        assert.ok(many.statements.length <= 8, many.statements.join('\n'))
        const expected = READ[name]
        if (expected) assert.deepEqual(many.statements.map(columnsRead), expected)
      })
    }

    test('a record reached in several ways is read once, with all selected columns', async () => {
      const i = { from: z(AS_OF - 40 * 86_400_000), to: z(AS_OF) }
      const query = `query ($i: IntervalInput!) { flightList(filter: { interval: $i }, page: { first: 20 }) { nodeList {
        a: aircraft { registration } b: aircraft { seatCount } ...Same } } }
        fragment Same on Flight { c: aircraft { ... on Aircraft { status } } trip { client { name } } passengerList { surname } }`
      const { statements } = await counted(() => key.ask(query, { i }))
      assert.deepEqual(statements.map(columnsRead), [
        'aircraft: aircraft_id registration seat_count status grounding_list',
        'contact: contact_id name surname',
        'flight: flight_id trip_id aircraft_id off_block',
        'flight_passenger: rank flight_id is_lead contact.contact_id contact.name contact.surname',
        'trip: trip_id client_id',
      ])
    })

    test('a connection keeps a bounded number of prepared statements and still prepares new ones', {
      skip: store === 'postgres' ? false : 'SQLite keeps its statements in one bounded cache of its own',
    }, async () => {
      const { execute } = server.world.storage.platform
      for (let number = 0; number < 1200; number++) await execute(`select ${number} as number`, [])
      const { rows } = await execute<{ statement: string }>('select statement from pg_prepared_statements', [])
      assert.ok(rows.length <= 500, `${rows.length} prepared statements`)
      assert.ok(rows.some(({ statement }) => statement === 'select 1199 as number'))
    })
  })
}
