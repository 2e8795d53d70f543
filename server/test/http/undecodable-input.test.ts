/**
 * NUL and invalid UTF-8 in the path, query and cookies of every route get a 4xx, never a server error (threats row
 * 104).
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Route } from '../../src/http/listening/route.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const HOSTS: Readonly<Record<string, string>> = {
  anywhere: 'alpine.localhost',
  operator: 'alpine.localhost',
  landing: 'localhost',
  developers: 'developers.localhost',
  support: 'support.localhost',
}

/** Parameters that some route reads, each with a value that is not text. */
const NAMES = [
  ...['invitation', 'to', 'client_id', 'redirect_uri', 'state', 'application', 'operator', 'reset', 'sign_up'],
  'anything',
]
const VALUES = ['%00', 'a%00b', '%FF', '%C3%28', '%ED%A0%80']

for (const store of storesFor('errors')) {
  describe(`input that cannot be decoded (${store})`, () => {
    let server: TestServer
    let routes: { host: string; method: string; path: string }[]
    before(async () => {
      server = await startServer(store, undefined, { tenants: [], applications: [], platform: null })
      await server.operator('alpine')
      routes = Object.entries<readonly Route<never>[]>({ ...server.app.routes }).flatMap(([face, listed]) =>
        listed.map(({ method, path }) => ({ host: HOSTS[face] ?? '', method, path: path.replace('*', 'x') })),
      )
    })
    after(() => server.close())

    const statusOf = async (host: string, method: string, target: string, headers: Record<string, string> = {}) =>
      (await server.client.raw(host, target, { method, headers })).status

    test('an undecodable query string gets a response below 500 on every route', async () => {
      assert.ok(routes.length > 30)
      for (const { host, method, path } of routes) {
        const query = NAMES.map((name, index) => `${name}=${VALUES[index % VALUES.length]}`).join('&')
        for (const target of [`${path}?${query}`, `${path}?%FF=%00`, `${path}?invitation=a%00b`]) {
          const status = await statusOf(host, method, target)
          assert.ok(status < 500, `${method} ${target}: ${status}`)
        }
      }
    })

    test('each parameter with NUL, alone in the query, gets a response below 500 on every route', async () => {
      for (const { host, method, path } of routes.filter((route) => route.method === 'GET')) {
        for (const name of NAMES) {
          const status = await statusOf(host, method, `${path}?${name}=a%00b`)
          assert.ok(status < 500, `${path}?${name}: ${status}`)
        }
      }
    })

    test('an undecodable path gets 400 on every host', async () => {
      for (const host of new Set(Object.values(HOSTS))) {
        for (const value of VALUES) assert.equal(await statusOf(host, 'GET', `/console/${value}`), 400, value)
      }
    })

    test('undecodable cookies get a response below 500 on every route', async () => {
      const cookies = ['__Host-airside=a\u00ffb\u0080', '__Host-airside=%00', '__Host-airside-device=\u00ff', 'a=%FF']
      for (const { host, method, path } of routes) {
        for (const cookie of cookies) {
          const status = await statusOf(host, method, path, { cookie, 'sec-fetch-site': 'same-origin' })
          assert.ok(status < 500, `${method} ${path} ${cookie}: ${status}`)
        }
      }
    })

    test('the link of an invitation or a reset with NUL gets 400', async () => {
      for (const target of ['/invitation/?invitation=a%00b', '/reset/?reset=a%00b']) {
        assert.equal(await statusOf('alpine.localhost', 'GET', target), 400, target)
      }
    })
  })
}
