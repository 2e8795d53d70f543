/** Texts by which something is asked are short, and each use of one costs; what was read costs though it is not answered. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MAX_ASKED_TEXT } from '../../src/domain/limits.ts'
import { CONTACT } from '../../src/storage/operations/contacts.ts'
import { createRecords } from '../../src/storage/records.ts'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

const LONG = 'x'.repeat(MAX_ASKED_TEXT + 1)
const CONTACTS = 500

interface Answer {
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[]
  readonly extensions?: { readonly cost: { readonly prepared?: number } }
}

describe('texts by which something is asked', () => {
  let server: TestServer
  let at: TestTenant
  let token: string
  before(async () => {
    server = await startServer('sqlite')
    at = (await server.operator('alpine')).production
    token = await at.accessToken('aircraft:read contact:read contact:write flight:read')
  })
  after(() => server.close())

  const asked = async (query: string, variables: object = {}, by = token): Promise<Answer & { status: number }> => {
    const answer = await at.query(by, query, { variables })
    return { status: answer.status, ...answer.json<Answer>() }
  }

  test('have at most 2,000 characters, in a variable or written out, in lists and filters (threats row 382)', async () => {
    const inVariables: readonly (readonly [string, object])[] = [
      ['query ($c: String) { contactList(wildcard: $c) { nodeList { name } } }', { c: LONG }],
      ['query ($c: String) { contactList(page: {after: $c}) { nodeList { name } } }', { c: LONG }],
      ['query ($c: [ID!]) { contactList(contactIdList: $c) { nodeList { name } } }', { c: ['a', LONG] }],
      ['query ($c: AircraftFilter) { aircraftList(filter: $c) { nodeList { registration } } }', { c: { iCAO: LONG } }],
      ['query ($c: String) { aircraftList(filter: {iCAO: $c}) { nodeList { registration } } }', { c: LONG }],
      ['query ($c: String!) { contactList { nodeList { contactId } } echo(text: $c) }', { c: LONG }],
    ]
    const written = [`{ contactList(wildcard: "${LONG}") { nodeList { name } } }`, `{ echo(text: "${LONG}") }`]
    for (const [query, variables] of [...inVariables, ...written.map((text) => [text, {}] as const)]) {
      const { status, errors } = await asked(query, variables)
      assert.deepEqual([status, errors?.[0]?.extensions.code], [400, 'LIMIT_EXCEEDED'], query.slice(0, 80))
      assert.match(errors?.[0]?.message ?? '', / has 2001 characters; at most 2000 are read$/)
    }
  })

  test('of a mutation have the limits of what is written', async () => {
    const create = `mutation { contactCreate(input: {kind: CLIENT, name: "${LONG}"}) { userErrorList { code } } }`
    const { status, errors } = await asked(create)
    assert.deepEqual([status, errors], [200, undefined])
  })

  test('cost for each field that is asked by them', async () => {
    const text = 'x'.repeat(MAX_ASKED_TEXT)
    const fields = Array.from(
      { length: 30 },
      (_, number) => `a${number}: contactList(wildcard: $c) { nodeList { name } }`,
    )
    const { extensions } = await asked(`query ($c: String) { ${fields.join(' ')} }`, { c: text })
    assert.ok((extensions?.cost.prepared ?? 0) > 1_000, `${extensions?.cost.prepared} for 30 fields`)
  })

  test('that are cursors of nobody are refused before they are taken apart', async () => {
    const nested = Buffer.from(`${'['.repeat(300)}${']'.repeat(300)}`).toString('base64url')
    const { errors } = await asked(`{ contactList(page: {after: "${nested}"}) { nodeList { name } } }`)
    assert.match(errors?.[0]?.message ?? '', /^after is not a cursor of this list/)
  })

  test('what a request read is charged though its answer is too large to be sent (threats row 383)', async () => {
    await server.world.storage.writeTenant(at.tenant.tenantId, (tx) =>
      createRecords(
        tx,
        CONTACT,
        Array.from({ length: CONTACTS }, (_, number) => ({
          contactId: `cont_${number}`,
          kind: 'CLIENT' as const,
          name: `Contact ${number}`,
          surname: null,
          company: null,
          email: null,
          phone: null,
          airportId: null,
          erasedAt: null,
        })),
      ),
    )
    const fresh = await at.accessToken('contact:read')
    server.clock.standStill()
    const fields = Array.from(
      { length: 50 },
      (_, number) => `a${number}: changeList(first: 500) { nodeList { entityId } }`,
    )
    const { status, errors } = await asked(`{ ${fields.join(' ')} }`, {}, fresh)
    assert.deepEqual([status, errors?.[0]?.extensions.code], [400, 'COST_EXCEEDED'])
    const { status: next } = await asked('{ __typename }', {}, fresh)
    server.clock.moveOn()
    assert.equal(next, 429, 'more was read than a full budget pays for')
  })
})
