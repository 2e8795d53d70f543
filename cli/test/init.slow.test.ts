/** `airside init` makes a project whose first query runs, and writes over nothing. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { build, REPOSITORY } from '../../sdk/test/support/build.ts'
import { ServedOperator } from '../../sdk/test/support/served-operator.ts'
import { Shell } from './support/shell.ts'

await build('cli')

describe('airside init', () => {
  let operator: ServedOperator
  let shell: Shell
  before(async () => {
    operator = await ServedOperator.start()
    shell = new Shell(process.execPath, { AIRSIDE_URL: operator.service })
  })
  after(async () => {
    shell.dispose()
    await operator.close()
  })

  test('the project of init answers its first query as soon as a key stands in .env', async () => {
    const made = await shell.run(['init', 'mine', '--operator', 'alpine', '--environment', 'sandbox'])
    assert.equal(made.code, 0, made.err)
    const folder = join(shell.folder, 'mine')
    const file = join(folder, '.env')
    assert.equal(statSync(file).mode & 0o077, 0)
    assert.match(readFileSync(join(folder, '.gitignore'), 'utf8'), /^\.env$/m)
    // Offline: the SDK comes from this checkout, and nothing is asked of the registry, which does not have it.
    const install = ['install', '--offline', '--no-audit', '--no-fund']
    await promisify(execFile)('npm', install, { cwd: folder })
    const { scripts, dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    assert.equal(dependencies['@airside/client'], `file:${join(REPOSITORY, 'sdk')}`)
    const start = () => promisify(execFile)(process.execPath, scripts.start.split(' ').slice(1), { cwd: folder })
    await assert.rejects(start(), /Put an API key into \.env/)
    const key = await operator.newKey('contact:read', 'sandbox')
    writeFileSync(file, `${readFileSync(file, 'utf8').trimEnd()}${key}\n`)
    const { stdout } = await start()
    assert.match(stdout, /^Alpine Jet\n/)
    assert.match(stdout, /C56X/)
  })

  test('init in a folder that has one of its files changes nothing and says which', async () => {
    const folder = join(shell.folder, 'taken')
    mkdirSync(folder)
    writeFileSync(join(folder, 'README.md'), 'mine')
    const { code, err } = await shell.run(['init', 'taken'])
    assert.equal(code, 1)
    assert.match(err, /already has README\.md/)
    assert.equal(readFileSync(join(folder, 'README.md'), 'utf8'), 'mine')
    assert.throws(() => statSync(join(folder, 'package.json')))
  })
})
