/**
 * The host's commands on an empty store, beside a running server, and with bad input. Exit codes, standard input and
 * file permissions are tested with real processes, refusals in this process.
 */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { isPassword } from '../../src/services/identity/password.ts'
import { userByEmail } from '../../src/storage/identity/users.ts'
import { findTenant } from '../../src/storage/tenancy/tenants.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand, runProgram, type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { soon } from '../support/soon.ts'
import { newPlace, type Place, preparedPlace, storesFor } from '../support/test-server.ts'
import { openTestStorage } from '../support/test-storage.ts'

after(stopOwnPostgres)

interface Outcome {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

type Environment = Record<string, string>

const outcomeOf = async (running: Promise<string>): Promise<Outcome> => {
  try {
    return { code: 0, stdout: await running, stderr: '' }
  } catch (error) {
    const { code, stdout, stderr } = error as Outcome
    return { code, stdout, stderr }
  }
}

const run = (args: readonly string[], environment: Environment, input?: string): Promise<Outcome> =>
  outcomeOf(runCommand(args, environment, input))

const runInProcess = (args: readonly string[], environment: Environment, input?: string): Promise<Outcome> =>
  outcomeOf(runProgram(args, environment, input))

/** One clear sentence on standard error, nothing on standard output, no stack trace. */
const refused = ({ code, stdout, stderr }: Outcome, status: 1 | 2, words: RegExp): void => {
  assert.equal(code, status, stderr)
  assert.equal(stdout, '')
  assert.match(stderr, words)
  assert.doesNotMatch(stderr, /\n\s+at |node:internal|Error:/)
  if (status === 1) assert.equal(stderr.trimEnd().split('\n').length, 1, stderr)
}

const AT = ['--operator', 'alpine', '--environment', 'production']

for (const store of storesFor('life cycle')) {
  describe(`commands beside a running server (${store})`, () => {
    let place: Place
    let server: ServerProcess
    before(async () => {
      place = await newPlace(store)
      server = await startServerProcess(place.environment)
    })
    after(async () => {
      await server.stop()
      await place.dispose()
    })

    const ok = async (args: readonly string[], input = '', how = run): Promise<string> => {
      const outcome = await how(args, place.environment, input)
      assert.deepEqual([outcome.code, outcome.stderr], [0, ''])
      return outcome.stdout
    }

    test('the server prints its address and what it created in an empty store', () => {
      const output = server.output()
      assert.match(output, /^Airside serves http:\/\/localhost \(listening on 127\.0\.0\.1 and ::1, port \d+\)$/m)
      assert.match(output, /operators at +http:\/\/<operator_id>\.localhost$/m)
      assert.match(output, /test operators +http:\/\/<operator_id>\.sandbox\.localhost$/m)
      assert.match(output, /migrated +a new store, by \d+ migrations/)
    })

    test('a created operator is served at once, and --json prints only JSON', async () => {
      const create = ['operator', 'create', 'alpine', '--name', 'Alpine Jet', '--json']
      const answer = JSON.parse(await ok(create, '', runInProcess))
      assert.deepEqual(answer, {
        operator_id: 'alpine',
        addresses: [
          { environment: 'production', address: 'http://alpine.localhost:8080' },
          { environment: 'sandbox', address: 'http://alpine.sandbox.localhost:8080' },
        ],
      })
      await soon('the new operator is known', async () => {
        const { status } = await server.client.ask('http://alpine.localhost/api/graphql/', { method: 'POST' })
        return status === 401
      })
    })

    test('a created API key works with the scopes it was given', async () => {
      const made = await ok([
        'api-key',
        'create',
        ...AT,
        '--label',
        'Books',
        '--scope',
        'contact:read  flight:read',
        '--json',
      ])
      const { refresh_token } = JSON.parse(made)
      const answer = await server.client.form('http://alpine.localhost/access_token/refresh/', { refresh_token })
      assert.equal(answer.status, 200)
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${answer.body}` }
      const body = JSON.stringify({ query: '{ tokenInfo { scopeList } operator { name } }' })
      const asked = await server.client.ask('http://alpine.localhost/api/graphql/', { method: 'POST', headers, body })
      assert.deepEqual(asked.json().data, {
        tokenInfo: { scopeList: ['flight:read', 'contact:read'] },
        operator: { name: 'Alpine Jet' },
      })
    })

    test('an imported reference set is served soon, and a broken file changes nothing', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'airside-import-'))
      try {
        const good = join(folder, 'types.csv')
        writeFileSync(good, 'Designator,Manufacturer,Model,Description,WTC\nZZZ9,Testwerke,Prototype,L2J,M\n')
        const bad = join(folder, 'bad.csv')
        writeFileSync(bad, 'Designator,Manufacturer,Model,Description,WTC\n,Testwerke,Nameless,L2J,M\n')
        const refusal = await run(['reference', 'import', 'aircraft-types', bad], place.environment)
        assert.equal(refusal.code, 1)
        assert.match(refusal.stderr, /was not imported; nothing has changed:\n {2}line 2: /)
        assert.match(await ok(['reference', 'import', 'aircraft-types', good]), /^Imported 1 aircraft-types/)
        const made = JSON.parse(
          await ok(['api-key', 'create', ...AT, '--label', 'L', '--scope', 'contact:read', '--json']),
        )
        const token = await server.client.form('http://alpine.localhost/access_token/refresh/', made)
        const refresh = await server.client.form('http://alpine.localhost/access_token/refresh/', {
          refresh_token: made.refresh_token,
        })
        assert.equal(token.status, 400, 'one field only')
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${refresh.body}` }
        const body = JSON.stringify({ query: '{ aircraftTypeList { iCAO } }' })
        await soon('the new types are answered', async () => {
          const asked = await server.client.ask('http://alpine.localhost/api/graphql/', {
            method: 'POST',
            headers,
            body,
          })
          return asked.body.includes('"aircraftTypeList":[{"iCAO":"ZZZ9"}]')
        })
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    })

    test('a password read from standard input loses exactly one line end', async (t) => {
      const person = (name: string) => [
        'user',
        'create',
        ...AT,
        '--email',
        `${name}@alpine.example`,
        '--password-stdin',
        '--json',
      ]
      const secret = ' spaces and ünïcode '
      const inputs = { plain: secret, unix: `${secret}\n`, windows: `${secret}\r\n`, twice: `${secret}\n\n` }
      for (const [name, input] of Object.entries(inputs)) {
        const answer = JSON.parse(await ok(person(name), input, name === 'unix' ? runInProcess : run))
        assert.deepEqual(Object.keys(answer), ['user_id'], 'a given password is not repeated')
      }
      const { storage } = await openTestStorage(store, place)
      t.after(() => storage.close())
      const tenant = await findTenant(storage.platform, 'alpine', 'production')
      const hashOf = async (name: string) =>
        (await userByEmail(storage.tenant(tenant?.tenantId ?? ''), `${name}@alpine.example`))?.password_hash ?? ''
      for (const name of ['plain', 'unix', 'windows']) assert.ok(await isPassword(secret, await hashOf(name)), name)
      assert.ok(await isPassword(`${secret}\n`, await hashOf('twice')))
    })
  })
}

describe('commands on an embedded store', () => {
  let place: Place
  let folder: string
  before(async () => {
    place = await preparedPlace('sqlite')
    folder = mkdtempSync(join(tmpdir(), 'airside-backup-'))
    await runCommand(['operator', 'create', 'alpine', '--name', 'Alpine Jet'], place.environment)
    await runCommand(['user', 'create', ...AT, '--email', 'anna@alpine.example'], place.environment)
  })
  after(async () => {
    rmSync(folder, { recursive: true, force: true })
    await place.dispose()
  })

  test('a backup made beside a running server restores all committed data, and restore refuses a store in use', async (t) => {
    const made = JSON.parse(
      await runCommand(
        ['api-key', 'create', ...AT, '--label', 'L', '--scope', 'contact:read', '--json'],
        place.environment,
      ),
    )
    await runCommand(['api-key', 'revoke', made.api_key_id, ...AT, '--yes'], place.environment)
    const kept = JSON.parse(
      await runCommand(
        ['api-key', 'create', ...AT, '--label', 'K', '--scope', 'contact:read', '--json'],
        place.environment,
      ),
    )
    const server = await startServerProcess(place.environment)
    t.after(() => server.stop())
    const file = join(folder, 'backup.sqlite')
    const written = JSON.parse(await runProgram(['backup', file, '--json'], place.environment))
    assert.equal(written.file, file)
    assert.equal(statSync(file).mode & 0o077, 0, 'nobody else reads it')
    refused(await run(['backup', file], place.environment), 1, /exists already: name a new file/)
    refused(await run(['backup', join(folder, 'no', 'such', 'folder')], place.environment), 1, /does not exist/)
    refused(
      await run(['restore', file, '--replace'], place.environment),
      1,
      /Another server uses the store in .*: stop it first/,
    )

    const elsewhere = { AIRSIDE_DATA: join(folder, 'restored') }
    const restored = await run(['restore', file], elsewhere)
    assert.equal(restored.code, 0, restored.stderr)
    assert.match(
      restored.stdout,
      /What was issued or revoked after .* cannot be known\.\nWhat was revoked since works again: airside-server revoke before \d{4}-/,
    )
    refused(await run(['restore', file], elsewhere), 1, /exists: give --replace/)
    assert.equal((await run(['restore', file, '--replace'], elsewhere)).code, 0)
    assert.ok(existsSync(join(folder, 'restored', 'airside.sqlite.before-restore')))

    const again = { AIRSIDE_DATA: join(folder, 'revoked') }
    const { revoked } = JSON.parse(await runCommand(['restore', file, '--revoke-issued', '--json'], again))
    assert.equal(revoked.refreshTokens, 2, 'of both keys that the backup holds')

    const second = await startServerProcess(elsewhere)
    t.after(() => second.stop())
    const refresh = (token: string) =>
      second.client.form('http://alpine.localhost/access_token/refresh/', { refresh_token: token })
    assert.equal((await refresh(kept.refresh_token)).status, 200)
    assert.equal((await refresh(made.refresh_token)).status, 400, 'what was revoked before stays revoked')
  })

  test('restore refuses a file that is not a backup of ours', async () => {
    const garbage = join(folder, 'garbage')
    writeFileSync(garbage, 'SQLite format 3\0 but not really')
    const text = join(folder, 'text')
    writeFileSync(text, 'hello')
    const elsewhere = { AIRSIDE_DATA: join(folder, 'untouched') }
    refused(await run(['restore', garbage], elsewhere), 1, /is not a backup made by "airside-server backup"/)
    refused(await run(['restore', text], elsewhere), 1, /is not a backup/)
    refused(await run(['restore', join(folder, 'nothing')], elsewhere), 1, /does not exist/)
    assert.ok(!existsSync(join(folder, 'untouched')))
  })

  test('doctor checks every item and reports what is wrong', async () => {
    const well = await run(['doctor'], place.environment)
    assert.equal(well.code, 0, well.stdout)
    const looked = [...well.stdout.matchAll(/^(?:fine|attention) +([\w ]+): /gm)].map(([, what]) => what)
    const [installed, stored] = [
      ['Release', 'Node', 'Console', 'Compiled code', 'Settings', 'Metrics'],
      ['Store', 'Writes', 'Clock', 'Audit log', 'Disk'],
    ]
    assert.deepEqual(looked, [...installed, ...stored, 'Names', 'Transport', 'Proxies', 'Mail', 'SMS', 'Traces'])
    const ill = await run(['doctor', '--json'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x',
      AIRSIDE_PUBLIC_URL: 'http://airside.invalid',
      AIRSIDE_SMTP_URL: 'smtp://127.0.0.1:1',
      AIRSIDE_SMS_URL: 'http://127.0.0.1:1/send',
      AIRSIDE_CONSOLE: folder,
      AIRSIDE_COLOUR: 'blue',
      PORT: '9464',
      AIRSIDE_METRICS_PORT: '9464',
    })
    assert.equal(ill.code, 1)
    const findings = JSON.parse(ill.stdout).findings as { what: string; verdict: string; detail: string }[]
    const verdicts = Object.fromEntries(findings.map(({ what, verdict }) => [what, verdict]))
    assert.deepEqual(verdicts, {
      Release: 'fine',
      Node: 'fine',
      Console: 'attention',
      'Compiled code': 'fine',
      Settings: 'attention',
      Metrics: 'failed',
      Store: 'failed',
      Names: 'failed',
      Transport: 'attention',
      Proxies: 'fine',
      Mail: 'failed',
      SMS: 'failed',
      Traces: 'fine',
    })
    const detailOf = (name: string) => findings.find(({ what }) => what === name)?.detail ?? ''
    assert.match(detailOf('Store'), /cannot be reached .*: check DATABASE_URL/)
    assert.match(detailOf('Console'), /^not built: .*npm run build -w @airside\/console/)
    assert.match(detailOf('Metrics'), /^AIRSIDE_METRICS_PORT and PORT are both 9464, .*: set another/)
    assert.match(detailOf('Settings'), /^there is no setting AIRSIDE_COLOUR/)
  })

  test('a command with wrong arguments is refused in one sentence and creates nothing', async () => {
    const key = ['api-key', 'create', '--label', 'L']
    const refusals: [args: string[], words: RegExp][] = [
      [['operator', 'create', 'Alpine', '--name', 'x'], /2 to 31 characters/],
      [['operator', 'create', 'support', '--name', 'x'], /"support" is reserved/],
      [['operator', 'create', 'alpine', '--name', 'x'], /alpine exists in production already/],
      [['operator', 'create', 'other'], /--name is missing/],
      [
        ['operator', 'create', 'other', '--name', 'x', '--environment', 'test'],
        /--environment is production or sandbox, not "test"/,
      ],
      [
        [...key, '--scope', 'contact:read', '--operator', 'nobody', '--environment', 'sandbox'],
        /no operator "nobody" in sandbox: create it/,
      ],
      [[...key, '--scope', 'contact:all', ...AT], /no scope "contact:all"/],
      [[...key, '--scope', 'api-key:write', ...AT], /api-key:write is for signed-in users only/],
      [[...key, '--scope', ' ', ...AT], /at least one scope/],
      [['user', 'create', ...AT, '--email', 'nobody'], /"nobody" is not an e-mail address/],
      [['user', 'create', ...AT, '--email', 'anna@alpine.example'], /is a user of this operator already/],
      [['api-key', 'revoke', 'key_unknown', ...AT, '--yes'], /no such API key/],
      [['reference', 'import', 'constructor', 'x.csv'], /no reference set "constructor"/],
      [['reference', 'import', 'airports', '/nowhere.csv'], /\/nowhere\.csv cannot be read/],
    ]
    for (const [args, words] of refusals) refused(await run(args, place.environment), 1, words)
    const weak = ['user', 'create', ...AT, '--email', 'w@a.example', '--password-stdin']
    refused(await runInProcess(weak, place.environment, 'short\n'), 1, /A password has 10 to 256 characters/)
  })

  test('an unknown command prints the usage and exits with 2', async () => {
    const refusals: [args: string[], words: RegExp][] = [
      [[], /^Usage: airside-server <command> \[options\]$/m],
      [['fly'], /^There is no command "fly"/],
      [['constructor'], /^There is no command "constructor"/],
      [['operators'], /^There is no command "operators"/],
      [['operator', 'create'], /It takes 1 argument\(s\)\nUsage: airside-server operator create </],
      [['migrate', '--force'], /Unknown option '--force'[\s\S]*Usage: airside-server migrate/],
    ]
    for (const [args, words] of refusals) refused(await run(args, place.environment), 2, words)
    refused(await runInProcess(['fly'], place.environment), 2, /^There is no command "fly"/)
    for (const args of [['--help'], ['api-key', 'create', '--help']]) {
      const help = await run(args, place.environment)
      assert.equal(help.code, 0)
      assert.match(help.stdout, /^Usage: airside-server/m)
    }
  })
})

describe('serve refuses to start', () => {
  let place: Place
  before(async () => {
    place = await newPlace('sqlite')
  })
  after(() => place.dispose())

  test('serve refuses to start on a port that is in use', async () => {
    const taken = createServer()
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port))
    })
    const outcome = await runInProcess(['serve'], { ...place.environment, PORT: String(port) })
    refused(outcome, 1, new RegExp(`^Port ${port} is taken: stop what listens there, or set PORT to another\n$`))
    taken.close()
  })

  test('serve refuses to start when AIRSIDE_DATA is not a usable folder', async () => {
    const file = join(place.environment.AIRSIDE_DATA ?? '', 'a-file')
    writeFileSync(file, '')
    refused(
      await runInProcess(['serve'], { AIRSIDE_DATA: file, PORT: '0' }),
      1,
      /a-file is not a folder: set AIRSIDE_DATA to another one/,
    )
    const below = join(file, 'below')
    refused(await run(['migrate'], { AIRSIDE_DATA: below }), 1, /is not a folder: set AIRSIDE_DATA to another one/)
  })

  test('serve refuses to start when the configured database cannot be reached', async () => {
    const unreachable = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/airside', PORT: '0' }
    refused(
      await runInProcess(['serve'], unreachable),
      1,
      /^The store cannot be reached \(.*ECONNREFUSED.*\): check DATABASE_URL and that it is running\n$/,
    )
  })

  test('serve refuses to start with contradictory or invalid settings', async () => {
    const settings: [Environment, RegExp][] = [
      [{ PORT: '80x' }, /^PORT must be a number from 0 to 65535, not "80x"\n$/],
      [{ AIRSIDE_PUBLIC_URL: 'airside.example' }, /^AIRSIDE_PUBLIC_URL must look like https:/],
      [{ AIRSIDE_PUBLIC_URL: 'https://airside.example/path' }, /^AIRSIDE_PUBLIC_URL must look like https:/],
      [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must start with postgres:/],
      [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL must be one of /],
      [
        { AIRSIDE_TRUSTED_PROXIES: '10.0.0.1, 10.0.0.0/33' },
        /^AIRSIDE_TRUSTED_PROXIES must list addresses or networks such as 10.0.0.0\/8, not "10.0.0.0\/33"\n$/,
      ],
    ]
    for (const [more, words] of settings) {
      refused(await run(['serve'], { ...place.environment, PORT: '0', ...more }), 1, words)
    }
  })
})

test("serve --json prints only JSON, with the server's address", async (t) => {
  const place = await newPlace('sqlite')
  t.after(place.dispose)
  const server = await startServerProcess(place.environment, ['--json'])
  assert.equal(await server.stop('SIGINT'), 0)
  const { url, port, store, migrated } = JSON.parse(server.output())
  assert.equal(url, 'http://localhost')
  assert.equal(port, server.port)
  assert.equal(store, place.environment.AIRSIDE_DATA)
  assert.ok(migrated.includes('0001-foundation'))
})
