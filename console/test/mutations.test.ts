/** Mutations that are written as a name, variables and an answer are valid in the graph of their side. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { test } from 'node:test'
import { buildSchema, parse, validate } from 'graphql'
import { mutationText } from '../src/graph/mutation-text.ts'

const SOURCES = join(import.meta.dirname, '../src')
const WRITTEN = /= mutation\(\s*'(\w+)'(?:,\s*['`]([^'`]*)['`])?(?:,\s*['`]([^'`]*)['`])?,?\s*\)/g

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
    for (const [, name = '', variables = '', answer = ''] of source.matchAll(WRITTEN)) {
      met += 1
      const schema = SCHEMAS.get(sideOf(file))
      assert.ok(schema)
      const problems = validate(schema, parse(mutationText(name, variables, answer)))
      assert.deepEqual(problems.map(String), [], `${file}: ${name}`)
    }
    assert.equal(
      source.split('= mutation(').length,
      [...source.matchAll(WRITTEN)].length + 1,
      `${file}: one is not read`,
    )
  }
  assert.ok(met > 50, `${met} were met`)
})
