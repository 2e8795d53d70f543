/** Shell completion in bash, zsh and fish, with the scripts run by the shells themselves. */
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { build } from '../../sdk/test/support/build.ts'
import { newestNode } from '../../sdk/test/support/nodes.ts'
import { Shell } from './support/shell.ts'

const run = promisify(execFile)
await build('cli')
// After the build: the commands import the SDK as it is published.
const { COMMANDS } = await import('../src/commands.ts')

const isInstalled = (shell: string): boolean => spawnSync(shell, ['-c', 'exit 0']).status === 0

describe('completion', () => {
  const shell = new Shell(newestNode.path, {})
  let env: NodeJS.ProcessEnv
  before(async () => {
    // An `airside` on the path, and two profiles for it to know.
    const bin = join(shell.folder, 'bin')
    mkdirSync(bin)
    mkdirSync(shell.config)
    const main = new URL('../dist/main.js', import.meta.url).pathname
    writeFileSync(join(bin, 'airside'), `#!/bin/sh\nexec ${newestNode.path} ${main} "$@"\n`, { mode: 0o755 })
    const place = {
      kind: 'key',
      service: 'http://localhost',
      operator: 'alpine',
      environment: 'production',
      apiKey: 'x',
    }
    writeFileSync(
      join(shell.config, 'credentials.json'),
      JSON.stringify({ current: 'alpine', profiles: { alpine: place, 'alpine.sandbox': place } }),
    )
    env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`, AIRSIDE_CONFIG_DIR: shell.config }
    for (const name of ['bash', 'zsh', 'fish']) {
      writeFileSync(join(shell.folder, `airside.${name}`), (await shell.run(['completion', name])).out)
    }
  })
  after(() => shell.dispose())

  /** What bash offers at the end of a line. */
  const inBash = async (...words: string[]): Promise<string[]> => {
    const program = `
      source "$1"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 ))
      _airside airside "\${COMP_WORDS[COMP_CWORD]}" "\${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\\n' "\${COMPREPLY[@]}"`
    const args = ['-c', program, 'bash', join(shell.folder, 'airside.bash'), 'airside', ...words]
    const { stdout } = await run('bash', args, { env, cwd: shell.folder })
    return stdout.split('\n').filter(Boolean)
  }

  test('bash completes commands, options, values, files and profiles', async () => {
    assert.deepEqual(await inBash('qu'), ['query'])
    assert.deepEqual(await inBash('schema', ''), ['pull'])
    assert.deepEqual(await inBash('query', '--op'), ['--operation', '--operator'])
    assert.deepEqual(await inBash('whoami', '--environment', 's'), ['sandbox'])
    assert.deepEqual(await inBash('whoami', '-p', 'alpine.'), ['alpine.sandbox'])
    assert.deepEqual(await inBash('logout', ''), ['alpine', 'alpine.sandbox'])
    assert.deepEqual(await inBash('scopes', 'airside.z'), ['airside.zsh'])
    assert.deepEqual(await inBash('completion', 'f'), ['fish'])
    assert.deepEqual(await inBash('query', '--max-wait', ''), [])
    assert.equal((await inBash('')).length, new Set(COMMANDS.map(({ name }) => name.split(' ')[0])).size)
  })

  test('fish completes commands, options, values, files and profiles', {
    skip: !isInstalled('fish') && 'fish is not installed',
  }, async () => {
    const inFish = async (line: string): Promise<string[]> => {
      const program = `source ${join(shell.folder, 'airside.fish')}; complete -C "${line}"`
      const { stdout } = await run('fish', ['--no-config', '-c', program], { env, cwd: shell.folder })
      return stdout
        .split('\n')
        .filter(Boolean)
        .map((found) => found.split('\t')[0] ?? '')
    }
    assert.deepEqual(await inFish('airside qu'), ['query'])
    assert.deepEqual((await inFish('airside query --op')).sort(), ['--operation', '--operator'])
    assert.deepEqual(await inFish('airside whoami --environment s'), ['sandbox'])
    assert.deepEqual(await inFish('airside whoami -p alpine.'), ['alpine.sandbox'])
    assert.ok((await inFish('airside schema ')).includes('pull'))
    assert.ok((await inFish('airside scopes airside.z')).includes('airside.zsh'))
  })

  test('zsh loads the script, which knows every command', {
    skip: !isInstalled('zsh') && 'zsh is not installed',
  }, async () => {
    const file = join(shell.folder, 'airside.zsh')
    await run('zsh', ['-f', '-n', file])
    const program = `autoload -U compinit && compinit -u -d ${join(shell.folder, 'dump')}; source ${file}; print -r -- $_comps[airside]`
    const { stdout } = await run('zsh', ['-f', '-c', program], { env })
    assert.equal(stdout.trim(), '_airside')
  })

  test('every completion script names every command and option', async () => {
    for (const name of ['bash', 'zsh', 'fish']) {
      const { out } = await shell.run(['completion', name])
      for (const command of COMMANDS) {
        for (const option of Object.keys(command.options)) assert.ok(out.includes(option), `${name}: ${option}`)
      }
    }
    const { code, err } = await shell.run(['completion', 'cmd'])
    assert.equal(code, 2)
    assert.match(err, /bash, zsh, fish/)
  })
})
