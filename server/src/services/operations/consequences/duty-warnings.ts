/** Warnings about duties that were written, and about the rest of the work that follows them. */
import { DAY_MS } from '../../../domain/interval.ts'
import { type Duty, dutyWarnings, isWork, namingMember } from '../../../domain/operations/duty.ts'
import type { DutyLimits } from '../../../domain/operations/operator-rules.ts'
import type { Warning } from '../../../domain/warning.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew-members.ts'
import { dutiesWithin, workBefore } from '../../../storage/operations/duties.ts'
import { recordsById } from '../../../storage/records.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'

/** Rest is looked back for a week: who works later than that is rested. */
const NEXT_WITHIN_MS = 8 * DAY_MS

/** The work after each of these duties, unless it is one of them. */
const workAfter = async (tx: ViewTx, duties: readonly Duty[]): Promise<Duty[]> => {
  const from = Math.min(...duties.map(({ startAt }) => startAt))
  const to = Math.max(...duties.map(({ endAt }) => endAt)) + NEXT_WITHIN_MS
  const memberIds = [...new Set(duties.map(({ crewMemberId }) => crewMemberId))]
  const around = (await dutiesWithin(unrestricted(tx), memberIds, { from, to })).filter(({ kind }) => isWork(kind))
  const next = duties.flatMap(
    (duty) =>
      around.find(({ crewMemberId, startAt }) => crewMemberId === duty.crewMemberId && startAt > duty.startAt) ?? [],
  )
  return next.filter(({ dutyId }) => !duties.some((duty) => duty.dutyId === dutyId))
}

/** Of the duties themselves everything, of the work after them only the rest before it. */
export const warningsOfDuties = async (tx: ViewTx, duties: readonly Duty[], limits: DutyLimits): Promise<Warning[]> => {
  if (duties.length === 0 || !limits.isOn) return []
  const next = await workAfter(tx, duties)
  const before = await workBefore(
    tx,
    [...duties, ...next].map(({ dutyId }) => dutyId),
  )
  const memberIds = [...new Set(duties.map(({ crewMemberId }) => crewMemberId))]
  const members = await recordsById(unrestricted(tx), CREW_MEMBER, memberIds)
  const of = (duty: Duty) =>
    dutyWarnings(duty, before.get(duty.dutyId), limits).map((each) =>
      namingMember(each, duty, members.get(duty.crewMemberId)),
    )
  return [...duties.flatMap(of), ...next.flatMap(of).filter(({ code }) => code === 'REST_BELOW_MINIMUM')]
}
