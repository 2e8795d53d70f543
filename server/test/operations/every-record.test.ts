/**
 * What every described record does, whatever its kind: required fields, limits, null, patches, versions, idempotency,
 * the feed, every view, and other tenants. A kind's own tests are about its own rules.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { RECORDS, type RecordEntity } from '../../src/domain/records/all-records.ts'
import type { AnyDescription, NarrowView } from '../../src/domain/records/description.ts'
import { type Field, isNeeded, isWrittenBy, nameOf } from '../../src/domain/records/field.ts'
import type { View } from '../../src/domain/view.ts'
import { STORED_RECORDS } from '../../src/storage/operations/stored-records.ts'
import { recordById } from '../../src/storage/records.ts'
import { readingAs } from '../../src/storage/view.ts'
import { DocumentSender } from '../support/document-files.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { planFor, setPlan } from '../support/flight-plan.ts'
import { EVERYTHING, Integration, type UserErrorAnswer, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { offerOnce } from '../support/quote-scene.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const minuteOf = (time: number): number => time - (time % 60_000)

const DAY = 86_400_000
const START = Date.parse('2027-06-01T06:00:00Z')
const LATEST = 'changeList(first: 500, entityList: [ENTITY]) { nodeList { entityId kind version fieldList } }'

const lowerFirst = (name: string): string => `${name.charAt(0).toLowerCase()}${name.slice(1)}`

type Input = Readonly<Record<string, unknown>>

/** A value of a field that is fine, and another one. */
const sampleOf = (field: Field, turn: number): unknown => {
  const { limits, words, type } = field
  if (words) return type === 'words' ? [words.values[turn]] : words.values[turn]
  if (type === 'whole') return Number(limits.min ?? 1) + turn
  if (type === 'decimal') return String(Number(limits.min ?? 1) + turn)
  if (type === 'truth') return turn === 0
  if (type === 'day') return limits.birth ? `19${80 + turn}-02-03` : `2027-02-0${1 + turn}`
  if (type === 'airport') return ['LSZH', 'LFPB'][turn]
  if (type === 'value') return { amount: `${1 + turn}.00`, currency: 'CHF' }
  if (limits.country || limits.nationality) return ['CH', 'FR'][turn]
  if (limits.email) return `a${turn}@alpine.example`
  if (limits.phone) return `+41 44 00${turn}`
  return `Text ${turn}`
}

/** Values that break one limit of a field; none where it has none. */
const brokenValues = ({ limits, type }: Field): unknown[] => {
  if (typeof limits.most === 'number') return ['x'.repeat(limits.most + 1)]
  if (typeof limits.min === 'number') {
    const most = limits.max === 'next year' ? 9999 : Number(limits.max)
    return [limits.min - 1, most + 1].map((value) => (type === 'decimal' ? String(value) : value))
  }
  if (limits.least) return [[]]
  if (limits.birth) return ['1899-12-31', '2999-01-01']
  if (limits.money) return [{ amount: '1.234', currency: 'CHF' }]
  return limits.any || Object.keys(limits).length === 0 ? [] : ['!']
}

/** Cleared after the others of which a record has at least one. */
const LAST_OF_SEVERAL: ReadonlySet<string> = new Set(['MaintenanceDue.dueCycles'])

for (const store of storesFor('record')) {
  describe(`every described record (${store})`, () => {
    let server: TestServer
    let key: Integration
    let stranger: Integration
    let fleet: Fleet
    let turn = 0
    const made = new Map<RecordEntity, string>()
    /** Of files that have arrived: a document is made of one. */
    const uploads: string[] = []

    before(async () => {
      server = await startServer(store)
      const { production } = await server.operator('alpine')
      fleet = await seedFleet(server.world.storage, production.tenant.tenantId)
      key = await Integration.of(
        production,
        `${EVERYTHING} availability:read sales:read sales:write service:read service:write safety:read safety:write`,
      )
      const sender = new DocumentSender(server.client, key)
      while (uploads.length < 40) uploads.push(await sender.uploaded())
      const elsewhere = (await server.operator('nordic')).production
      stranger = await Integration.of(elsewhere)
    })
    after(() => server.close())

    /** What a kind cannot make up: codes of one shape, records that it names, times that nothing else takes. */
    const ownValues = (): Readonly<Partial<Record<RecordEntity, Input>>> => {
      const at = START + turn++ * DAY
      const code = `Z${String.fromCharCode(65 + (turn % 26))}${String.fromCharCode(65 + Math.floor(turn / 26))}`
      const member = fleet.crew[2]?.crewMemberId
      return {
        AIRCRAFT: { registration: `HB-${code}`, acftTypeId: fleet.aircraft[0]?.acftTypeId },
        CREW_MEMBER: { code, userId: undefined },
        // Asked for only where a document is made: an upload is used once.
        get DOCUMENT() {
          return { uploadId: uploads.pop(), kind: 'OTHER', retention: 'KEEP', validTo: '2027-02-09' }
        },
        DUTY: { crewMemberId: member, kind: 'OFFICE', startAt: z(at), endAt: z(at + DAY / 3) },
        QUALIFICATION: { crewMemberId: member, kind: 'LANGUAGE', medicalClass: undefined, ratingCode: 'C525' },
        MAINTENANCE_DUE: { aircraftId: fleet.aircraft[2]?.aircraftId },
        TECH_LOG_ENTRY: {
          aircraftId: fleet.aircraft[2]?.aircraftId,
          ataChapter: '32-51',
          foundAt: z(server.clock.now()),
          isNoGo: false,
        },
        TRIP: { clientContactId: undefined },
        UNAVAILABILITY: {
          aircraftId: fleet.aircraft[2]?.aircraftId,
          from: z(at),
          to: z(at + DAY / 3),
          reason: 'PARKING',
          // A permit to fly belongs to a grounding.
          permitAuthority: undefined,
          permitNumber: undefined,
          permitFrom: undefined,
          permitTo: undefined,
          permitConditions: undefined,
        },
      }
    }

    const inputFields = ({ fields }: AnyDescription, mutation: 'create' | 'update') =>
      Object.entries(fields)
        .filter(([, field]) => isWrittenBy(field, mutation) && field.options.parent !== 'argument')
        .filter(([, field]) => field.type !== 'id')

    /** Everything that the input of a new record can say. */
    const inputOf = (description: AnyDescription, more: Input = {}): Input => ({
      ...Object.fromEntries(
        inputFields(description, 'create').map(([name, field]) => [nameOf(name, field), sampleOf(field, 0)]),
      ),
      ...ownValues()[description.entity as RecordEntity],
      ...more,
    })

    /** A change that every record of the kind takes, and the field that the feed names then. */
    const patchOf = (description: AnyDescription, text: string) => {
      if (description.entity === 'DUTY') return { input: { kind: 'TRAINING' }, told: 'kind' }
      if (description.entity === 'TRIP') return { input: { clientContactId: made.get('CONTACT') }, told: 'client' }
      const field = inputFields(description, 'update').find(([, { type, limits }]) => type === 'text' && limits.most)
      assert.ok(field, `${description.name} has no text`)
      return { input: { [nameOf(...field)]: text }, told: nameOf(...field) }
    }

    const RESULT = (description: AnyDescription) =>
      `{ ${lowerFirst(description.name)} { ${description.id.field} version } userErrorList { code path } }`

    /** The mutation that makes one, and the arguments beside its input. */
    const createText = (description: AnyDescription): string => {
      const { name, names, entity } = description
      const type = names?.createInput ?? `${name}Input`
      const mutation = entity === 'QUALIFICATION' ? 'qualificationSave' : `${lowerFirst(name)}Create`
      const parent = entity === 'TRAVEL_DOCUMENT' ? `contactId: "${made.get('CONTACT')}", ` : ''
      return `mutation ($input: ${type}!, $key: String) { ${mutation}(${parent}input: $input, idempotencyKey: $key) ${RESULT(description)} }`
    }

    const create = (description: AnyDescription, input: Input, idempotencyKey?: string) =>
      key.change(createText(description), { input, key: idempotencyKey })

    const update = (by: Integration, description: AnyDescription, recordId: string, asked: Input) => {
      const { name, id } = description
      const { input, version } = asked as { input: Input; version: number }
      const argument = id.isInInput ? '' : `${id.field}: "${recordId}", `
      return by.change(
        `mutation ($input: ${name}UpdateInput!, $v: Int!) { ${lowerFirst(name)}Update(${argument}input: $input, expectedVersion: $v) ${RESULT(description)} }`,
        { input: id.isInInput ? { ...input, [id.field]: recordId } : input, v: version },
      )
    }

    const refusalsOf = (payload: { userErrorList: UserErrorAnswer[] }) =>
      payload.userErrorList.map(({ code, path }) => `${code} ${path?.join('.')}`)

    const feedOf = async ({ entity }: AnyDescription, recordId: string) =>
      (await key.ask(`{ ${LATEST.replace('ENTITY', entity)} }`)).changeList.nodeList.filter(
        (each: { entityId: string }) => each.entityId === recordId,
      )

    /** Those that can be made by rule; what a description leaves out has tests of its own. Parents come first. */
    const creatable: readonly AnyDescription[] = RECORDS.toReversed().filter(
      ({ create, entity }) => create !== false || entity === 'QUALIFICATION',
    )

    for (const description of creatable) {
      const { name, id, entity } = description
      const one = lowerFirst(name)

      test(`${name}: is made once under a key, at version 1, and the feed tells it`, async () => {
        const input = inputOf(description)
        const first = await key.did(create(description, input, `make ${name}`))
        const again = await key.did(create(description, input, `make ${name}`))
        assert.deepEqual(again, first)
        assert.equal(first[one].version, 1)
        const recordId = first[one][id.field]
        made.set(entity as RecordEntity, recordId)
        const [told] = await feedOf(description, recordId)
        assert.deepEqual([told.kind, told.version], ['CREATED', 1])
        const found = await key.ask(`{ ${one}(${id.field}: "${recordId}") { ${id.field} version } }`)
        assert.deepEqual(found[one], { [id.field]: recordId, version: 1 })
      })

      test(`${name}: each required field that is missing is named, and nothing is made`, async () => {
        const required = inputFields(description, 'create').filter(
          ([, { options }]) => options.required === true && options.initial === undefined,
        )
        for (const [key_, field] of required) {
          const input = { ...inputOf(description), [nameOf(key_, field)]: undefined }
          const { data, errors } = await key.body(createText(description), { input })
          assert.equal(data?.[one], undefined)
          assert.match(JSON.stringify(errors), new RegExp(`\\b${nameOf(key_, field)}\\b`), nameOf(key_, field))
        }
      })

      test(`${name}: each limit that is passed is refused at its field`, async () => {
        for (const [name_, field] of inputFields(description, 'create')) {
          for (const broken of brokenValues(field)) {
            const payload = await create(description, inputOf(description, { [nameOf(name_, field)]: broken }))
            const [refusal = ''] = refusalsOf(payload)
            assert.ok(refusal.startsWith(`VALIDATION input.${nameOf(name_, field)}`), `${name_}: ${refusal}`)
          }
        }
      })

      if (description.update === false) continue

      test(`${name}: null clears what may be absent and is refused for what is needed`, async () => {
        const { [one]: record } = await key.did(create(description, inputOf(description)))
        let { version } = record
        for (const [name_, field] of inputFields(description, 'update')) {
          const input = { [nameOf(name_, field)]: null }
          const payload = await update(key, description, record[id.field], { input, version })
          if (LAST_OF_SEVERAL.has(`${name}.${name_}`)) assert.equal(refusalsOf(payload).length, 1)
          else if (isNeeded(field) || field.options.required === true) {
            assert.deepEqual(refusalsOf(payload), [`VALIDATION input.${nameOf(name_, field)}`])
          } else {
            assert.deepEqual(refusalsOf(payload), [], name_)
            version = payload[one].version
          }
        }
      })

      test(`${name}: a patch changes what it names, raises the version by one, and the feed names the field`, async () => {
        const { [one]: record } = await key.did(create(description, inputOf(description)))
        const { input, told: field } = patchOf(description, 'Text 1')
        const done = await key.did(update(key, description, record[id.field], { input, version: 1 }))
        assert.equal(done[one].version, 2)
        const told = (await feedOf(description, record[id.field])).at(-1)
        assert.deepEqual([told.kind, told.version], ['UPDATED', 2])
        assert.ok(told.fieldList.includes(field), JSON.stringify(told.fieldList))
        const stale = await update(key, description, record[id.field], { input, version: 1 })
        assert.deepEqual(refusalsOf(stale), ['STALE_VERSION expectedVersion'])
        const same = await key.did(update(key, description, record[id.field], { input, version: 2 }))
        assert.equal(same[one].version, 2)
      })

      test(`${name}: tells who changed it when, the newest first`, async () => {
        const { [one]: record } = await key.did(create(description, inputOf(description)))
        const { input, told: field } = patchOf(description, 'Text 2')
        await key.did(update(key, description, record[id.field], { input, version: 1 }))
        const { [one]: told } = await key.ask(
          `{ ${one}(${id.field}: "${record[id.field]}") { versionList { version fieldList by { kind } } } }`,
        )
        const [latest, first] = told.versionList
        assert.ok(latest.fieldList.includes(field), JSON.stringify(latest))
        assert.deepEqual(
          [latest.version, latest.by, first],
          [2, { kind: 'API_KEY' }, { ...first, version: 1, fieldList: [] }],
        )
      })

      test(`${name}: another operator neither reads nor changes it (access-model §7)`, async () => {
        const recordId = made.get(entity as RecordEntity) ?? ''
        const hidden = await stranger.ask(`{ ${one}(${id.field}: "${recordId}") { ${id.field} } }`)
        assert.equal(hidden[one], null)
        const refused = await update(stranger, description, recordId, { input: {}, version: 1 })
        assert.deepEqual(
          refusalsOf(refused).map((each) => each.split(' ')[0]),
          ['NOT_FOUND'],
        )
      })

      if (description.delete === false) continue

      test(`${name}: is deleted at its version only, and the feed tells it`, async () => {
        const { [one]: record } = await key.did(create(description, inputOf(description)))
        const remove = (version: number) =>
          key.change(
            `mutation { ${one}Delete(${id.field}: "${record[id.field]}", expectedVersion: ${version}) ${RESULT(description)} }`,
          )
        assert.deepEqual(refusalsOf(await remove(7)), ['STALE_VERSION expectedVersion'])
        await key.did(remove(1))
        const gone = await key.ask(`{ ${one}(${id.field}: "${record[id.field]}") { version } }`)
        assert.equal(gone[one], null)
        assert.equal((await feedOf(description, record[id.field])).at(-1).kind, 'DELETED')
      })
    }

    /** A view of each kind that owns nothing here. */
    const NARROW: Readonly<Record<NarrowView, View>> = {
      aircraft: { of: 'aircraft', aircraftIds: ['acf_none'] },
      buyer: { of: 'buyer', buyer: 'nobody' },
      provider: { of: 'provider', provider: 'nobody' },
      person: { of: 'person', userId: 'usr_none' },
    }

    for (const description of RECORDS as readonly AnyDescription[]) {
      test(`${description.name}: a view sees all of them or none, as its description says, where it owns nothing (threats row 21)`, async () => {
        const { createdFlight, ids } = await recordsToSee()
        const recordId = description.entity === 'FLIGHT' ? createdFlight : ids.get(description.entity)
        assert.ok(recordId, description.name)
        const reader = server.world.storage.tenant(key.at.tenant.tenantId)
        const kind = STORED_RECORDS[description.entity as RecordEntity]
        assert.ok(await recordById(readingAs(reader, { of: 'operator' }), kind, recordId))
        for (const [of, sight] of Object.entries(description.visible)) {
          const seen: unknown = await recordById(readingAs(reader, NARROW[of as NarrowView]), kind, recordId)
          assert.equal(seen !== undefined, sight === 'all', `${description.name} seen by ${of}`)
        }
      })
    }

    let flight: string | null = null
    const recordsToSee = async () => {
      if (flight === null) {
        const offBlock = z(START + 500 * DAY)
        const input = { aircraftId: fleet.aircraft[0]?.aircraftId, offBlock }
        flight = (await key.did(key.createFlight(input))).flight.flightId as string
        const { flightId } = (
          await key.did(key.createFlight({ ...input, offBlock: z(START + 502 * DAY), kind: 'FERRY' }))
        ).flight
        const window = { earliest: z(START + 502 * DAY), latest: z(START + 503 * DAY) }
        const published = await key.did(
          key.change(
            'mutation ($input: EmptyLegInput!) { emptyLegPublish(input: $input) { emptyLeg { emptyLegId } userErrorList { code } } }',
            { input: { flightId, ...window } },
          ),
        )
        made.set('EMPTY_LEG', published.emptyLeg.emptyLegId)
        const left = { aircraftId: fleet.aircraft[1]?.aircraftId, offBlock: z(minuteOf(server.clock.now()) - DAY / 8) }
        const flown = (await key.did(key.createFlight({ ...left, status: 'CONFIRMED' }))).flight.flightId
        await key.did(key.report({ flightId: flown, offBlock: left.offBlock }))
        const logged = await key.did(
          key.change(
            'mutation ($id: ID!) { journeyLogSave(input: { flightId: $id }) { journeyLog { journeyLogId } userErrorList { code } } }',
            { id: flown },
          ),
        )
        made.set('JOURNEY_LOG', logged.journeyLog.journeyLogId)
        const offered = await offerOnce(key, fleet.aircraft[0]?.aircraftId, START + 504 * DAY)
        made.set('CHARTER_REQUEST', offered.charterRequestId)
        made.set('QUOTE', offered.quoteId)
        const { flight: certain } = await key.did(
          key.createFlight({ ...input, offBlock: z(START + 506 * DAY), status: 'CONFIRMED' }),
        )
        const { serviceRequest } = await key.did(
          key.change(
            `mutation ($input: ServiceRequestInput!) { serviceRequestCreate(input: $input) {
              serviceRequest { serviceRequestId visit { visitId } } userErrorList { code } } }`,
            { input: { flightId: certain.flightId, kind: 'HANDLING' } },
          ),
        )
        const { flightPlan } = await key.did(setPlan(key, planFor(certain, fleet.aircraft[0]?.aircraftId ?? '')))
        made.set('FLIGHT_PLAN', flightPlan.flightPlanId)
        made.set('SERVICE_REQUEST', serviceRequest.serviceRequestId)
        made.set('VISIT', serviceRequest.visit.visitId)
        const { safetyReport } = await key.did(
          key.change(
            `mutation ($input: SafetyReportInput!) { safetyReportCreate(input: $input) {
              safetyReport { safetyReportId } userErrorList { code } } }`,
            {
              input: {
                subject: 'HAZARD',
                confidentiality: 'OPEN',
                title: 'Ladder',
                narrative: 'At the tail.',
                occurredAt: z(server.clock.now() - DAY),
              },
            },
          ),
        )
        made.set('SAFETY_REPORT', safetyReport.safetyReportId)
      }
      return { createdFlight: flight, ids: made as ReadonlyMap<string, string> }
    }
  })
}
