/** Crew, duties and rest (data §4.10, §5.4). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { flightDuties } from '../../src/domain/operations/crew/flight-duty.ts'
import { NO_MOVEMENT } from '../../src/domain/operations/flights/flight.ts'
import { DEFAULT_RULES } from '../../src/domain/operations/operator-rules.ts'
import type { Leg } from '../../src/domain/operations/risk/timeline.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 3_600_000
const START = Date.parse('2027-06-01T06:00:00Z')

const legOf = (flightId: string, offBlock: number, onBlock: number): Leg => ({
  flightId,
  flightNo: flightId,
  aircraftId: 'a',
  status: 'CONFIRMED',
  kind: 'CHARTER',
  adepId: 'x',
  adesId: 'y',
  divertedToId: null,
  offBlock,
  onBlock,
  estimatedOffBlock: null,
  estimatedOnBlock: null,
  firstOffBlock: null,
  actual: NO_MOVEMENT,
})

test('duties derived from flights never overlap, and each flight is in exactly one', () => {
  const legs = fc
    .array(fc.record({ gap: fc.integer({ min: 0, max: 2000 }), lasts: fc.integer({ min: 10, max: 700 }) }), {
      maxLength: 15,
    })
    .map((list) => {
      let at = START
      return list.map(({ gap, lasts }, index) => {
        const offBlock = at + gap * 60_000
        at = offBlock + lasts * 60_000
        return { leg: legOf(`f${index}`, offBlock, at), position: 'CPT' as const, reportAt: null, startsDuty: null }
      })
    })
  fc.assert(
    fc.property(legs, (assigned) => {
      const duties = flightDuties(assigned, [], DEFAULT_RULES)
      assert.deepEqual(
        duties.flatMap(({ flightIdList }) => flightIdList),
        assigned.map(({ leg }) => leg.flightId),
      )
      for (const [index, duty] of duties.entries()) {
        const next = duties[index + 1]
        if (next) assert.ok(next.plannedStartAt - duty.plannedEndAt >= 4 * HOUR)
      }
    }),
  )
})

for (const store of storesFor('life cycle')) {
  describe(`crew and duties (${store})`, () => {
    let server: TestServer
    let fleet: Fleet
    let key: Integration
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const open = async () => {
      const { production } = await server.operator(`op${++operators}`)
      fleet = await seedFleet(server.world.storage, production.tenant.tenantId)
      key = await Integration.of(production)
    }
    const member = (index: number) => fleet.crew[index]?.crewMemberId ?? ''
    const flightAt = async (aircraft: number, hour: number, lasts = 2) => {
      const from = START + hour * HOUR
      const input = {
        aircraftId: fleet.aircraft[aircraft]?.aircraftId,
        offBlock: z(from),
        onBlock: z(from + lasts * HOUR),
      }
      return (await key.did(key.createFlight(input))).flight
    }
    const crewOf = (flight: { flightId: string; version: number }, index = 0, position = 'CPT') =>
      key.setCrew(flight.flightId, [{ crewMemberId: member(index), position }], flight.version)
    const dutiesOf = async (index = 0) => {
      const query = `query ($i: IntervalInput!) { crewMemberList(page: { first: 5 }) { nodeList { crewMemberId dutyList(interval: $i) {
        dutyId kind startAt endAt flightIdList restBeforeMinutes maxMinutes warningList { code } version } } } }`
      const { crewMemberList } = await key.ask(query, {
        i: { from: z(START - 30 * 24 * HOUR), to: z(START + 60 * 24 * HOUR) },
      })
      return crewMemberList.nodeList.find((node: { crewMemberId: string }) => node.crewMemberId === member(index))
        .dutyList
    }

    const totalsOf = async (at: number) => {
      const query = `query ($id: ID!, $at: DateTime!) { crewMember(crewMemberId: $id) { dutyTotals(at: $at) {
        duty7Days duty14Days duty28Days block28Days blockCalendarYear block12Months sectors7Days } } }`
      return Object.values((await key.ask(query, { id: member(0), at: z(at) })).crewMember.dutyTotals)
    }

    test('the totals of a crew member count duty, block and sectors up to a time, and the part before it of what is under way', async () => {
      await open()
      for (const [hour, lasts] of [
        [0, 2],
        [3, 1],
        [10 * 24, 5],
      ] as const) {
        await key.did(crewOf(await flightAt(0, hour, lasts)))
      }
      assert.deepEqual(await totalsOf(START + HOUR), [120, 120, 120, 60, 60, 60, 1])
      assert.deepEqual(await totalsOf(START + 24 * HOUR), [330, 330, 330, 180, 180, 180, 2])
      assert.deepEqual(await totalsOf(START + 12 * 24 * HOUR), [390, 720, 720, 480, 480, 480, 1])
      assert.deepEqual(await totalsOf(START + 29 * 24 * HOUR), [0, 0, 390, 300, 480, 480, 0])
      assert.deepEqual(await totalsOf(START + 230 * 24 * HOUR), [0, 0, 0, 0, 0, 480, 0])
    })

    /** Changes the only rating of a crew member. */
    const setRating = async (crewMemberId: string, change: object) => {
      const { crewMemberList } = await key.ask(
        '{ crewMemberList { nodeList { crewMemberId qualificationList { qualificationId kind version } } } }',
      )
      const { qualificationList } = crewMemberList.nodeList.find(
        (node: { crewMemberId: string }) => node.crewMemberId === crewMemberId,
      )
      const held = qualificationList.find(({ kind }: { kind: string }) => kind === 'TYPE_RATING')
      await key.did(
        key.change(
          `mutation ($id: ID!, $input: QualificationInput!, $v: Int!) {
            qualificationSave(qualificationId: $id, input: $input, expectedVersion: $v) { userErrorList { code } } }`,
          {
            id: held.qualificationId,
            input: { crewMemberId, kind: 'TYPE_RATING', validFrom: '2020-01-01', ...change },
            v: held.version,
          },
        ),
      )
    }

    test('assigning crew makes a duty, a second leg that day extends it, and unassigning removes it', async () => {
      await open()
      const first = await flightAt(0, 0)
      const second = await flightAt(0, 3)
      await key.did(crewOf(first))
      await key.did(crewOf(second))
      const [duty] = await dutiesOf()
      assert.deepEqual(duty.flightIdList, [first.flightId, second.flightId])
      assert.deepEqual([duty.startAt, duty.endAt, duty.version], [z(START - HOUR), z(START + 5.5 * HOUR), 2])
      await key.did(key.setCrew(first.flightId, [], 2))
      assert.deepEqual((await dutiesOf())[0].flightIdList, [second.flightId])
      await key.did(key.setStatus(second.flightId, 'CANCELLED', 2, 'Weather'))
      assert.deepEqual(await dutiesOf(), [])
      await key.did(key.setStatus(second.flightId, 'OPTION', 3))
      assert.equal((await dutiesOf()).length, 1)
    })

    test('assigning crew to parallel flights, or during another duty, is CREW_OVERLAP and changes nothing', async () => {
      await open()
      await key.did(crewOf(await flightAt(0, 0)))
      const parallel = await flightAt(1, 1)
      assert.deepEqual(await key.refusal(crewOf(parallel)), ['CREW_OVERLAP'])
      const off = { crewMemberId: member(1), kind: 'OFF', startAt: z(START + 24 * HOUR), endAt: z(START + 48 * HOUR) }
      await key.did(key.createDuty(off))
      assert.deepEqual(await key.refusal(key.createDuty({ ...off, kind: 'OFFICE' })), ['CREW_OVERLAP'])
      const later = await flightAt(2, 26)
      assert.deepEqual(await key.refusal(crewOf(later, 1)), ['CREW_OVERLAP'])
      const moved = key.updateFlight({ flightId: parallel.flightId, opsNote: 'still at version 1' }, 1)
      assert.equal((await key.did(moved)).flight.version, 2)
      assert.equal((await dutiesOf(1)).length, 1)
    })

    test('moving a flight moves its duty, and is refused if the crew has another duty then', async () => {
      await open()
      const flight = await flightAt(0, 0)
      await key.did(crewOf(flight))
      await key.did(key.updateFlight({ flightId: flight.flightId, offBlock: z(START + 48 * HOUR) }, 2))
      const [duty] = await dutiesOf()
      assert.deepEqual([duty.startAt, duty.endAt], [z(START + 47 * HOUR), z(START + 50.5 * HOUR)])
      const vacation = {
        crewMemberId: member(0),
        kind: 'VACATION',
        startAt: z(START + 96 * HOUR),
        endAt: z(START + 120 * HOUR),
      }
      await key.did(key.createDuty(vacation))
      const into = key.updateFlight({ flightId: flight.flightId, offBlock: z(START + 100 * HOUR) }, 3)
      assert.deepEqual(await key.refusal(into), ['CREW_OVERLAP'])
    })

    test('short rest and long duty give warnings, and the duty shows the same', async () => {
      await open()
      await key.did(crewOf(await flightAt(0, 0, 6)))
      const early = await flightAt(0, 14, 2)
      const { warningList } = await key.did(crewOf(early))
      assert.deepEqual(
        warningList.map(({ code }: { code: string }) => code),
        ['REST_BELOW_MINIMUM'],
      )
      const long = { crewMemberId: member(1), kind: 'TRAINING', startAt: z(START), endAt: z(START + 14 * HOUR) }
      const { warningList: longWarnings } = await key.did(key.createDuty(long))
      assert.deepEqual(longWarnings, [{ code: 'DUTY_ABOVE_MAXIMUM' }])
      const [, second] = await dutiesOf()
      assert.deepEqual([second.restBeforeMinutes, second.maxMinutes], [390, 780])
      assert.deepEqual(second.warningList, [{ code: 'REST_BELOW_MINIMUM' }])
    })

    test('an expired medical warns on assignment and blocks RELEASED, and a renewal clears it', async () => {
      await open()
      const save = (input: object, more = '') =>
        key.change(
          `mutation ($input: QualificationInput!) { qualificationSave(input: $input ${more}) { qualification { qualificationId version } userErrorList { code } } }`,
          { input: { crewMemberId: member(2), kind: 'LICENCE', label: 'CPL', validFrom: '2020-01-01', ...input } },
        )
      await key.did(save({ validTo: '2027-05-31' }))
      const flight = await flightAt(0, 0)
      const crewList = [
        { crewMemberId: member(0), position: 'CPT' },
        { crewMemberId: member(2), position: 'FO' },
      ]
      const { warningList } = await key.did(key.setCrew(flight.flightId, crewList, 1))
      assert.deepEqual(
        warningList.map(({ code }: { code: string }) => code),
        ['QUALIFICATION_EXPIRED'],
      )
      await key.did(key.setStatus(flight.flightId, 'CONFIRMED', 2))
      assert.deepEqual(await key.refusal(key.setStatus(flight.flightId, 'RELEASED', 3)), ['NOT_RELEASABLE'])
      await key.did(save({ validTo: '2028-05-31' }))
      await key.did(key.setStatus(flight.flightId, 'RELEASED', 4))
    })

    test('a pilot without the type rating warns on assignment and blocks RELEASED; cabin crew needs none', async () => {
      await open()
      const flight = await flightAt(0, 0)
      const seats = (pilot: number) => [
        { crewMemberId: member(pilot), position: 'CPT' },
        { crewMemberId: member(3), position: 'FA' },
      ]
      assert.deepEqual((await key.did(key.setCrew(flight.flightId, seats(0), 1))).warningList, [])
      await setRating(member(0), { label: 'GLF6' })
      const { warningList } = await key.did(key.setCrew(flight.flightId, seats(0), 3))
      assert.deepEqual(warningList, [
        {
          code: 'QUALIFICATION_MISSING',
          message: 'WEB: no TYPE_RATING C56X',
          path: ['crewList', '0', 'crewMemberId'],
          subjectIdList: [flight.flightId, member(0)],
        },
      ])
      await key.did(key.setStatus(flight.flightId, 'CONFIRMED', 3))
      const refused = await key.setStatus(flight.flightId, 'RELEASED', 4)
      assert.deepEqual(refused.userErrorList, [
        { code: 'NOT_RELEASABLE', message: 'WEB: no TYPE_RATING C56X', path: ['status'] },
      ])
      // A rating that begins later does not count yet.
      await setRating(member(0), { label: 'C56X', validFrom: '2027-06-02' })
      assert.deepEqual(await key.refusal(key.setStatus(flight.flightId, 'RELEASED', 4)), ['NOT_RELEASABLE'])
      await setRating(member(0), { label: 'c56x' })
      await key.did(key.setStatus(flight.flightId, 'RELEASED', 5))
    })

    test('an entered duty can be changed and removed, a duty derived from flights cannot', async () => {
      await open()
      const { duty } = await key.did(
        key.createDuty({ crewMemberId: member(3), kind: 'STANDBY', startAt: z(START), endAt: z(START + 8 * HOUR) }),
      )
      const remove = (dutyId: string, version: number) =>
        key.change(
          'mutation ($id: ID!, $v: Int!) { dutyDelete(dutyId: $id, expectedVersion: $v) { userErrorList { code } } }',
          {
            id: dutyId,
            v: version,
          },
        )
      assert.deepEqual(await key.refusal(remove(duty.dutyId, 7)), ['STALE_VERSION'])
      await key.did(remove(duty.dutyId, 1))
      assert.deepEqual(await key.refusal(remove(duty.dutyId, 1)), ['NOT_FOUND'])
      await key.did(crewOf(await flightAt(0, 0)))
      const [derived] = await dutiesOf()
      assert.deepEqual(await key.refusal(remove(derived.dutyId, derived.version)), ['LOCKED'])
    })
  })
}
