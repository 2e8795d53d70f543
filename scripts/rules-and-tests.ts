/**
 * Lists the rules of docs/spec with the test files that cite each and the command that runs them:
 * `node scripts/rules-and-tests.ts [folder of another checkout]`. With two checkouts, `diff` shows what a change of the
 * tests no longer proves.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { allTestFiles, leftBecause } from './tests/selection.ts'

const root = process.argv[2] ?? join(import.meta.dirname, '..')

/** Comment signs at the start of a line go, so that a citation may run over two lines. */
const flat = (text: string): string => text.replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ')

const SECTIONS =
  /\b(access-model|data|threats|portals|events|pages) (§\d+(?:\.\d+)?(?:(?:, | and | to )§\d+(?:\.\d+)?)*)/g
const ROWS = /\b(threats|portals|events|data) rows? ([A-Z]?\d+(?:(?:, | and | to )[A-Z]?\d+)*)/g

/** `3, 5 to 7` as 3, 5, 6, 7. */
const each = (list: string): string[] =>
  list.split(/, | and /).flatMap((part) => {
    const [from = '', to] = part.split(' to ')
    if (to === undefined) return [from]
    const [first, last] = [from, to].map((number) => Number(number.replace('§', ''))) as [number, number]
    const sign = from.startsWith('§') ? '§' : ''
    return Array.from({ length: last - first + 1 }, (_, index) => `${sign}${first + index}`)
  })

const citedIn = (text: string): string[] => [
  ...[...text.matchAll(SECTIONS)].flatMap(([, file, list = '']) => each(list).map((one) => `${file} ${one}`)),
  ...[...text.matchAll(ROWS)].flatMap(([, file, list = '']) => each(list).map((one) => `${file} row ${one}`)),
]

const rulesOf = (name: string): string[] => {
  const text = readFileSync(join(root, 'docs/spec', name), 'utf8')
  const file = name.replace('.md', '')
  return [
    ...[...text.matchAll(/^## (\d+)\. /gm)].map(([, section]) => `${file} §${section}`),
    ...[...text.matchAll(/^\| ([A-Z]?\d+) \|/gm)].map(([, row]) => `${file} row ${row}`),
  ]
}

const citing = new Map<string, string[]>()
for (const file of allTestFiles(root).toSorted()) {
  for (const rule of new Set(citedIn(flat(readFileSync(join(root, file), 'utf8'))))) {
    citing.set(rule, [...(citing.get(rule) ?? []), file])
  }
}
/** A rule within a section counts for the section. */
for (const [rule, files] of [...citing]) {
  const section = /^(.* §\d+)\./.exec(rule)?.[1]
  if (section !== undefined) citing.set(section, [...new Set([...(citing.get(section) ?? []), ...files])])
}

for (const name of readdirSync(join(root, 'docs/spec')).filter((file) => file !== 'README.md')) {
  for (const rule of rulesOf(name)) {
    const files = citing.get(rule) ?? []
    const command = files.some((file) => leftBecause(file) === null) ? 'npm test' : 'npm test -- --all'
    console.log(files.length === 0 ? `${rule}: cited by no test` : `${rule}: ${command}: ${files.join(', ')}`)
  }
}
