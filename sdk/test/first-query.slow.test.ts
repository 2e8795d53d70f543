/** Runs the lines of the documentation up to the first query as written, with only the port changed. */
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { freePort } from '../../server/test/support/free-port.ts'
import { build, REPOSITORY } from './support/build.ts'
import { asShell, type Block, blocksOf } from './support/documented-blocks.ts'
import { bothNodes } from './support/nodes.ts'

const run = promisify(execFile)
const nodes = await bothNodes()
const START = 'npm start'
const START_MS = 120_000

/** `npm start` would install first, under the feet of the tests that run beside this one. */
const assertInstalled = (): void => {
  const marker = join(REPOSITORY, 'node_modules/.airside-installed')
  const lock = createHash('sha256')
    .update(readFileSync(join(REPOSITORY, 'package-lock.json')))
    .digest('hex')
  const isCurrent = existsSync(marker) && readFileSync(marker, 'utf8') === lock
  assert.ok(isCurrent, 'node_modules is not known to be what the lockfile names: run "npm test", which sees to it')
}

const untilServing = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = ''
    const timer = setTimeout(() => reject(new Error(`It did not start: ${said}`)), START_MS)
    const hear = (chunk: Buffer) => {
      said += chunk
      if (!said.includes('\nTry\n')) return
      clearTimeout(timer)
      resolve()
    }
    server.stdout?.on('data', hear)
    server.stderr?.on('data', hear)
    server.once('exit', () => reject(new Error(`It ended: ${said}`)))
  })

describe('from nothing to the first query', () => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-first-'))
  let port: number
  let env: NodeJS.ProcessEnv
  let server: ChildProcess | undefined
  before(async () => {
    assertInstalled()
    await build('cli')
    port = await freePort()
    env = {
      ...process.env,
      PORT: String(port),
      AIRSIDE_DATA: join(folder, 'data'),
      AIRSIDE_CONFIG_DIR: join(folder, 'config'),
    }
    server = spawn('bash', ['-c', START], { cwd: REPOSITORY, env, detached: true })
    await untilServing(server)
  })
  after(async () => {
    // npm does not pass a signal on: it goes to the whole group, as Ctrl-C in a terminal would.
    if (server?.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
    if (server) await once(server, 'close')
    rmSync(folder, { recursive: true, force: true })
  })

  /** In one shell, as a reader would; what each block said, apart. */
  const runBlocks = async (blocks: readonly Block[], node: string): Promise<string[]> => {
    const script = ['set -euo pipefail', ...blocks.flatMap((block) => [asShell(block), 'echo; echo "— next —"'])].join(
      '\n',
    )
    const path = `${dirname(node)}${delimiter}${env.PATH}`
    const literal = script.replaceAll('localhost:8080', `localhost:${port}`)
    const { stdout } = await run('bash', ['-c', literal], { cwd: REPOSITORY, env: { ...env, PATH: path } })
    return stdout.split('— next —\n').slice(0, -1)
  }

  const expectTypes = (said: string | undefined): void => {
    const answer = JSON.parse(said ?? '')
    const { aircraftTypeList } = answer.data ?? answer
    assert.equal(aircraftTypeList.length, 2)
    for (const type of aircraftTypeList) assert.equal(type.iCAO, 'B738')
  }

  for (const node of nodes) {
    test(`the lines of docs/first-query.md work: curl, Python, the SDK and the command line (${node.name})`, async () => {
      const [start, ...blocks] = blocksOf('docs/first-query.md')
      assert.equal(start?.text, START)
      const [key, curl, python, buildSdk, sdk, cli] = await runBlocks(blocks, node.path)
      assert.equal(key?.trim(), '')
      for (const said of [curl, python, sdk]) expectTypes(said)
      assert.ok(buildSdk !== undefined && cli !== undefined)
      assert.match(cli, /Signed in to Alpine Jet \(alpine, production\)/)
      assert.match(cli, /acftTypeId +iCAO\nact_\w+ +B738\nact_\w+ +B738\n/)
    })
  }

  test('the lines of README.md from an API key to a query work', async () => {
    const blocks = blocksOf('README.md')
    assert.equal(blocks[0]?.text, START)
    const lines = blocks.filter(({ heading }) => heading === 'From an API key to a query')
    assert.ok(lines.length > 0, 'The README has them')
    expectTypes((await runBlocks(lines, process.execPath)).at(-1))
  })
})
