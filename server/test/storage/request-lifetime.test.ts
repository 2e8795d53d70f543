/** A request ends at its deadline and when its client leaves: what is under way is stopped and taken back. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { COST_BUCKET } from '../../src/domain/limits.ts'
import { SQLITE_FILE } from '../../src/storage/engines/sqlite-engine.ts'
import { Browser, formTo } from '../support/browser.ts'
import { addPerson } from '../support/code-grant.ts'
import { ConsoleClient } from '../support/console-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { soon } from '../support/soon.ts'
import {
  onPostgres,
  type Place,
  preparedPlace,
  type Store,
  startServer,
  storesFor,
  type TestServer,
  type TestTenant,
} from '../support/test-server.ts'
import { waitingConnections } from '../support/waiting-connections.ts'

after(stopOwnPostgres)

const CREATE = 'mutation { contactCreate(input: {kind: CLIENT, name: "Anna"}) { contact { contactId } } }'
const NOBODY_LISTENS = 'smtp://127.0.0.1:9'
const LIST = '{ contactList { nodeList { name } } }'

/** Somebody else who keeps the store's contacts and forms to themselves for a while. */
interface Holder {
  hold(): Promise<void>
  letGo(): Promise<void>
  /** How many requests wait for the contacts at this moment. */
  waiting(): Promise<number>
  close(): Promise<void>
}

const postgresHolder = async (url: string): Promise<Holder> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return {
    hold: async () =>
      void (await client.query('begin; lock table contact, spent_form, user_session in access exclusive mode')),
    letGo: async () => void (await client.query('rollback')),
    waiting: async () => (await waitingConnections(client)).length,
    close: () => client.end(),
  }
}

/** False while the server itself is writing, e.g. what it counted. */
const isBegun = (database: DatabaseSync): boolean => {
  try {
    database.exec('begin immediate')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === 5) return false
    throw error
  }
}

const sqliteHolder = (folder: string): Holder => {
  const database = new DatabaseSync(join(folder, SQLITE_FILE))
  return {
    hold: () => soon('the server writes nothing at this moment', async () => isBegun(database)),
    letGo: async () => database.exec('rollback'),
    waiting: async () => 0,
    close: async () => database.close(),
  }
}

const holderOf = (store: Store, { environment }: Place): Holder | Promise<Holder> =>
  store === 'sqlite' ? sqliteHolder(environment.AIRSIDE_DATA ?? '') : postgresHolder(environment.DATABASE_URL ?? '')

for (const store of storesFor('locks')) {
  describe(`the end of a request (${store})`, () => {
    let place: Place
    let server: TestServer
    let at: TestTenant
    let token: string
    let holder: Holder
    before(async () => {
      place = await preparedPlace(store)
      const environment = { ...place.environment, AIRSIDE_REQUEST_SECONDS: '1.5', AIRSIDE_SMTP_URL: NOBODY_LISTENS }
      server = await startServer(store, { ...place, environment })
      at = (await server.operator('alpine')).production
      token = await at.accessToken()
      holder = await holderOf(store, place)
    })
    after(async () => {
      await holder.close()
      await server.close()
      await place.dispose()
    })

    const names = async (): Promise<string[]> => {
      const { data } = (await at.query(token, LIST)).json<{ data: { contactList: { nodeList: { name: string }[] } } }>()
      return data.contactList.nodeList.map(({ name }) => name)
    }

    test('a change that waits beyond the deadline is answered 504 with what to do, and is not done', async () => {
      await holder.hold()
      const answer = await at.query(token, CREATE)
      assert.equal(answer.status, 504, answer.body)
      assert.match(answer.body, /DEADLINE_EXCEEDED/)
      assert.match(answer.body, /ask for less in one request/)
      await soon('nobody waits for the contacts', async () => (await holder.waiting()) === 0)
      await holder.letGo()
      assert.deepEqual(await names(), [])
    })

    test('an open page that waits beyond the deadline is answered 504 as well', async () => {
      const at = (operatorId: string) => new Browser(server.client, `http://${operatorId}.localhost`)
      const email = 'anna@example.com'
      const pages = [
        { browser: at('alpine'), path: '/sign-in/', typed: { email, password: 'a long password' } },
        { browser: at('alpine'), path: '/forgotten/', typed: { email } },
        { browser: at('developers'), path: '/sign-up/', typed: { email, company: 'Acme', name: 'Anna' } },
      ]
      const forms = await Promise.all(
        pages.map(async ({ browser, path }) => formTo((await browser.get(path)).body, path)),
      )
      await holder.hold()
      const answers = await Promise.all(
        pages.map(({ browser, typed }, index) => browser.submit(forms[index] as (typeof forms)[0], typed)),
      )
      assert.deepEqual(
        answers.map(({ status }) => status),
        [504, 504, 504],
      )
      await soon('nobody waits for the forms', async () => (await holder.waiting()) === 0)
      await holder.letGo()
    })

    test('whoever is signed in is looked up within the deadline: beyond it the answer is 504', async () => {
      const person = await addPerson(server, at, 'Sina', ['ADMIN'])
      const { browser } = await ConsoleClient.signIn(server, at, person)
      // Old enough that its last use is written down.
      server.clock.advanceSeconds(61)
      await holder.hold()
      const answers = await Promise.all([
        new ConsoleClient(server.client, browser).ask('{ viewer { isAdmin } }'),
        browser.get('/account/'),
      ])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [504, 504],
      )
      assert.match(answers[1]?.body ?? '', /Not available just now/)
      await soon('nobody waits for the sessions', async () => (await holder.waiting()) === 0)
      await holder.letGo()
      assert.equal((await browser.get('/account/')).status, 200)
    })

    test('a search that is cut off is charged for its time', {
      skip: store === 'sqlite' ? 'nothing keeps a reader waiting' : false,
    }, async () => {
      const fresh = await at.accessToken()
      const cost = async () => {
        const answer = await at.query(fresh, '{ __typename }')
        return answer.json<{ extensions: { cost: { remaining: number } } }>().extensions.cost.remaining
      }
      await holder.hold()
      server.clock.standStill()
      const answer = await at.query(fresh, '{ contactList(kindList: [CLIENT]) { nodeList { name } } }')
      assert.equal(answer.status, 504, answer.body)
      const remaining = await cost()
      server.clock.moveOn()
      await holder.letGo()
      assert.ok(COST_BUCKET - remaining > 500, `${remaining} are left`)
    })

    test('a request whose client has left is stopped, and none of its changes is made', async () => {
      await holder.hold()
      const req = request({
        port: server.client.port,
        host: '127.0.0.1',
        method: 'POST',
        path: '/api/graphql/',
        headers: { host: 'alpine.localhost', authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      })
      req.on('error', () => {})
      req.end(JSON.stringify({ query: CREATE }))
      await once(req, 'finish')
      if (store === 'postgres') await soon('the change waits', async () => (await holder.waiting()) === 1)
      req.destroy()
      const isLogged = async () => server.logged.some((line) => line.includes('"request_abandoned"'))
      await soon('the log tells that the client left', isLogged)
      assert.equal(await holder.waiting(), 0)
      await holder.letGo()
      assert.deepEqual(await names(), [])
    })

    test('a request that ends in time changes what it should', async () => {
      assert.equal((await at.query(token, CREATE)).status, 200)
      assert.deepEqual(await names(), ['Anna'])
    })
  })
}

describe('a row that another transaction holds (postgres)', onPostgres('locks'), () => {
  test('a change waits a while for a row that another transaction holds, then is refused with the reason', async () => {
    const place = await preparedPlace('postgres')
    const environment = { ...place.environment, AIRSIDE_DATABASE_LOCK_SECONDS: '1' }
    const server = (await startServer('postgres', { ...place, environment })).at(place)
    const holder = new pg.Client({ connectionString: server.config.databaseUrl ?? '' })
    await holder.connect()
    try {
      const at = (await server.operator('alpine')).production
      const token = await at.accessToken()
      await holder.query('begin; update change_head set position = position')
      const answer = await at.query(token, CREATE)
      assert.equal(answer.status, 503, answer.body)
      assert.match(answer.body, /Another change to the same records is still under way/)
    } finally {
      await holder.end()
      await server.close()
    }
  })
})
