/** Documents of gql.tada: the compiler infers their results, and the server answers them. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { introspectionFromSchema } from 'graphql'
import { renderSdkTypes } from '../../scripts/sdk-types.ts'
import { buildSchema } from '../../server/src/graphql/schema.ts'
import { startServer } from '../../server/test/support/test-server.ts'
import { build, REPOSITORY, TSC } from './support/build.ts'
import { bothNodes, type NodeBinary } from './support/nodes.ts'

const run = promisify(execFile)
const CONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
    rewriteRelativeImportExtensions: true,
    skipLibCheck: true,
    outDir: 'built',
    rootDir: '.',
  },
}

mkdirSync(join(REPOSITORY, 'sdk/.test-build'), { recursive: true })
const folder = mkdtempSync(join(REPOSITORY, 'sdk/.test-build/types-'))
after(() => rmSync(folder, { recursive: true, force: true }))

test('plain strings and typed documents type-check and are answered', async (context) => {
  const committed = readFileSync(join(REPOSITORY, 'sdk/src/schema.ts'), 'utf8')
  assert.equal(committed, renderSdkTypes(), 'run npm run generate')
  await build('sdk')
  for (const program of ['plain-queries.ts', 'typed-queries.ts']) {
    copyFileSync(join(REPOSITORY, 'sdk/test/types', program), join(folder, program))
  }
  const introspection = JSON.stringify(introspectionFromSchema(buildSchema(), { descriptions: false }))
  writeFileSync(join(folder, 'introspection.ts'), `export type introspection = ${introspection}\n`)
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  const { stdout } = await run(process.execPath, [TSC, '-p', folder]).catch((failure) => failure)
  assert.equal(stdout, '')

  const server = await startServer('sqlite')
  context.after(() => server.close())
  const { production } = await server.operator('alpine')
  const { refreshToken } = await production.createKey()
  const token = (await production.refreshKey(refreshToken)).body
  for (const name of ['A', 'B', 'C']) {
    await production.query(token, `mutation { contactCreate(input: { kind: CLIENT, name: "${name}" }) { __typename } }`)
  }
  const runOn = async (node: NodeBinary, program: string) => {
    const file = join(folder, 'built', program)
    const { stdout } = await run(node.path, [file, `http://localhost:${server.client.port}`, refreshToken])
    return JSON.parse(stdout)
  }
  for (const [index, node] of (await bothNodes()).entries()) {
    const plain = await runOn(node, 'plain-queries.js')
    assert.deepEqual(plain, {
      names: ['A', 'B'],
      count: 3 + 2 * index,
      said: 'aliased',
      made: 'made',
      named: 'made',
    })
    // Its own contact has an idempotency key: the second run finds one more, and makes no further.
    assert.deepEqual(await runOn(node, 'typed-queries.js'), {
      echo: 'plain',
      loose: { echo: 'loose' },
      contacts: 4 + index,
      token: 'air_live_at_',
    })
  }
})
