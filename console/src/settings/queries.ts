/** What the page of settings reads and changes: the operator's own rules. */
import type { ResultOf } from 'gql.tada'
import { REFUSAL } from '../graph/fragments.ts'
import { graphql } from '../graph/graphql.ts'

export const SETTINGS = graphql(`
  query Settings {
    operatorSettings {
      version
      updatedAt
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

export const SETTINGS_UPDATE = graphql(
  `
    mutation SettingsUpdate($input: OperatorSettingsInput!, $expectedVersion: Int!, $idempotencyKey: String) {
      operatorSettingsUpdate(input: $input, expectedVersion: $expectedVersion, idempotencyKey: $idempotencyKey) {
        operatorSettings {
          version
        }
        userErrorList {
          ...Refusal
        }
      }
    }
  `,
  [REFUSAL],
)
