/**
 * A thousand identifiers of another operator, sent to every query and mutation that takes one, find nothing (threats
 * row 21).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type GraphQLField, type GraphQLInputType, getNamedType, isInputObjectType, isObjectType } from 'graphql'
import { demoOperator } from '../../src/demo/data/demo-operators.ts'
import type { OperatorData } from '../../src/demo/data/operator-data.ts'
import { readDemoReference } from '../../src/demo/data/reference.ts'
import { writeOperator } from '../../src/demo/data/write.ts'
import { scopesOfField } from '../../src/graphql/access-declaration.ts'
import { changeHead } from '../../src/storage/change-feed.ts'
import { EVERYTHING } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { someOf } from '../support/sampled.ts'
import { argumentsOf } from '../support/schema-walk.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const AS_OF = Date.parse('2026-11-15T12:00:00Z')
const PER_REQUEST = 40
const NOWHERE = 'flt_exists_nowhere'

type Field = GraphQLField<unknown, unknown>

const takesId = (type: GraphQLInputType): boolean => {
  const named = getNamedType(type)
  if (named.name === 'ID') return true
  return isInputObjectType(named) && Object.values(named.getFields()).some((field) => takesId(field.type))
}

/** What is written about a record needs the scopes of its kind. */
const SCOPES = `${EVERYTHING} sales:read sales:write service:read service:write`

const idsOf = (data: OperatorData): string[] => [
  ...data.aircraft.map(({ aircraftId }) => aircraftId),
  ...data.unavailability.map(({ unavailabilityId }) => unavailabilityId),
  ...data.contacts.map(({ contactId }) => contactId),
  ...data.crewMembers.map(({ crewMemberId }) => crewMemberId),
  ...data.qualifications.map(({ qualificationId }) => qualificationId),
  ...data.trips.map(({ tripId }) => tripId),
  ...data.duties.slice(0, 300).map(({ dutyId }) => dutyId),
  ...data.flights.map(({ flightId }) => flightId),
]

/** Everything that a payload or record shows, two levels deep; lists of errors included. */
const selectionOf = (field: Field): string => {
  const type = getNamedType(field.type)
  if (!isObjectType(type)) return ''
  const names = Object.keys(type.getFields())
  if (names.includes('userErrorList')) return ' { userErrorList { code path } }'
  const first = names.find((name) => /Id$/.test(name)) ?? '__typename'
  return ` { ${names.includes('nodeList') ? 'nodeList { __typename }' : first} }`
}

const FILTERS = `
  flightList(filter: { interval: { from: "2020-01-01T00:00:00Z", to: "2030-01-01T00:00:00Z" }, KEY: VALUE }, page: { first: 1 }) { nodeList { flightId } }`

for (const store of storesFor('rights')) {
  describe(`identifiers of another operator (${store})`, () => {
    let server: TestServer
    let here: TestTenant
    let foreign: string[]
    before(async () => {
      server = await startServer(store)
      here = (await server.operator('alpine')).production
      const there = (await server.operator('northsea')).production
      const operator = demoOperator('northsea')
      assert.ok(operator)
      const reference = await readDemoReference(server.world.storage.platform)
      const write = (tenant: TestTenant, seed: string) =>
        server.world.storage.writeTenant(tenant.tenant.tenantId, (tx) =>
          writeOperator(tx, { operator, seed, asOf: AS_OF, reference, told: false }),
        )
      foreign = [...someOf(idsOf(await write(there, 'there')).slice(0, store === 'sqlite' ? 1000 : 120), 5)]
      await write(here, 'here')
    })
    after(() => server.close())

    /** Answers to every field for each id, compared with the answer for an id that exists nowhere. */
    const compare = async (
      kind: 'query' | 'mutation',
      calls: readonly ((id: string) => string)[],
      given: readonly string[],
    ) => {
      let token = await here.accessToken(SCOPES)
      let asked = 0
      for (const call of calls) {
        for (let at = 0; at < given.length; at += PER_REQUEST) {
          const ids = given.slice(at, at + PER_REQUEST)
          const body = ids.map((id, index) => `a${index}: ${call(id)}`).join(' ')
          if (++asked % 10 === 0) {
            // The bucket refills, the token is renewed: time moves by hand.
            server.clock.advanceSeconds(1200)
            token = await here.accessToken(SCOPES)
          }
          const answer = await here.query(token, `${kind} { nowhere: ${call(NOWHERE)} ${body} }`)
          assert.equal(answer.status, 200, answer.body)
          const { data, errors } = answer.json<{ data: Record<string, unknown>; errors?: unknown }>()
          assert.equal(errors, undefined, JSON.stringify(errors))
          for (const [alias, value] of Object.entries(data))
            assert.deepEqual(value, data.nowhere, `${alias} ${call(ids[0] ?? '')}`)
        }
      }
    }

    const callsOf = (fields: readonly Field[]): ((id: string) => string)[] =>
      fields
        .filter((field) => scopesOfField(field).every((scope) => EVERYTHING.split(' ').includes(scope)))
        .filter((field) => field.args.some((argument) => takesId(argument.type)))
        .filter((field) => argumentsOf(field.args, '"x"').includes('"x"'))
        .map((field) => (id) => `${field.name}${argumentsOf(field.args, JSON.stringify(id))}${selectionOf(field)}`)

    test("every query answers another operator's id like one that does not exist", async () => {
      const calls = callsOf(Object.values(server.app.schema.getQueryType()?.getFields() ?? {}) as Field[])
      assert.ok(calls.length >= 3)
      const filters = ['flightIdList', 'aircraftIdList', 'crewMemberId', 'tripId'].map(
        (key) => (id: string) =>
          FILTERS.replace('KEY', key).replace('VALUE', key.endsWith('List') ? `["${id}"]` : `"${id}"`),
      )
      const fleet = (id: string) =>
        `aircraftList(filter: { aircraftIdList: ["${id}"] }, page: { first: 1 }) { nodeList { aircraftId } }`
      await compare('query', [...calls, ...filters, fleet], foreign)
    })

    test("every mutation answers another operator's id like one that does not exist, and changes nothing", async () => {
      const before = await changeHead(server.world.storage.tenant(here.tenant.tenantId))
      const calls = callsOf(Object.values(server.app.schema.getMutationType()?.getFields() ?? {}) as Field[])
      assert.ok(calls.length >= 12, String(calls.length))
      // Every kind of identifier is among every fifth of them.
      await compare(
        'mutation',
        calls,
        foreign.filter((_, index) => index % 5 === 0),
      )
      assert.equal(await changeHead(server.world.storage.tenant(here.tenant.tenantId)), before)
    })
  })
}
