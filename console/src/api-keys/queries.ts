/** What the API keys page reads and changes. */
import type { ResultOf } from 'gql.tada'
import { OUTCOMES, RECENT_REQUEST, SCOPE } from '../graph/fragments.ts'
import { graphql, mutation } from '../graph/graphql.ts'

export const API_KEYS = graphql(
  `
  query ApiKeys($includeRevoked: Boolean!) {
    apiKeyList(includeRevoked: $includeRevoked) {
      apiKeyId
      label
      state
      isUnused
      createdAt
      lastUsedAt
      expiresAt
      revokedAt
      aircraftIdList
      scopeList {
        scope {
          ...Scope
        }
      }
      refreshTokenList {
        refreshTokenId
        lastFour
        expiresAt
      }
      fullestGauge {
        active
        most
      }
      usage(period: WEEK) {
        bucketList {
          ...Outcomes
        }
      }
    }
  }
`,
  [SCOPE, OUTCOMES],
)

export type ListedKey = ResultOf<typeof API_KEYS>['apiKeyList'][number]

export const API_KEY = graphql(
  `
  query ApiKey($apiKeyId: ID!) {
    apiKey(apiKeyId: $apiKeyId) {
      apiKeyId
      label
      state
      isUnused
      createdAt
      createdBy {
        name
        surname
      }
      lastUsedAt
      expiresAt
      revokedAt
      aircraftIdList
      networkList
      scopeList {
        usedCount
        scope {
          ...Scope
        }
      }
      refreshTokenList {
        refreshTokenId
        lastFour
        active
        most
        createdAt
        lastUsedAt
        expiresAt
      }
      fullestGauge {
        active
        most
      }
      firstRequest {
        at
        requestId
      }
      usage(period: FORTNIGHT) {
        requestCount
        answeredCount
        refusedCount
        throttledCount
        failedCount
        bucketList {
          ...Outcomes
        }
      }
      recentRequestList {
        ...RecentRequest
      }
    }
  }
`,
  [SCOPE, RECENT_REQUEST, OUTCOMES],
)

export type ApiKey = NonNullable<ResultOf<typeof API_KEY>['apiKey']>

export const SCOPE_CATALOGUE = graphql(`
  query ScopeCatalogue {
    scopeCatalogue {
      name
      area
      access
      text
      isForKeys
      isAircraftBound
    }
  }
`)

export type CatalogueScope = ResultOf<typeof SCOPE_CATALOGUE>['scopeCatalogue'][number]

export const FLEET = graphql(`
  query Fleet {
    aircraftList(page: { first: 500 }) {
      nodeList {
        aircraftId
        registration
        acftType {
          iCAO
        }
      }
    }
  }
`)

export type FleetAircraft = ResultOf<typeof FLEET>['aircraftList']['nodeList'][number]

export const API_KEY_CREATE = mutation(
  'apiKeyCreate',
  '$input: ApiKeyInput!, $idempotencyKey: String!, $currentPassword: String',
  'apiKey { apiKeyId label } refreshToken',
)

export const API_KEY_RENAME = mutation('apiKeyRename', '$apiKeyId: ID!, $label: String!, $idempotencyKey: String!')

export const API_KEY_SCOPE_SET = mutation(
  'apiKeyScopeSet',
  '$apiKeyId: ID!, $scopeList: [String!]!, $idempotencyKey: String!, $currentPassword: String',
)

export const API_KEY_NETWORK_SET = mutation(
  'apiKeyNetworkSet',
  '$apiKeyId: ID!, $networkList: [String!], $idempotencyKey: String!, $currentPassword: String',
)

export const API_KEY_ROTATE = mutation(
  'apiKeyRotate',
  '$apiKeyId: ID!, $overlapHours: Int!, $idempotencyKey: String!, $currentPassword: String',
  'apiKey { apiKeyId label } refreshToken',
)

export const API_KEY_REVOKE = mutation('apiKeyRevoke', '$apiKeyId: ID!, $idempotencyKey: String!')
