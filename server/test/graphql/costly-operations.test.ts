/**
 * Operations that try to be much work when they run pay for the rows they read, and what would cost more than a request
 * may is refused (threats row 232). `npm run faults -- costly-documents` searches for the worst and measures its time.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DAY_MS } from '../../src/domain/interval.ts'
import { MAX_COST_PER_REQUEST, ROWS_FOR_COST } from '../../src/domain/limits.ts'
import { graphs } from '../../src/graphql/graphs.ts'
import { Loaders } from '../../src/graphql/loaders.ts'
import { LookedThrough } from '../../src/storage/counted-search.ts'
import { qualificationsOf } from '../../src/storage/operations/crew/crew-members.ts'
import { dutiesWithin } from '../../src/storage/operations/crew/duties.ts'
import { legsOfAircraft, legsOfCrew } from '../../src/storage/operations/flights/legs.ts'
import { CostlyOperations } from '../support/costly-operation.ts'
import { ExecutedMeasure } from '../support/executed-request.ts'
import { isPart, tries } from '../support/sampled.ts'
import { SeededRandom } from '../support/seeded-random.ts'
import { statementsDuring } from '../support/statements.ts'
import { writtenOperation } from '../support/written-operation.ts'

const OPERATIONS = tries(250, 3)

describe('operations that are much work when they run', () => {
  let measure: ExecutedMeasure
  before(async () => {
    measure = await ExecutedMeasure.open('small')
  })
  after(() => measure.close())

  const time = (days: number): string => new Date(measure.rows.now + days * 24 * 3_600_000).toISOString()
  const interval = (from: number, to: number): string => `interval: {from: "${time(from)}", to: "${time(to)}"}`
  const many = (count: number, text: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => text(at)).join(' ')

  test('rows that are read to find who is free cost more than the search alone', async () => {
    const { answer, rowsCost } = await measure.measure(
      `{ ${many(10, (at) => `a${at}: freeCrewList(${interval(1 + at / 24, 2)}, position: CPT, first: 1) { isOnStandby }`)} }`,
    )
    assert.equal(JSON.parse(answer).errors, undefined, answer.slice(0, 300))
    assert.ok(rowsCost > 10, `${rowsCost}`)
  })

  test('a mutation pays for its statements, whatever they answer (threats row 544)', async () => {
    const asked = `{ flightList(filter: { ${interval(1, 60)} }, page: { first: 30 }) { nodeList { flightId version } } }`
    const flights = JSON.parse((await measure.measure(asked)).answer).data.flightList.nodeList
    const changes = flights.map(
      ({ flightId, version }: { flightId: string; version: number }) =>
        `{ flightId: "${flightId}", expectedVersion: ${version}, opsNote: "To be looked at" }`,
    )
    let paid = 0
    const statements = await statementsDuring(async () => {
      const change = `mutation { flightListChange(changeList: [${changes}]) { userErrorList { message } } }`
      const { answer, rowsCost } = await measure.measure(change)
      assert.deepEqual(JSON.parse(answer).data.flightListChange.userErrorList, [], answer.slice(0, 300))
      paid = rowsCost
    })
    assert.ok(statements.length > 100 && paid >= statements.length / 2, `${paid} for ${statements.length}`)
  })

  test('duties of a long time under many names are refused before they are read', async () => {
    const duties = many(150, (at) => `a${at}: dutyList(${interval(-90, at / 24)}) { dutyId }`)
    const statements = await statementsDuring(async () => {
      const { outcome } = await measure.measure(`{ crewMemberList(page: {first: 4}) { nodeList { ${duties} } } }`)
      assert.match(outcome, /may cost \d+; one request may cost 10000/)
    })
    assert.deepEqual(statements, [])
  })

  test('the periods of a page of duties are worked out once, for twenty at a time (threats row 356)', async () => {
    const warnings = many(20, (at) => `a${at}: warningList { code }`)
    let duties = 0
    const statements = await statementsDuring(async () => {
      const page = `dutyList(filter: { ${interval(-90, 90)} }, page: { first: 400 })`
      const { answer } = await measure.measure(`{ ${page} { nodeList { maxMinutes ${warnings} } } }`)
      duties = JSON.parse(answer).data.dutyList.nodeList.length
    })
    assert.ok(duties > 200, `${duties} duties`)
    const parts = statements.filter((text) => text.includes('from duty d')).length
    // Fewer where others lie around.
    assert.ok(parts >= Math.ceil(duties / 20) && parts <= Math.ceil(duties / 20) + 6, `${parts} for ${duties}`)
  })

  test('who is free is found with the few columns that it takes (threats row 356)', async () => {
    const statements = await statementsDuring(() =>
      measure.measure(`{ freeCrewList(${interval(1, 2)}, position: CPT) { crewMember { code } } }`),
    )
    const read = statements.filter((text) => /from (duty|crew_member)\b/.test(text))
    assert.ok(read.length >= 3, `${read.length} statements`)
    for (const text of read) assert.doesNotMatch(text, /assessment_list|external_id|updated_at|phone/)
  })

  test('the warnings of flights far apart are worked out for few days at a time, and cost each time (threats row 358)', async () => {
    const flightOn = async (day: number): Promise<string> => {
      const page = `flightList(filter: { ${interval(day, day + 5)} }, page: { first: 1 }) { nodeList { flightId } }`
      return JSON.parse((await measure.measure(`{ ${page} }`)).answer).data.flightList.nodeList[0].flightId
    }
    const taken = async (...days: readonly number[]) => {
      const ids: string[] = []
      for (const day of days) ids.push(await flightOn(day))
      const list = `flightList(filter: { flightIdList: ${JSON.stringify(ids)} }) { nodeList { warningList { code } } }`
      let charged = 0
      const statements = await statementsDuring(async () => {
        charged = (await measure.measure(`{ ${list} }`)).charged
      })
      return { charged, parts: statements.filter((text) => text.includes('from maintenance_due')).length }
    }
    const near = await taken(0, 1, 2)
    const far = await taken(-60, -30, 0)
    assert.deepEqual([near.parts, far.parts], [1, 3])
    assert.ok(far.charged > 60, `${far.charged} where they are far apart`)
  })

  const planOf = async (query: string, of: RegExp): Promise<string> => {
    const statements = await statementsDuring(() => measure.measure(query))
    const found = statements.find((statement) => of.test(statement))
    assert.ok(found, `no statement is ${of}`)
    return measure.planOf(found)
  }

  test('the duties of some people are found by the people, not by walking all duties in the order of time', async () => {
    const query = `{ crewMemberList(page: {first: 4}) { nodeList { dutyList(${interval(-30, 0)}) { dutyId } } } }`
    assert.match(await planOf(query, /from duty\b/), /duty_of_member/)
  })

  test('what lies around a new duty or flight is found by its time, not among all of the person or aircraft (threats rows 550 and 551)', async () => {
    const [crewMemberId, aircraftId] = ['crewMember', 'aircraft'].map((kind) => measure.rows.ids.get(kind)?.[0])
    const duty = (at: number) => `mutation { dutyCreate(input: { crewMemberId: "${crewMemberId}", kind: OFFICE,
      startAt: "${time(at)}", endAt: "${time(at + 1 / 24)}" }) { userErrorList { code } } }`
    const planned = await planOf(duty(70), /and d\.planned_start_at > \?/)
    assert.match(
      planned,
      /duty_as_planned \(tenant_id=\? AND crew_member_id=\? AND planned_start_at>\? AND planned_start_at<\?/,
    )
    assert.match(planned, /COVERING INDEX duty_long/)
    const around = await planOf(duty(71), /and d\.end_at > \? and \+d\.start_at/)
    assert.match(around, /duty_of_member \(tenant_id=\? AND crew_member_id=\? AND start_at>\? AND start_at<\?/)
    assert.match(around, /COVERING INDEX duty_long \(tenant_id=\? AND crew_member_id=\? AND end_at>\?/)
    const flight = (
      at: number,
    ) => `mutation { flightCreate(input: { aircraftId: "${aircraftId}", adep: "LSZH", ades: "LFSB",
      kind: CHARTER, offBlock: "${time(at)}", onBlock: "${time(at + 1 / 24)}" }) { userErrorList { code } } }`
    assert.match(await planOf(flight(70), /as ahead/), /COVERING INDEX flight_ahead/)
    const reached = await planOf(flight(71), /'RELEASED'\)\s+and f.off_block >= \?\s+and f.on_block/)
    assert.match(reached, /aircraft_id=\? AND off_block>\? AND off_block<\?/)
  })

  test('flights of one registration, of one crew member or by their ids are found without walking all flights', async () => {
    for (const filter of ['registration: "OE-NONE"', 'crewMemberId: "crm_none"', 'flightIdList: ["flt_none"]']) {
      for (const also of ['', ', callsign: "ZZ"']) {
        const query = `{ flightList(filter: { ${filter}${also} }, page: { first: 50 }) { nodeList { flightId } } }`
        const plan = await planOf(query, /from flight\b/)
        assert.doesNotMatch(
          plan,
          /SEARCH flight USING (?:\w+ )*?(?:flight_order|PRIMARY KEY \(tenant_id=\?\))/,
          filter + also,
        )
      }
    }
  })

  test('flights of some aircraft cost every flight that is passed over', async () => {
    const cost = async (filter: string): Promise<number> =>
      (await measure.measure(`{ flightList(filter: { ${filter} }, page: { first: 1 }) { pageInfo { hasMore } } }`))
        .charged
    const passedOver = await cost(`${interval(-90, 90)}, aircraftIdList: ["acf_none"]`)
    const alone = await cost(interval(-90, 90))
    assert.ok(passedOver > alone + 10, `${passedOver} with the filter, ${alone} without`)
  })

  test('a key of many aircraft pays for every flight of the others that its page passes over', async () => {
    const page = `{ flightList(filter: { ${interval(-90, 90)} }, page: { first: 1 }) { pageInfo { hasMore } } }`
    const limited = { ...measure.principal, aircraftIds: Array.from({ length: 21 }, (_, at) => `acf_none_${at}`) }
    const { charged } = await measure.measure(page, limited)
    const whole = (await measure.measure(page)).charged
    assert.ok(charged > whole + 10, `${charged} with the limit, ${whole} without`)
  })

  test('the legs of a fleet are found by aircraft and time, not by walking all flights', async () => {
    const plan = await planOf(`{ freeAircraftList(${interval(1, 2)}) { hasOption } }`, /union all/)
    assert.doesNotMatch(plan, /flight USING PRIMARY KEY \(tenant_id=\?\)$/m)
  })

  test('the legs of many people are found by the interval, without a look for each person at each flight', async () => {
    const query = `{ crewMemberList(page: {first: 400}) { nodeList { dutyTotals(at: "${time(0)}") { duty7Days } } } }`
    assert.doesNotMatch(await planOf(query, /from flight_crew join flight/), /flight_id=\? AND crew_member_id=\?/)
  })

  test('the duties, papers and legs of a fleet and its people are read for some at a time (threats row 520)', async () => {
    const { reader } = measure
    const many = Array.from({ length: 120 }, (_, at) => `id_${at}`)
    const tenDays = { from: measure.rows.now, to: measure.rows.now + 10 * DAY_MS }
    const count = async (read: () => Promise<unknown>): Promise<number> => (await statementsDuring(read)).length
    assert.equal(await count(() => legsOfAircraft(reader, many, tenDays)), 5)
    assert.equal(await count(() => dutiesWithin(reader, many, tenDays)), 3)
    assert.equal(await count(() => qualificationsOf(reader, many)), 2)
    assert.equal(await count(() => legsOfCrew(reader, many, tenDays)), 4)
    const few = many.slice(0, 20)
    // How many legs they have decides the way to them (threats row 624).
    assert.equal(await count(() => legsOfCrew(reader, few, tenDays)), 2)
  })

  /** Characters of texts that are free. */
  const SHORT = 200

  // The last, because they write.
  test('of duties that many others lie around, few are worked out at a time (threats row 520)', async () => {
    const [crewMemberId] = measure.rows.ids.get('crewMember') as readonly string[]
    const at = (minutes: number): string => new Date(measure.rows.now + 90 * DAY_MS + minutes * 60_000).toISOString()
    const enter = (number: number): string =>
      `d${number}: dutyCreate(input: {crewMemberId: "${crewMemberId}", kind: OFFICE, startAt: "${at(number * 65)}", endAt: "${at(number * 65 + 65)}"}) { duty { dutyId } userErrorList { message } }`
    for (let from = 0; from < 110; from += 10) {
      const { answer } = await measure.measure(`mutation { ${many(10, (number) => enter(from + number))} }`)
      assert.doesNotMatch(answer, /"message"/)
    }
    const page = `dutyList(filter: { crewMemberIdList: ["${crewMemberId}"], interval: {from: "${at(0)}", to: "${at(110 * 65)}"} }, page: {first: 400})`
    let duties: readonly { readonly period: { readonly dutyIdList: readonly string[] } }[] = []
    const statements = await statementsDuring(async () => {
      const { answer } = await measure.measure(`{ ${page} { nodeList { period { dutyIdList } } } }`)
      duties = JSON.parse(answer).data.dutyList.nodeList
    })
    assert.equal(duties.length, 110)
    // All that begin less than two days after it, as no rest lies between them.
    assert.equal(duties[0]?.period.dutyIdList.length, 46)
    assert.equal(duties.at(-1)?.period.dutyIdList.length, 110)
    // Each has the work of some eighty: four are as much as twenty of others.
    const parts = statements.filter((text) => text.includes('from duty d')).length
    assert.ok(parts >= 15, `${parts} parts`)
  })

  test('generated operations are charged for every row that they read and every long text that they ask by', async () => {
    const operations = new CostlyOperations(graphs().operator, measure.scopesOf, new SeededRandom(24))
    let operation = operations.anew()
    let mostRows = 0
    let mostSearched = 0
    let mostCharacters = 0
    const answered = { query: 0, mutation: 0 }
    for (let at = 0; at < OPERATIONS; at++) {
      const written = writtenOperation(operation, measure.rows)
      const { outcome, charged, rowsCost, steps, answer } = await measure.measureWritten(written)
      const what = `${outcome}: ${written.query.slice(0, 500)}`
      assert.ok(charged >= rowsCost, `charged ${charged} for rows of ${rowsCost}, ${what}`)
      if (outcome === 'answered') {
        answered[operation.type]++
        const { requested, searched = 0 } = JSON.parse(answer).extensions.cost
        assert.ok(charged >= requested + searched, `charged ${charged}: ${what}`)
        mostSearched = Math.max(mostSearched, searched)
        // Composed, a text has half of its characters; short ones are free.
        const { characters } = written
        if (operation.type === 'query') {
          assert.ok(
            characters < SHORT || steps >= characters / 2,
            `${steps} steps for ${characters} characters, ${what}`,
          )
          mostCharacters = Math.max(mostCharacters, characters)
        }
      }
      mostRows = Math.max(mostRows, rowsCost)
      operation = at % 2 === 0 ? operations.mutated(operation) : operations.anew()
    }
    assert.ok(answered.query > OPERATIONS / 8, `${answered.query} were answered`)
    assert.ok(answered.mutation > OPERATIONS / 20, `${answered.mutation} mutations were answered`)
    if (isPart) return
    assert.ok(mostRows > 50, `the most that rows cost was ${mostRows}`)
    assert.ok(mostSearched > 0, 'no search was charged beyond what its operation paid')
    assert.ok(mostCharacters > 1_000, `the longest texts that were answered had ${mostCharacters} characters`)
  })
})

test('a request that reads more rows than any may pay for is stopped', () => {
  const looked = new LookedThrough(null)
  const most = 2 * MAX_COST_PER_REQUEST * ROWS_FOR_COST.read
  looked.addRead(most)
  assert.throws(() => looked.addRead(1), { code: 'cost_exceeded' })
})

test('rows cost what they cost beyond what the operation paid, searches always', () => {
  const looked = new LookedThrough(null)
  looked.addRead(100 * ROWS_FOR_COST.read)
  assert.equal(looked.costBeyond(100), 0)
  assert.equal(looked.costBeyond(30), 70)
  looked.add(7 * ROWS_FOR_COST.compared, 'compared')
  assert.equal(looked.costBeyond(100), 7)
})

test('what a request asks for in turn is done one after another, also after one that failed', async () => {
  const loaders = new Loaders({ tenantId: 'alpine' })
  const seen: string[] = []
  const job = (name: string) => async () => {
    seen.push(`${name} begins`)
    await new Promise((resolve) => setImmediate(resolve))
    seen.push(`${name} ends`)
    if (name === 'a') throw new Error('a failed')
    return name
  }
  const all = await Promise.allSettled(['a', 'b', 'c'].map((name) => loaders.inTurn(job(name))))
  assert.deepEqual(seen, ['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  assert.deepEqual(
    all.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  )
})
