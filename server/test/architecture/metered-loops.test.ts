/** The linter refuses loops over documents and variables that are not the work meter's (ADR 85, threats row 122). */
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { linted, REPOSITORY } from '../support/linter.ts'

const UNMETERED = [
  'for (const node of nodes) use(node)',
  'for (const [key, node] of map) use(key, node)',
  'for (const key in nodes) use(key)',
  'for (let at = 0; at < nodes.length; at++) use(at)',
  'while (use()) use()',
  'do use(); while (use())',
  'nodes.map(use)',
  'document.definitions.filter((node) => use(node))',
  'nodes.forEach(use)',
  'nodes.every(use)',
  'nodes.reduce((sum, node) => sum + node, 0)',
  'nodes.flatMap(use)',
  'Object.entries(variables)',
  'Object.keys(variables)',
  'Array.from(nodes)',
  'visit(document, use)',
  'print(node)',
  'inspect(value)',
  'valueFromAST(node, type)',
  'coerceInputValue(value, type)',
]

const METERED = [
  'for (const node of meter.over(nodes)) use(node)',
  'for (const node of this.#meter.over(nodes, 2)) use(node)',
  'for (const [key, node] of meter.members(map)) use(key, node)',
  'for (const key of meter.keysOf(variables)) use(key)',
  'meter.map(nodes, use)',
  'this.#meter.every(nodes, use)',
]

/** The files that the rule reports. */
const reportedIn = (sources: Readonly<Record<string, string>>): Set<string> =>
  new Set(
    [...linted(sources).matchAll(/title=plugin,file=([^,]+),/g)].map(([, file = '']) =>
      file.slice(file.indexOf('server/')),
    ),
  )

const ROOMS = ['server/src/graphql/operation', 'server/src/graphql/execution']

test('the linter refuses every kind of loop that is not metered in the files that touch documents and variables', () => {
  const sources = Object.fromEntries(
    ROOMS.flatMap((room) => [
      ...UNMETERED.map((line, at) => [`${room}/loop-${at}.ts`, `${line}\n`]),
      ...METERED.map((line, at) => [`${room}/metered-${at}.ts`, `class A { a() { ${line} } }\n`]),
    ]),
  )
  const expected = ROOMS.flatMap((room) => UNMETERED.map((_, at) => `${room}/loop-${at}.ts`))
  assert.deepEqual([...reportedIn(sources)].sort(), expected.sort())
})

test('the rule about loops leaves out what reads the schema only or runs an operation, and nothing else', () => {
  const files = ROOMS.flatMap((room) => globSync(`${room}/*.ts`, { cwd: REPOSITORY }))
  assert.ok(files.length > 25, `${files.length} files`)
  const reported = reportedIn(Object.fromEntries(files.map((file) => [file, 'nodes.map(use)\n'])))
  assert.deepEqual(files.filter((file) => !reported.has(file)).sort(), [
    'server/src/graphql/execution/completion.ts',
    'server/src/graphql/execution/field-runner.ts',
    'server/src/graphql/execution/run.ts',
    'server/src/graphql/operation/list-size.ts',
    'server/src/graphql/operation/validation-rules.ts',
  ])
})
