/** Papers that a flight's crew loses put the flight at risk, whoever took them (data §4.5, data row K1). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { SYSTEM } from '../../src/domain/versioned.ts'
import { assessAnew } from '../../src/services/operations/risk/assess-anew.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 3_600_000
const DAY = 24 * HOUR

const BACK = { adep: 'LFPB', ades: 'LSZH' }

const PAYLOAD = 'warningList { code message path subjectIdList } userErrorList { code message path }'
const RETYPE = `mutation ($id: ID!, $type: String!) {
  aircraftUpdate(input: { aircraftId: $id, acftTypeId: $type }, expectedVersion: 1) { ${PAYLOAD} } }`

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`papers of a crew and the risk of its flights (${store})`, () => {
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
    const aircraft = (index: number) => fleet.aircraft[index]?.aircraftId ?? ''
    const noon = () => Math.floor(server.clock.now() / DAY) * DAY + 12 * HOUR

    /** A RELEASED flight, so many days ahead, with this pilot alone. */
    const released = async (
      days: number,
      { pilot = 0, ...more }: { pilot?: number; adep?: string; ades?: string } = {},
    ) => {
      const offBlock = noon() + days * DAY
      const input = { aircraftId: aircraft(pilot), offBlock: z(offBlock), onBlock: z(offBlock + 2 * HOUR) }
      const { flight } = await key.did(key.createFlight({ ...input, status: 'CONFIRMED', ...more }))
      const crew = [{ crewMemberId: member(pilot), position: 'CPT' }]
      const crewed = (await key.did(key.setCrew(flight.flightId, crew, flight.version))).flight
      return (await key.did(key.setStatus(flight.flightId, 'RELEASED', crewed.version))).flight
    }
    const riskOf = async (flightId: string) => {
      const query = 'query ($id: ID!) { flight(flightId: $id) { status riskReasonList version } }'
      return (await key.ask(query, { id: flightId })).flight
    }
    const paperOf = async (index: number, kind: string) => {
      const query = `query ($id: ID!) { crewMember(crewMemberId: $id) { qualificationList { qualificationId kind version } } }`
      const { qualificationList } = (await key.ask(query, { id: member(index) })).crewMember
      return qualificationList.find((paper: { kind: string }) => paper.kind === kind)
    }
    const withdraw = async (by: Integration, index: number, kind: string) => {
      const { qualificationId, version } = await paperOf(index, kind)
      return by.change(
        `mutation ($id: ID!, $v: Int!) { qualificationDelete(qualificationId: $id, expectedVersion: $v) { ${PAYLOAD} } }`,
        { id: qualificationId, v: version },
      )
    }
    /** The flights that the feed told of since a cursor, and the next cursor. */
    const told = async (cursor: string | null) => {
      const { changeList } = await key.ask(
        `query ($after: String) { changeList(after: $after, entityList: [FLIGHT], first: 500) {
          nodeList { entityId fieldList } pageInfo { endCursor } } }`,
        { after: cursor },
      )
      const risk = changeList.nodeList.filter(({ fieldList }: { fieldList: string[] }) =>
        fieldList.includes('riskReasonList'),
      )
      return { ids: risk.map(({ entityId }: { entityId: string }) => entityId), cursor: changeList.pageInfo.endCursor }
    }

    testOnBoth(
      'a withdrawn medical puts every later flight of the pilot at risk and names them (data row K1)',
      async () => {
        await open()
        const soon = await released(2)
        const later = await released(60, BACK)
        const another = await released(3, { pilot: 1 })
        const { cursor } = await told(null)
        const { warningList } = await key.did(withdraw(key, 0, 'MEDICAL'))
        assert.deepEqual(
          warningList.map(({ code, message, subjectIdList }: Record<string, unknown>) => [
            code,
            message,
            subjectIdList,
          ]),
          [soon, later].map(({ flightId }) => [
            'QUALIFICATION_MISSING',
            'WEB: no MEDICAL CLASS_1',
            [flightId, member(0)],
          ]),
        )
        for (const { flightId, version } of [soon, later]) {
          const expected = { status: 'RELEASED', riskReasonList: ['QUALIFICATION_MISSING'], version: version + 1 }
          assert.deepEqual(await riskOf(flightId), expected)
        }
        assert.deepEqual((await riskOf(another.flightId)).riskReasonList, [])
        const after = await told(cursor)
        assert.deepEqual(after.ids.toSorted(), [soon.flightId, later.flightId].toSorted())
        const renewed = { crewMemberId: member(0), kind: 'MEDICAL', label: 'Class 1', validFrom: '2020-01-01' }
        const save = `mutation ($input: QualificationInput!) { qualificationSave(input: $input) { ${PAYLOAD} } }`
        assert.deepEqual((await key.did(key.change(save, { input: renewed }))).warningList, [])
        assert.deepEqual((await riskOf(soon.flightId)).riskReasonList, [])
        assert.equal((await told(after.cursor)).ids.length, 2)
      },
    )

    test('a medical that now ends before a flight puts it at risk as expired', async () => {
      await open()
      const soon = await released(2)
      const later = await released(60, BACK)
      const { qualificationId, version } = await paperOf(0, 'MEDICAL')
      const validTo = new Date(noon() + 30 * DAY).toISOString().slice(0, 10)
      const { warningList } = await key.did(
        key.change(
          `mutation ($id: ID!, $to: Date!, $v: Int!) { qualificationUpdate(qualificationId: $id, input: { validTo: $to }, expectedVersion: $v) { ${PAYLOAD} } }`,
          { id: qualificationId, to: validTo, v: version },
        ),
      )
      assert.deepEqual(
        warningList.map(({ code, subjectIdList }: Record<string, unknown>) => [code, subjectIdList]),
        [['QUALIFICATION_EXPIRED', [later.flightId, member(0)]]],
      )
      assert.deepEqual((await riskOf(later.flightId)).riskReasonList, ['QUALIFICATION_EXPIRED'])
      assert.deepEqual((await riskOf(soon.flightId)).riskReasonList, [])
    })

    test('an aircraft that becomes another type puts flights of pilots without its rating at risk (data row K1)', async () => {
      await open()
      const flight = await released(2)
      const { aircraftTypeList } = await key.ask('{ aircraftTypeList(wildcard: "GLF6") { acftTypeId } }')
      const asked = { id: aircraft(0), type: aircraftTypeList[0].acftTypeId }
      const { warningList } = await key.did(key.change(RETYPE, asked))
      assert.deepEqual(
        warningList.map(({ code, message, path }: Record<string, unknown>) => [code, message, path]),
        [['QUALIFICATION_MISSING', 'WEB: no TYPE_RATING GLF6', ['input', 'acftTypeId']]],
      )
      assert.deepEqual((await riskOf(flight.flightId)).riskReasonList, ['QUALIFICATION_MISSING'])
    })

    test('who may not read flights is told of the lack, and not of the flight', async () => {
      await open()
      await released(2)
      const crewOffice = await Integration.of(at, 'crew:read crew:write')
      const { warningList } = await crewOffice.did(withdraw(crewOffice, 0, 'MEDICAL'))
      assert.deepEqual(
        warningList.map(({ code, subjectIdList }: Record<string, unknown>) => [code, subjectIdList]),
        [['QUALIFICATION_MISSING', [member(0)]]],
      )
      const technics = await Integration.of(at, 'aircraft:read aircraft:write')
      const { aircraftTypeList } = await key.ask('{ aircraftTypeList(wildcard: "GLF6") { acftTypeId } }')
      const asked = { id: aircraft(0), type: aircraftTypeList[0].acftTypeId }
      const retyped = await technics.did(technics.change(RETYPE, asked))
      for (const { message, subjectIdList } of retyped.warningList) {
        assert.equal(message, 'A pilot lacks the rating for the type, a licence or a medical')
        assert.deepEqual(subjectIdList, [])
      }
      assert.equal(retyped.warningList.length, 2)
    })

    test('a check that the operator begins to require puts flights at risk within a minute', async () => {
      await open()
      const flight = await released(2)
      const planner = await Integration.of(at, 'settings:read settings:write')
      await planner.did(
        planner.change(
          'mutation { operatorSettingsUpdate(input: { requiredCheckList: [OPC] }, expectedVersion: 1) { userErrorList { code message } } }',
        ),
      )
      const storage = server.world.storage.writtenBy(SYSTEM)
      const around = { world: server.world, reference: server.app.reference.current }
      while (await storage.writePlatform((tx) => assessAnew(tx, around)));
      assert.deepEqual((await riskOf(flight.flightId)).riskReasonList, ['QUALIFICATION_MISSING'])
    })

    testOnBoth(
      'a pilot who is assigned while the medical is withdrawn leaves no flight that is not at risk',
      async () => {
        await open()
        const offBlock = noon() + 2 * DAY
        const times = { offBlock: z(offBlock), onBlock: z(offBlock + 2 * HOUR), status: 'CONFIRMED' }
        const { flight } = await key.did(key.createFlight({ aircraftId: aircraft(0), ...times }))
        const crew = [{ crewMemberId: member(0), position: 'CPT' }]
        const office = await Integration.of(at)
        const [assigned, withdrawn] = await Promise.all([
          key.setCrew(flight.flightId, crew, flight.version),
          withdraw(office, 0, 'MEDICAL'),
        ])
        assert.deepEqual([assigned.userErrorList, withdrawn.userErrorList], [[], []])
        assert.deepEqual((await riskOf(flight.flightId)).riskReasonList, ['QUALIFICATION_MISSING'])
        const named = [...assigned.warningList, ...withdrawn.warningList].map(({ code }: { code: string }) => code)
        assert.ok(named.includes('QUALIFICATION_MISSING'))
      },
    )
  })
}
