/**
 * Flights and duties that lie close together, papers of a person and blocks of an aircraft: how many may be, and that each
 * looks only at what is near (threats rows 436 and 460).
 */
import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import type { Duty } from '../../src/domain/operations/crew/duty.ts'
import { DutyPeriods } from '../../src/domain/operations/crew/duty-period.ts'
import { NO_PERMIT } from '../../src/domain/operations/fleet/permit-to-fly.ts'
import { NO_MOVEMENT } from '../../src/domain/operations/flights/flight.ts'
import { expectedOffBlock, expectedOnBlock } from '../../src/domain/operations/movement/expected-times.ts'
import { DEFAULT_RULES } from '../../src/domain/operations/operator-rules.ts'
import { type Leg, Timeline } from '../../src/domain/operations/risk/timeline.ts'
import { eachOnce, subject, warning } from '../../src/domain/warning.ts'
import { eachInTurn } from '../../src/services/steps.ts'
import type { TenantTx } from '../../src/storage/handles.ts'
import { QUALIFICATION, qualificationsOf } from '../../src/storage/operations/crew/crew-members.ts'
import { UNAVAILABILITY } from '../../src/storage/operations/fleet/unavailability.ts'
import { createRecords } from '../../src/storage/records.ts'
import { writingAs } from '../../src/storage/view.ts'
import { OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const MINUTE = 60_000

const legs = fc.uniqueArray(
  fc.record({
    flightId: fc.integer({ min: 0, max: 99 }).map((id) => `f${String(id).padStart(2, '0')}`),
    offBlock: fc.integer({ min: 0, max: 40 }),
    lasts: fc.integer({ min: 1, max: 12 }),
    late: fc.option(fc.integer({ min: 0, max: 15 })),
    status: fc.constantFrom('OPTION' as const, 'CONFIRMED' as const),
  }),
  { selector: ({ flightId }) => flightId, maxLength: 14 },
)

type Drawn = typeof legs extends fc.Arbitrary<(infer T)[]> ? T : never

const legOf = ({ flightId, offBlock, lasts, late, status }: Drawn): Leg => ({
  flightId,
  flightNo: flightId,
  aircraftId: 'a',
  status,
  kind: 'CHARTER',
  adepId: 'x',
  adesId: 'y',
  divertedToId: null,
  offBlock: offBlock * MINUTE,
  onBlock: (offBlock + lasts) * MINUTE,
  estimatedOffBlock: late === null ? null : (offBlock + late) * MINUTE,
  estimatedOnBlock: null,
  firstOffBlock: null,
  actual: NO_MOVEMENT,
})

/** The rules as data §4.5 and §5.1 say them, each leg compared with each. */
const overlap = (a: Leg, b: Leg) => a.flightId !== b.flightId && a.offBlock < b.onBlock && b.offBlock < a.onBlock
const isBefore = (a: Leg, b: Leg) => a.offBlock < b.offBlock || (a.offBlock === b.offBlock && a.flightId < b.flightId)
const decidedBeside = (leg: Leg, all: readonly Leg[]): readonly Leg[] =>
  all.some(({ status }) => status === 'OPTION')
    ? all.filter((other) => !overlap(leg, other) && (other.status !== 'OPTION' || !all.some((x) => overlap(x, other))))
    : all
const inOrder = (list: readonly Leg[]) => list.toSorted((a, b) => (isBefore(a, b) ? -1 : 1))

test('a timeline answers what comparing each leg with each would answer', () => {
  fc.assert(
    fc.property(legs, (drawn) => {
      const all = drawn.map(legOf)
      const timeline = new Timeline(all, DEFAULT_RULES)
      for (const leg of all) {
        const earlier = (among: readonly Leg[]) =>
          inOrder(among.filter((other) => other.flightId !== leg.flightId && isBefore(other, leg)))
        const late = (among: readonly Leg[]) =>
          earlier(among).find((other) => expectedOnBlock(other, DEFAULT_RULES) > expectedOffBlock(leg))
        const decided = decidedBeside(leg, all)
        assert.equal(timeline.before(leg, 'any'), earlier(all).at(-1))
        assert.equal(timeline.before(leg, 'decided'), earlier(decided).at(-1))
        assert.equal(timeline.lateBefore(leg, 'any'), late(all))
        assert.equal(timeline.lateBefore(leg, 'decided'), late(decided))
        const rivals = inOrder(all.filter((other) => overlap(leg, other)))
        assert.deepEqual(
          timeline.rivalsOf(leg, () => true, 3),
          rivals.slice(0, 3),
        )
      }
    }),
    { numRuns: 500 },
  )
})

test('a leg of a thousand options is compared with those near it alone (threats row 436)', () => {
  let read = 0
  const counted = (leg: Leg): Leg =>
    new Proxy(leg, {
      get: (target, key) => {
        if (key === 'offBlock') read++
        return Reflect.get(target, key)
      },
    })
  const all = Array.from({ length: 1_000 }, (_, index) =>
    counted(legOf({ flightId: `f${index}`, offBlock: index, lasts: 2, late: null, status: 'OPTION' })),
  )
  const timeline = new Timeline(all, DEFAULT_RULES)
  for (const leg of all) {
    timeline.before(leg, 'any')
    timeline.lateBefore(leg, 'decided')
    timeline.rivalsOf(leg, () => true, 20)
  }
  assert.ok(read < 300 * all.length, `${read} reads for ${all.length} legs`)
})

test('the periods of a person are worked out once for all duties', () => {
  let sorted = 0
  const duty = (index: number): Duty =>
    ({
      dutyId: `d${index}`,
      kind: 'OFFICE',
      get plannedStartAt() {
        sorted++
        return index * 600 * MINUTE
      },
      plannedEndAt: (index * 600 + 60) * MINUTE,
      startAt: index * 600 * MINUTE,
      endAt: (index * 600 + 60) * MINUTE,
      startsDuty: null,
      breakMinutes: null,
    }) as unknown as Duty
  const duties = Array.from({ length: 200 }, (_, index) => duty(index))
  const periods = new DutyPeriods(duties, DEFAULT_RULES.dutyLimits)
  const once = sorted
  for (const each of duties) assert.ok(periods.around(each).period.dutyIdList.includes(each.dutyId))
  assert.equal(sorted, once)
})

test('warnings that are told once are found in one pass', () => {
  let made = 0
  const about = (id: string) =>
    warning('OPTION_OVERLAP', 'Beside another', null, [
      {
        ...subject('FLIGHT', id),
        get id() {
          made++
          return id
        },
      },
    ])
  const list = Array.from({ length: 2_000 }, (_, index) => about(`f${index % 1_000}`))
  assert.equal(eachOnce(list).length, 1_000)
  assert.equal(made, list.length)
})

test('others have a turn while a long list is gone through', async () => {
  let turns = 0
  const count = () => {
    turns++
    waiting = setImmediate(count)
  }
  let waiting = setImmediate(count)
  await eachInTurn({ tenantId: 'alpine' }, Array.from({ length: 5 }), () => {
    const until = performance.now() + 6
    while (performance.now() < until);
  })
  clearImmediate(waiting)
  assert.ok(turns >= 3, `${turns} turns`)
})

for (const store of storesFor('locks')) {
  describe(`crowded days (${store})`, () => {
    let server: TestServer
    let day: OperatingDay
    before(async () => {
      server = await startServer(store)
      day = await OperatingDay.open(server, 'crowded')
    })
    after(() => server.close())

    const seeded = (write: (tx: TenantTx) => Promise<unknown>) =>
      server.world.storage.writeTenant(day.tenant.tenant.tenantId, write)

    const CREATE =
      'mutation ($i: FlightCreateInput!) { flightCreate(input: $i) { flight { flightId version } userErrorList { message } } }'

    const flight = async (minute: number, aircraft = 0) => {
      const aircraftId = day.aircraftId(aircraft)
      const i = { aircraftId, adep: 'LSZH', ades: 'LFSB', kind: 'CHARTER', status: 'OPTION' }
      const times = { offBlock: day.at(minute), onBlock: day.at(minute + 1) }
      return (await day.key.ask(CREATE, { i: { ...i, ...times } })).flightCreate
    }

    test('an aircraft has at most 60 flights within a day, and a cancelled one makes room (data §5.12)', async () => {
      const made = []
      for (let at = 0; at < 61; at++) made.push(await flight(at))
      const refused = made.pop()
      assert.deepEqual(refused.userErrorList, [
        { message: 'The aircraft has 60 flights within a day of that time: move or cancel one' },
      ])
      assert.ok(made.every(({ userErrorList }) => userErrorList.length === 0))
      await day.key.did(day.set(made[0].flight, 'CANCELLED', 'Too many'))
      assert.deepEqual((await flight(61)).userErrorList, [])
      assert.deepEqual((await flight(60 + 24 * 60)).userErrorList, [])
    })

    test('a crew member has at most 24 flights within a day (data §5.12)', async () => {
      const refusals = []
      for (let at = 0; at < 25; at++) {
        const { flight: planned } = await flight(5 * 24 * 60 + at * 2, 1)
        const { userErrorList } = await day.key.setCrew(planned.flightId, day.crewList(), planned.version)
        refusals.push(...userErrorList.map(({ message }: { message: string }) => `${at}: ${message}`))
      }
      assert.deepEqual(refusals, ['24: The crew member has 24 flights within a day of that time: move or cancel one'])
    })

    test('a crew member has at most 24 duties that begin within a day (data §5.12)', async () => {
      const [{ crewMemberId }] = day.crewList() as [{ crewMemberId: string }]
      const refusals = []
      for (let at = 0; at < 25; at++) {
        const times = { startAt: day.at(20 * 24 * 60 + at * 2), endAt: day.at(20 * 24 * 60 + at * 2 + 1) }
        const { userErrorList } = await day.key.createDuty({ crewMemberId, kind: 'OFFICE', ...times })
        refusals.push(...userErrorList.map(({ message }: { message: string }) => `${at}: ${message}`))
      }
      const told = 'The crew member has 24 duties that begin within a day of that time: join or remove some'
      assert.deepEqual(refusals, [`24: ${told}`])
    })

    const SAVE = `mutation ($input: QualificationInput!) { qualificationSave(input: $input) {
      qualification { qualificationId version } userErrorList { message path } } }`
    const REMOVE = `mutation ($id: ID!, $v: Int!) { qualificationDelete(qualificationId: $id, expectedVersion: $v) {
      userErrorList { message } } }`

    test('a crew member has at most 500 qualifications, also from a file, and a removed one makes room (data §5.12)', async () => {
      const crewMemberId = day.member(1)
      const paper = { crewMemberId, kind: 'OTHER' as const, validFrom: '2010-01-01', validTo: '2011-01-01' }
      await seeded(async (tx) => {
        const held = (await qualificationsOf(writingAs(tx, { of: 'operator' }), [crewMemberId])).get(crewMemberId) ?? []
        const rest = { ratingCode: null, medicalClass: null, number: null, issuingCountry: null }
        const none = { supersedesId: null, supersededById: null }
        const made = Array.from({ length: 499 - held.length }, (_, at) => ({
          ...paper,
          ...rest,
          ...none,
          qualificationId: `qua_old_${at}`,
          label: `Course ${at}`,
        }))
        await createRecords(tx, QUALIFICATION, made)
      })
      const save = async (label: string) => (await day.key.ask(SAVE, { input: { ...paper, label } })).qualificationSave
      const last = await save('The last')
      assert.deepEqual(last.userErrorList, [])
      const message =
        'The crew member has 500 qualifications, those that are over included: remove some that nobody needs any more'
      assert.deepEqual((await save('One more')).userErrorList, [{ message, path: ['input', 'crewMemberId'] }])
      const file = join(mkdtempSync(join(tmpdir(), 'airside-papers-')), 'papers.csv')
      writeFileSync(file, `crewMemberId,kind,label,validFrom\n${crewMemberId},OTHER,From a file,2012-01-01\n`)
      const args = ['import', 'qualifications', file, '--operator', 'crowded']
      await assert.rejects(runCommand(args, server.place.environment), /line 2, crewMemberId: The crew member has 500/)
      const { qualificationId: id, version: v } = last.qualification
      assert.deepEqual((await day.key.ask(REMOVE, { id, v })).qualificationDelete.userErrorList, [])
      await runCommand(args, server.place.environment)
    })

    const blocked = async (number: number, minute: number, lasts: number, more: object = {}) => {
      const times = { from: day.at(minute), to: day.at(minute + lasts) }
      const input = { aircraftId: day.aircraftId(number), reason: 'OTHER', ...times, ...more }
      return (await day.key.ask(BLOCK, { input })).unavailabilityCreate
    }
    const BLOCK = `mutation ($input: UnavailabilityInput!) { unavailabilityCreate(input: $input) {
      unavailability { unavailabilityId version } userErrorList { message path } } }`
    const MOVE = `mutation ($id: ID!, $v: Int!, $input: UnavailabilityUpdateInput!) {
      unavailabilityUpdate(unavailabilityId: $id, expectedVersion: $v, input: $input) {
        unavailability { version } userErrorList { message path } } }`

    const oldBlocks = (number: number, length: number, from: (at: number) => number, lastsMinutes: number) =>
      seeded((tx) =>
        createRecords(
          tx,
          UNAVAILABILITY,
          Array.from({ length }, (_, at) => ({
            unavailabilityId: `una_${number}_${at}`,
            aircraftId: day.aircraftId(number),
            from: from(at),
            to: from(at) + lastsMinutes * MINUTE,
            reason: 'OTHER' as const,
            isEndEstimated: false,
            note: null,
            techLogEntryId: null,
            ...NO_PERMIT,
          })),
        ),
      )

    test('an aircraft has at most 60 blocks that begin within a day, and others can end (data §5.12)', async () => {
      const minute = -30 * 24 * 60
      await oldBlocks(2, 59, (at) => day.now + (minute + at) * MINUTE, 1)
      const made = await blocked(2, minute + 70, 1)
      assert.deepEqual(made.userErrorList, [])
      const message = 'The aircraft has 60 blocks that begin within a day of that time: join or remove some'
      assert.deepEqual((await blocked(2, minute + 71, 1)).userErrorList, [{ message, path: ['input', 'from'] }])
      const elsewhere = await blocked(2, minute + 2 * 24 * 60, 1)
      assert.deepEqual(elsewhere.userErrorList, [])
      const { unavailabilityId: id, version: v } = elsewhere.unavailability
      const moved = await day.key.ask(MOVE, { id, v, input: { from: day.at(minute + 72) } })
      assert.deepEqual(moved.unavailabilityUpdate.userErrorList, [{ message, path: ['input', 'from'] }])
      const { unavailabilityId, version } = made.unavailability
      const longer = { id: unavailabilityId, v: version, input: { to: day.at(minute + 80) } }
      assert.deepEqual((await day.key.ask(MOVE, longer)).unavailabilityUpdate.userErrorList, [])
    })

    test('an aircraft has at most 1,000 blocks that are not over, however many are (data §5.12)', async () => {
      const everyHour = (at: number) => day.now + (at - 1_200) * 60 * MINUTE
      // The first 1,200 are over, 999 are not.
      await oldBlocks(1, 2_199, everyHour, 30)
      const made = await blocked(1, 60 * 24 * 60, 30)
      assert.deepEqual(made.userErrorList, [])
      const message = 'The aircraft has 1000 blocks that are not over: join or remove some'
      assert.deepEqual((await blocked(1, 61 * 24 * 60, 30)).userErrorList, [{ message, path: ['input', 'to'] }])
      const past = await blocked(1, -100 * 24 * 60, 30)
      assert.deepEqual(past.userErrorList, [])
      const { unavailabilityId: id, version: v } = past.unavailability
      const revived = await day.key.ask(MOVE, { id, v, input: { to: day.at(60) } })
      assert.deepEqual(revived.unavailabilityUpdate.userErrorList, [{ message, path: ['input', 'to'] }])
    })
  })
}
