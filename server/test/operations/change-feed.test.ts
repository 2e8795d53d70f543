/** The change feed (data §5.8) and paging (data §5.9) under random writes: no change is missed or doubled. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { FeedFollower, snapshot } from '../support/feed-follower.ts'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import {
  onPostgres,
  preparedPlace,
  startServer,
  storesFor,
  type TestServer,
  TestTenant,
} from '../support/test-server.ts'

after(stopOwnPostgres)

const START = Date.parse('2027-06-01T06:00:00Z')
const RUNS = 6

interface Step {
  readonly what:
    | 'create'
    | 'move'
    | 'reschedule'
    | 'note'
    | 'cancel'
    | 'revive'
    | 'block'
    | 'unblock'
    | 'seats'
    | 'follow'
  readonly which: number
  readonly slot: number
  readonly aircraft: number
}

const steps = fc.array(
  fc.record<Step>({
    what: fc.constantFrom(
      'create',
      'create',
      'move',
      'reschedule',
      'note',
      'cancel',
      'revive',
      'block',
      'unblock',
      'seats',
      'follow',
    ),
    which: fc.nat(20),
    slot: fc.nat(8),
    aircraft: fc.nat(2),
  }),
  { minLength: 10, maxLength: 30 },
)

/** Sends random writes; a refused one changes nothing and is fine. */
class Dispatcher {
  readonly flights: { flightId: string; version: number }[] = []
  readonly blocks: { unavailabilityId: string; version: number }[] = []
  readonly #key: Integration
  readonly #fleet: Fleet
  constructor(key: Integration, fleet: Fleet) {
    this.#key = key
    this.#fleet = fleet
  }

  #aircraftId(step: Step): string {
    return this.#fleet.aircraft[step.aircraft]?.aircraftId ?? ''
  }

  async play(step: Step): Promise<void> {
    const offBlock = z(START + step.slot * 3_600_000)
    const aircraftId = this.#aircraftId(step)
    if (step.what === 'create') {
      const { flight } = await this.#key.createFlight({
        aircraftId,
        offBlock,
        onBlock: z(START + step.slot * 3_600_000 + 5_000_000),
      })
      if (flight) this.flights.push(flight)
    } else if (step.what === 'block') {
      const { unavailability } = await this.#key.block({
        aircraftId,
        from: offBlock,
        to: z(START + (step.slot + 2) * 3_600_000),
      })
      if (unavailability) this.blocks.push(unavailability)
    } else if (step.what === 'unblock') {
      const block = this.blocks.pop()
      if (block) await this.#key.did(this.#key.unblock(block.unavailabilityId, block.version))
    } else if (step.what === 'seats') await this.#seats(aircraftId, step.which)
    else await this.#changeFlight(step, offBlock, aircraftId)
  }

  async #seats(aircraftId: string, seatCount: number): Promise<void> {
    const { aircraft } = await this.#key.ask('query ($id: ID!) { aircraft(aircraftId: $id) { version } }', {
      id: aircraftId,
    })
    await this.#key.change(
      'mutation ($input: AircraftUpdateInput!, $v: Int!) { aircraftUpdate(input: $input, expectedVersion: $v) { userErrorList { code } } }',
      { input: { aircraftId, seatCount }, v: aircraft.version },
    )
  }

  async #changeFlight(step: Step, offBlock: string, aircraftId: string): Promise<void> {
    const at = step.which % Math.max(1, this.flights.length)
    const known = this.flights[at]
    if (!known) return
    const { flightId, version } = known
    const changes: Partial<Record<Step['what'], () => Promise<{ flight: typeof known | null }>>> = {
      move: () => this.#key.updateFlight({ flightId, aircraftId }, version),
      reschedule: () => this.#key.updateFlight({ flightId, offBlock }, version),
      note: () => this.#key.updateFlight({ flightId, opsNote: `Note ${step.slot}` }, version),
      cancel: () => this.#key.setStatus(flightId, 'CANCELLED', version, 'Weather'),
      revive: () => this.#key.setStatus(flightId, 'OPTION', version),
    }
    const flight = (await changes[step.what]?.())?.flight
    if (flight) this.flights[at] = flight
  }
}

for (const store of storesFor('order')) {
  describe(`the change feed (${store})`, () => {
    let server: TestServer
    let operators = 0
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const scene = async () => {
      const { production, sandbox } = await server.operator(`op${++operators}`)
      return { production, sandbox, fleet: await seedFleet(server.world.storage, production.tenant.tenantId) }
    }

    test('a snapshot plus the replayed changes equals the current state, for the operator and for a key limited to one aircraft', async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (list) => {
          const { production, fleet } = await scene()
          const own = fleet.aircraft[0]?.aircraftId ?? ''
          const dispatcher = new Dispatcher(await Integration.of(production), fleet)
          const everything = new FeedFollower(await Integration.of(production))
          const limitedKey = await Integration.of(production, 'aircraft:read flight:read', [own])
          const limited = new FeedFollower(limitedKey)
          await everything.start()
          await limited.start()
          for (const step of list) {
            if (step.what === 'follow') await Promise.all([everything.follow(), limited.follow()])
            else await dispatcher.play(step)
          }
          await everything.follow()
          await limited.follow()
          assert.deepEqual(everything.copy, await snapshot(await Integration.of(production)))
          assert.deepEqual(limited.copy, await snapshot(limitedKey))
          for (const { entityId } of limited.seen.filter(({ entity }) => entity === 'AIRCRAFT'))
            assert.equal(entityId, own)
        }),
        { numRuns: RUNS },
      )
    })

    test('a record that leaves a view is DELETED, one that enters it CREATED, and others are not reported', async () => {
      const { production, fleet } = await scene()
      const [first, second] = fleet.aircraft
      const key = await Integration.of(production)
      const limited = await Integration.of(production, 'flight:read', [first?.aircraftId ?? ''])
      const offBlock = z(START)
      const { flight } = await key.did(key.createFlight({ aircraftId: first?.aircraftId, offBlock }))
      const hidden = await key.did(key.createFlight({ aircraftId: second?.aircraftId, offBlock: z(START + 9e6) }))
      await key.did(key.updateFlight({ flightId: flight.flightId, aircraftId: second?.aircraftId }, 1))
      await key.did(key.updateFlight({ flightId: flight.flightId, opsNote: 'Nobody of the first sees this' }, 2))
      await key.did(key.updateFlight({ flightId: flight.flightId, aircraftId: first?.aircraftId }, 3))
      const { changeList } = await limited.ask('{ changeList { nodeList { entityId kind version fieldList } } }')
      assert.deepEqual(
        changeList.nodeList.map(({ entityId, kind, version }: Record<string, unknown>) => [entityId, kind, version]),
        [
          [flight.flightId, 'CREATED', 1],
          [flight.flightId, 'DELETED', 2],
          [flight.flightId, 'CREATED', 4],
        ],
      )
      assert.deepEqual(changeList.nodeList[1].fieldList, [])
      assert.ok(!JSON.stringify(changeList).includes(hidden.flight.flightId))
    })

    test('the requested kinds decide the scopes, as literal, variable and default, before anything runs', async () => {
      const { production } = await scene()
      const key = await Integration.of(production, 'aircraft:read')
      const refused = async (query: string, variables = {}) => {
        const answer = await production.query(key.token, query, { variables })
        assert.equal(answer.status, 403, answer.body)
        assert.match(String(answer.headers['www-authenticate']), /scope="crew:read"/)
      }
      await refused('{ changeList(entityList: [AIRCRAFT, DUTY]) { nodeList { entityId } } }')
      await refused('{ a: changeList(entityList: DUTY) { nodeList { entityId } } }')
      const byVariable = 'query ($k: [EntityKind!]) { changeList(entityList: $k) { nodeList { entityId } } }'
      await refused(byVariable, { k: ['CREW_MEMBER'] })
      await refused('query ($k: EntityKind!) { changeList(entityList: [AIRCRAFT, $k]) { nodeList { entityId } } }', {
        k: 'DUTY',
      })
      await refused('query ($k: [EntityKind!] = [DUTY]) { changeList(entityList: $k) { nodeList { entityId } } }')
      const { changeList } = await key.ask('{ changeList { nodeList { entity } } }')
      assert.deepEqual([...new Set(changeList.nodeList.map(({ entity }: { entity: string }) => entity))], ['AIRCRAFT'])
      assert.equal((await key.ask(byVariable, { k: ['AIRCRAFT'] })).changeList.nodeList.length, 3)
    })

    test('a cursor expires after 30 days with its own error, and made-up cursors are refused', async () => {
      const { production } = await scene()
      const { refreshToken } = await production.createKey('aircraft:read')
      const key = new Integration(production, (await production.refreshKey(refreshToken)).body)
      const { changeList } = await key.ask('{ changeList { pageInfo { endCursor } } }')
      const query = `{ changeList(after: "${changeList.pageInfo.endCursor}") { nodeList { entityId } } }`
      for (const cursor of ['nonsense', '', 'WzEuNSwxXQ', 'WyJhIl0', 'Wy0xLDE3OTQ3MTExNTU0MjJd']) {
        const { errors } = await key.body(`{ changeList(after: "${cursor}") { nodeList { entityId } } }`)
        assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT', cursor)
      }
      const later = async (seconds: number) => {
        server.clock.advanceSeconds(seconds)
        return production.query((await production.refreshKey(refreshToken)).body, query)
      }
      assert.equal((await later(30 * 86_400 - 60)).status, 200)
      const late = await later(120)
      assert.equal(late.status, 410)
      assert.equal(
        late.json<{ errors: { extensions: { code: string } }[] }>().errors[0]?.extensions.code,
        'CURSOR_EXPIRED',
      )
      server.clock.advanceSeconds(-(30 * 86_400 + 60))
    })

    test('a cursor of another operator or environment, or of a future position, is refused', async () => {
      const mine = await scene()
      const key = await Integration.of(mine.production)
      const follow = async (cursor: string) =>
        (await key.body(`{ changeList(after: "${cursor}") { nodeList { entityId } } }`)).errors?.[0]?.extensions.code
      const endCursor = async (of: Integration) =>
        (await of.ask('{ changeList(first: 1) { pageInfo { endCursor } } }')).changeList.pageInfo.endCursor
      const foreign = await scene()
      for (const { production, sandbox } of [foreign, mine]) {
        assert.equal(await follow(await endCursor(await Integration.of(sandbox))), 'BAD_USER_INPUT')
        if (production !== mine.production) {
          assert.equal(await follow(await endCursor(await Integration.of(production))), 'BAD_USER_INPUT')
        }
      }
      const own = await endCursor(key)
      assert.equal(await follow(own), undefined)
      const [position, ...rest] = JSON.parse(Buffer.from(own, 'base64url').toString())
      const forged = Buffer.from(JSON.stringify([position + 1_000_000, ...rest])).toString('base64url')
      assert.equal(await follow(forged), 'BAD_USER_INPUT')
    })

    test('paging visits each row once while rows are inserted', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 8 }), async (sizes) => {
          const { production, fleet } = await scene()
          const key = await Integration.of(production)
          const aircraftId = fleet.aircraft[1]?.aircraftId
          const add = async (hour: number) => {
            const offBlock = START + hour * 3_600_000
            const payload = await key.did(
              key.createFlight({ aircraftId, offBlock: z(offBlock), onBlock: z(offBlock + 3_000_000) }),
            )
            return payload.flight.flightId as string
          }
          const known = new Set<string>()
          for (let hour = 0; hour < 20; hour += 2) known.add(await add(hour))
          const visited: string[] = []
          let cursor: string | null = null
          for (let turn = 0; ; turn++) {
            const { flightList } = await key.ask(
              `query ($page: PageInput) { flightList(filter: { interval: { from: "2027-01-01T00:00:00Z", to: "2028-01-01T00:00:00Z" } }, page: $page)
                { nodeList { flightId } pageInfo { endCursor hasMore } } }`,
              { page: { first: sizes[turn % sizes.length], after: cursor } },
            )
            visited.push(...flightList.nodeList.map(({ flightId }: { flightId: string }) => flightId))
            cursor = flightList.pageInfo.endCursor
            if (!flightList.pageInfo.hasMore) break
            if (turn < 10) await add(turn * 2 + 1)
          }
          assert.equal(new Set(visited).size, visited.length, 'a row was visited twice')
          for (const flightId of known) assert.ok(visited.includes(flightId), 'a row was missed')
        }),
        { numRuns: 3 },
      )
    })
  })
}

test(
  'while two processes write, cursor order is commit order and a reader misses nothing',
  onPostgres('order'),
  async () => {
    const place = await preparedPlace('postgres')
    const first = await startServer('postgres', place)
    const second = await startServer('postgres', place)
    try {
      const { production } = await first.operator('alpine')
      const here = await Integration.of(production)
      const there = new Integration(new TestTenant(production.tenant, second.client, second.world), here.token)
      const create = (integration: Integration, index: number) =>
        integration.did(
          integration.change(
            'mutation ($n: String!) { contactCreate(input: { kind: CLIENT, name: $n }) { contact { contactId } userErrorList { code } } }',
            { n: `Client ${index}` },
          ),
        )
      let writing = true
      const writes = Promise.all(
        Array.from({ length: 80 }, (_, index) => create(index % 2 ? here : there, index)),
      ).finally(() => {
        writing = false
      })
      const seen: string[] = []
      let cursor: string | null = null
      for (let isLast = false; ; ) {
        const { changeList } = await there.ask(
          'query ($after: String) { changeList(after: $after, first: 7) { nodeList { entityId } pageInfo { endCursor hasMore } } }',
          { after: cursor },
        )
        seen.push(...changeList.nodeList.map(({ entityId }: { entityId: string }) => entityId))
        cursor = changeList.pageInfo.endCursor
        if (isLast && !changeList.pageInfo.hasMore) break
        isLast = !writing
      }
      const made = (await writes).map(({ contact }) => contact.contactId)
      assert.equal(new Set(seen).size, seen.length)
      assert.deepEqual([...seen].sort(), made.sort())
    } finally {
      await second.close()
      await first.close()
      await place.dispose()
    }
  },
)
