/** What the API keys page reads and changes. */
import type { ResultOf } from 'gql.tada'
import { OUTCOMES, RECENT_REQUEST, REFUSAL, SCOPE } from '../graph/fragments.ts'
import { graphql } from '../graph/graphql.ts'

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

export const API_KEY_CREATE = graphql(
  `
  mutation CreateApiKey($input: ApiKeyInput!, $idempotencyKey: String!, $currentPassword: String) {
    apiKeyCreate(input: $input, idempotencyKey: $idempotencyKey, currentPassword: $currentPassword) {
      apiKey {
        apiKeyId
        label
      }
      refreshToken
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const API_KEY_RENAME = graphql(
  `
  mutation RenameApiKey($apiKeyId: ID!, $label: String!, $idempotencyKey: String!) {
    apiKeyRename(apiKeyId: $apiKeyId, label: $label, idempotencyKey: $idempotencyKey) {
      apiKey {
        apiKeyId
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const API_KEY_SCOPE_SET = graphql(
  `
  mutation SetApiKeyScopes($apiKeyId: ID!, $scopeList: [String!]!, $idempotencyKey: String!, $currentPassword: String) {
    apiKeyScopeSet(apiKeyId: $apiKeyId, scopeList: $scopeList, idempotencyKey: $idempotencyKey, currentPassword: $currentPassword) {
      apiKey {
        apiKeyId
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const API_KEY_NETWORK_SET = graphql(
  `
  mutation SetApiKeyNetworks($apiKeyId: ID!, $networkList: [String!], $idempotencyKey: String!, $currentPassword: String) {
    apiKeyNetworkSet(apiKeyId: $apiKeyId, networkList: $networkList, idempotencyKey: $idempotencyKey, currentPassword: $currentPassword) {
      apiKey {
        apiKeyId
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const API_KEY_ROTATE = graphql(
  `
  mutation RotateApiKey($apiKeyId: ID!, $overlapHours: Int!, $idempotencyKey: String!, $currentPassword: String) {
    apiKeyRotate(apiKeyId: $apiKeyId, overlapHours: $overlapHours, idempotencyKey: $idempotencyKey, currentPassword: $currentPassword) {
      apiKey {
        apiKeyId
        label
      }
      refreshToken
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)

export const API_KEY_REVOKE = graphql(
  `
  mutation RevokeApiKey($apiKeyId: ID!, $idempotencyKey: String!) {
    apiKeyRevoke(apiKeyId: $apiKeyId, idempotencyKey: $idempotencyKey) {
      apiKey {
        apiKeyId
      }
      userErrorList {
        ...Refusal
      }
    }
  }
`,
  [REFUSAL],
)
