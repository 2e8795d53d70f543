/** Warnings about duties that were written, and about the rest of the work that follows them. */
import { DAY_MS } from '../../../domain/interval.ts'
import { type Duty, namingMember } from '../../../domain/operations/crew/duty.ts'
import {
  type DutyPeriod,
  DutyPeriods,
  LOOKED_BACK_MS,
  type PeriodPart,
  periodWarnings,
} from '../../../domain/operations/crew/duty-period.ts'
import type { DutyLimits } from '../../../domain/operations/operator-rules.ts'
import type { Warning } from '../../../domain/warning.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew/crew-members.ts'
import { workWithin } from '../../../storage/operations/crew/duties.ts'
import { recordsById } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'

/** Rest is looked back for a week: who works later than that is rested. */
const NEXT_WITHIN_MS = 8 * DAY_MS

/** The first of these duties in each period, and the first duty of the period after each. */
const told = (written: readonly Duty[], around: readonly PeriodPart[], periods: DutyPeriods) => {
  const own = new Map<DutyPeriod | undefined, PeriodPart>()
  for (const duty of written) {
    const period = periods.of(duty)
    if (!own.has(period)) own.set(period, duty)
  }
  const next = periods.all.flatMap((period, index) => {
    const before = periods.all[index - 1]
    if (before === undefined || !own.has(before) || own.has(period)) return []
    return around.find(({ dutyId }) => dutyId === period.dutyIdList[0]) ?? []
  })
  return { own: [...own.values()], next }
}

/** Of the periods of the duties themselves everything, of the work after them only the rest before it. */
export const warningsOfDuties = async (tx: ViewTx, duties: readonly Duty[], limits: DutyLimits): Promise<Warning[]> => {
  if (duties.length === 0 || !limits.isOn) return []
  const all = unrestricted(tx)
  const memberIds = [...new Set(duties.map(({ crewMemberId }) => crewMemberId))]
  const from = Math.min(...duties.map(({ startAt }) => startAt)) - LOOKED_BACK_MS
  const to = Math.max(...duties.map(({ endAt }) => endAt)) + NEXT_WITHIN_MS
  const found = await workWithin(all, memberIds, { from, to })
  tx.payer?.addCompared(found.length)
  const work = Map.groupBy(found, ({ crewMemberId }) => crewMemberId)
  const members = await recordsById(all, CREW_MEMBER, memberIds)
  const ofMember = (crewMemberId: string): Warning[] => {
    const around = work.get(crewMemberId) ?? []
    const written = duties.filter((duty) => duty.crewMemberId === crewMemberId)
    const periods = new DutyPeriods(around, limits)
    const { own, next } = told(written, around, periods)
    const of = (duty: PeriodPart) =>
      periodWarnings(periods.around(duty), limits).map((each) => namingMember(each, duty, members.get(crewMemberId)))
    return [...own.flatMap(of), ...next.flatMap(of).filter(({ code }) => code === 'REST_BELOW_MINIMUM')]
  }
  return memberIds.flatMap(ofMember)
}
