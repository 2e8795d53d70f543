/** What the drawer of a crew member reads beyond its fields. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../../graph/graphql.ts'

export const CREW_OWN = graphql(`
  query CrewOwn($crewMemberId: ID!, $ahead: IntervalInput!) {
    crewMember(crewMemberId: $crewMemberId) {
      qualificationList {
        qualificationId
        kind
        label
        number
        validTo
      }
      dutyList(interval: $ahead) {
        dutyId
        kind
        startAt
        endAt
        warningList {
          code
          message
        }
      }
    }
  }
`)

export type CrewOwn = NonNullable<ResultOf<typeof CREW_OWN>['crewMember']>
