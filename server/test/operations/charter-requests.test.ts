/** Charter requests (data §7.3): asked by marketplaces, seen by the operator and by who asked. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { CHANGE_KINDS } from '../../src/domain/entity-kind.ts'
import { ACTORS } from '../../src/domain/operations/acting-as.ts'
import {
  CHARTER_REQUEST_LIFE_CYCLE,
  CHARTER_REQUEST_STATUSES,
  STANDS,
} from '../../src/domain/operations/sales/charter-request.ts'
import { stepsOf } from '../../src/domain/operations/step.ts'
import { secretHash } from '../../src/domain/secret.ts'
import { changesToSend } from '../../src/services/events/webhook-changes.ts'
import { readPrincipal } from '../../src/services/oauth/verify.ts'
import { changeHead } from '../../src/storage/change-feed.ts'
import { addPerson } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import type { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { QuoteScene } from '../support/quote-scene.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOUR = 3_600_000

/** The life cycle of a charter request (data §7.3), written down a second time by hand. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  operator: ['OPEN DECLINED', 'QUOTED DECLINED'],
  buyer: ['OPEN WITHDRAWN', 'QUOTED WITHDRAWN'],
}

test('a step of a charter request is allowed exactly for the states and actors that docs/life-cycles.md lists', () => {
  for (const from of CHARTER_REQUEST_STATUSES) {
    for (const to of CHARTER_REQUEST_STATUSES) {
      for (const actor of ACTORS) {
        const isAllowed = stepsOf(CHARTER_REQUEST_LIFE_CYCLE, { from, to, by: 'set' }, actor).length > 0
        assert.equal(isAllowed, ALLOWED[actor]?.includes(`${from} ${to}`) ?? false, `${from} -> ${to} by ${actor}`)
      }
    }
  }
})

for (const store of storesFor('record')) {
  describe(`charter requests (${store})`, () => {
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

    test('a marketplace asks for a charter with its ceiling alone, and reads it back as the operator does', async () => {
      const { leg: emptyLeg } = await scene.sales.offer()
      const request = await scene.asked(jetMatch, {
        legList: [scene.leg(240, { luggageCount: 3, petCount: 1, note: 'A dog' })],
        acftCategoryList: ['LIGHT_JET'],
        equipmentList: ['WIFI', 'WIFI'],
        emptyLegId: emptyLeg.emptyLegId,
        note: 'Flexible',
        externalIdList: [{ system: 'jetmatch', value: 'JM-1' }],
      })
      const fields = `status buyer { name surname email } note acftCategoryList equipmentList
        emptyLegId expiresAt externalIdList { system value } quoteList { quoteId }
        legList { legIndex adep { iCAO } ades { iCAO } earliest latest isDateOnly isArrival paxCount luggageCount petCount note }`
      const [earliest, latest] = [scene.sales.time(240), scene.sales.time(242)]
      const expected = {
        status: 'OPEN',
        buyer: { name: 'Noor', surname: 'Haddad', email: null },
        note: 'Flexible',
        acftCategoryList: ['LIGHT_JET'],
        equipmentList: ['WIFI'],
        emptyLegId: emptyLeg.emptyLegId,
        expiresAt: latest,
        externalIdList: [{ system: 'jetmatch', value: 'JM-1' }],
        quoteList: [],
        legList: [
          {
            legIndex: 0,
            adep: { iCAO: 'LSZH' },
            ades: { iCAO: 'LFMN' },
            earliest,
            latest,
            isDateOnly: false,
            isArrival: false,
            paxCount: 4,
            luggageCount: 3,
            petCount: 1,
            note: 'A dog',
          },
        ],
      }
      assert.deepEqual(await scene.readRequest(jetMatch, request, fields), expected)
      assert.deepEqual(await scene.readRequest(scene.key, request, fields), expected)
      const { createdBy } = await scene.readRequest(scene.key, request, 'createdBy { applicationName }')
      assert.deepEqual(createdBy, { applicationName: 'JetMatch' })
    })

    test('a window is said in UTC, on the clock of the airport or as a date, and is kept in UTC', async () => {
      const leg = { adep: 'LSZH', ades: 'EGLF', paxCount: 1 }
      const legList = [
        { ...leg, earliestLocal: '2027-07-01T10:00', latestLocal: '2027-07-01T12:00' },
        { ...leg, date: '2027-07-02' },
        { ...leg, date: '2027-07-03', isArrival: true },
      ]
      const request = await scene.asked(jetMatch, { legList })
      const read = await scene.readRequest(
        jetMatch,
        request,
        'legList { earliest latest isDateOnly earliestLocal latestLocal }',
      )
      assert.deepEqual(read.legList, [
        {
          earliest: '2027-07-01T08:00:00Z',
          latest: '2027-07-01T10:00:00Z',
          isDateOnly: false,
          earliestLocal: '2027-07-01T10:00:00+02:00',
          latestLocal: '2027-07-01T12:00:00+02:00',
        },
        {
          earliest: '2027-07-01T22:00:00Z',
          latest: '2027-07-02T21:59:00Z',
          isDateOnly: true,
          earliestLocal: '2027-07-02T00:00:00+02:00',
          latestLocal: '2027-07-02T23:59:00+02:00',
        },
        {
          earliest: '2027-07-02T23:00:00Z',
          latest: '2027-07-03T22:59:00Z',
          isDateOnly: true,
          earliestLocal: '2027-07-03T00:00:00+01:00',
          latestLocal: '2027-07-03T23:59:00+01:00',
        },
      ])
    })

    test('what is wrong with a request is told by its path, and nothing of it is kept', async () => {
      const contacts = async () =>
        (await scene.key.ask('{ contactList { nodeList { contactId } } }')).contactList.nodeList
      const known = (await contacts()).length
      const leg = scene.leg(300)
      const onDay = (date: string) => ({ adep: 'LSZH', ades: 'LFMN', date, paxCount: 4 })
      for (const [more, code, path] of [
        [{ legList: [] }, 'VALIDATION', 'input.legList'],
        [{ legList: Array.from({ length: 11 }, () => leg) }, 'VALIDATION', 'input.legList'],
        [{ legList: [{ ...leg, adep: 'XXXX' }] }, 'NOT_FOUND', 'input.legList.0.adep'],
        [{ legList: [{ ...leg, date: '2027-07-01' }] }, 'VALIDATION', 'input.legList.0'],
        [{ legList: [{ ...leg, paxCount: -1 }] }, 'VALIDATION', 'input.legList.0.paxCount'],
        [{ legList: [{ ...leg, note: 'x'.repeat(1001) }] }, 'VALIDATION', 'input.legList.0.note'],
        [{ legList: [scene.leg(-10)] }, 'VALIDATION', 'input.legList'],
        [{ legList: [{ ...leg, ades: 'LSZH' }] }, 'VALIDATION', 'input.legList.0.ades'],
        [{ legList: [leg, scene.leg(290)] }, 'TIME_ORDER', 'input.legList.1'],
        [{ legList: [leg, scene.leg(310), scene.leg(305)] }, 'TIME_ORDER', 'input.legList.2'],
        [{ legList: [onDay('1800-01-01')] }, 'VALIDATION', 'input.legList'],
        [{ legList: [onDay('2999-01-01')] }, 'VALIDATION', 'input.legList'],
        [{ legList: [leg, onDay('1800-01-01')] }, 'VALIDATION', 'input.legList'],
        [{ expiresAt: scene.sales.time(-1) }, 'VALIDATION', 'input.expiresAt'],
        [{ emptyLegId: 'eml_unknown' }, 'NOT_FOUND', 'input.emptyLegId'],
        [{ buyer: undefined }, 'VALIDATION', 'input'],
        [{ buyer: { kind: 'HANDLER', name: 'Jet' } }, 'VALIDATION', 'input.buyer.kind'],
        [{ buyer: { kind: 'CLIENT', name: 'Jet', email: 'no' } }, 'VALIDATION', 'input.buyer.email'],
        [{ note: 'x'.repeat(2001) }, 'VALIDATION', 'input.note'],
      ] as const) {
        const { userErrorList, charterRequest } = await scene.ask(jetMatch, more)
        const [error] = userErrorList
        assert.deepEqual(
          [charterRequest, error?.code, error?.path?.join('.')],
          [null, code, path],
          JSON.stringify(more),
        )
      }
      assert.equal((await contacts()).length, known)
    })

    test('another buyer reads null and nothing: by id, list, every filter, external id, quotes and feed (threats row 273)', async () => {
      const from = '{ changeList(from: NOW, entityList: [CHARTER_REQUEST, QUOTE]) { pageInfo { endCursor } } }'
      const cursor = (await charterhub.ask(from)).changeList.pageInfo.endCursor
      const externalIdList = [{ system: 'jetmatch', value: 'JM-2' }]
      const request = await scene.asked(jetMatch, { externalIdList })
      const quote = await scene.sent(request)
      assert.equal(await scene.readRequest(charterhub, request), null)
      assert.equal(await scene.readQuote(charterhub, quote), null)
      const { charterRequestId } = request
      for (const filter of [
        '{}',
        `{ charterRequestIdList: ["${charterRequestId}"] }`,
        '{ statusList: [OPEN, QUOTED, BOOKED, DECLINED, WITHDRAWN, EXPIRED] }',
        '{ createdSince: "2020-01-01T00:00:00Z" }',
        '{ updatedSince: "2020-01-01T00:00:00Z" }',
        '{ externalId: { system: "jetmatch", value: "JM-2" } }',
      ]) {
        const list = `{ charterRequestList(filter: ${filter}) { nodeList { charterRequestId } } }`
        assert.deepEqual((await charterhub.ask(list)).charterRequestList.nodeList, [], filter)
        assert.ok((await jetMatch.ask(list)).charterRequestList.nodeList.length > 0, filter)
      }
      for (const filter of ['{}', `{ charterRequestIdList: ["${charterRequestId}"] }`, '{ statusList: [SENT] }']) {
        const list = `{ quoteList(filter: ${filter}) { nodeList { quoteId } } }`
        assert.deepEqual((await charterhub.ask(list)).quoteList.nodeList, [], filter)
        assert.ok((await jetMatch.ask(list)).quoteList.nodeList.length > 0, filter)
      }
      const told =
        'query ($after: String!) { changeList(after: $after, entityList: [CHARTER_REQUEST, QUOTE]) { nodeList { entity } } }'
      assert.deepEqual((await charterhub.ask(told, { after: cursor })).changeList.nodeList, [])
      assert.deepEqual(await charterhub.refusal(scene.change(charterhub, request, { note: 'Mine' })), ['NOT_FOUND'])
      assert.deepEqual(await charterhub.refusal(scene.setRequest(charterhub, request, 'WITHDRAWN')), ['NOT_FOUND'])
      assert.deepEqual(await charterhub.refusal(scene.set(charterhub, quote, 'ACCEPTED')), ['NOT_FOUND'])
      const named = `mutation ($id: ID!) { externalIdSet(entity: CHARTER_REQUEST, entityId: $id, system: "hub", value: "7") {
        userErrorList { code } } }`
      assert.deepEqual(await charterhub.refusal(charterhub.change(named, { id: charterRequestId })), ['NOT_FOUND'])
    })

    test('another buyer’s webhooks send nothing of a request or quote, and its tries are logged as those of an unknown id (threats row 299)', async () => {
      const { tenantId } = scene.sales.scene.at.tenant
      const { world } = server
      const reader = world.storage.tenant(tenantId)
      const after = await changeHead(reader)
      const request = await scene.asked(jetMatch)
      const quote = await scene.sent(request)
      await scene.setRequest(jetMatch, request, 'WITHDRAWN')
      const toSend = async ({ token }: Integration) => {
        const principal = await readPrincipal(world, reader, secretHash(token))
        assert.ok(principal)
        const rest = { fields: null, statuses: null, aircraftIds: null }
        const heard = { tenantId, entities: ['CHARTER_REQUEST', 'QUOTE'], kinds: CHANGE_KINDS, ...rest } as const
        return (await changesToSend(world, heard, principal, { after, most: 100 })).changes
      }
      assert.deepEqual(new Set((await toSend(jetMatch)).map(({ entityId }) => entityId)).size, 2)
      assert.deepEqual(await toSend(charterhub), [])

      const admin = new ConsoleClient(server.client, scene.sales.scene.browser)
      const logged = async (query: string, id: string) => {
        const answer = await charterhub.at.query(charterhub.token, query, { variables: { id } })
        const { loggedRequestList } = await admin.data(
          `query ($id: String) { loggedRequestList(filter: { requestId: $id }) { nodeList {
            operation outcome code cost scopeList errorPath reason meaning document } } }`,
          { id: answer.headers['x-request-id'] },
        )
        assert.equal(loggedRequestList.nodeList.length, 1)
        return loggedRequestList.nodeList[0]
      }
      for (const [query, id] of [
        ['query Look($id: ID!) { charterRequest(charterRequestId: $id) { status } }', request.charterRequestId],
        ['query Look($id: ID!) { quote(quoteId: $id) { status } }', quote.quoteId],
        [
          'mutation Set($id: ID!) { charterRequestStatusSet(charterRequestId: $id, status: WITHDRAWN, expectedVersion: 1) { userErrorList { code } } }',
          request.charterRequestId,
        ],
        [
          'mutation Set($id: ID!) { quoteStatusSet(quoteId: $id, status: ACCEPTED, expectedVersion: 2) { userErrorList { code } } }',
          quote.quoteId,
        ],
        [
          'mutation Say($id: ID!) { messageSend(entity: QUOTE, entityId: $id, text: "Hello") { userErrorList { code } } }',
          quote.quoteId,
        ],
      ] as const) {
        // The first time a text is read, too.
        await logged(query, 'unknown')
        assert.deepEqual(await logged(query, id), await logged(query, 'unknown'), query)
      }
    })

    test('a marketplace names no contact of the operator as buyer, and learns nothing of one (threats row 273)', async () => {
      const { contact } = await scene.key.did(
        scene.key.change(
          'mutation { contactCreate(input: { kind: CLIENT, name: "Iris" }) { contact { contactId } userErrorList { code } } }',
        ),
      )
      const named = { buyer: undefined, buyerContactId: contact.contactId }
      const input = { legList: [scene.leg()], ...named }
      const text =
        'mutation ($input: CharterRequestInput!) { charterRequestCreate(input: $input) { userErrorList { code } } }'
      const { errors } = await jetMatch.body(text, { input })
      assert.equal(errors?.[0]?.extensions.code, 'INSUFFICIENT_SCOPE')
      const request = await scene.asked(scene.key, named)
      assert.deepEqual((await scene.readRequest(scene.key, request, 'buyer { name }')).buyer, { name: 'Iris' })
      assert.equal(await scene.readRequest(jetMatch, request), null)
    })

    test('a change of a request gives the quotes that were sent another version, so that nobody accepts them unread', async () => {
      const request = await scene.asked(jetMatch)
      const quote = await scene.sent(request)
      const { version } = await scene.readRequest(jetMatch, request)
      const changed = await jetMatch.did(
        scene.change(jetMatch, { ...request, version }, { note: 'And a birthday cake' }),
      )
      assert.equal(changed.charterRequest.version, version + 1)
      assert.equal((await scene.readQuote(jetMatch, quote)).version, quote.version + 1)
      assert.deepEqual(await jetMatch.refusal(scene.set(jetMatch, quote, 'ACCEPTED')), ['STALE_VERSION'])
    })

    test('legs do not change while a quote for them stands, and do once it is rejected (threats row 301)', async () => {
      const request = await scene.asked(jetMatch)
      const quote = await scene.sent(request)
      const change = async (by: Integration) =>
        scene.change(
          by,
          { ...request, ...(await scene.readRequest(by, request)) },
          { legList: [{ ...scene.leg(), paxCount: 500 }] },
        )
      assert.deepEqual(await jetMatch.refusal(change(jetMatch)), ['LOCKED'])
      assert.deepEqual(await scene.key.refusal(change(scene.key)), ['LOCKED'])
      await jetMatch.did(scene.set(jetMatch, quote, 'REJECTED'))
      await jetMatch.did(change(jetMatch))
    })

    test('operator, buyer and another marketplace make every listed step and are refused all others', async () => {
      const request = await scene.asked(jetMatch)
      const now = server.clock.now()
      for (const [name, by] of [
        ['operator', scene.key],
        ['buyer', jetMatch],
        ['another buyer', charterhub],
      ] as const) {
        for (const from of CHARTER_REQUEST_STATUSES) {
          for (const to of CHARTER_REQUEST_STATUSES) {
            const at = await scene.putRequest(request, {
              status: from === 'QUOTED' || from === 'EXPIRED' ? 'OPEN' : from,
              quotedUntil: from === 'QUOTED' ? now + HOUR : null,
              expiresAt: from === 'EXPIRED' ? now - HOUR : now + HOUR,
            })
            const answer = await scene.setRequest(by, at, to)
            const step = `${from} to ${to} by ${name}`
            if (ALLOWED[name]?.includes(`${from} ${to}`)) assert.equal(answer.charterRequest?.status, to, step)
            else {
              const code = name === 'another buyer' ? 'NOT_FOUND' : 'ILLEGAL_TRANSITION'
              assert.deepEqual(await by.refusal(Promise.resolve(answer)), [code], step)
            }
          }
        }
      }
      const accepted = await scene.putRequest(request, { status: 'OPEN', quotedUntil: STANDS, expiresAt: null })
      assert.deepEqual(await jetMatch.refusal(scene.setRequest(jetMatch, accepted, 'WITHDRAWN')), [
        'ILLEGAL_TRANSITION',
      ])
    })

    test('a person of sales writes down a request, quotes it and sends it; one of maintenance reads neither', async () => {
      const { at } = scene.sales.scene
      const person = await addPerson(server, at, 'Selma', ['SALES'])
      const sales = await ConsoleClient.signIn(server, at, person)
      const { charterRequest } = await sales.done(
        'charterRequestCreate',
        `mutation ($input: CharterRequestInput!) { charterRequestCreate(input: $input) {
          charterRequest { charterRequestId createdBy { kind } } userErrorList { code message path } } }`,
        { input: { buyer: { kind: 'CLIENT', name: 'Noor' }, legList: [scene.leg()] } },
      )
      assert.deepEqual(charterRequest.createdBy, { kind: 'USER' })
      const { quote } = await sales.done(
        'quoteCreate',
        'mutation ($input: QuoteInput!) { quoteCreate(input: $input) { quote { quoteId } userErrorList { code message path } } }',
        {
          input: {
            charterRequestId: charterRequest.charterRequestId,
            aircraftId: scene.sales.fleet.aircraft[0]?.aircraftId,
            lineList: [{ kind: 'FLIGHT', label: 'Flight', unitPrice: { amount: '100.00', currency: 'CHF' } }],
            validUntil: scene.sales.time(48),
          },
        },
      )
      const sent = await sales.done(
        'quoteStatusSet',
        `mutation ($id: ID!) { quoteStatusSet(quoteId: $id, status: SENT, expectedVersion: 1) { quote { status }
          userErrorList { code message path } } }`,
        { id: quote.quoteId },
      )
      assert.equal(sent.quote.status, 'SENT')
      const other = await ConsoleClient.signIn(server, at, await addPerson(server, at, 'Tilde', ['MAINTENANCE']))
      const refused = await other.ask('{ charterRequestList { nodeList { status } } }')
      assert.match(refused.body, /INSUFFICIENT_SCOPE/)
    })

    test('a list finds requests by the state that they are in now', async () => {
      const request = await scene.asked(jetMatch)
      const states = async (statusList: string) => {
        const text = `query ($ids: [ID!]) { charterRequestList(filter: { charterRequestIdList: $ids, statusList: ${statusList} }) { nodeList { status } } }`
        const { nodeList } = (await jetMatch.ask(text, { ids: [request.charterRequestId] })).charterRequestList
        return nodeList.map(({ status }: { status: string }) => status)
      }
      assert.deepEqual(await states('[OPEN]'), ['OPEN'])
      await scene.sent(request)
      assert.deepEqual([await states('[OPEN]'), await states('[QUOTED]')], [[], ['QUOTED']])
      await scene.putRequest(request, { expiresAt: server.clock.now() - 1 })
      assert.deepEqual(
        [await states('[EXPIRED]'), await states('[QUOTED]')],
        [[], ['QUOTED']],
        'an offer stands longer than the request (data §7.3)',
      )
      await scene.putRequest(request, { quotedUntil: server.clock.now() - HOUR, expiresAt: server.clock.now() - 1 })
      assert.deepEqual([await states('[QUOTED, OPEN]'), await states('[EXPIRED]')], [[], ['EXPIRED']])
      assert.deepEqual(await states('[]'), [])
    })
  })
}
