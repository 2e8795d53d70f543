/** Runs what docs/hosting.md tells a host to do, as it is written, with other folders, ports and databases. */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { SETTINGS } from '../../src/environment.ts'
import { VERSION } from '../../src/version.ts'
import { isMissing, judgedBy } from '../support/debian-program.ts'
import { freePort } from '../support/free-port.ts'
import { newDatabase, stopOwnPostgres } from '../support/postgres.ts'

const ROOT = join(import.meta.dirname, '../../..')
const CADDY = '/usr/bin/caddy'
const PSQL = '/usr/bin/psql'
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

const blocks = [...text('docs/hosting.md').matchAll(/^```(\w+) run\n([\s\S]*?)^```$/gm)].map(
  ([, language, lines = '']) => ({
    language,
    lines,
  }),
)
const ofLanguage = (wanted: string): string[] =>
  blocks.filter(({ language }) => language === wanted).map(({ lines }) => lines)
const isDump = (lines: string): boolean => lines.includes('pg_dump')

const majorOf = (output: string): number => Number(/(\d+)(\.\d+)?/.exec(output)?.[1] ?? 0)

const dumpVersion = (): number => {
  try {
    return majorOf(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }))
  } catch {
    return 0
  }
}

describe('docs/hosting.md', { skip: isMissing(PSQL, 'postgresql-client') }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-guide-'))
  const name = `guide_${process.pid}`
  let owner: URL
  let run: (lines: readonly string[]) => Promise<string>
  before(async () => {
    owner = new URL((await newDatabase()).url)
    for (const each of ['data', 'settings']) mkdirSync(join(folder, each))
    const [port, metricsPort] = [await freePort(), await freePort()]
    const elsewhere: readonly (readonly [string, string])[] = [
      ['/opt/airside', join(folder, 'airside')],
      ['/var/lib/airside', join(folder, 'data')],
      ['/etc/airside', join(folder, 'settings')],
      ['postgres@db.internal:5432', `${owner.username}${owner.password && `:${owner.password}`}@${owner.host}`],
      ['db.internal:5432', owner.host],
      [`${owner.host}/airside`, `${owner.host}/${name}`],
      ['database airside ', `database ${name} `],
      ['airside_owner', `${name}_owner`],
      ['airside_server', `${name}_server`],
      ['8080', String(port)],
      ['9464', String(metricsPort)],
    ]
    const env = { HOME: folder, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, LOG_LEVEL: 'warn' }
    run = async (lines) => {
      const unit = 'airside_serve() { exec /opt/airside/bin/airside-server serve; }'
      const script = elsewhere.reduce(
        (known, [from, to]) => known.replaceAll(from, to),
        ['set -euo pipefail', unit, ...lines].join('\n'),
      )
      return (await promisify(execFile)('bash', ['-c', script], { cwd: ROOT, env })).stdout
    }
  })
  after(async () => {
    const client = new pg.Client({ connectionString: owner.href })
    await client.connect()
    await client.query(`drop database if exists ${name} with (force)`)
    for (const role of [`${name}_owner`, `${name}_server`]) await client.query(`drop role if exists ${role}`)
    await client.end()
    rmSync(folder, { recursive: true, force: true })
    await stopOwnPostgres()
  })

  test('the commands of docs/hosting.md install, prepare PostgreSQL, serve with a role that reads and writes rows, stop, back up and restore', async () => {
    const said = await run(ofLanguage('sh').filter((lines) => !isDump(lines)))
    assert.match(said, new RegExp(`^Airside ${VERSION} in .*: \\d+\\.\\d MB$`, 'm'))
    assert.match(said, /^Migrated: /m)
    assert.match(said, /^fine +Store: postgres [\d.]+, 0 migrations made/m)
    assert.ok(said.includes(`{"status":"ready","store":"postgres","version":"${VERSION}"}`))
    assert.ok(said.includes('{"status":"ok"}'))
    assert.match(said, /^airside_build_info\{.*store="postgres"\} 1$/m)
    assert.match(said, /^Wrote .*airside\.backup/m)
    assert.match(said, /Restored/)
  })

  const major = dumpVersion()
  const tooOld =
    major < 18 && `pg_dump is ${major === 0 ? 'missing' : `of version ${major}`}, the tests' PostgreSQL is 18`
  test('the backup of PostgreSQL in docs/hosting.md holds the tables', { skip: tooOld }, async () => {
    const tables = await run(ofLanguage('sh').filter(isDump))
    assert.ok(Number(tables.trim()) > 50)
  })
})

test('Caddy accepts the proxy configuration of docs/hosting.md', { skip: isMissing(CADDY, 'caddy') }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-proxy-'))
  const names = ['airside.example', '*.airside.example', '*.sandbox.airside.example'].map((each) => `DNS:${each}`)
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')]
  const about = ['-subj', '/CN=airside.example', '-addext', `subjectAltName=${names.join(',')}`]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...about, ...files], {
    stdio: 'ignore',
  })
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, ofLanguage('caddy').join('\n').replaceAll('/etc/airside', folder))
  try {
    assert.match(judgedBy(CADDY, ['validate', '--adapter', 'caddyfile', '--config', file]), /Valid configuration/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('the README explains every setting', () => {
  const readme = text('README.md').replaceAll(/`AIRSIDE_DATABASE_CONNECT_SECONDS`, (`…_\w+`(?:, )?)+/g, (row) =>
    row.replaceAll('…', 'AIRSIDE_DATABASE'),
  )
  const unexplained = SETTINGS.filter((name) => !name.endsWith('_FILE') && !readme.includes(`\`${name}\``))
  assert.deepEqual(unexplained, [])
})

test('docs/hosting.md names only alerts, files and settings that exist', () => {
  const guide = text('docs/hosting.md')
  const known: readonly string[] = SETTINGS
  const settings = [...guide.matchAll(/\b(AIRSIDE_[A-Z_]+|DATABASE_URL\w*)\b/g)].map(([, name = '']) => name)
  assert.deepEqual(
    [...new Set(settings)].filter((name) => !known.includes(name)),
    [],
  )
  for (const [, file = ''] of guide.matchAll(/\]\(\.\.\/([^)#]+)/g)) assert.ok(text(file).length > 0, file)
})
