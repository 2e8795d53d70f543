/** An operator's own rules (data §4.7, §4.9, §4.10): each has a default, so that nothing must be set. */
import type { Problem } from '../problem.ts'
import type { WarningCode } from '../warning.ts'
import type { MedicalClass, QualificationKind } from './crew/qualification.ts'
import { type RequiredDocument, requiredDocumentProblems } from './documents/briefing.ts'
import { type ReviewRule, reviewRuleProblems } from './handling/review-rule.ts'

/** Simplified defaults; no regulation. */
export interface DutyLimits {
  readonly isOn: boolean
  readonly maxDutyMinutes: number
  readonly minRestMinutes: number
  /** Rest is at least as long as the duty before. */
  readonly restFollowsDuty: boolean
  /** Flights with a longer gap make two duties. */
  readonly newDutyGapMinutes: number
  readonly reportMinutes: number
  readonly debriefMinutes: number
  /** How much of a standby counts as duty. */
  readonly standbyPercent: number
  /** A gap within a duty that lasts so long is a break. */
  readonly splitBreakMinutes: number
  /** The share of its breaks by which a duty may last longer. */
  readonly splitBreakPercent: number
}

export interface OperatorRules {
  readonly dutyLimits: DutyLimits
  /** Warnings that refuse RELEASED besides those that always do. */
  readonly releaseBlockList: readonly WarningCode[]
  readonly medicalClassMin: MedicalClass
  /** Checks that a pilot needs as well. */
  readonly requiredCheckList: readonly QualificationKind[]
  readonly taxiOutMinutes: number
  readonly taxiInMinutes: number
  /** How long after their last flight passengers are erased. */
  readonly passengerRetentionDays: number
  /** What flights of a kind should carry. */
  readonly requiredDocumentList: readonly RequiredDocument[]
  /** What sends services back to review, of kinds where that is not the default. */
  readonly reviewRuleList: readonly ReviewRule[]
  /** Crews read one another's names with applications of their own. */
  readonly crewNamesShown: boolean
  /** A flight is closed with a signed journey log only. */
  readonly closeNeedsSignedLog: boolean
  /** By how much the payload of a flight may differ from what its plan was computed for. */
  readonly planPayloadKg: number
}

export const DEFAULT_RULES: OperatorRules = {
  dutyLimits: {
    isOn: true,
    maxDutyMinutes: 780,
    minRestMinutes: 600,
    restFollowsDuty: true,
    newDutyGapMinutes: 240,
    reportMinutes: 60,
    debriefMinutes: 30,
    standbyPercent: 100,
    splitBreakMinutes: 180,
    splitBreakPercent: 0,
  },
  releaseBlockList: [],
  medicalClassMin: 'CLASS_1',
  requiredCheckList: [],
  taxiOutMinutes: 10,
  taxiInMinutes: 5,
  passengerRetentionDays: 730,
  requiredDocumentList: [],
  reviewRuleList: [],
  crewNamesShown: false,
  closeNeedsSignedLog: false,
  planPayloadKg: 200,
}

const MINUTES_A_DAY = 1440
const MAX_TAXI_MINUTES = 120
const MAX_RETENTION_DAYS = 3650
const MAX_PAYLOAD_KG = 100_000

type Bound = readonly [path: readonly string[], value: number, least: number, most: number]

/** Everything that is wrong with the rules, each with the input field it concerns. */
export const ruleProblems = ({ dutyLimits: limits, ...rules }: OperatorRules): Problem[] => {
  const bounds: readonly Bound[] = [
    [['dutyLimits', 'maxDutyMinutes'], limits.maxDutyMinutes, 60, MINUTES_A_DAY],
    [['dutyLimits', 'minRestMinutes'], limits.minRestMinutes, 0, 2 * MINUTES_A_DAY],
    [['dutyLimits', 'newDutyGapMinutes'], limits.newDutyGapMinutes, 30, MINUTES_A_DAY],
    [['dutyLimits', 'reportMinutes'], limits.reportMinutes, 0, 300],
    [['dutyLimits', 'debriefMinutes'], limits.debriefMinutes, 0, 300],
    [['dutyLimits', 'standbyPercent'], limits.standbyPercent, 0, 100],
    [['dutyLimits', 'splitBreakMinutes'], limits.splitBreakMinutes, 30, MINUTES_A_DAY],
    [['dutyLimits', 'splitBreakPercent'], limits.splitBreakPercent, 0, 100],
    [['taxiOutMinutes'], rules.taxiOutMinutes, 0, MAX_TAXI_MINUTES],
    [['taxiInMinutes'], rules.taxiInMinutes, 0, MAX_TAXI_MINUTES],
    [['planPayloadKg'], rules.planPayloadKg, 0, MAX_PAYLOAD_KG],
    [['passengerRetentionDays'], rules.passengerRetentionDays, 1, MAX_RETENTION_DAYS],
  ]
  return [
    ...bounds
      .filter(([, value, least, most]) => value < least || value > most)
      .map(([path, , least, most]) => ({ path, message: `${path.at(-1)} is from ${least} to ${most}` })),
    ...requiredDocumentProblems(rules.requiredDocumentList),
    ...reviewRuleProblems(rules.reviewRuleList),
  ]
}
