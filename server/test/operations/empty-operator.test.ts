/** An operator with nothing in it is brought to a flown and closed flight through the API alone (data §4.11). */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { EVERYTHING, Integration, z } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor } from '../support/test-server.ts'

after(stopOwnPostgres)

const MINUTE = 60_000

/** Each mutation that creates something: its input's type and what it answers. */
const CREATIONS = {
  aircraftCreate: ['AircraftInput', 'aircraft { aircraftId hours { airframeMinutes cycles } }'],
  crewMemberCreate: ['CrewMemberInput', 'crewMember { crewMemberId }'],
  qualificationSave: ['QualificationInput', 'qualification { qualificationId }'],
  contactCreate: ['ContactInput', 'contact { contactId }'],
  tripCreate: ['TripCreateInput', 'trip { tripId }'],
} as const

const create = async (key: Integration, mutation: keyof typeof CREATIONS, input: object) => {
  const [type, answer] = CREATIONS[mutation]
  const text = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${answer} userErrorList { code message path } } }`
  return key.did(key.change(text, { input }))
}

for (const store of storesFor('record')) {
  describe(`an empty operator (${store})`, () => {
    test('an empty operator enters its company, an aircraft, a crew with papers, a client and a passenger, and flies and closes a flight', async (t) => {
      const server = await startServer(store)
      t.after(() => server.close())
      const { production } = await server.operator('empty')
      const key = await Integration.of(production, `${EVERYTHING} settings:read settings:write`)
      const today = new Date(server.clock.now()).toISOString().slice(0, 10)
      await key.did(
        key.change(
          `mutation { operatorUpdate(expectedVersion: 1, input: { name: "Empty Wings", iCAO: "EMW", callsign: "EMPTY", baseList: ["LOWW"], timezone: "Europe/Vienna" }) {
            operator { version } userErrorList { code message } } }`,
        ),
      )
      const { aircraftTypeList } = await key.ask(
        '{ aircraftTypeList(wildcard: "C25A") { acftTypeId minFlightCrew ratingCode } }',
      )
      const [type] = aircraftTypeList
      assert.deepEqual([type.minFlightCrew, type.ratingCode], [1, 'C525'])
      const { aircraft } = await create(key, 'aircraftCreate', {
        registration: 'OE-FAB',
        acftTypeId: type.acftTypeId,
        base: 'LOWW',
        seatCount: 7,
        cruiseKt: 400,
        maxRangeNm: 1500,
        mtowKg: 5600,
        minFlightCrew: 2,
        airframeMinutes: 6000,
        cycles: 80,
      })
      const crew: string[] = []
      for (const [code, positionList] of [
        ['GRU', ['CPT', 'FO']],
        ['HUB', ['FO']],
      ] as const) {
        const { crewMember } = await create(key, 'crewMemberCreate', {
          code,
          name: 'Eva',
          surname: code,
          positionList,
          base: 'LOWW',
        })
        crew.push(crewMember.crewMemberId)
        for (const paper of [
          { kind: 'LICENCE', label: 'CPL(A)' },
          { kind: 'MEDICAL', label: 'Class 1', medicalClass: 'CLASS_1', validTo: '2090-12-31' },
          { kind: 'TYPE_RATING', label: 'CJ', ratingCode: 'C525', validTo: '2090-12-31' },
        ]) {
          const input = { crewMemberId: crewMember.crewMemberId, validFrom: '2020-01-01', ...paper }
          await create(key, 'qualificationSave', input)
        }
      }
      const { contact } = await create(key, 'contactCreate', {
        kind: 'CLIENT',
        name: 'Nora',
        company: 'Nord Holding',
      })
      const { trip } = await create(key, 'tripCreate', {
        clientContactId: contact.contactId,
      })
      const offBlock = Math.floor(server.clock.now() / MINUTE) * MINUTE - 180 * MINUTE
      const planned = await key.did(
        key.createFlight({
          aircraftId: aircraft.aircraftId,
          tripId: trip.tripId,
          adep: 'LOWW',
          ades: 'LSZH',
          offBlock: z(offBlock),
          status: 'CONFIRMED',
          paxCount: 1,
        }),
      )
      const { flightId } = planned.flight
      assert.match(planned.flight.flightNo, /^EMW/)
      const version = async (): Promise<number> =>
        (await key.ask('query ($id: ID!) { flight(flightId: $id) { version } }', { id: flightId })).flight.version
      const [captain, officer] = crew
      const seats = [
        { crewMemberId: captain, position: 'CPT' },
        { crewMemberId: officer, position: 'FO' },
      ]
      await key.did(key.setCrew(flightId, seats, await version()))
      const passenger = { contact: { kind: 'PASSENGER', name: 'Ida', surname: 'Nord' }, isLead: true }
      await key.did(key.setPassengers(flightId, [passenger], await version()))
      await key.did(key.setStatus(flightId, 'RELEASED', await version()))
      const reports = [
        { offBlock: z(offBlock) },
        { takeOff: z(offBlock + 10 * MINUTE) },
        { landing: z(offBlock + 80 * MINUTE) },
        { onBlock: z(offBlock + 86 * MINUTE) },
      ]
      for (const times of reports) await key.did(key.report({ flightId, ...times }))
      const closed = await key.did(key.setStatus(flightId, 'CLOSED', await version()))
      assert.equal(closed.flight.status, 'CLOSED')
      const read = await key.ask(
        `query ($a: ID!, $f: ID!, $t: ID!, $m: ID!) { aircraft(aircraftId: $a) { hours { airframeMinutes cycles } }
          flight(flightId: $f) { status blockMinutes passengerList { name } crewList { position crewMember { code } } }
          trip(tripId: $t) { status client { company } }
          dutyList(filter: { flightId: $f, updatedSince: "${today}T00:00:00Z" }) { nodeList { crewMemberId flightIdList } }
          crewMember(crewMemberId: $m) { typeRatingList }
          operator { name iCAO } changeList(first: 500) { nodeList { entity kind } } }`,
        { a: aircraft.aircraftId, f: flightId, t: trip.tripId, m: captain },
      )
      assert.deepEqual(read.aircraft.hours, { airframeMinutes: 6070, cycles: 81 })
      assert.deepEqual(
        [read.flight.status, read.flight.blockMinutes, read.flight.passengerList],
        ['CLOSED', 86, [{ name: 'Ida' }]],
      )
      assert.deepEqual(read.trip, { status: 'COMPLETED', client: { company: 'Nord Holding' } })
      assert.equal(read.dutyList.nodeList.length, 2)
      assert.deepEqual(read.crewMember.typeRatingList, ['C525'])
      assert.deepEqual(read.operator, { name: 'Empty Wings', iCAO: 'EMW' })
      const created = new Set(
        read.changeList.nodeList
          .filter(({ kind }: { kind: string }) => kind === 'CREATED')
          .map(({ entity }: { entity: string }) => entity),
      )
      for (const kind of ['AIRCRAFT', 'CREW_MEMBER', 'QUALIFICATION', 'CONTACT', 'TRIP', 'FLIGHT', 'DUTY']) {
        assert.ok(created.has(kind), `the feed does not tell of ${kind}`)
      }
    })
  })
}
