/**
 * Writes of a person or aircraft that has much work (threats rows 550 to 552): what lies near is found whatever else there
 * is, and a write pays for what it compares and assesses.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS, HOUR_MS } from '../../src/domain/interval.ts'
import { type Duty, type DutyKind, enteredDuty } from '../../src/domain/operations/crew/duty.ts'
import { DUTY, dutiesPlannedWithin, dutiesWithin } from '../../src/storage/operations/crew/duties.ts'
import { createRecords } from '../../src/storage/records.ts'
import { readingAs } from '../../src/storage/view.ts'
import type { Data } from '../support/console-client.ts'
import { z } from '../support/integration.ts'
import { OperatingDay } from '../support/operating-day.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const CREATE_DUTY = 'mutation ($i: DutyInput!) { dutyCreate(input: $i) { duty { dutyId } userErrorList { message } } }'
const CREATE_FLIGHT =
  'mutation ($i: FlightCreateInput!) { flightCreate(input: $i) { flight { flightId } userErrorList { message } } }'

for (const store of storesFor('sql')) {
  describe(`writes among many (${store})`, () => {
    let server: TestServer
    let day: OperatingDay
    before(async () => {
      server = await startServer(store)
      day = await OperatingDay.open(server, 'busy')
    })
    after(() => server.close())

    const add = (
      crewMemberId: string,
      kind: DutyKind,
      times: readonly { readonly from: number; readonly to: number }[],
    ) =>
      server.world.storage.writeTenant(day.tenant.tenant.tenantId, (tx) =>
        createRecords(
          tx,
          DUTY,
          times.map(({ from, to }, at) => ({
            ...enteredDuty({ from, to }),
            dutyId: `dty_${crewMemberId}_${kind}_${at}`,
            crewMemberId,
            kind,
            startsDuty: null,
            assessmentList: [],
          })),
        ),
      )

    /** What a request was charged beside reading its document. */
    const cost = async (query: string, i: object): Promise<number> => {
      const { data, extensions }: Data = await day.key.body(query, { i })
      const [{ userErrorList }] = Object.values(data) as [{ userErrorList: object[] }]
      assert.deepEqual(userErrorList, [])
      return extensions.cost.requested + (extensions.cost.searched ?? 0)
    }

    const office = (crewMemberId: string, at: number) => ({
      crewMemberId,
      kind: 'OFFICE',
      startAt: z(at),
      endAt: z(at + HOUR_MS / 2),
    })

    test('duties around a time are found however long they are and whenever they began', async () => {
      const crewMemberId = day.member(3)
      const days = (from: number, to: number) => ({ from: day.now + from * DAY_MS, to: day.now + to * DAY_MS })
      await add(crewMemberId, 'VACATION', [
        days(-60, 1),
        days(-3, -2),
        days(-2, 0),
        days(1, 40),
        days(3, 4),
        days(-90, -30),
      ])
      await add(crewMemberId, 'SICK', [days(-30, 2), days(-0.5, 0.2), days(0.1, 2.2), days(5, 60)])
      const tenantId = day.tenant.tenant.tenantId
      const reader = readingAs(server.world.storage.tenant(tenantId), { of: 'operator' })
      const all = await dutiesWithin(reader, [crewMemberId], days(-1_000, 1_000))
      assert.equal(all.length, 10)
      for (const [from, to] of [
        [0, 1],
        [-2, -1.9],
        [2, 3],
        [-45, -40],
        [2.1, 2.2],
        [50, 51],
        [-100, -95],
      ] as const) {
        const within = days(from, to)
        const expected = all.filter(({ startAt, endAt }) => startAt < within.to && endAt > within.from)
        const ids = (list: readonly Pick<Duty, 'dutyId'>[]) => list.map(({ dutyId }) => dutyId).toSorted()
        assert.deepEqual(ids(await dutiesWithin(reader, [crewMemberId], within)), ids(expected), `${from} to ${to}`)
        assert.deepEqual(ids(await dutiesPlannedWithin(reader, [crewMemberId], within)), ids(expected))
      }
    })

    test('a duty costs what is near it, not what the person has (threats rows 550 and 552)', async () => {
      const busy = day.member(1)
      const every = (hours: number, count: number, from: number) =>
        Array.from({ length: count }, (_, at) => from + at * hours * HOUR_MS).map((at) => ({
          from: at,
          to: at + HOUR_MS,
        }))
      await add(busy, 'STANDBY', every(2, 300, day.now + 100 * DAY_MS))
      const alone = await cost(CREATE_DUTY, office(day.member(2), day.now + 60 * DAY_MS))
      assert.equal(await cost(CREATE_DUTY, office(busy, day.now + 60 * DAY_MS)), alone)
      const among = await cost(CREATE_DUTY, office(busy, day.now + 111 * DAY_MS + 1.2 * HOUR_MS))
      assert.ok(among >= alone + 15, `${among} among many, ${alone} alone`)
    })

    test('a flight costs the flights that are assessed because of it, beyond what its mutation paid (threats row 552)', async () => {
      const flight = (aircraft: number, minute: number) => {
        const i = {
          aircraftId: day.aircraftId(aircraft),
          adep: 'LSZH',
          ades: 'LFSB',
          kind: 'CHARTER',
          status: 'OPTION',
        }
        return cost(CREATE_FLIGHT, { ...i, offBlock: day.at(minute), onBlock: day.at(minute + 30) })
      }
      const begin = 30 * 24 * 60
      const first = await flight(1, begin)
      for (let at = 1; at <= 30; at++) await flight(1, begin + 60 + at * 60)
      const last = await flight(1, begin + 40)
      assert.ok(last >= first + 20, `${last} with thirty behind it, ${first} alone`)
    })
  })
}
