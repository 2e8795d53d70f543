/** What the embedded store does for its statements while a function runs, in steps of its machine: the same each time. */
import { StatementSync } from 'node:sqlite'

/** What Node has beyond its types. */
type Counted = StatementSync & { stat(counter: 'vmStep'): number }

export const stepsDuring = async (job: () => unknown): Promise<number> => {
  let steps = 0
  const { all } = StatementSync.prototype
  const counting = function (this: Counted, ...values: Parameters<typeof all>): ReturnType<typeof all> {
    const before = this.stat('vmStep')
    const rows = all.apply(this, values)
    steps += this.stat('vmStep') - before
    return rows
  }
  StatementSync.prototype.all = counting as typeof all
  try {
    await job()
  } finally {
    StatementSync.prototype.all = all
  }
  return steps
}
