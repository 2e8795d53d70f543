/**
 * Work that is made of many small steps: whoever runs it gives others a turn in between. The documentation has hundreds
 * of pages, and made in one go nobody else was answered for more than a second (threats row 384).
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Pauses } from '../storage/engines/turns/pauses.ts'

/** Yields after each step. */
export type Steps<T> = Generator<void, T, void>

export type Turn = () => Promise<unknown>

export const inTurns = async <T>(steps: Steps<T>, turn: Turn = nextTurn): Promise<T> => {
  let step = steps.next()
  while (!step.done) {
    await turn()
    step = steps.next()
  }
  return step.value
}

/** Each item as a step of its own. */
export function* each<T, R>(items: Iterable<T>, make: (item: T) => R): Steps<R[]> {
  const made: R[] = []
  for (const item of items) {
    made.push(make(item))
    yield
  }
  return made
}

/**
 * Goes through a list that an operator's data made, with a turn for others every few milliseconds: between statements the
 * store gives it, while something is computed from their rows this does (threats row 436).
 */
export const eachInTurn = async <T>(
  { tenantId }: { readonly tenantId: string },
  list: Iterable<T>,
  step: (item: T) => void | Promise<void>,
): Promise<void> => {
  const pauses = new Pauses(tenantId)
  for (const item of list) {
    if (pauses.isDue) await pauses.take()
    await step(item)
  }
}
