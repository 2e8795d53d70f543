/** Runs every example of examples/ as its README says, against a demo. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { Browser, formTo } from '../../server/test/support/browser.ts'
import { demoPlace } from '../../server/test/support/demo-place.ts'
import { freePort } from '../../server/test/support/free-port.ts'
import type { Place } from '../../server/test/support/places.ts'
import { demoOf, runCommand, type ServerProcess, startServerProcess } from '../../server/test/support/server-process.ts'
import { soon } from '../../server/test/support/soon.ts'
import { build, REPOSITORY } from './support/build.ts'

const run = promisify(execFile)
const MAX_LINES = 200
const EXAMPLES = join(REPOSITORY, 'examples')
const SCOPE = 'flight:read flight:write movement:write aircraft:read crew:read'
const COMMON = {
  description: 'Shows what an application of its kind does.',
  phoneNumber: '+41446681800',
  contact: 'you@example.com',
  website: 'https://example.com',
}

/** How an example is started to be let in. */
interface LetIn {
  readonly env?: NodeJS.ProcessEnv
  readonly args?: readonly string[]
}

describe('the examples', () => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-examples-'))
  const children: ChildProcess[] = []
  let place: Place
  let server: ServerProcess
  let environment: Record<string, string>
  let env: NodeJS.ProcessEnv
  before(async () => {
    await build('sdk')
    place = await demoPlace()
    const port = await freePort()
    environment = { ...place.environment, PORT: String(port), AIRSIDE_PUBLIC_URL: `http://localhost:${port}` }
    server = await startServerProcess(environment, ['--demo', '--json'])
    const where = ['--operator', 'alpine', '--environment', 'sandbox', '--label', 'Examples', '--scope', SCOPE]
    const made = await runCommand(['api-key', 'create', ...where, '--json'], environment)
    env = {
      ...process.env,
      AIRSIDE_SERVICE: `http://localhost:${port}`,
      AIRSIDE_API_KEY: JSON.parse(made).refresh_token,
    }
  })
  after(async () => {
    for (const child of children) {
      child.kill()
      await once(child, 'exit')
    }
    await server.stop()
    await place.dispose()
    rmSync(folder, { recursive: true, force: true })
  })

  const example = async (file: string, ...args: string[]): Promise<string> =>
    (await run(process.execPath, [join(EXAMPLES, file), ...args], { cwd: REPOSITORY, env })).stdout

  /** Starts a program that runs until the end of the tests; what it said so far. */
  const start = (args: readonly string[], itsEnv: NodeJS.ProcessEnv): (() => string) => {
    const child = spawn(process.execPath, args, { env: itsEnv })
    children.push(child)
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk
    })
    return () => said
  }

  /** Starts an example that serves, and waits for its first line. */
  const serve = async (file: string, more: NodeJS.ProcessEnv, ...args: string[]): Promise<string> => {
    const child = spawn(process.execPath, [join(EXAMPLES, file), ...args], { env: { ...env, ...more } })
    children.push(child)
    const over = once(child, 'exit').then(() => assert.fail(`${file} ended before it served`))
    const [line] = await Promise.race([once(child.stdout, 'data'), over])
    over.catch(() => undefined)
    return String(line)
  }

  test('each has a README and at most 200 lines of code', () => {
    for (const name of readdirSync(EXAMPLES, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
      const files = readdirSync(join(EXAMPLES, name.name))
      assert.ok(files.includes('README.md'), name.name)
      const lines = files
        .filter((file) => !file.endsWith('.md'))
        .map((file) => readFileSync(join(EXAMPLES, name.name, file), 'utf8').split('\n').length)
      assert.ok(lines.reduce((sum, count) => sum + count, 0) <= MAX_LINES, name.name)
    }
  })

  test('the nightly export writes the flights of a day as CSV', async () => {
    const file = join(folder, 'flights.csv')
    const day = new Date().toISOString().slice(0, 10)
    await example('nightly-export/export.ts', day, file)
    const [head, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
    assert.match(head ?? '', /^flightNo,status,registration/)
    assert.ok(lines.length > 0, 'the demo flies today')
  })

  test('the flight bag lists today’s flights, and says what is wrong with a report in the future', async () => {
    const listed = await example('flight-bag/flight-bag.ts', 'today')
    assert.match(listed, /^\d\d:\d\dZ {2}\S+ {2}\S+ {2}\w{4}-\w{4} {2}[A-Z_]+$/m)
    await assert.rejects(
      example('flight-bag/flight-bag.ts', 'report', 'XX999', 'offBlock', '08:00'),
      /does not fly today/,
    )
    await assert.rejects(example('flight-bag/flight-bag.ts', 'report'), /Usage/)
  })

  test('the wallboard shows today’s flights', async () => {
    const line = await serve('wallboard/wallboard.ts', {}, '0')
    const address = /http:\/\/localhost:(\d+)\//.exec(line)?.[1]
    const page = await (await fetch(`http://127.0.0.1:${address}/`)).text()
    assert.match(page, /<td>\d\d:\d\dZ<\/td>/)
  })

  /** Writes a file of two lines, of which the second has no aircraft, and imports it. */
  const importOf = async (name: string, days: number): Promise<() => Promise<string>> => {
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', FIRST_AIRCRAFT], {
      cwd: REPOSITORY,
      env,
    })
    const at = `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T08:00:00Z`
    const file = join(folder, `${name}.csv`)
    const lines = [`${name}1,${stdout.trim()},LSZH,LOWW,${at}`, `${name}2,NO-SUCH,LSZH,LOWW,${at}`]
    writeFileSync(file, `id,registration,adep,ades,offBlock\n${lines.join('\n')}\n`)
    const program = join(EXAMPLES, 'dispatcher-import/import_flights.py')
    return async () => (await run('python3', [program, file], { env })).stdout
  }

  test('the dispatcher’s import plans each line once, however often it runs', async () => {
    const importIt = await importOf('W', 400)
    const said = await importIt()
    assert.match(said, /^W1: \S+ is planned\nW2: no aircraft NO-SUCH\n$/)
    assert.equal(await importIt(), said)
  })

  test('the receiver takes what airside listen sends, and refuses what nobody signed', async () => {
    const own = { ...env, AIRSIDE_WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}` }
    const said = start([join(EXAMPLES, 'webhook-receiver/receiver.ts'), '0'], own)
    await soon('the receiver listens', () => /hook$/m.test(said()))
    const address = /http:\S+/.exec(said())?.[0] ?? ''
    assert.equal((await fetch(address, { method: 'POST', body: '{"type":"flight.updated"}' })).status, 400)
    const place = { AIRSIDE_URL: env.AIRSIDE_SERVICE, AIRSIDE_OPERATOR: 'alpine', AIRSIDE_CONFIG_DIR: folder }
    const listened = start([join(REPOSITORY, 'cli/src/main.ts'), 'listen', '--forward', address], { ...own, ...place })
    await soon('airside listens', () => listened().includes(own.AIRSIDE_WEBHOOK_SECRET))
    await (await importOf('R', 402))()
    await soon('the receiver says what changed', () => /^flight\.created flt_/m.test(said()))
  })

  /**
   * Registers an example's application, serves it, and lets it in as the administrator of alpine's sandbox, with all
   * that can be ticked.
   */
  const letIn = async (file: string, registration: object, path: string, more: LetIn = {}) => {
    const port = await freePort()
    const described = join(folder, `${port}.json`)
    const redirectUris = [`http://localhost:${port}/callback`]
    writeFileSync(described, JSON.stringify({ ...COMMON, ...registration, redirectUris }))
    const made = JSON.parse(await runCommand(['app', 'register', '--file', described, '--json'], environment))
    const own = {
      CLIENT_ID: made.client_id,
      CLIENT_SECRET: made.client_secret,
      PORT: String(port),
    }
    await serve(file, { ...own, ...more.env }, ...(more.args ?? []))
    const open = (path: string, init: RequestInit = {}, cookie = '') =>
      fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init, headers: { cookie } })
    const away = await open(path)
    const cookie = (away.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const link = new URL(away.headers.get('location') ?? '')
    const { admin, password } = demoOf(server).tenants.find(
      ({ operatorId, environment: each }) => operatorId === 'alpine' && each === 'sandbox',
    ) ?? { admin: '', password: '' }
    const browser = new Browser(server.client, link.origin)
    await browser.signIn(await browser.get('/sign-in/'), admin, password)
    const page = await browser.get(`${link.pathname}${link.search}`)
    const form = formTo(page.body, '/consent/')
    const ticks = [...page.body.matchAll(/type="checkbox" name="([^"]+)"/g)].map(([, name = '']) => [name, 'yes'])
    const back = await browser.submit(form, { decision: 'allow', ...Object.fromEntries(ticks) })
    const callback = new URL(back.headers.location ?? '')
    assert.equal((await open(`${callback.pathname}${callback.search}`, {}, cookie)).status, 303)
    return Object.assign((path: string, init: RequestInit = {}) => open(path, init, cookie), { own })
  }

  test('a pilot connects the logbook and sees their own entries and totals', async () => {
    const kind = { name: 'Wingbook', kind: 'pilot-logbook', personal: true }
    const open = await letIn('pilot-logbook/logbook.ts', kind, '/connect')
    assert.match(await (await open('/')).text(), /<h1>Logbook of [\s\S]*<p>\d+ entries, \d+:\d\d in all/)
  })

  test('an operator connects the marketplace, which shows its empty legs, holds one and finds free aircraft', async () => {
    const kind = { name: 'Legfinder', kind: 'marketplace', personal: false }
    const open = await letIn('marketplace/marketplace.ts', kind, '/connect?operator=alpine')
    const offered = await (await open('/')).text()
    assert.match(offered, /<td>alpine<\/td><td>\w{4} → \w{4}<\/td>/)
    const leg = /name="leg" value="([^"]+)"/.exec(offered)?.[1] ?? ''
    const body = new URLSearchParams({ operator: 'alpine', leg })
    assert.equal((await open('/hold', { method: 'POST', body })).status, 303)
    assert.match(await (await open('/')).text(), /held for you until/)
    const day = new Date(Date.now() + 300 * 86_400_000).toISOString().slice(0, 10)
    assert.match(await (await open(`/?from=LSZH&to=LFMN&date=${day}&pax=2`)).text(), /LSZH-LFMN [\s\S]*NM empty/)
  })

  test('the marketplace’s sync reads an operator once, and then what changed alone', async () => {
    const mirrors = mkdtempSync(join(folder, 'mirror-'))
    const kind = { name: 'Legsync', kind: 'marketplace', personal: false }
    const file = 'marketplace-sync/sync.ts'
    const more = { args: ['connect'], env: { FOLDER: mirrors } }
    const { own } = await letIn(file, kind, '/connect?operator=alpine', more)
    const round = async (): Promise<string> => {
      const itsEnv = { ...env, ...own, FOLDER: mirrors }
      return (await run(process.execPath, [join(EXAMPLES, file)], { cwd: REPOSITORY, env: itsEnv })).stdout
    }
    assert.match(await round(), /^alpine: read [1-9]\d* AIRCRAFT, [1-9]\d* AVAILABILITY, [1-9]\d* EMPTY_LEG\n$/)
    assert.equal(await round(), 'alpine: nothing changed\n')
    const mirror = () => JSON.parse(readFileSync(join(mirrors, 'alpine.json'), 'utf8'))
    const blocks = (): number =>
      Object.values<{ blockList: unknown[] }>(mirror().records.AVAILABILITY).reduce(
        (sum, each) => sum + each.blockList.length,
        0,
      )
    const before = blocks()
    await (await importOf('S', 60))()
    assert.equal(await round(), 'alpine: 1 changed\n')
    assert.equal(blocks(), before + 1)
  })

  test('a handler’s desk shows the visits of its providers, and an answer that is pressed counts', async () => {
    const kind = { name: 'Rampdesk', kind: 'flight-support', personal: false }
    const open = await letIn('handler-desk/desk.ts', kind, '/connect')
    const shown = await (await open('/')).text()
    assert.match(shown, /<h2>\S+ \(\w{2,4}\) at \w{4}<\/h2>/)
    const found =
      /name="request" value="([^"]+)"><input type="hidden" name="version" value="(\d+)"><button name="status" value="ACKNOWLEDGED">/.exec(
        shown,
      )
    assert.ok(found, 'something is asked for')
    const [, request = '', version = ''] = found
    const body = new URLSearchParams({ request, version, status: 'ACKNOWLEDGED' })
    assert.equal((await open('/answer', { method: 'POST', body })).status, 303)
    const after = await (await open('/')).text()
    assert.doesNotMatch(after, new RegExp(`"${request}"><input type="hidden" name="version" value="${version}">`))
    const late = await open('/answer', {
      method: 'POST',
      body: new URLSearchParams({ request, version, status: 'CONFIRMED' }),
    })
    assert.deepEqual([late.status, /STALE_VERSION/.test(await late.text())], [502, true])
    assert.equal((await fetch(`http://127.0.0.1:${open.own.PORT}/answer`, { method: 'POST', body })).status, 403)
  })
})

const FIRST_AIRCRAFT = `
import { connect } from '@airside/client'
const { AIRSIDE_SERVICE: service, AIRSIDE_API_KEY: apiKey } = process.env
const { aircraftList } = await connect({ service, operator: 'alpine', apiKey }).query('{ aircraftList { nodeList { registration } } }')
console.log(aircraftList.nodeList[0].registration)`
