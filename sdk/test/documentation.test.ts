/** Runs every code block of the documentation's guides as written, with only the port changed. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { isOffered, isPersonalScope, SCOPES, type Scope } from '../../server/src/domain/scopes.ts'
import { demoPlace } from '../../server/test/support/demo-place.ts'
import { freePort } from '../../server/test/support/free-port.ts'
import type { Place } from '../../server/test/support/places.ts'
import { runCommand, type ServerProcess, startServerProcess } from '../../server/test/support/server-process.ts'
import { build, REPOSITORY } from './support/build.ts'
import { asShell, type Block, blocksOf } from './support/documented-blocks.ts'

const run = promisify(execFile)
const PAGES = readdirSync(join(REPOSITORY, 'docs/site')).filter((file) => file.endsWith('.md') && file !== 'README.md')
const OUTPUT = new Set(['text', 'json', 'http'])
const isGranted = (scope: Scope): boolean => isOffered(scope) && !isPersonalScope(scope)
const NEXT = '— next —'
const HOST = 'alpine.sandbox.localhost:8080'

/** What a page promises of its examples, to be found in what they said. */
const PROMISED: Readonly<Record<string, readonly RegExp[]>> = {
  'writing-safely.md': [/"EXTERNAL_ID_TAKEN"/, /"name":"Aero Limited","version":2/],
  'sandbox.md': [/^401$/m],
  'errors-and-request-ids.md': [/^application\/json 200$/m, /^application\/graphql-response\+json 400$/m],
  'cost-and-limits.md': [/"requested":57/],
  'webhooks.md': [/^204$/m, /^webhook\.test$/m, /older or newer than five minutes/],
}

/** A document is asked as a reader would paste it into the explorer: alone, with a token of every scope. */
const asRequest = ({ text }: Block): string =>
  `curl -s http://${HOST}/api/graphql/ -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' --data-binary @- <<'END_OF_BODY'
${JSON.stringify({ query: text })}
END_OF_BODY`

const scriptOf = (block: Block): string => (block.language === 'graphql' ? asRequest(block) : asShell(block))

describe('the guides of the documentation', () => {
  let place: Place
  let server: ServerProcess
  let env: NodeJS.ProcessEnv
  let port: number
  before(async () => {
    await build('sdk')
    place = await demoPlace()
    port = await freePort()
    const environment = { ...place.environment, PORT: String(port), AIRSIDE_PUBLIC_URL: `http://localhost:${port}` }
    server = await startServerProcess(environment, ['--demo'])
    const scopes = SCOPES.filter(isGranted).join(' ')
    const where = ['--operator', 'alpine', '--environment', 'sandbox']
    const made = await runCommand(
      ['api-key', 'create', ...where, '--label', 'Guides', '--scope', scopes, '--json'],
      environment,
    )
    env = { ...process.env, KEY: JSON.parse(made).refresh_token }
  })
  /** With a token, as each page assumes. */
  const inShell = async (lines: string): Promise<string> => {
    const token = `TOKEN=$(curl -s http://${HOST}/access_token/refresh/ -d refresh_token=$KEY)`
    const script = ['set -euo pipefail', token, lines].join('\n').replaceAll('localhost:8080', `localhost:${port}`)
    return (await run('bash', ['-c', script], { cwd: REPOSITORY, env })).stdout
  }
  after(async () => {
    await server.stop()
    await place.dispose()
  })

  test('the first query costs what its page shows', async () => {
    const [shown] = blocksOf('docs/site/first-query.md').filter(({ text }) => text.includes('"extensions"'))
    const asked = blocksOf('docs/site/first-query.md').find(({ text }) => text.includes('/api/graphql/'))
    const costIn = (text: string | undefined) => /"requested":\d+/.exec(text ?? '')?.[0]
    assert.ok(shown)
    assert.equal(costIn(await inShell(asked?.text ?? '')), costIn(shown.text))
  })

  for (const page of PAGES) {
    const blocks = blocksOf(`docs/site/${page}`).filter(({ language }) => !OUTPUT.has(language))
    if (blocks.length === 0) continue
    test(`every block of docs/site/${page} runs, and none answers an error`, async () => {
      const steps = blocks.flatMap((block) => [scriptOf(block), `echo; echo "${NEXT}"`])
      const said = (await inShell(steps.join('\n'))).split(`${NEXT}\n`).slice(0, -1)
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
