/**
 * A standby that is called out: it ends where flight duty or positioning begins within it, and what was left of it falls
 * away. Without the call it has its own times again (data §4.10).
 */
import { MINUTE_MS } from '../../interval.ts'
import { type Duty, type Entered, enteredDuty } from './duty.ts'

type Call = Pick<Duty, 'kind' | 'startAt' | 'plannedStartAt'>

/** Whether a duty of this kind ends the standby in which it begins. */
export const callsOut = ({ kind }: Pick<Duty, 'kind'>): boolean => kind === 'FLIGHT' || kind === 'POSITIONING'

const isCall = (duty: Call, { from, to }: Entered): boolean =>
  callsOut(duty) && duty.plannedStartAt >= from && duty.plannedStartAt < to

/** The times of a standby among the duties of its person. */
export const standbyAfter = (entered: Entered, duties: readonly Call[]) => {
  const times = enteredDuty(entered)
  const calls = duties.filter((duty) => isCall(duty, entered))
  const [first] = calls.toSorted((a, b) => a.plannedStartAt - b.plannedStartAt)
  if (!first) return times
  return {
    ...times,
    // Called out when it began, or before, it was a minute: a duty without length is none.
    endAt: Math.min(Math.max(first.startAt, entered.from + MINUTE_MS), entered.to),
    plannedEndAt: first.plannedStartAt,
    calledOutAt: first.plannedStartAt,
  }
}
