/**
 * The host's commands for applications and users (access-model §12): JSON where asked for, one sentence for an error.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import {
  applicationPromote,
  applicationRegister,
  applicationResume,
  applicationSuspend,
} from '../../src/commands/application.ts'
import type { Command } from '../../src/commands/command.ts'
import { providerCreate, staffCreate } from '../../src/commands/staff.ts'
import { userCreate, userRemove, userRoles } from '../../src/commands/user.ts'
import { SUPPORT_REALM_ID } from '../../src/domain/identity/realm.ts'
import { isPassword } from '../../src/services/identity/password.ts'
import { userByEmail } from '../../src/storage/identity/users.ts'
import { applicationByClientId, applicationLogo } from '../../src/storage/oauth/applications.ts'
import { addPerson, GrantScene, PASSWORD, REGISTRATION, signedInBrowser } from '../support/code-grant.ts'
import { stopOwnPostgres } from '../support/postgres.ts'
import { runCommand } from '../support/server-process.ts'
import { soon } from '../support/soon.ts'
import { startServer, storesFor, type TestServer } from '../support/test-server.ts'

after(stopOwnPostgres)

const { logo: _, connectUrl: __, ...REGISTERED } = REGISTRATION

const fileIn = (server: TestServer, name: string, content: unknown): string => {
  const path = join(server.place.environment.AIRSIDE_DATA ?? '', name)
  writeFileSync(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content))
  return path
}

for (const store of storesFor('life cycle')) {
  describe(`processes of the host beside a running server (${store})`, () => {
    let server: TestServer
    before(async () => {
      server = await startServer(store)
    })
    after(() => server.close())

    const host = (args: readonly string[], input = '') => runCommand(args, server.place.environment, input)

    test('app register reads the documented file with its logo and prints id and secret as JSON only', async () => {
      const pixels = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      fileIn(server, 'logo.png', await pixels.png().toBuffer())
      const registration = { ...REGISTERED, connectUrl: 'https://skylog.example/connect', logo: 'logo.png' }
      const path = fileIn(server, 'app.json', registration)
      const said = JSON.parse(await host(['app', 'register', '--file', path, '--json']))
      assert.deepEqual(Object.keys(said), ['client_id', 'client_secret'])
      assert.match(said.client_secret, /^air_test_cs_/)
      const { platform } = server.world.storage
      const stored = await applicationByClientId(platform, said.client_id)
      assert.deepEqual([stored?.connect_url, stored?.mode], ['https://skylog.example/connect', 'test'])
      assert.equal((await applicationLogo(platform, said.client_id))?.media_type, 'image/png')
      const { production, sandbox } = await server.operator('alpine')
      const introspect = (origin: string) => server.client.form(`${origin}/oauth2/introspect/`, { ...said, token: 'x' })
      assert.equal((await introspect(sandbox.origin)).status, 200)
      assert.equal((await introspect(production.origin)).json().error, 'unauthorized_client')
    })

    test('user roles and user remove take effect at running servers soon', async () => {
      const scene = await GrantScene.open(server, 'northsea')
      const { email } = await addPerson(server, scene.at, 'Olga', ['OPS'])
      const browser = await signedInBrowser(server, scene.at, { userId: '', email })
      const person = ['--operator', 'northsea', '--environment', 'production', '--email', email]
      const roleShown = async (role: string) => (await browser.get('/account/')).body.includes(`${email}, ${role} at`)
      assert.ok(await roleShown('Operations'))
      await host(['user', 'roles', ...person, '--roles', 'admin, crew'])
      await soon('the new role', () => roleShown('Administrator'))
      await host(['user', 'remove', ...person, '--yes'])
      await soon('the end of the session', async () => (await browser.get('/account/')).status === 303)
    })
  })
}

describe("commands of the host's registry", () => {
  let server: TestServer
  before(async () => {
    server = await startServer('sqlite')
  })
  after(() => server.close())

  /** In this process, as the command line would run it. */
  const run = async (command: Command, given: Record<string, string>, ...positionals: string[]) => {
    const options = { ...given, yes: true }
    const answer = await command.run({
      config: server.config,
      options,
      positionals,
      terminal: process,
      runOther: async () => 0,
    })
    return answer.data as Record<string, string>
  }
  const failing = (words: RegExp, command: Command, options: Record<string, string>, ...positionals: string[]) =>
    assert.rejects(run(command, options, ...positionals), (error: Error) => {
      assert.equal(error.name, 'Failure', error.message)
      assert.match(error.message, words)
      return true
    })

  test('a failing command explains why in one sentence on standard error and exits with 1', async () => {
    const failed = await runCommand(['app', 'promote', 'app_unknown', '--json'], server.place.environment).then(
      () => assert.fail('it should have failed'),
      (error: { code: number; stderr: string; stdout: string }) => error,
    )
    assert.deepEqual([failed.code, failed.stdout], [1, ''])
    assert.equal(failed.stderr, 'There is no application app_unknown\n')
  })

  test('app register names what is wrong with the file', async () => {
    fileIn(server, 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
    const cases: [unknown, RegExp][] = [
      ['{', /is not JSON/],
      [[], /must hold a JSON object/],
      [{ ...REGISTERED, extra: 1 }, /holds "extra"; known are/],
      [{ ...REGISTERED, name: undefined }, /"name" is missing/],
      [{ ...REGISTERED, name: 7 }, /"name" is missing or not a text/],
      [{ ...REGISTERED, redirectUris: 'https://x.example' }, /"redirectUris" is missing or not a list/],
      [{ ...REGISTERED, redirectUris: ['http://x.example'] }, /https, or http on the loopback/],
      [{ ...REGISTERED, redirectUris: ['http://alpine.localhost/cb'] }, /not to an address of this service/],
      [{ ...REGISTERED, personal: 'yes' }, /"personal" is true or false/],
      [{ ...REGISTERED, kind: 'toy' }, /kind is one of/],
      [{ ...REGISTERED, phoneNumber: '12' }, /phoneNumber/],
      [{ ...REGISTERED, logo: 'logo.svg' }, /PNG, JPEG or WebP/],
      [{ ...REGISTERED, logo: 'missing.png' }, /missing\.png cannot be read/],
    ]
    for (const [content, words] of cases) {
      await failing(words, applicationRegister, { file: fileIn(server, 'bad.json', content) })
    }
    await failing(/cannot be read/, applicationRegister, { file: '/nowhere/app.json' })
    await failing(/--file is missing/, applicationRegister, {})
  })

  test('app promote, suspend and resume allow only legal steps and print the new mode', async () => {
    const { client_id = '' } = await run(applicationRegister, { file: fileIn(server, 'way.json', REGISTERED) })
    await failing(/in mode "test" cannot be moved by "resume"/, applicationResume, {}, client_id)
    assert.equal((await run(applicationSuspend, {}, client_id)).mode, 'suspended')
    assert.equal((await run(applicationResume, {}, client_id)).mode, 'test', 'it resumes to the mode before')
    assert.deepEqual(await run(applicationPromote, { reason: 'Held' }, client_id), { client_id, mode: 'production' })
    await failing(/in mode "production" cannot be moved by "promote"/, applicationPromote, {}, client_id)
    assert.equal((await run(applicationSuspend, {}, client_id)).mode, 'suspended')
    assert.equal((await run(applicationResume, {}, client_id)).mode, 'production')
  })

  test('staff create reads the password from standard input and drops one line end', async () => {
    const args = ['staff', 'create', '--email', 'Sam@airside.example', '--password-stdin', '--json']
    const { account_id } = JSON.parse(await runCommand(args, server.place.environment, `${PASSWORD}\n`))
    assert.match(account_id, /^usr_/)
    const stored = await userByEmail(server.world.storage.tenant(SUPPORT_REALM_ID), 'sam@airside.example')
    assert.ok(await isPassword(PASSWORD, stored?.password_hash ?? ''))
  })

  test('provider accounts and staff accounts are separate realms, and an e-mail address is unique in each', async () => {
    const email = 'pat@airside.example'
    const provider = await run(providerCreate, { email, name: 'Pat' })
    assert.match(provider.provider_id ?? '', /^prv_/)
    assert.ok((provider.password ?? '').length >= 20, 'made up and shown this once')
    assert.match((await run(staffCreate, { email })).account_id ?? '', /^usr_/)
    await failing(/has an account already/, staffCreate, { email: 'PAT@airside.example' })
    await failing(/not an e-mail address/, staffCreate, { email: 'nobody' })
  })

  test('user create, user roles and user remove change the user and print the result', async () => {
    const { production } = await server.operator('alpine')
    const person = { operator: 'alpine', environment: 'production', email: 'olga@alpine.example' }
    assert.match((await run(userCreate, person)).user_id ?? '', /^usr_/)
    await failing(/is a user of this operator already/, userCreate, person)
    await run(userRoles, { ...person, roles: 'admin, crew' })
    const stored = await userByEmail(server.world.storage.tenant(production.tenant.tenantId), person.email)
    assert.equal(stored?.role_list, 'ADMIN CREW')
    await failing(/--roles lists some of ADMIN OPS/, userRoles, { ...person, roles: 'PILOT' })
    await failing(/--environment is production or sandbox/, userRemove, { ...person, environment: 'live' })
    await failing(/There is no operator "nowhere"/, userRemove, { ...person, operator: 'nowhere' })
    assert.deepEqual(await run(userRemove, person), { removed: person.email })
    await failing(/is not a user of this operator/, userRemove, person)
    assert.match((await run(userCreate, person)).user_id ?? '', /^usr_/, 'who left can come back, as someone new')
  })
})
