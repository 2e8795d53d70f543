/** The package as published: well-formed, small, without dependencies, usable in Node and in browsers. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { build, REPOSITORY } from './support/build.ts'
import { EmptyProject } from './support/empty-project.ts'
import { bothNodes } from './support/nodes.ts'

const run = promisify(execFile)
const SDK = join(REPOSITORY, 'sdk')
const WEB = { lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'], target: 'es2022' }
const BUDGET_BYTES = 15_000
const WHOLE_BUDGET_BYTES = 18_000

const CONSUMER = `
import { connect, InsufficientScope, UserErrors, type Client, type TokenStore } from '@airside/client'
import { FileStore } from '@airside/client/node'
import { scopesOf } from '@airside/client/scopes'

const store: TokenStore = new FileStore('tokens')
const airside: Client = connect({ operator: 'alpine', apiKey: 'air_test_ak_x', store })
export const main = async (signal: AbortSignal): Promise<string[]> => {
  try {
    const { list } = await airside.query<{ list: { iCAO: string }[] }>('{ list { iCAO } }', {}, { signal })
    for await (const change of airside.changes({ follow: true, signal })) console.log(change.cursor)
    return list.map(({ iCAO }) => iCAO)
  } catch (error) {
    if (error instanceof InsufficientScope) return [...error.missingScopes]
    if (error instanceof UserErrors) return error.list.map(({ code }) => code)
    throw error
  }
}
console.log(airside.origin, scopesOf('{ a }', '{"operations":{"query":"Query"},"types":{"Query":{"a":{"type":"Int","scopes":["a:read"]}}},"inputs":{}}').scopes.join())
`

const AT_FIRST = /(?:from|import) ?'([^']+)'/g
const EVER = /(?:from|import) ?\(?'([^']+)'/g

/** Every module that an entry point loads, the entry itself included: at first, or ever. */
const graphOf = (entry: string, imports: RegExp, seen = new Set<string>()): Set<string> => {
  if (seen.has(entry)) return seen
  seen.add(entry)
  for (const [, specifier = ''] of readFileSync(entry, 'utf8').matchAll(imports)) {
    if (specifier.startsWith('.')) graphOf(join(dirname(entry), specifier), imports, seen)
    else seen.add(specifier)
  }
  return seen
}

const gzippedBytes = (entry: string, imports: RegExp): number => {
  const files = [...graphOf(join(SDK, 'dist', entry), imports)].filter((file) => file.endsWith('.js'))
  return gzipSync(Buffer.concat(files.map((file) => readFileSync(file))), { level: 9 }).byteLength
}

describe('the published SDK', () => {
  const project = new EmptyProject()
  before(async () => {
    await build('sdk')
    await project.install('sdk')
  })
  after(() => project.dispose())

  test('publint finds nothing in the SDK', async () => {
    const { messages, pkg } = await publint({ pkgDir: SDK, strict: true })
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    )
  })

  for (const entry of ['index.js', 'index-node.js']) {
    test(`${entry} is under 15 kB gzipped with what it loads at first, and under 18 kB with what pages, mutations and webhooks load`, () => {
      const [first, ever] = [gzippedBytes(entry, AT_FIRST), gzippedBytes(entry, EVER)]
      assert.ok(first < BUDGET_BYTES, `${first} bytes`)
      assert.ok(ever < WHOLE_BUDGET_BYTES, `${ever} bytes`)
    })
  }

  test('the browser entry loads no module of Node', () => {
    for (const entry of ['index.js', 'scopes.js']) {
      const files = [...graphOf(join(SDK, 'dist', entry), EVER)]
      assert.deepEqual(
        files.filter((file) => !file.endsWith('.js')),
        [],
      )
      for (const file of files)
        assert.doesNotMatch(readFileSync(file, 'utf8'), /\b(process|Buffer|require|__dirname)\b[.(]/)
    }
  })

  test('the SDK has no dependencies and contains only built files', async () => {
    const manifest = JSON.parse(readFileSync(join(project.folder, 'node_modules/@airside/client/package.json'), 'utf8'))
    assert.equal(manifest.dependencies, undefined)
    const { stdout } = await run('npm', ['ls', '--all', '--parseable'], { cwd: project.folder })
    assert.equal(stdout.trim().split('\n').length, 2, stdout)
  })

  test("the SDK type-checks in an empty project: for Node, for a bundler, with and without Node's types", async () => {
    project.write('consumer.ts', CONSUMER)
    const settings = [
      { module: 'nodenext', ...WEB },
      { module: 'esnext', moduleResolution: 'bundler', ...WEB },
      {
        module: 'nodenext',
        target: 'es2022',
        lib: ['es2023'],
        types: ['node'],
        typeRoots: [join(REPOSITORY, 'node_modules/@types')],
      },
    ]
    for (const options of settings) assert.equal(await project.typeErrors('consumer.ts', options), '')
  })

  test('the installed SDK runs on both versions of Node', async () => {
    project.write('consumer.ts', CONSUMER)
    const errors = await project.typeErrors('consumer.ts', {
      ...WEB,
      module: 'nodenext',
      noEmit: false,
      outDir: 'built',
    })
    assert.equal(errors, '')
    for (const node of await bothNodes()) {
      const { stdout } = await run(node.path, ['built/consumer.js'], { cwd: project.folder })
      assert.equal(stdout, 'http://alpine.sandbox.localhost:8080 a:read\n')
    }
  })
})
