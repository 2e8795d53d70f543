/** What comes later: waited for in one loop, awaited like a promise, gathered into a whole. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Gathering, Later } from '../../src/graphql/later.ts'

test('all that wait for a value go on in the turn in which it comes, in their order', () => {
  const later = new Later<number>()
  const seen: string[] = []
  for (const name of ['first', 'second']) {
    later.when(
      (value) => seen.push(`${name} ${value}`),
      () => assert.fail('it came'),
    )
  }
  later.come(7)
  later.come(8)
  later.fail(new Error('too late'))
  later.when(
    (value) => seen.push(`late ${value}`),
    () => assert.fail('it came'),
  )
  assert.deepEqual(seen, ['first 7', 'second 7', 'late 7'])
})

test('a value that comes later is awaited like a promise, and fails like one', async () => {
  assert.equal(await Later.of(Promise.resolve('come')), 'come')
  const failed = new Later<string>()
  failed.fail(new Error('it is gone'))
  await assert.rejects(failed.finally(), /it is gone/)
  assert.equal(await failed.catch(() => 'instead'), 'instead')
})

test('a gathering is whole when its last part has come', async () => {
  const [one, two] = [new Later<number>(), new Later<number>()]
  const sum = { of: 0 }
  const gathering = new Gathering(sum)
  for (const part of [one, two]) {
    gathering.add(part, (value) => {
      sum.of += value
    })
  }
  const whole = gathering.whole()
  let isWhole = false
  whole.when(
    () => {
      isWhole = true
    },
    () => assert.fail('all came'),
  )
  two.come(2)
  assert.equal(isWhole, false)
  one.come(1)
  assert.deepEqual([isWhole, await whole], [true, { of: 3 }])
})

test('a gathering fails with the first part that fails', async () => {
  const [one, two] = [new Later<number>(), new Later<number>()]
  const gathering = new Gathering('whole')
  for (const part of [one, two]) gathering.add(part, () => {})
  two.fail(new Error('second'))
  one.fail(new Error('first'))
  await assert.rejects(gathering.whole(), /second/)
})

test('a gathering that is given up fails only when nothing is under way any more', () => {
  const part = new Later<number>()
  const gathering = new Gathering('never')
  gathering.add(part, () => {})
  const reasons: unknown[] = []
  gathering.failWith('thrown').when(
    () => assert.fail('it was given up'),
    (reason) => reasons.push(reason),
  )
  assert.deepEqual(reasons, [])
  part.fail('late')
  assert.deepEqual(reasons, ['thrown'])
})
