/**
 * A mutation's message gives details of other records only to callers that may read them; others learn only that there
 * is something.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Fleet, seedFleet } from '../support/fleet.ts'
import { Integration, type UserErrorAnswer, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 3_600_000
const START = Date.parse('2027-06-01T06:00:00Z')

/** The same payloads without the record, whose type needs the scope to read it. */
const SAID = '{ userErrorList { code message path } warningList { code message path } }'
const MUTATIONS = {
  flightCreate: `mutation ($input: FlightCreateInput!) { it: flightCreate(input: $input) ${SAID} }`,
  flightUpdate: `mutation ($input: FlightUpdateInput!, $v: Int!) { it: flightUpdate(input: $input, expectedVersion: $v) ${SAID} }`,
  flightStatusSet: `mutation ($id: ID!, $to: FlightStatus!, $v: Int!) { it: flightStatusSet(flightId: $id, status: $to, reason: "So", expectedVersion: $v) ${SAID} }`,
  flightMovementReport: `mutation ($input: MovementInput!) { it: flightMovementReport(input: $input) ${SAID} }`,
  flightCrewSet: `mutation ($id: ID!, $list: [CrewAssignInput!]!, $v: Int!) { it: flightCrewSet(flightId: $id, crewList: $list, expectedVersion: $v) ${SAID} }`,
  unavailabilityCreate:
    'mutation ($input: UnavailabilityInput!) { it: unavailabilityCreate(input: $input) { userErrorList { code message path } } }',
  aircraftUpdate:
    'mutation ($input: AircraftUpdateInput!, $v: Int!) { it: aircraftUpdate(input: $input, expectedVersion: $v) { userErrorList { code message path } } }',
} as const

type Said = readonly UserErrorAnswer[]

for (const store of storesFor('rights')) {
  describe(`details in messages (${store})`, () => {
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
    const slot = (hour: number, aircraft = 0) => ({
      aircraftId: fleet.aircraft[aircraft]?.aircraftId,
      ...{ adep: 'LSZH', ades: 'LFPB', kind: 'CHARTER' },
      offBlock: z(START + hour * HOUR),
      onBlock: z(START + (hour + 2) * HOUR),
    })
    const member = (index: number) => fleet.crew[index]?.crewMemberId ?? ''
    const versionOf = async (flightId: string): Promise<number> =>
      (await key.ask('query ($id: ID!) { flight(flightId: $id) { version } }', { id: flightId })).flight.version

    /** What is said to a key that may only write, then to one that may read besides. */
    const said = async (
      name: keyof typeof MUTATIONS,
      variables: object,
      scopes: { readonly write: string; readonly read: string },
    ): Promise<{ general: Said; full: Said }> => {
      const ask = async (scope: string): Promise<Said> => {
        const { it } = await (await Integration.of(at, scope)).ask(MUTATIONS[name], variables)
        return [...it.userErrorList, ...(it.warningList ?? [])]
      }
      return { general: await ask(scopes.write), full: await ask(`${scopes.write} ${scopes.read}`) }
    }
    const messages = (list: Said) => list.map(({ message }) => message)
    const codes = (list: Said) => list.map(({ code }) => code)

    test('messages name expired crew papers and the aircraft that block a release only with their scopes', async () => {
      await open()
      const { flight } = await key.did(key.createFlight({ ...slot(0), status: 'CONFIRMED' }))
      await key.did(
        key.change(
          'mutation ($input: QualificationInput!) { qualificationSave(input: $input) { userErrorList { code } } }',
          {
            input: {
              crewMemberId: member(0),
              kind: 'LICENCE',
              label: 'ATPL',
              validFrom: '2020-01-01',
              validTo: '2027-05-31',
            },
          },
        ),
      )
      await key.did(key.setCrew(flight.flightId, [{ crewMemberId: member(0), position: 'CPT' }], 1))
      const grounded = { aircraftId: fleet.aircraft[0]?.aircraftId, status: 'STORED' }
      await key.did(key.change(MUTATIONS.aircraftUpdate, { input: grounded, v: 1 }))
      const release = { id: flight.flightId, to: 'RELEASED', v: 3 }
      const { general, full } = await said('flightStatusSet', release, {
        write: 'flight:write',
        read: 'crew:read aircraft:read flight:read',
      })
      assert.deepEqual(codes(general), ['NOT_RELEASABLE', 'NOT_RELEASABLE'])
      assert.deepEqual(codes(full), codes(general))
      assert.doesNotMatch(messages(general).join(), /WEB|ATPL|2027|STORED/)
      assert.match(full[0]?.message ?? '', /STORED/)
      assert.match(full[1]?.message ?? '', /WEB: LICENCE ATPL is valid to 2027-05-31/)
    })

    test('messages name a conflicting flight or block of the aircraft only with its scope', async () => {
      await open()
      await key.did(key.createFlight({ ...slot(0), flightNo: 'ALP877' }))
      await key.did(key.block({ aircraftId: slot(0).aircraftId, from: slot(4).offBlock, to: slot(4).onBlock }))
      const block = { input: { ...{ aircraftId: slot(0).aircraftId, from: slot(0).offBlock }, to: slot(0).onBlock } }
      const blocking = await said(
        'unavailabilityCreate',
        { input: { ...block.input, reason: 'OTHER' } },
        { write: 'aircraft:write', read: 'flight:read' },
      )
      assert.deepEqual(codes(blocking.general), ['AIRCRAFT_OVERLAP'])
      assert.doesNotMatch(messages(blocking.general).join(), /ALP877/)
      assert.match(messages(blocking.full).join(), /ALP877/)
      const overlap = await said('flightCreate', { input: slot(1) }, { write: 'flight:write', read: 'flight:read' })
      assert.doesNotMatch(messages(overlap.general).join(), /ALP877/)
      assert.match(messages(overlap.full).join(), /ALP877/)
      const taken = await said('flightCreate', { input: slot(4) }, { write: 'flight:write', read: 'aircraft:read' })
      assert.deepEqual(codes(taken.general), ['AIRCRAFT_UNAVAILABLE'])
      assert.doesNotMatch(messages(taken.general).join(), /MAINTENANCE/)
      assert.match(messages(taken.full).join(), /MAINTENANCE/)
    })

    test('messages name neighbouring flights, seats and derived duties only with their scopes', async () => {
      await open()
      await key.did(key.createFlight({ ...slot(0), flightNo: 'ALP877' }))
      const { flight } = await key.did(key.createFlight(slot(4, 1)))
      await key.did(key.setCrew(flight.flightId, [{ crewMemberId: member(0), position: 'CPT' }], 1))
      const after = await key.did(key.createFlight(slot(16, 1)))
      await key.did(key.setCrew(after.flight.flightId, [{ crewMemberId: member(0), position: 'CPT' }], 1))
      const longer = { flightId: flight.flightId, paxCount: 44, onBlock: z(START + 9 * HOUR) }
      const first = await (await Integration.of(at, 'flight:write')).ask(MUTATIONS.flightUpdate, {
        input: longer,
        v: 2,
      })
      assert.deepEqual(codes(first.it.userErrorList), [])
      const gap = await said(
        'flightUpdate',
        { input: { flightId: after.flight.flightId, paxCount: 44 }, v: 9 },
        { write: 'flight:write', read: 'flight:read' },
      )
      assert.deepEqual(codes(gap.general), ['STALE_VERSION'])
      assert.doesNotMatch(messages(gap.general).join(), /2/)
      const warned = messages(first.it.warningList).join()
      assert.deepEqual(codes(first.it.warningList), ['PAX_ABOVE_SEATS', 'POSITION_GAP', 'REST_BELOW_MINIMUM'])
      assert.doesNotMatch(warned, /44|9 seats|\bALP/)
      const moved = await (await Integration.of(at, 'flight:write')).ask(MUTATIONS.flightUpdate, {
        input: { flightId: after.flight.flightId, offBlock: z(START + 15 * HOUR) },
        v: await versionOf(after.flight.flightId),
      })
      const rest = moved.it.warningList.find(({ code }: UserErrorAnswer) => code === 'REST_BELOW_MINIMUM')
      assert.ok(rest, JSON.stringify(moved))
      assert.doesNotMatch(rest.message, /\d/)
    })

    test('messages name the state and times of a flight and of its next one only with their scope', async () => {
      await open()
      const now = Math.floor(Date.now() / 60_000) * 60_000
      const around = (hours: number) => ({
        ...slot(0),
        offBlock: z(now + hours * HOUR),
        onBlock: z(now + (hours + 1) * HOUR),
      })
      const { flight } = await key.did(key.createFlight(around(-1)))
      await key.did(key.createFlight({ ...around(1), flightNo: 'ALP878' }))
      const early = await said(
        'flightMovementReport',
        { input: { flightId: flight.flightId, offBlock: z(now - HOUR) } },
        { write: 'movement:write', read: 'flight:read' },
      )
      assert.deepEqual(codes(early.general), ['ILLEGAL_TRANSITION'])
      assert.doesNotMatch(messages(early.general).join(), /OPTION/)
      assert.match(messages(early.full).join(), /from OPTION to OFF_BLOCK/)
      const fuel = { unit: 'KG', beforeUplift: 100, uplift: 100, blockOff: 500 }
      await key.did(key.report({ flightId: flight.flightId, fuel }))
      const late = { input: { flightId: flight.flightId, estimatedOnBlock: z(now + 5 * HOUR) } }
      const lateTo = async (scope: string): Promise<Said> =>
        (await (await Integration.of(at, scope)).ask(MUTATIONS.flightMovementReport, late)).it.warningList
      const general = await lateTo('movement:write')
      assert.deepEqual(codes(general), ['FUEL_BALANCE', 'AIRCRAFT_LATE'])
      assert.doesNotMatch(messages(general).join(), /ALP878|200|500/)
      await key.did(key.report({ flightId: flight.flightId, estimatedOnBlock: null }))
      assert.match(messages(await lateTo('movement:write flight:read')).join(), /200.*500.*ALP878/)
      await key.did(key.setStatus(flight.flightId, 'CANCELLED', await versionOf(flight.flightId), 'Weather'))
      const version = await versionOf(flight.flightId)
      const locked = await said(
        'flightUpdate',
        { input: { flightId: flight.flightId, paxCount: 1 }, v: version },
        { write: 'flight:write', read: 'flight:read' },
      )
      assert.deepEqual(codes(locked.general), ['LOCKED'])
      assert.doesNotMatch(messages(locked.general).join(), /CANCELLED/)
      assert.match(messages(locked.full).join(), /CANCELLED/)
      const crew = await said(
        'flightCrewSet',
        { id: flight.flightId, list: [], v: version },
        { write: 'crew:write', read: 'flight:read' },
      )
      assert.doesNotMatch(messages(crew.general).join(), /CANCELLED/)
    })

    test('messages name assigned crew members only with their scope', async () => {
      await open()
      const { flight } = await key.did(key.createFlight(slot(0)))
      const unable = await said(
        'flightCrewSet',
        { id: flight.flightId, list: [{ crewMemberId: member(2), position: 'CPT' }], v: 1 },
        { write: 'crew:write', read: 'crew:read' },
      )
      assert.deepEqual(codes(unable.general), ['VALIDATION'])
      assert.doesNotMatch(messages(unable.general).join(), /FRI/)
      assert.match(messages(unable.full).join(), /FRI does not fly as CPT/)
    })
  })
}
