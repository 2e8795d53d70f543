/** Reminders (data §5, data row D1): a time that has come is told once, however often and by however many processes it is looked for. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { giveReminders } from '../../src/services/operations/reminders/give-reminders.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { statementsDuring } from '../support/statements.ts'
import {
  onPostgres,
  preparedPlace,
  startServer,
  storesFor,
  type TestServer,
  type TestTenant,
} from '../support/test-server.ts'

after(stopOwnPostgres)

const DAY = 86_400_000
const HOUR = 3_600_000
const MINUTE = 60_000
/** PostgreSQL's lock_not_available. */
const LOCK_TIMEOUT = '55P03'

interface Told {
  readonly entity: string
  readonly entityId: string
  readonly parentId: string | null
  readonly reminder: string
  readonly dueAt: string
  readonly isOwn: boolean
}

/** As every process does each minute, until nothing is left. */
const look = async ({ world }: TestServer): Promise<void> => {
  while (await world.storage.writePlatform(giveReminders));
}

/** Whoever waits too long for the other's claims tries again a minute later; on a busy machine both may be slow. */
const lookUntilFree = async (server: TestServer): Promise<void> => {
  for (let isDone = false; !isDone; ) {
    isDone = await look(server).then(
      () => true,
      (error: unknown) => {
        if ((error as { code?: string }).code === LOCK_TIMEOUT) return false
        throw error
      },
    )
  }
}

const dayIn = (server: TestServer, days: number): string =>
  new Date(server.clock.now() + days * DAY).toISOString().slice(0, 10)

const reminders = async (reader: Integration): Promise<Told[]> => {
  const { changeList } = await reader.ask(
    '{ changeList(first: 500) { nodeList { entity entityId parentId kind reminder dueAt isOwn } } }',
  )
  return changeList.nodeList.filter(({ kind }: { kind: string }) => kind === 'REMINDER')
}

const addMedical = async (key: Integration, crewMemberId: string, validTo: string): Promise<string> => {
  const { qualification } = await key.did(
    key.change(
      `mutation ($input: QualificationInput!) { qualificationSave(input: $input) {
        qualification { qualificationId } userErrorList { code message } } }`,
      {
        input: {
          crewMemberId,
          kind: 'MEDICAL',
          label: 'Renewed',
          medicalClass: 'CLASS_1',
          validFrom: '2026-01-01',
          validTo,
        },
      },
    ),
  )
  return qualification.qualificationId
}

for (const store of storesFor('life cycle')) {
  describe(`reminders (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let fleet: Fleet
    let key: Integration
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const open = async () => {
      at = (await server.operator(`op${++operators}`)).production
      fleet = await seedFleet(server.world.storage, at.tenant.tenantId)
      key = await Integration.of(at)
    }
    const member = (index: number) => fleet.crew[index]?.crewMemberId ?? ''
    const aircraftId = (index = 0) => fleet.aircraft[index]?.aircraftId ?? ''
    const flightIn = async (hours: number, more: object = {}) => {
      const offBlock = Math.floor(server.clock.now() / MINUTE) * MINUTE + hours * HOUR
      const times = { offBlock: z(offBlock), onBlock: z(offBlock + 2 * HOUR) }
      const { flight } = await key.did(
        key.createFlight({ aircraftId: aircraftId(), status: 'CONFIRMED', ...times, ...more }),
      )
      return { ...flight, offBlock }
    }

    test('the feed reminds of a medical 60, 30 and 7 days before its end, each time of the step that it has reached', async () => {
      await open()
      const medical = await addMedical(key, member(1), dayIn(server, 30))
      await look(server)
      await look(server)
      const [first, ...none] = await reminders(key)
      assert.deepEqual(none, [])
      assert.deepEqual([first?.entity, first?.entityId, first?.parentId], ['QUALIFICATION', medical, member(1)])
      assert.deepEqual(
        [first?.reminder, first?.dueAt, first?.isOwn],
        ['QUALIFICATION_EXPIRING', `${dayIn(server, 0)}T00:00:00Z`, false],
      )
      server.clock.advanceSeconds((24 * DAY) / 1000)
      await look(server)
      const fresh = await Integration.of(at)
      assert.equal((await reminders(fresh)).length, 2)
      server.clock.advanceSeconds((-24 * DAY) / 1000)
    })

    test('what is due at thirty operators is looked for twice among all, not once for each (threats row 609)', async () => {
      const tenantIds: string[] = []
      for (let index = 0; index < 30; index++) {
        const { production } = await server.operator(`many${index}`)
        const { tenantId } = production.tenant
        await seedFleet(server.world.storage, tenantId)
        tenantIds.push(tenantId)
        await server.world.storage.writeTenant(tenantId, ({ db }) =>
          sql`update qualification set valid_to = ${dayIn(server, 20)} where tenant_id = ${tenantId}`.execute(db),
        )
      }
      const sent = await statementsDuring(() => look(server))
      const looks = sent.filter((text) => text.includes('select distinct "tenantId"'))
      assert.equal(looks.length, 2)
      const given = await server.world.storage.platform.db
        .selectFrom('reminder')
        .select('tenant_id')
        .distinct()
        .where('tenant_id', 'in', tenantIds)
        .execute()
      assert.equal(given.length, tenantIds.length)
    })

    test('the feed does not remind of a medical that was renewed or has ended', async () => {
      await open()
      await addMedical(key, member(1), dayIn(server, 20))
      await key.did(
        key.change(
          `mutation ($input: QualificationInput!) { qualificationSave(input: $input) { userErrorList { code } } }`,
          {
            input: {
              crewMemberId: member(1),
              kind: 'MEDICAL',
              label: 'Next',
              medicalClass: 'CLASS_1',
              validFrom: '2026-06-01',
              validTo: '2090-01-01',
            },
          },
        ),
      )
      await addMedical(key, member(2), dayIn(server, -3))
      await look(server)
      assert.deepEqual(await reminders(key), [])
    })

    test('the feed reminds of a travel document only those who may read it', async () => {
      await open()
      const { contact } = await key.did(
        key.change(
          `mutation { contactCreate(input: { kind: PASSENGER, name: "Ida", surname: "Nord" }) {
            contact { contactId } userErrorList { code message } } }`,
        ),
      )
      const { travelDocument } = await key.did(
        key.change(
          `mutation ($c: ID!, $input: TravelDocumentInput!) { travelDocumentCreate(contactId: $c, input: $input) {
            travelDocument { travelDocumentId } userErrorList { code message } } }`,
          {
            c: contact.contactId,
            input: {
              type: 'PASSPORT',
              issuingCountry: 'AT',
              nationality: 'AT',
              number: 'P1234567',
              givenNames: 'Ida',
              surname: 'Nord',
              expiry: dayIn(server, 7),
            },
          },
        ),
      )
      await look(server)
      await look(server)
      assert.deepEqual(
        (await reminders(key)).map(({ entityId, parentId, reminder }) => [entityId, parentId, reminder]),
        [[travelDocument.travelDocumentId, contact.contactId, 'TRAVEL_DOCUMENT_EXPIRING']],
      )
      assert.deepEqual(await reminders(await Integration.of(at, 'contact:read flight:read')), [])
    })

    test('the feed reminds of an estimate 30 minutes after it passed, and again when a later one passes', async () => {
      await open()
      const flight = await flightIn(1)
      const { flightId } = flight
      const estimate = async (minutes: number) => {
        const fresh = await Integration.of(at)
        const estimatedOffBlock = z(flight.offBlock + minutes * MINUTE)
        await fresh.did(
          fresh.report({
            flightId,
            estimatedOffBlock,
            estimatedOnBlock: z(flight.offBlock + 3 * HOUR + minutes * MINUTE),
          }),
        )
      }
      await estimate(10)
      await look(server)
      assert.deepEqual(await reminders(key), [])
      server.clock.advanceSeconds(101 * 60)
      await look(server)
      await look(server)
      const told = await reminders(await Integration.of(at))
      assert.deepEqual(
        told.map(({ entityId, reminder, dueAt }) => [entityId, reminder, dueAt]),
        [[flightId, 'ESTIMATE_PASSED', z(flight.offBlock + 40 * MINUTE)]],
      )
      await estimate(60)
      server.clock.advanceSeconds(60 * 60)
      await look(server)
      assert.equal((await reminders(await Integration.of(at))).length, 2)
      server.clock.advanceSeconds(-161 * 60)
    })

    test('the feed reminds of a missing passenger list a day before the flight, and not of one that has names', async () => {
      await open()
      const missing = await flightIn(20, { paxCount: 3 })
      await flightIn(30, { paxCount: 3 })
      await flightIn(15, { paxCount: 0 })
      const named = await flightIn(10, { paxCount: 1, aircraftId: aircraftId(1) })
      const contact = { kind: 'PASSENGER', name: 'Ida', surname: 'Nord' }
      await key.did(key.setPassengers(named.flightId, [{ contact, isLead: true }], named.version))
      await look(server)
      await look(server)
      assert.deepEqual(
        (await reminders(key)).map(({ entityId, reminder }) => [entityId, reminder]),
        [[missing.flightId, 'PASSENGER_LIST_MISSING']],
      )
    })

    test('the feed reminds of the end of a block everybody who sees the aircraft, and nobody else', async () => {
      await open()
      const now = Math.floor(server.clock.now() / MINUTE) * MINUTE
      const { unavailability } = await key.did(
        key.block({ aircraftId: aircraftId(1), from: z(now - 5 * HOUR), to: z(now - HOUR), reason: 'PARKING' }),
      )
      await look(server)
      const own = await Integration.of(at, 'aircraft:read', [aircraftId(1)])
      const other = await Integration.of(at, 'aircraft:read', [aircraftId(2)])
      const told = await reminders(own)
      assert.deepEqual(
        told.map(({ entityId, parentId, reminder }) => [entityId, parentId, reminder]),
        [[unavailability.unavailabilityId, aircraftId(1), 'UNAVAILABILITY_END_PASSED']],
      )
      assert.deepEqual(await reminders(other), [])
    })
  })
}

test('two processes that look at the same moment give each reminder once', onPostgres('locks'), async () => {
  const place = await preparedPlace('postgres')
  const first = await startServer('postgres', place)
  const second = await startServer('postgres', place)
  try {
    const { production } = await first.operator('alpine')
    const { crew } = await seedFleet(first.world.storage, production.tenant.tenantId)
    const key = await Integration.of(production)
    for (const { crewMemberId } of crew) await addMedical(key, crewMemberId, dayIn(first, 30))
    await Promise.all([first, second].map(lookUntilFree))
    const told = await reminders(key)
    assert.equal(told.length, crew.length)
    assert.equal(new Set(told.map(({ entityId }) => entityId)).size, crew.length)
  } finally {
    await second.close()
    await first.close()
    await place.dispose()
  }
})
