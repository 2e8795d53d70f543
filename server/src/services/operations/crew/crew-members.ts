/** Adds crew members and changes them. A crew member need not be a user. */
import type { CrewMember } from '../../../domain/operations/crew/crew.ts'
import { userError } from '../../../domain/user-error.ts'
import { CREW_MEMBER, crewMemberByCode } from '../../../storage/operations/crew/crew-members.ts'
import { hasPlannedFlights } from '../../../storage/operations/crew/flight-crew.ts'
import { fillLogbook } from '../../../storage/operations/logbook/logbooks-to-fill.ts'
import { endWaitingOf } from '../../../storage/operations/logs/confirmations.ts'
import { lockNames } from '../../../storage/operations/name-lock.ts'
import { moveOwnRecords } from '../../../storage/operations/own-changes.ts'
import type { ViewTx } from '../../../storage/view.ts'
import { useCases } from '../../records/use-cases.ts'
import { decideUser } from './crew-user.ts'

type Named = Pick<CrewMember, 'code'>

/** The lock on names is held. */
const refuseTaken = async (tx: ViewTx, before: Named | null, { code }: Named): Promise<void> => {
  if (code !== before?.code && (await crewMemberByCode(tx, code))) {
    throw userError('VALIDATION', `Another crew member has the code ${code}`, ['input', 'code'])
  }
}

const refuseWhilePlanned = async (tx: ViewTx, crewMemberId: string): Promise<void> => {
  if (!(await hasPlannedFlights(tx, crewMemberId))) return
  throw userError('LOCKED', 'The crew member is planned on flights: take them off first', ['input', 'isActive'])
}

export const crewMembers = useCases(CREW_MEMBER, null, {
  // A change of code or user locks the names, then the crew member's row.
  lock: async (tx, { code, userId }) => {
    if (code || userId) await lockNames(tx, 'crew_member')
  },
  beforeWrite: async ({ tx, desk, before, next }) => {
    await refuseTaken(tx, before, next)
    await decideUser(tx, desk, before, next)
    if (before?.isActive && !next.isActive) await refuseWhilePlanned(tx, before.crewMemberId)
    if (before && next.userId !== before.userId) {
      // Asked of who they were (threats row 442).
      if (before.userId !== null) await endWaitingOf(tx, before.crewMemberId)
      await moveOwnRecords(tx, before.crewMemberId, { before: before.userId, after: next.userId })
      if (next.userId !== null) await fillLogbook(tx, before.crewMemberId, next.userId)
    }
    return {}
  },
})
