/**
 * Duties of one person that no rest lies between: standby called out, positioning, split duty; totals by position; and
 * planned duties that follow the operator's rules (data §4.10, data rows K3 to K6).
 */
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
const START = Date.parse('2027-06-01T06:00:00Z')

const DUTY = `duty { dutyId version kind startAt endAt calledOutAt startAirport { iCAO } endAirport { iCAO } }
  warningList { code message } userErrorList { code message path }`
const CREATE = `mutation ($input: DutyInput!) { dutyCreate(input: $input) { ${DUTY} } }`
const UPDATE = `mutation ($id: ID!, $input: DutyUpdateInput!, $v: Int!) {
  dutyUpdate(dutyId: $id, input: $input, expectedVersion: $v) { ${DUTY} } }`
const DELETE = `mutation ($id: ID!, $v: Int!) { dutyDelete(dutyId: $id, expectedVersion: $v) { userErrorList { code } } }`
const SETTINGS = `mutation ($limits: DutyLimitsInput!, $v: Int!) {
  operatorSettingsUpdate(input: { dutyLimits: $limits }, expectedVersion: $v) { userErrorList { code message path } } }`

interface DutyAnswer {
  readonly dutyId: string
  readonly version: number
  readonly kind: string
  readonly startAt: string
  readonly endAt: string
  readonly calledOutAt: string | null
  readonly restBeforeMinutes: number | null
  readonly maxMinutes: number | null
  readonly sectorCount: number
  readonly breakMinutes: number | null
  readonly fdpMinutes: number | null
  readonly period: { countedMinutes: number; breakMinutes: number; dutyIdList: string[]; startAt: string }
  readonly warningList: { code: string }[]
}

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`periods of duty (${store})`, () => {
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
    const flightAt = async (hour: number, more: object = {}, lasts = 2) => {
      const from = START + hour * HOUR
      const times = { offBlock: z(from), onBlock: z(from + lasts * HOUR) }
      const aircraftId = fleet.aircraft[0]?.aircraftId
      return (await key.did(key.createFlight({ aircraftId, ades: 'LSZH', status: 'CONFIRMED', ...times, ...more })))
        .flight
    }
    const crewed = async (hour: number, assignment: object = {}, more: object = {}, lasts = 2) => {
      const flight = await flightAt(hour, more, lasts)
      const crew = [{ crewMemberId: member(0), position: 'CPT', ...assignment }]
      const done = await key.did(key.setCrew(flight.flightId, crew, flight.version))
      return { flight: done.flight, codes: done.warningList.map(({ code }: { code: string }) => code) }
    }
    const entered = (kind: string, from: number, to: number, more: object = {}) =>
      key.change(CREATE, {
        input: { crewMemberId: member(0), kind, startAt: z(START + from * HOUR), endAt: z(START + to * HOUR), ...more },
      })
    const dutiesOf = async (index = 0): Promise<DutyAnswer[]> => {
      const query = `query ($id: ID!, $i: IntervalInput!) { crewMember(crewMemberId: $id) { dutyList(interval: $i) {
        dutyId version kind startAt endAt calledOutAt restBeforeMinutes maxMinutes sectorCount breakMinutes fdpMinutes
        period { startAt countedMinutes breakMinutes dutyIdList } warningList { code } } } }`
      const i = { from: z(START - 10 * DAY), to: z(START + 30 * DAY) }
      return (await key.ask(query, { id: member(index), i })).crewMember.dutyList
    }
    const setLimits = async (limits: object, v = 1) => {
      const planner = await Integration.of(at, 'settings:read settings:write')
      await planner.did(planner.change(SETTINGS, { limits, v }))
    }
    const assess = async () => {
      const around = { world: server.world, reference: server.app.reference.current }
      const storage = server.world.storage.writtenBy(SYSTEM)
      while (await storage.writePlatform((tx) => assessAnew(tx, around)));
    }
    const riskOf = async (flightId: string) =>
      (await key.ask('query ($id: ID!) { flight(flightId: $id) { riskReasonList } }', { id: flightId })).flight
        .riskReasonList

    testOnBoth(
      'a standby that is called out ends at the report, and is whole again without the flight (data row K3)',
      async () => {
        await open()
        const { duty: standby } = await key.did(entered('STANDBY', 0, 12))
        const { flight, codes } = await crewed(5)
        assert.deepEqual(codes, [])
        const [cut, flown] = await dutiesOf()
        assert.deepEqual(
          [cut?.endAt, cut?.calledOutAt, flown?.startAt, cut?.version],
          [z(START + 4 * HOUR), z(START + 4 * HOUR), z(START + 4 * HOUR), 2],
        )
        // Standby and flight duty are one period: four hours of standby and three and a half of flight duty.
        assert.deepEqual(flown?.period, {
          startAt: z(START),
          countedMinutes: 450,
          breakMinutes: 0,
          dutyIdList: [cut?.dutyId, flown?.dutyId],
        })
        assert.deepEqual([flown?.restBeforeMinutes, flown?.warningList], [null, []])
        await setLimits({ standbyPercent: 25 })
        assert.equal((await dutiesOf())[1]?.period.countedMinutes, 270)
        await key.did(key.setStatus(flight.flightId, 'CANCELLED', flight.version, 'Weather'))
        const [whole, ...others] = await dutiesOf()
        assert.deepEqual([whole?.endAt, whole?.calledOutAt, others], [z(START + 12 * HOUR), null, []])
        const renamed = await key.did(
          key.change(UPDATE, { id: standby.dutyId, input: { endAt: z(START + 10 * HOUR) }, v: whole?.version }),
        )
        assert.equal(renamed.duty.endAt, z(START + 10 * HOUR))
      },
    )

    test('a standby entered over a flight duty that begins in it is called out, one that begins after the report is refused', async () => {
      await open()
      await crewed(5)
      const { duty } = await key.did(entered('STANDBY', 0, 12))
      assert.deepEqual([duty.endAt, duty.calledOutAt], [z(START + 4 * HOUR), z(START + 4 * HOUR)])
      const again = await key.did(key.change(UPDATE, { id: duty.dutyId, input: { kind: 'STANDBY' }, v: duty.version }))
      assert.equal(again.duty.version, duty.version)
      const refused = await entered('STANDBY', 6, 12)
      assert.deepEqual(
        refused.userErrorList.map(({ code }: { code: string }) => code),
        ['CREW_OVERLAP'],
      )
    })

    testOnBoth(
      'a standby that is called out when it begins lasts a minute, and has its hours again without',
      async () => {
        await open()
        const { duty: standby } = await key.did(entered('STANDBY', 0, 12))
        const { duty: call } = await key.did(entered('POSITIONING', 0, 2))
        const endOf = async () => (await dutiesOf()).find(({ dutyId }) => dutyId === standby.dutyId)?.endAt
        assert.equal(await endOf(), z(START + 60_000))
        await key.did(key.change(DELETE, { id: call.dutyId, v: call.version }))
        assert.equal(await endOf(), z(START + 12 * HOUR))
      },
    )

    test('a long standby before the call and a flight after it are above the maximum, and rest counts from the standby', async () => {
      await open()
      await key.did(entered('OFFICE', -16, -8))
      await key.did(entered('STANDBY', 0, 12))
      const { codes } = await crewed(11, {}, {}, 4)
      // Eight hours of rest before the standby, and 10 h of standby with 5.5 h of flight duty.
      assert.deepEqual(codes.toSorted(), ['DUTY_ABOVE_MAXIMUM', 'REST_BELOW_MINIMUM'])
      const [, , flown] = await dutiesOf()
      assert.deepEqual([flown?.restBeforeMinutes, flown?.period.countedMinutes], [480, 930])
    })

    test('positioning before a sector joins the flight duty, and its place counts (data row K4)', async () => {
      await open()
      await flightAt(-10, { ades: 'LFPB', kind: 'FERRY' })
      const positioned = { startAirport: 'LSZH', endAirport: 'LFPB' }
      const { duty } = await key.did(entered('POSITIONING', 0, 2, positioned))
      assert.deepEqual([duty.startAirport.iCAO, duty.endAirport.iCAO], ['LSZH', 'LFPB'])
      const { flight, codes } = await crewed(3.25, {}, { adep: 'LFPB', ades: 'LSZH' })
      assert.deepEqual([codes, await riskOf(flight.flightId)], [[], []])
      const [first, second] = await dutiesOf()
      assert.deepEqual([second?.restBeforeMinutes, second?.warningList], [null, []])
      assert.deepEqual(second?.period.dutyIdList, [first?.dutyId, second?.dutyId])
      assert.equal(second?.period.countedMinutes, 345)
      const elsewhere = { endAirport: 'EGLL' }
      await key.did(key.change(UPDATE, { id: duty.dutyId, input: elsewhere, v: duty.version }))
      assert.deepEqual(await riskOf(flight.flightId), ['CREW_POSITION_GAP'])
      // Not without rest: five hours later it is a duty of its own, with too little rest.
      await key.did(entered('POSITIONING', 11, 12))
      const [, , third] = await dutiesOf()
      assert.deepEqual([third?.restBeforeMinutes, third?.warningList], [315, [{ code: 'REST_BELOW_MINIMUM' }]])
    })

    for (const kind of ['POSITIONING', 'FLIGHT'])
      test(`${kind} entered within a standby calls it out, and gives it back when it is deleted`, async () => {
        await open()
        await key.did(entered('STANDBY', 0, 12))
        const { duty } = await key.did(entered(kind, 3, 5))
        assert.equal((await dutiesOf())[0]?.endAt, z(START + 3 * HOUR))
        await key.did(key.change(DELETE, { id: duty.dutyId, v: duty.version }))
        assert.deepEqual(
          (await dutiesOf()).map(({ endAt }) => endAt),
          [z(START + 12 * HOUR)],
        )
      })

    test('a reserve stays beside the flight that is given in it', async () => {
      await open()
      await key.did(entered('RESERVE', 0, 72))
      await crewed(5)
      const [reserve, flown] = await dutiesOf()
      assert.deepEqual([reserve?.endAt, flown?.kind, flown?.restBeforeMinutes], [z(START + 72 * HOUR), 'FLIGHT', null])
    })

    test('startsDuty false makes a split duty, whose break extends the maximum by the operator’s share (data row K5)', async () => {
      await open()
      await setLimits({ splitBreakPercent: 50 })
      await crewed(0)
      const { codes } = await crewed(10, { startsDuty: false })
      // 2.5 h to debrief, 6.5 h of break to the next report at hour 9, on duty until 12.5.
      const [duty, ...others] = await dutiesOf()
      assert.deepEqual(
        [others.length, duty?.breakMinutes, duty?.period.countedMinutes, duty?.maxMinutes],
        [0, 390, 810, 975],
      )
      assert.deepEqual(codes, [])
      await setLimits({ splitBreakPercent: 0 }, 2)
      assert.deepEqual((await dutiesOf())[0]?.warningList, [{ code: 'DUTY_ABOVE_MAXIMUM' }])
    })

    test('startsDuty false joins a flight to the work before it of another kind, and true parts it', async () => {
      await open()
      await key.did(entered('TRAINING', 0, 2))
      const { flight } = await crewed(9, { startsDuty: false })
      const [training, flown] = await dutiesOf()
      assert.deepEqual(flown?.period.dutyIdList, [training?.dutyId, flown?.dutyId])
      assert.deepEqual([flown?.restBeforeMinutes, flown?.period.breakMinutes], [null, 360])
      const parted = [{ crewMemberId: member(0), position: 'CPT', startsDuty: true }]
      const { warningList } = await key.did(key.setCrew(flight.flightId, parted, flight.version))
      assert.deepEqual(
        warningList.map(({ code }: { code: string }) => code),
        ['REST_BELOW_MINIMUM'],
      )
    })

    test('a duty that runs late does not swallow the rest before the next one', async () => {
      await open()
      const { flight } = await crewed(0)
      const next = await crewed(18)
      await key.did(
        key.report({ flightId: flight.flightId, estimatedOffBlock: z(START), estimatedOnBlock: z(START + 15 * HOUR) }),
      )
      assert.deepEqual(await riskOf(next.flight.flightId), ['REST_BELOW_MINIMUM'])
      assert.equal((await dutiesOf())[1]?.restBeforeMinutes, 90)
    })

    test('observers and deadheads are on duty and fly neither block time nor sectors (data row K6)', async () => {
      await open()
      await crewed(0)
      const both = await flightAt(24)
      await key.did(
        key.setCrew(
          both.flightId,
          [
            { crewMemberId: member(1), position: 'CPT' },
            { crewMemberId: member(0), position: 'OBS' },
          ],
          both.version,
        ),
      )
      const ferry = await flightAt(48)
      await key.did(
        key.setCrew(
          ferry.flightId,
          [
            { crewMemberId: member(1), position: 'CPT' },
            { crewMemberId: member(0), position: 'DHD' },
          ],
          ferry.version,
        ),
      )
      const query = `query ($id: ID!, $at: DateTime!) { crewMember(crewMemberId: $id) { dutyTotals(at: $at) {
        duty7Days block28Days sectors7Days deadhead28Days positionList { position block28Days sectors7Days } } } }`
      const totals = async (index: number) =>
        (await key.ask(query, { id: member(index), at: z(START + 60 * HOUR) })).crewMember.dutyTotals
      assert.deepEqual(await totals(0), {
        duty7Days: 3 * 210,
        block28Days: 120,
        sectors7Days: 1,
        deadhead28Days: 120,
        positionList: [{ position: 'CPT', block28Days: 120, sectors7Days: 1 }],
      })
      assert.equal((await totals(1)).block28Days, 240)
      assert.deepEqual(
        (await dutiesOf()).map(({ sectorCount, fdpMinutes }) => [sectorCount, fdpMinutes]),
        [
          [1, 180],
          [0, null],
          [0, null],
        ],
      )
    })

    testOnBoth(
      'planned duties follow other report times within a minute, told in the feed; begun ones stay',
      async () => {
        await open()
        const now = Math.floor(server.clock.now() / HOUR) * HOUR
        const hourOf = (time: number) => (time - START) / HOUR
        const begun = await crewed(hourOf(now - HOUR), {}, {}, 3)
        await key.did(key.report({ flightId: begun.flight.flightId, offBlock: z(now - HOUR) }))
        await crewed(hourOf(now + 2 * DAY))
        const blocked = await crewed(hourOf(now + 4 * DAY))
        const vacation = { from: hourOf(now + 3 * DAY), to: hourOf(now + 4 * DAY - HOUR) }
        await key.did(entered('VACATION', vacation.from, vacation.to))
        const spans = async () => {
          const query = `query ($id: ID!, $i: IntervalInput!) { crewMember(crewMemberId: $id) { dutyList(interval: $i) { kind startAt version } } }`
          const i = { from: z(now - DAY), to: z(now + 30 * DAY) }
          const { dutyList } = (await key.ask(query, { id: member(0), i })).crewMember
          return dutyList.filter(({ kind }: { kind: string }) => kind === 'FLIGHT')
        }
        const before = await spans()
        const { changeList } = await key.ask('{ changeList(from: NOW) { pageInfo { endCursor } } }')
        await setLimits({ reportMinutes: 90 })
        await assess()
        const after = await spans()
        assert.deepEqual(
          after.map(({ startAt }: DutyAnswer) => startAt),
          // The last one would reach into the vacation: it keeps its times, and nothing overlaps.
          [before[0].startAt, z(now + 2 * DAY - 1.5 * HOUR), before[2].startAt],
        )
        assert.deepEqual(
          after.map(({ version }: DutyAnswer) => version),
          [before[0].version, before[1].version + 1, before[2].version],
        )
        const told = await key.ask(
          `query ($after: String) { changeList(after: $after, entityList: [DUTY]) { nodeList { kind fieldList } } }`,
          { after: changeList.pageInfo.endCursor },
        )
        assert.equal(told.changeList.nodeList.length, 1)
        assert.equal(typeof blocked.flight.flightId, 'string')
      },
    )

    testOnBoth('of a flight and a positioning that call out the same standby at once one is refused', async () => {
      await open()
      await key.did(entered('STANDBY', 0, 12))
      const flight = await flightAt(5)
      const crew = [{ crewMemberId: member(0), position: 'CPT' }]
      const office = await Integration.of(at)
      const positioning = {
        crewMemberId: member(0),
        kind: 'POSITIONING',
        startAt: z(START + 4 * HOUR),
        endAt: z(START + 8 * HOUR),
      }
      const answers = await Promise.all([
        key.setCrew(flight.flightId, crew, flight.version),
        office.change(CREATE, { input: positioning }),
      ])
      const refused = answers.filter(({ userErrorList }) => userErrorList.length > 0)
      assert.deepEqual(
        refused.map(({ userErrorList }) => userErrorList[0].code),
        ['CREW_OVERLAP'],
      )
      const [standby, other, ...more] = await dutiesOf()
      assert.deepEqual([standby?.endAt, other?.startAt, more], [z(START + 4 * HOUR), z(START + 4 * HOUR), []])
    })
  })
}
