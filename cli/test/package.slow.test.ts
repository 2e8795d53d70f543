/** The published command line: two tarballs installed into an empty project give a working `airside`. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { build, REPOSITORY } from '../../sdk/test/support/build.ts'
import { EmptyProject } from '../../sdk/test/support/empty-project.ts'
import { bothNodes } from '../../sdk/test/support/nodes.ts'
import { VERSION } from '../src/version.ts'

const run = promisify(execFile)
const nodes = await bothNodes()

describe('the published command line', () => {
  const project = new EmptyProject()
  before(async () => {
    await build('cli')
    await project.install('sdk', 'cli')
  })
  after(() => project.dispose())

  test('publint finds nothing in the command line package', async () => {
    const { messages, pkg } = await publint({ pkgDir: join(REPOSITORY, 'cli'), strict: true })
    assert.deepEqual(
      messages.map((message) => formatMessage(message, pkg)),
      [],
    )
  })

  test('the command line installs only the SDK and graphql', async () => {
    const manifest = JSON.parse(readFileSync(join(project.folder, 'node_modules/@airside/cli/package.json'), 'utf8'))
    assert.deepEqual(Object.keys(manifest.dependencies), ['@airside/client', 'graphql'])
    const { stdout } = await run('npm', ['ls', '--all', '--parseable'], { cwd: project.folder })
    assert.equal(stdout.trim().split('\n').length, 4, stdout)
  })

  for (const node of nodes) {
    test(`airside runs from an empty project (${node.name})`, async () => {
      const command = join(project.folder, 'node_modules/.bin/airside')
      const env = {
        ...process.env,
        PATH: `${dirname(node.path)}:${process.env.PATH}`,
        AIRSIDE_CONFIG_DIR: project.folder,
      }
      const { stdout } = await run(command, ['--version'], { env })
      assert.equal(stdout, `${VERSION}\n`)
      const { stdout: offline } = await run(node.path, [realpathSync(command), 'completion', 'bash'], { env })
      assert.match(offline, /complete -o filenames -F _airside airside/)
    })
  }
})
