/**
 * Between workspaces: a package that others install, or that is built for the browser, must not depend on the files of
 * another workspace. Within each: no circle of imports, and no export that nothing imports.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))
const WORKSPACES = ['server', 'sdk', 'cli', 'console']
const RELATIVE_IMPORT = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g

const filesIn = (patterns: readonly string[]): string[] =>
  globSync(patterns, { cwd: REPOSITORY }).filter((file) => !/node_modules|\/dist\//.test(file))
const textOf = (file: string): string => readFileSync(join(REPOSITORY, file), 'utf8')
const resolved = (from: string, path: string): string => relative('', join(dirname(from), path))

const sources = filesIn(WORKSPACES.map((workspace) => `${workspace}/src/**/*.{ts,tsx}`))
const targets = new Map(
  sources.map((file) => [
    file,
    [...textOf(file).matchAll(RELATIVE_IMPORT)].map(([, path = '']) => resolved(file, path)),
  ]),
)

test('a workspace imports another workspace by its package name, never by a path', () => {
  assert.ok(sources.length > 400, `${sources.length} files`)
  const leaving = [...targets].flatMap(([file, imported]) =>
    imported.filter((target) => target.split('/')[0] !== file.split('/')[0]).map((target) => `${file} -> ${target}`),
  )
  assert.deepEqual(leaving, [])
})

test('no workspace has a circle of imports, type imports included', () => {
  const done = new Set<string>()
  const visit = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) assert.fail([...trail.slice(trail.indexOf(file)), file].join(' -> '))
    if (done.has(file)) return
    for (const other of targets.get(file) ?? []) visit(other, [...trail, file])
    done.add(file)
  }
  for (const file of sources) visit(file, [])
})

const NAMED_IMPORT = /^(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s+'(\.[^']+)'/gm
const WHOLE_IMPORT = /^(?:import|export)\s+\*(?: as \w+)?\s+from\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm
const EXPORTED_VALUE = /^export (?:async )?(?:abstract )?(?:const|let|function\*?|class) (\w+)/gm
/** What others import from outside of the repository. */
const ENTRIES = /^sdk\/src\/(?:index|index-node|node|scopes)\.ts$/

test('an exported value is imported somewhere; types may also be there for a reader of a signature', () => {
  const importers = filesIn([
    ...['server', 'sdk', 'cli', 'console', 'bench'].map((workspace) => `${workspace}/**/*.{ts,tsx}`),
    'scripts/**/*.{ts,mjs}',
  ])
  const used = new Set<string>()
  for (const file of importers) {
    const text = textOf(file)
    for (const [, names = '', path = ''] of text.matchAll(NAMED_IMPORT)) {
      for (const name of names.split(',')) {
        const [original = ''] = name
          .trim()
          .replace(/^type /, '')
          .split(' as ')
        used.add(`${resolved(file, path)} ${original}`)
      }
    }
    for (const [, path = '', lazy = ''] of text.matchAll(WHOLE_IMPORT)) used.add(resolved(file, path || lazy))
  }
  const unused = sources
    .filter((file) => !ENTRIES.test(file) && !used.has(file))
    .flatMap((file) => [...textOf(file).matchAll(EXPORTED_VALUE)].map(([, name]) => `${file} ${name}`))
    .filter((exported) => !used.has(exported))
  assert.deepEqual(unused, [])
})
