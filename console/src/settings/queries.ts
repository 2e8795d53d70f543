/** What the page of settings reads and changes: the operator's own rules. */
import type { ResultOf } from 'gql.tada'
import { graphql, mutation } from '../graph/graphql.ts'

export const SETTINGS = graphql(`
  query Settings {
    operatorSettings {
      version
      closeNeedsSignedLog
      crewNamesShown
      medicalClassMin
      passengerRetentionDays
      planPayloadKg
      releaseBlockList
      requiredCheckList
      taxiInMinutes
      taxiOutMinutes
      dutyLimits {
        isOn
        maxDutyMinutes
        minRestMinutes
        restFollowsDuty
        newDutyGapMinutes
        reportMinutes
        debriefMinutes
        standbyPercent
        splitBreakMinutes
        splitBreakPercent
      }
      requiredDocumentList {
        flightKind
        kindList
      }
      reviewRuleList {
        kind
        timeMinutes
        reasonList
      }
    }
  }
`)

export type Settings = ResultOf<typeof SETTINGS>['operatorSettings']

export const SETTINGS_UPDATE = mutation(
  'operatorSettingsUpdate',
  '$input: OperatorSettingsInput!, $expectedVersion: Int!, $idempotencyKey: String',
)
