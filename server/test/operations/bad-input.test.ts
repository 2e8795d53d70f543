/** Bad input in every argument of every mutation gets an error that names the argument, and changes nothing. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { phoneProblems } from '../../src/domain/operations/written-text.ts'
import { changeHead } from '../../src/storage/change-feed.ts'
import { seedFleet } from '../support/fleet.ts'
import { Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const START = Date.parse('2027-06-01T06:00:00Z')
const LONG = 'x'.repeat(5000)
const BAD_TIMES = ['2027-06-01T06:00:00+02:00', '2027-06-01', 'yesterday', '2027-02-30T00:00:00Z', 7]
const BAD_DATES = ['2027-02-30', '1.6.2027', 20270601]
const BAD_IDS = ['', 'nowhere', LONG, '%', "' or 1=1 --"]
const BAD_KEYS = ['', LONG]

/** A mutation, arguments with which it succeeds, and the bad value with its path. */
interface Case {
  readonly name: string
  readonly types: string
  readonly valid: Record<string, unknown>
  readonly bad: Record<string, readonly unknown[]>
}

const at = (path: string, args: Record<string, unknown>, value: unknown): Record<string, unknown> => {
  const [head = '', ...rest] = path.split('.')
  const inner = rest.length > 0 ? at(rest.join('.'), args[head] as Record<string, unknown>, value) : value
  return Array.isArray(args) ? (args.with(Number(head), inner) as never) : { ...args, [head]: inner }
}

for (const store of storesFor('validation')) {
  describe(`bad input (${store})`, () => {
    let server: TestServer
    let key: Integration
    let cases: Case[]

    before(async () => {
      server = await startServer(store)
      const { production } = await server.operator('alpine')
      const fleet = await seedFleet(server.world.storage, production.tenant.tenantId)
      key = await Integration.of(production)
      const aircraftId = fleet.aircraft[0]?.aircraftId
      const crewMemberId = fleet.crew[0]?.crewMemberId
      const slot = { aircraftId, offBlock: z(START), onBlock: z(START + 7_200_000) }
      const { flight } = await key.did(key.createFlight(slot))
      const { flightId, version } = flight
      const { duty } = await key.did(
        key.createDuty({ crewMemberId, kind: 'OFFICE', startAt: z(START - 9e7), endAt: z(START - 8e7) }),
      )
      const { unavailability } = await key.did(key.block({ aircraftId, from: z(START + 9e7), to: z(START + 9.5e7) }))
      const newFlight = {
        ...slot,
        aircraftId: fleet.aircraft[1]?.aircraftId,
        adep: 'LSZH',
        ades: 'LFPB',
        kind: 'CHARTER',
      }
      const contact = {
        kind: 'CLIENT',
        name: 'Eva',
        email: 'eva@mail.example',
        phone: '+41 44 668 18 00',
        nationality: 'CH',
      }
      const contactBad = {
        kind: ['FRIEND'],
        name: ['', '   ', LONG, null],
        email: ['eva', LONG],
        phone: ['call me', '1'],
        airport: ['XXXXX'],
        dateOfBirth: BAD_DATES,
        nationality: ['Swiss', 'ch'],
        documentNumber: [LONG, ' '],
        documentExpiry: BAD_DATES,
        externalIdList: [
          [{ system: '', value: 'x' }],
          [
            { system: 'a', value: 'b' },
            { system: 'a', value: 'c' },
          ],
          [{ system: 'A', value: 'x' }],
        ],
      }
      const under = (prefix: string, bad: Record<string, readonly unknown[]>) =>
        Object.fromEntries(Object.entries(bad).map(([name, values]) => [`${prefix}.${name}`, values]))
      const versioned = { expectedVersion: [0, 99, -1, null, 'one', 2 ** 31], idempotencyKey: BAD_KEYS }
      cases = [
        {
          name: 'aircraftUpdate',
          types: 'input: AircraftUpdateInput!, expectedVersion: Int!, idempotencyKey: String',
          valid: { input: { aircraftId, seatCount: 8 }, expectedVersion: 2 },
          bad: {
            ...under('input', {
              aircraftId: BAD_IDS,
              base: ['XXXXX'],
              seatCount: [-1, 901, 1.5],
              equipmentList: [['HOT_TUB']],
              status: ['BROKEN'],
            }),
            ...versioned,
          },
        },
        {
          name: 'unavailabilityCreate',
          types: 'input: UnavailabilityInput!, idempotencyKey: String',
          valid: { input: { aircraftId, from: z(START + 2e8), to: z(START + 3e8), reason: 'AOG' } },
          bad: {
            ...under('input', {
              aircraftId: BAD_IDS,
              from: [...BAD_TIMES, z(START + 3e8)],
              to: [...BAD_TIMES, z(START), '2099-01-01T00:00:00Z'],
              reason: ['BORED'],
              note: [LONG, ''],
            }),
            idempotencyKey: BAD_KEYS,
          },
        },
        {
          name: 'unavailabilityDelete',
          types: 'unavailabilityId: ID!, expectedVersion: Int!, idempotencyKey: String',
          valid: { unavailabilityId: unavailability.unavailabilityId, expectedVersion: 1 },
          bad: { unavailabilityId: BAD_IDS, ...versioned },
        },
        {
          name: 'flightCreate',
          types: 'input: FlightCreateInput!, idempotencyKey: String',
          valid: { input: newFlight },
          bad: {
            ...under('input', {
              aircraftId: BAD_IDS,
              flightNo: ['', LONG],
              callsign: [LONG, ' '],
              tripId: ['nowhere'],
              adep: ['', 'XXXXX'],
              ades: ['', 'XXXXX'],
              offBlock: [...BAD_TIMES, z(START + 8e6)],
              onBlock: [...BAD_TIMES, z(START), z(START + 90_000_000)],
              kind: ['JOYRIDE', null],
              rules: ['NONE'],
              paxCount: [-1, 901],
              status: ['RELEASED', 'CLOSED', 'CANCELLED'],
              opsNote: [LONG],
              externalIdList: [[{ system: 'a', value: '' }]],
            }),
            idempotencyKey: BAD_KEYS,
          },
        },
        {
          name: 'flightUpdate',
          types: 'input: FlightUpdateInput!, expectedVersion: Int!, idempotencyKey: String',
          valid: { input: { flightId, opsNote: 'x' }, expectedVersion: version },
          bad: {
            ...under('input', {
              flightId: BAD_IDS,
              aircraftId: ['nowhere', ''].slice(0, 1),
              adep: ['XXXXX'],
              ades: ['XXXXX'],
              offBlock: BAD_TIMES,
              onBlock: [...BAD_TIMES, z(START - 1)],
              alternateList: [['XXXXX'], ['LSZH', 'LSGG', 'LFPB', 'LIML', 'EDDM', 'EGGW']],
              targetOffBlock: [...BAD_TIMES, z(START + 9e9)],
              calculatedTakeOff: [...BAD_TIMES, '0001-01-01T00:00:00Z'],
              paxCount: [-1, 901],
              kind: ['JOYRIDE'],
              opsNote: [LONG],
              externalIdList: [[{ system: 'a', value: '' }]],
            }),
            ...versioned,
          },
        },
        {
          name: 'flightStatusSet',
          types: 'flightId: ID!, status: FlightStatus!, reason: String, expectedVersion: Int!, idempotencyKey: String',
          valid: { flightId, status: 'CANCELLED', reason: 'Client', expectedVersion: version },
          bad: { flightId: BAD_IDS, status: ['LOST', 'AIRBORNE'], reason: [null, '', ' ', LONG], ...versioned },
        },
        {
          name: 'flightMovementReport',
          types: 'input: MovementInput!, expectedVersion: Int, idempotencyKey: String',
          valid: { input: { flightId, paxAboard: 3, source: 'OPS' } },
          bad: {
            ...under('input', {
              flightId: BAD_IDS,
              offBlock: BAD_TIMES,
              takeOff: [...BAD_TIMES, z(START)],
              landing: BAD_TIMES,
              onBlock: BAD_TIMES,
              estimatedOffBlock: BAD_TIMES,
              estimatedOnBlock: BAD_TIMES,
              divertedTo: ['XXXXX', '', 'LFPG'],
              source: ['RUMOUR'],
              targetOffBlock: BAD_TIMES,
              calculatedTakeOff: [...BAD_TIMES, z(START + 9e9)],
              paxAboard: [-1, 901],
              landingCount: [-1, 0, 101],
              reason: [LONG, ' '],
              delayList: [
                [{ code: '', minutes: 5 }],
                [{ code: '41', minutes: 0 }],
                [{ code: '41', minutes: -5 }],
                [{ code: 'ZZZ', minutes: 5 }],
                [{ code: '41', minutes: 1, note: LONG }],
              ],
              fuel: [{ unit: 'KG', blockOff: -1 }, { unit: 'CUP' }, { unit: 'KG', blockOff: 1, blockOn: 2 }, {}],
            }),
            expectedVersion: [0, 99, -1, 'one'],
            idempotencyKey: BAD_KEYS,
          },
        },
        {
          name: 'flightCrewSet',
          types: 'flightId: ID!, crewList: [CrewAssignInput!]!, expectedVersion: Int!, idempotencyKey: String',
          valid: { flightId, crewList: [{ crewMemberId, position: 'CPT' }], expectedVersion: version },
          bad: {
            flightId: BAD_IDS,
            'crewList.0.crewMemberId': BAD_IDS,
            'crewList.0.position': ['PAX', 'FA'],
            'crewList.0.reportAt': [...BAD_TIMES, z(START + 1000), z(START - 1e9)],
            crewList: [
              null,
              [null],
              [
                { crewMemberId, position: 'CPT' },
                { crewMemberId, position: 'FO' },
              ],
            ],
            ...versioned,
          },
        },
        {
          name: 'flightPassengerListSet',
          types: 'flightId: ID!, passengerList: [PassengerInput!]!, expectedVersion: Int!, idempotencyKey: String',
          valid: { flightId, passengerList: [{ contact }], expectedVersion: version },
          bad: {
            flightId: BAD_IDS,
            ...under('passengerList.0.contact', contactBad),
            'passengerList.0.contactId': ['nowhere'],
            passengerList: [
              null,
              [{}],
              [{ contactId: 'nowhere' }],
              [
                { contact, isLead: true },
                { contact, isLead: true },
              ],
            ],
            ...versioned,
          },
        },
        {
          name: 'contactCreate',
          types: 'input: ContactInput!, idempotencyKey: String',
          valid: { input: contact },
          bad: { ...under('input', contactBad), idempotencyKey: BAD_KEYS },
        },
        {
          name: 'tripCreate',
          types: 'input: TripCreateInput!, idempotencyKey: String',
          valid: { input: {} },
          bad: { 'input.clientContactId': BAD_IDS, idempotencyKey: BAD_KEYS },
        },
        {
          name: 'dutyCreate',
          types: 'input: DutyInput!, idempotencyKey: String',
          valid: { input: { crewMemberId, kind: 'OFFICE', startAt: z(START - 7e7), endAt: z(START - 6e7) } },
          bad: {
            ...under('input', {
              crewMemberId: BAD_IDS,
              kind: ['NAP'],
              startAt: [...BAD_TIMES, z(START)],
              endAt: [...BAD_TIMES, '2099-01-01T00:00:00Z'],
            }),
            idempotencyKey: BAD_KEYS,
          },
        },
        {
          name: 'dutyUpdate',
          types: 'dutyId: ID!, input: DutyUpdateInput!, expectedVersion: Int!, idempotencyKey: String',
          valid: {
            dutyId: duty.dutyId,
            input: { kind: 'OFFICE', startAt: z(START - 9e7), endAt: z(START - 8e7) },
            expectedVersion: 1,
          },
          bad: {
            dutyId: BAD_IDS,
            ...under('input', { kind: ['NAP', null], startAt: [...BAD_TIMES, null], endAt: [...BAD_TIMES, null] }),
            ...versioned,
          },
        },
        {
          name: 'dutyDelete',
          types: 'dutyId: ID!, expectedVersion: Int!, idempotencyKey: String',
          valid: { dutyId: duty.dutyId, expectedVersion: 1 },
          bad: { dutyId: BAD_IDS, ...versioned },
        },
        {
          name: 'qualificationSave',
          types: 'qualificationId: ID, input: QualificationInput!, expectedVersion: Int, idempotencyKey: String',
          valid: { input: { crewMemberId, kind: 'MEDICAL', label: 'Class 1', validFrom: '2027-01-01' } },
          bad: {
            qualificationId: ['nowhere'],
            ...under('input', {
              crewMemberId: BAD_IDS,
              kind: ['CHARM'],
              label: ['', ' ', LONG],
              number: [LONG],
              validFrom: BAD_DATES,
              validTo: [...BAD_DATES, '2026-01-01'],
            }),
            idempotencyKey: BAD_KEYS,
          },
        },
      ]
    })
    after(() => server.close())

    const head = () => changeHead(server.world.storage.tenant(key.at.tenant.tenantId))

    test('every bad argument is refused with a message, never a 500, and changes nothing', async () => {
      const before = await head()
      let tried = 0
      for (const { name, types, valid, bad } of cases) {
        const names = types.split(', ').map((declared) => declared.split(':')[0] ?? '')
        const variables = types
          .split(', ')
          .map((declared) => `$${declared}`)
          .join(', ')
        const query = `mutation (${variables}) { ${name}(${names.map((each) => `${each}: $${each}`).join(', ')}) { userErrorList { code message path } } }`
        for (const [path, values] of Object.entries(bad)) {
          for (const value of values) {
            if (++tried % 200 === 0) server.clock.advanceSeconds(30)
            const answer = await key.at.query(key.token, query, { variables: at(path, valid, value) })
            const what = `${name} ${path} = ${JSON.stringify(value)?.slice(0, 60)}: ${answer.body.slice(0, 300)}`
            assert.ok(answer.status === 200 || answer.status === 400, what)
            const { data, errors } = answer.json<{
              data?: Record<string, { userErrorList: { message: string }[] }>
              errors?: { message: string; extensions: { code: string } }[]
            }>()
            const told = errors ?? data?.[name]?.userErrorList ?? []
            assert.ok(told.length > 0, what)
            for (const { message } of told) assert.ok(message.length > 5 && !/failed on our side/.test(message), what)
            for (const error of errors ?? []) assert.equal(error.extensions.code, 'BAD_USER_INPUT', what)
          }
        }
      }
      assert.ok(tried > 300, String(tried))
      assert.equal(await head(), before)
    })

    test('the same arguments without the bad one succeed, so it was the reason', async () => {
      for (const { name, types, valid } of cases.filter(({ name }) =>
        /Create$|aircraftUpdate|qualificationSave/.test(name),
      )) {
        const names = types.split(', ').map((declared) => declared.split(':')[0] ?? '')
        const variables = types
          .split(', ')
          .map((declared) => `$${declared}`)
          .join(', ')
        const query = `mutation (${variables}) { ${name}(${names.map((each) => `${each}: $${each}`).join(', ')}) { userErrorList { code message path } } }`
        assert.deepEqual((await key.change(query, valid)).userErrorList, [], name)
      }
    })

    test('searches treat any text literally and take bounded work', async () => {
      const texts = ['%', '_', "'", '"', '\\', '*a*a*a*a*b', '?'.repeat(200), '(a+)+$', 'x'.repeat(2_000)]
      for (const wildcard of texts) {
        const { crewMemberList, contactList } = await key.ask(
          'query ($w: String!) { crewMemberList(filter: { wildcard: $w }, page: { first: 1 }) { nodeList { code } } contactList(wildcard: $w, page: { first: 1 }) { nodeList { name } } }',
          { w: wildcard },
        )
        assert.deepEqual([crewMemberList.nodeList, contactList.nodeList], [[], []], wildcard.slice(0, 20))
      }
      const { crewMemberList } = await key.ask(
        '{ crewMemberList(filter: { wildcard: "w?b" }, page: { first: 1 }) { nodeList { code } } }',
      )
      assert.deepEqual(crewMemberList.nodeList, [{ code: 'WEB' }])
    })

    test('lists above the limit are refused, and repeated values count once', async () => {
      const interval = { from: z(START), to: z(START + 1000) }
      const flights =
        'query ($f: FlightFilter!) { flightList(filter: $f, page: { first: 1 }) { nodeList { flightId } } }'
      const ids = Array.from({ length: 40_000 }, (_, index) => `flt_${index}`)
      const codeFor = async (flightIdList: readonly string[]) => {
        server.clock.advanceSeconds(20)
        return (await key.body(flights, { f: { interval, flightIdList } })).errors?.[0]?.extensions.code
      }
      assert.equal(await codeFor(ids.slice(0, 501)), 'BAD_USER_INPUT')
      assert.equal(await codeFor(ids), 'COST_EXCEEDED')
      server.clock.advanceSeconds(20)
      await key.ask(flights, { f: { interval, statusList: Array(9_000).fill('OPTION') } })
      server.clock.advanceSeconds(20)
      await key.ask('query ($k: [EntityKind!]) { changeList(entityList: $k, first: 1) { nodeList { entity } } }', {
        k: Array(9_000).fill('FLIGHT'),
      })
      const crewList = ids.slice(0, 21).map((crewMemberId) => ({ crewMemberId, position: 'FO' }))
      const { flightList } = await key.ask(flights, { f: { interval } })
      const flightId = flightList.nodeList[0].flightId
      assert.deepEqual(await key.refusal(key.setCrew(flightId, crewList, 1)), ['VALIDATION'])
      assert.deepEqual(
        await key.refusal(
          key.setPassengers(
            flightId,
            ids.slice(0, 501).map((contactId) => ({ contactId })),
            1,
          ),
        ),
        ['VALIDATION'],
      )
    })

    test('reversed intervals, page sizes out of bounds and invalid cursors are refused with a message', async () => {
      const interval = '{ from: "2027-06-02T00:00:00Z", to: "2027-06-01T00:00:00Z" }'
      const fine = '{ from: "2027-06-01T00:00:00Z", to: "2027-06-02T00:00:00Z" }'
      for (const query of [
        `{ flightList(filter: { interval: ${interval} }) { nodeList { flightId } } }`,
        `{ flightList(filter: { interval: ${fine} }, page: { first: 0 }) { nodeList { flightId } } }`,
        `{ flightList(filter: { interval: ${fine} }, page: { first: 501 }) { nodeList { flightId } } }`,
        `{ flightList(filter: { interval: ${fine} }, page: { after: "zzz" }) { nodeList { flightId } } }`,
        `{ flightList(filter: { interval: ${fine} }, page: { after: "WzEsMl0" }) { nodeList { flightId } } }`,
        `{ flightList(filter: { interval: ${fine}, adep: "XXXXX" }) { nodeList { flightId } } }`,
        `{ aircraftList(filter: { base: "XXXXX" }) { nodeList { aircraftId } } }`,
        `{ crewMemberList(page: { after: "WzFd" }) { nodeList { code } } }`,
      ]) {
        const { errors } = await key.body(query)
        assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT', query)
      }
    })
  })
}

test('a phone number that is refused is told the whole rule: how long it is, and of which characters', () => {
  for (const refused of ['2', 'call me', '4'.repeat(41)])
    assert.match(
      String(phoneProblems(['phone'], refused)[0]?.message),
      /3 to 40 digits, spaces and \( \) \. \/ -, with a \+/,
    )
  assert.deepEqual(phoneProblems(['phone'], '112'), [])
})
