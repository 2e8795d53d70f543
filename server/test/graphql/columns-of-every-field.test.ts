/** Every field of every stored type returns the same value when selected alone as beside all other fields. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType, isRequiredArgument } from 'graphql'
import { demoOperator } from '../../src/demo/data/demo-operators.ts'
import { readDemoReference } from '../../src/demo/data/reference.ts'
import { writeOperator } from '../../src/demo/data/write.ts'
import { rowKindOf } from '../../src/graphql/column-declaration.ts'
import { addPerson } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { EVERYTHING, Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const AS_OF = Date.parse('2026-11-15T12:00:00Z')
/** What to give for the arguments that a field needs. */
const GIVEN: Readonly<Record<string, string>> = { at: `at: "${z(AS_OF)}"` }
const within = (days: number) =>
  `interval: { from: "${z(AS_OF - days * 86_400_000)}", to: "${z(AS_OF + 10 * 86_400_000)}" }`
const INTERVAL = within(40)

const flights = (selection: string) =>
  `{ flightList(filter: { ${INTERVAL} }, page: { first: 8 }) { nodeList { ${selection} } } }`
const fleet = (selection: string) => `{ aircraftList(page: { first: 8 }) { nodeList { ${selection} } } }`
const crew = (selection: string) => `{ crewMemberList(page: { first: 8 }) { nodeList { ${selection} } } }`

/** A query that finds rows of each type. */
const WAYS: Readonly<Record<string, (selection: string) => string>> = {
  Flight: flights,
  Trip: (selection) => flights(`trip { ${selection} }`),
  CrewOnFlight: (selection) => flights(`crewList { ${selection} }`),
  TravelDocument: (selection) => `{ travelDocumentList(filter: {}, page: { first: 8 }) { nodeList { ${selection} } } }`,
  Document: (selection) => `{ documentList(filter: {}, page: { first: 8 }) { nodeList { ${selection} } } }`,
  CharterRequest: (selection) => `{ charterRequestList(page: { first: 8 }) { nodeList { ${selection} } } }`,
  Visit: (selection) => `{ visitList(filter: { ${within(30)} }, page: { first: 8 }) { nodeList { ${selection} } } }`,
  ServiceRequest: (selection) => `{ serviceRequestList(page: { first: 8 }) { nodeList { ${selection} } } }`,
  SafetyReport: (selection) => `{ safetyReportList(page: { first: 8 }) { nodeList { ${selection} } } }`,
  Quote: (selection) => `{ quoteList(page: { first: 8 }) { nodeList { ${selection} } } }`,
  EmptyLeg: (selection) => `{ emptyLegList(page: { first: 8 }) { nodeList { ${selection} } } }`,
  FlightPlan: (selection) => `{ flightPlanList(page: { first: 8 }) { nodeList { ${selection} } } }`,
  JourneyLog: (selection) =>
    `{ journeyLogList(filter: { ${INTERVAL} }, page: { first: 8 }) { nodeList { ${selection} } } }`,
  MaintenanceDue: (selection) => `{ maintenanceDueList(page: { first: 8 }) { nodeList { ${selection} } } }`,
  TechLogEntry: (selection) => `{ techLogEntryList(page: { first: 8 }) { nodeList { ${selection} } } }`,
  LogbookEntry: (selection) => `{ myLogbookEntryList(page: { first: 8 }) { nodeList { ${selection} } } }`,
  Passenger: (selection) => flights(`passengerList { ${selection} }`),
  Aircraft: fleet,
  Unavailability: (selection) => fleet(`unavailabilityList(${INTERVAL}) { ${selection} }`),
  Contact: (selection) => `{ contactList(page: { first: 8 }) { nodeList { ${selection} } } }`,
  CrewMember: crew,
  Qualification: (selection) => crew(`qualificationList { ${selection} }`),
  Duty: (selection) => crew(`dutyList(${within(0)}) { ${selection} }`),
}

const SAVE_LOG = 'mutation ($id: ID!) { journeyLogSave(input: { flightId: $id }) { userErrorList { code message } } }'

/** Keeps scalar values of the row; of another row only whether it is present. */
const below = (type: unknown): string => {
  if (!isObjectType(type)) return ''
  if (rowKindOf(type) !== null) return '{ __typename }'
  return `{ ${Object.values(type.getFields()).map(selectionOf).join(' ')} }`
}

const selectionOf = (field: GraphQLField<unknown, unknown>): string => {
  const given = field.args.filter(isRequiredArgument).map(({ name }) => {
    const text = name === 'interval' ? INTERVAL : GIVEN[name]
    assert.ok(text, `${field.name} takes ${name}: say here what to give`)
    return text
  })
  return `${field.name}${given.length > 0 ? `(${given.join()})` : ''} ${below(getNamedType(field.type))}`
}

/** The response with the rows of a type reduced to one field. */
const withField = (value: unknown, type: string, field: string): unknown => {
  if (Array.isArray(value)) return value.map((item) => withField(item, type, field))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  if ('__typename' in value && value.__typename === type) {
    return Object.fromEntries(entries.filter(([name]) => name === '__typename' || name === field))
  }
  return Object.fromEntries(entries.map(([name, inner]) => [name, withField(inner, type, field)]))
}

for (const store of storesFor('sql')) {
  describe(`columns of every field (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    before(async () => {
      server = await startServer(store)
      const { production } = await server.operator('alpine')
      const operator = demoOperator('alpine')
      assert.ok(operator)
      const reference = await readDemoReference(server.world.storage.platform)
      await server.world.storage.writeTenant(production.tenant.tenantId, (tx) =>
        writeOperator(tx, { operator, seed: 'alpine', asOf: AS_OF, reference, told: false }),
      )
      at = production
    })
    after(() => server.close())

    test('this test covers every type that is read from the store', () => {
      const types = Object.values(server.app.schema.getTypeMap()).filter((type) => rowKindOf(type) !== null)
      assert.deepEqual(types.map(({ name }) => name).sort(), Object.keys(WAYS).sort())
    })

    const keyWithAll = async () => {
      const key = await Integration.of(
        at,
        `${EVERYTHING} availability:read sales:read service:read manifest:read safety:read`,
      )
      return (query: string) => key.ask(query)
    }

    /** The demo keeps none: of the flights that it has flown. */
    const withLogs = async () => {
      const key = await Integration.of(at, `${EVERYTHING} service:read`)
      const { flightList } = await key.ask(
        `{ flightList(filter: { ${INTERVAL}, statusList: [CLOSED, ON_BLOCK] }, page: { first: 2 }) { nodeList { flightId } } }`,
      )
      assert.ok(flightList.nodeList.length > 0)
      for (const { flightId } of flightList.nodeList) {
        await key.did(key.change(SAVE_LOG, { id: flightId }))
      }
      return (query: string) => key.ask(query)
    }

    /** The demo keeps none: one that was deferred cannot be, without its person. */
    const withDefects = async () => {
      const key = await Integration.of(at)
      const { aircraftList } = await key.ask('{ aircraftList(page: { first: 1 }) { nodeList { aircraftId } } }')
      const text = `mutation ($input: TechLogEntryInput!) { techLogEntryCreate(input: $input) {
        techLogEntry { techLogEntryId version } userErrorList { code message } } }`
      const found = { description: 'Oil leak', ataChapter: '79', foundAt: z(server.clock.now()), foundIn: 'TAXI' }
      const input = { ...found, aircraftId: aircraftList.nodeList[0].aircraftId }
      const { techLogEntry } = await key.did(key.change(text, { input }))
      await key.did(
        key.change(
          `mutation ($id: ID!, $v: Int!) { techLogEntryRectify(techLogEntryId: $id, rectification: "Seal", partOn: "2", expectedVersion: $v) {
            userErrorList { code message } } }`,
          { id: techLogEntry.techLogEntryId, v: techLogEntry.version },
        ),
      )
      return (query: string) => key.ask(query)
    }

    /** Nobody else reads a logbook. */
    const logbookOwner = async () => {
      const owner = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Nina', ['OPS']))
      const input =
        '{ kind: FSTD, date: "2026-05-01", fstdType: "CL35", fstdMinutes: 60, approachList: [{ type: "ILS" }] }'
      await owner.done(
        'myLogbookEntryCreate',
        `mutation { myLogbookEntryCreate(input: ${input}) { userErrorList { code } } }`,
      )
      return (query: string) => owner.data(query)
    }

    /** Who reported is for the safety office alone. */
    const safetyOffice = async () => {
      const roles = ['ADMIN', 'SAFETY']
      const office = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Claudia', roles))
      return (query: string) => office.data(query)
    }

    const READERS: Readonly<Record<string, typeof keyWithAll>> = {
      JourneyLog: withLogs,
      LogbookEntry: logbookOwner,
      SafetyReport: safetyOffice,
      TechLogEntry: withDefects,
    }

    for (const [name, way] of Object.entries(WAYS)) {
      test(`a field of ${name} returns the same value alone as beside all others`, async () => {
        const type = server.app.schema.getType(name) as GraphQLObjectType
        const fields = Object.values(type.getFields())
        // Each type has a full bucket.
        const reader = await (READERS[name] ?? keyWithAll)()
        const whole = await reader(way(`__typename ${fields.map(selectionOf).join(' ')}`))
        for (const field of fields) {
          const alone = await reader(way(`__typename ${selectionOf(field)}`))
          assert.deepEqual(alone, withField(whole, name, field.name), `${name}.${field.name}`)
        }
      })
    }
  })
}
