/** What a roster reads: the person's own duties, papers and the applications they allowed; nobody else's. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../graph/graphql.ts'

export const ROSTER = graphql(`
  query Roster($interval: IntervalInput!) {
    me {
      crewCode
      qualificationList {
        qualificationId
        kind
        label
        number
        validTo
      }
    }
    myDutyList(interval: $interval) {
      dutyId
      kind
      startAt
      endAt
      legList {
        flightId
        flightNo
        status
        adepICAO
        adesICAO
        registration
        acftICAO
        position
        schedule {
          offBlock
          onBlock
          offBlockLocal
          onBlockLocal
        }
      }
      warningList {
        code
        message
      }
    }
    viewer {
      personalGrantList {
        grantId
        applicationName
        logoPath
        grantedAt
        lastUsedAt
        scopeList {
          name
          text
        }
      }
    }
  }
`)

export type Roster = ResultOf<typeof ROSTER>
export type Duty = Roster['myDutyList'][number]
export type Leg = Duty['legList'][number]
