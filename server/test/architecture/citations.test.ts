/**
 * Checks the rules of docs/spec that comments, test titles and pages cite by number (CONTRIBUTING.md): each must
 * exist.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url))
const FILES = ['access-model', 'data', 'threats', 'portals', 'events', 'pages']
const THIS_FILE = 'server/test/architecture/citations.test.ts'

const specText = (name: string): string => readFileSync(join(REPOSITORY, `docs/spec/${name}.md`), 'utf8')

/** Sections (`6`) and the numbered rules within them (`5.8`). */
const sectionsOf = (text: string): Set<string> => {
  const found = new Set<string>()
  let section = ''
  for (const line of text.split('\n')) {
    const heading = /^## (?:(\d+)\. )?/.exec(line)
    if (heading) section = heading[1] ?? ''
    const rule = /^(\d+)\. /.exec(line)?.[1]
    if (section !== '') found.add(rule === undefined ? section : `${section}.${rule}`)
  }
  return found
}

const rowsOf = (text: string): string[] => [...text.matchAll(/^\| (\d+) \|/gm)].map(([, row]) => row ?? '')
/** The cases of acceptance in data.md: `A10`. */
const cases = new Set([...specText('data').matchAll(/^\| ([A-Z]\d+) \|/gm)].map(([, row]) => row))

const sections = new Map(FILES.map((name) => [name, sectionsOf(specText(name))]))
const rows = new Set(['threats', 'portals', 'events'].flatMap((name) => rowsOf(specText(name))))

/** Comment signs at the start of a line go, so that a citation may run over two lines. */
const flat = (text: string): string => text.replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ')

const texts: readonly (readonly [string, string])[] = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: REPOSITORY,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|css|md|html)$/.test(file) && file !== THIS_FILE)
  .flatMap((file) => {
    try {
      return [[file, flat(readFileSync(join(REPOSITORY, file), 'utf8'))] as const]
    } catch {
      return [] // deleted, but not yet committed
    }
  })

const SECTIONS_CITED = new RegExp(`\\b(${FILES.join('|')}) (§\\d+(?:\\.\\d+)?(?:, §\\d+(?:\\.\\d+)?)*)`, 'g')
const ROWS_CITED = /\b(?:threats|portals|events) rows? (\d+(?:(?:, | and | to )\d+)*)/g
const CASES_CITED = /\bdata rows? ([A-Z]\d+(?:(?:, | and )[A-Z]\d+)*)/g

const expand = (cited: string): string[] =>
  cited.split(/, | and /).flatMap((part) => {
    const [from = 0, to = from] = part.split(' to ').map(Number)
    return Array.from({ length: to - from + 1 }, (_, index) => String(from + index))
  })

test('every cited section and rule of docs/spec exists', () => {
  let count = 0
  const missing = texts.flatMap(([file, text]) =>
    [...text.matchAll(SECTIONS_CITED)].flatMap(([, name = '', list = '']) =>
      [...list.matchAll(/§([\d.]+\d|\d)/g)].flatMap(([, number = '']) => {
        count++
        return sections.get(name)?.has(number) ? [] : [`${file}: ${name} §${number}`]
      }),
    ),
  )
  assert.ok(count > 150, `${count} sections are cited`)
  assert.deepEqual(missing, [])
})

test('every cited row of docs/spec exists, and row numbers are unique', () => {
  let count = 0
  const missing = texts.flatMap(([file, text]) =>
    [...text.matchAll(ROWS_CITED)].flatMap(([, list = '']) => {
      count++
      return expand(list).flatMap((row) => (rows.has(row) ? [] : [`${file}: row ${row}`]))
    }),
  )
  assert.ok(count > 70, `${count} citations of rows`)
  assert.deepEqual(missing, [])
  const all = ['threats', 'portals', 'events'].flatMap((name) => rowsOf(specText(name)))
  assert.deepEqual(
    all.filter((row, index) => all.indexOf(row) !== index),
    [],
  )
})

test('every cited case of data.md exists, and every case is cited by a test', () => {
  const cited = texts.flatMap(([file, text]) =>
    [...text.matchAll(CASES_CITED)].flatMap(([, list = '']) =>
      list.split(/, | and /).map((row) => [file, row] as const),
    ),
  )
  assert.deepEqual(
    cited.filter(([, row]) => !cases.has(row)),
    [],
  )
  const tested = new Set(cited.filter(([file]) => file.includes('/test/')).map(([, row]) => row))
  assert.deepEqual(
    [...cases].filter((row) => row !== undefined && !tested.has(row)),
    [],
  )
})

/** Documents and places that a clone of the repository does not have, and numbers without the document they belong to. */
const LEADING_OUT: Readonly<Record<string, RegExp>> = {
  'a document outside':
    /data-domain|\bexperience(?:,? ["A-Z]|\))|\barchitecture, "|\bthe seed(?:'s| says| asks| wants)\b|acceptance table/,
  'a place outside': /\/work\/|\bshared\/(?:spec|design|quality)\b|\.\.\/(?:spec|design|quality)\//,
  'a number without a document': /\((?:[^()]*, )?(?:rows?|invariants?) \d+|\(§\d| \([A-D]\d{1,2}\)|\/\*\* Invariant \d/,
}

test('no citation names a document outside the repository or a number without its document', () => {
  const leading = texts
    .filter(([file]) => !file.startsWith('docs/spec/'))
    .flatMap(([file, text]) =>
      Object.entries(LEADING_OUT).flatMap(([what, pattern]) => {
        const [found] = pattern.exec(text.replaceAll(/threats rows? /g, 'threats ')) ?? []
        return found === undefined ? [] : [`${file}: ${what}: ${found}`]
      }),
    )
  assert.deepEqual(leading, [])
})
