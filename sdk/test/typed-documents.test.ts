/** Documents of gql.tada: the compiler infers their results, and the server answers them. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { introspectionFromSchema } from 'graphql'
import { buildSchema } from '../../server/src/graphql/schema.ts'
import { startServer } from '../../server/test/support/test-server.ts'
import { build, REPOSITORY, TSC } from './support/build.ts'
import { bothNodes } from './support/nodes.ts'

const run = promisify(execFile)
const CONFIG = {
  compilerOptions: {
    target: 'es2022',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
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

test('typed documents type-check and are answered', async (context) => {
  await build('sdk')
  copyFileSync(join(REPOSITORY, 'sdk/test/types/typed-queries.ts'), join(folder, 'typed-queries.ts'))
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
  for (const [index, node] of (await bothNodes()).entries()) {
    const program = join(folder, 'built/typed-queries.js')
    const answer = await run(node.path, [program, `http://localhost:${server.client.port}`, refreshToken])
    // Its own contact has an idempotency key: the second run finds one more, and makes no further.
    assert.deepEqual(JSON.parse(answer.stdout), {
      echo: 'plain',
      loose: { echo: 'loose' },
      contacts: 3 + index,
      token: 'air_live_at_',
    })
  }
})
