/** Creates, changes and removes duties. roster.ts maintains those that follow from flights. */

import { DAY_MS } from '../../../domain/interval.ts'
import { type Duty, enteredDuty, isAbsence } from '../../../domain/operations/crew/duty.ts'
import { callsOut, standbyAfter } from '../../../domain/operations/crew/standby.ts'
import { userError } from '../../../domain/user-error.ts'
import type { Warning } from '../../../domain/warning.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew/crew-members.ts'
import { DUTY, dutiesPlannedWithin } from '../../../storage/operations/crew/duties.ts'
import { unrestricted, type ViewTx } from '../../../storage/view.ts'
import { useCases } from '../../records/use-cases.ts'
import { refuseCrowdedDuties } from '../crowding.ts'
import type { Desk } from '../desk.ts'
import { rulesOf } from '../risk/rules.ts'
import { type AtRisk, settleRisk } from '../risk/settle-risk.ts'
import { warningsOfDuties } from './duty-warnings.ts'
import { refuseDutyOverlap, settleStandbysAround } from './roster.ts'

/** A duty changes the rest before the flights that follow it, and so their risk. */
const settleRiskOfDuties = (tx: ViewTx, { reference }: Desk, duties: readonly Duty[]): Promise<AtRisk[]> =>
  settleRisk(tx, reference, {
    aircraftIds: [],
    crewMemberIds: duties.map(({ crewMemberId }) => crewMemberId),
    flightIds: [],
    changed: {
      // A flight that an absence meets may have left a day before.
      from: Math.min(...duties.map(({ startAt }) => startAt)) - DAY_MS,
      to: Math.max(...duties.map(({ endAt }) => endAt)),
    },
  })

interface Settled {
  readonly atRiskFlightIdList: readonly string[]
  readonly warningList: readonly Warning[]
}

const NOTHING: Settled = { atRiskFlightIdList: [], warningList: [] }

/** Flights that this duty, an absence, keeps the member from, in the order of time. */
const keptFrom = (found: readonly AtRisk[], { dutyId }: Duty): Settled => {
  const isOf = ({ code, subjects = [] }: Warning) =>
    code === 'CREW_UNAVAILABLE' && subjects.some(({ id }) => id === dutyId)
  const hit = found
    .filter(({ reasons }) => reasons.some(isOf))
    .toSorted((a, b) => a.flight.offBlock - b.flight.offBlock)
  const path = ['input', 'startAt']
  return {
    atRiskFlightIdList: hit.map(({ flight }) => flight.flightId),
    warningList: hit.flatMap(({ reasons }) => reasons.filter(isOf).map((each) => ({ ...each, path }))),
  }
}

/** `duties` holds the duty before and after the change; the last one is valid. */
const settleDuty = async (tx: ViewTx, desk: Desk, duties: readonly Duty[]): Promise<Settled> => {
  const found = await settleRiskOfDuties(tx, desk, duties)
  const [duty] = duties.slice(-1)
  if (!duty) return NOTHING
  if (isAbsence(duty.kind)) return keptFrom(found, duty)
  return { ...NOTHING, warningList: await warningsOfDuties(tx, [duty], (await rulesOf(tx)).dutyLimits) }
}

/** Each locks the crew member's row, so that of two overlapping duties the second is refused. */
export const duties = useCases(DUTY, CREW_MEMBER, {
  // Only those that a user entered change here.
  guard: ({ before, path }) => {
    if (before === null || before.flightIdList.length === 0) return
    throw userError('LOCKED', 'This duty follows from its flights: change the crew of the flights', path)
  },
  beforeWrite: async ({ tx, before, input, next }) => {
    const { crewMemberId, kind, startAt, endAt, startAirportId, endAirportId } = next
    // A standby that was called out ends earlier than it was entered.
    const from = input.startAt === undefined ? (before?.entered?.from ?? startAt) : startAt
    const to = input.endAt === undefined ? (before?.entered?.to ?? endAt) : endAt
    const entered = { from, to, startAirportId, endAirportId }
    if (kind !== 'STANDBY') return enteredDuty(entered)
    return standbyAfter(entered, await dutiesPlannedWithin(unrestricted(tx), [crewMemberId], entered))
  },
  afterWrite: async ({ tx, desk, before, after }) => {
    for (const duty of [before, after]) if (duty && callsOut(duty)) await settleStandbysAround(tx, duty)
    if (after) {
      await refuseDutyOverlap(tx, after, ['input', 'startAt'])
      await refuseCrowdedDuties(tx, after, ['input', 'startAt'])
    }
    const changed = [before, after].filter((duty) => duty !== null)
    if (after) return settleDuty(tx, desk, changed)
    await settleRiskOfDuties(tx, desk, changed)
    return NOTHING
  },
})
