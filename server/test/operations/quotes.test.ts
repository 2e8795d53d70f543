/** Quotes (data §7.4): drafted and revised by the operator, accepted by buyers, booked with trip and flights at once. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ACTORS } from '../../src/domain/operations/acting-as.ts'
import { QUOTE_LIFE_CYCLE, QUOTE_STATUSES } from '../../src/domain/operations/sales/quote.ts'
import { priced } from '../../src/domain/operations/sales/quote-line.ts'
import { stepsOf } from '../../src/domain/operations/step.ts'
import type { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { price, QuoteScene } from '../support/quote-scene.ts'
import { onPostgres, preparedPlace, startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 3_600_000

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test's own query asks for
type Data = any

/** The life cycle of a quote (data §7.4), written down a second time by hand. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  operator: [
    'DRAFT SENT',
    'DRAFT WITHDRAWN',
    'SENT ACCEPTED',
    'SENT REJECTED',
    'SENT WITHDRAWN',
    'ACCEPTED BOOKED',
    'ACCEPTED WITHDRAWN',
  ],
  buyer: ['SENT ACCEPTED', 'SENT REJECTED'],
}

test('a step of a quote is allowed exactly for the states and actors that docs/life-cycles.md lists', () => {
  for (const from of QUOTE_STATUSES) {
    for (const to of QUOTE_STATUSES) {
      for (const actor of ACTORS) {
        const isAllowed = stepsOf(QUOTE_LIFE_CYCLE, { from, to, by: 'set' }, actor).length > 0
        assert.equal(isAllowed, ALLOWED[actor]?.includes(`${from} ${to}`) ?? false, `${from} -> ${to} by ${actor}`)
      }
    }
  }
})

test('lines and taxes round half up in minor units of ISO 4217, and totals are the sums of lines', () => {
  const line = (quantity: string, unitPrice: Data, taxRate?: string) =>
    ({ kind: 'OTHER', label: 'Any', quantity, unitPrice, ...(taxRate ? { taxRate } : {}) }) as const
  const totals = (...lines: Parameters<typeof priced>[0]) => {
    const { net, tax, gross } = priced(lines)
    return [net.amount, tax.amount, gross.amount, gross.currency].join(' ')
  }
  assert.equal(totals(line('1.5', price('0.01')), line('0.5', price('0.01'))), '0.03 0.00 0.03 EUR')
  assert.equal(totals(line('0.333333', price('100.00'), '8.1')), '33.33 2.70 36.03 EUR')
  assert.equal(totals(line('3', price('33', 'JPY'), '10'), line('0.5', price('1', 'JPY'))), '100 10 110 JPY')
  assert.equal(totals(line('1', price('0.001', 'KWD'), '49')), '0.001 0.000 0.001 KWD')
  assert.equal(totals(line('1', price('0.125', 'KWD'), '50')), '0.125 0.063 0.188 KWD')
  const discount = { ...line('1.5', price('-0.01')), kind: 'DISCOUNT' } as const
  assert.equal(totals(line('1.5', price('0.01')), discount), '0.00 0.00 0.00 EUR')
  // 0.1 and 0.2 have no exact binary fraction; a thousand of them do not drift.
  const many = Array.from({ length: 1000 }, () => line('1', price('0.10'), '20'))
  assert.equal(totals(...many), '100.00 20.00 120.00 EUR')
  assert.equal(
    totals(line('10000', price('999999999.99'), '100')),
    '9999999999900.00 9999999999900.00 19999999999800.00 EUR',
  )
})

for (const store of storesFor('record')) {
  describe(`quotes (${store})`, () => {
    let server: TestServer
    let scene: QuoteScene
    let jetMatch: Integration
    let charterhub: Integration
    before(async () => {
      server = await startServer(store)
      scene = await QuoteScene.open(server)
      jetMatch = await scene.sales.marketplace('JetMatch')
      charterhub = await scene.sales.marketplace('Charterhub')
    })
    after(() => server.close())

    test('how a buyer said yes is kept with a quote that the operator accepted for it', async () => {
      const sent = await scene.sent(await scene.asked(jetMatch))
      const { quote } = await scene.key.did(scene.set(scene.key, sent, 'ACCEPTED', 'By phone, 09:40Z'))
      const read = await scene.readQuote(jetMatch, quote, 'status statusReason')
      assert.deepEqual(read, { status: 'BOOKED', statusReason: 'By phone, 09:40Z' })
    })

    test('the operator drafts a quote as the search would plan it, and the buyer reads it once it is sent', async () => {
      const request = await scene.asked(jetMatch)
      const lineList = [
        { kind: 'FLIGHT', label: 'Flight', legIndex: 0, quantity: '1.75', unitPrice: price('4100.00'), taxRate: '7.7' },
        { kind: 'DISCOUNT', label: 'Early', unitPrice: price('-175.00') },
      ]
      const terms = { depositPercent: '30', cancellationList: [{ hoursBefore: 48, percent: '50' }], text: 'As agreed' }
      const quote = await scene.drafted(request, { lineList, terms })
      const fields = `quoteNumber revision status charterRequestId aircraft { registration } validUntil sentAt
        legList { legIndex adep { iCAO } ades { iCAO } isPositioning }
        lineList { kind quantity amount { amount } taxRate taxAmount { amount } }
        net { amount currency } tax { amount } gross { amount }
        terms { isSubjectToApproval approvalHours depositPercent paymentState cancellationList { hoursBefore percent } text }`
      const draft = await scene.readQuote(scene.key, quote, fields)
      assert.deepEqual(draft.net, { amount: '7000.00', currency: 'EUR' })
      assert.deepEqual([draft.tax.amount, draft.gross.amount], ['552.48', '7552.48'])
      assert.deepEqual(draft.lineList, [
        {
          kind: 'FLIGHT',
          quantity: '1.75',
          amount: { amount: '7175.00' },
          taxRate: '7.7',
          taxAmount: { amount: '552.48' },
        },
        {
          kind: 'DISCOUNT',
          quantity: '1',
          amount: { amount: '-175.00' },
          taxRate: null,
          taxAmount: { amount: '0.00' },
        },
      ])
      assert.deepEqual(draft.terms, {
        isSubjectToApproval: false,
        approvalHours: 24,
        depositPercent: '30',
        paymentState: 'NONE',
        cancellationList: [{ hoursBefore: 48, percent: '50' }],
        text: 'As agreed',
      })
      assert.deepEqual(
        draft.legList.map(({ adep, ades, isPositioning }: Data) => [adep.iCAO, ades.iCAO, isPositioning]),
        [
          ['LSZH', 'LFMN', false],
          ['LFMN', 'LSZH', true],
        ],
      )
      assert.equal(await scene.readQuote(jetMatch, quote), null)
      await scene.key.did(scene.set(scene.key, quote, 'SENT'))
      const read = await scene.readQuote(jetMatch, quote, fields)
      assert.deepEqual({ ...read, sentAt: null, status: null }, { ...draft, sentAt: null, status: null })
      assert.deepEqual([read.status, (await scene.readRequest(jetMatch, request)).status], ['SENT', 'QUOTED'])
      const { quoteList } = await scene.readRequest(jetMatch, request, 'quoteList { quoteId }')
      assert.deepEqual(quoteList, [{ quoteId: quote.quoteId }])
    })

    test('a draft, and one that was withdrawn before it was sent, is in no answer to the buyer: not even in the feed (threats row 276)', async () => {
      const from = '{ changeList(from: NOW, entityList: [QUOTE]) { pageInfo { endCursor } } }'
      const cursor = (await jetMatch.ask(from)).changeList.pageInfo.endCursor
      const request = await scene.asked(jetMatch)
      const sent = await scene.sent(request)
      const { quote: revision } = await scene.key.did(scene.revise(scene.key, sent))
      const draft = await scene.drafted(request)
      await scene.key.did(scene.set(scene.key, draft, 'WITHDRAWN'))
      for (const hidden of [revision, draft]) {
        assert.equal(await scene.readQuote(jetMatch, hidden), null)
        assert.deepEqual(await jetMatch.refusal(scene.set(jetMatch, hidden, 'REJECTED')), ['NOT_FOUND'])
      }
      const seen = await scene.readQuote(jetMatch, sent, 'status supersededById')
      assert.deepEqual(seen, { status: 'SENT', supersededById: null })
      const { quoteList } = await scene.readRequest(jetMatch, request, 'quoteList { quoteId }')
      assert.deepEqual(quoteList, [{ quoteId: sent.quoteId }])
      const told =
        'query ($after: String!) { changeList(after: $after, entityList: [QUOTE]) { nodeList { entityId kind parentId } } }'
      assert.deepEqual((await jetMatch.ask(told, { after: cursor })).changeList.nodeList, [
        { entityId: sent.quoteId, kind: 'CREATED', parentId: request.charterRequestId },
      ])
    })

    test('a revision takes the place of what it revises once it is sent; until then that one can be accepted', async () => {
      const request = await scene.asked(jetMatch)
      const first = await scene.sent(request)
      const { quote: second } = await scene.key.did(scene.revise(scene.key, first))
      assert.deepEqual([second.status, second.revision], ['DRAFT', 2])
      assert.deepEqual(await scene.key.refusal(scene.revise(scene.key, first)), ['LOCKED'])
      const lineList = [{ kind: 'FLIGHT', label: 'Cheaper', unitPrice: price('11000.00') }]
      const { quote: cheaper } = await scene.key.did(scene.update(scene.key, second, { lineList }))
      await scene.key.did(scene.set(scene.key, cheaper, 'SENT'))
      const old = await scene.readQuote(jetMatch, first, 'version status supersededById gross { amount }')
      assert.deepEqual(old, {
        version: first.version + 1,
        status: 'SUPERSEDED',
        supersededById: second.quoteId,
        gross: { amount: '12850.00' },
      })
      const read = await scene.readQuote(jetMatch, second, 'revision gross { amount } quoteNumber')
      assert.deepEqual([read.revision, read.gross.amount], [2, '11000.00'])
      const { version } = old
      assert.deepEqual(await jetMatch.refusal(scene.set(jetMatch, { ...first, version }, 'ACCEPTED')), [
        'ILLEGAL_TRANSITION',
      ])
    })

    test('a buyer reads no warning of its own flight, which the operator does (threats row 302)', async () => {
      const { trip } = await jetMatch.did(
        scene.set(jetMatch, await scene.sent(await scene.asked(jetMatch)), 'ACCEPTED'),
      )
      const warnings = async (by: Integration) => {
        const text = 'query ($id: ID!) { trip(tripId: $id) { flightList { warningList { message } } } }'
        const { flightList } = (await by.ask(text, { id: trip.tripId })).trip
        return flightList.flatMap(({ warningList }: Data) => warningList).length
      }
      assert.equal(await warnings(jetMatch), 0)
      assert.ok((await warnings(scene.key)) > 0)
    })

    test('a buyer reads no note of its own flight, which the operator does (threats row 302)', async () => {
      const { trip } = await jetMatch.did(
        scene.set(jetMatch, await scene.sent(await scene.asked(jetMatch)), 'ACCEPTED'),
      )
      const flight = async (by: Integration) => {
        const text = 'query ($id: ID!) { trip(tripId: $id) { flightList { flightId version opsNote } } }'
        return (await by.ask(text, { id: trip.tripId })).trip.flightList[0]
      }
      const { flightId, version } = await flight(jetMatch)
      await scene.key.did(scene.key.updateFlight({ flightId, opsNote: 'The client pays late' }, version))
      assert.equal((await flight(jetMatch)).opsNote, null)
      assert.equal((await flight(scene.key)).opsNote, 'The client pays late')
    })

    test('accepting makes the trip and its flights in one transaction, confirmed, and rejects the other quotes', async () => {
      const request = await scene.asked(jetMatch)
      const [one, other] = [await scene.sent(request), await scene.sent(request)]
      const draft = await scene.drafted(request)
      const { quote, trip } = await jetMatch.did(scene.set(jetMatch, one, 'ACCEPTED'))
      assert.deepEqual([quote.status, trip.status], ['BOOKED', 'CONFIRMED'])
      const states = await Promise.all([other, draft].map((each) => scene.readQuote(scene.key, each, 'status')))
      assert.deepEqual(states, [{ status: 'REJECTED' }, { status: 'WITHDRAWN' }])
      assert.equal((await scene.readRequest(jetMatch, request)).status, 'BOOKED')
      const found = await jetMatch.ask(
        `query ($id: ID!) { tripList(filter: { quoteId: $id }) { nodeList { tripId quoteId
          flightList { kind status paxCount { total } adep { iCAO } ades { iCAO } } } } }`,
        { id: quote.quoteId },
      )
      assert.deepEqual(found.tripList.nodeList, [
        {
          tripId: trip.tripId,
          quoteId: quote.quoteId,
          flightList: [
            {
              kind: 'CHARTER',
              status: 'CONFIRMED',
              paxCount: { total: 4 },
              adep: { iCAO: 'LSZH' },
              ades: { iCAO: 'LFMN' },
            },
            {
              kind: 'FERRY',
              status: 'CONFIRMED',
              paxCount: { total: 0 },
              adep: { iCAO: 'LFMN' },
              ades: { iCAO: 'LSZH' },
            },
          ],
        },
      ])
      const { trip: seen } = await scene.key.ask('query ($id: ID!) { trip(tripId: $id) { client { name } } }', {
        id: trip.tripId,
      })
      assert.deepEqual(seen.client, { name: 'Noor' })
      assert.equal(
        (await charterhub.ask('query ($id: ID!) { trip(tripId: $id) { status } }', { id: trip.tripId })).trip,
        null,
      )
    })

    test('a quote that needs approval makes options; the operator books or withdraws it with a reason', async () => {
      const flightsOf = async (tripId: string) => {
        const text = 'query ($id: ID!) { trip(tripId: $id) { status flightList { status statusReason } } }'
        return (await scene.key.ask(text, { id: tripId })).trip
      }
      const accepted = async () => {
        const request = await scene.asked(jetMatch)
        const sent = await scene.sent(request, { terms: { isSubjectToApproval: true, approvalHours: 6 } })
        const { quote, trip } = await jetMatch.did(scene.set(jetMatch, sent, 'ACCEPTED'))
        const read = await scene.readQuote(jetMatch, quote, 'status acceptedAt confirmBy bookedAt')
        assert.deepEqual([read.status, read.bookedAt, trip.status], ['ACCEPTED', null, 'OPTION'])
        assert.equal(Date.parse(read.confirmBy) - Date.parse(read.acceptedAt), 6 * HOUR)
        assert.equal((await scene.readRequest(jetMatch, request)).status, 'QUOTED')
        assert.deepEqual(await scene.key.refusal(scene.draft(scene.key, request)), ['LOCKED'])
        return { request, quote, tripId: trip.tripId }
      }
      const one = await accepted()
      assert.deepEqual(await jetMatch.refusal(scene.set(jetMatch, one.quote, 'BOOKED')), ['ILLEGAL_TRANSITION'])
      const booked = await scene.key.did(scene.set(scene.key, one.quote, 'BOOKED'))
      assert.deepEqual([booked.quote.status, booked.trip.status], ['BOOKED', 'CONFIRMED'])
      assert.equal((await scene.readRequest(jetMatch, one.request)).status, 'BOOKED')

      const two = await accepted()
      assert.deepEqual(await scene.key.refusal(scene.set(scene.key, two.quote, 'WITHDRAWN')), ['REASON_NEEDED'])
      await scene.key.did(scene.set(scene.key, two.quote, 'WITHDRAWN', 'No crew'))
      const cancelled = { status: 'CANCELLED', statusReason: 'No crew' }
      assert.deepEqual(await flightsOf(two.tripId), { status: 'CANCELLED', flightList: [cancelled, cancelled] })
      assert.equal((await scene.readRequest(jetMatch, two.request)).status, 'OPEN')
      assert.deepEqual(await scene.readQuote(jetMatch, two.quote, 'status statusReason'), {
        status: 'WITHDRAWN',
        statusReason: 'No crew',
      })
    })

    test('an aircraft that was planned meanwhile keeps the quote SENT, makes nothing, and names no flight to the buyer (threats row 274)', async () => {
      const request = await scene.asked(jetMatch)
      const quote = await scene.sent(request)
      const other = await scene.sent(request)
      const { legList, aircraftId } = await scene.readQuote(scene.key, quote, 'aircraftId legList { offBlock onBlock }')
      const { flight } = await scene.key.did(
        scene.key.createFlight({ aircraftId, ...legList[1], status: 'CONFIRMED', flightNo: 'SECRET1' }),
      )
      const trips = async () => (await scene.key.ask('{ tripList { nodeList { tripId } } }')).tripList.nodeList.length
      const before = await trips()
      const refused = await scene.set(jetMatch, quote, 'ACCEPTED')
      assert.deepEqual(refused.userErrorList, [
        {
          code: 'AIRCRAFT_OVERLAP',
          message: 'The aircraft is not free any more at the times of this quote: ask the operator for another',
          path: ['quoteId'],
        },
      ])
      const asOperator = await scene.set(scene.key, quote, 'ACCEPTED')
      assert.match(asOperator.userErrorList[0].message, /SECRET1/)
      assert.deepEqual(await scene.readQuote(jetMatch, quote), { version: quote.version, status: 'SENT' })
      assert.deepEqual(await scene.readQuote(jetMatch, other), { version: other.version, status: 'SENT' })
      assert.equal(await trips(), before)
      await scene.key.did(scene.key.setStatus(flight.flightId, 'CANCELLED', flight.version, 'Not flown'))
      await scene.key.did(
        scene.key.block({ aircraftId, from: legList[1].offBlock, to: legList[1].onBlock, reason: 'OWNER_USE' }),
      )
      const blocked = await scene.set(jetMatch, quote, 'ACCEPTED')
      assert.deepEqual([blocked.userErrorList[0].code, blocked.warningList], ['AIRCRAFT_UNAVAILABLE', []])
      assert.doesNotMatch(JSON.stringify(blocked), /OWNER/)
    })

    test('a quote that is over is QUOTE_EXPIRED to accept; it can be revised', async () => {
      const request = await scene.asked(jetMatch)
      const sent = await scene.sent(request)
      const over = await scene.putQuote(sent, { validUntil: server.clock.now() - 1 })
      assert.equal((await scene.readQuote(jetMatch, sent)).status, 'EXPIRED')
      assert.deepEqual(await jetMatch.refusal(scene.set(jetMatch, over, 'ACCEPTED')), ['QUOTE_EXPIRED'])
      assert.deepEqual(await jetMatch.refusal(scene.set(jetMatch, over, 'REJECTED')), ['ILLEGAL_TRANSITION'])
      const { quote: next } = await scene.key.did(scene.revise(scene.key, over))
      assert.deepEqual(await scene.key.refusal(scene.set(scene.key, next, 'SENT')), ['VALIDATION'])
      const { quote: longer } = await scene.key.did(scene.update(scene.key, next, { validUntil: scene.sales.time(60) }))
      await scene.key.did(scene.set(scene.key, longer, 'SENT'))
      await jetMatch.did(scene.set(jetMatch, { ...longer, version: longer.version + 1 }, 'ACCEPTED'))
    })

    test('a request that ends takes its quotes along: withdrawn by the operator, rejected by the buyer', async () => {
      for (const [by, status, expected] of [
        [scene.key, 'DECLINED', ['WITHDRAWN', 'WITHDRAWN']],
        [jetMatch, 'WITHDRAWN', ['REJECTED', 'WITHDRAWN']],
      ] as const) {
        const request = await scene.asked(jetMatch)
        const [sent, draft] = [await scene.sent(request), await scene.drafted(request)]
        const { version } = await scene.readRequest(by, request)
        await by.did(scene.setRequest(by, { ...request, version }, status))
        const states = await Promise.all([sent, draft].map((each) => scene.readQuote(scene.key, each, 'status')))
        assert.deepEqual(
          states.map((each) => each.status),
          expected,
        )
        assert.deepEqual(await scene.key.refusal(scene.draft(scene.key, request)), ['LOCKED'])
      }
    })

    test('a buyer writes no quote, whatever its scopes, and gives none an external id (threats row 276)', async () => {
      const request = await scene.asked(jetMatch)
      const sent = await scene.sent(request)
      assert.deepEqual(await jetMatch.refusal(scene.draft(jetMatch, request)), ['NOT_ALLOWED'])
      assert.deepEqual(await jetMatch.refusal(scene.update(jetMatch, sent, {})), ['NOT_ALLOWED'])
      assert.deepEqual(await jetMatch.refusal(scene.revise(jetMatch, sent)), ['NOT_ALLOWED'])
      const named = `mutation ($id: ID!) { externalIdSet(entity: QUOTE, entityId: $id, system: "jetmatch", value: "7") {
        userErrorList { code } } }`
      assert.deepEqual(await jetMatch.refusal(jetMatch.change(named, { id: sent.quoteId })), ['NOT_ALLOWED'])
    })

    test('what the operator’s own systems call a quote is neither shown to its buyer nor found by it (threats row 307)', async () => {
      const quote = await scene.sent(await scene.asked(jetMatch), {
        externalIdList: [{ system: 'crm', value: 'lead-7' }],
      })
      const ids = async (by: Integration) =>
        (await scene.readQuote(by, quote, 'externalIdList { value }')).externalIdList
      const find = async (by: Integration) => {
        const text =
          '{ quoteList(filter: { externalId: { system: "crm", value: "lead-7" } }) { nodeList { quoteId } } }'
        return (await by.ask(text)).quoteList.nodeList.length
      }
      assert.deepEqual([await ids(scene.key), await ids(jetMatch)], [[{ value: 'lead-7' }], []])
      assert.deepEqual([await find(scene.key), await find(jetMatch)], [1, 0])
    })

    test('two buyers may have options on one slot; the operator books one, and the other cannot be booked (data row F14)', async () => {
      const hours = scene.day()
      const accepted = async (by: Integration) => {
        const request = await scene.asked(by, { legList: [scene.leg(hours)] })
        const sent = await scene.sent(request, { terms: { isSubjectToApproval: true } })
        return (await by.did(scene.set(by, sent, 'ACCEPTED'))).quote
      }
      const [one, two] = [await accepted(jetMatch), await accepted(charterhub)]
      await scene.key.did(scene.set(scene.key, one, 'BOOKED'))
      assert.deepEqual(await scene.key.refusal(scene.set(scene.key, two, 'BOOKED')), ['AIRCRAFT_OVERLAP'])
      assert.deepEqual(await scene.readQuote(charterhub, two), { version: two.version, status: 'ACCEPTED' })
      await scene.key.did(scene.set(scene.key, two, 'WITHDRAWN', 'Another buyer was first'))
    })

    test('what is wrong with a quote is told by its path; it has 50 lines and 10 steps at most (threats row 272)', async () => {
      const request = await scene.asked(jetMatch, { legList: [scene.leg(3000)] })
      const line = { kind: 'FLIGHT', label: 'Flight', unitPrice: price('10.00') }
      const leg = { adep: 'LSZH', ades: 'LFMN', offBlock: scene.sales.time(3000) }
      const steps = (length: number) => Array.from({ length }, (_, index) => ({ hoursBefore: index, percent: '10' }))
      await scene.drafted(await scene.asked(jetMatch), { terms: { cancellationList: steps(10) } })
      for (const [more, code, path] of [
        [{ lineList: [] }, 'VALIDATION', 'input.lineList'],
        [{ terms: { cancellationList: steps(11) } }, 'VALIDATION', 'input.terms.cancellationList'],
        [{ lineList: Array.from({ length: 51 }, () => line) }, 'VALIDATION', 'input.lineList'],
        [{ lineList: [line, { ...line, unitPrice: price('1.00', 'CHF') }] }, 'VALIDATION', 'input.lineList'],
        [{ lineList: [{ ...line, unitPrice: price('-1.00') }] }, 'VALIDATION', 'input.lineList.0.unitPrice.amount'],
        [{ lineList: [{ ...line, kind: 'DISCOUNT' }] }, 'VALIDATION', 'input.lineList.0.unitPrice.amount'],
        [
          { lineList: [{ ...line, unitPrice: price('1.5', 'JPY') }] },
          'VALIDATION',
          'input.lineList.0.unitPrice.amount',
        ],
        [
          { lineList: [{ ...line, unitPrice: price('1', 'ZZZ') }] },
          'VALIDATION',
          'input.lineList.0.unitPrice.currency',
        ],
        [{ lineList: [{ ...line, quantity: '10001' }] }, 'VALIDATION', 'input.lineList.0.quantity'],
        [{ lineList: [{ ...line, taxRate: '101' }] }, 'VALIDATION', 'input.lineList.0.taxRate'],
        [{ lineList: [{ ...line, legIndex: 2 }] }, 'VALIDATION', 'input.lineList.0.legIndex'],
        [{ lineList: [{ ...line, kind: 'DISCOUNT', unitPrice: price('-10.00') }] }, 'VALIDATION', 'input.lineList'],
        [{ validUntil: scene.sales.time(-1) }, 'VALIDATION', 'input.validUntil'],
        [{ validUntil: scene.sales.time(3001) }, 'VALIDATION', 'input.validUntil'],
        [{ aircraftId: 'acf_unknown' }, 'NOT_FOUND', 'input.aircraftId'],
        [{ charterRequestId: 'crq_unknown' }, 'NOT_FOUND', 'input.charterRequestId'],
        [{ legList: [] }, 'VALIDATION', 'input.legList'],
        [{ legList: Array.from({ length: 31 }, () => leg) }, 'VALIDATION', 'input.legList'],
        [{ legList: [leg, leg] }, 'TIME_ORDER', 'input.legList.1.offBlock'],
        [{ legList: [{ ...leg, onBlock: leg.offBlock }] }, 'TIME_ORDER', 'input.legList.0.onBlock'],
        [{ legList: [{ ...leg, isPositioning: true }] }, 'VALIDATION', 'input.legList'],
        [{ terms: { approvalHours: 0 } }, 'VALIDATION', 'input.terms.approvalHours'],
        [{ terms: { depositPercent: '101' } }, 'VALIDATION', 'input.terms.depositPercent'],
      ] as const) {
        const { userErrorList, quote } = await scene.draft(scene.key, request, more)
        const [error] = userErrorList
        assert.deepEqual([quote, error?.code, error?.path?.join('.')], [null, code, path], JSON.stringify(more))
      }
      assert.deepEqual((await scene.readRequest(scene.key, request, 'quoteList { quoteId }')).quoteList, [])
    })
  })
}

for (const store of storesFor('life cycle')) {
  describe(`the life cycle of a quote over HTTP (${store})`, () => {
    let server: TestServer
    let scene: QuoteScene
    before(async () => {
      server = await startServer(store)
      scene = await QuoteScene.open(server)
    })
    after(() => server.close())

    test('operator, buyer and another marketplace make every listed step and are refused all others', async () => {
      const jetMatch = await scene.sales.marketplace('JetMatch')
      const charterhub = await scene.sales.marketplace('Charterhub')
      for (const [name, by] of [
        ['operator', scene.key],
        ['buyer', jetMatch],
        ['another buyer', charterhub],
      ] as const) {
        for (const from of QUOTE_STATUSES) {
          const request = await scene.asked(jetMatch)
          const terms = { isSubjectToApproval: true }
          const prepared = await scene.sent(request, { terms })
          const accepted = from === 'ACCEPTED'
          for (const to of QUOTE_STATUSES) {
            // A step of an accepted quote needs its trip, so that each begins with a quote of its own.
            const fresh = accepted ? await scene.sent(await scene.asked(jetMatch), { terms }) : prepared
            const at = accepted
              ? (await scene.key.did(scene.set(scene.key, fresh, 'ACCEPTED'))).quote
              : await scene.putQuote(fresh, {
                  status: from === 'EXPIRED' ? 'SENT' : from,
                  validUntil: server.clock.now() + (from === 'EXPIRED' ? -HOUR : 24 * HOUR),
                })
            await scene.putRequest(accepted ? await requestOf(scene, fresh) : request, { status: 'OPEN' })
            const step = `${from} to ${to} by ${name}`
            const answer = await scene.set(by, at, to, 'Because')
            if (ALLOWED[name]?.includes(`${from} ${to}`)) {
              assert.equal(answer.quote?.status, to, `${step}: ${JSON.stringify(answer)}`)
              if (to === 'ACCEPTED') await cancelLegs(scene, answer.trip.tripId)
            } else {
              const expired = from === 'EXPIRED' && to === 'ACCEPTED' ? 'QUOTE_EXPIRED' : 'ILLEGAL_TRANSITION'
              const code = name === 'another buyer' ? 'NOT_FOUND' : expired
              assert.deepEqual(await by.refusal(Promise.resolve(answer)), [code], step)
            }
          }
        }
      }
    })
  })
}

const requestOf = async (scene: QuoteScene, quote: { readonly quoteId: string }) =>
  (await scene.readQuote(scene.key, quote, 'charterRequestId')) as { charterRequestId: string }

/** So that the same quote can be put back and accepted again. */
const cancelLegs = async (scene: QuoteScene, tripId: string): Promise<void> => {
  const text = 'query ($id: ID!) { trip(tripId: $id) { flightList { flightId version } } }'
  const { trip } = await scene.key.ask(text, { id: tripId })
  for (const { flightId } of trip.flightList) {
    const { flight } = await scene.key.ask('query ($id: ID!) { flight(flightId: $id) { version } }', { id: flightId })
    await scene.key.did(scene.key.setStatus(flightId, 'CANCELLED', flight.version, 'Tried again'))
  }
}

test(
  'of two who accept at two processes one does: the same quote, two of one request, two of one aircraft (threats row 275)',
  onPostgres('locks'),
  async () => {
    const place = await preparedPlace('postgres')
    const first = await startServer('postgres', place)
    const second = await startServer('postgres', place)
    try {
      const scene = await QuoteScene.open(first)
      const jetMatch = await scene.sales.marketplace('JetMatch')
      const charterhub = await scene.sales.marketplace('Charterhub')
      const there = scene.sales.at(second, jetMatch)
      const hubThere = scene.sales.at(second, charterhub)
      const trips = async () =>
        (await scene.key.ask('{ tripList(page: { first: 500 }) { nodeList { tripId flightList { flightId } } } }'))
          .tripList.nodeList
      for (let round = 0; round < 4; round++) {
        const before = (await trips()).length
        const request = await scene.asked(jetMatch)
        const [one, other] = [await scene.sent(request), await scene.sent(request)]
        const same = await Promise.all([scene.set(jetMatch, one, 'ACCEPTED'), scene.set(there, one, 'ACCEPTED')])
        assert.deepEqual(codesOf(same), ['STALE_VERSION'])
        assert.equal((await scene.readQuote(there, other)).status, 'REJECTED')

        const next = await scene.asked(jetMatch)
        const [left, right] = [await scene.sent(next), await scene.sent(next)]
        const two = await Promise.all([scene.set(jetMatch, left, 'ACCEPTED'), scene.set(there, right, 'ACCEPTED')])
        assert.deepEqual(codesOf(two), ['STALE_VERSION'])

        // Two buyers want one aircraft at one time.
        const legList = [scene.leg()]
        const [mine, yours] = [await scene.asked(jetMatch, { legList }), await scene.asked(charterhub, { legList })]
        const [a, b] = [await scene.sent(mine), await scene.sent(yours)]
        const rivals = await Promise.all([scene.set(jetMatch, a, 'ACCEPTED'), scene.set(hubThere, b, 'ACCEPTED')])
        assert.deepEqual(codesOf(rivals), ['AIRCRAFT_OVERLAP'])
        const statuses = [(await scene.readQuote(jetMatch, a)).status, (await scene.readQuote(hubThere, b)).status]
        assert.deepEqual(statuses.toSorted(), ['BOOKED', 'SENT'])

        const made = await trips()
        assert.equal(made.length, before + 3)
        assert.ok(made.every(({ flightList }: Data) => flightList.length === 2))
      }
    } finally {
      await first.close()
      await second.close()
    }
  },
)

const codesOf = (answers: readonly Data[]): string[] =>
  answers.flatMap(({ userErrorList }) => userErrorList.map(({ code }: { code: string }) => code))
