/**
 * Everything that must hold before a change lands: types, style, and every test, PostgreSQL and browser included.
 * One PostgreSQL is started for all test files (or the one DATABASE_URL names is used); each file makes its own
 * databases in it.
 */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { chromiumPath } from '../server/test/support/chromium.ts'
import { startPostgres } from '../server/test/support/postgres.ts'
import { ensureConsoleBuilt } from './installed.mjs'

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')
const patterns = process.argv.slice(2)

const run = (title: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): void => {
  console.log(`\n— ${title}`)
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...env, PATH: `${bin}:${env.PATH}` },
  })
  if (status !== 0) {
    console.error(`\n${title} failed`)
    process.exitCode = 1
  }
}

const testFiles = (): string[] =>
  globSync(
    ['server/test/**/*.test.ts', 'sdk/test/**/*.test.ts', 'cli/test/**/*.test.ts', 'console/test/**/*.test.ts'],
    { cwd: root },
  )
    .filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)))
    .sort()

ensureConsoleBuilt()
if (patterns.length === 0) {
  run('types', join(bin, 'tsc'), ['-p', '.'])
  run('types of the console', join(bin, 'tsc'), ['-p', 'console'])
  run('style', join(bin, 'biome'), ['check', '.'])
}
// Installs Debian's Chromium where it is missing and may be, before the files that need it start side by side.
chromiumPath()
const postgres = process.env.DATABASE_URL ? null : await startPostgres()
try {
  const env = postgres ? { ...process.env, AIRSIDE_TEST_POSTGRES: postgres.url } : process.env
  run('tests', process.execPath, ['--test', `--test-concurrency=${availableParallelism()}`, ...testFiles()], env)
} finally {
  await postgres?.stop()
}
