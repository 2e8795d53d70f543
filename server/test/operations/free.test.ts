/** Who and what is free in an interval, ordered by fit (data §4.10, data row K7). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { statementsDuring } from '../support/statements.ts'
import { startServer, storesFor, type TestServer, type TestTenant, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 3_600_000
const START = Date.parse('2027-06-01T06:00:00Z')

const CREW = `query ($i: IntervalInput!, $p: CrewPosition!, $t: String, $a: String, $n: Int) {
  freeCrewList(interval: $i, position: $p, iCAO: $t, adep: $a, first: $n) {
    crewMember { code } place { iCAO } isOnStandby isInReserve warningList { code subjectIdList } } }`
const AIRCRAFT = `query ($i: IntervalInput!, $a: String, $s: Int) {
  freeAircraftList(interval: $i, adep: $a, seatCount: $s) { aircraft { registration } place { iCAO } hasOption } }`

/** Statements about records; others go on behind every request. */
const isOfRecords = (statement: string): boolean =>
  /from (crew_member|duty|qualification|aircraft|flight|unavailability)\b/.test(statement)

interface Found {
  readonly crewMember: { code: string }
  readonly place: { iCAO: string }
  readonly isOnStandby: boolean
  readonly isInReserve: boolean
  readonly warningList: { code: string }[]
}

for (const store of storesFor('sql')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`who and what is free (${store})`, () => {
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
    const at8 = { from: z(START + 2 * HOUR), to: z(START + 4 * HOUR) }
    const entered = (index: number, kind: string, [from, to]: readonly [number, number], more: object = {}) =>
      key.did(
        key.createDuty({
          crewMemberId: member(index),
          kind,
          startAt: z(START + from * HOUR),
          endAt: z(START + to * HOUR),
          ...more,
        }),
      )
    const free = async (more: object = {}): Promise<Found[]> =>
      (await key.ask(CREW, { i: at8, p: 'CPT', t: 'C56X', a: 'LSZH', ...more })).freeCrewList
    const codes = (list: readonly Found[]) => list.map(({ crewMember }) => crewMember.code)
    const flightAt = async (aircraft: number, hour: number, more: object = {}) => {
      const from = START + hour * HOUR
      const aircraftId = fleet.aircraft[aircraft]?.aircraftId
      const times = { offBlock: z(from), onBlock: z(from + 2 * HOUR) }
      return (await key.did(key.createFlight({ aircraftId, status: 'CONFIRMED', ...times, ...more }))).flight
    }

    testOnBoth(
      'crew on duty or absent is left out, and the others come in the order of fit (data row K7)',
      async () => {
        await open()
        assert.deepEqual(codes(await free()), ['KEL', 'WEB'])
        await entered(0, 'STANDBY', [-2, 10])
        const [first] = await free()
        assert.deepEqual([first?.crewMember.code, first?.isOnStandby, first?.warningList], ['WEB', true, []])
        await entered(1, 'RESERVE', [-24, 48])
        assert.deepEqual(codes(await free()), ['WEB', 'KEL'])
        await entered(0, 'SICK', [0, 24])
        assert.deepEqual(codes(await free()), ['KEL'])
        await entered(1, 'POSITIONING', [-6, -4], { endAirport: 'LFPB' })
        assert.deepEqual(
          (await free()).map(({ place, isInReserve }) => [place.iCAO, isInReserve]),
          [['LFPB', true]],
        )
        await entered(1, 'OFFICE', [3, 5])
        assert.deepEqual(await free(), [])
        assert.deepEqual(codes(await free({ p: 'FA', t: null })), ['BAU'])
      },
    )

    test('short rest and a missing rating come last, and say what is wrong', async () => {
      await open()
      await entered(0, 'OFFICE', [-10, -5])
      const rested = await free()
      assert.deepEqual(
        rested.map(({ crewMember, warningList }) => [crewMember.code, warningList]),
        [
          ['KEL', []],
          ['WEB', [{ code: 'REST_BELOW_MINIMUM', subjectIdList: [member(0)] }]],
        ],
      )
      const [other] = await free({ t: 'GLF6' })
      assert.deepEqual(other?.warningList, [{ code: 'QUALIFICATION_MISSING', subjectIdList: [member(1)] }])
      assert.equal((await free({ n: 1 })).length, 1)
    })

    test('what is asked wrongly is told', async () => {
      await open()
      const refused = async (more: object) =>
        (await key.body(CREW, { i: at8, p: 'CPT', ...more })).errors?.[0]?.extensions.code
      assert.equal(await refused({ n: 101 }), 'BAD_USER_INPUT')
      assert.equal(await refused({ t: 'NOPE' }), 'BAD_USER_INPUT')
      assert.equal(await refused({ a: 'QQQQ' }), 'BAD_USER_INPUT')
      assert.equal(await refused({ i: { from: z(START), to: z(START + 15 * 24 * HOUR) } }), 'BAD_USER_INPUT')
      const flights = await Integration.of(at, 'flight:read')
      assert.equal((await flights.body(CREW, { i: at8, p: 'CPT' })).errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE')
      assert.equal((await flights.body(AIRCRAFT, { i: at8 })).errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE')
    })

    testOnBoth('aircraft that fly or are blocked are left out; those at the place come first', async () => {
      await open()
      const list = async (more: object = {}) =>
        (await key.ask(AIRCRAFT, { i: at8, a: 'LSZH', ...more })).freeAircraftList.map(
          ({
            aircraft,
            place,
            hasOption,
          }: {
            aircraft: { registration: string }
            place: { iCAO: string }
            hasOption: boolean
          }) => [aircraft.registration, place.iCAO, hasOption],
        )
      await flightAt(0, -10)
      assert.deepEqual(await list(), [
        ['HB-JAB', 'LSZH', false],
        ['HB-JAC', 'LSZH', false],
        ['HB-JAA', 'LFPB', false],
      ])
      assert.deepEqual(await list({ s: 10 }), [])
      await flightAt(1, 3)
      await flightAt(2, 3, { status: 'OPTION' })
      assert.deepEqual(await list(), [
        ['HB-JAC', 'LSZH', true],
        ['HB-JAA', 'LFPB', false],
      ])
      await key.did(key.block({ aircraftId: fleet.aircraft[0]?.aircraftId, from: at8.from, to: at8.to, reason: 'AOG' }))
      assert.deepEqual(await list(), [['HB-JAC', 'LSZH', true]])
    })

    testOnBoth('the number of statements does not grow with crew, duties and flights', async () => {
      await open()
      const count = async () => [
        (await statementsDuring(() => free())).filter(isOfRecords).length,
        (await statementsDuring(() => key.ask(AIRCRAFT, { i: at8 }))).filter(isOfRecords).length,
      ]
      await count()
      const few = await count()
      assert.deepEqual(few, [4, 4])
      for (const index of [0, 1, 2]) {
        await entered(index, 'OFFICE', [-40, -39])
        await flightAt(index, -30)
        await entered(index, 'OFFICE', [60, 61])
      }
      assert.deepEqual(await count(), few)
    })
  })
}
