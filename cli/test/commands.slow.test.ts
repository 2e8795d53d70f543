/** All commands in a row: from a key to tables, scopes, schema and changes. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { buildSchema as buildGraphQLSchema, printSchema } from 'graphql'
import { verifyWebhook } from '../../sdk/src/exports.ts'
import { build } from '../../sdk/test/support/build.ts'
import { bothNodes } from '../../sdk/test/support/nodes.ts'
import { ServedOperator } from '../../sdk/test/support/served-operator.ts'
import { buildSchema } from '../../server/src/graphql/schema.ts'
import { scopesText } from '../../server/src/graphql/scope-catalogue.ts'
import { SQLITE_FILE } from '../../server/src/storage/engines/sqlite-engine.ts'
import { mistyped } from '../../server/test/support/mistyped.ts'
import { WebhookReceiver } from '../../server/test/support/webhook-receiver.ts'
import { Shell } from './support/shell.ts'

const ESCAPE = String.fromCharCode(27)
const nodes = await bothNodes()
await build('cli')

for (const node of nodes) {
  describe(`the command line (${node.name})`, () => {
    let operator: ServedOperator
    let shell: Shell
    let apiKey: string
    before(async () => {
      operator = await ServedOperator.start()
      shell = new Shell(node.path, { AIRSIDE_URL: operator.service })
      apiKey = await operator.newKey('contact:read contact:write aircraft:read')
    })
    after(async () => {
      shell.dispose()
      await operator.close()
    })

    const inFolder = (name: string) => join(shell.folder, name)

    interface ExpectedProblem {
      readonly code: number
      readonly error: RegExp
      readonly next: RegExp
    }

    const expectProblem = async (args: readonly string[], { code, error, next }: ExpectedProblem, input = '') => {
      const outcome = await shell.run(args, input)
      assert.match(outcome.err, error)
      assert.match(outcome.err, next)
      assert.equal(outcome.code, code, outcome.err)
      assert.equal(outcome.out, '', 'errors leave standard output alone')
      assert.ok(!outcome.err.includes(ESCAPE), 'a pipe gets no colours')
    }

    test('every command without a profile says how to log in', async () => {
      for (const command of ['whoami', 'token', 'changes']) {
        await expectProblem([command], {
          code: 3,
          error: /Error: You are not signed in/,
          next: /Next: {2}Run airside login/,
        })
      }
      const { err, code } = await shell.run(['token', '--json'])
      assert.equal(code, 3)
      assert.match(JSON.parse(err).error.nextStep, /airside login/)
    })

    test('doctor checks name, connection and service for somebody who is not signed in', async () => {
      const { out, code } = await shell.run(['doctor'])
      assert.equal(code, 3)
      assert.match(out, /✓ name[^✓]+✓ connection[^✓]+✓ service[^✓]+! operator[^✓]+--operator[^✓]+✓ clock/)
      assert.match(out, /✗ credentials +You are not signed in[^✗]+airside login <operator>\n- token/)
      const named = await shell.run(['doctor', '--operator', 'alpine', '--environment', 'sandbox'])
      assert.match(named.out, /✓ operator +alpine\.sandbox\.localhost is an operator's address/)
      const away = await shell.run(['doctor', '--service', 'http://localhost:1'])
      assert.match(away.out, /✓ name[^✓]+✗ connection/)
      assert.equal(away.code, 1)
    })

    test('login refuses a wrong key and stores nothing', async () => {
      await expectProblem(
        ['login', 'alpine'],
        { code: 3, error: /Error: /, next: /airside login with a new one/ },
        mistyped(apiKey),
      )
      await expectProblem(['login', 'alpine'], { code: 2, error: /There is no API key/, next: /standard input/ }, '\n')
      await expectProblem(['login', 'alpine'], { code: 2, error: /is an access token/, next: /Next/ }, 'air_live_at_x')
      await expectProblem(['login', 'Alpine Jet'], { code: 2, error: /no operator id/, next: /Next/ }, apiKey)
      await expectProblem(
        ['login', 'alpine', '-e', 'moon'],
        { code: 2, error: /production or sandbox/, next: /Next/ },
        apiKey,
      )
      await expectProblem(
        ['login', 'alpine', '--max-wait', 'soon'],
        { code: 2, error: /--max-wait is a number of seconds/, next: /Next/ },
        apiKey,
      )
      await expectProblem(['login', 'alpine', apiKey], {
        code: 2,
        error: /too many words: airside login <operator>/,
        next: /For example: airside login alpine/,
      })
      assert.equal(existsSync(shell.config) && readdirSync(shell.config).includes('credentials.json'), false)
    })

    test('login reads a key from standard input, and only the user can read the stored one', async () => {
      const { out, code } = await shell.run(['login', 'alpine'], `${apiKey}\n`)
      assert.equal(code, 0)
      assert.match(out, /^Signed in to Alpine Jet \(alpine, production\) with an API key\.\nProfile alpine, scopes /)
      assert.ok(!out.includes(apiKey))
      const file = join(shell.config, 'credentials.json')
      assert.equal(statSync(file).mode & 0o777, 0o600)
      assert.equal(statSync(shell.config).mode & 0o777, 0o700)
      for (const name of readdirSync(join(shell.config, 'tokens'))) {
        assert.equal(statSync(join(shell.config, 'tokens', name)).mode & 0o777, 0o600)
      }
    })

    test('token prints the one token that every command uses', async () => {
      const first = await shell.run(['token'])
      assert.match(first.out, /^air_live_at_\w{38}\n$/)
      const [second, third] = await Promise.all([shell.run(['token']), shell.run(['token', '--json'])])
      assert.equal(second.out, first.out)
      assert.equal(JSON.parse(third.out).access_token, first.out.trim())
    })

    test('whoami prints operator, environment and scopes', async () => {
      const { out } = await shell.run(['whoami'])
      assert.match(out, /operator +Alpine Jet \(alpine\)\nenvironment +production\n/)
      const told = JSON.parse((await shell.run(['whoami', '--json'])).out)
      assert.deepEqual(told.scopes, ['aircraft:read', 'contact:read', 'contact:write'])
    })

    test('query reads text, a file or standard input, and variables by their type', async () => {
      const document = 'query Q($text: String!, $n: Int = 1) { echo(text: $text) airportList(first: $n) { airportId } }'
      writeFileSync(inFolder('q.graphql'), document)
      writeFileSync(inFolder('v.json'), '{ "text": "from a file", "n": 2 }')
      const ask = async (args: string[], input = '') => JSON.parse((await shell.run(['query', ...args], input)).out)
      assert.equal((await ask([document, '-v', 'text=42'])).echo, '42')
      assert.equal((await ask(['q.graphql', '-v', 'text=a=b', '--var', 'n=3'])).airportList.length, 3)
      assert.equal((await ask(['q.graphql', '--variables', 'v.json', '-v', 'text=on top'])).echo, 'on top')
      assert.equal((await ask(['-', '--variables', '{"text":"piped"}'], document)).echo, 'piped')
      await expectProblem(['query', 'q.graphql', '-v', 'n=x'], { code: 2, error: /\$n is of type Int/, next: /Next/ })
      await expectProblem(['query', 'q.graphql', '-v', 'x=1'], {
        code: 2,
        error: /no variable \$x/,
        next: /It has \$text, \$n/,
      })
      await expectProblem(['query', 'nothing.graphql'], {
        code: 2,
        error: /There is no file nothing.graphql/,
        next: /Name a file/,
      })
      await expectProblem(['query', '{ nothing }'], { code: 1, error: /Cannot query field/, next: /line 1, column 3;/ })
      const wrong = '# What is here?\n{\n  contactList(page: { first: 2 }) { nodeList { name nothing } }\n}\n'
      writeFileSync(inFolder('wrong.graphql'), wrong)
      for (const option of [[], ['--all']]) {
        await expectProblem(['query', 'wrong.graphql', ...option], {
          code: 1,
          error: /Cannot query field "nothing"/,
          next: /line 3, column 53 of wrong.graphql;/,
        })
      }
      await expectProblem(['query', '{ echo('], { code: 1, error: /Syntax|Expected/, next: /Next/ })
    })

    test('a refused mutation and a missing scope are reported with what to do', async () => {
      const rename =
        'mutation { contactUpdate(contactId: "con_1", input: { kind: CLIENT, name: "A" }, expectedVersion: 1) { contact { contactId } userErrorList { code message path } } }'
      await expectProblem(['query', rename], { code: 1, error: /NOT_FOUND/, next: /Nothing was changed/ })
      await expectProblem(['query', '{ crewMemberList { nodeList { name } } }'], {
        code: 4,
        error: /lacks crew:read/,
        next: /crew:read/,
      })
      const { err } = await shell.run(['query', '{ crewMemberList { nodeList { name } } }', '--json'])
      assert.deepEqual(JSON.parse(err).error.missingScopes, ['crew:read'])
    })

    test('--all reads every page of a query as JSON, lines or a table', async () => {
      for (const name of ['Ännä', 'Béla', '山田', 'Dora', 'Eve']) {
        const create =
          'mutation($name: String!) { contactCreate(input: { kind: CLIENT, name: $name }) { contact { contactId } } }'
        assert.equal((await shell.run(['query', create, '-v', `name=${name}`])).code, 0)
      }
      // The service takes no such name any more, but may have one from before.
      const store = new DatabaseSync(join(operator.environment.AIRSIDE_DATA ?? '', SQLITE_FILE))
      store.prepare('update contact set name = ? where name = ?').run(`E${ESCAPE}[31mve`, 'Eve')
      store.close()
      const document = '{ list: contactList(page: { first: 2 }) { nodeList { name kind } } }'
      const all = JSON.parse((await shell.run(['query', document, '--all'])).out)
      assert.deepEqual(
        all.map(({ name }: { name: string }) => name),
        ['Ännä', 'Béla', '山田', 'Dora', `E${ESCAPE}[31mve`],
      )
      const lines = (await shell.run(['query', document, '--all', '--lines'])).out.trim().split('\n')
      assert.deepEqual(
        lines.map((line) => JSON.parse(line).kind),
        Array(5).fill('CLIENT'),
      )
      const table = (await shell.run(['query', document, '--all', '--table'])).out.trim().split('\n')
      assert.equal(table[0], 'name           kind')
      assert.equal(table[3], '山田           CLIENT')
      assert.equal(table[5], 'E\\u001b[31mve  CLIENT', 'data does not command a terminal')
      const one =
        'query($page: PageInput) { contactList(page: $page) { nodeList { name } pageInfo { endCursor hasMore } } }'
      assert.equal(JSON.parse((await shell.run(['query', one, '--all', '-v', 'page={"first":3}'])).out).length, 5)
      await expectProblem(['query', '{ echo(text: "x") }', '--all'], {
        code: 2,
        error: /one list with nodeList/,
        next: /Next/,
      })
    })

    test('scopes asks the connection in use where no scopes.json lies here', async () => {
      const document = '{ contactList { nodeList { name } } }'
      const { out, code } = await shell.run(['scopes', document])
      assert.equal(code, 0)
      assert.match(out, /all in all: contact:read\n/)
      const away = { AIRSIDE_CONFIG_DIR: inFolder('nowhere') }
      const stranger = await shell.run(['scopes', document], '', away)
      assert.equal(stranger.code, 3)
      assert.match(stranger.err, /no scopes.json here.*not signed in[\s\S]*airside login <operator>, or name the file/)
    })

    test("schema pull writes the service's schema completely or not at all", async () => {
      const { out } = await shell.run(['schema', 'pull'])
      assert.match(out, /^schema.graphql: written, \d+ types.\nscopes.json: written.\n$/)
      const pulled = readFileSync(inFolder('schema.graphql'), 'utf8')
      const whole = buildSchema()
      const usable = buildGraphQLSchema(pulled)
      for (const consoleOnly of ['accountPasskeyRemove', 'userInvite', 'apiKeyCreate', 'addOnDisconnect']) {
        assert.ok(whole.getMutationType()?.getFields()[consoleOnly], consoleOnly)
        assert.equal(usable.getMutationType()?.getFields()[consoleOnly], undefined)
      }
      assert.ok(usable.getMutationType()?.getFields().contactCreate)
      assert.ok(usable.getType('FlightFilter'), 'what arguments need stays')
      assert.equal(usable.getType('ViewerSession'), undefined, 'what only the console reaches goes')
      assert.equal(pulled, `${printSchema(usable)}\n`)
      assert.equal(readFileSync(inFolder('scopes.json'), 'utf8'), scopesText(buildSchema()))
      assert.match((await shell.run(['schema', 'pull'])).out, /as before/)
      assert.equal((await shell.run(['schema', 'pull', '-'])).out, pulled)
      assert.deepEqual(
        readdirSync(shell.folder).filter((name) => name.includes('draft')),
        [],
      )
    })

    test('scopes lists what a document needs without a server, and its exit code can guard a pipeline', async () => {
      writeFileSync(
        inFolder('flights.graphql'),
        'query F { contactList { nodeList { name } } crewMemberList { nodeList { name } } }',
      )
      const away = { AIRSIDE_URL: 'http://localhost:1', AIRSIDE_CONFIG_DIR: inFolder('nowhere') }
      const { out, code } = await shell.run(['scopes', 'flights.graphql'], '', away)
      assert.equal(code, 0)
      assert.match(
        out,
        /contactList +contact:read +F\ncrewMemberList +crew:read +F\n\nall in all: contact:read crew:read\n/,
      )
      const allowed = await shell.run(['scopes', 'flights.graphql', '--allow', 'crew:read contact:read'], '', away)
      assert.equal(allowed.code, 0)
      const refused = await shell.run(['scopes', 'flights.graphql', '--allow', 'contact:read', '--json'], '', away)
      assert.equal(refused.code, 4)
      assert.deepEqual(JSON.parse(refused.out).lacking, ['crew:read'])
      assert.match(JSON.parse(refused.err).error.message, /crew:read/)
      const held = await shell.run(['scopes', 'flights.graphql', '--token'])
      assert.equal(held.code, 4)
      assert.match(held.err, /More is needed than is allowed: crew:read/)
      await expectProblem(['scopes', 'flights.graphql', '--scopes', 'none.json'], {
        code: 1,
        error: /There is no none.json/,
        next: /schema pull/,
      })
      await expectProblem(['scopes', 'flights.graphql', '--scopes', 'schema.graphql'], {
        code: 1,
        error: /not the text of a scopes.json/,
        next: /schema pull/,
      })
      writeFileSync(inFolder('wrong.graphql'), '{ nothing }')
      await expectProblem(['scopes', 'wrong.graphql'], {
        code: 1,
        error: /wrong.graphql: Query has no field nothing/,
        next: /schema pull/,
      })
    })

    test('listen posts each change to a local address, signed with the secret that it prints', async () => {
      const receiver = await WebhookReceiver.start()
      try {
        const listening = shell.start(['listen', '--forward', receiver.url, '--entity', 'contact', '--json'])
        const [, secret = ''] = await listening.until(/"secret":"([^"]+)"/)
        await shell.run([
          'query',
          'mutation { contactCreate(input: { kind: CLIENT, name: "Told" }) { contact { contactId } } }',
        ])
        await listening.until(/"status":"200"/)
        listening.child.kill('SIGINT')
        assert.equal((await listening.ended).code, 130)
        const [message] = receiver.received
        const { type, data } = await verifyWebhook(message?.headers ?? {}, message?.body ?? '', secret)
        assert.deepEqual([type, data.entity, data.environment], ['contact.created', 'CONTACT', 'production'])
      } finally {
        await receiver.close()
      }
      const kept = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
      const again = shell.start(['listen', '--forward', 'http://localhost:9/', '--secret', kept, '--json'])
      await again.until(new RegExp(`"secret":"${RegExp.escape(kept)}"`))
      again.child.kill('SIGINT')
      await again.ended
      for (const wrong of ['whsec_short', 'hello', `whsec_${'!'.repeat(44)}`])
        await expectProblem(['listen', '--forward', 'http://localhost:9/', '--secret', wrong], {
          code: 2,
          error: /no secret of a webhook/,
          next: /makes one and prints it/,
        })
      await expectProblem(['listen', '--forward', 'nowhere'], { code: 2, error: /address of your receiver/, next: /./ })
    })

    test('clock says what a sandbox’s clock shows, moves it forwards, and refuses production (events row 79)', async () => {
      await expectProblem(['clock', '+30d'], { code: 1, error: /is production/, next: /--environment sandbox/ })
      const sandboxKey = await operator.newKey('contact:read settings:write', 'sandbox')
      const at = { AIRSIDE_API_KEY: sandboxKey, AIRSIDE_OPERATOR: 'alpine' }
      const sandbox = new Shell(node.path, { AIRSIDE_URL: operator.service, ...at })
      assert.match((await sandbox.run(['clock'])).out, /ahead +nothing/)
      const looked = await sandbox.run(['clock', '+30d', '--look'])
      assert.match(looked.out, /On the way:\n(.*\n)*.*\d+ × access tokens end[\s\S]*ahead +nothing/, looked.err)
      const moved = await sandbox.run(['clock', '+30d', '--json'])
      assert.ok(JSON.parse(moved.out).way.stepList.some(({ kind }: { kind: string }) => kind === 'ACCESS_TOKENS_END'))
      assert.equal(JSON.parse(moved.out).aheadSeconds, 30 * 86_400, moved.err)
      // Its token of before is over: it gets another by itself.
      assert.match((await sandbox.run(['clock'])).out, /ahead +30 d/)
      for (const by of ['-1d', '30', '+0d']) {
        const refused = await sandbox.run(['clock', '--', by])
        assert.match(refused.err, /no time to move the clock by/)
        assert.equal(refused.code, 2)
      }
      const far = await sandbox.run(['clock', '+400d'])
      assert.match(far.err, /at most 400 days/)
      assert.notEqual(far.code, 0)
      sandbox.dispose()
    })

    test('changes prints in order, once, from where the last run ended, until Ctrl-C', async () => {
      const create = (name: string) =>
        shell.run([
          'query',
          `mutation { contactCreate(input: { kind: CLIENT, name: "${name}" }) { contact { contactId } } }`,
        ])
      const options = ['changes', '--entity', 'contact', '--cursor-file', 'c.cursor', '--json']
      const seen = (out: string) =>
        out
          .trim()
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
      const first = seen((await shell.run(options)).out)
      assert.ok(first.length >= 5)
      assert.ok(first.every(({ entity, kind }) => entity === 'CONTACT' && kind === 'CREATED'))
      const following = shell.start([...options, '--follow', '--poll', '0.2'])
      await create('F')
      await following.until(/"CREATED"/)
      await create('G')
      await following.until(/"CREATED"[\s\S]*"CREATED"/)
      following.child.kill('SIGINT')
      const ended = await following.ended
      assert.equal(ended.code, 130)
      assert.equal(seen(ended.out).length, 2, 'only what is new')
      await create('H')
      const last = await shell.run(options)
      assert.equal(seen(last.out).length, 1)
      const silent = await shell.run(options.filter((option) => option !== '--json'))
      assert.deepEqual(silent, { code: 0, out: '', err: 'There are no changes of CONTACT since then.\n' })
      await expectProblem(['changes', '--entity', 'moon'], { code: 1, error: /MOON/, next: /Check --entity/ })
      const plain = await shell.run(['changes', '--entity', 'CONTACT'])
      assert.match(plain.out, /^\S+Z {2}CREATED {3}CONTACT {10}\S+ {2}v1 {2}/)
      assert.equal(plain.out.trim().split('\n').length, first.length + 3)
    })

    test('doctor checks every step and stops at the first failure', async () => {
      const good = await shell.run(['doctor'])
      assert.equal(good.code, 0, good.out)
      assert.equal(good.out.match(/^✓/gm)?.length, 8)
      const check = async (args: string[]) => {
        const { out, code } = await shell.run(['doctor', '--json', ...args])
        assert.equal(code, 1)
        const { checks } = JSON.parse(out) as { checks: { name: string; state: string; nextStep?: string }[] }
        const failed = checks.find(({ state }) => state === 'bad')
        assert.ok(failed?.nextStep)
        const after = checks.slice(checks.indexOf(failed) + 1)
        assert.ok(after.every(({ state }) => state === 'skipped'))
        return failed.name
      }
      assert.equal(await check(['--service', 'http://localhost:1']), 'connection')
      assert.equal(await check(['--service', 'http://nowhere.invalid']), 'name')
      const elsewhere = { AIRSIDE_API_KEY: apiKey, AIRSIDE_OPERATOR: 'nobody' }
      const stranger = await shell.run(['doctor'], '', elsewhere)
      assert.match(stranger.out, /✗ operator +There is no operator at nobody.localhost/)
    })

    test('profiles are kept per operator and environment, and chosen by name, environment or last use', async () => {
      const sandboxKey = await operator.newKey('contact:read', 'sandbox')
      assert.match((await shell.run(['login', 'alpine'], sandboxKey)).out, /\(alpine, sandbox\)/)
      assert.equal(JSON.parse((await shell.run(['whoami', '--json'])).out).environment, 'sandbox')
      assert.equal(
        JSON.parse((await shell.run(['whoami', '--json', '-e', 'production'])).out).environment,
        'production',
      )
      assert.equal(JSON.parse((await shell.run(['whoami', '--json', '-p', 'alpine'])).out).environment, 'production')
      assert.equal((await shell.run(['profiles', 'alpine', '--names'])).out, 'alpine\nalpine.sandbox\n')
      assert.equal(JSON.parse((await shell.run(['whoami', '--json'])).out).environment, 'production')
      assert.match((await shell.run(['profiles'])).out, /\* +alpine +alpine +production/)
      await expectProblem(['whoami', '-p', 'moon'], {
        code: 3,
        error: /no profile "moon"/,
        next: /alpine, alpine.sandbox/,
      })
      await expectProblem(['whoami', '-o', 'moon'], {
        code: 3,
        error: /no profile for moon/,
        next: /airside login moon/,
      })
      assert.match((await shell.run(['logout', 'alpine.sandbox'])).out, /Forgot alpine.sandbox/)
      assert.equal((await shell.run(['profiles', '--names'])).out, 'alpine\n')
    })

    test('a pipeline works without a profile', async () => {
      const env = { AIRSIDE_CONFIG_DIR: inFolder('pipeline'), AIRSIDE_API_KEY: apiKey, AIRSIDE_OPERATOR: 'alpine' }
      assert.equal((await shell.run(['query', '{ echo(text: "ci") }'], '', env)).code, 0)
      assert.deepEqual(readdirSync(inFolder('pipeline')), ['tokens'])
      const { AIRSIDE_OPERATOR: _, ...incomplete } = env
      assert.match((await shell.run(['whoami'], '', incomplete)).err, /Set AIRSIDE_OPERATOR/)
    })

    test('a wrong call prints how the command is called', async () => {
      await expectProblem(['qery'], { code: 2, error: /no command "qery"/, next: /Did you mean airside query\?/ })
      await expectProblem(['schema'], { code: 2, error: /no command "schema"/, next: /airside schema pull/ })
      await expectProblem(['schema', 'push'], {
        code: 2,
        error: /no command "schema push"/,
        next: /airside schema pull/,
      })
      await expectProblem(['-e', 'sandbox', 'whoami'], {
        code: 2,
        error: /command comes before -e/,
        next: /stand after/,
      })
      await expectProblem(['query'], {
        code: 2,
        error: /Something is missing: airside query <file/,
        next: /For example: airside query/,
      })
      await expectProblem(['query', '--tabel', '{'], {
        code: 2,
        error: /Unknown option '--tabel'/,
        next: /Did you mean --table\?/,
      })
      await expectProblem(['completion', 'tcsh'], {
        code: 2,
        error: /not for "tcsh"/,
        next: /airside completion --help/,
      })
      await expectProblem(['scopes', 'nowhere.graphql'], {
        code: 2,
        error: /There is no file nowhere.graphql/,
        next: /Name a file/,
      })
      await expectProblem(['whoami', '--colour'], {
        code: 2,
        error: /Unknown option '--colour'/,
        next: /airside whoami --help/,
      })
      await expectProblem(['token', '--max-wait', 'long'], { code: 2, error: /number of seconds/, next: /Next/ })
      const { out, code } = await shell.run(['--help'])
      assert.equal(code, 0)
      for (const line of out.split('\n')) assert.ok(line.length <= 100, line)
      assert.match((await shell.run(['help', 'query'])).out, /--variables/)
      assert.match((await shell.run(['--version'])).out, /^\d+\.\d+\.\d+\n$/)
    })
  })
}
