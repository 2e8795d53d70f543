/** Work before execution, and results beyond the estimate, are charged to their caller (threats rows 85, 88, 95, 115, 122). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { getIntrospectionQuery } from 'graphql'
import { COST_BUCKET, DOCUMENT_TOKENS_PER_COST, NEW_DOCUMENT_COST } from '../../src/domain/limits.ts'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant } from '../support/test-server.ts'

after(stopOwnPostgres)

const INTERVAL = 'interval: {from: "2026-11-15T00:00:00Z", to: "2026-11-16T00:00:00Z"}'
const BY_STATUS = `query ($s: [FlightStatus!]) { flightList(filter: {${INTERVAL}, statusList: $s}, page: {first: 1}) { pageInfo { hasMore } } }`

for (const store of storesFor('execution')) {
  describe(`charges (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
    })
    after(() => server.close())

    const costOf = (answer: Answer): { requested: number; remaining: number } => {
      assert.equal(answer.status, 200, answer.body.slice(0, 300))
      return answer.json<{ extensions: { cost: { requested: number; remaining: number } } }>().extensions.cost
    }
    /**
     * What a new key has spent after these requests. A store that keeps its own time goes on while the test's clock
     * stands, and refills 1 in a millisecond: on a busy machine some hundreds fewer are seen.
     */
    const spentOn = async (...requests: readonly { query: string; variables?: object; operationName?: string }[]) => {
      const token = await at.accessToken('flight:read')
      server.clock.standStill()
      for (const { query, ...more } of requests) await at.query(token, query, more)
      const spent = COST_BUCKET - costOf(await at.query(token, '{ __typename }')).remaining
      server.clock.moveOn()
      return spent
    }

    test('the budget allows reading the whole schema eight times in a row', async () => {
      const token = await at.accessToken('flight:read')
      for (let round = 0; round < 8; round++) costOf(await at.query(token, getIntrospectionQuery()))
    })

    test('no size that is asked for makes an operation cheaper, also of a field that is left out (threats row 160)', async () => {
      const token = await at.accessToken('flight:read aircraft:read crew:read contact:read')
      const interval = '{ from: "2026-11-20T00:00:00Z", to: "2026-11-20T05:00:00Z" }'
      const sized = [
        `freeCrewList(interval: ${interval}, position: CPT, first: $n) @include(if: false) { isOnStandby }`,
        `freeAircraftList(interval: ${interval}, first: $n) @include(if: false) { aircraft { aircraftId } }`,
        'changeList(first: $n) @include(if: false) { nodeList { entity } }',
        'airportList(first: $n) @include(if: false) { iCAO }',
      ]
      const list = '{ contactList(page: { first: 400 }) { nodeList { contactId } } }'
      const alone = costOf(await at.query(token, list)).requested
      for (const field of sized) {
        for (const n of [-1, -150_000, -2_147_483_648]) {
          const beside = `query ($n: Int) { ${field} ${list.slice(1)}`
          const cost = costOf(await at.query(token, beside, { variables: { n } })).requested
          assert.ok(cost >= alone, `${field} with ${n} costs ${cost}`)
        }
      }
    })

    test('a list without pages costs what it returns', async () => {
      const token = await at.accessToken('flight:read')
      const all = await at.query(token, '{ aircraftTypeList { iCAO } }')
      const { aircraftTypeList } = all.json<{ data: { aircraftTypeList: unknown[] } }>().data
      assert.ok(aircraftTypeList.length > 900)
      assert.equal(costOf(all).requested, 1 + aircraftTypeList.length)
    })

    test('results of a search beyond the estimate are charged to the next request', async () => {
      const query = '{ aircraftTypeList(wildcard: "*") { iCAO } }'
      assert.ok((await spentOn({ query })) > 500)
    })

    test('a refused document costs its tokens, and less when it is sent again', async () => {
      const query = `{ operator { ${'nothing '.repeat(4_000)} } }`
      assert.ok((await spentOn({ query })) > 500)
      const again = await spentOn({ query })
      assert.ok(again < 300, `${again}`)
    })

    test('a body costs its bytes, even if it cannot be parsed', async () => {
      assert.ok((await spentOn({ query: `# ${'x'.repeat(500_000)}` })) > 1_500)
      const unknown = { query: '{ __typename }', variables: { unknown: 'x'.repeat(500_000) } }
      assert.ok((await spentOn(unknown)) > 1_500)
    })

    test('a list entry costs 1, in the text or in a variable', async () => {
      const token = await at.accessToken('flight:read')
      const given = async (count: number) =>
        costOf(await at.query(token, BY_STATUS, { variables: { s: Array(count).fill('OPTION') } })).requested
      assert.equal((await given(400)) - (await given(0)), 400)
      const written = (list: string) => BY_STATUS.replace('query ($s: [FlightStatus!])', '').replace('$s', list)
      const cost = async (list: string) => costOf(await at.query(token, written(list))).requested
      assert.equal((await cost('[OPTION, OPTION, CLOSED]')) - (await cost('[]')), 3)
    })

    test('more list entries than a request may cost are refused before they are read', async () => {
      const token = await at.accessToken('flight:read')
      const answer = await at.query(token, BY_STATUS, { variables: { s: Array(40_000).fill(1) } })
      assert.equal(answer.status, 400)
      assert.match(answer.body, /COST_EXCEEDED/)
    })

    test('twenty lists of 500 entries in one request are refused by their cost before anything is written', async () => {
      const token = await at.accessToken('flight:read passenger:read passenger:write')
      const field = (n: number) =>
        `p${n}: flightPassengerListSet(flightId: "flt_${n}", expectedVersion: 1, passengerList: $list) { userErrorList { code } }`
      const fields = Array.from({ length: 20 }, (_, n) => field(n)).join(' ')
      const list = Array(500).fill({ contactId: 'cont_x' })
      const query = `mutation ($list: [PassengerInput!]!) { ${fields} }`
      const answer = await at.query(token, query, { variables: { list } })
      assert.equal(answer.status, 400, answer.body.slice(0, 300))
      assert.match(answer.body, /COST_EXCEEDED/)
    })

    test('a search through all airports costs 20 beside what it finds, and more with a glob (threats row 157)', async () => {
      const token = await at.accessToken('flight:read')
      const cost = async (args: string) =>
        costOf(await at.query(token, `{ airportList(first: 1${args}) { airportId } }`)).requested
      const unfiltered = await cost('')
      for (const search of [', wildcard: "zzqq"', ', minRunwayFt: 99990', ', countryCode: "XX"']) {
        assert.equal((await cost(search)) - unfiltered, 20)
      }
      assert.equal((await cost(', wildcard: "*a*e*yq0"')) - unfiltered, 30, 'stars')
      assert.equal(
        (await cost(', wildcard: "*?a*?e*q"')) - unfiltered,
        100,
        'question marks are matched letter by letter',
      )
    })

    test('selections that fragments repeat are charged', async () => {
      const fields = (prefix: string) =>
        Array.from({ length: 30 }, (_, n) => `${prefix}${n}: baseList { ...A }`).join(' ')
      const query = `{ operator { ${fields('a')} } } fragment A on Airport { ${'iCAO '.repeat(250)} }`
      const spent = await spentOn({ query })
      assert.ok(spent > 400, `${spent}`)
    })

    test('work beyond the allowance of a request is refused with LIMIT_EXCEEDED and charged in full', async () => {
      const fields = Array.from({ length: 45 }, (_, n) => `f${n}: ${BY_STATUS.match(/flightList.*(?= })/)?.[0]}`)
      const query = `query ($s: [FlightStatus!]) { ${fields.join(' ')} }`
      const variables = { s: Array(9_000).fill('OPTION') }
      const token = await at.accessToken('flight:read')
      const answer = await at.query(token, query, { variables })
      assert.equal(answer.status, 400, answer.body.slice(0, 300))
      assert.match(answer.body, /LIMIT_EXCEEDED/)
      assert.ok((await spentOn({ query, variables })) > 2_500)
    })

    test('a request that the scope gate refuses is charged each time', async () => {
      const refused = { query: '{ contactList { pageInfo { hasMore } } }' }
      const spent = await spentOn(...Array<typeof refused>(60).fill(refused))
      assert.ok(spent >= 50, `${spent}`)
    })

    test('an unknown operationName is charged for the document each time it is read', async () => {
      const operations = Array.from({ length: 300 }, (_, n) => `query q${n} { ...F }`).join(' ')
      const fragment = (n: number) => `fragment F on Query { a${n}: operator { name } }`
      const requests = [0, 1, 2].map((n) => ({ query: `${operations} ${fragment(n)}`, operationName: 'unknown' }))
      const spent = await spentOn(...requests)
      assert.ok(spent > 900, `${spent}`)
      // What is known only at the end of a request is charged too: a refusal costs 1 beside what its document paid.
      const small = Array.from({ length: 100 }, (_, n) => ({
        query: `query q${n} { __typename }`,
        operationName: 'no',
      }))
      const paid = NEW_DOCUMENT_COST + Math.floor(5 / DOCUMENT_TOKENS_PER_COST)
      const spentOnSmall = await spentOn(...small)
      assert.ok(spentOnSmall >= 100 * (paid + 1), `${spentOnSmall}`)
    })

    test('an answer of many kilobytes costs 1 for each', async () => {
      const fields = Array.from({ length: 50 }, (_, n) => `a${n}: echo(text: $t)`).join(' ')
      const request = { query: `query ($t: String!) { ${fields} }`, variables: { t: 'x'.repeat(1_000) } }
      // The first request pays for the document, too.
      await spentOn(request)
      const spent = await spentOn(...Array<typeof request>(20).fill(request))
      assert.ok(spent > 500, `${spent}`)
      const token = await at.accessToken('flight:read')
      const tooLong = await at.query(token, request.query, { variables: { t: 'x'.repeat(1_001) } })
      assert.match(tooLong.body, /at most 1000 characters/)
    })

    test('an error repeats at most the beginning of a long value', async () => {
      const token = await at.accessToken('flight:read')
      const query = 'query ($n: Int) { airportList(first: $n) { airportId } }'
      const answer = await at.query(token, query, { variables: { n: 'x'.repeat(500_000) } })
      assert.equal(answer.status, 200)
      assert.ok(answer.body.length < 2_000, `${answer.body.length}`)
      assert.match(answer.body, /Int cannot represent/)
    })

    test('a variable that the operation does not define is not read', async () => {
      const token = await at.accessToken('flight:read')
      const unreadable = { variables: { unknown: '\u0000', deep: JSON.parse('['.repeat(200) + ']'.repeat(200)) } }
      assert.equal((await at.query(token, '{ __typename }', unreadable)).status, 200)
      const defined = 'query ($unknown: String!) { echo(text: $unknown) }'
      assert.equal((await at.query(token, defined, unreadable)).status, 400)
    })
  })
}
