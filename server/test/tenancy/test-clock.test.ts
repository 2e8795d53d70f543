/** The clock of a sandbox (events §4, events row 79): forwards only, there only, and what does not follow it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { SYSTEM } from '../../src/domain/versioned.ts'
import { erasePastPassengers } from '../../src/services/operations/passengers/retention.ts'
import { giveReminders } from '../../src/services/operations/reminders/give-reminders.ts'
import { addPerson, type Person } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { seedFleet } from '../support/fleet.ts'
import { EVERYTHING, Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const DAY_SECONDS = 86_400
const HALF_HOUR = 1_800
const ADVANCE = `mutation ($seconds: Int!, $key: String) { testClockAdvance(seconds: $seconds, idempotencyKey: $key) {
  testClock { now aheadSeconds } userErrorList { code message path } } }`
const WHO = '{ operator { operatorId } }'
const HEADER = 'x-airside-test-clock'

for (const store of storesFor('concurrency')) {
  describe(`the test clock (${store})`, () => {
    let server: TestServer
    let sandbox: TestTenant
    let production: TestTenant
    let other: TestTenant
    let anna: Person
    let admin: ConsoleClient
    let number = 0

    before(async () => {
      server = await startServer(store)
    })
    beforeEach(async () => {
      const name = `op${++number}`
      const operator = await server.operator(name)
      sandbox = operator.sandbox
      production = operator.production
      other = (await server.operator(`${name}b`)).sandbox
      anna = await addPerson(server, sandbox, 'Anna', ['ADMIN'])
      admin = await ConsoleClient.signIn(server, sandbox, anna)
    })
    after(() => server.close())

    const advance = (seconds: number, key: string | null = null) =>
      admin.done('testClockAdvance', ADVANCE, { seconds, key })
    const isTaken = async (at: TestTenant, token: string) => (await at.query(token, WHO)).status === 200
    const ahead = async () => (await admin.data('{ testClock { aheadSeconds } }')).testClock.aheadSeconds

    test('a token of before the jump is refused after it, there and nowhere else (events row 79)', async () => {
      const { refreshToken } = await sandbox.createKey('settings:read')
      const before = (await sandbox.refreshKey(refreshToken)).body
      const elsewhere = await Promise.all([production, other].map((at) => at.accessToken('settings:read')))
      assert.ok(await isTaken(sandbox, before))
      await advance(HALF_HOUR)
      const refused = await sandbox.query(before, WHO)
      assert.equal(refused.status, 401)
      assert.ok(Date.parse(String(refused.headers[HEADER])) > Date.now() + HALF_HOUR * 1000 - 60_000)
      assert.ok(await isTaken(sandbox, (await sandbox.refreshKey(refreshToken)).body), 'a new one is valid')
      for (const [index, at] of [production, other].entries()) {
        const answer = await at.query(elsewhere[index] ?? '', WHO)
        assert.equal(answer.status, 200)
        assert.equal(answer.headers[HEADER], undefined)
      }
    })

    test('a key that expires on the way is over, and one that does not goes on (events row 79)', async () => {
      const expiresAt = Date.now() + 10 * DAY_SECONDS * 1000
      const [ends, stays] = [
        await sandbox.createKey('settings:read', { expiresAt }),
        await sandbox.createKey('settings:read'),
      ]
      await advance(11 * DAY_SECONDS)
      assert.notEqual((await sandbox.refreshKey(ends.refreshToken)).status, 200)
      assert.equal((await sandbox.refreshKey(stays.refreshToken)).status, 200)
    })

    test('production refuses it, and so do backwards, nothing and more than 400 days (events row 79)', async () => {
      const there = await ConsoleClient.signIn(
        server,
        production,
        await addPerson(server, production, 'Bea', ['ADMIN']),
      )
      const { errors, data } = (await there.ask(ADVANCE, { seconds: 60 })).json<Record<string, never>>()
      assert.match(JSON.stringify(errors ?? data), /production keeps the world/)
      assert.equal((await there.data('{ testClock { now } }')).testClock, null)
      for (const seconds of [-60, 0, 401 * DAY_SECONDS]) {
        const { testClockAdvance } = await admin.data(ADVANCE, { seconds })
        assert.deepEqual(testClockAdvance.userErrorList[0]?.path, ['seconds'], String(seconds))
      }
      await advance(400 * DAY_SECONDS)
      assert.equal((await admin.data(ADVANCE, { seconds: 1 })).testClockAdvance.userErrorList.length, 1)
      assert.equal(await ahead(), 400 * DAY_SECONDS)
    })

    test('who lacks the right to change settings cannot move it (threats row 221)', async () => {
      const key = await Integration.of(sandbox, 'settings:read')
      const answer = await sandbox.query(key.token, ADVANCE, { variables: { seconds: 60 } })
      assert.match(answer.body, /settings:write/)
      assert.equal(await ahead(), 0)
    })

    test('a medical that a jump passes is told in the feed, each step of the way once (events §4)', async () => {
      const fleet = await seedFleet(server.world.storage, sandbox.tenant.tenantId)
      const key = await Integration.of(sandbox)
      const validTo = new Date(Date.now() + 80 * DAY_SECONDS * 1000).toISOString().slice(0, 10)
      const input = {
        crewMemberId: fleet.crew[0]?.crewMemberId,
        kind: 'MEDICAL',
        label: 'Renewed',
        medicalClass: 'CLASS_1',
        validFrom: '2026-01-01',
        validTo,
      }
      const { qualification } = await key.did(
        key.change(
          `mutation ($input: QualificationInput!) { qualificationSave(input: $input) {
            qualification { qualificationId } userErrorList { code message } } }`,
          { input },
        ),
      )
      const { refreshToken } = await sandbox.createKey('crew:read')
      await advance(75 * DAY_SECONDS)
      while (await server.world.storage.writePlatform(giveReminders));
      const reader = new Integration(sandbox, (await sandbox.refreshKey(refreshToken)).body)
      const { changeList } = await reader.ask(
        '{ changeList(first: 500, entityList: [QUALIFICATION]) { nodeList { entityId kind dueAt } } }',
      )
      const told = changeList.nodeList.filter(
        (one: { kind: string; entityId: string }) =>
          one.kind === 'REMINDER' && one.entityId === qualification.qualificationId,
      )
      assert.equal(told.length, 3, '60, 30 and 7 days before its end')
    })

    test('what will happen on the way is listed before, and happens; who cannot move the clock does not see it (threats row 224)', async () => {
      const fleet = await seedFleet(server.world.storage, sandbox.tenant.tenantId)
      const key = await Integration.of(sandbox)
      const day = (days: number) => new Date(Date.now() + days * DAY_SECONDS * 1000)
      const input = {
        crewMemberId: fleet.crew[0]?.crewMemberId,
        kind: 'MEDICAL',
        label: 'Renewed',
        medicalClass: 'CLASS_1',
        validFrom: '2026-01-01',
        validTo: day(75).toISOString().slice(0, 10),
      }
      const { qualification } = await key.did(
        key.change(
          `mutation ($input: QualificationInput!) { qualificationSave(input: $input) {
            qualification { qualificationId } userErrorList { code message } } }`,
          { input },
        ),
      )
      const { apiKeyId } = await sandbox.createKey('settings:read', { expiresAt: day(10).getTime() })
      const STEPS = 'stepList { at kind count reminder entityId } moreCount'
      const WAY = `query ($seconds: Int!) { testClock { way(seconds: $seconds) { ${STEPS} } } }`
      const before = (await admin.data(WAY, { seconds: 20 * DAY_SECONDS })).testClock.way
      const has = (kind: string, entityId: string | null) =>
        before.stepList.some((step: Record<string, unknown>) => step.kind === kind && step.entityId === entityId)
      assert.ok(has('API_KEY_ENDS', apiKeyId), JSON.stringify(before))
      assert.ok(has('REMINDER', qualification.qualificationId), JSON.stringify(before))
      const tokens = before.stepList.find(({ kind }: { kind: string }) => kind === 'ACCESS_TOKENS_END')
      assert.ok(tokens.count >= 1)
      const short = (await admin.data(WAY, { seconds: 60 })).testClock.way.stepList
      assert.ok(!short.some(({ kind }: { kind: string }) => kind === 'API_KEY_ENDS'), 'only what lies on the way')
      const reader = await Integration.of(sandbox, 'settings:read')
      const refused = await sandbox.query(reader.token, WAY, { variables: { seconds: 60 } })
      assert.match(refused.body, /settings:write/)
      const far = await admin.ask(WAY, { seconds: 401 * DAY_SECONDS })
      assert.match(far.body, /seconds is from 1 to/)
      const { way } = await admin.done(
        'testClockAdvance',
        `mutation ($seconds: Int!) { testClockAdvance(seconds: $seconds) { way { ${STEPS} }
          userErrorList { code message path } } }`,
        { seconds: 20 * DAY_SECONDS },
      )
      const kindsOf = (list: { kind: string; entityId: string | null }[]) =>
        list.map(({ kind, entityId }) => `${kind} ${entityId}`).sort()
      assert.deepEqual(
        kindsOf(way.stepList).filter((text) => !text.startsWith('ACCESS')),
        kindsOf(before.stepList).filter((text) => !text.startsWith('ACCESS')),
      )
    })

    test('passengers are erased by the moved clock, there and nowhere else (threats row 225)', async () => {
      const world = server.world.with({ storage: server.world.storage.writtenBy(SYSTEM) })
      const flown = async (at: TestTenant, isCancelled: boolean) => {
        const { aircraft } = await seedFleet(server.world.storage, at.tenant.tenantId)
        const desk = await Integration.of(at, `${EVERYTHING} settings:read settings:write`)
        await desk.did(
          desk.change(
            'mutation { operatorSettingsUpdate(input: { passengerRetentionDays: 30 }, expectedVersion: 1) { userErrorList { code } } }',
          ),
        )
        const offBlock = z(Date.now() + DAY_SECONDS * 1000)
        const { flight } = await desk.did(desk.createFlight({ aircraftId: aircraft[0]?.aircraftId, offBlock }))
        const add = `mutation ($id: ID!) { flightPassengerAdd(flightId: $id,
          passenger: { contact: { kind: PASSENGER, name: "Gone" } }) { contactId userErrorList { code message } } }`
        const { contactId } = await desk.did(desk.change(add, { id: flight.flightId }))
        if (isCancelled) await desk.did(desk.setStatus(flight.flightId, 'CANCELLED', 2, 'Weather'))
        return { at, contactId, flightId: flight.flightId }
      }
      const nameOf = async ({ at, contactId }: { at: TestTenant; contactId: string }) => {
        const reader = await Integration.of(at, 'contact:read passenger:read')
        return (await reader.ask('query ($id: ID!) { contact(contactId: $id) { name } }', { id: contactId })).contact
          .name
      }
      const [gone, open, elsewhere] = [
        await flown(sandbox, true),
        await flown(other, false),
        await flown(production, true),
      ]
      const { testClock } = await admin.data(
        `{ testClock { way(seconds: ${33 * DAY_SECONDS}) { stepList { kind count } } } }`,
      )
      assert.ok(
        testClock.way.stepList.some(
          ({ kind, count }: { kind: string; count: number }) => kind === 'PASSENGERS_ERASED' && count === 1,
        ),
      )
      await advance(33 * DAY_SECONDS)
      assert.equal(await nameOf(gone), 'Erased', 'as the clock passes')
      const bea = await ConsoleClient.signIn(server, other, await addPerson(server, other, 'Bea', ['ADMIN']))
      await bea.done('testClockAdvance', ADVANCE, { seconds: 33 * DAY_SECONDS, key: null })
      assert.equal(await nameOf(open), 'Gone', 'on a flight that is still open')
      const desk = await Integration.of(other, `${EVERYTHING} settings:read settings:write`)
      await desk.did(desk.setStatus(open.flightId, 'CANCELLED', 2, 'Weather'))
      await world.storage.writePlatform((tx) => erasePastPassengers(tx, world))
      assert.equal(await nameOf(open), 'Erased', 'by the job')
      assert.equal(await nameOf(elsewhere), 'Gone', 'production keeps the world’s time')
    })

    test('sessions, limits and the audit log keep the world’s time (threats row 222)', async () => {
      await advance(40 * DAY_SECONDS)
      assert.equal((await admin.ask(WHO)).status, 200, 'still signed in')
      const again = await ConsoleClient.signIn(server, sandbox, anna)
      assert.equal((await again.ask(WHO)).status, 200, 'and again')
      const { auditEntryList } = await admin.data('{ auditEntryList(page: { first: 5 }) { nodeList { at action } } }')
      const entries: { at: string; action: string }[] = auditEntryList.nodeList
      assert.ok(entries.findIndex(({ action }) => action === 'test-clock.advanced') > 0, 'some were written after it')
      for (const { at, action } of entries)
        assert.ok(Math.abs(Date.parse(at) - Date.now()) < DAY_SECONDS * 1000, `${action} in the time of the world`)
    })

    test('the same request sent again moves it once, though its key is a day old by the moved clock', async () => {
      await advance(2 * DAY_SECONDS, 'first')
      await advance(2 * DAY_SECONDS, 'first')
      assert.equal(await ahead(), 2 * DAY_SECONDS)
    })

    test('moves at the same moment add up, and another process follows (threats row 223)', async () => {
      const second = await startServer(store, server.place)
      const token = await sandbox.accessToken('settings:read')
      const there = await second.existing(sandbox.tenant.operatorId, 'sandbox')
      assert.ok(await isTaken(there, token))
      await Promise.all(Array.from({ length: 5 }, () => advance(HALF_HOUR)))
      assert.equal(await ahead(), 5 * HALF_HOUR)
      await soon('the other process refuses the token', async () => !(await isTaken(there, token)))
      await second.close()
    })
  })
}
