/** Download sizes of the built files: 220 kB of script and 45 kB of style at first, 60 kB per route, 1.8 MB for the explorer. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'

const DIST = new URL('../dist/', import.meta.url)
const FIRST_SCRIPT_BYTES = 220_000
const FIRST_STYLE_BYTES = 45_000
const LATER_SCRIPT_BYTES = 60_000
const EXPLORER_SCRIPT_BYTES = 1_800_000
const ENTRY = 'index.html'
const EXPLORER_ENTRY = 'explorer.html'
const FIRST_ROUTE = 'src/add-ons/add-ons-page.tsx'

interface Chunk {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(new URL('.vite/manifest.json', DIST), 'utf8'))

/** The chunk and everything it needs before it runs. */
const needed = (name: string, met = new Set<string>()): Set<string> => {
  if (met.has(name)) return met
  met.add(name)
  for (const imported of manifest[name]?.imports ?? []) needed(imported, met)
  return met
}

const gzipped = (file: string): number => gzipSync(readFileSync(new URL(file, DIST))).length
const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0)

const scriptBytes = (names: Iterable<string>): number =>
  sum([...names].map((name) => gzipped(manifest[name]?.file ?? assert.fail(`The manifest has no ${name}`))))

const styleBytes = (names: Iterable<string>): number =>
  sum([...new Set([...names].flatMap((name) => manifest[name]?.css ?? []))].map(gzipped))

test('the first route stays within its size budget', () => {
  const first = needed(ENTRY).union(needed(FIRST_ROUTE))
  const [script, style] = [scriptBytes(first), styleBytes(first)]
  assert.ok(script <= FIRST_SCRIPT_BYTES, `${script} bytes of script`)
  assert.ok(style <= FIRST_STYLE_BYTES, `${style} bytes of style`)
})

test('the frame of each console stands in its HTML, and its styles come before its scripts', () => {
  for (const page of ['index.html', 'portal.html', 'support.html']) {
    const html = readFileSync(new URL(page, DIST), 'utf8')
    assert.match(html, /<div id="root"><div class="shell">/, page)
    assert.ok(html.indexOf('rel="stylesheet"') < html.indexOf('<script type="module"'), page)
  }
})

test('each later route stays within 60 kB', () => {
  const routes = manifest[ENTRY]?.dynamicImports ?? []
  assert.ok(routes.length >= 8, 'routes are loaded when they are gone to')
  const before = needed(ENTRY)
  for (const route of routes) {
    const added = scriptBytes(needed(route).difference(before))
    assert.ok(added <= LATER_SCRIPT_BYTES, `${route} adds ${added} bytes`)
  }
})

/** The chunk, what it needs, and what it may load later. */
const reached = (name: string, met = new Set<string>()): Set<string> => {
  if (met.has(name)) return met
  met.add(name)
  const { imports = [], dynamicImports = [] } = manifest[name] ?? {}
  for (const next of [...imports, ...dynamicImports]) reached(next, met)
  return met
}

const workers = (): string[] =>
  readdirSync(new URL('assets/', DIST)).flatMap((file) => (/\.worker-.*\.js$/.test(file) ? [`assets/${file}`] : []))

test('the explorer stays within 1.8 MB with everything that it may load', () => {
  assert.ok(workers().length >= 3, 'the workers of the editor are files of ours')
  const bytes = scriptBytes(reached(EXPLORER_ENTRY)) + sum(workers().map(gzipped))
  assert.ok(bytes <= EXPLORER_SCRIPT_BYTES, `${bytes} bytes`)
})

test('no page of the consoles and the portal can load a part of the explorer', () => {
  for (const entry of [ENTRY, 'portal.html', 'support.html']) {
    const shared = [...reached(entry)].filter((name) =>
      /explorer|monaco|graphiql/i.test(`${name} ${manifest[name]?.file}`),
    )
    assert.deepEqual(shared, [], entry)
  }
})

test('the developer portal and the support console stay within the same budgets, and load nothing of each other', () => {
  for (const [entry, first, other] of [
    ['portal.html', 'src/portal/home/applications-page.tsx', /src\/(support|add-ons\/add-ons-page|shell\/shell)/],
    ['support.html', 'src/support/queue-page.tsx', /src\/(portal|add-ons\/add-ons-page|shell\/shell)/],
  ] as const) {
    const loaded = needed(entry).union(needed(first))
    assert.ok(scriptBytes(loaded) <= FIRST_SCRIPT_BYTES, `${entry}: ${scriptBytes(loaded)} bytes of script`)
    assert.ok(styleBytes(loaded) <= FIRST_STYLE_BYTES, `${entry}: ${styleBytes(loaded)} bytes of style`)
    for (const name of loaded) assert.doesNotMatch(name, other)
    for (const route of manifest[entry]?.dynamicImports ?? []) {
      const added = scriptBytes(needed(route).difference(needed(entry)))
      assert.ok(added <= LATER_SCRIPT_BYTES, `${route} adds ${added} bytes`)
    }
  }
})

test('no page refers to another host', () => {
  for (const page of [ENTRY, EXPLORER_ENTRY, 'portal.html', 'support.html']) {
    assert.doesNotMatch(readFileSync(new URL(page, DIST), 'utf8'), /https?:\/\//)
  }
})
