/** On which stores a test runs (CONTRIBUTING, "Which store"): the table, the code and every file agree. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { allTestFiles } from '../../../scripts/tests/selection.ts'
import { ENTITY_KINDS, ENTITY_SCOPES } from '../../src/domain/entity-kind.ts'
import { NOT_YET_USED } from '../../src/domain/scopes.ts'
import { ABOUT } from '../support/places.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const THIS_FILE = 'server/test/architecture/stores.test.ts'
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const texts = allTestFiles(ROOT)
  .filter((file) => file !== THIS_FILE)
  .map((file) => [file, read(file)] as const)

/** Files that need PostgreSQL as a whole, by their name. */
const IS_ABOUT_POSTGRES = /\.(processes|postgres)\.test\.ts$|^server\/test\/hosting\//

test('the table of CONTRIBUTING says on which stores a test runs as the code does', () => {
  const rows = [...read('CONTRIBUTING.md').matchAll(/^\| `([a-z ]+)` \| (both|embedded) \|/gm)]
  assert.deepEqual(Object.fromEntries(rows.map(([, about, stores]) => [about, stores])), ABOUT)
  const used = new Set(texts.flatMap(([, text]) => [...text.matchAll(/storesFor\('([a-z ]+)'\)/g)].map(([, it]) => it)))
  assert.deepEqual([...used].toSorted(), Object.keys(ABOUT).toSorted())
})

test('a test file runs on both stores only for a reason that it names by storesFor', () => {
  const withoutReason = texts.filter(([, text]) => /\bSTORES\b/.test(text)).map(([file]) => file)
  assert.deepEqual(withoutReason, [], "Write storesFor('…') with what the file is about: CONTRIBUTING, Which store")
})

test('a test that needs PostgreSQL is marked by onPostgres, or its whole file by its name', () => {
  const unmarked = texts
    .filter(([file]) => !IS_ABOUT_POSTGRES.test(file))
    .filter(([, text]) => /(?:Place|Server|Storage)\('postgres'|startPostgres\(/.test(text))
    .filter(([, text]) => !/onPostgres\('/.test(text))
  assert.deepEqual(
    unmarked.map(([file]) => file),
    [],
  )
})

/** Their scope opens other kinds; they are not built yet, or have files of their own. */
const NOT_YET_WRITTEN: ReadonlySet<string> = new Set(['CHARTER_REQUEST', 'QUOTE'])

test('a scenario of every kind of record of the change feed runs on both stores', () => {
  const scenarios = texts.filter(([, text]) => /storesFor\('record'\)/.test(text))
  const known = ENTITY_KINDS.filter((kind) => !NOT_YET_USED.has(ENTITY_SCOPES[kind]) && !NOT_YET_WRITTEN.has(kind))
  assert.ok(known.length > 5)
  assert.deepEqual(
    known.filter((kind) => !scenarios.some(([, text]) => text.includes(kind))),
    [],
    "A file that writes this kind runs a scenario for storesFor('record')",
  )
})
