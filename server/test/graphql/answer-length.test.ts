/** An answer is as long as may be kept and made into one text; what is counted of a longer one is paid for. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MAX_ANSWER_CHARACTERS } from '../../src/domain/limits.ts'
import { CONTACT } from '../../src/storage/operations/contacts.ts'
import { createRecords } from '../../src/storage/records.ts'
import { startServer, type TestServer, type TestTenant } from '../support/test-server.ts'

const CONTACTS = 500
const NAME_LENGTH = 100

interface Answer {
  readonly data?: unknown
  readonly errors?: readonly { readonly message: string; readonly extensions: { readonly code: string } }[]
}

const aliases = (count: number, field: string): string =>
  Array.from({ length: count }, (_, number) => `a${number}: ${field}`).join(' ')

describe('the length of an answer', () => {
  let server: TestServer
  let at: TestTenant
  before(async () => {
    server = await startServer('sqlite')
    at = (await server.operator('alpine')).production
    await server.world.storage.writeTenant(at.tenant.tenantId, (tx) =>
      createRecords(
        tx,
        CONTACT,
        Array.from({ length: CONTACTS }, (_, number) => ({
          contactId: `cont_${number}`,
          kind: 'CLIENT' as const,
          name: '"'.repeat(NAME_LENGTH),
          surname: null,
          company: null,
          email: null,
          phone: null,
          airportId: null,
          erasedAt: null,
        })),
      ),
    )
  })
  after(() => server.close())

  const asked = async (query: string, token: string): Promise<Answer & { status: number }> => {
    const answer = await at.query(token, query)
    return { status: answer.status, ...answer.json<Answer>() }
  }
  const list = (fields: string): string => `{ contactList(page: { first: ${CONTACTS} }) { nodeList { ${fields} } } }`

  test('is counted while it is made: beyond 4,000,000 characters nothing is made of it (threats row 423)', async () => {
    const token = await at.accessToken('contact:read')
    const { status, errors, data } = await asked(list(aliases(150, 'name')), token)
    assert.deepEqual([status, errors?.[0]?.extensions.code, data], [400, 'LIMIT_EXCEEDED', undefined])
    assert.match(errors?.[0]?.message ?? '', /more than 4000000 characters: ask for less/)
  })

  test('counts the names of fields and lists of texts too (threats row 423)', async () => {
    const token = await at.accessToken('contact:read')
    const long = 'x'.repeat(95)
    const names = Array.from({ length: 100 }, (_, number) => `${long}${number}: erasedAt`).join(' ')
    const { errors } = await asked(list(names), token)
    assert.equal(errors?.[0]?.extensions.code, 'LIMIT_EXCEEDED')
  })

  test('is paid for as far as it was counted, though nothing is answered (threats row 423)', async () => {
    const token = await at.accessToken('contact:read')
    server.clock.standStill()
    try {
      const statuses: number[] = []
      for (let tries = 0; tries < 8; tries++) statuses.push((await asked(list(aliases(150, 'name')), token)).status)
      assert.deepEqual([statuses[0], statuses.at(-1)], [400, 429], `${MAX_ANSWER_CHARACTERS} characters are paid for`)
    } finally {
      server.clock.moveOn()
    }
  })

  test('leaves room for the whole description of the schema', async () => {
    const type =
      'kind name description fields { name description args { name description type { name } } type { name } }'
    const { status } = await asked(
      `{ __schema { types { ${type} inputFields { name description } } } }`,
      await at.accessToken('contact:read'),
    )
    assert.equal(status, 200)
  })
})
