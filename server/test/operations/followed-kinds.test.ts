/**
 * Whatever a record shows is told in the feed of that record, or its field says which kinds it follows (data §4.14, data
 * row F12). One operator for each kind that is followed: a record of that kind is changed, everything that all records
 * show is read before and after it, and each difference was told of the record, or under a kind that the field names.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type GraphQLObjectType, getNamedType, isObjectType, isRequiredArgument } from 'graphql'
import type { EntityKind } from '../../src/domain/entity-kind.ts'
import { isForKeys } from '../../src/domain/scopes.ts'
import { SYSTEM } from '../../src/domain/versioned.ts'
import { scopesOfField } from '../../src/graphql/access-declaration.ts'
import { describedBy, followingFields } from '../../src/graphql/follows-declaration.ts'
import { buildSchema } from '../../src/graphql/schema.ts'
import { assessAnew } from '../../src/services/operations/risk/assess-anew.ts'
import { EVERYTHING, Integration } from '../support/integration.ts'
import { OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { offerOnce } from '../support/quote-scene.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const schema = buildSchema()
/** A person's own records are told to that person alone: see `logbook.test.ts`. */
const FIELDS = followingFields(schema).filter(({ description }) => description.owner === undefined)

/** So many lists are paid from one bucket. */
const LISTS_OF_A_KEY = 5

/** What the feed itself is, and what only says that something was told. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['versionList', 'version', 'updatedAt', 'updatedBy'])

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the generated query asks for
type Data = any

/** Everything of a value that a key reads, and the ids of the records that it leads to. */
const selectionOf = (type: GraphQLObjectType): string =>
  Object.values(type.getFields())
    .filter((field) => !field.args.some(isRequiredArgument) && scopesOfField(field).every(isForKeys))
    .flatMap((field) => {
      const shown = getNamedType(field.type)
      if (!isObjectType(shown)) return [field.name]
      const description = describedBy(shown)
      if (description) return [`${field.name} { ${description.id.field} }`]
      return [`${field.name} ${shown.name === 'Airport' ? '{ airportId }' : `{ ${selectionOf(shown)} }`}`]
    })
    .join(' ')

const ALL = `${EVERYTHING} settings:read settings:write availability:read sales:read sales:write service:read service:write manifest:read safety:read safety:write`

const lowerFirst = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`

/** On a visit at each end of the flight and on the flight itself, of which the provider said yes to one by phone. */
const askForServices = async (all: Integration, flightId: string): Promise<void> => {
  const { contact } = await all.did(
    all.change(
      'mutation { contactCreate(input: { kind: HANDLER, name: "Goldair" }) { contact { contactId } userErrorList { code } } }',
    ),
  )
  const text = `mutation ($input: ServiceRequestInput!) { serviceRequestCreate(input: $input) {
    serviceRequest { serviceRequestId version } userErrorList { code message } } }`
  const places = [
    { kind: 'HANDLING', flightId },
    { kind: 'CUSTOMS', flightId, flightEnd: 'DEPARTURE' },
    { kind: 'SLOT', flightId },
  ]
  for (const place of places) {
    const { serviceRequest } = await all.did(
      all.change(text, { input: { ...place, providerContactId: contact.contactId } }),
    )
    await all.did(
      all.change(
        `mutation ($id: ID!, $v: Int!) { serviceRequestStatusSet(serviceRequestId: $id, status: CONFIRMED, expectedVersion: $v) {
          userErrorList { code message } } }`,
        { id: serviceRequest.serviceRequestId, v: serviceRequest.version },
      ),
    )
  }
}

/** An operator with two flights of one crew, a passenger with a passport, and a key that reads everything. */
class Scene {
  readonly day: OperatingDay
  readonly all: Integration
  readonly flight: Data
  readonly past: Data
  readonly contactId: string
  readonly travelDocumentId: string

  private constructor(
    day: OperatingDay,
    all: Integration,
    made: Pick<Scene, 'flight' | 'past' | 'contactId' | 'travelDocumentId'>,
  ) {
    this.day = day
    this.all = all
    this.flight = made.flight
    this.past = made.past
    this.contactId = made.contactId
    this.travelDocumentId = made.travelDocumentId
  }

  static async open(server: TestServer, operatorId: string): Promise<Scene> {
    const day = await OperatingDay.open(server, operatorId)
    const all = await Integration.of(day.tenant, ALL)
    const { trip } = await all.did(
      all.change('mutation { tripCreate(input: {}) { trip { tripId } userErrorList { code } } }'),
    )
    const { tripId } = trip
    const flight = await day.plan(1440, 1560, { tripId, paxCount: 2 })
    const next = await day.plan(2100, 2220, { tripId, adep: 'LFPB', ades: 'LSZH' })
    const past = await day.plan(-300, -200, { aircraftId: day.aircraftId(1) })
    const crew = [{ crewMemberId: day.member(0), position: 'CPT' }]
    await day.crew(flight, crew)
    await day.crew(next, crew)
    const document = {
      type: 'PASSPORT',
      givenNames: 'Eva',
      surname: 'Lang',
      number: 'X1',
      issuingCountry: 'CH',
      nationality: 'CH',
      expiry: '2020-01-01',
    }
    const passenger = { contact: { kind: 'PASSENGER', name: 'Eva', surname: 'Lang' }, travelDocument: document }
    const { contactId, travelDocumentId } = await all.did(
      all.change(
        `mutation ($id: ID!, $p: PassengerInput!) { flightPassengerAdd(flightId: $id, passenger: $p) {
          contactId travelDocumentId userErrorList { code message } } }`,
        { id: flight.flightId, p: passenger },
      ),
    )
    const scene = new Scene(day, all, { flight, past, contactId, travelDocumentId })
    await scene.settings({ dutyLimits: { splitBreakPercent: 50 } }, 1)
    const ferry = await day.plan(4000, 4100, { kind: 'FERRY', adep: 'LSZH', ades: 'LSGG' })
    await all.did(
      all.change(
        'mutation ($input: EmptyLegInput!) { emptyLegPublish(input: $input) { userErrorList { code message } } }',
        { input: { flightId: ferry.flightId, earliest: day.at(3900), latest: day.at(4200) } },
      ),
    )
    await offerOnce(all, day.aircraftId(), Date.parse(day.at(6000)))
    await askForServices(all, flight.flightId)
    await scene.planMaintenance({ dueAirframeMinutes: 10_000_000, dueCycles: 900_000 })
    await scene.enterDuty({ kind: 'STANDBY', startAt: day.at(2500), endAt: day.at(2800) })
    return scene
  }

  /** Changes a record of a kind by its own mutation. */
  async change(name: string, id: string, input: object): Promise<void> {
    const one = lowerFirst(name)
    const isInInput = FIELDS.some(({ description }) => description.name === name && description.id.isInInput)
    const { version } = (await this.all.ask(`query ($id: ID!) { ${one}(${one}Id: $id) { version } }`, { id }))[one]
    await this.all.did(
      this.all.change(
        `mutation (${isInInput ? '' : '$id: ID!, '}$input: ${name}UpdateInput!, $v: Int!) {
          ${one}Update(${isInInput ? '' : `${one}Id: $id, `}input: $input, expectedVersion: $v) { userErrorList { code message } } }`,
        { id, input: isInInput ? { ...input, [`${one}Id`]: id } : input, v: version },
      ),
    )
  }

  async settings(input: object, version: number): Promise<void> {
    await this.all.did(
      this.all.change(
        `mutation ($input: OperatorSettingsInput!, $v: Int!) { operatorSettingsUpdate(input: $input, expectedVersion: $v) {
          userErrorList { code message } } }`,
        { input, v: version },
      ),
    )
  }

  /** Of the aircraft of the past flight, where no other is named. */
  async planMaintenance(input: object): Promise<void> {
    await this.all.did(
      this.all.change(
        'mutation ($input: MaintenanceDueInput!) { maintenanceDueCreate(input: $input) { userErrorList { code message } } }',
        { input: { aircraftId: this.day.aircraftId(1), title: 'Inspection', ...input } },
      ),
    )
  }

  async enterDuty(input: object): Promise<void> {
    await this.all.did(
      this.all.change(
        'mutation ($input: DutyInput!) { dutyCreate(input: $input) { userErrorList { code message } } }',
        {
          input: { crewMemberId: this.day.member(0), ...input },
        },
      ),
    )
  }

  /** What every record of every kind shows: by kind, id and field. */
  async everything(): Promise<Map<string, string>> {
    const shown = new Map<string, string>()
    const since = 'updatedSince: "2020-01-01T00:00:00Z"'
    const more: Readonly<Record<string, string>> = { CrewMember: `dutyTotals(at: "${this.day.at(3000)}")` }
    const descriptions = [...new Set(FIELDS.map((each) => each.description))]
    let reader = this.all
    for (const [index, description] of descriptions.entries()) {
      // A key of its own has a full bucket, which is enough for some lists.
      if (index % LISTS_OF_A_KEY === 0) reader = await Integration.of(this.day.tenant, ALL)
      const { name, id, filtersAs } = description
      const all =
        filtersAs === 'arguments' ? `(${since}, page: { first: 30 })` : `(filter: { ${since} }, page: { first: 30 })`
      const list = `${lowerFirst(name)}List`
      const extra = more[name]
        ? `${more[name]} { ${selectionOf(schema.getType('DutyTotals') as GraphQLObjectType)} }`
        : ''
      const selection = `${selectionOf(schema.getType(name) as GraphQLObjectType)} ${extra}`
      const { nodeList } = (await reader.ask(`{ ${list}${all} { nodeList { ${selection} } } }`))[list]
      for (const node of nodeList) {
        for (const [field, value] of Object.entries(node)) {
          if (!NOT_COMPARED.has(field)) shown.set(`${name} ${node[id.field]} ${field}`, JSON.stringify(value))
        }
      }
    }
    return shown
  }

  async told(cursor: string | null): Promise<{ told: { entity: EntityKind; entityId: string }[]; cursor: string }> {
    const { changeList } = await this.all.ask(
      'query ($after: String) { changeList(after: $after, first: 500) { nodeList { entity entityId } pageInfo { endCursor } } }',
      { after: cursor },
    )
    return { told: changeList.nodeList, cursor: changeList.pageInfo.endCursor }
  }
}

/** For each kind that something follows: changes that show in every field that says so. */
const CHANGES: Readonly<Partial<Record<EntityKind, (scene: Scene) => Promise<void>>>> = {
  AIRCRAFT: async (scene) => {
    const { aircraftTypeList } = await scene.all.ask('{ aircraftTypeList(wildcard: "PC24") { acftTypeId } }')
    const { acftTypeId } = aircraftTypeList[0]
    await scene.change('Aircraft', scene.day.aircraftId(), {
      seatCount: 1,
      acftTypeId,
      registration: 'HB-XYZ',
      mtowKg: 9123,
    })
    const { day, past } = scene
    await day.report(past, {
      offBlock: day.at(-300),
      takeOff: day.at(-290),
      landing: day.at(-210),
      onBlock: day.at(-200),
    })
    await day.set(past, 'CLOSED')
  },
  UNAVAILABILITY: async ({ day, all }) => {
    const block = { aircraftId: day.aircraftId(), reason: 'AOG', from: day.at(1400), to: day.at(1600) }
    await all.did(all.block(block))
  },
  TECH_LOG_ENTRY: async ({ day, all }) => {
    const input = { aircraftId: day.aircraftId(), description: 'Oil leak', foundAt: day.at(-10) }
    await all.did(
      all.change(
        'mutation ($input: TechLogEntryInput!) { techLogEntryCreate(input: $input) { userErrorList { code message } } }',
        { input },
      ),
    )
  },
  MAINTENANCE_DUE: (scene) => scene.planMaintenance({ aircraftId: scene.day.aircraftId(), dueDate: '2020-01-01' }),
  CREW_MEMBER: (scene) => scene.change('CrewMember', scene.day.member(0), { code: 'WEX', surname: 'Wexler' }),
  QUALIFICATION: (scene) => scene.change('Qualification', `qua_${scene.day.member(0)}`, { validTo: '2020-06-01' }),
  DUTY: (scene) => scene.enterDuty({ kind: 'OFFICE', startAt: scene.day.at(1775), endAt: scene.day.at(1850) }),
  // One leg goes after the other and takes longer, and another one lands.
  FLIGHT: async ({ day, all, flight, past }) => {
    const later = { flightId: flight.flightId, offBlock: day.at(2260), onBlock: day.at(2440) }
    await all.did(all.updateFlight(later, await day.version(flight)))
    await day.report(past, {
      offBlock: day.at(-300),
      takeOff: day.at(-290),
      landing: day.at(-210),
      onBlock: day.at(-200),
    })
  },
  // Both ends of a leg are elsewhere: its visits end, and others begin.
  VISIT: async ({ day, all, flight }) => {
    const elsewhere = { flightId: flight.flightId, adep: 'LSGG', ades: 'EGLF' }
    await all.did(all.updateFlight(elsewhere, await day.version(flight)))
  },
  CONTACT: async (scene) => {
    await scene.change('Contact', scene.contactId, { surname: 'Long' })
    const { charterRequestList } = await scene.all.ask('{ charterRequestList { nodeList { buyer { contactId } } } }')
    await scene.change('Contact', charterRequestList.nodeList[0].buyer.contactId, { company: 'Haddad SA' })
    const { serviceRequestList } = await scene.all.ask('{ serviceRequestList { nodeList { provider { contactId } } } }')
    await scene.change('Contact', serviceRequestList.nodeList[0].provider.contactId, { email: 'ops@goldair.example' })
  },
  TRAVEL_DOCUMENT: (scene) =>
    scene.change('TravelDocument', scene.travelDocumentId, { expiry: '2099-01-01', nationality: 'DE' }),
  OPERATOR_SETTINGS: (scene) =>
    scene.settings({ dutyLimits: { maxDutyMinutes: 600, newDutyGapMinutes: 600, standbyPercent: 50 } }, 2),
}

const isTold = (told: readonly { entity: string; entityId: string }[], entity: string, entityId: string): boolean =>
  told.some((each) => each.entity === entity && each.entityId === entityId)

for (const store of storesFor('life cycle')) {
  describe(`what records show and the feed tells (${store})`, () => {
    let server: TestServer
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const assess = async (): Promise<void> => {
      const storage = server.world.storage.writtenBy(SYSTEM)
      const around = { world: server.world, reference: server.app.reference.current }
      while (await storage.writePlatform((tx) => assessAnew(tx, around)));
    }

    for (const kind of new Set(FIELDS.flatMap(({ declared }) => declared))) {
      test(`what follows ${kind} changes with it, and all that records show then is told (data row F12)`, async () => {
        const change = CHANGES[kind]
        assert.ok(change, `Say how a record of kind ${kind} changes`)
        const scene = await Scene.open(server, kind.toLowerCase().replaceAll('_', '-'))
        await assess()
        const { cursor } = await scene.told(null)
        const shown = await scene.everything()
        await change(scene)
        await assess()
        const now = await scene.everything()
        const { told } = await scene.told(cursor)
        assert.ok(told.some(({ entity }) => entity === kind))

        const changed = [...shown].filter(([path, value]) => now.has(path) && now.get(path) !== value)
        const following = FIELDS.filter(({ declared }) => declared.includes(kind))
        const silent = following.filter(
          ({ description, field }) =>
            !changed.some(([path]) => path.startsWith(`${description.name} `) && path.endsWith(` ${field.name}`)),
        )
        assert.deepEqual(
          silent.map(({ description, field }) => `${description.name}.${field.name}`),
          [],
          `These fields say that they follow ${kind}, and did not change with it`,
        )

        const untold = changed.filter(([path]) => {
          const [name, id, shownField] = path.split(' ')
          const found = FIELDS.find(({ description, field }) => description.name === name && field.name === shownField)
          assert.ok(found && id)
          return !isTold(told, found.description.entity, id) && !told.some(({ entity }) => found.kinds.includes(entity))
        })
        assert.deepEqual(
          untold.map(([path, value]) => `${path}: ${value}, now ${now.get(path)}`),
          [],
          'These fields changed, and neither the record nor a kind that they follow was told',
        )
      })
    }
  })
}
