/**
 * Stands for node:test in the files of a group. While a file is loaded, what it registers at its top level is held
 * back, so that the group can put it into a suite of that file: its hooks then begin and end with it. Afterwards the
 * functions are node:test's own.
 */
import * as real from 'node:test'

export type Registration = () => unknown
let held: Registration[] = []

const holdingBack = <const F extends (...given: never[]) => unknown>(register: F): F => {
  const hold = (...given: Parameters<F>): void => {
    held.push(() => register(...given))
  }
  return hold as unknown as F
}

export let after = real.after
export let afterEach = real.afterEach
export let before = real.before
export let beforeEach = real.beforeEach
export let describe = real.describe
export let test = real.test
export const { mock } = real

/** What the file registers, to be called in a suite of its own. */
export const registrationsOf = async (load: () => Promise<unknown>): Promise<readonly Registration[]> => {
  held = []
  after = holdingBack(real.after)
  afterEach = holdingBack(real.afterEach)
  before = holdingBack(real.before)
  beforeEach = holdingBack(real.beforeEach)
  describe = holdingBack(real.describe)
  test = holdingBack(real.test)
  try {
    await load()
    return held
  } finally {
    ;({ after, afterEach, before, beforeEach, describe, test } = real)
  }
}
