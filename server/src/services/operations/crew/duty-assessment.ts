/** What an engine for flight time limitations says of a duty; the operator sees it as a warning (data §4.10). */

import {
  assessmentWarnings,
  type Duty,
  type DutyAssessment,
  namingMember,
} from '../../../domain/operations/crew/duty.ts'
import { type Problem, textProblems } from '../../../domain/problem.ts'
import { refuseProblems, userError } from '../../../domain/user-error.ts'
import type { Warning } from '../../../domain/warning.ts'
import { labelsOfKeys } from '../../../storage/oauth/api-keys.ts'
import { CREW_MEMBER } from '../../../storage/operations/crew/crew-members.ts'
import { DUTY } from '../../../storage/operations/crew/duties.ts'
import { changeRecord } from '../../../storage/records.ts'
import type { ViewTx } from '../../../storage/view.ts'
import type { Desk, Given } from '../desk.ts'
import { lockWithParent } from '../parent-lock.ts'
import { settleRisk } from '../risk/settle-risk.ts'

export interface AssessmentInput {
  readonly dutyVersion: number
  readonly ruleSet: string
  readonly isLegal: boolean
  readonly maxFdpMinutes?: Given<number>
  readonly minRestMinutes?: Given<number>
  readonly messageList?: Given<readonly string[]>
}

const MAX_SOURCES = 10
const MAX_MESSAGES = 20
const MAX_MINUTES = 10_000

const minuteProblems = (field: string, minutes: Given<number>): Problem[] =>
  minutes === null || minutes === undefined || (minutes >= 0 && minutes <= MAX_MINUTES)
    ? []
    : [{ path: [field], message: `${field} is from 0 to ${MAX_MINUTES}` }]

const problemsOf = ({ ruleSet, maxFdpMinutes, minRestMinutes, messageList }: AssessmentInput): Problem[] => [
  ...textProblems(['ruleSet'], ruleSet, { most: 100, required: true }),
  ...minuteProblems('maxFdpMinutes', maxFdpMinutes),
  ...minuteProblems('minRestMinutes', minRestMinutes),
  ...((messageList?.length ?? 0) > MAX_MESSAGES
    ? [{ path: ['messageList'], message: `There are at most ${MAX_MESSAGES} messages` }]
    : []),
  ...(messageList ?? []).flatMap((text, index) =>
    textProblems(['messageList', String(index)], text, { most: 500, required: true }),
  ),
]

/** An application by its name, a key by its label, as they are called when they write. */
const sourceOf = async (tx: ViewTx, { principal }: Desk): Promise<string> => {
  const { applicationName, actorKey } = principal
  return applicationName ?? (await labelsOfKeys(tx, [actorKey])).get(actorKey) ?? actorKey
}

/** What was stored before `by` was has a name, or a key's id, as its source. */
const isOfSame = (other: DutyAssessment, { source, by }: DutyAssessment): boolean =>
  other.by === undefined ? other.source === source || other.source === by : other.by === by

const withAssessment = (before: Duty, assessment: DutyAssessment): readonly DutyAssessment[] => {
  const others = before.assessmentList.filter((other) => !isOfSame(other, assessment))
  if (others.length >= MAX_SOURCES) {
    throw userError('LIMIT_EXCEEDED', `At most ${MAX_SOURCES} sources assess a duty`, ['dutyId'])
  }
  return [...others, assessment]
}

export const setDutyAssessment = async (
  tx: ViewTx,
  desk: Desk,
  { dutyId, input }: { readonly dutyId: string; readonly input: AssessmentInput },
): Promise<{ duty: Duty; atRiskFlightIdList: string[]; warningList: Warning[] }> => {
  refuseProblems(problemsOf(input), ['input'])
  const { record: before, parent: member } = await lockWithParent(tx, CREW_MEMBER, DUTY, dutyId)
  const assessmentList = withAssessment(before, {
    source: await sourceOf(tx, desk),
    by: desk.principal.actorKey,
    ruleSet: input.ruleSet,
    isLegal: input.isLegal,
    maxFdpMinutes: input.maxFdpMinutes ?? null,
    minRestMinutes: input.minRestMinutes ?? null,
    messageList: input.messageList ?? [],
    assessedAt: await tx.now(),
    isStale: input.dutyVersion !== before.version,
  })
  const duty = await changeRecord(tx, DUTY, before, { assessmentList })
  const changed = { from: duty.plannedStartAt, to: duty.plannedEndAt }
  await settleRisk(tx, desk.reference, {
    aircraftIds: [],
    crewMemberIds: [duty.crewMemberId],
    flightIds: [...duty.flightIdList],
    changed,
  })
  const warningList = assessmentWarnings(duty).map((each) => ({ ...namingMember(each, duty, member), path: ['input'] }))
  return { duty, atRiskFlightIdList: [], warningList }
}
