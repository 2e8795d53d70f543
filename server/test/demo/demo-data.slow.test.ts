/** Demo and sandbox data: equal for equal seeds, and valid by every invariant. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { DEMO_OPERATORS, type DemoOperator, demoOperator, LOAD_OPERATOR } from '../../src/demo/data/demo-operators.ts'
import { type DemoReference, makeOperatorData, type OperatorData } from '../../src/demo/data/operator-data.ts'
import { CONTACT_RECORD } from '../../src/domain/operations/contact.ts'
import { keepsFromFlying, qualificationWarnings } from '../../src/domain/operations/crew/crew-papers.ts'
import { isAbsence } from '../../src/domain/operations/crew/duty.ts'
import { periodAround, periodWarnings } from '../../src/domain/operations/crew/duty-period.ts'
import { QUALIFICATION_RECORD } from '../../src/domain/operations/crew/qualification.ts'
import { arrivalId, type Flight, flightProblems } from '../../src/domain/operations/flights/flight.ts'
import { tripStatus } from '../../src/domain/operations/flights/trip.ts'
import { SERVICE_STATUSES } from '../../src/domain/operations/handling/service-request.ts'
import { DEFECT_STATUSES } from '../../src/domain/operations/logs/defect-life-cycle.ts'
import { delayProblems } from '../../src/domain/operations/movement/delay.ts'
import { fuelProblems, fuelWarnings } from '../../src/domain/operations/movement/fuel.ts'
import { blockProblems, givenTimeProblems, orderProblems } from '../../src/domain/operations/movement/plausibility.ts'
import { reportedTimes } from '../../src/domain/operations/movement/time-report.ts'
import { DEFAULT_RULES } from '../../src/domain/operations/operator-rules.ts'
import { CHARTER_REQUEST_STATUSES, requestStatusAt } from '../../src/domain/operations/sales/charter-request.ts'
import { QUOTE_STATUSES, quoteStatusAt } from '../../src/domain/operations/sales/quote.ts'
import type { AnyDescription } from '../../src/domain/records/description.ts'
import { problemsOf } from '../../src/domain/records/details.ts'
import { byTypeOrder } from '../../src/domain/reference/aircraft-type.ts'
import { airportFinder } from '../../src/domain/reference/airport.ts'
import { TypeRatings } from '../../src/domain/reference/type-rating.ts'
import {
  bundledAircraftTypes,
  bundledAirports,
  bundledTypeRatings,
} from '../../src/storage/reference/bundled-reference.ts'
import { demoPlace } from '../support/demo-place.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand, startServerProcess } from '../support/server-process.ts'
import { newPlace, storesFor } from '../support/test-server.ts'

after(stopOwnPostgres)

const ratings = new TypeRatings(bundledTypeRatings())

const reference: DemoReference = {
  airportByCode: airportFinder(bundledAirports()),
  airportById: (airportId) => bundledAirports().airports.find((airport) => airport.airportId === airportId),
  aircraftTypes: bundledAircraftTypes().toSorted(byTypeOrder),
  typeRatings: ratings,
}

const DAY_MS = 86_400_000

/** In winter and summer, at night and at noon, in the weeks of both changes of the clocks. */
const TIMES = ['2026-11-15T03:00:00Z', '2026-07-01T12:00:00Z', '2027-03-20T18:30:00Z', '2026-10-20T23:59:00Z'].map(
  Date.parse,
)

const make = (operator: DemoOperator, asOf: number, seed: string = operator.operatorId): OperatorData => {
  const steps = makeOperatorData(operator, seed, asOf, reference)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

const refuseOverlaps = (list: readonly (readonly [number, number])[], what: string): void => {
  const sorted = [...list].sort(([a], [b]) => a - b)
  for (const [index, [, to]] of sorted.entries()) {
    const next = sorted[index + 1]
    if (next) assert.ok(next[0] >= to, `${what} overlap at ${new Date(next[0]).toISOString()}`)
  }
}

const checkFlights = (data: OperatorData, asOf: number): void => {
  for (const flight of data.flights) {
    assert.deepEqual(flightProblems(flight), [])
    const { impliedList, ...times } = flight.actual
    assert.deepEqual(reportedTimes(flight.timeReportList), times, 'times follow from reports')
    assert.deepEqual(impliedList, [])
    assert.deepEqual(
      [...orderProblems(times), ...givenTimeProblems(times, flight, asOf), ...blockProblems(flight.actual)],
      [],
    )
    assert.deepEqual(
      [
        ...delayProblems(flight.delayList),
        ...fuelProblems(flight.fuel),
        ...fuelWarnings(flight.fuel, flight.fuelUpliftList),
      ],
      [],
    )
    if (flight.status === 'CLOSED') assert.notEqual(flight.actual.onBlock, null)
    if (flight.status === 'CANCELLED') assert.ok(flight.statusReason)
  }
  for (const { aircraftId } of data.aircraft) {
    // An option beside another waits for the same slot.
    const isRival = ({ status, tripId }: Flight) => status === 'OPTION' && tripId === null
    const own = data.flights.filter((flight) => flight.aircraftId === aircraftId && flight.status !== 'CANCELLED')
    const flown = own.filter((flight) => !isRival(flight))
    // AOG is a fact that lies over flights, which are then at risk.
    const held = data.unavailability.filter((block) => block.aircraftId === aircraftId)
    const blocks = held.filter(({ reason }) => reason !== 'AOG')
    for (const flight of flown.filter(({ status }) => status === 'CONFIRMED')) {
      const isGrounded = held.some(({ from, to }) => from < flight.onBlock && flight.offBlock < to)
      assert.equal(flight.riskReasonList.includes('AIRCRAFT_NOT_ACTIVE'), isGrounded)
    }
    const taken = [...flown.map((f) => [f.offBlock, f.onBlock] as const), ...blocks.map((b) => [b.from, b.to] as const)]
    refuseOverlaps(taken, 'flights')
    const inOrder = flown.toSorted((a, b) => a.offBlock - b.offBlock)
    for (const [index, flight] of inOrder.entries()) {
      const next = inOrder[index + 1]
      if (next) assert.equal(next.adepId, arrivalId(flight), 'an aircraft leaves from where it arrived')
    }
  }
}

const checkCrew = (data: OperatorData): void => {
  const flights = new Map(data.flights.map((flight) => [flight.flightId, flight]))
  const types = new Map(reference.aircraftTypes.map((type) => [type.acftTypeId, type]))
  const fleet = new Map(data.aircraft.map((aircraft) => [aircraft.aircraftId, types.get(aircraft.acftTypeId)]))
  const papers = Map.groupBy(data.qualifications, ({ crewMemberId }) => crewMemberId)
  const members = new Map(data.crewMembers.map((member) => [member.crewMemberId, member]))
  for (const [crewMemberId, duties] of Map.groupBy(data.duties, (duty) => duty.crewMemberId)) {
    refuseOverlaps(
      duties.filter(({ kind }) => !isAbsence(kind)).map(({ startAt, endAt }) => [startAt, endAt] as const),
      'duties',
    )
    const { dutyLimits } = DEFAULT_RULES
    for (const duty of duties) {
      assert.deepEqual(periodWarnings(periodAround(duty, duties, dutyLimits), dutyLimits), [], crewMemberId)
    }
  }
  for (const { flightId, crewMemberId, position } of data.flightCrew) {
    const flight = flights.get(flightId)
    const member = members.get(crewMemberId)
    assert.ok(flight && member)
    assert.ok(member.positionList.includes(position))
    const type = fleet.get(flight.aircraftId)
    assert.ok(type)
    const assignment = {
      ...DEFAULT_RULES,
      member,
      position,
      type,
      ratings,
      flight,
    }
    const told = qualificationWarnings(assignment, papers.get(crewMemberId) ?? [], [])
    assert.ok(!told.some(({ code }) => code === 'QUALIFICATION_MISSING'), JSON.stringify(told))
    // A medical that ends soon blocks the release of what is planned after it: that is what it is planted for.
    if (flight.status === 'CONFIRMED' || flight.status === 'OPTION') continue
    assert.ok(!told.some(keepsFromFlying), JSON.stringify(told))
  }
  const inDuties = data.duties.flatMap(({ crewMemberId, flightIdList }) =>
    flightIdList.map((id) => `${id} ${crewMemberId}`),
  )
  assert.deepEqual(
    inDuties.toSorted(),
    data.flightCrew.map((item) => `${item.flightId} ${item.crewMemberId}`).toSorted(),
  )
}

const unique = (list: readonly string[], what: string): void => assert.equal(new Set(list).size, list.length, what)

describe('the demo data generator', () => {
  for (const operator of [...DEMO_OPERATORS, LOAD_OPERATOR]) {
    test(`demo data of ${operator.operatorId} keeps the invariants`, () => {
      for (const asOf of operator === LOAD_OPERATOR ? TIMES.slice(0, 1) : TIMES) {
        const data = make(operator, asOf)
        assert.equal(data.aircraft.length, operator.aircraftCount)
        checkFlights(data, asOf)
        if (operator !== LOAD_OPERATOR) checkCrew(data)
        const today = new Date(asOf).toISOString().slice(0, 10)
        const wrong = (description: AnyDescription) => (record: object) =>
          problemsOf(description, record, () => true, today)
        assert.deepEqual(data.contacts.flatMap(wrong(CONTACT_RECORD)), [])
        assert.deepEqual(data.qualifications.flatMap(wrong(QUALIFICATION_RECORD)), [])
        unique(
          data.flights.map(({ flightNo }) => flightNo),
          'flight numbers',
        )
        unique(
          data.crewMembers.map(({ code }) => code),
          'crew codes',
        )
        unique(
          data.aircraft.map(({ registration }) => registration),
          'registrations',
        )
        const legs = Map.groupBy(data.flights, ({ tripId }) => tripId)
        for (const trip of data.trips) {
          assert.equal(trip.status, tripStatus((legs.get(trip.tripId) ?? []).map(({ status }) => status)))
        }
      }
    })
  }

  test('the same seed and time give the same data, another seed other data', () => {
    const alpine = demoOperator('alpine')
    assert.ok(alpine)
    const [asOf = 0] = TIMES
    assert.deepEqual(make(alpine, asOf), make(alpine, asOf))
    assert.notDeepEqual(make(alpine, asOf, 'other').flights, make(alpine, asOf).flights)
  })

  test('the demo has charter requests and quotes in every state, and the trips that were booked from them', () => {
    for (const operatorId of ['alpine', 'northsea', 'liberty']) {
      for (const asOf of TIMES) {
        const { charterRequests, quotes, trips } = make(demoOperator(operatorId) as DemoOperator, asOf)
        const requestStates = new Set(charterRequests.map((each) => requestStatusAt(each, asOf)))
        assert.deepEqual([...requestStates].toSorted(), [...CHARTER_REQUEST_STATUSES].toSorted(), operatorId)
        const quoteStates = new Set(quotes.map((each) => quoteStatusAt(each, asOf)))
        assert.deepEqual([...quoteStates].toSorted(), [...QUOTE_STATUSES].toSorted(), operatorId)
        const bought = quotes.filter(({ status }) => status === 'BOOKED' || status === 'ACCEPTED')
        assert.deepEqual(
          trips.flatMap(({ quoteId }) => quoteId ?? []).toSorted(),
          bought.map(({ quoteId }) => quoteId).toSorted(),
        )
        for (const { supersededById, status } of quotes) assert.equal(supersededById !== null, status === 'SUPERSEDED')
      }
    }
  })

  test('the demo has service requests in every state, on visits between flights, with what each yes was given for', () => {
    for (const operatorId of ['alpine', 'northsea', 'liberty']) {
      for (const asOf of TIMES) {
        const { serviceRequests, visits, flights } = make(demoOperator(operatorId) as DemoOperator, asOf)
        const states = new Set(serviceRequests.map(({ status }) => status))
        assert.deepEqual([...states].toSorted(), [...SERVICE_STATUSES].toSorted(), operatorId)
        const known = new Map(flights.map((flight) => [flight.flightId, flight]))
        for (const { arrivalFlightId, departureFlightId, airportId } of visits) {
          assert.equal(known.get(departureFlightId ?? '')?.adepId, airportId)
          assert.ok(known.has(arrivalFlightId ?? ''))
        }
        for (const { kind, agreed, status } of serviceRequests) {
          assert.equal(
            agreed === null,
            !['ACKNOWLEDGED', 'CONFIRMED', 'REVIEW', 'COMPLETED', 'CANCELLATION_REQUESTED'].includes(status),
            kind,
          )
        }
      }
    }
  })

  test('demo flights are closed in the past, airborne now and planned in the future, with edge cases included', () => {
    for (const operatorId of ['alpine', 'northsea', 'liberty']) {
      const operator = demoOperator(operatorId)
      assert.ok(operator)
      for (const asOf of TIMES) {
        const { flights, duties, qualifications, unavailability } = make(operator, asOf)
        const states = new Set(flights.map(({ status }) => status))
        for (const status of ['CLOSED', 'AIRBORNE', 'CONFIRMED', 'OPTION', 'CANCELLED'] as const)
          assert.ok(states.has(status), status)
        assert.ok(
          flights.some(({ divertedToId, adepId }) => divertedToId !== null && divertedToId !== adepId),
          'a diversion',
        )
        assert.ok(
          flights.some(({ divertedToId, adepId }) => divertedToId === adepId),
          'an air return',
        )
        assert.ok(
          flights.some(({ riskReasonList }) => riskReasonList.includes('AIRCRAFT_NOT_ACTIVE')),
          'an AOG over a flight',
        )
        assert.ok(
          flights.some(
            ({ status, riskReasonList }) => status === 'CONFIRMED' && riskReasonList.includes('CREW_UNAVAILABLE'),
          ),
          'a sick report over a flight',
        )
        assert.ok(
          duties.some(({ calledOutAt }) => calledOutAt !== null && calledOutAt > asOf),
          'a standby called out',
        )
        assert.ok(
          flights.some(
            ({ firstOffBlock, historyList }) =>
              firstOffBlock !== null && historyList.some(({ timeReportList = [] }) => timeReportList.length === 2),
          ),
          'a return to stand',
        )
        const swapped = flights.filter(({ opsNote }) => opsNote?.startsWith('Aircraft swapped with'))
        assert.deepEqual(
          swapped.map(({ opsNote }) => opsNote?.split(' ').at(-1)).sort(),
          swapped.map(({ flightNo }) => flightNo).sort(),
          'a swap names both flights',
        )
        assert.equal(swapped.length, 2, 'a swap')
        assert.ok(
          unavailability.some(({ permitNumber, reason }) => permitNumber !== null && reason === 'AOG'),
          'a permit to fly',
        )
        const { techLogEntries, maintenanceDue } = make(operator, asOf)
        assert.deepEqual(
          DEFECT_STATUSES.filter((status) => !techLogEntries.some((entry) => entry.status === status)),
          [],
          'a defect in every state',
        )
        assert.ok(
          unavailability.some(({ techLogEntryId }) =>
            techLogEntries.some((entry) => entry.techLogEntryId === techLogEntryId && entry.isNoGo),
          ),
          'a defect that owns its block',
        )
        assert.ok(
          maintenanceDue.some(({ doneAt }) => doneAt !== null) && maintenanceDue.some(({ nearSince }) => nearSince),
        )
        const options = flights.filter(({ status }) => status === 'OPTION')
        assert.ok(
          options.some((one) =>
            options.some(
              (other) =>
                one !== other &&
                one.aircraftId === other.aircraftId &&
                one.offBlock < other.onBlock &&
                other.offBlock < one.onBlock,
            ),
          ),
          'an option beside another',
        )
        const soon = new Date(asOf + 25 * DAY_MS).toISOString().slice(0, 10)
        const today = new Date(asOf).toISOString().slice(0, 10)
        const medicals = qualifications.filter(({ kind }) => kind === 'MEDICAL').map(({ validTo }) => validTo ?? '')
        assert.ok(
          medicals.some((day) => day > today && day < soon),
          'an expiring medical',
        )
        assert.ok(
          medicals.some((day) => day < today),
          'an expired medical',
        )
      }
    }
    const tokyo = reference.airportByCode('RJTT')?.airportId
    const liberty = demoOperator('liberty')
    assert.ok(
      liberty && make(liberty, TIMES[0] ?? 0).flights.some(({ adesId }) => adesId === tokyo),
      'across the date line',
    )
    const alpine = demoOperator('alpine')
    const change = Date.parse('2026-10-25T01:00:00Z')
    const october = alpine ? make(alpine, TIMES[3] ?? 0).flights : []
    assert.ok(
      october.some(({ offBlock, onBlock }) => offBlock < change && onBlock > change),
      'through the clock change',
    )
  })
})

/** A file of one type, which nobody flies: every type of the demo's fleets is kept, and the command says so. */
const importTypes = async (environment: Readonly<Record<string, string>>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-import-'))
  try {
    const file = join(folder, 'types.csv')
    writeFileSync(file, 'Designator,Manufacturer,Model,Description,WTC\nZZZ9,Testwerke,Prototype,L2J,M\n')
    const said = await runCommand(['reference', 'import', 'aircraft-types', file], environment)
    assert.match(
      said,
      /^Imported 1 aircraft-types from .*\nKept \d+ that the file lacks: records of operators name them$/m,
    )
    const { records, kept } = JSON.parse(
      await runCommand(['reference', 'import', 'aircraft-types', file, '--json'], environment),
    )
    assert.equal(records, 1)
    assert.ok(kept > 5, `${kept} kept`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

for (const store of storesFor('life cycle')) {
  test(`serve --demo shows four operators, and a sandbox can be reset beside it (${store})`, async () => {
    const place = await (store === 'sqlite' ? demoPlace() : newPlace(store))
    const server = await startServerProcess(place.environment, ['--demo'])
    try {
      for (const operatorId of ['alpine', 'northsea', 'liberty', 'empty']) {
        assert.ok(server.output().includes(`http://${operatorId}.localhost`), operatorId)
        assert.ok(server.output().includes(`http://${operatorId}.sandbox.localhost`), operatorId)
      }
      const refreshToken = /alpine\.sandbox[\s\S]*?API key (\S+)/.exec(server.output())?.[1] ?? ''
      const origin = 'http://alpine.sandbox.localhost'
      const { body: token } = await server.client.form(`${origin}/access_token/refresh/`, {
        refresh_token: refreshToken,
      })
      const at = {
        query: (_token: string, query: string, more: object) =>
          server.client.ask(`${origin}/api/graphql/`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
            body: JSON.stringify({ query, ...more }),
          }),
      }
      const key = new Integration(at as never, token)
      const count = async () => {
        const { aircraftList, operator } = await key.ask(
          '{ operator { callsign timezone baseList { iCAO } } aircraftList { nodeList { aircraftId version } } }',
        )
        assert.deepEqual(operator, { callsign: 'ALPINE', timezone: 'Europe/Zurich', baseList: [{ iCAO: 'LSZH' }] })
        return aircraftList.nodeList.length
      }
      assert.equal(await count(), 6)
      const { changeList } = await key.ask(
        '{ changeList(entityList: [AIRCRAFT]) { nodeList { kind } pageInfo { endCursor } } }',
      )
      const seeded = changeList.nodeList.map(({ kind }: { kind: string }) => kind)
      assert.deepEqual(seeded, Array(6).fill('CREATED'), 'a follower from the oldest change finds every record')
      const answer = await runCommand(['sandbox', 'reset', 'alpine', '--json'], place.environment)
      assert.equal(JSON.parse(answer).aircraft, 6)
      assert.equal(await count(), 6)
      const told = await key.ask(
        `{ changeList(after: "${changeList.pageInfo.endCursor}", entityList: [AIRCRAFT]) { nodeList { kind } } }`,
      )
      const kinds = told.changeList.nodeList.map(({ kind }: { kind: string }) => kind)
      assert.deepEqual(kinds, [...Array(6).fill('DELETED'), ...Array(6).fill('CREATED')])
      await importTypes(place.environment)
      const fleet = await key.ask('{ aircraftList { nodeList { acftType { iCAO } } } }')
      assert.equal(fleet.aircraftList.nodeList.length, 6)
      await assert.rejects(
        runCommand(['sandbox', 'reset', 'nobody'], place.environment),
        /There is no operator "nobody"/,
      )
    } finally {
      await server.stop()
      await place.dispose()
    }
  })
}
