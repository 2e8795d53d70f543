/**
 * Secrets of the code grant, planted in every field, appear in no log, store, page or error in plain text (threats row
 * 60).
 */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { Browser } from '../support/browser.ts'
import {
  authorizePath,
  exchangeFields,
  GrantScene,
  PASSWORD,
  refreshFields,
  type Tokens,
} from '../support/code-grant.ts'
import type { Answer } from '../support/http-client.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'
import { basic } from '../support/token-requests.ts'

after(stopOwnPostgres)

const NEW_PASSWORD = 'a planted new password'
const WRONG_PASSWORD = 'a planted wrong password'

for (const store of storesFor('wording')) {
  describe(`planted secrets (${store})`, () => {
    let server: TestServer
    let scene: GrantScene
    const answers: Answer[] = []
    const planted = new Map<string, string>()
    before(async () => {
      server = await startServer(store)
      scene = await GrantScene.open(server, 'alpine')
      await walk()
    })
    after(() => server.close())

    const keep = async (answer: Promise<Answer>): Promise<Answer> => {
      answers.push(await answer)
      return answer
    }
    const client = (path: string, fields: Record<string, string>, headers = {}) =>
      keep(server.client.form(`${scene.at.origin}${path}`, fields, headers))

    /** A whole grant, with every secret also sent in wrong fields. */
    const walk = async (): Promise<void> => {
      const { application, browser } = scene
      planted.set('password', PASSWORD).set('new password', NEW_PASSWORD).set('wrong password', WRONG_PASSWORD)
      planted.set('client secret', application.clientSecret)
      for (const [name, value] of browser.cookies) planted.set(name, value)
      const code = await scene.code()
      const unused = await scene.code()
      const tokens = (await scene.exchange(code)).json<Tokens>()
      planted.set('code', code).set('unused code', unused)
      planted.set('access token', tokens.access_token).set('refresh token', tokens.refresh_token)
      await client('/oauth2/code/token/', exchangeFields(application, code))
      await client('/oauth2/code/token/', refreshFields(application, tokens.refresh_token))
      await client('/oauth2/revoke/', { ...refreshFields(application, ''), token: tokens.access_token })
      await misplaceSecrets(tokens)
      const stranger = new Browser(server.client, scene.at.origin)
      await keep(stranger.postFresh('/sign-in/', { email: scene.admin.email, password: WRONG_PASSWORD }))
      // A secret typed into the wrong field is returned to the user who typed it and goes nowhere else.
      await stranger.postFresh('/sign-in/', { email: WRONG_PASSWORD, password: WRONG_PASSWORD })
      const change = { intent: 'change-password', current_password: PASSWORD, new_password: NEW_PASSWORD }
      await keep(browser.post('/account/', { ...change, current_password: WRONG_PASSWORD }))
      await keep(browser.post('/account/', change))
      await keep(browser.get('/account/'))
    }

    const misplaceSecrets = async ({ access_token, refresh_token }: Tokens): Promise<void> => {
      const { application, browser } = scene
      const secrets = [application.clientSecret, refresh_token, access_token, planted.get('code') ?? '']
      for (const secret of secrets) {
        const encoded = encodeURIComponent(secret)
        await client('/oauth2/code/token/', { [secret]: secret, grant_type: secret })
        await client('/oauth2/code/token/', { client_id: secret, client_secret: secret })
        await client('/oauth2/code/token/', { ...refreshFields(application, secret), scope: secret })
        await client('/oauth2/code/token/', { ...exchangeFields(application, secret), redirect_uri: secret })
        await client('/oauth2/code/token/', {}, basic(secret, secret))
        await client(`/oauth2/code/token/?refresh_token=${encoded}`, {})
        await keep(browser.get(`/${encoded}/`))
        await keep(browser.get(`/account/?token=${encoded}`))
        await keep(
          browser.get('/account/', {
            authorization: `Bearer ${secret}`,
            'user-agent': secret,
            referer: `http://x/${secret}`,
          }),
        )
        await keep(browser.get(authorizePath({ ...application, clientId: secret }, 'contact:read')))
        await keep(browser.get(authorizePath(application, secret)))
        await keep(browser.post('/account/', { intent: secret, grant: secret, session: secret }))
        await keep(browser.post('/consent/', { request: secret, decision: secret }))
      }
    }

    /** The random part of the secret, which must not be found. */
    const marks = () =>
      [...planted].map(([name, secret]) => [name, secret.replace(/^air_\w+?_\w+?_/, '').slice(0, 24)] as const)

    test('the logs are written and contain no planted secret', () => {
      const logged = server.logged.join('')
      assert.ok(server.logged.length > 50)
      for (const [name, mark] of marks()) assert.ok(!logged.includes(mark), `${name} is in the log`)
    })

    test('the store is written and contains no planted secret', async () => {
      const dump = store === 'sqlite' ? storeFiles() : await storeRows()
      assert.match(dump, /consent\.allowed/, 'this is the store')
      for (const [name, mark] of marks()) assert.ok(!dump.includes(mark), `${name} is in the store`)
    })

    /** The files themselves with the write-ahead log, which may still contain deleted data. */
    const storeFiles = (): string => {
      const folder = server.place.environment.AIRSIDE_DATA ?? ''
      return readdirSync(folder)
        .map((file) => readFileSync(join(folder, file), 'latin1'))
        .join('')
    }
    const storeRows = async (): Promise<string> => {
      const { db } = server.world.storage.platform
      const { rows } = await sql<{ name: string }>`
        select table_name as name from information_schema.tables where table_schema = 'public'`.execute(db)
      const contents = rows
        .filter(({ name }) => !/^(airport|aircraft_type)/.test(name))
        .map(async ({ name }) => (await sql`select row_to_json(t) from ${sql.table(name)} t`.execute(db)).rows)
      return JSON.stringify(await Promise.all(contents))
    }

    test('no refusal repeats the planted secret', () => {
      const refusals = answers.filter(({ status }) => status >= 400)
      assert.ok(refusals.length > 20)
      for (const { body, headers } of refusals) {
        const said = body + JSON.stringify(headers)
        for (const [name, mark] of marks()) assert.ok(!said.includes(mark), `${name} is in ${said.slice(0, 400)}`)
      }
    })
  })
}
