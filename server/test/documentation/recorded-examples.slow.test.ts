/** The examples of the reference: every query and mutation has one, and a fresh demo still answers as was recorded. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { exampleText, recordExamples, rootNames } from '../../../scripts/examples/record.ts'
import { STORY } from '../../../scripts/examples/story.ts'
import { readRecordedExamples } from '../../src/documentation/recorded-examples.ts'
import { secretKind } from '../../src/domain/secret.ts'

const ROOT = join(import.meta.dirname, '..', '..', '..')
const committed = readRecordedExamples(ROOT)

/**
 * The form of an answer without its values, which differ from demo to demo: a list is its first entry, and what is
 * absent today may be there tomorrow.
 */
const formOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? [] : [formOf(value[0])]
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, formOf(each)]))
  return value === null ? null : typeof value
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const fits = (a: unknown, b: unknown): boolean => {
  if (a === null || b === null) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === 0 || b.length === 0 || fits(a[0], b[0])
  if (!isObject(a) || !isObject(b)) return a === b
  return Object.keys(a).join() === Object.keys(b).join() && Object.keys(a).every((name) => fits(a[name], b[name]))
}

/** An answer says something: a record, an entry of a list, a value. */
const saysSomething = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.length > 0
  if (isObject(value) && Array.isArray(value.nodeList)) return value.nodeList.length > 0
  return value !== null && value !== undefined
}

test('the story of the examples asks every query and mutation of the graph once', () => {
  const asked = STORY.map(({ name }) => name).toSorted()
  assert.deepEqual(
    asked,
    rootNames().toSorted(),
    'a new one gets its step in scripts/examples/story.ts, then: npm run record',
  )
})

test('every recorded example answers data, and none holds a secret', () => {
  assert.deepEqual([...committed.keys()].toSorted(), rootNames().toSorted(), 'run: npm run record')
  for (const [name, { answer }] of committed) assert.ok(saysSomething(answer.data[name]), name)
  for (const word of JSON.stringify([...committed]).split(/[^\w]/)) assert.equal(secretKind(word), null, word)
})

test('an example declares every variable that it is given', () => {
  const undeclared = [...committed].flatMap(([name, { variables }]) =>
    Object.keys(variables)
      .filter((variable) => !exampleText(name).includes(`$${variable}: `))
      .map((variable) => `${name}: ${variable}`),
  )
  assert.deepEqual(undeclared, [])
})

test('what makes or changes a record answers the version that the next change must name', () => {
  for (const [name, record] of [
    ['flightCreate', 'flight'],
    ['flightUpdate', 'flight'],
    ['contactCreate', 'contact'],
    ['documentCreate', 'document'],
    ['emptyLegPublish', 'emptyLeg'],
  ] as const) {
    const answered = committed.get(name)?.answer.data[name]
    const made = isObject(answered) ? answered[record] : undefined
    assert.ok(isObject(made) && Number.isInteger(made.version), name)
  }
})

test('a fresh demo answers each example in the form that was recorded', async () => {
  const fresh = await recordExamples()
  const changed = Object.entries(fresh).filter(([name, { variables, answer }]) => {
    const known = committed.get(name)
    return !fits(formOf(known?.variables), formOf(variables)) || !fits(formOf(known?.answer), formOf(answer))
  })
  assert.deepEqual(
    changed.map(([name]) => name),
    [],
    'run: npm run record',
  )
})
