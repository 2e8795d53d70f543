/** The client address behind proxies: only what a trusted proxy reports counts (access-model §1). */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { ConfigError } from '../../src/config/environment.ts'
import { sendLines } from '../support/raw-http.ts'
import { type Place, preparedPlace, startServer, type TestServer } from '../support/test-server.ts'

describe('the client address behind trusted networks', () => {
  let place: Place
  let server: TestServer
  before(async () => {
    place = await preparedPlace('sqlite')
    const environment = { ...place.environment, AIRSIDE_TRUSTED_PROXIES: '127.0.0.0/8, 10.0.0.0/8,fd00::/8,192.0.2.7' }
    server = await startServer('sqlite', { ...place, environment })
  })
  after(async () => {
    await server.close()
    await place.dispose()
  })

  const loggedAddress = async (...headers: string[]): Promise<string> => {
    server.logged.length = 0
    await sendLines(server.client.port, ['GET /health HTTP/1.1', 'Host: localhost', ...headers])
    return server.logged.map((line) => JSON.parse(line)).find(({ path }) => path === '/health').address
  }

  const CASES: readonly (readonly [forwarded: string, address: string, why: string])[] = [
    ['203.0.113.7', '203.0.113.7', 'the peer is in a trusted network'],
    ['203.0.113.7, 10.20.30.40', '203.0.113.7', 'a proxy inside a trusted network is passed over'],
    ['203.0.113.7, fd12::9, 192.0.2.7', '203.0.113.7', 'so are IPv6 networks and single addresses'],
    ['::ffff:203.0.113.7, ::ffff:10.1.1.1', '203.0.113.7', 'IPv4 written as IPv6 is IPv4'],
    ['198.51.100.1, 203.0.113.7', '203.0.113.7', 'what an untrusted address reports does not count'],
    ['2001:db8::5', '2001:db8::5', 'a client may have an IPv6 address'],
    ['203.0.113.7, unknown', '127.0.0.1', 'what is no address ends the chain'],
    ['10.1.1.1', '10.1.1.1', 'a client may itself stand in a trusted network'],
    ['', '127.0.0.1', 'an empty header reports nothing'],
  ]

  test('the client address is the nearest X-Forwarded-For address outside the trusted networks', async () => {
    for (const [forwarded, address, why] of CASES) {
      assert.equal(await loggedAddress(`X-Forwarded-For: ${forwarded}`), address, why)
    }
    assert.equal(await loggedAddress('X-Forwarded-For: 203.0.113.7', 'X-Forwarded-For: 10.1.1.1'), '203.0.113.7')
    assert.equal(await loggedAddress(), '127.0.0.1')
  })
})

test('an AIRSIDE_TRUSTED_PROXIES value that is neither address nor network is refused by name', () => {
  for (const value of [
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '0.0.0.0/0',
    '::/0',
    'fe80::1%eth0',
    '10.0.0.0/-1',
  ]) {
    assert.throws(
      () => readConfig({ AIRSIDE_TRUSTED_PROXIES: `192.0.2.1,${value}` }),
      (error) => error instanceof ConfigError && error.message.endsWith(`not "${value}"`),
      value,
    )
  }
})
