/** What the pages of providers read. */
import type { ResultOf } from 'gql.tada'
import { graphql } from '../graphql.ts'

export const PROVIDERS = graphql(`
  query Providers {
    providerList {
      providerId
      name
      signedUpAt
      memberEmailList
      applicationList {
        clientId
        mode
      }
    }
  }
`)

export const PROVIDER = graphql(`
  query Provider($providerId: ID!) {
    provider(providerId: $providerId) {
      providerId
      name
      signedUpAt
      sandboxOperatorId
      memberList {
        userId
        name
        email
        isOwner
        hasSecondStep
        joinedAt
      }
      applicationList {
        clientId
        name
        kind
        mode
        logoPath
        providerName
        registeredAt
        whatStops {
          operatorNameList
          lastUsedAt
        }
      }
    }
  }
`)

export type Provider = NonNullable<ResultOf<typeof PROVIDER>['provider']>
