/** Imports run one way, SQL stays in one folder, the domain is pure (docs/architecture.md). */
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const SOURCE = fileURLToPath(new URL('../src', import.meta.url))

/** Lower folders know nothing of higher ones. Files at the top and the commands put everything together. */
const LAYERS: readonly (readonly string[])[] = [
  ['domain'],
  ['storage'],
  ['services'],
  ['graphql'],
  ['pages'],
  ['documentation'],
  ['http'],
  ['background', 'commands', 'config', 'demo', 'metrics', 'starting', 'tracing', '.'],
]

interface Import {
  readonly from: string
  /** A file of ours, or the name of a package. */
  readonly of: string
}

const IMPORT = /^(?:import|export)\s+(?:type\s)?(?:[\w\s{},*$]+?\s+from\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm

const files = globSync('**/*.ts', { cwd: SOURCE })
const imports: readonly Import[] = files.flatMap((from) =>
  [...readFileSync(join(SOURCE, from), 'utf8').matchAll(IMPORT)].map(([, name = '', lazy = '']) => {
    const target = name || lazy
    const of = target.startsWith('.') ? relative('', join(dirname(from), target)) : target
    return { from, of }
  }),
)

const folderOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '.') : '.')
const roomOf = (file: string): string => dirname(file)
const layerOf = (file: string): number => LAYERS.findIndex((folders) => folders.includes(folderOf(file)))
const isOurs = ({ of }: Import): boolean => of.endsWith('.ts')
const named = ({ from, of }: Import): string => `${from} -> ${of}`

test('every source file belongs to a known layer, and every import of ours resolves to a file', () => {
  assert.ok(files.length > 100)
  assert.deepEqual(
    files.filter((file) => layerOf(file) < 0),
    [],
  )
  assert.deepEqual(imports.filter((each) => isOurs(each) && !files.includes(each.of)).map(named), [])
})

test('imports run one way: domain <- storage <- services <- graphql <- pages <- documentation <- http <- app', () => {
  const upward = imports.filter((each) => isOurs(each) && layerOf(each.of) > layerOf(each.from))
  assert.deepEqual(upward.map(named), [])
})

const MAX_HEADER_LINES = 10
const rooms = [...new Set(files.map(roomOf))]
const headerOf = (room: string): string => {
  const file = join(SOURCE, room, 'README.md')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

test('every room says in its README, in at most ten lines, what its one subject is', () => {
  for (const room of rooms) {
    const [title = '', ...sentences] = headerOf(room).trim().split('\n').filter(Boolean)
    assert.match(title, /^# /, room)
    assert.ok(sentences.length > 0 && sentences.length < MAX_HEADER_LINES, room)
  }
})

/** A concept keeps its room through the layers. What one layer alone has is named beside it. */
const ROOMS = [
  'events',
  'identity',
  'incidents',
  'notices',
  'oauth',
  'operations',
  'providers',
  'records',
  'reference',
  'support',
  'tenancy',
  'usage',
]
const ROOMED_LAYERS: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  storage: ['contents', 'engines', 'migrations', 'retention', 'setup'],
  services: [],
  'graphql/nodes': [],
}

test('domain, storage, services and nodes have rooms of the same names', () => {
  const unknown = Object.entries(ROOMED_LAYERS).flatMap(([layer, alone]) => {
    const inside = rooms.filter((room) => room.startsWith(`${layer}/`)).map((room) => room.slice(layer.length + 1))
    return inside
      .filter((room) => ![...ROOMS, ...alone].includes(room.split('/')[0] ?? ''))
      .map((room) => `${layer}/${room}`)
  })
  assert.deepEqual(unknown, [])
})

const NESTED_IN_OPERATIONS = [
  'conversations',
  'crew',
  'documents',
  'fleet',
  'flights',
  'handling',
  'import',
  'logbook',
  'logs',
  'movement',
  'own',
  'passengers',
  'reminders',
  'risk',
  'safety',
  'sales',
]

test('a concept of operations has one room through domain, storage, services and nodes', () => {
  const concepts = new Map<string, Set<string>>()
  for (const file of files) {
    const layer = Object.keys(ROOMED_LAYERS).find((each) => file.startsWith(`${each}/operations/`))
    if (layer === undefined) continue
    const room = roomOf(file).slice(`${layer}/operations`.length + 1)
    const concept = basename(file, '.ts').replace(/ies$/, 'y').replace(/s$/, '')
    concepts.set(concept, (concepts.get(concept) ?? new Set()).add(room))
  }
  const nested = [...new Set([...concepts.values()].flatMap((each) => [...each]))]
  assert.deepEqual(
    nested.filter((room) => room !== '' && !NESTED_IN_OPERATIONS.includes(room)),
    [],
  )
  const scattered = [...concepts].filter(([, found]) => found.size > 1)
  assert.deepEqual(
    scattered.map(([concept, found]) => `${concept}: ${[...found].join(', ')}`),
    [],
  )
})

test('routes do not import routes', () => {
  const isRoute = (file: string) => /^http\/(operator|identity|developers|support)\//.test(file)
  assert.deepEqual(imports.filter(({ from, of }) => isRoute(from) && isRoute(of)).map(named), [])
})

test('the domain is pure: it imports only itself and pure modules of Node, and uses neither clock nor randomness', () => {
  const PURE = new Set(['node:crypto', 'node:zlib', 'node:buffer', 'node:url', 'node:net'])
  const domain = imports.filter(({ from }) => folderOf(from) === 'domain')
  const foreign = domain.filter((each) => !(isOurs(each) ? folderOf(each.of) === 'domain' : PURE.has(each.of)))
  assert.deepEqual(foreign.map(named), [])
  for (const file of files.filter((each) => folderOf(each) === 'domain')) {
    const text = readFileSync(join(SOURCE, file), 'utf8')
    assert.doesNotMatch(text, /Math\.random|randomBytes\(\d|randomUUID|performance\.now|process\.env/, file)
    // The one clock there is reads the machine's; it is handed to whoever needs the time.
    if (file !== 'domain/clock.ts') assert.doesNotMatch(text, /Date\.now|new Date\(\)/, file)
  }
})

test('texts are brought into a normal form by one function, which looks at their marks first (threats row 411)', () => {
  const REPOSITORY = join(SOURCE, '../..')
  const everywhere = globSync('{server,sdk,cli,console}/src/**/*.{ts,tsx,js}', { cwd: REPOSITORY })
  const normalizing = everywhere.filter((file) =>
    /\bnormalize\b\s*(?:\?\.)?[('"`\]]|(?:\.|\{ ?)normalize\b/.test(readFileSync(join(REPOSITORY, file), 'utf8')),
  )
  assert.deepEqual(normalizing, ['server/src/domain/normal-form.ts'])
})

test('routes are made only by the functions of http/guards, so every route has a guard', () => {
  const text = (file: string) => readFileSync(join(SOURCE, file), 'utf8')
  const makers = files.filter((file) => /\bguardedRoute\b|\bas (?:unknown as )?Route\b/.test(text(file)))
  const outside = makers.filter((file) => !file.startsWith('http/guards/') && file !== 'http/listening/route.ts')
  assert.deepEqual(outside, [])
})

test('SQL is written only in storage', () => {
  const DRIVERS = ['kysely', 'pg', 'node:sqlite']
  const outside = imports.filter(({ from, of }) => DRIVERS.includes(of) && folderOf(from) !== 'storage')
  // A backup copies the file of the embedded store; it writes no statement of the program's own.
  assert.deepEqual(outside.filter(({ from }) => from !== 'commands/backup.ts').map(named), [])
})

test('no import cycle exists, type imports included', () => {
  const next = new Map<string, string[]>()
  for (const { from, of } of imports) {
    if (of.endsWith('.ts')) next.set(from, [...(next.get(from) ?? []), of])
  }
  const done = new Set<string>()
  const visit = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) assert.fail([...trail.slice(trail.indexOf(file)), file].join(' -> '))
    if (done.has(file)) return
    for (const other of next.get(file) ?? []) visit(other, [...trail, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
})

test('what records and sends traces is loaded only where a collector is set: nobody imports it but at run time', () => {
  const STATIC = /^(?:import|export) (?!type\b)[^']*'[./]*\/tracing\/(?!tracing-settings)[^']*'/m
  const outside = files.filter((file) => folderOf(file) !== 'tracing')
  assert.deepEqual(
    outside.filter((file) => STATIC.test(readFileSync(join(SOURCE, file), 'utf8'))),
    [],
  )
})

test('every redirect after a form is 303, so that no browser repeats the POST elsewhere (threats row 13)', () => {
  for (const file of files.filter((each) => folderOf(each) === 'http')) {
    assert.doesNotMatch(readFileSync(join(SOURCE, file), 'utf8'), /\b30[1278]\b/, file)
  }
})

test('docs/architecture.md names only files and rooms that exist, and shows every layer on its map', () => {
  const page = readFileSync(join(SOURCE, '../../docs/architecture.md'), 'utf8')
  const named = [...page.matchAll(/`([a-z]+(?:\/[a-z0-9-]+)+)`/g)].map(([, path = '']) => path)
  assert.ok(named.length > 40, `${named.length} paths`)
  const exists = (path: string) =>
    ['', 'graphql'].some((folder) => ['', '.ts'].some((end) => existsSync(join(SOURCE, folder, path + end))))
  assert.deepEqual(
    named.filter((path) => !exists(path)),
    [],
  )
  const layers = LAYERS.flat().filter((layer) => layer !== '.')
  assert.deepEqual(
    layers.filter((layer) => !page.includes(`    ${layer}/ `)),
    [],
  )
})

test('no folder or file is called utils, helpers, manager or base', () => {
  const vague = files.filter((file) => /(^|[/-])(utils?|helpers?|manager|base|common|misc)[.-]/.test(file))
  assert.deepEqual(vague, [])
})
