/** Settings: a wrong value or name is refused in a sentence, and no secret is shown. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { ConfigError } from '../../src/config/environment.ts'
import { maskedUrl } from '../../src/config/masked-url.ts'
import { explainStartFailure } from '../../src/starting/start-failure.ts'
import { runCommand, startServerProcess } from '../support/server-process.ts'
import { preparedPlace, startServer } from '../support/test-server.ts'

const REFUSALS: readonly [environment: Record<string, string>, sentence: RegExp][] = [
  [
    { AIRSIDE_PUBLIC_ULR: 'https://a.example' },
    /^There is no setting AIRSIDE_PUBLIC_ULR: did you mean AIRSIDE_PUBLIC_URL\?$/,
  ],
  [{ AIRSIDE_TRUSTED_PROXY: '10.0.0.1' }, /did you mean AIRSIDE_TRUSTED_PROXIES/],
  [{ DATABASE_URI: 'postgres://x' }, /did you mean DATABASE_URL\?$/],
  [{ airside_data: '/x' }, /did you mean AIRSIDE_DATA\?$/],
  [{ AIRSDE_DATA: '/x' }, /did you mean AIRSIDE_DATA\?$/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must start with postgres/],
  [{ DATABASE_URL: 'postgres://u:pa#ss/w@h ost/db' }, /^DATABASE_URL is no URL/],
  [{ DATABASE_URL: 'postgres://h/db?sslmode=on' }, /^sslmode in DATABASE_URL must be one of .*, not "on"$/],
  [{ HOST: '127.0.0.1:80' }, /^HOST must be one address or name of this machine/],
  [{ AIRSIDE_ARRIVAL_SECONDS: '0' }, /^AIRSIDE_ARRIVAL_SECONDS must be a number from 1 to 600, not "0"$/],
  [{ AIRSIDE_REQUEST_SECONDS: 'soon' }, /^AIRSIDE_REQUEST_SECONDS must be a number from 0.1 to 60, not "soon"$/],
  [{ AIRSIDE_DRAIN_SECONDS: '-1' }, /^AIRSIDE_DRAIN_SECONDS must be a number from 0 to 600/],
  [{ AIRSIDE_STOP_SECONDS: '0' }, /^AIRSIDE_STOP_SECONDS must be a number from 1 to 600/],
  [{ AIRSIDE_STORE_WAIT_SECONDS: '1e9' }, /^AIRSIDE_STORE_WAIT_SECONDS must be/],
  [{ AIRSIDE_SUPPORT_EMAIL: 'the desk' }, /^AIRSIDE_SUPPORT_EMAIL must be an e-mail address/],
  [{ AIRSIDE_MAIL_FROM: 'nobody' }, /^AIRSIDE_MAIL_FROM must look like/],
  [
    { AIRSIDE_DOCUMENT_STORE: 'folder:documents' },
    /^AIRSIDE_DOCUMENT_STORE must be rows, folder:.*"folder:documents"$/,
  ],
  [{ AIRSIDE_DOCUMENT_STORE: 'folder:/a folder:/b' }, /^AIRSIDE_DOCUMENT_STORE names two places of one kind/],
  [{ AIRSIDE_DOCUMENT_STORE: 's3://b?endpoint=https://s3.example' }, /^AIRSIDE_DOCUMENT_STORE must look like s3:/],
  [{ AIRSIDE_DOCUMENT_STORE: 's3://docs' }, /^AIRSIDE_DOCUMENT_STORE must look like s3:/],
  [{ AIRSIDE_DOCUMENT_STORE: 's3://docs/a%2F..?endpoint=https://s3.example' }, /must look like s3:/],
  [{ AIRSIDE_DOCUMENT_STORE: 's3://docs?endpoint=https://u:pa#ss@s3.example' }, /must look like s3:/],
  [
    { AIRSIDE_DOCUMENT_STORE: 's3://docs?endpoint=https://s3.example' },
    /set AIRSIDE_S3_KEY_ID and AIRSIDE_S3_SECRET too$/,
  ],
  [{ AIRSIDE_SMTP_URL_FILE: '/nowhere' }, /^AIRSIDE_SMTP_URL_FILE names \/nowhere, which cannot be read$/],
]

describe('settings', () => {
  let folder: string
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'airside-settings-'))
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('a wrong value is refused by the name of its setting, and so is a name with a typing error', () => {
    for (const [environment, sentence] of REFUSALS) {
      assert.throws(
        () => readConfig(environment),
        (error: Error) => {
          assert.ok(error instanceof ConfigError)
          assert.match(error.message, sentence)
          assert.doesNotMatch(error.message, /pa#ss/)
          return true
        },
        JSON.stringify(environment),
      )
    }
    assert.deepEqual(readConfig({}).hosts, ['127.0.0.1', '::1'])
    assert.deepEqual(readConfig({ HOST: '::1' }).hosts, ['::1'])
    const others = { AIRSIDE_COLOUR: 'blue', AIRSIDE_API_KEY: 'x', HOSTNAME: 'a', PORTS: '1', PATH: '/bin' }
    assert.deepEqual(readConfig(others).unknown, ['AIRSIDE_COLOUR'])
  })

  test('a secret may stand in a file, without its line end, and not in two places', () => {
    const file = join(folder, 'smtp')
    writeFileSync(file, 'smtps://u:p@mail.example:465\n')
    assert.equal(readConfig({ AIRSIDE_SMTP_URL_FILE: file }).smtpUrl, 'smtps://u:p@mail.example:465')
    assert.throws(
      () => readConfig({ AIRSIDE_SMTP_URL_FILE: file, AIRSIDE_SMTP_URL: 'smtp://x' }),
      /^Error: Set AIRSIDE_SMTP_URL or AIRSIDE_SMTP_URL_FILE, not both/,
    )
  })

  test('a shown URL has no password, wherever it stands', () => {
    const shown: [url: string, masked: string][] = [
      ['postgres://u:secret@h:5432/db', 'postgres://***@h:5432/db'],
      ['postgres://u:se@cr/et@h/db', 'postgres://***@h/db'],
      [
        'postgres://h/db?user=u&password=secret&sslmode=require',
        'postgres://h/db?user=***&password=***&sslmode=require',
      ],
      ['postgres://u:secret@h/db?sslpassword=secret', 'postgres://***@h/db?sslpassword=***'],
      ['postgres://h/db', 'postgres://h/db'],
    ]
    for (const [url, masked] of shown) assert.equal(maskedUrl(url), masked)
  })

  test('a server that cannot listen or cannot reach PostgreSQL says why in one sentence', async () => {
    const place = await preparedPlace('sqlite')
    const refused = await runCommand(['serve'], { ...place.environment, PORT: '0', HOST: '203.0.113.7' }).catch(
      (error) => error,
    )
    assert.equal(refused.stderr, 'HOST must be an address or name of this machine, not "203.0.113.7"\n')
    await place.dispose()
    const explained = (message: string, code?: string) =>
      explainStartFailure(Object.assign(new Error(message), { code }))
    assert.match(
      explained('The server does not support SSL connections'),
      /^PostgreSQL speaks no TLS: .*sslmode=disable/,
    )
    assert.match(explained('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'), /sslrootcert in DATABASE_URL/)
    assert.match(explained('SASL: client password must be a string'), /asks for a password: put it into DATABASE_URL/)
    assert.match(explained('password authentication failed', '28P01'), /refused the connection .*: check DATABASE_URL/)
  })

  test('a console that was not built and an unknown setting are reported at start', async (t) => {
    const place = await preparedPlace('sqlite')
    t.after(place.dispose)
    const environment = { ...place.environment, AIRSIDE_CONSOLE: folder, AIRSIDE_COLOUR: 'blue' }
    const server = await startServerProcess(environment)
    assert.match(server.output(), new RegExp(`^ {2}console +not built: there is none in ${folder}$`, 'm'))
    assert.equal(await server.stop(), 0)
    assert.match(server.logged(), /"level":40.*"name":"AIRSIDE_COLOUR","msg":"there is no such setting"/)
    assert.match(server.logged(), /"level":40.*"msg":"the console is not built"/)
  })
})

describe('what a browser gets', () => {
  test('behind https every answer has Strict-Transport-Security, and over http none does', async () => {
    for (const [origin, header] of [
      ['https://airside.example', 'max-age=31536000'],
      ['http://airside.example', undefined],
    ] as const) {
      const place = await preparedPlace('sqlite')
      const server = await startServer('sqlite', {
        ...place,
        environment: { ...place.environment, AIRSIDE_PUBLIC_URL: origin },
      })
      for (const path of ['/healthz', '/assets/pages.css', '/nothing']) {
        const { headers } = await server.client.raw('airside.example', path)
        assert.equal(headers['strict-transport-security'], header, `${origin}${path}`)
      }
      await server.close()
      await place.dispose()
    }
  })

  test('static texts are sent compressed to clients that accept it, each encoding with its own ETag', async (t) => {
    const server = await startServer('sqlite')
    t.after(() => server.close())
    const get = async (path: string, headers: Record<string, string>) => {
      const answer = await fetch(`http://127.0.0.1:${server.client.port}${path}`, { headers })
      return answer
    }
    const raw = (encoding: string, more: Record<string, string> = {}) =>
      server.client.raw('localhost', '/assets/pages.css', { headers: { 'accept-encoding': encoding, ...more } })
    const plain = await raw('identity')
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(plain.headers.vary, 'accept-encoding')
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip;q=1.0, br;q=0', 'gzip'],
      ['gzip', 'gzip'],
    ] as const) {
      const answer = await raw(accepted)
      assert.equal(answer.headers['content-encoding'], encoding)
      assert.ok(Number(answer.headers['content-length']) < plain.body.length / 2)
      assert.notEqual(answer.headers.etag, plain.headers.etag)
      const again = await raw(accepted, { 'if-none-match': String(answer.headers.etag) })
      assert.equal(again.status, 304)
    }
    assert.equal(await (await get('/assets/pages.css', { 'accept-encoding': 'br' })).text(), plain.body)
    const font = await server.client.raw('localhost', '/assets/inter.woff2', { headers: { 'accept-encoding': 'br' } })
    assert.equal(font.headers['content-encoding'], undefined)
  })
})
