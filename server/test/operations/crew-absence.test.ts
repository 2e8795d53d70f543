/** A crew member who reports sick, unfit or fatigued is a fact, accepted over duties (data §5.4, data row K2). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 3_600_000
const START = Date.parse('2027-06-01T06:00:00Z')

const CREATE = `mutation ($input: DutyInput!) { dutyCreate(input: $input) { duty { dutyId version }
  atRiskFlightIdList warningList { code message path subjectIdList } userErrorList { code message path } } }`
const UPDATE = `mutation ($id: ID!, $input: DutyUpdateInput!, $v: Int!) {
  dutyUpdate(dutyId: $id, input: $input, expectedVersion: $v) { duty { dutyId version }
  atRiskFlightIdList warningList { code } userErrorList { code message path } } }`
const DELETE = `mutation ($id: ID!, $v: Int!) {
  dutyDelete(dutyId: $id, expectedVersion: $v) { atRiskFlightIdList userErrorList { code message path } } }`

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`absence of crew members (${store})`, () => {
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
    /** A RELEASED flight of the first pilot, unless another is named. */
    const released = async (hour: number, pilot = 0) => {
      const from = START + hour * HOUR
      const input = { aircraftId: fleet.aircraft[pilot]?.aircraftId, offBlock: z(from), onBlock: z(from + 2 * HOUR) }
      const made = (await key.did(key.createFlight({ ...input, ades: 'LSZH', status: 'CONFIRMED' }))).flight
      const crew = [{ crewMemberId: member(pilot), position: 'CPT' }]
      const { flight } = await key.did(key.setCrew(made.flightId, crew, made.version))
      return (await key.did(key.setStatus(flight.flightId, 'RELEASED', flight.version))).flight
    }
    const reported = (by: Integration, from: number, to: number, kind = 'SICK') =>
      by.change(CREATE, {
        input: { crewMemberId: member(0), kind, startAt: z(START + from * HOUR), endAt: z(START + to * HOUR) },
      })
    const stateOf = async (flightId: string) => {
      const query = 'query ($id: ID!) { flight(flightId: $id) { status riskReasonList version } }'
      return (await key.ask(query, { id: flightId })).flight
    }

    testOnBoth(
      'a sick report over duties is accepted and lists the flights that it puts at risk (data row K2)',
      async () => {
        await open()
        const flown = await released(0)
        const first = await released(24)
        const second = await released(28)
        const later = await released(72)
        const { duty, atRiskFlightIdList, warningList } = await key.did(reported(key, 20, 48))
        assert.deepEqual(atRiskFlightIdList, [first.flightId, second.flightId])
        assert.deepEqual(
          warningList.map(({ code, message, subjectIdList }: Record<string, unknown>) => [
            code,
            message,
            subjectIdList,
          ]),
          [first, second].map(({ flightId, flightNo }) => [
            'CREW_UNAVAILABLE',
            `WEB is SICK at the time of ${flightNo}`,
            [flightId, member(0), duty.dutyId],
          ]),
        )
        for (const { flightId, version } of [first, second]) {
          const expected = { status: 'RELEASED', riskReasonList: ['CREW_UNAVAILABLE'], version: version + 1 }
          assert.deepEqual(await stateOf(flightId), expected)
        }
        for (const { flightId } of [flown, later]) assert.deepEqual((await stateOf(flightId)).riskReasonList, [])
        const { changeList } = await key.ask(
          '{ changeList(entityList: [FLIGHT], first: 500) { nodeList { entityId kind fieldList } } }',
        )
        const told = changeList.nodeList.filter(
          ({ kind, fieldList }: { kind: string; fieldList: string[] }) =>
            kind === 'UPDATED' && fieldList.includes('riskReasonList'),
        )
        assert.deepEqual(
          told.map(({ entityId }: { entityId: string }) => entityId).toSorted(),
          [first.flightId, second.flightId].toSorted(),
        )
        const crew = [{ crewMemberId: member(1), position: 'CPT' }]
        await key.did(key.setCrew(first.flightId, crew, first.version + 1))
        assert.deepEqual((await stateOf(first.flightId)).riskReasonList, [])
        const shorter = { endAt: z(START + 24 * HOUR) }
        const well = await key.did(key.change(UPDATE, { id: duty.dutyId, input: shorter, v: duty.version }))
        assert.deepEqual([well.atRiskFlightIdList, (await stateOf(second.flightId)).riskReasonList], [[], []])
      },
    )

    test('whoever reports at the airport when an absence ends is not available for the first leg alone', async () => {
      await open()
      const first = await released(0)
      const second = await released(3)
      const { duty, atRiskFlightIdList } = await key.did(reported(key, -2, -0.5, 'FATIGUE'))
      assert.deepEqual(atRiskFlightIdList, [first.flightId])
      const unfit = await key.did(reported(key, -2, -0.5, 'UNFIT'))
      assert.deepEqual(unfit.atRiskFlightIdList, [first.flightId])
      await key.did(key.change(DELETE, { id: unfit.duty.dutyId, v: unfit.duty.version }))
      assert.deepEqual((await stateOf(first.flightId)).riskReasonList, ['CREW_UNAVAILABLE'])
      assert.deepEqual((await stateOf(second.flightId)).riskReasonList, [])
      await key.did(key.change(DELETE, { id: duty.dutyId, v: duty.version }))
      assert.deepEqual((await stateOf(first.flightId)).riskReasonList, [])
    })

    test('nobody who is UNFIT joins a crew, and a flight is not released with one', async () => {
      await open()
      const flight = await released(0)
      await key.did(reported(key, -2, 24, 'UNFIT'))
      const confirmed = (await key.did(key.setStatus(flight.flightId, 'CONFIRMED', flight.version + 1))).flight
      const again = await key.setStatus(flight.flightId, 'RELEASED', confirmed.version)
      assert.deepEqual(again.userErrorList, [
        { code: 'NOT_RELEASABLE', message: `WEB is UNFIT at the time of ${flight.flightNo}`, path: ['status'] },
      ])
      const other = await released(4, 1)
      const joined = [
        { crewMemberId: member(1), position: 'CPT' },
        { crewMemberId: member(0), position: 'FO' },
      ]
      const refused = await key.setCrew(other.flightId, joined, other.version)
      assert.equal(refused.userErrorList[0].code, 'CREW_OVERLAP')
      assert.deepEqual(refused.userErrorList[0].path, ['crewList', '1', 'crewMemberId'])
      assert.match(
        refused.userErrorList[0].message,
        /^WEB is on UNFIT from 2027-06-01T04:00Z to 2027-06-02T06:00Z \(dty_/,
      )
      // A flight of somebody who is absent can still be delayed.
      const delayed = { flightId: flight.flightId, estimatedOffBlock: z(START + HOUR) }
      await key.did(key.report(delayed))
    })

    test('a flight goes without an observer who is sick', async () => {
      await open()
      const flight = await released(0, 1)
      const crew = [
        { crewMemberId: member(1), position: 'CPT' },
        { crewMemberId: member(0), position: 'OBS' },
      ]
      await key.did(key.setCrew(flight.flightId, crew, flight.version))
      const { duty, atRiskFlightIdList } = await key.did(reported(key, 0, 24))
      assert.deepEqual([atRiskFlightIdList, (await stateOf(flight.flightId)).riskReasonList], [[], []])
      const { period } = (
        await key.ask('query ($id: ID!) { duty(dutyId: $id) { period { startAt } } }', { id: duty.dutyId })
      ).duty
      assert.equal(period, null)
    })

    test('other overlaps name the duty and its flight to whoever may read them', async () => {
      await open()
      const flight = await released(0)
      const refused = await reported(key, 1, 3, 'OFFICE')
      assert.match(
        refused.userErrorList[0].message,
        new RegExp(`^WEB is on FLIGHT from 2027-06-01T05:00Z to 2027-06-01T08:30Z \\(${flight.flightNo}, dty_`),
      )
      const office = await Integration.of(at, 'crew:read crew:write')
      const unnamed = await reported(office, 1, 3, 'OFFICE')
      assert.equal(unnamed.userErrorList[0].message, 'The crew member is on another duty at that time')
      const sick = await office.did(reported(office, 1, 3))
      assert.deepEqual(sick.atRiskFlightIdList, [])
      assert.deepEqual(
        sick.warningList.map(({ code, message }: Record<string, unknown>) => [code, message]),
        [['CREW_UNAVAILABLE', 'Someone of the crew is not available']],
      )
      assert.deepEqual((await stateOf(flight.flightId)).riskReasonList, ['CREW_UNAVAILABLE'])
      const vacation = await reported(key, 2, 30, 'VACATION')
      assert.equal(vacation.userErrorList[0].code, 'CREW_OVERLAP')
    })

    testOnBoth(
      'who reports sick while being assigned is either refused for the crew or puts the flight at risk',
      async () => {
        await open()
        const from = START + 24 * HOUR
        const input = { aircraftId: fleet.aircraft[0]?.aircraftId, offBlock: z(from), onBlock: z(from + 2 * HOUR) }
        const { flight } = await key.did(key.createFlight({ ...input, status: 'CONFIRMED' }))
        const office = await Integration.of(at)
        const [assigned, sick] = await Promise.all([
          key.setCrew(flight.flightId, [{ crewMemberId: member(0), position: 'CPT' }], flight.version),
          reported(office, 20, 48),
        ])
        assert.deepEqual(sick.userErrorList, [])
        const { riskReasonList } = await stateOf(flight.flightId)
        if (assigned.userErrorList.length === 0) {
          assert.deepEqual([riskReasonList, sick.atRiskFlightIdList], [['CREW_UNAVAILABLE'], [flight.flightId]])
        } else {
          assert.deepEqual([assigned.userErrorList[0].code, riskReasonList], ['CREW_OVERLAP', []])
        }
      },
    )
  })
}
