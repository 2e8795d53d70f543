/** Beyond four parameters a function takes an object with named fields. The linter checks it in every workspace. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { linted, REPOSITORY } from '../support/linter.ts'

const WORKSPACES = ['server', 'sdk', 'cli', 'console', 'bench', 'scripts']
const RULE = 'useMaxParams'

const functionsWith = (count: number): string => {
  const parameters = Array.from({ length: count }, (_, index) => `p${index}: number`).join(', ')
  return `export const arrow = (${parameters}) => [${count}]
export function named(${parameters}) {}
export class Maker {
  constructor(${parameters}) {}
  method(${parameters}) {}
}
`
}

/** The files that the rule reports, once per report. */
const reportedIn = (sources: Readonly<Record<string, string>>): string[] =>
  [...linted(sources).matchAll(new RegExp(`complexity/${RULE},file=([^,]+),`, 'g'))].map(([, file = '']) => file)

test('the linter refuses a function, a method and a constructor with five parameters in every workspace', () => {
  const sources = Object.fromEntries(
    WORKSPACES.flatMap((workspace) => [
      [`${workspace}/src/five.ts`, functionsWith(5)],
      [`${workspace}/src/four.ts`, functionsWith(4)],
    ]),
  )
  const reported = Map.groupBy(reportedIn(sources), (file) => file.split('/').slice(-3).join('/'))
  assert.deepEqual(
    Object.fromEntries([...reported].map(([file, reports]) => [file, reports.length])),
    Object.fromEntries(WORKSPACES.map((workspace) => [`${workspace}/src/five.ts`, 4])),
  )
})

test('no file switches the rule about parameters off', () => {
  const files = WORKSPACES.flatMap((workspace) =>
    globSync(`${workspace}/**/*.{ts,tsx,mjs}`, { cwd: REPOSITORY, exclude: (name) => name.includes('node_modules') }),
  )
  assert.ok(files.length > 700, `${files.length} files`)
  const switching = new RegExp(`biome-ignore[^\\n]*${RULE}`)
  assert.deepEqual(
    files.filter((file) => switching.test(readFileSync(join(REPOSITORY, file), 'utf8'))),
    [],
  )
})
