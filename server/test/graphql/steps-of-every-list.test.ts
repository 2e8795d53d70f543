/**
 * Every list and search of the operator's graph with each of its filters, and with each two, among thousands of rows of
 * each kind: what the embedded store does for it is paid, whatever it finds (threats rows 546 to 549, ADR 203).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ROWS_FOR_COST } from '../../src/domain/limits.ts'
import { graphs } from '../../src/graphql/graphs.ts'
import { AskedLists } from '../support/asked-lists.ts'
import { ExecutedMeasure } from '../support/executed-request.ts'
import { ManyRows } from '../support/many-rows.ts'
import { someOf } from '../support/sampled.ts'
import { stepsDuring } from '../support/steps-of-statements.ts'

const ROWS = 3_000
/** Of what is kept of one thing. */
const LOG_ROWS = 20_000
/** What the smallest list takes, with what is read of its tenant. */
const FREE_STEPS = 12_000
/** A cost of 1 pays for 40 rows that are compared, or 25 that are examined; most take 1,300 steps, one with texts 3,200. */
const STEPS_FOR_COST = 3_500

/** Whole, or with few of its own: they are read as they are. */
const NOT_ASKED = new Set(['apiKeyList', 'noticeList'])

describe('what lists take on the embedded store', () => {
  let measure: ExecutedMeasure
  before(async () => {
    measure = await ExecutedMeasure.open('small')
    const { file, tenantId, rows } = measure
    const many = new ManyRows(file, { tenantId, now: rows.now, rows: ROWS })
    many.fillRecords()
    many.add('webhook', {
      tenant_id: tenantId,
      webhook_id: 'whk_one',
      url: 'https://receiver.example/',
      entity_list: '["CONTACT"]',
      kind_list: '["CREATED"]',
      secret: 'none',
      position: 0,
      failures: 0,
      held_until: 0,
      created_at: rows.now,
      created_by: 'usr_none',
      changed_at: rows.now,
    })
    for (const table of ['audit_entry', 'usage_request']) many.fill(table)
    many.crowd(rows.ids.get('crewMember')?.[0] as string)
    many.close()
    const log = new ManyRows(file, { tenantId, now: rows.now, rows: LOG_ROWS })
    for (const table of ['webhook_attempt', 'webhook_parked', 'usage_request']) log.fill(table)
    log.close()
  })
  after(() => measure.close())

  const asked = async (query: string) => {
    let found = await measure.measure(query)
    let steps = await stepsDuring(async () => {
      found = await measure.measure(query)
    })
    if (found.answer === '' || found.outcome.includes('lacks')) {
      steps = await stepsDuring(async () => {
        found = await measure.measureWritten({ by: 'person', query, variables: {}, characters: 0 })
      })
    }
    return { ...found, steps }
  }

  test('is charged with every filter of every list', async () => {
    const lists = new AskedLists(graphs().operator, measure.rows)
    const queries = lists.fields
      .filter(({ name }) => !NOT_ASKED.has(name))
      .flatMap((field) => lists.queriesOf(field, 1))
    assert.ok(queries.length > 1_000, `${queries.length} queries`)
    const unpaid: string[] = []
    let answered = 0
    for (const query of someOf(queries, 5)) {
      const { outcome, charged, steps } = await asked(query)
      if (outcome === 'answered') answered++
      if (steps > FREE_STEPS + STEPS_FOR_COST * charged) unpaid.push(`${steps} steps for ${charged}: ${query}`)
    }
    assert.ok(answered > 100, `${answered} were answered`)
    assert.deepEqual(unpaid, [])
  })

  test('is charged with every filter of lists of every object', async () => {
    const lists = new AskedLists(graphs().operator, measure.rows)
    assert.ok(lists.nested.length > 100, `${lists.nested.length} lists`)
    const unpaid: string[] = []
    for (const { field, way } of lists.nested) {
      const toThere = await asked(lists.leadingTo(way))
      for (const query of lists.queriesOf(field, 1, way)) {
        const { rowsCost, steps } = await asked(query)
        // What it is taken to have, for each of as many objects as there may be, pays for no rows that it walks.
        const most = toThere.steps + FREE_STEPS + STEPS_FOR_COST * (rowsCost - toThere.rowsCost)
        if (steps > most) unpaid.push(`${steps} steps for ${rowsCost}: ${query}`)
      }
    }
    assert.deepEqual(unpaid, [])
  })

  test('is charged where a key sees the busiest aircraft, or one that has nothing (threats row 621)', async () => {
    const lists = new AskedLists(graphs().operator, measure.rows)
    const busiest = measure.rows.ids.get('aircraft')?.[0] as string
    const queries = lists.fields
      .filter(({ name }) => !NOT_ASKED.has(name))
      .flatMap((field) => lists.queriesOf(field, 1))
    const unpaid: string[] = []
    for (const aircraftIds of [['acf_none'], [busiest], [busiest, 'acf_none']]) {
      const principal = { ...measure.principal, aircraftIds }
      for (const query of someOf(queries, 5)) {
        await measure.measure(query, principal)
        let charged = 0
        const steps = await stepsDuring(async () => {
          charged = (await measure.measure(query, principal)).charged
        })
        const most = FREE_STEPS + STEPS_FOR_COST * charged
        if (steps > most) unpaid.push(`${steps} steps for ${charged} of ${aircraftIds}: ${query}`)
      }
    }
    assert.deepEqual(unpaid, [])
  })

  test('passes over nothing where a key sees an aircraft that has nothing (threats row 621)', async () => {
    const principal = { ...measure.principal, aircraftIds: ['acf_none'] }
    const ever = '{from: "2026-07-01T00:00:00Z", to: "2027-07-01T00:00:00Z"}'
    const lists = [
      'aircraftList',
      'serviceRequestList',
      'flightPlanList',
      'techLogEntryList',
      'emptyLegList',
      'maintenanceDueList',
      'documentList(filter: {updatedSince: "2001-01-01T00:00:00Z"})',
    ]
    const needing = ['flightList', 'visitList', 'unavailabilityList', 'journeyLogList'].map(
      (list) => `${list}(filter: {interval: ${ever}})`,
    )
    for (const list of [...lists, ...needing]) {
      const { rowsCost, outcome } = await measure.measure(`{ ${list} { pageInfo { hasMore } } }`, principal)
      assert.equal(outcome, 'answered', list)
      assert.equal(rowsCost, 0, list)
    }
  })

  test('is charged where an application sees a part of the operator, for what its page passes over (threats row 549)', async () => {
    const year = '{from: "2020-01-01T00:00:00Z", to: "2030-01-01T00:00:00Z"}'
    const asking = {
      'flight-support': [
        `flightList(filter: {interval: ${year}}, page: {first: 1})`,
        'flightPlanList(page: {first: 1})',
      ],
      marketplace: ['aircraftList(page: {first: 1})', 'contactList(page: {first: 1})'],
    } as const
    for (const [applicationKind, lists] of Object.entries(asking) as [keyof typeof asking, readonly string[]][]) {
      const principal = { ...measure.principal, kind: 'application', applicationKind, actorKey: 'clt_none' } as const
      for (const list of lists) {
        const query = `{ ${list} { pageInfo { hasMore } } }`
        await measure.measure(query, principal)
        let charged = 0
        const steps = await stepsDuring(async () => {
          charged = (await measure.measure(query, principal)).charged
        })
        assert.ok(charged > ROWS / 2 / ROWS_FOR_COST.compared, `${charged} for ${list}`)
        assert.ok(steps < FREE_STEPS + STEPS_FOR_COST * charged, `${steps} steps for ${charged}: ${list}`)
      }
    }
  })
})
