/** `npx airside` in a clone, where nothing is built yet: it builds what it needs, once, and says what it does aside. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { REPOSITORY } from '../../sdk/test/support/build.ts'
import { VERSION } from '../src/version.ts'

const TRACKED = ['cli', 'sdk', 'scripts/built-tools.mjs', 'package.json', 'tsconfig.json']
/** What the build needs of the installed packages. */
const INSTALLED = ['typescript', '@typescript', '@types', 'undici-types', 'graphql', '.bin/tsc']

describe('a clone of the repository', () => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-clone-'))
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, AIRSIDE_CONFIG_DIR: folder }
  before(() => {
    const isTracked = (path: string) => !/\/(dist|node_modules|test)$/.test(path)
    for (const name of TRACKED)
      cpSync(join(REPOSITORY, name), join(folder, name), { recursive: true, filter: isTracked })
    for (const name of INSTALLED) {
      const installed = join(REPOSITORY, 'node_modules', name)
      mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true })
      if (existsSync(installed)) symlinkSync(installed, join(folder, 'node_modules', name))
    }
    mkdirSync(join(folder, 'node_modules/@airside'))
    symlinkSync('../../sdk', join(folder, 'node_modules/@airside/client'))
    // As npm links the command of a workspace: it leaves out one whose file is not there.
    const { bin } = JSON.parse(readFileSync(join(folder, 'cli/package.json'), 'utf8'))
    if (existsSync(join(folder, 'cli', bin.airside))) {
      symlinkSync(join('../../cli', bin.airside), join(folder, 'node_modules/.bin/airside'))
    }
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const airside = (...args: string[]) =>
    promisify(execFile)(join(folder, 'node_modules/.bin/airside'), args, { cwd: folder, env })

  test('two first commands at the same time both answer, and one of them builds', async () => {
    const answers = await Promise.all([airside('--version'), airside('--version')])
    assert.deepEqual(
      answers.map(({ stdout }) => stdout),
      [`${VERSION}\n`, `${VERSION}\n`],
    )
    assert.equal(answers.filter(({ stderr }) => stderr === 'Building the command line …\n').length, 1)
  })

  test('a command builds again only after a source changed', async () => {
    assert.equal((await airside('--version')).stderr, '')
    const later = new Date(Date.now() + 1000)
    utimesSync(join(folder, 'cli/src/main.ts'), later, later)
    assert.match((await airside('--version')).stderr, /^Building/)
  })
})
