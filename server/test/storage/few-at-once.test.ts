/** Jobs of which few run at once (threats row 388). */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FewAtOnce } from '../../src/storage/contents/few-at-once.ts'

const hanging = () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  return { job: () => promise, end: () => resolve('ended') }
}

describe('few jobs at once', () => {
  test('jobs that hang keep their turns, others are refused after a while, and what must be done is done later', async () => {
    const turns = new FewAtOnce({ most: 2, patienceMs: 20 })
    const done: string[] = []
    const [one, two] = [hanging(), hanging()]
    const running = [turns.run('one', one.job), turns.run('one', two.job)]
    await assert.rejects(
      turns.run('one', async () => done.push('refused')),
      /none of 2 jobs ended within 0.02 s/,
    )
    await assert.rejects(turns.run('one', async () => done.push('late'), { evenLate: true }))
    assert.deepEqual(done, [])
    one.end()
    assert.equal(await turns.run('one', async () => 'free again'), 'free again')
    assert.deepEqual(done, ['late'])
    two.end()
    assert.deepEqual(await Promise.all(running), ['ended', 'ended'])
  })

  test('a job that fails gives its turn to the next', async () => {
    const turns = new FewAtOnce({ most: 1, patienceMs: 10_000 })
    const failing = turns.run('one', () => Promise.reject(new Error('broken')))
    const next = turns.run('one', async () => 'next')
    await assert.rejects(failing, /broken/)
    assert.equal(await next, 'next')
  })

  test('whoever waits alone is next, however many of another tenant wait', async () => {
    const turns = new FewAtOnce({ most: 1, patienceMs: 10_000 })
    const first = hanging()
    const order: string[] = []
    const waiting = [
      turns.run('busy', first.job),
      ...['busy', 'busy', 'busy', 'other'].map((of) => turns.run(of, async () => order.push(of))),
    ]
    first.end()
    await Promise.all(waiting)
    assert.deepEqual(order, ['busy', 'other', 'busy', 'busy'])
  })
})
