/** The help of every command of the host explains each of its options, and its examples run as they are printed. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { COMMANDS } from '../../src/cli.ts'
import { changeUser, userByEmail } from '../../src/storage/identity/users.ts'
import { agreeGrant } from '../../src/storage/oauth/grants.ts'
import { findTenant } from '../../src/storage/tenancy/tenants.ts'
import { runCommand, startServerProcess } from '../support/server-process.ts'
import { type Place, preparedPlace } from '../support/test-server.ts'
import { openTestStorage } from '../support/test-storage.ts'

const TENANT = ['--operator', 'alpine', '--environment', 'production']

const APPLICATION = {
  name: 'First Light',
  kind: 'other',
  redirectUris: ['http://localhost:9999/callback'],
  description: 'Learns how to connect.',
  phoneNumber: '+41446681800',
  contact: 'you@example.com',
  website: 'https://example.com',
}

const examplesIn = (help: string): string[] =>
  (help.split('\nExamples\n')[1] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Words as a shell reads them, with quotes; the last two may name a file for standard input. */
const wordsOf = (line: string): { words: string[]; input: string | undefined } => {
  const [call = '', input] = line.split(' < ')
  const words = [...call.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  return { words, input }
}

describe("the help of the host's commands", () => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-help-'))
  let place: Place
  const ids = { application: '', key: '', grant: '', contact: '' }
  before(async () => {
    place = await preparedPlace('sqlite')
    writeFileSync(join(folder, 'application.json'), JSON.stringify(APPLICATION))
    writeFileSync(join(folder, 'commands.txt'), '# Two commands\noperator list\n\nairside-server app list\n')
    writeFileSync(join(folder, 'password.txt'), 'correct horse battery\n')
  })
  after(async () => {
    await place.dispose()
    rmSync(folder, { recursive: true, force: true })
  })

  const run = (words: readonly string[], input = '') => runCommand(words, place.environment, input)

  /** A person can only end a second step that is there, and only a page sets one up. */
  const setUpSecondStep = async () => {
    const opened = await openTestStorage('sqlite', { ...place, dispose: async () => {} })
    const tenant = await findTenant(opened.storage.platform, 'alpine', 'production')
    await opened.storage.writeTenant(tenant?.tenantId ?? '', async (tx) => {
      const anna = await userByEmail(tx, 'anna@alpine.example')
      await changeUser(tx, anna?.user_id ?? '', { totp_secret: 'JBSWY3DPEHPK3PXP', totp_confirmed_at: 1 })
    })
    await opened.close()
  }

  /** What an administrator allows on a page: there is no command for it. */
  const addGrant = async (): Promise<string> => {
    const opened = await openTestStorage('sqlite', { ...place, dispose: async () => {} })
    const tenant = await findTenant(opened.storage.platform, 'alpine', 'production')
    const grant = await opened.storage.writeTenant(tenant?.tenantId ?? '', async (tx) => {
      const anna = (await userByEmail(tx, 'anna@alpine.example'))?.user_id ?? ''
      const at = await tx.now()
      const agreed = { clientId: ids.application, userId: null, scopes: 'flight:read', grantedBy: anna }
      return agreeGrant(tx, { ...agreed, grantId: 'gra_1', decidedAt: at, at })
    })
    await opened.close()
    return grant.grant_id
  }

  const addContact = async (): Promise<string> => {
    const opened = await openTestStorage('sqlite', { ...place, dispose: async () => {} })
    const tenant = await findTenant(opened.storage.platform, 'alpine', 'production')
    await opened.storage.writeTenant(tenant?.tenantId ?? '', (tx) =>
      sql`insert into contact (tenant_id, contact_id, kind, name, external_id_list, version, created_at, updated_at)
        values (${tx.tenantId}, 'con_1', 'PASSENGER', 'Pat', '[]', 1, 1, 1)`.execute(tx.db),
    )
    await opened.close()
    return 'con_1'
  }

  const runAsPrinted = async (line: string): Promise<string> => {
    if (line.includes('user end-second-step')) await setUpSecondStep()
    if (line.includes('con_…')) ids.contact = await addContact()
    const { words, input } = wordsOf(
      line
        .replace('con_…', ids.contact)
        .replace('app_…', ids.application)
        .replace('key_…', ids.key)
        .replace('gra_…', ids.grant),
    )
    const [program, ...args] = words
    assert.equal(program, 'airside-server')
    const named = args.map((word) => {
      if (word === '.' || /^\S+\.(json|backup|airside)$/.test(word)) return join(folder, word)
      return word.endsWith('.csv') ? fileURLToPath(new URL(`../../../${word}`, import.meta.url)) : word
    })
    return run(named, input ? readFileSync(join(folder, input), 'utf8') : '')
  }

  const serve = async (line: string) => {
    const port = /PORT=(\d+)/.exec(line)
    const server = await startServerProcess(place.environment, line.split(' serve')[1]?.split(' ').filter(Boolean))
    assert.equal(await server.stop(), 0, port ? 'the port is the test’s own' : line)
  }

  /** What the examples of later commands name. */
  const prepareFor = async (name: string) => {
    if (name === 'api-key show') {
      const create = ['api-key', 'create', ...TENANT, '--label', 'Old', '--scope', 'flight:read', '--json']
      ids.key = JSON.parse(await run(create)).api_key_id
    }
    if (name === 'grant show') ids.grant = await addGrant()
    if (name === 'operator delete') {
      await run(['operator', 'create', 'meadow', '--name', 'Meadow Air'])
      await run(['operator', 'suspend', 'meadow', '--reason', 'Over', '--yes'])
    }
    if (name === 'app promote' || name === 'app delete') {
      const file = join(folder, 'application.json')
      ids.application = JSON.parse(await run(['app', 'register', '--file', file, '--json'])).client_id
    }
  }

  for (const [name, command] of COMMANDS) {
    test(`airside-server ${name} --help explains its options, and its examples run`, async () => {
      const help = await run([...name.split(' '), '--help'])
      assert.match(help, /^[A-Z].{20,}/, 'it begins with what the command does')
      for (const line of help.split('\n\nOptions\n')[1]?.split('\n\nExamples')[0]?.split('\n') ?? []) {
        assert.ok(line.length <= 100, line)
      }
      for (const option of [...Object.keys(command.options), 'json', 'help']) {
        assert.match(help, new RegExp(`--${option}\\b.* {2}\\S`))
      }
      await prepareFor(name)
      const examples = examplesIn(help)
      assert.ok(examples.length > 0, 'it has an example')
      for (const line of examples) {
        if (name === 'serve') await serve(line)
        else assert.notEqual(await runAsPrinted(line), '', line)
      }
    })
  }

  test('commands that list print a table, and rows of JSON with --json', async () => {
    const table = await run(['operator', 'list'])
    assert.match(table, /^operator id +name +environment +state +address\nalpine +Alpine Jet +production +open +http:/)
    const users = JSON.parse(await run(['user', 'list', ...TENANT, '--json']))
    assert.deepEqual(
      users.map(({ email, roles }: { email: string; roles: string }) => [email, roles]),
      [['anna@alpine.example', 'ADMIN']],
    )
    const keys = JSON.parse(await run(['api-key', 'list', ...TENANT, '--json']))
    assert.deepEqual(
      keys.map(({ label, state }: { label: string; state: string }) => [label, state]),
      [
        ['Books', 'works'],
        ['Old', 'revoked'],
      ],
    )
    assert.match(await run(['app', 'list']), /First Light +other +production/)
    assert.match(await run(['staff', 'list']), /sam@airside\.example/)
    assert.match(await run(['provider', 'list']), /Skylog/)
    const empty = ['--operator', 'alpine', '--environment', 'sandbox']
    assert.equal(await run(['api-key', 'list', ...empty]), 'There are none.\n')
  })

  test('the overview names every command, and a mistyped command is answered with those of its group', async () => {
    const overview = await run(['--help'])
    for (const name of COMMANDS.keys()) assert.match(overview, new RegExp(`^ {2}${name} {2,}\\S`, 'm'))
    await assert.rejects(run(['operator', 'dance', 'alpine']), /There are operator create, operator list/)
    await assert.rejects(run(['dance']), /There is no command "dance"\. airside-server --help lists them/)
  })

  test('a misspelt command is answered with the one that was meant, and a group explains itself', async () => {
    await assert.rejects(
      run(['operator', 'creat', 'x']),
      /There is no command "operator creat": did you mean "operator create"\?/,
    )
    await assert.rejects(run(['oprator', 'list']), /did you mean "operator list"\?/)
    await assert.rejects(run(['migrat']), /did you mean "migrate"\?/)
    await assert.rejects(run(['docter', '--json']), /did you mean "doctor"\?/)
    for (const words of [['operator', '--help'], ['operator', '-h'], ['operator']]) {
      const help = await run(words)
      assert.match(help, /^Usage: airside-server operator <command>/)
      assert.match(help, /^ {2}operator export {2,}Writes one operator/m)
      assert.doesNotMatch(help, /user create/)
    }
  })

  test('a batch runs lines of commands in one process, stops at the first that fails, and says which line that is', async () => {
    const lines = ['operator create batch-1 --name "One \\"and\\" only"', "operator create batch-2 --name 'Two'", '']
    assert.match(await run(['batch'], lines.join('\n')), /2 commands were done\n$/)
    assert.match(await run(['operator', 'list']), /batch-1 +One "and" only/)
    const failing = run(['batch'], 'operator create batch-1 --name Again\noperator create batch-3 --name Three\n')
    await assert.rejects(failing, /batch-1 exists.*\nLine 1 failed: operator create batch-1/s)
    await assert.rejects(run(['operator', 'show', 'batch-3']), /There is no operator/)
    const going = run(['batch', '--keep-going'], 'dance\noperator create batch-3 --name Three\nserve\n')
    await assert.rejects(going, /There is no command "dance"[\s\S]*"serve" cannot be part of a batch/)
    assert.match(await run(['operator', 'show', 'batch-3']), /Three/)
    await assert.rejects(run(['batch'], 'operator create "open'), /A quote is not closed/)
    await assert.rejects(run(['batch'], 'operator suspend batch-3 --reason Over\n'), /Nothing was done: type yes/)
  })
})
