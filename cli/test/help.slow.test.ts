/** The help of every command explains each of its options, and its examples run as they are printed. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { build, REPOSITORY } from '../../sdk/test/support/build.ts'
import { ServedOperator } from '../../sdk/test/support/served-operator.ts'
import { Shell } from './support/shell.ts'

const FLIGHTS = `query Flights($from: DateTime!, $to: DateTime!) {
  flightList(filter: { interval: { from: $from, to: $to } }) { nodeList { flightId } pageInfo { hasMore } }
}`

await build('cli')
// Its sources need the built SDK.
const { COMMANDS } = await import('../src/commands.ts')

describe('the help of the command line', () => {
  let operator: ServedOperator
  let shell: Shell
  let clientId: string
  let key: string
  let sandboxKey: string
  let env: Record<string, string>
  before(async () => {
    operator = await ServedOperator.start()
    shell = new Shell(process.execPath, { AIRSIDE_URL: operator.service })
    const application = await operator.registerApplication('http://127.0.0.1:8976/callback')
    clientId = application.clientId
    key = await operator.newKey('flight:read contact:read contact:write')
    sandboxKey = await operator.newKey('flight:read settings:write', 'sandbox')
    writeFileSync(join(shell.folder, 'key.txt'), key)
    writeFileSync(join(shell.folder, 'flights.graphql'), FLIGHTS)
    mkdirSync(join(shell.folder, 'queries'))
    writeFileSync(join(shell.folder, 'queries/flights.graphql'), FLIGHTS)
    for (const folder of ['bin', '.zfunc', '.local/share/bash-completion/completions', '.config/fish/completions']) {
      mkdirSync(join(shell.folder, folder), { recursive: true })
    }
    symlinkSync(join(REPOSITORY, 'cli/bin/airside.js'), join(shell.folder, 'bin/airside'))
    env = {
      PATH: `${join(shell.folder, 'bin')}:${dirname(process.execPath)}:${process.env.PATH}`,
      HOME: shell.folder,
      AIRSIDE_URL: operator.service,
      AIRSIDE_CONFIG_DIR: shell.config,
      AIRSIDE_CLIENT_SECRET: application.clientSecret,
    }
    await shell.run(['login', 'alpine'], sandboxKey)
    await shell.run(['login', 'alpine'], key)
    await shell.run([
      'query',
      'mutation { contactCreate(input: { kind: CLIENT, name: "A" }) { contact { contactId } } }',
    ])
  })
  after(async () => {
    shell.dispose()
    await operator.close()
  })

  const runAsPrinted = async (line: string) => {
    const running = promisify(execFile)('bash', ['-e', '-c', line], { cwd: shell.folder, env })
    running.child.stdin?.end()
    return running
  }

  const examples = (help: string): string[] => {
    const [, lines = ''] = help.split('\nExamples\n')
    return lines
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  }

  for (const command of COMMANDS) {
    test(`airside ${command.name} --help explains its options, and its examples run`, async () => {
      const { out, code } = await shell.run([...command.name.split(' '), '--help'])
      assert.equal(code, 0)
      for (const name of Object.keys(command.options)) assert.match(out, new RegExp(`--${name}\\b.* {2}\\S`))
      const lines = examples(out)
      const isOfSandbox = lines.some((line) => /-e(nvironment)? sandbox/.test(line))
      if (isOfSandbox) assert.equal((await shell.run(['login', 'alpine'], sandboxKey)).code, 0)
      assert.ok(lines.length > 0, 'it has an example')
      for (const line of lines) {
        const real = line.replace('app_…', clientId).replace('http://alpine.localhost:8080', operator.origin)
        if (line === 'airside login alpine') assert.equal((await shell.run(wordsOf(line), key)).code, 0)
        else if (line.includes('--client-id')) await inBrowser(real)
        else if (line.includes('--follow')) await untilFirst(real)
        else if (line.includes('--forward')) await untilListening(real)
        else await runAsPrinted(real)
      }
      if (isOfSandbox) assert.equal((await shell.run(['login', 'alpine'], key)).code, 0)
    })
  }

  const wordsOf = (line: string): string[] =>
    [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(1)

  const inBrowser = async (line: string) => {
    const running = shell.start(wordsOf(line), { AIRSIDE_CLIENT_SECRET: env.AIRSIDE_CLIENT_SECRET ?? '' })
    running.child.stdin?.end()
    const [url] = await running.until(/http:\S+authorize\S+/)
    assert.match(url, /scope=flight/)
    running.child.kill('SIGINT')
    assert.equal((await running.ended).code, 130)
  }

  const untilListening = async (line: string) => {
    const running = shell.start(wordsOf(line).map((word) => (word === 'FLIGHT' ? 'CONTACT' : word)))
    await running.until(/whsec_/)
    running.child.kill('SIGINT')
    assert.equal((await running.ended).code, 130)
  }

  const untilFirst = async (line: string) => {
    const running = shell.start(wordsOf(line).map((word) => (word === 'FLIGHT' ? 'CONTACT' : word)))
    await running.until(/"CREATED"/)
    running.child.kill('SIGINT')
    assert.equal((await running.ended).code, 130)
  }
})
