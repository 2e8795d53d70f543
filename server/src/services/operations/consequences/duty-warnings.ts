/** Warnings about duties that were written, and about the rest of the work that follows them. */
import { DAY_MS } from '../../../domain/interval.ts'
import { type Duty, dutyWarnings, isWork } from '../../../domain/operations/duty.ts'
import type { DutyLimits } from '../../../domain/operations/operator-rules.ts'
import type { Subject, Warning } from '../../../domain/warning.ts'
import { inFull, toReaders } from '../../../domain/wording.ts'
import { dutiesWithin, workBefore } from '../../../storage/operations/duties.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'

/** Rest is looked back for a week: who works later than that is rested. */
const NEXT_WITHIN_MS = 8 * DAY_MS

/**
 * Removes details that need crew:read: a principal who moves a flight learns that a duty is too long, but not whose or
 * how long.
 */
const toCrewReaders = ({ code, message, path }: Warning, { dutyId, crewMemberId }: Duty): Warning => {
  const general =
    code === 'REST_BELOW_MINIMUM' ? 'Someone rests less than the minimum' : 'A duty is longer than the maximum'
  const subjects: Subject[] = [dutyId, crewMemberId].map((id) => ({ id, needs: 'crew:read' }))
  return { code, message: toReaders('crew:read', inFull(message), general), path, subjects }
}

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
  const of = (duty: Duty) =>
    dutyWarnings(duty, before.get(duty.dutyId), limits).map((each) => toCrewReaders(each, duty))
  return [...duties.flatMap(of), ...next.flatMap(of).filter(({ code }) => code === 'REST_BELOW_MINIMUM')]
}
