/** Runs every code block of the documentation's guides as written, with only the port changed. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { isForKeys, isOffered, SCOPES, type Scope } from '../../server/src/domain/scopes.ts'
import { demoPlace } from '../../server/test/support/demo-place.ts'
import { freePort } from '../../server/test/support/free-port.ts'
import type { Place } from '../../server/test/support/places.ts'
import { demoOf, runCommand, type ServerProcess, startServerProcess } from '../../server/test/support/server-process.ts'
import { build, REPOSITORY } from './support/build.ts'
import { asShell, type Block, blocksOf } from './support/documented-blocks.ts'
import { codeFrom, ownSandbox, signedInAt } from './support/reader.ts'

/** Last, because it moves the clock of the sandbox that all pages use. */
const OF_CLOCK = 'sandbox-clock.md'
const FILES = readdirSync(join(REPOSITORY, 'docs/site')).filter((file) => file.endsWith('.md') && file !== 'README.md')
const PAGES = [...FILES.filter((file) => file !== OF_CLOCK), OF_CLOCK]
const OUTPUT = new Set(['text', 'json', 'http'])
const isGranted = (scope: Scope): boolean => isOffered(scope) && isForKeys(scope)
const NEXT = '— next —'
const HOST = 'alpine.sandbox.localhost:8080'

/** What no output looks like. */
const COMMAND = /^ *(?:curl|npx|npm|read|python3?|airside|query|mutation|\{ ?\w+ ?[({])/m
const LINK = /^http:\S+\/oauth2\/code\/authorize\/\?\S+$/gm
const OWN_SCOPES = 'own:profile own:roster own:logbook:read'
const PERSONAL = {
  name: 'Wingbook',
  kind: 'pilot-logbook',
  personal: true,
  redirectUris: ['http://localhost:9999/callback'],
  description: 'Keeps a pilot’s own flights.',
  phoneNumber: '+41446681800',
  contact: 'you@example.com',
  website: 'https://example.com',
}

/** What a page promises of its examples, to be found in what they said. */
const PROMISED: Readonly<Record<string, readonly RegExp[]>> = {
  'writing-safely.md': [/"EXTERNAL_ID_TAKEN"/, /"name":"Aero Limited","version":2/],
  'kind-marketplace.md': [/"status":"HELD","heldUntil":"[^"]+","isHeldByMe":true/],
  'sandbox.md': [/^401$/m],
  'errors-and-request-ids.md': [/^application\/json 200$/m, /^application\/graphql-response\+json 400$/m],
  'cost-and-limits.md': [/"requested":57/],
  [OF_CLOCK]: [
    /"aheadSeconds":1800\b/,
    /^HTTP\/1.1 401 /m,
    /^x-airside-test-clock: \d{4}-/im,
    /"operator":\{"name"/,
    /^\S+Z 30 days ahead$/m,
    /kind: 'REMINDER'/,
  ],
  'code-grant.md': [/"applicationName":"Vektor Notes"/, /revoked: 200$/m, /"applicationName":"First Light"/],
  'three-graphs.md': [/"isAdmin":true/],
  'documents.md': [/^Fuel at Zürich: call ahead\.\n True$/m],
  'python-client.md': [/^[1-9]\d* contacts$/m, /^read up to \S+$/m],
  'webhooks.md': [/"secret":"whsec_/, /^204$/m, /^webhook\.test$/m, /older or newer than five minutes/],
}

/** A line that a reader edits before running the block. */
const EDITED = /^(\w+)='?(?:YOUR_|http:\/\/your-).*$/gm

/** How a document is asked, by what its fence says: at the query endpoint with a token of every scope, as a reader would
 * paste it into the explorer; at the console with a session; or with the token of a person. */
const ENDPOINTS: Readonly<Record<string, string>> = {
  '': `/api/graphql/ -H "Authorization: Bearer $TOKEN"`,
  person: `/api/graphql/ -H "Authorization: Bearer $PERSON_TOKEN"`,
  console: `/console/graphql/ -H "Cookie: $SESSION_COOKIE" -H "Origin: http://${HOST}"`,
}

const asRequest = ({ text, note }: Block): string =>
  `curl -s http://${HOST}${ENDPOINTS[note]} -H 'Content-Type: application/json' --data-binary @- <<END_OF_BODY
${JSON.stringify({ query: text }).replaceAll('$', '\\$').replace('key_…', '$KEY_ID')}
END_OF_BODY`

/** What a reader copies from the page. */
const textOf = (markup: string): string =>
  markup
    .replace(/<[^>]+>/g, '')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '&')

const scriptOf = (block: Block): string => (block.language === 'graphql' ? asRequest(block) : asShell(block))

describe('the guides of the documentation', () => {
  let place: Place
  let server: ServerProcess
  let env: NodeJS.ProcessEnv
  let port: number
  let alpine: ReturnType<typeof demoOf>['tenants']
  const folder = mkdtempSync(join(tmpdir(), 'airside-guides-'))
  before(async () => {
    await build('sdk')
    place = await demoPlace()
    port = await freePort()
    const environment = { ...place.environment, PORT: String(port), AIRSIDE_PUBLIC_URL: `http://localhost:${port}` }
    server = await startServerProcess(environment, ['--demo', '--json'])
    const scopes = SCOPES.filter(isGranted).join(' ')
    const where = ['--operator', 'alpine', '--environment', 'sandbox']
    const made = await runCommand(
      ['api-key', 'create', ...where, '--label', 'Guides', '--scope', scopes, '--json'],
      environment,
    )
    const { refresh_token: key, api_key_id: keyId } = JSON.parse(made)
    alpine = demoOf(server).tenants.filter(({ operatorId }) => operatorId === 'alpine')
    env = { ...process.env, ...environment, KEY: key, KEY_ID: keyId, SESSION_COOKIE: await sessionCookie() }
    env.PERSON_TOKEN = await personToken(environment)
  })

  const atAlpine = (place: string): { readonly admin: string; readonly pilot: string; readonly password: string } =>
    alpine.find(({ environment }) => environment === place) ?? assert.fail(`the demo has alpine in ${place}`)

  const sessionCookie = async (): Promise<string> => {
    const { admin: email, password } = atAlpine('sandbox')
    const browser = await signedInAt(server, `http://alpine.sandbox.localhost:${port}`, { email, password })
    return [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** Of a personal application that a pilot let in. */
  const personToken = async (environment: Record<string, string>): Promise<string> => {
    const file = join(folder, 'personal.json')
    writeFileSync(file, JSON.stringify(PERSONAL))
    const client = JSON.parse(await runCommand(['app', 'register', '--file', file, '--json'], environment))
    const redirect = PERSONAL.redirectUris[0] ?? ''
    const asked = { response_type: 'code', client_id: client.client_id, redirect_uri: redirect, scope: OWN_SCOPES }
    const origin = `http://alpine.sandbox.localhost:${port}`
    const link = new URL(`${origin}/oauth2/code/authorize/?${new URLSearchParams(asked)}`)
    const { pilot: email, password } = atAlpine('sandbox')
    const answer = await server.client.form(`${origin}/oauth2/code/token/`, {
      grant_type: 'authorization_code',
      client_id: client.client_id,
      client_secret: client.client_secret,
      redirect_uri: redirect,
      code: await codeFrom(server, link, { email, password }),
    })
    return answer.json<{ access_token: string }>().access_token
  }
  /**
   * In one shell with a token, as each page assumes. The lines to edit read what they are to hold instead: first what
   * was prepared, then the code that each link leads to.
   */
  const inShell = async (
    lines: string,
    typed: readonly string[] = [],
    codeOf = (_link: URL): Promise<string> => assert.fail('no link is expected'),
  ): Promise<string> => {
    const token = `TOKEN=$(curl -s http://${HOST}/access_token/refresh/ -d refresh_token=$KEY)`
    const script = ['set -euo pipefail', token, lines.replace(EDITED, 'read -r $1')]
      .join('\n')
      .replaceAll('localhost:8080', `localhost:${port}`)
    const shell = spawn('bash', ['-c', script], { cwd: REPOSITORY, env })
    // Lines that stop early leave what was typed unread. The shell's status says that they did.
    shell.stdin.on('error', () => {})
    shell.stdin.write(typed.map((line) => `${line}\n`).join(''))
    let [said, complained, opened] = ['', '', 0]
    shell.stderr.on('data', (chunk: Buffer) => {
      complained += chunk
    })
    shell.stdout.on('data', (chunk: Buffer) => {
      said += chunk
      const links = said.slice(0, said.lastIndexOf('\n') + 1).match(LINK) ?? []
      for (const link of links.slice(opened)) {
        codeOf(new URL(link)).then(
          (code) => shell.stdin.write(`${code}\n`),
          (error) => shell.emit('error', error),
        )
      }
      opened = links.length
    })
    const [status] = await once(shell, 'close')
    assert.equal(status, 0, `${complained}\n${said}`)
    return said
  }
  after(async () => {
    await server.stop()
    await place.dispose()
    rmSync(folder, { recursive: true, force: true })
  })

  /** What somebody types on a page, and how they come by a code. */
  const readerOf = async (
    page: string,
  ): Promise<Parameters<typeof inShell> extends [string, ...infer Rest] ? Rest : never> => {
    if (page === 'three-graphs.md') return [[env.SESSION_COOKIE ?? '']]
    if (page !== 'code-grant.md') return []
    const own = await ownSandbox(server, `localhost:${port}`)
    const { admin: email, password } = atAlpine('production')
    return [
      [own.origin, own.clientId, own.clientSecret],
      (link) => codeFrom(server, link, link.origin === own.origin ? own.member : { email, password }),
    ]
  }

  test('the first query costs what its page shows', async () => {
    const [shown] = blocksOf('docs/site/first-query.md').filter(({ text }) => text.includes('"extensions"'))
    const asked = blocksOf('docs/site/first-query.md').find(({ text }) => text.includes('/api/graphql/'))
    const costIn = (text: string | undefined) => /"requested":\d+/.exec(text ?? '')?.[0]
    assert.ok(shown)
    assert.equal(costIn(await inShell(asked?.text ?? '')), costIn(shown.text))
  })

  test('the lines of the documentation’s first page run, and answer what they ask for', async () => {
    const { body } = await server.client.ask(`http://developers.localhost:${port}/docs/`)
    const [first = '', second = ''] = [
      ...body.matchAll(/<pre [^>]*class="in-(?:curl|ts)"><code>([\s\S]*?)<\/code>/g),
    ].map(([, markup = '']) => textOf(markup))
    assert.match(await inShell(first), /"iCAO":"B738"/)
    const printed = `${second}\nconsole.log(JSON.stringify(aircraftTypeList))`
    assert.match(await inShell(asShell({ language: 'js', note: '', text: printed, heading: '' })), /"iCAO":"B738"/)
  })

  for (const page of PAGES) {
    const blocks = blocksOf(`docs/site/${page}`).filter(({ language }) => !OUTPUT.has(language))
    if (blocks.length === 0) continue
    test(`every block of docs/site/${page} runs, and none answers an error`, async () => {
      const steps = blocks.flatMap((block) => [scriptOf(block), `echo; echo "${NEXT}"`])
      const said = (await inShell(steps.join('\n'), ...(await readerOf(page)))).split(`${NEXT}\n`).slice(0, -1)
      assert.equal(said.length, blocks.length)
      for (const [index, text] of said.entries()) {
        const block = blocks[index]?.text ?? ''
        assert.notEqual(text.trim(), '', block)
        assert.doesNotMatch(text, /"errors"|"error"|Traceback/, block)
      }
      for (const promise of PROMISED[page] ?? []) assert.match(said.join(''), promise)
    })
  }
})

test('no block that is marked as output holds a command or a document', () => {
  const pages = ['README.md', 'docs/first-query.md', ...PAGES.map((page) => `docs/site/${page}`)]
  const hidden = pages.flatMap((page) =>
    blocksOf(page)
      .filter(({ language, text }) => OUTPUT.has(language) && COMMAND.test(text))
      .map(({ text }) => `${page}: ${text}`),
  )
  assert.deepEqual(hidden, [])
})

test('every block of README.md is run: up to the first query by first-query.slow.test.ts, and this run is the last', () => {
  const headings = blocksOf('README.md').map(({ language, heading }) => `${language} ${heading}`)
  assert.deepEqual(headings, ['sh Start', 'sh From an API key to a query', 'sh Test'])
})

test('the generated pages of the reference show help and types, and no lines that nothing runs', () => {
  const folder = 'docs/site/reference'
  const pages = readdirSync(join(REPOSITORY, folder)).filter((file) => file.endsWith('.md'))
  const languages = new Set(pages.flatMap((page) => blocksOf(`${folder}/${page}`).map(({ language }) => language)))
  assert.deepEqual([...languages].toSorted(), ['text', 'ts'])
})
