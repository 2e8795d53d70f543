/** What the crew page reads: a row for each member, and everything about the one that is open. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../../graph/graphql.ts'

export const CREW = graphql(`
  query Crew($filter: CrewFilter, $page: PageInput) {
    crewMemberList(filter: $filter, page: $page) {
      nodeList {
        crewMemberId
        code
        name
        surname
        positionList
        typeRatingList
        isActive
        base {
          iCAO
          name
        }
        qualificationList {
          label
          validTo
        }
      }
      pageInfo {
        endCursor
        hasMore
      }
    }
  }
`)

export type CrewMember = ResultOf<typeof CREW>['crewMemberList']['nodeList'][number]

export const CREW_MEMBER = graphql(`
  query CrewMember($crewMemberId: ID!, $ahead: IntervalInput!) {
    crewMember(crewMemberId: $crewMemberId) {
      crewMemberId
      code
      name
      surname
      positionList
      typeRatingList
      isActive
      version
      createdAt
      updatedAt
      base {
        iCAO
        name
        city
      }
      qualificationList {
        qualificationId
        kind
        label
        number
        validFrom
        validTo
      }
      dutyList(interval: $ahead) {
        dutyId
        kind
        startAt
        endAt
        flightIdList
        warningList {
          code
          message
        }
      }
    }
  }
`)

export type CrewRecord = NonNullable<ResultOf<typeof CREW_MEMBER>['crewMember']>
