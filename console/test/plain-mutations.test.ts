/** Mutations that are written as a name and variables are valid in the graph of their side. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { test } from 'node:test'
import { buildSchema, parse, validate } from 'graphql'
import { plainText } from '../src/graph/plain-mutation.ts'

const SOURCES = join(import.meta.dirname, '../src')
const WRITTEN = /plainMutation\(\s*'(\w+)'(?:,\s*(['`])([^'`]*)\2)?,?\s*\)/g

const schemaNamed = (name: string) => buildSchema(readFileSync(join(SOURCES, `../../server/${name}.graphql`), 'utf8'))

const SCHEMAS = new Map(['schema', 'portal', 'support'].map((name) => [name, schemaNamed(name)]))

const sideOf = (file: string): string => {
  const [room = ''] = file.split(sep)
  return SCHEMAS.has(room) ? room : 'schema'
}

test('each has the arguments that its graph asks for, of their types', () => {
  let met = 0
  for (const file of globSync('**/*.ts', { cwd: SOURCES })) {
    const source = readFileSync(join(SOURCES, file), 'utf8')
    for (const [, name = '', , variables = ''] of source.matchAll(WRITTEN)) {
      met += 1
      const schema = SCHEMAS.get(sideOf(file))
      assert.ok(schema)
      const problems = validate(schema, parse(plainText(name, variables)))
      assert.deepEqual(problems.map(String), [], `${file}: ${name}`)
    }
    assert.equal(
      source.split('= plainMutation(').length,
      [...source.matchAll(WRITTEN)].length + 1,
      `${file}: one is not read`,
    )
  }
  assert.ok(met > 50, `${met} were met`)
})
