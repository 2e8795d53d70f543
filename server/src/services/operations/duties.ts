/** Creates, changes and removes duties. roster.ts maintains those that follow from flights. */

import { type Duty, enteredDuty } from '../../domain/operations/duty.ts'
import { userError } from '../../domain/user-error.ts'
import type { Warning } from '../../domain/warning.ts'
import { CREW_MEMBER } from '../../storage/operations/crew-members.ts'
import { DUTY } from '../../storage/operations/duties.ts'
import type { ViewTx } from '../../storage/view.ts'
import { useCases } from '../records/use-cases.ts'
import { warningsOfDuties } from './consequences/duty-warnings.ts'
import { refuseDutyOverlap } from './consequences/roster.ts'
import { rulesOf } from './consequences/rules.ts'
import { type AtRisk, settleRisk } from './consequences/settle-risk.ts'
import type { Desk } from './desk.ts'

/** A duty changes the rest before the flights that follow it, and so their risk. */
const settleRiskOfDuties = (tx: ViewTx, { reference }: Desk, duties: readonly Duty[]): Promise<AtRisk[]> =>
  settleRisk(tx, reference, {
    aircraftIds: [],
    crewMemberIds: duties.map(({ crewMemberId }) => crewMemberId),
    flightIds: [],
    changed: {
      from: Math.min(...duties.map(({ startAt }) => startAt)),
      to: Math.max(...duties.map(({ endAt }) => endAt)),
    },
  })

/** `duties` holds the duty before and after the change; the last one is valid. */
const settleDuty = async (tx: ViewTx, desk: Desk, duties: readonly Duty[]): Promise<Warning[]> => {
  await settleRiskOfDuties(tx, desk, duties)
  return warningsOfDuties(tx, duties.slice(-1), (await rulesOf(tx)).dutyLimits)
}

/** Each locks the crew member's row, so that of two overlapping duties the second is refused. */
export const duties = useCases(DUTY, CREW_MEMBER, {
  // Only those that a user entered change here.
  guard: ({ before, path }) => {
    if (before === null || before.flightIdList.length === 0) return
    throw userError('LOCKED', 'This duty follows from its flights: change the crew of the flights', path)
  },
  beforeWrite: async ({ next }) => enteredDuty({ from: next.startAt, to: next.endAt }),
  afterWrite: async ({ tx, desk, before, after }) => {
    if (after) await refuseDutyOverlap(tx, after, ['input', 'startAt'])
    const changed = [before, after].filter((duty) => duty !== null)
    if (after) return { warningList: await settleDuty(tx, desk, changed) }
    await settleRiskOfDuties(tx, desk, changed)
    return { warningList: [] }
  },
})
