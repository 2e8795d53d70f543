/** Runs what docs/hosting.md tells a host to do, as it is written, with other folders, ports and databases. */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { SETTINGS } from '../../src/config/environment.ts'
import { VERSION } from '../../src/version.ts'
import { isMissing, isPostgresMissing, judgedBy, postgresBinaries } from '../support/debian-program.ts'
import { freePort } from '../support/free-port.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'

const ROOT = join(import.meta.dirname, '../../..')
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

/** As the guide writes a contact's id. */
const SOME_CONTACT = 'con_…'

/** Before it is exported, one is there. */
const ADD_CONTACT = String.raw`printf 'kind,name\nCLIENT,Ida\n' > /var/lib/airside/contacts.csv
/opt/airside/bin/airside-server import contacts /var/lib/airside/contacts.csv --operator alpine
contact=$(psql -At "$DATABASE_URL" -c 'select contact_id from contact')
`

/** The unit is enabled below another root, and the process stands for it; so does the user, where root runs the test. */
const STAND_INS = `airside_serve() { exec /opt/airside/bin/airside-server serve; }
useradd() { if [ "$(id -u)" = 0 ]; then command useradd --prefix "$MACHINE" "$@"; fi; }
systemctl() {
  echo "systemctl $*"
  if [ "$1" = enable ] && [ -x /usr/bin/systemctl ]; then command systemctl --root="$MACHINE" enable "$3"; fi
}`

const blocks = [...text('docs/hosting.md').matchAll(/^```(\w+) run\n([\s\S]*?)^```$/gm)].map(
  ([, language, lines = '']) => ({
    language,
    lines,
  }),
)
const ofLanguage = (wanted: string): string[] =>
  blocks.filter(({ language }) => language === wanted).map(({ lines }) => lines)
/** Debian's, because its psql and pg_dump refuse a server that is newer than they are. */
describe('docs/hosting.md', { skip: isPostgresMissing() }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'airside-guide-'))
  const machine = join(folder, 'machine')
  let postgres: Postgres
  let run: (lines: readonly string[]) => Promise<string>
  before(async () => {
    postgres = await startPostgres({ binaries: postgresBinaries() })
    mkdirSync(join(folder, 'data'))
    mkdirSync(join(machine, 'etc/systemd/system'), { recursive: true })
    for (const file of ['passwd', 'group', 'shadow', 'gshadow']) writeFileSync(join(machine, 'etc', file), '')
    const { host, username } = new URL(postgres.url)
    const [port, metricsPort] = [await freePort(), await freePort()]
    const elsewhere: readonly (readonly [string, string])[] = [
      ['/opt/airside', join(folder, 'airside')],
      ['/var/lib/airside', join(folder, 'data')],
      ['/etc/airside', join(folder, 'settings')],
      ['/etc/systemd/system/', join(machine, 'etc/systemd/system/')],
      ['postgres@db.internal:5432', `${username}@${host}`],
      ['db.internal:5432', host],
      ['10.0.0.11', '127.0.0.1'],
      ['8080', String(port)],
      ['9464', String(metricsPort)],
      ['runuser -u airside -- ', ''],
      ['-o airside ', ''],
      ['-g airside ', ''],
      [SOME_CONTACT, '"$contact"'],
      ['chgrp airside ', 'test -f '],
    ]
    const env = {
      MACHINE: machine,
      HOME: folder,
      PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
      LOG_LEVEL: 'warn',
    }
    run = async (lines) => {
      const script = elsewhere.reduce(
        (known, [from, to]) => known.replaceAll(from, to),
        ['set -euo pipefail', STAND_INS, ...lines].join('\n'),
      )
      return (await promisify(execFile)('bash', ['-c', script], { cwd: ROOT, env })).stdout
    }
  })
  after(async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('the commands of docs/hosting.md install, prepare PostgreSQL, serve with a role that reads and writes rows, stop, back up and restore', async () => {
    const lines = ofLanguage('sh').map((block) => (block.includes(SOME_CONTACT) ? `${ADD_CONTACT}${block}` : block))
    const said = await run(lines)
    assert.match(said, new RegExp(`^Airside ${VERSION} in .*: \\d+\\.\\d MB$`, 'm'))
    assert.match(said, /^Migrated: /m)
    assert.match(said, /^fine +Store: postgres [\d.]+.*, (\d+) of \1 migrations/m)
    assert.ok(said.includes(`{"status":"ready","store":"postgres","version":"${VERSION}"}`))
    assert.ok(said.includes('{"status":"ok"}'))
    assert.match(said, /^airside_build_info\{.*store="postgres"\} 1$/m)
    assert.match(said, /^Revoked everything issued before .*, at every operator/m, 'in the restored database')
    assert.match(said, /^Wrote .*airside\.backup/m)
    assert.match(said, /Restored/)
    assert.match(said, /^Restored alpine \(production\): \d+ rows of the backup\./m)
    assert.match(said, /^Brought \d+ rows of moving .* to https:/m)
    assert.match(said, /^systemctl stop airside\nThe store is up to date/m)
    for (const file of ['anna.json', 'passenger.json']) {
      assert.equal(JSON.parse(readFileSync(join(folder, 'data', file), 'utf8')).operatorId, 'alpine')
    }
    if (process.getuid?.() === 0) assert.match(readFileSync(join(machine, 'etc/passwd'), 'utf8'), /^airside:/m)
    if (existsSync('/usr/bin/systemctl')) {
      assert.ok(readdirSync(join(machine, 'etc/systemd/system/multi-user.target.wants')).includes('airside.service'))
    }
  })
})

test('every command of docs/hosting.md is run by a test, or the guide says why it is not', () => {
  const unrun = [...text('docs/hosting.md').matchAll(/^```sh\n([\s\S]*?)^```\n(.*)$/gm)]
  const unexplained = unrun.filter(([, , next = '']) => !next.startsWith('(No test runs '))
  assert.deepEqual(
    unexplained.map(([, lines]) => lines),
    [],
  )
})

interface ProxyProgram {
  readonly name: string
  readonly program: string
  readonly package: string
  readonly file: (lines: string, folder: string) => string
  readonly judge: (file: string) => readonly string[]
}

const PROXIES: readonly ProxyProgram[] = [
  {
    name: 'caddy',
    program: '/usr/bin/caddy',
    package: 'caddy',
    file: (lines) => lines,
    judge: (file) => ['validate', '--adapter', 'caddyfile', '--config', file],
  },
  {
    name: 'nginx',
    program: '/usr/sbin/nginx',
    package: 'nginx-light',
    file: (lines, folder) => `pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${lines} }`,
    judge: (file) => ['-t', '-q', '-c', file],
  },
  {
    name: 'haproxy',
    program: '/usr/sbin/haproxy',
    package: 'haproxy',
    file: (lines) => lines,
    judge: (file) => ['-c', '-q', '-f', file],
  },
]

/** A certificate for the three names, and a file that holds its key too. */
const makeCertificate = (folder: string): void => {
  const names = ['airside.example', '*.airside.example', '*.sandbox.airside.example'].map((each) => `DNS:${each}`)
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')]
  const about = ['-subj', '/CN=airside.example', '-addext', `subjectAltName=${names.join(',')}`]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...about, ...files], {
    stdio: 'ignore',
  })
  const both = ['certificate.pem', 'key.pem'].map((name) => readFileSync(join(folder, name), 'utf8'))
  writeFileSync(join(folder, 'both.pem'), both.join(''))
}

for (const proxy of PROXIES) {
  const skip = isMissing(proxy.program, proxy.package)
  test(`${proxy.name} accepts the proxy configuration of docs/hosting.md`, { skip }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'airside-proxy-'))
    makeCertificate(folder)
    const lines = ofLanguage(proxy.name).join('\n')
    assert.match(lines, /10\.0\.0\.12:8080/)
    const file = join(folder, 'configuration')
    writeFileSync(file, proxy.file(lines.replaceAll('/etc/airside', folder), folder))
    try {
      judgedBy(proxy.program, proxy.judge(file))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

test('docs/hosting.md starts the service only after its user, its settings, migrate and doctor', () => {
  const guide = text('docs/hosting.md')
  const steps = [
    'useradd',
    'cat > /etc/airside/airside.env',
    'airside-server migrate',
    'airside-server doctor',
    'systemctl enable',
  ]
  const places = steps.map((step) => guide.indexOf(step))
  assert.ok(places.every((place) => place > 0))
  assert.deepEqual(
    places.toSorted((one, other) => one - other),
    places,
  )
  assert.match(text('hosting/airside.service'), /^EnvironmentFile=\/etc/m, 'a missing file of settings is told')
})

test('docs/hosting.md explains every setting', () => {
  const guide = text('docs/hosting.md').replaceAll(/`AIRSIDE_DATABASE_CONNECT_SECONDS`, (`…_\w+`(?:, )?)+/g, (row) =>
    row.replaceAll('…', 'AIRSIDE_DATABASE'),
  )
  const unexplained = SETTINGS.filter((name) => !name.endsWith('_FILE') && !guide.includes(`\`${name}\``))
  assert.deepEqual(unexplained, [])
})

test('docs/hosting.md names only settings and files that exist', () => {
  const guide = text('docs/hosting.md')
  const known: readonly string[] = SETTINGS
  const settings = [...guide.matchAll(/\b(AIRSIDE_[A-Z_]+|OTEL_[A-Z_]+|DATABASE_URL\w*)\b/g)].map(
    ([, name = '']) => name,
  )
  assert.deepEqual(
    [...new Set(settings)].filter((name) => !known.includes(name)),
    [],
  )
  for (const [, file = ''] of guide.matchAll(/\]\(\.\.\/([^)#]+)/g)) assert.ok(text(file).length > 0, file)
})
