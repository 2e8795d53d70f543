/** An interval as an argument. */
import { DAY_MS, type Interval } from '../../domain/interval.ts'
import { builder } from '../builder.ts'
import { badInput } from './page.ts'

export const IntervalInput = builder.inputType('IntervalInput', {
  description: 'From a time up to, and not including, another.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', required: true }),
    to: t.field({ type: 'DateTime', required: true }),
  }),
})

export const askedInterval = ({ from, to }: Interval, maxDays: number): Interval => {
  if (to <= from) throw badInput('interval.to must be after interval.from.')
  if (to - from > maxDays * DAY_MS) throw badInput(`An interval is at most ${maxDays} days.`)
  return { from, to }
}
