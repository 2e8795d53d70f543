/** Contacts: pages, versions, idempotency keys, refusals and searches (data §5.5, §5.6, §5.7, §5.9; threats row 42). */
import assert from 'node:assert/strict'
import { after, before, describe } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { IDEMPOTENCY_TTL_SECONDS } from '../../src/domain/limits.ts'
import { Integration } from '../support/integration.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer, type TestTenant, testsOn } from '../support/test-server.ts'

after(stopOwnPostgres)

const SCOPES = 'contact:read contact:write'
const PAYLOAD = '{ contact { contactId name surname kind version } userErrorList { code message path } }'
const CREATE = `mutation ($input: ContactInput!, $key: String) { contactCreate(input: $input, idempotencyKey: $key) ${PAYLOAD} }`
const UPDATE = `mutation ($id: ID!, $input: ContactUpdateInput!, $version: Int!, $key: String) {
  contactUpdate(contactId: $id, input: $input, expectedVersion: $version, idempotencyKey: $key) ${PAYLOAD} }`
const LIST = `query ($wildcard: String, $kinds: [ContactKind!], $first: Int, $after: String) {
  contactList(wildcard: $wildcard, kindList: $kinds, page: {first: $first, after: $after}) {
    nodeList { contactId name surname company email kind version } pageInfo { endCursor hasMore } } }`

interface Listed {
  readonly contactId: string
  readonly name: string
  readonly version: number
}

/** Actions of the tests on the contacts of one tenant. */
class Contacts {
  readonly api: Integration
  readonly #server: TestServer

  constructor(server: TestServer, api: Integration) {
    this.#server = server
    this.api = api
  }

  create = (input: object, key?: string) => this.api.change(CREATE, { input: { kind: 'CLIENT', ...input }, key })

  update = (id: string, version: number, input: object, key?: string) =>
    this.api.change(UPDATE, { id, version, input: { kind: 'CLIENT', ...input }, key })

  async created(input: object): Promise<Listed> {
    return (await this.api.did(this.create(input))).contact
  }

  async page(
    variables: object,
  ): Promise<{ nodeList: Listed[]; pageInfo: { endCursor: string | null; hasMore: boolean } }> {
    return (await this.api.ask(LIST, variables)).contactList
  }

  async names(variables: object): Promise<string[]> {
    return (await this.page({ first: 100, ...variables })).nodeList.map(({ name }) => name).sort()
  }

  /** Everything that a change writes: rows, versions, feed, keys. */
  async state(): Promise<unknown> {
    const { db, tenantId } = this.#server.world.storage.tenant(this.api.at.tenant.tenantId)
    const rows = async (table: string): Promise<unknown[]> =>
      (await sql`select * from ${sql.table(table)} where tenant_id = ${tenantId}`.execute(db)).rows
    return { contacts: await rows('contact'), feed: await rows('change_entry'), keys: await rows('idempotency') }
  }

  async feedLength(): Promise<number> {
    return ((await this.state()) as { feed: unknown[] }).feed.length
  }
}

for (const store of storesFor('concurrency')) {
  const { test, testOnBoth } = testsOn(store)
  describe(`contacts (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let contacts: Contacts
    const open = async (operatorId: string): Promise<Contacts> => {
      at = (await server.operator(operatorId)).production
      return new Contacts(server, await Integration.of(at, SCOPES))
    }
    before(async () => {
      server = await startServer(store)
      contacts = await open('alpine')
    })
    after(() => server.close())

    testOnBoth('paging contacts visits every row once while rows are inserted', async () => {
      let operators = 0
      const step = fc.record({ first: fc.integer({ min: 1, max: 7 }), inserted: fc.integer({ min: 0, max: 4 }) })
      const property = fc.asyncProperty(
        fc.integer({ min: 0, max: 25 }),
        fc.array(step, { minLength: 1 }),
        async (present, steps) => {
          const paged = await open(`paged-${store}-${operators++}`)
          const input = (name: string) =>
            `contactCreate(input: {kind: CLIENT, name: "${name}"}) { contact { contactId } }`
          const insert = (count: number, name: string) =>
            count === 0
              ? null
              : paged.api.ask(
                  `mutation { ${Array.from({ length: count }, (_, at) => `c${at}: ${input(name)}`).join(' ')} }`,
                )
          await insert(present, 'present')
          const seen: Listed[] = []
          let after: string | null = null
          for (let round = 0; ; round++) {
            const { first, inserted } = steps[round % steps.length] ?? { first: 1, inserted: 0 }
            const { nodeList, pageInfo } = await paged.page({ first, after })
            assert.ok(nodeList.length <= first)
            seen.push(...nodeList)
            if (!pageInfo.hasMore) break
            assert.equal(nodeList.length, first)
            after = pageInfo.endCursor
            if (round < 5) await insert(inserted, 'later')
          }
          assert.equal(new Set(seen.map(({ contactId }) => contactId)).size, seen.length, 'none twice')
          assert.equal(seen.filter(({ name }) => name === 'present').length, present, 'none missed')
        },
      )
      await fc.assert(property, { numRuns: 15 })
    })

    test('a page has 50 rows by default and at most 500, and an invalid cursor is refused', async () => {
      const { nodeList } = (await contacts.api.ask('{ contactList { nodeList { name } } }')).contactList
      assert.ok(nodeList.length <= 50)
      for (const first of [0, -1, 501]) {
        const { errors } = await contacts.api.body(LIST, { first })
        assert.deepEqual(
          errors?.map(({ extensions }) => extensions.code),
          ['BAD_USER_INPUT'],
        )
      }
      const forged = [
        '[]',
        '["contactList"]',
        '["contactList",1]',
        '["contactList","a","b"]',
        '["contactList",1,"a",2]',
        '["contactList",1e400,"a"]',
        '["contactList",1.5,"a"]',
        '["contactList",1,"\\u0000"]',
        '["contactList",null,"a"]',
        '[1,"a"]',
        '[null,1,"a"]',
        '{',
        '1',
      ]
      for (const after of ['', 'x', '%', ...forged.map((text) => Buffer.from(text).toString('base64url'))]) {
        const { errors } = await contacts.api.body(LIST, { after })
        assert.deepEqual(
          errors?.map(({ extensions }) => extensions.code),
          ['BAD_USER_INPUT'],
          after,
        )
      }
    })

    testOnBoth('the kinds argument filters contacts, and an empty list finds nothing', async () => {
      const filtered = await open('kinds')
      await filtered.created({ name: 'Client' })
      await filtered.created({ name: 'Handler', kind: 'HANDLER' })
      assert.deepEqual(await filtered.names({ kinds: ['HANDLER'] }), ['Handler'])
      assert.deepEqual(await filtered.names({ kinds: ['HANDLER', 'CLIENT'] }), ['Client', 'Handler'])
      assert.deepEqual(await filtered.names({ kinds: [] }), [])
    })

    testOnBoth('a version rises by one, and of many writers that expect the same version one succeeds', async () => {
      const { contactId, version } = await contacts.created({ name: 'Anna' })
      assert.equal(version, 1)
      for (let expected = 1; expected <= 3; expected++) {
        const writers = Array.from({ length: 8 }, (_, index) =>
          contacts.update(contactId, expected, { name: `Anna ${expected} ${index}` }),
        )
        const payloads = await Promise.all(writers)
        const won = payloads.filter(({ contact }) => contact !== null)
        assert.equal(won.length, 1)
        assert.equal(won[0].contact.version, expected + 1)
        for (const { contact, userErrorList } of payloads.filter(({ contact }) => contact === null)) {
          assert.equal(contact, null)
          assert.deepEqual(
            userErrorList.map(({ code, path }: { code: string; path: string[] }) => [code, path]),
            [['STALE_VERSION', ['expectedVersion']]],
          )
        }
      }
    })

    testOnBoth('of writers at two server processes that expect the same version one succeeds', async (t) => {
      const other = await startServer(store, server.place)
      t.after(() => other.close())
      const elsewhere = new Contacts(other, new Integration(await other.existing('alpine'), contacts.api.token))
      const home = new Contacts(server, new Integration(await server.existing('alpine'), contacts.api.token))
      const { contactId } = await home.created({ name: 'Berta' })
      for (let expected = 1; expected <= 5; expected++) {
        const payloads = await Promise.all(
          [home, elsewhere, home, elsewhere].map((each) =>
            each.update(contactId, expected, { name: `Berta ${expected}` }),
          ),
        )
        assert.equal(payloads.filter(({ contact }) => contact !== null).length, 1)
      }
    })

    test('a refused mutation changes nothing', async () => {
      const { contactId } = await contacts.created({ name: 'Carla' })
      const before = await contacts.state()
      const wrong: object[] = [
        { name: ' ' },
        { name: 'x'.repeat(201) },
        { name: 'a', email: 'no address' },
        { name: 'a', phone: 'x' },
        { name: 'a', airport: 'nowhere' },
        {
          name: 'a',
          externalIdList: [
            { system: 'a', value: 'b' },
            { system: 'a', value: 'c' },
          ],
        },
        { name: '', surname: '', company: '' },
      ]
      for (const [index, input] of wrong.entries()) {
        for (const key of [undefined, `refused-${index}`]) {
          for (const payload of [await contacts.create(input, key), await contacts.update(contactId, 1, input, key)]) {
            assert.equal(payload.contact, null)
            assert.ok(payload.userErrorList.length > 0, JSON.stringify(input))
            for (const error of payload.userErrorList) assert.equal(error.path[0], 'input')
          }
        }
      }
      for (const [id, version] of [
        [contactId, 7],
        ['con_nobody', 1],
        ['', 1],
      ] as const) {
        assert.equal((await contacts.update(id, version, { name: 'a' }, 'refused')).contact, null)
      }
      assert.equal((await contacts.create({ name: 'a' }, '')).contact, null)
      assert.equal((await contacts.create({ name: 'a' }, 'k'.repeat(201))).contact, null)
      assert.deepEqual(await contacts.state(), before)
    })
  })

  describe(`idempotency keys (${store})`, () => {
    let server: TestServer
    let at: TestTenant
    let contacts: Contacts
    before(async () => {
      server = await startServer(store)
      at = (await server.operator('alpine')).production
      contacts = new Contacts(server, await Integration.of(at, SCOPES))
    })
    after(() => server.close())

    testOnBoth(
      'a repeated idempotency key has one effect, one feed entry and the original payload, also in parallel',
      async () => {
        for (const key of ['one', 'two', 'three']) {
          const feed = await contacts.feedLength()
          const payloads = await Promise.all(Array.from({ length: 10 }, () => contacts.create({ name: 'Dora' }, key)))
          for (const payload of payloads) assert.deepEqual(payload, payloads[0])
          assert.equal(await contacts.feedLength(), feed + 1)
          assert.deepEqual(await contacts.create({ name: 'Dora' }, key), payloads[0])
          assert.equal(await contacts.feedLength(), feed + 1)
        }
      },
    )

    testOnBoth('an idempotency key sent to two processes at once has one effect', async (t) => {
      const other = await startServer(store, server.place)
      t.after(() => other.close())
      const elsewhere = new Contacts(other, new Integration(await other.existing('alpine'), contacts.api.token))
      for (let round = 0; round < 5; round++) {
        const feed = await contacts.feedLength()
        const asked = [contacts, elsewhere, contacts, elsewhere].map((each) =>
          each.create({ name: 'Emma' }, `both-${round}`),
        )
        const payloads = await Promise.all(asked)
        for (const payload of payloads) assert.deepEqual(payload, payloads[0])
        assert.equal(await contacts.feedLength(), feed + 1)
      }
    })

    test('an idempotency key is remembered after a restart of the server', async (t) => {
      const place = server.place
      const original = await contacts.create({ name: 'Frida' }, 'restart')
      const restarted = await startServer(store, place)
      t.after(() => restarted.close())
      const again = new Contacts(restarted, new Integration(await restarted.existing('alpine'), contacts.api.token))
      assert.deepEqual(await again.create({ name: 'Frida' }, 'restart'), original)
    })

    test('a repeated mutation resolves its own selection and may ask for other fields', async () => {
      const first = await contacts.create({ name: 'Gerda', surname: 'Gut' }, 'selection')
      const query = `mutation { contactCreate(input: {name: "Gerda", kind: CLIENT, surname: "Gut"}, idempotencyKey: "selection") { contact { contactId createdAt } } }`
      const again = await contacts.api.change(query)
      assert.equal(again.contact.contactId, first.contact.contactId)
      assert.match(again.contact.createdAt, /Z$/)
    })

    test('a repeated update returns its original result, not STALE_VERSION', async () => {
      const { contactId } = await contacts.created({ name: 'Hanna' })
      const first = await contacts.update(contactId, 1, { name: 'Hanna 2' }, 'update')
      assert.equal(first.contact.version, 2)
      assert.deepEqual(await contacts.update(contactId, 1, { name: 'Hanna 2' }, 'update'), first)
      assert.deepEqual(await contacts.api.refusal(contacts.update(contactId, 1, { name: 'Hanna 2' })), [
        'STALE_VERSION',
      ])
    })

    test('an idempotency key with other arguments or for another mutation gets IDEMPOTENCY_MISMATCH and changes nothing', async () => {
      const { contact } = await contacts.create({ name: 'Ida' }, 'mismatch')
      const before = await contacts.state()
      const others = [
        contacts.create({ name: 'Idaho' }, 'mismatch'),
        contacts.create({ name: 'Ida', surname: 'I' }, 'mismatch'),
        contacts.create({ name: 'Ida', kind: 'OTHER' }, 'mismatch'),
        contacts.update(contact.contactId, 1, { name: 'Ida' }, 'mismatch'),
      ]
      for (const other of others) assert.deepEqual(await contacts.api.refusal(other), ['IDEMPOTENCY_MISMATCH'])
      assert.deepEqual(await contacts.state(), before)
    })

    test('idempotency keys are separate for each caller', async () => {
      const stranger = new Contacts(server, await Integration.of(at, SCOPES))
      const [mine, theirs] = [
        await contacts.create({ name: 'Jana' }, 'shared'),
        await stranger.create({ name: 'Jana' }, 'shared'),
      ]
      assert.notEqual(mine.contact.contactId, theirs.contact.contactId)
      assert.equal((await stranger.create({ name: 'Julia' }, 'own')).userErrorList.length, 0)
    })

    test('a refused mutation does not use up its idempotency key', async () => {
      assert.deepEqual(await contacts.api.refusal(contacts.create({ name: '' }, 'again')), ['VALIDATION'])
      const { contact } = await contacts.api.did(contacts.create({ name: 'Karla' }, 'again'))
      assert.equal(contact.name, 'Karla')
    })

    test('an idempotency key is forgotten after 24 hours', async () => {
      const other = new Contacts(server, await Integration.of(at, SCOPES))
      const { contact } = await other.create({ name: 'Lena' }, 'day')
      const { refreshToken } = await at.createKey(SCOPES)
      const later = async () => {
        const token = (await at.refreshKey(refreshToken)).body
        return new Contacts(server, new Integration(at, token))
      }
      const first = await (await later()).create({ name: 'Lena' }, 'day')
      assert.notEqual(first.contact.contactId, contact.contactId, 'another caller')
      server.clock.advanceSeconds(IDEMPOTENCY_TTL_SECONDS - 60)
      assert.deepEqual(await (await later()).create({ name: 'Lena' }, 'day'), first)
      server.clock.advanceSeconds(61)
      const anew = await (await later()).create({ name: 'Lena' }, 'day')
      assert.notEqual(anew.contact.contactId, first.contact.contactId)
      assert.equal(
        (await (await later()).create({ name: 'Lotte' }, 'day')).userErrorList[0].code,
        'IDEMPOTENCY_MISMATCH',
      )
    })
  })

  describe(`searching contacts (${store}, threats row 42)`, () => {
    let server: TestServer
    let contacts: Contacts
    before(async () => {
      server = await startServer(store)
      contacts = new Contacts(server, await Integration.of((await server.operator('alpine')).production, SCOPES))
      const inputs = [
        { name: '100% Air' },
        { name: '100 Air' },
        { name: 'under_score' },
        { name: 'underXscore' },
        { name: "O'Brien" },
        { name: 'Quote "Q"' },
        { name: 'Zoë', surname: 'Ärmel' },
        { name: 'Zürich Handling', company: 'ZH AG', kind: 'HANDLER', email: 'ops@zh.example' },
        { name: 'a.b*c' },
        { name: "x'; drop table contact; --" },
      ]
      for (const input of inputs) await contacts.created(input)
    })
    after(() => server.close())

    const finds: [wildcard: string | null, names: string[]][] = [
      ['%', ['100% Air']],
      ['_', ['under_score']],
      ['100', ['100 Air', '100% Air']],
      ["'", ["O'Brien", "x'; drop table contact; --"]],
      ['"', ['Quote "Q"']],
      ["'; drop", ["x'; drop table contact; --"]],
      ['.b', ['a.b*c']],
      ['a.b?c', ['a.b*c']],
      ['ZO?', ['Zoë']],
      ['ärm', ['Zoë']],
      ['under?score', ['underXscore', 'under_score']],
      ['ZH ag', ['Zürich Handling']],
      ['ops@*', ['Zürich Handling']],
      ['z*', ['Zoë', 'Zürich Handling']],
      ['\\', []],
      ['[a-z]', []],
      ['.*', []],
      ['(a+)+$', []],
    ]
    for (const [wildcard, names] of finds) {
      testOnBoth(`the search ${wildcard} finds ${names.join(', ') || 'nothing'}`, async () => {
        assert.deepEqual(await contacts.names({ wildcard }), names)
      })
    }

    testOnBoth('an empty search finds all contacts', async () => {
      assert.equal((await contacts.names({ wildcard: '' })).length, 10)
      assert.equal((await contacts.names({ wildcard: null })).length, 10)
      assert.equal((await contacts.names({})).length, 10)
    })

    testOnBoth('a pattern of 2,000 characters, or one made for backtracking, is answered', async () => {
      for (const wildcard of ['x'.repeat(2_000), '*a'.repeat(1_000), `${'*a'.repeat(50)}*b`, '?'.repeat(2_000)]) {
        server.clock.advanceSeconds(20)
        assert.deepEqual(await contacts.names({ wildcard }), [])
        const types = '{ aircraftTypeList(wildcard: $w) { iCAO } airportList(wildcard: $w) { iCAO } }'
        const found = await contacts.api.ask(`query ($w: String) ${types}`, { w: wildcard })
        assert.deepEqual(found, { aircraftTypeList: [], airportList: [] })
      }
    })

    testOnBoth('a pattern of a megabyte is refused by its length', async () => {
      server.clock.advanceSeconds(20) // a megabyte costs a quarter of the bucket
      const { errors } = await contacts.api.body(LIST, { wildcard: '*a'.repeat(400_000) })
      assert.equal(errors?.[0]?.extensions.code, 'LIMIT_EXCEEDED')
    })

    testOnBoth('a search continues after the rows it skipped', async () => {
      const many = Array.from(
        { length: 40 },
        (_, index) => `c${index}: contactCreate(input: {kind: OTHER, name: "Row ${index}"}) { userErrorList { code } }`,
      )
      await contacts.api.ask(`mutation { ${many.join(' ')} }`)
      const found: string[] = []
      let after: string | null = null
      do {
        const { nodeList, pageInfo } = await contacts.page({ wildcard: 'row ?5', first: 2, after })
        found.push(...nodeList.map(({ name }) => name))
        after = pageInfo.hasMore ? pageInfo.endCursor : null
      } while (after !== null)
      assert.deepEqual(found.sort(), ['Row 15', 'Row 25', 'Row 35'])
    })
  })
}
