/**
 * A key that may do one thing learns nothing of records that it may not read, whichever ids it gives to which mutation:
 * refusals and warnings repeat no value of theirs (threats row 210). Mutations and arguments come from the schema, ids
 * and values from the store, so that a new one is tried without being named here.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql'
import { sql } from 'kysely'
import { ENTITY_SCOPES, type EntityKind } from '../../src/domain/entity-kind.ts'
import type { RecordEntity } from '../../src/domain/records/all-records.ts'
import { isForKeys, type Scope } from '../../src/domain/scopes.ts'
import { scopesOfField, scopesOfInput } from '../../src/graphql/access-declaration.ts'
import { graphs } from '../../src/graphql/graphs.ts'
import { STORED_RECORDS } from '../../src/storage/operations/stored-records.ts'
import { seedFleet } from '../support/fleet.ts'
import { EVERYTHING, Integration } from '../support/integration.ts'
import { type Mutation, mutationsOf } from '../support/mutations.ts'
import { sampleOf } from '../support/schema-walk.ts'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

/** What samples of the schema's types say: records lie there, so that what is tried meets them. */
const [FROM, TO] = ['2027-06-01T06:00:00Z', '2027-06-01T08:00:00Z']

const KIND_OF: Readonly<Record<string, RecordEntity>> = {
  aircraftId: 'AIRCRAFT',
  buyerContactId: 'CONTACT',
  charterRequestId: 'CHARTER_REQUEST',
  clientContactId: 'CONTACT',
  contactId: 'CONTACT',
  crewMemberId: 'CREW_MEMBER',
  documentId: 'DOCUMENT',
  dutyId: 'DUTY',
  emptyLegId: 'EMPTY_LEG',
  // Of the first kind that has external ids: what a sample of the type names.
  entityId: 'AIRCRAFT',
  flightId: 'FLIGHT',
  flightPlanId: 'FLIGHT_PLAN',
  journeyLogId: 'JOURNEY_LOG',
  providerContactId: 'CONTACT',
  qualificationId: 'QUALIFICATION',
  maintenanceDueId: 'MAINTENANCE_DUE',
  quoteId: 'QUOTE',
  safetyReportId: 'SAFETY_REPORT',
  serviceRequestId: 'SERVICE_REQUEST',
  techLogEntryId: 'TECH_LOG_ENTRY',
  travelDocumentId: 'TRAVEL_DOCUMENT',
  tripId: 'TRIP',
  unavailabilityId: 'UNAVAILABILITY',
  visitId: 'VISIT',
}

type Row = Readonly<Record<string, unknown>>
type Input = GraphQLArgument | GraphQLInputField

const TURNS = 8

/** Words that sentences use whatever the record says: names of states and kinds that are explained in them. */
const WORDS_OF_SENTENCES = /^(?:CLIENT|PASSENGER|OTHER|OPTION|CONFIRMED|CHARTER|LSZH|LFPB)$/

const valuesOf = (value: unknown): string[] => {
  if (typeof value === 'string' && /^[[{]/.test(value)) return valuesOf(JSON.parse(value))
  if (typeof value === 'string') return value.length < 3 || WORDS_OF_SENTENCES.test(value) ? [] : [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(valuesOf) : []
}

/** A contact who is aboard is a passenger, and named to whoever reads passengers. */
const reads = (scopes: readonly Scope[], entity: EntityKind): boolean =>
  scopes.includes(ENTITY_SCOPES[entity]) || (entity === 'CONTACT' && scopes.includes('passenger:read'))

const inputsOf = (type: GraphQLInputType): readonly GraphQLInputField[] => {
  const named = getNamedType(type)
  return isInputObjectType(named) ? Object.values(named.getFields()) : []
}

const isOfRecord = ({ name, type }: Input): boolean =>
  getNamedType(type).name === 'ID' && KIND_OF[name.replace(/List$/, '')] !== undefined

/** Whether a request names it: everything needed, and every id of a record that needs no further scope. */
const isNamed = (input: Input): boolean => {
  const { type, defaultValue } = input
  const isNeeded = isNonNullType(type) && defaultValue === undefined
  return isNeeded || (isOfRecord(input) && scopesOfInput(input).length === 0)
}

class Asking {
  readonly #records: ReadonlyMap<RecordEntity, readonly Row[]>
  readonly #turn: number

  constructor(records: ReadonlyMap<RecordEntity, readonly Row[]>, turn: number) {
    this.#records = records
    this.#turn = turn
  }

  #record(name: string): Row | undefined {
    const kind = KIND_OF[name.replace(/List$/, '')]
    const rows = (kind && this.#records.get(kind)) ?? []
    return rows[this.#turn % Math.max(rows.length, 1)]
  }

  /** Another value of an enumeration in each turn. */
  #sample(type: GraphQLInputType, name: string, version: number): string {
    if (isEnumType(type)) return type.getValues()[this.#turn % type.getValues().length]?.name ?? ''
    if (!isInputObjectType(type)) return sampleOf(type, '"nowhere"', name)
    const named = inputsOf(type).filter(isNamed)
    return `{ ${named.map((each) => `${each.name}: ${this.#written(each, version)}`).join(', ')} }`
  }

  #written(input: Input, version: number): string {
    const { name, type } = input
    if (name === 'expectedVersion') return String(version)
    const nullable = getNullableType(type)
    const one = isOfRecord(input)
      ? JSON.stringify(this.#record(name)?.own_id ?? 'nowhere')
      : this.#sample(getNamedType(type) as GraphQLInputType, name, version)
    return isListType(nullable) ? `[${one}]` : one
  }

  /** The version of the record that the mutation is about: the first id among its arguments. */
  #version({ args }: Mutation): number {
    const inputs = args.flatMap((arg): readonly Input[] => [arg, ...inputsOf(arg.type)])
    const own = inputs.find((input) => isOfRecord(input) && isNamed(input))
    return Number(this.#record(own?.name ?? '')?.version ?? 1)
  }

  text(field: Mutation): string {
    const version = this.#version(field)
    const list = field.args.filter(isNamed).map((arg) => `${arg.name}: ${this.#written(arg, version)}`)
    const payload = getNamedType(field.type)
    const hasWarnings = 'getFields' in payload && 'warningList' in payload.getFields()
    const warnings = hasWarnings ? 'warningList { code message path subjectList { entityId label } }' : ''
    return `mutation { ${field.name}(${list.join(', ')}) { userErrorList { code message path } ${warnings} } }`
  }
}

describe('a key with the scopes of one mutation', () => {
  let server: TestServer
  let at: TestTenant
  before(async () => {
    server = await startServer('sqlite')
    at = (await server.operator('alpine')).production
    const { aircraft, crew } = await seedFleet(server.world.storage, at.tenant.tenantId)
    const key = await Integration.of(at, `${EVERYTHING} sales:read sales:write service:read service:write`)
    const [one, two] = aircraft
    const made = (query: string, input: object) => key.did(key.change(query, { input }))
    const contactOf = (kind: string, name: string) =>
      made(
        'mutation ($input: ContactInput!) { contactCreate(input: $input) { contact { contactId } userErrorList { message } } }',
        {
          kind,
          name,
          surname: `${name}sson`,
          email: `${name.toLowerCase()}@mail.example`,
        },
      )
    const { contact: client } = await contactOf('CLIENT', 'Quillon')
    await contactOf('SUPPLIER', 'Brastow')
    const { trip } = await made(
      'mutation ($input: TripCreateInput!) { tripCreate(input: $input) { trip { tripId } userErrorList { message } } }',
      { clientContactId: client.contactId },
    )
    const { flight: ferry } = await key.did(
      key.createFlight({ aircraftId: two?.aircraftId, offBlock: '2027-06-02T06:00:00Z', kind: 'FERRY' }),
    )
    await made('mutation ($input: EmptyLegInput!) { emptyLegPublish(input: $input) { userErrorList { message } } }', {
      flightId: ferry.flightId,
      earliest: '2027-06-02T00:00:00Z',
      latest: '2027-06-03T00:00:00Z',
    })
    const { charterRequest } = await made(
      'mutation ($input: CharterRequestInput!) { charterRequestCreate(input: $input) { charterRequest { charterRequestId } userErrorList { message } } }',
      {
        buyer: { kind: 'CLIENT', name: 'Ottoline', email: 'ottoline@mail.example' },
        legList: [
          { adep: 'LSZH', ades: 'LFMN', earliest: '2027-06-05T06:00:00Z', latest: '2027-06-05T08:00:00Z', paxCount: 3 },
        ],
        note: 'Wheelchair at the gate',
      },
    )
    await made('mutation ($input: QuoteInput!) { quoteCreate(input: $input) { userErrorList { message } } }', {
      charterRequestId: charterRequest.charterRequestId,
      aircraftId: two?.aircraftId,
      lineList: [{ kind: 'FLIGHT', label: 'Zurich to Nice', unitPrice: { amount: '12850.00', currency: 'EUR' } }],
      validUntil: '2027-06-04T06:00:00Z',
    })
    const slot = { offBlock: FROM, onBlock: TO, status: 'CONFIRMED' }
    const { flight } = await key.did(
      key.createFlight({ ...slot, aircraftId: one?.aircraftId, flightNo: 'ALP777', tripId: trip.tripId }),
    )
    await made(
      'mutation ($input: ServiceRequestInput!) { serviceRequestCreate(input: $input) { userErrorList { message } } }',
      { flightId: flight.flightId, kind: 'HANDLING', instructions: 'Stairs on the left' },
    )
    const crewList = [{ crewMemberId: crew[0]?.crewMemberId, position: 'CPT' }]
    const { flight: crewed } = await key.did(key.setCrew(flight.flightId, crewList, flight.version))
    await key.did(key.setPassengers(flight.flightId, [{ contactId: client.contactId }], crewed.version))
    await key.did(key.block({ aircraftId: two?.aircraftId, from: FROM, to: TO, note: 'Engine borescope' }))
    await key.did(key.createDuty({ crewMemberId: crew[1]?.crewMemberId, kind: 'OFFICE', startAt: FROM, endAt: TO }))
    await key.did(
      key.change(
        `mutation ($id: ID!, $input: TravelDocumentInput!) { travelDocumentCreate(contactId: $id, input: $input) {
          userErrorList { message } } }`,
        {
          id: client.contactId,
          input: {
            type: 'PASSPORT',
            number: 'X0099887',
            issuingCountry: 'CH',
            expiry: '2031-01-01',
            surname: 'Quillonsson',
            givenNames: 'Quillon',
            nationality: 'CH',
          },
        },
      ),
    )
  })
  after(() => server.close())

  const rowsOf = async (): Promise<Map<RecordEntity, readonly Row[]>> => {
    const { db } = server.world.storage.tenant(at.tenant.tenantId)
    const found = new Map<RecordEntity, readonly Row[]>()
    for (const [entity, { table, id }] of Object.entries(STORED_RECORDS)) {
      const column = sql.ref(id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
      const { rows } = await sql<Row>`select ${column} as own_id, ${sql.table(table)}.* from ${sql.table(table)}
        where tenant_id = ${at.tenant.tenantId} order by ${column}`.execute(db)
      found.set(entity as RecordEntity, rows)
    }
    return found
  }

  /** Those that take away come last, so that the others meet everything. */
  const tried = mutationsOf(graphs().operator)
    .filter((field) => scopesOfField(field).every(isForKeys) && field.name !== 'contactErase')
    .toSorted((a, b) => Number(/Delete|Remove/.test(a.name)) - Number(/Delete|Remove/.test(b.name)))

  test('is told no value of a record that it may not read, by no refusal and no warning (threats row 210)', async () => {
    assert.ok(tried.length > 25, `only ${tried.length} mutations are for keys`)
    const leaks: string[] = []
    const codes = new Set<string>()
    for (let turn = 0; turn < TURNS; turn++) {
      const tokens = new Map<string, string>()
      const tokenFor = async (scope: string): Promise<string> => {
        const token = tokens.get(scope) ?? (await at.accessToken(scope))
        tokens.set(scope, token)
        return token
      }
      for (const field of tried) {
        const records = await rowsOf()
        const scopes = scopesOfField(field)
        const token = await tokenFor(scopes.length === 0 ? 'aircraft:write' : scopes.join(' '))
        const query = new Asking(records, turn).text(field)
        const answer = await at.query(token, query)
        // A value that needs a further scope, such as the kind PASSENGER: the gate stopped it.
        if (answer.status === 403) continue
        assert.equal(answer.status, 200, `${query}: ${answer.body}`)
        for (const [code] of answer.body.matchAll(/(?<="code":")\w+/g)) codes.add(code)
        // Codes are words of ours, the same whatever a record says.
        const said = answer.body.replaceAll(/"code":"\w+"/g, '')
        for (const [entity, rows] of records) {
          if (reads(scopes, entity)) continue
          const values = new Set(rows.flatMap(({ tenant_id: _tenant, ...row }) => valuesOf(row)))
          const told = [...values].filter((value) => !query.includes(value) && said.includes(value))
          if (told.length > 0) leaks.push(`${field.name} tells ${entity} ${told.join(', ')}: ${answer.body}`)
        }
      }
    }
    assert.deepEqual(leaks, [])
    // What meets other records was tried: it did not end at the first check.
    for (const code of ['OPTION_OVERLAP', 'FLIGHT_AT_RISK', 'CREW_OVERLAP'])
      assert.ok(codes.has(code), [...codes].join())
  })
})
